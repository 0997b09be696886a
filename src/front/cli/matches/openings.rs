//! Openings: random turns after which neither side is much better.

use std::collections::HashSet;

use super::own::Settings;
use crate::front::cli::protocols::thinker::{self, Limits, NoControl, Score, Thinker};
use crate::front::cli::records::Opening;
use crate::notation::turn_text;
use crate::session::Session;
use crate::state::Random;

/// The most points by which a side may be better.
const BALANCE: i32 = 150;
/// How many nodes are spent on finding that out.
const NODES: u64 = 3000;
/// After so many trials whatever comes is taken.
const TRIALS: u64 = 60;

/// Makes so many openings of so many turns; the same seed makes the same.
pub(super) fn openings(start: &Session, count: u64, plies: u32, seed: u64) -> Vec<Opening> {
    let mut judge = thinker::employ(start, &Settings::default().setup);
    let mut known: HashSet<String> = HashSet::new();
    let mut all = Vec::new();
    for number in 0..count {
        let mut found: Option<Session> = None;
        for trial in 0..TRIALS {
            let mut random = Random::stream(seed, number * TRIALS + trial);
            let Some(session) = at_random(start, plies, &mut random) else { continue };
            let is_new = !known.contains(&text(&session));
            // Only a new one needs to be judged.
            let is_good = plies == 0 || is_new && is_even(judge.as_mut(), &session);
            found = Some(session);
            if is_good {
                break;
            }
        }
        let opening = found.map(|session| {
            known.insert(text(&session));
            Opening { start: None, turns: session.history().to_vec() }
        });
        all.push(opening.unwrap_or_default());
    }
    all
}

/// Tells whether neither side is much better.
fn is_even(judge: &mut dyn Thinker, session: &Session) -> bool {
    let limits = Limits { nodes: Some(NODES), lines: 1, ..Limits::default() };
    let mut score = None;
    judge.forget();
    judge.think(session, &limits, &NoControl, &mut |thought| {
        score = thought.lines.first().map(|best| best.score);
    });
    matches!(score, Some(Score::Points(points)) if points.abs() <= BALANCE)
}

/// Plays so many turns at random; nothing if the game ends with that.
fn at_random(start: &Session, plies: u32, random: &mut Random) -> Option<Session> {
    let mut session = start.clone();
    for _ in 0..plies {
        let turns = session.legal_turns().ok()?;
        let turn = turns.get(random.below(turns.len()))?;
        session.play(turn).ok()?;
    }
    let goes_on = matches!(session.result(), Ok(None))
        && session.legal_turns().is_ok_and(|turns| !turns.is_empty());
    goes_on.then_some(session)
}

fn text(session: &Session) -> String {
    let texts: Vec<String> =
        session.history().iter().map(|turn| turn_text(session.game(), turn)).collect();
    texts.join(" ")
}
