//! The paper's numbers from boards, and what must hold on any board.

use keisei_goban::{Board, ByColor, Color, Move, Point, PointSet, Position, Rules, Size, Symmetry, board};
use keisei_testdata::{point, points, random_position_in};
use proptest::prelude::*;

use super::system::{Pinned, System};
use super::{Dynamics, Parameters, Ranking};

/// So tight that differences of the iteration do not show.
fn tight() -> Parameters {
    Parameters::new(1e-12, 10_000).unwrap()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a} is not {b}");
}

/// All stones taken to be alive.
fn with_living_stones(board: &Board) -> Dynamics {
    let known = ByColor { black: board.stones(Color::Black), white: board.stones(Color::White) };
    Dynamics::with_pinned(board, tight(), &known)
}

#[test]
fn diagram_6() {
    let board = board!(
        "X O O O O O X
         X . . . . . X"
    );
    let w = 1.0 - with_living_stones(&board).black(point("C1"));
    close(4.0 * w.powi(3) - 2.0 * w.powi(2) - 7.0 * w + 4.0, 0.0);
    assert!((w - 0.589).abs() < 5e-4, "{w}");
}

/// The part of diagram 2 that relation (6) speaks about, with any values.
#[test]
fn relation_6() {
    let mut position = Position::new(Board::new(Size::default()));
    for (color, vertices) in [(Color::Black, "Q7 R7"), (Color::White, "R4 R5 R6 S7 S8")] {
        for p in points(vertices) {
            position.set_to_play(color);
            position.play(Move::Play(p)).unwrap();
        }
    }
    let mut system = System::default();
    system.set_up(position.board(), &Pinned::default());
    let parameters = Parameters::default().with_suicide_modification(false);
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..100 {
        let mut value = |vertex: &str| {
            let x = random.f64();
            system.set(point(vertex), x);
            x
        };
        let (b_q8, b_r9, b_r8) = (value("Q8"), value("R9"), value("R8"));
        let (b_p7, b_q6) = (value("P7"), value("Q6"));
        let s_r7 = value("R7");
        let (s_s7, s_r4) = (1.0 - value("S7"), 1.0 - value("R4"));
        let (w_q8, w_r9, w_r8, w_p7, w_q6) = (1.0 - b_q8, 1.0 - b_r9, 1.0 - b_r8, 1.0 - b_p7, 1.0 - b_q6);
        let above = b_q8 * b_r9 * s_r7 * s_s7 - b_q8 * b_r9 * s_r7 + 1.0;
        let below = above + s_r7 * s_s7 * w_q8 * w_r9 - s_s7 * w_q8 * w_r9 + 1.0;
        close(1.0 - system.wanted_at(point("R8"), &parameters), above / below);
        close(system.wanted_at(point("R7"), &parameters), 1.0 - s_r4 * s_s7 * w_p7 * w_q6 * w_q8 * w_r8);
    }
}

/// "The current version favours moves on the second line, especially the 2-2 points."
#[test]
fn the_2_2_points_rank_highest_in_the_opening() {
    let position = Position::new(Board::new(Size::default()));
    let ranked = Ranking::default().rank(&position, &Parameters::default());
    let best: PointSet = ranked[..4].iter().map(|r| r.point).collect();
    assert_eq!(best, points("B2 B18 S2 S18"));
    assert_eq!(ranked.len(), 361);
}

