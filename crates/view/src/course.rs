//! The course of a game as a curve: who is ahead after each move, how sure, and who wins how likely.

use std::fmt::Write as _;

use keisei::ScoreEstimate;
use keisei_goban::{Color, Move};

use crate::svg::escape;

/// A position of the game and what is said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// After so many moves.
    pub number: usize,
    /// The move that led to it.
    pub last: Option<(Color, Move)>,
    /// What is said.
    pub score: ScoreEstimate,
    /// Komi and bonus.
    pub compensation: f64,
    /// The result that it comes to.
    pub result: String,
}

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 430.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 54.0;

/// Between levels of the axis of points there are so many of them.
const STEPS: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];

/// Black's lead with komi counted, with one standard deviation to both sides, and the chance that Black wins.
pub fn draw(title: &str, stages: &[Stage]) -> String {
    let ahead = |stage: &Stage| stage.score.lead - stage.compensation;
    let spread = |stage: &Stage| stage.score.stdev.unwrap_or(0.0);
    // The spread may be cut; the lead may not.
    let most = stages.iter().map(|s| ahead(s).abs() + spread(s).min(30.0)).fold(5.0, f64::max);
    let last = (stages.len().max(2) - 1) as f64;
    let x = |number: usize| LEFT + number as f64 / last * (WIDTH - LEFT - RIGHT);
    let height = HEIGHT - TOP - BOTTOM;
    let y = |points: f64| TOP + height / 2.0 - (points / most).clamp(-1.0, 1.0) * height / 2.0;
    let y_of_chance = |chance: f64| TOP + (1.0 - chance) * height;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#faf8f3"/><text x="{}" y="24" font-size="16" font-weight="bold" text-anchor="middle" fill="#222">{}</text>"##,
        WIDTH / 2.0,
        escape(title)
    );
    let step = STEPS.into_iter().find(|step| most / step <= 5.0).unwrap_or(500.0);
    let levels = (most / step) as i32;
    for level in -levels..=levels {
        let (points, ink) = (f64::from(level) * step, if level == 0 { "#444" } else { "#ddd" });
        let label = match level {
            0 => "even".to_string(),
            n if n > 0 => format!("B+{points:.0}"),
            _ => format!("W+{:.0}", -points),
        };
        let _ = write!(
            svg,
            r##"<path d="M{LEFT} {:.1}H{}" stroke="{ink}"/><text x="{}" y="{:.1}" text-anchor="end" fill="#222">{label}</text>"##,
            y(points),
            WIDTH - RIGHT,
            LEFT - 6.0,
            y(points) + 4.0
        );
    }
    let every = STEPS.into_iter().find(|step| last / step <= 12.0).unwrap_or(500.0) as usize;
    for stage in stages.iter().filter(|stage| stage.number % every.max(1) == 0) {
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#222">{}</text>"##,
            x(stage.number),
            HEIGHT - BOTTOM + 18.0,
            stage.number
        );
    }
    let point = |number: usize, y: f64| format!("{:.1},{y:.1}", x(number));
    let upper = stages.iter().map(|s| point(s.number, y(ahead(s) + spread(s))));
    let lower = stages.iter().rev().map(|s| point(s.number, y(ahead(s) - spread(s))));
    let band: Vec<String> = upper.chain(lower).collect();
    let _ = write!(svg, r##"<polygon points="{}" fill="#1f5fa8" fill-opacity="0.16"/>"##, band.join(" "));
    let leads: Vec<String> = stages.iter().map(|s| point(s.number, y(ahead(s)))).collect();
    let _ = write!(
        svg,
        r##"<polyline points="{}" fill="none" stroke="#1f5fa8" stroke-width="1.8"/>"##,
        leads.join(" ")
    );
    let chances: Vec<String> = stages
        .iter()
        .filter_map(|s| s.score.black_wins.map(|chance| point(s.number, y_of_chance(chance))))
        .collect();
    if !chances.is_empty() {
        let _ = write!(
            svg,
            r##"<polyline points="{}" fill="none" stroke="#b4541a" stroke-width="1.2" stroke-dasharray="4 3"/>"##,
            chances.join(" ")
        );
        for chance in [0.0, 0.5, 1.0] {
            let _ = write!(
                svg,
                r##"<text x="{}" y="{:.1}" fill="#b4541a">{:.0} %</text>"##,
                WIDTH - RIGHT + 6.0,
                y_of_chance(chance) + 4.0,
                chance * 100.0
            );
        }
    }
    let _ = write!(
        svg,
        r##"<text x="{}" y="{}" text-anchor="middle" fill="#222">move; <tspan fill="#1f5fa8">lead with komi, give or take one standard deviation</tspan>; <tspan fill="#b4541a">chance that Black wins (dashed)</tspan></text></svg>"##,
        WIDTH / 2.0,
        HEIGHT - 12.0
    );
    svg.push('\n');
    svg
}
