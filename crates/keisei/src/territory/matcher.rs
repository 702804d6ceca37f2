//! Patterns turned into shifts and intersections of sets.
//!
//! A pattern that is turned in one of the eight ways asks of a first point, its *anchor*, that the points a step away are the
//! owner's, empty, free or beyond the edge. All anchors of the board are asked at once: the set of points from which that step leads to an
//! empty point is the set of empty points, shifted back. Patterns ask for the same steps again and again, so each is
//! shifted once; a pattern is then an intersection of about ten sets, most of which end empty after two or three.

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
    /// What is asked: indices into the list of questions, the most telling first.
    asks: Vec<u16>,
    area: Vec<Step>,
    /// From the anchor, which is an end, to the other end; `None` if that is the edge.
    other: Option<Step>,
}

/// All patterns turned all ways.
#[derive(Debug)]
struct Compiled {
    questions: Vec<(Ask, Step)>,
    turned: Vec<Turned>,
}

/// Where a pattern was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Match {
    turned: u16,
    anchor: Point,
}

fn compiled() -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| compile(pattern::patterns()))
}

fn compile(patterns: &[Pattern]) -> Compiled {
    let mut compiled = Compiled { questions: Vec::new(), turned: Vec::new() };
    for (index, pattern) in patterns.iter().enumerate() {
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

/// The points that dividers of a colour cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Areas {
    /// In some divider.
    pub divider: PointSet,
    /// In some potential divider, and in no divider.
    pub potential: PointSet,
}

/// Finds patterns; keeps what depends on the size of the board alone, and its memory.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    size: Size,
    all: PointSet,
    /// For each question, the points from which its step stays within the columns.
    stepping: Vec<PointSet>,
    /// For each question, the points of which it is true.
    answers: Vec<PointSet>,
}

impl Matcher {
    pub(super) fn new(size: Size) -> Matcher {
        let questions = &compiled().questions;
        let all = size.all();
        let stepping: Vec<PointSet> = questions.iter().map(|&(_, (columns, _))| size.stepping(columns)).collect();
        let mut matcher = Matcher { size, all, stepping, answers: vec![PointSet::EMPTY; questions.len()] };
        for (i, (ask, step)) in questions.iter().enumerate() {
            if *ask == Ask::Beyond {
                matcher.answers[i] = all - matcher.stepped(i, *step, &all);
            }
        }
        matcher
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The points from which a step leads into a set.
    fn stepped(&self, question: usize, (columns, rows): Step, set: &PointSet) -> PointSet {
        set.shifted(-columns, -rows) & self.stepping[question]
    }

    /// Finds all dividers of a colour and appends them to `matches`, those that link to `links` as pairs of stones.
    pub(super) fn find(
        &mut self,
        sides: Sides,
        matches: &mut Vec<Match>,
        links: &mut Vec<(Point, Point)>,
    ) -> Areas {
        let Compiled { questions, turned } = compiled();
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
        let mut areas = Areas::default();
        'patterns: for (index, way) in turned.iter().enumerate() {
            let mut anchors = sides.own;
            for (place, &ask) in way.asks.iter().enumerate() {
                anchors &= self.answers[usize::from(ask)];
                // Looking after every step would take longer than it saves.
                if place % 2 == 1 && anchors.is_empty() {
                    continue 'patterns;
                }
            }
            if anchors.is_empty() {
                continue;
            }
            let pattern = &pattern::patterns()[way.pattern];
            let covered = match pattern.status() {
                DividerStatus::Divider => &mut areas.divider,
                DividerStatus::Potential => &mut areas.potential,
            };
            for &(columns, rows) in &way.area {
                *covered |= anchors.shifted(columns, rows);
            }
            for anchor in anchors {
                matches.push(Match { turned: index as u16, anchor });
                if pattern.links() {
                    let other = way.other.expect("a link has two ends");
                    links.push((anchor, moved(anchor, other)));
                }
            }
        }
        areas.potential -= areas.divider;
        areas
    }
}

/// The point a step away, which a match says is on the board.
fn moved(point: Point, (columns, rows): Step) -> Point {
    Point::at(point.column().wrapping_add_signed(columns), point.row().wrapping_add_signed(rows))
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
    /// The stone at one end.
    pub end: Point,
    /// The stone at the other end; `None` if that is the edge.
    pub other_end: Option<Point>,
}

impl Match {
    /// What was found.
    pub(super) fn divider(self, color: Color) -> Divider {
        let turned = &compiled().turned[usize::from(self.turned)];
        let pattern = &pattern::patterns()[turned.pattern];
        Divider {
            color,
            name: pattern.name(),
            status: pattern.status(),
            links: pattern.links(),
            area: turned.area.iter().map(|&step| moved(self.anchor, step)).collect(),
            end: self.anchor,
            other_end: turned.other.map(|step| moved(self.anchor, step)),
        }
    }
}
