//! Queries: what is asked for, checked field by field.

use std::cmp::Reverse;
use std::sync::Arc;

use keisei::names::find;
use keisei::{Named, Settings};
use keisei_goban::{Board, Color, Game, Komi, Move, Point, Position, Rules, Scoring, Setup, Size};
use serde_json::{Map, Value, json};

use crate::rules::{read_rules, rules_from_json};

/// Fields that are read.
const READ: [&str; 23] = [
    "id",
    "action",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includePVVisits",
    "includePolicy",
    "overrideSettings",
    "priority",
    "priorities",
    "allowMoves",
    "avoidMoves",
    "terminateId",
    "turnNumbers",
    "maxVisits",
];

/// Fields of KataGo's that make no difference here: they limit or decorate a search that there is none
/// of.
const IGNORED: [&str; 9] = [
    "analysisPVLen",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "reportDuringSearchEvery",
    "whiteHandicapBonus",
    "initialPlayerOverride",
    "model",
];

/// Settings of KataGo's that clients override, for a search that there is none of.
const OF_A_SEARCH: [&str; 14] = [
    "analysisWideRootNoise",
    "antiMirror",
    "conservativePass",
    "humanSLProfile",
    "ignorePreRootHistory",
    "maxPlayouts",
    "maxTime",
    "maxVisits",
    "playoutDoublingAdvantage",
    "preventCleanupPhase",
    "reportAnalysisWinratesAs",
    "rootNumSymmetriesToSample",
    "rootPolicyTemperature",
    "wideRootNoise",
];

/// A line of input to the analysis engine, checked.
#[derive(Debug)]
pub enum Request {
    /// Positions to judge.
    Turns {
        /// The positions.
        turns: Vec<Turn>,
        /// What was untidy about the query.
        warnings: Vec<Problem>,
    },
    /// Something that was answered at once.
    Answered(Value),
    /// Turns that are not wanted any more.
    Terminate {
        /// Which.
        which: Termination,
        /// What to answer when they are gone.
        answer: Value,
    },
}

/// One position of a query that is to be judged.
#[derive(Clone, Debug)]
pub struct Turn {
    pub(super) id: Arc<Value>,
    pub(super) number: usize,
    /// The game of the query, played when the turn comes: as it waits it takes little room.
    start: Arc<Position>,
    moves: Arc<[(Color, Move)]>,
    pub(super) settings: Settings,
    /// Higher ones are judged first.
    pub(super) priority: i64,
    pub(super) include: Include,
    pub(super) restrictions: Arc<[Restriction]>,
}

/// What a reply shall have beside the usual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Include {
    pub(super) ownership: bool,
    pub(super) ownership_stdev: bool,
    pub(super) moves_ownership: bool,
    pub(super) pv_visits: bool,
    pub(super) policy: bool,
    /// The policy once more, for those who ask for that of people.
    pub(super) human_policy: bool,
}

/// Moves of a side that shall not be told, or the only ones that shall.
#[derive(Clone, Debug)]
pub(super) struct Restriction {
    color: Color,
    moves: Vec<Move>,
    is_allowed: bool,
}

impl Turn {
    /// The game up to this turn.
    pub(super) fn game(&self) -> Game {
        let mut game = Game::new(Position::clone(&self.start));
        for &(color, mv) in &self.moves[..self.number] {
            game.play_as(color, mv).expect("the moves were played when the query was read");
        }
        game
    }

    /// Whether a move of a side may be told.
    pub(super) fn may_tell(&self, color: Color, mv: Move) -> bool {
        self.restrictions
            .iter()
            .filter(|restriction| restriction.color == color)
            .all(|restriction| restriction.moves.contains(&mv) == restriction.is_allowed)
    }
}

/// Which turns are not wanted any more.
#[derive(Clone, PartialEq, Debug)]
pub struct Termination {
    /// Those of this query; `None` for all.
    id: Option<Value>,
    /// These alone; `None` for all.
    numbers: Option<Vec<u64>>,
}

