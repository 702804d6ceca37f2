//! `keisei study pruning`: does a player that looks at half of the moves win as often?
//! (\[OshimaSo\], sections 3 and 4)
//!
//! `trial` (one game) → `state` (games so far, in a file) → `statistics` (intervals, the shape of a
//! curve, its border) → `border` (where to play next) → `report`, `figure`.

mod border;
mod figure;
mod report;
mod state;
mod statistics;
mod trial;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use keisei::filter::{Filter, check_switch};
use keisei::player::read_playouts;
use keisei_goban::{Komi, Size};

use self::report::Report;
use self::state::Study;
use self::trial::{Arm, Settings};
use keisei_console::output::{self, BadUsage, TableFormat};
use keisei_console::player_args::{FilterArg, all_cores, chosen_filter};

const EXAMPLES: &str = "\
Examples:
  keisei study pruning --size 9 --filter PF6 --switch 2..81 --games 200
  keisei study pruning --size 9 --filter PF1,PF6,random --switch 2..81 --games 500 --state study.json --figures out/
  keisei study pruning --size 9 --filter PF6 --border --games 400 --state study.json
  keisei study pruning --size 9 --filter PF6 --state study.json --report --figures out/   what is known so far
  keisei study pruning --size 9 --filter none --games 1000        how often Black wins without a filter

Black looks at what the filter leaves while more moves than the switching point are left; White looks at every move. Both play so many random games
after each move and take the one that wins most. Games go on to two passes and are counted by area; a draw is half a win. The paper does not tell its
komi: it is 0 here unless --komi says otherwise.

Every game follows from the seed, the filter, the switching point and its number, so that results are the same on any number of threads, and a study
that was interrupted (Ctrl-C, SIGTERM, or worse) goes on where its --state was, in the middle of games (also with more games, filters or switching
points than before). The state is saved every two seconds.

`wins` is Black's share with the 95 % interval of Wilson. Playouts per game are Black's: as they were in these games, and by the paper's arithmetic
(every move takes one point away, no captures); `saved` compares with what Black would have spent on all moves of the same turns.

The border is the lowest switching point at which the filter still wins more than no filter. From the highest switching point down, the
share of wins is taken to rise and then to fall: the curve of that shape that fits best is compared with the share of wins without a filter. (The
lowest point that happens to lie above, without any fit, is printed too.) The interval says where the borders of 95 % of studies would lie if each share of wins were
what was measured here: games drawn anew for every switching point and for the baseline, 1000 times. It knows nothing of a curve of
another shape, and where a filter makes no difference, chance makes a border: look at the wins too. `none` means that the filter wins more nowhere.

With --border games are spent where they are needed: a few at switching points far apart first, and then only at those at which the border may lie by
that interval, until one is left or they have --games each. Since the games decide where more are played, the interval is a little too narrow then.";

/// Play a filtered flat Monte-Carlo player against an unfiltered one, and find how far a filter
/// helps
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(2..=25))]
    size: u32,

    /// The filters to try: PF1 to PF9, random, or none
    #[arg(long, value_name = "NAME,…", required = true, value_delimiter = ',', value_parser = chosen_filter)]
    filter: Vec<FilterArg>,

    /// The switching points: numbers, or ranges such as 2..81 (every second, from the upper end) or
    /// 2..81:1 (every one) [default: 2 to all points]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = trial::parse_switches)]
    switch: Vec<trial::Switches>,

    /// Games at each switching point, and without a filter; with --border the most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Playouts after each move
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = read_playouts)]
    playouts: u32,

    /// Komi
    #[arg(long, value_name = "K", default_value = "0", allow_negative_numbers = true)]
    komi: Komi,

    /// Decides every game
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Find the borders with few games
    #[arg(long)]
    border: bool,

    /// Play nothing: tell what the state has
    #[arg(long, requires = "state")]
    report: bool,

    /// Keep the games so far in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Draw the curves into this folder: pruning.svg, and one for each filter
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,

    /// Games at a time (default: all cores); the results are the same
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let size = Size::square(args.size)?;
    let settings = Settings { size, playouts: args.playouts, komi: args.komi, seed: args.seed };
    let switches = trial::all_switches(&args.switch, size);
    for &switch in &switches {
        check_switch(switch, size.area()).map_err(|error| BadUsage(format!("--switch: {error}")))?;
    }
    let mut filters: Vec<_> = args.filter.iter().filter_map(|filter| filter.0).collect();
    filters.sort();
    filters.dedup();
    let threads = args.threads.map_or_else(all_cores, NonZeroUsize::get);
    let study = Study::begin(settings, args.state.as_deref(), threads)?;
    if args.report {
        if study.tally(Arm::BASELINE).games == 0 {
            anyhow::bail!("--report: the state has no games yet; play some without --report");
        }
    } else {
        study.during(|| {
            study.finish_plan()?;
            play(args, &study, &filters, &switches)
        })?;
    }
    study.end();
    let report = Report::new(&study, &filters, &switches);
    if let Some(folder) = &args.figures {
        draw(folder, &report)?;
    }
    let text = match args.format {
        TableFormat::Text => report.text(),
        TableFormat::Json => serde_json::to_string(&report)? + "\n",
        TableFormat::Csv => report.csv(),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Plays what is missing.
fn play(args: &Args, study: &Study, filters: &[Filter], switches: &[u32]) -> anyhow::Result<()> {
    if args.border && !filters.is_empty() {
        for &filter in filters {
            while let Some(plan) = border::next_round(study, filter, switches, args.games) {
                study.play(plan)?;
            }
        }
        return Ok(());
    }
    let arms = filters.iter().flat_map(|&filter| switches.iter().map(move |&s| Arm::with(filter, s)));
    study.play([Arm::BASELINE].into_iter().chain(arms).map(|arm| (arm, args.games)).collect())
}

fn draw(folder: &Path, report: &Report) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let write = |name: String, svg: String| {
        let path = folder.join(name);
        output::write_whole(&path, svg.as_bytes())
            .with_context(|| format!("{}: cannot be written", path.display()))
    };
    write("pruning.svg".into(), figure::curves(report, None))?;
    for curve in &report.filters {
        write(format!("pruning-{}.svg", curve.filter), figure::curves(report, Some(curve)))?;
    }
    Ok(())
}
