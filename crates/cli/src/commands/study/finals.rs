//! The last positions of counted games, for studies.

use anyhow::ensure;
use keisei_goban::sgf::{Record, Replay};
use keisei_goban::{Position, Rules};

use crate::collection::{Item, Reader};

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
        let mut reader = Reader::new(&self.paths, 64);
        loop {
            let batch = reader.batch();
            if batch.is_empty() {
                return finals;
            }
            for item in batch {
                // Broken games are of no use here; `check` lists them.
                let Item::Game { raw, .. } = item else { continue };
                let Ok(record) = raw.parse() else { continue };
                let Some(chosen) = choose(&record) else { continue };
                if let Ok(replayed) = record.replay(&Replay { rules, ..Replay::default() })
                    && replayed.problem.is_none()
                {
                    finals.push((replayed.game.position().clone(), chosen));
                }
                if finals.len() as u64 == self.games {
                    return finals;
                }
            }
        }
    }
}
