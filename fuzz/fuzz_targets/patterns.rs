//! Any text as patterns of dividers: no panic, and an error names a line of the text.
#![no_main]

use keisei::zones::pattern;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match pattern::parse(text) {
        Ok(patterns) => assert!(patterns.iter().all(|pattern| !pattern.name().is_empty())),
        Err(error) => assert!((1..=text.lines().count()).contains(&error.line)),
    }
});
