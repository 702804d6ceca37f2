//! `keisei judge --explain VERTEX`: what each method says about a point, and what decided.

use std::process::ExitCode;

use anyhow::Context;
use keisei::Settings;
use keisei_console::output::{BadUsage, Format};
use keisei_console::source::Source;
use keisei_goban::Point;
use keisei_view::explanation;

use super::Args;

pub(super) fn run(args: &Args, source: &Source, settings: &Settings) -> anyhow::Result<ExitCode> {
    let position = source.game.position();
    let size = position.board().size();
    let points = args
        .explain
        .iter()
        .map(|vertex| Point::from_vertex(vertex, size).with_context(|| format!("--explain {vertex}")))
        .collect::<anyhow::Result<Vec<Point>>>()?;
    let safety = settings.assessor().prove(position);
    let judgement = settings.judge().judge(position, &safety);
    let board = position.board();
    let text = match args.output.format() {
        Format::Text => explanation::text(board, &judgement, &points),
        Format::Json => explanation::report(board, &judgement, &points),
        _ => {
            return Err(BadUsage("--explain answers as text or json: choose one with --format".into()).into());
        }
    };
    args.output.deliver_text(&text)?;
    Ok(ExitCode::SUCCESS)
}
