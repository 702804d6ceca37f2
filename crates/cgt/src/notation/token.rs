//! Text into tokens.

use std::fmt;

/// The smallest parts of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// Digits.
    Digits(String),
    /// A name of a function.
    Word(String),
    /// Ups, or downs if negative.
    Arrows(i64),
    /// `*`
    Star,
    /// So many bars side by side.
    Bars(usize),
    /// `±`
    PlusMinus,
    /// `+-`: a switch at the beginning of a game, plus and a negative after one.
    PlusThenMinus,
    /// `+_`
    Tiny,
    /// `-_`
    Miny,
    /// `==`, `<=`, `<`, `>=`, `>`, `!=`
    Relation(Relation),
    /// Any other sign: `+ - · / , ( ) { }`
    Sign(char),
    /// Something that has no meaning here.
    Unknown(char),
    /// The end of the text.
    End,
}

/// How two games may compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `||`
    Incomparable,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Digits(text) | Token::Word(text) => write!(f, "`{text}`"),
            Token::Arrows(ups) if *ups > 0 => write!(f, "`{}`", "↑".repeat((*ups).min(3) as usize)),
            Token::Arrows(downs) => write!(f, "`{}`", "↓".repeat(downs.unsigned_abs().min(3) as usize)),
            Token::Star => write!(f, "`*`"),
            Token::Bars(bars) => write!(f, "`{}`", "|".repeat((*bars).min(5))),
            Token::PlusMinus => write!(f, "`±`"),
            Token::PlusThenMinus => write!(f, "`+-`"),
            Token::Tiny => write!(f, "`+_`"),
            Token::Miny => write!(f, "`-_`"),
            Token::Relation(relation) => write!(f, "`{}`", relation.sign()),
            Token::Sign(sign) => write!(f, "`{sign}`"),
            Token::Unknown(sign) if sign.is_control() => write!(f, "a control character"),
            Token::Unknown(sign) => write!(f, "`{sign}`"),
            Token::End => write!(f, "the end"),
        }
    }
}

impl Relation {
    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
            Relation::Incomparable => "||",
        }
    }
}

/// A token and where it begins: so many bytes into the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) at: usize,
    /// Whether something other than a space stands right before it.
    pub(crate) glued: bool,
}

/// All tokens of a text, the end included.
pub(crate) fn tokens(text: &str) -> Vec<Placed> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut glued = false;
    loop {
        let trimmed = rest.trim_start();
        glued &= trimmed.len() == rest.len();
        rest = trimmed;
        let at = text.len() - rest.len();
        let (token, length) = first(rest);
        let end = token == Token::End;
        tokens.push(Placed { token, at, glued });
        if end {
            return tokens;
        }
        rest = &rest[length..];
        glued = true;
    }
}

/// The first token of a text and how many bytes it takes.
fn first(text: &str) -> (Token, usize) {
    let Some(character) = text.chars().next() else { return (Token::End, 0) };
    let run = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    for (sign, token) in [
        ("+-", Token::PlusThenMinus),
        ("+_", Token::Tiny),
        ("-_", Token::Miny),
        ("==", Token::Relation(Relation::Equal)),
        ("!=", Token::Relation(Relation::Unequal)),
        ("<=", Token::Relation(Relation::AtMost)),
        (">=", Token::Relation(Relation::AtLeast)),
    ] {
        if text.starts_with(sign) {
            return (token, sign.len());
        }
    }
    let one = |token| (token, character.len_utf8());
    match character {
        '0'..='9' => {
            let length = run(|c| c.is_ascii_digit());
            (Token::Digits(text[..length].into()), length)
        }
        'v' if run(|c| c.is_ascii_alphabetic() || c == '_') == run(|c| c == 'v') => {
            let length = run(|c| c == 'v');
            (Token::Arrows(-(length as i64)), length)
        }
        'a'..='z' | 'A'..='Z' => {
            let length = run(|c| c.is_ascii_alphabetic() || c == '_');
            (Token::Word(text[..length].into()), length)
        }
        '^' | '↑' | '⇑' => {
            let length = run(|c| matches!(c, '^' | '↑' | '⇑'));
            (Token::Arrows(ups(&text[..length])), length)
        }
        '↓' | '⇓' => {
            let length = run(|c| matches!(c, '↓' | '⇓'));
            (Token::Arrows(-ups(&text[..length])), length)
        }
        '|' => {
            let length = run(|c| c == '|');
            (Token::Bars(length), length)
        }
        '*' => one(Token::Star),
        '±' => one(Token::PlusMinus),
        '=' => one(Token::Relation(Relation::Equal)),
        '<' => one(Token::Relation(Relation::Less)),
        '>' => one(Token::Relation(Relation::Greater)),
        '≤' => one(Token::Relation(Relation::AtMost)),
        '≥' => one(Token::Relation(Relation::AtLeast)),
        '≠' => one(Token::Relation(Relation::Unequal)),
        '−' => one(Token::Sign('-')),
        '·' | '.' | '⋅' => one(Token::Sign('·')),
        '+' | '-' | '/' | ',' | '(' | ')' | '{' | '}' => one(Token::Sign(character)),
        _ => one(Token::Unknown(character)),
    }
}

/// How many ups arrows stand for; the double ones are two each.
fn ups(arrows: &str) -> i64 {
    arrows.chars().map(|c| if matches!(c, '⇑' | '⇓') { 2 } else { 1 }).sum()
}
