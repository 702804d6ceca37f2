//! Lines of play on boards that are easy to follow.

use keisei_goban::board;

use super::*;
use crate::reading::Limits;

fn p(vertex: &str) -> Point {
    vertex.parse().unwrap()
}

fn line(board: &Board, question: Question) -> Line {
    let line = Reader::new(Limits::default()).line(board, question, None).unwrap();
    // Whatever it shows, it can be played, and the sides alternate.
    let mut played = board.clone();
    for (i, &(color, point)) in line.moves.iter().enumerate() {
        assert!(!played.is_suicide(color, point) && played.play(color, point).is_ok());
        assert_eq!(color == line.moves[0].0, i % 2 == 0);
    }
    line
}

fn names(line: &Line) -> String {
    line.moves.iter().map(|(_, point)| point.to_string()).collect::<Vec<_>>().join(" ")
}

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . X O . . . . . .
    . X O X . . . . .
    . . X . . . . . .
    . . . . . . . . .
";

#[test]
fn a_ladder_runs_to_the_edge_and_is_shown_whole() {
    let board = board!(LADDER);
    let taken = line(&board, Question::Attack(p("C3")));
    assert_eq!((taken.reading.success, taken.end), (Some(Success::Yes), End::Taken));
    assert_eq!(names(&taken), "D4");
    // White first: she fails, and runs all the way.
    let failed = line(&board, Question::Defend(p("C3")));
    assert_eq!((failed.reading.success, failed.end), (Some(Success::No), End::Taken));
    assert!(names(&failed).starts_with("D4 E4 D5") && failed.moves.len() > 12, "{}", names(&failed));
    // In the end the block is in atari, and its last liberty gives it no other.
    let mut played = board.clone();
    for &(color, point) in &failed.moves {
        played.play(color, point).unwrap();
    }
    let block = played.block(p("C3")).unwrap();
    let last = block.liberty_set().first().unwrap();
    assert!(block.liberties() == 1 && played.is_suicide(Color::White, last));
}

#[test]
fn a_ladder_across_a_large_board_is_not_cut_short() {
    let mut rows = vec![". ".repeat(19); 14];
    for row in ["..X......", ".XO......", ".XOX.....", "..X......", "........."] {
        rows.push(row.chars().chain(".".repeat(10).chars()).flat_map(|c| [c, ' ']).collect());
    }
    let diagram: keisei_goban::Diagram = rows.join("\n").parse().unwrap();
    let taken = line(diagram.position().unwrap().board(), Question::Defend(p("C3")));
    assert_eq!(taken.end, End::Taken);
    assert!(taken.moves.len() > 50, "{}", taken.moves.len());
}

#[test]
fn a_net_holds_whatever_is_tried() {
    let board = board!(
        "
        . . . . . . .
        . . . . . . .
        . . . . . O .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .
    "
    );
    let taken = line(&board, Question::Attack(p("C3")));
    assert_eq!(taken.end, End::Taken);
    assert_eq!(taken.moves[0], (Color::Black, p("D3")));
    let saved = line(&board, Question::Defend(p("C3")));
    assert_eq!((saved.moves[0], saved.end), ((Color::White, p("D3")), End::Saved));
}

#[test]
fn a_snapback_gives_a_stone_and_takes_more() {
    let board = board!(
        "
        . . . . . . .
        . . . . . . .
        . X X X . . .
        . X O O X X .
        X O O . O X .
        X O . O O X .
        X X X . X . .
    "
    );
    let taken = line(&board, Question::Attack(p("B2")));
    assert_eq!((names(&taken).split(' ').next(), taken.end), (Some("C2"), End::Taken));
}

#[test]
fn blocks_are_cut_or_connected() {
    let board = board!(
        "
        . . . . . . .
        . . . . . . .
        . . O . O . .
        . X . X . . .
        . . O . O . .
        . . . . . . .
        . . . . . . .
    "
    );
    let ends = [p("B4"), p("D4")];
    let cut = line(&board, Question::Disconnect(ends));
    assert_eq!((names(&cut).split(' ').next(), cut.end), (Some("C4"), End::Cut));
    let joined = line(&board, Question::Connect(ends));
    assert_eq!((names(&joined).as_str(), joined.end), ("C4", End::Connected));
    // A bamboo joint, with White above it too: what peeps is answered.
    let board = board!(
        "
        . O O O . .
        . X . X . .
        . X . X . .
        . . O . . .
        . . O . . .
        . . . . . .
    "
    );
    let held = line(&board, Question::Disconnect([p("B5"), p("D5")]));
    assert_eq!((held.reading.success, held.end), (Some(Success::No), End::Connected));
    assert_eq!(held.moves.len(), 2, "{}", names(&held));
}

#[test]
fn a_ko_ends_where_a_threat_is_needed() {
    let board = board!(
        "
        . X O . . .
        X . X O . .
        . X O . . .
        . . . . . .
        . . . . . .
        . . . . . .
    "
    );
    let fought = line(&board, Question::Attack(p("C5")));
    assert_eq!((names(&fought).as_str(), fought.end), ("B5", End::Ko(Color::Black)));
}

#[test]
fn what_needs_no_move_has_no_line() {
    let board = board!(
        "
        . . . . . .
        X X X X X .
        O O O O X .
        . O . O X .
        O O O O X .
        X X X X X .
    "
    );
    for question in [Question::Attack(p("A4")), Question::Defend(p("A4"))] {
        let line = line(&board, question);
        assert_eq!((line.moves.len(), line.end), (0, End::Saved));
    }
    let nothing = Reader::new(Limits::default()).line(&board, Question::Attack(p("F6")), None);
    assert_eq!(nothing, Err(NothingToRead::NoStone(p("F6"))));
}

/// Who plays first in the middle of three points decides; afterwards nothing helps the other side.
#[test]
fn a_corner_is_killed_or_lives() {
    let board = board!(
        "
        . O . O . .
        O O O O O O
        X X X X O .
        . . . X O O
    "
    );
    let killed = line(&board, Question::Kill(p("A2")));
    assert_eq!((killed.reading.success, killed.end), (Some(Success::Yes), End::Killed));
    assert_eq!(killed.moves[0], (Color::White, p("B1")));
    let lives = line(&board, Question::Live(p("A2")));
    assert_eq!((lives.moves[0], lives.end), ((Color::Black, p("B1")), End::Lives));
}

/// Four in a row live: White threatens to kill, and is answered.
#[test]
fn what_would_kill_is_answered() {
    let board = board!(
        "
        . O . O . O .
        O O O O O O O
        X X X X X O .
        . . . . X O O
    "
    );
    let held = line(&board, Question::Kill(p("A2")));
    assert_eq!((held.reading.success, held.end), (Some(Success::No), End::Lives));
    assert_eq!(held.moves.len(), 2, "{}", names(&held));
    assert!(["B1", "C1"].contains(&held.moves[0].1.to_string().as_str()), "{}", names(&held));
    // Two points do not, and there is nothing to try.
    let board = board!(
        "
        . O . O .
        O O O O O
        X X X O .
        . . X O O
    "
    );
    for question in [Question::Kill(p("A2")), Question::Live(p("A2"))] {
        assert_eq!(line(&board, question).end, End::Killed);
    }
    assert_eq!(line(&board, Question::Live(p("A2"))).moves, []);
    let nothing = Reader::new(Limits::default()).line(&board, Question::Live(p("A1")), None);
    assert_eq!(nothing, Err(NothingToRead::NoStone(p("A1"))));
}
