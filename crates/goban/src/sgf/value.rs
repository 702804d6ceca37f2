//! Values of properties: text with escapes, points, rectangles of points.

use std::borrow::Cow;

use crate::{Move, Point, Size};

/// Resolves escapes: `\]` is `]`, an escaped line break is nothing, other white space than line
/// breaks is a space.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\t', '\r', '\u{b}']) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\r') => drop(chars.next_if_eq(&'\n')),
                Some('\n') => drop(chars.next_if_eq(&'\r')),
                Some(escaped) => text.push(escaped),
                None => {}
            },
            '\r' => {
                chars.next_if_eq(&'\n');
                text.push('\n');
            }
            '\t' | '\u{b}' => text.push(' '),
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// Makes plain text safe to be written as a value. The colon is left alone: none of the values
/// written here is composed.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', ']']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// A move: a point, nothing for a pass, or `tt` for a pass on boards up to 19×19. White space and
/// capitals are forgiven.
pub(super) fn read_move(raw: &str, size: Size) -> Option<Move> {
    match raw.as_bytes() {
        // The usual case without a detour.
        [b'a'..=b's', b'a'..=b's'] => return Point::from_sgf(raw, size).map(Move::Play),
        [] => return Some(Move::Pass),
        _ => {}
    }
    let text = tidy(raw);
    if text.is_empty() || (text == "tt" && size.width() <= 19 && size.height() <= 19) {
        return Some(Move::Pass);
    }
    Point::from_sgf(&text, size).map(Move::Play)
}

/// A point or a rectangle of points, such as `aa` or `aa:cc`.
pub(super) fn read_points(raw: &str, size: Size) -> Option<Vec<Point>> {
    let text = tidy(raw);
    let Some((first, last)) = text.split_once(':') else {
        return Some(vec![Point::from_sgf(&text, size)?]);
    };
    let (first, last) = (Point::from_sgf(first, size)?, Point::from_sgf(last, size)?);
    let span = |a: u32, b: u32| a.min(b)..=a.max(b);
    Some(
        span(first.row(), last.row())
            .rev()
            .flat_map(|row| span(first.column(), last.column()).map(move |column| Point::at(column, row)))
            .collect(),
    )
}

fn tidy(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_whitespace() && *c != '\\').map(|c| c.to_ascii_lowercase()).collect()
}

/// The first number in a text, as a person would find it, and whether nothing else is there: `6.5目`
/// and `komi: 6,5` are both 6.5, and `1e308` is not 1.
pub(super) fn first_number(text: &str) -> Option<(f64, bool)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let negative = text[..start].ends_with(['-', '−']);
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    let digits = digits.trim_end_matches(['.', ',']).replace(',', ".");
    let fraction = match after.chars().next() {
        Some('¼') => 0.25,
        Some('½') => 0.5,
        Some('¾') => 0.75,
        _ => 0.0,
    };
    let number = (digits.clone() + exponent(after)).parse::<f64>().ok()? + fraction;
    let tidy = text.trim().trim_start_matches(['-', '+']).trim_end_matches('.') == digits;
    Some((if negative { -number } else { number }, tidy))
}

/// What makes powers of ten of a number that stands before it, such as `e308`; else nothing.
fn exponent(text: &str) -> &str {
    let Some(power) = text.strip_prefix(['e', 'E']) else { return "" };
    let digits = power.strip_prefix(['-', '+']).unwrap_or(power);
    let more = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if more == 0 { "" } else { &text[..text.len() - digits.len() + more] }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape(r"a\]b\\c\:d"), r"a]b\c:d");
        assert_eq!(unescape("soft\\\nbreak\\\r\nhere"), "softbreakhere");
        assert_eq!(unescape("hard\nbreak\r\nhere\ttab"), "hard\nbreak\nhere tab");
        assert_eq!(unescape("dangling\\"), "dangling");
    }

    #[test]
    fn moves() {
        let (small, large) = (Size::default(), Size::square(21).unwrap());
        assert_eq!(read_move("pd", small), Some("Q16".parse().unwrap()));
        for pass in ["", "tt", " \n", "TT"] {
            assert_eq!(read_move(pass, small), Some(Move::Pass), "{pass:?}");
        }
        assert_eq!(read_move("tt", large), Some("U2".parse().unwrap()));
        assert_eq!(read_move("p\nd ", small), Some("Q16".parse().unwrap()));
        for wrong in ["p", "pdd", "ta", "zz", "11", "é"] {
            assert_eq!(read_move(wrong, small), None, "{wrong}");
        }
    }

    #[test]
    fn rectangles() {
        let size = Size::square(9).unwrap();
        let names = |raw| {
            read_points(raw, size)
                .map(|points| points.iter().map(Point::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names("aa:bb").unwrap(), "A9 B9 A8 B8");
        assert_eq!(names("bb:aa").unwrap(), "A9 B9 A8 B8");
        assert_eq!(names("ii").unwrap(), "J1");
        assert_eq!(names("aa:jj"), None);
        assert_eq!(names(""), None);
    }

    #[test]
    fn numbers() {
        for (text, number) in [
            ("6.5", (6.5, true)),
            (" 6.5 ", (6.5, true)),
            ("6.", (6.0, true)),
            ("-5.5", (-5.5, true)),
            ("6.5目", (6.5, false)),
            ("6,5", (6.5, false)),
            ("komi 5½ points", (5.5, false)),
            ("3¾", (3.75, false)),
            ("1e3", (1000.0, false)),
            ("65E-1目", (6.5, false)),
            ("6e", (6.0, false)),
            ("6 each", (6.0, false)),
            ("3.75", (3.75, true)),
        ] {
            assert_eq!(first_number(text), Some(number), "{text}");
        }
        assert_eq!(first_number("none"), None);
        assert_eq!(first_number("1.2.3"), None);
    }

    proptest! {
        #[test]
        fn escape_and_unescape_are_inverse(text in "[a-z\\]\\[\\\\: 目\n]*") {
            let escaped = escape(&text);
            prop_assert_eq!(unescape(&escaped), text.as_str());
        }
    }
}
