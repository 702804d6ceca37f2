//! Reading on 19×19 boards: a ladder from corner to corner, what becomes of all blocks with up to three
//! liberties of a middle game (quickly, and as far as by default), and its groups; as ratios to Benson's
//! rule for both colours. And how many positions a second are looked at. Last, the questions of
//! `testdata/tactics.txt`, put to our reader and to GNU Go: who is right how often, and how long it takes.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::reading::{Limits, Question, Reader, Success};
use keisei::safety::unconditional_life;
use keisei_goban::{Board, Color, Point, Position, Size, sgf};
use keisei_testdata::Case;

/// Blocks with so many liberties at most are read.
const FEW: usize = 3;

fn middle_game() -> Position {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    let replay = sgf::Replay { moves: Some(150), ..sgf::Replay::default() };
    record.replay(&replay).unwrap().game.position().clone()
}

/// A white stone in the lower left that Black chases into the upper right.
fn ladder() -> (Board, Point) {
    let mut board = Board::new(Size::default());
    let vertex = |text: &str| text.parse::<Point>().expect("a vertex");
    board.play(Color::White, vertex("D4")).expect("an empty point");
    for text in ["C4", "D3", "E3"] {
        board.play(Color::Black, vertex(text)).expect("an empty point");
    }
    (board, vertex("D4"))
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let position = middle_game();
    let (running, runner) = ladder();
    let board = position.board();
    let blocks = board.blocks().filter(|block| block.liberties() <= FEW).count();
    let benson = || Color::ALL.map(|color| unconditional_life(black_box(&position).board(), color, false));
    let mut reader = Reader::new(Limits::default());
    let mut run = || {
        let reading = reader.ladder(black_box(&running), runner, None).expect("a ladder");
        assert_eq!(reading.success, Some(Success::Yes));
        reading.nodes
    };
    let read = |reader: &mut Reader| -> u32 {
        let fates = reader.fates(black_box(board), FEW);
        fates.iter().map(|fate| fate.attack.nodes + fate.defence.nodes).sum()
    };
    let mut quick = Reader::new(Limits::QUICK);
    let mut quickly = || read(&mut quick);
    let mut usual = Reader::new(Limits::default());
    let mut fully = || read(&mut usual);
    let mut groups = Reader::new(Limits { nodes: 10_000, ..Limits::default() });
    let mut connect = || Color::ALL.map(|color| groups.groups(black_box(board), color));

    let mut group = criterion.benchmark_group("reading, 19x19");
    group.sample_size(20);
    group.bench_function("benson (baseline)", |b| b.iter(benson));
    group.bench_function("ladder across the board", |b| b.iter(&mut run));
    group.bench_function("blocks with up to three liberties, quickly", |b| b.iter(&mut quickly));
    group.bench_function("blocks with up to three liberties", |b| b.iter(&mut fully));
    group.bench_function("groups", |b| b.iter(&mut connect));
    group.finish();
    criterion.final_summary();
    // The shortest of many: other work on the machine only ever adds.
    fn shortest(times: usize, work: &mut dyn FnMut() -> u32) -> (f64, u32) {
        let mut time = || {
            let begun = Instant::now();
            let nodes = work();
            (begun.elapsed(), nodes)
        };
        let (time, nodes) = (0..times).map(|_| time()).min().unwrap_or((Duration::ZERO, 0));
        (time.as_secs_f64(), nodes)
    }
    let (baseline, _) = shortest(1_000, &mut || {
        black_box(benson());
        0
    });
    let tell = |name: &str, times: usize, work: &mut dyn FnMut() -> u32| {
        let (time, nodes) = shortest(times, work);
        println!(
            "{name}: {:.1} us, {:.2} times Benson's rule, {nodes} nodes, {:.0} thousand a second",
            time * 1e6,
            time / baseline,
            f64::from(nodes) / time / 1e3
        );
    };
    tell("ladder across the board", 1_000, &mut run);
    tell(&format!("{blocks} blocks with up to three liberties, quickly"), 100, &mut quickly);
    tell(&format!("{blocks} blocks with up to three liberties"), 5, &mut fully);
    tell("groups", 3, &mut || connect().iter().map(|groups| groups.len() as u32).sum());
    suite();
}

/// A question of the suite, as a GTP command, and its answer.
struct Asked {
    case: Case,
    question: Question,
    answer: String,
}

