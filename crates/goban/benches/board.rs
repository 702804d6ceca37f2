//! The board's speed, beside the crate `goban` on the same moves in the same run.
//!
//! `cargo bench -p keisei-goban --bench board` prints criterion's figures and, at the end, ratios
//! to the baseline: machines are noisy, and a ratio within one run says more than a number of
//! nanoseconds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use goban::pieces::stones::Color as TheirColor;
use goban::rules::game::Game as TheirGame;
use goban::rules::{CHINESE, GobanSizes, Move as TheirMove};
use keisei_goban::{Board, Color, Game, KoRule, Move, Point, Position, Rules, Size};

/// Games of legal moves, the same in every run: uniformly random to the end, as a stress with many
/// captures.
fn random_games(side: u32, games: usize) -> Vec<Vec<Point>> {
    let mut random = fastrand::Rng::with_seed(2026);
    let size = Size::square(side).unwrap();
    (0..games)
        .map(|_| {
            let mut position = start(size, Rules::CHINESE);
            let mut moves = Vec::new();
            for _ in 0..size.area() {
                let legal: Vec<Point> = position.legal_points().filter(|&p| !own_eye(&position, p)).collect();
                if legal.is_empty() {
                    break;
                }
                let p = legal[random.usize(..legal.len())];
                position.play(Move::Play(p)).unwrap();
                moves.push(p);
            }
            moves
        })
        .collect()
}

fn own_eye(position: &Position, point: Point) -> bool {
    let board = position.board();
    board.size().neighbors(point).all(|q| board.get(q) == Some(position.to_play()))
}

fn start(size: Size, rules: Rules) -> Position {
    let mut position = Position::new(Board::new(size));
    position.set_rules(rules);
    position
}

fn play_board(size: Size, games: &[Vec<Point>]) -> u64 {
    let mut hash = 0;
    for moves in games {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for &p in moves {
            board.play(color, p).unwrap();
            color = !color;
        }
        hash ^= board.hash();
    }
    hash
}

fn play_position(size: Size, games: &[Vec<Point>]) -> u64 {
    let mut hash = 0;
    for moves in games {
        let mut position = start(size, Rules::CHINESE);
        for &p in moves {
            position.play(Move::Play(p)).unwrap();
        }
        hash ^= position.hash();
    }
    hash
}

fn play_game(size: Size, games: &[Vec<Point>], rules: Rules) -> u64 {
    let mut hash = 0;
    for moves in games {
        let mut game = Game::new(start(size, rules));
        for &p in moves {
            // Games random under simple ko may repeat: then the move is only judged.
            if game.play(Move::Play(p)).is_err() {
                break;
            }
        }
        hash ^= game.position().hash();
    }
    hash
}

fn play_theirs(size: Size, games: &[Vec<Point>]) -> usize {
    let mut stones = 0;
    for moves in games {
        let mut game =
            TheirGame::new(GobanSizes::Custom(size.width() as usize, size.height() as usize), CHINESE);
        for &p in moves {
            game.play(TheirMove::Play(p.column() as u8, p.row() as u8));
        }
        stones += game.goban().get_coords_by_color(Some(TheirColor::Black)).count();
    }
    stones
}

/// The shortest of several runs, per unit of work.
fn best(units: usize, mut work: impl FnMut()) -> f64 {
    let mut shortest = Duration::MAX;
    for _ in 0..30 {
        let begun = Instant::now();
        work();
        shortest = shortest.min(begun.elapsed());
    }
    shortest.as_secs_f64() * 1e9 / units as f64
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for side in [9, 19] {
        let size = Size::square(side).unwrap();
        let games = random_games(side, 20);
        let mut group = criterion.benchmark_group(format!("20 random games {side}x{side}"));
        group.bench_function("Board::play", |b| b.iter(|| play_board(size, black_box(&games))));
        group.bench_function("Position::play", |b| b.iter(|| play_position(size, black_box(&games))));
        group.finish();
        let position = middle_game(size, &games[0]);
        criterion.bench_function(&format!("copy a {side}x{side} position"), |b| {
            b.iter(|| black_box(&position).clone())
        });
    }
    criterion.final_summary();
    ratios();
}

fn middle_game(size: Size, moves: &[Point]) -> Position {
    let mut position = start(size, Rules::CHINESE);
    for &p in &moves[..moves.len() / 2] {
        position.play(Move::Play(p)).unwrap();
    }
    position
}

#[allow(clippy::print_stdout)] // A benchmark reports on standard output.
fn ratios() {
    println!("\n{:<44}{:>10}{:>10}{:>10}", "ns a move, random games to the end", "9x9", "13x13", "19x19");
    let sides = [9, 13, 19];
    let sizes = sides.map(|side| Size::square(side).unwrap());
    let games = sides.map(|side| random_games(side, 20));
    let units = [0, 1, 2].map(|i| games[i].iter().map(Vec::len).sum::<usize>());
    let row = |name: &str, f: &dyn Fn(Size, &[Vec<Point>])| {
        let ns = [0, 1, 2].map(|i| best(units[i], || f(sizes[i], &games[i])));
        println!("{name:<44}{:>10.1}{:>10.1}{:>10.1}", ns[0], ns[1], ns[2]);
        ns
    };
    let theirs = row("crate goban 0.20 (baseline)", &|size, games| {
        black_box(play_theirs(size, games));
    });
    let board = row("Board::play", &|size, games| {
        black_box(play_board(size, games));
    });
    row("Position::play (legality, ko)", &|size, games| {
        black_box(play_position(size, games));
    });
    row("Game::play (history, simple ko)", &|size, games| {
        black_box(play_game(size, games, Rules::CHINESE));
    });
    assert_eq!(Rules::CHINESE_KGS.ko(), KoRule::PositionalSuperko);
    row("Game::play (history, positional superko)", &|size, games| {
        black_box(play_game(size, games, Rules::CHINESE_KGS));
    });
    println!(
        "{:<44}{:>10.1}{:>10.1}{:>10.1}",
        "baseline / Board::play",
        theirs[0] / board[0],
        theirs[1] / board[1],
        theirs[2] / board[2]
    );

    let positions = [0, 1, 2].map(|i| middle_game(sizes[i], &games[i][0]));
    let copies = [0, 1, 2].map(|i| {
        best(1000, || {
            for _ in 0..1000 {
                black_box(black_box(&positions[i]).clone());
            }
        })
    });
    println!("{:<44}{:>10.1}{:>10.1}{:>10.1}", "ns to copy a Position", copies[0], copies[1], copies[2]);
    println!(
        "{:<44}{:>10.1}{:>10.1}{:>10.1}",
        "moves played in the time of a copy",
        copies[0] / board[0],
        copies[1] / board[1],
        copies[2] / board[2]
    );
}
