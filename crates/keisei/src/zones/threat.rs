//! Double threats: moves that threaten two areas, each of which is safe by itself.
//!
//! ```text
//! . O X O .     Two white areas, with a black stone in each that can neither live nor get out: if Black plays a,
//! . O X O .     White cuts at m, and if Black plays b, she cuts there as well. But if Black plays m first, he
//! X a m b X     gets out at a or at b, and White can stop only one of the two.
//! . . O . .
//! ```
//!
//! Zones take for granted that every move is answered where it is made, and so they do not see this
//! \[Müller2002\], section 5.3. The paper says what a double threat is and not how to find one;
//! this is ours:
//! - *Intruders* are groups in the other side's territory that do not live by the estimate of
//!   [`group`](super::group), and that do not get out by themselves even if they move first
//!   (`escape`).
//! - They are supposed to be dead. What is territory then is an *area*, if the zone of the
//!   intruders is safe, all of it is no larger than a safe zone can be, and most of it lies within
//!   two steps of them, so that it is lost with them.
//! - A move *threatens* the area if the intruders get out after it, moving once more (the
//!   *strikes*), unless the other side moves in between (the *answers*). They get out by a way, or
//!   by taking what cuts them off (`cut`).
//! - It is a double threat if no answer to one threat is also an answer to the other, and no strike
//!   carries out both.
//!
//! Why connections are read and zones are not compared before and after the move: whether a group
//! that has friends at hand is dead changes with every stone nearby, and most such changes threaten
//! nothing. A connection that was read is one.
//!
//! Invariant: each area is safe if it alone is threatened: it has answers. Two of the areas at
//! least have none in common.
//!
//! What is proved ([`crate::safety`]) is left out: a proof allows for every attack, so that no
//! intruder in proved territory gets out.
//!
//! Known to fail: intruders that live by themselves after two moves in a row; moves that threaten
//! to break into an empty area; threats that take more than [`MOVES`] moves to carry out; an answer
//! that is a greater threat elsewhere, or a ko.

use keisei_goban::{Board, Color, Move, Point, PointSet, Position};

use super::cut::{Cuts, spots};
use super::escape::{Escape, after};
use super::{GroupStatus, Parameters, Territory};
use crate::safety::Safety;

/// How many more moves intruders have to get out, after the threat.
pub const MOVES: usize = 2;

/// Groups with more points to play on than this are not shut in; reading them would take long.
const MOST_SPOTS: usize = 30;

/// Fewer points are no area.
const SMALLEST_AREA: usize = 3;

/// A move that threatens two areas or more, of which one at least will be lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleThreat {
    /// Who threatens.
    pub color: Color,
    /// Where the stone is put.
    pub point: Point,
    /// What is threatened, in the order of the areas' first points; an area is there once for each
    /// group that gets out of it.
    pub areas: Vec<ThreatenedArea>,
}

/// An area that would be lost if the opponent moved once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatenedArea {
    /// Its points, those of the intruders among them.
    pub points: PointSet,
    /// The opponent's group that gets out.
    pub intruders: PointSet,
    /// The opponent's second moves, after each of which it does.
    pub strikes: PointSet,
    /// The moves of the area's owner that prevent it.
    pub answers: PointSet,
}

/// A group that is shut in, and the area it is in.
#[derive(Clone, Copy, Debug)]
struct Intruder {
    escape: Escape,
    area: PointSet,
    /// Where a move may help it.
    spots: PointSet,
}

/// The double threats that a colour has, whether it is to play or not, in the order of their
/// points; what is proved about the board helps.
pub fn double_threats(
    position: &Position,
    color: Color,
    safety: Option<&Safety>,
    parameters: Parameters,
) -> Vec<DoubleThreat> {
    let board = position.board();
    let intruders = intruders(board, color, safety, parameters);
    let mut candidates = PointSet::EMPTY;
    for (i, one) in intruders.iter().enumerate() {
        for other in intruders[..i].iter().filter(|other| other.area != one.area) {
            candidates |= one.spots & other.spots;
        }
    }
    let mut position = position.clone();
    // A ko is forbidden to the side to play alone.
    if position.to_play() != color {
        position.set_to_play(color);
    }
    let legal = candidates.iter().filter(|&point| position.is_legal(Move::Play(point)));
    legal
        .filter_map(|point| {
            let areas = threatened(board, color, point, &intruders);
            (!areas.is_empty()).then_some(DoubleThreat { color, point, areas })
        })
        .collect()
}

