//! What choosing something does.

use crate::compile::program::layout::Layout;
use crate::compile::program::{Choosing, Stmt};
use crate::ir::{LabelId, slots};
use crate::play::execution::continuation::DROPPED;
use crate::play::execution::moves::{MovedBy, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::state::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Goes on with a choice.
    pub fn pick(&mut self, statement: &'p Stmt<S::Board>, pick: Pick) {
        let label = label_of(statement, &pick);
        match (statement, &pick) {
            (Stmt::Move { slot, .. }, Pick::Move(made, trail)) => {
                let trail = (made.trail > 0).then_some(trail);
                self.make_move(*slot, *made, trail);
            }
            (Stmt::Drop { slot, .. }, Pick::Drop(hand, kind, to)) => {
                self.make_drop(*slot, *hand, *kind, *to);
            }
            (Stmt::Choose(choose), pick) => self.pick_candidate(choose, pick),
            (Stmt::Either { ways, .. }, Pick::Alternative(number)) => {
                if let Some((_, body)) = ways.get(*number) {
                    self.enter(body);
                }
            }
            _ => {}
        }
        self.picks.push((label, pick));
    }

    fn pick_candidate(&mut self, choose: &'p Choosing<S::Board>, pick: &Pick) {
        let bound = pick.bound();
        self.slots.set(choose.slot, bound);
        if bound != Bound::Nothing {
            self.enter(&choose.then);
        }
    }

    /// Puts a piece from a hand on the board and puts the consequences on the agenda.
    pub fn make_drop(&mut self, slot: Option<u16>, hand: u8, kind: u16, to: u8) {
        self.put_from_hand(slot, hand, kind, to);
        self.raise(DROPPED);
    }

    /// Puts a piece from a hand on the board.
    pub fn put_from_hand(&mut self, slot: Option<u16>, hand: u8, kind: u16, to: u8) {
        let layout = &self.program.layout;
        if let Some(count) = self.state.hand_mut(layout, hand, usize::from(kind)) {
            *count = count.saturating_sub(1);
        }
        self.state.put(layout, to, Layout::code(usize::from(kind), self.own));
        self.slots.set(slots::TO.0, Bound::Square(to));
        self.slots.set(slots::FROM.0, Bound::Nothing);
        self.slots.set(slots::DROPPED.0, Bound::Type(kind));
        if let Some(slot) = slot {
            self.slots.set(slot, Bound::Square(to));
        }
        self.moved_by = MovedBy::Drop;
    }
}

/// Returns the label with which a choice appears in the turn's text.
pub fn label_of<B>(statement: &Stmt<B>, pick: &Pick) -> Option<LabelId> {
    match (statement, pick) {
        (Stmt::Move { label, .. } | Stmt::Drop { label, .. }, _) => *label,
        (Stmt::Choose(choose), _) => choose.label,
        (Stmt::Either { ways, .. }, Pick::Alternative(number)) => ways.get(*number)?.0,
        _ => None,
    }
}
