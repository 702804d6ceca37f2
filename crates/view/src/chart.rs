//! Charts as SVG: curves over two axes, with lines to read them by.
//!
//! A [`Chart`] is the sheet; a [`Plot`] is a field on it with an [`Axis`] each way. Places are
//! given in the units of the axes where they mean something, and in pixels where they are only
//! decoration.

use std::fmt::{Display, Write as _};

use crate::svg::escape;

/// A chart in the making: a sheet that is drawn on.
#[derive(Clone, Debug)]
pub struct Chart {
    svg: String,
}

/// How a line of a chart is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Stroke<'a> {
    /// Its colour.
    pub ink: &'a str,
    /// How wide it is.
    pub width: f64,
    /// Lengths of dashes and gaps; empty for a line without gaps.
    pub dash: &'a str,
    /// From 0 (not to be seen) to 1.
    pub opacity: f64,
}

impl<'a> Stroke<'a> {
    /// A line without gaps.
    pub const fn new(ink: &'a str, width: f64) -> Stroke<'a> {
        Stroke { ink, width, dash: "", opacity: 1.0 }
    }

    /// The same with dashes.
    pub const fn dashed(self, dash: &'a str) -> Stroke<'a> {
        Stroke { dash, ..self }
    }

    /// The same, so that what is below shines through.
    pub const fn faint(self, opacity: f64) -> Stroke<'a> {
        Stroke { opacity, ..self }
    }

    fn attributes(&self) -> String {
        let mut text = format!(r#"fill="none" stroke="{}" stroke-width="{}""#, self.ink, self.width);
        if !self.dash.is_empty() {
            let _ = write!(text, r#" stroke-dasharray="{}""#, self.dash);
        }
        if self.opacity < 1.0 {
            let _ = write!(text, r#" stroke-opacity="{}""#, self.opacity);
        }
        text
    }
}

/// How words on a chart are set.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Which part of them stands at the place: `start`, `middle` or `end`.
    pub anchor: &'a str,
    /// Their height in pixels.
    pub size: f64,
    /// Their colour.
    pub ink: &'a str,
    /// Whether they are bold.
    pub bold: bool,
}

impl<'a> Words<'a> {
    /// Words that begin at a place.
    pub const START: Words<'static> = Words { anchor: "start", size: 12.0, ink: "#222", bold: false };
    /// Words in the middle of a place.
    pub const MIDDLE: Words<'static> = Words { anchor: "middle", ..Words::START };
    /// Words that end at a place.
    pub const END: Words<'static> = Words { anchor: "end", ..Words::START };

    /// The same in another size.
    pub const fn sized(self, size: f64) -> Words<'a> {
        Words { size, ..self }
    }

    /// The same in another colour.
    pub const fn inked<'b>(self, ink: &'b str) -> Words<'b>
    where
        'a: 'b,
    {
        Words { ink, ..self }
    }

    /// The same in bold.
    pub const fn bold(self) -> Words<'a> {
        Words { bold: true, ..self }
    }
}

impl Chart {
    /// An empty sheet of this colour.
    pub fn new(width: f64, height: f64, ground: &str) -> Chart {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Ubuntu, Helvetica, Arial, sans-serif" font-size="12"><rect width="{width}" height="{height}" fill="{ground}"/>
"#
        );
        Chart { svg }
    }

    /// Words at a place in pixels.
    pub fn text(&mut self, x: f64, y: f64, set: Words<'_>, words: impl Display) {
        self.words(&format!(r#"x="{x:.1}" y="{y:.1}""#), set, &words.to_string());
    }

    /// Words that read upwards, in the middle of a place in pixels.
    pub fn upright(&mut self, x: f64, y: f64, words: &str) {
        let place = format!(r#"transform="translate({x:.1} {y:.1}) rotate(-90)""#);
        self.words(&place, Words::MIDDLE, words);
    }

    fn words(&mut self, place: &str, set: Words<'_>, words: &str) {
        let Words { anchor, size, ink, bold } = set;
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let words = escape(words);
        let _ = writeln!(
            self.svg,
            r#"<text {place} font-size="{size:.1}"{weight} text-anchor="{anchor}" fill="{ink}">{words}</text>"#
        );
    }

    /// A line along places in pixels.
    pub fn line(&mut self, places: impl IntoIterator<Item = (f64, f64)>, stroke: Stroke<'_>) {
        let _ = writeln!(
            self.svg,
            r#"<polyline points="{}" {} stroke-linejoin="round"/>"#,
            list(places),
            stroke.attributes()
        );
    }

    /// A straight line between two places in pixels, for what is no curve.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke<'_>) {
        let attributes = stroke.attributes();
        let _ = writeln!(
            self.svg,
            r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" {attributes}/>"#,
            from.0, from.1, to.0, to.1
        );
    }

    /// The ground between places in pixels.
    pub fn ground(&mut self, places: impl IntoIterator<Item = (f64, f64)>, ink: &str, opacity: f64) {
        let _ = writeln!(
            self.svg,
            r#"<polygon points="{}" fill="{ink}" fill-opacity="{opacity}"/>"#,
            list(places)
        );
    }

    /// A dot at a place in pixels.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, ink: &str, opacity: f64) {
        let _ = writeln!(
            self.svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{ink}" fill-opacity="{opacity}"/>"#
        );
    }

    /// The picture.
    pub fn end(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

fn list(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    places.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// An axis of a chart: from values to pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The first and the last value; either may be the larger.
    pub values: (f64, f64),
    /// Where they are.
    pub pixels: (f64, f64),
}

impl Axis {
    /// Where a value is.
    pub fn at(&self, value: f64) -> f64 {
        let span = self.values.1 - self.values.0;
        let share = if span == 0.0 { 0.0 } else { (value - self.values.0) / span };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// The multiples of a step on it.
    pub fn marks(&self, step: f64) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.values.0.min(self.values.1), self.values.0.max(self.values.1));
        // What is off the axis by rounding alone is on it.
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(move |n| n as f64 * step)
    }
}

/// A round step, 1, 2 or 5 times a power of ten, with which a span has at most so many parts.
pub fn round_step(span: f64, parts: f64) -> f64 {
    let least = (span / parts).max(1e-9);
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&n| n >= least).unwrap_or(least)
}

