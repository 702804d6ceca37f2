//! Finished positions seen from all sides; what is known about them is asked in `testdata.rs`.

use keisei::Status;
use keisei::settlement::{Limits, Settlement};
use keisei_goban::{PointSet, Position, Rules, Scoring, Symmetry};
use keisei_testdata::cases;

fn settled(position: &Position, rules: Rules) -> Settlement {
    let mut position = position.clone();
    position.set_rules(rules);
    Settlement::of(&position, Limits::default())
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

/// Turned, mirrored and with the colours exchanged, the verdicts are the same; and every count adds
/// up.
#[test]
fn verdicts_do_not_depend_on_the_side_one_looks_from() {
    for case in cases("finished") {
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
                    // A board that is its own image can be seen from two sides at once: then only
                    // numbers are the same.
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
