//! The watershed method: the paper's example, and its invariants against a slow second
//! implementation.

use keisei::moyo::{Anchor, Moyo, Options, Reason, Threshold, Ties};
use keisei::potential::{Attenuation, Influence};
use keisei_goban::{Board, ByColor, Color, Move, Point, PointSet, Position, Rules, Size, Symmetry, board};
use keisei_testdata::{kisei, point, points, random_game, random_position};
use proptest::prelude::*;

/// A position with one more stone, whoever's turn it is.
fn with_stone(mut position: Position, color: Color, vertex: &str) -> Position {
    position.set_to_play(color);
    position.play(Move::Play(point(vertex))).unwrap();
    position
}

fn influences() -> Vec<Influence> {
    let mut all: Vec<Influence> = Influence::NAMES.iter().map(|name| name.parse().unwrap()).collect();
    all.push(Influence::Attenuation(Attenuation::new(1.2).unwrap()));
    all
}

fn options() -> impl Strategy<Value = Options> {
    let influence = proptest::sample::select(influences());
    let ties = proptest::sample::select(vec![Ties::Inner, Ties::Outer]);
    let threshold = proptest::option::weighted(0.2, 1..60u32);
    (influence, ties, threshold).prop_map(|(influence, ties, threshold)| Options {
        influence,
        ties,
        threshold: threshold.map(|t| Threshold::new(f64::from(t)).unwrap()),
        concave: false,
    })
}

fn plain(position: &Position) -> Moyo {
    Moyo::of(position.board(), Options::default())
}

/// The points of a path and their potentials.
fn path_of(moyo: &Moyo, vertex: &str) -> (Vec<String>, Vec<i64>) {
    let explanation = moyo.explain(point(vertex)).unwrap();
    let steps = &explanation.paths[0].steps;
    (steps.iter().map(|s| s.point.to_string()).collect(), steps.iter().map(|s| s.potential).collect())
}

mod example {
    use super::*;

    #[test]
    fn n8_is_inner_by_its_path() {
        let moyo = plain(&kisei(34));
        let (points, potentials) = path_of(&moyo, "N8");
        assert_eq!(points, ["N8", "M8", "M9", "L9", "K9", "J9"]);
        assert_eq!(potentials, [-45, -24, -22, -18, -7, 0]);
        let explanation = moyo.explain(point("N8")).unwrap();
        assert_eq!(explanation.paths[0].steps[2].others, [point("L8")]);
        assert_eq!(
            (explanation.color, explanation.inner, explanation.reason),
            (Some(Color::White), true, Reason::Inside)
        );
    }

    #[test]
    fn l17_is_outer_by_its_path() {
        let moyo = plain(&kisei(34));
        let (points, potentials) = path_of(&moyo, "L17");
        assert_eq!(points[..7], ["L17", "L18", "K18", "J18", "H18", "G18", "F18"]);
        assert!(potentials[6] > 0 && potentials[6..].is_sorted());
        assert!(!moyo.explain(point("L17")).unwrap().inner);
    }

    #[test]
    fn the_weakest_points_are_h13_and_g12() {
        let position = kisei(34);
        let moyo = plain(&position);
        let connections = moyo.connections(position.board());
        let weakest = connections.iter().find(|c| c.color == Color::White).unwrap();
        assert_eq!(weakest.points, points("H13 G12"));
        assert_eq!(weakest.strength, 6);
        assert_eq!(weakest.between, (Anchor::Block(point("D10")), Anchor::Block(point("K16"))));
        // With choice a they are not even inner.
        let outer = Moyo::of(position.board(), Options { ties: Ties::Outer, ..Options::default() });
        assert!(!outer.inner(Color::White).contains(point("H13")));
        assert!(!outer.inner(Color::White).contains(point("G12")));
    }

