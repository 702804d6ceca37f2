//! Each step on small boards, and what must hold on all boards.

use keisei_goban::{Board, Color, Point, PointSet, Position, Rules, Size, Symmetry, board};
use keisei_testdata::{points, random_position_in};
use proptest::prelude::*;

use super::*;
use crate::method::ZonesEvaluator;
use crate::safety::{Limits, Safety};
use crate::{Evaluation, Evaluator, Status};

/// What zones say if nothing is proved.
fn evaluated(evaluator: &mut ZonesEvaluator, position: &Position) -> Evaluation {
    evaluator.evaluate(position, &Safety::nothing(position.board().size()))
}

fn of(board: &Board) -> Territory {
    Territory::of(board, None, Parameters::default())
}

/// No stone is taken to be dead or weak: for tests of single steps with few stones.
fn all_alive(board: &Board) -> Territory {
    let groups =
        GroupRules { living_together: 0, dead_together: 0, dead_liberties: 0, ..GroupRules::default() };
    Territory::of(board, None, Parameters { groups, ..Parameters::default() })
}

/// The names of Black's dividers with exactly this area.
fn names(board: &Board, area: &str) -> Vec<&'static str> {
    let dividers = all_alive(board).dividers(Color::Black);
    dividers.iter().filter(|d| d.area == points(area)).map(|d| d.name).collect()
}

#[test]
fn dividers_between_stones() {
    let empty_around = |middle: &str| -> Board {
        let row = ". ".repeat(11);
        let rows = [&row[..], &row, &row, &row, middle, &row, &row, &row, &row];
        keisei_goban::Diagram::position(&rows.join("\n").parse().unwrap()).unwrap().board().clone()
    };
    let jump = empty_around(". . . . X . X . . . .");
    assert_eq!(names(&jump, "F5"), ["one-point jump"]);
    let divider =
        all_alive(&jump).dividers(Color::Black).into_iter().find(|d| d.area == points("F5")).unwrap();
    assert_eq!(divider.status, DividerStatus::Divider);
    assert!(divider.links && divider.color == Color::Black);
    assert_eq!(
        PointSet::from_iter([Some(divider.end), divider.other_end].into_iter().flatten()),
        points("E5 G5")
    );
    assert!(all_alive(&jump).dividers(Color::White).is_empty());

    let two = empty_around(". . . . X . . X . . .");
    assert_eq!(names(&two, "F5 G5"), ["two-point jump"]);
    assert!(all_alive(&two).areas(Color::Black).divider.is_disjoint(&points("F5 G5")));
    assert_eq!(all_alive(&two).areas(Color::Black).potential & points("F5 G5"), points("F5 G5"));

    let diagonal = board!(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . X . . . .
         . . . X . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . ."
    );
    assert_eq!(names(&diagonal, "D6 E5"), ["diagonal"]);
    let knight = board!(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . X . . .
         . . . X . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . ."
    );
    assert_eq!(names(&knight, "E6 E5"), ["knight's move"]);
    let large = board!(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . X . .
         . . . X . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . ."
    );
    assert_eq!(names(&large, "E6 F6 E5 F5"), ["large knight's move"]);
}

#[test]
fn opposing_stones_spoil_dividers() {
    let status = |board: &Board, point: &str| {
        let areas = all_alive(board).areas(Color::Black);
        let point: Point = point.parse().unwrap();
        (areas.divider.contains(point), areas.potential.contains(point))
    };
    // Pushed from one side the jump holds; from both it can be cut.
    let one_side = board!(
        ". . . . . . .
         . . . . . . .
         . . . O . . .
         . . X . X . .
         . . . . . . .
         . . . . . . .
         . . . . . . ."
    );
    assert_eq!(status(&one_side, "D4"), (true, false));
    let both_sides = board!(
        ". . . . . . .
         . . . . . . .
         . . . O . . .
         . . X . X . .
         . . . O . . .
         . . . . . . .
         . . . . . . ."
    );
    assert_eq!(status(&both_sides, "D4"), (false, true));
    assert!(!all_alive(&both_sides).areas(Color::White).divider.contains("D4".parse().unwrap()));
    // A diagonal with one cut taken is a move short; a stone in atari cuts nothing.
    let cut = board!(
        ". . . . . . .
         . . . . . . .
         . . . X . . .
         . . X O . . .
         . . . . . . .
         . . . . . . .
         . . . . . . ."
    );
    assert_eq!(status(&cut, "C5"), (false, true));
    let hanging = board!(
        ". . . . . . .
         . . . . . . .
         . . . X O . .
         . . X . X . .
         . . . . . . .
         . . . . . . .
         . . . . . . ."
    );
    assert_eq!(status(&hanging, "D4"), (true, false));
    // A knight's move with an opponent beside its waist can be cut.
    let knight = board!(
        ". . . . . . .
         . . . . . . .
         . . O . X . .
         . . X . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . ."
    );
    assert_eq!(status(&knight, "D4"), (false, true));
}

