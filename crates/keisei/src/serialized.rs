//! The feature `serde`: what is said about a position, for programs.
//!
//! Maps over the board are lists, row by row from the top left; points are `"D4"`, colours
//! `"Black"`. What a method has no opinion on is left out. (The reports of `keisei-view` are
//! another form of the same, which does not change with this library.)

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use keisei_goban::Size;

use crate::{BlockOpinion, Evaluation, Layer, LayerValues, Ownership, ScoreEstimate, Term, WeakPoints};

impl Serialize for Ownership {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.row_major())
    }
}

impl Serialize for ScoreEstimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut score = serializer.serialize_struct("ScoreEstimate", 3)?;
        score.serialize_field("lead", &self.lead)?;
        if let Some(stdev) = self.stdev {
            score.serialize_field("stdev", &stdev)?;
        }
        if let Some(black_wins) = self.black_wins {
            score.serialize_field("black_wins", &black_wins)?;
        }
        score.end()
    }
}

impl Serialize for BlockOpinion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut block = serializer.serialize_struct("BlockOpinion", 5)?;
        block.serialize_field("color", &self.color)?;
        block.serialize_field("stones", &self.stones)?;
        if let Some(status) = self.status {
            block.serialize_field("status", status.name())?;
        }
        if let Some(evidence) = self.evidence {
            block.serialize_field("evidence", evidence.name())?;
        }
        if let Some(strength) = self.strength {
            block.serialize_field("strength", &strength)?;
        }
        block.end()
    }
}

impl Serialize for WeakPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut place = serializer.serialize_struct("WeakPoints", 3)?;
        place.serialize_field("color", &self.color)?;
        place.serialize_field("points", &self.points)?;
        place.serialize_field("strength", &self.strength)?;
        place.end()
    }
}

/// The values of a layer on a board of a size.
struct Values<'e>(&'e LayerValues, Size);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Values(values, size) = self;
        match values {
            LayerValues::Integers(map) => serializer.collect_seq(map.row_major(size)),
            LayerValues::Reals(map) => serializer.collect_seq(map.row_major(size)),
            LayerValues::WeakPoints(places) => places.serialize(serializer),
            LayerValues::Proofs(map) => {
                serializer.collect_seq(map.row_major(size).map(|proof| proof.map(|proof| proof.name())))
            }
        }
    }
}

struct Terms<'e>(&'e [Term]);

impl Serialize for Terms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|term| (term.name, term.points)))
    }
}

struct Layers<'e>(&'e [Layer], Size);

impl Serialize for Layers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for layer in self.0 {
            map.serialize_entry(layer.name.name(), &Values(&layer.values, self.1))?;
        }
        map.end()
    }
}

struct Names<I>(I);

impl<I: Iterator<Item = &'static str> + Clone> Serialize for Names<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.ownership.size();
        let evidence = size.points().map(|p| self.evidence[p].name());
        let mut evaluation = serializer.serialize_struct("Evaluation", 7)?;
        evaluation.serialize_field("size", &size)?;
        evaluation.serialize_field("score", &self.score)?;
        evaluation.serialize_field("ownership", &self.ownership)?;
        evaluation.serialize_field("evidence", &Names(evidence))?;
        evaluation.serialize_field("terms", &Terms(&self.terms))?;
        evaluation.serialize_field("blocks", &self.blocks)?;
        evaluation.serialize_field("layers", &Layers(&self.layers, size))?;
        evaluation.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Method, Settings};

    #[test]
    fn an_evaluation_is_written() {
        let position = keisei_testdata::position(". X O .\n. X O .");
        let said = serde_json::to_value(Settings::new(Method::Area).assess(&position)).unwrap();
        assert_eq!(said["size"], json!("4x2"));
        assert_eq!(said["ownership"], json!([1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0]));
        assert_eq!(said["score"], json!({"lead": 0.0}));
        assert_eq!(said["evidence"][0], json!("estimated"));
        let moyo = serde_json::to_value(Settings::new(Method::Moyo).assess(&position)).unwrap();
        assert_eq!(moyo["layers"]["inner"].as_array().unwrap().len(), 8);
        let lead: f64 = moyo["terms"].as_object().unwrap().values().map(|term| term.as_f64().unwrap()).sum();
        assert!((lead - moyo["score"]["lead"].as_f64().unwrap()).abs() < 1e-6);
    }

    #[test]
    fn names_are_read() {
        assert_eq!(serde_json::to_value(Method::Seds).unwrap(), json!("seds"));
        assert_eq!(serde_json::from_value::<Method>(json!("zones")).unwrap(), Method::Zones);
        let error = serde_json::from_value::<Method>(json!("magic")).unwrap_err().to_string();
        assert!(error.contains("there is no method `magic`"), "{error}");
    }
}
