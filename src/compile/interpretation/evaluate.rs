//! Partial evaluation: whether a condition holds in an abstract state, and bounds of sets.

use crate::compile::interpretation::state::{AbstractState, Made, Range};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{BoardOf, Layout};
use crate::compile::program::membership::has_type;
use crate::compile::program::{Cond, Num, Set};
use crate::ir::{Comparison, Id, SlotId, SquareIndex, slots};

impl<B: Bitboard> AbstractState<B> {
    /// Tells whether a condition holds; `None` if unknown.
    pub(crate) fn evaluate(&self, layout: &Layout, condition: &Cond<B>) -> Option<bool> {
        condition.is_known(&|leaf| match leaf {
            Cond::Compare(operator, pair) => self.compare(*operator, &pair.0, &pair.1),
            Cond::Exists(set) => self.is_empty(set).then_some(false),
            Cond::Is(slot, set) => self.is_in_slot(layout, *slot, set),
            Cond::MovedBy(origins) => match self.step.made {
                Made::Nothing => None,
                Made::Move(way) => origins.clauses.get(way).copied(),
                Made::Drop => Some(origins.drop),
            },
            _ => None,
        })
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
        set.is_member(&|leaf| match leaf {
            Set::Fixed(squares) => self.step.ends_in(*squares),
            Set::Empty => self.in_place.then_some(false),
            Set::Occupied => self.in_place.then_some(true),
            Set::Board(board) => match layout.board_of(*board) {
                BoardOf::Owner(owner) => self.in_place.then_some(owner == self.step.own.index()),
                BoardOf::Types(_) => self.has_type(layout, leaf),
                BoardOf::Mark(_) | BoardOf::Variable => self.is_empty(leaf).then_some(false),
            },
            _ => self.has_type(layout, leaf),
        })
    }

    /// Tells whether the piece that has moved is in a set because of its type.
    fn has_type(&self, layout: &Layout, set: &Set<B>) -> Option<bool> {
        has_type(layout, set, self.kind.filter(|_| self.in_place)?)
    }

    /// Tells whether a set is known to be empty.
    fn is_empty(&self, set: &Set<B>) -> bool {
        set.is_all(&|leaf| match leaf {
            Set::Board(board) => {
                self.board(*board).and_then(Set::fixed).is_some_and(Bitboard::is_empty)
            }
            Set::Fixed(squares) => squares.is_empty(),
            Set::Stepped(_, of) => self.is_empty(of),
            _ => false,
        })
    }
}

/// Tells whether the comparison with a number holds for a whole range; `None` if it depends.
fn compare_range(operator: Comparison, range: Range, number: i32) -> Option<bool> {
    let Range { min, max } = range;
    let is_of_one = matches!(operator, Comparison::Equal | Comparison::Different);
    if is_of_one && min < max && (min..=max).contains(&number) {
        return None;
    }
    let [least, most] = [min, max].map(|end| operator.holds(end, number));
    (least == most).then_some(least)
}

/// Returns a superset of a set, if one follows from where a step ended.
pub(crate) fn upper_bound<B: Bitboard>(
    steps: &[Vec<Option<SquareIndex>>],
    set: &Set<B>,
    to: SquareIndex,
) -> Option<B> {
    match set {
        Set::Fixed(squares) => Some(*squares),
        Set::Slot(slot) if *slot == slots::TO => Some(B::one(to)),
        Set::Stepped(table, of) => Some(upper_bound(steps, of, to)?.stepped(&steps[*table])),
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
        _ => None,
    }
}

/// Returns exactly the squares of a set, if they follow from where a step ended.
fn exactly<B: Bitboard>(
    steps: &[Vec<Option<SquareIndex>>],
    set: &Set<B>,
    to: SquareIndex,
) -> Option<B> {
    set.exactly(&|leaf| match leaf {
        Set::Slot(slot) if *slot == slots::TO => Some(B::one(to)),
        Set::Stepped(table, of) => Some(exactly(steps, of, to)?.stepped(&steps[*table])),
        _ => None,
    })
}
