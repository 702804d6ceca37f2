//! Properties of random games, and brute force: the tree played out move by move, without values,
//! canonical forms or numbers.

use std::collections::HashMap;

use keisei_cgt::{Dyadic, Game, Notation, Side, Store};
use proptest::prelude::*;

/// A game as a tree and nothing else.
#[derive(Clone, Debug)]
struct Tree {
    lefts: Vec<Tree>,
    rights: Vec<Tree>,
}

impl Tree {
    /// An integer, or a half more: `{n | n + 1}`.
    fn number(halves: i32) -> Tree {
        let whole = halves.div_euclid(2);
        if halves % 2 != 0 {
            return Tree { lefts: vec![Tree::number(2 * whole)], rights: vec![Tree::number(2 * whole + 2)] };
        }
        let towards_zero = |n: i32| vec![Tree::number(2 * n)];
        match whole {
            0 => Tree { lefts: vec![], rights: vec![] },
            1.. => Tree { lefts: towards_zero(whole - 1), rights: vec![] },
            _ => Tree { lefts: vec![], rights: towards_zero(whole + 1) },
        }
    }

    fn options(&self, side: Side) -> &[Tree] {
        if side == Side::Left { &self.lefts } else { &self.rights }
    }

    fn negative(&self) -> Tree {
        let negatives = |trees: &[Tree]| trees.iter().map(Tree::negative).collect();
        Tree { lefts: negatives(&self.rights), rights: negatives(&self.lefts) }
    }

    fn value(&self, store: &mut Store) -> Game {
        let lefts: Vec<Game> = self.lefts.iter().map(|tree| tree.value(store)).collect();
        let rights: Vec<Game> = self.rights.iter().map(|tree| tree.value(store)).collect();
        store.game(&lefts, &rights).unwrap()
    }
}

/// Who wins sums of trees, by playing.
#[derive(Default)]
struct Play {
    known: HashMap<(Vec<*const Tree>, bool), bool>,
}

impl Play {
    /// Whether the side that moves next wins: it has a move after which the other, moving next,
    /// does not.
    fn wins(&mut self, sum: &[&Tree], mover: Side) -> bool {
        let key = (sum.iter().map(|&tree| std::ptr::from_ref(tree)).collect(), mover == Side::Left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut wins = false;
        'moves: for place in 0..sum.len() {
            for option in sum[place].options(mover) {
                let mut after = sum.to_vec();
                after[place] = option;
                if !self.wins(&after, mover.other()) {
                    wins = true;
                    break 'moves;
                }
            }
        }
        self.known.insert(key, wins);
        wins
    }

    /// How a sum compares with 0.
    fn order(&mut self, sum: &[&Tree]) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self.wins(sum, Side::Left), self.wins(sum, Side::Right)) {
            (true, true) => None,
            (true, false) => Some(Greater),
            (false, true) => Some(Less),
            (false, false) => Some(Equal),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (-4..=4).prop_map(Tree::number);
    leaf.prop_recursive(3, 12, 2, |inner| {
        let options = prop::collection::vec(inner, 0..=2);
        (options.clone(), options).prop_map(|(lefts, rights)| Tree { lefts, rights })
    })
}

/// A recipe for a game with larger numbers than trees can have.
#[derive(Clone, Debug)]
enum Recipe {
    Number(i64, u32),
    UpStar(i64, u64),
    Options(Vec<Recipe>, Vec<Recipe>),
}

impl Recipe {
    fn value(&self, store: &mut Store) -> Game {
        match self {
            Recipe::Number(numerator, exponent) => Game::number(Dyadic::new(*numerator, *exponent).unwrap()),
            Recipe::UpStar(ups, star) => {
                store.up_star(keisei_cgt::UpStar { ups: *ups, star: *star }).unwrap()
            }
            Recipe::Options(lefts, rights) => {
                let lefts: Vec<Game> = lefts.iter().map(|recipe| recipe.value(store)).collect();
                let rights: Vec<Game> = rights.iter().map(|recipe| recipe.value(store)).collect();
                store.game(&lefts, &rights).unwrap()
            }
        }
    }
}

