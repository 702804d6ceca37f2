//! What there is to show, and what is said about it in words.

use std::sync::LazyLock;

use keisei::{Evaluation, LayerName, LayerValues, Method};
use keisei_goban::sgf::Info;
use keisei_goban::{Color, Game, Position};

use crate::Overlay;

/// From so many iterations on a place is called unstable.
const MANY_ITERATIONS: i32 = 20;

/// What there is to show: a game, and perhaps what a method says about its position.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What it is called if the players are not known.
    pub(crate) name: &'a str,
    pub(crate) game: &'a Game,
    pub(crate) info: &'a Info,
    pub(crate) judged: Option<(Method, &'a Evaluation)>,
    pub(crate) overlay: Option<&'a Overlay>,
}

/// The side that owns a point by more than half, if there is one.
pub fn owner(ownership: f32) -> Option<Color> {
    match ownership {
        v if v > 0.5 => Some(Color::Black),
        v if v < -0.5 => Some(Color::White),
        _ => None,
    }
}

/// A lead in words: `Black leads by 3.5`.
pub fn lead_text(lead: f64) -> String {
    let rounded = (lead.abs() * 10.0).round() / 10.0;
    match lead {
        _ if rounded == 0.0 => "even".into(),
        l if l > 0.0 => format!("Black leads by {rounded}"),
        _ => format!("White leads by {rounded}"),
    }
}

impl<'a> Scene<'a> {
    /// The position of a game, of which nothing is said.
    pub fn new(name: &'a str, game: &'a Game) -> Scene<'a> {
        static NOTHING: LazyLock<Info> = LazyLock::new(Info::default);
        Scene { name, game, info: &NOTHING, judged: None, overlay: None }
    }

    /// With what a record says about players, event and result.
    #[must_use]
    pub fn with_info(self, info: &'a Info) -> Scene<'a> {
        Scene { info, ..self }
    }

    /// With what a method says about the position.
    #[must_use]
    pub fn judged(self, method: Method, evaluation: &'a Evaluation) -> Scene<'a> {
        Scene { judged: Some((method, evaluation)), ..self }
    }

    /// With what a method found, drawn in place of the ownership.
    #[must_use]
    pub fn overlaid(self, overlay: &'a Overlay) -> Scene<'a> {
        Scene { overlay: Some(overlay), ..self }
    }
}

impl Scene<'_> {
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// `Black A 9p - White B 9p`, as far as the record says.
    pub(crate) fn players(&self) -> Option<String> {
        let info = self.info;
        let player = |name: &Option<String>, rank: &Option<String>| {
            let name = name.as_deref().unwrap_or("?");
            rank.as_ref().map_or(name.to_string(), |rank| format!("{name} {rank}"))
        };
        if info.black.is_none() && info.white.is_none() {
            return None;
        }
        let black = player(&info.black, &info.black_rank);
        let white = player(&info.white, &info.white_rank);
        Some(one_line(&format!("Black {black} - White {white}")))
    }

    /// Event, date and result, as far as the record says.
    pub(crate) fn occasion(&self) -> Option<String> {
        let info = self.info;
        let result = info.result.as_ref().map(|result| format!("result {result}"));
        let parts: Vec<String> =
            [info.event.clone(), info.date.clone(), result].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| one_line(&parts.join(", ")))
    }

    /// `19x19, japanese rules, komi 6.5`.
    pub(crate) fn conditions(&self) -> String {
        let position = self.position();
        let handicap = match position.handicap() {
            0 | 1 => String::new(),
            n => format!(", handicap {n}"),
        };
        format!("{}, {} rules, komi {}{handicap}", position.board().size(), position.rules(), position.komi())
    }

    /// `after move 34 (W D10), Black to play`.
    pub(crate) fn moment(&self) -> String {
        let game = self.game;
        let last = match game.last_move() {
            Some((color, mv)) => format!(" ({} {mv})", color.letter()),
            None => String::new(),
        };
        let when = match game.move_number() {
            0 if self.position().board().empty() == self.position().board().size().all() => {
                "before the first move".to_string()
            }
            0 => "as set up".to_string(),
            n => format!("after move {n}{last}"),
        };
        format!("{when}, {} to play", self.position().to_play())
    }

    /// Where a method that iterates did not settle quickly, and so should not be trusted:
    /// `unstable: C3 D4 (61 iterations)`.
    pub(crate) fn instability(&self) -> Option<String> {
        let (_, evaluation) = self.judged?;
        let LayerValues::Integers(iterations) = evaluation.layer(LayerName::Iterations)? else { return None };
        let board = self.position().board();
        let most = board.size().points().map(|p| iterations[p]).max()?;
        // Calm positions need fewer than ten.
        if most < MANY_ITERATIONS {
            return None;
        }
        let units = board.size().points().filter(|&p| 2 * iterations[p] > most);
        // A block is named by one stone.
        let named: Vec<String> = units
            .filter(|&p| board.block(p).is_none_or(|block| block.stone_set().first() == Some(p)))
            .map(|p| p.to_string())
            .collect();
        let shown = named.iter().take(8).cloned().collect::<Vec<_>>().join(" ");
        let more = if named.len() > 8 { " …" } else { "" };
        Some(format!(
            "unstable around {shown}{more} (up to {most} iterations): search there rather than trust this"
        ))
    }

    /// The verdict in one line: `Black leads by 12 on the board; B+5.5 with komi 6.5`.
    pub(crate) fn verdict(&self) -> Option<String> {
        let (_, evaluation) = self.judged?;
        let position = self.position();
        let bonus = position.rules().bonus(position.handicap());
        let with = match bonus {
            0 => format!("komi {}", position.komi()),
            n => format!("komi {} and {n} for handicap", position.komi()),
        };
        let lead = lead_text(evaluation.score.lead);
        let result = match evaluation.score.result(position) {
            draw if draw.winner().is_none() => "a draw".to_string(),
            result => result.to_string(),
        };
        let mut text = format!("{lead} on the board; {result} with {with}");
        text[..1].make_ascii_uppercase();
        if let Some(stdev) = evaluation.score.stdev {
            text += &format!(", give or take {stdev:.1}");
        }
        if let Some(probability) = evaluation.score.black_wins {
            text += &format!("; Black wins {:.0} in 100", probability * 100.0);
        }
        Some(text)
    }
}

/// Text from a record with control characters and line breaks taken out, so that it cannot disturb
/// a terminal.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}
