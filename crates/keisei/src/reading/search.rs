//! The search: depth first, led by proof numbers \[Nagai2002\].
//!
//! One side, the *prover*, wants to come to positions that are decided for it; the other wants to
//! prevent that. The search goes where the fewest positions are left to prove or to disprove. What a
//! position is, which moves are looked at, how promising they seem at first, and what is decided at a
//! glance is up to a [`Goal`].
//!
//! # Repetition, and results that depend on what led there
//!
//! A line that comes back to one of its positions, with the same side to move and the same bans, has
//! not come nearer to anything: the prover fails. So the prover succeeds just where he can force a
//! decision in so many moves, and that does not depend on what led there: it is a game of
//! reachability on the graph of positions.
//!
//! ```text
//!     A           The line A, B comes back to A. Cut off there, B seems lost for the prover.
//!    / \          But if A's right move succeeds, so does B, which can go to A: that B fails is
//!   B   C         true only as long as A is not proved.
//!   |   |
//!   A   …
//! ```
//!
//! A proof never rests on a line that was cut off, since a cut counts against the prover: all
//! proofs are kept. Each uses only positions proved before it, so along a proved line every position
//! was proved earlier than the one before, and none comes twice.
//!
//! A disproof may rest on cuts, which is the *graph-history interaction problem*
//! \[KishimotoMüller2004\]. It is solved by keeping account. A disproof knows the shallowest and the
//! deepest position of the line that it was cut off at. When a position is left, cuts at itself or
//! below are good: the prover would only go round in circles. If none is left, the disproof holds
//! whatever led there. If some are left it is *conditional*, and kept with the visit to the deepest of
//! them. It is used only while that very visit lasts; all above it last then too. When the visit ends
//! it counts for nothing. A line that is too long to be followed counts as cut off above the first
//! position, so that nothing that rests on it is ever taken for good, and an answer that rests on it
//! is *none*.
//!
//! # What a proof rests on
//!
//! ```text
//! . X a . X .     Whatever the attacker does far away, Black connects at a, b or c. What shows that if
//! . . b c . .     she passes rests on these points and a few liberties beside them: its ground. Only a
//! . . . . . .     move there can change it, and no other has to be looked at.
//! ```
//!
//! Of the prover's opponent a goal may list the moves that seem natural, a pass first
//! ([`Goal::PASSES_FIRST`]). That he fails is believed only when the pass is refuted too, and with it
//! every move in the *ground* of that refutation, natural or not. So no answer is forgotten, as far as the
//! goal tells truly what its moves and glances rest on; that is what brute force tests. A ground is that of
//! the position after a move, with what the move itself rests on; where the opponent has the choice, those
//! of all his moves together.
//!
//! The limit is a number of positions, so that the same question has the same answer on every
//! machine.

use keisei_goban::PointSet;

use super::numbers::Numbers;
use super::table::{Table, Under};

/// What is asked of positions of a kind.
pub(crate) trait Goal {
    /// A position, with whose turn it is and what may not be played.
    type State: Clone;
    /// A move, or what else leads to the next position.
    type Step: Copy;
    /// What makes two positions the same.
    type Key: Copy + Eq;
    /// What a proof rests on.
    type Ground: Ground;

    /// Its key.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A number that spreads keys evenly.
    fn hash(key: &Self::Key) -> u64;

    /// Whether the prover is to move.
    fn is_provers(&self, state: &Self::State) -> bool;

    /// What a position is that is looked at for the first time, if more can be said than when its moves
    /// were listed.
    fn look(&mut self, state: &Self::State) -> Option<Numbers> {
        let _ = state;
        None
    }

    /// Adds the moves of a position that is not decided, the most natural first. If there is none, the
    /// side to move fails.
    fn open(&mut self, state: &Self::State, opened: &mut Vec<Opened<Self::Step, Self::Key>>);

    /// Makes a position the one after a move.
    fn enter(&self, state: &mut Self::State, step: Self::Step);

