//! One more stone: the units it changes.
//!
//! A stone without own neighbours is a point that became a block. Blocks of its colour beside it
//! become one unit with it; stones that it takes become points. All is noted, so that it can be
//! taken back.

use keisei_goban::{Block, Board, Color, Point};

use super::Parameters;
use super::marks::Marks;
use super::system::{Kind, Pinned, System, Unit};

/// What a stone changed, so that it can be taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// Units as they were, with their leans.
    pub(super) saved: Vec<(u16, Unit, f64)>,
    is_saved: Marks,
    /// Leans of the history as they were.
    pub(super) overwritten: Vec<(u32, f64)>,
    /// How many neighbours were listed.
    listed: usize,
    /// Units whose equation changed, with the iterations in which they or their neighbours were
    /// worked out.
    pub(super) changed: Vec<(u16, u64)>,
    is_changed: Marks,
    /// Where new lists of neighbours are made.
    around: Vec<u16>,
}

impl Journal {
    pub(super) fn begin(&mut self, slots: usize) {
        self.is_saved.resize(slots);
        self.is_changed.resize(slots);
        self.clear();
    }

    /// Remembers a unit as it is.
    #[inline]
    pub(super) fn save(&mut self, slot: u16, units: &[Unit], leans: &[f64]) {
        if self.is_saved.insert(slot) {
            self.saved.push((slot, units[usize::from(slot)], leans[usize::from(slot)]));
        }
    }

    fn clear(&mut self) {
        self.saved.clear();
        self.is_saved.clear();
        self.overwritten.clear();
        self.changed.clear();
        self.is_changed.clear();
    }
}

impl System {
    /// Black's lead if one more stone is put on an empty point of the board that the system stands
    /// for; afterwards all is as it was. What is pinned stays so, and nothing is newly pinned.
    pub(super) fn lead_after(
        &mut self,
        board: &Board,
        color: Color,
        point: Point,
        parameters: &Parameters,
    ) -> f64 {
        if self.units[usize::from(self.slot(point))].pinned {
            return self.lead();
        }
        self.journal.listed = self.neighbors.len();
        self.put(board, color, point);
        self.replay(parameters, parameters.stop_value);
        let lead = self.lead();
        self.take_back();
        lead
    }

    /// Changes the units as a move does: the board before it, the stone, and what is pinned after
    /// it.
    pub(super) fn play(&mut self, board: &Board, color: Color, point: Point, pins: &Pinned) {
        self.put(board, color, point);
        self.pin(pins, board, point);
    }

    /// Settles after a play.
    pub(super) fn settle_again(&mut self, parameters: &Parameters, differing: f64) {
        self.replay(parameters, differing);
        self.journal.clear();
        if self.neighbors.len() > 20 * self.units.len() {
            self.gather_lists();
        }
    }

    /// Remembers a unit as it is.
    fn save(&mut self, slot: u16) {
        self.journal.save(slot, &self.units, &self.leans);
    }

    /// Notes that a unit's equation is another.
    fn change(&mut self, slot: u16) {
        if self.journal.is_changed.insert(slot) {
            self.journal.changed.push((slot, 0));
        }
    }

    /// Lets a unit begin with another lean.
    fn start(&mut self, slot: u16, lean: f64) {
        let old = std::mem::replace(&mut self.history.leans_mut()[usize::from(slot)], lean);
        self.journal.overwritten.push((u32::from(slot), old));
    }

    /// Changes the units for a stone on an empty point, and for what it takes.
    fn put(&mut self, board: &Board, color: Color, point: Point) {
        let stone = self.slot(point);
        let kind = Kind::block(color);
        let mut parts = [0; 5];
        let mut count = 0;
        for &v in self.around(usize::from(stone)) {
            if self.units[usize::from(v)].kind == kind {
                parts[count] = v;
                count += 1;
            }
        }
        // The block whose values change least stands for all: a pinned one, or else the largest.
        let rank = |&&v: &&u16| {
            let unit = &self.units[usize::from(v)];
            (unit.pinned, unit.size, std::cmp::Reverse(v))
        };
        let head = parts[..count].iter().max_by_key(rank).copied();
        self.save(stone);
        if let Some(head) = head {
            parts[count] = stone;
            self.join(head, &parts[..=count]);
        } else {
            self.units[usize::from(stone)].kind = kind;
            self.list_block([point].into_iter());
            self.start(stone, kind.start());
            self.change(stone);
        }
        let blocks = || board.size().neighbors(point).filter_map(|q| board.block(q));
        let taken = |block: &Block| block.color() != color && block.liberties() == 1;
        if board.is_capture(color, point) {
            for block in blocks().filter(taken) {
                let unit = self.unit(block.stones().next().expect("a block has stones"));
                if self.units[usize::from(unit)].kind != Kind::Point {
                    self.take(unit, &block.stones().collect::<Vec<_>>());
                }
            }
        } else if board.is_suicide(color, point) {
            let own = blocks().filter(|block| block.color() == color);
            let mut stones: Vec<Point> = own.flat_map(Block::stones).chain([point]).collect();
            stones.sort_unstable();
            stones.dedup();
            self.take(self.unit(point), &stones);
        }
    }