impl Termination {
    /// Whether a turn is one of them.
    pub(super) fn is_for(&self, turn: &Turn) -> bool {
        self.id.as_ref().is_none_or(|id| *id == *turn.id)
            && self.numbers.as_ref().is_none_or(|numbers| numbers.contains(&(turn.number as u64)))
    }
}

/// The answer to a turn that is not wanted any more.
pub(super) fn no_results(turn: &Turn) -> Value {
    json!({"id": *turn.id, "turnNumber": turn.number, "isDuringSearch": false, "noResults": true})
}

/// What is wrong with a query, or untidy about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    id: Value,
    field: Option<String>,
    error: String,
    /// Whether it is answered all the same.
    is_warning: bool,
}

impl Problem {
    /// A problem of a line that cannot be read far enough to find its id.
    pub(super) fn nameless(error: String) -> Problem {
        Problem { id: Value::Null, field: None, error, is_warning: false }
    }

    /// As KataGo reports it.
    pub fn json(&self) -> Value {
        let mut report = Map::new();
        let kind = if self.is_warning { "warning" } else { "error" };
        report.insert(kind.into(), json!(self.error));
        if let Some(field) = &self.field {
            report.insert("field".into(), json!(field));
        }
        if !self.id.is_null() {
            report.insert("id".into(), self.id.clone());
        }
        Value::Object(report)
    }
}

impl Request {
    /// Reads a line; `None` if it is empty. What it does not say is judged by these settings.
    pub fn read(line: &[u8], settings: &Settings) -> Result<Option<Request>, Problem> {
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|e| Problem::nameless(format!("the line is not JSON: {e}")))?;
        let Value::Object(fields) = value else { return Err(Problem::nameless("expected an object".into())) };
        let query = Query { id: fields.get("id").cloned().unwrap_or(Value::Null), fields: &fields };
        if !query.id.is_string() {
            return Err(query.wrong("id", "a string is needed to tell answers apart"));
        }
        match fields.get("action") {
            None => {
                let turns = query.turns(settings)?;
                Ok(Some(Request::Turns { turns, warnings: query.warnings() }))
            }
            Some(action) => query.action(action).map(Some),
        }
    }
}

struct Query<'a> {
    id: Value,
    fields: &'a Map<String, Value>,
}

