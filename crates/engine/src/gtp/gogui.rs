//! Pictures and settings for GoGui: one analyze command for each layer there is.

use std::fmt::Write as _;

use keisei::filter::Filter;
use keisei::judge::Effort;
use keisei::moyo::{Threshold, Ties};
use keisei::names::{UnknownName, find};
use keisei::player::{PlayerName, Prior};
use keisei::potential::{Attenuation, Influence, InfluenceError};
use keisei::{Evaluation, Evidence, Method, Named};
use keisei_goban::{Point, Size};
use keisei_view::owner;

use super::commands::Command;
use super::engine::{Engine, Handled, exactly, number, text, wrong_arguments};

/// What GoGui is offered: type, label, command.
const OFFERED: [(&str, &str, &str); 24] = [
    ("dboard", "Ownership", "keisei-ownership"),
    ("cboard", "Owners", "keisei-owners"),
    ("sboard", "Evidence", "keisei-evidence"),
    ("gfx", "Judgement", "keisei-judgement"),
    ("dboard", "Potential", "keisei-potential"),
    ("cboard", "Moyo Areas", "keisei-inner"),
    ("sboard", "Moyo Basins", "keisei-basins"),
    ("gfx", "Moyo", "keisei-moyo"),
    ("gfx", "Moyo Path", "keisei-path %p"),
    ("pspairs", "Moyo Weak Points", "keisei-weak"),
    ("pspairs", "Moyo Completing Moves", "keisei-completions %c"),
    ("dboard", "Seds Influence", "keisei-influence"),
    ("sboard", "Seds Strength", "keisei-strength"),
    ("sboard", "Seds Instability", "keisei-instability"),
    ("pspairs", "Seds Cutting Points", "keisei-cutting"),
    ("gfx", "Zones", "keisei-zones"),
    ("gfx", "Zone Dividers", "keisei-dividers %c"),
    ("sboard", "Zone Distances", "keisei-distances %c"),
    ("gfx", "Zone Double Threats", "keisei-double_threats %c"),
    ("pspairs", "Candidate Moves", "keisei-candidates"),
    ("plist", "Legal Moves", "all_legal %c"),
    ("string", "Final Score", "final_score"),
    ("string", "Estimated Score", "estimate_score"),
    ("param", "Settings", "keisei-param"),
];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "gogui-analyze_commands",
        arguments: "",
        answers: "what GoGui can show: type/label/command, one a line",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            let lines = OFFERED.iter().map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
            text(lines.collect::<Vec<_>>().join("\n"))
        },
    },
    Command {
        name: "keisei-ownership",
        arguments: "",
        answers: "each point's ownership from -1 (White's) to 1 (Black's), row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| format!("{:.2}", evaluation.ownership.get(p))))
        },
    },
    Command {
        name: "keisei-owners",
        arguments: "",
        answers: "each point's owner as a colour, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| {
                owner(evaluation.ownership.get(p))
                    .map_or("\"\"".to_string(), |color| color.to_string().to_lowercase())
            }))
        },
    },
    Command {
        name: "keisei-evidence",
        arguments: "",
        answers: "why each point is judged as it is, row by row: p proved, r read, s sampled, empty estimated",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| format!("\"{}\"", letter(evaluation.evidence[p]))))
        },
    },
    Command {
        name: "keisei-judgement",
        arguments: "",
        answers: "ownership and score in GoGui's graphics language",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(graphics(engine, &evaluation))
        },
    },
    Command {
        name: "keisei-param",
        arguments: "[NAME VALUE]",
        answers: "the settings, or nothing if one is changed",
        run: parameter,
    },
];

/// Evidence as a letter: words would cover each other on the board. What is only estimated, which
/// is the rule, has none.
fn letter(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Estimated => "",
        other => &other.name()[..1],
    }
}

pub(super) fn rows(size: Size, value: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for p in size.points() {
        let end = if p.column() + 1 == size.width() { '\n' } else { ' ' };
        let _ = write!(text, "{}{end}", value(p));
    }
    text
}

