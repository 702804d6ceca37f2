//! Short partizan games with exact values: canonical forms, order, sums, cooling, thermographs.
//!
//! Two players, Left and Right, move in turn; who cannot move has lost. A game is what Left can
//! move to and what Right can move to, `{L | R}`, and two games are equal if in every sum one can
//! stand for the other. This crate works out such values and knows nothing of any particular game.
//! It goes from numbers to thermographs; so does this page.
//!
//! # Numbers
//!
//! `{|}`, in which nobody can move, is 0. If Left can move to 0 and Right cannot move at all, Left
//! has a move to spare: `{0|} = 1`. And `{0|1}` is half a move: two of them are worth one. In
//! general a game whose options have a number between them is the simplest such number. The numbers
//! of short games are the fractions whose denominator is a power of two: [`Dyadic`].
//!
//! ```
//! use keisei_cgt::{Dyadic, Game, Store};
//!
//! let mut store = Store::default();
//! let one = store.game(&[Game::ZERO], &[])?;
//! let half = store.game(&[Game::ZERO], &[one])?;
//! assert_eq!(half, Game::number(Dyadic::new(1, 1)?));
//! assert_eq!(store.add(half, half)?, one);
//! assert_eq!(store.parse("{2|7}")?, Game::from(3)); // the simplest number between them
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games that are no numbers
//!
//! If the options overlap, moving first is an advantage. `* = {0|0}` is worth one move to whoever
//! takes it: neither more nor less than 0, but incomparable with it. `↑ = {0|*}` is positive and
//! smaller than every positive number. A switch such as `{4|0}` is hot: there is much to gain by
//! moving.
//!
//! ```
//! use std::cmp::Ordering;
//! use keisei_cgt::{Answer, Game, Outcome, Store};
//!
//! let mut store = Store::default();
//! let star = store.game(&[Game::ZERO], &[Game::ZERO])?;
//! let up = store.game(&[Game::ZERO], &[star])?;
//! assert_eq!(store.outcome(star)?, Outcome::First);
//! assert_eq!(store.compare(up, Game::ZERO)?, Some(Ordering::Greater));
//! assert_eq!(store.compare(up, star)?, None); // incomparable
//! assert_eq!(store.evaluate("↑ < 1/1024")?, Answer::Truth(true));
//! assert_eq!(store.evaluate("↑ + ↑* > *")?, Answer::Truth(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Canonical forms
//!
//! Every game has one simplest form, without options that are worse than others and without
//! detours. A [`Store`] keeps each once, so equal games are the same [`Game`], and `==` compares
//! values. They are written and read in the [customary notation](notation).
//!
//! ```
//! use keisei_cgt::Store;
//!
//! let mut store = Store::default();
//! let game = store.parse("{{4|0},1|-1} + {1|-1} + *")?;
//! let again = store.parse("±1 + * + {{4|0},1,-2|-1}")?;
//! assert_eq!(game, again);
//!
//! let sum = store.parse("{4|0} + {6||4|0} - 7")?;
//! assert_eq!(store.text(sum)?, "{{3|-1},1|-3}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Stops, cooling, thermographs
//!
//! The [stops](Store::stop) of a game are the numbers it comes to if one side begins and both play
//! on until it is a number. If each move costs a tax, there is less to gain by beginning:
//! [cooling](Store::cool) a game by `t` taxes every move by `t`. At some tax nobody wants to move
//! any more. That tax is the game's [temperature](Store::temperature), what the next move is worth;
//! the number that is left is its [mean](Store::mean). The [thermograph](Store::thermograph) shows
//! the stops for every tax.
//!
//! ```
//! use keisei_cgt::{Dyadic, Side, Store};
//!
//! let mut store = Store::default();
//! let game = store.parse("{6||4|0}")?; // Right's move to {4|0} threatens to go on to 0
//! assert_eq!(store.stop(game, Side::Left)?, Dyadic::from(6));
//! assert_eq!(store.stop(game, Side::Right)?, Dyadic::from(4));
//!
//! let cooled = store.cool(game, Dyadic::from(2))?;
//! assert_eq!(store.text(cooled)?, "4↑");
//!
//! let thermograph = store.thermograph(game)?;
//! assert_eq!(thermograph.mast(), Dyadic::from(4));
//! assert_eq!(thermograph.temperature(), Dyadic::from(2));
//! let left: Vec<String> = thermograph
//!     .wall(Side::Left)
//!     .corners()
//!     .iter()
//!     .map(|corner| format!("{} at {}", corner.value, corner.temperature))
//!     .collect();
//! assert_eq!(left, ["6 at 0", "4 at 2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! Nothing here panics on input or grows without end: numbers that leave 2^62, games that last too
//! long, stores that are full and questions that take too long are [errors](GameError). Long runs
//! forget what they no longer need with [`Store::rewind`]. Loopy games, in which positions can
//! repeat, are not here.
//!
//! # Reading the code
//!
//! `dyadic` → `game` and `store` (a shape and its shift) → `order` → `canonical` → `sum` →
//! `temperature`, `thermograph` → `notation` → `calculator`.

mod birthday;
mod calculator;
mod canonical;
mod dyadic;
mod error;
mod family;
mod game;
mod hash;
pub mod notation;
mod order;
mod side;
mod store;
mod sum;
mod temperature;
mod thermograph;
mod weight;

pub use calculator::{Answer, ExpressionError};
pub use dyadic::{Bound, Dyadic, simplest_number};
pub use error::GameError;
pub use family::UpStar;
pub use game::Game;
pub use notation::{Function, Notation, Relation, SyntaxError};
pub use order::Outcome;
pub use side::Side;
pub use store::{Checkpoint, Limits, MAX_HEIGHT, MAX_OPTIONS, Store};
pub use thermograph::{Thermograph, Wall, WallPoint};
