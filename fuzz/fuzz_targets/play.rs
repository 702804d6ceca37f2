//! Any sequence of moves under any rules: the board kept up to date equals the board recomputed,
//! and undo leads back.
#![no_main]

use keisei_goban::{Board, Color, Game, Move, Position, Rules, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [width, height, rules, moves @ ..] = bytes else { return };
    // Small boards most of the time: there the fights are.
    let side = |byte: u8| if byte < 200 { 1 + u32::from(byte) % 6 } else { 1 + u32::from(byte) % 25 };
    let size = Size::new(side(*width), side(*height)).unwrap();
    let mut start = Position::new(Board::new(size));
    start.set_rules(Rules::ALL[usize::from(*rules) % Rules::ALL.len()]);
    let mut game = Game::new(start);
    for pair in moves.chunks_exact(2).take(400) {
        let color = if pair[0] & 0x80 == 0 { game.position().to_play() } else { Color::White };
        let mv = match size.point(u32::from(pair[0] & 0x1f), u32::from(pair[1]) % 25) {
            Some(point) => Move::Play(point),
            None if pair[0] & 0x60 == 0x60 => Move::Pass,
            None if pair[0] & 0x60 == 0x40 => {
                game.undo();
                game.position().board().check().unwrap();
                continue;
            }
            None => continue,
        };
        let before = game.position().clone();
        let predicted =
            mv.point().filter(|&p| before.board().is_empty(p)).map(|p| before.board().hash_after(color, p));
        match game.play_as(color, mv) {
            Err(_) => assert_eq!(*game.position(), before, "an illegal move changes nothing"),
            Ok(()) => {
                let board = game.position().board();
                board.check().unwrap();
                assert_eq!(Board::from_setup(&board.to_setup()).unwrap().hash(), board.hash());
                if let Some(hash) = predicted {
                    assert_eq!(hash, board.hash());
                }
            }
        }
    }
});
