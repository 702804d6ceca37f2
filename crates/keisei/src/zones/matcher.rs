//! Patterns turned into shifts and intersections of sets.
//!
//! A pattern that is turned in one of the eight ways asks of a first point, its *anchor*, that the
//! points a step away are the owner's, empty, free or beyond the edge. All anchors of the board are
//! asked at once: the set of points from which that step leads to an empty point is the set of
//! empty points, shifted back. Patterns ask for the same steps again and again, so each is shifted
//! once; and patterns that begin with the same questions stand beside each other, so that their
//! beginning is intersected once.

use std::sync::OnceLock;

use keisei_goban::{Color, Point, PointSet, Size};

use super::pattern::{self, Cell, DividerStatus, Pattern};

/// What can be asked of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ask {
    Own,
    Beyond,
    Empty,
    Opponent,
    Free,
}

/// A step from the anchor: columns to the right, rows up.
type Step = (i32, i32);

/// A pattern turned one way.
#[derive(Clone, Debug)]
struct Turned {
    pattern: usize,
    /// What is asked of other points than the anchor: indices into the list of questions, the most
    /// telling first.
    asks: Vec<u16>,
    /// How many of them it shares with the pattern before it, from the first on.
    shared: usize,
    area: Vec<Step>,
    /// From the anchor, which is an end, to the other end; `None` if that is the edge.
    other: Option<Step>,
}

/// The patterns of one status, turned all ways, in the order of what they ask.
#[derive(Debug, Default)]
struct Compiled {
    questions: Vec<(Ask, Step)>,
    turned: Vec<Turned>,
}

fn compiled(status: DividerStatus) -> &'static Compiled {
    static COMPILED: OnceLock<[Compiled; 2]> = OnceLock::new();
    let all = COMPILED.get_or_init(|| {
        [DividerStatus::Divider, DividerStatus::Potential].map(|s| compile(pattern::patterns(), s))
    });
    match status {
        DividerStatus::Divider => &all[0],
        DividerStatus::Potential => &all[1],
    }
}

fn compile(patterns: &[Pattern], status: DividerStatus) -> Compiled {
    let mut compiled = Compiled::default();
    for (index, pattern) in patterns.iter().enumerate().filter(|(_, pattern)| pattern.status() == status) {
        let mut seen: Vec<Vec<(Cell, Step)>> = Vec::new();
        for way in 0..8 {
            let turn = |(row, column): (i32, i32)| {
                let row = if way & 1 == 0 { -row } else { row };
                let column = if way & 2 == 0 { column } else { -column };
                if way & 4 == 0 { (column, row) } else { (row, column) }
            };
            let cells = pattern.cells().iter().map(|&(row, column, cell)| (cell, turn((row, column))));
            let mut cells: Vec<(Cell, Step)> = cells.collect();
            cells.sort_unstable();
            // Ends come first in this order; a pattern has one.
            let Some(&(Cell::End, anchor)) = cells.first() else { continue };
            for (_, step) in &mut cells {
                *step = (step.0 - anchor.0, step.1 - anchor.1);
            }
            if !seen.contains(&cells) {
                compiled.add(index, &cells);
                seen.push(cells);
            }
        }
    }
    compiled.turned.sort_by(|a, b| a.asks.cmp(&b.asks));
    for i in 1..compiled.turned.len() {
        let pairs = compiled.turned[i].asks.iter().zip(&compiled.turned[i - 1].asks);
        compiled.turned[i].shared = pairs.take_while(|(a, b)| a == b).count();
    }
    compiled
}

impl Compiled {
    fn add(&mut self, pattern: usize, cells: &[(Cell, Step)]) {
        let mut asks: Vec<(Ask, Step)> = cells
            .iter()
            .map(|&(cell, step)| {
                let ask = match cell {
                    Cell::End | Cell::Own => Ask::Own,
                    Cell::Opponent => Ask::Opponent,
                    Cell::Beyond => Ask::Beyond,
                    Cell::Area | Cell::Empty => Ask::Empty,
                    Cell::Free => Ask::Free,
                };
                (ask, step)
            })
            .filter(|&(_, step)| step != (0, 0))
            .collect();
        asks.sort_unstable();
        let asks = asks
            .into_iter()
            .map(|ask| {
                let index = self.questions.iter().position(|&q| q == ask).unwrap_or_else(|| {
                    self.questions.push(ask);
                    self.questions.len() - 1
                });
                index as u16
            })
            .collect();
        let of = |kind| cells.iter().filter(move |(cell, _)| *cell == kind).map(|&(_, step)| step);
        self.turned.push(Turned {
            pattern,
            asks,
            shared: 0,
            area: of(Cell::Area).collect(),
            other: of(Cell::End).find(|&step| step != (0, 0)),
        });
    }
}

/// The stones of both sides, as a colour sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) own: PointSet,
    pub(super) opponent: PointSet,
}

/// Where a pattern was found, turned one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    turned: &'static Turned,
    /// At which points.
    anchors: PointSet,
}

