//! Games on graphs, whose truth is found backwards.

use super::*;

/// A game on a graph: each position has an owner and next positions, and some are decided.
struct Graph {
    provers: Vec<bool>,
    nexts: Vec<Vec<usize>>,
    decided: Vec<Option<bool>>,
}

impl Graph {
    fn random(random: &mut fastrand::Rng) -> Graph {
        let n = random.usize(2..24);
        let decided = (0..n).map(|_| (random.u8(..5) == 0).then(|| random.bool())).collect();
        let nexts = (0..n).map(|_| (0..random.usize(0..4)).map(|_| random.usize(..n)).collect()).collect();
        Graph { provers: (0..n).map(|_| random.bool()).collect(), nexts, decided }
    }

    /// From where the prover can force a decision for himself: found backwards, round by round.
    fn proved(&self) -> Vec<bool> {
        let mut proved: Vec<bool> = self.decided.iter().map(|&decided| decided == Some(true)).collect();
        loop {
            let next: Vec<bool> = (0..proved.len())
                .map(|i| match self.decided[i] {
                    Some(decided) => decided,
                    None if self.provers[i] => self.nexts[i].iter().any(|&j| proved[j]),
                    None => self.nexts[i].iter().all(|&j| proved[j]),
                })
                .collect();
            if next == proved {
                return proved;
            }
            proved = next;
        }
    }
}

impl Goal for &Graph {
    type State = usize;
    type Step = usize;
    type Key = usize;
    type Ground = ();

    const SHARES: bool = true;

    fn key(&self, state: &usize) -> usize {
        *state
    }

    fn hash(key: &usize) -> u64 {
        *key as u64
    }

    fn is_provers(&self, state: &usize) -> bool {
        self.provers[*state]
    }

    fn open(&mut self, state: &usize, opened: &mut Vec<Opened<usize, usize>>) {
        opened.extend(self.nexts[*state].iter().map(|&next| {
            let numbers = self.decided[next].map_or(Numbers::open(1, 1), Numbers::decided);
            Opened::new(next, next, numbers)
        }));
    }

    fn enter(&self, state: &mut usize, step: usize) {
        *state = step;
    }
}

/// With circles wherever one looks, asked from every position with what is known from the others,
/// and with hardly any room to remember.
#[test]
fn answers_do_not_depend_on_what_led_there() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut proved, mut disproved, mut repeated) = (0, 0, 0);
    for _ in 0..4_000 {
        let graph = Graph::random(&mut random);
        let truth = graph.proved();
        for room in [4, 64] {
            let mut table = Table::with_room(room);
            let mut search = Search::new(&graph, &mut table);
            for (start, &truth) in truth.iter().enumerate() {
                if graph.decided[start].is_some() {
                    continue;
                }
                let answer = search.ask(start, 100_000);
                assert_eq!(answer.proved, Some(truth), "from {start} of {:?}", graph.nexts);
                proved += usize::from(truth);
                disproved += usize::from(!truth);
                repeated += usize::from(answer.repeats);
                if truth && graph.provers[start] {
                    assert!(answer.step.is_some_and(|step| graph.proved()[step]));
                }
            }
        }
    }
    assert!(proved > 10_000 && disproved > 10_000 && repeated > 10_000);
}

/// Layer after layer, all positions lead to the same few of the next: what is left to prove seems
/// to double with every layer, and that alone must decide nothing.
#[test]
fn numbers_beyond_all_measure_decide_nothing() {
    let mut random = fastrand::Rng::with_seed(2);
    let (mut proved, mut disproved) = (0, 0);
    for _ in 0..300 {
        let (layers, wide) = (random.usize(30..80), random.usize(2..5));
        let n = layers * wide;
        let owners: Vec<bool> = (0..layers).map(|_| random.bool()).collect();
        // The next layer; for the prover, who gains nothing by it, now and then an earlier one.
        let mut nexts_of = |i: usize| {
            let next = (i / wide + 1).min(layers - 1) * wide;
            let back = (owners[i / wide] && random.u8(..8) == 0).then(|| random.usize(..next));
            (next..next + wide).chain(back).collect()
        };
        let nexts: Vec<Vec<usize>> = (0..n).map(&mut nexts_of).collect();
        let decided = (0..n).map(|i| (i / wide + 1 == layers).then(|| random.bool())).collect();
        let graph = Graph { provers: (0..n).map(|i| owners[i / wide]).collect(), nexts, decided };
        let truth = graph.proved()[0];
        let mut table = Table::with_room(4 * n);
        let answer = Search::new(&graph, &mut table).ask(0, 20_000);
        assert!(answer.proved.is_none_or(|said| said == truth), "{layers} layers of {wide}");
        proved += usize::from(answer.proved == Some(true));
        disproved += usize::from(answer.proved == Some(false));
    }
    assert!(proved > 40 && disproved > 40, "{proved} proved, {disproved} not");
}

#[test]
fn without_nodes_there_is_no_answer() {
    let nexts = vec![vec![1], vec![2], vec![3], vec![]];
    let graph = Graph { provers: vec![true; 4], nexts, decided: vec![None, None, None, Some(true)] };
    let mut table = Table::with_room(4);
    let mut search = Search::new(&graph, &mut table);
    assert_eq!(search.ask(0, 2).proved, None);
    assert_eq!(search.ask(0, 10).proved, Some(true));
}

#[test]
fn lines_that_are_too_long_prove_nothing() {
    let n = LONGEST + 20;
    let nexts = (0..n).map(|i| vec![(i + 1).min(n - 1)]).collect();
    let decided = (0..n).map(|i| (i == n - 1).then_some(false)).collect();
    let graph = Graph { provers: vec![true; n], nexts, decided };
    let mut table = Table::with_room(2 * n);
    let mut search = Search::new(&graph, &mut table);
    assert_eq!(search.ask(0, 100_000).proved, None);
    assert_eq!(search.ask(30, 100_000).proved, Some(false));
}
