//! Moves compared: a board with where they differ, what is said after each of them, and why.
//!
//! The first move is compared with each of the others, so that there are as many boards as others.

use keisei::Settings;
use keisei::comparison::{Alternative, Comparison, Difference};
use keisei_goban::Color;

use crate::text::counted;
use crate::{Overlay, Scene, svg, text};

/// So many areas are named below a board.
const NAMED: usize = 3;
/// Less than this is not worth naming, in points.
const WORTH_NAMING: f64 = 0.1;

/// A comparison, and what it is shown with.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The position before the moves.
    pub scene: Scene<'a>,
    /// How it was judged.
    pub settings: &'a Settings,
    /// What came out.
    pub comparison: &'a Comparison,
}

/// Whom notes are written for: they say what the marks of the board mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Picture,
}

impl Compared<'_> {
    /// A board for each pair of moves, with what differs in tenths of a point, and why.
    pub fn text(&self, color: bool) -> String {
        let boards = self.overlays(Form::Text);
        let boards = boards.iter().map(|overlay| text::draw(&self.scene.overlaid(overlay), color));
        boards.collect::<Vec<_>>().join("\n")
    }

    /// The same as a picture: boards one below the other.
    pub fn draw(&self) -> String {
        let overlays = self.overlays(Form::Picture);
        let scenes: Vec<Scene<'_>> = overlays.iter().map(|overlay| self.scene.overlaid(overlay)).collect();
        svg::draw_all(&scenes)
    }

    fn overlays(&self, form: Form) -> Vec<Overlay> {
        (1..self.comparison.alternatives.len()).map(|other| self.overlay(other, form)).collect()
    }

    /// What the first move makes of the board that another does not.
    fn overlay(&self, other: usize, form: Form) -> Overlay {
        let difference = self.comparison.difference(0, other);
        let pair = [(0, 'A'), (other, 'B')].map(|(i, letter)| (&self.comparison.alternatives[i], letter));
        let points = self.scene.position().board().size().points();
        let labels = pair
            .iter()
            .filter_map(|(alternative, letter)| Some((alternative.mv.point()?, letter.to_string())));
        Overlay {
            labels: labels.collect(),
            changes: points.map(|p| (p, difference.ownership[p])).collect(),
            notes: self.notes(&difference, pair, form),
            ..Overlay::default()
        }
    }

    fn notes(&self, difference: &Difference, pair: [(&Alternative, char); 2], form: Form) -> Vec<String> {
        let [first, second] = pair.map(|(alternative, letter)| format!("{letter} ({})", alternative.mv));
        let color = self.comparison.color;
        let gain = (difference.gain * 10.0).round() / 10.0;
        let mut notes = vec![match gain {
            0.0 => format!("for {color} {first} is as good as {second}"),
            better if better > 0.0 => format!("{first} is better for {color} than {second} by {better}"),
            worse => format!("{first} is worse for {color} than {second} by {}", -worse),
        }];
        notes.extend(pair.iter().map(|(alternative, letter)| {
            let after =
                Scene::new("", &alternative.game).judged(self.settings.method, &alternative.evaluation);
            format!("after {letter} ({}): {}", alternative.mv, after.verdict().unwrap_or_default())
        }));
        notes.push(format!("with A instead of B: {}", places(difference)));
        let terms: Vec<String> = difference
            .terms
            .iter()
            .filter(|term| term.points.abs() >= WORTH_NAMING)
            .map(|term| format!("{} {:+.1}", term.name, term.points))
            .collect();
        if !terms.is_empty() {
            notes.push(format!("terms of the lead (Black's +, White's -): {}", terms.join(", ")));
        }
        notes.push(
            match form {
                Form::Text => {
                    "numbers: how many tenths of a point more are Black's (+) or White's (-) with A than with B"
                }
                Form::Picture => {
                    "dark squares: more Black's with A than with B; light ones: more White's; the larger, the more"
                }
            }
            .into(),
        );
        notes
    }
}

/// Where the sides gain: `Black gains 3.4 around R14 (12 points), White gains 1.2 around C3 (4 points)`.
fn places(difference: &Difference) -> String {
    let gains = |sum: f64| {
        let color = if sum > 0.0 { Color::Black } else { Color::White };
        format!("{color} gains {:.1}", sum.abs())
    };
    let worth = difference.areas.iter().filter(|area| area.sum.abs() >= WORTH_NAMING).take(NAMED);
    let mut places: Vec<String> = worth
        .clone()
        .map(|area| {
            format!("{} around {} ({})", gains(area.sum), area.peak, counted(area.points.len(), "point"))
        })
        .collect();
    let named: f64 = worth.map(|area| area.sum).sum();
    let rest = difference.areas.iter().map(|area| area.sum).sum::<f64>() + difference.elsewhere - named;
    if rest.abs() >= WORTH_NAMING {
        places.push(format!("{} elsewhere", gains(rest)));
    }
    if places.is_empty() { "nothing changes hands".into() } else { places.join(", ") }
}
