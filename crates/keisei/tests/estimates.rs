//! What every method must keep: terms add up, ownership is within ±1, what is proved is certain,
//! and the same is said again. And what methods by potential must keep where nothing is proved: the
//! board may be turned and the colours exchanged exactly, and nothing depends on what was judged
//! before.

use keisei::judge::Effort;
use keisei::safety::{Limits, Safety};
use keisei::{Evaluation, Evidence, LayerName, LayerValues, Method, Settings};
use keisei_goban::{Game, Move, Position, Rules, Symmetry};
use keisei_testdata::{kisei, point, random_game, random_position};
use proptest::prelude::*;

/// The methods by potential.
const METHODS: [Method; 2] = [Method::Potential, Method::Moyo];

fn nothing(position: &Position) -> Safety {
    Safety::nothing(position.board().size())
}

/// What a method says if nothing is proved.
fn evaluate(method: Method, position: &Position) -> Evaluation {
    Settings::new(method).evaluator().evaluate(position, &nothing(position))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-4
}

fn integers(evaluation: &Evaluation, name: LayerName) -> &keisei_goban::PointMap<i32> {
    match evaluation.layer(name) {
        Some(LayerValues::Integers(values)) => values,
        other => panic!("{name:?} is {other:?}"),
    }
}

#[test]
fn the_example_is_judged() {
    for method in METHODS {
        let evaluation = evaluate(method, &kisei(34));
        assert_eq!(integers(&evaluation, LayerName::Potential)[point("N8")], -45);
        // Corners and sides belong to whom players would give them.
        let own = |vertex| evaluation.ownership.get(point(vertex));
        assert!(own("S16") > 0.5 && own("B17") > 0.5 && own("R16") > 0.5, "{method:?}");
        assert!(own("C3") < -0.3 && own("O7") < -0.5, "{method:?}");
        assert!(evaluation.score.lead.abs() < 20.0, "{}", evaluation.score.lead);
    }
    let moyo = evaluate(Method::Moyo, &kisei(34));
    assert_eq!(integers(&moyo, LayerName::Inner)[point("N8")], -1);
    assert_eq!(integers(&moyo, LayerName::Inner)[point("L17")], 0);
    assert!(integers(&moyo, LayerName::Basin)[point("N8")] > 0);
    // Inside White's framework the watershed method is surer than potentials alone.
    let potential = evaluate(Method::Potential, &kisei(34));
    assert!(moyo.score.lead < potential.score.lead);
    assert!(moyo.ownership.get(point("J9")) < potential.ownership.get(point("J9")) - 0.03);
}

