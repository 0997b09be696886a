//! Partial evaluation: whether a condition holds in an abstract state, and bounds of sets.

use crate::compile::interpretation::state::{AbstractState, Range};
use crate::compile::interpretation::step::Made;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::piece_types::{all_known, has_type};
use crate::compile::program::{Cond, Kind, Num, Set};
use crate::ir::{Comparison, Id, SlotId, slots};

impl<B: Bitboard> AbstractState<B> {
    /// Tells whether a condition holds; `None` if unknown.
    pub(crate) fn evaluate(&self, layout: &Layout, condition: &Cond<B>) -> Option<bool> {
        match condition {
            Cond::Fixed(value) => Some(*value),
            Cond::Not(inner) => self.evaluate(layout, inner).map(|holds| !holds),
            Cond::All(parts) => all_known(parts.iter().map(|part| self.evaluate(layout, part))),
            Cond::Any(parts) => {
                let none = parts.iter().map(|part| self.evaluate(layout, part).map(|holds| !holds));
                all_known(none).map(|none| !none)
            }
            Cond::Compare(operator, pair) => self.compare(*operator, &pair.0, &pair.1),
            Cond::Exists(set) => self.is_empty(set).then_some(false),
            Cond::Is(slot, set) => self.is_in_slot(layout, *slot, set),
            Cond::MovedBy(origins) => match self.step.made {
                Made::Nothing => None,
                Made::Move(way) => origins.clauses.get(way).copied(),
                Made::Drop => Some(origins.drop),
            },
            Cond::Within(_)
            | Cond::TypeIs(..)
            | Cond::SameSide(..)
            | Cond::Attacked(..)
            | Cond::Safe(_)
            | Cond::HasTurn(..)
            | Cond::Some(..)
            | Cond::Repeated(..) => None,
        }
    }

    fn compare(&self, operator: Comparison, left: &Num<B>, right: &Num<B>) -> Option<bool> {
        match (left, right) {
            (Num::Value(index), Num::Fixed(number)) => {
                self.number(*index).and_then(|range| compare_range(operator, range, *number))
            }
            (Num::Captures, Num::Fixed(number)) => {
                self.captures.map(|captures| operator.holds(captures, *number))
            }
            _ => None,
        }
    }

    fn is_in_slot(&self, layout: &Layout, slot: SlotId, set: &Set<B>) -> Option<bool> {
        if self.is_empty(set) {
            return Some(false);
        }
        if slot == slots::TO && !self.displaced {
            return self.has_target(layout, set);
        }
        if slot == slots::FROM {
            return set.fixed().and_then(|squares| self.step.starts_in(squares));
        }
        None
    }

    /// Tells whether the square where the step ended is in a set; `None` if unknown.
    pub(crate) fn has_target(&self, layout: &Layout, set: &Set<B>) -> Option<bool> {
        match set {
            Set::Fixed(squares) => self.step.ends_in(*squares),
            Set::Empty => self.in_place.then_some(false),
            Set::Occupied => self.in_place.then_some(true),
            Set::Board(board) if *board <= 2 => {
                self.in_place.then_some(*board == self.step.own.index())
            }
            Set::Board(board) if *board >= layout.marks => self.is_empty(set).then_some(false),
            Set::Board(_) | Set::Types(_) | Set::OfType(Kind::Fixed(_)) => {
                let kind = self.kind.filter(|_| self.in_place)?;
                has_type(layout, set, kind)
            }
            Set::Union(sets) => {
                let out = sets.iter().map(|set| self.has_target(layout, set).map(|is| !is));
                all_known(out).map(|none| !none)
            }
            Set::All(sets) => all_known(sets.iter().map(|set| self.has_target(layout, set))),
            Set::Except(pair) => {
                let out = self.has_target(layout, &pair.1).map(|is| !is);
                all_known([self.has_target(layout, &pair.0), out].into_iter())
            }
            Set::OfType(Kind::OfSlot(_) | Kind::Mapped(..) | Kind::At(_))
            | Set::OwnedBy(_)
            | Set::ViewOf(..)
            | Set::Bearing(_)
            | Set::Slot(_)
            | Set::Variable(..)
            | Set::Stepped(..)
            | Set::Reach(..)
            | Set::Passed(..)
            | Set::First(_)
            | Set::Last(_)
            | Set::At(..) => None,
        }
    }

