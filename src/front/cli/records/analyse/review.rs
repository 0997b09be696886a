//! Analysis of a game that is being played here: what `play` shows on demand.

use super::record::{Course, Judged};
use super::{MEMORY, NODES, NODES_OF_RECORDS, curves, percent, position, summary};
use crate::analysis::{Curve, Judgement};
use crate::records::compose;
use crate::records::pgn::PgnGame;
use crate::search::{Limits, NoControl, Searcher};
use crate::session::Session;

/// Why nothing can be said.
const TOO_MUCH: &str = "the game has more of something than can be searched";

/// Returns the best turns of the position now, so many of them, each with what it is worth and how it may go on.
///
/// # Errors
/// If the game cannot be searched.
pub(in crate::front::cli) fn best(
    session: &Session,
    curve: Curve,
    lines: usize,
) -> Result<Vec<String>, String> {
    let mut searcher = Searcher::new(session.engine().ok_or(TOO_MUCH)?, MEMORY);
    let limits = Limits { nodes: Some(NODES), lines, ..Limits::default() };
    let found = searcher.think(session.positions(), &limits, &NoControl, &mut |_| {});
    let lines = found.lines.iter().map(|line| position::told((session, curve), line));
    Ok(lines.chain(curves::caveat(curve).map(remark_on_shares)).collect())
}

/// Returns what there is to say of the turns that were played: those that gave something away, with what would have been better,
/// and how well each side played.
///
/// # Errors
/// If the game cannot be searched, or finding out how its turns are written takes too much.
pub(in crate::front::cli) fn review(
    session: &Session,
    curve: Curve,
) -> Result<Vec<String>, String> {
    let course = Course {
        composer: compose::Game { session, name: "", options: &[] },
        curve,
        positions: session.positions().to_vec(),
        turns: session.history().to_vec(),
        tables: None,
    };
    let limits = Limits { nodes: Some(NODES_OF_RECORDS), lines: 1, ..Limits::default() };
    let judged = course.judged(&limits, None)?;
    let mut told: Vec<String> = judged.iter().filter_map(remark).collect();
    told.extend(summary::of_sides(session.game(), &judged).iter().map(|side| format!("{side}.")));
    told.extend(curves::caveat(curve).map(remark_on_shares));
    Ok(told)
}

/// Writes a caveat as a sentence of its own.
fn remark_on_shares(caveat: &str) -> String {
    let (first, rest) = caveat.split_at(1);
    format!("{}{rest}.", first.to_uppercase())
}

/// Says what a turn gave away, if that is worth saying.
fn remark(judged: &Judged) -> Option<String> {
    let found = judged.found.as_ref()?;
    let judgement = found.judgement();
    if judgement == Judgement::Sound {
        return None;
    }
    let line = PgnGame { items: judged.line.clone(), ..PgnGame::default() }.turns_text();
    let (text, sign, loss) = (&judged.text, judgement.sign(), percent(found.loss));
    Some(format!("{text}{sign} gave away {loss} of 100 points; better: {line}."))
}
