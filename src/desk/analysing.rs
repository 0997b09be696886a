//! What a search says of a position and of turns that were played.

use serde_json::{Value, json};

use super::loading::Opened;
use super::opponent::score;
use super::{Refusal, Reply};
use crate::analysis::{Curve, accuracy, assess_by};
use crate::bundled;
use crate::ir::{Id, display};
use crate::notation;
use crate::search::{Limits, NoControl, Score};
use crate::session::Session;
use crate::state::Turn;

/// The memory of the table of what was found, in bytes.
const TABLE: usize = 16 << 20;

/// How many nodes are looked at if nothing else is said, and at most: whoever asks waits for the answer.
const NODES: (u64, u64) = (100_000, 5_000_000);

/// The most lines.
const MOST_LINES: usize = 8;

fn limits(nodes: Option<u64>, lines: usize) -> Limits {
    let nodes = nodes.unwrap_or(NODES.0).clamp(1, NODES.1);
    Limits { nodes: Some(nodes), lines: lines.clamp(1, MOST_LINES), ..Limits::default() }
}

/// Returns how scores become shares of points in the game of a session.
fn curve(session: &Session) -> Curve {
    let rules = display::hash(session.game());
    Curve::in_table(bundled::curves(), &rules).unwrap_or_default()
}

/// Tells the best turns of the position that a session has reached, with what they lead to.
pub(super) fn analyse(
    opened: &Opened,
    session: &Session,
    nodes: Option<u64>,
    lines: usize,
) -> Reply {
    if let Some(result) = session.result()? {
        return Err(Refusal::new(format!("the game is over: {}", result.reason)));
    }
    let searcher = opened.searcher(TABLE);
    let mut searcher = searcher.ok_or_else(|| Refusal::new("this game cannot be compiled"))?;
    let thought =
        searcher.think(session.positions(), &limits(nodes, lines), &NoControl, &mut |_| ());
    let curve = curve(session);
    let line = |line: &crate::search::Line| {
        json!({
            "score": score(line.score),
            "share": curve.share(line.score),
            "turns": texts(session, &line.turns),
        })
    };
    Ok(json!({
        "side": session.side_to_move().index(),
        "lines": thought.lines.iter().map(line).collect::<Vec<_>>(),
        "shares_measured": curve.is_measured(),
        "depth": thought.depth,
        "nodes": thought.nodes,
    }))
}

/// Compares the last turn of a session with the best one.
pub(super) fn judge(opened: &Opened, session: &Session, nodes: Option<u64>) -> Reply {
    let (Some(turn), [before @ .., _]) = (session.history().last(), session.positions()) else {
        return Err(Refusal::new("nothing has been played yet"));
    };
    let searcher = opened.searcher(TABLE);
    let mut searcher = searcher.ok_or_else(|| Refusal::new("this game cannot be compiled"))?;
    let curve = curve(session);
    let found = assess_by(curve, &mut searcher, (before, turn), &limits(nodes, 1), || NoControl);
    let found = found.ok_or_else(|| Refusal::new("the search found nothing"))?;
    let side = before.last().map(|position| position.to_move.index());
    let worth = |of: Score| json!({ "score": score(of), "share": curve.share(of) });
    Ok(json!({
        "side": side,
        "best": worth(found.best),
        "line": texts(session, &found.line),
        "played": worth(found.played),
        "shares_measured": curve.is_measured(),
        "loss": found.loss,
        "sign": found.judgement().sign(),
        "accuracy": accuracy(&[found.loss]),
    }))
}

fn texts(session: &Session, turns: &[Turn]) -> Vec<Value> {
    turns.iter().map(|turn| json!(notation::turn_text(session.game(), turn))).collect()
}
