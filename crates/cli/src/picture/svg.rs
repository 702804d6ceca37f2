//! Positions as SVG: a wooden board, stones, and squares for ownership.
//!
//! A square's side grows with how sure the ownership is, and its fill is the owner's colour; proved points have a frame.

use std::fmt::Write as _;

use keisei::Evidence;
use keisei_goban::{Color, Point, Size};

use super::Scene;

/// The distance between lines.
const CELL: f64 = 32.0;
/// From the picture's edge to the board's first line: room for coordinates.
const MARGIN: f64 = 52.0;
const HEAD: f64 = 58.0;
const FOOT: f64 = 84.0;
/// Text of the head must have room even above a small board.
const NARROWEST: f64 = 620.0;
const WOOD: &str = "#e2b76a";

struct Canvas {
    size: Size,
    /// The x of the leftmost line.
    left: f64,
    width: f64,
    height: f64,
    svg: String,
}

/// The picture.
pub(crate) fn draw(scene: &Scene<'_>) -> String {
    let size = scene.position().board().size();
    let lines = |n: u32| f64::from(n - 1) * CELL;
    let width = (lines(size.width()) + 2.0 * MARGIN).max(NARROWEST);
    let foot = if scene.judged.is_some() { FOOT } else { 0.0 };
    let height = HEAD + lines(size.height()) + 2.0 * MARGIN + foot;
    let left = (width - lines(size.width())) / 2.0;
    let mut canvas = Canvas { size, left, width, height, svg: String::new() };
    canvas.open(scene);
    canvas.grid();
    canvas.coordinates();
    canvas.stones(scene);
    if scene.judged.is_some() {
        canvas.ownership(scene);
        canvas.legend(scene);
    }
    canvas.svg.push_str("</svg>\n");
    canvas.svg
}

fn escape(text: &str) -> String {
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
        let title = scene.players().unwrap_or_else(|| scene.source.name.clone());
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

    fn grid(&mut self) {
        let (right, top, bottom) = (self.x(self.size.width() - 1), self.y(self.size.height() - 1), self.y(0));
        let left = self.left;
        let (w, h) = (right - left + 2.0 * MARGIN - 16.0, bottom - top + 2.0 * MARGIN - 16.0);
        self.line(format_args!(
            r##"<rect x="{}" y="{}" width="{w}" height="{h}" rx="4" fill="{WOOD}" stroke="#b98d45"/>"##,
            left - MARGIN + 8.0,
            top - MARGIN + 8.0,
        ));
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

    fn stones(&mut self, scene: &Scene<'_>) {
        let radius = CELL * 0.475;
        for p in self.size.points() {
            let Some(color) = scene.position().board().get(p) else { continue };
            let (x, y) = self.at(p);
            let (fill, edge) = match color {
                Color::Black => ("b", "#000"),
                Color::White => ("w", "#8a8a82"),
            };
            self.line(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="{radius:.1}" fill="url(#{fill})" stroke="{edge}" stroke-width="0.8"/>"##
            ));
        }
        if let Some((color, mv)) = scene.source.game.last_move()
            && let Some(p) = mv.point()
        {
            let (x, y) = self.at(p);
            let ring = match color {
                Color::Black => "#fff",
                Color::White => "#000",
            };
            self.line(format_args!(
                r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="none" stroke="{ring}" stroke-width="2"/>"##,
                CELL * 0.25
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
            if value.abs() < 0.05 || board.get(p) == Some(owner) {
                continue;
            }
            let proved = matches!(evaluation.evidence[p], Evidence::Proved(_));
            let (x, y) = self.at(p);
            self.square(x, y, owner, f64::from(value.abs()), proved);
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
        let unsure = any(&|p| (0.05..0.9).contains(&evaluation.ownership.get(p).abs()));
        let proved = any(&|p| matches!(evaluation.evidence[p], Evidence::Proved(_)));
        let last = scene.source.game.last_move().is_some_and(|(_, mv)| mv.point().is_some());
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
