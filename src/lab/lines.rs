//! A game of a study as JSON: what is kept in files, and sent from machine to machine.

use serde_json::{Value, json};

use super::games::{Ended, Outline};
use super::player::Strength;
use crate::ir::SideId;

impl Outline {
    /// Returns the game as JSON, with the strength at which it was played.
    pub fn to_json(&self, strength: Strength) -> Value {
        let (ended, reason) = match &self.ended {
            Ended::Rule(reason) => ("rule", Some(reason)),
            Ended::Stuck => ("stuck", None),
            Ended::Limit => ("limit", None),
            Ended::TooMuch => ("too-much", None),
        };
        let mut line = json!({
            "level": strength.to_string(),
            "game": self.number,
            "winner": self.winner.map(|side| side.0),
            "ended": ended,
            "reason": reason,
            "turns": self.turns,
            "choices": self.choices,
            "lead_changes": self.lead_changes,
            "first": self.first,
            "line": self.line.join(" "),
            "legal": self.legal,
            "points": self.points,
            "repeated": self.repeated,
        });
        if let Some(start) = &self.start {
            line["start"] = json!(start);
        }
        line
    }

    /// Reads a game as it was written; nothing if it is something else.
    pub fn from_json(line: &Value) -> Option<(Strength, Self)> {
        let small = |name: &str| line[name].as_u64().and_then(|number| u32::try_from(number).ok());
        let winner = match &line["winner"] {
            Value::Null => None,
            side => {
                Some(SideId::ALL.into_iter().find(|one| Some(u64::from(one.0)) == side.as_u64())?)
            }
        };
        let ended = match line["ended"].as_str()? {
            "rule" => Ended::Rule(line["reason"].as_str()?.to_owned()),
            "stuck" => Ended::Stuck,
            "limit" => Ended::Limit,
            "too-much" => Ended::TooMuch,
            _ => return None,
        };
        let legal = line["legal"].as_array()?.iter();
        let points = line["points"].as_array()?.iter();
        let game = Self {
            number: line["game"].as_u64()?,
            winner,
            ended,
            start: line["start"].as_str().map(str::to_owned),
            turns: small("turns")?,
            choices: line["choices"].as_u64()?,
            lead_changes: small("lead_changes"),
            first: line["first"].as_str().map(str::to_owned),
            line: line["line"].as_str()?.split_whitespace().map(str::to_owned).collect(),
            legal: legal.map(|one| u32::try_from(one.as_u64()?).ok()).collect::<Option<_>>()?,
            points: points.map(|one| i32::try_from(one.as_i64()?).ok()).collect::<Option<_>>()?,
            repeated: small("repeated"),
        };
        Some((Strength::read(line["level"].as_str()?).ok()?, game))
    }
}
