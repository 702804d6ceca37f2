//! Random games against the slow board: the same moves are allowed, the same score comes out, and
//! each move is as likely as any other.

#[allow(dead_code, reason = "other tests need more of it")]
use keisei::playout::{PlayoutBoard, WithBoard, is_eye, with_board};
use keisei::random::Random;
use keisei_goban::{Color, Count, Game, Move, Point, PointSet, Position, Rules, Size, board};
use proptest::prelude::*;

/// The position under the rules of random games.
fn plain(position: &Position) -> Position {
    let mut position = position.clone();
    position.set_rules(Rules::CHINESE);
    position
}

/// What may be drawn, by the slow board.
fn allowed(position: &Position) -> PointSet {
    let color = position.to_play();
    position.legal_points().filter(|&p| !is_eye(position.board(), color, p)).collect()
}

/// Plays a random game beside a slow one. Returns the number of moves.
struct Beside<'p> {
    position: &'p Position,
    seed: u64,
}

impl WithBoard for Beside<'_> {
    type Output = u32;

    fn run<const S: usize, const N: usize>(self, mut fast: PlayoutBoard<S, N>) -> u32 {
        let mut slow = Game::new(plain(self.position));
        let size = fast.size();
        let mut random = Random::new(self.seed);
        let mut moves = 0;
        loop {
            let now = slow.position();
            assert_eq!(fast.to_play(), now.to_play());
            for p in size.points() {
                assert_eq!(fast.get(p), now.board().get(p), "{p} {now:?}");
                assert_eq!(fast.is_legal(p), now.is_legal(Move::Play(p)), "{p} {now:?}");
                for color in Color::ALL {
                    let eye = now.board().is_empty(p) && is_eye(now.board(), color, p);
                    assert_eq!(fast.is_eye(color, p), eye, "{p} {now:?}");
                }
            }
            assert_eq!(2 * fast.lead(), Count::as_it_stands(now).lead.half_points(), "{now:?}");
            if fast.is_over() || moves == 3 * size.area() {
                return moves;
            }
            let offered = allowed(now);
            let mv = fast.random_move(&mut random);
            match mv {
                Move::Play(p) => assert!(offered.contains(p), "{p} {now:?}"),
                Move::Pass => assert!(offered.is_empty(), "{now:?}"),
            }
            slow.play(mv).unwrap();
            moves += 1;
        }
    }
}

/// The lead after a game, and after the same game move by move.
struct Whole(u64);

impl WithBoard for Whole {
    type Output = (i32, i32);

    fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> (i32, i32) {
        let mut at_once = board;
        let lead = at_once.playout(&mut Random::new(self.0));
        let (mut by_moves, mut random) = (board, Random::new(self.0));
        let mut left = 3 * board.size().area();
        while !by_moves.is_over() && left > 0 {
            by_moves.random_move(&mut random);
            left -= 1;
        }
        (lead, by_moves.lead())
    }
}

/// How often each move is drawn.
struct Draws {
    count: u32,
    seed: u64,
}

impl WithBoard for Draws {
    type Output = Vec<(Point, u32)>;

    fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> Vec<(Point, u32)> {
        let mut random = Random::new(self.seed);
        let mut seen: Vec<(Point, u32)> = board.size().points().map(|p| (p, 0)).collect();
        for _ in 0..self.count {
            let mut copy = board;
            if let Move::Play(p) = copy.random_move(&mut random) {
                seen[board.size().ordinal(p)].1 += 1;
            }
        }
        seen
    }
}

#[test]
fn empty_boards_of_every_size_are_played_out() {
    for width in 1..=25 {
        for height in [1, 2, 3, width, 25] {
            let start = Position::new(keisei_goban::Board::new(Size::new(width, height).unwrap()));
            // Comparing every point at every move is slow on large boards.
            if width * height <= 200 {
                with_board(&start, Beside { position: &start, seed: 3 });
            }
            let (at_once, by_moves) = with_board(&start, Whole(4));
            assert_eq!(at_once, by_moves);
        }
    }
}

#[test]
fn large_boards_agree_with_the_slow_one() {
    for side in [19, 25] {
        let start = Position::new(keisei_goban::Board::new(Size::square(side).unwrap()));
        assert!(with_board(&start, Beside { position: &start, seed: 5 }) > side * side / 2);
    }
}