/// Finds patterns of one status; keeps what depends on the size of the board alone, and its memory.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    all: PointSet,
    compiled: &'static Compiled,
    /// For each question, the points from which its step stays within the columns.
    stepping: Vec<PointSet>,
    /// For each question, the points of which it is true.
    answers: Vec<PointSet>,
    /// After each question of a pattern, the anchors that are left.
    left: Vec<PointSet>,
}

impl Matcher {
    pub(super) fn new(size: Size, status: DividerStatus) -> Matcher {
        let compiled = compiled(status);
        let questions = &compiled.questions;
        let all = size.all();
        let deepest = compiled.turned.iter().map(|turned| turned.asks.len()).max().unwrap_or(0);
        let mut matcher = Matcher {
            all,
            compiled,
            stepping: questions.iter().map(|&(_, (columns, _))| size.stepping(columns)).collect(),
            answers: vec![PointSet::EMPTY; questions.len()],
            left: vec![PointSet::EMPTY; deepest + 1],
        };
        for (i, (ask, step)) in questions.iter().enumerate() {
            if *ask == Ask::Beyond {
                matcher.answers[i] = all - matcher.stepped(i, *step, &all);
            }
        }
        matcher
    }

    /// The points from which a step leads into a set.
    fn stepped(&self, question: usize, (columns, rows): Step, set: &PointSet) -> PointSet {
        set.shifted(-columns, -rows) & self.stepping[question]
    }

    /// Finds all patterns.
    pub(super) fn find(&mut self, sides: Sides, mut found: impl FnMut(Found)) {
        let Compiled { questions, turned } = self.compiled;
        let empty = self.all - sides.own - sides.opponent;
        for (i, &(ask, step)) in questions.iter().enumerate() {
            self.answers[i] = match ask {
                Ask::Beyond => continue,
                Ask::Own => self.stepped(i, step, &sides.own),
                Ask::Empty => self.stepped(i, step, &empty),
                Ask::Opponent => self.stepped(i, step, &sides.opponent),
                Ask::Free => self.all - self.stepped(i, step, &sides.opponent),
            };
        }
        self.left[0] = sides.own;
        // Up to here something was left of the pattern before.
        let mut filled = 0;
        for turned in turned {
            if turned.shared > filled {
                // Nothing was left already of what they share.
                continue;
            }
            filled = turned.shared;
            for &ask in &turned.asks[turned.shared..] {
                let anchors = self.left[filled] & self.answers[usize::from(ask)];
                if anchors.is_empty() {
                    break;
                }
                filled += 1;
                self.left[filled] = anchors;
            }
            if filled == turned.asks.len() {
                found(Found { turned, anchors: self.left[filled] });
            }
        }
    }
}

/// The point a step away, which a match says is on the board.
fn moved(point: Point, (columns, rows): Step) -> Point {
    Point::at(point.column().wrapping_add_signed(columns), point.row().wrapping_add_signed(rows))
}

impl Found {
    fn pattern(&self) -> &'static Pattern {
        &pattern::patterns()[self.turned.pattern]
    }

    /// The points that the dividers cover.
    pub(super) fn area(&self) -> PointSet {
        let shifted = |&(columns, rows): &Step| self.anchors.shifted(columns, rows);
        self.turned.area.iter().map(shifted).fold(PointSet::EMPTY, |all, part| all | part)
    }

    /// The pairs of stones that are kept connected.
    pub(super) fn links(&self) -> impl Iterator<Item = (Point, Point)> {
        let other = self.turned.other.filter(|_| self.pattern().links());
        let anchors = if other.is_some() { self.anchors } else { PointSet::EMPTY };
        anchors.into_iter().filter_map(move |anchor| Some((anchor, moved(anchor, other?))))
    }

    /// Each of the dividers.
    pub(super) fn dividers(&self, color: Color) -> impl Iterator<Item = Divider> {
        let (turned, pattern) = (self.turned, self.pattern());
        self.anchors.into_iter().map(move |anchor| {
            let other = turned.other.map(|step| moved(anchor, step));
            Divider {
                color,
                name: pattern.name(),
                status: pattern.status(),
                links: pattern.links(),
                area: turned.area.iter().map(|&step| moved(anchor, step)).collect(),
                end: other.map_or(anchor, |other| anchor.min(other)),
                other_end: other.map(|other| anchor.max(other)),
            }
        })
    }
}

/// A line that the opponent cannot break through, or one that a move makes so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Divider {
    /// Whose it is.
    pub color: Color,
    /// What its shape is called.
    pub name: &'static str,
    /// How well it divides.
    pub status: DividerStatus,
    /// Whether it keeps its ends connected.
    pub links: bool,
    /// Its points, all empty.
    pub area: PointSet,
    /// The stone at one end, the lower one by index if there are two.
    pub end: Point,
    /// The stone at the other end; `None` if that is the edge.
    pub other_end: Option<Point>,
}
