//! Query nesting: whether a nested question about turns can have another answer than play.
//!
//! Questions about turns are nested to a limited depth: at the bottom, rules that forbid turns by such a question are left
//! out. So a turn that is legal in play can be illegal where a rule asks for it, and the other way round.

use crate::ir::footprint::Said;
use crate::ir::{Asked, Event, Game, Statement, Trigger, Truth};

/// Tells whether a turn that is legal in play can be illegal where a rule asks for legal turns. Conservative.
///
/// If all rules that ask for turns forbid what leaves a side without turns, deeper questions find more turns, so no legal
/// turn is lost. This needs turns that do not compete: a turn that is legal only in a question must not be preferred to
/// others, or be the same as another one.
pub(crate) fn asking_can_lose_turns(game: &Game, turns_compete: bool) -> bool {
    let forbidding = game.forbids.iter().any(|rule| asks(game, &rule.condition));
    if forbidding && (turns_compete || !game.preferences.is_empty()) {
        return true;
    }
    let mut said = Said::new(game);
    for statement in game.turn.iter().chain(game.threat.iter().flatten()) {
        said.statement(statement);
    }
    for clause in game.clauses() {
        said.clause(clause);
    }
    for rule in &game.preferences {
        said.goal(&rule.goal);
    }
    for (number, trigger) in game.triggers.iter().enumerate() {
        // The end of the game does not matter to the turn itself, unless a rule that forbids it asks for turns after it.
        let harmless = !forbidding && only_ends_turns(game, number, trigger);
        if !harmless {
            said.part(&trigger.condition);
        }
        for statement in &trigger.body {
            said.statement(statement);
        }
    }
    said.footprint().reads.legal_turns
        || !game.forbids.iter().all(|rule| asks_for_none(game, &rule.condition, false))
}

/// Tells whether a condition asks for turns only in the negative.
fn asks_for_none(game: &Game, truth: &Truth, negated: bool) -> bool {
    match truth {
        Truth::HasTurn { that, .. } => negated && !asks(game, that),
        Truth::Not(inner) => asks_for_none(game, inner, !negated),
        Truth::All(parts) | Truth::Any(parts) => {
            parts.iter().all(|part| asks_for_none(game, part, negated))
        }
        _ => !asks(game, truth),
    }
}

/// Tells whether a condition asks for turns.
fn asks(game: &Game, truth: &Truth) -> bool {
    let mut said = Said::new(game);
    said.part(truth);
    said.footprint().reads.legal_turns
}

/// Tells whether a trigger only ends the game where nothing is left of the turn but its end: then it does not affect the
/// legality of the turn.
fn only_ends_turns(game: &Game, number: usize, trigger: &Trigger) -> bool {
    let of_step = matches!(trigger.event, Event::Moved | Event::Dropped);
    let ends = trigger.body.iter().all(|inner| inner.kind.end().is_some());
    let last = game.triggers[number + 1..].iter().all(|other| other.event != trigger.event);
    of_step && ends && last && ends_with_steps(&game.turn)
}

/// Tells whether nothing follows the moves and drops of a turn.
fn ends_with_steps(body: &[Statement]) -> bool {
    let Some((last, before)) = body.split_last() else { return true };
    let within = match last.kind.asks() {
        Some(Asked::Move(_) | Asked::Drop(_)) => true,
        Some(Asked::Way(_)) => last.blocks().all(ends_with_steps),
        None if !last.kind.is_repeated() => last.blocks().all(ends_with_steps),
        _ => has_no_steps(last),
    };
    within && before.iter().all(has_no_steps)
}

fn has_no_steps(statement: &Statement) -> bool {
    !statement.any(&|inner| matches!(inner.kind.asks(), Some(Asked::Move(_) | Asked::Drop(_))))
}
