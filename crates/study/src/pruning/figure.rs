//! The curves of the study as SVG, in the manner of the paper's figures 3 and 4: wins on the left
//! axis, playouts on the right, switching points from high to low. Dots are what was measured,
//! larger for more games; lines are the curves that rise and fall once and fit them best.

use keisei_view::chart::{Axis, Chart, Plot, Stroke, Words, round_step};

use super::report::{Curve, Report, Row};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 54.0;

/// One for each filter, to be told apart in print too (by the dashes).
const COLORS: [&str; 10] = [
    "#777777", "#1f5fa8", "#c22222", "#2a8f3c", "#8a4fb0", "#d07a00", "#008b8b", "#a0522d", "#e0559d",
    "#444400",
];
const DASHES: [&str; 4] = ["", "6 3", "2 2", "8 3 2 3"];

/// The two ways to read a height: as a share of wins, and as playouts.
struct Plots {
    wins: Plot,
    playouts: Plot,
}

/// The curves of all filters, or of one with its intervals and its border.
pub(super) fn curves(report: &Report, only: Option<&Curve>) -> String {
    let drawn: Vec<&Curve> = only.map_or_else(|| report.filters.iter().collect(), |curve| vec![curve]);
    let rows = || drawn.iter().flat_map(|curve| &curve.points);
    let switches = || rows().filter_map(|row| row.switch).map(f64::from);
    let playouts = |row: &Row| row.playouts.max(row.playouts_by_arithmetic as f64);
    let all = f64::from(report.size * report.size);
    let (high, low) = (switches().fold(all.min(2.0), f64::max), switches().fold(all, f64::min));
    let most = rows().map(playouts).fold(playouts(&report.baseline), f64::max).max(1.0);
    let x = Axis { values: (high, low), pixels: (LEFT, WIDTH - 90.0) };
    let pixels = (HEIGHT - 56.0, TOP);
    let plots = Plots {
        wins: Plot { x, y: Axis { values: (0.0, 1.0), pixels } },
        playouts: Plot { x, y: Axis { values: (0.0, most), pixels } },
    };
    let mut chart = frame(report, &plots, only.map(|curve| curve.filter));
    for curve in &drawn {
        draw(&mut chart, &plots, curve, only.is_some());
    }
    for (i, curve) in drawn.iter().enumerate() {
        let (x, y) = (LEFT + 10.0 + 74.0 * (i % 8) as f64, TOP - 4.0 - 13.0 * (i / 8) as f64);
        chart.rule((x, y), (x + 22.0, y), style(curve));
        chart.text(x + 26.0, y + 4.0, Words::START, curve.filter);
    }
    chart.end()
}

fn style(curve: &Curve) -> Stroke<'static> {
    let number = keisei::filter::Filter::ALL.iter().position(|f| f.name() == curve.filter).unwrap_or(0);
    Stroke::new(COLORS[number % COLORS.len()], 2.0).dashed(DASHES[number % DASHES.len()])
}

/// Axes, labels and the baseline.
fn frame(report: &Report, plots: &Plots, filter: Option<&str>) -> Chart {
    let title = match filter {
        Some(filter) => format!("{filter}, {}", report.title()),
        None => report.title(),
    };
    let Plots { wins, playouts } = plots;
    let mut chart = Chart::new(WIDTH, HEIGHT, "#fff");
    chart.text(WIDTH / 2.0, 16.0, Words::MIDDLE.sized(14.0), title);
    chart.text(WIDTH / 2.0, HEIGHT - 12.0, Words::MIDDLE, "switching point");
    for tenth in 0..=10 {
        wins.level(&mut chart, f64::from(tenth) / 10.0, "#e4e4e4", format_args!("{} %", 10 * tenth));
    }
    let right = wins.x.pixels.1;
    for level in playouts.y.marks(round_step(playouts.y.values.1, 6.0)) {
        let y = playouts.y.at(level);
        chart.rule((right, y), (right + 5.0, y), Stroke::new("#888", 1.0));
        chart.text(right + 8.0, y + 4.0, Words::START, format_args!("{level:.0}"));
    }
    let (high, low) = wins.x.values;
    for switch in wins.x.marks(round_step(high - low, 9.0).max(1.0)) {
        wins.tick(&mut chart, switch, switch);
    }
    let (low, level, high) =
        (wins.y.at(report.baseline.low), wins.y.at(report.baseline.wins), wins.y.at(report.baseline.high));
    chart.ground([(LEFT, low), (LEFT, high), (right, high), (right, low)], "#000", 0.07);
    chart.rule((LEFT, level), (right, level), Stroke::new("#000", 1.0).dashed("1 3"));
    let baseline = format!("no filter: {:.1} %", 100.0 * report.baseline.wins);
    chart.text(right - 4.0, level - 4.0, Words::END.sized(10.0), baseline);
    chart.upright(14.0, HEIGHT / 2.0, "wins");
    chart.upright(WIDTH - 10.0, HEIGHT / 2.0, "playouts a game (thinnest: by arithmetic)");
    chart
}

fn draw(chart: &mut Chart, plots: &Plots, curve: &Curve, details: bool) {
    let Plots { wins, playouts } = plots;
    let stroke = if details { style(curve).dashed("") } else { style(curve) };
    let ink = stroke.ink;
    let measured = || curve.points.iter().filter_map(|row| row.switch.map(|x| (f64::from(x), row)));
    let thin = |width, opacity| Stroke { width, ..stroke }.faint(opacity);
    // Together the measured playouts would be a tangle: they are nearly the same for all filters.
    let by_arithmetic = measured().map(|(x, row)| (x, row.playouts_by_arithmetic as f64));
    playouts.curve(chart, by_arithmetic, thin(0.7, 0.5));
    if details {
        playouts.curve(chart, measured().map(|(x, row)| (x, row.playouts)), thin(1.2, 0.45));
    }
    wins.curve(chart, measured().map(|(x, row)| (x, row.fitted.unwrap_or(row.wins))), stroke);
    for (x, row) in measured() {
        let (opacity, radius) = (if details { 0.8 } else { 0.3 }, 1.0 + (row.games as f64).sqrt() / 8.0);
        chart.dot(wins.at(x, row.wins), radius, ink, opacity);
    }
    if !details {
        return;
    }
    for (x, row) in measured() {
        chart.rule(wins.at(x, row.low), wins.at(x, row.high), Stroke::new(ink, 1.0).faint(0.5));
    }
    if let Some(border) = curve.border {
        let (x, bottom) = wins.at(f64::from(border), 0.0);
        let (words, offset) = if x > WIDTH / 2.0 { (Words::END, -4.0) } else { (Words::START, 4.0) };
        chart.rule((x, bottom), (x, TOP), Stroke::new("#000", 1.0).dashed("4 3"));
        chart.text(x + offset, bottom - 6.0, words.sized(10.0), format_args!("border {border}"));
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
            let study = Study::begin(settings, None, 1).unwrap();
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
}
