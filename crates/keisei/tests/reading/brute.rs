//! Everything that can happen on a small board, worked out backwards, by rules written for these tests
//! alone: nothing here calls the crate that is tested.
//!
//! A question has a *prover*, who has to come to an end: who takes the block, who joins the two ends.
//! The positions from which he can force it are found round by round, so a line that comes back to an
//! earlier position has brought him nothing. Both sides may pass at any time; after a pass nothing is
//! banned. A side that is *favoured* may take back in a ko at once.

use std::collections::HashMap;

use keisei::reading::Success;

/// The side whose stones are asked about, and the side that wants to take or to cut them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Defender,
    Attacker,
}

use Side::{Attacker, Defender};

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Attacker => Defender,
            Defender => Attacker,
        }
    }
}

/// The stones of both sides, as bits: points are numbered row by row from the lower left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stones {
    pub(crate) defender: u64,
    pub(crate) attacker: u64,
}

impl Stones {
    pub(crate) fn of(&self, side: Side) -> u64 {
        match side {
            Defender => self.defender,
            Attacker => self.attacker,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut u64 {
        match side {
            Defender => &mut self.defender,
            Attacker => &mut self.attacker,
        }
    }

    fn all(&self) -> u64 {
        self.defender | self.attacker
    }
}

/// A board without stones.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    near: Vec<u64>,
}

/// What comes of a stone.
struct Played {
    after: Stones,
    /// What was taken.
    taken: u64,
    /// The block that the stone belongs to, and its liberties.
    block: u64,
    liberties: u64,
}

impl Played {
    /// Where the opponent would take back in a ko.
    fn ko(&self) -> Option<usize> {
        let one = |set: u64| set.count_ones() == 1;
        (one(self.taken) && one(self.block) && self.liberties == self.taken)
            .then(|| self.taken.trailing_zeros() as usize)
    }
}

impl Grid {
    pub(crate) fn new(width: usize, height: usize) -> Grid {
        let near = |p: usize| {
            let (x, y) = (p % width, p / width);
            [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
                .into_iter()
                .filter(|&(x, y)| x < width && y < height)
                .fold(0, |near, (x, y)| near | 1 << (y * width + x))
        };
        Grid { width, height, near: (0..width * height).map(near).collect() }
    }

    pub(crate) fn points(&self) -> usize {
        self.width * self.height
    }

    fn beside(&self, set: u64) -> u64 {
        each(set).fold(0, |beside, p| beside | self.near[p])
    }

    /// The stones that hang together with a point, and their liberties.
    fn block(&self, stones: &Stones, p: usize) -> (u64, u64) {
        let own = if stones.defender & 1 << p != 0 { stones.defender } else { stones.attacker };
        let mut block = 1 << p;
        loop {
            let beside = self.beside(block);
            if beside & own & !block == 0 {
                return (block, beside & !stones.all());
            }
            block |= beside & own;
        }
    }

    /// Whether every block has a liberty.
    pub(crate) fn is_legal(&self, stones: &Stones) -> bool {
        each(stones.all()).all(|p| self.block(stones, p).1 != 0)
    }

    /// All legal boards.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Stones> {
        let board = |mut code: usize| {
            let mut stones = Stones::default();
            for p in 0..self.points() {
                match code % 3 {
                    1 => stones.defender |= 1 << p,
                    2 => stones.attacker |= 1 << p,
                    _ => {}
                }
                code /= 3;
            }
            stones
        };
        (0..3usize.pow(self.points() as u32)).map(board).filter(|stones| self.is_legal(stones))
    }

    /// What comes of a stone on an empty point; `None` for suicide.
    fn play(&self, stones: &Stones, side: Side, p: usize) -> Option<Played> {
        let mut after = *stones;
        *after.of_mut(side) |= 1 << p;
        let mut taken = 0;
        for q in each(self.near[p] & stones.of(side.other())) {
            let (block, liberties) = self.block(&after, q);
            if liberties == 0 {
                taken |= block;
            }
        }
        *after.of_mut(side.other()) &= !taken;
        let (block, liberties) = self.block(&after, p);
        (liberties != 0).then_some(Played { after, taken, block, liberties })
    }

    /// The position after a stone or a pass, if nobody is favoured, and how many stones were taken.
    pub(crate) fn after(&self, state: State, step: Option<usize>) -> (State, u32) {
        let State { stones, to_move, .. } = state;
        let Some(p) = step else { return (State { to_move: to_move.other(), ko: None, ..state }, 0) };
        let played = self.play(&stones, to_move, p).expect("no suicide");
        let after = State { stones: played.after, to_move: to_move.other(), ko: played.ko() };
        (after, played.taken.count_ones())
    }

    /// The points where a side could take in a ko: those that may be banned for it.
    pub(crate) fn kos(&self, stones: &Stones, side: Side) -> impl Iterator<Item = usize> {
        let empty = !stones.all() & (u64::MAX >> (64 - self.points()));
        each(empty).filter(move |&p| self.play(stones, side, p).is_some_and(|played| played.ko().is_some()))
    }

