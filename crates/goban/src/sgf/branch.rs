//! Branches: which way to go where a record forks, and which ways there are.
//!
//! ```
//! use keisei_goban::sgf::{self, Replay};
//!
//! let text = b"(;SZ[9];B[ee];W[ec](;B[gc];W[gg])(;B[cc](;W[cg])(;W[gg];B[cg])))";
//! let record = &sgf::read(text)?[0];
//! let variations = record.variations(&"".parse()?)?;
//! let branches: Vec<String> = (0..variations.list.len()).map(|i| variations.branch(i).to_string()).collect();
//! assert_eq!(branches, ["2:2", "2:2.3:2"]);
//!
//! // After move 2 the second way, then after move 3 the second way.
//! let branch = "2:2.3:2".parse()?;
//! let replayed = record.replay(&Replay { branch, ..Replay::default() })?;
//! assert_eq!(replayed.game.move_number(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All takes time linear in the record, and nothing recurses: a record may fork a million times. Only
//! the branches themselves may be long to write where each begins in another one.

use std::fmt;
use std::str::FromStr;

use super::record::{NodeId, Record};
use super::replay::mover;
use super::{SgfError, value};
use crate::{Color, Move};

/// Which way to take at a fork.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// After so many moves; `None` for the next fork, wherever it is.
    pub after: Option<usize>,
    /// Which way, from 1, the main line.
    pub choice: usize,
}

/// Which ways to take from the root on; the main line where nothing is said.
///
/// `34:2` is the second way to go on after move 34, `34:2.40:3` goes on from there to the third after
/// move 40, and `2` is the second way at the first fork.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Branch {
    /// The ways, in order.
    pub turns: Vec<Turn>,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(after) = self.after {
            write!(f, "{after}:")?;
        }
        write!(f, "{}", self.choice)
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, turn) in self.turns.iter().enumerate() {
            let dot = if i == 0 { "" } else { "." };
            write!(f, "{dot}{turn}")?;
        }
        Ok(())
    }
}

/// Text that is no branch.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no branch: expected such as 34:2 (the 2nd way to go on after move 34), 34:2.40:3, or 2 (at the \
     first fork)"
)]
pub struct BranchError(String);

impl FromStr for Branch {
    type Err = BranchError;

    /// The empty text is the main line.
    fn from_str(text: &str) -> Result<Branch, BranchError> {
        if text.is_empty() {
            return Ok(Branch::default());
        }
        let turn = |part: &str| {
            let (after, choice) = match part.split_once(':') {
                Some((after, choice)) => (Some(after.parse().ok()?), choice),
                None => (None, part),
            };
            Some(Turn { after, choice: choice.parse().ok().filter(|&choice| choice > 0)? })
        };
        let turns = text.split('.').map(turn).collect::<Option<Vec<Turn>>>();
        turns.map(|turns| Branch { turns }).ok_or_else(|| BranchError(text.chars().take(40).collect()))
    }
}

/// A branch that a record does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoBranch {
    /// There are not so many ways.
    #[error("branch {turn}: after move {after} there are only {ways} ways to go on")]
    Choice {
        /// What was asked for.
        turn: Turn,
        /// Where the fork is.
        after: usize,
        /// How many ways there are, the main line included.
        ways: usize,
    },
    /// Nothing forks there.
    #[error("branch {turn}: there is only one way to go on after move {after}")]
    NoFork {
        /// What was asked for.
        turn: Turn,
        /// Where nothing forks.
        after: usize,
    },
    /// Nothing forks there or later.
    #[error("branch {turn}: there is no further fork: the branch ends after move {moves}")]
    NoMore {
        /// What was asked for.
        turn: Turn,
        /// How many moves the branch has.
        moves: usize,
    },
}

/// A variation: a way to go on that is not the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variation {
    /// The variation in which it begins, by its place in the list; `None` for the line that was asked for.
    pub parent: Option<usize>,
    /// Where it leaves that one.
    pub turn: Turn,
    /// Its first node.
    pub node: NodeId,
    /// After how many moves it begins.
    pub after: usize,
    /// How many moves it has, if its own main line is followed.
    pub moves: usize,
    /// Its first move, if it has one.
    pub first: Option<(Color, Move)>,
}

/// The variations of a record, each before those that begin in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variations {
    /// The branch whose variations these are.
    pub within: Branch,
    /// The variations.
    pub list: Vec<Variation>,
}

impl Variations {
    /// The branch that leads into a variation.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn branch(&self, variation: usize) -> Branch {
        let found = std::iter::successors(Some(variation), |&i| self.list[i].parent);
        let mut turns: Vec<Turn> = found.map(|i| self.list[i].turn).collect();
        turns.extend(self.within.turns.iter().rev());
        turns.reverse();
        Branch { turns }
    }
}

