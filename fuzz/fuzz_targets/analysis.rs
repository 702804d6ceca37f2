//! Any line to the analysis engine: a reply for each turn, or an error.
#![no_main]

use keisei::judge::Effort;
use keisei::safety::Limits;
use keisei::{Method, Settings};
use keisei_engine::analysis::{Analyst, Request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let settings = Settings::new(Method::Area)
        .with_effort(Effort::Static)
        .with_limits(Limits { nodes: 100, region: 16 });
    match Request::read(bytes, &settings) {
        Ok(Some(Request::Turns { turns, .. })) => {
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
