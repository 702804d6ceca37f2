//! From [`Record`] to text.

use std::fmt;

use super::games::ROOT_PROPERTIES;
use super::record::{NodeId, Record};
use crate::game::Ply;
use crate::{Color, Game, Move, Point, Position, Size};

/// How many nodes stand on a line.
const NODES_PER_LINE: usize = 12;

impl fmt::Display for Record {
    /// Writes the record: values as they were read, always in UTF-8.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Step {
            /// Write a sequence from this node on, up to its end or its variations.
            Sequence(NodeId),
            Close,
        }
        // Records may be deep, so that a stack of our own takes the place of recursion.
        let mut steps = vec![Step::Close, Step::Sequence(self.root())];
        while let Some(step) = steps.pop() {
            let Step::Sequence(mut node) = step else {
                f.write_str(")")?;
                continue;
            };
            // A variation that looks like a game must not stand at the beginning of a line: see
            // `games`.
            let like_a_game =
                self.properties(node).next().is_some_and(|p| ROOT_PROPERTIES.contains(&p.name()));
            f.write_str(if node == self.root() || like_a_game { "(" } else { "\n(" })?;
            for on_line in 1.. {
                self.write_node(f, node)?;
                let mut children = self.children(node);
                match (children.next(), children.next()) {
                    (None, _) => break,
                    (Some(child), None) => {
                        if node == self.root() || on_line % NODES_PER_LINE == 0 {
                            f.write_str("\n")?;
                        }
                        node = child;
                    }
                    (Some(_), Some(_)) => {
                        let first = steps.len();
                        steps.extend(
                            self.children(node).flat_map(|child| [Step::Sequence(child), Step::Close]),
                        );
                        steps[first..].reverse();
                        break;
                    }
                }
            }
        }
        f.write_str("\n")
    }
}

impl Record {
    fn write_node(&self, f: &mut fmt::Formatter<'_>, node: NodeId) -> fmt::Result {
        f.write_str(";")?;
        for property in self.properties(node) {
            f.write_str(property.name())?;
            if property.name() == "CA" {
                f.write_str("[UTF-8]")?;
                continue;
            }
            for value in property.values() {
                write!(f, "[{value}]")?;
            }
        }
        let unsaid = node == self.root() && !self.properties(node).any(|p| p.name() == "CA");
        if unsaid && !self.text.is_ascii() {
            f.write_str("CA[UTF-8]")?; // Without a word, other readers take it for Latin-1.
        }
        Ok(())
    }

    /// A record of a game, with what its positions say about rules and komi.
    pub fn from_game(game: &Game) -> Record {
        let start = game.start();
        let size = start.board().size();
        let mut record = Record::new();
        let root = record.root();
        record.add(root, "GM", ["1"]);
        record.add(root, "FF", ["4"]);
        record.add(root, "CA", ["UTF-8"]);
        record.add(root, "SZ", [size_text(size)]);
        record.add(root, "RU", [start.rules().name()]);
        record.add(root, "KM", [start.komi().to_string()]);
        if start.handicap() >= 2 {
            record.add(root, "HA", [start.handicap().to_string()]);
        }
        record.add_stones(root, None, start);
        // Without a word, Black plays first on an empty board; everywhere else readers guess.
        let usual =
            start.board().empty() == size.all() && game.moves().next().is_none_or(|m| m.0 == Color::Black);
        if start.to_play() == Color::White || !usual {
            record.add_turn(root, start);
        }
        let mut node = root;
        let mut position = start.clone();
        for ply in game.plies() {
            // A record of millions of moves cannot have been played.
            let Ok(next) = record.add_node(node) else { break };
            node = next;
            match ply {
                &Ply::Move(color, mv) => {
                    let name = color.letter().to_string();
                    let value = match mv {
                        Move::Play(point) => point.to_sgf(size),
                        Move::Pass => String::new(),
                    };
                    record.add(node, &name, [value]);
                    position.set_to_play(color);
                    position.apply(mv);
                }
                Ply::Setup(new) => {
                    record.add_stones(node, Some(&position), new);
                    record.add_turn(node, new);
                    position = Position::clone(new);
                }
            }
        }
        record
    }

    /// Writes down the stones that make one position of another without a move.
    fn add_stones(&mut self, node: NodeId, old: Option<&Position>, new: &Position) {
        let size = new.board().size();
        let mut add = |name: &str, stone: Option<Color>| {
            let points: Vec<String> = size
                .points()
                .filter(|&p| {
                    let before = old.and_then(|old| old.board().get(p));
                    new.board().get(p) == stone && before != stone
                })
                .map(|p| p.to_sgf(size))
                .collect();
            if !points.is_empty() {
                self.add(node, name, points);
            }
        };
        add("AB", Some(Color::Black));
        add("AW", Some(Color::White));
        add("AE", None);
    }

    fn add_turn(&mut self, node: NodeId, position: &Position) {
        self.add(node, "PL", [position.to_play().letter().to_string()]);
    }

    /// Marks territory on a node, in place of what was marked there.
    pub fn set_territory(&mut self, node: NodeId, size: Size, owner: impl Fn(Point) -> Option<Color>) {
        for (name, color) in [("TB", Color::Black), ("TW", Color::White)] {
            self.remove(node, name);
            let points: Vec<String> =
                size.points().filter(|&p| owner(p) == Some(color)).map(|p| p.to_sgf(size)).collect();
            if !points.is_empty() {
                self.add(node, name, points);
            }
        }
    }
}

fn size_text(size: Size) -> String {
    if size.is_square() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) }
}
