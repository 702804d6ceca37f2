//! Any lines to the GTP engine: it answers and goes on, and after an error it is as it was.
#![no_main]

use keisei::safety::Limits;
use keisei::{Method, Settings};
use keisei_engine::gtp::{Answer, Engine};
use keisei_goban::{Rules, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let size = Size::square(5).unwrap();
    let mut engine =
        Engine::new(Settings::new(Method::Area), size, Rules::CHINESE, "6.5".parse().unwrap(), 0);
    engine.limit(Limits { nodes: 20, region: 9 });
    engine.limit_playouts(4);
    for line in bytes.split(|&b| b == b'\n').take(40) {
        // No files here, however the command is spelled: control characters are dropped when a line
        // is read.
        let letters: Vec<u8> = line.iter().copied().filter(u8::is_ascii_lowercase).collect();
        // And no thoughts of minutes.
        if letters.windows(3).any(|word| word == b"sgf") || letters.windows(8).any(|word| word == b"playouts")
        {
            continue;
        }
        let before = engine.printed();
        let Some(reply) = engine.answer(line) else { continue };
        match reply.answer {
            Err(message) => {
                assert!(!message.is_empty());
                assert_eq!(engine.printed(), before, "an error changes nothing");
            }
            Ok(Answer::Analysis(analysis)) => {
                let update = analysis.update(&mut engine);
                assert!(!update.contains('\n'));
            }
            Ok(Answer::Text(_) | Answer::Quit) => {}
        }
    }
});
