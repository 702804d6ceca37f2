//! Sums, cooling, thermographs and comparison, beside plain trees in the same run.
//!
//! The baseline keeps each game as a tree of its own, as one would write it first: canonical forms
//! and number avoidance, but nothing shared, nothing remembered, and dominated options found after
//! everything was added.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion};
use keisei_cgt::{Bound, Dyadic, Game, Side, Store, simplest_number};

/// A canonical game as a tree.
#[derive(Clone, PartialEq)]
enum Tree {
    Number(Dyadic),
    Options([Vec<Tree>; 2]),
}

impl Tree {
    fn number(n: i32) -> Tree {
        Tree::Number(Dyadic::from(n))
    }

    fn options(&self, side: usize) -> &[Tree] {
        match self {
            Tree::Number(_) => &[],
            Tree::Options(options) => &options[side],
        }
    }

    /// The stop if Left begins (0) or Right (1).
    fn stop(&self, side: usize) -> Dyadic {
        match self {
            Tree::Number(x) => *x,
            Tree::Options(options) => {
                let stops = options[side].iter().map(|option| option.stop(1 - side));
                if side == 0 { stops.max() } else { stops.min() }.unwrap()
            }
        }
    }

    fn le(&self, other: &Tree) -> bool {
        if let (Tree::Number(a), Tree::Number(b)) = (self, other) {
            return a <= b;
        }
        !self.options(0).iter().any(|option| other.le(option))
            && !other.options(1).iter().any(|option| option.le(self))
    }

    /// Whether it is as good for a side as another.
    fn as_good(&self, side: usize, other: &Tree) -> bool {
        if side == 0 { other.le(self) } else { self.le(other) }
    }

    fn canonical(mut options: [Vec<Tree>; 2]) -> Tree {
        let bound = |side: usize, options: &[Tree]| {
            let stops = options.iter().map(|option| option.stop(1 - side));
            let at = if side == 0 { stops.max() } else { stops.min() }?;
            let met = options.iter().any(|option| option.as_good(side, &Tree::Number(at)));
            Some(Bound { at, closed: !met })
        };
        if let Some(x) = simplest_number(bound(0, &options[0]), bound(1, &options[1])).unwrap() {
            return Tree::Number(x);
        }
        loop {
            for (side, options) in options.iter_mut().enumerate() {
                let mut best: Vec<Tree> = Vec::new();
                for option in std::mem::take(options) {
                    if !best.iter().any(|other| other.as_good(side, &option)) {
                        best.retain(|other| !option.as_good(side, other));
                        best.push(option);
                    }
                }
                *options = best;
            }
            let game = Tree::Options(options.clone());
            let reversible = (0..2).find_map(|side| {
                options[side].iter().enumerate().find_map(|(place, option)| {
                    let reply =
                        option.options(1 - side).iter().find(|reply| reply.as_good(1 - side, &game))?;
                    Some((side, place, reply.clone()))
                })
            });
            let Some((side, place, reply)) = reversible else { return game };
            options[side].swap_remove(place);
            match &reply {
                Tree::Options(replies) => options[side].extend(replies[side].iter().cloned()),
                // One step from a whole number towards 0; no sum here reverses through a fraction.
                Tree::Number(x) => {
                    let step = if side == 0 { Dyadic::ONE } else { -Dyadic::ONE };
                    if (*x > Dyadic::ZERO) == (side == 0) && *x != Dyadic::ZERO {
                        options[side].push(Tree::Number(x.minus(step).unwrap()));
                    }
                }
            }
        }
    }

    fn plus(&self, other: &Tree) -> Tree {
        let translated = |tree: &Tree, x: Dyadic| tree.translated(x);
        match (self, other) {
            (Tree::Number(x), tree) | (tree, Tree::Number(x)) => translated(tree, *x),
            _ => Tree::canonical([0, 1].map(|side| {
                let here = self.options(side).iter().map(|option| option.plus(other));
                here.chain(other.options(side).iter().map(|option| self.plus(option))).collect()
            })),
        }
    }

