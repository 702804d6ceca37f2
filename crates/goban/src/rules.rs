//! Sets of rules.
//!
//! | name | ko | scoring | suicide | handicap bonus |
//! |---|---|---|---|---|
//! | `chinese` | simple | area | no | N |
//! | `chinese-kgs` | positional superko | area | no | N |
//! | `japanese`, `korean` | simple | territory | no | none |
//! | `aga` | situational superko | area | no | N−1 |
//! | `new-zealand` | situational superko | area | yes | none |
//! | `tromp-taylor` | positional superko | area | yes | none |
//! | `ing` | positional superko | area | yes | N |
//!
//! Where written rules and practice differ we follow KataGo's names, since scripts use them:
//! `chinese` is played over the board with simple ko (long cycles are left to the referee), while
//! servers forbid repetition (`chinese-kgs`). Ing's own ko rule (fighting and disturbing kos) is
//! replaced by positional superko, as servers do, and White's bonus under Ing rules is a
//! convention, as the rule text is silent. Under `aga`, pass stones make area and territory
//! counting agree, so that counting the area is enough.

use std::fmt;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoRule {
    /// Taking back at once a stone that just took one.
    Simple,
    /// Making any board that was there before.
    PositionalSuperko,
    /// Making any board that was there before with the same side to move.
    SituationalSuperko,
}

/// What counts at the end of a game: area or territory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Living stones and surrounded points.
    Area,
    /// Surrounded points and prisoners; points beside stones in seki count nothing.
    Territory,
}

/// Whether a move may take one's own stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// It may not.
    Forbidden,
    /// It may. (A single stone comes and goes at once: superko then forbids it, or it is as good as
    /// a pass.)
    Allowed,
}

/// What White receives for Black's handicap stones, beside komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone.
    PerStone,
    /// A point for each stone but the first.
    PerStoneButOne,
}

/// A set of rules. See the [module's table](self).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    name: &'static str,
    ko: KoRule,
    scoring: Scoring,
    suicide: Suicide,
    handicap_bonus: HandicapBonus,
}

/// A name that is no set of rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a known set of rules: expected chinese, chinese-kgs, japanese, korean, aga, new-zealand, tromp-taylor or ing"
)]
pub struct UnknownRules(pub String);

impl std::str::FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        Rules::from_name(name)
    }
}

const fn named(
    name: &'static str,
    ko: KoRule,
    scoring: Scoring,
    suicide: Suicide,
    handicap_bonus: HandicapBonus,
) -> Rules {
    Rules { name, ko, scoring, suicide, handicap_bonus }
}

impl Rules {
    /// The rules of China, over the board.
    pub const CHINESE: Rules =
        named("chinese", KoRule::Simple, Scoring::Area, Suicide::Forbidden, HandicapBonus::PerStone);
    /// The rules of China, as servers apply them.
    pub const CHINESE_KGS: Rules = named(
        "chinese-kgs",
        KoRule::PositionalSuperko,
        Scoring::Area,
        Suicide::Forbidden,
        HandicapBonus::PerStone,
    );
    /// The rules of Japan.
    pub const JAPANESE: Rules =
        named("japanese", KoRule::Simple, Scoring::Territory, Suicide::Forbidden, HandicapBonus::None);
    /// Korea; for our purposes the same as Japan.
    pub const KOREAN: Rules =
        named("korean", KoRule::Simple, Scoring::Territory, Suicide::Forbidden, HandicapBonus::None);
    /// The rules of the American Go Association.
    pub const AGA: Rules = named(
        "aga",
        KoRule::SituationalSuperko,
        Scoring::Area,
        Suicide::Forbidden,
        HandicapBonus::PerStoneButOne,
    );
    /// The rules of New Zealand.
    pub const NEW_ZEALAND: Rules = named(
        "new-zealand",
        KoRule::SituationalSuperko,
        Scoring::Area,
        Suicide::Allowed,
        HandicapBonus::None,
    );
    /// The rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Rules = named(
        "tromp-taylor",
        KoRule::PositionalSuperko,
        Scoring::Area,
        Suicide::Allowed,
        HandicapBonus::None,
    );
    /// The rules of Ing.
    pub const ING: Rules =
        named("ing", KoRule::PositionalSuperko, Scoring::Area, Suicide::Allowed, HandicapBonus::PerStone);

    /// All sets of rules that have a name.
    pub const ALL: [Rules; 8] = [
        Rules::CHINESE,
        Rules::CHINESE_KGS,
        Rules::JAPANESE,
        Rules::KOREAN,
        Rules::AGA,
        Rules::NEW_ZEALAND,
        Rules::TROMP_TAYLOR,
        Rules::ING,
    ];

    /// Rules of one's own; called `custom` unless they are those of a named set.
    pub fn new(ko: KoRule, scoring: Scoring, suicide: Suicide, handicap_bonus: HandicapBonus) -> Rules {
        Rules::ALL
            .into_iter()
            .find(|r| {
                (r.ko, r.scoring, r.suicide, r.handicap_bonus) == (ko, scoring, suicide, handicap_bonus)
            })
            .unwrap_or(named("custom", ko, scoring, suicide, handicap_bonus))
    }

    /// The name, as in the table.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Which repetitions are forbidden.
    pub fn ko(&self) -> KoRule {
        self.ko
    }

    /// What counts at the end.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Whether a move may take one's own stones.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// What White receives for handicap stones.
    pub fn handicap_bonus(&self) -> HandicapBonus {
        self.handicap_bonus
    }

    /// The points White receives for this number of handicap stones. A single stone is no handicap
    /// but the first move.
    pub fn bonus(&self, handicap: u32) -> i32 {
        let stones = if handicap >= 2 { handicap as i32 } else { 0 };
        match self.handicap_bonus {
            HandicapBonus::None => 0,
            HandicapBonus::PerStone => stones,
            HandicapBonus::PerStoneButOne => (stones - 1).max(0),
        }
    }

    /// Finds rules by the names that people and programs write, in SGF's RU property and on the
    /// command line: any case, with additions (`Chinese rules`, `japanese2003`), by abbreviation
    /// (`jp`, `nz`, `GOE`), in Chinese, Japanese or Korean, or as KataGo spells them out
    /// (`koPOSITIONALscoreAREAtaxNONEsui1`).
    pub fn from_name(text: &str) -> Result<Rules, UnknownRules> {
        let word: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        if let Some(rules) = spelled_out(&word) {
            return Ok(rules);
        }
        const STARTS: [(&str, Rules); 24] = [
            ("chinesekgs", Rules::CHINESE_KGS),
            ("chineseogs", Rules::CHINESE_KGS),
            ("chin", Rules::CHINESE),
            ("cn", Rules::CHINESE),
            ("中国", Rules::CHINESE),
            ("中國", Rules::CHINESE),
            ("japan", Rules::JAPANESE),
            ("jp", Rules::JAPANESE),
            ("territory", Rules::JAPANESE),
            ("日本", Rules::JAPANESE),
            ("korea", Rules::KOREAN),
            ("kr", Rules::KOREAN),
            ("韩国", Rules::KOREAN),
            ("韓国", Rules::KOREAN),
            ("韓國", Rules::KOREAN),
            ("한국", Rules::KOREAN),
            ("aga", Rules::AGA),
            ("bga", Rules::AGA),
            ("french", Rules::AGA),
            ("newzealand", Rules::NEW_ZEALAND),
            ("nz", Rules::NEW_ZEALAND),
            ("tromp", Rules::TROMP_TAYLOR),
            ("ing", Rules::ING),
            ("goe", Rules::ING),
        ];
        STARTS
            .into_iter()
            .find(|(start, _)| word.starts_with(start))
            .map(|(_, rules)| rules)
            .ok_or_else(|| UnknownRules(text.chars().take(40).collect()))
    }
}