#[test]
fn dividers_to_the_edge() {
    let board = board!(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . X . .
         . . . . . . X . . . . . .
         . . X . . . . . . . . . .
         . . . . . . . . . . . . ."
    );
    assert_eq!(names(&board, "C1"), ["second line to the edge"]);
    assert_eq!(names(&board, "G2 G1"), ["third line to the edge"]);
    assert_eq!(names(&board, "L3 L2 L1"), ["fourth line to the edge"]);
    let areas = all_alive(&board).areas(Color::Black);
    assert!(points("C1 G1 G2").is_subset(&areas.divider));
    assert_eq!(areas.potential & points("L1 L2 L3"), points("L1 L2 L3"));

    // White is on both sides of the way down: one more move breaks through.
    let blocked = board!(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . X . . .
         . . O . O . ."
    );
    assert!(!all_alive(&blocked).areas(Color::Black).divider.contains("D1".parse().unwrap()));
    assert!(all_alive(&blocked).areas(Color::Black).potential.contains("D1".parse().unwrap()));
}

#[test]
fn dead_stones_have_no_dividers() {
    // Two white stones a jump apart in Black's corner, and proved dead.
    let board = board!(
        ". X . X O .
         X X X X O .
         . . O X O .
         . O . X O .
         . X X X O .
         X X . X O O"
    );
    let safety = Safety::of_board(&board, false, Limits::default());
    let with = Territory::of(&board, Some(&safety), Parameters::default());
    assert_eq!(with.dead(Color::White), points("C4 B3"));
    let ends = |territory: &Territory| {
        let dividers = territory.dividers(Color::White);
        dividers.iter().any(|d| with.dead(Color::White).contains(d.end))
    };
    assert!(!ends(&with) && ends(&all_alive(&board)));
    let group = with.groups().iter().find(|g| g.stones.contains("C4".parse().unwrap())).unwrap();
    assert_eq!(group.status, GroupStatus::Dead);
    assert!(group.proof.is_some());
}

#[test]
fn groups_are_what_cannot_be_cut() {
    let board = board!(
        ". . . . . . . . .
         . . . . . . . . .
         . . X . X . . . .
         . . . . . X . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . X . . X . . .
         . . . . . . . . ."
    );
    let territory = all_alive(&board);
    let groups: Vec<PointSet> = territory.groups().iter().map(|g| g.stones).collect();
    assert_eq!(groups, [points("C2"), points("F2"), points("C7 E7 F6")]);
    assert_eq!(territory.groups()[2].features.liberties, 9);
    // Two common liberties, and no pattern between them.
    let common = board!(
        ". . X X . . .
         . X . . X . .
         . X X X O . .
         . . . . . . .
         . . . . . . ."
    );
    let territory = all_alive(&common);
    assert!(territory.groups().iter().any(|g| points("C5 D5 B4 B3 C3 D3").is_subset(&g.stones)));
}

#[test]
fn statuses_of_groups() {
    let rules = GroupRules::default();
    let status = |stones, liberties, room, eyes, reach, friends| {
        rules.status(&GroupFeatures { stones, liberties, room, eyes, reach, friends, enemies: 0 })
    };
    assert_eq!(status(1, 4, 0, 0, 20, 0), GroupStatus::Alive);
    assert_eq!(status(6, 5, 9, 1, 0, 0), GroupStatus::Alive);
    assert_eq!(status(1, 4, 0, 0, 5, 0), GroupStatus::Dead);
    assert_eq!(status(1, 1, 0, 0, 1, 3), GroupStatus::Dead);
    assert_eq!(status(8, 2, 1, 1, 3, 0), GroupStatus::Dead);
    assert_eq!(status(8, 2, 2, 2, 3, 0), GroupStatus::Weak);
    assert_eq!(status(1, 4, 0, 0, 5, 2), GroupStatus::Weak);
}

