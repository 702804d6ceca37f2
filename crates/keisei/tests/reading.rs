//! Reading against brute force: everything that can happen on a small board, worked out backwards by
//! rules written for this test alone.

use keisei::reading::{Limits, Question, Reader, Success, pairs};
use keisei_goban::{Block, Board, Color, Point, Setup, Size, Symmetry};

const WIDTH: usize = 4;
const HEIGHT: usize = 2;
const POINTS: usize = WIDTH * HEIGHT;

/// 0 empty, 1 the defender's, 2 the attacker's.
type Stones = [u8; POINTS];

fn neighbors(p: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (p % WIDTH, p / WIDTH);
    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
        .into_iter()
        .filter(|&(x, y)| x < WIDTH && y < HEIGHT)
        .map(|(x, y)| y * WIDTH + x)
}

/// The block on a point and its liberties, as bits.
fn block(stones: &Stones, p: usize) -> (u32, u32) {
    let (mut block, mut liberties, mut rest) = (0u32, 0u32, vec![p]);
    while let Some(p) = rest.pop() {
        if block & 1 << p != 0 {
            continue;
        }
        block |= 1 << p;
        for q in neighbors(p) {
            match stones[q] {
                0 => liberties |= 1 << q,
                color if color == stones[p] => rest.push(q),
                _ => {}
            }
        }
    }
    (block, liberties)
}

/// What comes of a stone: the stones, how many were taken, and where a ko is; `None` for suicide.
fn play(stones: &Stones, color: u8, p: usize) -> Option<(Stones, u32, Option<usize>)> {
    let mut after = *stones;
    after[p] = color;
    let mut taken = 0u32;
    for q in neighbors(p).filter(|&q| stones[q] != 0 && stones[q] != color) {
        let (stones, liberties) = block(&after, q);
        if liberties == 0 {
            taken |= stones;
        }
    }
    for (q, stone) in after.iter_mut().enumerate() {
        *stone = if taken & 1 << q != 0 { 0 } else { *stone };
    }
    let (own, liberties) = block(&after, p);
    if liberties == 0 {
        return None;
    }
    let is_ko = taken.count_ones() == 1 && own.count_ones() == 1 && liberties.count_ones() == 1;
    Some((after, taken.count_ones(), is_ko.then(|| taken.trailing_zeros() as usize)))
}

/// All positions with a stone to be taken on a point.
struct Everything {
    target: usize,
    /// 1 the defender, 2 the attacker, 0 nobody.
    favoured: u8,
    /// Whether the attacker takes the stone, by stones, whose turn it is and where he may not play.
    taken: Vec<bool>,
}

fn code(stones: &Stones) -> usize {
    stones.iter().fold(0, |code, &stone| code * 3 + usize::from(stone))
}

fn decode(mut code: usize) -> Stones {
    let mut stones = [0; POINTS];
    for stone in stones.iter_mut().rev() {
        *stone = (code % 3) as u8;
        code /= 3;
    }
    stones
}

const BOARDS: usize = 3usize.pow(POINTS as u32);

impl Everything {
    fn index(stones: &Stones, to_move: u8, ko: Option<usize>) -> usize {
        (code(stones) * 2 + usize::from(to_move == 2)) * (POINTS + 1) + ko.map_or(0, |p| p + 1)
    }

    /// Works it out: the attacker gains positions round by round. Who goes round in circles takes
    /// nothing.
    fn new(target: usize, favoured: u8) -> Everything {
        Everything::if_circles(target, favoured, false)
    }

    /// The same with what circles come to: if they take the stone, the defender gains positions.
    fn if_circles(target: usize, favoured: u8, take: bool) -> Everything {
        let mut all = Everything { target, favoured, taken: vec![take; BOARDS * 2 * (POINTS + 1)] };
        let legal = |stones: &Stones| (0..POINTS).all(|p| stones[p] == 0 || block(stones, p).1 != 0);
        let boards: Vec<Stones> =
            (0..BOARDS).map(decode).filter(|stones| legal(stones) && stones[target] != 2).collect();
        loop {
            let mut changed = false;
            for stones in &boards {
                for to_move in [1, 2] {
                    // An empty target was just taken in a ko, and only the defender is asked.
                    if stones[target] == 0 && (to_move == 2 || favoured != 1) {
                        continue;
                    }
                    for ko in (0..POINTS).filter(|&p| stones[p] == 0).map(Some).chain([None]) {
                        let at = Everything::index(stones, to_move, ko);
                        let taken = all.step(stones, to_move, ko);
                        changed |= taken != all.taken[at];
                        all.taken[at] = taken;
                    }
                }
            }
            if !changed {
                return all;
            }
        }
    }

    fn step(&self, stones: &Stones, to_move: u8, ko: Option<usize>) -> bool {
        let mut moves = Vec::new();
        for p in (0..POINTS).filter(|&p| stones[p] == 0 && ko != Some(p)) {
            if stones[self.target] == 0 && p != self.target {
                continue;
            }
            let Some((after, taken, new_ko)) = play(stones, to_move, p) else { continue };
            let other = 3 - to_move;
            let new_ko = new_ko.filter(|_| self.favoured != other);
            if after[self.target] == 1 {
                moves.push(self.taken[Everything::index(&after, other, new_ko)]);
            } else if taken == 1 && is_ko_at(&after, p, self.target) && self.favoured == 1 {
                moves.push(self.taken[Everything::index(&after, 1, None)]);
            } else {
                let (captor, liberties) = block(&after, p);
                let ko = is_ko_at(&after, p, self.target) && taken == 1;
                let back = !ko && liberties.count_ones() == 1 && captor.count_ones() >= taken;
                moves.push(!back);
            }
        }
        if stones[self.target] == 1 {
            // A pass; two of them change nothing, which is a repetition.
            moves.push(self.taken[Everything::index(stones, 3 - to_move, None)]);
        }
        match to_move {
            1 => moves.iter().all(|&taken| taken),
            _ => moves.iter().any(|&taken| taken),
        }
    }
}

