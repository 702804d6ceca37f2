//! The last moves along a border, played out.
//!
//! ```text
//! X X X O O
//! X a b c O     Whoever moves first, Black keeps nothing and White nothing: b is neutral, and so are a and c when both have been there.
//! X X O O O
//! ```
//!
//! The two sides play in turn, near what they have, or pass. The stones around live; those that are
//! put down can be taken. After two passes a part of what is left is the territory of the one side
//! beside it, and a new stone is dead unless it hangs together with a living one, across territory
//! if need be. If it makes no difference who begins, the border is closed.
//!
//! Known to fail: the stones around have no other weaknesses here, and are never taken; nothing is
//! sacrificed.

use std::collections::HashMap;

use keisei_goban::{Board, ByColor, Color, Point, PointSet};

use crate::reading::frame::{Frame, Stones, each};

/// The most points of a border that is played out.
const MOST: usize = 10;

/// The most positions that are looked at.
const MOST_SCENES: u32 = 20_000;

/// The longest line.
const DEEPEST: u32 = 20;

/// What comes of a border.
#[derive(Clone, Debug)]
pub(super) struct Fate {
    /// Black's lead if a side begins.
    first: ByColor<i32>,
    /// The moves with which a side that begins gets that.
    pub(super) moves: ByColor<PointSet>,
    /// What each side keeps whoever begins.
    pub(super) kept: ByColor<PointSet>,
}

impl Fate {
    /// Of some points, of which those are given that lie beside what each side has; `None` if that
    /// is too much.
    pub(super) fn of(points: &PointSet, beside: &ByColor<PointSet>, board: &Board) -> Option<Fate> {
        if points.len() > MOST {
            return None;
        }
        let frame = Frame::new(*points, board.size());
        let beside = ByColor::new_with(|color| frame.bits(&beside[color]));
        Contest {
            frame,
            points: *points,
            beside,
            known: HashMap::new(),
            line: Vec::new(),
            left_out: 0,
            left: MOST_SCENES,
        }
        .fate()
    }

    /// How much it matters who begins.
    pub(super) fn swing(&self) -> i32 {
        self.first.black - self.first.white
    }
}

/// Points of a border and what lies beside them.
struct Contest {
    frame: Frame,
    points: PointSet,
    /// Points beside what each side has.
    beside: ByColor<u64>,
    known: HashMap<Scene, i32>,
    /// What stood there on the way to the scene that is looked at: no position comes back.
    line: Vec<ByColor<u64>>,
    /// How many moves were left out because of that, and how many positions may still be looked at.
    left_out: u32,
    left: u32,
}

/// What stands there, whose turn it is, whether the other passed, and where each side may not take
/// back: who takes first wins a ko.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Scene {
    stones: ByColor<u64>,
    turn: Color,
    passed: bool,
    ko: ByColor<u64>,
}

impl Contest {
    fn fate(&mut self) -> Option<Fate> {
        let start = ByColor::new_with(|turn| Scene {
            stones: ByColor { black: 0, white: 0 },
            turn,
            passed: false,
            ko: ByColor { black: 0, white: 0 },
        });
        let first = ByColor { black: self.value(start.black, 0)?, white: self.value(start.white, 0)? };
        let lines =
            ByColor { black: self.kept_if_first(start.black)?, white: self.kept_if_first(start.white)? };
        // Points that a side keeps only if it begins are evened out by others elsewhere: nobody's.
        let kept = ByColor::new_with(|color| self.set(lines.black[color] & lines.white[color]));
        let mut moves = ByColor::default();
        for turn in Color::ALL {
            for (next, gain) in self.nexts(&start[turn]) {
                if !next.passed && gain + self.value(next, 1)? == first[turn] {
                    moves[turn] |= self.set(next.stones[turn]);
                }
            }
        }
        Some(Fate { first, moves, kept })
    }

    fn set(&self, bits: u64) -> PointSet {
        let inside = |p: &Point| self.frame.bits(&[*p].into_iter().collect()) & bits != 0;
        self.points.iter().filter(inside).collect()
    }