#[test]
fn zones_and_their_worth() {
    let board = board!(
        ". . . . X O . . .
         . . . . X O . . .
         X . . . X O . . .
         X X X X X O . . .
         O O O O O O . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . ."
    );
    let territory = of(&board);
    // Black lives in the corner; the rest of the board is of no use to him.
    assert_eq!(territory.safe(Color::Black) & points("A9 B9 D9 A8 B8 C7"), points("A9 B9 D9 A8 B8 C7"));
    let outer = territory
        .zones()
        .iter()
        .find(|z| z.color == Color::Black && z.points.contains("J1".parse().unwrap()));
    assert_eq!(outer.unwrap().status, ZoneStatus::Unused);
    // White's outside is too large to be safe.
    assert!(territory.safe(Color::White).is_disjoint(&points("J1 H2 G3")));

    let rules = ZoneRules::default();
    let zone = ZoneFeatures { size: 20, controlled: 16, walls: 9, ..ZoneFeatures::default() };
    assert_eq!(rules.status(&zone, true, 361), ZoneStatus::Safe);
    assert_eq!(rules.status(&zone, false, 361), ZoneStatus::Potential);
    assert_eq!(rules.status(&zone, true, 81), ZoneStatus::Potential);
    assert_eq!(rules.status(&zone, true, 49), ZoneStatus::Threatened);
    assert_eq!(rules.status(&ZoneFeatures { weak_walls: 1, ..zone }, true, 361), ZoneStatus::Potential);
    assert_eq!(rules.status(&ZoneFeatures { controlled: 8, ..zone }, true, 361), ZoneStatus::Potential);
    assert_eq!(rules.status(&ZoneFeatures { entered: 10, ..zone }, true, 361), ZoneStatus::Potential);
    assert_eq!(
        rules.status(&ZoneFeatures { entered: 15, weak_stones: 2, ..zone }, true, 361),
        ZoneStatus::Threatened
    );
    assert_eq!(rules.status(&ZoneFeatures { living_stones: 1, ..zone }, true, 361), ZoneStatus::Unused);
}

#[test]
fn connectible_points() {
    let board = board!(
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . . . . O . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . ."
    );
    let territory = all_alive(&board);
    let black = territory.connectible(Color::Black);
    // A jump, a diagonal and a large jump away; not beside White's stone.
    assert!(points("D8 E7 F6 A6 B8").is_subset(&black));
    assert!(black.is_disjoint(&points("H6 J7 K6 D6")));
    let white = territory.connectible(Color::White);
    assert!(points("H6 J8 G6").is_subset(&white));
    // White holds the way through: C3 is cut off from B5.
    let walled = board!(
        ". . . . . . .
         . . . . . . .
         . X . . . . .
         O O O O O O O
         . . . . . . .
         . . . . . . .
         . . . . . . ."
    );
    assert!(all_alive(&walled).connectible(Color::Black).is_disjoint(&points("C3 B2 A1")));
}

#[test]
fn near_junction_and_far_away() {
    let board = board!(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . . . . . O . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . ."
    );
    let territory = of(&board);
    let at = |vertex: &str| territory.outside_at(vertex.parse().unwrap());
    assert_eq!(at("F10"), Some(Outside::Near(Color::Black)));
    assert_eq!(at("H10"), Some(Outside::Near(Color::White)));
    assert_eq!(at("G10"), Some(Outside::Junction));
    assert_eq!(at("G3"), Some(Outside::FarAway));
    assert_eq!(at("D10"), None);
}

#[test]
fn an_empty_board_is_nobodys() {
    let evaluation = evaluated(
        &mut ZonesEvaluator::default(),
        &Position::new(Board::new(Size::default())).with_rules(Rules::CHINESE),
    );
    assert_eq!(evaluation.score.lead, 0.0);
    assert!(evaluation.ownership.row_major().all(|v| v == 0.0));
}

