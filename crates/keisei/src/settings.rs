//! What is asked for: a method and how hard it shall try. The one way from there to an answer.

use keisei_goban::Position;

use crate::judge::{Effort, Judge};
use crate::method::{
    AreaEvaluator, MoyoEvaluator, PlayoutEvaluator, PotentialEvaluator, SafetyEvaluator, SedsEvaluator,
    ZonesEvaluator,
};
use crate::moyo;
use crate::playout::Style;
use crate::safety::{Limits, Safety};
use crate::settlement::settled;
use crate::{Evaluation, Evaluator, Method};

/// A method and its settings. The same settings give the same answer on every front.
///
/// ```
/// use keisei::judge::Effort;
/// use keisei::{Method, Settings};
///
/// let quick = Settings::default().with_effort(Effort::Static);
/// assert_eq!(quick.method, Method::Judge);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How to judge.
    pub method: Method,
    /// How much work the method judge puts in.
    pub effort: Effort,
    /// How much is searched for proofs; `None` for as much as is usual with the method.
    pub limits: Option<Limits>,
    /// How many random games are played, if any are; `None` for as many as is usual with the
    /// method.
    pub playouts: Option<u32>,
    /// How the players of random games choose.
    pub style: Style,
    /// The seed of the random games.
    pub seed: u64,
    /// The number of threads for random games; the answer does not depend on it.
    pub threads: usize,
    /// How potentials and frameworks are found (methods potential and moyo).
    pub moyo: moyo::Options,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::default(),
            effort: Effort::default(),
            limits: None,
            playouts: None,
            style: Style::Replying,
            seed: 1,
            threads: 1,
            moyo: moyo::Options::default(),
        }
    }
}

impl Settings {
    /// The usual settings of a method.
    pub fn new(method: Method) -> Settings {
        Settings { method, ..Settings::default() }
    }

    /// With another effort of the judge.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Settings {
        Settings { effort, ..self }
    }

    /// With other limits of the search for proofs.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Settings {
        Settings { limits: Some(limits), ..self }
    }

    /// With another number of random games.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Settings {
        Settings { playouts: Some(playouts), ..self }
    }

    /// With another seed of the random games.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Settings {
        Settings { seed, ..self }
    }

    /// With so many threads for random games.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Settings {
        Settings { threads, ..self }
    }

    /// How much is searched for proofs.
    pub fn limits(&self) -> Limits {
        match (self.method, self.effort) {
            (Method::Judge, Effort::Static) => Limits::STATIC,
            (Method::Judge, effort) => self.limits.unwrap_or(effort.limits()),
            _ => self.limits.unwrap_or_default(),
        }
    }

    /// The judge with these settings, whatever the method.
    pub fn judge(&self) -> Judge {
        let mut judge = Judge::new(self.effort);
        judge.playouts = self.random_games(judge.playouts.playouts);
        judge
    }

    /// How many random games stand behind a judgement.
    pub fn games(&self) -> u32 {
        match (self.method, self.effort) {
            (Method::Judge, Effort::Deep) => self.judge().playouts.playouts,
            (Method::Playout, _) => self.playouts.unwrap_or(PlayoutEvaluator::DEFAULT_PLAYOUTS),
            _ => 0,
        }
    }

    /// The method, without the proofs that come before it.
    pub fn evaluator(&self) -> Box<dyn Evaluator + Send> {
        match self.method {
            Method::Area => Box::new(AreaEvaluator),
            Method::Potential => Box::new(PotentialEvaluator::new(self.moyo.influence)),
            Method::Moyo => Box::new(MoyoEvaluator::new(self.moyo)),
            Method::Seds => Box::new(SedsEvaluator::default()),
            Method::Safety => Box::new(SafetyEvaluator),
            Method::Zones => Box::new(ZonesEvaluator::default()),
            Method::Playout => Box::new(self.random_games(PlayoutEvaluator::DEFAULT_PLAYOUTS)),
            Method::Judge => Box::new(self.judge()),
        }
    }

    /// The method, ready to be asked.
    pub fn assessor(&self) -> Assessor {
        Assessor { settings: *self, evaluator: self.evaluator() }
    }

    /// Judges one position. For many an [`Assessor`] is faster.
    pub fn assess(&self, position: &Position) -> Evaluation {
        self.assessor().assess(position)
    }

    fn random_games(&self, usual: u32) -> PlayoutEvaluator {
        PlayoutEvaluator {
            style: self.style,
            playouts: self.playouts.unwrap_or(usual),
            seed: self.seed,
            threads: self.threads,
        }
    }
}

/// A method with its settings: proves what can be proved, then asks the method.
pub struct Assessor {
    settings: Settings,
    evaluator: Box<dyn Evaluator + Send>,
}

impl Assessor {
    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Judges a position. Where the game is over, or nothing depends on who moves first, the judge
    /// says what the count says.
    pub fn assess(&mut self, position: &Position) -> Evaluation {
        let safety = self.prove(position);
        let evaluation = self.evaluator.evaluate(position, &safety);
        match self.settings.method {
            Method::Judge => settled(position, &safety, evaluation),
            _ => evaluation,
        }
    }

    /// What the method says by itself, whether the game is over or not: faster where many positions
    /// are compared with each other.
    pub fn estimate(&mut self, position: &Position) -> Evaluation {
        self.evaluator.evaluate(position, &self.prove(position))
    }

    /// What is proved about a position before the method is asked.
    pub fn prove(&self, position: &Position) -> Safety {
        match self.settings.method {
            // Stones count as they stand.
            Method::Area => Safety::nothing(position.board().size()),
            _ => Safety::of(position, self.settings.limits()),
        }
    }

    /// Follows a game: positions that come one after the other are judged faster, up to a hundredth
    /// of ownership otherwise than each by itself. Only the judge does.
    #[must_use]
    pub fn following(self) -> Assessor {
        let evaluator: Box<dyn Evaluator + Send> = match self.settings.method {
            Method::Judge => Box::new(self.settings.judge().following()),
            _ => self.evaluator,
        };
        Assessor { evaluator, ..self }
    }
}

impl std::fmt::Debug for Assessor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Assessor").field("settings", &self.settings).finish_non_exhaustive()
    }
}
