//! Positions as text: with colours for terminals, plain for pipes.
//!
//! Plain, a point that is owned but empty is a square (`■` Black's, `□` White's; small when only
//! likely), and a stone that the opponent owns is in small letters. With colours, the ground is
//! shaded instead.

use std::fmt::Write as _;

use keisei_goban::{ByColor, Color, Move, Point, PointSet, diagram};

use crate::{Overlay, Scene};

/// Writes a scene for a terminal: the board, what a method says about it, and why.
pub fn draw(scene: &Scene<'_>, color: bool) -> String {
    let position = scene.position();
    let mut text = String::new();
    for line in [scene.players(), scene.occasion()].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "{}, {}", scene.conditions(), scene.moment());
    let prisoners = position.prisoners();
    let _ = writeln!(text, "captures: Black {}, White {}\n", prisoners.black, prisoners.white);
    if let Some(overlay) = scene.overlay {
        text += &overlaid(scene, overlay, color);
        text.push('\n');
        for note in &overlay.notes {
            let _ = writeln!(text, "{note}");
        }
        return text;
    }
    text += &board(scene, color);
    if let Some((method, evaluation)) = scene.judged {
        let _ = writeln!(text, "\n{}", scene.verdict().unwrap_or_default());
        let width = evaluation.terms.iter().map(|term| term.name.len()).max().unwrap_or(0);
        for term in &evaluation.terms {
            let _ = writeln!(text, "  {:<width$}  {:>+7.1}", term.name, term.points);
        }
        let _ = writeln!(text, "method {}: {}", method.name(), method.summary());
        if let Some(warning) = scene.instability() {
            let _ = writeln!(text, "{warning}");
        }
        text += &legend(color);
    }
    text
}

/// How sure: which of five shades a point has, from White's −2 to Black's +2.
fn shade(ownership: f32) -> i32 {
    match ownership.abs() {
        v if v > 0.75 => 2 * ownership.signum() as i32,
        v if v > 0.25 => ownership.signum() as i32,
        _ => 0,
    }
}

fn last_point(scene: &Scene<'_>) -> Option<Point> {
    scene.game.last_move().and_then(|(_, mv): (Color, Move)| mv.point())
}

fn board(scene: &Scene<'_>, color: bool) -> String {
    let board = scene.position().board();
    let Some((_, evaluation)) = scene.judged else {
        return if color { colored(scene) } else { diagram::with_coordinates(board, last_point(scene)) };
    };
    if color {
        return colored(scene);
    }
    diagram::with_symbols(board.size(), last_point(scene), |p| {
        let shade = shade(evaluation.ownership.get(p));
        match (board.get(p), shade) {
            (Some(Color::Black), ..0) => 'x',
            (Some(Color::White), 1..) => 'o',
            (Some(color), _) => color.symbol(),
            (None, 2) => '■',
            (None, 1) => '▪',
            (None, -1) => '▫',
            (None, -2) => '□',
            (None, _) if board.size().is_star(p) => '+',
            (None, _) => '.',
        }
    })
}

/// Grounds of the 256-colour palette, from White's to Black's: steel blues, wood, browns.
const GROUNDS: [u8; 5] = [67, 109, 179, 136, 94];

fn ground(shade: i32) -> u8 {
    GROUNDS[(shade + 2) as usize]
}

fn colored(scene: &Scene<'_>) -> String {
    let board = scene.position().board();
    let size = board.size();
    let last = last_point(scene);
    let letters: String = (0..size.width()).flat_map(|column| [' ', Point::column_letter(column)]).collect();
    let mut text = format!("  {letters}\n");
    for row in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", row + 1);
        for column in 0..size.width() {
            let p = Point::at(column, row);
            let shade = scene.judged.map_or(0, |(_, evaluation)| shade(evaluation.ownership.get(p)));
            let (symbol, ink) = match board.get(p) {
                Some(Color::Black) => ('●', 16),
                Some(Color::White) => ('●', 231),
                None if size.is_star(p) => ('+', 240),
                None => ('·', 240),
            };
            // The last move is marked in front: there is room for one character before each point.
            let (mark, mark_ink) = if last == Some(p) { ('▸', 196) } else { (' ', ink) };
            let _ = write!(
                text,
                "\x1b[48;5;{}m\x1b[38;5;{mark_ink}m{mark}\x1b[38;5;{ink}m{symbol}",
                ground(shade)
            );
        }
        let _ = writeln!(text, "\x1b[48;5;{}m \x1b[0m {}", ground(0), row + 1);
    }
    let _ = writeln!(text, "  {letters}");
    text
}

