//! Facts that every book on combinatorial games has \[WinningWays\], \[Siegel2013\].

use std::collections::HashSet;

use keisei_cgt::{Answer, Dyadic, Game, GameError, Store, UpStar};

#[track_caller]
fn holds(store: &mut Store, question: &str) {
    assert_eq!(store.evaluate(question), Ok(Answer::Truth(true)), "{question}");
}

#[track_caller]
fn is(store: &mut Store, text: &str, value: &str) {
    let game = store.parse(text).unwrap();
    assert_eq!(store.text(game).unwrap(), value, "{text}");
}

#[test]
fn numbers_by_the_simplest_number_rule() {
    let mut store = Store::default();
    for (text, value) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|-3}", "-4"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-5|7}", "0"),
        ("{2|7}", "3"),
        ("{1 1/4|2}", "1 1/2"),
        ("{5/8|3/4}", "11/16"),
        ("{*|*}", "0"),
        ("{*|1}", "0"),
        ("{↑|1}", "1/2"),
        ("{↓|1}", "0"),
        ("{±5|±6}", "0"),
        ("{{5|0}|1}", "0"),
        ("{0,1,2|3,4}", "2 1/2"),
        ("{1000000000000|}", "1000000000001"),
        ("{1|0} + {1|0}", "1"),
        ("1/2 + 1/2 + -1", "0"),
    ] {
        is(&mut store, text, value);
    }
    assert!(store.len() < 20, "numbers take no room");
}

#[test]
fn nimbers() {
    let mut store = Store::default();
    holds(&mut store, "* + * == 0");
    holds(&mut store, "*2 + *3 == *");
    holds(&mut store, "{0,*,*2|0,*,*2} == *3");
    holds(&mut store, "* || 0");
    holds(&mut store, "{0,*2|0,*2} == *"); // The least number that is not there.
    holds(&mut store, "{0,*,*5|0,*,*5} == *2");
    holds(&mut store, "*7 || *6");
    for a in 0..12 {
        for b in 0..12 {
            let (x, y) = (store.nimber(a).unwrap(), store.nimber(b).unwrap());
            let sum = store.add(x, y).unwrap();
            assert_eq!(sum, store.nimber(a ^ b).unwrap());
        }
    }
}

#[test]
fn ups() {
    let mut store = Store::default();
    for fact in [
        "{0|*} == ↑",
        "{0,*|0} == ↑*",
        "↑ > 0",
        "↑ || *",
        "↑ + ↑* > *",
        "↑↑ > *",
        "↑* || 0",
        "↑↑* > 0",
        "{0|↑*} == ↑↑",
        "↑ + ↑ == ↑↑",
        "⇑ == ↑↑",
        "⇓ == vv",
        "3·↑ == ↑ + ↑ + ↑",
        "{0|↑↑*} == 3·↑",
        "{↑|↑} == ↑↑*",
        "↑ < 1/1024",
        "150·↑ < 1/1024",
        "↑ + *2 == {0|*3}",
        "↑ || *",
        "↑ > *2",
        "-↑ == ↓",
        "7.v == -(7·↑)",
        "2·(↑*) == ↑↑",
    ] {
        holds(&mut store, fact);
    }
}

/// The closed forms of the family, against sums of single ups and stars built of their options and
/// added as strangers: each hidden behind a switch of its own, which the family does not know.
#[test]
fn the_family_adds_as_by_moves() {
    let mut store = Store::default();
    let mut family = Vec::new();
    for ups in -3..=3_i64 {
        for star in 0..=3 {
            family.push((ups, star, store.up_star(UpStar { ups, star }).unwrap()));
        }
    }
    let switch = store.parse("±10").unwrap();
    for &(ups, star, a) in &family {
        for &(more, heap, b) in &family {
            let expected = store.up_star(UpStar { ups: ups + more, star: star ^ heap }).unwrap();
            // (a + ±10) + (b + ±10): both are general games when they are added.
            let (left, right) = (store.add(a, switch).unwrap(), store.add(b, switch).unwrap());
            assert_eq!(store.add(left, right).unwrap(), expected, "{ups} {star} {more} {heap}");
        }
    }
}

#[test]
fn tiny_and_miny() {
    let mut store = Store::default();
    for fact in [
        "+_1 > 0",
        "+_1 < ↑",
        "10·(+_1) < ↑",
        "+_2 < +_1",
        "10·(+_2) < +_1",
        "-_2 == -(+_2)",
        "-_2 == {2|0||0}",
        "tiny(2) + miny(2) == 0",
        "3+_2 == 3 + {0||0|-2}",
        "+_0 == ↑",
    ] {
        holds(&mut store, fact);
    }
    is(&mut store, "{0||0|-1/2}", "+_1/2");
    is(&mut store, "{5|0||0} + 7", "7-_5");
    is(&mut store, "tiny(4|1)", "+_{4|1}");
    is(&mut store, "miny(2↑)", "-_(2↑)");
}

#[test]
fn switches_and_stops() {
    let mut store = Store::default();
    for fact in [
        "±1 + ±1 == 0",
        "±3 + ±1 == {{4|2}|{-2|-4}}",
        "{3|-1} == 1 + ±2",
        "±1 || 0",
        "±1 < 2",
        "±1 || 1",
        "{5|3} > 2",
        "left_stop(7|2) == 7",
        "right_stop(6||4|0) == 4",
        "left_stop(↑*) == 0",
        "±(1,2) == ±2",
    ] {
        holds(&mut store, fact);
    }
}