    #[test]
    fn a_stone_inside_shrinks_it_but_not_with_the_correction() {
        let concave = Options { concave: true, ..Options::default() };
        let before = plain(&kisei(34)).inner(Color::White);
        let after = with_stone(kisei(34), Color::White, "J11");
        assert_eq!(plain(&after).inner(Color::White).len(), 112);
        let corrected = Moyo::of(after.board(), concave);
        assert!(corrected.ignored(Color::White).contains(point("J11")));
        assert!(before.is_subset(&corrected.inner(Color::White)));
        // The wall is the stronger for the stone: G12 and H13 are in its reach.
        let strength = |moyo: &Moyo, position: &Position| {
            let anchors = (Anchor::Block(point("D10")), Anchor::Block(point("K16")));
            let connections = moyo.connections(position.board());
            connections.iter().find(|c| c.between == anchors).unwrap().strength
        };
        assert_eq!(strength(&plain(&kisei(34)), &kisei(34)), 6);
        assert!(strength(&corrected, &after) > 6);
    }

    #[test]
    fn basins_are_numbered_by_their_ends() {
        let moyo = plain(&kisei(34));
        let basins = moyo.basins();
        assert_eq!(basins.number(point("N8")), basins.number(point("J9")));
        assert_ne!(basins.number(point("N8")), basins.number(point("J11")));
        let (color, end) = basins.ends().nth(usize::from(basins.number(point("N8"))) - 1).unwrap();
        assert_eq!((color, end), (Color::White, points("J9")));
        assert_eq!(basins.number(point("L17")), 0);
        assert_eq!(basins.number(point("N10")), 0);
    }
}

/// Our own figures 8 and 9 (the paper's are lost): an enclosure with an open side, and the move
/// that closes it.
#[test]
fn a_single_move_completes_an_enclosure() {
    let open = board!(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . . X . . X . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . . . . . X . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . . . . . X . . .
         . . . . . . O . . . . . .
         . . . . . . . . . . . . .
         . . . . . O . O . . . . .
         . . . . . . . . . . . . ."
    );
    let position = Position::new(open);
    let moyo = plain(&position);
    let best = moyo.completions(&position, Color::Black)[0];
    let closed = with_stone(position, Color::Black, &best.point.to_string());
    let gain = plain(&closed).inner(Color::Black).len() as i32 - moyo.inner(Color::Black).len() as i32;
    assert_eq!(best.gain, gain);
    assert!(gain >= 10, "{best:?}");
    // It closes the open side, between the two lower stones, D5 and K5.
    assert!(best.point.row() < 7 && (3..10).contains(&best.point.column()), "{best:?}");
}

#[test]
fn dead_stones_do_not_radiate() {
    let position = with_stone(kisei(34), Color::Black, "H9");
    let dead = points("H9");
    let mut moyo = Moyo::new(Size::default(), Options::default());
    moyo.update(position.board(), &dead);
    let without = plain(&kisei(34));
    assert_eq!(moyo.inner(Color::White), without.inner(Color::White));
    assert!(moyo.explain(point("H9")).unwrap().inner);
    assert_eq!(moyo.field().values(), without.field().values());
    moyo.update(position.board(), &PointSet::EMPTY);
    assert_eq!(moyo.inner(Color::White), plain(&position).inner(Color::White));
    assert!(moyo.explain(point("H9")).is_none());
}

#[test]
fn thresholds_make_strong_points_inner() {
    let position = kisei(34);
    let at = |potential: f64| {
        let threshold = Some(Threshold::new(potential).unwrap());
        Moyo::of(position.board(), Options { threshold, ..Options::default() })
    };
    // R17 has 101, Q7 has 60.
    assert_eq!(at(101.0).owner(point("R17")), Some(Color::Black));
    assert_eq!(at(101.5).owner(point("R17")), None);
    assert_eq!(at(60.0).owner(point("Q7")), Some(Color::Black));
    let explanation = at(60.0).explain(point("Q7")).unwrap();
    assert_eq!((explanation.inner, explanation.reason), (true, Reason::Threshold));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e7] {
        assert!(Threshold::new(bad).unwrap_err().to_string().contains("more than 0"));
    }
}