/// A branch that was followed.
struct Followed {
    nodes: Vec<NodeId>,
    /// Where in them the last turn leads.
    turned: usize,
    /// How many moves come before that node.
    before: usize,
}

impl Record {
    /// The nodes from the root to the end of a branch.
    ///
    /// # Errors
    /// If the record has no such branch.
    pub fn branch(&self, branch: &Branch) -> Result<Vec<NodeId>, NoBranch> {
        self.follow(branch).map(|followed| followed.nodes)
    }

    fn follow(&self, branch: &Branch) -> Result<Followed, NoBranch> {
        let mut turns = branch.turns.iter().copied().peekable();
        let mut followed = Followed { nodes: Vec::new(), turned: 0, before: 0 };
        let mut moves = 0;
        // Ways that lie behind, at forks after as many moves as the turn asks for.
        let mut passed = 0;
        let mut next = Some(self.root());
        while let Some(node) = next {
            followed.nodes.push(node);
            next = self.children(node).next();
            let Some(&turn) = turns.peek() else { continue };
            moves += self.moves_in(node);
            let ways = self.children(node).count();
            if turn.after.is_some_and(|after| after < moves) {
                break;
            }
            if ways < 2 || turn.after.is_some_and(|after| after > moves) {
                continue;
            }
            let index = if turn.choice == 1 { 0 } else { turn.choice - 1 - passed };
            match self.children(node).nth(index) {
                Some(child) => {
                    next = Some(child);
                    turns.next();
                    passed = 0;
                    followed.turned = followed.nodes.len();
                    followed.before = moves;
                }
                None if turn.after.is_some() => passed += ways - 1,
                None => return Err(NoBranch::Choice { turn, after: moves, ways }),
            }
        }
        match turns.next() {
            None => Ok(followed),
            Some(turn @ Turn { after: Some(after), .. }) if passed > 0 => {
                Err(NoBranch::Choice { turn, after, ways: passed + 1 })
            }
            Some(turn @ Turn { after: Some(after), .. }) if after <= moves => {
                Err(NoBranch::NoFork { turn, after })
            }
            Some(turn) => Err(NoBranch::NoMore { turn, moves }),
        }
    }

    /// The variations that begin after the last turn of a branch, or in variations that do.
    ///
    /// # Errors
    /// If the record has no such branch, or no size.
    pub fn variations(&self, within: &Branch) -> Result<Variations, SgfError> {
        let size = self.info()?.0.size;
        let Followed { nodes, turned, before } = self.follow(within)?;
        let mut list: Vec<Variation> = Vec::new();
        // What is still to be walked through: from where on, and as which variation.
        let mut waiting: Vec<Variation> = Vec::new();
        let mut line = nodes.get(turned).map(|&node| (node, before, None));
        while let Some((first, before, parent)) = line {
            let (mut moves, mut opening) = (before, None);
            let forks = waiting.len();
            // The number of the next way to go on after as many moves.
            let mut way = (before, 2);
            let line_nodes = std::iter::successors(Some(first), |&node| self.children(node).next());
            for node in line_nodes {
                opening = opening.or_else(|| self.first_move(node, size));
                moves += self.moves_in(node);
                for child in self.children(node).skip(1) {
                    way = if way.0 == moves { way } else { (moves, 2) };
                    let turn = Turn { after: Some(moves), choice: way.1 };
                    way.1 += 1;
                    waiting.push(Variation {
                        parent,
                        turn,
                        node: child,
                        after: moves,
                        moves: 0,
                        first: None,
                    });
                }
            }
            if let Some(own) = parent.map(|own: usize| &mut list[own]) {
                (own.moves, own.first) = (moves - before, opening);
            }
            waiting[forks..].reverse();
            line = waiting.pop().map(|variation| {
                list.push(variation);
                (variation.node, variation.after, Some(list.len() - 1))
            });
        }
        Ok(Variations { within: within.clone(), list })
    }

    /// How many moves a node has.
    fn moves_in(&self, node: NodeId) -> usize {
        let moves = self.properties(node).filter(|property| mover(property.name()).is_some());
        moves.map(|property| property.values().count()).sum()
    }

