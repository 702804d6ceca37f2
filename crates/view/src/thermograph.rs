//! Thermographs as SVG, the customary way: values decrease to the right, so that Left's wall is on the left; temperature goes up. Both
//! have the same scale, so that walls stand upright or at 45 degrees.

use std::fmt::Write as _;

use keisei_cgt::{Dyadic, Side, Thermograph, WallPoint};

use crate::svg::escape;

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

struct Frame {
    /// The value in the middle, and pixels to a unit.
    middle: f64,
    scale: f64,
    step: f64,
    svg: String,
}

/// The picture.
pub fn draw(title: &str, thermograph: &Thermograph) -> String {
    let foot = thermograph.temperature().to_f64().max(0.0);
    let values = [Side::Left, Side::Right].map(|side| thermograph.wall(side).corners()[0].value.to_f64());
    // An infinitesimal or a number has a mast only; it is drawn with a degree above and a unit to both sides.
    let (width, height) =
        ((values[0] - values[1]).max(foot).max(1.0), if foot > 0.0 { foot * (1.0 + MAST) } else { 1.0 });
    let scale = ((RIGHT - LEFT) / (width * 1.3)).min((BOTTOM - TOP) / height);
    let step = step((RIGHT - LEFT) / scale / LINES);
    let mut frame = Frame { middle: (values[0] + values[1]) / 2.0, scale, step, svg: String::new() };
    frame.open(title, thermograph);
    frame.grid();
    frame.walls(thermograph, foot);
    frame.svg.push_str("</svg>\n");
    frame.svg
}

/// The distance of grid lines: 1, 2 or 5 times a power of ten, or a half, a quarter, … below 1.
fn step(least: f64) -> f64 {
    if least <= 1.0 {
        return 0.5f64.powi(least.max(1e-18).log2().abs().floor() as i32);
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&n| n >= least).unwrap_or(least)
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        (LEFT + RIGHT) / 2.0 + (self.middle - value) * self.scale
    }

    fn y(&self, temperature: f64) -> f64 {
        BOTTOM - temperature * self.scale
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    fn open(&mut self, title: &str, thermograph: &Thermograph) {
        let title = escape(title);
        let size = 19.0_f64.min(WIDTH * 1.7 / title.chars().count().max(1) as f64);
        let (mean, temperature) = (thermograph.mast(), thermograph.temperature());
        let middle = WIDTH / 2.0;
        self.add(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="13" fill="#222"><title>{title}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>
<text x="{middle}" y="30" font-size="{size:.1}" text-anchor="middle">{title}</text>
<text x="{middle}" y="52" text-anchor="middle">mean {mean}, temperature {temperature}</text>
<text x="{}" y="{}" text-anchor="middle">value (Left's on the left)</text>
<text x="{}" y="{}" text-anchor="end">temperature</text>"##,
            (LEFT + RIGHT) / 2.0,
            HEIGHT - 10.0,
            LEFT + 24.0,
            TOP - 12.0,
        ));
    }

    fn grid(&mut self) {
        let (low, high) = (self.value_at(RIGHT), self.value_at(LEFT));
        for line in (low / self.step).ceil() as i64..=(high / self.step).floor() as i64 {
            let value = line as f64 * self.step;
            let x = self.x(value);
            self.add(format_args!(
                r##"<path d="M{x:.1} {BOTTOM}V{TOP}" stroke="#e4e4e4"/><text x="{x:.1}" y="{}" text-anchor="middle" fill="#777">{value}</text>"##,
                BOTTOM + 20.0
            ));
        }
        let highest = (BOTTOM - TOP) / self.scale;
        for line in 0..=(highest / self.step).floor() as i64 {
            let temperature = line as f64 * self.step;
            let (y, color) = (self.y(temperature), if line == 0 { "#555" } else { "#e4e4e4" });
            self.add(format_args!(
                r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="{color}"/><text x="{}" y="{:.1}" text-anchor="end" fill="#777">{temperature}</text>"##,
                LEFT - 8.0,
                y + 4.5
            ));
        }
    }

    fn value_at(&self, x: f64) -> f64 {
        self.middle - (x - (LEFT + RIGHT) / 2.0) / self.scale
    }

    fn walls(&mut self, thermograph: &Thermograph, foot: f64) {
        for (side, color) in [(Side::Left, "#111"), (Side::Right, "#c0392b")] {
            let corners = thermograph.wall(side).corners();
            let points: Vec<String> = corners.iter().map(|&corner| self.point(corner)).collect();
            if points.len() > 1 {
                self.add(format_args!(
                    r##"<polyline points="{}" fill="none" stroke="{color}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/>"##,
                    points.join(" ")
                ));
            }
            let hides_left_stop =
                side == Side::Right && corners[0] == thermograph.wall(Side::Left).corners()[0];
            if !hides_left_stop {
                self.stop(corners[0], color);
            }
        }
        let (x, bottom) = (self.x(thermograph.mast().to_f64()), self.y(foot));
        // Upwards without end: an arrow.
        self.add(format_args!(
            r##"<path d="M{x:.1} {bottom:.1}V{TOP}" stroke="#1f5fa8" stroke-width="2.6"/><path d="M{:.1} {}L{x:.1} {}L{:.1} {}" fill="none" stroke="#1f5fa8" stroke-width="2.6" stroke-linejoin="round"/><circle cx="{x:.1}" cy="{bottom:.1}" r="4" fill="#1f5fa8"/>"##,
            x - 6.0,
            TOP + 9.0,
            TOP - 1.0,
            x + 6.0,
            TOP + 9.0,
        ));
    }

    fn point(&self, corner: WallPoint) -> String {
        format!("{:.1},{:.1}", self.x(corner.value.to_f64()), self.y(corner.temperature.to_f64()))
    }

    /// Where a wall stands on the ground: the stop.
    fn stop(&mut self, corner: WallPoint, color: &str) {
        let WallPoint { temperature, value } = corner;
        debug_assert_eq!(temperature, Dyadic::ZERO);
        let x = self.x(value.to_f64());
        self.add(format_args!(
            r##"<circle cx="{x:.1}" cy="{BOTTOM}" r="4" fill="{color}"/><text x="{x:.1}" y="{}" text-anchor="middle" font-weight="bold" fill="{color}">{value}</text>"##,
            BOTTOM + 36.0
        ));
    }
}
