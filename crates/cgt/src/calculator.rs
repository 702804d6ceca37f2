//! The calculator: expressions in, answers out.

use std::cmp::Ordering;

use crate::notation::expression::{Expression, Function, Kind, Question};
use crate::notation::parse::{SyntaxError, column, parse};
use crate::side::BySide;
use crate::{Dyadic, Game, GameError, Outcome, Relation, Side, Store, Thermograph};

/// What an expression comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A game; numbers too.
    Game(Game),
    /// Whether a relation holds.
    Truth(bool),
    /// A game and its thermograph.
    Thermograph(Game, Thermograph),
    /// Who wins.
    Outcome(Outcome),
}

/// Why an expression comes to nothing: at which character, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// It cannot be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It can be read, but something else was needed there.
    #[error("character {column}: expected {expected}, found {found}")]
    Kind {
        /// Which character, the first being 1.
        column: usize,
        /// What was needed.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// It can be read, but not worked out.
    #[error("character {column}: {error}")]
    Game {
        /// Which character, the first being 1.
        column: usize,
        /// Why not.
        #[source]
        error: GameError,
    },
}

impl ExpressionError {
    /// Which character of the text is meant, the first being 1.
    pub fn column(&self) -> usize {
        match self {
            ExpressionError::Syntax(error) => error.column(),
            ExpressionError::Kind { column, .. } | ExpressionError::Game { column, .. } => *column,
        }
    }
}

impl Answer {
    fn name(&self) -> &'static str {
        match self {
            Answer::Game(_) => "a game",
            Answer::Truth(_) => "true or false",
            Answer::Thermograph(..) => "a thermograph",
            Answer::Outcome(_) => "an outcome",
        }
    }
}

impl Store {
    /// Works out an expression: a game, a relation between two, or a function of one.
    ///
    /// ```
    /// use keisei_cgt::{Answer, Store};
    ///
    /// let mut store = Store::default();
    /// assert_eq!(store.evaluate("↑ + ↑* > *")?, Answer::Truth(true));
    /// assert_eq!(store.evaluate("↑ || *")?, Answer::Truth(true));
    /// assert_eq!(store.evaluate("mean(6||4|0)")?, Answer::Game(4.into()));
    /// let error = store.evaluate("{4|0").unwrap_err();
    /// assert_eq!(error.to_string(), "character 5: expected `,`, `|` or `}`, found the end");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Each points at a character: see [`ExpressionError`].
    pub fn evaluate(&mut self, text: &str) -> Result<Answer, ExpressionError> {
        let question = parse(text)?;
        let mut calculator = Calculator { store: self, text };
        match question {
            Question::Value(expression) => calculator.answer(&expression),
            Question::Comparison(a, relation, b) => {
                let (left, right) = (calculator.game(&a)?, calculator.game(&b)?);
                let order = calculator.store.compare(left, right);
                let order = order.map_err(|error| calculator.refused(&a, error))?;
                Ok(Answer::Truth(holds(relation, order)))
            }
        }
    }

    /// The game that an expression comes to. See [the notation](crate::notation).
    ///
    /// # Errors
    /// Those of [`evaluate`](Store::evaluate), and a [`Kind`](ExpressionError::Kind) for
    /// expressions that are no games.
    pub fn parse(&mut self, text: &str) -> Result<Game, ExpressionError> {
        match self.evaluate(text)? {
            Answer::Game(game) => Ok(game),
            other => Err(ExpressionError::Kind { column: 1, expected: "a game", found: other.name() }),
        }
    }
}

fn holds(relation: Relation, order: Option<Ordering>) -> bool {
    match relation {
        Relation::Equal => order == Some(Ordering::Equal),
        Relation::Unequal => order != Some(Ordering::Equal),
        Relation::Less => order == Some(Ordering::Less),
        Relation::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Relation::Greater => order == Some(Ordering::Greater),
        Relation::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Relation::Incomparable => order.is_none(),
    }
}

struct Calculator<'a> {
    store: &'a mut Store,
    text: &'a str,
}