    /// What each side keeps at the end of the best line.
    fn kept_if_first(&mut self, mut stage: Scene) -> Option<ByColor<u64>> {
        for depth in 0..DEEPEST {
            let value = self.value(stage, depth)?;
            let mut best = None;
            for (next, gain) in self.nexts(&stage) {
                if next.passed && stage.passed {
                    if self.lead(&stage) == value {
                        return Some(self.kept(&stage).0);
                    }
                } else if gain + self.value(next, depth + 1)? == value {
                    best = Some(next);
                    break;
                }
            }
            match best {
                Some(next) => stage = next,
                None => break,
            }
        }
        Some(self.kept(&stage).0)
    }

    /// What can follow, and what Black takes by it. Passing first: the best line is the shortest.
    fn nexts(&self, stage: &Scene) -> Vec<(Scene, i32)> {
        let Scene { stones, turn, ko, .. } = *stage;
        let other = turn.opponent();
        let mut nexts = vec![(Scene { stones, turn: other, passed: true, ko }, 0)];
        let empty = self.frame.all() & !stones.black & !stones.white;
        let reach = self.frame.grown(self.beside[turn] | self.frame.grown(stones[turn]));
        for point in each(empty & reach & !ko[turn]) {
            let before = Stones { own: stones[turn], other: stones[other] };
            let Some(after) = self.frame.defended(before, point, self.beside[turn], self.beside[other])
            else {
                continue;
            };
            let gone = before.other & !after.other;
            let block = self.frame.flood(point, after.own);
            let liberties = self.frame.grown(block) & self.frame.all() & !after.all();
            // What only gives stones away would make the lines run in circles.
            if gone == 0 && liberties.count_ones() == 1 && block & self.beside[turn] == 0 {
                continue;
            }
            let is_ko = gone.count_ones() == 1 && block == point && liberties == gone;
            let mut ko = ko;
            if is_ko && point & self.beside[turn] == 0 {
                ko[other] |= gone;
            }
            let stones = ByColor::new_with(|color| if color == turn { after.own } else { after.other });
            nexts.push((
                Scene { stones, turn: other, passed: false, ko },
                turn.sign() * gone.count_ones() as i32,
            ));
        }
        nexts
    }

    /// Black's lead, in territory and prisoners; `None` if it takes too long to find out.
    fn value(&mut self, stage: Scene, depth: u32) -> Option<i32> {
        if let Some(&known) = self.known.get(&stage) {
            return Some(known);
        }
        if depth >= DEEPEST {
            self.left_out += 1;
            return Some(self.lead(&stage));
        }
        self.left = self.left.checked_sub(1)?;
        let left_out = self.left_out;
        let mut best: Option<i32> = None;
        self.line.push(stage.stones);
        for (next, gain) in self.nexts(&stage) {
            if !next.passed && self.line.contains(&next.stones) {
                self.left_out += 1;
                continue;
            }
            let value = match next.passed && stage.passed {
                true => self.lead(&stage),
                false => gain + self.value(next, depth + 1)?,
            };
            best = Some(match (best, stage.turn) {
                (None, _) => value,
                (Some(best), Color::Black) => value.max(best),
                (Some(best), Color::White) => value.min(best),
            });
        }
        self.line.pop();
        let best = best.unwrap_or(0);
        // What holds on this line alone is not kept.
        if self.left_out == left_out {
            self.known.insert(stage, best);
        }
        Some(best)
    }

    /// Black's lead as the stones stand.
    fn lead(&self, stage: &Scene) -> i32 {
        let (kept, dead) = self.kept(stage);
        let points = |color: Color| (kept[color].count_ones() + dead[color.opponent()].count_ones()) as i32;
        points(Color::Black) - points(Color::White)
    }

