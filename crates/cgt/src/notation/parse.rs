//! Tokens into expressions, by recursive descent of bounded depth.
//!
//! ```text
//! question = slashed [relation slashed]
//! slashed  = list {bars list}           split at the longest bars first, which must be alone in their length
//! list     = [sum {"," sum}]
//! sum      = term {("+" | "-") term}
//! term     = {"+" | "-"} literal        a sign before a number belongs to the number alone
//! literal  = [number] [arrows] ["*" [digits]]  |  digits "·" unit  |  unit
//! unit     = "{" slashed "}" | "(" slashed ")" | "±" unit | "+_" unit | name "(" slashed {"," slashed} ")"
//! ```
//!
//! A single `||` outside of all brackets, without any `|`, is the question whether two games are
//! incomparable.

use super::expression::{Expression, Function, Kind, Question};
use super::token::{Placed, Relation, Token, tokens};
use super::{MAX_NESTING, MAX_TEXT};
use crate::Dyadic;
use crate::family::UpStar;

/// A text that is no expression: where, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {column}: expected {expected}, found {found}")]
pub struct SyntaxError {
    at: usize,
    column: usize,
    expected: String,
    found: String,
}

impl SyntaxError {
    /// So many bytes into the text.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Which character it is, the first being 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was there instead.
    pub fn found(&self) -> &str {
        &self.found
    }
}

/// Errors are boxed, because results lie on the stack once for each level of nesting.
type Parsed<T> = Result<T, Box<SyntaxError>>;

/// What could follow a game.
const AFTER_A_GAME: &str = "`+`, `-`, a bar or a relation such as `==`";

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Placed>,
    next: usize,
    nesting: usize,
}

/// Lists of options and the bars between them.
struct Slashed {
    lists: Vec<Vec<Expression>>,
    /// How long each bar is, and where.
    bars: Vec<(usize, usize)>,
}

pub(crate) fn parse(text: &str) -> Result<Question, SyntaxError> {
    if text.len() > MAX_TEXT {
        let found = format!("{} bytes", text.len());
        let expected = format!("at most {MAX_TEXT} bytes");
        return Err(SyntaxError { at: 0, column: 1, expected, found });
    }
    let mut parser = Parser { text, tokens: tokens(text), next: 0, nesting: 0 };
    let question = parser.question().map_err(|error| *error)?;
    match parser.peek() {
        Token::End => Ok(question),
        _ => Err(*parser.unexpected(parser.after_game())),
    }
}

