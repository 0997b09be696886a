//! What an expression can depend on: slots, other squares, numbers of the state, the whole game.

use super::expressions::{Cond, Kind, Num, Set, Who};
use crate::ir::{SlotId, slots};

/// A search for certain dependences in an expression.
struct Search<'a> {
    /// Whether a slot is one of those looked for.
    slot: &'a dyn Fn(SlotId) -> bool,
    /// Whether walks count as found.
    beyond: bool,
    /// Whether other squares and the whole game (attacks, turns, the record) count as found.
    play: bool,
}

/// Tells whether a condition can read a slot. Conservative.
pub(crate) fn of_condition<B>(condition: &Cond<B>, slot: SlotId) -> bool {
    // Walks and questions about turns may read slots too.
    Search { slot: &|other| other == slot, beyond: true, play: false }.condition(condition)
}

/// Tells whether a set can depend on the square that a walk has reached.
pub(crate) fn of_place<B>(set: &Set<B>) -> bool {
    let slot = |slot| slot == slots::HERE || slot == slots::TO;
    Search { slot: &slot, beyond: true, play: true }.set(set)
}

/// Tells whether a condition reads only numbers of the state.
pub(crate) fn is_of_numbers<B>(condition: &Cond<B>) -> bool {
    let of_state = |number: &Num<B>| matches!(number, Num::Value(_) | Num::TurnNumber);
    matches!(condition, Cond::Fixed(_)) || compares(condition, &of_state)
}

/// Tells whether a condition compares only numbers of the state with certain indices.
pub(crate) fn compares_numbers<B>(condition: &Cond<B>, of_kind: &dyn Fn(usize) -> bool) -> bool {
    compares(condition, &|number| matches!(number, Num::Value(index) if of_kind(*index)))
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
        Cond::Fixed(_)
        | Cond::Exists(_)
        | Cond::Is(..)
        | Cond::Within(_)
        | Cond::TypeIs(..)
        | Cond::SameSide(..)
        | Cond::Attacked(..)
        | Cond::Safe(_)
        | Cond::HasTurn(..)
        | Cond::Some(..)
        | Cond::MovedBy(_)
        | Cond::Repeated(..) => false,
    }
}

fn is_made_of<B>(number: &Num<B>, of_kind: &dyn Fn(&Num<B>) -> bool) -> bool {
    match number {
        Num::Fixed(_) => true,
        Num::Arithmetic(_, pair) => is_made_of(&pair.0, of_kind) && is_made_of(&pair.1, of_kind),
        Num::Value(_)
        | Num::ValueOf(..)
        | Num::Slot(_)
        | Num::Count(_)
        | Num::InHand(..)
        | Num::TurnNumber
        | Num::Captures
        | Num::Property(..)
        | Num::Sum(..)
        | Num::Tally(..)
        | Num::Coordinate(..)
        | Num::Distance(_)
        | Num::Either(_) => of_kind(number),
    }
}

/// Tells whether a set depends on the state alone, and each square's membership on that square alone.
pub(crate) fn is_local<B>(set: &Set<B>) -> bool {
    !Search { slot: &|_| true, beyond: true, play: true }.set(set)
}

impl Search<'_> {
    fn who(&self, who: Who) -> bool {
        matches!(who, Who::OwnerOf(slot) if (self.slot)(slot))
    }

    fn set<B>(&self, set: &Set<B>) -> bool {
        match set {
            Set::Fixed(_)
            | Set::Board(_)
            | Set::Empty
            | Set::Occupied
            | Set::Types(_)
            | Set::Bearing(_) => false,
            Set::OfType(kind) => self.kind(kind),
            Set::OwnedBy(slot)
            | Set::ViewOf(slot, _)
            | Set::Slot(slot)
            | Set::Variable(_, slot) => (self.slot)(*slot),
            Set::Union(sets) | Set::All(sets) => sets.iter().any(|set| self.set(set)),
            Set::Except(pair) => self.set(&pair.0) || self.set(&pair.1),
            Set::Stepped(_, of) | Set::First(of) | Set::Last(of) => self.play || self.set(of),
            Set::At(place, who) => {
                self.play || self.who(*who) || place.iter().any(|number| self.number(number))
            }
            Set::Reach(..) | Set::Passed(..) => self.beyond,
        }
    }

    fn kind<B>(&self, kind: &Kind<B>) -> bool {
        match kind {
            Kind::Fixed(_) => false,
            Kind::OfSlot(slot) => (self.slot)(*slot),
            Kind::Mapped(_, of) => self.kind(of),
            Kind::At(set) => self.play || self.set(set),
        }
    }

    fn number<B>(&self, number: &Num<B>) -> bool {
        match number {
            Num::Fixed(_) | Num::Value(_) | Num::TurnNumber => false,
            Num::Captures => self.play,
            Num::ValueOf(_, slot) | Num::Slot(slot) => (self.slot)(*slot),
            Num::Count(set) | Num::Sum(_, set) => self.set(set),
            Num::InHand(who, _) => self.who(*who),
            Num::Property(_, kind) => self.kind(kind),
            Num::Tally(_, set, _) => self.play || self.set(set),
            Num::Coordinate(_, set, who) => self.set(set) || self.who(*who),
            Num::Distance(pair) => self.set(&pair.0) || self.set(&pair.1),
            Num::Either(parts) => {
                self.condition(&parts.0) || self.number(&parts.1) || self.number(&parts.2)
            }
            Num::Arithmetic(_, pair) => self.number(&pair.0) || self.number(&pair.1),
        }
    }

    fn condition<B>(&self, condition: &Cond<B>) -> bool {
        match condition {
            Cond::Fixed(_) | Cond::MovedBy(_) | Cond::Repeated(_, None) => self.play,
            Cond::Repeated(_, Some(held)) => {
                self.play
                    || held.whose.is_some_and(|who| self.who(who))
                    || self.condition(&held.condition)
            }
            Cond::Not(inner) => self.condition(inner),
            Cond::All(parts) | Cond::Any(parts) => parts.iter().any(|part| self.condition(part)),
            Cond::Compare(_, pair) => self.number(&pair.0) || self.number(&pair.1),
            Cond::Exists(set) => self.set(set),
            Cond::Is(slot, set) => (self.slot)(*slot) || self.set(set),
            Cond::Within(pair) => self.set(&pair.0) || self.set(&pair.1),
            Cond::TypeIs(kind, _) => self.kind(kind),
            Cond::SameSide(left, right) => self.who(*left) || self.who(*right),
            Cond::Attacked(set, who) => self.play || self.set(set) || self.who(*who),
            Cond::Safe(pair) => self.play || self.set(&pair.0) || self.set(&pair.1),
            // The condition on the turn may read slots.
            Cond::HasTurn(..) => true,
            Cond::Some(_, pair) => self.set(&pair.0) || self.condition(&pair.1),
        }
    }
}