    /// What it rests on that a position is proved at a glance.
    fn glance_ground(&self, state: &Self::State) -> Self::Ground {
        let _ = state;
        Self::Ground::default()
    }

    /// The same of the position after a move, of which that was told when it was listed.
    fn opened_ground(&self, state: &Self::State, step: Self::Step) -> Self::Ground {
        let _ = (state, step);
        Self::Ground::default()
    }

    /// Adds what a move itself rests on to the ground of the position after it.
    fn rest(&self, state: &Self::State, step: Self::Step, ground: &mut Self::Ground) {
        let _ = (state, step, ground);
    }

    /// Adds further moves of the prover's opponent once all that were listed are refuted: those that
    /// touch the ground on which that rests.
    fn answers(
        &mut self,
        state: &Self::State,
        ground: &Self::Ground,
        opened: &mut Vec<Opened<Self::Step, Self::Key>>,
    ) {
        let _ = (state, ground, opened);
    }

    /// Whether the moves of the prover's opponent mostly lead to the same positions: then the number
    /// of positions to prove is little more than that of the hardest of them.
    const SHARES: bool;

    /// The same of the prover's moves.
    const BOTH_SHARE: bool = false;

    /// Whether the first move of the prover's opponent that is listed is a pass, and what matters beside
    /// it is told once that is refuted.
    const PASSES_FIRST: bool = false;
}

/// What proofs rest on: as long as nothing in it is another, they hold.
pub(crate) trait Ground: Clone + Default {
    /// With all of another.
    fn join(&mut self, other: &Self);
}

/// Where nobody asks.
impl Ground for () {
    fn join(&mut self, _: &()) {}
}

impl Ground for PointSet {
    fn join(&mut self, other: &PointSet) {
        *self |= *other;
    }
}

/// A move that can be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened<S, K> {
    pub(crate) step: S,
    /// Of the position after it.
    pub(crate) key: K,
    /// What that position looks like at a glance.
    pub(crate) numbers: Numbers,
    /// What a disproof rests on.
    cuts: Cuts,
}

impl<S, K> Opened<S, K> {
    pub(crate) fn new(step: S, key: K, numbers: Numbers) -> Opened<S, K> {
        Opened { step, key, numbers, cuts: Cuts::NONE }
    }
}

/// Where lines were cut off, as depths on the way to a position: from 1 for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cuts {
    shallowest: u16,
    deepest: u16,
}

impl Cuts {
    const NONE: Cuts = Cuts { shallowest: u16::MAX, deepest: 0 };

    fn at(depth: usize) -> Cuts {
        Cuts { shallowest: depth as u16, deepest: depth as u16 }
    }

    /// Where a line is too long, with its last position at this depth.
    fn too_long(depth: usize) -> Cuts {
        Cuts { shallowest: 0, deepest: depth as u16 }
    }

    fn and(self, other: Cuts) -> Cuts {
        Cuts { shallowest: self.shallowest.min(other.shallowest), deepest: self.deepest.max(other.deepest) }
    }

    /// Those above a position at this depth.
    fn above(self, depth: usize) -> Cuts {
        let depth = depth as u16;
        if self.shallowest >= depth {
            return Cuts::NONE;
        }
        Cuts { deepest: self.deepest.min(depth - 1), ..self }
    }
}

/// What was found about a position.
#[derive(Clone, Debug)]
struct Found<Z> {
    numbers: Numbers,
    cuts: Cuts,
    /// What it rests on, if it is proved.
    ground: Z,
}

/// A position on the way to the one that is looked at.
struct Visit<K> {
    key: K,
    number: u32,
}

