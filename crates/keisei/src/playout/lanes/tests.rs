//! The games of the lanes against the slow board, move by move.
//!
//! Lanes are followed in plain words of 64 (the code for vectors takes minutes to compile again);
//! one test shows that vectors play the same games.

use keisei_goban::{Board, Color, Count, Game, KoRule, Komi, Move, Point, Position, Rules, Scoring, Size};
use keisei_goban::{HandicapBonus, Suicide, board};
use proptest::prelude::*;
use pulp::{Scalar, Simd, WithSimd};

use super::bits::Bits;
use super::fleet::{Cell, Fleet};
use super::random::Streams;
use super::{Plan, opening};
use crate::playout::{Style, census, is_eye, tally};

/// The rules of playouts.
fn rules() -> Rules {
    Rules::new(KoRule::Simple, Scoring::Area, Suicide::Forbidden, HandicapBonus::None)
}

fn has<S: Simd>(bits: &Bits<S>, lane: usize) -> bool {
    bits.words()[lane / 64] >> (lane % 64) & 1 == 1
}

/// Follows games in some lanes until they end.
struct Follow {
    start: Position,
    seed: u64,
    cap: usize,
}

impl Follow {
    fn run(&self) {
        let simd = Scalar;
        let size = self.start.board().size();
        let (width, height) = (size.width() as usize, size.height() as usize);
        let streams = Streams::new((0..8).map(|word| self.seed.wrapping_add(word)));
        let mut fleet = Fleet::<_, 0>::new(simd, width, height, streams);
        fleet.load(Bits::all(simd), &opening(&self.start), self.cap);
        let lanes = [0, 1, 37, 63];
        let mut games: Vec<Game> = lanes.iter().map(|_| Game::new(self.start.clone())).collect();
        let mut steps = 0;
        while fleet.live.any() {
            steps += 1;
            assert!(steps < 100 * self.cap, "the games do not end");
            let before = fleet.live;
            // What is offered: every legal move that fills no eye, and beside these only suicides.
            fleet.find_candidates();
            let offered: Vec<Vec<bool>> = lanes
                .iter()
                .map(|&lane| (0..width * height).map(|i| has(&at(&fleet.moves, width, i), lane)).collect())
                .collect();
            let barred: Vec<Vec<bool>> = lanes
                .iter()
                .map(|&lane| (0..width * height).map(|i| has(&at(&fleet.barred, width, i), lane)).collect())
                .collect();
            fleet.step();
            for (k, &lane) in lanes.iter().enumerate() {
                let game = &mut games[k];
                if !has(&before, lane) {
                    continue;
                }
                let position = game.position();
                let (board, color) = (position.board(), position.to_play());
                for (i, p) in size.points().enumerate() {
                    let wanted = position.is_legal(Move::Play(p)) && !is_eye(board, color, p);
                    if wanted {
                        assert!(offered[k][i], "{p} is not offered\n{position:?}");
                    }
                    if offered[k][i] && !wanted {
                        assert!(
                            board.is_empty(p) && board.is_suicide(color, p),
                            "{p} is offered\n{position:?}"
                        );
                    }
                    if barred[k][i] {
                        assert!(!position.is_legal(Move::Play(p)), "{p} is barred\n{position:?}");
                    }
                }
                let drawn = size.points().enumerate().find(|(i, _)| {
                    has(&fleet.rows[1 + i / width], lane) && has(&fleet.columns[1 + i % width], lane)
                });
                if has(&fleet.failed, lane) {
                    let (_, point) = drawn.expect("a failed move has a point");
                    assert!(position.board().is_suicide(color, point), "{point} is no suicide\n{position:?}");
                    continue;
                }
                let mv = drawn.map_or(Move::Pass, |(_, point)| Move::Play(point));
                if let Some((i, _)) = drawn {
                    assert!(offered[k][i]);
                }
                game.play(mv).unwrap_or_else(|e| panic!("{mv}: {e}\n{:?}", games[k].position()));
                compare(&fleet, lane, games[k].position());
            }
        }
        let numbers = fleet.count(Bits::all(simd));
        for (game, lane) in games.iter().zip(lanes) {
            let capped = game.move_number() == self.cap;
            assert!(game.is_over() || capped, "stopped early after {} moves", game.move_number());
            let area = |k: usize| -> i32 {
                numbers[k].iter().enumerate().map(|(i, bits)| i32::from(has(bits, lane)) << i).sum()
            };
            let lead = (area(0) - area(1)) * game.position().to_play().sign();
            let count = Count::as_it_stands(game.position());
            assert_eq!(lead * 2, count.lead.half_points(), "{:?}", game.position());
        }
    }
}

