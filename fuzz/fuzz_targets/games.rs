//! Any text as an expression of games: no panic, no endless work, errors inside the text, and what
//! is written reads the same.
#![no_main]

use keisei_cgt::{Answer, Limits, Notation, Side, Store};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut store = Store::new(Limits { nodes: 20_000, work: 20_000 });
    match store.evaluate(text) {
        Err(error) => {
            assert!(error.column() >= 1 && error.column() <= text.chars().count() + 1, "{error}");
        }
        Ok(Answer::Game(game)) => {
            for notation in [Notation::Customary, Notation::Ascii] {
                // A text may be too long, and reading it may take more work than is allowed here.
                let Ok(written) = store.text_in(game, notation) else { continue };
                if let Ok(again) = store.parse(&written) {
                    assert_eq!(again, game, "{written}");
                }
            }
            let (Ok(left), Ok(right)) = (store.stop(game, Side::Left), store.stop(game, Side::Right)) else {
                return;
            };
            assert!(left >= right);
            if let Ok(negative) = store.negative(game)
                && let Ok(difference) = store.add(game, negative)
            {
                assert_eq!(difference, 0.into());
            }
        }
        Ok(Answer::Thermograph(game, thermograph)) => {
            for side in Side::BOTH {
                let Ok(stop) = store.stop(game, side) else { return };
                assert_eq!(thermograph.wall(side).corners()[0].value, stop);
            }
        }
        Ok(Answer::Truth(_) | Answer::Outcome(_)) => {}
    }
});