#[test]
fn weights_and_blocks() {
    let board = board!(
        ". . . . X O . . .
         . . . . X O . . .
         . . . . X O . . .
         X X X X X O . . .
         O O O O O O . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . ."
    );
    let mut position = Position::new(board);
    position.set_rules(Rules::CHINESE);
    let mut evaluator = ZonesEvaluator::default();
    let evaluation = evaluated(&mut evaluator, &position);
    assert!(evaluation.adds_up());
    assert!((evaluation.ownership.total() - evaluation.score.lead).abs() < 1e-4);
    assert_eq!(evaluation.ownership.get("B8".parse().unwrap()), 1.0);
    assert_eq!(evaluation.blocks.len(), position.board().blocks().count());
    let black = evaluation.blocks.iter().find(|b| b.stones.contains("E9".parse().unwrap())).unwrap();
    assert_eq!(black.status, Some(Status::Alive));
    // By territory the stones played make the difference; Black is to play.
    let by_area = evaluation.score.lead;
    position.set_rules(Rules::JAPANESE);
    let by_territory = evaluated(&mut evaluator, &position);
    assert_eq!(by_territory.terms.last().unwrap().name, "stones played");
    assert_eq!(by_territory.score.lead, by_area + 1.5);
}

/// Distances by walking from point to point.
fn walked(territory: &Territory, color: Color) -> Vec<u8> {
    let size = territory.size();
    let closed = territory.stones(!color) | territory.areas(!color).divider;
    let mut distances = vec![5u8; size.area() as usize];
    let mut queue: Vec<(Point, u8)> = territory.stones(color).iter().map(|p| (p, 0)).collect();
    let mut next = 0;
    while next < queue.len() {
        let (p, distance) = queue[next];
        next += 1;
        if distances[size.ordinal(p)] <= distance {
            continue;
        }
        distances[size.ordinal(p)] = distance;
        queue.extend(size.neighbors(p).filter(|&q| !closed.contains(q)).map(|q| (q, distance + 1)));
    }
    distances
}