/// What a move threatens, as far as it is part of a double threat.
fn threatened(board: &Board, color: Color, point: Point, intruders: &[Intruder]) -> Vec<ThreatenedArea> {
    let Some(next) = after(board, color, point) else { return Vec::new() };
    let mut cuts = Cuts::new();
    let threat = |intruder: &Intruder| {
        let escape = &intruder.escape;
        if !intruder.spots.contains(point) {
            return None;
        }
        let mut strikes = cuts.strikes(&next, escape);
        let answers = if escape.succeeds(&next, MOVES) {
            strikes |= escape.strikes(&next, MOVES, false);
            let answers = escape.answers(&next, MOVES).iter();
            answers.filter(|&answer| cuts.hold(&next, escape, answer, MOVES)).collect()
        } else if strikes.is_empty() {
            return None;
        } else {
            cuts.answers(&next, escape, MOVES)
        };
        Some(ThreatenedArea { points: intruder.area, intruders: escape.stones, strikes, answers })
    };
    let mut areas: Vec<ThreatenedArea> = intruders.iter().filter_map(threat).collect();
    // Where nothing helps, the group gets out in more moves than were read: it was not shut in.
    areas.retain(|area| !area.answers.is_empty());
    let all = areas.clone();
    // What one move carries out is one threat: most often a block between both areas is taken.
    let differ = |a: &ThreatenedArea, b: &ThreatenedArea| {
        a.answers.is_disjoint(&b.answers) && a.strikes.is_disjoint(&b.strikes)
    };
    areas.retain(|a| all.iter().any(|b| a.points != b.points && differ(a, b)));
    // One move more than before, now that few are left to be asked.
    let mut shut_in = |area: &ThreatenedArea| {
        let escape = intruders.iter().map(|i| i.escape).find(|escape| escape.stones == area.intruders);
        escape.is_some_and(|escape| {
            !escape.succeeds(board, MOVES + 2) && cuts.strikes(board, &escape).is_empty()
        })
    };
    if !areas.iter().all(&mut shut_in) {
        return Vec::new();
    }
    areas.sort_by_key(|area| (area.points.first(), area.intruders.first()));
    areas
}

/// The groups of a colour that are shut in areas of the opponent's.
fn intruders(board: &Board, color: Color, safety: Option<&Safety>, parameters: Parameters) -> Vec<Intruder> {
    let mut territory = Territory::of(board, safety, parameters);
    let living = territory.stones(color) - territory.weak(color);
    let groups = territory.groups().iter().filter(|group| group.color == color);
    let shut_in: Vec<(Escape, PointSet)> = groups
        .filter(|group| group.status != GroupStatus::Alive && group.proof.is_none())
        .map(|group| Escape { color, stones: group.stones, living })
        .map(|escape| (escape, escape.spots(board, MOVES + 1) | spots(board, &escape)))
        .filter(|(_, spots)| (1..=MOST_SPOTS).contains(&spots.len()))
        .filter(|(escape, _)| !escape.succeeds(board, MOVES + 1))
        .collect();
    if shut_in.len() < 2 {
        return Vec::new();
    }
    let supposed = shut_in.iter().fold(PointSet::EMPTY, |all, (escape, _)| all | escape.stones);
    territory.suppose(board, safety, &supposed);
    let safe = territory.safe(!color);
    let areas: Vec<PointSet> = (safe | territory.potential(!color)).components().collect();
    // Zones that are safe one by one can be too much together.
    let largest = parameters.zones.safe_size * f64::from(board.size().area());
    let area_of = |stones: &PointSet| {
        let area = *areas.iter().find(|area| stones.is_subset(&(**area & safe)))?;
        let near = (0..2).fold(*stones, |near, _| near.grown() & area);
        let sized = area.len() >= SMALLEST_AREA && area.len() as f64 <= largest;
        (sized && 2 * near.len() > area.len()).then_some(area)
    };
    shut_in
        .into_iter()
        .filter_map(|(escape, spots)| Some(Intruder { escape, area: area_of(&escape.stones)?, spots }))
        .collect()
}

