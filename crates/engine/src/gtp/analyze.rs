//! Commands that stream: `lz-analyze`, `kata-analyze`, `analyze`; those that tell what is behind a
//! move: `kata-genmove_analyze` and its neighbours; and the raw block of `kata-raw-nn`.
//!
//! The judge does not search, so that every update says the same: it is worked out once and told at
//! the interval asked for, because programs wait for it. Numbers are for the side to move, as in
//! KataGo.

use std::fmt::Write as _;
use std::time::Duration;

use keisei::Ownership;
use keisei::candidates::Candidate;
use keisei::player::uct::Search;
use keisei_goban::{Color, Move};

use super::commands::Command;
use super::engine::{Answer, Engine, Handled, color, number, shown, text};
use super::play::spelled;
use crate::prospect::{MOST, Prospect, ownership_after, policy, visits};

/// Hundredths of a second between updates, unless asked otherwise.
const INTERVAL: u64 = 100;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "lz-analyze",
        arguments: "[COLOR] [INTERVAL] [KEY VALUE ...]",
        answers: "updates in Leela Zero's form until the next line",
        run: |engine, arguments| start(engine, arguments, Dialect::Leela),
    },
    Command {
        name: "kata-analyze",
        arguments: "[COLOR] [INTERVAL] [ownership true] [KEY VALUE ...]",
        answers: "updates in KataGo's form until the next line",
        run: |engine, arguments| start(engine, arguments, Dialect::Kata),
    },
    Command {
        name: "analyze",
        arguments: "[COLOR] [INTERVAL] [KEY VALUE ...]",
        answers: "updates as Sabaki reads them until the next line",
        run: |engine, arguments| start(engine, arguments, Dialect::Leela),
    },
    Command {
        name: "lz-genmove_analyze",
        arguments: "[COLOR] [INTERVAL] [KEY VALUE ...]",
        answers: "what is behind the engine's move in Leela Zero's form, and the move it made",
        run: |engine, arguments| generate(engine, arguments, Dialect::Leela, true),
    },
    Command {
        name: "kata-genmove_analyze",
        arguments: "[COLOR] [INTERVAL] [KEY VALUE ...]",
        answers: "the same in KataGo's form",
        run: |engine, arguments| generate(engine, arguments, Dialect::Kata, true),
    },
    Command {
        name: "kata-search_analyze",
        arguments: "[COLOR] [INTERVAL] [KEY VALUE ...]",
        answers: "the same without making the move",
        run: |engine, arguments| generate(engine, arguments, Dialect::Kata, false),
    },
    Command {
        name: "stop",
        arguments: "",
        answers: "nothing; any line ends an analysis",
        run: |_, arguments| {
            super::engine::exactly::<0>(arguments)?;
            text("")
        },
    },
    Command {
        name: "kata-raw-nn",
        arguments: "[SYMMETRY]",
        answers: "win, lead, preferred moves and White's ownership in the form of KataGo's raw network",
        run: raw,
    },
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    Leela,
    Kata,
}

/// An analysis that was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    dialect: Dialect,
    color: Color,
    hundredths: u64,
    most: usize,
    root_info: bool,
    ownership: bool,
    ownership_stdev: bool,
    moves_ownership: bool,
    pv_visits: bool,
    /// Moves that shall not be told, or the only ones that shall (`true`).
    restrictions: Vec<(Vec<Move>, bool)>,
}

impl Analysis {
    /// The time between updates.
    pub fn interval(&self) -> Duration {
        Duration::from_millis(10 * self.hundredths.max(1))
    }

    /// What is told at every update: a line.
    pub fn update(&self, engine: &mut Engine) -> String {
        self.line(engine, None)
    }