impl Calculator<'_> {
    fn refused(&self, expression: &Expression, error: GameError) -> ExpressionError {
        ExpressionError::Game { column: column(self.text, expression.at), error }
    }

    fn game(&mut self, expression: &Expression) -> Result<Game, ExpressionError> {
        match self.answer(expression)? {
            Answer::Game(game) => Ok(game),
            other => {
                let column = column(self.text, expression.at);
                Err(ExpressionError::Kind { column, expected: "a game", found: other.name() })
            }
        }
    }

    fn games(&mut self, expressions: &[Expression]) -> Result<Vec<Game>, ExpressionError> {
        expressions.iter().map(|expression| self.game(expression)).collect()
    }

    fn number(&mut self, expression: &Expression) -> Result<Dyadic, ExpressionError> {
        self.game(expression)?.as_number().ok_or_else(|| ExpressionError::Kind {
            column: column(self.text, expression.at),
            expected: "a number",
            found: "a game that is none",
        })
    }

    fn answer(&mut self, expression: &Expression) -> Result<Answer, ExpressionError> {
        let game = match &expression.kind {
            Kind::Number(number) => Ok(Game::number(*number)),
            Kind::UpStar(value) => self.store.up_star(*value),
            Kind::Game(lefts, rights) => {
                let (lefts, rights) = (self.games(lefts)?, self.games(rights)?);
                self.store.game(&lefts, &rights)
            }
            Kind::Switch(options) => {
                let options = self.games(options)?;
                self.store.switch(&options)
            }
            Kind::Tiny(threat) => {
                let threat = self.game(threat)?;
                self.store.tiny(threat)
            }
            Kind::Sum(terms) => {
                let mut games = Vec::with_capacity(terms.len());
                for (term, negative) in terms {
                    let game = self.game(term)?;
                    let game = if *negative { self.store.negative(game) } else { Ok(game) };
                    games.push(game.map_err(|error| self.refused(term, error))?);
                }
                self.store.sum(&games)
            }
            Kind::Multiple(times, game) => {
                let game = self.game(game)?;
                self.store.multiple(*times, game)
            }
            Kind::Call(function, arguments) => return self.call(expression, *function, arguments),
        };
        game.map(Answer::Game).map_err(|error| self.refused(expression, error))
    }

    fn call(
        &mut self,
        expression: &Expression,
        function: Function,
        arguments: &[Expression],
    ) -> Result<Answer, ExpressionError> {
        let game = self.game(&arguments[0])?;
        let degrees = match arguments.get(1) {
            Some(degrees) => self.number(degrees)?,
            None => Dyadic::ZERO,
        };
        let number = |number: Dyadic| Answer::Game(Game::number(number));
        let store = &mut *self.store;
        let answer = match function {
            Function::Cool => store.cool(game, degrees).map(Answer::Game),
            Function::Heat => store.heat(game, degrees).map(Answer::Game),
            Function::Mean => store.mean(game).map(number),
            Function::Temperature => store.temperature(game).map(number),
            Function::LeftStop => store.stop(game, Side::Left).map(number),
            Function::RightStop => store.stop(game, Side::Right).map(number),
            Function::Thermograph => {
                store.thermograph(game).map(|thermograph| Answer::Thermograph(game, thermograph))
            }
            Function::Outcome => store.outcome(game).map(Answer::Outcome),
            Function::Birthday => store.birthday(game).and_then(|day| {
                let day = i64::try_from(day).map_err(|_| GameError::Overflow)?;
                Dyadic::new(day, 0).map(number)
            }),
            Function::AtomicWeight => store.atomic_weight(game).map(Answer::Game),
            Function::Tiny => store.tiny(game).map(Answer::Game),
            Function::Miny => {
                let tiny = store.tiny(game);
                tiny.and_then(|tiny| store.negative(tiny)).map(Answer::Game)
            }
        };
        answer.map_err(|error| self.refused(expression, error))
    }
}

impl Store {
    /// The switch `±(a, b, …)`: Left moves to one of the games, Right to the negative of one.
    ///
    /// # Errors
    /// Those of [`Store::game`].
    pub fn switch(&mut self, options: &[Game]) -> Result<Game, GameError> {
        self.begin();
        let negatives: Result<Vec<Game>, GameError> =
            options.iter().map(|&game| self.negative(game)).collect();
        self.construct(BySide { left: options.to_vec(), right: negatives? })
    }
}
