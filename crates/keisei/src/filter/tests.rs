use keisei_goban::{Board, Color, Point, PointSet, Size, Symmetry, board};
use keisei_testdata::random_position;
use proptest::prelude::*;

use super::*;

fn square(side: u32) -> Size {
    Size::square(side).unwrap()
}

/// All empty points, row by row.
fn empty(board: &Board) -> Vec<Point> {
    board.size().points().filter(|&p| board.is_empty(p)).collect()
}

fn kept(filter: Filter, board: &Board, color: Color) -> PointSet {
    Sieve::new(filter, board.size()).keep(board, color, &empty(board), 0)
}

/// The board with what is kept marked.
fn drawn(filter: Filter, board: &Board, color: Color) -> String {
    let kept = kept(filter, board, color);
    let symbol = |p| match board.get(p) {
        Some(color) => color.symbol(),
        None if kept.contains(p) => '+',
        None => '.',
    };
    let size = board.size();
    let rows = size.points().map(symbol).collect::<Vec<_>>();
    rows.chunks(size.width() as usize).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

#[test]
fn names_are_read_in_capitals_or_not() {
    for filter in Filter::ALL {
        assert_eq!(filter.name().parse(), Ok(filter));
        assert_eq!(filter.name().to_lowercase().parse(), Ok(filter));
        assert_eq!(filter.name().to_uppercase().parse(), Ok(filter));
    }
    for name in ["PF0", "PF10", "PF", "", "none", "pf 1"] {
        let error = name.parse::<Filter>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("there is no filter `{name}`: expected random, PF1")), "{error}");
    }
}

/// Table 3: the midpoint between a black and a white stone, eight points apart, ranks 77th, 55th,
/// 33rd, 11th and 5th.
#[test]
fn the_midpoint_ranks_as_in_the_paper() {
    let mut board = Board::new(Size::default());
    board.play(Color::Black, "F10".parse().unwrap()).unwrap();
    board.play(Color::White, "O10".parse().unwrap()).unwrap();
    let midpoint: Point = "K10".parse().unwrap();
    let filters = [Filter::Pf5, Filter::Pf6, Filter::Pf7, Filter::Pf8, Filter::Pf9];
    for color in Color::ALL {
        let ranks = filters.map(|filter| {
            let ranked = Sieve::new(filter, board.size()).rank(&board, color, &empty(&board), 0);
            ranked.iter().position(|&p| p == midpoint).unwrap() + 1
        });
        assert_eq!(ranks, [77, 55, 33, 11, 5]);
    }
}

#[test]
fn a_stone_in_the_middle_of_nine_points() {
    let board = board!(". . . / . X . / . . .");
    use Color::{Black, White};
    // Beside the stone 1/2, at the corners 1/2^1.41.
    assert_eq!(drawn(Filter::Pf1, &board, Black), ".+./+X+/.+.");
    assert_eq!(drawn(Filter::Pf1, &board, White), "+.+/.X./+.+");
    assert_eq!(drawn(Filter::Pf2, &board, Black), "+.+/.X./+.+");
    assert_eq!(drawn(Filter::Pf2, &board, White), ".+./+X+/.+.");
    // B3, A2 and A1, C1 are the first and last of their kind.
    assert_eq!(drawn(Filter::Pf3, &board, Black), "+.+/.X+/.+.");
    for color in Color::ALL {
        assert_eq!(drawn(Filter::Pf4, &board, color), ".+./+X+/.+.");
        // Beside the stone the slope is 1.25, at the corners √1.53, with the edge repeated.
        assert_eq!(drawn(Filter::Pf6, &board, color), ".+./+X+/.+.");
    }
}

#[test]
fn two_stones_on_a_small_board() {
    let board = board!(
        ". . . . .
         . X . . .
         . . . . .
         . . . O .
         . . . . ."
    );
    use Color::{Black, White};
    // The picture at the head of the module.
    assert_eq!(drawn(Filter::Pf1, &board, Black), "+++++/+X++./+++../+..O./.....");
    assert_eq!(drawn(Filter::Pf1, &board, White), "....+/.X.++/..+++/..+O+/.++++");
}

/// On a line of 1 × 7 the potentials are sums that a person can write down.
#[test]
fn a_line_by_hand() {
    // Black's potential, in sixteenths:   A  8-1/2  B stone  C 8-2  D 4-4  E 2-8  F stone  G 1/2-8
    let board = board!(". X . . . O .");
    assert_eq!(drawn(Filter::Pf1, &board, Color::Black), "+X++.O.");
    assert_eq!(drawn(Filter::Pf2, &board, Color::Black), ".X.++O+");
    assert_eq!(drawn(Filter::Pf3, &board, Color::Black), ".X+++O.");
    assert_eq!(drawn(Filter::Pf1, &board, Color::White), ".X.++O+");
    let values = Sieve::new(Filter::Pf1, board.size()).values(&board, Color::Black).unwrap();
    let values: Vec<f64> = board.size().points().map(|p| 32.0 * values[p]).collect();
    assert_eq!(values, [15.0, 30.0, 12.0, 0.0, -12.0, -30.0, -15.0]);
    // With its edge repeated a single line slopes along itself alone: half the difference of the
    // neighbours (itself at the end).
    let slopes = Sieve::new(Filter::Pf6, board.size()).values(&board, Color::Black).unwrap();
    let slopes: Vec<f64> = board.size().points().map(|p| 64.0 * slopes[p]).collect();
    assert_eq!(slopes, [15.0, 3.0, 30.0, 24.0, 30.0, 3.0, 15.0]);
    assert_eq!(drawn(Filter::Pf6, &board, Color::Black), ".X+++O.");
}

