//! Table 1 of \[Nakamura\], formula (1), and the sums of sections 3.2 and 3.3.

use keisei_cgt::{Answer, Dyadic, Game, Store};

/// A row as printed: the liberty counting game and its cooled value, the territory game of the
/// loser and its cooled value, the baseline.
struct Row {
    name: char,
    liberties: &'static str,
    liberties_cooled: &'static str,
    winning: &'static str,
    losing: &'static str,
    losing_cooled: &'static str,
    baseline: i32,
}

const fn row(
    name: char,
    (liberties, liberties_cooled): (&'static str, &'static str),
    winning: &'static str,
    (losing, losing_cooled): (&'static str, &'static str),
    baseline: i32,
) -> Row {
    Row { name, liberties, liberties_cooled, winning, losing, losing_cooled, baseline }
}

/// The paper's order of bars is kept. One misprint: it prints 2↓* for H's cooled liberties.
const TABLE: [Row; 10] = [
    row('A', ("4|0", "2*"), "0|-6", ("-4|-6", "-5*"), -7),
    row('B', ("6||4|0", "4↑"), "0||-1|-11", ("-8||-9|-11", "-9↑"), -13),
    row('C', ("0|-4", "-2*"), "8|0", ("8|6", "7*"), 9),
    row('D', ("0||-2|-6", "-2↑"), "13||6|0", ("13||12|10", "12↑"), 14),
    row('E', ("-7", "-7"), "0", ("0", "0"), 7),
    row('F', ("-5|-9", "-7*"), "8|0", ("8|6", "7*"), 14),
    row('G', ("-5|-8", "-6 1/2"), "6|0", ("6|5", "5 1/2"), 12),
    row('H', ("8|4||2|||0", "2↓↓*"), "0|-6||-9|||-12", ("-8|-10||-11|||-12", "-11↓↓*"), -13),
    row('I', ("6|3||1", "2 3/4"), "0|-1||-2|-8|||-15", ("-13|-14||-15", "-14 1/4"), -17),
    row('J', ("3|0", "1 1/2"), "0|-2||-5", ("-4|-5", "-4 1/2"), -6),
];

fn cooled(store: &mut Store, text: &str, degrees: i32) -> Game {
    let game = store.parse(text).unwrap();
    store.cool(game, Dyadic::from(degrees)).unwrap()
}

#[test]
fn table_1() {
    let mut store = Store::default();
    for row in TABLE {
        let liberties = cooled(&mut store, row.liberties, 2);
        assert_eq!(store.text(liberties).unwrap(), row.liberties_cooled, "G_lc of {}", row.name);
        let losing = cooled(&mut store, row.losing, 1);
        assert_eq!(store.text(losing).unwrap(), row.losing_cooled, "G_lose of {}", row.name);
        // The printed forms are canonical already: what is read is written again.
        for printed in [row.liberties, row.winning, row.losing] {
            let game = store.parse(printed).unwrap();
            let text = store.text(game).unwrap();
            assert!(text == printed || text == format!("{{{printed}}}"), "{printed} became {text}");
        }
    }
}

#[test]
fn formula_1_holds_for_all_rows() {
    let mut store = Store::default();
    for row in TABLE {
        let losing = cooled(&mut store, row.losing, 1);
        let liberties = cooled(&mut store, row.liberties, 2);
        let sum = store.add(Game::from(row.baseline), liberties).unwrap();
        assert_eq!(losing, sum, "row {}", row.name);
    }
}

/// As printed, formula (1) would fail for row H: that is how the misprint shows.
#[test]
fn the_misprint_in_row_h() {
    let mut store = Store::default();
    let printed = store.parse("2↓*").unwrap();
    let losing = store.parse("-11↓↓*").unwrap();
    let sum = store.add(Game::from(-13), printed).unwrap();
    assert_ne!(losing, sum);
}

#[test]
fn figure_2_is_incomparable_with_minus_1() {
    let mut store = Store::default();
    let sum = "cool({4|0}, 2) + cool({6|{4|0}}, 2) + cool(-7, 2)";
    let game = store.parse(sum).unwrap();
    assert_eq!(store.text(game).unwrap(), "-1↑*");
    assert_eq!(store.evaluate(&format!("{sum} || -1")).unwrap(), Answer::Truth(true));
    // Cooling the sum is summing the cooled.
    assert_eq!(store.parse("cool({4|0} + {6|{4|0}} - 7, 2)").unwrap(), game);
    // Black, moving first, rounds up to 0; White down to -2.
    assert_eq!(store.evaluate("left_stop(-1↑*)").unwrap(), Answer::Game(Game::from(-1)));
    assert_eq!(store.evaluate("-1↑* < 0").unwrap(), Answer::Truth(true));
    assert_eq!(store.evaluate("-1↑* > -2").unwrap(), Answer::Truth(true));
}

/// Section 2.1, move by move: Black a, White b, Black c wins by one; after White b the moves a and
/// c are miai and White wins by three.
#[test]
fn the_lines_of_figure_2() {
    let mut store = Store::default();
    for line in ["4 + 4 - 7 == 1", "{4|0} + {4|0} - 7 == -3", "4 + {4|0} - 7 == {1|-3}"] {
        assert_eq!(store.evaluate(line), Ok(Answer::Truth(true)), "{line}");
    }
}

#[test]
fn sums_of_section_3_2() {
    let mut store = Store::default();
    let game = store.parse("cool(-4|-6, 1) + cool(-8||-9|-11, 1) + 0").unwrap();
    assert_eq!(store.text(game).unwrap(), "-14↑*");
    let game = store.subtract(game, Game::from(18)).unwrap();
    assert_eq!(store.text(game).unwrap(), "-32↑*");
    assert_eq!(store.parse("-5* + -9↑ + 0").unwrap(), store.parse("-14↑*").unwrap());
}

#[test]
fn sums_of_section_3_3() {
    let mut store = Store::default();
    let game = |name: char| TABLE.iter().find(|row| row.name == name).unwrap().liberties;
    let expected = store.parse("-1↑*").unwrap();
    for (a, b, number) in [('A', 'B', -7), ('A', 'D', -1), ('C', 'B', -3), ('C', 'D', 3)] {
        let text = format!("cool({}, 2) + cool({}, 2) + {number}", game(a), game(b));
        let sum = store.parse(&text).unwrap();
        assert_eq!(sum, expected, "{a} + {b} + {number}");
        assert_eq!(store.compare(sum, Game::from(-1)).unwrap(), None);
    }
}

/// Figure 4: the canonical tree of ↑* is {0, * | 0}, with * = {0|0}; figures 5 to 7 are of its sums
/// with -1, 0 and 1.
#[test]
fn the_tree_of_figure_4() {
    let mut store = Store::default();
    let star = store.game(&[Game::ZERO], &[Game::ZERO]).unwrap();
    let tree = store.game(&[Game::ZERO, star], &[Game::ZERO]).unwrap();
    assert_eq!(tree, store.parse("↑*").unwrap());
    for number in [-1, 0, 1] {
        let sum = store.add(Game::from(number), tree).unwrap();
        assert_eq!(store.compare(sum, Game::from(number)).unwrap(), None);
    }
}
