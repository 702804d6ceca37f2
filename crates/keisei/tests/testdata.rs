//! The positions of `testdata/`: every question is put to whatever can answer it.
//!
//! Who answers wrongly must be listed with the case as a known failure, and who is listed must
//! fail. Files with names that end in `-large` take too long for every day, and are asked if they are asked
//! for: `cargo test --release -p keisei --test testdata -- --ignored`.

use std::collections::BTreeSet;

use keisei::judge::Effort;
use keisei::moyo::{Moyo, Options, Ties};
use keisei::reading::{self, Reader};
use keisei::safety::{Limits, Safety, unconditional_area, unconditional_life};
use keisei::seds::{Dynamics, Parameters};
use keisei::settlement::{self, Settlement};
use keisei::zones::{self, double_threats};
use keisei::{Evaluation, Method, Settings};
use keisei_goban::{ByColor, Color, Point, PointSet, Position, Rules};
use keisei_testdata::{Case, Question, cases, files, point};

/// What somebody answered: the right thing, or what is wrong with it.
type Answered = Result<(), String>;

/// Who answers, and what.
type Answers = Vec<(&'static str, Answered)>;

fn same<T: PartialEq + std::fmt::Debug>(said: &T, known: &T) -> Answered {
    if said == known { Ok(()) } else { Err(format!("said {said:?}, known is {known:?}")) }
}

fn contains(said: &PointSet, known: &PointSet) -> Answered {
    let missing = *known - *said;
    if missing.is_empty() { Ok(()) } else { Err(format!("without {missing:?}")) }
}

fn disjoint(said: &PointSet, known: &PointSet) -> Answered {
    let wrong = *known & *said;
    if wrong.is_empty() { Ok(()) } else { Err(format!("with {wrong:?}")) }
}

/// What is said about a case, worked out when it is first asked for.
struct Asked<'c> {
    case: &'c Case,
    settlements: Vec<(Rules, Settlement)>,
    proofs: Vec<(Limits, Safety)>,
    judgement: Option<Evaluation>,
}

impl<'c> Asked<'c> {
    fn new(case: &'c Case) -> Asked<'c> {
        Asked { case, settlements: Vec::new(), proofs: Vec::new(), judgement: None }
    }

    fn position(&self) -> &'c Position {
        &self.case.position
    }

    fn settled(&mut self, rules: Rules) -> &Settlement {
        let mut position = self.position().clone();
        position.set_rules(rules);
        let known = self.settlements.iter().position(|(of, _)| *of == rules).unwrap_or_else(|| {
            self.settlements.push((rules, Settlement::of(&position, settlement::Limits::default())));
            self.settlements.len() - 1
        });
        &self.settlements[known].1
    }

    /// Under both rules the same.
    fn settled_alike(&mut self, said: impl Fn(&Settlement) -> Answered) -> Answered {
        [Rules::CHINESE, Rules::JAPANESE].into_iter().try_for_each(|rules| said(self.settled(rules)))
    }

    fn proved(&mut self, limits: Limits) -> &Safety {
        let known = self.proofs.iter().position(|(by, _)| *by == limits).unwrap_or_else(|| {
            self.proofs.push((limits, Safety::of(self.position(), limits)));
            self.proofs.len() - 1
        });
        &self.proofs[known].1
    }

    fn judged(&mut self) -> &Evaluation {
        let position = self.position();
        self.judgement
            .get_or_insert_with(|| Settings::new(Method::Judge).with_effort(Effort::Deep).assess(position))
    }
}

fn dead(asked: &mut Asked<'_>, known: &PointSet) -> Answers {
    let board = asked.position().board();
    let seki = asked.case.points("seki");
    let settled = asked.settled_alike(|found| same(&found.dead, known));
    // Those who cannot tell say nothing.
    let safety = asked.proved(Limits::default());
    let proved = Color::ALL.into_iter().try_for_each(|color| {
        let (dead, alive) = (board.stones(color) & *known, board.stones(color) - *known);
        disjoint(&safety.points(color), &dead)?;
        disjoint(&safety.points(color.opponent()), &alive)
    });
    let judged = asked.judged();
    let wrong = |color: Color| {
        let own = |p| judged.ownership.get(p) * color.sign() as f32;
        let stones = (board.stones(color) - seki).iter();
        let wrong = stones.filter(|&p| (own(p) > 0.0) == known.contains(p)).collect::<PointSet>();
        disjoint(&wrong, &board.stones(color))
    };
    let judged = Color::ALL.into_iter().try_for_each(wrong);
    vec![("settlement", settled), ("safety", proved), ("judge", judged)]
}

fn safe(asked: &mut Asked<'_>, question: &Question, limits: Limits) -> Answers {
    let (color, known) = (question.color(), question.points(asked.position()));
    let proved = contains(&asked.proved(limits).points(color), &known);
    let size = asked.position().board().size();
    let judged = asked.judged();
    let certain = size.points().filter(|&p| judged.ownership.get(p) == color.sign() as f32).collect();
    vec![("safety", proved), ("judge", contains(&certain, &known))]
}

