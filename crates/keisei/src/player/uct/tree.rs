//! The tree: nodes in one list, the children of a node side by side in it.

use keisei_goban::{Move, Point, Position};

use super::{Guide, Hint, Options, Search, Searched, ladders, tactics};
use crate::playout::PlayoutBoard;
use crate::random::Random;
use crate::reading::{Limits, Reader};

/// Games that every move is given, half of them won, so that a first game decides nothing.
const EVEN: f32 = 10.0;

/// Nodes that a tree has at most; then it grows no more and its leaves are played from. About 200
/// MB.
const MOST: usize = 5_000_000;

/// A move and its games. All wins are those of the side that makes the move.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    visits: u32,
    wins: f32,
    /// Games in which the same side played there later.
    later: f32,
    later_wins: f32,
    /// Games it was given.
    given: f32,
    given_wins: f32,
    first_child: u32,
    children: u16,
    /// The place in the arrays of the board.
    place: u16,
}

impl Node {
    fn new(place: usize, hint: Option<&Hint>) -> Node {
        let (games, wins) = hint.map_or((0.0, 0.0), |hint| (hint.games, hint.wins));
        Node { place: place as u16, given: EVEN + games, given_wins: EVEN / 2.0 + wins, ..Node::default() }
    }

    #[inline(always)]
    fn value(&self, equivalence: f32) -> f32 {
        let games = self.visits as f32 + self.given;
        let own = (self.wins + self.given_wins) / games;
        if self.later == 0.0 {
            return own;
        }
        let weight = self.later / (self.later + games + games * self.later / equivalence);
        own + weight * (self.later_wins / self.later - own)
    }
}

/// A tree. Its memory is used again from one search to the next.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    options: Options,
    path: Vec<u32>,
    hints: Vec<Hint>,
    reader: Reader,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: Vec::new(),
            options: Options::default(),
            path: Vec::new(),
            hints: Vec::new(),
            reader: Reader::new(Limits::QUICK),
        }
    }
}

