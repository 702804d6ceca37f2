//! How blocks and groups stand: whether blocks are taken or saved, connected or cut, and groups killed or
//! alive (`group`), by who moves first, with the lines of play that show it.
//!
//! ```text
//! . . . . .     White's stone is unsettled: Black first takes it, White first saves it. Black's
//! . X . . .     stones are safe: nothing takes them even if White moves first.
//! X O . . .
//! . X . . .
//! ```
//!
//! What [`Safety`] proves comes first: stones that are never taken, and stones in territory in which they
//! do not live. Everything else is *read* ([`crate::reading`]), or not known.
//!
//! A *group* is grown outward from a block: blocks near to it that cannot be cut from it, even if the
//! opponent moves first, then those near to these.
//!
//! # Where it fails
//!
//! What is said of a block is about its capture: one that nobody can take now is called safe, though its
//! group may be dead. That each block of a group cannot be cut from the next does not say that one answer
//! keeps all of them.

mod group;

use keisei_goban::{Block, Board, Color, Point, PointSet, Position};

use crate::Proof;
use crate::reading::{Limits, Line, NothingToRead, Question, Reader, Reading, Success};
use crate::safety::Safety;

pub use self::group::{GroupAnswer, GroupStanding, largest};

/// What the two answers say together, seen from the owner of the stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The owner gets his way, even if the opponent moves first: safe, connected, or alive.
    Owners,
    /// The opponent gets his way, even if the owner moves first: taken, cut, or dead.
    Opponents,
    /// Who moves first gets his way.
    Unsettled,
    /// It depends on a ko.
    Ko,
    /// An answer that is needed was not read within the limits.
    NotRead,
}

impl Verdict {
    /// Of what comes if the opponent moves first, and if the owner does.
    pub(crate) fn of(opponent_first: &Reading, owner_first: &Reading) -> Verdict {
        match (opponent_first.success, owner_first.success) {
            (Some(Success::No), _) => Verdict::Owners,
            (_, Some(Success::No)) => Verdict::Opponents,
            (None, _) | (_, None) => Verdict::NotRead,
            (Some(Success::Yes), Some(Success::Yes)) => Verdict::Unsettled,
            _ => Verdict::Ko,
        }
    }

    /// In a word, of a block.
    pub fn of_block(self) -> &'static str {
        match self {
            Verdict::Owners => "safe",
            Verdict::Opponents => "taken",
            other => other.name(),
        }
    }

    /// In a word, of two blocks of a colour.
    pub fn of_pair(self) -> &'static str {
        match self {
            Verdict::Owners => "connected",
            Verdict::Opponents => "cut",
            other => other.name(),
        }
    }

    /// In a word, of a group.
    pub fn of_group(self) -> &'static str {
        match self {
            Verdict::Owners => "alive",
            Verdict::Opponents => "dead",
            other => other.name(),
        }
    }

    fn evidence(self) -> Option<&'static str> {
        (self != Verdict::NotRead).then_some("read")
    }

    fn name(self) -> &'static str {
        match self {
            Verdict::Owners => "the owner's",
            Verdict::Opponents => "the opponent's",
            Verdict::Unsettled => "unsettled",
            Verdict::Ko => "ko",
            Verdict::NotRead => "not read",
        }
    }
}

/// How a block stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockStanding {
    /// The stone that was asked about.
    pub stone: Point,
    /// Whose it is.
    pub color: Color,
    /// All stones of the block.
    pub stones: PointSet,
    /// Its liberties.
    pub liberties: PointSet,
    /// What becomes of it.
    pub verdict: Verdict,
    /// The rule that proves it; `None` if it was read at best.
    pub proof: Option<Proof>,
    /// Whether it is taken if its opponent moves first.
    pub attack: Line,
    /// Whether it is saved if its owner moves first.
    pub defence: Line,
}

impl BlockStanding {
    /// What the verdict rests on: `proved` or `read`; `None` if there is none.
    pub fn evidence(&self) -> Option<&'static str> {
        match self.proof {
            Some(_) => Some("proved"),
            None => self.verdict.evidence(),
        }
    }

    /// The answers, each with its question: the attack first.
    pub fn answers(&self) -> [(Question, &Line); 2] {
        [(Question::Attack(self.stone), &self.attack), (Question::Defend(self.stone), &self.defence)]
    }
}

/// How two blocks of a colour stand to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairStanding {
    /// A stone of each.
    pub ends: [Point; 2],
    /// Whose they are.
    pub color: Color,
    /// Whether they are connected.
    pub verdict: Verdict,
    /// Whether they are connected if their owner moves first.
    pub connect: Line,
    /// Whether they are kept apart if their opponent moves first.
    pub disconnect: Line,
}

