//! Commands about the protocol itself.

use super::commands::{Command, find, table};
use super::engine::{Answer, exactly, text};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "protocol_version",
        arguments: "",
        answers: "2",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            text("2")
        },
    },
    Command {
        name: "name",
        arguments: "",
        answers: "the engine's name",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(engine.name.clone())
        },
    },
    Command {
        name: "version",
        arguments: "",
        answers: "the engine's version",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            text(env!("CARGO_PKG_VERSION"))
        },
    },
    Command {
        name: "known_command",
        arguments: "COMMAND",
        answers: "true or false",
        run: |_, arguments| {
            let [name] = exactly(arguments)?;
            text(find(name).is_some().to_string())
        },
    },
    Command {
        name: "list_commands",
        arguments: "",
        answers: "the commands, one a line",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            text(table().map(|command| command.name).collect::<Vec<_>>().join("\n"))
        },
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        answers: "what a command, or each, takes and answers",
        run: |_, arguments| {
            let line = |c: &Command| format!("{} {}: {}", c.name, c.arguments, c.answers).replace(" :", ":");
            match arguments {
                [] => text(table().map(line).collect::<Vec<_>>().join("\n")),
                [name] => text(find(name).map(line).ok_or("unknown command")?),
                _ => super::engine::wrong_arguments(),
            }
        },
    },
    Command {
        name: "quit",
        arguments: "",
        answers: "nothing; the engine ends",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            Ok(Answer::Quit)
        },
    },
];