    /// One of each set of points that are alike but for turning and mirroring the board.
    pub(crate) fn unlike(&self, sets: impl Iterator<Item = u64>) -> Vec<u64> {
        let mut unlike: Vec<u64> = sets.map(|set| self.images(set).min().unwrap_or(set)).collect();
        unlike.sort_unstable();
        unlike.dedup();
        unlike
    }

    fn images(&self, set: u64) -> impl Iterator<Item = u64> {
        let (width, height) = (self.width, self.height);
        (0..if width == height { 8 } else { 4 }).map(move |i| {
            each(set).fold(0, |image, p| {
                let (x, y) = (p % width, p / width);
                let x = if i & 1 != 0 { width - 1 - x } else { x };
                let y = if i & 2 != 0 { height - 1 - y } else { y };
                let (x, y) = if i & 4 != 0 { (y, x) } else { (x, y) };
                image | 1 << (y * width + x)
            })
        })
    }
}

/// The members of a set.
pub(crate) fn each(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (next < 64).then_some(next)
    })
}

/// What is asked of stones of the defender's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Whether the block on a point is taken. One that is taken back at once with at least as many
    /// stones is not; in a ko it is taken back too if the defender is favoured.
    Capture(usize),
    /// Whether the blocks on two points become one before one of them is taken, in whatever way.
    Connection([usize; 2]),
}

impl Asked {
    fn prover(self) -> Side {
        match self {
            Asked::Capture(_) => Attacker,
            Asked::Connection(_) => Defender,
        }
    }

    /// Whether the stones that are asked about stand there.
    pub(crate) fn stands(self, stones: &Stones) -> bool {
        let stands = |p: usize| stones.defender & 1 << p != 0;
        match self {
            Asked::Capture(target) => stands(target),
            Asked::Connection([a, b]) => stands(a) && stands(b),
        }
    }

    /// Whether two ends are one block.
    pub(crate) fn are_one(self, grid: &Grid, stones: &Stones) -> bool {
        match self {
            Asked::Capture(_) => false,
            Asked::Connection([a, b]) => grid.block(stones, a).0 & 1 << b != 0,
        }
    }

    /// Who has come to his aim by a move; `None` if it goes on.
    fn end(self, grid: &Grid, played: &Played, favoured: Option<Side>) -> Option<Side> {
        if self.stands(&played.after) {
            return self.are_one(grid, &played.after).then_some(Defender);
        }
        let Asked::Capture(_) = self else { return Some(Attacker) };
        if played.ko().is_some() {
            return (favoured != Some(Defender)).then_some(Attacker);
        }
        let is_taken_back =
            played.liberties.count_ones() == 1 && played.block.count_ones() >= played.taken.count_ones();
        Some(if is_taken_back { Defender } else { Attacker })
    }
}

/// Stones, whose turn it is, and where he may not play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pub(crate) stones: Stones,
    pub(crate) to_move: Side,
    pub(crate) ko: Option<usize>,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
enum To {
    Won(Side),
    /// To the position with this number.
    On(usize),
}

/// What may be played where nothing else is said.
pub(crate) const EVERYWHERE: u64 = u64::MAX;

/// All positions that can come of some, and from which of them the prover comes to his aim.
#[derive(Clone)]
pub(crate) struct Solved {
    prover: Side,
    favoured: Option<Side>,
    states: Vec<State>,
    numbers: HashMap<State, usize>,
    nexts: Vec<Vec<(Option<usize>, To)>>,
    proved: Vec<bool>,
}

impl Solved {
    /// What comes of a question if a side is favoured, from some positions on, with moves in a region
    /// only.
    pub(crate) fn new(
        grid: &Grid,
        asked: Asked,
        favoured: Option<Side>,
        region: u64,
        starts: impl Iterator<Item = State>,
    ) -> Solved {
        let mut solved = Solved {
            prover: asked.prover(),
            favoured,
            states: Vec::new(),
            numbers: HashMap::new(),
            nexts: Vec::new(),
            proved: Vec::new(),
        };
        for start in starts {
            solved.number(solved.without_ban(start));
        }
        while let Some(&state) = solved.states.get(solved.nexts.len()) {
            let nexts = solved.moves(grid, asked, region, state);
            solved.nexts.push(nexts);
        }
        solved.settle(false)
    }

    /// Who is favoured is banned from nothing.
    fn without_ban(&self, state: State) -> State {
        State { ko: state.ko.filter(|_| self.favoured != Some(state.to_move)), ..state }
    }

