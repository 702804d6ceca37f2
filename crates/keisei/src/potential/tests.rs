//! The field against a second reading of the tables, and its invariants for every influence.

use keisei_goban::{Color, Point, Size, Symmetry};
use keisei_testdata::point;
use proptest::prelude::*;

use super::tables::TABLES;
use super::{Attenuation, Distance, Field, Influence};

/// Every influence there is.
fn influences() -> Vec<Influence> {
    let mut all: Vec<Influence> = Influence::NAMES.iter().map(|name| name.parse().unwrap()).collect();
    all.push(Influence::Attenuation(Attenuation::new(1.2).unwrap()));
    all
}

/// A point's potential from one black stone on a 19×19 board.
fn from_stone(stone: &str, at: &str) -> i64 {
    let mut field = Field::new(Size::default(), Influence::Tables);
    field.add(Color::Black, point(stone));
    field.get(point(at))
}

/// Which printed table a stone uses, by name; from the captions of the paper (「隅の小目」 and so on).
fn caption(lines: (u32, u32)) -> &'static str {
    match (lines.0.min(5), lines.1.min(5)) {
        (5, 5) => "A",
        (4, 5) => "B",
        (4, 4) => "B1",
        (3, 5) => "C",
        (3, 4) => "C1",
        (3, 3) => "C2",
        (2, 5) => "D",
        (2, 4) => "D1",
        (2, 3) => "D2",
        (2, 2) => "D3",
        (1, 5) => "E",
        (1, 4) => "E1",
        (1, 3) => "E2",
        (1, 2) => "E3",
        (1, 1) => "E4",
        lines => panic!("no table for {lines:?}"),
    }
}

/// Turns the board so that the stone is nearest to the lower edge, then to the left one, and looks
/// the point up in the printed table, whose corner is the board's corner unless the stone is on the
/// fifth line or higher.
fn looked_up(size: Size, stone: Point, at: Point) -> i64 {
    let mut found = None;
    for symmetry in Symmetry::all() {
        let (turned, s, p) = (symmetry.size(size), symmetry.apply(stone, size), symmetry.apply(at, size));
        let (rows, columns) = (s.row() + 1, s.column() + 1);
        let lowest =
            s.row() <= turned.height() - 1 - s.row() && s.column() <= turned.width() - 1 - s.column();
        if !lowest || rows > columns {
            continue;
        }
        let table = TABLES.iter().find(|t| t.name == caption((rows, columns))).unwrap();
        let place = |line: u32, stone: u32, at: u32| {
            if line < 5 { Some(at) } else { (at + 4).checked_sub(stone) }
        };
        let row = place(rows, s.row(), p.row());
        let column = place(columns, s.column(), p.column());
        let value = match (row, column) {
            (Some(row), Some(column)) if (column as usize) < table.columns => {
                table.values.get(row as usize * table.columns + column as usize).copied().unwrap_or(0)
            }
            _ => 0,
        };
        // Where two ways of turning give different values, only the 4-4 point's table is at fault.
        found = Some(match found {
            Some(other) if other != value => {
                assert_eq!(table.name, "B1");
                value.min(other)
            }
            _ => value,
        });
    }
    i64::from(found.expect("some way of turning brings the stone to the lower left"))
}

#[test]
fn agrees_with_the_printed_tables() {
    // From 10 on no stone is as near to both edges without being on the fifth line or higher.
    for (width, height) in [(19, 19), (13, 13), (10, 12), (25, 19), (9, 9)] {
        let size = Size::new(width, height).unwrap();
        for stone in size.points() {
            let mut field = Field::new(size, Influence::Tables);
            field.add(Color::Black, stone);
            for at in size.points() {
                assert_eq!(field.get(at), looked_up(size, stone, at), "{stone} at {at} on {size}");
            }
        }
    }
}

#[test]
fn some_values_by_hand() {
    // The 3-4 point C4: its lower line is the column's, so that columns are the table's rows.
    assert_eq!(from_stone("C4", "C4"), 100);
    assert_eq!(from_stone("C4", "A1"), 23);
    assert_eq!(from_stone("C4", "A2"), 24);
    assert_eq!(from_stone("C4", "B1"), 27);
    assert_eq!(from_stone("C4", "C8"), 5);
    assert_eq!(from_stone("D3", "B1"), 24);
    assert_eq!(from_stone("R16", "T19"), 23);
    // The fourth line of a side radiates 44 downwards and 35 upwards.
    assert_eq!(from_stone("K4", "K3"), 44);
    assert_eq!(from_stone("K4", "K5"), 35);
    assert_eq!(from_stone("K4", "P4"), 0);
}

