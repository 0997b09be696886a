//! Translation validation: a compiled game is compared with itself, played without any of the facts found out about it.
//!
//! Every fact is optional ([`crate::compile::FactSet`]), so that the general path of the same compiled game is a judge of
//! all of them. Where they disagree, the fact to blame is found by switching facts off one by one, and is not used for that
//! game: a wrong count becomes a slow one.

#![warn(clippy::wildcard_enum_match_arm)]

mod blame;
mod scatter;
mod witnessed;

use std::collections::HashMap;
use std::sync::Arc;

pub use scatter::scattered;

use crate::compile::FactSet;
use crate::compile::Refusal;
use crate::ir::Game;
use crate::notation;
use crate::play::Engine;
use crate::state::{Allowance, GameResult, Position, Random, Recurrence, TooMuch};
use blame::to_blame;
use witnessed::witnessed;

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// In how many positions at most: some from random games, some with pieces scattered over the board, some that the
    /// tables of the game propose.
    pub positions: usize,
    /// How much work may be done in all, in the units of [`crate::state::WorkBudget`]. No further position is looked at then.
    pub work: u64,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Budget {
    /// What is spent on a file that is not bundled: a fraction of a second for most games.
    pub const FOR_FILES: Self = Self { positions: 24, work: 4_000_000, seed: 1 };
}

/// Facts that give another answer than the general path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The facts to blame, none of which is used any more: one in most cases, several where it is not certain which of them is
    /// wrong, and all that were in use where nothing less is of help.
    pub facts: FactSet,
    /// Where it was seen.
    pub position: Position,
    /// What differs, in words.
    pub what: String,
}

/// Compiles a game and compares it with its general path; returns the engine without the facts that are wrong, and what
/// was found. Positions whose turns are more than can be worked out are passed over.
///
/// # Errors
/// If the game is too large to be compiled.
pub fn validated(
    game: &Arc<Game>,
    used: FactSet,
    budget: Budget,
    allowance: &Allowance,
) -> Result<(Engine, Vec<Doubt>), Refusal> {
    let mut engine = Engine::with_facts(game, used)?;
    let mut doubts = Vec::new();
    let general = Engine::with_facts(game, FactSet::NONE)?;
    let asked = positions(game, (&engine, &general), budget, allowance);
    for (position, turns) in asked {
        let Ok(right) = Right::of(&general, &position, &turns, allowance) else { continue };
        while let Ok(Some(what)) = compare(&engine, &right, &position, allowance) {
            let used = engine.used_facts();
            let differs = |facts: FactSet| {
                let engine = Engine::with_facts(game, facts).ok()?;
                compare(&engine, &right, &position, allowance).ok().map(|found| found.is_some())
            };
            let blamed = to_blame(used, differs);
            let facts = if blamed.is_empty() { used } else { blamed };
            let rest = used.without_all(facts);
            doubts.push(Doubt { facts, position: position.clone(), what });
            engine = Engine::with_facts(game, rest)?;
            if rest == FactSet::NONE {
                return Ok((engine, doubts));
            }
        }
    }
    Ok((engine, doubts))
}

/// Returns the positions to be compared, each with those that its legal turns lead to by the general path.
fn positions(
    game: &Game,
    (engine, general): (&Engine, &Engine),
    budget: Budget,
    allowance: &Allowance,
) -> Vec<(Position, Vec<Position>)> {
    /// How many turns of a random game are played from where it begins.
    const PLIES: usize = 6;
    let mut random = Random::new(budget.seed);
    let mut found: Vec<(Position, Vec<Position>)> = Vec::new();
    let Ok(start) = notation::read_position(game, &game.start.text) else { return found };
    let allowance = allowance.part(budget.work);
    let mut begin = Some(start);
    // Some positions cannot be scattered: no game tries for ever.
    for number in 0..2 * budget.positions {
        let mut next = begin.take();
        if next.is_none() && number % 2 == 1 {
            let witness = engine.witness(&mut random);
            next = witness.and_then(|witness| witnessed(game, &witness, &mut random));
        }
        next = next.or_else(|| scattered(game, &mut random));
        for _ in 0..PLIES {
            let Some(position) = next.take() else { break };
            if found.len() >= budget.positions || allowance.is_used_up() {
                return found;
            }
            let Ok(turns) = general.outcomes(&position, &allowance) else { break };
            next = turns.get(random.below(turns.len())).cloned();
            found.push((position, turns));
        }
    }
    found
}

/// What is right in a position.
struct Right<'a> {
    /// Where the legal turns lead.
    turns: &'a [Position],
    /// What it is compared by for repetition, as are the positions after the first turns.
    keys: Vec<u64>,
    /// Whether the game is over there for the first time, and for the third.
    results: [Option<GameResult>; 2],
}

/// How many positions are compared by their keys.
const KEYS: usize = 4;

impl<'a> Right<'a> {
    fn of(
        general: &Engine,
        position: &Position,
        turns: &'a [Position],
        allowance: &Allowance,
    ) -> Result<Self, TooMuch> {
        let positions = std::iter::once(position).chain(turns).take(KEYS);
        let keys = positions.map(|position| general.repetition_key(position)).collect();
        let first = general.outcome(position, &Recurrence::times(1), allowance)?;
        let third = general.outcome(position, &Recurrence::times(3), allowance)?;
        Ok(Self { turns, keys, results: [first, third] })
    }
}

/// Compares what an engine finds in a position with what is right; returns what differs.
fn compare(
    engine: &Engine,
    right: &Right<'_>,
    position: &Position,
    allowance: &Allowance,
) -> Result<Option<String>, TooMuch> {
    let turns = right.turns;
    let mut left: HashMap<&Position, i64> = HashMap::new();
    for outcome in turns {
        *left.entry(outcome).or_default() += 1;
    }
    let outcomes = engine.outcomes(position, allowance)?;
    for outcome in &outcomes {
        *left.entry(outcome).or_default() -= 1;
    }
    let missing = left.values().filter(|count| **count > 0).count();
    let extra = left.values().filter(|count| **count < 0).count();
    if missing + extra > 0 {
        return Ok(Some(format!("{missing} positions are not reached, {extra} others are")));
    }
    let counted = engine.perft(position, 1, allowance)?;
    if counted != turns.len() as u64 {
        return Ok(Some(format!("{counted} turns are counted, {} there are", turns.len())));
    }
    // Turns are listed whether or not the game is over, and counted only while it is not.
    let listed = engine.legal_turns(position, allowance)?.len();
    if listed != turns.len() && !turns.is_empty() {
        return Ok(Some(format!("{listed} turns are listed, {} there are", turns.len())));
    }
    let again = Right::of(engine, position, turns, allowance)?;
    if again.keys != right.keys {
        return Ok(Some("positions are told apart otherwise for repetition".to_owned()));
    }
    if again.results != right.results {
        return Ok(Some("the game ends otherwise".to_owned()));
    }
    Ok(None)
}