/// Number avoidance: adding a number to a game that is none changes no move.
#[test]
fn numbers_are_avoided() {
    let mut store = Store::default();
    let game = store.parse("{6||4|0}").unwrap();
    let before = store.len();
    for number in [1, -1000, i32::MAX] {
        let sum = store.add(game, Game::from(number)).unwrap();
        assert_eq!(store.len(), before);
        let options = store.options(sum, keisei_cgt::Side::Left).unwrap();
        let six = Dyadic::from(6).plus(Dyadic::from(number)).unwrap();
        assert_eq!(options, [Game::number(six)]);
    }
}

#[test]
fn means_and_temperatures() {
    let mut store = Store::default();
    for (game, mean, temperature) in [
        ("5", "5", "-1"),
        ("3/4", "3/4", "-1/4"),
        ("*", "0", "0"),
        ("↑", "0", "0"),
        ("±3", "0", "3"),
        ("{4|0}", "2", "2"),
        ("{6||4|0}", "4", "2"),
        ("{3|1||0}", "1", "1"),
        ("{6|3||1}", "2 3/4", "1 3/4"),
        ("{100|0||-1}", "0", "1"),
        ("{10||5|-50}", "5", "5"),
    ] {
        for (function, value) in [("mean", mean), ("temperature", temperature)] {
            is(&mut store, &format!("{function}({game})"), value);
        }
    }
}

#[test]
fn heating_and_cooling() {
    let mut store = Store::default();
    for fact in [
        "cool(±3, 3) == *",
        "cool(±3, 2) == ±1",
        "cool(±3, 4) == 0",
        "cool(±3, 5/2) == ±1/2",
        "cool(*, 0) == *",
        "heat(*, 1) == ±1",
        "heat(↑, 1) == {1||0|-2}",
        "cool(heat(↑↑*, 3), 3) == ↑↑*",
    ] {
        holds(&mut store, fact);
    }
    assert_eq!(store.cool(Game::ZERO, Dyadic::from(-1)), Err(GameError::NegativeTemperature));
    assert_eq!(store.heat(Game::ZERO, Dyadic::from(-1)), Err(GameError::NegativeTemperature));
}

/// Heating undoes cooling where nothing was lost: if every position that is no number is at least
/// as hot as the degrees. Else it does not.
#[test]
fn where_heating_undoes_cooling() {
    let mut store = Store::default();
    let there_and_back = |store: &mut Store, game: Game, degrees: Dyadic| {
        let cooled = store.cool(game, degrees).unwrap();
        store.heat(cooled, degrees).unwrap()
    };
    // Switches {a|b} and {a||b|c} with a ≥ b ≥ c.
    let degrees = Dyadic::from(2);
    for a in 0..=12_i32 {
        for b in -6..=a {
            let switch = store.game(&[a.into()], &[b.into()]).unwrap();
            let hot = a - b >= 4;
            assert_eq!(there_and_back(&mut store, switch, degrees) == switch, hot, "{a} {b}");
            let threat = store.game(&[b.into()], &[(b - 4).into()]).unwrap();
            let sente = store.game(&[a.into()], &[threat]).unwrap();
            let hot = store.temperature(sente).unwrap() >= degrees;
            assert_eq!(there_and_back(&mut store, sente, degrees) == sente, hot, "{a} {b}");
        }
    }
    // Nakamura's liberty games: hot enough but for G, I and J.
    for (text, back) in [
        ("4|0", true),
        ("6||4|0", true),
        ("0||-2|-6", true),
        ("-5|-9", true),
        ("8|4||2|||0", true),
        ("-5|-8", false),
        ("6|3||1", false),
        ("3|0", false),
    ] {
        let game = store.parse(text).unwrap();
        assert_eq!(there_and_back(&mut store, game, degrees) == game, back, "{text}");
    }
}

#[test]
fn atomic_weights() {
    let mut store = Store::default();
    for (game, weight) in [
        ("0", "0"),
        ("*5", "0"),
        ("↑", "1"),
        ("↑*", "1"),
        ("3·↓*2", "-3"),
        ("{0|↑}", "2"),
        ("{↑↑|↓↓}", "{0|0}"),
        ("{3·↑|3·↓}", "±1"),
    ] {
        let text = format!("atomic_weight({game}) == {weight}");
        let value = store.parse(&format!("atomic_weight({game})")).unwrap();
        let printed = store.text(value).unwrap();
        assert_eq!(store.evaluate(&text), Ok(Answer::Truth(true)), "{text}, not {printed}");
    }
    for game in ["1", "1*", "±1", "+_1"] {
        let game = store.parse(game).unwrap();
        assert_eq!(store.atomic_weight(game), Err(GameError::NotAllSmall));
    }
}

/// The number of games born by each day is 1, 4, 22, 1474 \[Siegel2013\]. A day's games have
/// options of the day before; sets of options in which none is dominated suffice.
#[test]
fn games_born_by_day_3() {
    let mut store = Store::default();
    let mut born = vec![Game::ZERO];
    for (day, expected) in [(1, 4), (2, 22), (3, 1474)] {
        let mut sets: Vec<Vec<Game>> = vec![vec![]];
        for &game in &born {
            for place in 0..sets.len() {
                let mut set = sets[place].clone();
                if set.iter().all(|&other| store.compare(other, game).unwrap().is_none()) {
                    set.push(game);
                    sets.push(set);
                }
            }
        }
        let mut next = HashSet::new();
        for lefts in &sets {
            for rights in &sets {
                next.insert(store.game(lefts, rights).unwrap());
            }
        }
        assert_eq!(next.len(), expected);
        born = next.into_iter().collect();
        for &game in &born {
            assert!(store.birthday(game).unwrap() <= day);
        }
    }
}
