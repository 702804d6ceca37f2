//! `keisei judge --compare VERTEX…`: what is said after each of some moves, and where that differs.

use std::process::ExitCode;

use anyhow::Context;
use keisei::Settings;
use keisei::comparison::Comparison;
use keisei_console::output::{BadUsage, Format};
use keisei_console::source::Source;
use keisei_goban::{Move, Point, Size};
use keisei_view::comparison::Compared;
use keisei_view::{png, report};

use super::Args;

pub(super) fn run(args: &Args, source: &Source, settings: &Settings) -> anyhow::Result<ExitCode> {
    let game = &source.game;
    let size = game.position().board().size();
    let mut moves =
        args.compare.iter().map(|vertex| read(vertex, size)).collect::<anyhow::Result<Vec<Move>>>()?;
    if let [Move::Play(_)] = moves[..] {
        moves.push(Move::Pass);
    }
    let comparison =
        Comparison::of(settings, game, &moves).with_context(|| format!("{}: --compare", source.name))?;
    let compared = Compared { scene: source.scene(), settings, comparison: &comparison };
    let bytes = match args.output.format() {
        Format::Text => compared.text(args.output.in_color()).into_bytes(),
        Format::Json => report::comparison(settings, game, &comparison).into_bytes(),
        Format::Svg => compared.draw().into_bytes(),
        Format::Png => png::render(&compared.draw())?,
        Format::Sgf | Format::Csv => {
            let message = "--compare answers as text, json, svg or png: choose one with --format";
            return Err(BadUsage(message.into()).into());
        }
    };
    args.output.deliver_bytes(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

fn read(vertex: &str, size: Size) -> anyhow::Result<Move> {
    match vertex.parse() {
        Ok(Move::Pass) => Ok(Move::Pass),
        _ => Point::from_vertex(vertex, size).map(Move::Play).with_context(|| format!("--compare {vertex}")),
    }
}
