//! Advice that rests on play: random games from a fixed seed, as many turns of them as are quickly played.

use super::{Advice, Judged, Looked, walks};
use crate::diag::codes;
use crate::ir::Statement;
use crate::reference::{self, explain};
use crate::session::Session;
use crate::state::{Position, Random, Recurrence, TooMuch};

/// How many games are played at most.
const MAX_GAMES: usize = 4;
/// The seed of these games: the same advice every time.
const SEED: u64 = 1;
/// How many turns of each.
const MAX_TURNS: usize = 50;
/// How many steps of work all ways of playing the turns of all games may be.
const MAX_WORK: usize = 60_000;
/// How many steps those of one turn.
const MAX_TURN_WORK: usize = 4000;
/// How many steps are tried at most.
const MAX_STEPS: usize = 100;
/// More sets and conditions than this make play slow.
const MAX_PHRASES: usize = 5000;
/// In so many turns a step must have been come to before it counts as never possible.
const LEAST_TRIES: usize = 40;

/// A step that may be impossible.
struct Tried<'a> {
    statement: &'a Statement,
    /// In how many turns nothing was found for it.
    failed: usize,
}

/// Plays until every one of the statements has been possible once, or it has been enough. Where turns are more than can be
/// worked out, nothing is said.
pub(super) fn look(looked: &Looked<'_>, open: &[&Statement], advice: &mut Advice) {
    if looked.start_turns.is_err() {
        return;
    }
    let game = looked.game;
    let slow = game.phrases.sets.len() + game.phrases.truths.len() > MAX_PHRASES;
    if slow || game.clauses().any(|clause| !walks::is_short(&clause.walk)) {
        return;
    }
    let mut tried: Vec<Tried<'_>> =
        open.iter().take(MAX_STEPS).map(|statement| Tried { statement, failed: 0 }).collect();
    let Some(table) = Table::new(looked) else { return };
    let (mut games, mut turns, mut work) = (0, 0, MAX_WORK);
    let mut random = Random::new(SEED);
    while games < MAX_GAMES && work > 0 && !tried.is_empty() {
        games += 1;
        let mut position = looked.start.clone();
        for _ in 0..MAX_TURNS {
            let given = MAX_TURN_WORK.min(work);
            let left = try_steps(looked, &position, given, &mut tried);
            // Where a turn has so many ways that they cannot all be tried, too little would be known.
            work = if left == 0 { 0 } else { work - (given - left) };
            if tried.is_empty() || work == 0 {
                break;
            }
            let next = match table.next(&position, &mut random) {
                Ok(Some(next)) => next,
                Ok(None) => break,
                Err(_) => return,
            };
            position = next;
            turns += 1;
        }
    }
    for Tried { statement, failed } in tried {
        if failed >= LEAST_TRIES {
            let message = "this step could never be completed";
            let label =
                format!("there was nothing to choose here, in {failed} turns that came so far");
            let found = codes::STEP_NEVER_POSSIBLE.at(statement.span, message);
            advice.add(found.label(label), Judged::Played { turns, games });
        }
    }
}

/// Tries all ways of a turn; what was possible is tried no more.
fn try_steps(
    looked: &Looked<'_>,
    position: &Position,
    work: usize,
    tried: &mut Vec<Tried<'_>>,
) -> usize {
    let mut failed: Vec<&Statement> = Vec::new();
    let (game, allowance) = (looked.game, looked.allowance);
    let left = explain::steps(game, position, work, allowance, &mut |statement, possible| {
        if possible {
            tried.retain(|one| !std::ptr::eq(one.statement, statement));
        } else {
            failed.push(statement);
        }
    });
    for one in tried {
        one.failed += usize::from(failed.iter().any(|other| std::ptr::eq(*other, one.statement)));
    }
    left
}

/// Where games are played.
struct Table<'a> {
    looked: &'a Looked<'a>,
    session: Session,
}

impl<'a> Table<'a> {
    fn new(looked: &'a Looked<'_>) -> Option<Self> {
        let game = std::sync::Arc::clone(looked.game);
        let session = Session::begin(game, &looked.game.start.text, looked.allowance.clone());
        let session = session.ok()?;
        Some(Self { looked, session })
    }

    /// Returns the position after a random turn; nothing if the game is over.
    fn next(&self, position: &Position, random: &mut Random) -> Result<Option<Position>, TooMuch> {
        let (game, allowance) = (self.looked.game, self.looked.allowance);
        if reference::outcome(game, position, &Recurrence::times(1), allowance)?.is_some() {
            return Ok(None);
        }
        let mut positions: Vec<Position> = if let Some(engine) = self.session.engine() {
            let legal = engine.legal_turns(position, allowance)?;
            legal.into_iter().map(|(_, position)| position).collect()
        } else {
            let legal = reference::legal_turns(game, position, allowance)?;
            legal.into_iter().map(|legal| legal.position).collect()
        };
        let number = random.below(positions.len());
        Ok((!positions.is_empty()).then(|| positions.swap_remove(number)))
    }
}
