//! Positions as SVG: a wooden board, stones, and squares for ownership, or what a method found.
//!
//! A square's side grows with how sure the ownership is, and its fill is the owner's colour; proved
//! points have a frame.

use std::fmt::Write as _;

use keisei::Evidence;
use keisei_goban::{Color, Point, PointSet, Size};

use crate::{Overlay, Scene, Shape};

/// The distance between lines.
const CELL: f64 = 32.0;
/// From the picture's edge to the board's first line: room for coordinates.
const MARGIN: f64 = 52.0;
const HEAD: f64 = 58.0;
const FOOT: f64 = 84.0;
/// A line of text below the board.
const NOTE: f64 = 20.0;
/// Text of the head must have room even above a small board.
const NARROWEST: f64 = 620.0;
const WOOD: &str = "#e2b76a";
/// Ownership that is next to nothing.
const NOTHING: f32 = 0.05;

struct Canvas {
    size: Size,
    /// The x of the leftmost line.
    left: f64,
    width: f64,
    height: f64,
    svg: String,
}

/// Draws a scene: the board, what a method says about it, and what is to be looked at.
pub fn draw(scene: &Scene<'_>) -> String {
    drawn(scene).svg
}

/// Draws scenes, one below the other.
pub fn draw_all(scenes: &[Scene<'_>]) -> String {
    let drawn: Vec<Canvas> = scenes.iter().map(drawn).collect();
    let width = drawn.iter().map(|canvas| canvas.width).fold(0.0, f64::max);
    let height: f64 = drawn.iter().map(|canvas| canvas.height).sum();
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
    );
    let mut top = 0.0;
    for canvas in drawn {
        let _ = write!(svg, "\n<g transform=\"translate(0 {top})\">\n{}</g>", canvas.svg);
        top += canvas.height;
    }
    svg + "\n</svg>\n"
}

fn drawn(scene: &Scene<'_>) -> Canvas {
    let size = scene.position().board().size();
    let lines = |n: u32| f64::from(n - 1) * CELL;
    let width = (lines(size.width()) + 2.0 * MARGIN).max(NARROWEST);
    let foot = match scene.overlay {
        Some(overlay) => NOTE * overlay.notes.len() as f64 + 8.0,
        None if scene.judged.is_some() => FOOT,
        None => 0.0,
    };
    let height = HEAD + lines(size.height()) + 2.0 * MARGIN + foot;
    let left = (width - lines(size.width())) / 2.0;
    let mut canvas = Canvas { size, left, width, height, svg: String::new() };
    canvas.open(scene);
    canvas.board();
    if let Some(overlay) = scene.overlay {
        canvas.shades(overlay);
    }
    canvas.grid();
    canvas.coordinates();
    canvas.stones(scene);
    if let Some(overlay) = scene.overlay {
        canvas.changes(overlay);
        canvas.played(overlay);
        canvas.labels(scene, overlay);
        canvas.notes(overlay, height - foot);
    } else if scene.judged.is_some() {
        canvas.ownership(scene);
        canvas.legend(scene);
    }
    canvas.svg.push_str("</svg>\n");
    canvas
}

