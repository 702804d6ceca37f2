//! `keisei status`: whether blocks are taken or saved, connected or cut, and groups killed or alive,
//! and the line of play that shows it.

use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use keisei::reading::{Limits, Line, Question};
use keisei::safety::{self, Safety};
use keisei::standing::{GroupStanding, Standings, Verdict};
use keisei_goban::sgf::{NodeId, Record};
use keisei_goban::{Color, Point};
use keisei_view::report;
use keisei_view::standing::{Grouped, Standing, sentence};

use keisei_console::output::{BadUsage, OutputArgs};
use keisei_console::source::{Source, SourceArgs, comment};

const EXAMPLES: &str = "\
Examples:
  keisei status game.sgf                          all blocks with few liberties that are not safe, and all groups
  keisei status game.sgf --at D4                  one block and its group: who takes or kills it, and how
  keisei status game.sgf --at D4 --at F4          and whether the two are connected
  keisei status game.sgf --at D4 -o ladder.png    a picture of the line of play, moves by number
  keisei status game.sgf --at D4 --line defend -o saved.svg
  keisei status game.sgf --at D4 --line kill -o killed.svg
  keisei status game.sgf --at D4 -o lines.sgf     the record with every line as a variation
  keisei status game.sgf --at D4 --nodes 500000   read farther
  keisei status game.sgf --format json | jq '.blocks[] | [.vertex, .verdict]'
  keisei status game.sgf --format json | jq '.groups[] | [.vertex, .status, .kill.moves, .live.moves]'

Verdicts of a block: safe (not taken even if the opponent moves first), taken (even if the owner moves first), unsettled (who moves first
decides), ko, not read (not within the limits; nothing is guessed). Of two blocks: connected, cut, unsettled, ko, not read.
Status of a group: alive (not killed even if the opponent moves first), dead (does not live even if the owner moves first), unsettled,
ko, seki (alive beside a group of the opponent's that is alive as well: who plays a liberty of both is killed), not read.
Evidence: proved (as `keisei safety` proves), or read: both sides tried the moves that have to do with the stones, not all moves.
A cut is read narrowly if only the shortest ways were read to the end: about half of such answers hold; --nodes reads farther.
A block that cannot be taken may still be dead: that is said of its group, the blocks that cannot be cut apart one after the other.
The life of a group is proved if every way out is closed by stones that live without an answer, and every move inside was tried; read
if those stones are only taken to stay; read narrowly if the group may run into the open: moves are selected there.
All first moves that kill a group or make it live are named, in the table up to four; yes: no move is needed.
Lines: the side that succeeds plays what was read, the other the most stubborn move it has. A line that is open breaks off where
reading does. In SGF lines are variations; where the record ends, the first of them goes on from there.
JSON: code is GNU Go's (0 no, 1 yes, 2 ko with the opponent's threat first, 3 with the own); group and pairs only with --at; moves are
all first moves about a group, missing if not all were read. Lines of groups only with --at.";

/// Show whether blocks are taken or saved, connected or cut, groups killed or alive, and how
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// A stone of a block and group to ask about (default: list all blocks with up to four liberties
    /// that are not safe, and all groups)
    #[arg(long, value_name = "VERTEX")]
    at: Vec<String>,

    /// The line to draw (default: by which the first block is taken, else saved, connected or cut, killed or
    /// made to live)
    #[arg(long, value_name = "WHICH", requires = "at")]
    line: Option<Which>,

    /// The most positions looked at for one search [default: 50000 for blocks and 100000 for
    /// groups; 1000 and 5000 for the lists]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    /// The opponent of a block moves first
    Attack,
    /// The owner of a block moves first
    Defend,
    /// The owner of two blocks moves first
    Connect,
    /// The opponent of two blocks moves first
    Disconnect,
    /// The opponent of a group moves first
    Kill,
    /// The owner of a group moves first
    Live,
}

/// There are many blocks to list, so that each gets less than one that was asked for.
const NODES_OF_A_LIST: u32 = 1_000;

/// The life of a group takes more: if it was asked for, and in a list.
const NODES_OF_A_GROUP: u32 = 100_000;
const NODES_OF_GROUPS: u32 = 5_000;

