//! What `keisei study fit --basis judge` found; written by it, not by hand.

use std::borrow::Cow;

use super::model::{Model, Outlook};

pub(super) static STATIC: Model = Model {
    empty: Cow::Borrowed(&[0.0; 4 * 400]),
    stone: Cow::Borrowed(&[0.0; 4 * 400]),
    outlook: Outlook { half_move: 0.0, belief: [1.0; 8], stdev: [1.0; 8], slope: 1.0 },
};
pub(super) static DEEP: Model = Model {
    empty: Cow::Borrowed(&[0.0; 4 * 400]),
    stone: Cow::Borrowed(&[0.0; 4 * 400]),
    outlook: Outlook { half_move: 0.0, belief: [1.0; 8], stdev: [1.0; 8], slope: 1.0 },
};
