//! Playouts: random games to the end.
//!
//! A playout makes moves until both sides pass. Each move is drawn, with equal probability, from
//! the legal points that are no eyes of the side to move ([`is_eye`]); a side without such a point
//! passes. Kos may not be retaken at once, suicide is never played, and a game that runs in circles
//! (three or more kos) ends after three times as many moves as the board has points. The end is
//! counted by area: stones, and points that only one side reaches. Superko is not seen.
//!
//! That is the uniform [`Style`]. The replying one looks at what the last stone did (`reply` in the
//! source): slower, and closer to how stones fare among players who see an atari.
//!
//! On boards up to 13×13 many uniform games are played at once, a bit each (`lanes` in the source),
//! on larger ones one after the other ([`PlayoutBoard`]). The same seed gives the same outcome on
//! every machine and on any number of threads.
//!
//! Known to fail: uniformly random players neither read nor keep their eyes' surroundings, so a
//! seki is often broken up and a large dead group may live in a tenth of the games.

mod board;
mod lanes;
mod reply;
mod shape;
mod single;

pub use self::board::{PlayoutBoard, WithBoard, with_board};

use keisei_goban::{Board, Color, Komi, Move, Point, Position, Score};

use self::lanes::Plan;
use crate::names::{Named, named};

/// How the players of random games choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Any move, all with equal probability.
    Uniform,
    /// They take and save stones, play shape near the last stone, and do not put their own stones
    /// into atari.
    Replying,
}

impl Named for Style {
    const WHAT: &'static str = "style";
    const ALL: &'static [Style] = &[Style::Uniform, Style::Replying];

    fn name(self) -> &'static str {
        match self {
            Style::Uniform => "uniform",
            Style::Replying => "replying",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Style::Uniform => "Any move, all with equal probability",
            Style::Replying => {
                "Stones are taken and saved, shapes played near the last stone, no stones put into atari"
            }
        }
    }
}

named!(Style);

/// How random games came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub playouts: u32,
    /// How many of them Black won, komi and handicap bonus counted.
    pub black_wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// The sum of Black's leads on the board, without komi.
    pub lead: i64,
    /// The sum of their squares.
    pub squares: i64,
}

impl Tally {
    /// The share of the games that a side won; a draw is half a game. `None` without games.
    pub fn share(&self, color: Color) -> Option<f64> {
        if self.playouts == 0 {
            return None;
        }
        let black = (f64::from(self.black_wins) + f64::from(self.draws) / 2.0) / f64::from(self.playouts);
        Some(match color {
            Color::Black => black,
            Color::White => 1.0 - black,
        })
    }

    /// Mean and standard deviation of Black's lead. `None` without games.
    pub fn lead(&self) -> Option<(f64, f64)> {
        if self.playouts == 0 {
            return None;
        }
        let n = f64::from(self.playouts);
        let mean = self.lead as f64 / n;
        Some((mean, (self.squares as f64 / n - mean * mean).max(0.0).sqrt()))
    }

    fn count(&mut self, lead: i32, compensation: Komi) {
        let result = Score::from_points(lead) - compensation;
        self.playouts += 1;
        self.black_wins += u32::from(result.winner() == Some(Color::Black));
        self.draws += u32::from(result.winner().is_none());
        self.lead += i64::from(lead);
        self.squares += i64::from(lead) * i64::from(lead);
    }

    fn add(&mut self, other: Tally) {
        self.playouts += other.playouts;
        self.black_wins += other.black_wins;
        self.draws += other.draws;
        self.lead += other.lead;
        self.squares += other.squares;
    }
}

/// Who owned the points at the end of random games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// The number of games.
    pub games: u32,
    /// In how many of them each point was Black's, row by row from the top left.
    pub black: Vec<u32>,
    /// In how many it was White's.
    pub white: Vec<u32>,
}

impl Census {
    fn new(area: usize) -> Census {
        Census { games: 0, black: vec![0; area], white: vec![0; area] }
    }

    fn add(&mut self, other: &Census) {
        self.games += other.games;
        self.black.iter_mut().zip(&other.black).for_each(|(a, b)| *a += b);
        self.white.iter_mut().zip(&other.white).for_each(|(a, b)| *a += b);
    }
}

/// Plays so many random games after each of these moves of the side to play. A move that is not
/// legal gets no games.
///
/// The same seed gives the same tallies on any number of threads.
pub fn tally(position: &Position, moves: &[Point], playouts: u32, seed: u64, threads: usize) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); moves.len()];
    let (mut places, mut starts) = (Vec::with_capacity(moves.len()), Vec::with_capacity(moves.len()));
    for (i, &point) in moves.iter().enumerate() {
        let mut start = position.clone();
        if start.play(Move::Play(point)).is_ok() {
            places.push(i);
            starts.push(start);
        }
    }
    let (found, _) = play(&starts, Style::Uniform, playouts, seed, threads, false);
    for (i, tally) in places.into_iter().zip(found) {
        tallies[i] = tally;
    }
    tallies
}

/// Plays so many random games from a position, and tells who owned what.
///
/// The same seed gives the same outcome on any number of threads.
pub fn census(
    position: &Position,
    style: Style,
    playouts: u32,
    seed: u64,
    threads: usize,
) -> (Tally, Census) {
    let (tallies, census) = play(std::slice::from_ref(position), style, playouts, seed, threads, true);
    (tallies[0], census)
}

/// Boards of more points are played on one game at a time, which is faster there.
const LARGEST_IN_LANES: u32 = 13 * 13;

/// Plays so many games from each of these positions, which share their size, their side to play and
/// their komi.
fn play(
    starts: &[Position],
    style: Style,
    playouts: u32,
    seed: u64,
    threads: usize,
    census: bool,
) -> (Vec<Tally>, Census) {
    let Some(first) = starts.first() else { return (Vec::new(), Census::default()) };
    let size = first.board().size();
    if playouts == 0 {
        (vec![Tally::default(); starts.len()], Census::new(size.area() as usize))
    } else if style == Style::Uniform && size.area() <= LARGEST_IN_LANES {
        Plan::new(starts, playouts as usize, first.compensation(), seed).run(threads, census)
    } else {
        single::play(starts, style, playouts as usize, seed, threads, census)
    }
}

/// Does the same work on several threads, which share it among themselves, and adds up what they
/// found.
fn on_threads(threads: usize, work: impl Fn() -> (Vec<Tally>, Census) + Copy + Send) -> (Vec<Tally>, Census) {
    let threads = if cfg!(feature = "threads") { threads } else { 1 };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let (mut tallies, mut total) = work();
        for helper in helpers {
            let (more, census) = helper.join().expect("playing games does not panic");
            tallies.iter_mut().zip(more).for_each(|(a, b)| a.add(b));
            total.add(&census);
        }
        (tallies, total)
    })
}

/// Whether an empty point is an eye of a side: its own stones on all sides, and not enough of the
/// opponent's at the corners to make it false (two of four, or one at the edge).
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !size.neighbors(point).all(|q| board.get(q) == Some(color)) {
        return false;
    }
    let (mut corners, mut hostile) = (0, 0);
    for q in point.diagonals().into_iter().flatten().filter(|&q| size.contains(q)) {
        corners += 1;
        hostile += usize::from(board.get(q) == Some(color.opponent()));
    }
    hostile + usize::from(corners < 4) < 2
}
