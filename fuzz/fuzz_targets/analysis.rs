//! Any line to the analysis engine: a reply for each turn, or an error.
#![no_main]

use keisei::Method;
use keisei::judge::Effort;
use keisei_cli::analysis::{Analyst, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Request::read(bytes, Method::Area, Effort::Static) {
        Ok(Some(Request::Turns(turns))) => {
            let mut analyst = Analyst::new();
            for turn in turns.iter().take(2) {
                let reply = analyst.reply(turn);
                assert!(reply["rootInfo"]["scoreLead"].is_number());
            }
        }
        Ok(_) => {}
        Err(problem) => assert!(problem.json()["error"].is_string()),
    }
});
