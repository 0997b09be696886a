//! Translation validation: a compiled game is compared with itself, played without any of the facts found out about it.
//!
//! Every fact is optional ([`crate::compile::FactSet`]), so that the general path of the same compiled game is a judge of
//! all of them. Where they disagree, the guilty fact is found by switching facts off one by one, and is not used for that
//! game: a wrong count becomes a slow one.

mod scatter;

use std::collections::HashMap;
use std::sync::Arc;

pub use scatter::scattered;

use crate::compile::Refusal;
use crate::compile::{Fact, FactSet};
use crate::ir::Game;
use crate::notation;
use crate::play::Engine;
use crate::state::{Position, Random};

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// In how many positions at most: some from random games, some with pieces scattered over the board.
    pub positions: usize,
    /// How much work may be done in all, in the units of [`crate::state::Effort`]. No further position is looked at then.
    pub work: u64,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Budget {
    /// What is spent on a file that is not bundled: a fraction of a second for most games.
    pub const FOR_FILES: Self = Self { positions: 24, work: 4_000_000, seed: 1 };
}

/// A fact that gives another answer than the general path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The fact; `None` where no single one is to blame, so that none is used.
    pub fact: Option<Fact>,
    /// Where it was seen.
    pub position: Position,
    /// What differs, in words.
    pub what: String,
}

/// Compiles a game and compares it with its general path; returns the engine without the facts that are wrong, and what
/// was found.
///
/// # Errors
/// If the game is too large to be compiled.
pub fn validated(
    game: &Arc<Game>,
    used: FactSet,
    budget: Budget,
) -> Result<(Engine, Vec<Doubt>), Refusal> {
    let mut engine = Engine::with_facts(game, used)?;
    let mut doubts = Vec::new();
    let general = Engine::with_facts(game, FactSet::NONE)?;
    for (position, turns) in positions(game, &general, budget) {
        while let Err(what) = compare(&engine, &turns, &position) {
            let (fact, rest) = guilty(game, engine.used_facts(), &turns, &position);
            doubts.push(Doubt { fact, position: position.clone(), what });
            engine = Engine::with_facts(game, rest)?;
            if rest == FactSet::NONE {
                return Ok((engine, doubts));
            }
        }
    }
    Ok((engine, doubts))
}

/// Returns the positions to be compared, each with those that its legal turns lead to by the general path.
fn positions(game: &Game, general: &Engine, budget: Budget) -> Vec<(Position, Vec<Position>)> {
    /// How many turns of a random game are played from where it begins.
    const PLIES: usize = 6;
    let mut random = Random::new(budget.seed);
    let mut found: Vec<(Position, Vec<Position>)> = Vec::new();
    let Ok(start) = notation::read_position(game, &game.start.text) else { return found };
    let mut left = budget.work;
    let mut begin = Some(start);
    // Some positions cannot be scattered: no game tries for ever.
    for _ in 0..2 * budget.positions {
        let mut next = begin.take().or_else(|| scattered(game, &mut random));
        for _ in 0..PLIES {
            let Some(position) = next.take() else { break };
            if found.len() >= budget.positions {
                return found;
            }
            let (turns, work) = general.outcomes_measured(&position);
            let Some(rest) = left.checked_sub(work) else { return found };
            left = rest;
            next = turns.get(random.below(turns.len())).cloned();
            found.push((position, turns));
        }
    }
    found
}

/// Compares what an engine finds in a position with what is right.
fn compare(engine: &Engine, turns: &[Position], position: &Position) -> Result<(), String> {
    let mut left: HashMap<&Position, i64> = HashMap::new();
    for outcome in turns {
        *left.entry(outcome).or_default() += 1;
    }
    let outcomes = engine.outcomes(position);
    for outcome in &outcomes {
        *left.entry(outcome).or_default() -= 1;
    }
    let missing = left.values().filter(|count| **count > 0).count();
    let extra = left.values().filter(|count| **count < 0).count();
    if missing + extra > 0 {
        return Err(format!("{missing} positions are not reached, {extra} others are"));
    }
    let counted = engine.perft(position, 1);
    if counted != turns.len() as u64 {
        return Err(format!("{counted} turns are counted, {} there are", turns.len()));
    }
    // Turns are listed whether or not the game is over, and counted only while it is not.
    let listed = engine.legal_turns(position).len();
    if listed != turns.len() && !turns.is_empty() {
        return Err(format!("{listed} turns are listed, {} there are", turns.len()));
    }
    Ok(())
}

/// Returns the fact without which a position is played right, and the facts that are left; no fact, and none left, where
/// no single one is to blame.
fn guilty(
    game: &Arc<Game>,
    used: FactSet,
    turns: &[Position],
    position: &Position,
) -> (Option<Fact>, FactSet) {
    for fact in Fact::ALL.into_iter().filter(|fact| used.has(*fact)) {
        let rest = used.without(fact);
        let innocent = Engine::with_facts(game, rest);
        if innocent.is_ok_and(|engine| compare(&engine, turns, position).is_ok()) {
            return (Some(fact), rest);
        }
    }
    (None, FactSet::NONE)
}
