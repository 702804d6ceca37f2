//! The games of a study so far, in memory and in a file.
//!
//! Invariant: an arm with n games has had exactly its games 0 to n − 1. Later ones that are finished
//! already, and games in the middle, are kept beside them. So nothing is lost or repeated when a
//! study goes on, whatever moment it was interrupted at: the file has every move, and the plan to
//! which the games belong.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use keisei::filter::{Filter, Pruning, check_switch};
use keisei_goban::Move;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::kept::Kept;
use super::trial::{self, Arm, Settings, Tally};

/// What games of a study have in common, as it is written down.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Heading {
    study: String,
    size: u32,
    playouts: u32,
    komi: String,
    seed: u64,
}

/// An arm with its games, or with the games it shall have.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Entry<T> {
    filter: Option<String>,
    switch: Option<u32>,
    #[serde(rename = "of")]
    content: T,
}

impl<T> Entry<T> {
    fn new(arm: Arm, content: T) -> Entry<T> {
        let filter = arm.0.map(|pruning| pruning.filter.to_string());
        Entry { filter, switch: arm.0.map(|pruning| pruning.switch), content }
    }

    fn arm(&self, points: u32) -> Option<Arm> {
        match (&self.filter, self.switch) {
            (None, None) => Some(Arm::BASELINE),
            (Some(filter), Some(switch)) => {
                check_switch(switch, points).ok()?;
                let filter: Filter = filter.parse().ok()?;
                Some(Arm(Some(Pruning { filter, switch })))
            }
            _ => None,
        }
    }
}

/// A game that is not yet counted with those of its arm.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Open {
    /// Its moves so far.
    Moves(Vec<String>),
    /// It is finished, and one before it is not.
    Tally(Tally),
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Saved {
    heading: Heading,
    arms: Vec<Entry<Tally>>,
    plan: Vec<Entry<u64>>,
    /// By their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    open: Vec<Entry<(u64, Open)>>,
}

/// How many games arms shall have.
pub(super) type Plan = Vec<(Arm, u64)>;

/// All games so far.
struct Games {
    heading: Heading,
    arms: BTreeMap<Arm, Tally>,
    /// What is being played.
    plan: Plan,
    open: BTreeMap<(Arm, u64), Open>,
}

impl Serialize for Games {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let open = self.open.iter().map(|(&(arm, number), open)| Entry::new(arm, (number, open.clone())));
        let saved = Saved {
            heading: self.heading.clone(),
            arms: self.arms.iter().map(|(&arm, &tally)| Entry::new(arm, tally)).collect(),
            plan: self.plan.iter().map(|&(arm, games)| Entry::new(arm, games)).collect(),
            open: open.collect(),
        };
        saved.serialize(serializer)
    }
}

impl Games {
    fn new(settings: &Settings) -> Games {
        let heading = Heading {
            study: "pruning 1".into(),
            size: settings.size.width(),
            playouts: settings.playouts,
            komi: settings.komi.to_string(),
            seed: settings.seed,
        };
        Games { heading, arms: BTreeMap::new(), plan: Vec::new(), open: BTreeMap::new() }
    }

    fn resume(settings: &Settings, saved: Saved) -> anyhow::Result<Games> {
        let mut games = Games::new(settings);
        if saved.heading != games.heading {
            let Heading { study, size, playouts, komi, seed } = saved.heading;
            bail!(
                "belongs to another study ({study}: --size {size} --playouts {playouts} --komi {komi} --seed {seed}); \
                 name another file, or take the same arguments"
            );
        }
        let points = settings.size.area();
        for entry in &saved.arms {
            match entry.arm(points) {
                Some(arm) if entry.content.is_possible() && games.tally(arm).games == 0 => {
                    games.arms.insert(arm, entry.content);
                }
                _ => bail!("damaged: {:?} {:?} cannot be", entry.filter, entry.switch),
            }
        }
        for entry in &saved.plan {
            let Some(arm) = entry.arm(points) else { bail!("damaged: its plan cannot be") };
            games.plan.push((arm, entry.content));
        }
        for entry in saved.open {
            let arm = entry.arm(points);
            let (number, open) = entry.content;
            let is_possible = match &open {
                Open::Moves(moves) => moves.iter().all(|text| text.parse::<Move>().is_ok()),
                Open::Tally(tally) => tally.games == 1 && tally.is_possible(),
            };
            match arm.filter(|&arm| is_possible && number >= games.tally(arm).games) {
                Some(arm) => games.open.insert((arm, number), open),
                None => bail!("damaged: its open game {number} cannot be"),
            };
        }
        Ok(games)
    }

    fn tally(&self, arm: Arm) -> Tally {
        self.arms.get(&arm).copied().unwrap_or_default()
    }

    /// The games of the plan that are not finished.
    fn missing(&self) -> Vec<(Arm, u64)> {
        let all = self
            .plan
            .iter()
            .flat_map(|&(arm, games)| (self.tally(arm).games..games).map(move |number| (arm, number)));
        all.filter(|game| !matches!(self.open.get(game), Some(Open::Tally(_)))).collect()
    }

