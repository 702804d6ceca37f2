//! Reading and writing: what is customary, where errors point, and what absurd sizes come to.

use keisei_cgt::{
    Answer, ExpressionError, Game, GameError, Limits, MAX_HEIGHT, MAX_OPTIONS, Notation, Store,
};

/// Written as on the right, and read back as the same game.
#[test]
fn games_are_written_as_is_customary() {
    let mut store = Store::default();
    for (read, customary, ascii) in [
        ("{4|0}", "{4|0}", "{4|0}"),
        ("6||4|0", "{6||4|0}", "{6||4|0}"),
        ("{6|{4|0}}", "{6||4|0}", "{6||4|0}"),
        ("{8|4||2|||0}", "{8|4||2|||0}", "{8|4||2|||0}"),
        ("{{8|4}|{2|0}}", "{8|4||2|0}", "{8|4||2|0}"),
        ("2*", "2*", "2*"),
        ("4^", "4↑", "4^"),
        ("↓↓*", "↓↓*", "vv*"),
        ("⇓*", "↓↓*", "vv*"),
        ("*2", "*2", "*2"),
        ("2*3", "2*3", "2*3"),
        ("±3", "±3", "+-3"),
        ("+-3", "±3", "+-3"),
        ("{3|-3}", "±3", "+-3"),
        ("1/2", "1/2", "1/2"),
        ("-6 1/2", "-6 1/2", "-6 1/2"),
        ("-13/2", "-6 1/2", "-6 1/2"),
        ("-6 1/2 * + ^", "-6 1/2↑*", "-6 1/2^*"),
        ("-1↑*", "-1↑*", "-1^*"),
        ("-(1↑*)", "-1↓*", "-1v*"),
        ("0 - 1↑*", "-1↓*", "-1v*"),
        ("4↑ - 4↑", "0", "0"),
        ("2*+-2↑-1", "-1↑*", "-1^*"),
        ("3·↑", "3·↑", "3.^"),
        ("3.^*", "3·↑*", "3.^*"),
        ("-1 + 5·v*2", "-1 + 5·↓*2", "-1 + 5.v*2"),
        ("4·↑*", "4·↑*", "4.^*"),
        ("4·(↑*)", "4·↑", "4.^"),
        ("{2|0||0}", "-_2", "-_2"),
        ("1/2+_2 1/2", "1/2+_2 1/2", "1/2+_2 1/2"),
        ("-1 - -_2", "-1+_2", "-1+_2"),
        ("±(5|2)", "±({5|2})", "+-({5|2})"),
        ("{{5|2}|{-2|-5}}", "±({5|2})", "+-({5|2})"),
    ] {
        let game = store.parse(read).unwrap();
        let (text, plain) = (store.text(game).unwrap(), store.text_in(game, Notation::Ascii).unwrap());
        assert_eq!(store.parse(&text), Ok(game), "{read} as {text}");
        assert_eq!(store.parse(&plain), Ok(game), "{read} as {plain}");
        assert_eq!((text.as_str(), plain.as_str()), (customary, ascii), "{read}");
    }
}

#[track_caller]
fn refuses(text: &str, message: &str) {
    let error = Store::default().evaluate(text).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
}