/// The colour of lines to read by.
pub const FAINT: &str = "#ddd";

/// A field of a chart with two axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plot {
    /// From left to right.
    pub x: Axis,
    /// From the bottom up.
    pub y: Axis,
}

impl Plot {
    /// Where two values are.
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }

    /// A line across at a height, with a label on its left.
    pub fn level(&self, chart: &mut Chart, y: f64, ink: &str, label: impl Display) {
        let (left, right) = self.x.pixels;
        let height = self.y.at(y);
        chart.rule((left, height), (right, height), Stroke::new(ink, 1.0));
        chart.text(left - 6.0, height + 4.0, Words::END, label);
    }

    /// A line upwards, with a label below it.
    pub fn column(&self, chart: &mut Chart, x: f64, ink: &str, label: impl Display) {
        let (bottom, top) = self.y.pixels;
        let across = self.x.at(x);
        chart.rule((across, bottom), (across, top), Stroke::new(ink, 1.0));
        chart.text(across, bottom + 17.0, Words::MIDDLE, label);
    }

    /// A short line below the field, with a label below it.
    pub fn tick(&self, chart: &mut Chart, x: f64, label: impl Display) {
        let (across, bottom) = (self.x.at(x), self.y.pixels.0);
        chart.rule((across, bottom), (across, bottom + 5.0), Stroke::new("#888", 1.0));
        chart.text(across, bottom + 18.0, Words::MIDDLE, label);
    }

    /// A curve through values.
    pub fn curve(&self, chart: &mut Chart, values: impl IntoIterator<Item = (f64, f64)>, stroke: Stroke<'_>) {
        chart.line(values.into_iter().map(|(x, y)| self.at(x, y)), stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [(79.0, 8.0), (5.0, 8.0), (168_000.0, 8.0)].map(|(s, p)| round_step(s, p)),
            [10.0, 1.0, 50_000.0]
        );
        assert_eq!(round_step(0.0, 3.0), 1e-9);
    }

    #[test]
    fn axes_go_either_way() {
        let axis = Axis { values: (10.0, 0.0), pixels: (100.0, 200.0) };
        assert_eq!([10.0, 5.0, 0.0].map(|value| axis.at(value)), [100.0, 150.0, 200.0]);
        assert_eq!(axis.marks(4.0).collect::<Vec<_>>(), [0.0, 4.0, 8.0]);
        let tenths = Axis { values: (0.0, 0.3), pixels: (0.0, 1.0) };
        assert_eq!(tenths.marks(0.1).count(), 4, "rounding does not lose the last");
        let nothing = Axis { values: (3.0, 3.0), pixels: (5.0, 6.0) };
        assert_eq!(nothing.at(3.0), 5.0);
    }

    #[test]
    fn words_are_escaped() {
        let mut chart = Chart::new(10.0, 10.0, "#fff");
        chart.text(1.0, 2.0, Words::MIDDLE, "a < b & c");
        assert!(chart.end().contains("a &lt; b &amp; c</text>"));
    }
}