/// Text as it may stand between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Canvas {
    fn x(&self, column: u32) -> f64 {
        self.left + f64::from(column) * CELL
    }

    fn y(&self, row: u32) -> f64 {
        HEAD + MARGIN + f64::from(self.size.height() - 1 - row) * CELL
    }

    fn at(&self, point: Point) -> (f64, f64) {
        (self.x(point.column()), self.y(point.row()))
    }

    fn line(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    fn open(&mut self, scene: &Scene<'_>) {
        let (width, height) = (self.width, self.height);
        let title = scene.players().unwrap_or_else(|| scene.name.to_string());
        let subtitle = format!("{}, {}", scene.conditions(), scene.moment());
        let verdict = scene.verdict();
        self.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Ubuntu, Helvetica, Arial, sans-serif">"#
        ));
        self.line(format_args!("<title>{}</title>", escape(verdict.as_deref().unwrap_or(&title))));
        self.line(format_args!(
            r##"<defs><radialGradient id="b" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#6a6a6a"/><stop offset="0.5" stop-color="#222"/><stop offset="1" stop-color="#000"/></radialGradient><radialGradient id="w" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="#fff"/><stop offset="0.7" stop-color="#f1f1ee"/><stop offset="1" stop-color="#cfcfc8"/></radialGradient></defs>"##
        ));
        self.line(format_args!(r##"<rect width="{width}" height="{height}" fill="#faf8f3"/>"##));
        let middle = width / 2.0;
        // Long names are set smaller rather than cut.
        let fit = |text: &str, largest: f64| largest.min(width * 1.75 / text.chars().count().max(1) as f64);
        for (text, y, largest, weight) in [(&title, 28.0, 19.0, "bold"), (&subtitle, 50.0, 14.0, "normal")] {
            let font = fit(text, largest);
            let text = escape(text);
            self.line(format_args!(
                r##"<text x="{middle}" y="{y}" font-size="{font:.1}" font-weight="{weight}" text-anchor="middle" fill="#222">{text}</text>"##
            ));
        }
    }

    fn board(&mut self) {
        let (right, top, bottom) = (self.x(self.size.width() - 1), self.y(self.size.height() - 1), self.y(0));
        let left = self.left;
        let (w, h) = (right - left + 2.0 * MARGIN - 16.0, bottom - top + 2.0 * MARGIN - 16.0);
        self.line(format_args!(
            r##"<rect x="{}" y="{}" width="{w}" height="{h}" rx="4" fill="{WOOD}" stroke="#b98d45"/>"##,
            left - MARGIN + 8.0,
            top - MARGIN + 8.0,
        ));
    }

    fn grid(&mut self) {
        let (right, top, bottom) = (self.x(self.size.width() - 1), self.y(self.size.height() - 1), self.y(0));
        let left = self.left;
        let mut path = String::new();
        for column in 0..self.size.width() {
            let _ = write!(path, "M{} {top}V{bottom}", self.x(column));
        }
        for row in 0..self.size.height() {
            let _ = write!(path, "M{left} {}H{right}", self.y(row));
        }
        self.line(format_args!(
            r##"<path d="{path}" stroke="#5a4320" stroke-width="1.1" stroke-linecap="square" fill="none"/>"##
        ));
        let size = self.size;
        for p in size.points().filter(|&p| size.is_star(p)) {
            let (x, y) = self.at(p);
            self.line(format_args!(r##"<circle cx="{x}" cy="{y}" r="3.4" fill="#5a4320"/>"##));
        }
    }

    fn coordinates(&mut self) {
        self.line(format_args!(r##"<g font-size="13" text-anchor="middle" fill="#5a4320">"##));
        for column in 0..self.size.width() {
            let (x, letter) = (self.x(column), Point::column_letter(column));
            for y in [self.y(self.size.height() - 1) - 27.0, self.y(0) + 36.0] {
                self.line(format_args!(r#"<text x="{x}" y="{y}">{letter}</text>"#));
            }
        }
        for row in 0..self.size.height() {
            let y = self.y(row) + 4.5;
            for x in [self.left - 32.0, self.x(self.size.width() - 1) + 32.0] {
                self.line(format_args!(r#"<text x="{x}" y="{y}">{}</text>"#, row + 1));
            }
        }
        self.line(format_args!("</g>"));
    }

    fn stone(&mut self, p: Point, color: Color) {
        let radius = CELL * 0.475;
        let (x, y) = self.at(p);
        let (fill, edge) = match color {
            Color::Black => ("b", "#000"),
            Color::White => ("w", "#8a8a82"),
        };
        self.line(format_args!(
            r##"<circle cx="{x}" cy="{y}" r="{radius:.1}" fill="url(#{fill})" stroke="{edge}" stroke-width="0.8"/>"##
        ));
    }

    /// Stones of a line of play, each with its number.
    fn played(&mut self, overlay: &Overlay) {
        for (p, color, number) in &overlay.played {
            self.stone(*p, *color);
            let (x, y) = self.at(*p);
            let ink = match color {
                Color::Black => "#fff",
                Color::White => "#000",
            };
            let font = if number.len() > 2 { 12.0 } else { 15.0 };
            self.line(format_args!(
                r##"<text x="{x}" y="{:.1}" font-size="{font}" text-anchor="middle" fill="{ink}">{number}</text>"##,
                y + font * 0.35
            ));
        }
    }

    fn stones(&mut self, scene: &Scene<'_>) {
        for p in self.size.points() {
            if let Some(color) = scene.position().board().get(p) {
                self.stone(p, color);
            }
        }
        if let Some((color, mv)) = scene.game.last_move()
            && let Some(p) = mv.point()
        {
            let (x, y) = self.at(p);
            let ring = match color {
                Color::Black => "#fff",
                Color::White => "#000",
            };
            self.line(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="none" stroke="{ring}" stroke-width="2"/>"##,
                // Around a number, if there is one.
                CELL * if scene.overlay.is_some_and(|o| o.labels.iter().any(|(q, _)| *q == p)) {
                    0.42
                } else {
                    0.25
                }
            ));
        }
    }

    fn ownership(&mut self, scene: &Scene<'_>) {
        let Some((_, evaluation)) = scene.judged else { return };
        let board = scene.position().board();
        for p in self.size.points() {
            let value = evaluation.ownership.get(p);
            let owner = if value > 0.0 { Color::Black } else { Color::White };
            // Under its own stones ownership is seen anyway, and next to nothing is nothing.
            if value.abs() < NOTHING || board.get(p) == Some(owner) {
                continue;
            }
            let proved = matches!(evaluation.evidence[p], Evidence::Proved(_));
            let (x, y) = self.at(p);
            self.square(x, y, owner, f64::from(value.abs()), proved);
        }
    }

    /// Squares for what differs, but not below a label: what stands there differs anyway.
    fn changes(&mut self, overlay: &Overlay) {
        for &(p, value) in &overlay.changes {
            if value.abs() < NOTHING || overlay.labels.iter().any(|(labelled, _)| *labelled == p) {
                continue;
            }
            let color = if value > 0.0 { Color::Black } else { Color::White };
            let (x, y) = self.at(p);
            // A single move rarely changes a point by more than half.
            self.square(x, y, color, f64::from((2.0 * value.abs()).min(1.0)), false);
        }
    }

    /// The ground of areas, below lines and stones.
    fn shades(&mut self, overlay: &Overlay) {
        let grounds = [
            (overlay.shades.black, "#3b2a10", 0.42),
            (overlay.shades.white, "#fff", 0.62),
            (overlay.light.black, "#3b2a10", 0.18),
            (overlay.light.white, "#fff", 0.3),
        ];
        for (points, fill, opacity) in grounds {
            for p in points {
                let (x, y) = self.at(p);
                let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
                self.line(format_args!(
                    r##"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" fill-opacity="{opacity}"/>"##
                ));
            }
        }
    }

    /// Numbers on points, marks around points, and ways between points. As in the paper, White's
    /// numbers are slanted.
    fn labels(&mut self, scene: &Scene<'_>, overlay: &Overlay) {
        let board = scene.position().board();
        for (p, text) in &overlay.labels {
            let (x, y) = self.at(*p);
            let slanted = overlay.slanted.contains(*p);
            let shaded = |color: Color| overlay.shades[color].contains(*p);
            let ink = match board.get(*p) {
                Some(Color::Black) => "#fff",
                Some(Color::White) => "#000",
                None if shaded(Color::Black) => "#fff",
                None => "#111",
            };
            // Lines would strike the number through: a patch of ground hides them.
            if board.get(*p).is_none() {
                let ground = if shaded(Color::Black) {
                    "#9c7c44"
                } else if shaded(Color::White) {
                    "#f4e4c6"
                } else {
                    WOOD
                };
                let half = 3.0 + 3.9 * text.chars().count() as f64;
                self.line(format_args!(
                    r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="16" fill="{ground}"/>"##,
                    x - half,
                    y - 8.0,
                    2.0 * half
                ));
            }
            let slant = if slanted { " skewX(-14)" } else { "" };
            self.line(format_args!(
                r##"<text transform="translate({x} {:.1}){slant}" font-size="13" text-anchor="middle" fill="{ink}">{text}</text>"##,
                y + 4.5
            ));
        }
        self.shapes(overlay);
        for way in &overlay.ways {
            let points: Vec<String> =
                way.iter().map(|p| format!("{},{}", self.at(*p).0, self.at(*p).1)).collect();
            self.line(format_args!(
                r##"<polyline points="{}" fill="none" stroke="#c22" stroke-width="3" stroke-opacity="0.55" stroke-linejoin="round"/>"##,
                points.join(" ")
            ));
            if let Some(p) = way.last() {
                let (x, y) = self.at(*p);
                self.line(format_args!(r##"<circle cx="{x}" cy="{y}" r="5" fill="#c22"/>"##));
            }
        }
        for p in overlay.marks {
            let (x, y) = self.at(p);
            self.line(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="none" stroke="#c22" stroke-width="2.2"/>"##,
                CELL * 0.44
            ));
        }
    }

    /// Crosses and diamonds: Black's dark, White's light. Where both have one, side by side.
    fn shapes(&mut self, overlay: &Overlay) {
        let of = |color: Color| {
            let sides = overlay.shapes.iter().filter(|(.., side)| *side == Some(color));
            sides.fold(PointSet::EMPTY, |all, (points, ..)| all | *points)
        };
        let both = of(Color::Black) & of(Color::White);
        for (points, shape, side) in &overlay.shapes {
            let (ink, aside) = match side {
                Some(Color::Black) => ("#000", -CELL * 0.22),
                Some(Color::White) => ("#fff", CELL * 0.22),
                None => ("#8c1c13", 0.0),
            };
            for p in *points {
                let (x, y) = self.at(p);
                let x = if both.contains(p) { x + aside } else { x };
                let r = CELL * 0.19;
                let path = match shape {
                    Shape::Cross => format!(
                        "M{:.1} {:.1}l{d:.1} {d:.1}m0 -{d:.1}l-{d:.1} {d:.1}",
                        x - r,
                        y - r,
                        d = 2.0 * r
                    ),
                    Shape::Diamond => {
                        format!("M{x:.1} {:.1}l{r:.1} {r:.1}l-{r:.1} {r:.1}l-{r:.1} -{r:.1}z", y - r)
                    }
                };
                self.line(format_args!(
                    r##"<path d="{path}" fill="none" stroke="{ink}" stroke-width="2.6" stroke-linejoin="round"/>"##
                ));
            }
        }
    }

    fn notes(&mut self, overlay: &Overlay, top: f64) {
        let middle = self.width / 2.0;
        for (i, note) in overlay.notes.iter().enumerate() {
            let y = top + NOTE * (i as f64 + 0.5);
            let font = 14f64.min(self.width * 1.8 / note.chars().count().max(1) as f64);
            let weight = if i == 0 { "bold" } else { "normal" };
            self.line(format_args!(
                r##"<text x="{middle}" y="{y:.1}" font-size="{font:.1}" font-weight="{weight}" text-anchor="middle" fill="#222">{}</text>"##,
                escape(note)
            ));
        }
    }

    fn square(&mut self, x: f64, y: f64, owner: Color, sure: f64, proved: bool) {
        let side = CELL * (0.12 + 0.33 * sure);
        let (fill, edge) = match owner {
            Color::Black => ("#111", "#fff"),
            Color::White => ("#fff", "#333"),
        };
        let frame = if proved { 2.2 } else { 0.7 };
        self.line(format_args!(
            r##"<rect x="{:.1}" y="{:.1}" width="{side:.1}" height="{side:.1}" fill="{fill}" stroke="{edge}" stroke-width="{frame}"/>"##,
            x - side / 2.0,
            y - side / 2.0,
        ));
    }

    fn legend(&mut self, scene: &Scene<'_>) {
        let (Some((method, evaluation)), Some(verdict)) = (scene.judged, scene.verdict()) else { return };
        let y = self.height - FOOT + 16.0;
        let middle = self.width / 2.0;
        let font = 15f64.min(self.width * 1.8 / verdict.chars().count() as f64);
        self.line(format_args!(
            r##"<text x="{middle}" y="{y}" font-size="{font:.1}" font-weight="bold" text-anchor="middle" fill="#222">{}</text>"##,
            escape(&verdict)
        ));
        let terms: Vec<String> =
            evaluation.terms.iter().map(|term| format!("{} {:+.1}", term.name, term.points)).collect();
        let detail = format!("method {}: {}", method.name(), terms.join(", "));
        let font = 13f64.min(self.width * 1.8 / detail.chars().count() as f64);
        self.line(format_args!(
            r##"<text x="{middle}" y="{}" font-size="{font:.1}" text-anchor="middle" fill="#444">{}</text>"##,
            y + 21.0,
            escape(&detail)
        ));
        self.key(scene, y + 44.0);
    }

    /// What the marks mean, as far as there are any.
    fn key(&mut self, scene: &Scene<'_>, y: f64) {
        let Some((_, evaluation)) = scene.judged else { return };
        let any = |wanted: &dyn Fn(Point) -> bool| self.size.points().any(wanted);
        let unsure = any(&|p| (NOTHING..0.9).contains(&evaluation.ownership.get(p).abs()));
        let proved = any(&|p| matches!(evaluation.evidence[p], Evidence::Proved(_)));
        let last = scene.game.last_move().is_some_and(|(_, mv)| mv.point().is_some());
        let squares = [
            (true, Color::Black, 1.0, false, "Black's"),
            (true, Color::White, 1.0, false, "White's"),
            (unsure, Color::Black, 0.3, false, "small: unsure"),
            (proved, Color::White, 1.0, true, "framed: proved"),
        ];
        let squares: Vec<_> = squares.into_iter().filter(|square| square.0).collect();
        let entries = squares.len() + usize::from(last);
        const ROOM: f64 = 122.0;
        let mut x = (self.width - ROOM * entries as f64) / 2.0 + 22.0;
        let label = |x: f64, text: &str| {
            format!(r##"<text x="{}" y="{}" font-size="13" fill="#222">{text}</text>"##, x + 17.0, y + 4.5)
        };
        for (_, color, sure, proved, text) in squares {
            self.line(format_args!(
                r##"<rect x="{}" y="{}" width="22" height="22" fill="{WOOD}"/>"##,
                x - 11.0,
                y - 11.0
            ));
            self.square(x, y, color, sure, proved);
            self.line(format_args!("{}", label(x, text)));
            x += ROOM;
        }
        if last {
            self.line(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="11" fill="url(#b)"/><circle cx="{x}" cy="{y}" r="6" fill="none" stroke="#fff" stroke-width="1.6"/>"##
            ));
            self.line(format_args!("{}", label(x, "last move")));
        }
    }
}