/// KataGo's spelled-out rules, lower-cased. Its tax and button have no counterpart here.
fn spelled_out(word: &str) -> Option<Rules> {
    let rest = word.strip_prefix("ko")?;
    let (ko, rest) = [
        ("simple", KoRule::Simple),
        ("positional", KoRule::PositionalSuperko),
        ("situational", KoRule::SituationalSuperko),
    ]
    .into_iter()
    .find_map(|(name, ko)| Some((ko, rest.strip_prefix(name)?)))?;
    let (scoring, rest) = [("scorearea", Scoring::Area), ("scoreterritory", Scoring::Territory)]
        .into_iter()
        .find_map(|(name, scoring)| Some((scoring, rest.strip_prefix(name)?)))?;
    let suicide = if rest.contains("sui1") { Suicide::Allowed } else { Suicide::Forbidden };
    let bonus = match rest.split_once("whb").map(|(_, bonus)| bonus) {
        Some(bonus) if bonus.starts_with("n1") => HandicapBonus::PerStoneButOne,
        Some(bonus) if bonus.starts_with('n') => HandicapBonus::PerStone,
        _ => HandicapBonus::None,
    };
    Some(Rules::new(ko, scoring, suicide, bonus))
}

impl Default for Rules {
    /// Japanese, which most records that do not say were played by.
    fn default() -> Rules {
        Rules::JAPANESE
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for rules in Rules::ALL {
            assert_eq!(Rules::from_name(rules.name()), Ok(rules));
            assert_eq!(Rules::from_name(&rules.name().to_uppercase()), Ok(rules));
        }
        for (text, name) in [
            ("Japanese", "japanese"),
            ("Jp", "japanese"),
            ("日本ルール", "japanese"),
            ("Chinese rules", "chinese"),
            ("中国规则", "chinese"),
            ("GOE", "ing"),
            ("NZ", "new-zealand"),
            ("New Zealand", "new-zealand"),
            ("Tromp-Taylor", "tromp-taylor"),
            ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga"),
            ("koSIMPLEscoreAREAtaxNONEsui1", "custom"),
        ] {
            assert_eq!(Rules::from_name(text).map(|r| r.name()), Ok(name), "{text}");
        }
        for text in ["", "chess", "ko", "kosimple"] {
            assert_eq!(Rules::from_name(text), Err(UnknownRules(text.into())));
        }
    }

    #[test]
    fn bonuses() {
        let of = |handicap| Rules::ALL.map(|r| r.bonus(handicap));
        assert_eq!(of(0), [0; 8]);
        assert_eq!(of(1), [0; 8]);
        assert_eq!(of(4), [4, 4, 0, 0, 3, 0, 0, 4]);
    }
}
