//! `keisei study reading`: what is read of blocks in games, beside a program that reads too.

mod contest;
mod question;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use keisei::player::read_seconds;
use keisei::reading::Limits;
use keisei_goban::Board;
use keisei_goban::sgf::Replay;
use serde::Serialize;

use self::contest::{Claims, Right, contest};
use self::question::{KINDS, Own, kind, questions};
use crate::contestant::Programs;
use crate::finals::each_record;
use keisei_console::output::{self, ListFormat, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study reading games/ --games 20
  keisei study reading games/ --games 20 --beside \"gnugo --mode gtp\"
  keisei study reading games/ --beside \"gnugo --mode gtp\" --liberties 3 --list

Asked is whether blocks can be taken (attack) and saved (defend), and whether blocks that are near to each
other can be connected (connect) and cut (disconnect), by who moves first. --beside asks a program the same, by
GNU Go's GTP commands. Where one says yes and the other no, both play it out, each with the moves that it
names: who says yes wants to show it, and who gives up, or fails, was wrong. Answers with a ko are not played.";

/// Measure what is read of blocks in games, alone or beside another program
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Take the positions after every so many moves
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// Leave out so many games before each that is taken
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,

    /// Ask about blocks with so many liberties at most
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    liberties: u64,

    /// The most positions looked at for one search
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u32,

    /// How many times a question is asked at most, each time with more moves
    #[arg(long, value_name = "N", default_value_t = Limits::default().widths)]
    widths: u8,

    /// A GTP program that is asked the same
    #[arg(long, value_name = "COMMAND")]
    beside: Option<String>,

    /// How many seconds the program may take for one answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = read_seconds)]
    patience: Duration,

    /// List all questions that are answered differently, with the positions
    #[arg(long)]
    list: bool,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// A position to ask about.
struct Case {
    name: String,
    board: Board,
}

/// What came of the questions of a kind.
#[derive(Serialize, Default)]
struct Row {
    question: &'static str,
    asked: usize,
    /// Not read within the limits.
    unread: usize,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<Beside>,
}

/// How that compares.
#[derive(Serialize, Default)]
struct Beside {
    same: usize,
    seconds: f64,
    /// One says yes, the other no, and ours, theirs or neither was right.
    ours_right: usize,
    theirs_right: usize,
    undecided: usize,
    /// At least one speaks of a ko.
    ko: usize,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    questions: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

/// A question that is answered differently.
#[derive(Serialize)]
struct Difference {
    position: String,
    question: String,
    ours: String,
    theirs: String,
    right: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    line: String,
    board: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cases = args.cases()?;
    let mut own = Own::new(Limits { nodes: args.nodes, widths: args.widths, ..Limits::default() });
    let programs = Programs::new(args.patience);
    let mut program = args.beside.as_deref().map(|command| programs.start(command)).transpose()?;
    let mut report = Report { positions: cases.len(), questions: Vec::new(), differences: Vec::new() };
    report.questions.extend(KINDS.map(|kind| Row {
        question: kind,
        beside: program.as_ref().map(|_| Beside::default()),
        ..Row::default()
    }));
    let bar = output::progress(cases.len() as u64, "reading");
    for case in &cases {
        for question in questions(&case.board, args.liberties as usize) {
            let row = &mut report.questions[kind(question)];
            let ours = own.ask(&case.board, None, question);
            row.asked += 1;
            row.unread += usize::from(ours.code.is_none());
            (row.nodes, row.seconds) = (row.nodes + u64::from(ours.nodes), row.seconds + ours.seconds);
            let (Some(program), Some(beside)) = (&mut program, &mut row.beside) else { continue };
            let mut theirs = question::Theirs::at(program, &case.board)?;
            let said = theirs.ask(question)?;
            beside.seconds += said.seconds;
            if said.code == ours.code {
                beside.same += 1;
                continue;
            }
            let claims = Claims { ours: &ours, theirs: &said };
            let (right, line) = contest(&case.board, question, &claims, &mut own, &mut theirs)?;
            *match right {
                Right::Ours => &mut beside.ours_right,
                Right::Theirs => &mut beside.theirs_right,
                Right::Neither => &mut beside.undecided,
                Right::Ko => &mut beside.ko,
            } += 1;
            if args.list {
                report.differences.push(Difference {
                    position: case.name.clone(),
                    question: question.to_string(),
                    ours: ours.to_string(),
                    theirs: said.to_string(),
                    right: right.name(),
                    line,
                    board: case.board.to_string(),
                });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let text = match args.format {
        ListFormat::Text => text(&report),
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let mut cases = Vec::new();
        let (mut games, mut left_out) = (0, 0);
        each_record(&self.paths, |place, record| {
            if left_out < self.skip {
                left_out += 1;
                return false;
            }
            let after = |moves| record.replay(&Replay { moves, ..Replay::default() }).ok();
            let Some(whole) = after(None).filter(|whole| whole.problem.is_none()) else { return false };
            let last = whole.game.move_number();
            for moves in (1..=last).filter(|moves| (*moves as u64).is_multiple_of(self.every)) {
                cases.extend(after(Some(moves)).map(|replayed| Case {
                    name: format!("{place}, move {moves}"),
                    board: replayed.game.position().board().clone(),
                }));
            }
            (games, left_out) = (games + 1, 0);
            games == self.games
        });
        ensure!(
            !cases.is_empty(),
            "{}: no game that can be replayed and has {} moves",
            self.paths.join(", "),
            self.every
        );
        Ok(cases)
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for Difference { position, question, ours, theirs, right, line, board } in &report.differences {
        let _ =
            writeln!(text, "{position}: {question}: ours {ours}, theirs {theirs}: {right} {line}\n{board}");
    }
    let _ = writeln!(text, "{}", counted(report.positions, "position"));
    let _ = write!(text, "question    asked  unread      nodes  ms each");
    let compares = report.questions.iter().any(|row| row.beside.is_some());
    let _ = writeln!(
        text,
        "{}",
        if compares { "  theirs    same  ours right  theirs  undecided   ko" } else { "" }
    );
    for Row { question, asked, unread, nodes, seconds, beside } in &report.questions {
        let each = |seconds: f64| 1e3 * seconds / (*asked).max(1) as f64;
        let _ = write!(text, "{question:<10}{asked:>7}{unread:>8}{nodes:>11}{:>9.2}", each(*seconds));
        if let Some(Beside { same, seconds, ours_right, theirs_right, undecided, ko }) = beside {
            let theirs = each(*seconds);
            let _ =
                write!(text, "{theirs:>8.2}{same:>8}{ours_right:>12}{theirs_right:>8}{undecided:>11}{ko:>5}");
        }
        text.push('\n');
    }
    text
}