/// A search, with what it knows.
pub(crate) struct Search<'t, G: Goal> {
    pub(crate) goal: G,
    table: &'t mut Table<G::Key, G::Ground>,
    line: Vec<Visit<G::Key>>,
    /// How many positions of the line have hashes that end in these bits.
    marks: [u16; MARKS],
    /// The positions of the line, and after them room for more: they are large, and so are copied
    /// in place.
    states: Vec<G::State>,
    /// The moves of all positions of the line, one after the other.
    opened: Vec<Opened<G::Step, G::Key>>,
    /// How many positions may still be looked at.
    nodes: u32,
    visits: u32,
    /// Whether any line was cut off.
    repeats: bool,
    /// The move that decided the question.
    best: Option<G::Step>,
}

/// What a search comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answer<S> {
    /// Whether the prover succeeds; `None` if that was not found out.
    pub(crate) proved: Option<bool>,
    /// A move that decides it for the side to move, if there is one.
    pub(crate) step: Option<S>,
    /// How many positions were looked at.
    pub(crate) nodes: u32,
    /// Whether any line came back to one of its positions.
    pub(crate) repeats: bool,
}

/// The longest line.
const LONGEST: usize = 500;

/// How many marks tell at a glance that a position is not on the line.
const MARKS: usize = 256;

