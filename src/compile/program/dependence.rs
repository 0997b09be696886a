//! What an expression can depend on: slots, other squares, numbers of the state, the whole game. All answers are
//! conservative.

use super::expressions::{Cond, Num, Set};
use super::layout::Layout;
use super::visit::{Node, Part};
use crate::ir::{SlotId, slots};

/// Tells whether a condition can read a slot.
pub(crate) fn of_condition<B>(condition: &Cond<B>, slot: SlotId) -> bool {
    // Walks and the condition on a turn may read slots too.
    Node::Cond(condition).any_part(&mut |part| {
        matches!(part, Part::Route(_) | Part::Turns) || part.reads_slot(&|other| other == slot)
    })
}

/// Tells whether a set can depend on the square that a walk has reached.
pub(crate) fn of_place<B>(set: &Set<B>) -> bool {
    is_far(set, &|slot| slot == slots::HERE || slot == slots::TO)
}

/// Tells whether a set depends on the state alone, and each square's membership on that square alone.
pub(crate) fn is_local<B>(set: &Set<B>) -> bool {
    !is_far(set, &|_| true)
}

/// Tells whether the membership of a square depends on other squares, or on a slot for which a predicate holds.
fn is_far<B>(set: &Set<B>, is: &dyn Fn(SlotId) -> bool) -> bool {
    Node::Set(set).any_part(&mut |part| {
        matches!(part, Part::Route(_) | Part::Elsewhere) || part.reads_slot(is)
    })
}

/// Tells whether a condition reads only numbers of the state.
pub(crate) fn is_of_numbers<B>(condition: &Cond<B>) -> bool {
    let of_state = |number: &Num<B>| matches!(number, Num::Value(_) | Num::TurnNumber);
    matches!(condition, Cond::Fixed(_)) || compares(condition, &of_state)
}

/// Tells whether a condition compares only number variables.
pub(crate) fn is_of_variables<B>(condition: &Cond<B>, layout: &Layout) -> bool {
    compares(condition, &|number| matches!(number, Num::Value(index) if *index < layout.tokens))
}

/// Tells whether a condition is invariant during a turn, but not constant.
pub(crate) fn is_turn_invariant<B>(condition: &Cond<B>) -> bool {
    compares(condition, &|number| matches!(number, Num::TurnNumber))
}

/// Tells whether a condition compares only numbers of a certain kind, with each other or with constants.
fn compares<B>(condition: &Cond<B>, of_kind: &dyn Fn(&Num<B>) -> bool) -> bool {
    match condition {
        Cond::Not(inner) => compares(inner, of_kind),
        Cond::All(parts) | Cond::Any(parts) => parts.iter().all(|part| compares(part, of_kind)),
        Cond::Compare(_, pair) => is_made_of(&pair.0, of_kind) && is_made_of(&pair.1, of_kind),
        _ => false,
    }
}

fn is_made_of<B>(number: &Num<B>, of_kind: &dyn Fn(&Num<B>) -> bool) -> bool {
    match number {
        Num::Fixed(_) => true,
        Num::Arithmetic(_, pair) => is_made_of(&pair.0, of_kind) && is_made_of(&pair.1, of_kind),
        _ => of_kind(number),
    }
}
