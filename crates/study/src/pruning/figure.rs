//! The curves of the study as SVG, in the manner of the paper's figures 3 and 4: wins on the left axis, playouts on the right, switching
//! points from high to low. Dots are what was measured, larger for more games; lines are the curves that rise and fall once and fit them best.

use std::fmt::Write as _;

use super::report::{Curve, Report};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 54.0;
const BOTTOM: f64 = 56.0;

/// One for each filter, to be told apart in print too (by the dashes).
const COLORS: [&str; 10] = [
    "#777777", "#1f5fa8", "#c22222", "#2a8f3c", "#8a4fb0", "#d07a00", "#008b8b", "#a0522d", "#e0559d",
    "#444400",
];
const DASHES: [&str; 4] = ["", "6 3", "2 2", "8 3 2 3"];

struct Axes {
    /// The highest and the lowest switching point.
    high: f64,
    low: f64,
    /// The most playouts.
    most: f64,
}

impl Axes {
    fn x(&self, switch: u32) -> f64 {
        let span = (self.high - self.low).max(1.0);
        LEFT + (self.high - f64::from(switch)) / span * (WIDTH - LEFT - RIGHT)
    }

    fn playouts(&self, playouts: f64) -> f64 {
        share(playouts / self.most)
    }
}

/// The height of a share of the axis.
fn share(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
}

/// A round number near a fraction of a span.
fn step(span: f64, parts: f64) -> f64 {
    let rough = (span / parts).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&n| n >= rough).unwrap_or(rough)
}

/// The curves of all filters, or of one with its intervals and its border.
pub(super) fn curves(report: &Report, only: Option<&Curve>) -> String {
    let drawn: Vec<&Curve> = only.map_or_else(|| report.filters.iter().collect(), |curve| vec![curve]);
    let rows = || drawn.iter().flat_map(|curve| &curve.points);
    let switches = || rows().filter_map(|row| row.switch).map(f64::from);
    let playouts = |row: &super::report::Row| row.playouts.max(row.playouts_by_arithmetic as f64);
    let axes = Axes {
        high: switches().fold(f64::from(report.size * report.size).min(2.0), f64::max),
        low: switches().fold(f64::from(report.size * report.size), f64::min),
        most: rows().map(playouts).fold(playouts(&report.baseline), f64::max).max(1.0),
    };
    let mut svg = frame(report, &axes, only.map(|curve| curve.filter));
    for curve in &drawn {
        draw(&mut svg, &axes, curve, only.is_some());
    }
    for (i, curve) in drawn.iter().enumerate() {
        let (x, y) = (LEFT + 10.0 + 74.0 * (i % 8) as f64, TOP - 4.0 - 13.0 * (i / 8) as f64);
        let (color, dash) = style(curve);
        let _ = write!(
            svg,
            r##"<path d="M{x} {y}h22" stroke="{color}" stroke-width="2" stroke-dasharray="{dash}"/><text x="{}" y="{}">{}</text>"##,
            x + 26.0,
            y + 4.0,
            curve.filter
        );
    }
    svg + "</svg>\n"
}

fn style(curve: &Curve) -> (&'static str, &'static str) {
    let number = keisei::filter::Filter::ALL.iter().position(|f| f.name() == curve.filter).unwrap_or(0);
    (COLORS[number % COLORS.len()], DASHES[number % DASHES.len()])
}

/// Axes, labels and the baseline.
fn frame(report: &Report, axes: &Axes, filter: Option<&str>) -> String {
    let title = match filter {
        Some(filter) => format!("{filter}, {}", report.title()),
        None => report.title(),
    };
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{0}" y="16" font-size="14" text-anchor="middle">{title}</text><text x="{0}" y="{1}" text-anchor="middle">switching point</text>"##,
        WIDTH / 2.0,
        HEIGHT - 12.0,
    );
    let (right, bottom) = (WIDTH - RIGHT, share(0.0));
    for tenth in 0..=10 {
        let y = share(f64::from(tenth) / 10.0);
        let _ = write!(
            svg,
            r##"<path d="M{LEFT} {y:.1}H{right}" stroke="#e4e4e4"/><text x="{}" y="{:.1}" text-anchor="end">{} %</text>"##,
            LEFT - 6.0,
            y + 4.0,
            10 * tenth
        );
    }
    let playouts = step(axes.most, 6.0);
    for level in (0..).map(|i| f64::from(i) * playouts).take_while(|&level| level <= axes.most) {
        let y = axes.playouts(level);
        let _ = write!(
            svg,
            r##"<path d="M{right} {y:.1}h5" stroke="#888"/><text x="{}" y="{:.1}">{level:.0}</text>"##,
            right + 8.0,
            y + 4.0
        );
    }
    let every = step(axes.high - axes.low, 9.0).max(1.0) as u32;
    for switch in (axes.low as u32..=axes.high as u32).filter(|switch| switch % every == 0) {
        let x = axes.x(switch);
        let _ = write!(
            svg,
            r##"<path d="M{x:.1} {bottom}v5" stroke="#888"/><text x="{x:.1}" y="{}" text-anchor="middle">{switch}</text>"##,
            bottom + 18.0
        );
    }
    let level = share(report.baseline.wins);
    let (top, height) =
        (share(report.baseline.high), share(report.baseline.low) - share(report.baseline.high));
    let _ = write!(
        svg,
        r##"<rect x="{LEFT}" y="{top:.1}" width="{:.1}" height="{height:.1}" fill="#000" fill-opacity="0.07"/><path d="M{LEFT} {level:.1}H{right}" stroke="#000" stroke-dasharray="1 3"/><text x="{}" y="{:.1}" text-anchor="end" font-size="10">no filter: {:.1} %</text><text transform="translate(14 {}) rotate(-90)" text-anchor="middle">wins</text><text transform="translate({} {}) rotate(-90)" text-anchor="middle">playouts a game (thinnest: by arithmetic)</text>"##,
        right - LEFT,
        right - 4.0,
        level - 4.0,
        100.0 * report.baseline.wins,
        HEIGHT / 2.0,
        WIDTH - 10.0,
        HEIGHT / 2.0
    );
    svg
}

