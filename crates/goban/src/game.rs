//! A position and how it came about: moves, undo, superko.

use crate::{Color, IllegalMove, KoRule, Komi, Move, Point, Position, Rules};

/// One step of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ply {
    Move(Color, Move),
    /// Stones were put down or taken away, or the turn given, without playing.
    Setup(Box<Position>),
}

/// A game: a first position and everything done since.
///
/// Undo plays the game again from its start (or its last setup): replaying costs less than
/// remembering. A 19×19 position takes thousands of bytes while a move takes tens of nanoseconds,
/// so that a whole game is played again in a few microseconds (the measurements are in
/// `BENCHMARKS.md`).
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
    /// Board hash and side to play at the start and after each ply, for superko.
    seen: Vec<(u64, Color)>,
    /// Where in `seen` the last setup stands: what was before it cannot be repeated.
    since: usize,
    now: Position,
}

impl Game {
    /// A game that starts from a position.
    pub fn new(start: Position) -> Game {
        let seen = vec![(start.board().hash(), start.to_play())];
        Game { now: start.clone(), start, plies: Vec::new(), seen, since: 0 }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves made, passes included.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> {
        self.plies.iter().filter_map(|ply| match ply {
            Ply::Move(color, mv) => Some((*color, *mv)),
            Ply::Setup(_) => None,
        })
    }

    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The number of moves made.
    pub fn move_number(&self) -> usize {
        self.moves().count()
    }

    /// The last move, if nothing was set up since.
    pub fn last_move(&self) -> Option<(Color, Move)> {
        match self.plies.last() {
            Some(Ply::Move(color, mv)) => Some((*color, *mv)),
            Some(Ply::Setup(_)) | None => None,
        }
    }

    /// Whether the last two moves were passes.
    pub fn is_over(&self) -> bool {
        self.now.is_over()
    }

    /// Whether a side may make this move, superko included.
    pub fn legality(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if color == self.now.to_play() {
            self.now.legality(mv)?;
        } else {
            let mut turned = self.now.clone();
            turned.set_to_play(color);
            turned.legality(mv)?;
        }
        let repeats = match (mv, self.now.rules().ko()) {
            (Move::Pass, _) | (_, KoRule::Simple) => false,
            (Move::Play(point), KoRule::PositionalSuperko) => self.repeats_position(color, point),
            (Move::Play(point), KoRule::SituationalSuperko) => self.repeats_situation(color, point),
        };
        if repeats { Err(IllegalMove::Superko) } else { Ok(()) }
    }

    /// Whether a stone on this empty point makes a board that was there before, whatever the rules
    /// say about it.
    pub fn repeats_position(&self, color: Color, point: Point) -> bool {
        let hash = self.now.board().hash_after(color, point);
        self.seen[self.since..].iter().any(|&(h, _)| h == hash)
    }

    /// Whether it makes a board that was there before with the same side to play.
    pub fn repeats_situation(&self, color: Color, point: Point) -> bool {
        let next = (self.now.board().hash_after(color, point), color.opponent());
        self.seen[self.since..].contains(&next)
    }

    /// Makes a move for the side to play.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_as(self.now.to_play(), mv)
    }

