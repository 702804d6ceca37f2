//! Games as text.
//!
//! Options are ordered by their stops and then by their text, so that a game is written the same
//! way whatever its store has seen before.

use std::cmp::Reverse;

use crate::family::UpStar;
use crate::{Dyadic, Game, GameError, Side, Store};

/// Which characters to write games with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `↑`, `↓`, `±`, `·`.
    #[default]
    Customary,
    /// `^`, `v`, `+-`, `.`.
    Ascii,
}

/// A text that is too long is of no use to anyone.
const MAX_LENGTH: usize = 100_000;

/// More bars side by side than this cannot be told apart; braces are written instead.
const MAX_BARS: usize = 3;

/// A game, or its negative: which need not be in the store to be written.
#[derive(Clone, Copy)]
struct View {
    game: Game,
    negated: bool,
}

/// A game as written without outer braces, and how many bars hold it together (none if it needs no
/// braces).
struct Written {
    text: String,
    bars: usize,
}

impl Written {
    fn braced(self) -> String {
        if self.bars > 0 { format!("{{{}}}", self.text) } else { self.text }
    }
}

/// Writes the games of a store, up to a length.
struct Writer<'a> {
    store: &'a Store,
    ascii: bool,
    /// How many characters there may still be.
    left: usize,
}

impl Store {
    /// The game as it is customarily written.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// for text in ["{6||4|0}", "{8|4||2|||0}", "-1↑*", "↓↓*", "*2", "±3", "-6 1/2", "+_2", "3 + 4·↑*", "±({7|1},3)"] {
    ///     let game = store.parse(text)?;
    ///     assert_eq!(store.text(game)?, text);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::TextLength`] beyond 100,000 characters: a small store can hold games with many
    /// more positions than that.
    pub fn text(&self, game: Game) -> Result<String, GameError> {
        self.text_in(game, Notation::Customary)
    }

    /// The game written with the given characters.
    ///
    /// # Errors
    /// [`GameError::TextLength`] beyond 100,000 characters.
    pub fn text_in(&self, game: Game, notation: Notation) -> Result<String, GameError> {
        let mut writer = Writer { store: self, ascii: notation == Notation::Ascii, left: MAX_LENGTH };
        Ok(writer.write(View { game, negated: false })?.braced())
    }
}

impl View {
    fn number(self) -> Dyadic {
        if self.negated { -self.game.shift } else { self.game.shift }
    }

    /// Whose options in the store are this side's.
    fn side(self, side: Side) -> Side {
        if self.negated { side.other() } else { side }
    }

    fn options(self, store: &Store, side: Side) -> Result<Vec<View>, GameError> {
        let options = store.options(self.game, self.side(side))?;
        Ok(options.into_iter().map(|game| View { game, ..self }).collect())
    }

    fn stop(self, store: &Store, side: Side) -> Result<Dyadic, GameError> {
        let stop = store.stop(self.game, self.side(side))?;
        Ok(if self.negated { -stop } else { stop })
    }

    fn is_zero(self) -> bool {
        self.game == Game::ZERO
    }

    /// The `G` if this is, but for a number, tiny `G` for that side: `{0 || 0 | -G}` for Left.
    fn threat(self, store: &Store, side: Side) -> Result<Option<View>, GameError> {
        let only = |view: View, side: Side| match view.options(store, side)?.as_slice() {
            &[option] => Ok(Some(option)),
            _ => Ok(None),
        };
        let shape = View { game: Game::of_shape(self.game.shape), ..self };
        let (Some(end), Some(reply)) = (only(shape, side)?, only(shape, side.other())?) else {
            return Ok(None);
        };
        if !end.is_zero() || reply.game.is_number() {
            return Ok(None);
        }
        let (Some(end), Some(threat)) = (only(reply, side)?, only(reply, side.other())?) else {
            return Ok(None);
        };
        let stop = threat.stop(store, side)?;
        let threatens = if side == Side::Left { stop < Dyadic::ZERO } else { stop > Dyadic::ZERO };
        if !end.is_zero() || !threatens {
            return Ok(None);
        }
        let negated = if side == Side::Left { !threat.negated } else { threat.negated };
        Ok(Some(View { negated, ..threat }))
    }
}