    /// Makes one unit of blocks and a stone.
    fn join(&mut self, head: u16, parts: &[u16]) {
        self.save(head);
        self.marks.clear();
        self.marks.insert(self.beyond());
        for &part in parts {
            self.marks.insert(part);
        }
        let begin = self.neighbors.len();
        let mut size = 0;
        for &part in parts {
            size += self.units[usize::from(part)].size;
            for i in 0..self.around(usize::from(part)).len() {
                let v = self.around(usize::from(part))[i];
                if self.marks.insert(v) {
                    self.neighbors.push(v);
                }
            }
        }
        let end = self.neighbors.len();
        // Those who know a part know the head from now on.
        for i in begin..end {
            let v = self.neighbors[i];
            let knows = |&&part: &&u16| part != head && self.around(usize::from(v)).contains(&part);
            if parts.iter().any(|part| knows(&part)) {
                self.relist(v, parts, &[head]);
            }
        }
        for &part in parts.iter().filter(|&&part| part != head) {
            self.save(part);
            let unit = &mut self.units[usize::from(part)];
            (unit.kind, unit.head, unit.size) = (Kind::Part, head, 0);
        }
        self.units[usize::from(head)].size = size;
        self.set_listed(head, begin..end);
        self.change(head);
    }

    /// Gives a unit other neighbours.
    fn relist(&mut self, slot: u16, without: &[u16], with: &[u16]) {
        self.save(slot);
        self.change(slot);
        let beyond = self.beyond();
        let mut around = std::mem::take(&mut self.journal.around);
        around.clear();
        around
            .extend(self.around(usize::from(slot)).iter().filter(|&&v| v != beyond && !without.contains(&v)));
        around.extend_from_slice(with);
        self.set_around(slot, &around);
        self.journal.around = around;
    }

    /// Takes a block off the board: its stones become points.
    fn take(&mut self, block: u16, stones: &[Point]) {
        let beyond = self.beyond();
        let beside: Vec<u16> =
            self.around(usize::from(block)).iter().copied().filter(|&v| v != beyond).collect();
        for v in beside {
            let touches = |p: &Point| p.neighbors().into_iter().any(|q| self.is_of(q, v));
            let freed: Vec<u16> = stones.iter().filter(|p| touches(p)).map(|&p| self.slot(p)).collect();
            self.relist(v, &[block], &freed);
        }
        for &p in stones {
            let slot = self.slot(p);
            self.save(slot);
            let unit = &mut self.units[usize::from(slot)];
            (unit.kind, unit.head, unit.size, unit.pinned) = (Kind::Point, slot, 1, false);
            self.start(slot, Kind::Point.start());
            self.change(slot);
        }
        for &p in stones {
            self.list_point(p);
        }
    }

    /// Pins what is known after a move and lets go what is known no more. `board` is the board
    /// before it.
    fn pin(&mut self, pins: &Pinned, board: &Board, point: Point) {
        let read = std::mem::take(&mut self.read);
        if pins.0.iter().chain(&self.pins.0).all(|points| points.is_empty()) && read.is_empty() {
            return;
        }
        let mut touched = (pins.0[0] ^ self.pins.0[0]) | (pins.0[1] ^ self.pins.0[1]);
        touched.insert(point);
        touched |= read;
        // What was taken has lost its pins.
        touched |= (pins.0[0] | pins.0[1]) - board.empty();
        for p in touched {
            let unit = self.unit(p);
            let owner =
                [Color::Black, Color::White].into_iter().find(|&color| pins.0[color as usize].contains(p));
            let (pinned, kind) = (owner.is_some(), self.units[usize::from(unit)].kind);
            let start = owner.map_or(kind, Kind::block).start();
            let begins = self.history.leans()[usize::from(unit)];
            if self.units[usize::from(unit)].pinned == pinned && begins == start {
                continue;
            }
            self.save(unit);
            self.units[usize::from(unit)].pinned = pinned;
            self.start(unit, start);
            if pinned {
                self.units[usize::from(unit)].last = 0;
            }
            self.change(unit);
            for i in 0..self.around(usize::from(unit)).len() {
                self.change(self.around(usize::from(unit))[i]);
            }
        }
        self.pins = *pins;
    }

    /// Takes back what was changed since the last play.
    fn take_back(&mut self) {
        for &(place, lean) in self.journal.overwritten.iter().rev() {
            self.history.leans_mut()[place as usize] = lean;
        }
        for &(slot, unit, lean) in &self.journal.saved {
            self.units[usize::from(slot)] = unit;
            self.leans[usize::from(slot)] = lean;
        }
        self.neighbors.truncate(self.journal.listed);
        self.journal.clear();
    }
}
