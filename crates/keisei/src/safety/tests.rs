//! Known shapes, and a harness that plays against every claim.

use std::collections::HashMap;

use keisei_goban::{Count, Setup, Symmetry, board};
use proptest::prelude::*;

use super::*;

fn points(vertices: &str) -> PointSet {
    vertices.split_whitespace().map(|v| v.parse().unwrap()).collect()
}

/// Plays against the claims for a colour: the opponent moves first, everyone may pass, all moves are tried up to a depth.
struct Refuter<'a> {
    safety: &'a Safety,
    color: Color,
    /// Positions, with who moves, whether the last move was a pass, and the board before: not refuted within so many moves.
    held: HashMap<(u64, bool, bool, u64), u32>,
}

impl Refuter<'_> {
    /// Whether the attacker, if it is his turn, can break a claim; or whether the defender, if it is his, cannot help it.
    fn breaks(&mut self, board: &Board, before: u64, attacking: bool, passed: bool, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        let key = (board.hash(), attacking, passed, before);
        if self.held.get(&key).is_some_and(|&tried| tried >= depth) {
            return false;
        }
        let color = if attacking { self.color.opponent() } else { self.color };
        let mut broken = !attacking;
        for p in board.empty() {
            if board.is_suicide(color, p) {
                continue;
            }
            let mut after = board.clone();
            after.play(color, p).unwrap();
            // A ko may not be retaken at once.
            if after.hash() == before {
                continue;
            }
            let taken = !self.safety.stones(self.color).is_subset(&after.stones(self.color));
            let bad = taken || self.breaks(&after, board.hash(), !attacking, false, depth - 1);
            if bad == attacking {
                broken = attacking;
                break;
            }
        }
        if broken != attacking {
            let bad = if passed {
                self.ends_badly(board)
            } else {
                self.breaks(board, board.hash(), !attacking, true, depth - 1)
            };
            if bad == attacking {
                broken = attacking;
            }
        }
        if !broken {
            self.held.insert(key, depth);
        }
        broken
    }

    fn ends_badly(&self, board: &Board) -> bool {
        let count = Count::as_it_stands(&Position::new(board.clone()));
        self.safety.points(self.color).iter().any(|p| count.owner[p] != Some(self.color))
    }
}

/// The colour whose claims can be broken within so many moves.
fn refuted(board: &Board, safety: &Safety, depth: u32) -> Option<Color> {
    [Color::Black, Color::White].into_iter().filter(|&color| !safety.points(color).is_empty()).find(
        |&color| {
            let mut refuter = Refuter { safety, color, held: HashMap::new() };
            (1..=depth).any(|depth| refuter.breaks(board, board.hash(), true, false, depth))
        },
    )
}

fn random_board(width: u32, height: u32, seed: u64) -> Board {
    let size = Size::new(width, height).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(Board::new(size));
    position.set_rules(keisei_goban::Rules::CHINESE);
    let moves = random.u32(size.area() / 2..3 * size.area());
    for _ in 0..moves {
        let p = Point::at(random.u32(..width), random.u32(..height));
        let _ = position.play(keisei_goban::Move::Play(p));
    }
    position.board().clone()
}

/// Every position of boards with up to nine points: no claim can be broken.
#[test]
fn no_claim_on_tiny_boards_can_be_broken() {
    let mut claims = 0;
    for (width, height) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
        let size = Size::new(width, height).unwrap();
        for number in 0..3u32.pow(size.area()) {
            let mut setup = Setup::new(size);
            let mut rest = number;
            for p in size.points() {
                setup.set(p, [None, Some(Color::Black), Some(Color::White)][rest as usize % 3]);
                rest /= 3;
            }
            let Ok(board) = Board::from_setup(&setup) else { continue };
            let safety = Safety::of_board(&board, false, Limits::default());
            claims += u32::from(!(safety.points(Color::Black) | safety.points(Color::White)).is_empty());
            assert_eq!(refuted(&board, &safety, 6), None, "{board:?}{safety:?}");
        }
    }
    assert!(claims > 1000, "{claims}");
}

/// Long runs of the harness, for the background: `cargo test --release -p keisei -- --ignored refutations`.
#[test]
#[ignore = "runs until stopped or for KEISEI_POSITIONS positions"]
fn refutations() {
    let most: u64 = std::env::var("KEISEI_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
    let first: u64 = std::env::var("KEISEI_FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut claimed, mut tried) = (0u64, 0u64);
    for seed in first..first.saturating_add(most) {
        let (width, height, depth) =
            [(3, 4, 9), (4, 4, 7), (3, 6, 7), (4, 5, 7), (5, 5, 6), (2, 8, 9)][(seed % 6) as usize];
        let board = random_board(width, height, seed);
        let safety = Safety::of_board(&board, false, Limits::default());
        tried += 1;
        claimed += u64::from(!(safety.points(Color::Black) | safety.points(Color::White)).is_empty());
        if let Some(color) = refuted(&board, &safety, depth) {
            panic!("{color} in seed {seed}: {board:?}{safety:?}");
        }
        if tried % 1000 == 0 {
            eprintln!("{tried} positions, {claimed} with claims");
        }
    }
}
