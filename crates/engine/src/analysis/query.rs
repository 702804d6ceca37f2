//! Queries: what is asked for, checked field by field.

use std::sync::Arc;

use keisei::names::find;
use keisei::{Named, Settings};
use keisei_goban::{Board, Color, Game, Komi, Move, Point, Position, Rules, Scoring, Setup, Size};
use serde_json::{Map, Value, json};

use crate::rules::{read_rules, rules_from_json};

/// Fields that are read.
const READ: [&str; 13] = [
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
    "includePolicy",
    "overrideSettings",
];

/// Fields of KataGo's that make no difference here: they limit or decorate a search that there is
/// none of.
const IGNORED: [&str; 19] = [
    "maxVisits",
    "priority",
    "priorities",
    "analysisPVLen",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "includeMovesOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includePVVisits",
    "includeNoResultValue",
    "avoidMoves",
    "allowMoves",
    "reportDuringSearchEvery",
    "whiteHandicapBonus",
    "initialPlayerOverride",
    "terminateId",
    "turnNumbers",
    "model",
];

/// A line of input to the analysis engine, checked.
#[derive(Debug)]
pub enum Request {
    /// Positions to judge.
    Turns(Vec<Turn>),
    /// Something that was answered at once.
    Answered(Value),
}

/// One position of a query that is to be judged.
#[derive(Clone, Debug)]
pub struct Turn {
    pub(super) id: Arc<Value>,
    pub(super) number: usize,
    /// The game up to this turn.
    pub(super) game: Game,
    pub(super) settings: Settings,
    pub(super) ownership: bool,
    pub(super) policy: bool,
}

/// What is wrong with a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    id: Value,
    field: Option<String>,
    error: String,
}

impl Problem {
    /// A problem of a line that cannot be read far enough to find its id.
    pub(super) fn nameless(error: String) -> Problem {
        Problem { id: Value::Null, field: None, error }
    }

    /// As KataGo reports it.
    pub fn json(&self) -> Value {
        let mut report = Map::new();
        report.insert("error".into(), json!(self.error));
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
        for name in fields.keys() {
            if !READ.contains(&name.as_str()) && !IGNORED.contains(&name.as_str()) {
                return Err(query.wrong(name, "there is no such field"));
            }
        }
        match fields.get("action") {
            None => query.turns(settings).map(|turns| Some(Request::Turns(turns))),
            Some(action) => query.action(action).map(|answer| Some(Request::Answered(answer))),
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
        Problem { id: self.id.clone(), field: Some(field), error: error.into() }
    }

    fn action(&self, action: &Value) -> Result<Value, Problem> {
        match action.as_str() {
            Some("query_version") => Ok(super::version(&self.id)),
            // There is no cache, and nothing runs long enough to be stopped.
            Some("clear_cache" | "terminate" | "terminate_all") => Ok(Value::Object(self.fields.clone())),
            _ => Err(self.wrong("action", "expected query_version, clear_cache, terminate or terminate_all")),
        }
    }

    fn turns(&self, settings: &Settings) -> Result<Vec<Turn>, Problem> {
        let mut settings = *settings;
        settings.method = self.setting("method", settings.method)?;
        settings.effort = self.setting("effort", settings.effort)?;
        let moves = self.moves()?;
        let mut wanted = self.wanted(moves.len())?;
        let (ownership, policy) = (self.flag("includeOwnership")?, self.flag("includePolicy")?);
        let mut game = Game::new(self.start(moves.first().map(|&(color, _)| color))?);
        wanted.sort_unstable();
        wanted.dedup();
        let id = Arc::new(self.id.clone());
        let mut turns = Vec::new();
        for number in 0..=moves.len() {
            if wanted.binary_search(&number).is_ok() {
                let (id, game) = (id.clone(), game.clone());
                turns.push(Turn { id, number, game, settings, ownership, policy });
            }
            if let Some(&(color, mv)) = moves.get(number) {
                game.play_as(color, mv).map_err(|reason| {
                    self.wrong("moves", format!("move {}, {color} {mv}: {reason}", number + 1))
                })?;
            }
        }
        Ok(turns)
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
                let color = self.color(field, color)?;
                let vertex =
                    vertex.as_str().ok_or_else(|| self.wrong(field, "expected a vertex such as Q16"))?;
                if vertex.eq_ignore_ascii_case("pass") {
                    return Ok((color, Move::Pass));
                }
                let point = Point::from_vertex(vertex, size).map_err(|e| self.wrong(field, e.to_string()))?;
                Ok((color, Move::Play(point)))
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