/// Whether a pattern's cells are met, looked up one by one: a slow twin of the matcher for what it
/// says of areas.
fn looked_up(territory: &Territory, color: Color) -> (PointSet, PointSet) {
    use super::pattern::{Cell, patterns};
    let size = territory.size();
    let (own, opponent) = (territory.stones(color), territory.stones(!color));
    let mut areas = (PointSet::EMPTY, PointSet::EMPTY);
    for pattern in patterns() {
        for way in 0..8 {
            for row in -10..size.height() as i32 + 10 {
                for column in -10..size.width() as i32 + 10 {
                    let at = |(r, c): (i32, i32)| {
                        let (r, c) = if way & 4 == 0 { (r, c) } else { (c, r) };
                        let (r, c) = (if way & 1 == 0 { r } else { -r }, if way & 2 == 0 { c } else { -c });
                        size.point(u32::try_from(column + c).ok()?, u32::try_from(row + r).ok()?)
                    };
                    let met = pattern.cells().iter().all(|&(r, c, cell)| {
                        let point = at((r, c));
                        let stone = |set: &PointSet| point.is_some_and(|p| set.contains(p));
                        match cell {
                            Cell::End | Cell::Own => stone(&own),
                            Cell::Opponent => stone(&opponent),
                            Cell::Beyond => point.is_none(),
                            Cell::Area | Cell::Empty => point.is_some() && !stone(&own) && !stone(&opponent),
                            Cell::Free => !stone(&opponent),
                        }
                    });
                    if met {
                        let area = pattern.cells().iter().filter(|(.., cell)| *cell == Cell::Area);
                        let area = area.filter_map(|&(r, c, _)| at((r, c)));
                        match pattern.status() {
                            DividerStatus::Divider => areas.0.extend(area),
                            DividerStatus::Potential => areas.1.extend(area),
                        }
                    }
                }
            }
        }
    }
    areas.1 -= areas.0;
    areas
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn patterns_are_found_where_they_are(
        (width, height) in prop_oneof![(1..=9u32, 1..=9u32), (23..=25u32, 4..=6u32), Just((25, 25))],
        seed in any::<u64>(), moves in 0..120u32,
    ) {
        let territory = of(random_position_in(Rules::JAPANESE, width, height, seed, moves..=moves).board());
        for color in Color::ALL {
            let Areas { divider, potential } = territory.areas(color);
            prop_assert_eq!((divider, potential), looked_up(&territory, color));
            let listed = territory.dividers(color);
            let covered = listed.iter().fold(PointSet::EMPTY, |all, d| all | d.area);
            prop_assert_eq!(covered, divider | potential);
            for d in listed {
                prop_assert!(territory.stones(color).contains(d.end));
                prop_assert!(d.other_end.is_none_or(|end| territory.stones(color).contains(end)));
            }
        }
    }

    #[test]
    fn distances_are_those_of_walking((width, height) in (1..=13u32, 1..=13u32), seed in any::<u64>(), moves in 0..100u32) {
        let territory = of(random_position_in(Rules::JAPANESE, width, height, seed, moves..=moves).board());
        for color in Color::ALL {
            let distances = territory.distances(color);
            let size = territory.size();
            let found: Vec<u8> = size.points().map(|p| distances.get(p)).collect();
            prop_assert_eq!(&found, &walked(&territory, color));
            let mapped: Vec<u8> = distances.map(size).row_major(size).map(|d| d as u8).collect();
            prop_assert_eq!(&mapped, &found);
            for margin in 1..=3 {
                let other = territory.distances(!color);
                let nearer: PointSet =
                    size.points().filter(|&p| distances.get(p) < 5 && distances.get(p) + margin <= other.get(p)).collect();
                prop_assert_eq!(distances.nearer_than(other, margin), nearer);
            }
        }
    }

    /// Zones, stones and dividers of a colour cover the board once, and so do the kinds of points.
    #[test]
    fn everything_is_divided((width, height) in (1..=19u32, 1..=19u32), seed in any::<u64>(), moves in 0..250u32) {
        let position = random_position_in(Rules::JAPANESE, width, height, seed, moves..=moves);
        let territory = of(position.board());
        let all = territory.size().all();
        for color in Color::ALL {
            let mut rest = all - territory.stones(color) - territory.areas(color).divider;
            for zone in territory.zones().iter().filter(|zone| zone.color == color) {
                prop_assert!(zone.points.is_subset(&rest), "zones overlap");
                prop_assert_eq!(zone.points.len(), zone.features.size);
                rest -= zone.points;
            }
            prop_assert!(rest.is_subset(&territory.areas(color).potential));
            let grouped = territory.groups().iter().filter(|g| g.color == color);
            prop_assert_eq!(grouped.fold(PointSet::EMPTY, |s, g| s | g.stones), position.board().stones(color));
            prop_assert!(territory.safe(color).is_disjoint(&territory.potential(color)));
            prop_assert!(territory.safe(color).is_disjoint(&territory.stones(color)));
        }
        let kinds = [territory.near(Color::Black), territory.near(Color::White), territory.junctions(), territory.far_away()];
        prop_assert_eq!(kinds.iter().map(PointSet::len).sum::<usize>(), territory.outside().len());
        prop_assert_eq!(kinds.iter().fold(PointSet::EMPTY, |s, k| s | *k), territory.outside());
        for p in all {
            prop_assert_eq!(territory.outside_at(p).is_some(), territory.outside().contains(p));
        }
    }

    #[test]
    fn symmetric_in_space_and_colour((width, height) in (1..=11u32, 1..=11u32), seed in any::<u64>(), moves in 0..100u32) {
        let position = random_position_in(Rules::JAPANESE, width, height, seed, moves..=moves);
        let size = position.board().size();
        // One evaluator for all: what it remembers must not matter.
        let mut evaluator = ZonesEvaluator::default();
        let here = evaluated(&mut evaluator, &position);
        prop_assert!(here.adds_up());
        prop_assert!((here.ownership.total() - here.score.lead).abs() < 1e-3 || position.rules() != Rules::CHINESE);
        for symmetry in Symmetry::all() {
            let there = evaluated(&mut evaluator, &position.transformed(symmetry));
            prop_assert_eq!(there.score.lead, here.score.lead);
            for p in size.points() {
                prop_assert_eq!(there.ownership.get(symmetry.apply(p, size)), here.ownership.get(p));
            }
        }
        let swapped = evaluated(&mut evaluator, &position.color_swapped());
        prop_assert!((swapped.score.lead + here.score.lead).abs() < 1e-9);
        for p in size.points() {
            prop_assert!((swapped.ownership.get(p) + here.ownership.get(p)).abs() < 1e-6);
        }
    }
}
