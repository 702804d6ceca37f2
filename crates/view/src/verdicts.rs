//! Many positions judged: a line for each, for people and as a table for programs. Programs that want to
//! know more read [`crate::report::judge_from`].

use keisei::{Evaluation, Method};
use keisei_goban::Game;

/// A judged position, and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'a> {
    /// The file.
    pub file: &'a str,
    /// The number of the game in it.
    pub number: usize,
    /// The game up to the position.
    pub game: &'a Game,
    /// How it was judged.
    pub method: Method,
    /// What was said.
    pub evaluation: &'a Evaluation,
}

const HEADING: [&str; 7] = ["result", "lead", "stdev", "black_wins", "move", "game", "file"];

impl Verdict<'_> {
    fn cells(&self) -> [String; 7] {
        let number =
            |value: Option<f64>, digits: usize| value.map_or(String::new(), |v| format!("{v:.digits$}"));
        let score = self.evaluation.score;
        [
            score.result(self.game.position()).to_string(),
            format!("{:.2}", score.lead),
            number(score.stdev, 2),
            number(score.black_wins, 4),
            self.game.move_number().to_string(),
            self.number.to_string(),
            self.file.to_string(),
        ]
    }

    /// A line of a table for people.
    pub fn text(&self) -> String {
        row(self.cells())
    }

    /// A line of a table, its cells between commas.
    pub fn csv(&self) -> String {
        self.cells().map(|cell| quoted(&cell)).join(",") + "\n"
    }
}

/// What stands above the lines for people.
pub fn text_heading() -> String {
    row(HEADING.map(str::to_string))
}

/// What stands above the lines of the table.
pub fn csv_heading() -> String {
    HEADING.join(",") + "\n"
}

fn row([result, lead, stdev, wins, moves, game, file]: [String; 7]) -> String {
    format!("{result:<7} {lead:>8} {stdev:>7} {wins:>10} {moves:>5} {game:>5}  {file}\n")
}

/// Quotes around what would break the line: names of files may hold anything.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(quoted("games/a b.sgf"), "games/a b.sgf");
        assert_eq!(quoted("a,\"b\".sgf"), "\"a,\"\"b\"\".sgf\"");
    }
}
