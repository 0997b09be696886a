//! The computer's turn.

use serde_json::{Value, json};

use super::loading::Opened;
use super::{Refusal, Reply};
use crate::notation;
use crate::search::{Level, Limits, NoControl, Score};
use crate::session::Session;

/// The memory of the table of what was found, in bytes.
const TABLE: usize = 16 << 20;

/// Chooses a turn for the side to move. The same level, seed and game give the same turn.
pub(super) fn turn(opened: &Opened, session: &Session, level: u8, seed: u64) -> Reply {
    if let Some(result) = session.result()? {
        return Err(Refusal::new(format!("the game is over: {}", result.reason)));
    }
    let searcher = opened.searcher(TABLE);
    let mut searcher = searcher.ok_or_else(|| Refusal::new("this game cannot be compiled"))?;
    let limits = Limits { level: Some(Level::new(level, seed)), ..Limits::default() };
    let thought = searcher.think(session.positions(), &limits, &NoControl, &mut |_| ());
    let best = thought.best().ok_or_else(|| Refusal::new("there is no legal turn here"))?;
    let text = |turn| notation::turn_text(opened.game(), turn);
    let line = thought.lines.first().map_or(&[][..], |line| &line.turns);
    Ok(json!({
        "turn": text(best),
        "score": thought.score().map(score),
        "line": line.iter().map(text).collect::<Vec<_>>(),
        "depth": thought.depth,
        "nodes": thought.nodes,
    }))
}

/// Tells a score.
pub(super) fn score(score: Score) -> Value {
    match score {
        Score::Points(points) => json!({ "points": points }),
        Score::Win(turns) => json!({ "win": turns }),
        Score::Loss(turns) => json!({ "loss": turns }),
    }
}