    fn number(&mut self, state: State) -> usize {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    fn moves(&mut self, grid: &Grid, asked: Asked, region: u64, state: State) -> Vec<(Option<usize>, To)> {
        let State { stones, to_move, ko } = state;
        let mut moves = Vec::new();
        // A block that was just taken in a ko can only be put back.
        let (stands, target) = (asked.stands(&stones), if let Asked::Capture(p) = asked { p } else { 0 });
        let allowed = if stands { region } else { 1 << target };
        let empty = !stones.all() & (u64::MAX >> (64 - grid.points()));
        for p in each(empty & allowed).filter(|&p| ko != Some(p)) {
            let Some(played) = grid.play(&stones, to_move, p) else { continue };
            let to = asked.end(grid, &played, self.favoured).map(To::Won);
            let after = State { stones: played.after, to_move: to_move.other(), ko: played.ko() };
            moves.push((Some(p), to.unwrap_or_else(|| To::On(self.number(self.without_ban(after))))));
        }
        if stands {
            let after = self.number(State { stones, to_move: to_move.other(), ko: None });
            moves.push((None, To::On(after)));
        }
        moves
    }

    /// Whether a position is proved, by what is known of those after it.
    fn step(&self, i: usize) -> bool {
        let holds = |to: To| match to {
            To::Won(side) => side == self.prover,
            To::On(next) => self.proved[next],
        };
        let mut nexts = self.nexts[i].iter();
        match self.states[i].to_move == self.prover {
            true => nexts.any(|&(_, to)| holds(to)),
            false => nexts.all(|&(_, to)| holds(to)),
        }
    }

    /// Works out which positions are proved, if what is not gained step by step by one side is the
    /// other's.
    fn settle(mut self, circles_count: bool) -> Solved {
        self.proved = vec![circles_count; self.states.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for i in (0..self.proved.len()).rev() {
                if self.proved[i] == circles_count && self.step(i) != circles_count {
                    (self.proved[i], changed) = (!circles_count, true);
                }
            }
        }
        self
    }

    /// The same if the prover had what he wants when a line comes back to an earlier position: then it
    /// is his opponent who gains positions step by step. Who passes does not go round in circles, so the
    /// prover passes only when he is banned from a ko.
    pub(crate) fn if_circles_counted(&self) -> Solved {
        let mut round = self.clone();
        for (nexts, state) in round.nexts.iter_mut().zip(&round.states) {
            nexts.retain(|(p, _)| p.is_some() || state.to_move != round.prover || state.ko.is_some());
        }
        round.settle(true)
    }

    /// Who comes to his aim.
    pub(crate) fn winner(&self, state: State) -> Side {
        match self.proved[self.numbers[&self.without_ban(state)]] {
            true => self.prover,
            false => self.prover.other(),
        }
    }

    /// The moves after which the side to move comes to its aim.
    fn good_moves(&self, state: State) -> Vec<Option<usize>> {
        let wins = |to: To| match to {
            To::Won(side) => side == state.to_move,
            To::On(next) => self.winner(self.states[next]) == state.to_move,
        };
        let nexts = self.nexts[self.numbers[&self.without_ban(state)]].iter();
        nexts.filter(|&&(_, to)| wins(to)).map(|&(p, _)| p).collect()
    }
}

/// What comes of a question, whoever is favoured.
pub(crate) struct Truth {
    /// The defender, nobody, the attacker.
    favoured: [Solved; 3],
}

impl Truth {
    pub(crate) fn new(grid: &Grid, asked: Asked, region: u64, starts: &[State]) -> Truth {
        let solved = |favoured| Solved::new(grid, asked, favoured, region, starts.iter().copied());
        Truth { favoured: [Some(Defender), None, Some(Attacker)].map(solved) }
    }

    /// See [`Solved::if_circles_counted`].
    pub(crate) fn if_circles_counted(&self) -> Truth {
        Truth { favoured: self.favoured.each_ref().map(Solved::if_circles_counted) }
    }

    /// If the opponent of the side to move is favoured, nobody, that side.
    fn hardest_first(&self, first: Side) -> [&Solved; 3] {
        let [defender, nobody, attacker] = &self.favoured;
        match first {
            Attacker => [defender, nobody, attacker],
            Defender => [attacker, nobody, defender],
        }
    }

    /// Whether the side to move comes to its aim.
    pub(crate) fn success(&self, state: State) -> Success {
        let wins = |solved: &Solved| solved.winner(state) == state.to_move;
        match self.hardest_first(state.to_move).map(wins) {
            [true, _, _] => Success::Yes,
            [_, _, false] => Success::No,
            [_, true, _] => Success::TheirThreat,
            [_, false, true] => Success::OwnThreat,
        }
    }

    /// The moves that bring as much as is said; `None` is a pass.
    pub(crate) fn good_moves(&self, state: State, said: Success) -> Vec<Option<usize>> {
        let [hard, even, easy] = self.hardest_first(state.to_move);
        match said {
            Success::Yes => hard.good_moves(state),
            Success::TheirThreat => even.good_moves(state),
            Success::OwnThreat => easy.good_moves(state),
            Success::No => Vec::new(),
        }
    }
}