    /// The line; of moves that were searched, how often and in which order.
    fn line(&self, engine: &mut Engine, search: Option<&Search>) -> String {
        let settings = *engine.judging();
        let evaluation = engine.evaluate_for(self.color);
        let mut candidates = engine.candidates(self.color, &evaluation);
        candidates.retain(|candidate| self.may_tell(candidate.mv));
        if let Some(search) = search {
            put_in_order(&mut candidates, search);
        }
        candidates.truncate(self.most);
        let mut position = engine.position().clone();
        position.set_to_play(self.color);
        let after = if self.moves_ownership {
            ownership_after(&position, &candidates, &evaluation.ownership, &settings)
        } else {
            Vec::new()
        };
        let mut line = String::new();
        for (order, candidate) in candidates.iter().enumerate() {
            let searched = search.and_then(|search| search.moves.iter().find(|s| s.mv == candidate.mv));
            let visits = searched.map_or(visits(&settings), |searched| searched.visits);
            let mut line_of_play = vec![candidate.mv];
            if let Some(search) = search.filter(|search| search.variation.first() == Some(&candidate.mv)) {
                line_of_play.clone_from(&search.variation);
            }
            let prospect = Prospect::new(&candidate.score, &position).of(self.color);
            let separator = if order > 0 { " " } else { "" };
            let _ = write!(line, "{separator}info move {} visits {visits}", candidate.mv);
            self.numbers(&mut line, prospect, visits, Some((candidate.share, order)));
            line += " pv";
            line_of_play.iter().for_each(|mv| line += &format!(" {mv}"));
            if self.pv_visits {
                line += " pvVisits";
                // Only the first is counted apart.
                line_of_play.iter().for_each(|_| line += &format!(" {visits}"));
            }
            if let Some(ownership) = after.get(order) {
                self.map(&mut line, "movesOwnership", ownership, |own| own);
            }
        }
        if self.root_info {
            let all = search.map_or(visits(&settings), |search| search.playouts);
            let _ = write!(line, " rootInfo currentPlayer {} visits {all}", self.color.letter());
            self.numbers(&mut line, Prospect::new(&evaluation.score, &position).of(self.color), all, None);
        }
        if self.ownership {
            self.map(&mut line, "ownership", &evaluation.ownership, |own| own);
        }
        if self.ownership_stdev {
            // Of a point that ends as one side's or the other's.
            let sign = self.color.sign() as f32;
            self.map(&mut line, "ownershipStdev", &evaluation.ownership, |own| {
                sign * (1.0 - own * own).max(0.0).sqrt()
            });
        }
        line
    }

    /// The numbers of a candidate, with its share and its place, or of the position.
    fn numbers(&self, line: &mut String, prospect: Prospect, visits: u32, place: Option<(f64, usize)>) {
        let Prospect { lead, stdev, black_wins: wins } = prospect;
        let _ = match (self.dialect, place) {
            (Dialect::Leela, Some((prior, order))) => write!(
                line,
                " winrate {:.0} prior {:.0} lcb {:.0} order {order}",
                wins * 1e4,
                prior * 1e4,
                wins * 1e4
            ),
            (Dialect::Leela, None) => write!(line, " winrate {:.0}", wins * 1e4),
            (Dialect::Kata, place) => {
                let utility = prospect.utility();
                let _ = write!(
                    line,
                    " edgeVisits {visits} utility {utility:.4} winrate {wins:.4} scoreMean {lead:.2} scoreStdev {stdev:.2} scoreLead {lead:.2} scoreSelfplay {lead:.2} weight {visits}"
                );
                match place {
                    Some((prior, order)) => write!(
                        line,
                        " prior {prior:.4} lcb {wins:.4} utilityLcb {utility:.4} playSelectionValue {:.2} order {order}",
                        prior * f64::from(visits)
                    ),
                    None => Ok(()),
                }
            }
        };
    }

    /// A value for each point for the side that is analysed.
    fn map(&self, line: &mut String, name: &str, ownership: &Ownership, value: impl Fn(f32) -> f32) {
        let _ = write!(line, " {name}");
        for own in ownership.row_major() {
            let _ = write!(line, " {:.2}", value(own) * self.color.sign() as f32 + 0.0); // Never "-0.00".
        }
    }

    fn may_tell(&self, mv: Move) -> bool {
        self.restrictions.iter().all(|(moves, is_allowed)| moves.contains(&mv) == *is_allowed)
    }