    /// Makes a move for either side, as records and GTP allow. On error nothing changes.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.legality(color, mv)?;
        self.apply(color, mv);
        Ok(())
    }

    fn apply(&mut self, color: Color, mv: Move) {
        self.now.set_to_play(color);
        self.now.apply(mv);
        self.push(Ply::Move(color, mv));
    }

    fn push(&mut self, ply: Ply) {
        self.plies.push(ply);
        self.seen.push((self.now.board().hash(), self.now.to_play()));
    }

    /// Replaces the position without a move: stones set up, or the turn given.
    pub fn set_up(&mut self, mut position: Position) {
        position.forget_passes();
        self.now = position.clone();
        self.push(Ply::Setup(Box::new(position)));
        self.since = self.seen.len() - 1;
    }

    /// Changes rules and komi from now on and for the record of the past; moves already made stay.
    pub fn set_conditions(&mut self, rules: Rules, komi: Komi) {
        let setups = self.plies.iter_mut().filter_map(|ply| match ply {
            Ply::Setup(position) => Some(&mut **position),
            Ply::Move(..) => None,
        });
        for position in setups.chain([&mut self.start, &mut self.now]) {
            position.set_rules(rules);
            position.set_komi(komi);
        }
    }

    /// Takes the last move or setup back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let mut plies = std::mem::take(&mut self.plies);
        let undone = plies.pop().is_some();
        *self = Game::new(self.start.clone());
        for ply in plies {
            match ply {
                Ply::Move(color, mv) => self.apply(color, mv),
                Ply::Setup(position) => self.set_up(*position),
            }
        }
        undone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, ByColor, Suicide, board};

    fn game(board: Board, rules: Rules) -> Game {
        let mut position = Position::new(board);
        position.set_rules(rules);
        Game::new(position)
    }

    fn vertex(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn ko_binds_once() {
        let mut game = game(
            board!(
                ". X O .
                 X . X O
                 . X O ."
            ),
            Rules::JAPANESE,
        );
        game.play_as(Color::White, vertex("B2")).unwrap();
        assert_eq!(game.position().ko(), Some("C2".parse().unwrap()));
        assert_eq!(game.play(vertex("C2")), Err(IllegalMove::Ko));
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert!(game.is_over());
        game.play(vertex("C2")).unwrap();
        assert_eq!(game.position().prisoners(), ByColor { black: 1, white: 1 });
    }

    /// The filler of a ko breaks no rule: only taking back does.
    #[test]
    fn the_taker_may_fill_the_ko() {
        let mut game = game(board!(". X O . / X . X O / . X O ."), Rules::JAPANESE);
        game.play_as(Color::White, vertex("B2")).unwrap();
        assert_eq!(game.legality(Color::White, vertex("C2")), Ok(()));
    }

    /// Sending two and returning one makes the same board after three moves, with the other side to
    /// play.
    #[test]
    fn positional_and_situational_superko_differ() {
        for (rules, expected) in [
            (Rules::TROMP_TAYLOR, Err(IllegalMove::Superko)),
            (Rules::AGA, Ok(())),
            (Rules::JAPANESE, Ok(())),
        ] {
            let board = board!(
                ". O . O .
                 X X O O .
                 . X O . ."
            );
            let mut start = Position::new(board);
            start.set_rules(rules);
            start.set_to_play(Color::White);
            let mut game = Game::new(start);
            game.play(vertex("A3")).unwrap();
            game.play(vertex("C3")).unwrap();
            assert_eq!(game.position().prisoners().black, 2);
            assert_eq!(game.play(vertex("B3")), expected, "{rules}");
        }
    }

    /// A single stone that dies at once changes only the turn.
    #[test]
    fn single_stone_suicide_is_a_matter_of_superko() {
        for (rules, expected) in [
            (Rules::TROMP_TAYLOR, Err(IllegalMove::Superko)),
            (Rules::NEW_ZEALAND, Ok(())),
            (Rules::AGA, Err(IllegalMove::Suicide)),
        ] {
            let mut game = game(board!(". O . / O . ."), rules);
            assert_eq!(game.play(vertex("A2")), expected, "{rules}");
        }
    }

    #[test]
    fn what_was_before_a_setup_may_be_repeated() {
        let mut game = game(board!(". X O . / X . X O / . X O ."), Rules::TROMP_TAYLOR);
        game.play_as(Color::White, vertex("B2")).unwrap();
        assert_eq!(game.legality(Color::Black, vertex("C2")), Err(IllegalMove::Ko));
        game.set_up(Position::clone(game.position()));
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(game.legality(Color::Black, vertex("C2")), Ok(()));
    }

    #[test]
    fn undo_leads_back_through_setups_and_changed_rules() {
        let mut game = game(board!(". . . . / . . . . / . . . ."), Rules::TROMP_TAYLOR);
        let mut history = vec![game.clone()];
        game.play(vertex("C3")).unwrap();
        history.push(game.clone());
        let mut turned = game.position().clone();
        turned.set_board(board!(". X O . / O O O . / . . . ."));
        turned.set_to_play(Color::Black);
        game.set_up(turned);
        history.push(game.clone());
        game.play(vertex("A3")).unwrap(); // Suicide of two stones.
        assert_eq!(game.position().prisoners(), ByColor { black: 0, white: 2 });
        while let Some(earlier) = history.pop() {
            assert!(game.undo());
            assert_eq!(game, earlier);
        }
        assert!(!game.undo());
    }

    #[test]
    fn conditions_change_without_losing_moves() {
        let mut game = game(board!(". X O . / O O O . / . . . ."), Rules::TROMP_TAYLOR);
        game.play(vertex("A3")).unwrap(); // Suicide, which the new rules forbid.
        game.set_conditions(Rules::JAPANESE, "6.5".parse().unwrap());
        assert_eq!(game.position().rules().suicide(), Suicide::Forbidden);
        let before = game.position().clone();
        game.play(vertex("D1")).unwrap();
        assert!(game.undo());
        assert_eq!(*game.position(), before);
        assert_eq!(game.move_number(), 1);
        assert_eq!(game.last_move(), Some((Color::Black, vertex("A3"))));
    }
}