    fn translated(&self, x: Dyadic) -> Tree {
        match self {
            Tree::Number(y) => Tree::Number(x.plus(*y).unwrap()),
            Tree::Options(options) => {
                Tree::Options(options.each_ref().map(|side| side.iter().map(|t| t.translated(x)).collect()))
            }
        }
    }

    fn nodes(&self) -> usize {
        1 + (0..2).flat_map(|side| self.options(side)).map(Tree::nodes).sum::<usize>()
    }
}

/// `{left | right}` or `{left || middle | right}`.
#[derive(Clone, Copy)]
struct Recipe(i32, Option<i32>, i32);

impl Recipe {
    fn tree(self) -> Tree {
        let Recipe(left, middle, right) = self;
        let reply = match middle {
            None => Tree::number(right),
            Some(middle) => Tree::Options([vec![Tree::number(middle)], vec![Tree::number(right)]]),
        };
        Tree::Options([vec![Tree::number(left)], vec![reply]])
    }

    fn game(self, store: &mut Store) -> Game {
        let Recipe(left, middle, right) = self;
        let reply = match middle {
            None => Game::from(right),
            Some(middle) => store.game(&[middle.into()], &[right.into()]).unwrap(),
        };
        store.game(&[left.into()], &[reply]).unwrap()
    }
}

fn switches(n: i32) -> Vec<Recipe> {
    (1..=n).map(|k| Recipe(k, None, -k)).collect()
}

/// Neither side's move is sente for long: Right's threat grows as slowly as what it is worth.
fn mild(n: i32) -> Vec<Recipe> {
    (1..=n).map(|k| Recipe(2 * k + 3, Some(k), -k)).collect()
}

fn steep(n: i32) -> Vec<Recipe> {
    (1..=n).map(|k| Recipe(3 * k, Some(0), -k)).collect()
}

/// Drawn once: distinct, 1 to 19 points between each two ends.
fn drawn(n: i32) -> Vec<Recipe> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut recipe = || {
        let right = random.i32(-20..0);
        let middle = right + random.i32(1..20);
        Recipe(middle + random.i32(1..20), Some(middle), right)
    };
    (0..n).map(|_| recipe()).collect()
}

fn sum(recipes: &[Recipe]) -> (Store, Game) {
    let mut store = Store::default();
    let games: Vec<Game> = recipes.iter().map(|recipe| recipe.game(&mut store)).collect();
    let sum = store.sum(&games).unwrap();
    (store, sum)
}

fn plain_sum(recipes: &[Recipe]) -> Tree {
    recipes.iter().fold(Tree::number(0), |sum, recipe| sum.plus(&recipe.tree()))
}

fn shortest<T>(rounds: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..rounds {
        let begun = Instant::now();
        let result = black_box(work());
        let time = begun.elapsed();
        if best.as_ref().is_none_or(|(shortest, _)| time < *shortest) {
            best = Some((time, result));
        }
    }
    best.unwrap()
}

/// A store with some games, and those games: what cooling and thermographs are measured on, nothing
/// remembered of either.
fn prepared() -> (Store, Vec<Game>) {
    let mut store = Store::default();
    let texts = ["{4|0}", "{6||4|0}", "{8|4||2|||0}", "{6|3||1}", "{10|2||-5|-20}"];
    let games = texts.iter().map(|text| store.parse(text).unwrap()).collect();
    (store, games)
}

