//! Zones as an evaluation: points counted by what they are \[Müller2002\], section 4.

use keisei_goban::{Board, ByColor, Color, PointMap, PointSet, Position, Size};

use crate::draft::{Draft, Sureness};
use crate::safety::Safety;
use crate::zones::{GroupStatus, Parameters, Territory};
use crate::{
    BlockOpinion, Evaluation, Evaluator, Evidence, Layer, LayerName, LayerValues, Ownership, Status, Term,
};

/// What a point counts for the side it is taken to belong to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// A stone of a living group; a dead stone counts as much for the opponent.
    pub living: f64,
    /// A stone of a weak group.
    pub weak: f64,
    /// A point of safe territory.
    pub safe: f64,
    /// A point of potential territory.
    pub potential: f64,
    /// A point of a divider that is no territory, and that no opposing stone touches.
    pub divider: f64,
    /// A near point.
    pub near: f64,
}

impl Default for Weights {
    /// Those of the paper, which says nothing of weak stones and of dividers: one half is about
    /// what such points came to on labelled positions.
    fn default() -> Weights {
        Weights { living: 1.0, weak: 0.5, safe: 1.0, potential: 0.5, divider: 0.5, near: 0.2 }
    }
}

impl Weights {
    /// Whether no point can come to more than 1, as an ownership must not.
    pub fn is_sound(&self) -> bool {
        [self.living, self.weak, self.safe, self.potential, self.divider, self.near]
            .iter()
            .all(|weight| (0.0..=1.0).contains(weight))
    }
}

/// Judges by zones: each point counts by what it is, and weak groups by half.
///
/// Its layers are whole numbers: `class_black` and `class_white` (what a point is to a colour: 0
/// unused, 1 threatened, 2 potential territory, 3 safe territory, 4 divider, 5 stone),
/// `distance_black` and `distance_white`, `connectible` (1 for Black, −1 for White, 2 for both, 0
/// for neither) and `outside` (1 near to Black, −1 near to White, 2 junction, 3 far away, 0 stone
/// or territory).
#[derive(Clone, Debug)]
pub struct ZonesEvaluator {
    weights: Weights,
    territory: Territory,
}

impl Default for ZonesEvaluator {
    fn default() -> ZonesEvaluator {
        ZonesEvaluator::new(Parameters::default(), Weights::default())
    }
}

impl ZonesEvaluator {
    /// With other parameters and weights.
    ///
    /// # Panics
    /// If the weights are not sound ([`Weights::is_sound`]).
    pub fn new(parameters: Parameters, weights: Weights) -> ZonesEvaluator {
        assert!(weights.is_sound(), "weights are from 0 to 1");
        ZonesEvaluator { weights, territory: Territory::new(Size::default(), parameters) }
    }

    /// The zones of the position that was last evaluated.
    pub fn territory(&self) -> &Territory {
        &self.territory
    }

    /// Who owns what by the weights, and what each kind of point adds to the lead.
    fn count(&self) -> (Ownership, Vec<Term>) {
        let territory = &self.territory;
        let weights = &self.weights;
        let dead = territory.dead(Color::Black) | territory.dead(Color::White);
        let outside = territory.outside() - dead;
        // Where the opponent touches a divider it is pushed in.
        let divider =
            |color: Color| (territory.areas(color).divider & outside) - territory.stones(!color).grown();
        let kinds = [
            ("stones", weights.living, each(|color| territory.stones(color) - territory.weak(color))),
            ("weak stones", weights.weak, each(|color| territory.weak(color))),
            ("dead stones", weights.living, each(|color| territory.dead(!color))),
            ("safe territory", weights.safe, each(|color| territory.safe(color) - dead)),
            ("potential territory", weights.potential, each(|color| territory.potential(color) - dead)),
            ("dividers", weights.divider, each(divider)),
            ("near points", weights.near, each(|color| territory.near(color) - divider(color) - dead)),
        ];
        let mut values = PointMap::filled(0.0);
        let mut terms = Vec::with_capacity(kinds.len() + 1);
        for (name, weight, points) in kinds {
            for color in Color::ALL {
                let value = (f64::from(color.sign()) * weight) as f32;
                for p in points[color] {
                    values[p] += value;
                }
            }
            terms.push(Term {
                name,
                points: weight * (points.black.len() as f64 - points.white.len() as f64),
            });
        }
        let size = territory.size();
        let mut ownership = Ownership::even(size);
        for p in size.points() {
            ownership.set(p, values[p]);
        }
        (ownership, terms)
    }
}

fn each(points: impl FnMut(Color) -> PointSet) -> ByColor<PointSet> {
    ByColor::new_with(points)
}

impl Evaluator for ZonesEvaluator {
    fn name(&self) -> &'static str {
        "zones"
    }

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let board = position.board();
        self.territory.update(board, Some(safety));
        let (ownership, terms) = self.count();
        let draft = Draft::new(ownership, Evidence::Estimated);
        let draft = terms.into_iter().fold(draft, |draft, term| draft.term(term.name, term.points));
        let layers = layers(&self.territory);
        let draft = layers.into_iter().fold(draft, |draft, layer| draft.layer(layer.name, layer.values));
        draft.blocks(opinions(board, &self.territory)).finish(position, safety, Sureness::Unknown)
    }
}

/// What becomes of the blocks.
fn opinions(board: &Board, territory: &Territory) -> Vec<BlockOpinion> {
    let group_of = |stone| territory.groups().iter().find(|group| group.stones.contains(stone));
    board
        .blocks()
        .filter_map(|block| {
            let stones = block.stone_set();
            let group = group_of(stones.first()?)?;
            let status = match group.status {
                GroupStatus::Alive => Status::Alive,
                GroupStatus::Weak => Status::Unsettled,
                GroupStatus::Dead => Status::Dead,
            };
            Some(BlockOpinion {
                color: block.color(),
                stones,
                status: Some(status),
                evidence: Some(group.proof.map_or(Evidence::Estimated, Evidence::Proved)),
                strength: None,
            })
        })
        .collect()
}

/// The maps, as [`ZonesEvaluator`] describes them.
fn layers(territory: &Territory) -> Vec<Layer> {
    let size = territory.size();
    let painted = |parts: &[(i32, PointSet)]| {
        let mut map = PointMap::filled(0);
        for (value, points) in parts {
            for p in *points {
                map[p] = *value;
            }
        }
        map
    };
    let class = |color: Color| {
        painted(&[
            (1, territory.threatened(color)),
            (2, territory.potential(color)),
            (4, territory.areas(color).divider),
            (3, territory.safe(color)),
            (5, territory.stones(color)),
        ])
    };
    let [black, white] = Color::ALL.map(|color| territory.connectible(color));
    let layer = |name, map| Layer { name, values: LayerValues::Integers(Box::new(map)) };
    vec![
        layer(LayerName::ClassBlack, class(Color::Black)),
        layer(LayerName::ClassWhite, class(Color::White)),
        layer(LayerName::DistanceBlack, territory.distances(Color::Black).map(size)),
        layer(LayerName::DistanceWhite, territory.distances(Color::White).map(size)),
        layer(LayerName::Connectible, painted(&[(1, black), (-1, white), (2, black & white)])),
        layer(
            LayerName::Outside,
            painted(&[
                (1, territory.near(Color::Black)),
                (-1, territory.near(Color::White)),
                (2, territory.junctions()),
                (3, territory.far_away()),
            ]),
        ),
    ]
}