/// Blocks in atari side by side, chains of them, full boards, small eyes: it ends, and all values
/// are probabilities.
#[test]
fn the_worst_positions_end() {
    let boards = [
        board!("X O X O .\n. O X O X\nX O . O O"),
        board!("X O .\n. X O\nO O X\n. O ."),
        board!(". X . X .\nX X X X X\nO O O O O\n. O . . O"),
        board!("X X X O O O\nX . X O . O\nX X X O O O"),
        board!("X O\n. ."),
        board!("."),
        board!("X ."),
        board!("X X . . O O\nX . X O . O\n. X O . O ."),
    ];
    for board in boards {
        for parameters in [Parameters::default(), tight(), tight().with_suicide_modification(false)] {
            let dynamics = Dynamics::of(&board, parameters);
            for p in board.size().points() {
                let black = dynamics.black(p);
                assert!((0.0..=1.0).contains(&black), "{black} at {p}");
            }
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for stop_value in [0.0, -1.0, 1.0, f64::NAN] {
        assert!(Parameters::new(stop_value, 10).unwrap_err().to_string().contains("more than 0"));
    }
    for max_iter in [0, 10_001] {
        assert!(Parameters::new(0.1, max_iter).unwrap_err().to_string().contains("from 1 to 10000"));
    }
}

/// A random game followed, with its positions evaluated from scratch.
fn followed(
    width: u32,
    height: u32,
    seed: u64,
    parameters: Parameters,
    differing: f64,
) -> impl Iterator<Item = (Dynamics, Dynamics)> {
    let size = Size::new(width, height).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut dynamics = Dynamics::of(&Board::new(size), parameters);
    let mut color = Color::Black;
    (0..2 * size.area()).filter_map(move |_| {
        let p = Point::at(random.u32(..width), random.u32(..height));
        dynamics.follow(color, p, differing).ok()?;
        color = !color;
        Some((dynamics.clone(), Dynamics::of(dynamics.board(), parameters)))
    })
}

/// What is dropped while a game is followed does not add up.
#[test]
fn following_stays_near_evaluating() {
    let parameters = Parameters::default();
    let (mut positions, mut off) = (0, 0);
    for seed in 0..40 {
        for (followed, anew) in followed(9, 9, seed, parameters, parameters.stop_value() / 4.0) {
            let size = anew.board().size();
            positions += 1;
            off += u32::from(size.points().any(|p| (followed.black(p) - anew.black(p)).abs() > 0.02));
        }
    }
    assert!(positions > 2500 && off == 0, "{off} of {positions} are off");
}

/// In a real game a stone that is tried brings what playing it and evaluating from scratch brings.
/// (On small random boards it need not: there sure areas and blocks in atari make several fixed
/// points.)
#[test]
fn trying_is_playing() {
    let text = include_str!("../../../../examples/game-19x19.sgf");
    let record = &keisei_goban::sgf::read(text.as_bytes()).unwrap()[0];
    let parameters = Parameters::new(1e-6, 2000).unwrap();
    let (mut tried, mut differing) = (0, 0);
    for moves in [0, 1, 20, 60, 100, 140, 180] {
        let replay = keisei_goban::sgf::Replay { moves: Some(moves), ..Default::default() };
        let position = record.replay(&replay).unwrap().game.position().clone();
        let sign = f64::from(position.to_play().sign());
        for ranked in Ranking::default().rank(&position, &parameters).iter().step_by(5) {
            let mut after = position.clone();
            after.play(Move::Play(ranked.point)).unwrap();
            let anew = Dynamics::of(after.board(), parameters).lead() * sign;
            tried += 1;
            differing += u32::from((anew - ranked.score).abs() > 0.01);
        }
    }
    assert!(tried > 300 && differing * 100 < tried, "{differing} of {tried} differ");
}

proptest! {
    /// The two extreme solutions of section VI.A are fixed points on any board (of the equations
    /// without the modification).
    #[test]
    fn all_or_nothing_is_a_fixed_point((width, height, seed) in (2..=9u32, 2..=9u32, any::<u64>())) {
        let position = random_position_in(Rules::TROMP_TAYLOR, width, height, seed, 0..=2 * width * height);
        let board = position.board();
        let mut system = System::default();
        system.set_up(board, &Pinned::default());
        let parameters = Parameters::default().with_suicide_modification(false);
        for value in [0.0, 1.0] {
            for p in board.size().points() {
                system.set(p, value);
            }
            for p in board.size().points() {
                prop_assert_eq!(system.wanted_at(p, &parameters), value);
            }
        }
    }

    #[test]
    fn turning_and_swapping_carry_over((width, height, seed) in (1..=13u32, 1..=13u32, any::<u64>())) {
        let position = random_position_in(Rules::TROMP_TAYLOR, width, height, seed, 0..=2 * width * height);
        let board = position.board();
        let parameters = Parameters::new(1e-9, 3000).unwrap();
        let here = Dynamics::of(board, parameters);
        let size = board.size();
        for symmetry in Symmetry::all() {
            let there = Dynamics::of(&board.transformed(symmetry), parameters);
            for p in size.points() {
                let (a, b) = (there.black(symmetry.apply(p, size)), here.black(p));
                prop_assert!((a - b).abs() < 1e-4, "{} {} at {}", a, b, p);
            }
        }
        let swapped = Dynamics::of(&board.color_swapped(), parameters);
        for p in size.points() {
            let (a, b) = (1.0 - swapped.black(p), here.black(p));
            prop_assert!((a - b).abs() < 1e-4, "{} {} at {}", a, b, p);
            prop_assert!((0.0..=1.0).contains(&b));
        }
    }

    /// Following a game with captures comes to exactly what evaluating its positions from scratch
    /// comes to, if no difference is dropped.
    #[test]
    fn following_is_evaluating((width, height, seed) in (1..=9u32, 2..=9u32, any::<u64>()), suicide in any::<bool>()) {
        let parameters = Parameters::new(1e-6, 400).unwrap().with_suicide_modification(suicide);
        for (followed, anew) in followed(width, height, seed, parameters, 0.0) {
            let size = anew.board().size();
            prop_assert_eq!(followed.system.shape(size), anew.system.shape(size));
            for p in size.points() {
                let (a, b) = (followed.black(p), anew.black(p));
                prop_assert!((a - b).abs() < 1e-6, "{} {} at {} {:?}", a, b, p, anew.board());
                prop_assert_eq!(followed.iterations(p), anew.iterations(p));
            }
        }
    }

    /// A stone that is tried leaves no trace.
    #[test]
    fn trying_leaves_no_trace((width, height, seed) in (2..=9u32, 2..=9u32, any::<u64>()), suicide in any::<bool>()) {
        let position = random_position_in(Rules::TROMP_TAYLOR, width, height, seed, 0..=width * height);
        let board = position.board();
        let parameters = Parameters::default().with_suicide_modification(suicide);
        let mut system = System::default();
        system.set_up(board, &Pinned::benson(board));
        system.settle(&parameters);
        let state = |system: &System| -> Vec<f64> {
            let values = board.size().points().map(|p| system.black(p));
            values.chain(board.size().points().map(|p| system.wanted_at(p, &parameters))).collect()
        };
        let before = state(&system);
        for color in [Color::Black, Color::White] {
            for p in board.empty() {
                let first = system.lead_after(board, color, p, &parameters);
                prop_assert_eq!(system.lead_after(board, color, p, &parameters), first);
            }
        }
        prop_assert_eq!(state(&system), before);
    }
}
