//! Thermographs as SVG, the customary way: values decrease to the right, so that Left's wall is on
//! the left; temperature goes up. Both have the same scale, so that walls stand upright or at 45
//! degrees.

use keisei_cgt::{Side, Thermograph, WallPoint};

use crate::chart::{Axis, Chart, Plot, Stroke, Words, round_step};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
/// The field of the graph.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 410.0;
/// The mast goes on above its foot by this share of the temperature.
const MAST: f64 = 0.4;
/// Lines of the grid, at most, along the longer side.
const LINES: f64 = 12.0;
const GRID: &str = "#e4e4e4";
const MAST_INK: &str = "#1f5fa8";

/// Draws a thermograph.
pub fn draw(title: &str, thermograph: &Thermograph) -> String {
    let foot = thermograph.temperature().to_f64().max(0.0);
    let [left, right] = [Side::Left, Side::Right].map(|side| ground(thermograph, side).value.to_f64());
    // An infinitesimal or a number has a mast only; it is drawn with a degree above and a unit to
    // both sides.
    let width = (left - right).max(foot).max(1.0);
    let height = if foot > 0.0 { foot * (1.0 + MAST) } else { 1.0 };
    let scale = ((RIGHT - LEFT) / (width * 1.3)).min((BOTTOM - TOP) / height);
    let middle = (left + right) / 2.0;
    let half = (RIGHT - LEFT) / scale / 2.0;
    let plot = Plot {
        x: Axis { values: (middle + half, middle - half), pixels: (LEFT, RIGHT) },
        y: Axis { values: (0.0, (BOTTOM - TOP) / scale), pixels: (BOTTOM, TOP) },
    };
    let mut chart = Chart::new(WIDTH, HEIGHT, "#fff");
    caption(&mut chart, title, thermograph);
    let step = step(2.0 * half / LINES);
    for value in plot.x.marks(step) {
        plot.column(&mut chart, value, GRID, value);
    }
    for temperature in plot.y.marks(step) {
        let ink = if temperature == 0.0 { "#555" } else { GRID };
        plot.level(&mut chart, temperature, ink, temperature);
    }
    walls(&mut chart, &plot, thermograph);
    mast(&mut chart, plot.at(thermograph.mast().to_f64(), foot));
    chart.end()
}

/// Where a wall stands on the ground: the stop.
fn ground(thermograph: &Thermograph, side: Side) -> WallPoint {
    thermograph.wall(side).corners()[0]
}

/// The distance of grid lines: a half, a quarter, … where they are close, since values are dyadic.
fn step(least: f64) -> f64 {
    if least > 1.0 {
        return round_step(least, 1.0);
    }
    0.5f64.powi(least.max(1e-18).log2().abs().floor() as i32)
}

fn caption(chart: &mut Chart, title: &str, thermograph: &Thermograph) {
    let size = 19.0_f64.min(WIDTH * 1.7 / title.chars().count().max(1) as f64);
    let (mean, temperature) = (thermograph.mast(), thermograph.temperature());
    chart.text(WIDTH / 2.0, 30.0, Words::MIDDLE.sized(size), title);
    let numbers = format!("mean {mean}, temperature {temperature}");
    chart.text(WIDTH / 2.0, 52.0, Words::MIDDLE.sized(13.0), numbers);
    let below = ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0);
    chart.text(below.0, below.1, Words::MIDDLE.sized(13.0), "value (Left's on the left)");
    chart.text(LEFT + 24.0, TOP - 12.0, Words::END.sized(13.0), "temperature");
}

fn walls(chart: &mut Chart, plot: &Plot, thermograph: &Thermograph) {
    for (side, ink) in [(Side::Left, "#111"), (Side::Right, "#c0392b")] {
        let corners = thermograph.wall(side).corners();
        let places = corners.iter().map(|corner| (corner.value.to_f64(), corner.temperature.to_f64()));
        if corners.len() > 1 {
            plot.curve(chart, places, Stroke::new(ink, 2.6));
        }
        let hides_left_stop = side == Side::Right && corners[0] == ground(thermograph, Side::Left);
        if !hides_left_stop {
            let value = corners[0].value;
            let x = plot.x.at(value.to_f64());
            chart.dot((x, BOTTOM), 4.0, ink, 1.0);
            chart.text(x, BOTTOM + 36.0, Words::MIDDLE.sized(13.0).inked(ink).bold(), value);
        }
    }
}

/// Upwards without end: an arrow.
fn mast(chart: &mut Chart, foot: (f64, f64)) {
    let (x, stroke) = (foot.0, Stroke::new(MAST_INK, 2.6));
    chart.rule(foot, (x, TOP), stroke);
    chart.rule((x, TOP - 1.0), (x - 6.0, TOP + 9.0), stroke);
    chart.rule((x, TOP - 1.0), (x + 6.0, TOP + 9.0), stroke);
    chart.dot(foot, 4.0, MAST_INK, 1.0);
}