/// Blocks with more liberties are not listed unless they are asked for.
const FEW_LIBERTIES: usize = 4;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
    let source = args.source.load()?;
    let position = source.game.position();
    let stones = stones(args, &source).with_context(|| source.name.clone())?;
    let safety = Safety::of(position, safety::Limits::default());
    let usual = match args.at.is_empty() {
        true => [NODES_OF_A_LIST, NODES_OF_GROUPS],
        false => [Limits::default().nodes, NODES_OF_A_GROUP],
    };
    let [mut standings, mut lives] = usual.map(|usual| {
        let limits = Limits { nodes: args.nodes.unwrap_or(usual), ..Limits::default() };
        Standings::new(position, &safety, limits)
    });
    let mut standing =
        if args.at.is_empty() { list(&mut standings) } else { asked(&mut standings, &stones)? };
    standing.groups = groups(&mut lives, &stones)?;
    let shown = shown(args, &standing)?;
    if args.output.is_text() && args.at.is_empty() {
        let summary = standing.summary().map_or(String::new(), |summary| summary + "\n");
        let groups = standing.table_of_groups();
        let between = if groups.is_empty() { "" } else { "\n" };
        args.output.deliver_text(&(standing.table() + &summary + between + &groups))?;
        return Ok(ExitCode::SUCCESS);
    }
    let overlay = standing.overlay(position.board(), shown, args.output.is_text());
    args.output.deliver(
        &source.scene().overlaid(&overlay),
        || report::standing(&source.game, &standing),
        || with_lines(&source, &standing),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The stones that were named: of different blocks.
fn stones(args: &Args, source: &Source) -> anyhow::Result<Vec<Point>> {
    let board = source.game.position().board();
    let mut stones: Vec<Point> = Vec::new();
    for vertex in &args.at {
        let stone =
            Point::from_vertex(vertex, board.size()).map_err(|error| anyhow!("--at {vertex}: {error}"))?;
        let Some(block) = board.block(stone) else {
            bail!("--at {vertex}: there is no stone on {stone}; name a stone of the block");
        };
        if let Some(before) = stones.iter().find(|&&before| block.contains(before)) {
            bail!("--at {before} and --at {stone} name the same block; name each block once");
        }
        stones.push(stone);
    }
    Ok(stones)
}

/// The blocks with few liberties that are not simply safe.
fn list(standings: &mut Standings<'_>) -> Standing {
    let all = standings.blocks(FEW_LIBERTIES);
    let looked_at = Some(all.len());
    let listed = all.into_iter().filter(|standing| standing.verdict != Verdict::Owners);
    let blocks = listed.map(|standing| Grouped { standing, group: None }).collect();
    Standing { blocks, pairs: Vec::new(), groups: Vec::new(), looked_at }
}

/// All groups, or those of some stones, each once.
fn groups(lives: &mut Standings<'_>, stones: &[Point]) -> anyhow::Result<Vec<GroupStanding>> {
    if stones.is_empty() {
        return Ok(lives.lives());
    }
    let mut groups: Vec<GroupStanding> = Vec::new();
    for &stone in stones {
        if groups.iter().all(|group| !group.stones.contains(stone)) {
            groups.push(lives.life(stone)?);
        }
    }
    Ok(groups)
}

/// The blocks that were asked about, and all pairs of them that are of one colour.
fn asked(standings: &mut Standings<'_>, stones: &[Point]) -> anyhow::Result<Standing> {
    let (mut blocks, mut pairs): (Vec<Grouped>, Vec<_>) = (Vec::new(), Vec::new());
    for (i, &stone) in stones.iter().enumerate() {
        let (standing, group) = (standings.block(stone)?, Some(standings.group(stone)?));
        blocks.push(Grouped { standing, group });
        for other in 0..i {
            if blocks[other].standing.color == blocks[i].standing.color {
                pairs.push(standings.pair([stones[other], stone])?);
            }
        }
    }
    Ok(Standing { blocks, pairs, groups: Vec::new(), looked_at: None })
}

/// The line that is drawn.
fn shown<'s>(args: &Args, standing: &'s Standing) -> Result<Option<(Question, &'s Line, Color)>, BadUsage> {
    let Some(which) = args.line else { return Ok(standing.best()) };
    let name = match which {
        Which::Attack => "attack",
        Which::Defend => "defend",
        Which::Connect => "connect",
        Which::Disconnect => "disconnect",
        Which::Kill => "kill",
        Which::Live => "live",
    };
    match standing.named(name) {
        Some(found) => Ok(Some(found)),
        None => {
            Err(BadUsage(format!("--line {name} is about two blocks of one colour: name each with --at")))
        }
    }
}

/// The record with the verdicts in the comment of the position's node, and every line as a variation.
fn with_lines(source: &Source, standing: &Standing) -> String {
    let (mut record, node) = source.record();
    let words = match standing.looked_at {
        Some(_) => {
            let summary = standing.summary().unwrap_or_default();
            format!("{}{summary}\n{}", standing.table(), standing.table_of_groups())
        }
        None => standing.sentences().join("\n"),
    };
    comment(&mut record, node, format!("Keisei (status)\n{words}"));
    let to_play = source.game.position().to_play();
    // Where the record ends the first variation goes on from there: better one that keeps the turn.
    let mut answers: Vec<_> = standing.answers().filter(|(_, line, _)| !line.moves.is_empty()).collect();
    answers.sort_by_key(|(question, _, owner)| question.first(*owner) != to_play);
    for (question, line, owner) in answers {
        let words = format!("{} ({})", sentence(question, line, owner), about(question));
        add_line(&mut record, node, line, source, words);
    }
    record.to_string()
}

fn about(question: Question) -> String {
    match question {
        Question::Attack(stone) | Question::Defend(stone) => stone.to_string(),
        Question::Kill(stone) | Question::Live(stone) => format!("group of {stone}"),
        Question::Connect([a, b]) | Question::Disconnect([a, b]) => format!("{a} and {b}"),
    }
}

fn add_line(record: &mut Record, node: NodeId, line: &Line, source: &Source, words: String) {
    let size = source.game.position().board().size();
    let (mut at, mut words) = (node, Some(words));
    for (color, point) in &line.moves {
        // A record of millions of nodes has no room for more.
        let Ok(next) = record.add_node(at) else { return };
        at = next;
        record.add(at, &color.letter().to_string(), [point.to_sgf(size)]);
        if let Some(words) = words.take() {
            record.add(at, "C", [words]);
        }
    }
}