/// What changes, in tenths of a point: `+3`.
fn tenths(overlay: &Overlay) -> Vec<(Point, String)> {
    let tenths = overlay.changes.iter().map(|(p, value)| (*p, (value * 10.0).round() as i32));
    tenths.filter(|(_, tenths)| *tenths != 0).map(|(p, tenths)| (p, format!("{tenths:+}"))).collect()
}

/// A board with room for numbers: each point has as much as the widest label needs.
fn overlaid(scene: &Scene<'_>, overlay: &Overlay, color: bool) -> String {
    let board = scene.position().board();
    let size = board.size();
    let last = last_point(scene);
    let labels = if overlay.plain.is_empty() { &overlay.labels } else { &overlay.plain };
    let played = |p: Point| overlay.played.iter().find(|(q, ..)| *q == p);
    let label = |p: Point| {
        let own = labels.iter().find(|(q, _)| *q == p).map(|(_, text)| text.as_str());
        own.or_else(|| played(p).map(|(.., number)| number.as_str()))
    };
    let changes = tenths(overlay);
    // Numbers need a column more, for a sign or a star; what changes stands behind a stone or a letter.
    let spare = usize::from(overlay.plain.is_empty() && changes.is_empty());
    let wide = |texts: &[(Point, String)]| texts.iter().map(|(_, text)| text.chars().count()).max();
    let numbers = overlay.played.iter().map(|(.., number)| number.chars().count()).max();
    let widest = wide(labels).max(numbers).unwrap_or(1).max(2);
    let width = widest.max(wide(&changes).map_or(0, |width| width + 1)) + spare;
    let letters: String =
        (0..size.width()).map(|column| format!(" {:>width$}", Point::column_letter(column))).collect();
    let mut text = format!("  {letters}\n");
    for row in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", row + 1);
        for column in 0..size.width() {
            let p = Point::at(column, row);
            let sign = if overlay.slanted.contains(p) { "-" } else { "" };
            let within = |areas: &ByColor<PointSet>| Color::ALL.into_iter().find(|&c| areas[c].contains(p));
            let shade = match (within(&overlay.shades), within(&overlay.light)) {
                (Some(color), _) => 2 * color.sign(),
                (None, Some(color)) => color.sign(),
                (None, None) => overlay.changes.iter().find(|(q, _)| *q == p).map_or(0, |(_, v)| shade(*v)),
            };
            let change = changes.iter().find(|(q, _)| *q == p).map_or("", |(_, text)| text.as_str());
            let symbol = match (board.get(p), label(p)) {
                (Some(_), _) if color => format!("●{change}"),
                (Some(stone), _) => format!("{}{change}", stone.symbol()),
                (None, Some(label)) => format!("{sign}{label}{change}"),
                (None, None) if !change.is_empty() => change.into(),
                (None, None) if color => "·".into(),
                (None, None) => ".".into(),
            };
            let mark = match (last == Some(p), overlay.marks.contains(p)) {
                (true, _) => '>',
                (_, true) => '!',
                _ => ' ',
            };
            if color {
                let ink = match board.get(p).or(played(p).map(|(_, color, _)| *color)) {
                    Some(Color::White) => 231,
                    _ => 16,
                };
                let mark_ink = if mark == '>' { 196 } else { 160 };
                let _ = write!(
                    text,
                    "\x1b[48;5;{}m\x1b[38;5;{mark_ink}m{mark}\x1b[38;5;{ink}m{symbol:>width$}\x1b[0m",
                    ground(shade)
                );
            } else {
                // In plain text a star says what a shade says in colours.
                let inner = if shade == 0 || board.get(p).is_some() { "" } else { overlay.plain_mark };
                let _ = write!(text, "{mark}{:>width$}", symbol + inner);
            }
        }
        let _ = writeln!(text, "  {}", row + 1);
    }
    let _ = writeln!(text, "  {letters}");
    text
}

fn legend(color: bool) -> String {
    if !color {
        return "X, O stones (x, o: taken to be lost); ■ ▪ Black's points, sure or likely; □ ▫ White's; (…) last move\n"
            .into();
    }
    let mut text = String::new();
    for (shade, name) in
        [(2, "Black's"), (1, "likely Black's"), (0, "open"), (-1, "likely White's"), (-2, "White's")]
    {
        let _ = write!(text, "\x1b[48;5;{}m   \x1b[0m {name}  ", ground(shade));
    }
    text.trim_end().to_string() + "  \x1b[38;5;196m▸\x1b[0m last move\n"
}
/// A number of things: `1 game`, `2 games`.
pub fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
