//! The rules against a second, slow and literal implementation, and against known numbers.

use std::collections::BTreeSet;

use keisei_goban::{
    Board, Color, Count, Game, IllegalMove, KoRule, Move, Point, Position, Rules, Setup, Size, Suicide,
    Symmetry,
};
use proptest::prelude::*;

/// A board as a list of rows, and every rule as its text says it.
#[derive(Clone, PartialEq, Eq)]
struct Naive {
    width: usize,
    stones: Vec<Option<Color>>,
}

impl Naive {
    fn neighbors(&self, at: usize) -> Vec<usize> {
        let (x, y) = (at % self.width, at / self.width);
        let height = self.stones.len() / self.width;
        let mut all = vec![];
        if x > 0 {
            all.push(at - 1);
        }
        if x + 1 < self.width {
            all.push(at + 1);
        }
        if y > 0 {
            all.push(at - self.width);
        }
        if y + 1 < height {
            all.push(at + self.width);
        }
        all
    }

    /// The connected points of the same content, and whether one of their neighbours is empty.
    fn block(&self, at: usize) -> (BTreeSet<usize>, bool) {
        let mut block = BTreeSet::from([at]);
        let mut todo = vec![at];
        let mut breathes = false;
        while let Some(p) = todo.pop() {
            for q in self.neighbors(p) {
                breathes |= self.stones[q].is_none();
                if self.stones[q] == self.stones[at] && block.insert(q) {
                    todo.push(q);
                }
            }
        }
        (block, breathes)
    }

    fn clear_breathless(&mut self, color: Color) -> usize {
        let doomed: BTreeSet<usize> =
            (0..self.stones.len()).filter(|&p| self.stones[p] == Some(color) && !self.block(p).1).collect();
        for &p in &doomed {
            self.stones[p] = None;
        }
        doomed.len()
    }
}

/// The whole game so far, as positions.
struct NaiveGame {
    history: Vec<(Naive, Color)>,
    prisoners: [usize; 2],
    rules: Rules,
}

impl NaiveGame {
    fn play(&mut self, at: usize) -> Result<(), IllegalMove> {
        let (board, color) = self.history.last().unwrap().clone();
        if board.stones[at].is_some() {
            return Err(IllegalMove::Occupied);
        }
        let mut next = board.clone();
        next.stones[at] = Some(color);
        let taken = next.clear_breathless(!color);
        let lost = next.clear_breathless(color);
        if lost > 0 && self.rules.suicide() == Suicide::Forbidden {
            return Err(IllegalMove::Suicide);
        }
        // Simple ko as it is usually put: the board before the opponent's last move, made again by
        // taking one stone.
        let before = self.history.len().checked_sub(2).map(|i| &self.history[i]);
        if taken == 1 && lost == 0 && before.is_some_and(|(b, c)| *b == next && *c == !color) {
            return Err(IllegalMove::Ko);
        }
        let repeats = match self.rules.ko() {
            KoRule::Simple => false,
            KoRule::PositionalSuperko => self.history.iter().any(|(b, _)| *b == next),
            KoRule::SituationalSuperko => self.history.iter().any(|(b, c)| *b == next && *c == !color),
        };
        if repeats {
            return Err(IllegalMove::Superko);
        }
        self.prisoners[color as usize] += taken;
        self.prisoners[!color as usize] += lost;
        self.history.push((next, !color));
        Ok(())
    }

    fn pass(&mut self) {
        let (board, color) = self.history.last().unwrap().clone();
        self.history.push((board, !color));
    }
}

fn same(naive: &Naive, board: &Board) -> bool {
    board.size().points().zip(&naive.stones).all(|(p, &stone)| board.get(p) == stone)
}

/// What is said of a stone before it is placed comes about.
fn foresees(board: &Board, color: Color, p: Point) -> Result<(), String> {
    let foreseen = (board.hash_after(color, p), board.outcome_after(color, p));
    let liberties = board.liberties_after(color, p);
    let mut played = board.clone();
    let outcome = played.play(color, p).map_err(|e| e.to_string())?;
    if foreseen != (played.hash(), outcome) {
        return Err(format!("{p}: foresees {:?}, not {outcome:?}", foreseen.1));
    }
    let found = played.block(p).map(|block| block.liberty_set()).unwrap_or_default();
    if found != liberties {
        return Err(format!("{p}: foresees {liberties:?}, not {found:?}"));
    }
    Ok(())
}

