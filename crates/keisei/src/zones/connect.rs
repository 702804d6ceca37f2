//! Connectible points: where a stone of a colour can be expected to connect to living stones of its
//! side.
//!
//! ```text
//! . . . . . .     Connectible for Black: beside the stone; a diagonal or a jump away, since two ways lead back or
//! . X . . O .     White is not at hand; farther off only where White is no nearer than Black. Not the points
//! . . . . . .     beside White's stone.
//! ```
//!
//! \[Müller2002\] shows the map (figure 11) and does not say how it is made. The reading here is by
//! distance: a stone is put on the point, the opponent cuts, the owner answers.
//! - One step away it is connected.
//! - Two steps away it connects by either of two ways, or by one whose middle no living stone of
//!   the opponent touches.
//! - Farther off the way must go on through such points, and the opponent must not be nearer to the
//!   point itself.
//!
//! Nothing is connected through the opponent's dividers. Known to fail: ladders, nets, and cuts
//! that cost more than they cut off.

use keisei_goban::PointSet;

use super::distance::Distances;

/// The connectible points among the empty ones, up to so many steps away.
pub(super) fn connectible(
    own: &Distances,
    opponent: &Distances,
    open: PointSet,
    opponents_stones: PointSet,
    most: u8,
) -> PointSet {
    let untouched = open - opponents_stones.grown();
    let mut last = own.within(0).grown() & open;
    let mut all = last;
    for steps in 2..=most.min(own.most() - 1) {
        let mut next = (last & untouched).grown();
        if steps == 2 {
            next |= twice(&last);
        } else {
            let sooner = opponent.within((steps - 1).min(opponent.most() - 1));
            next -= sooner;
        }
        last = next & (open - all);
        all |= last;
    }
    all
}

/// The points with two or more neighbours in a set.
pub(super) fn twice(set: &PointSet) -> PointSet {
    let [a, b, c, d] = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(columns, rows)| set.shifted(columns, rows));
    (a & b) | (c & d) | ((a | b) & (c | d))
}
