//! The one table of commands, from which `list_commands`, `known_command`, `help` and the docs are
//! made.

use super::engine::{Engine, Handled};
use super::{
    analyze, gogui, life, moves, moyo, play, protocol, query, reading, safety, score, seds, setup, zones,
};

/// A command of the GTP engine, as `list_commands` and `help` show it.
#[derive(Debug)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as `help` shows them.
    pub arguments: &'static str,
    /// What it answers.
    pub answers: &'static str,
    pub(super) run: fn(&mut Engine, &[&str]) -> Handled,
}

/// Commands whose method is still to come: they are not listed, and say so.
pub(super) const NOT_YET: [&str; 1] = ["analyze_semeai"];

/// All commands, family by family.
pub fn table() -> impl Iterator<Item = &'static Command> {
    [
        protocol::COMMANDS,
        setup::COMMANDS,
        play::COMMANDS,
        query::COMMANDS,
        score::COMMANDS,
        moves::COMMANDS,
        moyo::COMMANDS,
        seds::COMMANDS,
        reading::COMMANDS,
        life::COMMANDS,
        safety::COMMANDS,
        zones::COMMANDS,
        gogui::COMMANDS,
        analyze::COMMANDS,
    ]
    .into_iter()
    .flatten()
}

pub(super) fn find(name: &str) -> Option<&'static Command> {
    table().find(|command| command.name == name)
}