impl Query<'_> {
    fn wrong(&self, field: &str, error: impl Into<String>) -> Problem {
        let field: String = field.chars().take(100).collect();
        Problem { id: self.id.clone(), field: Some(field), error: error.into(), is_warning: false }
    }

    /// What is untidy, and makes no difference.
    fn warnings(&self) -> Vec<Problem> {
        let mut warnings = Vec::new();
        let mut warn = |field: &str, words: &str| {
            warnings.push(Problem { is_warning: true, ..self.wrong(field, words) });
        };
        for name in self.fields.keys() {
            if !READ.contains(&name.as_str()) && !IGNORED.contains(&name.as_str()) {
                warn(name, "there is no such field: it makes no difference");
            }
        }
        if self.fields.get("maxVisits").is_some_and(|visits| visits.as_u64().is_none_or(|n| n == 0)) {
            warn("maxVisits", "expected a whole number from 1 on: it makes no difference");
        }
        if let Some(Value::Object(settings)) = self.fields.get("overrideSettings") {
            let known = |name: &&String| {
                ["method", "effort"].contains(&name.as_str()) || OF_A_SEARCH.contains(&name.as_str())
            };
            for name in settings.keys().filter(|name| !known(name)) {
                warn("overrideSettings", &format!("there is no setting `{name}`: expected method or effort"));
            }
        }
        warnings
    }

    fn action(&self, action: &Value) -> Result<Request, Problem> {
        let echo = Value::Object(self.fields.clone());
        match action.as_str() {
            Some("query_version") => Ok(Request::Answered(super::version(&self.id))),
            Some("query_models") => {
                let model = json!({"name": "keisei", "internalName": "keisei", "maxBatchSize": 1});
                Ok(Request::Answered(json!({"id": self.id, "action": "query_models", "models": [model]})))
            }
            // There is no cache.
            Some("clear_cache") => Ok(Request::Answered(echo)),
            Some("terminate_all") => {
                let which = Termination { id: None, numbers: self.turn_numbers()? };
                Ok(Request::Terminate { which, answer: echo })
            }
            Some("terminate") => {
                let id = self.fields.get("terminateId");
                let id = id.ok_or_else(|| self.wrong("terminateId", "the id of a query is needed"))?;
                let which = Termination { id: Some(id.clone()), numbers: self.turn_numbers()? };
                Ok(Request::Terminate { which, answer: echo })
            }
            _ => Err(self.wrong(
                "action",
                "expected query_version, query_models, clear_cache, terminate or terminate_all",
            )),
        }
    }

    fn turn_numbers(&self) -> Result<Option<Vec<u64>>, Problem> {
        let wrong = || self.wrong("turnNumbers", "expected a list of whole numbers");
        let Some(list) = self.fields.get("turnNumbers") else { return Ok(None) };
        let list = list.as_array().ok_or_else(wrong)?;
        list.iter().map(|n| n.as_u64().ok_or_else(wrong)).collect::<Result<_, _>>().map(Some)
    }

    fn turns(&self, settings: &Settings) -> Result<Vec<Turn>, Problem> {
        let mut settings = *settings;
        settings.method = self.setting("method", settings.method)?;
        settings.effort = self.setting("effort", settings.effort)?;
        let moves = self.moves()?;
        let wanted = self.wanted(moves.len())?;
        let priorities = self.priorities(wanted.len())?;
        let mut wanted: Vec<(usize, i64)> = wanted.into_iter().zip(priorities).collect();
        let policy = self.flag("includePolicy")?;
        let asks_for_people = self
            .fields
            .get("overrideSettings")
            .is_some_and(|settings| settings.get("humanSLProfile").is_some());
        let include = Include {
            ownership: self.flag("includeOwnership")?,
            ownership_stdev: self.flag("includeOwnershipStdev")?,
            moves_ownership: self.flag("includeMovesOwnership")?,
            pv_visits: self.flag("includePVVisits")?,
            policy,
            human_policy: policy && asks_for_people,
        };
        let restrictions: Arc<[Restriction]> = self.restrictions()?.into();
        let start = Arc::new(self.start(moves.first().map(|&(color, _)| color))?);
        let moves: Arc<[(Color, Move)]> = moves.into();
        let mut game = Game::new(Position::clone(&start));
        wanted.sort_by_key(|&(number, priority)| (number, Reverse(priority)));
        wanted.dedup_by_key(|(number, _)| *number);
        let id = Arc::new(self.id.clone());
        let mut turns = Vec::new();
        for number in 0..=moves.len() {
            if let Ok(place) = wanted.binary_search_by_key(&number, |&(number, _)| number) {
                let (id, restrictions) = (id.clone(), restrictions.clone());
                let (start, moves) = (start.clone(), moves.clone());
                let priority = wanted[place].1;
                turns.push(Turn { id, number, start, moves, settings, priority, include, restrictions });
            }
            if let Some(&(color, mv)) = moves.get(number) {
                game.play_as(color, mv).map_err(|reason| {
                    self.wrong("moves", format!("move {}, {color} {mv}: {reason}", number + 1))
                })?;
            }
        }
        Ok(turns)
    }

    fn whole(&self, field: &str, value: &Value) -> Result<i64, Problem> {
        value.as_i64().ok_or_else(|| self.wrong(field, "expected a whole number"))
    }

    /// The priorities of the turns that are wanted.
    fn priorities(&self, turns: usize) -> Result<Vec<i64>, Problem> {
        const FIELD: &str = "priorities";
        let Some(value) = self.fields.get(FIELD) else {
            let one = self.fields.get("priority").map_or(Ok(0), |value| self.whole("priority", value))?;
            return Ok(vec![one; turns]);
        };
        let list = value.as_array().filter(|list| list.len() == turns);
        let list =
            list.ok_or_else(|| self.wrong(FIELD, format!("expected {turns} numbers, as analyzeTurns has")))?;
        list.iter().map(|value| self.whole(FIELD, value)).collect()
    }

    fn restrictions(&self) -> Result<Vec<Restriction>, Problem> {
        let mut all = Vec::new();
        for (field, is_allowed) in [("avoidMoves", false), ("allowMoves", true)] {
            let shape = || {
                self.wrong(
                    field,
                    "expected a list such as [{\"player\": \"B\", \"moves\": [\"C3\"], \"untilDepth\": 1}]",
                )
            };
            let Some(list) = self.fields.get(field) else { continue };
            for one in list.as_array().ok_or_else(shape)? {
                let color = self.color(field, one.get("player").ok_or_else(shape)?)?;
                let moves = one.get("moves").and_then(Value::as_array).ok_or_else(shape)?;
                let size = self.size()?;
                let read = |vertex: &Value| self.vertex(field, vertex, size);
                all.push(Restriction {
                    color,
                    moves: moves.iter().map(read).collect::<Result<_, _>>()?,
                    is_allowed,
                });
            }
        }
        Ok(all)
    }

    /// A vertex such as `Q16`, or `(3,15)`: the column from the left and the row from the top, from 0.
    fn vertex(&self, field: &str, value: &Value, size: Size) -> Result<Move, Problem> {
        let text = value.as_str().ok_or_else(|| self.wrong(field, "expected a vertex such as Q16"))?;
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let numbers = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let point = match numbers.and_then(|numbers| numbers.split_once(',')) {
            None => Point::from_vertex(text, size).map_err(|e| self.wrong(field, e.to_string()))?,
            Some((column, row)) => {
                let number = |text: &str| text.trim().parse::<u32>().ok();
                let place =
                    number(column).zip(number(row).and_then(|row| (size.height() - 1).checked_sub(row)));
                let point = place.and_then(|(column, row)| size.point(column, row));
                point.ok_or_else(|| self.wrong(field, format!("{text} is no point of the {size} board")))?
            }
        };
        Ok(Move::Play(point))
    }

    /// One of the settings that a query may override.
    fn setting<T: Named>(&self, name: &str, default: T) -> Result<T, Problem> {
        let Some(settings) = self.fields.get("overrideSettings") else { return Ok(default) };
        let Value::Object(settings) = settings else {
            return Err(self.wrong("overrideSettings", "expected an object"));
        };
        match settings.get(name) {
            None => Ok(default),
            Some(Value::String(value)) => {
                find(value).map_err(|error| self.wrong("overrideSettings", error.to_string()))
            }
            Some(_) => Err(self.wrong("overrideSettings", format!("`{name}` must be a string"))),
        }
    }

    fn side(&self, field: &str) -> Result<u32, Problem> {
        match self.fields.get(field) {
            None => Err(self.wrong(field, "the board's size is needed")),
            Some(value) => value
                .as_u64()
                .and_then(|n| u32::try_from(n).ok())
                .ok_or_else(|| self.wrong(field, "expected a whole number from 1 to 25")),
        }
    }

    fn size(&self) -> Result<Size, Problem> {
        let (width, height) = (self.side("boardXSize")?, self.side("boardYSize")?);
        let field = if width == 0 || width > Size::MAX { "boardXSize" } else { "boardYSize" };
        Size::new(width, height).map_err(|e| self.wrong(field, e.to_string()))
    }

    fn flag(&self, field: &str) -> Result<bool, Problem> {
        match self.fields.get(field) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| self.wrong(field, "expected true or false")),
        }
    }

    fn color(&self, field: &str, value: &Value) -> Result<Color, Problem> {
        let color = value.as_str().and_then(|text| text.parse().ok());
        color.ok_or_else(|| self.wrong(field, "expected a colour, B or W"))
    }

    /// A list of pairs such as `["B", "Q16"]`.
    fn pairs(&self, field: &str) -> Result<Vec<(Color, Move)>, Problem> {
        let size = self.size()?;
        let list = match self.fields.get(field) {
            None => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(_) => return Err(self.wrong(field, "expected a list of pairs such as [\"B\", \"Q16\"]")),
        };
        list.iter()
            .map(|pair| {
                let Some([color, vertex]) = pair.as_array().map(Vec::as_slice) else {
                    return Err(self.wrong(field, "expected pairs such as [\"B\", \"Q16\"]"));
                };
                Ok((self.color(field, color)?, self.vertex(field, vertex, size)?))
            })
            .collect()
    }

    fn moves(&self) -> Result<Vec<(Color, Move)>, Problem> {
        if !self.fields.contains_key("moves") {
            return Err(self.wrong("moves", "the list of moves is needed, even if it is empty"));
        }
        self.pairs("moves")
    }

    fn wanted(&self, moves: usize) -> Result<Vec<usize>, Problem> {
        const FIELD: &str = "analyzeTurns";
        let Some(value) = self.fields.get(FIELD) else { return Ok(vec![moves]) };
        let list = value.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.wrong(FIELD, "expected a list of turns with at least one"))?;
        list.iter()
            .map(|turn| match turn.as_u64() {
                Some(n) if n <= moves as u64 => Ok(n as usize),
                Some(n) => {
                    Err(self.wrong(FIELD, format!("turn {n} is beyond the end: there are {moves} moves")))
                }
                None => Err(self.wrong(FIELD, "expected whole numbers")),
            })
            .collect()
    }

    fn rules(&self) -> Result<Rules, Problem> {
        match self.fields.get("rules") {
            None => Err(self.wrong("rules", "the rules are needed, such as \"chinese\"")),
            Some(Value::String(name)) => read_rules(name).map_err(|e| self.wrong("rules", e)),
            Some(value @ Value::Object(_)) => rules_from_json(value).map_err(|e| self.wrong("rules", e)),
            Some(_) => Err(self.wrong("rules", "expected a name or an object")),
        }
    }

    fn komi(&self) -> Result<Komi, Problem> {
        match self.fields.get("komi") {
            // As KataGo guesses.
            None => Ok(Komi::from_half_points(match self.rules()?.scoring() {
                Scoring::Area => 15,
                Scoring::Territory => 13,
            })),
            Some(value) => value
                .to_string()
                .parse()
                .map_err(|e: keisei_goban::KomiError| self.wrong("komi", e.to_string())),
        }
    }

    fn start(&self, first_mover: Option<Color>) -> Result<Position, Problem> {
        let mut setup = Setup::new(self.size()?);
        for (color, mv) in self.pairs("initialStones")? {
            match mv {
                Move::Play(point) => setup.set(point, Some(color)),
                Move::Pass => return Err(self.wrong("initialStones", "a stone cannot pass")),
            }
        }
        let board = Board::from_setup(&setup).map_err(|e| self.wrong("initialStones", e.to_string()))?;
        let blacks = board.stones(Color::Black).len() as u32;
        let handicap = board.stones(Color::White).is_empty() && blacks >= 2;
        let mut position = Position::new(board);
        position.set_rules(self.rules()?);
        position.set_komi(self.komi()?);
        if handicap {
            position.set_handicap(blacks);
        }
        let to_play = match self.fields.get("initialPlayer") {
            Some(value) => self.color("initialPlayer", value)?,
            None => first_mover.unwrap_or(if handicap { Color::White } else { Color::Black }),
        };
        position.set_to_play(to_play);
        Ok(position)
    }
}