#[test]
fn errors_point_at_the_character_and_say_what_was_expected() {
    let game = "a game, such as `{4|0}`, `1/2`, `↑*` or `mean(…)`";
    let after = "`+`, `-`, a bar or a relation such as `==`";
    for (text, column, expected, found) in [
        ("", 1, game, "the end"),
        ("{4|0", 5, "`,`, `|` or `}`", "the end"),
        ("{4 0}", 4, "`|` between the options of Left and Right", "`0`"),
        ("{4}", 3, "`|` between the options of Left and Right", "`}`"),
        ("{4|0)", 5, "`,`, `|` or `}`", "`)`"),
        ("{1,|0}", 4, "a game after the comma", "`|`"),
        ("{1|2|3}", 5, "braces, or bars of different lengths", "another `|`"),
        ("6||4||0", 5, "braces, or bars of different lengths", "another `||`"),
        ("3 +", 4, game, "the end"),
        ("3 4", 3, after, "`4`"),
        ("↑ x", 3, after, "`x`"),
        ("1 ? 2", 3, after, "`?`"),
        ("↑) + 1", 2, after, "`)`"),
        ("1/3", 3, "a power of two as denominator", "`3`"),
        ("1/0", 3, "a power of two as denominator", "`0`"),
        ("1/", 3, "digits", "the end"),
        ("2.5", 3, "a game to multiply (fractions are written 1/2)", "`5`"),
        ("cool({4|0})", 11, "`,` and a number of degrees: cool(G, t)", "`)`"),
        ("mean 3", 6, "`(` after `mean`", "`3`"),
        ("±", 2, "a number, `(` or `{`", "the end"),
        ("|| 3", 1, "a game on the left of `||`", "none"),
        ("↑↑ == ", 7, game, "the end"),
        ("1 == 1 == 1", 8, after, "`==`"),
    ] {
        refuses(text, &format!("character {column}: expected {expected}, found {found}"));
    }
    refuses(
        "10^30",
        &format!("character 4: expected {after} (`^` is up, no power: 30 ups are written 30·↑), found `30`"),
    );
    refuses("cool({4|0}, *)", "character 13: expected a number, found a game that is none");
    refuses("1 + outcome(*)", "character 5: expected a game, found an outcome");
    refuses("1 + cool(*, -1)", "character 5: a temperature to cool or heat by is not negative");
    assert!(
        Store::default()
            .evaluate("col(3)")
            .unwrap_err()
            .to_string()
            .contains("one of the functions cool, heat")
    );
}

/// `||` is a bar between braces or beside other bars, and a question elsewhere.
#[test]
fn the_double_bar_has_two_meanings() {
    let mut store = Store::default();
    assert_eq!(store.evaluate("6||4|0"), store.evaluate("{6|{4|0}}"));
    assert_eq!(store.evaluate("{6||0}"), store.evaluate("{6|0}"));
    assert_eq!(store.evaluate("{4|0} || 2"), Ok(Answer::Truth(true)));
    assert_eq!(store.evaluate("(4|0) || 5"), Ok(Answer::Truth(false)));
}

/// Absurd sizes end in errors, quickly.
#[test]
fn absurd_sizes_are_refused() {
    let mut store = Store::default();
    let is = |store: &mut Store, text: &str, error: GameError| match store.evaluate(text) {
        Err(ExpressionError::Game { error: found, .. }) => assert_eq!(found, error, "{text:.40}"),
        other => panic!("{text:.40}: {other:?}"),
    };
    let height = GameError::Height { limit: MAX_HEIGHT };
    let options = GameError::Options { limit: MAX_OPTIONS };
    for text in [
        "*1000000",
        "*4000000000000000000",
        "1000000·↑",
        "4000000000000000000·↑",
        "1000000·{7|3||2}",
        "*400 + 10·↑",
    ] {
        is(&mut store, text, height);
    }
    is(&mut store, "4611686018427387904 + 1", GameError::Overflow);
    is(&mut store, &("{".to_string() + &"0,".repeat(20_000) + "0|}"), options);
    is(&mut store, &vec!["{7|3||2}"; 5000].join("+"), height);
    for text in [
        "1".repeat(31),
        "1".repeat(100_000),
        format!("1/{}", "2".repeat(50)),
        "{".repeat(100_000) + "|" + &"}".repeat(100_000),
        "(".repeat(100_000),
        "±(".repeat(100_000),
        "mean(".repeat(100_000),
        "{".repeat(100_000),
        "{".to_string() + &"0,".repeat(1_000_000) + "0|}",
        (1..1200).map(|n| "|".repeat(n) + "0").collect(),
    ] {
        let error = store.evaluate(&text).unwrap_err();
        assert!(matches!(error, ExpressionError::Syntax(_)), "{text:.40}: {error}");
    }
    let many = vec![Game::ZERO; 1_000_000];
    assert_eq!(store.game(&many, &[]), Err(options));
    assert_eq!(store.evaluate(&("-".repeat(100_001) + "1")), Ok(Answer::Game(Game::from(-1))));
    assert_eq!(store.evaluate(&vec!["±1"; 100_000].join("+")), Ok(Answer::Game(Game::ZERO)));
}

