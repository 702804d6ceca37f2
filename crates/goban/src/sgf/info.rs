//! What the root of a record says about the game.

use super::{Record, SgfError, Warning, value};
use crate::{Komi, Rules, Size};

/// What the root of a record says about the game. What it does not say is `None`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// The board.
    pub size: Size,
    /// White's points for playing second.
    pub komi: Option<Komi>,
    /// The rules.
    pub rules: Option<Rules>,
    /// The number of handicap stones.
    pub handicap: Option<u32>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's rank.
    pub black_rank: Option<String>,
    /// White's rank.
    pub white_rank: Option<String>,
    /// The result, as written.
    pub result: Option<String>,
    /// The date, as written.
    pub date: Option<String>,
    /// The event.
    pub event: Option<String>,
}

impl Record {
    /// Reads what the root says. Untidy values are read as a person would, and reported.
    pub fn info(&self) -> Result<(Info, Vec<Warning>), SgfError> {
        let root = self.root();
        let line = || self.line(root);
        let text =
            |name| self.text(root, name).map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        let mut warnings = Vec::new();
        let mut warn = |message| warnings.push(Warning { line: line(), message });

        if let Some(game) = text("GM").filter(|game| game != "1") {
            return Err(SgfError::NotGo { line: line(), game: shown(&game) });
        }
        let size = match text("SZ") {
            Some(text) => read_size(&text, line)?,
            None => Size::default(),
        };
        let komi = text("KM").and_then(|text| {
            let komi = read_komi(&text);
            match komi {
                None => warn(format!("KM[{}] names no komi: ignored", shown(&text))),
                Some((komi, false)) => warn(format!("KM[{}] was read as {komi}", shown(&text))),
                Some((_, true)) => {}
            }
            komi.map(|(komi, _)| komi)
        });
        let rules = text("RU").and_then(|text| {
            let rules = Rules::from_name(&text);
            if rules.is_err() {
                warn(format!("RU[{}] is not known here: ignored", shown(&text)));
            }
            rules.ok()
        });
        let handicap = text("HA").and_then(|text| {
            let handicap = text.parse().ok().filter(|&n: &u32| n < size.area());
            if handicap.is_none() {
                warn(format!("HA[{}] is not a number of stones: ignored", shown(&text)));
            }
            handicap
        });
        let info = Info {
            size,
            komi,
            rules,
            handicap,
            black: text("PB"),
            white: text("PW"),
            black_rank: text("BR"),
            white_rank: text("WR"),
            result: text("RE"),
            date: text("DT"),
            event: text("EV"),
        };
        Ok((info, warnings))
    }
}

fn read_size(text: &str, line: impl Fn() -> usize) -> Result<Size, SgfError> {
    let error = || SgfError::Size { line: line(), text: shown(text) };
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| error());
    let size = match text.split_once([':', 'x', '×']) {
        Some((width, height)) => Size::new(number(width)?, number(height)?),
        None => Size::square(number(text)?),
    };
    size.map_err(|reason| SgfError::UnsupportedSize { line: line(), reason })
}

/// Reads komi, and says whether it was tidy. A komi in quarters is in Chinese stones (子) and counts
/// twice, and one of a hundred or more is written in hundredths: `3.75` and `375` are both 7.5
/// points.
fn read_komi(text: &str) -> Option<(Komi, bool)> {
    let (number, tidy) = value::first_number(text)?;
    let (number, tidy) = if number.abs() >= 100.0 { (number / 100.0, false) } else { (number, tidy) };
    let halves = number * 2.0;
    let (halves, tidy) = if halves.fract().abs() == 0.5 { (halves * 2.0, false) } else { (halves, tidy) };
    (halves.fract() == 0.0 && halves.abs() < 2000.0).then(|| (Komi::from_half_points(halves as i32), tidy))
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_as_people_write_it() {
        for (text, komi) in [
            ("6.5", ("6.5", true)),
            ("0", ("0", true)),
            ("-5.5", ("-5.5", true)),
            ("5.50", ("5.5", true)),
            ("6.5目", ("6.5", false)),
            ("3.75", ("7.5", false)),
            ("2.75", ("5.5", false)),
            ("375", ("7.5", false)),
            ("650", ("6.5", false)),
        ] {
            let read = read_komi(text).map(|(komi, tidy)| (komi.to_string(), tidy));
            assert_eq!(read, Some((komi.0.to_string(), komi.1)), "{text}");
        }
        for text in ["", "reverse", "6.3", "99999999999999999999"] {
            assert_eq!(read_komi(text), None, "{text}");
        }
    }
}
