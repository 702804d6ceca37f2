//! The curves of the prediction study, as SVG.

use keisei_view::chart::{Axis, Chart, FAINT, Plot, Stroke, Words};

use super::prediction::Tally;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const INK: Stroke<'static> = Stroke::new("#1f5fa8", 1.8);

/// A sheet with percentiles below; heights are shares of the axis.
fn sheet(title: &str, below: &str) -> (Chart, Plot) {
    let mut chart = Chart::new(WIDTH, HEIGHT, "#fff");
    chart.text(WIDTH / 2.0, 22.0, Words::MIDDLE.sized(15.0), title);
    chart.text(WIDTH / 2.0, HEIGHT - 10.0, Words::MIDDLE, below);
    let plot = Plot {
        x: Axis { values: (0.0, 100.0), pixels: (70.0, WIDTH - 20.0) },
        y: Axis { values: (0.0, 1.0), pixels: (HEIGHT - 50.0, 40.0) },
    };
    for percentile in plot.x.marks(10.0) {
        plot.column(&mut chart, percentile, FAINT, percentile);
    }
    (chart, plot)
}

/// How many played moves fell into each percentile.
pub(super) fn histogram(title: &str, counts: &[u64], logarithmic: bool) -> String {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let (mut chart, plot) = sheet(title, "percentile of the played move (99: ranked best)");
    let share = |count: f64| {
        // Below one position there is nothing: the logarithmic axis begins at a half.
        if logarithmic { (count.max(0.5) * 2.0).ln() / (most * 2.0).ln().max(1e-9) } else { count / most }
    };
    if logarithmic {
        for level in (0..9).map(|n| 10f64.powi(n)).take_while(|level| *level <= most) {
            plot.level(&mut chart, share(level), FAINT, level);
        }
    } else {
        for level in (0..=4).map(|quarter| most * f64::from(quarter) / 4.0) {
            plot.level(&mut chart, share(level), FAINT, format_args!("{level:.0}"));
        }
    }
    let heights = counts.iter().enumerate().map(|(x, &count)| (x as f64 + 0.5, share(count as f64)));
    plot.curve(&mut chart, heights, INK);
    chart.end()
}

/// The survival function, with the paper's point at 85 % marked.
pub(super) fn survival(title: &str, tally: &Tally) -> String {
    let (mut chart, plot) = sheet(title, "worst moves dropped, %");
    for fifth in 0..=5 {
        plot.level(&mut chart, f64::from(fifth) / 5.0, FAINT, format_args!("{} %", fifth * 20));
    }
    plot.curve(&mut chart, (0..=100).map(|x| (x as f64, tally.survival(x))), INK);
    let kept = tally.survival(85);
    let (x, y) = plot.at(85.0, kept);
    chart.dot((x, y), 4.0, "#c22", 1.0);
    chart.text(x - 6.0, y + 16.0, Words::END, format_args!("R(85) = {:.0} %", 100.0 * kept));
    chart.end()
}