impl PairStanding {
    /// What the verdict rests on: `read`, or `read narrowly` ([`Reading::narrow`]); `None` if there is
    /// none.
    pub fn evidence(&self) -> Option<&'static str> {
        let narrow = self.connect.reading.narrow || self.disconnect.reading.narrow;
        self.verdict.evidence().map(|read| if narrow { "read narrowly" } else { read })
    }

    /// The answers, each with its question: the cut first.
    pub fn answers(&self) -> [(Question, &Line); 2] {
        [(Question::Disconnect(self.ends), &self.disconnect), (Question::Connect(self.ends), &self.connect)]
    }
}

/// Finds out how the blocks of a position stand.
#[derive(Clone, Debug)]
pub struct Standings<'a> {
    position: &'a Position,
    safety: &'a Safety,
    reader: Reader,
}

impl<'a> Standings<'a> {
    /// Of a position, with what is proved about it, reading so much.
    ///
    /// ```
    /// use keisei::reading::Limits;
    /// use keisei::safety::Safety;
    /// use keisei::standing::{Standings, Verdict};
    /// use keisei_goban::{Position, board};
    ///
    /// let position = Position::new(board!("
    ///     . . . . .
    ///     . X . . .
    ///     X O . . .
    ///     . X . . .
    /// "));
    /// let safety = Safety::nothing(position.board().size());
    /// let standing = Standings::new(&position, &safety, Limits::default()).block("B2".parse()?)?;
    /// assert_eq!(standing.verdict, Verdict::Unsettled);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: &'a Position, safety: &'a Safety, limits: Limits) -> Standings<'a> {
        Standings { position, safety, reader: Reader::new(limits) }
    }

    /// How the block on a point stands.
    ///
    /// # Errors
    /// If there is no stone.
    pub fn block(&mut self, stone: Point) -> Result<BlockStanding, NothingToRead> {
        let block = self.position.board().block(stone).ok_or(NothingToRead::NoStone(stone))?;
        self.standing(block, stone, true)
    }

    /// How all blocks with so many liberties at most stand, in the order of [`Board::blocks`]. Those
    /// that are safe have no line of what is tried in vain.
    pub fn blocks(&mut self, liberties: usize) -> Vec<BlockStanding> {
        let board: &'a Board = self.position.board();
        let few = board.blocks().filter(|block| block.liberties() <= liberties);
        let few: Vec<(Block<'a>, Point)> =
            few.filter_map(|block| Some((block, block.stone_set().first()?))).collect();
        few.into_iter().filter_map(|(block, stone)| self.standing(block, stone, false).ok()).collect()
    }

    fn standing(
        &mut self,
        block: Block<'_>,
        stone: Point,
        in_vain: bool,
    ) -> Result<BlockStanding, NothingToRead> {
        let color = block.color();
        let is_safe = self.safety.stones(color).contains(stone);
        let is_dead = self.safety.territory(color.opponent()).contains(stone);
        let proved = (is_safe || is_dead).then_some(is_safe);
        let (attack, defence) = match proved {
            Some(safe) => (known(Question::Attack(stone), !safe), known(Question::Defend(stone), safe)),
            None => {
                let question = Question::Attack(stone);
                let attack = match in_vain {
                    true => self.line(question, color)?,
                    false => self.line_of_success(question, color)?,
                };
                let defence = match attack.reading.success {
                    // Who need not answer is saved without a move.
                    Some(Success::No) => known(Question::Defend(stone), true),
                    _ => self.line(Question::Defend(stone), color)?,
                };
                (attack, defence)
            }
        };
        Ok(BlockStanding {
            stone,
            color,
            stones: block.stone_set(),
            liberties: block.liberty_set(),
            verdict: Verdict::of(&attack.reading, &defence.reading),
            proof: proved.and_then(|_| self.safety.proof(stone)),
            attack,
            defence,
        })
    }

    /// How two blocks of a colour stand to each other.
    ///
    /// # Errors
    /// If they are not of a colour, or there is a stone missing.
    pub fn pair(&mut self, ends: [Point; 2]) -> Result<PairStanding, NothingToRead> {
        let color = self.position.board().get(ends[0]).ok_or(NothingToRead::NoStone(ends[0]))?;
        let disconnect = self.line(Question::Disconnect(ends), color)?;
        let connect = match disconnect.reading.success {
            Some(Success::No) => known(Question::Connect(ends), true),
            _ => self.line(Question::Connect(ends), color)?,
        };
        let verdict = Verdict::of(&disconnect.reading, &connect.reading);
        Ok(PairStanding { ends, color, verdict, connect, disconnect })
    }

    /// The stones of the group of a block: of all blocks that cannot be cut from it, one after the
    /// other, even if the opponent moves first. What was not read within the limits counts as apart.
    ///
    /// # Errors
    /// If there is no stone.
    pub fn group(&mut self, stone: Point) -> Result<PointSet, NothingToRead> {
        let board = self.position.board();
        let owner = board.get(stone).ok_or(NothingToRead::NoStone(stone))?;
        self.reader.group(board, stone, self.ko(owner.opponent()))
    }

    fn line(&mut self, question: Question, owner: Color) -> Result<Line, NothingToRead> {
        let ko = self.ko(question.first(owner));
        self.reader.line(self.position.board(), question, ko)
    }

    /// The same without the moves of a side that fails.
    fn line_of_success(&mut self, question: Question, owner: Color) -> Result<Line, NothingToRead> {
        let ko = self.ko(question.first(owner));
        let reading = self.reader.answer(self.position.board(), question, ko)?;
        match reading.success {
            Some(Success::No) => Ok(Line { reading, ..known(question, false) }),
            _ => self.line(question, owner),
        }
    }

    /// Where a side may not take back at once.
    fn ko(&self, first: Color) -> Option<Point> {
        self.position.ko().filter(|_| first == self.position.to_play())
    }
}

