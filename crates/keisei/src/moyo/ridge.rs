//! The walls of a moyo, and how strong they are between stones (section 6, application 2).
//!
//! Where an inner point touches a vacant outer point, the wall between them is as high as the
//! higher of the two: these points are the **ridge**. (An inner point in a dip beside a higher
//! outer point is no wall: N12 of the paper's example has potential −6 as the weakest points have,
//! but to come in there one must cross O12 first.) The ridge runs diagonally too. Between two
//! blocks, or a block and the edge of the board, it is as strong as its lowest point; if it is
//! broad, as the lowest point of the best way along it. A way never runs past a third block: there
//! it ends. Stones that the concave correction ignores strengthen the ridge all the same.

use keisei_goban::{Board, Color, Point, PointMap, PointSet};

use super::Moyo;

/// What a ridge ends at: a block, or the edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Anchor {
    /// A block, by one of its stones: the first in order of index.
    Block(Point),
    /// The edge of the board.
    Edge,
}

/// A stretch of ridge between two blocks, or between a block and the edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// Whose ridge it is.
    pub color: Color,
    /// What it connects; an edge comes second.
    pub between: (Anchor, Anchor),
    /// Its weakest points.
    pub points: PointSet,
    /// Their potential for the colour, in units.
    pub strength: i64,
}

/// A point of a ridge.
struct Crest {
    point: Point,
    height: i64,
    anchors: Vec<Anchor>,
}

impl Moyo {
    /// The connections along the boundaries of both colours' inner areas, the weakest first.
    ///
    /// The board must be the one that this moyo was last updated to.
    pub fn connections(&self, board: &Board) -> Vec<Connection> {
        let mut connections: Vec<Connection> = [Color::Black, Color::White]
            .into_iter()
            .flat_map(|color| Ridge::new(self, board, color).connections(color))
            .collect();
        let size = self.size();
        let place = |c: &Connection| c.points.iter().map(|p| size.ordinal(p)).min();
        connections.sort_by_key(|c| (c.strength, place(c), c.between));
        connections
    }

    /// The points of a colour's ridge.
    fn ridge(&self, color: Color) -> PointSet {
        let landscape = &self.landscapes[color];
        let inner = self.inner[color];
        let outer = self.vacant - inner;
        let mut ridge = PointSet::EMPTY;
        for p in inner & outer.grown() {
            for q in self.size().neighbors(p).filter(|&q| outer.contains(q)) {
                ridge.insert(if landscape.height(q) > landscape.height(p) { q } else { p });
            }
        }
        ridge
    }
}

/// One colour's ridge, by descending height.
struct Ridge {
    crests: Vec<Crest>,
    places: PointMap<Option<u16>>,
}

/// The up to eight points around a point.
fn around(point: Point) -> impl Iterator<Item = Point> {
    point.neighbors().into_iter().chain(point.diagonals().into_iter().flatten())
}

impl Ridge {
    fn new(moyo: &Moyo, board: &Board, color: Color) -> Ridge {
        let size = moyo.size();
        let landscape = &moyo.landscapes[color];
        let mut crests: Vec<Crest> = moyo
            .ridge(color)
            .iter()
            .map(|point| {
                let mut anchors: Vec<Anchor> = around(point)
                    .filter(|&q| size.contains(q) && moyo.stones[color].contains(q))
                    .filter_map(|q| board.block(q)?.stone_set().first())
                    .map(Anchor::Block)
                    .collect();
                if size.line(point) == 1 {
                    anchors.push(Anchor::Edge);
                }
                anchors.sort();
                anchors.dedup();
                let ignored =
                    moyo.ignored[color].iter().map(|stone| moyo.field.influence_between(stone, point));
                Crest { point, height: landscape.height(point) + ignored.sum::<i64>(), anchors }
            })
            .collect();
        crests.sort_by_key(|crest| (std::cmp::Reverse(crest.height), size.ordinal(crest.point)));
        let mut places = PointMap::default();
        for (i, crest) in crests.iter().enumerate() {
            places[crest.point] = Some(i as u16);
        }
        Ridge { crests, places }
    }

    /// The ridge points beside one, by place.
    fn beside(&self, crest: usize) -> impl Iterator<Item = usize> {
        around(self.crests[crest].point).filter_map(|q| self.places[q]).map(usize::from)
    }

    fn is_free(&self, crest: usize) -> bool {
        self.crests[crest].anchors.is_empty()
    }

    fn connections(&self, color: Color) -> Vec<Connection> {
        let mut found = self.contacts();
        for stretch in self.stretches() {
            self.connect(&stretch, &mut found);
        }
        found
            .into_iter()
            .map(|found| Connection {
                color,
                between: found.between,
                points: found.points,
                strength: found.strength,
            })
            .collect()
    }

    /// Pairs of anchors with no free point between them: joined by a point that touches both, or by
    /// two points side by side. The strongest of each pair.
    fn contacts(&self) -> Vec<Found> {
        let mut best: Vec<Found> = Vec::new();
        let mut offer = |a: Anchor, b: Anchor, points: [usize; 2]| {
            if a >= b || a == Anchor::Edge {
                return;
            }
            let strength = points.map(|i| self.crests[i].height).into_iter().min().unwrap_or(0);
            let weakest = points.into_iter().filter(|&i| self.crests[i].height == strength);
            let points: PointSet = weakest.map(|i| self.crests[i].point).collect();
            match best.iter_mut().find(|found| found.between == (a, b)) {
                Some(found) if found.strength > strength => {}
                Some(found) if found.strength == strength => found.points |= points,
                Some(found) => (found.strength, found.points) = (strength, points),
                None => best.push(Found { between: (a, b), points, strength }),
            }
        };
        for i in 0..self.crests.len() {
            for j in self.beside(i).chain([i]) {
                for &a in &self.crests[i].anchors {
                    for &b in &self.crests[j].anchors {
                        offer(a, b, [i, j]);
                    }
                }
            }
        }
        best
    }

