//! Local reading: whether the attacker takes some stones, if the two sides alternate in a small
//! part of the board.
//!
//! ```text
//! X X X X X     White's two stones in the corner. Black first: he takes them. White first: no better. Dead.
//! O O . . X
//! ```
//!
//! The part is cut out of the board by *firm* stones, which are taken to live; a stone beside a
//! firm one of its own colour is never captured. Either side may pass, and two passes end a line
//! with what stands on the board. So a seki stays: whoever moves first there loses, and both pass.
//!
//! Ko is as in the confirmation of life and death under Japanese rules: who has lost a stone in a
//! ko may take it back only after a pass, so that there are no threats elsewhere. A line that comes
//! back to an earlier position leaves the stones where they are.
//!
//! The search itself is that of [`crate::reading`]; the attacker is its prover. What comes out is called
//! searched, not proved, because firm stones are taken to live.

use smallvec::SmallVec;

use crate::reading::frame::{Frame, Stones, each};
use crate::reading::numbers::Numbers;
use crate::reading::search::{Goal, Opened, Search};
use crate::reading::table::Table;

/// What is known of positions while an arena is read.
pub(super) type Known = Table<State>;

/// The most positions that are remembered.
pub(super) const ROOM: usize = 1 << 15;

/// What the attacker is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To capture the block with this stone, and not to lose at once what captured it.
    Capture(u64),
    /// To leave no stone of the defender's on these points.
    Clear(u64),
}

/// A part of the board, seen by the defender (`own`) and the attacker (`other`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'a> {
    pub(super) frame: &'a Frame,
    /// Points beside firm stones of the defender's and the attacker's.
    pub(super) own_firm: u64,
    pub(super) other_firm: u64,
}

/// Whether the attacker comes to his aim: `None` if the nodes do not suffice.
pub(super) fn succeeds(
    ground: Ground<'_>,
    stones: Stones,
    aim: Aim,
    attacker_first: bool,
    nodes: &mut u32,
    known: &mut Known,
) -> Option<bool> {
    let duel = Duel { ground };
    let state = State { stones, aim, attack: attacker_first, passed: false, banned: [0; 2] };
    if let Some(decided) = duel.decided(&state) {
        return Some(decided);
    }
    let answer = Search::new(duel, known).ask(state, *nodes);
    *nodes -= answer.nodes;
    answer.proved
}

/// A position of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    stones: Stones,
    aim: Aim,
    /// Whether the attacker is to move.
    attack: bool,
    /// Whether the last move was a pass.
    passed: bool,
    /// Where the defender and the attacker may not take back in a ko until they pass.
    banned: [u64; 2],
}

struct Duel<'a> {
    ground: Ground<'a>,
}

impl Goal for Duel<'_> {
    type State = State;
    type Step = State;
    type Key = State;
    type Ground = ();

    const SHARES: bool = false;

    fn key(&self, state: &State) -> State {
        *state
    }

    fn hash(key: &State) -> u64 {
        let [own, other] = key.banned;
        let bans = Stones { own: own ^ u64::from(key.attack), other: other ^ u64::from(key.passed) };
        key.stones.hash() ^ bans.hash().rotate_left(17)
    }

    fn is_provers(&self, state: &State) -> bool {
        state.attack
    }

    fn enter(&self, state: &mut State, step: State) {
        *state = step;
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<State, State>>) {
        let mut push = |next: State| {
            let numbers = self.decided(&next).map_or_else(|| self.guess(&next), Numbers::decided);
            opened.push(Opened::new(next, next, numbers));
        };
        let empty = self.ground.frame.all() & !state.stones.all();
        if let Aim::Capture(target) = state.aim
            && !state.attack
            && state.stones.all() & target == 0
        {
            // The block was captured, and only by taking back at once is it replaced.
            self.play(state, target).into_iter().for_each(push);
            return;
        }
        for point in each(empty) {
            self.play(state, point).into_iter().for_each(&mut push);
        }
        if state.passed {
            let cleared = match state.aim {
                Aim::Capture(_) => false,
                Aim::Clear(points) => state.stones.own & points == 0,
            };
            opened.push(Opened::new(*state, *state, Numbers::decided(cleared)));
        } else {
            push(self.pass(state));
        }
    }
}