    /// Tells whether a set is known to be empty.
    fn is_empty(&self, set: &Set<B>) -> bool {
        match set {
            Set::Board(board) => {
                self.board(*board).and_then(Set::fixed).is_some_and(Bitboard::is_empty)
            }
            Set::Fixed(squares) => squares.is_empty(),
            Set::All(sets) => sets.iter().any(|set| self.is_empty(set)),
            Set::Union(sets) => sets.iter().all(|set| self.is_empty(set)),
            Set::Except(pair) => self.is_empty(&pair.0),
            Set::Stepped(_, of) | Set::First(of) | Set::Last(of) => self.is_empty(of),
            Set::Empty
            | Set::Occupied
            | Set::Types(_)
            | Set::OfType(_)
            | Set::OwnedBy(_)
            | Set::ViewOf(..)
            | Set::Bearing(_)
            | Set::Slot(_)
            | Set::Variable(..)
            | Set::Reach(..)
            | Set::Passed(..)
            | Set::At(..) => false,
        }
    }
}

/// Tells whether the comparison with a number holds for a whole range; `None` if it depends.
fn compare_range(operator: Comparison, range: Range, number: i32) -> Option<bool> {
    let Range { min, max } = range;
    match operator {
        Comparison::Equal if number < min || number > max => Some(false),
        Comparison::Different if number < min || number > max => Some(true),
        Comparison::Equal | Comparison::Different if min < max => None,
        Comparison::Equal
        | Comparison::Different
        | Comparison::Less
        | Comparison::LessOrEqual
        | Comparison::Greater
        | Comparison::GreaterOrEqual => {
            let ends = [min, max].map(|end| operator.holds(end, number));
            (ends[0] == ends[1]).then_some(ends[0])
        }
    }
}

/// Returns a superset of a set, if one follows from where a step ended.
pub(crate) fn upper_bound<B: Bitboard>(
    steps: &[Vec<Option<u8>>],
    set: &Set<B>,
    to: u8,
) -> Option<B> {
    match set {
        Set::Fixed(squares) => Some(*squares),
        Set::Slot(slot) if *slot == slots::TO => Some(B::one(to)),
        Set::Stepped(table, of) => {
            let of = upper_bound(steps, of, to)?;
            let steps = &steps[*table];
            Some(of.members().fold(B::EMPTY, |all, square| {
                steps[usize::from(square)].map_or(all, |to| all | B::one(to))
            }))
        }
        // Only an exact set may be subtracted from an upper bound.
        Set::Except(pair) => {
            let out = exactly(steps, &pair.1, to).unwrap_or(B::EMPTY);
            Some(upper_bound(steps, &pair.0, to)? & !out)
        }
        Set::Union(sets) => {
            sets.iter().try_fold(B::EMPTY, |all, set| Some(all | upper_bound(steps, set, to)?))
        }
        Set::All(sets) => {
            let bounds = sets.iter().filter_map(|set| upper_bound(steps, set, to));
            bounds.reduce(|both, bound| both & bound)
        }
        Set::Slot(_)
        | Set::Board(_)
        | Set::Empty
        | Set::Occupied
        | Set::Types(_)
        | Set::OfType(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Variable(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => None,
    }
}

/// Returns exactly the squares of a set, if they follow from where a step ended.
fn exactly<B: Bitboard>(steps: &[Vec<Option<u8>>], set: &Set<B>, to: u8) -> Option<B> {
    let is_exact = match set {
        Set::Fixed(_) => true,
        Set::Slot(slot) => *slot == slots::TO,
        Set::Stepped(_, of) => return exactly(steps, of, to).and(upper_bound(steps, set, to)),
        Set::Board(_)
        | Set::Empty
        | Set::Occupied
        | Set::Types(_)
        | Set::OfType(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Variable(..)
        | Set::Union(_)
        | Set::All(_)
        | Set::Except(_)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_)
        | Set::At(..) => false,
    };
    if is_exact { upper_bound(steps, set, to) } else { None }
}
