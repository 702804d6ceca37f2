//! Rules in KataGo's words, for both protocols.

use keisei_goban::{HandicapBonus, KoRule, Rules, Scoring, Suicide};
use serde_json::{Value, json};

/// Rules in KataGo's words.
pub(crate) fn rules_json(rules: Rules) -> Value {
    json!({
        "ko": match rules.ko() {
            KoRule::Simple => "SIMPLE",
            KoRule::PositionalSuperko => "POSITIONAL",
            KoRule::SituationalSuperko => "SITUATIONAL",
        },
        "scoring": match rules.scoring() {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "tax": match rules.scoring() {
            Scoring::Area => "NONE",
            Scoring::Territory => "SEKI",
        },
        "suicide": rules.suicide() == Suicide::Allowed,
        "hasButton": false,
        "whiteHandicapBonus": match rules.handicap_bonus() {
            HandicapBonus::None => "0",
            HandicapBonus::PerStone => "N",
            HandicapBonus::PerStoneButOne => "N-1",
        },
        "friendlyPassOk": rules.scoring() == Scoring::Territory || rules.suicide() == Suicide::Forbidden,
    })
}

/// Rules by name, or as an object in KataGo's words.
pub(crate) fn read_rules(words: &str) -> Result<Rules, String> {
    match serde_json::from_str::<Value>(words) {
        Ok(value @ Value::Object(_)) => rules_from_json(&value),
        _ => Rules::from_name(words).map_err(|e| e.to_string()),
    }
}

pub(crate) fn rules_from_json(value: &Value) -> Result<Rules, String> {
    let word = |key: &str| value[key].as_str().unwrap_or_default().to_uppercase();
    let ko = match (word("ko").as_str(), word("koRule").as_str()) {
        ("SIMPLE", _) | ("", "SIMPLE") => KoRule::Simple,
        ("POSITIONAL", _) | ("", "POSITIONAL") => KoRule::PositionalSuperko,
        ("SITUATIONAL", _) | ("", "SITUATIONAL") => KoRule::SituationalSuperko,
        _ => return Err("`ko` must be SIMPLE, POSITIONAL or SITUATIONAL".into()),
    };
    let scoring = match (word("scoring").as_str(), word("scoringRule").as_str()) {
        ("AREA", _) | ("", "AREA") => Scoring::Area,
        ("TERRITORY", _) | ("", "TERRITORY") => Scoring::Territory,
        _ => return Err("`scoring` must be AREA or TERRITORY".into()),
    };
    let suicide = match value["suicide"].as_bool().or(value["multiStoneSuicideLegal"].as_bool()) {
        Some(true) => Suicide::Allowed,
        _ => Suicide::Forbidden,
    };
    let bonus = match word("whiteHandicapBonus").as_str() {
        "N" => HandicapBonus::PerStone,
        "N-1" => HandicapBonus::PerStoneButOne,
        _ => HandicapBonus::None,
    };
    Ok(Rules::new(ko, scoring, suicide, bonus))
}