/// What is known without reading, and so has no moves to show.
fn known(question: Question, succeeds: bool) -> Line {
    let success = if succeeds { Success::Yes } else { Success::No };
    let reading = Reading { success: Some(success), point: None, nodes: 0, narrow: false };
    let end = question.aim(question.is_owners() == succeeds);
    Line { reading, moves: Vec::new(), end }
}

#[cfg(test)]
mod tests {
    use keisei_goban::board;

    use super::*;
    use crate::reading::End;

    fn p(vertex: &str) -> Point {
        vertex.parse().unwrap()
    }

    fn words(board: &Board) -> Vec<(String, &'static str, Option<Proof>)> {
        let position = Position::new(board.clone());
        let safety = Safety::of(&position, crate::safety::Limits::default());
        let blocks = Standings::new(&position, &safety, Limits::default()).blocks(4);
        blocks.iter().map(|b| (b.stone.to_string(), b.verdict.of_block(), b.proof)).collect()
    }

    #[test]
    fn proofs_come_before_readings() {
        // Black lives with two eyes, and the white stone is within his territory.
        let board = board!(
            "
            . X . X O .
            X X X X O .
            O . X O O .
            X X X O . .
            O O O O . .
            . . . . . .
        "
        );
        let words = words(&board);
        let of = |vertex: &str| words.iter().find(|(stone, ..)| stone == vertex).unwrap();
        assert_eq!((of("A4").1, of("A4").2.is_some()), ("taken", true), "{words:?}");
        assert!(words.iter().any(|(_, word, proof)| *word == "safe" && proof.is_some()), "{words:?}");
    }

    #[test]
    fn the_two_answers_make_a_verdict() {
        let reading = |success| Reading { success, point: None, nodes: 1, narrow: false };
        let [no, own, yes] = [Success::No, Success::OwnThreat, Success::Yes].map(|s| reading(Some(s)));
        let unread = reading(None);
        for (first, second, verdict) in [
            (&no, &yes, Verdict::Owners),
            (&no, &unread, Verdict::Owners),
            (&yes, &no, Verdict::Opponents),
            (&unread, &no, Verdict::Opponents),
            (&yes, &yes, Verdict::Unsettled),
            (&own, &yes, Verdict::Ko),
            (&yes, &own, Verdict::Ko),
            (&unread, &yes, Verdict::NotRead),
            (&yes, &unread, Verdict::NotRead),
        ] {
            assert_eq!(Verdict::of(first, second), verdict);
        }
    }

    #[test]
    fn groups_grow_over_what_cannot_be_cut() {
        let position = Position::new(board!(
            "
            . . . . . . . .
            . X . X . . . .
            . X . X . . X .
            . . O . . . . .
            . . O . . . . .
            . . . . . . . .
        "
        ));
        let safety = Safety::nothing(position.board().size());
        let mut standings = Standings::new(&position, &safety, Limits::default());
        let group = standings.group(p("B5")).unwrap();
        assert!(group.contains(p("B4")) && group.contains(p("D5")));
        assert_eq!(standings.group(p("D4")).unwrap(), group);
        assert_eq!(standings.pair([p("B5"), p("D5")]).unwrap().verdict, Verdict::Owners);
        assert!(standings.group(p("A1")).is_err() && standings.block(p("A1")).is_err());
    }

    /// Who took in a ko last has the ban on his side.
    #[test]
    fn a_ko_that_was_just_taken_is_honoured() {
        let mut position = Position::new(board!(
            "
            . X O . . .
            X . X O . .
            . X O . . .
            . . . . . .
            . . . . . .
            . . . . . .
        "
        ))
        .with_to_play(Color::White);
        position.play(keisei_goban::Move::Play(p("B5"))).unwrap();
        assert_eq!(position.ko(), Some(p("C5")));
        let safety = Safety::nothing(position.board().size());
        let banned = Standings::new(&position, &safety, Limits::default()).block(p("B5")).unwrap();
        assert_eq!((banned.verdict, banned.attack.reading.success), (Verdict::Ko, Some(Success::OwnThreat)));
        assert_eq!(banned.attack.end, End::Ko(Color::Black));
        let free = position.clone().with_to_play(Color::White);
        let free = Standings::new(&free, &safety, Limits::default()).block(p("B5")).unwrap();
        assert_eq!(free.attack.reading.success, Some(Success::TheirThreat));
    }
}
