//! Choosing a move without search: a player that is legal and sensible, no more.
//!
//! Every candidate is judged by the *reach* it gains: how many more points are then nearer to one's
//! own stones than to the opponent's (walking over empty points), plus what the move takes, saves
//! and threatens. It fills no eyes of its own, puts no large block into atari, never makes a board
//! that was there before (so that its games end under any rules), and passes when nothing is left
//! to gain.
//!
//! Known to fail: it reads nothing, so it loses every fight that needs two moves of foresight. It
//! is here so that engines have somebody to play against until real players arrive.

use keisei_goban::{Board, Color, Game, Move, Point, PointMap, PointSet};

use crate::playout::is_eye;

/// Blocks from this size on are not put into atari by their own side.
const LARGE: usize = 3;
/// Areas up to this size that only the opponent touches are not invaded.
const HOPELESS: usize = 14;

/// A candidate and what it promises, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The gain in points for the side that moves, compared with passing.
    pub gain: f64,
}

/// A player without search.
#[derive(Clone, Debug)]
pub struct PlainPlayer {
    random: u64,
    distances: [PointMap<u8>; 2],
    queue: Vec<Point>,
}

impl PlainPlayer {
    /// A player; the seed decides between moves that promise the same.
    pub fn new(seed: u64) -> PlainPlayer {
        PlainPlayer { random: seed, distances: [PointMap::filled(0), PointMap::filled(0)], queue: Vec::new() }
    }

    /// The move it would make for this side.
    pub fn choose(&mut self, game: &Game, color: Color) -> Move {
        let candidates = self.rank(game, color);
        let Some(best) = candidates.first().filter(|c| c.mv != Move::Pass) else { return Move::Pass };
        let equal = candidates.iter().take_while(|c| c.gain == best.gain).count();
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        candidates[(self.random >> 33) as usize % equal].mv
    }

    /// All sensible moves for this side, best first, and last a pass, which is for when nothing
    /// else is left. The same position gives the same list.
    pub fn rank(&mut self, game: &Game, color: Color) -> Vec<Candidate> {
        let board = game.position().board();
        let size = board.size();
        self.measure(board);
        let settled = settled(board, color);
        let mut candidates: Vec<Candidate> = Vec::new();
        for point in size.points() {
            if settled.contains(point)
                || is_eye(board, color, point)
                || game.legality(color, Move::Play(point)).is_err()
                || game.repeats_position(color, point)
            {
                continue;
            }
            let mut after = board.clone();
            let Ok(outcome) = after.play(color, point) else { continue };
            let Some(own) = after.block(point) else { continue };
            if own.liberties() == 1 && own.len() >= LARGE && outcome.captured < own.len() {
                continue;
            }
            let reach = self.reach(board, color, point);
            let tactics = tactics(board, &after, color, point, outcome.captured);
            // Low moves are for where there is contact.
            let contact = size.neighbors(point).any(|q| board.get(q).is_some());
            let line = match size.line(point) {
                1 if !contact => -1.5,
                2 if !contact => -0.5,
                _ => 0.0,
            };
            candidates.push(Candidate { mv: Move::Play(point), gain: reach + tactics + line });
        }
        // Ties by place, so that the order does not depend on the sort.
        candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.mv.cmp(&b.mv)));
        candidates.push(Candidate { mv: Move::Pass, gain: 0.0 });
        candidates
    }

    /// Measures every point's distance from each side's stones, walking over empty points.
    fn measure(&mut self, board: &Board) {
        for side in Color::ALL {
            let distances = &mut self.distances[side as usize];
            distances.fill(FAR);
            self.queue.clear();
            for stone in board.stones(side) {
                distances[stone] = 0;
                self.queue.push(stone);
            }
            walk(board, distances, &mut self.queue, |_, _| {});
        }
    }

    /// The reach gained by a stone: it brings the points around it nearer. (That it stands in the
    /// opponent's way, and what it takes off the board, is not counted here.) Costs a walk over the
    /// few dozen points around it.
    fn reach(&mut self, board: &Board, color: Color, point: Point) -> f64 {
        let theirs = &self.distances[color.opponent() as usize];
        let mut nearer = self.distances[color as usize].clone();
        let mut gain = lead(0, theirs[point]) - lead(nearer[point], theirs[point]);
        nearer[point] = 0;
        self.queue.clear();
        self.queue.push(point);
        walk(board, &mut nearer, &mut self.queue, |p, (old, new)| {
            gain += lead(new, theirs[p]) - lead(old, theirs[p]);
        });
        gain
    }
}

/// Distances from here on are all the same.
const FAR: u8 = 6;

