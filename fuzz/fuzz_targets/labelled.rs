//! Any line of labelled positions: a position with a label for each point, or an error.
#![no_main]

use keisei_study::read_labelled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(line) = std::str::from_utf8(bytes) else { return };
    match read_labelled(line) {
        Ok((position, ownership)) => {
            assert_eq!(ownership.len(), position.board().size().area() as usize);
            assert!(ownership.iter().all(|own| (-1.0..=1.0).contains(own)));
        }
        Err(error) => assert!(!error.is_empty()),
    }
});
