//! Reading on 19×19 boards: a ladder from corner to corner, what becomes of all blocks with up to three
//! liberties of a middle game, and of its near pairs of blocks; as ratios to Benson's rule for both
//! colours. And how many positions a second are looked at.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::reading::{Limits, Reader, Success};
use keisei::safety::unconditional_life;
use keisei_goban::{Block, Board, Color, Point, Position, Size, sgf};

fn middle_game() -> Position {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    let replay = sgf::Replay { moves: Some(150), ..sgf::Replay::default() };
    record.replay(&replay).unwrap().game.position().clone()
}

/// A white stone in the lower left that Black chases into the upper right.
fn ladder() -> (Board, Point) {
    let mut board = Board::new(Size::default());
    let vertex = |text: &str| text.parse::<Point>().expect("a vertex");
    board.play(Color::White, vertex("D4")).expect("an empty point");
    for text in ["C4", "D3", "E3"] {
        board.play(Color::Black, vertex(text)).expect("an empty point");
    }
    (board, vertex("D4"))
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let position = middle_game();
    let (running, runner) = ladder();
    let board = position.board();
    let blocks: Vec<Point> = board
        .blocks()
        .filter(|block| block.liberties() <= 3)
        .filter_map(|block: Block<'_>| block.stones().next())
        .collect();
    let benson = || Color::ALL.map(|color| unconditional_life(black_box(&position).board(), color, false));
    let mut reader = Reader::new(Limits::default());
    let mut run = || {
        let reading = reader.ladder(black_box(&running), runner, None).expect("a ladder");
        assert_eq!(reading.success, Some(Success::Yes));
        reading.nodes
    };
    let mut wide = Reader::new(Limits::default());
    let mut capture = || -> u32 {
        let both = |&stone| {
            let attack = wide.attack(black_box(board), stone, None).expect("a stone");
            let defence = wide.defend(black_box(board), stone, None).expect("a stone");
            attack.nodes + defence.nodes
        };
        blocks.iter().map(both).sum()
    };
    let mut groups = Reader::new(Limits::default());
    let mut connect = || Color::ALL.map(|color| groups.groups(black_box(board), color));

    let mut group = criterion.benchmark_group("reading, 19x19");
    group.sample_size(20);
    group.bench_function("benson (baseline)", |b| b.iter(benson));
    group.bench_function("ladder across the board", |b| b.iter(&mut run));
    group.bench_function("blocks with up to three liberties", |b| b.iter(&mut capture));
    group.bench_function("groups", |b| b.iter(&mut connect));
    group.finish();
    criterion.final_summary();
    // The shortest of many: other work on the machine only ever adds.
    fn shortest(times: usize, work: &mut dyn FnMut() -> u32) -> (f64, u32) {
        let mut time = || {
            let begun = Instant::now();
            let nodes = work();
            (begun.elapsed(), nodes)
        };
        let (time, nodes) = (0..times).map(|_| time()).min().unwrap_or((Duration::ZERO, 0));
        (time.as_secs_f64(), nodes)
    }
    let (baseline, _) = shortest(1_000, &mut || {
        black_box(benson());
        0
    });
    let tell = |name: &str, times: usize, work: &mut dyn FnMut() -> u32| {
        let (time, nodes) = shortest(times, work);
        println!(
            "{name}: {:.1} us, {:.2} times Benson's rule, {nodes} nodes, {:.0} thousand a second",
            time * 1e6,
            time / baseline,
            f64::from(nodes) / time / 1e3
        );
    };
    tell("ladder across the board", 1_000, &mut run);
    tell(&format!("{} blocks with up to three liberties", blocks.len()), 10, &mut capture);
    tell("groups", 5, &mut || connect().iter().map(|groups| groups.len() as u32).sum());
}
