//! Commands that stream: `lz-analyze`, `kata-analyze`, `analyze`; and the raw block of
//! `kata-raw-nn`.
//!
//! The methods so far do not search, so that every update says the same; it comes at the interval
//! asked for, because programs wait for it. Numbers are for the side to move, as in KataGo.

use std::fmt::Write as _;
use std::time::Duration;

use keisei_goban::Color;

use super::commands::Command;
use super::engine::{Answer, Engine, Handled, color, number, shown, text};
use crate::prospect::{Prospect, next_moves, policy, preferences};

/// How many moves are told, unless asked otherwise.
const MOST: usize = 10;
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
    ownership: bool,
    most: usize,
}

impl Analysis {
    /// The time between updates.
    pub fn interval(&self) -> Duration {
        Duration::from_millis(10 * self.hundredths.max(1))
    }

    /// One update: a line.
    pub fn update(&self, engine: &mut Engine) -> String {
        let settings = *engine.judging();
        let preferences = preferences(&engine.game, self.color, &mut engine.plain, settings.method);
        let evaluation = engine.evaluate();
        let now = Prospect::new(&evaluation, engine.game.position());
        let next = next_moves(&engine.game, self.color, &preferences, self.most, &settings, now);
        let mut infos = Vec::new();
        for (order, next) in next.iter().enumerate() {
            let (lead, wins) = next.prospect.of(self.color);
            let (mv, prior) = (next.mv, next.preference);
            infos.push(match self.dialect {
                Dialect::Leela => format!(
                    "info move {mv} visits 1 winrate {:.0} prior {:.0} lcb {:.0} order {order} pv {mv}",
                    wins * 1e4,
                    prior * 1e4,
                    wins * 1e4
                ),
                Dialect::Kata => format!(
                    "info move {mv} visits 1 winrate {wins:.4} scoreMean {lead:.2} scoreLead {lead:.2} prior {prior:.4} lcb {wins:.4} order {order} pv {mv}"
                ),
            });
        }
        let mut line = infos.join(" ");
        if self.ownership {
            line += " ownership";
            for value in evaluation.ownership.row_major() {
                let _ = write!(line, " {:.2}", value * self.color.sign() as f32 + 0.0); // Never "-0.00".
            }
        }
        line
    }
}

fn start(engine: &mut Engine, arguments: &[&str], dialect: Dialect) -> Handled {
    let mut analysis = Analysis {
        dialect,
        color: engine.position().to_play(),
        hundredths: INTERVAL,
        ownership: false,
        most: MOST,
    };
    let mut words = arguments.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word.bytes().all(|b| b.is_ascii_digit()) {
            analysis.hundredths = number(word)?;
        } else if let Ok(side) = color(word) {
            analysis.color = side;
        } else if word == "avoid" || word == "allow" {
            // avoid COLOR VERTICES UNTIL: restrictions of a search that there is none of.
            words.by_ref().take(3).for_each(drop);
        } else {
            let value = words.next().ok_or_else(|| format!("`{}` needs a value", shown(word)))?;
            match word {
                "interval" => analysis.hundredths = number(value)?,
                "ownership" => analysis.ownership = value == "true",
                "maxmoves" => analysis.most = number(value)?,
                "minmoves"
                | "rootInfo"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "ownershipStdev"
                | "pvVisits"
                | "pvEdgeVisits" => {}
                _ => return Err(format!("`{}` is not known to this command", shown(word))),
            }
        }
    }
    if analysis.hundredths > 360_000 {
        return Err("an interval of more than an hour is no interval".into());
    }
    Ok(Answer::Analysis(analysis))
}

fn raw(engine: &mut Engine, arguments: &[&str]) -> Handled {
    if arguments.len() > 1 {
        return super::engine::wrong_arguments();
    }
    let evaluation = engine.evaluate();
    let prospect = Prospect::new(&evaluation, engine.position());
    let (lead, wins) = prospect.of(Color::White);
    let color = engine.position().to_play();
    let method = engine.judging().method;
    let preferences = preferences(&engine.game, color, &mut engine.plain, method);
    let mut policy = policy(&engine.game, color, &preferences, f64::NAN);
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
