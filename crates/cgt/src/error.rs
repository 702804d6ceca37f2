//! Why a game could not be had.

/// A calculation that was refused. The store stays usable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A number left the range of [`Dyadic`](crate::Dyadic).
    #[error("a number is out of range: numerators and denominators go to 2^62")]
    Overflow,
    /// The store is full.
    #[error("more than {limit} different games are needed; the store's limits can be raised")]
    Nodes {
        /// How many it may hold.
        limit: usize,
    },
    /// A game has too many options.
    #[error("a game has more than {limit} options for one side")]
    Options {
        /// How many it may have.
        limit: usize,
    },
    /// A game may last for too many moves.
    #[error("a game may last for more than {limit} moves before it is a number")]
    Height {
        /// How many it may last.
        limit: usize,
    },
    /// The calculation takes too long.
    #[error("the calculation takes more than {limit} steps; the store's limits can be raised")]
    Work {
        /// How many steps one question may take.
        limit: u64,
    },
    /// Cooling and heating go upwards from 0.
    #[error("a temperature to cool or heat by is not negative")]
    NegativeTemperature,
    /// Atomic weights belong to all-small games.
    #[error(
        "only all-small games have an atomic weight: those in which either both sides can move or neither can"
    )]
    NotAllSmall,
    /// The text of a game is too long to be of use.
    #[error(
        "the value is too long to be written in {limit} characters; its mean, temperature and stops can be asked for"
    )]
    TextLength {
        /// How many characters it may have.
        limit: usize,
    },
}