#[cfg(test)]
mod tests {
    use keisei_goban::Symmetry;
    use keisei_testdata::{points, position};
    use proptest::prelude::*;

    use super::*;
    use crate::safety::Limits;

    /// What is above all boards here: Black lives.
    const ABOVE: &str = "
        . . . . . . . . .
        . . . X . X . . .
        . X . . X . . X .
        . . X X X X X . .
        X X O O X O O X X
        O O . O X O . O O";

    /// As in the module's diagram.
    const FIGURE: &str = "
        . O . O X O . O .
        . O X . . . X O .
        . . . . O . . . .";

    fn below(rows: &str) -> Position {
        position(&format!("{ABOVE}{rows}"))
    }

    fn of(position: &Position, color: Color) -> Vec<DoubleThreat> {
        double_threats(position, color, None, Parameters::default())
    }

    /// The points of Black's double threats.
    fn moves(position: &Position) -> PointSet {
        of(position, Color::Black).iter().map(|threat| threat.point).collect()
    }

    #[test]
    fn two_corners() {
        let position = below(FIGURE);
        let threats = of(&position, Color::Black);
        assert_eq!(threats.len(), 1);
        assert_eq!(threats[0].point, "E2".parse().unwrap());
        let [left, right] = threats[0].areas[..] else { panic!("{threats:?}") };
        assert_eq!(left.points, points("A1 B1 C1 D1 A2 C2 D2 A3 C3 C4"));
        assert_eq!((left.intruders, left.strikes, left.answers), (points("C2"), points("D2"), points("D2")));
        assert_eq!(
            (right.intruders, right.strikes, right.answers),
            (points("G2"), points("F2"), points("F2"))
        );
        assert!(of(&position, Color::White).is_empty());
        // Whose turn it is does not matter.
        let mut white_first = position.clone();
        white_first.set_to_play(Color::White);
        assert_eq!(of(&white_first, Color::Black), threats);
    }

    const ABOVE_13: &str = "
        . . . X . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . X . . . . . .
        . . X . . . X . . . X . .
        . . X X X X X X X X X . .
        X X X O O O X O O O X X X
        O O O O . O X O . O O O O
        . . . O . O X O . O . . .
        . O . O . O X O . O . O .";

    /// Moves, and the last two rows.
    const SHAPES: [(&str, &str, &str); 5] = [
        ("G2", ". O . X X . . . X X . O .", ". . . . . . O . . . . . ."),
        ("G2", ". O . . X . . . X . . O .", ". . . . X . O . X . . . ."),
        ("G1", ". O . . O . X . O . . O .", ". . X X . . . . . X X . ."),
        ("G2", ". O X . X X . X X . X O .", ". . . . O . O . O . . . ."),
        ("G2", ". O X X . O . O . X X O .", ". . . . . X X X . . . . ."),
    ];

    #[test]
    fn other_shapes_and_larger_boards() {
        for (point, second, first) in SHAPES {
            for more in [2, 5, 8] {
                let free = ". . . . . . . . . . . . .\n".repeat(more);
                let position = position(&format!("{free}{ABOVE_13}\n{second}\n{first}"));
                assert_eq!(moves(&position), points(point), "{second}\n{first}");
            }
        }
        // In the middle of a side, where White has walls instead of corners.
        let mut wide = ". . . . . . . . . . . . . . . . . . .\n".repeat(8);
        for (i, row) in ABOVE_13.trim().lines().chain([SHAPES[0].1, SHAPES[0].2]).enumerate() {
            let (left, right) = match i {
                0..5 => (". . .", ". . ."),
                5 => (". X X", "X X ."),
                _ => (". X O", "O X ."),
            };
            wide += &format!("{left} {} {right}\n", row.trim());
        }
        assert_eq!(moves(&position(&wide)), points("K2"));
    }

