//! Any bytes as a record: no panic, and what is written reads the same.
#![no_main]

use keisei_goban::sgf::{self, Record, Replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(records) = sgf::read(bytes) else { return };
    for record in records {
        let written = record.to_string();
        let again = sgf::read(written.as_bytes()).expect("what we write we can read");
        assert_eq!(again.len(), 1, "one record was written");
        assert_eq!(again[0].to_string(), written, "writing is settled after one round");
        let Ok(replayed) = record.replay(&Replay::default()) else { continue };
        replayed.game.position().board().check().expect("the board is sound");
        let expected = replayed.problem.as_ref().map_or(usize::MAX, |problem| problem.number - 1);
        assert!(replayed.game.move_number() <= expected);
        // A game becomes a record and the same game again.
        let copy = Record::from_game(&replayed.game).to_string();
        let game = sgf::read(copy.as_bytes()).unwrap()[0].replay(&Replay::default()).unwrap();
        assert_eq!(game.problem, None);
        assert_eq!(game.game.position().board(), replayed.game.position().board());
        assert_eq!(game.game.position().to_play(), replayed.game.position().to_play());
        assert_eq!(game.game.move_number(), replayed.game.move_number());
    }
});