/// On 7×7 the centre is on the fourth line from all edges: it radiates towards each as towards a
/// near one.
#[test]
fn the_middle_of_a_small_board_has_four_edges() {
    let size = Size::square(7).unwrap();
    let mut field = Field::new(size, Influence::Tables);
    field.add(Color::Black, point("D4"));
    for vertex in ["D3", "D5", "C4", "E4"] {
        assert_eq!(field.get(point(vertex)), 44);
    }
    for corner in ["A1", "A7", "G1", "G7"] {
        assert_eq!(field.get(point(corner)), 14);
    }
}

#[test]
fn simple_fields_are_what_they_say() {
    let at = |influence: Influence, vertex: &str| {
        let mut field = Field::new(Size::default(), influence);
        field.add(Color::White, point("K10"));
        field.value(point(vertex))
    };
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    use Distance::{Euclidean, Manhattan};
    close(at(Influence::Inverse(Manhattan), "N14"), -1.0 / 7.0);
    close(at(Influence::Inverse(Euclidean), "N14"), -1.0 / 5.0);
    close(at(Influence::Halving(Manhattan), "N14"), -1.0 / 128.0);
    close(at(Influence::Halving(Euclidean), "N14"), -1.0 / 32.0);
    close(at(Influence::Attenuation(Attenuation::new(3.0).unwrap()), "N14"), -1.0 / 243.0);
    close(at(Influence::Halving(Manhattan), "K10"), -1.0);
    close(at(Influence::Inverse(Euclidean), "K10"), -2.0);
}

#[test]
fn bad_parameters_are_refused() {
    for m in [1.0, 0.5, 0.0, -2.0, f64::NAN, f64::INFINITY] {
        let error = Attenuation::new(m).unwrap_err().to_string();
        assert!(error.contains("more than 1"), "{error}");
    }
    assert!("tabels".parse::<Influence>().unwrap_err().to_string().contains("expected tables, inverse"));
}

proptest! {
    /// Whatever the order, and whatever came and went: the same field; turned it is turned, swapped
    /// it is negative.
    #[test]
    fn depends_on_the_stones_alone(
        influence in proptest::sample::select(influences()),
        (width, height) in (1..=25u32, 1..=25u32),
        stones in proptest::collection::vec((any::<bool>(), 0..25u32, 0..25u32), 0..40),
        passing in proptest::collection::vec((any::<bool>(), 0..25u32, 0..25u32), 0..10),
    ) {
        let size = Size::new(width, height).unwrap();
        let on_board = |list: &[(bool, u32, u32)]| -> Vec<(Color, Point)> {
            list.iter()
                .map(|&(black, c, r)| {
                    (if black { Color::Black } else { Color::White }, Point::at(c % width, r % height))
                })
                .collect()
        };
        let (stones, passing) = (on_board(&stones), on_board(&passing));
        let mut field = Field::new(size, influence);
        for &(color, p) in &stones {
            field.add(color, p);
        }
        let mut other = Field::new(size, influence);
        for &(color, p) in &passing {
            other.add(color, p);
        }
        for &(color, p) in stones.iter().rev() {
            other.add(color, p);
        }
        for &(color, p) in &passing {
            other.remove(color, p);
        }
        prop_assert_eq!(field.values(), other.values());
        for p in size.points() {
            let sum: i64 =
                stones.iter().map(|&(c, s)| i64::from(c.sign()) * field.influence_between(s, p)).sum();
            prop_assert_eq!(field.get(p), sum);
        }
        for symmetry in Symmetry::all() {
            let mut turned = Field::new(symmetry.size(size), influence);
            for &(color, p) in &stones {
                turned.add(color.opponent(), symmetry.apply(p, size));
            }
            for p in size.points() {
                prop_assert_eq!(turned.get(symmetry.apply(p, size)), -field.get(p));
            }
        }
    }
}