impl Duel<'_> {
    /// What is decided about a position without search.
    fn decided(&self, state: &State) -> Option<bool> {
        let frame = self.ground.frame;
        let Stones { own, .. } = state.stones;
        let goal = match state.aim {
            Aim::Capture(target) if own & target != 0 => frame.flood(target, own),
            Aim::Capture(target) => {
                let waits = !state.attack && state.stones.all() & target == 0;
                return (!waits).then_some(true);
            }
            Aim::Clear(points) => frame.flood(own & points, own),
        };
        let lives = goal & self.ground.own_firm != 0 || goal & self.alive(state.stones) != 0;
        lives.then_some(false)
    }

    /// What one expects of a position: the more liberties, the longer it takes.
    fn guess(&self, state: &State) -> Numbers {
        let frame = self.ground.frame;
        let Stones { own, .. } = state.stones;
        let target = match state.aim {
            Aim::Capture(target) => frame.flood(target, own),
            Aim::Clear(points) => own & points,
        };
        let liberties = (frame.grown(target) & !state.stones.all()).count_ones();
        Numbers::open(1 + liberties, 1 + u32::from(liberties < 3))
    }

    fn pass(&self, state: &State) -> State {
        let mut banned = state.banned;
        banned[usize::from(state.attack)] = 0;
        State { attack: !state.attack, passed: true, banned, ..*state }
    }

    /// The position after a stone of the side to move; `None` if that is not allowed.
    fn play(&self, state: &State, point: u64) -> Option<State> {
        let Ground { frame, own_firm, other_firm } = self.ground;
        let before = state.stones;
        let stones = match state.attack {
            true => frame.attacked(before, point, own_firm, other_firm, false)?,
            false => frame.defended(before, point, own_firm, other_firm)?,
        };
        let (mine, gone, firm) = match state.attack {
            true => (stones.other, before.own & !stones.own, other_firm),
            false => (stones.own, before.other & !stones.other, own_firm),
        };
        let empty = frame.all() & !stones.all();
        let block = frame.flood(point, mine);
        let liberties = frame.grown(block) & empty;
        let retakes = gone.count_ones() == 1 && block == point && liberties == gone && point & firm == 0;
        let (me, you) = (usize::from(state.attack), usize::from(!state.attack));
        if retakes && state.banned[me] & point != 0 {
            return None;
        }
        let mut banned = state.banned.map(|ban| ban & empty);
        if retakes {
            banned[you] = gone;
        }
        let mut aim = state.aim;
        if let Aim::Capture(target) = aim
            && state.attack
            && gone & target != 0
            && !retakes
            && liberties.count_ones() == 1
            && block & firm == 0
        {
            // A snapback: the defender may take the captors in turn.
            aim = Aim::Capture(liberties);
        }
        Some(State { stones, aim, attack: !state.attack, passed: false, banned })
    }

    /// Stones of the defender's that live whatever the attacker does \[Benson1976\], as far as that
    /// is seen within the frame.
    fn alive(&self, stones: Stones) -> u64 {
        let Ground { frame, own_firm, other_firm } = self.ground;
        let empty = frame.all() & !stones.all();
        let regions: SmallVec<[u64; 8]> =
            frame.parts(frame.all() & !stones.own).into_iter().filter(|r| r & other_firm == 0).collect();
        if regions.len() < 2 {
            return 0;
        }
        let mut blocks: SmallVec<[(u64, u64); 8]> =
            frame.parts(stones.own).into_iter().map(|block| (block, frame.grown(block))).collect();
        loop {
            // A region counts if all its own neighbours are still in the running; firm ones always
            // are.
            let running = blocks.iter().fold(0, |all, (block, _)| all | block);
            let counts = |region: u64| frame.grown(region) & stones.own & !running == 0;
            let before = blocks.len();
            blocks.retain(|(block, beside)| {
                *block & own_firm != 0
                    || regions
                        .iter()
                        .filter(|&&r| counts(r) && r & empty & !*beside == 0 && r & *beside != 0)
                        .count()
                        >= 2
            });
            if blocks.len() == before {
                return blocks.iter().fold(0, |all, (block, _)| all | block);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Color, diagram};

    use super::*;

    /// Whether White, around whom everything is firm, is taken: if Black moves first, and if she
    /// does.
    fn taken(text: &str, target: &str) -> [Option<bool>; 2] {
        let board = diagram::board(text);
        let target = board.block(target.parse().unwrap()).unwrap();
        let white = board.stones(Color::White);
        // The outermost black stones are firm.
        let outside = board.stones(Color::Black);
        let inside = target.stone_set().flood(&(board.size().all() - outside));
        let frame = Frame::new(inside, board.size());
        let ground = Ground { frame: &frame, own_firm: 0, other_firm: frame.bits(&outside.grown()) };
        let stones = Stones { own: frame.bits(&white), other: 0 };
        let aim = Aim::Capture(frame.bits(&target.stones().take(1).collect()));
        [true, false]
            .map(|first| succeeds(ground, stones, aim, first, &mut 10_000, &mut Known::with_room(ROOM)))
    }

    #[test]
    fn three_in_a_row_depends_on_who_moves_first() {
        assert_eq!(taken(". . . . .\nX X X X X\nO O O O X\n. . . O X", "A2"), [Some(true), Some(false)]);
    }

    #[test]
    fn four_in_a_row_live() {
        assert_eq!(
            taken(". . . . . .\nX X X X X X\nO O O O O X\n. . . . O X", "A2"),
            [Some(false), Some(false)]
        );
    }

    #[test]
    fn a_single_eye_dies() {
        assert_eq!(taken(". . . .\nX X X X\nO O X X\n. O X X", "A2"), [Some(true), Some(true)]);
    }
}