impl Writer<'_> {
    fn spend(&mut self, characters: usize) -> Result<(), GameError> {
        self.left = self.left.checked_sub(characters).ok_or(GameError::TextLength { limit: MAX_LENGTH })?;
        Ok(())
    }

    fn write(&mut self, view: View) -> Result<Written, GameError> {
        if let Some((_, value)) = self.store.as_up_star(view.game) {
            let value = if view.negated { UpStar { ups: -value.ups, ..value } } else { value };
            let text = up_star(view.number(), value, self.ascii);
            self.spend(text.len())?;
            return Ok(Written { text, bars: 0 });
        }
        self.spend(4)?;
        for (side, sign) in [(Side::Left, "+_"), (Side::Right, "-_")] {
            if let Some(threat) = view.threat(self.store, side)? {
                let number = number_before(view.number());
                let threat = self.operand(threat)?;
                return Ok(Written { text: format!("{number}{sign}{threat}"), bars: 0 });
            }
        }
        let switch = self.store.known_negative(view.game.shape) == Some(view.game.shape);
        if switch && view.number() == Dyadic::ZERO {
            let sign = if self.ascii { "+-" } else { "±" };
            let list = match view.options(self.store, Side::Left)?.as_slice() {
                &[option] if option.game.is_number() => self.operand(option)?,
                _ => format!("({})", self.list(view, Side::Left)?),
            };
            return Ok(Written { text: format!("{sign}{list}"), bars: 0 });
        }
        let (lefts, left_bars) = self.slashed(view, Side::Left)?;
        let (rights, right_bars) = self.slashed(view, Side::Right)?;
        let bars = 1 + left_bars.max(right_bars);
        self.spend(bars)?;
        Ok(Written { text: format!("{lefts}{}{rights}", "|".repeat(bars)), bars })
    }

    /// What a sign is followed by: a number, or something in brackets.
    fn operand(&mut self, view: View) -> Result<String, GameError> {
        let written = self.write(view)?;
        let bare = view.game.is_number() || written.bars > 0;
        let text = written.braced();
        Ok(if bare { text } else { format!("({text})") })
    }

    /// The options of a side between braces: a single one without its own braces, if bars can tell.
    fn slashed(&mut self, view: View, side: Side) -> Result<(String, usize), GameError> {
        if let &[option] = view.options(self.store, side)?.as_slice() {
            let written = self.write(option)?;
            return Ok(match written.bars {
                MAX_BARS.. => (written.braced(), 0),
                bars => (written.text, bars),
            });
        }
        Ok((self.list(view, side)?, 0))
    }

    fn list(&mut self, view: View, side: Side) -> Result<String, GameError> {
        let mut texts = Vec::new();
        for option in view.options(self.store, side)? {
            let (left, right) = (option.stop(self.store, Side::Left)?, option.stop(self.store, Side::Right)?);
            texts.push((Reverse(left), Reverse(right), self.write(option)?.braced()));
        }
        texts.sort_unstable();
        let texts: Vec<String> = texts.into_iter().map(|(_, _, text)| text).collect();
        self.spend(texts.len())?;
        Ok(texts.join(","))
    }
}

/// A number to which something is added by writing it behind.
fn number_before(number: Dyadic) -> String {
    if number == Dyadic::ZERO { String::new() } else { number.to_string() }
}

/// `4↑`, `-1↑↑*2`, and with a sign from three ups on: `4 + 3·↑`.
fn up_star(number: Dyadic, value: UpStar, ascii: bool) -> String {
    if value == UpStar::ZERO {
        return number.to_string();
    }
    let arrow = match (value.ups > 0, ascii) {
        (true, false) => "↑",
        (true, true) => "^",
        (false, false) => "↓",
        (false, true) => "v",
    };
    let mut text = number_before(number);
    match value.ups.unsigned_abs() {
        ups @ 0..=2 => text += &arrow.repeat(ups as usize),
        ups => {
            if !text.is_empty() {
                text += " + ";
            }
            text += &format!("{ups}{}{arrow}", if ascii { "." } else { "·" });
        }
    }
    match value.star {
        0 => {}
        1 => text.push('*'),
        star => text += &format!("*{star}"),
    }
    text
}
