//! The feature `serde`: points, moves, colours, rules and numbers as people write them.
//!
//! A point is `"D4"`, a pass `"pass"`, a colour `"Black"`, a size `"19x19"`, komi and scores are
//! numbers of points, rules have their names. Sets of points are lists. Positions and games have
//! formats of their own: [`Diagram`](crate::Diagram) and [`sgf`](crate::sgf).

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Color, HandicapBonus, KoRule, Komi, Move, Point, PointSet, Rules, Score, Scoring, Size, Suicide,
};

/// Reads what is written as text.
fn parsed<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                parsed(deserializer)
            }
        }
    )*};
}

as_text!(Color, Move, Point, Size);

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Rules without a name are spelled out, as they are read.
        match Rules::from_name(self.name()) {
            Ok(named) if named == *self => serializer.serialize_str(self.name()),
            _ => serializer.collect_str(&spelled(*self)),
        }
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        parsed(deserializer)
    }
}

fn spelled(rules: Rules) -> String {
    let ko = match rules.ko() {
        KoRule::Simple => "SIMPLE",
        KoRule::PositionalSuperko => "POSITIONAL",
        KoRule::SituationalSuperko => "SITUATIONAL",
    };
    let scoring = match rules.scoring() {
        Scoring::Area => "AREAtaxNONE",
        Scoring::Territory => "TERRITORYtaxSEKI",
    };
    let suicide = u8::from(rules.suicide() == Suicide::Allowed);
    let bonus = match rules.handicap_bonus() {
        HandicapBonus::None => "0",
        HandicapBonus::PerStone => "N",
        HandicapBonus::PerStoneButOne => "N-1",
    };
    format!("ko{ko}score{scoring}sui{suicide}whb{bonus}")
}

impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.points())
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Komi, D::Error> {
        f64::deserialize(deserializer)?.to_string().parse().map_err(D::Error::custom)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.points())
    }
}

impl Serialize for PointSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for PointSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointSet, D::Error> {
        Ok(Vec::<Point>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::ByColor;

    fn written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    }

    #[test]
    fn what_is_written_is_read() {
        written(Color::White, "\"White\"");
        written("D4".parse::<Point>().unwrap(), "\"D4\"");
        written(Move::Pass, "\"pass\"");
        written(Size::new(13, 9).unwrap(), "\"13x9\"");
        written(Rules::JAPANESE, "\"japanese\"");
        let custom: Rules = "koSIMPLEscoreAREAtaxNONEsui1whbN-1".parse().unwrap();
        written(custom, "\"koSIMPLEscoreAREAtaxNONEsui1whbN-1\"");
        written("6.5".parse::<Komi>().unwrap(), "6.5");
        written(ByColor { black: 1, white: 2 }, "{\"black\":1,\"white\":2}");
        let points: PointSet = ["A1", "C3"].iter().map(|v| v.parse::<Point>().unwrap()).collect();
        assert_eq!(
            serde_json::from_str::<PointSet>(&serde_json::to_string(&points).unwrap()).unwrap(),
            points
        );
        assert_eq!(serde_json::to_string(&Score::from_half_points(-13)).unwrap(), "-6.5");
    }

    #[test]
    fn errors_are_those_of_the_types() {
        let error = serde_json::from_str::<Color>("\"green\"").unwrap_err().to_string();
        assert!(error.contains("`green` is not a colour"), "{error}");
        assert!(serde_json::from_str::<Komi>("1e99").is_err());
        assert!(serde_json::from_str::<Size>("\"26x26\"").is_err());
    }
}
