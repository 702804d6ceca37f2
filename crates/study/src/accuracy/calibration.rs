//! Whether what is said to be so likely happens so often.

use std::fmt::Write as _;

use keisei::Ownership;
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
    let (width, height) = (2.0 * SIDE + 3.0 * MARGIN, SIDE + 2.0 * MARGIN + 18.0 * calibrations.len() as f64);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>"##
    );
    for (place, title) in ["Black owns the point", "Black wins the game"].into_iter().enumerate() {
        let left = MARGIN + place as f64 * (SIDE + MARGIN);
        let (x, y) = (|v: f64| left + v * SIDE, |v: f64| MARGIN + (1.0 - v) * SIDE);
        let _ = write!(
            svg,
            r##"<text x="{}" y="30" font-size="15" text-anchor="middle">{title}</text><text x="{}" y="{}" text-anchor="middle">said</text><path d="M{} {}L{} {}" stroke="#999" stroke-dasharray="4 3"/>"##,
            x(0.5),
            x(0.5),
            y(0.0) + 34.0,
            x(0.0),
            y(0.0),
            x(1.0),
            y(1.0)
        );
        for tick in 0..=5 {
            let v = f64::from(tick) / 5.0;
            let _ = write!(
                svg,
                r##"<path d="M{} {}H{}M{} {}V{}" stroke="#ddd"/><text x="{}" y="{}" text-anchor="end">{v}</text><text x="{}" y="{}" text-anchor="middle">{v}</text>"##,
                x(0.0),
                y(v),
                x(1.0),
                x(v),
                y(0.0),
                y(1.0),
                x(0.0) - 6.0,
                y(v) + 4.0,
                x(v),
                y(0.0) + 16.0
            );
        }
        for ((_, calibration), ink) in calibrations.iter().zip(INKS.iter().cycle()) {
            let bins = if place == 0 { &calibration.points } else { &calibration.games };
            let means = bins.iter().filter(|bin| bin.number > 0.0);
            let points: Vec<(f64, f64)> =
                means.map(|bin| (x(bin.said / bin.number), y(bin.label / bin.number))).collect();
            let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = write!(
                svg,
                r##"<polyline points="{}" fill="none" stroke="{ink}" stroke-width="1.6"/>"##,
                line.join(" ")
            );
            for (x, y) in points {
                let _ = write!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{ink}"/>"##);
            }
        }
    }
    for (k, ((name, _), ink)) in calibrations.iter().zip(INKS.iter().cycle()).enumerate() {
        let y = SIDE + 2.0 * MARGIN + 4.0 + 18.0 * k as f64;
        let _ = write!(
            svg,
            r##"<path d="M{MARGIN} {y}h24" stroke="{ink}" stroke-width="2"/><text x="{}" y="{}">{name}</text>"##,
            MARGIN + 30.0,
            y + 4.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}