#[test]
fn an_empty_board_keeps_every_point_or_its_mirror_image() {
    for side in [3, 5, 9, 13, 19] {
        let board = Board::new(square(side));
        for filter in Filter::ALL.into_iter().filter(|&f| f != Filter::Random && f != Filter::Pf3) {
            let kept = kept(filter, &board, Color::Black);
            assert_eq!(kept.len() as u32, side * side - side * side / 2);
            for p in board.size().points() {
                assert!(Symmetry::all().any(|s| kept.contains(s.apply(p, board.size()))), "{filter} {p}");
            }
        }
    }
}

#[test]
fn the_random_filter_follows_its_seed() {
    let board = Board::new(square(9));
    let keep =
        |seed| Sieve::new(Filter::Random, board.size()).keep(&board, Color::Black, &empty(&board), seed);
    assert_eq!(keep(1), keep(1));
    assert_ne!(keep(1), keep(2));
    // Every point is kept about as often: 41 of 81 times, give or take four standard deviations.
    for p in board.size().points() {
        let times = (0..1000).filter(|&seed| keep(seed).contains(p)).count();
        assert!((442..=570).contains(&times), "{p} {times}");
    }
}

#[test]
fn a_filter_is_on_above_its_switching_point() {
    let pruning = Pruning { filter: Filter::Pf6, switch: 61 };
    assert_eq!([60, 61, 62].map(|moves| pruning.is_on(moves)), [false, false, true]);
    assert_eq!(check_switch(2, 81), Ok(()));
    assert_eq!(check_switch(81, 81), Ok(()));
    for switch in [0, 1, 82] {
        assert_eq!(check_switch(switch, 81), Err(SwitchError { switch, points: 81 }));
    }
}

#[test]
fn half_is_rounded_down_and_quarters_too() {
    assert_eq!(Removal::Low.counts(81), (0, 40));
    assert_eq!(Removal::Top.counts(81), (40, 0));
    assert_eq!([4, 5, 6, 7, 8].map(|n| Removal::Outer.counts(n)), [(1, 1), (1, 1), (1, 2), (1, 2), (2, 2)]);
    for removal in [Removal::Low, Removal::Top, Removal::Outer] {
        assert_eq!([0, 1].map(|n| removal.counts(n)), [(0, 0), (0, 0)]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_kept_ranks_above_what_is_removed(
        (width, height, seed, filter) in (1..=9u32, 1..=9u32, any::<u64>(), 1..=9usize)
    ) {
        let position = random_position(width, height, seed);
        let (board, color, filter) = (position.board(), position.to_play(), Filter::ALL[filter]);
        let moves: Vec<Point> = position.legal_points().collect();
        let mut sieve = Sieve::new(filter, board.size());
        let kept = sieve.keep(board, color, &moves, seed);
        prop_assert_eq!(kept.len(), moves.len() - moves.len() / 2);
        prop_assert!(kept.iter().all(|p| moves.contains(&p)));
        let values = sieve.values(board, color).unwrap();
        let mut sorted: Vec<f64> = moves.iter().map(|&p| values[p]).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let (top, low) = filter.recipe().unwrap().removal.counts(moves.len());
        let mut of_kept: Vec<f64> = kept.iter().map(|p| values[p]).collect();
        of_kept.sort_by(|a, b| b.total_cmp(a));
        prop_assert_eq!(&of_kept[..], &sorted[top..moves.len() - low]);
        // A sieve that was used before says the same, whatever it was used for.
        sieve.keep(random_position(width, height, !seed).board(), color.opponent(), &moves, seed);
        prop_assert_eq!(sieve.keep(board, color, &moves, seed), kept);
        let mut next = position.clone();
        if let Some(&p) = moves.first() {
            next.play(p.into()).unwrap();
        }
        let moves: Vec<Point> = next.legal_points().collect();
        let fresh = Sieve::new(filter, board.size()).keep(next.board(), next.to_play(), &moves, seed);
        prop_assert_eq!(sieve.keep(next.board(), next.to_play(), &moves, seed), fresh);
    }

    #[test]
    fn exchanging_the_colours_changes_nothing((side, seed, filter) in (1..=9u32, any::<u64>(), 0..=9usize)) {
        let position = random_position(side, side, seed);
        let (board, color) = (position.board(), position.to_play());
        let moves: Vec<Point> = position.legal_points().collect();
        let mut sieve = Sieve::new(Filter::ALL[filter], board.size());
        let kept = sieve.keep(board, color, &moves, seed);
        prop_assert_eq!(sieve.keep(&board.color_swapped(), color.opponent(), &moves, seed), kept);
    }

    #[test]
    fn turning_the_board_turns_the_values(
        (width, height, seed, filter, turn) in (1..=9u32, 1..=9u32, any::<u64>(), 1..=9usize, 0..8usize)
    ) {
        let position = random_position(width, height, seed);
        let (size, color, filter) = (position.board().size(), position.to_play(), Filter::ALL[filter]);
        let symmetry = Symmetry::all().nth(turn).unwrap();
        let turned = position.transformed(symmetry);
        let values = Sieve::new(filter, size).values(position.board(), color).unwrap();
        let of_turned = Sieve::new(filter, symmetry.size(size)).values(turned.board(), color).unwrap();
        for p in size.points() {
            prop_assert_eq!(values[p], of_turned[symmetry.apply(p, size)]);
        }
    }
}
