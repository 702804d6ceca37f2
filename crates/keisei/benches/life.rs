//! Life and death: the questions of `testdata/life-problems-*.txt` by the number of empty points, put to our
//! reader, which is asked for one move and for all of them; and to GNU Go and tsumego.js where they are
//! installed. Who is right how often, how many positions are looked at, and how long it takes.
//!
//! ```sh
//! GNUGO=/usr/games/gnugo NODE_PATH=/where/are/node_modules cargo bench -p keisei --bench life
//! ```
//!
//! tsumego.js thinks without a limit: it is stopped after `SECONDS` (20) a question, and asked no more
//! of a size after `SECONDS_A_SIZE` (60). `EVERY=2` asks about every second position alone.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use keisei::reading::{Limits, Reader, Success};
use keisei_goban::{Board, Color, Point};

/// As `tests/testdata.rs` reads them.
const LIMITS: Limits = Limits { nodes: 1_000_000, widths: 4, exhaustive: false };

/// Sizes below are one row.
const SMALLEST: usize = 8;

/// A pass as a first move.
type Step = Option<Point>;

/// A question of the suite and its answer.
struct Asked {
    /// The question and the position's name.
    name: String,
    board: Board,
    stone: Point,
    /// Who moves first.
    first: Color,
    is_kill: bool,
    code: u8,
    /// All moves that come to it.
    moves: BTreeSet<Step>,
}

/// The questions, each with the number of empty points on which both sides are given moves.
fn questions() -> Vec<(usize, Asked)> {
    let files = keisei_testdata::files().into_iter().filter(|file| file.starts_with("life-problems-"));
    let cases = files.flat_map(|file| keisei_testdata::cases(&file));
    let every = setting("EVERY", 1).max(1) as usize;
    let mut questions = Vec::new();
    for case in cases.step_by(every) {
        let board = case.position.board();
        for asked in &case.questions {
            let is_kill = match asked.about.as_str() {
                "kill" => true,
                "live" => false,
                _ => continue,
            };
            let stone = keisei_testdata::point(&asked.subject);
            let owner = board.get(stone).expect("a stone");
            let mut known = asked.answer.split_whitespace();
            let code = known.next().and_then(|code| code.parse().ok()).expect("a code");
            let moves = known.map(|step| (step != "pass").then(|| keisei_testdata::point(step))).collect();
            let first = if is_kill { owner.opponent() } else { owner };
            let mut reader = Reader::new(Limits { nodes: 1, ..LIMITS });
            let points = reader.ways(board, stone, None, first).expect("a stone").points;
            let size = (points - board.stones(Color::Black) - board.stones(Color::White)).len() as usize;
            let name = format!("{} {}, `{}`, {}", asked.about, asked.subject, case.name, case.file);
            let board = board.clone();
            questions.push((size, Asked { name, board, stone, first, is_kill, code, moves }));
        }
    }
    questions
}

impl Asked {
    /// Whether it is decided without a ko.
    fn is_plain(&self) -> bool {
        self.code == Success::Yes.code() || self.code == Success::No.code()
    }

    /// Whether a code and a move are the answer.
    fn is_right(&self, code: u8, step: Step) -> bool {
        self.code == code && (self.moves.is_empty() || self.moves.contains(&step))
    }

    /// Whether a code and moves are all of the answer; nobody kills by a pass.
    fn are_right(&self, code: u8, steps: Vec<Step>) -> bool {
        let steps = steps.into_iter().filter(|step| step.is_some() || !self.is_kill);
        self.code == code && (self.moves.is_empty() || self.moves == steps.collect())
    }

    /// With a mark on a stone of the group.
    fn to_sgf(&self) -> String {
        let size = self.board.size();
        let stones = |color| {
            let stones = self.board.stones(color);
            stones.iter().map(|p| format!("[{}]", p.to_sgf(size))).collect::<String>()
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        format!("(;FF[4]SZ[{}]AB{black}AW{white}MA[{}])", size.width(), self.stone.to_sgf(size))
    }
}

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Right,
    Wrong,
    /// Not found out within the limits.
    Open,
}

/// A question's answer, the time that it took, and how many positions were looked at.
#[derive(Clone, Copy)]
struct Answered {
    came: Came,
    time: Duration,
    nodes: u32,
}

/// Answers to the same questions: ours with one move and with all, GNU Go's and that of tsumego.js.
struct Answers {
    is_plain: bool,
    one: Answered,
    all: Answered,
    gnugo: Option<Answered>,
    tsumego: Option<Answered>,
}

fn one_move(asked: &Asked) -> Answered {
    let mut reader = Reader::new(LIMITS);
    let begun = Instant::now();
    let read = if asked.is_kill { Reader::kill } else { Reader::live };
    let said = read(&mut reader, &asked.board, asked.stone, None).expect("a stone");
    let time = begun.elapsed();
    let came = match said.code() {
        None => Came::Open,
        Some(code) if asked.is_right(code, said.point) => Came::Right,
        Some(_) => Came::Wrong,
    };
    Answered { came, time, nodes: said.nodes }
}

