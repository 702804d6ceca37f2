//! What a study found: as text, JSON and CSV.

use std::fmt::Write as _;

use keisei::filter::{Filter, arithmetic};
use keisei::random::derived;
use serde::Serialize;

use super::super::share::Share;
use super::border::share;
use super::state::Study;
use super::statistics::{Spread, last_above, unimodal};
use super::trial::Arm;
use keisei_console::output::counted;

/// Studies that are drawn for the interval of a border.
const STUDIES: usize = 1000;

#[derive(Serialize)]
pub(super) struct Report {
    schema: u32,
    study: &'static str,
    pub(super) size: u32,
    playouts_per_move: u32,
    komi: f64,
    seed: u64,
    /// Without a filter.
    pub(super) baseline: Row,
    pub(super) filters: Vec<Curve>,
}

/// A filter at its switching points.
#[derive(Serialize)]
pub(super) struct Curve {
    pub(super) filter: &'static str,
    /// By the fitted curve; null if the filter wins more nowhere.
    pub(super) border: Option<u32>,
    /// The lowest and the highest of 95 %; null is nowhere.
    border_interval: (Option<u32>, Option<u32>),
    /// In which part of the drawn studies there was none.
    no_border: f64,
    /// The lowest switching point whose games alone lie above the baseline.
    border_without_fit: Option<u32>,
    /// Highest switching point first.
    pub(super) points: Vec<Row>,
}

#[derive(Serialize)]
pub(super) struct Row {
    pub(super) switch: Option<u32>,
    pub(super) games: u64,
    black_wins: u64,
    draws: u64,
    pub(super) wins: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The value of the curve that rises and falls.
    pub(super) fitted: Option<f64>,
    moves: f64,
    pub(super) playouts: f64,
    pub(super) playouts_by_arithmetic: u64,
    saved: f64,
    saved_by_arithmetic: f64,
}

impl Row {
    fn new(study: &Study, arm: Arm) -> Row {
        let tally = study.tally(arm);
        let settings = study.settings;
        let per_game = |sum: u64| sum as f64 / tally.games.max(1) as f64;
        let (low, high) = share(&tally).interval();
        let switch = arm.0.map(|pruning| pruning.switch);
        let whole = tally.unfiltered.max(1) as f64;
        Row {
            switch,
            games: tally.games,
            black_wins: tally.wins,
            draws: tally.draws,
            wins: tally.share(),
            low,
            high,
            fitted: None,
            moves: per_game(tally.moves),
            playouts: per_game(tally.playouts),
            playouts_by_arithmetic: arithmetic::playouts_per_game(settings.size, settings.playouts, switch),
            saved: (tally.unfiltered - tally.playouts) as f64 / whole,
            saved_by_arithmetic: switch
                .and_then(|switch| arithmetic::reduction(settings.size, switch))
                .unwrap_or(0.0),
        }
    }
}

impl Curve {
    fn new(study: &Study, filter: Filter, switches: &[u32]) -> Curve {
        let played: Vec<u32> = switches
            .iter()
            .copied()
            .filter(|&switch| study.tally(Arm::with(filter, switch)).games > 0)
            .collect();
        let shares: Vec<Share> =
            played.iter().map(|&switch| share(&study.tally(Arm::with(filter, switch)))).collect();
        let baseline = share(&study.tally(Arm::BASELINE));
        let fitted = unimodal(&shares);
        let raw: Vec<f64> = shares.iter().map(|share| share.value()).collect();
        let spread = Spread::new(&shares, baseline, STUDIES, derived(study.settings.seed, filter as u64));
        let switch = |place: Option<usize>| place.map(|place| played[place]);
        let (last, first) = spread.interval();
        let mut points: Vec<Row> =
            played.iter().map(|&switch| Row::new(study, Arm::with(filter, switch))).collect();
        points.iter_mut().zip(&fitted).for_each(|(row, &value)| row.fitted = Some(value));
        Curve {
            filter: filter.name(),
            border: switch(last_above(&fitted, baseline.value())),
            border_interval: (switch(last), switch(first)),
            no_border: spread.nowhere(),
            border_without_fit: switch(last_above(&raw, baseline.value())),
            points,
        }
    }

