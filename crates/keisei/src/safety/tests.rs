//! Known shapes, and a harness that plays against every claim.

use std::collections::HashMap;

use keisei_goban::{Count, Move, Rules, Setup, Symmetry, board};
use proptest::prelude::*;

use super::*;

pub(super) fn points(vertices: &str) -> PointSet {
    vertices.split_whitespace().map(|v| v.parse().unwrap()).collect()
}

/// Plays against the claims for a colour: the opponent moves first, everyone may pass, all moves are tried up to a depth.
struct Refuter<'a> {
    safety: &'a Safety,
    color: Color,
    suicide_allowed: bool,
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
    let size = Size::new(width, height).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(Board::new(size));
    position.set_rules(Rules::CHINESE);
    let moves = random.u32(size.area() / 2..3 * size.area());
    for _ in 0..moves {
        let p = Point::at(random.u32(..width), random.u32(..height));
        let _ = position.play(Move::Play(p));
    }
    position.board().clone()
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

/// Long runs of the harness, for the background: `cargo test --release -p keisei -- --ignored refutations`.
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

/// Two eyes, one of which has a point that Black does not touch: answering White beside it covers it.
#[test]
fn an_interior_point_is_covered_by_a_pair() {
    let board = board!(
        ". X . . . X O
         X X . . . X O
         X X X X X X O
         O O O O O O O
         . . . . . . ."
    );
    let by = |limits| Safety::of_board(&board, false, limits).territory(Color::Black);
    assert_eq!(by(Limits::STATIC), points("A5 C5 D5 E5 C4 D4 E4"));
    assert_eq!(safety(&board).proof("D5".parse().unwrap()), Some(Proof::Static));
}

/// One eye space, White to move: what lives and what does not \[Müller1997\].
#[test]
fn eye_spaces() {
    let alive = [
        "X X X X X X O\nX . . . . X O\nX X X X X X O\nO O O O O O .",
        "X X X X X X O\nX . . . X X O\nX X X . . X O\nX X X X X X O\nO O O O O O .",
        "X X X X X X O\nX . . . . X O\nX X . . X X O\nX X X X X X O\nO O O O O O .",
    ];
    let not = [
        // Square four, three in a row, the bulky five: White first kills.
        "X X X X O\nX . . X O\nX . . X O\nX X X X O\nO O O O .",
        "X X X X X O\nX . . . X O\nX X X X X O\nO O O O O .",
        "X X X X X O\nX . . . X O\nX . . X X O\nX X X X X O\nO O O O O .",
    ];
    for (diagram, lives) in alive.map(|d| (d, true)).into_iter().chain(not.map(|d| (d, false))) {
        let board = keisei_goban::diagram::board(diagram);
        let stones = safety(&board).stones(Color::Black);
        assert_eq!(stones == board.stones(Color::Black), lives, "{board:?}");
        assert!(lives || stones.is_empty());
    }
}

/// Two blocks that share two liberties and cannot attack each other: nothing is claimed of what lies between.
#[test]
fn a_seki_is_nobodys_territory() {
    let board = board!(
        ". X X X O O . O
         X X O . X O O O
         X O O . X O . O
         X O X X X O O O
         X O O O O O O .
         X X X X X X X O
         . X . X . X X O"
    );
    let safety = safety(&board);
    for vertex in ["D6", "D5"] {
        assert_eq!(safety.owner(vertex.parse().unwrap()), None, "{vertex}");
    }
}

/// One eye each and one common liberty: whoever plays there is taken.
#[test]
fn a_seki_with_eyes_is_nobodys_territory() {
    let board = board!(
        ". O . O X . X . X
         O O O O X X X X X
         O O O O X X X X X
         X X X X O O O O X
         . X X . O O . O X"
    );
    let safety = safety(&board);
    assert_eq!(safety.owner("D1".parse().unwrap()), None);
    for color in [Color::Black, Color::White] {
        assert!(safety.territory(color).is_disjoint(&board.stones(color.opponent())));
    }
}

/// Each of two blocks has one eye. They have two common liberties, D4 and C3, in different regions: White takes one, Black the other.
#[test]
fn blocks_are_tied_through_two_regions() {
    let board = board!(
        "O O O O O .
         X X X . O O
         . X . X X X
         X X O X . X
         O O O O O ."
    );
    let safety = Safety::of_board(&board, false, Limits::STATIC);
    assert_eq!(safety.stones(Color::Black), board.stones(Color::Black));
    assert_eq!(safety.proof("A2".parse().unwrap()), Some(Proof::Static));
    assert_eq!(refuted(&board, &safety, false, 7), None);
    // With one of them taken, White cuts at the other.
    let mut cut = board.clone();
    cut.play(Color::White, "D4".parse().unwrap()).unwrap();
    assert!(Safety::of_board(&cut, false, Limits::QUICK).stones(Color::Black).is_empty());
}

/// Black's blocks are connected through points of several regions, none of which is enough by itself.
#[test]
fn regions_are_merged() {
    let board = board!(
        "O O O O O
         X . O . .
         . X O O O
         X . X O X
         . X X X X"
    );
    let safety = safety(&board);
    assert_eq!(safety.stones(Color::Black), board.stones(Color::Black));
    assert_eq!(refuted(&board, &safety, false, 8), None);
}

/// The harness found this: Black cannot be taken, but after White C3 it is a seki. Answers that keep Black alive do not keep White out.
#[test]
fn safe_stones_beside_a_seki() {
    let board = board!("X X .\nX . .\nX X O\nX X O");
    let safety = safety(&board);
    assert_eq!(safety.stones(Color::Black), board.stones(Color::Black));
    assert!(safety.territory(Color::Black).is_empty());
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

    /// Turning and swapping carry over for the rules without search, more search proves no less, and claims never contradict.
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
        // Where there is a choice it may be made differently; but nobody can be proved to own what another is.
        let symmetry = Symmetry::all().nth((seed % 8) as usize).unwrap();
        let there = self::safety(&board.transformed(symmetry));
        for p in size.points() {
            let owners = [with.owner(p), there.owner(symmetry.apply(p, size))];
            prop_assert!(owners.contains(&None) || owners[0] == owners[1], "{:?} {}", board, p);
        }
    }
}
