//! Any text as a vertex, SGF coordinate, move, komi or name of rules: no panic, and what is printed
//! reads the same.
#![no_main]

use keisei_goban::{Komi, Move, Point, Rules, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    if let Ok(komi) = text.parse::<Komi>() {
        assert_eq!(komi.to_string().parse(), Ok(komi));
    }
    if let Ok(rules) = Rules::from_name(text) {
        assert!(rules.name() == "custom" || Rules::from_name(rules.name()) == Ok(rules));
    }
    let Ok(size) = Size::new(width.into(), height.into()) else { return };
    if let Ok(point) = Point::from_vertex(text, size) {
        assert!(size.contains(point));
        assert_eq!(Point::from_vertex(&point.to_string(), size), Ok(point));
    }
    if let Some(point) = Point::from_sgf(text, size) {
        assert!(size.contains(point));
        assert_eq!(point.to_sgf(size), text);
    }
});
