//! Proofs on boards from real games, through the public interface.

use keisei::safety::refuter::{self, Area, Verdict};
use keisei::safety::{Limits, Safety, unconditional_life};
use keisei_goban::diagram::board;
use keisei_goban::{Board, Color, PointSet, Setup};
use keisei_testdata::{case, points};

fn known(name: &str) -> Board {
    case("safety", name).position.board().clone()
}

/// All blocks of a colour that touch some points.
fn around(board: &Board, color: Color, area: &PointSet) -> PointSet {
    let touching = area.grown() & board.stones(color);
    touching.iter().fold(PointSet::EMPTY, |all, p| all | board.block(p).unwrap().stone_set())
}

/// Whether somebody's claim to an area that he surrounds can be broken, if he answers in it alone.
fn verdict(board: &Board, color: Color, area: &PointSet, territory: bool) -> Verdict {
    let stones = around(board, color, area);
    let claimed = if territory { *area } else { PointSet::EMPTY };
    Area::claimed(board, color, false, &stones, area, &claimed).verdict(8_000_000)
}

const CORNER: &str = "a bulky five in the corner";
const SIDE: &str = "a seki on the side";
const BOTH: &str = "a seki in which both have an eye";

/// Safe stones around territory that is not (figure 1 of Müller's paper on Explorer): taking the
/// intruders leaves a bulky five, and White plays its vital point. Once said to be proved, because
/// what lived by this area was taken to live without it.
#[test]
fn a_bulky_five_in_the_corner_is_no_territory() {
    let board = known(CORNER);
    let area = points("B17 B18 C18 B19 C19 A19 D19");
    assert_eq!(verdict(&board, Color::Black, &area, true), Verdict::Broken);
    assert_eq!(verdict(&board, Color::Black, &area, false), Verdict::Held);
    let safety = Safety::of_board(&board, false, Limits::default());
    assert!(area.iter().all(|p| safety.owner(p).is_none()));
    assert!(around(&board, Color::Black, &area).is_subset(&safety.stones(Color::Black)));
}

/// The same on another board.
#[test]
fn a_seki_on_the_side_is_no_territory() {
    let board = known(SIDE);
    let area = points("R18 S18 T18 T17 R17 T16 T19");
    assert_eq!(verdict(&board, Color::Black, &area, true), Verdict::Broken);
    assert_eq!(verdict(&board, Color::Black, &area, false), Verdict::Held);
    let safety = Safety::of_board(&board, false, Limits::default());
    assert!((area & board.empty()).iter().all(|p| safety.owner(p).is_none()));
    // Nobody can be taken: with two common liberties left whoever takes one is taken.
    for (color, block) in [(Color::Black, "S17"), (Color::White, "S18")] {
        assert!(around(&board, color, &points(block)).is_subset(&safety.stones(color)));
    }
}

/// A seki with an eye each, T5 and S8, and T7 between them. Both colours once claimed these points.
#[test]
fn nothing_is_claimed_by_both() {
    let board = known(BOTH);
    let white = points("Q4 Q5 R5 R6 R7 S4 S5 S6 T4 T6");
    let area = white | points("T5 T7 S8");
    assert_eq!(verdict(&board, Color::Black, &area, true), Verdict::Broken);
    let safety = Safety::of_board(&board, false, Limits::default());
    assert!(safety.is_consistent(&board));
    assert!((white | points("T5")).is_subset(&safety.points(Color::White)));
    assert!(points("S8 S7 R8 Q6").is_subset(&safety.points(Color::Black)));
    assert_eq!(safety.owner("T7".parse().unwrap()), None);
}

/// A contradiction is seen.
#[test]
fn a_claim_of_both_is_inconsistent() {
    let alive = board(". X . X O\nX X X X O\nO O O O O\n. . . . .");
    let safety = Safety::of_board(&alive, false, Limits::STATIC);
    assert!(safety.is_consistent(&alive));
    // The same claims on a board where White has the stones.
    assert!(!safety.is_consistent(&alive.color_swapped()));
}

/// Every claim on these boards is played out, whole or region by region.
#[test]
fn no_claim_on_these_boards_can_be_broken() {
    let mut held = 0;
    for name in [CORNER, SIDE, BOTH] {
        let board = known(name);
        let examination = refuter::examine(&board, false, Limits::default(), 13);
        for (color, area) in examination.areas {
            let verdict = area.verdict(200_000);
            assert_ne!(verdict, Verdict::Broken, "{color} {:?}", area.in_play());
            held += usize::from(verdict == Verdict::Held);
        }
    }
    assert!(held >= 12, "{held}");
}

/// Benson's rule as it stands in the books: regions enclosed by living blocks are theirs whole.
#[test]
fn regions_of_living_blocks_are_theirs_whole() {
    // Two-point eyes, one with a stone in it, and one that two blocks enclose.
    for (diagram, whole) in [
        (". . X . . X O\nX X X X X X O\nO O O O O O O\n. . . . . . .", "A4 B4 D4 E4"),
        (". O X . . X O\nX X X X X X O\nO O O O O O O\n. . . . . . .", "A4 B4 D4 E4"),
        ("O O O O .\nX X O . .\nX . X O .\n. X X O .", "A1 B2"),
    ] {
        let board = board(diagram);
        let life = unconditional_life(&board, Color::Black, false);
        assert_eq!(life.stones, board.stones(Color::Black), "{board:?}");
        assert_eq!(life.territory, points(whole), "{board:?}");
    }
    // Where suicide is allowed White may take his stone off again and make room for eyes.
    let room = board(
        "X X X X X X X X
         X . X O O O O X
         X X X O O O O X
         X X X . O O O X
         X X X X X X X X
         O O O O O O O O
         . . . . . . . .",
    );
    let stones = |suicide| unconditional_life(&room, Color::Black, suicide).stones;
    assert_eq!(stones(false), room.stones(Color::Black));
    assert!(stones(true).is_empty());
    // A region that no block of its own encloses is not.
    let empty = Board::from_setup(&Setup::new(board(". .\n. .").size())).unwrap();
    assert!(unconditional_life(&empty, Color::Black, false).territory.is_empty());
}