#[test]
fn territory_scoring_differs_by_the_stones_played() {
    let mut position = kisei(33);
    for method in METHODS {
        position.set_rules(Rules::CHINESE);
        let area = evaluate(method, &position);
        position.set_rules(Rules::JAPANESE);
        let territory = evaluate(method, &position);
        // Black has played one stone more, and White is to play.
        assert!(close(area.score.lead - territory.score.lead, 0.5));
        assert_eq!(area.ownership, territory.ownership);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_method_keeps_its_word(
        (width, height, seed) in (1..=9u32, 1..=9u32, any::<u64>()),
        rules in proptest::sample::select(vec![Rules::CHINESE, Rules::JAPANESE]),
    ) {
        let mut position = random_position(width, height, seed);
        position.set_rules(rules);
        let size = position.board().size();
        for &method in Method::ALL {
            let settings = Settings::new(method).with_effort(Effort::Static).with_playouts(16);
            let mut assessor = settings.with_limits(Limits::STATIC).assessor();
            let safety = assessor.prove(&position);
            let here = assessor.assess(&position);
            prop_assert!(here.adds_up(), "{method}");
            prop_assert_eq!(&here, &assessor.assess(&position), "{} once more", method);
            for p in size.points() {
                let own = here.ownership.get(p);
                prop_assert!((-1.0..=1.0).contains(&own), "{method}: {own} at {p}");
                let proved = matches!(here.evidence[p], Evidence::Proved(_));
                let owner = safety.owner(p);
                if method != Method::Area {
                    prop_assert_eq!(proved, owner.is_some(), "{} at {}", method, p);
                }
                if let Some(owner) = owner {
                    prop_assert_eq!(own, owner.sign() as f32, "{} at {}", method, p);
                }
            }
            // Random games come out otherwise with other colours.
            if method != Method::Playout {
                let swapped = assessor.assess(&position.color_swapped());
                prop_assert!((swapped.score.lead + here.score.lead).abs() < 1e-3, "{method}");
            }
        }
    }

    #[test]
    fn symmetric_in_space_and_colour(
        (width, height, seed) in (1..=13u32, 1..=13u32, any::<u64>()),
        method in proptest::sample::select(METHODS.to_vec()),
        rules in proptest::sample::select(vec![Rules::CHINESE, Rules::JAPANESE]),
    ) {
        let mut position = random_position(width, height, seed);
        position.set_rules(rules);
        let size = position.board().size();
        let mut evaluator = Settings::new(method).evaluator();
        let mut evaluate = |position: &Position| evaluator.evaluate(position, &nothing(position));
        let here = evaluate(&position);
        prop_assert!(here.adds_up());
        prop_assert!(size.points().all(|p| here.evidence[p] == Evidence::Estimated));
        if rules == Rules::CHINESE {
            prop_assert!(close(here.ownership.total(), here.score.lead));
        }
        for symmetry in Symmetry::all() {
            let there = evaluate(&position.transformed(symmetry));
            prop_assert!(close(there.score.lead, here.score.lead));
            for p in size.points() {
                prop_assert_eq!(there.ownership.get(symmetry.apply(p, size)), here.ownership.get(p));
            }
        }
        let swapped = evaluate(&position.color_swapped());
        prop_assert!(close(swapped.score.lead, -here.score.lead));
        for p in size.points() {
            prop_assert_eq!(swapped.ownership.get(p), -here.ownership.get(p));
        }
    }

    #[test]
    fn the_past_does_not_matter(
        (width, height, seed) in (2..=9u32, 2..=9u32, any::<u64>()),
        method in proptest::sample::select(METHODS.to_vec()),
    ) {
        let mut following = Settings::new(method).evaluator();
        for position in random_game(Rules::TROMP_TAYLOR, width, height, seed, 2 * (width * height) as usize) {
            let evaluation = following.evaluate(&position, &nothing(&position));
            prop_assert_eq!(evaluation, evaluate(method, &position));
        }
    }

    /// More points for komi, fewer wins; and a probability is one.
    #[test]
    fn chances_fall_with_komi((seed, komi) in (any::<u64>(), 0..30i32)) {
        let mut position: Position = random_position(9, 9, seed);
        for method in METHODS {
            let mut chances = Vec::new();
            for komi in [-komi, komi + 1] {
                position.set_komi(komi.to_string().parse().unwrap());
                let score = evaluate(method, &position).score;
                let (stdev, black_wins) = (score.stdev.unwrap(), score.black_wins.unwrap());
                prop_assert!(stdev > 0.0 && (0.0..=1.0).contains(&black_wins));
                prop_assert_eq!(black_wins > 0.5, score.lead > f64::from(komi));
                chances.push(black_wins);
            }
            prop_assert!(chances[0] > chances[1]);
        }
    }
}

/// What area and territory differ by does not follow whose turn it is, but handicap stones and passes.
#[test]
fn the_rules_differ_by_handicap_and_passes() {
    let difference = |position: &Position| {
        let settings = Settings::new(Method::Moyo).with_limits(Limits::STATIC);
        let [area, territory] = [Rules::CHINESE, Rules::JAPANESE]
            .map(|rules| settings.assess(&position.clone().with_rules(rules)).score.lead);
        area - territory
    };
    let even: Vec<f64> = (0..34).map(|moves| difference(&kisei(moves))).collect();
    assert!(even.iter().all(|&points| close(points, 0.5)), "{even:?}");
    let mut position = kisei(20);
    for (mv, points) in [(Move::Pass, -0.5), (Move::Play(point("C3")), -0.5), (Move::Pass, -1.5)] {
        position.play(mv).unwrap();
        assert!(close(difference(&position), points), "{mv}: {}", difference(&position));
    }
    let mut handicap = Game::new(kisei(0));
    handicap.place_handicap(&[point("D4"), point("Q16"), point("D16")]).unwrap();
    for vertex in ["Q4", "R3", "C6"] {
        assert!(close(difference(handicap.position()), 2.5), "{vertex}");
        handicap.play(Move::Play(point(vertex))).unwrap();
    }
}

#[test]
fn methods_bear_their_names() {
    for &method in Method::ALL {
        assert_eq!(Settings::new(method).evaluator().name(), method.name());
    }
}