    /// Reads what was asked for.
    fn read(engine: &Engine, arguments: &[&str], dialect: Dialect) -> Result<Analysis, String> {
        let mut analysis = Analysis {
            dialect,
            color: engine.position().to_play(),
            hundredths: INTERVAL,
            most: MOST,
            root_info: false,
            ownership: false,
            ownership_stdev: false,
            moves_ownership: false,
            pv_visits: false,
            restrictions: Vec::new(),
        };
        let mut words = arguments.iter().copied();
        let mut restrictions = Vec::new();
        while let Some(word) = words.next() {
            if word.bytes().all(|b| b.is_ascii_digit()) {
                analysis.hundredths = number(word)?;
                continue;
            }
            if let Ok(side) = color(word) {
                analysis.color = side;
                continue;
            }
            let mut value = || words.next().ok_or_else(|| format!("`{}` needs a value", shown(word)));
            match word {
                "avoid" | "allow" => {
                    let (side, vertices) = (color(value()?)?, value()?);
                    // For how many moves ahead: only the first is told.
                    number::<u32>(value()?)?;
                    let moves: Result<Vec<Move>, String> =
                        vertices.split(',').map(|vertex| engine.vertex(vertex)).collect();
                    restrictions.push((side, moves?, word == "allow"));
                }
                "interval" => analysis.hundredths = number(value()?)?,
                "maxmoves" => analysis.most = number(value()?)?,
                "rootInfo" => analysis.root_info = value()? == "true",
                "ownership" => analysis.ownership = value()? == "true",
                "ownershipStdev" => analysis.ownership_stdev = value()? == "true",
                "movesOwnership" => analysis.moves_ownership = value()? == "true",
                "pvVisits" | "pvEdgeVisits" => analysis.pv_visits |= value()? == "true",
                "minmoves" | "movesOwnershipStdev" | "noResultValue" => drop(value()?),
                _ => return Err(format!("`{}` is not known to this command", shown(word))),
            }
        }
        if analysis.hundredths > 360_000 {
            return Err("an interval of more than an hour is no interval".into());
        }
        let ours = restrictions.into_iter().filter(|(side, ..)| *side == analysis.color);
        analysis.restrictions = ours.map(|(_, moves, is_allowed)| (moves, is_allowed)).collect();
        Ok(analysis)
    }
}

/// Puts candidates that were searched first, in the order of the search. If there was more to it than
/// a choice, the first has the numbers of the position, as the best candidate always has.
fn put_in_order(candidates: &mut [Candidate], search: &Search) {
    let scores: Vec<_> = candidates.iter().map(|candidate| candidate.score).collect();
    let place = |candidate: &Candidate| {
        search.moves.iter().position(|searched| searched.mv == candidate.mv).unwrap_or(usize::MAX)
    };
    candidates.sort_by_key(place);
    if search.moves.len() > 1 {
        candidates.iter_mut().zip(scores).for_each(|(candidate, score)| candidate.score = score);
    }
}

fn start(engine: &mut Engine, arguments: &[&str], dialect: Dialect) -> Handled {
    Analysis::read(engine, arguments, dialect).map(Answer::Analysis)
}

/// Chooses a move, and tells what is behind it: `info …`, then `play VERTEX`.
fn generate(engine: &mut Engine, arguments: &[&str], dialect: Dialect, is_made: bool) -> Handled {
    let analysis = Analysis::read(engine, arguments, dialect)?;
    let side = analysis.color;
    let (mv, mut search) = engine.think(side)?;
    if !analysis.may_tell(mv) {
        return Err("the engine's player cannot be told what to avoid or to allow".into());
    }
    // Whoever chose: the move comes first.
    if search.moves.first().is_none_or(|first| first.mv != mv) {
        search = Search::of_one(mv);
    }
    let line = analysis.line(engine, Some(&search));
    if is_made {
        engine.game.play_as(side, mv).map_err(|e| format!("no move found: {e}"))?;
    }
    text(format!("\n{line}\nplay {}", spelled(mv)))
}

fn raw(engine: &mut Engine, arguments: &[&str]) -> Handled {
    if arguments.len() > 1 {
        return super::engine::wrong_arguments();
    }
    let color = engine.position().to_play();
    let evaluation = engine.evaluate();
    let Prospect { lead, black_wins: wins, .. } =
        Prospect::new(&evaluation.score, engine.position()).of(Color::White);
    let candidates = engine.candidates(color, &evaluation);
    let mut policy = policy(&engine.game, color, &candidates, f64::NAN);
    let pass = policy.pop().unwrap_or(0.0);
    let width = engine.size().width() as usize;
    let mut block = format!(
        "symmetry 0\nwhiteWin {wins:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {lead:.3}\npolicy\n",
        1.0 - wins
    );
    block += &rows(width, &policy, 6);
    let _ = write!(block, "policyPass {pass:.6}\nwhiteOwnership\n");
    // Adding nothing makes 0 of -0.
    let ownership: Vec<f64> = evaluation.ownership.row_major().map(|v| f64::from(-v) + 0.0).collect();
    block += &rows(width, &ownership, 7);
    text(block)
}

/// Numbers in rows; those that are none as `NAN`, as KataGo writes them.
fn rows(width: usize, values: &[f64], digits: usize) -> String {
    let mut block = String::new();
    for row in values.chunks(width) {
        for value in row {
            let number = if value.is_nan() { "NAN".into() } else { format!("{value:.digits$}") };
            let _ = write!(block, "{number:>10} ");
        }
        block.push('\n');
    }
    block
}