fn unsafe_(asked: &mut Asked<'_>, question: &Question) -> Answers {
    let known = question.points(asked.position());
    let safety = asked.proved(Limits::default());
    let proved = safety.points(Color::Black) | safety.points(Color::White);
    vec![("safety", disjoint(&proved, &known))]
}

/// The moyo that the words behind a question ask for: how water runs, and what stones radiate.
fn moyo(position: &Position, words: &str) -> Moyo {
    let mut options = Options::default();
    for word in words.split_whitespace().filter(|word| word.parse::<Color>().is_err()) {
        match word {
            "strict" => options.ties = Ties::Outer,
            field => options.influence = field.parse().unwrap_or_else(|e| panic!("{field}: {e}")),
        }
    }
    Moyo::of(position.board(), options)
}

fn moyo_answers(asked: &Asked<'_>, question: &Question) -> Answered {
    let position = asked.position();
    let moyo = moyo(position, if question.about == "path" { "" } else { &question.subject });
    let color = || {
        let first = question.subject.split_whitespace().next().unwrap_or_default();
        first.parse::<Color>().unwrap_or_else(|e| panic!("{}: {e}", question.subject))
    };
    let both = moyo.inner(Color::Black) | moyo.inner(Color::White);
    match question.about.as_str() {
        "inner" => contains(&moyo.inner(color()), &question.points(position)),
        "outer" => disjoint(&both, &question.points(position)),
        "inner-count" => same(&moyo.inner(color()).len().to_string(), &question.answer),
        _ => {
            let connections = moyo.connections(position.board());
            let weakest = connections.iter().find(|c| c.color == color());
            let weakest = weakest.ok_or_else(|| "nothing is connected".to_string())?;
            match question.about.as_str() {
                "weakest" => same(&weakest.points, &question.points(position)),
                _ => same(&weakest.strength.to_string(), &question.answer),
            }
        }
    }
}

fn path(asked: &Asked<'_>, question: &Question) -> Answered {
    let moyo = moyo(asked.position(), "");
    let explanation = moyo.explain(point(&question.subject)).ok_or("not vacant")?;
    let steps = explanation.paths[0].steps.iter();
    let said: Vec<String> = match question.about.as_str() {
        "path" => steps.map(|step| step.point.to_string()).collect(),
        _ => steps.map(|step| step.potential.to_string()).collect(),
    };
    same(&said.join(" "), &question.answer)
}

/// A number, or one over another. What is printed with so many digits is known to half the last.
fn number(text: &str) -> (f64, f64) {
    let read = |text: &str| text.trim().parse::<f64>().unwrap_or_else(|e| panic!("{text}: {e}"));
    match text.split_once('/') {
        Some((above, below)) => (read(above) / read(below), 1e-6),
        None => {
            let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
            (read(text), 0.5 * 0.1f64.powi(digits as i32))
        }
    }
}

fn seds(asked: &Asked<'_>, question: &Question) -> Answered {
    let case = asked.case;
    let mut parameters = Parameters::new(1e-12, 10_000).expect("parameters in range");
    parameters = parameters.with_suicide_modification(case.answer("plain").is_none());
    let mut known = ByColor::<PointSet>::default();
    for alive in case.questions.iter().filter(|q| q.about == "alive") {
        known[alive.color()] = alive.points(asked.position());
    }
    let fixed = Dynamics::with_pinned(asked.position().board(), parameters, &known);
    let at = point(&question.subject);
    let said = match question.about.as_str() {
        "white" => 1.0 - fixed.black(at),
        _ => fixed.strength(at).ok_or("no stone")?,
    };
    let (wanted, tolerance) = number(&question.answer);
    if (said - wanted).abs() <= tolerance { Ok(()) } else { Err(format!("said {said}, known is {wanted}")) }
}

/// Whether who moves first takes, saves, connects or cuts, and by a move that does.
fn read(asked: &Asked<'_>, question: &Question) -> Answered {
    let board = asked.position().board();
    let mut reader = Reader::new(reading::Limits::default());
    let stones: Vec<Point> = question.subject.split_whitespace().map(point).collect();
    let said = match (question.about.as_str(), &stones[..]) {
        ("attack", &[target]) => reader.attack(board, target, None),
        ("defend", &[target]) => reader.defend(board, target, None),
        ("connect", &[a, b]) => reader.connect(board, [a, b], None),
        ("disconnect", &[a, b]) => reader.disconnect(board, [a, b], None),
        _ => panic!("{}: {}?", question.about, question.subject),
    };
    let said = said.map_err(|error| error.to_string())?;
    let mut known = question.answer.split_whitespace();
    same(&said.code().map(|code| code.to_string()).as_deref(), &known.next())?;
    let moves: Vec<Point> = known.map(point).collect();
    let is_one = moves.is_empty() || said.point.is_some_and(|p| moves.contains(&p));
    if is_one { Ok(()) } else { Err(format!("said {:?}, known is {moves:?}", said.point)) }
}

