//! Reading: against brute force on small boards, and whether the images of a board have one answer.

mod brute;
mod circles;
mod exhaustive;

use keisei::reading::{Limits, Question, Reader, pairs};
use keisei_goban::{Block, Board, Color, Setup, Size, Symmetry};

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
    let (mut seen, mut unread) = ([0usize; 6], 0);
    while seen.iter().any(|&seen| seen < 150) {
        let Some(board) = scattered(&mut random) else { continue };
        let size = board.size();
        let stone = |block: Block<'_>| block.stone_set().first();
        let mut questions: Vec<Question> = board
            .blocks()
            .filter_map(stone)
            .flat_map(|stone| {
                [Question::Attack, Question::Defend, Question::Kill, Question::Live].map(|ask| ask(stone))
            })
            .collect();
        for ends in Color::ALL.into_iter().flat_map(|color| pairs(&board, color)) {
            questions.extend([Question::Connect(ends), Question::Disconnect(ends)]);
        }
        let question = questions[random.usize(..questions.len())];
        let said = Reader::new(limits).answer(&board, question, None).unwrap();
        seen[["attack", "defend", "connect", "disconnect", "kill", "live"]
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
                Question::Kill(p) => Question::Kill(to(p)),
                Question::Live(p) => Question::Live(to(p)),
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