fn all_moves(asked: &Asked) -> Answered {
    let mut reader = Reader::new(LIMITS);
    let begun = Instant::now();
    let said = reader.ways(&asked.board, asked.stone, None, asked.first).expect("a stone");
    let time = begun.elapsed();
    let came = match said.reading.success {
        None => Came::Open,
        Some(success) if asked.are_right(success.code(), said.moves) => Came::Right,
        Some(_) => Came::Wrong,
    };
    Answered { came, time, nodes: said.reading.nodes }
}

/// A program that answers as in GTP: with lines, the last of them empty.
struct Program {
    command: Command,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Program {
    fn start(name: &str, arguments: &[&str]) -> std::io::Result<Program> {
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let (child, input, answers) = Program::spawn(&mut command)?;
        Ok(Program { command, child, input, answers })
    }

    fn spawn(command: &mut Command) -> std::io::Result<(Child, ChildStdin, Receiver<String>)> {
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes"));
        };
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            for line in lines.filter(|line| !line.is_empty()) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok((child, input, answers))
    }

    /// The answer, if it comes in time and is no error. Who is late is started anew.
    fn ask(&mut self, question: &str, patience: Duration) -> Option<String> {
        let asked = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        match asked.ok().and_then(|()| self.answers.recv_timeout(patience).ok()) {
            Some(answer) => answer.strip_prefix('=').map(|answer| answer.trim().to_string()),
            None => {
                self.stop();
                if let Ok((child, input, answers)) = Program::spawn(&mut self.command) {
                    (self.child, self.input, self.answers) = (child, input, answers);
                }
                None
            }
        }
    }

    fn stop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop();
    }
}

/// GNU Go, which needs boards of five lines and more.
fn gnugo(program: &mut Program, asked: &Asked, patience: Duration) -> Option<Answered> {
    let size = asked.board.size();
    if size.width() != size.height() || size.width() < 5 {
        return None;
    }
    program.ask(&format!("boardsize {}", size.width()), patience)?;
    for color in Color::ALL {
        for p in asked.board.stones(color).iter() {
            program.ask(&format!("play {color} {p}"), patience)?;
        }
    }
    let question = if asked.is_kill { "owl_attack" } else { "owl_defend" };
    let begun = Instant::now();
    let said = program.ask(&format!("{question} {}", asked.stone), patience);
    let time = begun.elapsed();
    let came = said.map_or(Came::Open, |said| {
        let mut words = said.split_whitespace();
        let code = words.next().and_then(|code| code.parse().ok());
        let step = words.next().and_then(|step| step.parse().ok());
        let is_right = code.is_some_and(|code| asked.is_right(code, step));
        if is_right { Came::Right } else { Came::Wrong }
    });
    Some(Answered { came, time, nodes: 0 })
}

