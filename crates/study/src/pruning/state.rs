//! The games of a study so far, in memory and in a file.
//!
//! Invariant: an arm with n games has had exactly its games 0 to n − 1. So nothing is lost or
//! repeated when a study goes on, whatever moment it was interrupted at: the file has the batches
//! that were finished, and the plan they belong to.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use keisei::filter::{Filter, Pruning, check_switch};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::kept;
use super::trial::{self, Arm, Settings, Tally};

/// Games in a batch, for each thread: after each the state is saved.
const BATCH: usize = 8;

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

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Saved {
    heading: Heading,
    arms: Vec<Entry<Tally>>,
    plan: Vec<Entry<u64>>,
}

/// How many games arms shall have.
pub(super) type Plan = Vec<(Arm, u64)>;

/// A study under way.
pub(super) struct Study {
    pub(super) settings: Settings,
    /// In the order of arms.
    arms: Vec<(Arm, Tally)>,
    /// What is being played.
    plan: Plan,
    path: Option<PathBuf>,
    pool: ThreadPool,
    bar: ProgressBar,
}

impl Study {
    /// A new study, or the one in the file if there is one.
    pub(super) fn begin(settings: Settings, path: Option<&Path>, threads: usize) -> anyhow::Result<Study> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut study = Study {
            settings,
            arms: Vec::new(),
            plan: Vec::new(),
            path: path.map(Path::to_path_buf),
            pool: pool.context("the threads cannot be started; try fewer with --threads")?,
            bar: keisei_console::output::progress(0, "playing"),
        };
        match path {
            Some(path) if path.exists() => study.resume(path)?,
            // A place that cannot be written to is found out now, not after an hour.
            Some(_) => study.save()?,
            None => {}
        }
        Ok(study)
    }

    fn heading(&self) -> Heading {
        Heading {
            study: "pruning 1".into(),
            size: self.settings.size.width(),
            playouts: self.settings.playouts,
            komi: self.settings.komi.to_string(),
            seed: self.settings.seed,
        }
    }

    fn resume(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let saved: Saved = kept::read(path, "study of pruning")?;
        let here = self.heading();
        if saved.heading != here {
            let Heading { study, size, playouts, komi, seed } = saved.heading;
            bail!(
                "{name}: belongs to another study ({study}: --size {size} --playouts {playouts} --komi {komi} --seed {seed}); \
                 take another file, or the same arguments"
            );
        }
        let points = self.settings.size.area();
        for entry in &saved.arms {
            match entry.arm(points) {
                Some(arm) if entry.content.is_possible() && self.tally(arm).games == 0 => {
                    *self.tally_mut(arm) = entry.content;
                }
                _ => bail!("{name}: damaged: {:?} {:?} cannot be", entry.filter, entry.switch),
            }
        }
        for entry in &saved.plan {
            let Some(arm) = entry.arm(points) else { bail!("{name}: damaged: its plan cannot be") };
            self.plan.push((arm, entry.content));
        }
        Ok(())
    }

    fn save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let saved = Saved {
            heading: self.heading(),
            arms: self.arms.iter().map(|&(arm, tally)| Entry::new(arm, tally)).collect(),
            plan: self.plan.iter().map(|&(arm, games)| Entry::new(arm, games)).collect(),
        };
        kept::write(path, &saved)
    }

    /// The games of an arm so far.
    pub(super) fn tally(&self, arm: Arm) -> Tally {
        match self.arms.binary_search_by_key(&arm, |&(arm, _)| arm) {
            Ok(place) => self.arms[place].1,
            Err(_) => Tally::default(),
        }
    }

    fn tally_mut(&mut self, arm: Arm) -> &mut Tally {
        let place = self.arms.binary_search_by_key(&arm, |&(arm, _)| arm).unwrap_or_else(|place| {
            self.arms.insert(place, (arm, Tally::default()));
            place
        });
        &mut self.arms[place].1
    }

    /// Plays on until every arm of the plan has its games. Until then the plan is saved too: what
    /// is played next depends on what was found at its end.
    pub(super) fn play(&mut self, plan: Plan) -> anyhow::Result<()> {
        self.plan = plan;
        self.finish_plan()
    }

    /// Finishes what was being played when the study was interrupted.
    pub(super) fn finish_plan(&mut self) -> anyhow::Result<()> {
        let missing: Vec<(Arm, u64)> = self
            .plan
            .iter()
            .flat_map(|&(arm, games)| (self.tally(arm).games..games).map(move |number| (arm, number)))
            .collect();
        self.bar.inc_length(missing.len() as u64);
        for batch in missing.chunks(BATCH * self.pool.current_num_threads()) {
            let settings = self.settings;
            let games: Vec<(Arm, Tally)> = self.pool.install(|| {
                batch.par_iter().map(|&(arm, number)| (arm, trial::play(&settings, arm, number))).collect()
            });
            for (arm, tally) in &games {
                self.tally_mut(*arm).add(tally);
            }
            self.save()?;
            self.bar.inc(batch.len() as u64);
        }
        if !self.plan.is_empty() {
            self.plan.clear();
            self.save()?;
        }
        Ok(())
    }

    /// Games as a test wants them.
    #[cfg(test)]
    pub(super) fn pretend(&mut self, arm: Arm, tally: Tally) {
        self.tally_mut(arm).add(&tally);
    }

    /// The end: nothing more is shown of how far it is.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
