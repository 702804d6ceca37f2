use keisei_goban::{Board, Size, board};

use super::*;
use crate::playout::is_eye;

fn game(board: Board, komi: &str) -> Game {
    let mut position = Position::new(board);
    position.set_rules(Rules::CHINESE);
    position.set_komi(komi.parse().unwrap());
    Game::new(position)
}

fn player(playouts: u32) -> UctPlayer {
    UctPlayer::new(Options { playouts, ..Options::default() }, 1)
}

fn choice(board: Board, komi: &str, color: Color) -> String {
    player(1_000).choose(&game(board, komi), color).to_string()
}

/// Five stones with one liberty, on which the game hangs.
#[test]
fn takes_and_saves() {
    let five = board!(
        ". . . . . . .
         . X X X X X .
         X O O O O O X
         . X X X . X .
         O O O O O O O
         . O . O . O ."
    );
    assert_eq!(choice(five.clone(), "7.5", Color::Black), "E3");
    assert_eq!(choice(five, "7.5", Color::White), "E3");
}

/// Three in a row live or die by the middle.
#[test]
fn life_and_death_in_one_move() {
    let three = board!(
        ". . . X O . O
         X X X X O O O
         O O O O O . O
         O O O O O O O"
    );
    assert_eq!(choice(three.clone(), "-20", Color::Black), "B4");
    assert_eq!(choice(three, "-20", Color::White), "B4");
}

#[test]
fn without_moves_it_passes() {
    let finished = board!(
        ". X O . O
         X X O O O
         . X O O O
         X X O O O
         . X O . O"
    );
    assert_eq!(choice(finished.clone(), "0", Color::Black), "pass");
    assert_eq!(choice(finished, "0", Color::White), "pass");
}

#[test]
fn it_passes_early_only_to_end_a_won_game() {
    let almost = board!(
        ". X O . O
         X X O O O
         . X O . .
         X X O O O
         . X O . O"
    );
    for (komi, ends) in [("0.5", true), ("-7", false)] {
        let mut game = game(almost.clone(), komi);
        assert_ne!(player(100).choose(&game, Color::White), Move::Pass);
        game.play(Move::Pass).unwrap();
        assert_eq!(player(100).choose(&game, Color::White) == Move::Pass, ends, "{komi}");
    }
}

/// A dead stone on the board counts as alive for some referees: it is taken before the last pass if
/// the game hangs on it.
#[test]
fn takes_the_dead_before_it_passes() {
    let unfinished = board!(
        ". X . O .
         X X . O O
         . X X O O
         X X X O O
         O . X O O"
    );
    let mut game = game(unfinished, "2.5");
    game.play_as(Color::White, Move::Pass).unwrap();
    assert_ne!(player(500).choose(&game, Color::Black), Move::Pass);
}

#[test]
fn answers_depend_on_seed_and_game_alone() {
    let start = game(Board::new(Size::square(7).unwrap()), "6.5");
    let mut first = player(300);
    let search = first.consider(&start, Color::Black);
    assert_eq!(search.playouts, 300);
    assert_eq!(search.moves.iter().map(|m| m.visits).sum::<u32>(), 300);
    assert_eq!(search.variation.first(), search.moves.first().map(|m| &m.mv));
    assert_eq!(first.consider(&start, Color::Black), search);
    assert_eq!(player(300).consider(&start, Color::Black), search);
    let other =
        UctPlayer::new(Options { playouts: 300, ..Options::default() }, 2).consider(&start, Color::Black);
    assert_ne!(other, search);
}

#[test]
fn guides_leave_out_and_prefer() {
    let start = game(Board::new(Size::square(7).unwrap()), "6.5");
    let corner = |_: &Position, points: &[Point]| -> Vec<Point> {
        points.iter().copied().filter(|p| p.column() < 2 && p.row() < 2).collect()
    };
    let search = player(200).with_guide(FilterGuide::prune(corner)).consider(&start, Color::Black);
    assert_eq!(search.moves.len(), 4);
    let search = player(200).with_guide(FilterGuide::bias(corner, 1e6)).consider(&start, Color::Black);
    assert_eq!(search.moves.len(), 49);
    assert!(search.moves[..4].iter().all(|m| m.mv.point().is_some_and(|p| p.column() < 2 && p.row() < 2)));
    let deaf = Options { playouts: 200, guide_depth: 0, ..Options::default() };
    let search =
        UctPlayer::new(deaf, 1).with_guide(FilterGuide::prune(corner)).consider(&start, Color::Black);
    assert_eq!(search.moves.len(), 49);
    // A filter that keeps nothing has no opinion.
    let nothing = FilterGuide::prune(|_: &Position, _: &[Point]| Vec::new());
    assert_eq!(player(200).with_guide(nothing).consider(&start, Color::Black).moves.len(), 49);
    let seds = SedsGuide::new(crate::seds::Parameters::default(), 1e6);
    let best =
        crate::seds::Ranking::default().rank(start.position(), &crate::seds::Parameters::default())[0].point;
    assert_eq!(player(50).with_guide(seds).choose(&start, Color::Black), Move::Play(best));
}

/// Boards are not repeated at the root, even where the rules know only the simple ko.
#[test]
fn games_end_on_small_boards() {
    for side in 2..=5 {
        for seed in 0..3 {
            let mut game = game(Board::new(Size::square(side).unwrap()), "0");
            let mut player = UctPlayer::new(Options { playouts: 50, ..Options::default() }, seed);
            while !game.is_over() {
                let mv = player.choose(&game, game.position().to_play());
                game.play(mv).unwrap();
                assert!(game.move_number() < 300, "{:?}", game.position());
            }
        }
    }
}

/// Against random moves, as Black and as White.
#[test]
fn beats_random_moves() {
    let mut random = Random::new(5);
    for round in 0..6 {
        let mut game = game(Board::new(Size::square(7).unwrap()), "6.5");
        let ours = if round % 2 == 0 { Color::Black } else { Color::White };
        let mut player = UctPlayer::new(Options { playouts: 200, ..Options::default() }, round);
        while !game.is_over() && game.move_number() < 300 {
            let color = game.position().to_play();
            let mv = if color == ours {
                player.choose(&game, color)
            } else {
                let board = game.position().board();
                let moves: Vec<Point> =
                    game.position().legal_points().filter(|&p| !is_eye(board, color, p)).collect();
                match moves.len() as u32 {
                    0 => Move::Pass,
                    n => Move::Play(moves[random.below(n as usize)]),
                }
            };
            game.play(mv).unwrap();
        }
        assert_eq!(Count::as_it_stands(game.position()).result.winner(), Some(ours), "{:?}", game.position());
    }
}

#[test]
fn a_clock_stops_the_search() {
    let start = game(Board::new(Size::square(9).unwrap()), "6.5");
    let options = Options { playouts: u32::MAX, time: Some(Duration::ZERO), ..Options::default() };
    assert_eq!(UctPlayer::new(options, 1).consider(&start, Color::Black).playouts, 64);
}