    /// The border in words.
    fn conclusion(&self) -> String {
        let point = |border: Option<u32>| border.map_or("none".to_string(), |switch| switch.to_string());
        let (low, high) = self.border_interval;
        let mut text = format!(
            "{}: border {} (95 %: {} to {}; without a fit {})",
            self.filter,
            point(self.border),
            point(low),
            point(high),
            point(self.border_without_fit)
        );
        if self.border.is_some() && self.border == self.points.last().and_then(|row| row.switch) {
            text += ", the lowest that was tried";
        }
        if let Some(row) = self.points.iter().find(|row| self.border.is_some() && row.switch == self.border) {
            let _ = write!(
                text,
                ", {:.0} playouts a game, {:.1} % saved; by arithmetic {}, {:.1} %",
                row.playouts,
                100.0 * row.saved,
                row.playouts_by_arithmetic,
                100.0 * row.saved_by_arithmetic
            );
        }
        text + "\n"
    }
}

impl Report {
    pub(super) fn new(study: &Study, filters: &[Filter], switches: &[u32]) -> Report {
        let settings = study.settings;
        Report {
            schema: 1,
            study: "pruning",
            size: settings.size.width(),
            playouts_per_move: settings.playouts,
            komi: settings.komi.points(),
            seed: settings.seed,
            baseline: Row::new(study, Arm::BASELINE),
            filters: filters.iter().map(|&filter| Curve::new(study, filter, switches)).collect(),
        }
    }

    /// What was played, in a line.
    pub(super) fn title(&self) -> String {
        format!(
            "{0}×{0}, {1} after each move, komi {2}",
            self.size,
            counted(self.playouts_per_move as usize, "playout"),
            self.komi
        )
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{}\nfilter  switch   games    wins      95 %         fit  playouts  saved  by arithmetic\n",
            self.title()
        );
        let mut line = |filter: &str, row: &Row| {
            let switch = row.switch.map_or("-".to_string(), |switch| switch.to_string());
            let fitted = row.fitted.map_or(String::new(), |value| format!("{:.1}%", 100.0 * value));
            let _ = writeln!(
                text,
                "{filter:<8}{switch:>6}{:>8}{:>7.1}%{:>7.1}-{:<6.1}{fitted:>8}{:>10.0}{:>6.1}%{:>9}{:>6.1}%",
                row.games,
                100.0 * row.wins,
                100.0 * row.low,
                100.0 * row.high,
                row.playouts,
                100.0 * row.saved,
                row.playouts_by_arithmetic,
                100.0 * row.saved_by_arithmetic
            );
        };
        line("none", &self.baseline);
        for curve in &self.filters {
            curve.points.iter().for_each(|row| line(curve.filter, row));
        }
        self.filters.iter().for_each(|curve| text += &curve.conclusion());
        text
    }

    pub(super) fn csv(&self) -> String {
        let mut text = String::from(
            "filter,switch,games,black_wins,draws,wins,low,high,fitted,moves,playouts,playouts_by_arithmetic,saved,saved_by_arithmetic\n",
        );
        let mut line = |filter: &str, row: &Row| {
            let switch = row.switch.map_or(String::new(), |switch| switch.to_string());
            let fitted = row.fitted.map_or(String::new(), |value| format!("{value:.5}"));
            let _ = writeln!(
                text,
                "{filter},{switch},{},{},{},{:.5},{:.5},{:.5},{fitted},{:.2},{:.1},{},{:.5},{:.5}",
                row.games,
                row.black_wins,
                row.draws,
                row.wins,
                row.low,
                row.high,
                row.moves,
                row.playouts,
                row.playouts_by_arithmetic,
                row.saved,
                row.saved_by_arithmetic
            );
        };
        line("none", &self.baseline);
        for curve in &self.filters {
            curve.points.iter().for_each(|row| line(curve.filter, row));
        }
        text
    }
}
