use keisei_goban::{Board, Color, Komi, Move, Point, Position, Rules, Size, Symmetry, board, sgf};
use proptest::prelude::*;

use super::model::{BY_STAGE, STAGES, Weights};
use super::parts::{self, Part, Sink};
use super::views::{Methods, sampled};
use super::*;
use crate::method::PlayoutEvaluator;
use crate::random::Random;
use crate::safety::{Limits, Safety};
use crate::{Evaluation, Evidence, Settings};

/// A game of sensible length on a small board, so that there are fights, dead stones and open
/// points.
fn random_position(side: u32, moves: usize, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position = Position::new(Board::new(Size::square(side).unwrap()));
    position.set_rules(Rules::CHINESE);
    position.set_komi("6.5".parse::<Komi>().unwrap());
    for _ in 0..moves {
        let legal: Vec<_> = position
            .legal_points()
            .filter(|&p| !crate::playout::is_eye(position.board(), position.to_play(), p))
            .collect();
        let Some(&p) = legal.get(random.below(legal.len())) else { break };
        position.play(Move::Play(p)).expect("it is legal");
    }
    position
}

fn judged(effort: Effort, position: &Position) -> Evaluation {
    Settings::default().with_effort(effort).assess(position)
}

fn judgement(effort: Effort, position: &Position) -> Judgement {
    Judge::new(effort).judge(position, &Safety::of(position, effort.limits()))
}

struct Largest(usize);

impl Sink for Largest {
    fn add(&mut self, _: Part, feature: usize, _: f32) {
        self.0 = self.0.max(feature);
    }
}

/// The fitted weights are for these features and no others.
#[test]
fn the_fitted_weights_fit() {
    let position = random_position(9, 40, 1);
    let safety = Safety::of(&position, Limits::STATIC);
    for effort in [Effort::Static, Effort::Deep] {
        let games = (effort == Effort::Deep)
            .then(|| sampled(&position, PlayoutEvaluator { playouts: 8, ..PlayoutEvaluator::default() }));
        let mut methods = Methods::default();
        let views = methods.ask(&position, &safety, games);
        let model = Model::fitted(effort);
        for p in position.board().size().points() {
            let mut largest = Largest(0);
            let width = parts::write(views, p, &mut largest);
            let weights = if position.board().get(p).is_some() { &model.stone } else { &model.empty };
            assert_eq!(weights.len(), width * STAGES, "{effort:?} {p}");
            assert!(largest.0 < width);
        }
    }
}

#[test]
fn a_divided_board_is_certain() {
    let position = Position::new(board!(
        ". X O . O
         X X O O O
         . X O . .
         X X O O O
         . X O . O"
    ));
    let mut position = position;
    position.set_rules(Rules::CHINESE);
    for &effort in Effort::ALL {
        let evaluation = judged(effort, &position);
        assert_eq!(evaluation.score.lead, -5.0, "{effort:?}");
        assert_eq!(evaluation.score.stdev, Some(0.0));
        assert_eq!(evaluation.score.black_wins, Some(0.0));
        assert!(evaluation.blocks.iter().all(|block| matches!(block.evidence, Some(Evidence::Proved(_)))));
    }
}

#[test]
fn to_begin_is_worth_something() {
    let position = Position::new(Board::new(Size::default()));
    let score = judged(Effort::Static, &position).score;
    assert!((5.0..8.5).contains(&score.lead), "{}", score.lead);
    let mut white = position;
    white.set_to_play(Color::White);
    assert_eq!(judged(Effort::Static, &white).score.lead, -score.lead);
}

/// A stone on an empty board does not own it, nor do nine all of it.
#[test]
fn few_stones_are_worth_their_moves() {
    let mut position = Position::new(Board::new(Size::default()));
    position.set_rules(Rules::CHINESE);
    position.play("D4".parse().unwrap()).unwrap();
    for &effort in Effort::ALL {
        let evaluation = Settings::default().with_effort(effort).with_playouts(16).assess(&position);
        assert!((5.0..8.5).contains(&evaluation.score.lead), "{effort:?}: {}", evaluation.score.lead);
        assert!(evaluation.ownership.get("D4".parse().unwrap()) > 0.5);
    }
    let mut handicap = Position::new(Board::new(Size::default()));
    for vertex in ["D4", "D10", "D16", "K4", "K10", "K16", "Q4", "Q10", "Q16"] {
        handicap.set_to_play(Color::Black);
        handicap.play(vertex.parse().unwrap()).unwrap();
    }
    handicap.set_rules(Rules::CHINESE);
    let lead = judged(Effort::Static, &handicap).score.lead;
    assert!((80.0..150.0).contains(&lead), "{lead}");
}

/// A pass changes whose turn it is, and with that little.
#[test]
fn a_pass_changes_little() {
    for seed in 0..20 {
        let position = random_position(13, 60, seed);
        let mut passed = position.clone();
        passed.play(Move::Pass).unwrap();
        let [before, after] = [&position, &passed].map(|p| judged(Effort::Static, p));
        let area = f64::from(position.board().size().area());
        let pairs = before.ownership.row_major().zip(after.ownership.row_major());
        let change: f64 = pairs.map(|(a, b)| f64::from((a - b).abs())).sum::<f64>() / area;
        assert!(change < 0.2, "{change} with seed {seed}");
    }
}