impl Tree {
    /// Starts anew with a root.
    pub(super) fn plant(&mut self, options: Options) {
        self.options = options;
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    /// Gives the root its moves.
    pub(super) fn add_root_moves<const S: usize, const N: usize>(
        &mut self,
        position: &Position,
        last: Option<Point>,
        candidates: &[Point],
        guide: &mut Option<&mut dyn Guide>,
        random: &mut Random,
    ) {
        let places = candidates.iter().map(|&p| PlayoutBoard::<S, N>::index(p));
        let Options { tactics, guide_depth, .. } = self.options;
        let asked = guide_depth > 0;
        self.add_children::<S, N>(0, places, &mut |hints: &mut Vec<Hint>| {
            if tactics {
                tactics::look(position, last, hints);
            }
            if let Some(guide) = guide.as_deref_mut().filter(|_| asked) {
                guide.look(position, hints);
            }
        });
        self.shuffle(0, random);
        if self.options.ladders > 0 {
            self.read::<S, N>(0, position);
        }
    }

    /// Reads the ladders of the position at a node, for its children.
    fn read<const S: usize, const N: usize>(&mut self, node: usize, position: &Position) {
        let Node { first_child, children, .. } = self.nodes[node];
        let children = &mut self.nodes[first_child as usize..][..usize::from(children)];
        let point = |child: &Node| PlayoutBoard::<S, N>::move_at(usize::from(child.place)).point();
        self.hints.clear();
        self.hints.extend(children.iter().filter_map(point).map(|point| Hint {
            point,
            games: 0.0,
            wins: 0.0,
        }));
        ladders::look(&mut self.reader, position, &mut self.hints);
        // A pass is the only child, if it is one.
        for (child, hint) in children.iter_mut().zip(&self.hints) {
            child.given += hint.games;
            child.given_wins += hint.wins;
        }
    }

    /// Whether a node has had just so many games that its ladders are read.
    fn is_due(&self, node: usize) -> bool {
        let Options { ladders, expand_after, .. } = self.options;
        // The root is read before its first game.
        node != 0 && ladders > 0 && self.nodes[node].visits == ladders.max(expand_after)
    }

    /// Adds children of a node. The guide sees all but passes.
    fn add_children<const S: usize, const N: usize>(
        &mut self,
        node: usize,
        places: impl Iterator<Item = usize>,
        guide: &mut dyn FnMut(&mut Vec<Hint>),
    ) {
        let first = self.nodes.len();
        self.hints.clear();
        for place in places {
            if let Move::Play(point) = PlayoutBoard::<S, N>::move_at(place) {
                self.hints.push(Hint { point, games: 0.0, wins: 0.0 });
            }
            self.nodes.push(Node::new(place, None));
        }
        if !self.hints.is_empty() {
            guide(&mut self.hints);
        }
        if !self.hints.is_empty() {
            self.nodes.truncate(first);
            for hint in &self.hints {
                self.nodes.push(Node::new(PlayoutBoard::<S, N>::index(hint.point), Some(hint)));
            }
        }
        self.nodes[node].first_child = first as u32;
        self.nodes[node].children = (self.nodes.len() - first) as u16;
    }

    /// Puts the children into a random order, in which equal ones are tried.
    fn shuffle(&mut self, node: usize, random: &mut Random) {
        let (first, count) = (self.nodes[node].first_child as usize, self.nodes[node].children);
        let children = &mut self.nodes[first..first + usize::from(count)];
        for i in (1..children.len()).rev() {
            children.swap(i, random.below(i + 1));
        }
    }

    /// One more game.
    pub(super) fn grow<const S: usize, const N: usize>(
        &mut self,
        root: &PlayoutBoard<S, N>,
        position: &Position,
        guide: &mut Option<&mut dyn Guide>,
        random: &mut Random,
    ) {
        let mut board = *root;
        let us = root.to_play();
        // Who played first on each point: 1 for Black, 2 for White.
        let mut played = [0u8; N];
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        loop {
            if self.nodes[node].children == 0
                && self.nodes[node].visits >= self.options.expand_after
                && !board.is_over()
                && self.nodes.len() < MOST
            {
                self.expand(node, &board, position, guide, random);
            }
            if self.nodes[node].children == 0 || board.is_over() {
                break;
            }
            if self.is_due(node)
                && let Some(here) = self.position_here::<S, N>(position)
            {
                self.read::<S, N>(node, &here);
            }
            node = self.best_child(node);
            self.path.push(node as u32);
            let (place, color) = (usize::from(self.nodes[node].place), board.to_play());
            if played[place % N] == 0 {
                played[place % N] = 1 + color as u8;
            }
            if !board.play_at(place) {
                // A move of the root that the rules allow and random games do not: not played, the
                // turn alone passes.
                board.play_at(PlayoutBoard::<S, N>::PASS);
            }
        }
        let lead = board.playout_with(random, |color, place| {
            if played[place % N] == 0 {
                played[place % N] = 1 + color as u8;
            }
        });
        let result = 2 * lead - position.compensation().half_points();
        // Wins of the side to play at the root.
        let won = match result * us.sign() {
            0 => 0.5,
            1.. => 1.0,
            _ => 0.0,
        };
        self.count(us as u8, won, &played);
    }

    /// Counts a game for the nodes on its path, and for the moves beside them that came later.
    fn count<const N: usize>(&mut self, us: u8, won: f32, played: &[u8; N]) {
        for (depth, &node) in self.path.iter().enumerate() {
            // The node's own move is the opponent's of the side to play there.
            let ours = depth % 2 == 0;
            let (mover, of_children) = if ours { (1.0 - won, won) } else { (won, 1.0 - won) };
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.wins += mover;
            let side = 1 + if ours { us } else { 1 - us };
            let first = node.first_child as usize;
            let last = first + usize::from(node.children);
            for child in &mut self.nodes[first..last] {
                let same = played[usize::from(child.place) % N] == side;
                child.later += f32::from(u8::from(same));
                child.later_wins += if same { of_children } else { 0.0 };
            }
        }
    }

    fn best_child(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let first = parent.first_child as usize;
        let trials =
            if self.options.exploration > 0.0 { libm::logf(parent.visits.max(1) as f32) } else { 0.0 };
        let (mut best, mut best_value) = (first, f32::MIN);
        for (i, child) in self.nodes[first..first + usize::from(parent.children)].iter().enumerate() {
            let mut value = child.value(self.options.rave_equivalence);
            if self.options.exploration > 0.0 {
                value += self.options.exploration * (trials / (child.visits as f32 + 1.0)).sqrt();
            }
            if value > best_value {
                (best, best_value) = (first + i, value);
            }
        }
        best
    }

    fn expand<const S: usize, const N: usize>(
        &mut self,
        node: usize,
        board: &PlayoutBoard<S, N>,
        position: &Position,
        guide: &mut Option<&mut dyn Guide>,
        random: &mut Random,
    ) {
        let depth = self.path.len() - 1;
        let asked = guide.is_some() && depth < self.options.guide_depth;
        let tactics = self.options.tactics;
        let here = if asked || tactics { self.position_here::<S, N>(position) } else { None };
        let last = PlayoutBoard::<S, N>::move_at(usize::from(self.nodes[node].place)).point();
        let mut look = |hints: &mut Vec<Hint>| {
            let Some(here) = &here else { return };
            if tactics {
                tactics::look(here, last, hints);
            }
            if let Some(guide) = guide.as_deref_mut().filter(|_| asked) {
                guide.look(here, hints);
            }
        };
        let mut places = board.moves().peekable();
        let pass = places.peek().is_none().then_some(PlayoutBoard::<S, N>::PASS);
        self.add_children::<S, N>(node, places.chain(pass), &mut look);
        self.shuffle(node, random);
    }

    /// The position at the end of the path; `None` if the rules forbid a move that random games
    /// allow.
    fn position_here<const S: usize, const N: usize>(&self, position: &Position) -> Option<Position> {
        let mut here = position.clone();
        for &node in &self.path[1..] {
            let place = usize::from(self.nodes[node as usize].place);
            here.play(PlayoutBoard::<S, N>::move_at(place)).ok()?;
        }
        Some(here)
    }

    /// What the tree says.
    pub(super) fn search<const S: usize, const N: usize>(&self, playouts: u32) -> Search {
        let children = |node: &Node| {
            let first = node.first_child as usize;
            &self.nodes[first..first + usize::from(node.children)]
        };
        let move_of = |node: &Node| PlayoutBoard::<S, N>::move_at(usize::from(node.place));
        let root = &self.nodes[0];
        // Among equal visits the better value, then the earlier in the random order.
        let order = |a: &&Node, b: &&Node| {
            let value = |n: &Node| n.value(self.options.rave_equivalence);
            b.visits.cmp(&a.visits).then(value(b).total_cmp(&value(a)))
        };
        let mut sorted: Vec<&Node> = children(root).iter().collect();
        sorted.sort_by(order);
        let share = |n: &Node| f64::from(n.wins) / f64::from(n.visits.max(1));
        let moves = sorted.iter().map(|&n| Searched { mv: move_of(n), visits: n.visits, share: share(n) });
        let mut variation = Vec::new();
        let mut node = root;
        while let Some(next) = children(node).iter().min_by(order).filter(|next| next.visits > 0) {
            variation.push(move_of(next));
            node = next;
        }
        Search { moves: moves.collect(), variation, playouts, share: 1.0 - share(root) }
    }
}