fn draw(svg: &mut String, axes: &Axes, curve: &Curve, details: bool) {
    let (color, dash) = style(curve);
    let dash = if details { "" } else { dash };
    let line = |points: Vec<String>, width: f64, opacity: f64| {
        format!(
            r##"<polyline points="{}" fill="none" stroke="{color}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-dasharray="{dash}"/>"##,
            points.join(" ")
        )
    };
    let points = |height: &dyn Fn(&super::report::Row) -> f64| -> Vec<String> {
        let point = |row: &super::report::Row| {
            row.switch.map(|switch| format!("{:.1},{:.1}", axes.x(switch), height(row)))
        };
        curve.points.iter().filter_map(point).collect()
    };
    // Together the measured playouts would be a tangle: they are nearly the same for all filters.
    *svg += &line(points(&|row| axes.playouts(row.playouts_by_arithmetic as f64)), 0.7, 0.5);
    if details {
        *svg += &line(points(&|row| axes.playouts(row.playouts)), 1.2, 0.45);
    }
    *svg += &line(points(&|row| share(row.fitted.unwrap_or(row.wins))), 2.0, 1.0);
    for row in &curve.points {
        let Some(x) = row.switch.map(|switch| axes.x(switch)) else { continue };
        let (opacity, radius) = (if details { 0.8 } else { 0.3 }, 1.0 + (row.games as f64).sqrt() / 8.0);
        let _ = write!(
            svg,
            r##"<circle cx="{x:.1}" cy="{:.1}" r="{radius:.1}" fill="{color}" fill-opacity="{opacity}"/>"##,
            share(row.wins)
        );
    }
    if !details {
        return;
    }
    for row in &curve.points {
        let Some(x) = row.switch.map(|switch| axes.x(switch)) else { continue };
        let _ = write!(
            svg,
            r##"<path d="M{x:.1} {:.1}V{:.1}" stroke="{color}" stroke-opacity="0.5"/>"##,
            share(row.low),
            share(row.high)
        );
    }
    if let Some(border) = curve.border {
        let x = axes.x(border);
        let (anchor, offset) = if x > WIDTH / 2.0 { ("end", -4.0) } else { ("start", 4.0) };
        let _ = write!(
            svg,
            r##"<path d="M{x:.1} {:.1}V{TOP}" stroke="#000" stroke-dasharray="4 3"/><text x="{:.1}" y="{}" text-anchor="{anchor}" font-size="10">border {border}</text>"##,
            share(0.0),
            x + offset,
            share(0.0) - 6.0
        );
    }
}

#[cfg(test)]
mod tests {
    use keisei::filter::Filter;
    use keisei_goban::{Komi, Size};

    use super::super::state::Study;
    use super::super::trial::{Arm, Settings};
    use super::*;

    /// Another program's parser reads them, also if there is next to nothing to draw.
    #[test]
    fn pictures_can_be_read() {
        let settings =
            Settings { size: Size::square(4).unwrap(), playouts: 1, komi: Komi::default(), seed: 1 };
        let filters = [Filter::Random, Filter::Pf4, Filter::Pf9];
        for (filters, switches) in [(&filters[..], &[16, 9, 5, 2][..]), (&filters, &[9]), (&[], &[])] {
            let mut study = Study::begin(settings, None, 1).unwrap();
            let arms = filters.iter().flat_map(|&f| switches.iter().map(move |&s| (Arm::with(f, s), 4)));
            study.play([(Arm::BASELINE, 4)].into_iter().chain(arms).collect()).unwrap();
            let report = Report::new(&study, filters, switches);
            for only in report.filters.iter().map(Some).chain([None]) {
                let svg = curves(&report, only);
                #[cfg(feature = "png")]
                assert!(keisei_view::png::render(&svg).is_ok(), "{svg}");
                let (lines, dots) = match only {
                    Some(_) => (3, switches.len()),
                    None => (2 * filters.len(), filters.len() * switches.len()),
                };
                assert_eq!(svg.matches("<polyline").count(), lines);
                assert_eq!(svg.matches("<circle").count(), dots);
            }
        }
    }

    #[test]
    fn steps_are_round() {
        assert_eq!([79.0, 5.0, 168_000.0].map(|span| step(span, 8.0)), [10.0, 1.0, 50_000.0]);
    }
}