/// Which character begins so many bytes into the text, the first being 1.
pub(crate) fn column(text: &str, at: usize) -> usize {
    text[..at].chars().count() + 1
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn advance(&mut self) {
        // The last token is the end, which nothing is behind.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    /// Takes a sign if it comes next.
    fn takes(&mut self, sign: char) -> bool {
        let there = *self.peek() == Token::Sign(sign);
        if there {
            self.advance();
        }
        there
    }

    fn expects(&mut self, sign: char, instead: &str) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.unexpected(instead)) }
    }

    fn unexpected(&self, expected: impl Into<String>) -> Box<SyntaxError> {
        self.error(self.at(), expected, self.peek().to_string())
    }

    fn error(&self, at: usize, expected: impl Into<String>, found: impl Into<String>) -> Box<SyntaxError> {
        let (expected, found) = (expected.into(), found.into());
        Box::new(SyntaxError { at, column: column(self.text, at), expected, found })
    }

    /// What could stand behind a game; digits there are often meant as a power or a product.
    fn after_game(&self) -> String {
        let before = self.next.checked_sub(1).map(|before| &self.tokens[before].token);
        match (before, self.peek()) {
            (Some(Token::Arrows(_)), Token::Digits(digits)) => {
                format!("{AFTER_A_GAME} (`^` is up, no power: {digits} ups are written {digits}·↑)")
            }
            (Some(Token::Star), Token::Digits(_)) => {
                format!("{AFTER_A_GAME} (`*` is star, no product: multiples are written 3·{{1|0}})")
            }
            _ => AFTER_A_GAME.into(),
        }
    }

    /// An expression of parts, unless they lie too deep inside each other.
    fn node(&self, at: usize, kind: Kind) -> Parsed<Expression> {
        let deepest = |parts: &[Expression]| parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let depth = 1 + match &kind {
            Kind::Number(_) | Kind::UpStar(_) => 0,
            Kind::Game(lefts, rights) => deepest(lefts).max(deepest(rights)),
            Kind::Switch(parts) | Kind::Call(_, parts) => deepest(parts),
            Kind::Tiny(part) | Kind::Multiple(_, part) => part.depth,
            Kind::Sum(terms) => terms.iter().map(|(term, _)| term.depth).max().unwrap_or(0),
        };
        if depth > 2 * MAX_NESTING {
            return Err(self.error(at, too_deep(), "more"));
        }
        Ok(Expression { at, depth, kind })
    }

    /// Goes one level down, if that is allowed.
    fn enter(&mut self) -> Parsed<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.error(self.at(), too_deep(), "more"));
        }
        self.advance();
        Ok(())
    }

    fn leave(&mut self) {
        self.nesting -= 1;
    }

    fn question(&mut self) -> Parsed<Question> {
        let mut slashed = self.slashed(false)?;
        if let [(2, at)] = slashed.bars[..] {
            let right = slashed.lists.pop().unwrap_or_default();
            let left = slashed.lists.pop().unwrap_or_default();
            let one = |mut list: Vec<Expression>, beside: &str| match list.pop() {
                Some(game) => Ok(game),
                None => Err(self.error(at, format!("a game {beside} of `||`"), "none")),
            };
            return Ok(Question::Comparison(
                one(left, "on the left")?,
                Relation::Incomparable,
                one(right, "on the right")?,
            ));
        }
        let left = self.single(slashed)?;
        let &Token::Relation(relation) = self.peek() else { return Ok(Question::Value(left)) };
        self.advance();
        let slashed = self.slashed(false)?;
        Ok(Question::Comparison(left, relation, self.single(slashed)?))
    }

    /// Lists of games (or single games) with bars between them.
    fn slashed(&mut self, commas: bool) -> Parsed<Slashed> {
        let mut slashed = Slashed { lists: vec![Vec::new()], bars: Vec::new() };
        loop {
            if self.begins_a_game() {
                let game = self.sum()?;
                slashed.lists.last_mut().expect("there is a first list").push(game);
                if commas && self.takes(',') {
                    if !self.begins_a_game() {
                        return Err(self.unexpected("a game after the comma"));
                    }
                    continue;
                }
            }
            let &Token::Bars(length) = self.peek() else { return Ok(slashed) };
            if slashed.bars.len() == MAX_NESTING {
                return Err(self.error(
                    self.at(),
                    format!("at most {MAX_NESTING} bars between braces"),
                    "more",
                ));
            }
            slashed.bars.push((length, self.at()));
            slashed.lists.push(Vec::new());
            self.advance();
        }
    }

    /// The one game that was written: with bars, or without.
    fn single(&self, mut slashed: Slashed) -> Parsed<Expression> {
        if slashed.bars.is_empty() {
            let list = &mut slashed.lists[0];
            return match (list.pop(), list.is_empty()) {
                (Some(game), true) => Ok(game),
                _ => Err(self.unexpected("a game, such as `{4|0}`, `1/2`, `↑*` or `mean(…)`")),
            };
        }
        self.split(slashed)
    }

    /// Splits at the longest bar, on both sides again and again.
    fn split(&self, slashed: Slashed) -> Parsed<Expression> {
        let Slashed { mut lists, mut bars } = slashed;
        let longest = bars.iter().map(|bar| bar.0).max().unwrap_or(0);
        let mut places = (0..bars.len()).filter(|&place| bars[place].0 == longest);
        let place = places.next().unwrap_or(0);
        if let Some(second) = places.next() {
            let found = format!("another {}", Token::Bars(longest));
            return Err(self.error(bars[second].1, "braces, or bars of different lengths", found));
        }
        let right = Slashed { lists: lists.split_off(place + 1), bars: bars.split_off(place + 1) };
        let at = bars.pop().map_or(0, |bar| bar.1);
        let left = Slashed { lists, bars };
        let side = |mut slashed: Slashed| {
            if slashed.bars.is_empty() {
                Ok(slashed.lists.pop().unwrap_or_default())
            } else {
                self.split(slashed).map(|game| vec![game])
            }
        };
        let kind = Kind::Game(side(left)?, side(right)?);
        self.node(at, kind)
    }

    fn begins_a_game(&self) -> bool {
        match self.peek() {
            Token::Sign(sign) => matches!(sign, '+' | '-' | '(' | '{'),
            Token::Bars(_) | Token::Relation(_) | Token::Unknown(_) | Token::End => false,
            _ => true,
        }
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let at = self.at();
        let mut terms = vec![self.term(false)?];
        loop {
            let subtracted = match self.peek() {
                Token::Sign('+') => false,
                Token::Sign('-') => true,
                Token::PlusThenMinus => {
                    self.advance();
                    terms.push(self.term(true)?);
                    continue;
                }
                // A tiny game brings its sign with it.
                Token::Tiny | Token::Miny => {
                    terms.push(self.term(false)?);
                    continue;
                }
                _ => break,
            };
            self.advance();
            let (term, negative) = self.term(false)?;
            terms.push((term, negative != subtracted));
        }
        match <[(Expression, bool); 1]>::try_from(terms) {
            Ok([(term, false)]) => Ok(term),
            Ok(term) => self.node(at, Kind::Sum(term.into())),
            Err(terms) => self.node(at, Kind::Sum(terms)),
        }
    }

    /// A term with its signs, and whether it is to be negated.
    fn term(&mut self, mut negative: bool) -> Parsed<(Expression, bool)> {
        loop {
            match self.peek() {
                Token::Sign('+') => {}
                Token::Sign('-') => negative = !negative,
                _ => break,
            }
            self.advance();
        }
        match self.peek() {
            Token::Digits(_) => self.number_and_more(negative).map(|game| (game, false)),
            Token::Arrows(_) | Token::Star => {
                let at = self.at();
                let value = self.ups_and_star()?;
                Ok((self.node(at, Kind::UpStar(value))?, negative))
            }
            Token::Miny => {
                let miny = self.unit()?;
                Ok((miny, !negative))
            }
            _ => Ok((self.unit()?, negative)),
        }
    }

    /// What begins with digits: a number with ups and a nimber, or a multiple. The sign is the
    /// number's.
    fn number_and_more(&mut self, negative: bool) -> Parsed<Expression> {
        let at = self.at();
        if self.tokens.get(self.next + 1).is_some_and(|next| next.token == Token::Sign('·')) {
            let times = self.digits()?;
            self.advance();
            let times = if negative { -times } else { times };
            let arrows = matches!(self.peek(), Token::Arrows(_));
            let (place, unit) = (self.at(), self.multiplied()?);
            let multiple = self.node(at, Kind::Multiple(times, Box::new(unit)))?;
            // Of `3·↑*` only the ups are multiplied.
            if arrows && *self.peek() == Token::Star {
                let star = self.star()?;
                let star = self.node(place, Kind::UpStar(UpStar { ups: 0, star }))?;
                return self.node(at, Kind::Sum(vec![(multiple, false), (star, false)]));
            }
            return Ok(multiple);
        }
        let number = self.number()?;
        let number = self.node(at, Kind::Number(if negative { -number } else { number }))?;
        if !matches!(self.peek(), Token::Arrows(_) | Token::Star) {
            return Ok(number);
        }
        let place = self.at();
        let value = self.ups_and_star()?;
        let value = self.node(place, Kind::UpStar(value))?;
        self.node(at, Kind::Sum(vec![(number, false), (value, false)]))
    }

    fn multiplied(&mut self) -> Parsed<Expression> {
        let at = self.at();
        match self.peek() {
            &Token::Arrows(ups) => {
                self.advance();
                self.node(at, Kind::UpStar(UpStar { ups, star: 0 }))
            }
            Token::Star => {
                let star = self.star()?;
                self.node(at, Kind::UpStar(UpStar { ups: 0, star }))
            }
            Token::Digits(_) => Err(self.unexpected("a game to multiply (fractions are written 1/2)")),
            _ => self.unit(),
        }
    }

    fn ups_and_star(&mut self) -> Parsed<UpStar> {
        let mut value = UpStar::ZERO;
        if let &Token::Arrows(ups) = self.peek() {
            value.ups = ups;
            self.advance();
        }
        if *self.peek() == Token::Star {
            value.star = self.star()?;
        }
        Ok(value)
    }

    /// A star, and how large it is.
    fn star(&mut self) -> Parsed<u64> {
        self.advance();
        match &self.tokens[self.next] {
            Placed { token: Token::Digits(_), glued: true, .. } => self.digits().map(i64::unsigned_abs),
            _ => Ok(1),
        }
    }

    fn digits(&mut self) -> Parsed<i64> {
        let Token::Digits(digits) = self.peek() else { return Err(self.unexpected("digits")) };
        let value = digits.parse::<i64>().ok().filter(|&value| value <= 1 << 62);
        let value = value.ok_or_else(|| {
            let found = format!("{} digits", digits.len());
            self.error(self.at(), "a number of at most 2^62", found)
        })?;
        self.advance();
        Ok(value)
    }

    /// `6`, `1/2` or `6 1/2`.
    fn number(&mut self) -> Parsed<Dyadic> {
        let at = self.at();
        let first = self.digits()?;
        let overflow = |parser: &Self| parser.error(at, "a number of at most 2^62", "a larger one");
        let whole = Dyadic::new(first, 0).map_err(|_| overflow(self))?;
        if *self.peek() == Token::Sign('/') {
            return self.over(first);
        }
        let mixed = matches!(self.peek(), Token::Digits(_))
            && self.tokens.get(self.next + 1).is_some_and(|next| next.token == Token::Sign('/'));
        if !mixed {
            return Ok(whole);
        }
        let part = self.digits()?;
        let part = self.over(part)?;
        whole.plus(part).map_err(|_| overflow(self))
    }

    /// The slash and the denominator of a fraction.
    fn over(&mut self, numerator: i64) -> Parsed<Dyadic> {
        self.advance();
        let at = self.at();
        let denominator = self.digits()?;
        if denominator.count_ones() != 1 {
            return Err(self.error(at, "a power of two as denominator", format!("`{denominator}`")));
        }
        Dyadic::new(numerator, denominator.trailing_zeros())
            .map_err(|_| self.error(at, "a denominator of at most 2^62", format!("`{denominator}`")))
    }

    /// Each kind has a function of its own: the fewer variables lie on the stack, the deeper a
    /// small one reaches.
    fn unit(&mut self) -> Parsed<Expression> {
        match self.peek() {
            Token::Sign('{') => self.braces(),
            Token::Sign('(') => self.parentheses(),
            Token::PlusMinus | Token::PlusThenMinus => self.switch(),
            Token::Tiny | Token::Miny => self.tiny(),
            Token::Word(_) => self.call(),
            _ => Err(self.unexpected("a game, such as `{4|0}`, `1/2`, `↑*` or `mean(…)`")),
        }
    }

    fn braces(&mut self) -> Parsed<Expression> {
        let at = self.at();
        self.enter()?;
        let slashed = self.slashed(true)?;
        self.leave();
        if slashed.bars.is_empty() {
            return Err(self.unexpected("`|` between the options of Left and Right"));
        }
        self.expects('}', "`,`, `|` or `}`")?;
        let mut game = self.split(slashed)?;
        game.at = at;
        Ok(game)
    }

    fn parentheses(&mut self) -> Parsed<Expression> {
        self.enter()?;
        let slashed = self.slashed(false)?;
        self.leave();
        let game = self.single(slashed)?;
        self.expects(')', "`)`")?;
        Ok(game)
    }

    fn tiny(&mut self) -> Parsed<Expression> {
        let at = self.at();
        self.enter()?;
        let threat = self.operand()?;
        self.leave();
        self.node(at, Kind::Tiny(Box::new(threat)))
    }

    fn switch(&mut self) -> Parsed<Expression> {
        let at = self.at();
        self.enter()?;
        let options = self.switched()?;
        self.leave();
        self.node(at, Kind::Switch(options))
    }

    /// What stands behind `±`: a number or something in brackets; several options in parentheses.
    fn switched(&mut self) -> Parsed<Vec<Expression>> {
        if !self.takes('(') {
            return Ok(vec![self.operand()?]);
        }
        let mut options = Vec::new();
        loop {
            let slashed = self.slashed(false)?;
            options.push(self.single(slashed)?);
            if !self.takes(',') {
                break;
            }
        }
        self.expects(')', "`,` or `)`")?;
        Ok(options)
    }

    /// A number, or something in brackets.
    fn operand(&mut self) -> Parsed<Expression> {
        let at = self.at();
        match self.peek() {
            Token::Digits(_) => {
                let number = self.number()?;
                self.node(at, Kind::Number(number))
            }
            Token::Sign('{' | '(') => self.unit(),
            _ => Err(self.unexpected("a number, `(` or `{`")),
        }
    }

    fn call(&mut self) -> Parsed<Expression> {
        let at = self.at();
        let function = self.function()?;
        self.enter()?;
        let mut arguments = Vec::with_capacity(function.arguments());
        loop {
            let slashed = self.slashed(false)?;
            arguments.push(self.single(slashed)?);
            if arguments.len() == function.arguments() {
                break;
            }
            self.expects(',', &format!("`,` and a number of degrees: {}(G, t)", function.name()))?;
        }
        self.leave();
        self.expects(')', "`)`")?;
        self.node(at, Kind::Call(function, arguments))
    }

    /// The name of a function; the parenthesis behind it comes next.
    fn function(&mut self) -> Parsed<Function> {
        let Token::Word(word) = self.peek() else { return Err(self.unexpected("a function")) };
        let Some(function) = Function::ALL.into_iter().find(|function| function.name() == word) else {
            let names: Vec<&str> = Function::ALL.iter().map(|function| function.name()).collect();
            return Err(self.unexpected(format!("one of the functions {}", names.join(", "))));
        };
        self.advance();
        match self.peek() {
            Token::Sign('(') => Ok(function),
            _ => Err(self.unexpected(format!("`(` after `{}`", function.name()))),
        }
    }
}

fn too_deep() -> String {
    format!("at most {MAX_NESTING} games inside each other")
}