/// The deepest games that are allowed are read, compared, added, cooled and written on a small
/// stack, that of a test.
#[test]
fn the_deepest_games_do_not_exhaust_the_stack() {
    let mut store = Store::default();
    let depth = MAX_HEIGHT - 10;
    let deep = (0..depth).fold("{9|-9}".to_string(), |inner, n| format!("{{{}|{inner}}}", n + 10));
    let game = store.parse(&deep).unwrap();
    let text = store.text(game).unwrap();
    assert_eq!(store.parse(&text), Ok(game));
    let negative = store.negative(game).unwrap();
    assert_eq!(store.add(game, negative), Ok(Game::ZERO));
    store.thermograph(game).unwrap();
    store.cool(game, 3.into()).unwrap();
    store.heat(game, 3.into()).unwrap();
    store.birthday(game).unwrap();
    let star = store.parse("*").unwrap();
    let sum = store.add(game, star).unwrap();
    assert_eq!(store.compare(sum, game).unwrap(), None);
    let switch = store.parse("±1000").unwrap();
    store.sum(&[game, star, switch]).unwrap();
    // As many parts as there may be, each moved in once.
    let switches: Vec<Game> = (1..=MAX_HEIGHT).map(|n| store.parse(&format!("±{n}")).unwrap()).collect();
    let sum = store.sum(&switches).unwrap();
    assert_eq!(store.mean(sum), Ok(0.into()));
}

/// A full store and a question that takes too long say so, and the store goes on.
#[test]
fn limits_are_errors() {
    let mut store = Store::new(Limits { nodes: 10, ..Limits::default() });
    assert_eq!(store.nimber(20), Err(GameError::Nodes { limit: 10 }));
    assert_eq!(store.nimber(5).and_then(|game| store.add(game, game)), Ok(Game::ZERO));
    store.clear();
    assert!(store.is_empty());
    let mut store = Store::new(Limits { work: 200, ..Limits::default() });
    let sum: Vec<String> = (1..=20).map(|n| format!("{{{}||{n}|-{n}}}", 2 * n + 3)).collect();
    let error = store.parse(&sum.join("+")).unwrap_err();
    assert!(matches!(error, ExpressionError::Game { error: GameError::Work { limit: 200 }, .. }), "{error}");
    assert_eq!(store.parse("{4|0} + 1"), store.parse("{5|1}"));
}

/// A value with more positions than can be written is an error of the text, not of the game.
#[test]
fn long_texts_are_refused() {
    let mut store = Store::default();
    let sum: Vec<String> = (1..=20).map(|n| format!("±{n}")).collect();
    let game = store.parse(&sum.join("+")).unwrap();
    assert_eq!(store.text(game), Err(GameError::TextLength { limit: 100_000 }));
    assert_eq!(store.temperature(game), Ok(20.into()));
}

/// Long runs: with checkpoints the store does not grow, and what was made before stays.
#[test]
fn rewinding_keeps_memory_bounded() {
    let mut store = Store::default();
    let kept = store.parse("{6||4|0} + ±5").unwrap();
    let text = store.text(kept).unwrap();
    let checkpoint = store.checkpoint();
    let mut random = fastrand::Rng::with_seed(7);
    let mut largest = 0;
    for _ in 0..2_000 {
        let (a, b, c) = (random.i32(0..30), random.i32(-30..0), random.i32(-60..-30));
        let game = store.parse(&format!("{{{a}||{b}|{c}}} - {{{a}|{b}}}")).unwrap();
        let sum = store.add(kept, game).unwrap();
        assert_eq!(store.subtract(sum, game), Ok(kept));
        largest = largest.max(store.len());
        store.rewind(checkpoint);
    }
    assert_eq!(store.checkpoint(), checkpoint);
    assert!(largest < 1_000, "{largest}");
    assert_eq!(store.text(kept).unwrap(), text);
    assert_eq!(store.parse(&text), Ok(kept));
}
