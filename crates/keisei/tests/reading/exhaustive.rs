//! The exhaustive search against brute force, on every board of a few points: who succeeds, whether by a
//! ko, and by which move. How often there is which answer is told by the brute force alone, and so is
//! written down.

use keisei::reading::{Limits, Reader, Reading, Success};
use keisei_goban::{Board, Color, Point, Setup, Size, board};

use crate::brute::{Asked, EVERYWHERE, Grid, Side, State, Stones, Truth, each};

pub(crate) fn point(grid: &Grid, p: usize) -> Point {
    Point::at((p % grid.width) as u32, (p / grid.width) as u32)
}

pub(crate) fn number(grid: &Grid, point: Point) -> usize {
    point.row() as usize * grid.width + point.column() as usize
}

/// The defender is White.
pub(crate) fn board(grid: &Grid, stones: &Stones) -> Board {
    let mut setup = Setup::new(Size::new(grid.width as u32, grid.height as u32).unwrap());
    for (side, color) in [(Side::Defender, Color::White), (Side::Attacker, Color::Black)] {
        for p in each(stones.of(side)) {
            setup.set(point(grid, p), Some(color));
        }
    }
    Board::from_setup(&setup).unwrap()
}

/// What the reader says of a question.
pub(crate) fn read(reader: &mut Reader, grid: &Grid, asked: Asked, state: State) -> Reading {
    let (board, ko) = (board(grid, &state.stones), state.ko.map(|p| point(grid, p)));
    let said = match (asked, state.to_move) {
        (Asked::Capture(target), Side::Attacker) => reader.attack(&board, point(grid, target), ko),
        (Asked::Capture(target), Side::Defender) => reader.defend(&board, point(grid, target), ko),
        (Asked::Connection(ends), Side::Attacker) => {
            reader.disconnect(&board, ends.map(|p| point(grid, p)), ko)
        }
        (Asked::Connection(ends), Side::Defender) => reader.connect(&board, ends.map(|p| point(grid, p)), ko),
    };
    said.unwrap()
}

/// How often there was which answer.
#[derive(Default, Debug)]
struct Seen {
    /// By the code of the answer, if the attacker moves first.
    attacker: [usize; 4],
    /// The same if the defender does.
    defender: [usize; 4],
    /// With a point that is banned.
    banned: usize,
    /// With a move that begins it.
    moves: usize,
    /// Where the answer would be another if circles counted for the prover.
    circles: usize,
}

/// Asks about all boards on which the stones stand, whoever moves first, and whatever may be banned.
fn compare(grid: &Grid, asked: Asked, seen: &mut Seen) {
    let boards = grid.boards().filter(|stones| asked.stands(stones) && !asked.are_one(grid, stones));
    let mut starts = Vec::new();
    for stones in boards {
        for to_move in [Side::Defender, Side::Attacker] {
            let kos = grid.kos(&stones, to_move).map(Some);
            starts.extend(kos.chain([None]).map(|ko| State { stones, to_move, ko }));
        }
    }
    let truth = Truth::new(grid, asked, EVERYWHERE, &starts);
    let round = truth.if_circles_counted();
    let mut reader = Reader::new(Limits { nodes: 200_000, exhaustive: true, ..Limits::default() });
    for start in starts {
        let said = read(&mut reader, grid, asked, start);
        let success = truth.success(start);
        let position = || format!("{asked:?}, {start:?}:\n{:?}", board(grid, &start.stones));
        assert_eq!((said.success, said.narrow), (Some(success), false), "{}", position());
        if let Some(point) = said.point {
            let good = truth.good_moves(start, success);
            assert!(good.contains(&Some(number(grid, point))), "{point}, {}", position());
        }
        let codes = match start.to_move {
            Side::Attacker => &mut seen.attacker,
            Side::Defender => &mut seen.defender,
        };
        codes[usize::from(success.code())] += 1;
        seen.banned += usize::from(start.ko.is_some());
        seen.moves += usize::from(said.point.is_some());
        seen.circles += usize::from(round.success(start) != success);
    }
}

fn captures(width: usize, height: usize) -> Seen {
    let grid = Grid::new(width, height);
    let mut seen = Seen::default();
    for target in grid.unlike((0..grid.points()).map(|p| 1 << p)) {
        each(target).for_each(|target| compare(&grid, Asked::Capture(target), &mut seen));
    }
    seen
}

fn connections(width: usize, height: usize) -> Seen {
    let grid = Grid::new(width, height);
    let mut seen = Seen::default();
    let pairs = (0..grid.points()).flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b));
    for ends in grid.unlike(pairs) {
        let (a, b) = (ends.trailing_zeros() as usize, 63 - ends.leading_zeros() as usize);
        compare(&grid, Asked::Connection([a, b]), &mut seen);
    }
    seen
}

