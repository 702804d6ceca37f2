//! Any line to the analysis engine: a reply for each turn, or an error.
#![no_main]

use keisei::Method;
use keisei_cli::analysis::{Judge, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Request::read(bytes, Method::Area) {
        Ok(Some(Request::Turns(turns))) => {
            let mut judge = Judge::new();
            for turn in turns.iter().take(2) {
                let reply = judge.reply(turn);
                assert!(reply["rootInfo"]["scoreLead"].is_number());
            }
        }
        Ok(_) => {}
        Err(problem) => assert!(problem.json()["error"].is_string()),
    }
});
