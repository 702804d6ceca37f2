//! What the root of a record says about the game.

use super::warning::Warnings;
use super::{Record, SgfError, Warning, WarningKind, value};
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
    /// Reads what the root says. Untidy values are read as a person would, and reported. Without a
    /// komi, or with one that means nothing, it is [`Record::replay`] that says what is taken.
    pub fn info(&self) -> Result<(Info, Vec<Warning>), SgfError> {
        let root = self.root();
        let line = || self.line(root);
        let text =
            |name| self.text(root, name).map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        let mut warnings = Warnings::default();
        let mut warn = |kind, message| warnings.add(kind, || (line(), message));

        if let Some(game) = text("GM").filter(|game| game != "1") {
            return Err(SgfError::NotGo { line: line(), game: shown(&game) });
        }
        let size = match text("SZ") {
            Some(text) => read_size(&text, line)?,
            None => Size::default(),
        };
        let komi = text("KM").and_then(|text| {
            let (komi, reading) = read_komi(&text)?;
            if let Some(why) = reading.why() {
                warn(WarningKind::Komi, format!("KM[{}] was read as {komi}{why}", shown(&text)));
            }
            Some(komi)
        });
        let rules = text("RU").and_then(|text| {
            let rules = Rules::from_name(&text);
            if rules.is_err() {
                warn(WarningKind::Rules, format!("RU[{}] is not known here: ignored", shown(&text)));
            }
            rules.ok()
        });
        let handicap = text("HA").and_then(|text| {
            let handicap = text.parse().ok().filter(|&n: &u32| n < size.area());
            if handicap.is_none() {
                let message = format!("HA[{}] is not a number of stones: ignored", shown(&text));
                warn(WarningKind::Handicap, message);
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
        Ok((info, warnings.finish()))
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

/// How a komi was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// As it should be.
    Tidy,
    /// With other words or signs around the number.
    Wordy,
    /// `650`, as some servers write 6.5.
    Hundredths,
    /// `3.75` or `375`, in Chinese stones (子) of two points each.
    Stones,
    /// A fraction that no count can come to.
    Between,
}

impl Reading {
    /// Why that is what was meant; `None` if there is nothing to explain.
    fn why(self) -> Option<&'static str> {
        match self {
            Reading::Tidy => None,
            Reading::Wordy => Some(""),
            Reading::Hundredths => Some(", in hundredths"),
            Reading::Stones => Some(", in Chinese stones of two points each"),
            Reading::Between => {
                Some(", which lets the same side win: komi has half points, no other fractions")
            }
        }
    }
}

/// The largest komi that can be meant.
const LARGEST_KOMI: f64 = 999.0;

/// Reads komi as a person would; `None` if it means nothing.
///
/// No komi in use is above 8 points, 4 Chinese stones: quarters are of such stones below that, and
/// of points above. A whole count lies on the same side of every komi between two whole numbers, so
/// that the half point between them does for 7.25 and for 6.3.
fn read_komi(text: &str) -> Option<(Komi, Reading)> {
    let (number, tidy) = value::first_number(text)?;
    let is_hundredths = (100.0..10_000.0).contains(&number.abs()) && number % 25.0 == 0.0;
    let points = if is_hundredths { number / 100.0 } else { number };
    let (points, reading) = if points.abs() < 4.0 && (points * 2.0).fract().abs() == 0.5 {
        (points * 2.0, Reading::Stones)
    } else if (points * 2.0).fract() != 0.0 {
        (points.floor() + 0.5, Reading::Between)
    } else if is_hundredths {
        (points, Reading::Hundredths)
    } else {
        (points, if tidy { Reading::Tidy } else { Reading::Wordy })
    };
    (points.abs() <= LARGEST_KOMI).then(|| (Komi::from_half_points((points * 2.0) as i32), reading))
}

pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_as_people_write_it() {
        use Reading::*;
        for (text, komi, reading) in [
            ("6.5", "6.5", Tidy),
            ("0", "0", Tidy),
            ("-0", "0", Tidy),
            ("-5.5", "-5.5", Tidy),
            ("5.50", "5.5", Tidy),
            ("-50", "-50", Tidy),
            ("361", "361", Tidy),
            ("999", "999", Tidy),
            ("6.5目", "6.5", Wordy),
            ("6,5", "6.5", Wordy),
            ("7.5e0", "7.5", Wordy),
            ("3.75", "7.5", Stones),
            ("2.75", "5.5", Stones),
            ("-2.75", "-5.5", Stones),
            ("3¾子", "7.5", Stones),
            ("375", "7.5", Stones),
            ("275", "5.5", Stones),
            ("650", "6.5", Hundredths),
            ("750", "7.5", Hundredths),
            ("550", "5.5", Hundredths),
            ("-750", "-7.5", Hundredths),
            ("800", "8", Hundredths),
            ("1000", "10", Hundredths),
            ("7.25", "7.5", Between),
            ("6.75", "6.5", Between),
            ("-7.25", "-7.5", Between),
            ("725", "7.5", Between),
            ("4.25", "4.5", Between),
            ("6.3", "6.5", Between),
        ] {
            let read = read_komi(text).map(|(komi, reading)| (komi.to_string(), reading));
            assert_eq!(read, Some((komi.to_string(), reading)), "{text}");
        }
        let nothing = ["", "reverse", "NaN", "inf", "-inf", "1e308", "1e999", "-1e9", "-99999"];
        for text in nothing.into_iter().chain(["99999999999999999999", "1.2.3", "999.7"]) {
            assert_eq!(read_komi(text), None, "{text}");
        }
    }

    /// What is taken for an odd fraction lets the same side win, whatever the count.
    #[test]
    fn odd_fractions_keep_the_winner() {
        for hundredths in -2000..2000 {
            let written = f64::from(hundredths) / 100.0;
            let Some((komi, Reading::Between)) = read_komi(&written.to_string()) else { continue };
            for count in -30..30 {
                let (meant, taken) = (f64::from(count) - written, f64::from(count) - komi.points());
                assert!(meant * taken > 0.0, "{written} read as {komi}");
            }
        }
    }
}
