//! Lines that come back to an earlier position: a block that can be taken only by way of a circle is
//! not taken. Black attacks, White defends.
//!
//! Each circle is played by the rules of the brute force, which also tells that in every position on it
//! the block is safe, and would be taken if circles counted for Black; and that every move of it is the
//! only one: any other of White's loses the block, and after any other of Black's she is out of it.

use keisei::reading::{Limits, Reader, Success};
use keisei_goban::{Board, Color, Point, PointSet, board};

use crate::brute::{Asked, Grid, Side, State, Stones, Truth};
use crate::exhaustive::{number, read};

/// A circle, with Black to move at its beginning.
struct Circle<'c> {
    board: Board,
    /// A stone of the block that is asked about.
    target: &'c str,
    /// Where both sides may play, for the brute force.
    region: &'c str,
    /// Where Black may not take back at the beginning.
    ko: Option<&'c str>,
    moves: &'c str,
    /// How many stones each of the moves takes.
    taken: &'c [u32],
}

impl Circle<'_> {
    fn grid(&self) -> Grid {
        let size = self.board.size();
        Grid::new(size.width() as usize, size.height() as usize)
    }

    /// The positions on the circle, which ends where it began, and the moves from one to the next.
    fn steps(&self, grid: &Grid) -> Vec<(State, Option<usize>)> {
        let number = |vertex: &str| number(grid, vertex.parse::<Point>().unwrap());
        let bits = |stones: PointSet| stones.iter().fold(0, |bits, p| bits | 1 << number(&p.to_string()));
        let stones = Stones {
            defender: bits(self.board.stones(Color::White)),
            attacker: bits(self.board.stones(Color::Black)),
        };
        let start = State { stones, to_move: Side::Attacker, ko: self.ko.map(number) };
        let (mut state, mut steps, mut taken) = (start, Vec::new(), Vec::new());
        for vertex in self.moves.split_whitespace() {
            let step = (vertex != "pass").then(|| number(vertex));
            steps.push((state, step));
            let (after, captured) = grid.after(state, step);
            state = after;
            taken.push(captured);
        }
        assert_eq!((&taken[..], state), (self.taken, start));
        steps
    }

    /// Asks about all positions on the circle, and tells where the reader fails.
    fn misread(&self, limits: Limits) -> Vec<String> {
        let grid = self.grid();
        let number = |vertex: &str| number(&grid, vertex.parse().unwrap());
        let region = self.region.split_whitespace().fold(0, |bits, vertex| bits | 1 << number(vertex));
        let asked = Asked::Capture(number(self.target));
        let steps = self.steps(&grid);
        let states: Vec<State> = steps.iter().map(|&(state, _)| state).collect();
        let truth = Truth::new(&grid, asked, region, &states);
        let round = truth.if_circles_counted();
        let mut reader = Reader::new(limits);
        let mut misread = Vec::new();
        for (state, step) in steps {
            let (safe, taken) = match state.to_move {
                Side::Attacker => (Success::No, Success::Yes),
                Side::Defender => (Success::Yes, Success::No),
            };
            assert_eq!((truth.success(state), round.success(state)), (safe, taken), "{state:?}");
            // What holds for White, and what would take her if circles counted.
            let good = match state.to_move {
                Side::Attacker => round.good_moves(state, taken),
                Side::Defender => truth.good_moves(state, safe),
            };
            assert_eq!(good, [step], "{state:?}");
            let said = read(&mut reader, &grid, asked, state);
            if said.success != Some(safe) {
                misread.push(format!("{:?}", said.success));
            } else if let Some(point) = said.point
                && !truth.good_moves(state, safe).contains(&Some(self::number(&grid, point)))
            {
                misread.push(point.to_string());
            }
        }
        misread
    }
}

const EXHAUSTIVE: Limits = Limits { nodes: 50_000, widths: 4, exhaustive: true };

/// White has two stones in the upper middle, and Black one at A2 that keeps them from A1.
///
/// Black sends a second stone to A3, which threatens to take from there: White has then C3 alone. She
/// takes both at A1. Black takes that one stone back at A2, and everything is as it was, but that White
/// has a move for herself. Every move that she has would harm her, so she passes, as long as Black sends
/// two and returns one.
#[test]
fn sending_two_and_returning_one_takes_nothing() {
    let circle = Circle {
        board: board!(
            "
            . O .
            X O X
            . X X
            "
        ),
        target: "B2",
        region: "A1 B1 C1 A2 B2 C2 A3 B3 C3",
        ko: None,
        moves: "A3 A1 A2 pass",
        taken: &[0, 2, 1, 0],
    };
    for limits in [Limits::default(), EXHAUSTIVE] {
        assert!(circle.misread(limits).is_empty());
    }
}

/// Two blocks whose only liberties are three kos. White holds two of them, and Black takes one: if he
/// takes the last one as well she has no liberty left. So she takes the one that he held before, and now
/// it is he who has to take. Each of them is banned only from the ko that was taken last, so there is
/// always another to take, and threats elsewhere change nothing: that is why the answer is no, and not
/// a ko. Who passes is taken.
#[test]
fn a_triple_ko_takes_nothing() {
    let circle = Circle {
        board: board!(
            "
            O . O X
            O O X X
            O . O X
            O O X X
            O X . X
            "
        ),
        target: "A1",
        // Stones are played elsewhere only after a block was taken.
        region: "B1 C1 B3 C3 B5 C5",
        ko: Some("B3"),
        moves: "B5 C1 B3 C5 B1 C3",
        taken: &[1; 6],
    };
    for limits in [Limits::default(), EXHAUSTIVE] {
        assert!(circle.misread(limits).is_empty());
    }
}

/// Eternal life. White holds the corner, in which Black has five stones all but made: with F1 they are
/// a bulky five. The stone on C1 leaves her a false eye there, since Black can take B1 from A1.
///
/// Black throws in at C1. White plays F1 herself and sends two stones: if he does not answer she takes
/// the four at H1 and lives. Black takes the two at D1. That is atari from inside, and White takes two in
/// turn, at E1. Now C1 would be an eye, so Black throws in again.
///
/// Without C1 White has two eyes. Without F1 Black makes his five, and when she has taken them he plays in
/// the middle of what that leaves.
#[test]
fn eternal_life_takes_nothing() {
    let circle = Circle {
        board: board!(
            "
            . . . . . . . .
            X X X X X X X X
            X X O O O O O O
            X X O O X X X O
            . O . . O . X .
            "
        ),
        target: "C2",
        // Black's wall has more liberties than anybody can fill, and nothing else is open outside.
        region: "A1 C1 D1 E1 F1 G1 H1 E2 F2 G2 H2",
        ko: None,
        moves: "C1 F1 D1 E1",
        taken: &[0, 0, 2, 2],
    };
    // White has to send two at F1. The reader says that D1 does as well: what she has left when Black
    // makes his five and she takes them are six liberties, which count as an escape.
    assert_eq!(circle.misread(Limits::default()), ["D1"]);
}