#[test]
fn captures_are_what_brute_force_says() {
    let seen = captures(4, 2);
    assert_eq!(seen.attacker, [819, 1461, 149, 109]);
    assert_eq!(seen.defender, [594, 1726, 58, 131]);
    assert_eq!((seen.banned, seen.circles), (145, 38));
    assert!(seen.moves > 3_000, "{seen:?}");
    let seen = captures(3, 3);
    assert_eq!(seen.attacker, [4495, 5442, 1255, 843]);
    assert_eq!(seen.defender, [1905, 8688, 447, 899]);
    assert_eq!((seen.banned, seen.circles), (852, 1403));
    assert!(seen.moves > 15_000, "{seen:?}");
}

#[test]
fn connections_are_what_brute_force_says() {
    let seen = connections(4, 2);
    assert_eq!(seen.attacker, [393, 978, 1, 60]);
    assert_eq!(seen.defender, [255, 1099, 1, 1]);
    assert_eq!((seen.banned, seen.circles), (104, 0));
    assert!(seen.moves > 2_000, "{seen:?}");
    let seen = connections(3, 3);
    assert_eq!(seen.attacker, [1450, 2623, 4, 204]);
    assert_eq!(seen.defender, [530, 3512, 4, 4]);
    assert_eq!((seen.banned, seen.circles), (357, 17));
    assert!(seen.moves > 6_000, "{seen:?}");
    let seen = connections(5, 2);
    assert_eq!(seen.attacker, [6370, 15844, 51, 635]);
    assert_eq!(seen.defender, [5284, 16673, 56, 59]);
    assert_eq!((seen.banned, seen.circles), (1696, 0));
    assert!(seen.moves > 30_000, "{seen:?}");
}

/// Larger boards that are nearly full: more blocks, shortages of liberties, and proofs that rest on more
/// of the board, each against everything that can happen there.
#[test]
fn connections_on_scattered_boards_are_what_brute_force_says() {
    let grid = Grid::new(4, 3);
    let mut random = fastrand::Rng::with_seed(17);
    let mut reader = Reader::new(Limits { nodes: 400_000, exhaustive: true, ..Limits::default() });
    let mut seen = [[0usize; 4]; 2];
    for _ in 0..SCATTERED {
        let Some((stones, ends)) = scattered(&grid, &mut random) else { continue };
        let asked = Asked::Connection(ends);
        let starts = [Side::Attacker, Side::Defender].map(|to_move| State { stones, to_move, ko: None });
        let truth = Truth::new(&grid, asked, EVERYWHERE, &starts);
        for (start, seen) in starts.into_iter().zip(&mut seen) {
            let said = read(&mut reader, &grid, asked, start);
            let success = truth.success(start);
            assert_eq!(said.success, Some(success), "{ends:?} on {:?}", board(&grid, &stones));
            seen[usize::from(success.code())] += 1;
        }
    }
    assert!(seen.iter().all(|seen| seen[0] > 50 && seen[1] > 50), "{seen:?}");
}

/// How many boards are tried.
const SCATTERED: usize = 2_000;

/// Random stones, and two of White's that are not one block.
fn scattered(grid: &Grid, random: &mut fastrand::Rng) -> Option<(Stones, [usize; 2])> {
    let mut stones = Stones::default();
    for p in 0..grid.points() {
        match random.u8(..8) {
            0..=2 => stones.defender |= 1 << p,
            3..=5 => stones.attacker |= 1 << p,
            _ => {}
        }
    }
    let own: Vec<usize> = each(stones.defender).collect();
    let ends = [random.choice(&own).copied()?, random.choice(&own).copied()?];
    let asked = Asked::Connection(ends);
    (grid.is_legal(&stones) && !asked.are_one(grid, &stones)).then_some((stones, ends))
}

/// White's two blocks have two eyes each, and no way leads from one to the other: Black's ring between
/// them has four liberties. But those are a square, in which there are no two eyes whoever moves first;
/// so the ring is taken in time, and White comes together where it stood. Black can but pass.
#[test]
fn blocks_are_not_cut_by_stones_that_are_taken_in_the_end() {
    let board = board!(
        "
        . O X X X X O .
        O O X . . X O O
        . O X . . X O .
        "
    );
    let ends = ["B1", "G1"].map(|vertex| vertex.parse().unwrap());
    let asked = |limits| {
        let mut reader = Reader::new(limits);
        let said = [reader.connect(&board, ends, None), reader.disconnect(&board, ends, None)];
        said.map(|said| said.unwrap().success)
    };
    let exhaustive = Limits { nodes: 400_000, exhaustive: true, ..Limits::default() };
    assert_eq!(asked(exhaustive), [Some(Success::Yes), Some(Success::No)]);
    assert_eq!(asked(Limits::default()), [Some(Success::Yes), Some(Success::No)]);
}