fn recipe(depth: u32) -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        6 => (-24..=24_i64, 0..=2_u32).prop_map(|(n, e)| Recipe::Number(n, e)),
        1 => (-2..=2_i64, 0..=2_u64).prop_map(|(ups, star)| Recipe::UpStar(ups, star)),
    ];
    leaf.prop_recursive(depth, 16, 2, |inner| {
        let options = prop::collection::vec(inner, 1..=2);
        (options.clone(), options).prop_map(|(lefts, rights)| Recipe::Options(lefts, rights))
    })
}

/// A recipe for an all-small game.
fn all_small() -> impl Strategy<Value = Recipe> {
    let leaf = (-3..=3_i64, 0..=2_u64).prop_map(|(ups, star)| Recipe::UpStar(ups, star));
    leaf.prop_recursive(2, 8, 2, |inner| {
        let options = prop::collection::vec(inner, 1..=2);
        (options.clone(), options).prop_map(|(lefts, rights)| Recipe::Options(lefts, rights))
    })
}

fn degrees() -> impl Strategy<Value = Dyadic> {
    (0..=40_i64, 0..=2_u32).prop_map(|(n, e)| Dyadic::new(n, e).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The order is who wins the difference; equal games are the same game, and only they.
    #[test]
    fn order_is_who_wins(a in tree(), b in tree()) {
        let mut store = Store::default();
        let (x, y) = (a.value(&mut store), b.value(&mut store));
        let played = Play::default().order(&[&a, &b.negative()]);
        prop_assert_eq!(store.compare(x, y).unwrap(), played);
        prop_assert_eq!(x == y, played == Some(std::cmp::Ordering::Equal));
    }

    /// Sums are sums: compared with a third game as by playing all three.
    #[test]
    fn sums_are_played_as_their_parts(a in tree(), b in tree(), c in tree()) {
        let mut store = Store::default();
        let (x, y, z) = (a.value(&mut store), b.value(&mut store), c.value(&mut store));
        let sum = store.add(x, y).unwrap();
        let played = Play::default().order(&[&a, &b, &c.negative()]);
        prop_assert_eq!(store.compare(sum, z).unwrap(), played);
        // And three parts at once, where moves are compared by incentives.
        let negative = store.negative(z).unwrap();
        let all = store.sum(&[x, y, negative]).unwrap();
        prop_assert_eq!(store.compare(all, Game::ZERO).unwrap(), played);
    }

    /// The group: negatives, and sums in any order and grouping.
    #[test]
    fn games_form_a_group(recipes in prop::collection::vec(recipe(2), 2..=4)) {
        let mut store = Store::default();
        let games: Vec<Game> = recipes.iter().map(|recipe| recipe.value(&mut store)).collect();
        let at_once = store.sum(&games).unwrap();
        let reversed: Vec<Game> = games.iter().rev().copied().collect();
        prop_assert_eq!(store.sum(&reversed).unwrap(), at_once);
        let mut one_by_one = Game::ZERO;
        for &game in &games {
            one_by_one = store.add(one_by_one, game).unwrap();
        }
        prop_assert_eq!(one_by_one, at_once);
        let mut backwards = at_once;
        for &game in &games {
            backwards = store.subtract(backwards, game).unwrap();
        }
        prop_assert_eq!(backwards, Game::ZERO);
        for &game in &games {
            prop_assert_eq!(store.subtract(game, game).unwrap(), Game::ZERO);
            let negative = store.negative(game).unwrap();
            prop_assert_eq!(store.negative(negative).unwrap(), game);
        }
    }

    /// Many parts at once, moves compared by what they change, and one by one, options compared
    /// with each other: two ways to one sum.
    #[test]
    fn two_ways_to_add_many(ends in prop::collection::vec((-9..9, 1..9, 1..9, any::<bool>()), 3..=6)) {
        let mut store = Store::default();
        let mut games = Vec::new();
        for (right, up, further, mirrored) in ends {
            let reply = store.game(&[Game::from(right + up)], &[Game::from(right)]).unwrap();
            let game = store.game(&[Game::from(right + up + further)], &[reply]).unwrap();
            games.push(if mirrored { store.negative(game).unwrap() } else { game });
        }
        let at_once = store.sum(&games).unwrap();
        let mut one_by_one = Game::ZERO;
        for &game in &games {
            one_by_one = store.add(one_by_one, game).unwrap();
        }
        prop_assert_eq!(one_by_one, at_once);
    }

    /// Canonical form: no option is dominated, none is reversible, and making the game of its
    /// options gives the game.
    #[test]
    fn canonical_forms_are_canonical(recipes in prop::collection::vec(recipe(2), 1..=3)) {
        let mut store = Store::default();
        let games: Vec<Game> = recipes.iter().map(|recipe| recipe.value(&mut store)).collect();
        let game = store.sum(&games).unwrap();
        let lefts = store.options(game, Side::Left).unwrap();
        let rights = store.options(game, Side::Right).unwrap();
        prop_assert_eq!(store.game(&lefts, &rights).unwrap(), game);
        for (options, side) in [(&lefts, Side::Left), (&rights, Side::Right)] {
            for (i, &a) in options.iter().enumerate() {
                for &b in &options[i + 1..] {
                    prop_assert_eq!(store.compare(a, b).unwrap(), None);
                }
                for reply in store.options(a, side.other()).unwrap() {
                    let reversible = match side {
                        Side::Left => store.at_most(reply, game).unwrap(),
                        Side::Right => store.at_most(game, reply).unwrap(),
                    };
                    prop_assert!(!reversible);
                }
            }
        }
    }

    /// What is written reads the same, in both notations, and a store with another past writes the
    /// same.
    #[test]
    fn writing_and_reading_are_inverse(recipes in prop::collection::vec(recipe(3), 1..=2), past in recipe(3)) {
        let mut store = Store::default();
        let games: Vec<Game> = recipes.iter().map(|recipe| recipe.value(&mut store)).collect();
        let game = store.sum(&games).unwrap();
        for notation in [Notation::Customary, Notation::Ascii] {
            let text = store.text_in(game, notation).unwrap();
            prop_assert_eq!(store.parse(&text), Ok(game), "{}", text);
            let mut other = Store::default();
            past.value(&mut other);
            let read = other.parse(&text).unwrap();
            prop_assert_eq!(other.text_in(read, notation).unwrap(), text);
        }
    }

    /// The stops bound the numbers that a game is less than, and greater than.
    #[test]
    fn stops_are_where_numbers_become_comparable(recipe in recipe(3), eighths in 1..=40_i64) {
        let mut store = Store::default();
        let game = recipe.value(&mut store);
        let step = Dyadic::new(eighths, 3).unwrap();
        let (left, right) = (store.stop(game, Side::Left).unwrap(), store.stop(game, Side::Right).unwrap());
        prop_assert!(left >= right);
        prop_assert!(store.at_most(game, left.plus(step).unwrap().into()).unwrap());
        prop_assert!(!store.at_most(game, left.minus(step).unwrap().into()).unwrap());
        prop_assert!(store.at_most(right.minus(step).unwrap().into(), game).unwrap());
        prop_assert!(!store.at_most(right.plus(step).unwrap().into(), game).unwrap());
    }

    /// Cooling is linear, and keeps the order.
    #[test]
    fn cooling_is_linear(a in recipe(3), b in recipe(3), t in degrees()) {
        let mut store = Store::default();
        let (a, b) = (a.value(&mut store), b.value(&mut store));
        let sum = store.add(a, b).unwrap();
        let cooled = store.cool(sum, t).unwrap();
        let (x, y) = (store.cool(a, t).unwrap(), store.cool(b, t).unwrap());
        prop_assert_eq!(store.add(x, y).unwrap(), cooled);
        if store.at_most(a, b).unwrap() {
            prop_assert!(store.at_most(x, y).unwrap());
        }
    }

    /// The walls of the thermograph are the stops of the cooled game: at every breakpoint, between,
    /// and above.
    #[test]
    fn walls_are_stops_of_the_cooled(recipe in recipe(3), t in degrees()) {
        let mut store = Store::default();
        let game = recipe.value(&mut store);
        let thermograph = store.thermograph(game).unwrap();
        let mut temperatures = thermograph.breakpoints();
        let last = *temperatures.last().unwrap();
        for pair in temperatures.clone().windows(2) {
            temperatures.push(pair[0].plus(pair[1]).unwrap().half().unwrap());
        }
        temperatures.extend([last.plus(Dyadic::ONE).unwrap(), t]);
        for t in temperatures {
            let cooled = store.cool(game, t).unwrap();
            for side in Side::BOTH {
                prop_assert_eq!(thermograph.wall(side).at(t).unwrap(), store.stop(cooled, side).unwrap());
            }
        }
        // The mast begins where the game is first infinitesimally close to a number.
        let temperature = thermograph.temperature();
        if game.is_number() {
            prop_assert!(temperature < Dyadic::ZERO);
        } else {
            let cooled = store.cool(game, temperature).unwrap();
            prop_assert_eq!(store.stop(cooled, Side::Left).unwrap(), store.stop(cooled, Side::Right).unwrap());
            prop_assert!(!cooled.is_number());
            if temperature > Dyadic::ZERO {
                let below = temperature.half().unwrap();
                let cooled = store.cool(game, below).unwrap();
                prop_assert!(store.stop(cooled, Side::Left).unwrap() > store.stop(cooled, Side::Right).unwrap());
            }
        }
    }

    /// The mean is additive; no sum is hotter than its hottest part.
    #[test]
    fn means_add(a in recipe(3), b in recipe(3)) {
        let mut store = Store::default();
        let (a, b) = (a.value(&mut store), b.value(&mut store));
        let sum = store.add(a, b).unwrap();
        let means = store.mean(a).unwrap().plus(store.mean(b).unwrap()).unwrap();
        prop_assert_eq!(store.mean(sum).unwrap(), means);
        let hottest = store.temperature(a).unwrap().max(store.temperature(b).unwrap());
        prop_assert!(store.temperature(sum).unwrap() <= hottest);
    }

    /// Cooling undoes heating.
    #[test]
    fn cooling_undoes_heating(recipe in recipe(3), t in degrees()) {
        let mut store = Store::default();
        let game = recipe.value(&mut store);
        let heated = store.heat(game, t).unwrap();
        prop_assert_eq!(store.cool(heated, t).unwrap(), game);
    }

    /// Atomic weights add up, and who is two ahead wins.
    #[test]
    fn atomic_weights_add(a in all_small(), b in all_small()) {
        let mut store = Store::default();
        let (a, b) = (a.value(&mut store), b.value(&mut store));
        prop_assume!([a, b].iter().all(|game| *game == Game::ZERO || !game.is_number()));
        let sum = store.add(a, b).unwrap();
        let (x, y) = (store.atomic_weight(a).unwrap(), store.atomic_weight(b).unwrap());
        let weight = store.atomic_weight(sum).unwrap();
        prop_assert_eq!(store.add(x, y).unwrap(), weight);
        if store.at_most(2.into(), weight).unwrap() {
            prop_assert!(!store.at_most(sum, Game::ZERO).unwrap() && store.at_most(Game::ZERO, sum).unwrap());
        }
    }
}