/// A stone in one's own proved territory gains nothing: far from it little changes, though the
/// methods see another stone.
#[test]
fn an_irrelevant_move_changes_little_far_away() {
    let record = &sgf::read(include_bytes!("../../../../examples/game-19x19.sgf")).unwrap()[0];
    let mut tried = 0;
    for moves in [200, 240] {
        let replay = sgf::Replay { moves: Some(moves), ..sgf::Replay::default() };
        let position = record.replay(&replay).unwrap().game.position().clone();
        let safety = Safety::of(&position, Limits::QUICK);
        for color in Color::ALL {
            let own = safety.territory(color) & position.board().empty();
            let Some(point) = own.first() else { continue };
            tried += 1;
            let mut played = position.clone();
            played.set_to_play(color);
            played.play(Move::Play(point)).unwrap();
            played.set_to_play(position.to_play());
            let far =
                |p: &Point| p.column().abs_diff(point.column()) > 5 || p.row().abs_diff(point.row()) > 5;
            for &effort in Effort::ALL {
                let [before, after] = [&position, &played].map(|p| judged(effort, p).ownership);
                let changes: Vec<f32> = position
                    .board()
                    .size()
                    .points()
                    .filter(far)
                    .map(|p| (before.get(p) - after.get(p)).abs())
                    .collect();
                let mean = changes.iter().sum::<f32>() / changes.len() as f32;
                let most = changes.iter().copied().fold(0.0, f32::max);
                assert!(
                    mean < 0.002 && most < 0.05,
                    "{effort:?}, {color} {point} after {moves}: {mean}, {most}"
                );
            }
        }
    }
    assert_eq!(tried, 4, "both have proved territory");
}

#[test]
fn a_seed_decides() {
    let position = random_position(9, 30, 5);
    let one = Settings::default();
    assert_eq!(one.assess(&position), one.with_threads(3).assess(&position));
    assert_ne!(one.assess(&position), one.with_seed(one.seed + 1).assess(&position));
}

/// Following a game says what judging each position by itself says, up to what the dynamical system
/// leaves out.
#[test]
fn following_a_game_comes_to_the_same() {
    let mut random = Random::new(3);
    let mut position = Position::new(Board::new(Size::square(13).unwrap()));
    let settings = Settings::default().with_effort(Effort::Static);
    let mut judge = settings.assessor().following();
    let mut exact = settings.assessor();
    for _ in 0..80 {
        let legal: Vec<_> = position.legal_points().collect();
        position.play(Move::Play(legal[random.below(legal.len())])).unwrap();
        let [followed, anew] = [judge.assess(&position), settings.assess(&position)];
        for (a, b) in followed.ownership.row_major().zip(anew.ownership.row_major()) {
            assert!((a - b).abs() < 0.05, "{a} {b}");
        }
        assert_eq!(exact.assess(&position), anew);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn parts_and_terms_add_up_and_proofs_hold(seed: u64, moves in 0usize..70) {
        let position = random_position(9, moves, seed);
        let judgement = judgement(Effort::Normal, &position);
        let evaluation = &judgement.evaluation;
        prop_assert!(evaluation.adds_up());
        for p in position.board().size().points() {
            let explanation = judgement.explain(p);
            prop_assert_eq!(explanation.ownership, evaluation.ownership.get(p));
            if let Some(owner) = judgement.safety().owner(p) {
                prop_assert_eq!(explanation.ownership, owner.sign() as f32);
                prop_assert!(matches!(explanation.evidence, Evidence::Proved(_)));
            } else {
                let odds: f32 = explanation.parts.iter().map(|(_, share)| share).sum();
                prop_assert!(((odds / 2.0).tanh() - explanation.ownership).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn colours_change_every_sign(seed: u64, moves in 0usize..70) {
        let position = random_position(9, moves, seed);
        let [one, other] = [&position, &position.color_swapped()].map(|p| judgement(Effort::Static, p));
        let proved = |judgement: &Judgement, color| judgement.safety().points(color);
        // The search for proofs may choose otherwise among equals.
        prop_assume!(Color::ALL.iter().all(|&c| proved(&one, c) == proved(&other, c.opponent())));
        for (a, b) in one.evaluation.ownership.row_major().zip(other.evaluation.ownership.row_major()) {
            prop_assert!((a + b).abs() < 1e-5, "{} {}", a, b);
        }
        let (a, b) = (one.evaluation.score.lead, other.evaluation.score.lead);
        prop_assert!((a + b).abs() < 1e-3, "{} {}", a, b);
    }

    #[test]
    fn turning_the_board_turns_the_judgement(seed: u64, moves in 0usize..70, turn in 0usize..8) {
        let position = random_position(9, moves, seed);
        let symmetry = Symmetry::all().nth(turn).unwrap();
        let turned = position.transformed(symmetry);
        let [one, other] = [&position, &turned].map(|p| judgement(Effort::Static, p));
        let size = position.board().size();
        prop_assume!(size.points().all(|p| one.safety().owner(p) == other.safety().owner(symmetry.apply(p, size))));
        for p in size.points() {
            let (a, b) = (one.evaluation.ownership.get(p), other.evaluation.ownership.get(symmetry.apply(p, size)));
            prop_assert!((a - b).abs() < 1e-4, "{}: {} {}", p, a, b);
        }
    }
}

/// What a stage's weights are is a mean of those of the knots around it.
#[test]
fn weights_are_interpolated() {
    let position = random_position(9, 20, 2);
    let safety = Safety::of(&position, Limits::STATIC);
    let mut methods = Methods::default();
    let views = methods.ask(&position, &safety, None);
    let model = Model::fitted(Effort::Static);
    let p = position.board().empty().first().unwrap();
    let odds = |stage| Weights::of(model, stage).odds(views, p);
    let [_, low, high, _] = *BY_STAGE.at();
    let middle = odds((low + high) / 2.0);
    assert!((middle - (odds(low) + odds(high)) / 2.0).abs() < 1e-4);
}
