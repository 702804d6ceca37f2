//! Known shapes, and a harness that plays against every claim.

use std::collections::HashMap;

use keisei_goban::{Count, Rules, Setup, Symmetry, board};
use keisei_testdata::{points, random_position_in};
use proptest::prelude::*;

use super::*;

/// Plays against the claims for a colour: the opponent moves first, everyone may pass, all moves
/// are tried up to a depth.
struct Refuter<'a> {
    safety: &'a Safety,
    color: Color,
    suicide_allowed: bool,
    /// Positions, with who moves, whether the last move was a pass, and the board before: not
    /// refuted within so many moves.
    held: HashMap<(u64, bool, bool, u64), u32>,
}

impl Refuter<'_> {
    /// Whether the attacker, if it is his turn, can break a claim; or whether the defender, if it
    /// is his, cannot help it.
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
            if !self.suicide_allowed && board.is_suicide(color, p) {
                continue;
            }
            let mut after = board.clone();
            after.play(color, p).unwrap();
            // A ko may not be retaken at once, and a single stone's suicide is a pass.
            if after.hash() == before || after.hash() == board.hash() {
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
fn refuted(board: &Board, safety: &Safety, suicide_allowed: bool, depth: u32) -> Option<Color> {
    [Color::Black, Color::White].into_iter().filter(|&color| !safety.points(color).is_empty()).find(
        |&color| {
            let mut refuter = Refuter { safety, color, suicide_allowed, held: HashMap::new() };
            (1..=depth).any(|depth| refuter.breaks(board, board.hash(), true, false, depth))
        },
    )
}

pub(super) fn random_board(width: u32, height: u32, seed: u64) -> Board {
    let area = width * height;
    random_position_in(Rules::CHINESE, width, height, seed, area / 2..=3 * area).board().clone()
}

/// Every position of the smallest boards, and some of 3×3: no claim can be broken.
#[test]
fn no_claim_on_tiny_boards_can_be_broken() {
    let mut claims = 0;
    for (width, height, step) in [(2, 2, 1), (3, 2, 1), (4, 2, 5), (3, 3, 37)] {
        let size = Size::new(width, height).unwrap();
        for number in (0..3u32.pow(size.area())).step_by(step) {
            let mut setup = Setup::new(size);
            let mut rest = number;
            for p in size.points() {
                setup.set(p, [None, Some(Color::Black), Some(Color::White)][rest as usize % 3]);
                rest /= 3;
            }
            let Ok(board) = Board::from_setup(&setup) else { continue };
            let safety = Safety::of_board(&board, false, Limits::QUICK);
            claims += u32::from(!(safety.points(Color::Black) | safety.points(Color::White)).is_empty());
            assert_eq!(refuted(&board, &safety, false, 5), None, "{board:?}{safety:?}");
        }
    }
    assert!(claims > 100, "{claims}");
}

/// Long runs of the harness, for the background: `cargo test --release -p keisei -- --ignored
/// refutations`.
#[test]
#[ignore = "runs until stopped or for KEISEI_POSITIONS positions"]
#[expect(clippy::print_stderr, reason = "a long run tells how far it is")]
fn refutations() {
    let most: u64 = std::env::var("KEISEI_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
    let first: u64 = std::env::var("KEISEI_FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut claimed, mut tried) = (0u64, 0u64);
    for seed in first..first.saturating_add(most) {
        let (width, height, depth) =
            [(3, 4, 9), (4, 4, 7), (3, 6, 7), (4, 5, 7), (5, 5, 6), (2, 8, 9), (6, 5, 5)]
                [(seed % 7) as usize];
        let suicide_allowed = seed % 3 == 0;
        let board = random_board(width, height, seed);
        let safety = Safety::of_board(&board, suicide_allowed, Limits::QUICK);
        tried += 1;
        claimed += u64::from(!(safety.points(Color::Black) | safety.points(Color::White)).is_empty());
        if let Some(color) = refuted(&board, &safety, suicide_allowed, depth) {
            panic!("{color} in seed {seed}: {board:?}{safety:?}");
        }
        if tried % 1000 == 0 {
            eprintln!("{tried} positions, {claimed} with claims");
        }
    }
}

fn safety(board: &Board) -> Safety {
    Safety::of_board(board, false, Limits::QUICK)
}

#[test]
fn two_eyes_are_proved_without_answers() {
    let board = board!(
        ". X . X O
         X X X X O
         O O O O O
         . . . . ."
    );
    let safety = safety(&board);
    assert_eq!(safety.stones(Color::Black), board.stones(Color::Black));
    assert_eq!(safety.territory(Color::Black), points("A4 C4"));
    assert_eq!(safety.proof("A4".parse().unwrap()), Some(Proof::Benson));
    // White has a row of five to make two eyes in, but needs an answer.
    assert!(safety.by(Proof::Static, Color::White).is_empty());
    assert!(!safety.points(Color::White).is_empty());
}

/// The small boards of `testdata/safety.txt`, on which the harness reads far.
#[test]
fn no_claim_on_known_boards_can_be_broken() {
    let mut tried = 0;
    for case in keisei_testdata::cases("safety") {
        let board = case.position.board();
        if board.empty().len() <= 10 {
            let safety = safety(board);
            assert_eq!(refuted(board, &safety, false, 7), None, "{}", case.name);
            tried += 1;
        }
    }
    assert!(tried >= 10, "{tried}");
}

#[test]
fn limits_are_kept() {
    let board = board!("X X X X X X O\nX . . . . X O\nX X X X X X O\nO O O O O O .");
    assert!(Safety::of_board(&board, false, Limits::STATIC).stones(Color::Black).is_empty());
    let small = Limits { region: 3, ..Limits::QUICK };
    assert!(Safety::of_board(&board, false, small).stones(Color::Black).is_empty());
    assert!(!safety(&board).stones(Color::Black).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    /// The harness on random boards.
    #[test]
    fn no_claim_can_be_broken(
        seed in any::<u64>(),
        (width, height) in (2..=5u32, 2..=4u32),
        suicide_allowed in any::<bool>(),
    ) {
        let board = random_board(width, height, seed);
        let safety = Safety::of_board(&board, suicide_allowed, Limits::QUICK);
        prop_assert_eq!(refuted(&board, &safety, suicide_allowed, 4), None, "{:?}{:?}", board, safety);
    }

    /// Turning and swapping carry over for the rules without search, more search proves no less,
    /// and claims never contradict.
    #[test]
    fn claims_are_orderly(seed in any::<u64>(), (width, height) in (2..=9u32, 2..=9u32)) {
        let board = random_board(width, height, seed);
        let size = board.size();
        let without = Safety::of_board(&board, false, Limits::STATIC);
        let with = safety(&board);
        for color in [Color::Black, Color::White] {
            let benson = unconditional_life(&board, color, false);
            prop_assert!(benson.stones.is_subset(&without.stones(color)));
            prop_assert!(without.points(color).is_subset(&with.points(color)));
            prop_assert!(with.stones(color).is_subset(&board.stones(color)));
            prop_assert!(with.points(color).is_disjoint(&with.points(color.opponent())));
        }
        let swapped = Safety::of_board(&board.color_swapped(), false, Limits::STATIC);
        for p in size.points() {
            prop_assert_eq!(swapped.owner(p), without.owner(p).map(Color::opponent));
            prop_assert_eq!(with.proof(p).is_some(), with.owner(p).is_some());
        }
        for symmetry in Symmetry::all() {
            let there = Safety::of_board(&board.transformed(symmetry), false, Limits::STATIC);
            for color in [Color::Black, Color::White] {
                let turned = |set: PointSet| set.iter().map(|p| symmetry.apply(p, size)).collect::<PointSet>();
                prop_assert_eq!(there.by(Proof::Benson, color), turned(without.by(Proof::Benson, color)));
            }
        }
        // Where there is a choice it may be made differently; but nobody can be proved to own what
        // another is.
        let symmetry = Symmetry::all().nth((seed % 8) as usize).unwrap();
        let there = self::safety(&board.transformed(symmetry));
        for p in size.points() {
            let owners = [with.owner(p), there.owner(symmetry.apply(p, size))];
            prop_assert!(owners.contains(&None) || owners[0] == owners[1], "{:?} {}", board, p);
        }
    }
}
