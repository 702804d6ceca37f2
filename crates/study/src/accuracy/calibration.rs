//! Whether what is said to be so likely happens so often.

use std::fmt::Write as _;

use keisei::Ownership;
use keisei_view::chart::{Axis, Chart, FAINT, Plot, Stroke, Words};
use serde::Serialize;

use super::super::labelled::Labelled;

/// Probabilities are put together by tenths.
const TENTHS: usize = 10;

/// Predictions of about the same probability.
#[derive(Clone, Copy, Default, Serialize, Debug)]
struct Bin {
    /// How many.
    number: f64,
    /// The sum of what was said, of which the mean is shown.
    said: f64,
    /// The sum of the labels.
    label: f64,
}

/// Of points (Black owns it) and of games (Black wins), by tenths of the probability.
#[derive(Clone, Copy, Default, Serialize, Debug)]
pub(super) struct Calibration {
    points: [Bin; TENTHS],
    games: [Bin; TENTHS],
}

fn add(bins: &mut [Bin; TENTHS], said: f64, label: f64) {
    let bin = &mut bins[((said * TENTHS as f64) as usize).min(TENTHS - 1)];
    *bin = Bin { number: bin.number + 1.0, said: bin.said + said, label: bin.label + label };
}

impl Calibration {
    /// Of one position.
    pub(super) fn of(label: &Labelled, ownership: &Ownership, black_wins: Option<f64>) -> Calibration {
        let mut calibration = Calibration::default();
        let share = |own: f32| (f64::from(own) + 1.0) / 2.0;
        for (said, label) in ownership.row_major().zip(&label.ownership) {
            add(&mut calibration.points, share(said), share(*label));
        }
        if let Some(said) = black_wins {
            add(&mut calibration.games, said, label.black_wins);
        }
        calibration
    }

    pub(super) fn and(mut self, other: &Calibration) -> Calibration {
        let bins = self.points.iter_mut().chain(&mut self.games);
        for (bin, more) in bins.zip(other.points.iter().chain(&other.games)) {
            *bin = Bin {
                number: bin.number + more.number,
                said: bin.said + more.said,
                label: bin.label + more.label,
            };
        }
        self
    }

    /// A line for each tenth.
    pub(super) fn table(&self) -> String {
        let mut text =
            String::from("  said (tenths)   points: number   said  label   games: number   said  label\n");
        let means = |bin: &Bin| match bin.number {
            0.0 => format!("{:>15}{:>7}{:>7}", 0, "-", "-"),
            n => format!("{n:>15.0}{:>7.3}{:>7.3}", bin.said / n, bin.label / n),
        };
        for (tenth, (points, games)) in self.points.iter().zip(&self.games).enumerate() {
            let (from, to) = (tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0);
            let _ = writeln!(text, "  {from:.1} to {to:.1}    {}{}", means(points), means(games));
        }
        text
    }
}

const SIDE: f64 = 320.0;
const MARGIN: f64 = 52.0;
const INKS: [&str; 6] = ["#1f5fa8", "#b4541a", "#2f7d32", "#7b3fa0", "#a01f3c", "#5c5c5c"];

/// Two curves: points on the left, games on the right. On the diagonal all is as it is said to be.
pub(super) fn draw(calibrations: &[(&str, &Calibration)]) -> String {
    let height = SIDE + 2.0 * MARGIN + 18.0 * calibrations.len() as f64;
    let mut chart = Chart::new(2.0 * SIDE + 3.0 * MARGIN, height, "#fff");
    for (place, title) in ["Black owns the point", "Black wins the game"].into_iter().enumerate() {
        let left = MARGIN + place as f64 * (SIDE + MARGIN);
        let plot = Plot {
            x: Axis { values: (0.0, 1.0), pixels: (left, left + SIDE) },
            y: Axis { values: (0.0, 1.0), pixels: (MARGIN + SIDE, MARGIN) },
        };
        for tick in (0..=5).map(|tick| f64::from(tick) / 5.0) {
            plot.level(&mut chart, tick, FAINT, tick);
            plot.column(&mut chart, tick, FAINT, tick);
        }
        chart.rule(plot.at(0.0, 0.0), plot.at(1.0, 1.0), Stroke::new("#999", 1.0).dashed("4 3"));
        chart.text(plot.x.at(0.5), 30.0, Words::MIDDLE.sized(15.0), title);
        chart.text(plot.x.at(0.5), MARGIN + SIDE + 34.0, Words::MIDDLE, "said");
        for ((_, calibration), ink) in calibrations.iter().zip(INKS.iter().cycle()) {
            let bins = if place == 0 { &calibration.points } else { &calibration.games };
            let means = bins.iter().filter(|bin| bin.number > 0.0);
            let means: Vec<(f64, f64)> =
                means.map(|bin| (bin.said / bin.number, bin.label / bin.number)).collect();
            plot.curve(&mut chart, means.iter().copied(), Stroke::new(ink, 1.6));
            for (said, label) in means {
                chart.dot(plot.at(said, label), 3.0, ink, 1.0);
            }
        }
    }
    for (k, ((name, _), ink)) in calibrations.iter().zip(INKS.iter().cycle()).enumerate() {
        let y = SIDE + 2.0 * MARGIN + 4.0 + 18.0 * k as f64;
        chart.rule((MARGIN, y), (MARGIN + 24.0, y), Stroke::new(ink, 2.0));
        chart.text(MARGIN + 30.0, y + 4.0, Words::START, name);
    }
    chart.end()
}