    /// The connected stretches of free ridge points, each with the anchored points beside it.
    fn stretches(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.crests.len()];
        let mut stretches = Vec::new();
        for start in 0..self.crests.len() {
            if seen[start] || !self.is_free(start) {
                continue;
            }
            let mut stretch = vec![start];
            let mut inside = vec![false; self.crests.len()];
            inside[start] = true;
            let mut next = 0;
            while next < stretch.len() {
                let i = stretch[next];
                next += 1;
                if !self.is_free(i) {
                    continue;
                }
                seen[i] = true;
                for j in self.beside(i) {
                    if !std::mem::replace(&mut inside[j], true) {
                        stretch.push(j);
                    }
                }
            }
            // By descending height: that is how the ridge is sorted.
            stretch.sort_unstable();
            stretches.push(stretch);
        }
        stretches
    }

    /// Finds the pairs of anchors along one stretch: its points come in from the highest down,
    /// joining clusters, and two anchors are as strongly connected as the point is high that first
    /// joins them.
    fn connect(&self, stretch: &[usize], found: &mut Vec<Found>) {
        let mut clusters: Vec<Cluster> = Vec::new();
        // Anchors that one point touches are in contact already.
        let mut connected: Vec<(Anchor, Anchor)> = Vec::new();
        for &i in stretch {
            let anchors = &self.crests[i].anchors;
            connected.extend(anchors.iter().flat_map(|&a| anchors.iter().map(move |&b| (a, b))));
        }
        let mut meet = |height: i64, ours: &[Anchor], theirs: &[Anchor]| {
            for &a in ours {
                for &b in theirs.iter().filter(|&&b| b != a) {
                    let pair = (a.min(b), a.max(b));
                    if !connected.contains(&pair) {
                        connected.push(pair);
                        found.push(self.found(stretch, pair, height));
                    }
                }
            }
        };
        for &i in stretch {
            let crest = &self.crests[i];
            if !self.is_free(i) {
                // An end of the stretch: it joins the clusters beside it, but does not join them to
                // each other.
                for cluster in &mut clusters {
                    if self.beside(i).any(|j| cluster.free.contains(&j)) {
                        meet(crest.height, &cluster.anchors, &crest.anchors);
                        cluster.anchors.extend(&crest.anchors);
                    }
                }
                continue;
            }
            let mut joined = Cluster { free: vec![i], anchors: Vec::new() };
            for j in self.beside(i).filter(|&j| j < i && !self.is_free(j)) {
                meet(crest.height, &joined.anchors, &self.crests[j].anchors);
                joined.anchors.extend(&self.crests[j].anchors);
            }
            let (touching, apart): (Vec<Cluster>, Vec<Cluster>) =
                clusters.into_iter().partition(|cluster| self.beside(i).any(|j| cluster.free.contains(&j)));
            clusters = apart;
            for cluster in touching {
                meet(crest.height, &joined.anchors, &cluster.anchors);
                joined.anchors.extend(cluster.anchors);
                joined.free.extend(cluster.free);
            }
            clusters.push(joined);
        }
    }

    /// A connection, with its weakest points: those of its strength on a shortest way along the
    /// stretch.
    fn found(&self, stretch: &[usize], (a, b): (Anchor, Anchor), strength: i64) -> Found {
        let steps_from = |anchor: Anchor| {
            let mut steps = vec![usize::MAX; self.crests.len()];
            let high = |i: &usize| stretch.contains(i) && self.crests[*i].height >= strength;
            let mut queue: Vec<usize> = stretch
                .iter()
                .copied()
                .filter(|i| high(i) && self.crests[*i].anchors.contains(&anchor))
                .collect();
            for &i in &queue {
                steps[i] = 0;
            }
            let mut next = 0;
            while next < queue.len() {
                let i = queue[next];
                next += 1;
                if !self.is_free(i) && steps[i] > 0 {
                    continue;
                }
                // Anchored points are joined by free ones only.
                for j in self.beside(i).filter(|j| high(j) && (self.is_free(i) || self.is_free(*j))) {
                    if steps[j] == usize::MAX {
                        steps[j] = steps[i] + 1;
                        queue.push(j);
                    }
                }
            }
            steps
        };
        let (from_a, from_b) = (steps_from(a), steps_from(b));
        let way = |i: usize| from_a[i].saturating_add(from_b[i]);
        let ends_at = |i: &usize| self.crests[*i].anchors.contains(&b);
        let shortest = stretch.iter().copied().filter(ends_at).map(|i| from_a[i]).min().unwrap_or(usize::MAX);
        let points = stretch
            .iter()
            .filter(|&&i| way(i) == shortest && self.crests[i].height == strength)
            .map(|&i| self.crests[i].point)
            .collect();
        Found { between: (a, b), points, strength }
    }
}

/// A connection of one colour's ridge.
struct Found {
    between: (Anchor, Anchor),
    points: PointSet,
    strength: i64,
}

/// Free points joined so far, and the anchors they touch.
struct Cluster {
    free: Vec<usize>,
    anchors: Vec<Anchor>,
}