    /// The moves so far of a game.
    fn moves(&self, game: (Arm, u64)) -> Vec<Move> {
        match self.open.get(&game) {
            Some(Open::Moves(moves)) => moves.iter().filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        }
    }

    fn add_move(&mut self, game: (Arm, u64), mv: Move) {
        if let Open::Moves(moves) = self.open.entry(game).or_insert(Open::Moves(Vec::new())) {
            moves.push(mv.to_string());
        }
    }

    /// Counts a finished game as soon as all before it are.
    fn finish(&mut self, (arm, number): (Arm, u64), tally: Tally) {
        self.open.insert((arm, number), Open::Tally(tally));
        let sum = self.arms.entry(arm).or_default();
        while let Some(Open::Tally(next)) = self.open.get(&(arm, sum.games)) {
            let next = *next;
            self.open.remove(&(arm, sum.games));
            sum.add(&next);
        }
    }
}

/// A study under way.
pub(super) struct Study {
    pub(super) settings: Settings,
    kept: Kept<Games>,
    pool: ThreadPool,
    bar: ProgressBar,
}

impl Study {
    /// A new study, or the one in the file if there is one.
    pub(super) fn begin(settings: Settings, path: Option<&Path>, threads: usize) -> anyhow::Result<Study> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let resume = |saved| Games::resume(&settings, saved);
        Ok(Study {
            settings,
            kept: Kept::begin(path, "study of pruning", Games::new(&settings), resume)?,
            pool: pool.context("the threads cannot be started; try fewer with --threads")?,
            bar: keisei_console::output::progress(0, "playing"),
        })
    }

    /// Works, and keeps all games meanwhile.
    pub(super) fn during(&self, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
        self.kept.during(work, || self.bar.finish_and_clear())
    }

    /// The games of an arm so far.
    pub(super) fn tally(&self, arm: Arm) -> Tally {
        self.kept.look(|games| games.tally(arm))
    }

    /// Plays on until every arm of the plan has its games. Until then the plan is saved too: what
    /// is played next depends on what was found at its end.
    pub(super) fn play(&self, plan: Plan) -> anyhow::Result<()> {
        self.kept.change(|games| games.plan = plan)?;
        self.finish_plan()
    }

    /// Finishes what was being played when the study was interrupted.
    pub(super) fn finish_plan(&self) -> anyhow::Result<()> {
        let missing = self.kept.look(Games::missing);
        self.bar.inc_length(missing.len() as u64);
        let play = |&(arm, number): &(Arm, u64)| {
            let game = (arm, number);
            let earlier = self.kept.look(|games| games.moves(game));
            let tell = |mv| self.kept.change(|games| games.add_move(game, mv));
            let tally = trial::play(&self.settings, arm, number, &earlier, tell)?;
            self.bar.inc(1);
            self.kept.change(|games| games.finish(game, tally))
        };
        // Each thread takes the next game, so that few are open at a time.
        self.pool.install(|| missing.iter().par_bridge().try_for_each(play))?;
        self.kept.change(|games| games.plan.clear())
    }

    /// Games as a test wants them.
    #[cfg(test)]
    pub(super) fn pretend(&mut self, arm: Arm, tally: Tally) {
        self.kept.change(|games| games.arms.entry(arm).or_default().add(&tally)).unwrap();
    }

    /// The end: nothing more is shown of how far it is.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Komi, Size};

    use super::*;

    /// A study that was interrupted with a game in the middle, and one finished before it.
    #[test]
    fn open_games_and_plans_are_kept() {
        let settings =
            Settings { size: Size::square(4).unwrap(), playouts: 2, komi: Komi::default(), seed: 5 };
        let arm = Arm::with(Filter::Pf6, 5);
        let plan = vec![(Arm::BASELINE, 2), (arm, 3)];
        let mut games = Games::new(&settings);
        games.plan = plan.clone();
        let moves = |games: &mut Games, number, most| {
            let tell = |mv| {
                games.add_move((arm, number), mv);
                if games.moves((arm, number)).len() == most { bail!("interrupted") } else { Ok(()) }
            };
            trial::play(&settings, arm, number, &[], tell)
        };
        moves(&mut games, 0, 3).unwrap_err();
        let tally = moves(&mut games, 1, usize::MAX).unwrap();
        games.finish((arm, 1), tally);
        assert_eq!(games.missing(), [(Arm::BASELINE, 0), (Arm::BASELINE, 1), (arm, 0), (arm, 2)]);

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        std::fs::write(&path, serde_json::to_vec(&games).unwrap()).unwrap();
        let resumed = Study::begin(settings, Some(&path), 2).unwrap();
        assert_eq!(resumed.kept.look(|games| games.moves((arm, 0)).len()), 3);
        resumed.during(|| resumed.finish_plan()).unwrap();
        let whole = Study::begin(settings, None, 1).unwrap();
        whole.play(plan).unwrap();
        let text = |study: &Study| study.kept.look(|games| serde_json::to_string(games).unwrap());
        assert_eq!(text(&resumed), text(&whole));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text(&whole));
        assert_eq!(whole.tally(arm).games, 3);
    }
}
