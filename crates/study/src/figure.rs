//! The curves of the prediction study, as SVG.

use std::fmt::Write as _;

use super::prediction::Tally;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 50.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 20.0;

struct Axes {
    svg: String,
}

fn x_of(percentile: f64) -> f64 {
    LEFT + percentile / 100.0 * (WIDTH - LEFT - RIGHT)
}

/// The height of a share of the axis.
fn y_of(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
}

impl Axes {
    fn new(title: &str, below: &str) -> Axes {
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{}" y="22" font-size="15" text-anchor="middle">{title}</text><text x="{}" y="{}" text-anchor="middle">{below}</text>"##,
            WIDTH / 2.0,
            WIDTH / 2.0,
            HEIGHT - 10.0,
        );
        for percentile in (0..=100).step_by(10) {
            let (x, bottom) = (x_of(f64::from(percentile)), y_of(0.0));
            let _ = write!(
                svg,
                r##"<path d="M{x} {bottom}V{}" stroke="#ddd"/><text x="{x}" y="{}" text-anchor="middle">{percentile}</text>"##,
                y_of(1.0),
                bottom + 16.0
            );
        }
        Axes { svg }
    }

    fn level(&mut self, share: f64, label: &str) {
        let y = y_of(share);
        let _ = write!(
            self.svg,
            r##"<path d="M{LEFT} {y:.1}H{}" stroke="#ddd"/><text x="{}" y="{:.1}" text-anchor="end">{label}</text>"##,
            x_of(100.0),
            LEFT - 6.0,
            y + 4.0
        );
    }

    fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> =
            points.map(|(x, share)| format!("{:.1},{:.1}", x_of(x), y_of(share))).collect();
        let _ = write!(
            self.svg,
            r##"<polyline points="{}" fill="none" stroke="#1f5fa8" stroke-width="1.8"/>"##,
            points.join(" ")
        );
    }

    fn end(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// How many played moves fell into each percentile.
pub(super) fn histogram(title: &str, counts: &[u64], logarithmic: bool) -> String {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let mut axes = Axes::new(title, "percentile of the played move (99: ranked best)");
    let share = |count: f64| {
        // Below one position there is nothing: the logarithmic axis begins at a half.
        if logarithmic { (count.max(0.5) * 2.0).ln() / (most * 2.0).ln().max(1e-9) } else { count / most }
    };
    if logarithmic {
        for level in (0..9).map(|n| 10f64.powi(n)).take_while(|level| *level <= most) {
            axes.level(share(level), &format!("{level}"));
        }
    } else {
        for quarter in 0..=4 {
            let level = most * f64::from(quarter) / 4.0;
            axes.level(share(level), &format!("{level:.0}"));
        }
    }
    axes.curve(counts.iter().enumerate().map(|(x, &count)| (x as f64 + 0.5, share(count as f64))));
    axes.end()
}

/// The survival function, with the paper's point at 85 % marked.
pub(super) fn survival(title: &str, tally: &Tally) -> String {
    let mut axes = Axes::new(title, "worst moves dropped, %");
    for fifth in 0..=5 {
        axes.level(f64::from(fifth) / 5.0, &format!("{} %", fifth * 20));
    }
    axes.curve((0..=100).map(|x| (x as f64, tally.survival(x))));
    let kept = tally.survival(85);
    let _ = write!(
        axes.svg,
        r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="#c22"/><text x="{:.1}" y="{:.1}" text-anchor="end">R(85) = {:.0} %</text>"##,
        x_of(85.0),
        y_of(kept),
        x_of(84.0),
        y_of(kept) + 16.0,
        100.0 * kept
    );
    axes.end()
}