/// Whether the stone on a point, which took one on `taken`, stands in a ko.
fn is_ko_at(after: &Stones, p: usize, taken: usize) -> bool {
    let (own, liberties) = block(after, p);
    own.count_ones() == 1 && liberties == 1 << taken
}

fn board(stones: &Stones) -> Board {
    let size = Size::new(WIDTH as u32, HEIGHT as u32).unwrap();
    let mut setup = Setup::new(size);
    for (p, &stone) in stones.iter().enumerate() {
        let color = [None, Some(Color::White), Some(Color::Black)][usize::from(stone)];
        setup.set(point(p), color);
    }
    Board::from_setup(&setup).unwrap()
}

fn point(p: usize) -> Point {
    Point::at((p % WIDTH) as u32, (p / WIDTH) as u32)
}

fn success(won: [bool; 3]) -> Success {
    match won {
        [true, ..] => Success::Yes,
        [_, _, false] => Success::No,
        [_, true, _] => Success::TheirThreat,
        _ => Success::OwnThreat,
    }
}

#[test]
fn captures_are_what_brute_force_says() {
    let mut reader = Reader::new(Limits { nodes: 100_000, exhaustive: true, ..Limits::default() });
    let (mut seen, mut circles) = ([[0usize; 4]; 2], 0);
    // A corner and a point beside it are all there is on two rows of four.
    for target in [0, 1] {
        let [defender, nobody, attacker] = [1, 0, 2].map(|favoured| Everything::new(target, favoured));
        let round = Everything::if_circles(target, 1, true);
        for stones in (0..BOARDS).map(decode) {
            let legal = (0..POINTS).all(|p| stones[p] == 0 || block(&stones, p).1 != 0);
            if stones[target] != 1 || !legal {
                continue;
            }
            let board = board(&stones);
            let taken = |all: &Everything, first| all.taken[Everything::index(&stones, first, None)];
            let attack = success([&defender, &nobody, &attacker].map(|all| taken(all, 2)));
            let defence = success([&attacker, &nobody, &defender].map(|all| !taken(all, 1)));
            let said = reader.attack(&board, point(target), None).unwrap();
            assert_eq!(said.success, Some(attack), "attack {} on {board:?}", point(target));
            let said = reader.defend(&board, point(target), None).unwrap();
            assert_eq!(said.success, Some(defence), "defend {} on {board:?}", point(target));
            circles += usize::from(taken(&defender, 2) != taken(&round, 2));
            seen[0][usize::from(attack.code())] += 1;
            seen[1][usize::from(defence.code())] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|&seen| seen > 0), "all kinds of results: {seen:?}");
    assert!(circles > 100, "{circles} boards on which a stone can only be chased in circles");
}

/// A board of random stones.
fn scattered(random: &mut fastrand::Rng) -> Option<Board> {
    let size = Size::new(random.u32(5..=9), random.u32(5..=9)).unwrap();
    let mut setup = Setup::new(size);
    for p in size.points() {
        if random.u8(..5) < 3 {
            setup.set(p, Some(if random.bool() { Color::Black } else { Color::White }));
        }
    }
    Board::from_setup(&setup).ok()
}

/// With so few positions that many searches do not come to their end.
#[test]
fn the_sixteen_images_of_a_board_have_one_answer() {
    let limits = Limits { nodes: 60, ..Limits::default() };
    let mut random = fastrand::Rng::with_seed(11);
    let (mut seen, mut unread) = ([0usize; 4], 0);
    while seen.iter().any(|&seen| seen < 150) {
        let Some(board) = scattered(&mut random) else { continue };
        let size = board.size();
        let stone = |block: Block<'_>| block.stone_set().first();
        let mut questions: Vec<Question> = board
            .blocks()
            .filter_map(stone)
            .flat_map(|stone| [Question::Attack(stone), Question::Defend(stone)])
            .collect();
        for ends in Color::ALL.into_iter().flat_map(|color| pairs(&board, color)) {
            questions.extend([Question::Connect(ends), Question::Disconnect(ends)]);
        }
        let question = questions[random.usize(..questions.len())];
        let said = Reader::new(limits).answer(&board, question, None).unwrap();
        seen[["attack", "defend", "connect", "disconnect"]
            .iter()
            .position(|&n| n == question.name())
            .unwrap()] += 1;
        unread += usize::from(said.success.is_none());
        for symmetry in Symmetry::all() {
            let to = |p| symmetry.apply(p, size);
            let image = match question {
                Question::Attack(p) => Question::Attack(to(p)),
                Question::Defend(p) => Question::Defend(to(p)),
                Question::Connect([a, b]) => Question::Connect([to(b), to(a)]),
                Question::Disconnect([a, b]) => Question::Disconnect([to(b), to(a)]),
            };
            let turned = board.transformed(symmetry);
            for board in [turned.color_swapped(), turned] {
                let again = Reader::new(limits).answer(&board, image, None).unwrap();
                assert_eq!(again.success, said.success, "{question} and {image} on {board:?}");
            }
        }
    }
    assert!(unread > 20, "{unread} were not read");
}
