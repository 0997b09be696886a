//! Executes a choice that has been made.

use crate::compile::program::Stmt;
use crate::compile::program::layout::Layout;
use crate::ir::{Event, LabelId, SideId, SlotId, SquareIndex, slots};
use crate::play::execution::moves::{MovedBy, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Executes the choice of a statement.
    pub(crate) fn pick(&mut self, statement: &'p Stmt<S::Board>, pick: Pick) {
        let label = label_of(statement, &pick);
        match (statement, &pick) {
            (Stmt::Move { slot, .. }, Pick::Move(made, path)) => {
                let path = (made.path > 0).then_some(path);
                self.make_move(*slot, *made, path);
            }
            (Stmt::Drop { slot, .. }, Pick::Drop(hand, kind, to)) => {
                self.make_drop(*slot, *hand, *kind, *to);
            }
            (Stmt::Choose(choose), Pick::Bound(binding)) => {
                self.slots.set(choose.slot, *binding);
                if *binding != Binding::Nothing {
                    self.push_block(&choose.then);
                }
            }
            (Stmt::Either { ways, .. }, Pick::Alternative(number)) => {
                if let Some((_, body)) = ways.get(*number) {
                    self.push_block(body);
                }
            }
            _ => {}
        }
        self.picks.push((label, pick));
    }

    /// Drops a piece and pushes the event.
    pub(crate) fn make_drop(
        &mut self,
        slot: Option<SlotId>,
        hand: SideId,
        kind: u16,
        to: SquareIndex,
    ) {
        self.put_from_hand(slot, hand, kind, to);
        self.raise_event(Event::Dropped);
    }

    /// Drops a piece from a hand.
    pub(crate) fn put_from_hand(
        &mut self,
        slot: Option<SlotId>,
        hand: SideId,
        kind: u16,
        to: SquareIndex,
    ) {
        let layout = &self.program.layout;
        if let Some(count) = self.state.hand_mut(layout, hand, usize::from(kind)) {
            *count = count.saturating_sub(1);
        }
        self.state.put(layout, to, Layout::code(usize::from(kind), self.own));
        self.slots.set(slots::TO, Binding::Square(to));
        self.slots.set(slots::FROM, Binding::Nothing);
        self.slots.set(slots::DROPPED, Binding::Type(kind));
        if let Some(slot) = slot {
            self.slots.set(slot, Binding::Square(to));
        }
        self.turn.moved_by = MovedBy::Drop;
    }
}

/// Returns the label of a choice in the text of the turn.
pub(crate) fn label_of<B>(statement: &Stmt<B>, pick: &Pick) -> Option<LabelId> {
    match (statement, pick) {
        (Stmt::Move { label, .. } | Stmt::Drop { label, .. }, _) => *label,
        (Stmt::Choose(choose), _) => choose.label,
        (Stmt::Either { ways, .. }, Pick::Alternative(number)) => ways.get(*number)?.0,
        _ => None,
    }
}