/// tsumego.js, which names a move if there is one that wins without a ko.
fn tsumego(program: &mut Program, asked: &Asked, patience: Duration) -> Option<Answered> {
    let size = asked.board.size();
    if size.width() != size.height() {
        return None;
    }
    let first = if asked.first == Color::Black { "B" } else { "W" };
    let begun = Instant::now();
    let said = program.ask(&format!("{first} {}", asked.to_sgf()), patience);
    let time = begun.elapsed();
    let came = said.map_or(Came::Open, |said| {
        let step = Point::from_sgf(&said, size);
        let wins = asked.code == Success::Yes.code();
        let is_right = if wins { asked.is_right(asked.code, step) } else { step.is_none() };
        if is_right { Came::Right } else { Came::Wrong }
    });
    Some(Answered { came, time, nodes: 0 })
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let patience = Duration::from_secs(setting("SECONDS", 20));
    let a_size = Duration::from_secs(setting("SECONDS_A_SIZE", 60));
    let named = std::env::var("GNUGO").unwrap_or_else(|_| "gnugo".into());
    let mut theirs =
        [&named, "/usr/games/gnugo"].iter().find_map(|name| Program::start(name, &["--mode", "gtp"]).ok());
    if theirs.is_none() {
        println!("gnugo is not there: its answers are skipped");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/tsumego.js");
    let mut node = Program::start("node", &[script]).ok();
    // An empty corner is no problem: the package is there if that is said at all.
    let is_there = |node: &mut Program| {
        writeln!(node.input, "B (;)").is_ok() && node.answers.recv_timeout(patience).is_ok()
    };
    if !node.as_mut().is_some_and(is_there) {
        node = None;
        println!("node with tsumego.js is not there: its answers are skipped");
    }

    let mut sizes = BTreeMap::<usize, Vec<Asked>>::new();
    for (size, asked) in questions() {
        sizes.entry(size.max(SMALLEST - 1)).or_default().push(asked);
    }
    let mut rows = Vec::<(String, Vec<Answers>)>::new();
    for (size, questions) in sizes {
        let mut spent = Duration::ZERO;
        let mut answers = Vec::new();
        for asked in &questions {
            let (one, all) = (one_move(asked), all_moves(asked));
            for (what, answered) in [("one move", &one), ("all moves", &all)] {
                if answered.came != Came::Right {
                    let (came, ms, nodes) = (answered.came, milliseconds(answered), answered.nodes);
                    println!("{}: {what}: {came:?} after {nodes} positions, {ms:.0} ms", asked.name);
                }
            }
            let gnugo = theirs.as_mut().and_then(|program| gnugo(program, asked, patience));
            let node = node.as_mut().filter(|_| spent < a_size);
            let tsumego = node.and_then(|program| tsumego(program, asked, patience));
            spent += tsumego.map_or(Duration::ZERO, |answered| answered.time);
            answers.push(Answers { is_plain: asked.is_plain(), one, all, gnugo, tsumego });
        }
        let name = if size < SMALLEST { format!("below {SMALLEST}") } else { size.to_string() };
        println!("{name}: {} questions", answers.len());
        rows.push((name, answers));
    }
    let every = rows.iter().flat_map(|(_, answers)| answers).collect::<Vec<_>>();
    let rows: Vec<(&str, Vec<&Answers>)> =
        rows.iter().map(|(name, answers)| (name.as_str(), answers.iter().collect())).collect();
    let rows = [&rows[..], &[("all", every)]].concat();
    print_ours(&rows);
    if theirs.is_some() {
        print_beside("GNU Go", &rows, |answers| answers.gnugo);
    }
    if node.is_some() {
        print_beside("tsumego.js", &rows, |answers| answers.tsumego);
    }
}

/// What is as large as this share of all, or smaller; the numbers are sorted.
fn share(numbers: &[f64], share: f64) -> f64 {
    let last = numbers.len().saturating_sub(1);
    numbers.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

fn sorted(answered: &[Answered], of: impl Fn(&Answered) -> f64) -> Vec<f64> {
    let mut numbers: Vec<f64> = answered.iter().map(of).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn milliseconds(answered: &Answered) -> f64 {
    answered.time.as_secs_f64() * 1e3
}

fn count(answered: &[Answered], came: Came) -> usize {
    answered.iter().filter(|one| one.came == came).count()
}

/// Our answers: with one move, then with all.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn print_ours(rows: &[(&str, Vec<&Answers>)]) {
    println!("\nOne move, then all first moves, each: right, wrong, positions (median), ms (median, p90)\n");
    println!(
        "| empty points | questions | right | wrong | positions | ms | p90 | right | wrong | positions | ms | p90 | thousand positions/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, answers) in rows {
        print!("| {name} | {} |", answers.len());
        let [one, all] = [0, 1].map(|i| -> Vec<Answered> {
            answers.iter().map(|answers| if i == 0 { answers.one } else { answers.all }).collect()
        });
        for answered in [&one, &all] {
            let times = sorted(answered, milliseconds);
            let nodes = sorted(answered, |one| f64::from(one.nodes));
            let (right, wrong) = (count(answered, Came::Right), count(answered, Came::Wrong));
            let (half, most) = (share(&times, 0.5), share(&times, 0.9));
            print!(" {right} | {wrong} | {:.0} | {half:.2} | {most:.2} |", share(&nodes, 0.5));
        }
        let nodes: f64 = one.iter().chain(&all).map(|one| f64::from(one.nodes)).sum();
        let time: f64 = one.iter().chain(&all).map(milliseconds).sum();
        println!(" {:.0} |", nodes / time);
    }
}

/// Another program's answers beside ours with one move to the same questions, those decided by kos apart.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn print_beside(
    program: &str,
    rows: &[(&str, Vec<&Answers>)],
    theirs: impl Fn(&Answers) -> Option<Answered>,
) {
    println!("\nBeside {program}: questions decided without a ko, kos, and the time of both\n");
    println!(
        "| empty points | without ko | ours right | {program} right | wrong | not in time | kos | ours right | {program} right | ms (median), ours | {program} | all the time, {program} / ours |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, answers) in rows {
        print!("| {name} |");
        let (mut ours_all, mut theirs_all) = (Vec::new(), Vec::new());
        for is_plain in [true, false] {
            let same = answers.iter().filter(|answers| answers.is_plain == is_plain);
            let both = same.filter_map(|answers| Some((answers.one, theirs(answers)?)));
            let (one, other): (Vec<Answered>, Vec<Answered>) = both.unzip();
            print!(" {} | {} | {} |", one.len(), count(&one, Came::Right), count(&other, Came::Right));
            if is_plain {
                print!(" {} | {} |", count(&other, Came::Wrong), count(&other, Came::Open));
            }
            ours_all.extend(one);
            theirs_all.extend(other);
        }
        let [ours, theirs] = [&ours_all, &theirs_all].map(|answered| sorted(answered, milliseconds));
        let ratio = theirs.iter().sum::<f64>() / ours.iter().sum::<f64>();
        let digits = if ratio < 1.0 { 3 } else { 1 };
        println!(" {:.2} | {:.2} | {ratio:.digits$} |", share(&ours, 0.5), share(&theirs, 0.5));
    }
}