    /// The territory of each side as the stones stand, and the stones that are dead.
    fn kept(&self, stage: &Scene) -> (ByColor<u64>, ByColor<u64>) {
        let territory = |stones: ByColor<u64>| {
            let mut kept = ByColor { black: 0, white: 0 };
            let reach = ByColor::new_with(|color| self.beside[color] | self.frame.grown(stones[color]));
            for part in self.frame.parts(self.frame.all() & !stones.black & !stones.white) {
                match (part & reach.black != 0, part & reach.white != 0) {
                    (true, false) => kept.black |= part,
                    (false, true) => kept.white |= part,
                    _ => {}
                }
            }
            kept
        };
        let kept = territory(stage.stones);
        let mut dead = ByColor { black: 0, white: 0 };
        for color in Color::ALL {
            let own = stage.stones[color];
            let alive = self
                .frame
                .flood(own & self.beside[color] | kept[color] & self.beside[color], own | kept[color]);
            dead[color] = own & !alive;
        }
        if dead.black | dead.white == 0 {
            return (kept, dead);
        }
        let living = ByColor::new_with(|color| stage.stones[color] & !dead[color]);
        (territory(living), dead)
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::diagram;

    use super::super::border::Borders;
    use super::*;

    /// The swing of the only gap of a board.
    fn swing(text: &str) -> Option<i32> {
        let borders = Borders::of(&diagram::board(text), &PointSet::EMPTY, &mut HashMap::new());
        assert_eq!(borders.gaps.len(), 1);
        borders.gaps[0].fate.as_ref().map(Fate::swing)
    }

    #[test]
    fn gaps() {
        // Black keeps A3 if he plays B3.
        assert_eq!(swing(". X O .\nX X O .\n. . O .\nX X O .\n. X O ."), Some(1));
        // Whoever enters a square of two by two is answered at the diagonal.
        assert_eq!(swing(". X . . O .\n. X . . O .\n. X X O O ."), Some(0));
        // Who jumps in between the other side's walls gains a point, and has to connect.
        assert_eq!(swing(". X X X X O O .\nX . . . . . . O\n. X X X X O O ."), Some(2));
    }

    /// Plays on a real board, without any of the short cuts: Black's lead in territory and
    /// prisoners, stones that can be taken by the living ones around counted as they stand.
    fn brute(
        board: &Board,
        points: PointSet,
        turn: Color,
        passed: bool,
        ko: Option<Point>,
        depth: u32,
    ) -> i32 {
        let sign = turn.sign();
        let lead = || {
            let mut lead = 0;
            for part in (board.empty() & points).components() {
                let touches = |color: Color| !part.grown().is_disjoint(&board.stones(color));
                match (touches(Color::Black), touches(Color::White)) {
                    (true, false) => lead += part.len() as i32,
                    (false, true) => lead -= part.len() as i32,
                    _ => {}
                }
            }
            lead
        };
        let mut best = if passed { lead() } else { brute(board, points, turn.opponent(), true, None, depth) };
        if depth == 0 {
            return lead();
        }
        for p in board.empty() & points {
            let mut after = board.clone();
            if board.is_suicide(turn, p) || Some(p) == ko {
                continue;
            }
            let outcome = after.play(turn, p).unwrap();
            let later = brute(&after, points, turn.opponent(), false, outcome.ko, depth - 1);
            let value = sign * outcome.captured as i32 + later;
            best = sign * (sign * value).max(sign * best);
        }
        best
    }

    /// In corridors nothing is taken that matters, and every stone is joined to its side: the fates
    /// agree with playing on the board.
    #[test]
    fn corridors_are_as_played_on_the_board() {
        for (black, white) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)] {
            let wall = format!(". {}{}.", "X ".repeat(black), "O ".repeat(white));
            let gap = format!("X {}O", ". ".repeat(black + white));
            let text = format!("{wall}\n{gap}\n{wall}");
            let board = diagram::board(&text);
            let start: PointSet = ["B2".parse().unwrap()].into_iter().collect();
            let points = start.flood(&board.empty());
            let played = brute(&board, points, Color::Black, false, None, 6)
                - brute(&board, points, Color::White, false, None, 6);
            assert_eq!(swing(&text), Some(played), "\n{text}");
        }
    }
}