#[test]
fn empty_boards_have_no_moyo() {
    for (width, height) in [(1, 1), (1, 5), (2, 2), (19, 19), (25, 25)] {
        let position = Position::new(Board::new(Size::new(width, height).unwrap()));
        let moyo = plain(&position);
        assert!(moyo.inner(Color::Black).is_empty() && moyo.inner(Color::White).is_empty());
        assert_eq!(moyo.basins().ends().len(), 0);
        assert!(moyo.connections(position.board()).is_empty());
        assert_eq!(moyo.explain(point("A1")).unwrap().reason, Reason::Level);
    }
}

/// Section 3 as it is written, one point after the other, with sets as lists.
struct Literal {
    size: Size,
    height: Vec<i64>,
    vacant: Vec<bool>,
}

impl Literal {
    fn new(moyo: &Moyo, board: &Board, color: Color) -> Literal {
        let size = board.size();
        let height = size.points().map(|p| i64::from(color.sign()) * moyo.field().get(p)).collect();
        let vacant = size.points().map(|p| board.is_empty(p)).collect();
        Literal { size, height, vacant }
    }

    fn height(&self, p: Point) -> i64 {
        self.height[self.size.ordinal(p)]
    }

    /// All points on any path from here: from each to the lowest of its neighbours, if they are not
    /// higher.
    fn reached(&self, from: Point) -> Vec<Point> {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let p = reached[next];
            next += 1;
            let Some(lowest) = self.size.neighbors(p).map(|q| self.height(q)).min() else { continue };
            if lowest <= self.height(p) {
                for q in self.size.neighbors(p) {
                    if self.height(q) == lowest && !reached.contains(&q) {
                        reached.push(q);
                    }
                }
            }
        }
        reached
    }

    /// Whether a point is an end: on ground as level as it, no exit leads down.
    fn is_end(&self, p: Point) -> bool {
        let mut ground = vec![p];
        let mut next = 0;
        while next < ground.len() {
            for q in self.size.neighbors(ground[next]) {
                if self.height(q) < self.height(p) {
                    return false;
                }
                if self.height(q) == self.height(p) && !ground.contains(&q) {
                    ground.push(q);
                }
            }
            next += 1;
        }
        true
    }

    fn inner(&self, ties: Ties) -> PointSet {
        let mut inner = PointSet::EMPTY;
        let mut minimal: Vec<Point> = Vec::new();
        for p in self.size.points().filter(|&p| self.vacant[self.size.ordinal(p)] && self.height(p) > 0) {
            let reached = self.reached(p);
            let outside = reached.iter().any(|&q| self.height(q) < 0);
            let ends: Vec<Point> =
                reached.into_iter().filter(|&q| self.height(q) >= 0 && self.is_end(q)).collect();
            let is_inner = match ties {
                Ties::Inner => !ends.is_empty(),
                Ties::Outer => !outside,
            };
            if is_inner {
                inner.insert(p);
            }
            minimal.extend(ends);
        }
        // The recursive rule for points of potential 0.
        loop {
            let more: Vec<Point> = self
                .size
                .points()
                .filter(|&q| self.height(q) == 0 && !minimal.contains(&q))
                .filter(|&q| self.size.neighbors(q).any(|r| minimal.contains(&r)))
                .collect();
            if more.is_empty() {
                break;
            }
            minimal.extend(more);
        }
        let zeros = minimal.into_iter().filter(|&q| self.height(q) == 0 && self.vacant[self.size.ordinal(q)]);
        inner.extend(zeros);
        inner
    }
}

fn transformed(set: PointSet, symmetry: Symmetry, size: Size) -> PointSet {
    set.iter().map(|p| symmetry.apply(p, size)).collect()
}