fn questions() -> Vec<Asked> {
    let mut questions = Vec::new();
    for case in keisei_testdata::cases("tactics") {
        for asked in &case.questions {
            let stones: Vec<Point> =
                asked.subject.split_whitespace().map(|vertex| vertex.parse().expect("a vertex")).collect();
            let question = match (asked.about.as_str(), &stones[..]) {
                ("attack", &[stone]) => Question::Attack(stone),
                ("defend", &[stone]) => Question::Defend(stone),
                ("connect", &[a, b]) => Question::Connect([a, b]),
                ("disconnect", &[a, b]) => Question::Disconnect([a, b]),
                _ => continue,
            };
            questions.push(Asked { case: case.clone(), question, answer: asked.answer.clone() });
        }
    }
    questions
}

impl Asked {
    /// Whether a code and a move are the answer.
    fn is_right(&self, code: Option<&str>, point: Option<&str>) -> bool {
        let mut known = self.answer.split_whitespace();
        let is_code = known.next() == code;
        let mut moves = known.peekable();
        is_code && (moves.peek().is_none() || moves.any(|known| Some(known) == point))
    }
}

/// Our answers and GNU Go's to the same questions, by kind. GNU Go has square boards only.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn suite() {
    let all = questions();
    let square = |asked: &&Asked| {
        let size = asked.case.position.board().size();
        size.width() == size.height() && size.width() >= 5
    };
    let mut reader = Reader::new(Limits { nodes: 100_000, ..Limits::default() });
    let gnugo = ["gnugo", "/usr/games/gnugo"].iter().find_map(|name| gnugo(name, &all).ok());
    if gnugo.is_none() {
        println!("gnugo is not there: its answers are skipped");
    }
    println!("question    asked  right  positions  ms each | GNU Go: asked  right  ms each");
    for kind in ["attack", "defend", "connect", "disconnect"] {
        let (mut asked, mut right, mut nodes, mut time) = (0, 0, 0, Duration::ZERO);
        for of in all.iter().filter(|of| of.question.name() == kind) {
            let begun = Instant::now();
            let said = reader.answer(of.case.position.board(), of.question, None).expect("stones");
            time += begun.elapsed();
            let code = said.code().map(|code| code.to_string());
            let point = said.point.map(|point| point.to_string());
            asked += 1;
            right += u32::from(of.is_right(code.as_deref(), point.as_deref()));
            nodes += said.nodes;
        }
        let each = |time: Duration, n: u32| time.as_secs_f64() * 1e3 / f64::from(n.max(1));
        print!("{kind:<10}{asked:>7}{right:>7}{nodes:>11}{:>9.2}", each(time, asked));
        if let Some(answers) = &gnugo {
            let (mut asked, mut right, mut time) = (0, 0, Duration::ZERO);
            let of_kind = all.iter().filter(square).zip(answers);
            for (of, (answer, took)) in of_kind.filter(|(of, _)| of.question.name() == kind) {
                let mut words = answer.split_whitespace().skip(1);
                asked += 1;
                right += u32::from(of.is_right(words.next(), words.next()));
                time += *took;
            }
            print!(" | {asked:>13}{right:>7}{:>9.2}", each(time, asked));
        }
        println!();
    }
}

/// What GNU Go answers to the questions on square boards, each with the time that it took.
fn gnugo(name: &str, all: &[Asked]) -> std::io::Result<Vec<(String, Duration)>> {
    let mut program = Command::new(name)
        .args(["--mode", "gtp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (Some(mut input), Some(output)) = (program.stdin.take(), program.stdout.take()) else {
        return Err(std::io::Error::other("no pipes"));
    };
    let mut lines = BufReader::new(output).lines();
    let mut ask = |command: String| -> std::io::Result<String> {
        writeln!(input, "{command}")?;
        let mut answer = String::new();
        for line in lines.by_ref() {
            let line = line?;
            if line.is_empty() {
                break;
            }
            answer += &line;
        }
        Ok(answer)
    };
    let mut answers = Vec::new();
    for of in all {
        let board = of.case.position.board();
        let size = board.size();
        if size.width() != size.height() || size.width() < 5 {
            continue;
        }
        ask(format!("boardsize {}", size.width()))?;
        for color in Color::ALL {
            for p in board.stones(color).iter() {
                ask(format!("play {color} {p}"))?;
            }
        }
        let begun = Instant::now();
        let answer = ask(of.question.to_string())?;
        answers.push((answer, begun.elapsed()));
    }
    ask("quit".into())?;
    program.wait()?;
    Ok(answers)
}