impl<'t, G: Goal> Search<'t, G> {
    /// Remembers positions in a table, from which everything else is forgotten.
    pub(crate) fn new(goal: G, table: &'t mut Table<G::Key, G::Ground>) -> Search<'t, G> {
        table.forget();
        Search {
            goal,
            table,
            line: Vec::new(),
            marks: [0; MARKS],
            states: Vec::new(),
            opened: Vec::new(),
            nodes: 0,
            visits: 0,
            repeats: false,
            best: None,
        }
    }

    /// Whether the prover succeeds from a position, found by looking at so many positions at most.
    /// What is known from an earlier question to the same search is used.
    pub(crate) fn ask(&mut self, state: G::State, nodes: u32) -> Answer<G::Step> {
        self.line.clear();
        self.marks.fill(0);
        self.opened.clear();
        (self.nodes, self.repeats, self.best) = (nodes, false, None);
        let key = self.goal.key(&state);
        self.states.clear();
        self.states.push(state);
        self.visit(key);
        let found = self.solve(Numbers::MOST);
        let holds = found.cuts.shallowest > 0;
        Answer {
            proved: found.numbers.decision().filter(|&proved| proved || holds),
            step: self.best,
            nodes: nodes - self.nodes,
            repeats: self.repeats,
        }
    }

    /// Puts the position after a move on the line.
    fn push(&mut self, step: G::Step, key: G::Key) {
        let at = self.line.len();
        let (line, room) = self.states.split_at_mut(at);
        let last = line.last().expect("there is a first position");
        match room.first_mut() {
            Some(state) => state.clone_from(last),
            None => {
                let state = last.clone();
                self.states.push(state);
            }
        }
        self.goal.enter(&mut self.states[at], step);
        self.visit(key);
    }

    fn visit(&mut self, key: G::Key) {
        self.visits += 1;
        self.marks[G::hash(&key) as usize % MARKS] += 1;
        self.line.push(Visit { key, number: self.visits });
    }

    /// The last position of the line.
    fn last(&self) -> &G::State {
        &self.states[self.line.len() - 1]
    }

    /// Looks on at the last position of the line until it is decided, or one of its numbers reaches
    /// its limit, or no node is left. Takes it off the line.
    fn solve(&mut self, limit: Numbers) -> Found<G::Ground> {
        let depth = self.line.len();
        let from = self.opened.len();
        let before = self.nodes;
        let found = if depth > LONGEST {
            Found {
                numbers: Numbers::DISPROVED,
                cuts: Cuts::too_long(depth - 1),
                ground: G::Ground::default(),
            }
        } else {
            self.nodes = self.nodes.saturating_sub(1);
            match self.first_look(limit) {
                Some(numbers) => {
                    let ground = match numbers.decision() {
                        Some(true) => self.goal.glance_ground(&self.states[depth - 1]),
                        _ => G::Ground::default(),
                    };
                    Found { numbers, cuts: Cuts::NONE, ground }
                }
                None => {
                    self.goal.open(&self.states[depth - 1], &mut self.opened);
                    self.expand(from, limit)
                }
            }
        };
        self.opened.truncate(from);
        let visit = self.line.pop().expect("it was put there");
        self.marks[G::hash(&visit.key) as usize % MARKS] -= 1;
        let cuts = match found.numbers.decision() {
            Some(false) => found.cuts.above(depth),
            _ => Cuts::NONE,
        };
        let under = (cuts != Cuts::NONE).then(|| {
            let Cuts { shallowest, deepest: depth } = cuts;
            let visit = depth.checked_sub(1).map_or(0, |i| self.line[usize::from(i)].number);
            Under { depth, visit, shallowest }
        });
        let work = before - self.nodes;
        self.table.put(visit.key, G::hash(&visit.key), found.numbers, work, under, found.ground.clone());
        Found { cuts, ..found }
    }

    /// What is enough for now about the last position of the line, if it was not looked at before.
    fn first_look(&mut self, limit: Numbers) -> Option<Numbers> {
        let Some(Visit { key, .. }) = self.line.last().filter(|_| self.line.len() > 1) else {
            // Of the first position a move is wanted.
            return None;
        };
        if self.table.get(key, G::hash(key)).is_some() {
            return None;
        }
        let is_enough =
            |n: &Numbers| n.decision().is_some() || n.prove >= limit.prove || n.disprove >= limit.disprove;
        self.goal.look(&self.states[self.line.len() - 1]).filter(is_enough)
    }

    /// Finds what is known of the moves of the last position of the line, from one on. What those
    /// rest on that are proved is added to the ground; if the prover has the choice, of one of them.
    fn recall(&mut self, first: usize, end: usize, provers: bool, ground: &mut Option<G::Ground>) {
        let at = self.line.len() - 1;
        for opened in &mut self.opened[first..end] {
            let mut rests = match opened.numbers.decision() {
                Some(true) => Some(self.goal.opened_ground(&self.states[at], opened.step)),
                Some(false) => continue,
                None => None,
            };
            if rests.is_none()
                && self.marks[G::hash(&opened.key) as usize % MARKS] > 0
                && let Some(back) = self.line.iter().rposition(|visit| visit.key == opened.key)
            {
                (opened.numbers, opened.cuts) = (Numbers::DISPROVED, Cuts::at(back + 1));
                self.repeats = true;
                continue;
            }
            if rests.is_none() {
                let Some(known) = self.table.get(&opened.key, G::hash(&opened.key)) else { continue };
                match known.under {
                    None => opened.numbers = known.numbers,
                    Some(under) => {
                        let at = usize::from(under.depth).checked_sub(1);
                        let lasts = at
                            .and_then(|at| self.line.get(at))
                            .is_some_and(|visit| visit.number == under.visit);
                        if lasts {
                            opened.numbers = known.numbers;
                            opened.cuts = Cuts { shallowest: under.shallowest, deepest: under.depth };
                        }
                    }
                }
                rests = (opened.numbers.decision() == Some(true)).then(|| known.ground.clone());
            }
            if let Some(mut rests) = rests {
                self.goal.rest(&self.states[at], opened.step, &mut rests);
                add(ground, rests, provers);
            }
        }
    }

    /// Goes on with the most promising move of the last position of the line as long as the limits
    /// allow. Its moves are those from `from` on.
    fn expand(&mut self, from: usize, limit: Numbers) -> Found<G::Ground> {
        let provers = self.goal.is_provers(self.last());
        // Seen from the side to move: its own number is the least of its moves', the other's grows
        // with each of them.
        let own = |n: Numbers| if provers { n.prove } else { n.disprove };
        let others = |n: Numbers| if provers { n.disprove } else { n.prove };
        let whole = |own: u32, others: u32| match provers {
            true => Numbers { prove: own, disprove: others },
            false => Numbers { prove: others, disprove: own },
        };
        let mut ground = None;
        if G::PASSES_FIRST && !provers {
            // What the other moves rest on is asked when it is known which of them matter.
            self.recall(from, from + 1, provers, &mut ground);
            self.recall(from + 1, self.opened.len(), provers, &mut None);
        } else {
            self.recall(from, self.opened.len(), provers, &mut ground);
        }
        // Whether the opponent's moves are those that matter though a pass is refuted.
        let mut is_narrowed = !G::PASSES_FIRST || provers;
        loop {
            if !is_narrowed && self.opened[from].numbers.decision() == Some(true) {
                is_narrowed = true;
                self.opened.truncate(from + 1);
                let rests = ground.clone().unwrap_or_default();
                self.goal.answers(&self.states[self.line.len() - 1], &rests, &mut self.opened);
                self.recall(from + 1, self.opened.len(), provers, &mut ground);
            }
            let (mut best, mut least, mut second) = (None, Numbers::INFINITE, Numbers::INFINITE);
            let (mut sum, mut most, mut open) = (0, 0, 0);
            for (i, opened) in self.opened[from..].iter().enumerate() {
                let (mine, theirs) = (own(opened.numbers), others(opened.numbers));
                sum = (sum + theirs).min(Numbers::LARGEST);
                most = most.max(theirs);
                open += u32::from(theirs > 0);
                if mine < least {
                    (best, second, least) = (Some(from + i), least, mine);
                } else {
                    second = second.min(mine);
                }
            }
            let all = if (!provers && G::SHARES || provers && G::BOTH_SHARE) && open > 0 {
                (most + open - 1).min(Numbers::LARGEST)
            } else {
                sum
            };
            if least == 0 {
                let best = &self.opened[best.expect("one is the least")];
                if self.line.len() == 1 {
                    self.best = Some(best.step);
                }
                let ground = ground.filter(|_| provers).unwrap_or_default();
                return Found { numbers: Numbers::decided(provers), cuts: best.cuts, ground };
            }
            if all == 0 {
                let cuts = self.opened[from..].iter().fold(Cuts::NONE, |all, opened| all.and(opened.cuts));
                let ground = ground.filter(|_| !provers).unwrap_or_default();
                return Found { numbers: Numbers::decided(!provers), cuts, ground };
            }
            if least >= own(limit) || all >= others(limit) || self.nodes == 0 {
                return Found { numbers: whole(least, all), cuts: Cuts::NONE, ground: G::Ground::default() };
            }
            let best = best.expect("one is the least");
            let numbers = self.opened[best].numbers;
            // A little more than the second best, so as not to change back and forth.
            let within = whole(
                own(limit).min(second.saturating_add(second / 4 + 1)),
                others(limit) - (all - others(numbers)),
            );
            match is_narrowed || best == from {
                true => self.go_on(best, within, provers, &mut ground),
                false => self.go_on(best, within, provers, &mut None),
            }
        }
    }

    /// Looks on at a move of the last position of the line.
    fn go_on(&mut self, which: usize, within: Numbers, provers: bool, ground: &mut Option<G::Ground>) {
        let Opened { step, key, .. } = self.opened[which];
        self.push(step, key);
        let mut found = self.solve(within);
        (self.opened[which].numbers, self.opened[which].cuts) = (found.numbers, found.cuts);
        if found.numbers.decision() == Some(true) {
            self.goal.rest(&self.states[self.line.len() - 1], step, &mut found.ground);
            add(ground, found.ground, provers);
        }
    }
}

/// Adds what a proved move rests on to the ground of the position before it; where the prover has the
/// choice, one such move is enough.
fn add<Z: Ground>(ground: &mut Option<Z>, rests: Z, is_choice: bool) {
    match ground {
        None => *ground = Some(rests),
        Some(ground) if !is_choice => ground.join(&rests),
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests;
