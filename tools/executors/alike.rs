//! Whether the executors tell the same of a game that is played at random.

use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation::write_position;
use fairyring::session::{Executor, PlayError, Session};
use fairyring::state::{Allowance, Random, TooMuch};

/// How many turns are played.
const PLIES: usize = 10;
/// Positions with more turns than this are not played on.
const TURNS: usize = 200;
/// Positions with more turns than this are not looked at two turns ahead.
const FEW: usize = 30;
/// How many threads share a count.
const THREADS: usize = 3;
/// What may be done for one question.
const WORK: u64 = 5_000_000;

/// Plays a game with both executors and compares what they tell of each position: how the game stands, the texts of the legal
/// turns, what is attacked, how often the position has occurred, where a turn leads, and how many turns follow, counted by one
/// thread and by several. Returns how many positions are alike.
///
/// # Errors
/// What the first difference is.
pub fn alike(game: &Arc<Game>, seed: u64) -> Result<usize, String> {
    let begin = |executor| {
        let session = Session::new(Arc::clone(game)).map_err(|error| error.to_string())?;
        Ok::<_, String>(session.with_executor(executor))
    };
    let (mut fast, mut slow) = (begin(Executor::Fast)?, begin(Executor::Reference)?);
    let mut random = Random::new(seed);
    for ply in 0..PLIES {
        fast = fast.with_allowance(Allowance::of(WORK));
        slow = slow.with_allowance(Allowance::of(WORK));
        let Some(texts) = position_alike(&fast, &slow)? else { return Ok(ply) };
        if texts.is_empty() || texts.len() > TURNS {
            return Ok(ply + 1);
        }
        let text = &texts[random.below(texts.len())];
        for session in [&mut fast, &mut slow] {
            match session.play_text(text) {
                Ok(()) => {}
                Err(PlayError::TooMuch(_)) => return Ok(ply + 1),
                Err(error) => {
                    let place = session.position_text();
                    return Err(format!("{place}: `{text}` cannot be played: {error}"));
                }
            }
        }
    }
    for _ in 0..PLIES {
        fast.undo();
        slow.undo();
        same(
            "position after taking a turn back",
            &fast,
            &fast.position_text(),
            &slow.position_text(),
        )?;
    }
    Ok(PLIES)
}

/// Compares what is told of a position; returns the texts of its turns, unless that is more than may be worked out.
fn position_alike(fast: &Session, slow: &Session) -> Result<Option<Vec<String>>, String> {
    same("position", fast, &fast.position_text(), &slow.position_text())?;
    both("result", fast, (fast.result(), slow.result()))?;
    both("pieces in danger", fast, (fast.checked(), slow.checked()))?;
    same("number of occurrences", fast, &fast.occurrences(), &slow.occurrences())?;
    let Some(texts) = both("turns", fast, (fast.turn_texts(), slow.turn_texts()))? else {
        return Ok(None);
    };
    both("legal", fast, (leads(fast), leads(slow)))?;
    if texts.len() <= FEW
        && let Some(pairs) = both("pairs of turns", fast, (fast.perft(2), slow.perft(2)))?
        && let Ok(shared) = shared(fast, Executor::Fast)
    {
        same("pairs of turns counted by several threads", fast, &shared, &pairs)?;
    }
    Ok(Some(texts))
}

/// Returns where the legal turns lead, by their texts.
fn leads(session: &Session) -> Result<Vec<String>, TooMuch> {
    let texts = session.turn_texts()?;
    let mut told = Vec::new();
    for text in texts {
        let mut after = session.clone();
        let end = match after.play_text(&text) {
            Ok(()) => after.position_text(),
            Err(PlayError::TooMuch(limit)) => return Err(limit),
            Err(error) => error.to_string(),
        };
        told.push(format!("{text}: {end}"));
    }
    Ok(told)
}

/// Counts pairs of turns with several threads.
fn shared(session: &Session, executor: Executor) -> Result<u64, TooMuch> {
    let turns = session.turns_from(executor, session.position())?;
    let share = turns.len().div_ceil(THREADS).max(1);
    let count = |(_, position): &(_, _)| Ok(session.turns_from(executor, position)?.len() as u64);
    std::thread::scope(|scope| {
        let counted: Vec<_> = turns
            .chunks(share)
            .map(|some| scope.spawn(move || some.iter().map(count).sum::<Result<u64, TooMuch>>()))
            .collect();
        counted.into_iter().map(|thread| thread.join().unwrap_or(Ok(u64::MAX))).sum()
    })
}

/// Returns what both answer; nothing if one of them would take too long.
fn both<T: PartialEq + std::fmt::Debug>(
    what: &str,
    at: &Session,
    answers: (Result<T, TooMuch>, Result<T, TooMuch>),
) -> Result<Option<T>, String> {
    let (Ok(fast), Ok(slow)) = answers else { return Ok(None) };
    same(what, at, &fast, &slow)?;
    Ok(Some(fast))
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    at: &Session,
    fast: &T,
    slow: &T,
) -> Result<(), String> {
    if fast == slow {
        return Ok(());
    }
    let place = write_position(at.game(), at.position());
    Err(format!("{place}: {what}: the compiled game says {fast:?}, the reference {slow:?}"))
}