/// Lowers distances around the points in the queue, and tells each change.
fn walk(
    board: &Board,
    distances: &mut PointMap<u8>,
    queue: &mut Vec<Point>,
    mut tell: impl FnMut(Point, (u8, u8)),
) {
    let mut next = 0;
    while let Some(&p) = queue.get(next) {
        next += 1;
        let step = distances[p] + 1;
        for q in p.neighbors() {
            if step < FAR && board.is_empty(q) && distances[q] > step {
                tell(q, (distances[q], step));
                distances[q] = step;
                queue.push(q);
            }
        }
    }
}

/// What a point is worth to one side, by its own and the opponent's distance.
fn lead(own: u8, theirs: u8) -> f64 {
    match own.cmp(&theirs) {
        std::cmp::Ordering::Less => weight(theirs - own),
        std::cmp::Ordering::Greater => -weight(own - theirs),
        std::cmp::Ordering::Equal => 0.0,
    }
}

/// A lead of one step is less than a point.
fn weight(lead: u8) -> f64 {
    match lead {
        1 => 0.5,
        2 => 0.75,
        _ => 1.0,
    }
}

/// What a move takes, saves and threatens at once.
fn tactics(before: &Board, after: &Board, color: Color, point: Point, captured: usize) -> f64 {
    let mut value = if captured > 0 { 3.0 + 2.0 * captured as f64 } else { 0.0 };
    let mut seen = PointSet::EMPTY;
    let liberties = after.block(point).map_or(0, |block| block.liberties());
    for q in before.size().neighbors(point) {
        let Some(block) = before.block(q).filter(|_| !seen.contains(q)) else { continue };
        seen |= block.stone_set();
        let stones = block.len() as f64;
        if block.color() == color {
            if block.liberties() == 1 && liberties >= 2 {
                value += 3.0 + 2.0 * stones;
            }
        } else if block.liberties() == 2 {
            value += 0.5 + 0.3 * stones;
        }
    }
    // A stone that can be taken at once is worth little.
    if liberties == 1 && captured == 0 { value - 3.0 } else { value }
}

/// Points where nothing is to be gained: areas that one side alone touches, its own of any size and
/// the opponent's up to a size in which nobody lives.
fn settled(board: &Board, color: Color) -> PointSet {
    let mut settled = PointSet::EMPTY;
    for area in board.empty().components() {
        let beside = area.grown();
        let touches = |side: Color| !board.stones(side).is_disjoint(&beside);
        let (own, theirs) = (touches(color), touches(color.opponent()));
        let large = board.size().area() as usize / 2;
        if (own && !theirs && area.len() < large) || (theirs && !own && area.len() <= HOPELESS) {
            // Unless a block beside it is in atari: then there is something to take or to save.
            let urgent =
                (beside - area).iter().filter_map(|p| board.block(p)).any(|block| block.liberties() == 1);
            if !urgent {
                settled |= area;
            }
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Position, Rules, Size, board};
    use proptest::prelude::*;

    use super::*;

    fn game(board: Board) -> Game {
        let mut position = Position::new(board);
        position.set_rules(Rules::CHINESE);
        Game::new(position)
    }

    fn choice(board: Board, color: Color) -> String {
        PlainPlayer::new(1).choose(&game(board), color).to_string()
    }

    #[test]
    fn takes_and_saves() {
        let taken = board!(
            ". . . . .
             . . X . .
             . X O . .
             . . X . .
             . . . . ."
        );
        assert_eq!(choice(taken.clone(), Color::Black), "D3");
        assert_eq!(choice(taken, Color::White), "D3");
    }

    #[test]
    fn fills_no_eyes_and_passes_when_nothing_is_left() {
        let finished = board!(
            ". X O . O
             X X O O O
             . X O . .
             X X O O O
             . X O . O"
        );
        assert_eq!(choice(finished.clone(), Color::Black), "pass");
        assert_eq!(choice(finished, Color::White), "pass");
    }

    #[test]
    fn puts_no_large_block_into_atari() {
        // C1 would leave four white stones with one liberty.
        let board = board!(
            ". X O . .
             . X O . .
             X X O O O
             X O O X X
             O . X . ."
        );
        let mut player = PlainPlayer::new(1);
        for candidate in player.rank(&game(board.clone()), Color::White) {
            if let Move::Play(p) = candidate.mv {
                let mut after = board.clone();
                after.play(Color::White, p).unwrap();
                let block = after.block(p).unwrap();
                assert!(block.liberties() > 1 || block.len() < LARGE, "{p}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Two of them play a legal game that ends.
        #[test]
        fn games_end((side, seed) in (2..=9u32, any::<u64>())) {
            let mut game = game(Board::new(Size::square(side).unwrap()));
            let mut players = [PlainPlayer::new(seed), PlainPlayer::new(seed ^ 1)];
            let mut moves = 0;
            while !game.is_over() {
                let color = game.position().to_play();
                let mv = players[color as usize].choose(&game, color);
                prop_assert!(game.play(mv).is_ok());
                moves += 1;
                prop_assert!(moves < 6 * side * side + 100, "{:?}", game.position());
            }
        }
    }
}
