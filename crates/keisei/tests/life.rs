//! The life of enclosed groups, against brute force: who succeeds, whether by a ko, and by which moves.

mod brute_life;

use brute_life::{Enclosed, Grid, Side, State, Stones, each};
use keisei::reading::{Limits, Reader, Success};
use keisei_goban::{Board, Color, Point, PointSet, Setup, Size};

/// How many enclosures are tried.
const ENCLOSURES: usize = 600;

/// The most positions that brute force works out for one question.
const MOST: usize = 60_000;

fn point(grid: Grid, p: usize) -> Point {
    Point::at((p % grid.width) as u32, (p / grid.width) as u32)
}

fn number(grid: Grid, point: Point) -> usize {
    point.row() as usize * grid.width + point.column() as usize
}

fn bits(grid: Grid, points: PointSet) -> u128 {
    points.iter().fold(0, |bits, p| bits | 1 << number(grid, p))
}

/// The defender is Black.
fn board(grid: Grid, wall: u128, stones: Stones) -> Option<Board> {
    let mut setup = Setup::new(Size::new(grid.width as u32, grid.height as u32).ok()?);
    for (set, color) in [(stones.defender, Color::Black), (stones.attacker | wall, Color::White)] {
        for p in each(set) {
            setup.set(point(grid, p), Some(color));
        }
    }
    Board::from_setup(&setup).ok()
}

/// A random set of connected points with so many members.
fn blob(grid: Grid, random: &mut fastrand::Rng, points: u32) -> u128 {
    // Corners and sides are where most groups live.
    let (x, y) = match random.u8(..5) {
        0 | 1 => (0, 0),
        2 | 3 => (random.usize(..grid.width), 0),
        _ => (random.usize(..grid.width), random.usize(..grid.height)),
    };
    let mut blob = 1u128 << (y * grid.width + x);
    while blob.count_ones() < points {
        let near: Vec<usize> = each(grid.beside(blob)).collect();
        // Points with more neighbours in it come first, so that it does not become a worm.
        let choices = [near[random.usize(..near.len())], near[random.usize(..near.len())]];
        let inside = |p: &usize| (grid.beside(1 << p) & blob).count_ones();
        blob |= 1 << choices.into_iter().max_by_key(inside).expect("there are two");
    }
    blob
}

/// A group of Black's on a random board, enclosed by a thick wall.
fn enclosed(random: &mut fastrand::Rng) -> Option<(Enclosed, Stones)> {
    let grid = Grid::new(random.usize(6..=9), random.usize(5..=9));
    let points = random.u32(6..=18);
    let blob = blob(grid, random, points);
    let ring = grid.beside(blob);
    let mut wall = ring | grid.beside(blob | ring);
    let (outer, inner) = (random.u8(7..=10), random.u8(0..=5));
    let intruders = random.u8(0..=3);
    let mut stones = Stones::default();
    for p in each(blob) {
        let own = if grid.beside(1 << p) & wall != 0 { outer } else { inner };
        if random.u8(..10) < own {
            stones.defender |= 1 << p;
        } else if random.u8(..10) < intruders {
            stones.attacker |= 1 << p;
        }
    }
    // What touches the wall belongs to it.
    let joined = grid.reached(wall, wall | stones.attacker);
    stones.attacker &= !joined;
    wall |= joined;
    let block = each(stones.defender).map(|p| grid.reached(1 << p, stones.defender));
    let target = block.max_by_key(|block| block.count_ones())?;
    let inside = grid.reached(target, blob & !wall);
    stones.defender &= inside;
    stones.attacker &= inside;
    let empties = (inside & !stones.all()).count_ones();
    // What is left of the blob beside the enclosure is filled.
    wall |= blob & !inside;
    let outside = grid.all() & !(blob | wall);
    let mut walls = wall;
    while walls != 0 {
        let part = grid.reached(walls & walls.wrapping_neg(), wall);
        // With fewer liberties the reader looks into whether it can be taken.
        if (grid.beside(part) & outside).count_ones() < 4 {
            return None;
        }
        walls &= !part;
    }
    (4..=9).contains(&empties).then_some((Enclosed { grid, inside, wall, target }, stones))
}