fn at<S: Simd>(plane: &super::fleet::Plane<S>, width: usize, i: usize) -> Bits<S> {
    plane[1 + i / width][1 + i % width]
}

fn compare<S: Simd>(fleet: &Fleet<S, 0>, lane: usize, position: &Position) {
    let opening = opening(position);
    assert_eq!(has(&fleet.black, lane), opening.black);
    for (i, &cell) in opening.cells.iter().enumerate() {
        let found =
            [&fleet.own, &fleet.other, &fleet.empty].map(|plane| has(&at(plane, fleet.width(), i), lane));
        let wanted = [Cell::Own, Cell::Other, Cell::Empty].map(|kind| kind == cell);
        assert_eq!(found, wanted, "point {i} of\n{position:?}");
        let barred = has(&at(&fleet.barred, fleet.width(), i), lane);
        assert_eq!(barred, opening.ko == Some(i), "ko at point {i} of\n{position:?}");
    }
    for (i, point) in position.board().size().points().enumerate() {
        if has(&at(&fleet.strong, fleet.width(), i), lane) {
            let block = position.board().block(point).expect("a strong stone");
            assert!(block.liberties() > 1 && block.color() != position.to_play());
        }
    }
}

fn empty(width: u32, height: u32) -> Position {
    let mut position = Position::new(Board::new(Size::new(width, height).unwrap()));
    position.set_rules(rules());
    position
}

