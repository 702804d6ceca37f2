//! `keisei judge --all`: the course of a game, judged position by position.

use std::fmt::Write as _;
use std::process::ExitCode;

use keisei::Settings;
use keisei::judge::Effort;
use keisei_goban::{Color, Game, Move, Position};
use keisei_view::course::{self, Stage};
use keisei_view::png;
use serde_json::json;

use super::Args;
use keisei_console::output::{self, BadUsage, Format};
use keisei_console::source::Source;

pub(super) fn run(args: &Args, source: &Source) -> anyhow::Result<ExitCode> {
    let format = args.output.format();
    if format == Format::Sgf {
        return Err(BadUsage(
            "--all answers as text, csv, json, svg or png: choose one with --format".into(),
        )
        .into());
    }
    let settings = args.settings.settings(Effort::Normal)?;
    let stages = follow(&settings, &source.game)?;
    let bytes = match format {
        Format::Text => table(&stages).into_bytes(),
        Format::Csv => csv(&stages).into_bytes(),
        Format::Json => report(&settings, source, &stages).into_bytes(),
        Format::Svg => course::draw(&source.name, &stages).into_bytes(),
        Format::Png => png::render(&course::draw(&source.name, &stages))?,
        Format::Sgf => Vec::new(),
    };
    args.output.deliver_bytes(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// Judges the positions in order, so that methods that can follow a game do.
fn follow(settings: &Settings, game: &Game) -> anyhow::Result<Vec<Stage>> {
    let mut assessor = settings.assessor().following();
    let mut position = game.start().clone();
    let moves: Vec<(Color, Move)> = game.moves().collect();
    let bar = output::progress(moves.len() as u64 + 1, "judging");
    let mut stages = Vec::with_capacity(moves.len() + 1);
    let mut stage = |position: &Position, number, last| {
        let score = assessor.assess(position).score;
        bar.inc(1);
        let compensation = position.compensation().points();
        stages.push(Stage { number, last, score, compensation, result: score.result(position).to_string() });
    };
    stage(&position, 0, None);
    for (i, &(color, mv)) in moves.iter().enumerate() {
        position.set_to_play(color);
        // The record was replayed before, superko and all.
        position.play(mv)?;
        stage(&position, i + 1, Some((color, mv)));
    }
    bar.finish_and_clear();
    Ok(stages)
}

/// A number, or nothing where a method has none.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or(String::new(), |value| format!("{value:.digits$}"))
}

fn cells(stage: &Stage) -> [String; 7] {
    let (color, mv) = stage
        .last
        .map_or((String::new(), String::new()), |(color, mv)| (color.letter().to_string(), mv.to_string()));
    let score = &stage.score;
    [
        stage.number.to_string(),
        color,
        mv,
        format!("{:.2}", score.lead),
        number(score.stdev, 2),
        number(score.black_wins, 4),
        stage.result.clone(),
    ]
}

const HEADING: [&str; 7] = ["move", "color", "vertex", "lead", "stdev", "black_wins", "result"];

fn csv(stages: &[Stage]) -> String {
    let mut text = HEADING.join(",") + "\n";
    for stage in stages {
        let _ = writeln!(text, "{}", cells(stage).join(","));
    }
    text
}

fn table(stages: &[Stage]) -> String {
    let line = |cells: [String; 7]| {
        let [number, color, vertex, lead, stdev, wins, result] = cells;
        format!("{number:>4} {color:<5} {vertex:<6} {lead:>8} {stdev:>7} {wins:>10}  {result}\n")
    };
    let mut text = line(HEADING.map(str::to_string));
    for stage in stages {
        text += &line(cells(stage));
    }
    text
}

fn report(settings: &Settings, source: &Source, stages: &[Stage]) -> String {
    let size = source.game.position().board().size();
    let positions: Vec<_> = stages
        .iter()
        .map(|stage| {
            let mut value = json!({
                "move_number": stage.number,
                "lead": stage.score.lead,
                "text": stage.result,
            });
            if let Some((color, mv)) = stage.last {
                value["move"] = json!([color.letter().to_string(), mv.to_string()]);
            }
            if let Some(stdev) = stage.score.stdev {
                value["stdev"] = json!(stdev);
            }
            if let Some(black_wins) = stage.score.black_wins {
                value["black_wins"] = json!(black_wins);
            }
            value
        })
        .collect();
    json!({
        "schema": 1,
        "method": settings.method.name(),
        "width": size.width(),
        "height": size.height(),
        "rules": source.game.position().rules().name(),
        "komi": source.game.position().komi().points(),
        "positions": positions,
    })
    .to_string()
        + "\n"
}