/// What was found out about the answers.
#[derive(Default, Debug)]
struct Seen {
    /// By the code of the answer, if the attacker moves first and if the defender does.
    codes: [[usize; 4]; 2],
    disagreements: Vec<String>,
}

/// What the reader says about the group, or why it says nothing.
fn read(reader: &mut Reader, enclosed: &Enclosed, board: &Board, first: Side) -> Result<Answer, String> {
    let grid = enclosed.grid;
    let stone = each(enclosed.target).next().map(|p| point(grid, p)).ok_or("there is no group")?;
    let color = if first == Side::Attacker { Color::White } else { Color::Black };
    let said = reader.ways(board, stone, None, color).map_err(|error| error.to_string())?;
    let reading = said.reading;
    let success = reading.success.ok_or_else(|| format!("nothing after {} positions", reading.nodes))?;
    // What lives without an answer is told without points.
    let is_told = said.is_proved && said.points.is_empty();
    if !is_told && bits(grid, said.points) != enclosed.inside {
        return Err(format!("something of other points, {:?}", said.points));
    }
    let mut moves: Vec<Option<usize>> = said.moves.iter().map(|step| step.map(|p| number(grid, p))).collect();
    if first == Side::Attacker {
        // That he may pass is told by the other question.
        moves.retain(Option::is_some);
    }
    moves.sort_unstable();
    Ok((success, moves))
}

/// Who succeeds, and by which moves.
type Answer = (Success, Vec<Option<usize>>);

fn told(grid: Grid, (success, moves): &Answer) -> String {
    let name = |step: &Option<usize>| step.map_or("pass".to_string(), |p| point(grid, p).to_string());
    let moves: Vec<String> = moves.iter().map(name).collect();
    format!("{} {}", success.code(), moves.join(" "))
}

/// Asks about an enclosure, whoever moves first.
fn compare(reader: &mut Reader, enclosed: &Enclosed, stones: Stones, board: &Board, seen: &mut Seen) {
    let grid = enclosed.grid;
    for to_move in [Side::Attacker, Side::Defender] {
        let Some(known) = enclosed.answer(State { stones, to_move, ko: None }, MOST) else { continue };
        seen.codes[usize::from(to_move == Side::Defender)][usize::from(known.0.code())] += 1;
        let said = read(reader, enclosed, board, to_move);
        if said.as_ref() == Ok(&known) {
            continue;
        }
        let question = if to_move == Side::Attacker { "kill" } else { "live" };
        let stone = enclosed.target.trailing_zeros() as usize;
        let said = said.map_or_else(|nothing| nothing, |said| told(grid, &said));
        let known = told(grid, &known);
        seen.disagreements.push(format!(
            "{board:?}\n{question} {}: {known}, but the reader says {said}",
            point(grid, stone)
        ));
    }
}

#[test]
fn lives_are_what_brute_force_says() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut reader = Reader::new(Limits { nodes: 1_000_000, ..Limits::default() });
    let (mut seen, mut tried) = (Seen::default(), 0);
    while tried < ENCLOSURES {
        let Some((enclosed, stones)) = enclosed(&mut random) else { continue };
        let Some(board) = board(enclosed.grid, enclosed.wall, stones) else { continue };
        compare(&mut reader, &enclosed, stones, &board, &mut seen);
        tried += 1;
    }
    let Seen { codes, disagreements } = &seen;
    let asked: usize = codes.iter().flatten().sum();
    assert!(
        disagreements.is_empty(),
        "{codes:?}: {} of {asked} agree\n{}",
        asked - disagreements.len(),
        disagreements.join("\n\n")
    );
    assert!(codes.iter().all(|codes| codes[0] > 30 && codes[1] > 100), "{codes:?}");
    assert!(codes.iter().all(|codes| codes[2] + codes[3] > 10), "{codes:?}");
}