/// Whether who moves first kills a group, or makes it live, and by which moves.
fn life(asked: &Asked<'_>, question: &Question) -> Answered {
    let (board, stone) = (asked.position().board(), point(&question.subject));
    let mut reader = Reader::new(reading::Limits { nodes: 1_000_000, ..reading::Limits::default() });
    let owner = board.get(stone).ok_or("there is no stone")?;
    let first = if question.about == "kill" { owner.opponent() } else { owner };
    let said = reader.ways(board, stone, None, first).map_err(|error| error.to_string())?;
    let mut known = question.answer.split_whitespace();
    let code = said.reading.success.map(|success| success.code().to_string());
    same(&code.as_deref(), &known.next())?;
    let known: BTreeSet<Option<Point>> =
        known.map(|vertex| (vertex != "pass").then(|| point(vertex))).collect();
    // A pass is named only where the owner need not move.
    let said = said.moves.into_iter().filter(|step| step.is_some() || question.about == "live");
    if known.is_empty() { Ok(()) } else { same(&said.collect(), &known) }
}

/// Puts a question to all that can answer it.
fn ask(asked: &mut Asked<'_>, question: &Question) -> Answers {
    let position = asked.position();
    match question.about.as_str() {
        "dead" => dead(asked, &question.points(position)),
        "seki" => {
            let known = question.points(position);
            vec![("settlement", asked.settled_alike(|found| same(&found.seki, &known)))]
        }
        "open" => {
            let known = question.points(position);
            let all_found = |found: &Settlement| {
                let open = found.open.iter().fold(PointSet::EMPTY, |all, place| all | place.points);
                contains(&open, &known)
            };
            vec![("settlement", asked.settled_alike(all_found))]
        }
        "japanese" | "chinese" => {
            let rules: Rules = question.about.parse().expect("rules of that name");
            let found = asked.settled(rules);
            let is_settled = same(&found.is_settled(), &true);
            vec![("settlement", is_settled.and(same(&found.count.result.to_string(), &question.answer)))]
        }
        "benson" => {
            let known = question.points(position);
            let life = unconditional_life(position.board(), question.color(), false);
            let mut answers = safe(asked, question, Limits::STATIC);
            answers.push(("benson", contains(&life.points(), &known)));
            answers
        }
        "unconditional" => {
            let area = unconditional_area(position.board(), question.color(), false);
            vec![("unconditional", same(&area.points(), &question.points(position)))]
        }
        "static" => safe(asked, question, Limits::STATIC),
        "safe" => safe(asked, question, Limits::default()),
        "unsafe" => unsafe_(asked, question),
        "threats" => {
            let found = double_threats(position, question.color(), None, zones::Parameters::default());
            let said: PointSet = found.iter().map(|threat| threat.point).collect();
            vec![("zones", same(&said, &question.points(position)))]
        }
        "inner" | "outer" | "inner-count" | "weakest" | "weakest-strength" => {
            vec![("moyo", moyo_answers(asked, question))]
        }
        "path" | "potentials" => vec![("moyo", path(asked, question))],
        "attack" | "defend" | "connect" | "disconnect" => vec![("reader", read(asked, question))],
        "kill" | "live" => vec![("reader", life(asked, question))],
        "white" | "strength" => vec![("seds", seds(asked, question))],
        // What the questions of a case take for granted.
        "alive" | "plain" => Vec::new(),
        about => panic!("{}, `{}`: nobody can answer `{about}`", asked.case.file, asked.case.name),
    }
}

/// Puts all questions of some files, and says how many answers were right.
fn right_answers(files: impl Iterator<Item = String>) -> usize {
    let (mut right, mut wrong) = (0, Vec::new());
    for file in files {
        for case in cases(&file) {
            let mut asked = Asked::new(&case);
            let mut failures = Vec::new();
            for question in &case.questions {
                let words = format!("{} {}", question.about, question.subject);
                for (who, answered) in ask(&mut asked, question) {
                    let failure = format!("{who}: {}", words.trim());
                    match answered {
                        Ok(()) => right += 1,
                        Err(said) => {
                            if !case.known_failures.contains(&failure) {
                                wrong.push(format!("{file}, `{}`, {failure}: {said}", case.name));
                            }
                            failures.push(failure);
                        }
                    }
                }
            }
            for known in case.known_failures.iter().filter(|known| !failures.contains(known)) {
                wrong.push(format!("{file}, `{}`: `{known}` is no failure any more", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    right
}

fn is_large(file: &str) -> bool {
    file.ends_with("-large")
}

#[test]
fn every_question_is_answered() {
    let right = right_answers(files().into_iter().filter(|file| !is_large(file)));
    assert!(right > 150, "{right} right answers");
}

#[test]
#[ignore = "takes minutes"]
fn every_large_question_is_answered() {
    let right = right_answers(files().into_iter().filter(|file| is_large(file)));
    assert!(right > 150, "{right} right answers");
}