fn play_random_game(size: Size, rules: Rules, seed: u64, moves: usize) -> Result<(), String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut start = Position::new(Board::new(size));
    start.set_rules(rules);
    let mut game = Game::new(start);
    let mut naive = NaiveGame {
        history: vec![(
            Naive { width: size.width() as usize, stones: vec![None; size.area() as usize] },
            Color::Black,
        )],
        prisoners: [0, 0],
        rules,
    };
    let points: Vec<Point> = size.points().collect();
    for _ in 0..moves {
        // Every point is judged the same, not only the one played.
        if random.u8(..) < 16 {
            for (at, &p) in points.iter().enumerate() {
                let mut trial = NaiveGame { history: naive.history.clone(), ..naive };
                let (ours, theirs) =
                    (game.legality(game.position().to_play(), Move::Play(p)), trial.play(at));
                if ours != theirs {
                    return Err(format!("{p}: {ours:?}, not {theirs:?}\n{:?}", game.position()));
                }
                if theirs.is_ok() {
                    foresees(game.position().board(), game.position().to_play(), p)?;
                }
            }
        }
        let at = random.usize(..points.len());
        let (ours, theirs) = if random.u8(..) == 0 {
            naive.pass();
            (game.play(Move::Pass), Ok(()))
        } else {
            (game.play(Move::Play(points[at])), naive.play(at))
        };
        if ours != theirs {
            return Err(format!("{}: {ours:?}, not {theirs:?}\n{:?}", points[at], game.position()));
        }
        let position = game.position();
        position.board().check()?;
        let (board, to_play) = naive.history.last().unwrap();
        let prisoners = [position.prisoners().black as usize, position.prisoners().white as usize];
        if !same(board, position.board()) || *to_play != position.to_play() || prisoners != naive.prisoners {
            return Err(format!("a different position\n{position:?}"));
        }
        let rebuilt = Board::from_setup(&position.board().to_setup()).map_err(|e| e.to_string())?;
        rebuilt.check()?;
        if rebuilt.hash() != position.board().hash() {
            return Err("the hash depends on the way".into());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Small boards fill up, so that kos, suicides and repetitions come up all the time.
    #[test]
    fn agrees_with_the_slow_one(
        (width, height, seed) in (1..=6u32, 1..=6u32, any::<u64>()),
        rules in proptest::sample::select(Rules::ALL.to_vec()),
    ) {
        let size = Size::new(width, height).unwrap();
        if let Err(error) = play_random_game(size, rules, seed, 150) {
            prop_assert!(false, "{error}");
        }
    }

    #[test]
    fn symmetries_and_colours_change_nothing(
        (width, height, seed) in (2..=9u32, 2..=9u32, any::<u64>()),
        rules in proptest::sample::select(Rules::ALL.to_vec()),
    ) {
        let size = Size::new(width, height).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut start = Position::new(Board::new(size));
        start.set_rules(rules);
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let mut here = start.clone();
        let mut turned: Vec<Position> = symmetries.iter().map(|&s| start.transformed(s)).collect();
        let mut swapped = start.color_swapped();
        let points: Vec<Point> = size.points().collect();
        for _ in 0..120 {
            let point = points[random.usize(..points.len())];
            let result = here.play(Move::Play(point));
            for (symmetry, other) in symmetries.iter().zip(&mut turned) {
                prop_assert_eq!(other.play(Move::Play(symmetry.apply(point, size))), result);
                prop_assert_eq!(&here.transformed(*symmetry), &*other);
                prop_assert_eq!(Count::as_it_stands(other).lead, Count::as_it_stands(&here).lead);
            }
            prop_assert_eq!(swapped.play(Move::Play(point)), result);
            prop_assert_eq!(&here.color_swapped(), &swapped);
            prop_assert_eq!(Count::as_it_stands(&swapped).lead, -Count::as_it_stands(&here).lead);
        }
    }
}

#[test]
fn long_games_on_large_boards() {
    for (seed, (width, height)) in [(19, 19), (25, 25), (9, 9), (25, 7), (13, 13)].into_iter().enumerate() {
        let size = Size::new(width, height).unwrap();
        play_random_game(size, Rules::TROMP_TAYLOR, seed as u64, 900)
            .unwrap_or_else(|e| panic!("{size}: {e}"));
    }
}

/// Counts the arrangements of stones that are legal positions (sequence A094777 for squares).
fn legal_positions(width: u32, height: u32) -> u64 {
    let size = Size::new(width, height).unwrap();
    let points: Vec<Point> = size.points().collect();
    let mut setup = Setup::new(size);
    let mut count = 0;
    'all: loop {
        count += u64::from(Board::from_setup(&setup).is_ok());
        // The next arrangement, as a number of base 3.
        for &p in &points {
            let next = match setup.get(p) {
                None => Some(Color::Black),
                Some(Color::Black) => Some(Color::White),
                Some(Color::White) => None,
            };
            setup.set(p, next);
            if next.is_some() {
                continue 'all;
            }
        }
        return count;
    }
}

#[test]
fn numbers_of_legal_positions() {
    assert_eq!(legal_positions(1, 1), 1);
    assert_eq!(legal_positions(1, 2), 5);
    assert_eq!(legal_positions(2, 2), 57);
    assert_eq!(legal_positions(2, 3), 489);
    assert_eq!(legal_positions(3, 2), 489);
    assert_eq!(legal_positions(3, 3), 12_675);
}

#[test]
#[ignore = "43 million boards: about a minute; run with `cargo test --release -p keisei-goban -- --ignored`"]
fn number_of_legal_positions_on_4x4() {
    assert_eq!(legal_positions(4, 4), 24_318_165);
}