    fn first_move(&self, node: NodeId, size: crate::Size) -> Option<(Color, Move)> {
        self.properties(node).find_map(|property| {
            let color = mover(property.name())?;
            let raw = property.values().next()?;
            Some((color, value::read_move(raw, size)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{self, Replay};

    fn record(text: &str) -> Record {
        sgf::read(text.as_bytes()).unwrap().remove(0)
    }

    fn listed(record: &Record, within: &str) -> Vec<(String, usize, usize)> {
        let variations = record.variations(&within.parse().unwrap()).unwrap();
        let told = variations.list.iter().enumerate();
        told.map(|(i, v)| (variations.branch(i).to_string(), v.after, v.moves)).collect()
    }

    /// Comments without a move, forks that follow each other at once, and variations in variations.
    const TREE: &str = "(;SZ[9](;B[aa](;W[ba];B[ca])(;C[no move](;W[da])(;W[ea];B[fa](;W[ga])(;W[ha]))))\
                        (;B[ia])(;C[twice](;B[ab];W[bb])(;B[cb])))";

    #[test]
    fn every_variation_is_listed_and_leads_where_it_should() {
        let record = record(TREE);
        let expected = [
            ("0:2", 0, 1),
            ("0:3", 0, 2),
            ("0:3.0:2", 0, 1),
            ("1:2", 1, 1),
            ("1:2.1:2", 1, 3),
            ("1:2.1:2.3:2", 3, 1),
        ];
        assert_eq!(listed(&record, ""), expected.map(|(branch, after, moves)| (branch.into(), after, moves)));
        let variations = record.variations(&Branch::default()).unwrap();
        for (i, variation) in variations.list.iter().enumerate() {
            let branch = variations.branch(i);
            assert!(record.branch(&branch).unwrap().contains(&variation.node), "{branch}");
            let replayed = record.replay(&Replay { branch, ..Replay::default() }).unwrap();
            assert_eq!(replayed.game.move_number(), variation.after + variation.moves);
            assert_eq!(replayed.game.moves().nth(variation.after), variation.first);
        }
        assert_eq!(listed(&record, "1:2").len(), 2);
        assert_eq!(listed(&record, "2"), []);
    }

    /// Ways after the same move are counted on, whether they fork from one node or from several.
    #[test]
    fn forks_after_the_same_move_are_counted_together() {
        let record = record("(;SZ[9];B[aa](;C[empty](;W[ba])(;W[ca])(;W[da]))(;W[ea])(;W[fa]))");
        let branches: Vec<String> = listed(&record, "").into_iter().map(|(branch, ..)| branch).collect();
        assert_eq!(branches, ["1:2", "1:3", "1:4", "1:5"]);
        let last = |branch: &str| {
            let branch = branch.parse().unwrap();
            let game = record.replay(&Replay { branch, ..Replay::default() }).unwrap().game;
            game.last_move().unwrap().1.to_string()
        };
        assert_eq!(["", "1:1", "1:2", "1:3", "1:4", "1:5"].map(last), ["B9", "B9", "E9", "F9", "C9", "D9"]);
        // Without a number of moves each fork is one choice.
        assert_eq!(["1.1", "2", "3", "1.2", "1.3"].map(last), ["B9", "E9", "F9", "C9", "D9"]);
    }

    #[test]
    fn branches_that_are_not_there() {
        let record = record(TREE);
        let fails = |branch: &str| record.branch(&branch.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(fails("0:4"), "branch 0:4: after move 0 there are only 3 ways to go on");
        assert_eq!(fails("4"), "branch 4: after move 0 there are only 3 ways to go on");
        assert_eq!(fails("0:2.5:2"), "branch 5:2: there is no further fork: the branch ends after move 1");
        assert_eq!(fails("2:2"), "branch 2:2: there is only one way to go on after move 2");
        assert_eq!(fails("2.2"), "branch 2: there is no further fork: the branch ends after move 1");
        assert_eq!(fails("1:2.0:2"), "branch 0:2: there is only one way to go on after move 0");
    }

    #[test]
    fn branches_are_read_and_written() {
        for text in ["", "2", "34:2", "34:2.40:3.1", "0:1"] {
            assert_eq!(text.parse::<Branch>().unwrap().to_string(), text);
        }
        for text in ["0", "34:0", "x", "2.", ".2", ":2", "2:", "-1", "34:2:1", "99999999999999999999999"] {
            assert!(text.parse::<Branch>().is_err(), "{text}");
        }
    }

    /// The colour of the first move is that of the branch.
    #[test]
    fn the_turn_at_the_start_is_that_of_the_branch() {
        let record = record("(;SZ[9](;B[aa])(;W[ba]))");
        let start = |branch: &str| {
            let replay = Replay { branch: branch.parse().unwrap(), moves: Some(0), ..Replay::default() };
            record.replay(&replay).unwrap().game.position().to_play()
        };
        assert_eq!([start(""), start("2")], [Color::Black, Color::White]);
    }

    /// A fork after each of many moves, each variation in the one before: neither deep recursion nor
    /// time that grows with the square.
    #[test]
    fn a_million_forks() {
        const FORKS: usize = 1_000_000;
        let text = format!("(;SZ[9]{}{}", "(;B[])(;W[]".repeat(FORKS), ")".repeat(FORKS + 1));
        let record = record(&text);
        let variations = record.variations(&Branch::default()).unwrap();
        assert_eq!(variations.list.len(), FORKS);
        let last = variations.branch(FORKS - 1);
        assert_eq!(last.turns.len(), FORKS);
        assert_eq!(record.branch(&last).unwrap().len(), FORKS + 1);
    }
}