fn graphics(engine: &Engine, evaluation: &Evaluation) -> String {
    let mut lines = String::from("INFLUENCE");
    for p in engine.size().points() {
        let _ = write!(lines, " {p} {:.2}", evaluation.ownership.get(p));
    }
    let result = evaluation.score.result(engine.position());
    let _ = write!(lines, "\nTEXT {result}");
    // The same rounding as the result, so that nobody wonders where a tenth has gone.
    if let Some(stdev) = evaluation.score.stdev.filter(|stdev| *stdev > 0.0) {
        let _ = write!(lines, ", give or take {:.1}", (stdev * 2.0).round() / 2.0);
    }
    if let Some(wins) = evaluation.score.black_wins {
        let _ = write!(lines, "; Black wins {:.0} in 100", 100.0 * wins);
    }
    let _ = write!(lines, " ({})", engine.judging().method.name());
    lines
}

fn parameter(engine: &mut Engine, arguments: &[&str]) -> Handled {
    let mut judging = *engine.judging();
    let options = &mut judging.moyo;
    match arguments {
        [] => return text(settings(engine)),
        ["method", name] => judging.method = name.parse().map_err(|e: UnknownName| e.to_string())?,
        ["effort", name] => judging.effort = name.parse().map_err(|e: UnknownName| e.to_string())?,
        ["player" | "playouts" | "filter" | "switch" | "prior" | "time" | "seed", _] => {
            // The size of the board may change before a filter is used, so that its switching point
            // is checked then.
            let [name, value] = exactly(arguments)?;
            let mut settings = engine.settings;
            settings.set(name, value)?;
            engine.set_player(settings);
            return text("");
        }
        ["field", name] => options.influence = name.parse().map_err(|e: InfluenceError| e.to_string())?,
        ["m", m] => match &mut options.influence {
            Influence::Attenuation(attenuation) => {
                *attenuation = Attenuation::new(number(m)?).map_err(|e| e.to_string())?;
            }
            _ => return Err("m belongs to the field attenuation: set that first".into()),
        },
        ["ties", name] => options.ties = find(name).map_err(|e| e.to_string())?,
        ["threshold", "none"] => options.threshold = None,
        ["threshold", potential] => {
            options.threshold = Some(Threshold::new(number(potential)?).map_err(|e| e.to_string())?);
        }
        ["concave", "0" | "false"] => options.concave = false,
        ["concave", "1" | "true"] => options.concave = true,
        ["concave", _] => return Err("expected 0 or 1".into()),
        [_, _] => {
            return Err(
                "there is no such setting: expected method, effort, player, playouts, filter, switch, prior, time, seed, field, m, ties, threshold or concave"
                    .into(),
            );
        }
        _ => return wrong_arguments(),
    }
    engine.judge_by(judging);
    text("")
}

/// All names of something, as GoGui lists them.
fn all<T: Named>() -> String {
    T::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join("/")
}

/// The settings as GoGui reads them.
fn settings(engine: &Engine) -> String {
    let options = engine.judging().moyo;
    let player = engine.settings;
    let fields = Influence::NAMES.join("/");
    let mut lines = vec![
        format!("[list/{}] method {}", all::<Method>(), engine.judging().method.name()),
        format!("[list/{}] effort {}", all::<Effort>(), engine.judging().effort.name()),
        format!("[list/{}] player {}", all::<PlayerName>(), player.player.name()),
        format!("[string] playouts {}", player.playouts()),
        format!(
            "[list/none/{}] filter {}",
            Filter::ALL.map(Filter::name).join("/"),
            player.filter.map_or("none", Filter::name)
        ),
        format!("[string] switch {}", player.switch),
        format!("[list/{}] prior {}", all::<Prior>(), player.prior.name()),
        format!("[string] time {}", player.seconds().map_or("none".into(), |seconds| seconds.to_string())),
        format!("[string] seed {}", player.seed),
        format!("[list/{fields}] field {}", options.influence.name()),
    ];
    if let Influence::Attenuation(m) = options.influence {
        lines.push(format!("[string] m {}", m.base()));
    }
    let threshold = options.threshold.map_or("none".to_string(), |t| t.potential().to_string());
    lines.push(format!("[list/{}] ties {}", all::<Ties>(), options.ties));
    lines.push(format!("[string] threshold {threshold}"));
    lines.push(format!("[bool] concave {}", u8::from(options.concave)));
    lines.join("\n")
}
