//! `go mate`: finds a win within so many turns, or says that there is none.

use std::time::Instant;

use super::Engine;
use super::report;
use crate::front::cli::protocols::clock::Watch;
use crate::front::cli::protocols::output::Output;
use crate::front::cli::protocols::outward::Place;
use crate::front::cli::protocols::thinker::{Limits, MateAnswer, MateFinder, MateQuestion};
use crate::front::cli::protocols::worker::Attempt;
use crate::session::Session;
use crate::state::Turn;

/// To which depth a good turn is looked for where there is no such win, at most.
pub(super) const DEPTH: u32 = 9;

impl Engine {
    /// Returns what looks for a win within so many turns before anything else is thought about.
    pub(super) fn attempt(&self, turns: u32, limits: &Limits) -> Attempt {
        let question = MateQuestion {
            turns,
            only: limits.only.clone(),
            nodes: limits.nodes,
            ..MateQuestion::default()
        };
        let (out, bytes) = (self.out.clone(), self.setup.hash << 20);
        Box::new(move |session, watch| find(session, watch, (&question, bytes), &out))
    }
}

/// Looks for a win; says what was found.
fn find(
    session: &Session,
    watch: &Watch,
    (question, bytes): (&MateQuestion, usize),
    out: &Output,
) -> Option<Turn> {
    let begun = Instant::now();
    let say = |text: String| out.line(format!("info string {text}"));
    let mut finder = MateFinder::new(session.engine()?, bytes);
    let answer = match finder.find(session.positions(), question, watch) {
        Ok(answer) => answer,
        Err(obstacle) => {
            say(format!("no mate is looked for: {obstacle}"));
            return None;
        }
    };
    let Some((turn, distance)) = answer.wins.first().cloned() else {
        say(refusal(&answer, question.turns.clamp(1, MateFinder::MOST_TURNS)));
        return None;
    };
    let line = if answer.line.is_empty() { vec![turn.clone()] } else { answer.line.clone() };
    let mut text = report::mate(begun, (distance, answer.nodes));
    text.push_str(&Place::of(session).write_line(&line));
    out.line(text);
    Some(turn)
}

/// Says that there is no win, or that none was found.
fn refusal(answer: &MateAnswer, asked: u32) -> String {
    let besides = if answer.leaves_repetitions {
        ", apart from wins by positions that come back"
    } else {
        ""
    };
    match answer.refuted {
        refuted if refuted >= asked => format!("no mate in {asked}{besides}"),
        0 => format!("no mate in {asked} was found in time"),
        refuted => format!("no mate in {asked} was found in time; there is none in {refuted}"),
    }
}