#[test]
fn games_end_by_passes_long_before_the_limit() {
    let start = Position::new(keisei_goban::Board::new(Size::square(9).unwrap()));
    let ended =
        (0..50).filter(|&seed| with_board(&start, Beside { position: &start, seed }) < 3 * 81).count();
    assert!(ended >= 49, "{ended}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_move_is_one_the_slow_board_offers(
        (width, height, seed) in (2..=11u32, 2..=11u32, any::<u64>())
    ) {
        let position = keisei_testdata::random_position(width, height, seed);
        with_board(&position, Beside { position: &position, seed });
        let (at_once, by_moves) = with_board(&position, Whole(seed));
        prop_assert_eq!(at_once, by_moves);
    }

    /// Forbidden moves are refused and change nothing, ko included.
    #[test]
    fn single_moves_follow_the_slow_board((width, height, seed) in (2..=7u32, 2..=7u32, any::<u64>())) {
        struct Follow(Position, u64);
        impl WithBoard for Follow {
            type Output = ();
            fn run<const S: usize, const N: usize>(self, mut fast: PlayoutBoard<S, N>) {
                let mut slow = plain(&self.0);
                let mut random = fastrand::Rng::with_seed(self.1);
                let size = fast.size();
                for _ in 0..200 {
                    let mv = match random.u32(..20) {
                        0 => Move::Pass,
                        _ => Move::Play(Point::at(random.u32(..size.width()), random.u32(..size.height()))),
                    };
                    assert_eq!(fast.play(mv), slow.play(mv).is_ok(), "{mv} {slow:?}");
                    for p in size.points() {
                        assert_eq!(fast.get(p), slow.board().get(p));
                        assert_eq!(fast.is_legal(p), slow.is_legal(Move::Play(p)));
                    }
                }
            }
        }
        let position = keisei_testdata::random_position(width, height, seed);
        with_board(&position, Follow(position.clone(), seed));
    }
}

/// Chi-square over all allowed moves; the bound is five standard deviations of its distribution
/// above the mean.
fn assert_uniform(position: &Position, seed: u64) {
    let offered = allowed(&plain(position));
    let moves = offered.len() as f64;
    let count = 4_000 * offered.len() as u32;
    let mut chi_square = 0.0;
    for (p, drawn) in with_board(position, Draws { count, seed }) {
        if offered.contains(p) {
            chi_square += (f64::from(drawn) - 4_000.0).powi(2) / 4_000.0;
        } else {
            assert_eq!(drawn, 0, "{p} {position:?}");
        }
    }
    let bound = (moves - 1.0) + 5.0 * (2.0 * (moves - 1.0)).sqrt();
    assert!(chi_square <= bound, "{chi_square} over {moves} moves {position:?}");
}

#[test]
fn moves_are_uniform() {
    // Eyes in both corners, a suicide at E1 for Black, and a ko.
    let mut position = Position::new(board!(
        ". X . O .
         X X . O O
         . X O . .
         X . X O O
         . X O O ."
    ));
    assert_uniform(&position, 1);
    position.set_to_play(Color::White);
    assert_uniform(&position, 2);
    position.play("B2".parse().unwrap()).unwrap();
    assert_eq!(position.ko().map(|p| p.to_string()), Some("C2".into()));
    assert_uniform(&position, 3);
    for seed in 0..20 {
        let position = keisei_testdata::random_position(5, 6, seed);
        if !allowed(&plain(&position)).is_empty() {
            assert_uniform(&position, seed);
        }
    }
}

/// The order in which points are drawn must not leak into the next turn: two moves on, every
/// continuation is as likely as its moves make it.
#[test]
fn second_moves_are_uniform_too() {
    struct Pairs;
    impl WithBoard for Pairs {
        type Output = [[u32; 9]; 9];
        fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> [[u32; 9]; 9] {
            let mut random = Random::new(11);
            let mut seen = [[0; 9]; 9];
            for _ in 0..72_000 {
                let mut copy = board;
                let [first, second] = [0, 1].map(|_| copy.random_move(&mut random).point().unwrap());
                seen[board.size().ordinal(first)][board.size().ordinal(second)] += 1;
            }
            seen
        }
    }
    let start = Position::new(keisei_goban::Board::new(Size::square(3).unwrap()));
    for (i, row) in with_board(&start, Pairs).iter().enumerate() {
        for (j, &count) in row.iter().enumerate() {
            let expected = if i == j { 0..1 } else { 840..1_160 };
            assert!(expected.contains(&count), "{i} {j}: {count}");
        }
    }
}
