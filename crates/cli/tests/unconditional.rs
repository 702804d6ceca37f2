//! `unconditional_status` beside GNU Go's, point by point.

mod common;

use std::fmt::Write as _;
use std::process::{Command, Output};

use keisei_goban::{Board, Color};
use keisei_testdata::{carved_board, random_position};

/// Puts a board up, stone by stone.
fn set_up(board: &Board) -> String {
    let mut script = format!("boardsize {}\nclear_board\n", board.size().width());
    for color in Color::ALL {
        for p in board.stones(color) {
            writeln!(script, "play {color} {p}").unwrap();
        }
    }
    script
}

/// Asks about every point of a board.
fn questions(board: &Board) -> String {
    board.size().points().map(|p| format!("unconditional_status {p}\n")).collect()
}

/// What was answered, a line for each command. Every command must succeed.
fn answers(output: &Output) -> Vec<String> {
    let text = common::stdout(output);
    let answer = |line: &str| line.strip_prefix('=').unwrap_or_else(|| panic!("{line}")).trim().to_string();
    text.lines().filter(|line| !line.is_empty()).map(answer).collect()
}

#[test]
fn gnu_go_says_the_same_of_every_point() {
    let Some(program) = common::gnu_go() else { return };
    let boards: Vec<Board> = (0..1_500)
        .map(|seed: u32| {
            let size = 1 + seed % 9 + if seed.is_multiple_of(50) { 10 } else { 0 };
            match seed % 3 {
                0 => random_position(size, size, seed.into()).board().clone(),
                _ => carved_board(size, size, seed.into()),
            }
        })
        .collect();
    let script: String = boards.iter().map(|board| set_up(board) + &questions(board)).collect();
    let mut gnu_go = Command::new(program);
    gnu_go.args(["--mode", "gtp"]);
    let theirs = answers(&common::given(gnu_go, script.as_bytes()));
    let ours = answers(&common::with_input(&["gtp"], script.as_bytes()));
    assert_eq!((ours.len(), theirs.len()), (script.lines().count(), script.lines().count()));
    let (mut next, mut decided) = (0, 0);
    for board in &boards {
        next += set_up(board).lines().count();
        for p in board.size().points() {
            assert_eq!(ours[next], theirs[next], "{p}\n{board}");
            decided += usize::from(ours[next] != "undecided");
            next += 1;
        }
    }
    assert!(decided > 10_000, "{decided}");
}
