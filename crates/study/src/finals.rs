//! The last positions of counted games, for studies.

use anyhow::ensure;
use keisei_goban::sgf::{Record, Replay};
use keisei_goban::{Position, Rules};

use keisei_console::collection::{Item, Reader};

/// Which games.
#[derive(clap::Args)]
pub(super) struct FinalsArgs {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many counted games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
}

impl FinalsArgs {
    /// The last positions of games whose records are chosen, each with what was chosen.
    pub(super) fn collect<T>(
        &self,
        rules: Option<Rules>,
        choose: impl FnMut(&Record) -> Option<T>,
    ) -> anyhow::Result<Vec<(Position, T)>> {
        let finals = self.read(rules, choose);
        ensure!(!finals.is_empty(), "{}: no game with a counted result", self.paths.join(", "));
        Ok(finals)
    }

    fn read<T>(
        &self,
        rules: Option<Rules>,
        mut choose: impl FnMut(&Record) -> Option<T>,
    ) -> Vec<(Position, T)> {
        let mut finals = Vec::new();
        each_record(&self.paths, |_, record| {
            if let Some(chosen) = choose(record)
                && let Ok(replayed) = record.replay(&Replay { rules, ..Replay::default() })
                && replayed.problem.is_none()
            {
                finals.push((replayed.game.position().clone(), chosen));
            }
            finals.len() as u64 == self.games
        });
        finals
    }
}

/// Shows the records of files and folders one after the other, each with its place, until it is
/// enough. Those that cannot be read are of no use to a study; `check` lists them.
pub(super) fn each_record(paths: &[String], mut is_enough: impl FnMut(&str, &Record) -> bool) {
    let mut reader = Reader::new(paths, 64);
    loop {
        let batch = reader.batch();
        if batch.is_empty() {
            return;
        }
        for item in batch {
            if let Item::Game { file, number, raw } = item
                && let Ok(record) = raw.parse()
                && is_enough(&format!("{file}, game {number}"), &record)
            {
                return;
            }
        }
    }
}
