//! The correction for concave moyo: section 7, operations 1 and 2.
//!
//! A stone put into a moyo of its own colour makes a hill in the middle of it, and part of the
//! water that rested inside runs out: the inner area shrinks although the moyo was reinforced. The
//! paper's remedy: *ignore the influence of a stone that was put into the inner area, except on the
//! boundary* (operation 1), and, *if necessary, after reversing the order in which the stones were
//! put* (operation 2).
//!
//! Since the order may be reversed, it cannot matter, and this module does not ask for it: any
//! stone that would fall into the inner area of its colour **if it were put last** is a candidate,
//! and it is ignored if that is *necessary*, that is, if the inner area is larger without it. One
//! such stone is ignored at a time, the one that brings most first (several if they bring the same,
//! so that the result keeps the board's symmetries), until none brings more. An ignored stone stays
//! a point of the inner area.
//!
//! On the boundary its influence counts for the strength of the walls (`ridge`), which is what the
//! paper wants it for, but does not move them: else H14 would leave the inner area of figure 10,
//! and the area would shrink after all.

use keisei_goban::{ByColor, Color, Point, PointSet};

use super::Moyo;

/// Ignores stones until no other one has to be ignored.
pub(super) fn correct(moyo: &mut Moyo) {
    let mut kept = PointSet::EMPTY;
    loop {
        let candidates = candidates(moyo, &kept);
        let Some(most) = candidates.iter().map(|&(.., larger)| larger).max() else { return };
        let best = ByColor::new_with(|color| {
            candidates.iter().filter(|c| c.0 == color && c.2 == most).map(|c| c.1).collect::<PointSet>()
        });
        let before = moyo.inner;
        let original = moyo.clone();
        ignore(moyo, &best);
        let grown = |color: Color| (moyo.inner[color] - best[color]).len() > before[color].len();
        let all_grown = [Color::Black, Color::White].into_iter().all(|c| best[c].is_empty() || grown(c));
        if !all_grown {
            // Each of them could go, but not all at once.
            *moyo = original;
        }
        kept |= best.black | best.white;
    }
}

/// Stones that would fall into the inner area if they were put last, and by how much it is larger
/// without them.
fn candidates(moyo: &Moyo, kept: &PointSet) -> Vec<(Color, Point, usize)> {
    let mut trial = moyo.clone();
    let mut candidates = Vec::new();
    for color in [Color::Black, Color::White] {
        let now = moyo.inner[color].len();
        for stone in moyo.stones[color] - *kept {
            trial.radiate(color, stone, false);
            trial.vacant.insert(stone);
            let inner = trial.inner_now(color);
            // The stone's own point is no gain.
            if inner.contains(stone) && inner.len() > now + 1 {
                candidates.push((color, stone, inner.len() - 1 - now));
            }
            trial.vacant.remove(stone);
            trial.field.add(color, stone);
            let changed = trial.field.reach(stone);
            for color in [Color::Black, Color::White] {
                trial.landscapes[color].restore(&moyo.landscapes[color], changed);
            }
        }
    }
    candidates
}

/// Ignores these stones.
fn ignore(moyo: &mut Moyo, stones: &ByColor<PointSet>) {
    for color in [Color::Black, Color::White] {
        for stone in stones[color] {
            moyo.radiate(color, stone, false);
            moyo.vacant.insert(stone);
            moyo.ignored[color].insert(stone);
        }
    }
    moyo.find_inner();
}