    /// A slow twin of the reading, in which the other side may answer anywhere.
    fn gets_out(escape: &Escape, board: &Board, moves: usize) -> bool {
        escape.spots(board, moves).iter().filter_map(|p| after(board, escape.color, p)).any(|next| {
            let own = next.stones(escape.color);
            let connected = !((escape.living & own).flood(&own) & escape.stones).is_empty();
            let mut answered = next.empty().iter().filter_map(|p| after(&next, !escape.color, p));
            connected || moves > 1 && answered.all(|board| gets_out(escape, &board, moves - 1))
        })
    }

    #[test]
    fn no_answer_anywhere_saves_both() {
        let shapes = SHAPES.map(|(_, second, first)| format!("{ABOVE_13}\n{second}\n{first}"));
        for text in shapes.iter().chain([&format!("{ABOVE}{FIGURE}")]) {
            let position = position(text);
            let board = position.board();
            let all = intruders(board, Color::Black, None, Parameters::default());
            let out = |area: &ThreatenedArea, board: &Board| {
                let escape =
                    all.iter().map(|i| i.escape).find(|escape| escape.stones == area.intruders).unwrap();
                // One move more: the twin wants stones that touch.
                gets_out(&escape, board, MOVES + 1)
            };
            let [threat] = &of(&position, Color::Black)[..] else { panic!("{text}") };
            let next = after(board, Color::Black, threat.point).unwrap();
            for answer in next.empty() {
                let Some(answered) = after(&next, Color::White, answer) else { continue };
                assert!(threat.areas.iter().any(|area| out(area, &answered)), "{answer}\n{text}");
                for area in threat.areas.iter().filter(|area| area.answers.contains(answer)) {
                    assert!(!out(area, &answered), "{answer}\n{text}");
                }
            }
            assert!(!threat.areas.iter().any(|area| out(area, board)), "{text}");
        }
    }

    #[test]
    fn proofs_change_nothing_where_there_are_none() {
        let position = below(FIGURE);
        let safety = Safety::of(&position, Limits { nodes: 0, ..Limits::default() });
        assert!(Color::ALL.iter().all(|&color| safety.points(color).is_empty()));
        let threats = double_threats(&position, Color::Black, Some(&safety), Parameters::default());
        assert_eq!(threats, of(&position, Color::Black));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// The figure on boards of all heights, turned all ways and with colours swapped.
        #[test]
        fn symmetric_in_space_and_colour(rows in 0..=16usize) {
            let position = position(&format!("{}{ABOVE}{FIGURE}", ". . . . . . . . .\n".repeat(rows)));
            let size = position.board().size();
            let here = of(&position, Color::Black);
            prop_assert_eq!(here.len(), 1);
            prop_assert_eq!(of(&position.color_swapped(), Color::White).len(), 1);
            for symmetry in Symmetry::all() {
                let turned = |set: PointSet| set.iter().map(|p| symmetry.apply(p, size)).collect::<PointSet>();
                for swapped in [false, true] {
                    let there = position.transformed(symmetry);
                    let (there, color) =
                        if swapped { (there.color_swapped(), Color::White) } else { (there, Color::Black) };
                    let threats = of(&there, color);
                    prop_assert!(of(&there, !color).is_empty());
                    prop_assert_eq!(threats.len(), 1);
                    prop_assert_eq!(threats[0].point, symmetry.apply(here[0].point, size));
                    for area in &here[0].areas {
                        let area = ThreatenedArea {
                            points: turned(area.points),
                            intruders: turned(area.intruders),
                            strikes: turned(area.strikes),
                            answers: turned(area.answers),
                        };
                        prop_assert!(threats[0].areas.contains(&area));
                    }
                }
            }
        }
    }
}
