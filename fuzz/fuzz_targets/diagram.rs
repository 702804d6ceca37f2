//! Any text as a diagram: no panic, and what is written reads the same.
#![no_main]

use keisei_goban::{Board, Diagram, diagram};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = text.parse::<Diagram>() else { return };
    let Ok(board) = Board::from_setup(&read.setup) else { return };
    board.check().expect("the board is sound");
    for written in [board.to_string(), diagram::with_coordinates(&board, board.empty().first())] {
        let again: Diagram = written.parse().expect("what we write we can read");
        assert_eq!(again.setup, read.setup);
    }
});