fn single_questions(criterion: &mut Criterion) {
    let (store, games) = prepared();
    let mut group = criterion.benchmark_group("five games of two or three moves");
    group.bench_function("cooling by 2, anew", |b| {
        let cool = |mut store: Store| {
            for &game in &games {
                black_box(store.cool(game, Dyadic::from(2)).unwrap());
            }
            store
        };
        b.iter_batched(|| store.clone(), cool, BatchSize::SmallInput);
    });
    group.bench_function("thermographs, anew", |b| {
        let draw = |mut store: Store| {
            for &game in &games {
                black_box(store.thermograph(game).unwrap());
            }
            store
        };
        b.iter_batched(|| store.clone(), draw, BatchSize::SmallInput);
    });
    group.bench_function("comparing all with all, anew", |b| {
        let compare = |mut store: Store| {
            for &a in &games {
                for &c in &games {
                    black_box(store.compare(a, c).unwrap());
                }
            }
            store
        };
        b.iter_batched(|| store.clone(), compare, BatchSize::SmallInput);
    });
    group.finish();
}

fn sums(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sums");
    group.sample_size(10);
    for (name, recipes) in
        [("20 switches", switches(20)), ("20 {a||b|c}, mild", mild(20)), ("20 {a||b|c}, drawn", drawn(20))]
    {
        group.bench_function(name, |b| b.iter(|| sum(black_box(&recipes))));
    }
    group.finish();
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    single_questions(&mut criterion);
    sums(&mut criterion);
    criterion.final_summary();

    println!(
        "\n{:<28}{:>12}{:>9}{:>14}{:>10}{:>10}",
        "sum of", "time", "nodes", "plain trees", "nodes", "ratio"
    );
    type Family = fn(i32) -> Vec<Recipe>;
    let families: [(&str, Family, i32); 4] = [
        ("switches", switches, 13),
        ("{a||b|c}, mild", mild, 7),
        ("{a||b|c}, steep", steep, 7),
        ("{a||b|c}, drawn", drawn, 7),
    ];
    for (name, family, plain) in families {
        for n in [plain, 10, 20] {
            let recipes = family(n);
            let (time, (store, game)) = shortest(5, || sum(&recipes));
            print!("{:<28}{:>9.1} µs{:>9}", format!("{n} {name}"), time.as_secs_f64() * 1e6, store.len());
            if n == plain {
                let (baseline, tree) = shortest(1, || plain_sum(&recipes));
                let stops = [Side::Left, Side::Right].map(|side| store.stop(game, side).unwrap());
                assert_eq!(stops, [tree.stop(0), tree.stop(1)], "both find the same stops");
                let micros = baseline.as_secs_f64() * 1e6;
                let ratio = baseline.as_secs_f64() / time.as_secs_f64();
                print!("{micros:>11.1} µs{:>10}{ratio:>10.0}", tree.nodes());
            }
            println!();
        }
    }
    let (a, b) = (mild(6), steep(6));
    let (mut store, games) = {
        let mut store = Store::default();
        let games = [&a, &b].map(|recipes| {
            let games: Vec<Game> = recipes.iter().map(|recipe| recipe.game(&mut store)).collect();
            store.sum(&games).unwrap()
        });
        (store, games)
    };
    let trees = [plain_sum(&a), plain_sum(&b)];
    let cooler = store.clone();
    let (time, ours) = shortest(9, || cooler.clone().compare(games[0], games[1]).unwrap());
    let (copying, _) = shortest(9, || cooler.clone());
    let (baseline, theirs) = shortest(9, || (trees[0].le(&trees[1]), trees[1].le(&trees[0])));
    assert_eq!(ours.is_some_and(|order| order.is_le()), theirs.0, "both compare alike");
    let time = time.saturating_sub(copying).max(Duration::from_nanos(1));
    println!(
        "comparing two sums of six, anew: {:.1} µs, plain trees {:.1} µs, ratio {:.0}",
        time.as_secs_f64() * 1e6,
        baseline.as_secs_f64() * 1e6,
        baseline.as_secs_f64() / time.as_secs_f64()
    );
    let (again, _) = shortest(9, || store.compare(games[0], games[1]).unwrap());
    println!("the same once more: {:.2} µs", again.as_secs_f64() * 1e6);
}