/// A position after random moves.
fn middle(width: u32, height: u32, moves: &[u16]) -> Position {
    let mut position = empty(width, height);
    for &number in moves {
        let legal: Vec<Point> = position.legal_points().collect();
        let mv = if legal.is_empty() { Move::Pass } else { Move::Play(legal[number as usize % legal.len()]) };
        position.play(mv).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Every move of a lane is legal on the slow board and leads to the same position; everything
    /// that is legal and no eye is offered; the end is counted alike.
    #[test]
    fn lanes_play_go(
        (width, height) in (1..=13u32, 1..=13u32),
        moves in prop::collection::vec(any::<u16>(), 0..60),
        seed: u64,
    ) {
        let start = middle(width, height, &moves);
        let cap = 3 * (width * height) as usize;
        Follow { start, seed, cap }.run();
    }

    /// The same games on any number of threads, and word by word.
    #[test]
    fn a_seed_is_a_result(
        side in 2..=9u32,
        moves in prop::collection::vec(any::<u16>(), 0..40),
        playouts in 1..70u32,
        seed: u64,
    ) {
        let start = middle(side, side, &moves);
        let points: Vec<Point> = start.legal_points().collect();
        let tallies = tally(&start, &points, playouts, seed, 1);
        prop_assert_eq!(&tallies, &tally(&start, &points, playouts, seed, 3));
        prop_assert!(tallies.iter().all(|tally| tally.playouts == playouts));
        prop_assert_eq!(census(&start, Style::Uniform, 40 * playouts, seed, 1), census(&start, Style::Uniform, 40 * playouts, seed, 2));
    }
}

#[test]
fn large_boards() {
    for (width, height) in [(19, 19), (25, 25), (25, 2), (10, 11)] {
        let cap = 3 * (width * height) as usize;
        Follow { start: empty(width, height), seed: 5, cap }.run();
    }
}

/// The vectors of this machine and plain words give the same games.
#[test]
fn vectors_do_not_matter() {
    let start = middle(7, 8, &[3, 1, 4, 1, 5, 9, 2, 6]);
    let positions: Vec<Position> = start
        .legal_points()
        .map(|p| {
            let mut after = start.clone();
            after.play(Move::Play(p)).unwrap();
            after
        })
        .collect();
    let plan = Plan::new(&positions, 120, Komi::default(), 11);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let plain = super::Work { plan: &plan, next: &next, census: true }.with_simd(Scalar);
    assert_eq!(plan.run(2, true), plain);
    assert!(plan.queues() > 8, "the test needs more queues than a vector has words");
}

/// Counts the first moves of many games.
fn first_moves(start: &Position, rounds: u64) -> Vec<u32> {
    let simd = Scalar;
    let size = start.board().size();
    let (width, height) = (size.width() as usize, size.height() as usize);
    let mut counts = vec![0; width * height];
    for round in 0..rounds {
        let mut fleet = Fleet::<_, 0>::new(simd, width, height, Streams::new([round]));
        fleet.load(Bits::all(simd), &opening(start), 3 * width * height);
        let black = fleet.black;
        let mut waiting = Bits::all(simd);
        while waiting.any() {
            fleet.step();
            let moved = waiting & (fleet.black ^ black);
            for (i, count) in counts.iter_mut().enumerate() {
                *count += (fleet.rows[1 + i / width] & fleet.columns[1 + i % width] & moved).count();
            }
            waiting &= !moved;
        }
    }
    counts
}

/// Every legal move that is no eye is drawn equally often (χ² with its 99.9 % limit by Wilson and
/// Hilferty), and nothing else.
#[test]
fn no_move_is_favoured() {
    // Beside free points: an eye of Black's (A1), a suicide that only a try finds out (J1), points
    // that take stones (G9, J9), and a ko that may be taken (D6).
    let full = board!(
        ". . . . O X . O .
         . . . . O X X O O
         . . X O O . X X X
         . X O . O . . . .
         . . X O . . . . .
         . . . . . . . . .
         . . . . . . . . .
         X X . . . . X O O
         . X . . . . X O ."
    );
    let mut start = Position::new(full);
    start.set_rules(rules());
    let small = empty(3, 2);
    let nine = empty(9, 9);
    for start in [&start, &small, &nine] {
        let counts = first_moves(start, 4000);
        let drawn: u32 = counts.iter().sum();
        let size = start.board().size();
        let allowed: Vec<bool> = size
            .points()
            .map(|p| start.is_legal(Move::Play(p)) && !is_eye(start.board(), Color::Black, p))
            .collect();
        let n = allowed.iter().filter(|&&is| is).count() as f64;
        let expected = f64::from(drawn) / n;
        let mut chi = 0.0;
        for (count, allowed) in counts.iter().zip(&allowed) {
            assert!(*allowed || *count == 0);
            if *allowed {
                chi += (f64::from(*count) - expected).powi(2) / expected;
            }
        }
        let freedom = n - 1.0;
        let limit = freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.09 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
        assert!(chi < limit, "χ² {chi:.1}, limit {limit:.1}: {counts:?}");
    }
}

/// Known means: the first player's lead, and the length of games, as other programs of light
/// playouts find them.
#[test]
fn the_first_player_leads_by_about_two_points() {
    let (tally, census) = census(&empty(9, 9), Style::Uniform, 50_000, 1, 2);
    let (mean, deviation) = tally.lead().unwrap();
    let error = deviation / f64::from(tally.playouts).sqrt();
    assert!((mean - 2.1).abs() < 4.0 * error + 0.2, "{mean} ± {error}");
    // The board is symmetrical, so the corners are owned alike.
    let corner = |i: usize| f64::from(census.black[i]) / f64::from(census.games);
    for i in [8, 72, 80] {
        assert!((corner(0) - corner(i)).abs() < 0.015);
    }
    let lead: i64 = census.black.iter().zip(&census.white).map(|(&b, &w)| i64::from(b) - i64::from(w)).sum();
    assert_eq!(lead, tally.lead);
}