proptest! {
    #[test]
    fn agrees_with_the_literal_algorithm(
        (width, height, seed) in (1..=25u32, 1..=25u32, any::<u64>()),
        options in options(),
    ) {
        let position = random_position(width, height, seed);
        let options = Options { threshold: None, ..options };
        let moyo = Moyo::of(position.board(), options);
        for color in [Color::Black, Color::White] {
            let literal = Literal::new(&moyo, position.board(), color).inner(options.ties);
            prop_assert_eq!(moyo.inner(color), literal, "{:?}", color);
        }
        prop_assert!(moyo.inner(Color::Black).is_disjoint(&moyo.inner(Color::White)));
    }

    #[test]
    fn turning_and_swapping_carry_over(
        (width, height, seed) in (1..=19u32, 1..=19u32, any::<u64>()),
        options in options(),
        concave in proptest::bool::weighted(0.2),
    ) {
        let position = random_position(width, height, seed);
        let size = position.board().size();
        let options = Options { concave, ..options };
        let here = Moyo::of(position.board(), options);
        let strengths = |moyo: &Moyo, board: &Board| {
            let all = moyo.connections(board);
            let mut list: Vec<_> = all.iter().map(|c| (c.color, c.strength, c.points.len())).collect();
            list.sort_by_key(|&(color, strength, points)| (color == Color::White, strength, points));
            list
        };
        for connection in here.connections(position.board()) {
            prop_assert!(!connection.points.is_empty());
            for p in connection.points.iter().filter(|_| !concave) {
                let height = i64::from(connection.color.sign()) * here.field().get(p);
                prop_assert_eq!(height, connection.strength);
            }
        }
        let before = strengths(&here, position.board());
        for symmetry in Symmetry::all() {
            let board = position.board().transformed(symmetry);
            let there = Moyo::of(&board, options);
            for color in [Color::Black, Color::White] {
                prop_assert_eq!(there.inner(color), transformed(here.inner(color), symmetry, size));
            }
            prop_assert_eq!(strengths(&there, &board), before.clone());
        }
        let swapped = Moyo::of(&position.board().color_swapped(), options);
        for color in [Color::Black, Color::White] {
            prop_assert_eq!(swapped.inner(color), here.inner(color.opponent()));
        }
    }

    #[test]
    fn following_a_game_is_recomputing(
        (width, height, seed) in (2..=10u32, 2..=10u32, any::<u64>()),
        options in options(),
        concave in proptest::bool::weighted(0.1),
        jump in 1..30usize,
    ) {
        let options = Options { concave, ..options };
        let positions = random_game(Rules::TROMP_TAYLOR, width, height, seed, 3 * (width * height) as usize);
        let mut moyo = Moyo::new(Size::default(), options);
        // Forwards move by move, then back in jumps.
        let back = positions.iter().rev().step_by(jump);
        for position in positions.iter().chain(back) {
            moyo.update(position.board(), &PointSet::EMPTY);
            let anew = Moyo::of(position.board(), options);
            prop_assert_eq!(moyo.field().values(), anew.field().values());
            for color in [Color::Black, Color::White] {
                prop_assert_eq!(moyo.inner(color), anew.inner(color));
            }
            prop_assert_eq!(moyo.basins(), anew.basins());
        }
    }

    #[test]
    fn choice_a_is_part_of_choice_b(
        (width, height, seed) in (1..=19u32, 1..=19u32, any::<u64>()),
        options in options(),
    ) {
        let position = random_position(width, height, seed);
        let [a, b] =
            [Ties::Outer, Ties::Inner].map(|ties| Moyo::of(position.board(), Options { ties, ..options }));
        for color in [Color::Black, Color::White] {
            prop_assert!(a.inner(color).is_subset(&b.inner(color)));
        }
    }

    #[test]
    fn explanations_are_true(
        (width, height, seed) in (1..=13u32, 1..=13u32, any::<u64>()),
        options in options(),
    ) {
        let position = random_position(width, height, seed);
        let board = position.board();
        let moyo = Moyo::of(board, options);
        for p in board.size().points() {
            let Some(explanation) = moyo.explain(p) else {
                prop_assert!(!board.is_empty(p));
                continue;
            };
            prop_assert_eq!(explanation.inner, moyo.owner(p).is_some());
            prop_assert!(!explanation.paths.is_empty());
            for path in &explanation.paths {
                prop_assert_eq!(path.steps[0].point, p);
                let Some(color) = explanation.color else { continue };
                let sign = i64::from(color.sign());
                for pair in path.steps.windows(2) {
                    prop_assert!(board.size().neighbors(pair[0].point).any(|q| q == pair[1].point));
                    prop_assert!(sign * pair[1].potential <= sign * pair[0].potential);
                    for q in &pair[1].others {
                        prop_assert_eq!(moyo.field().get(*q), pair[1].potential);
                    }
                }
                let end = path.steps.last().unwrap();
                prop_assert_eq!(path.inside, sign * end.potential >= 0);
                prop_assert!(Literal::new(&moyo, board, color).is_end(end.point));
            }
            let inside = explanation.paths.iter().any(|path| path.inside);
            match explanation.reason {
                Reason::Inside | Reason::LevelEnd => prop_assert!(inside && explanation.inner),
                Reason::Outside | Reason::Level => prop_assert!(!inside && !explanation.inner),
                Reason::Threshold => prop_assert!(explanation.inner && options.threshold.is_some()),
                Reason::Tie => prop_assert_eq!(explanation.paths.len(), 2),
            }
        }
    }

    #[test]
    fn completions_are_what_the_moves_bring(
        (width, height, seed) in (2..=8u32, 2..=8u32, any::<u64>()),
        options in options(),
        concave in proptest::bool::weighted(0.1),
    ) {
        let position = random_position(width, height, seed);
        let options = Options { concave, ..options };
        let moyo = Moyo::of(position.board(), options);
        let area = |moyo: &Moyo| ByColor::new_with(|color| moyo.inner(color).len() as i32);
        let now = area(&moyo);
        for color in [Color::Black, Color::White] {
            let completions = moyo.completions(&position, color);
            let mut legal = position.clone();
            legal.set_to_play(color);
            prop_assert_eq!(completions.len(), legal.legal_points().count());
            prop_assert!(completions.is_sorted_by_key(|c| -c.gain));
            for completion in completions {
                let mut after = legal.clone();
                after.play(Move::Play(completion.point)).unwrap();
                let then = area(&Moyo::of(after.board(), options));
                prop_assert_eq!(completion.gain, then[color] - now[color]);
                prop_assert_eq!(completion.reduction, now[color.opponent()] - then[color.opponent()]);
            }
        }
    }

    /// Each basin drains to its end, and every inner point has one unless a threshold made it
    /// inner.
    #[test]
    fn basins_cover_the_inner_areas(
        (width, height, seed) in (1..=12u32, 1..=12u32, any::<u64>()),
        options in options(),
    ) {
        let position = random_position(width, height, seed);
        let board = position.board();
        let moyo = Moyo::of(board, options);
        let basins = moyo.basins();
        let ends: Vec<(Color, PointSet)> = basins.ends().collect();
        for p in board.size().points() {
            match (moyo.owner(p), basins.number(p)) {
                (None, number) => prop_assert_eq!(number, 0),
                (Some(_), 0) => prop_assert!(options.threshold.is_some()),
                (Some(owner), number) => {
                    let (color, end) = ends[usize::from(number) - 1];
                    prop_assert_eq!(color, owner);
                    let reached = Literal::new(&moyo, board, owner).reached(p);
                    prop_assert!(reached.iter().any(|q| end.contains(*q)));
                }
            }
        }
    }
}
