//! Finished positions, settled and counted: `data/settlement.txt`.

use keisei::Status;
use keisei::settlement::{Limits, Settlement};
use keisei_goban::{Diagram, PointSet, Position, Rules, Scoring, Symmetry};

/// A position of the file: its name, and what is expected under each key.
struct Case {
    name: &'static str,
    position: Position,
    expected: Vec<(&'static str, &'static str)>,
}

impl Case {
    fn get(&self, key: &str) -> Option<&'static str> {
        self.expected.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
    }

    fn points(&self, key: &str) -> PointSet {
        self.get(key).unwrap_or("").split_whitespace().map(|v| v.parse().unwrap()).collect()
    }
}

fn cases() -> Vec<Case> {
    let sections = include_str!("data/settlement.txt").split("\n== ").skip(1);
    sections
        .map(|section| {
            let (name, rest) = section.split_once('\n').unwrap();
            let (keys, rows): (Vec<&str>, Vec<&str>) = rest.lines().partition(|line| line.contains(':'));
            let diagram: Diagram = rows.join("\n").parse().unwrap();
            let expected = keys.iter().map(|line| line.split_once(':').unwrap());
            Case {
                name,
                position: diagram.position().unwrap(),
                expected: expected.map(|(key, value)| (key, value.trim())).collect(),
            }
        })
        .collect()
}

fn settled(position: &Position, rules: Rules) -> Settlement {
    let mut position = position.clone();
    position.set_rules(rules);
    Settlement::of(&position, Limits::default())
}

#[test]
fn finished_positions_are_counted_as_by_hand() {
    let cases = cases();
    assert!(cases.len() >= 23);
    for case in cases {
        for (rules, key) in [(Rules::JAPANESE, "japanese"), (Rules::CHINESE, "chinese")] {
            let found = settled(&case.position, rules);
            let name = case.name;
            assert_eq!(found.dead, case.points("dead"), "{name}: dead");
            assert_eq!(found.seki, case.points("seki"), "{name}: seki");
            assert_eq!(found.is_settled(), case.get("open").is_none(), "{name}: {:?}", found.open);
            for p in case.points("open") {
                assert!(found.open.iter().any(|place| place.points.contains(p)), "{name}: {p} is open");
            }
            if let Some(result) = case.get(key) {
                assert_eq!(found.count.result.to_string(), result, "{name}, {key}");
            }
        }
    }
}

/// Whether turning it, perhaps with the colours exchanged, leaves a board as it is.
fn is_own_image(position: &Position) -> bool {
    let plain = Symmetry::all()
        .skip(1)
        .any(|symmetry| position.transformed(symmetry).board().hash() == position.board().hash());
    plain
        || Symmetry::all().any(|symmetry| {
            position.color_swapped().transformed(symmetry).board().hash() == position.board().hash()
        })
}

/// Turned, mirrored and with the colours exchanged, the verdicts are the same; and every count adds up.
#[test]
fn verdicts_do_not_depend_on_the_side_one_looks_from() {
    for case in cases() {
        let size = case.position.board().size();
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            let here = settled(&case.position, rules);
            for symmetry in Symmetry::all() {
                let turned = case.position.transformed(symmetry);
                for (position, sign) in [(turned.color_swapped(), -1), (turned, 1)] {
                    let there = settled(&position, rules);
                    let image =
                        |set: PointSet| -> PointSet { set.iter().map(|p| symmetry.apply(p, size)).collect() };
                    assert_eq!(there.dead, image(here.dead), "{}", case.name);
                    assert_eq!(there.seki, image(here.seki), "{}", case.name);
                    assert_eq!(
                        there.count.lead.half_points(),
                        sign * here.count.lead.half_points(),
                        "{}",
                        case.name
                    );
                    assert_eq!(there.is_settled(), here.is_settled(), "{}", case.name);
                    // A board that is its own image can be seen from two sides at once: then only numbers are the same.
                    assert_eq!(there.fills.len(), here.fills.len(), "{}", case.name);
                    assert_eq!(there.open.len(), here.open.len(), "{}", case.name);
                    if !is_own_image(&case.position) {
                        assert_eq!(there.fills, image(here.fills), "{}", case.name);
                        assert_eq!(there.dame, image(here.dame), "{}", case.name);
                    }
                }
            }
        }
        let here = settled(&case.position, Rules::CHINESE);
        let held = here.count.holdings;
        let (black, white) = (held.black.points(Scoring::Area), held.white.points(Scoring::Area));
        let nobody = size.points().filter(|&p| here.count.owner[p].is_none()).count() as u32;
        assert_eq!(black + white + nobody, size.area(), "{}", case.name);
        assert!(here.blocks.iter().all(|block| block.status.is_some() && block.evidence.is_some()));
        let dead = here.blocks.iter().filter(|block| block.status == Some(Status::Dead));
        assert_eq!(dead.fold(PointSet::EMPTY, |all, block| all | block.stones), here.dead);
    }
}
