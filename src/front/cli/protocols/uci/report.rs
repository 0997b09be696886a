//! What is told of thinking.

use std::time::Instant;

use crate::front::cli::protocols::outward::Place;
use crate::front::cli::protocols::thinker::{Line, Score, Thought};
use crate::session::Session;

/// Writes an `info` line for each of the best turns.
pub(super) fn info(session: &Session, begun: Instant, thought: &Thought) -> String {
    let Thought { depth, selective_depth, nodes, hashfull, .. } = thought;
    let millis = begun.elapsed().as_millis();
    let speed = u128::from(*nodes) * 1000 / millis.max(1);
    let line = |(number, best): (usize, &Line)| {
        let score = score(best.score);
        let mut text = format!(
            "info depth {depth} seldepth {selective_depth} multipv {number} score {score} nodes {nodes} nps {speed} \
             hashfull {hashfull} time {millis} pv"
        );
        text.push_str(&Place::of(session).write_line(&best.turns));
        text
    };
    (1..).zip(&thought.lines).map(line).collect::<Vec<String>>().join("\n")
}

/// Writes the score of a position in which there is nothing to be played: a side that has lost is mated in no turns.
pub(super) fn ended(session: &Session) -> &'static str {
    let winner = session.result().ok().flatten().and_then(|result| result.winner());
    match winner {
        None => "cp 0",
        Some(winner) if winner == session.side_to_move() => "mate 1",
        Some(_) => "mate 0",
    }
}

/// Writes an `info` line for a win in so many own turns that was found by so many nodes, up to its line.
pub(super) fn mate(begun: Instant, (distance, nodes): (u32, u64)) -> String {
    let millis = begun.elapsed().as_millis();
    let speed = u128::from(nodes) * 1000 / millis.max(1);
    let depth = distance.saturating_mul(2).saturating_sub(1);
    format!(
        "info depth {depth} seldepth {depth} multipv 1 score mate {distance} nodes {nodes} nps {speed} time {millis} pv"
    )
}

/// Writes a score; the distance of an end is told in turns of one's own.
fn score(score: Score) -> String {
    match score {
        Score::Points(points) => format!("cp {points}"),
        Score::Win(turns) => format!("mate {}", turns.div_ceil(2)),
        Score::Loss(turns) => format!("mate -{}", turns.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_in_own_turns() {
        assert_eq!(score(Score::Win(1)), "mate 1");
        assert_eq!(score(Score::Win(3)), "mate 2");
        assert_eq!(score(Score::Loss(2)), "mate -1");
        assert_eq!(score(Score::Loss(0)), "mate -0");
        assert_eq!(score(Score::Points(-31)), "cp -31");
    }
}
