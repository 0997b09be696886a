//! Finding a plain turn among the steps that come next, without making all legal turns.
//!
//! What is found here is what the reader of turns would find; where that is not certain, nothing is found.

use super::shapes::{Move, Shape};
use super::walk::Walk;
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::ir::{Id, PieceTypeId, SquareId};
use crate::play::legality::turns::{Wanted, turns_beginning};
use crate::play::search::{Chosen, NextSteps, Node};
use crate::play::state::sizes::StateSize;
use crate::state::{Step, Turn};

impl<'p, S: StateSize> Walk<'_, 'p, S> {
    /// Plays a turn that is written plainly, and says what its first step chooses; nothing if it is not written so, or it is not
    /// certain which one is meant.
    pub(super) fn quick(
        &mut self,
        node: &Node<'p, S>,
        text: &str,
    ) -> Option<(Node<'p, S>, Chosen)> {
        let shapes = &self.replayer.shapes;
        let shape = shapes.read(text)?;
        let mut steps = std::mem::take(&mut self.steps);
        self.walker.steps(node, &mut steps);
        let found = self.only_step(node, &steps, shape);
        let next = found.and_then(|number| self.whole(node, &steps, number, shape));
        let chosen = found.and_then(|number| steps.chosen(number));
        self.steps = steps;
        next.zip(chosen).filter(|_| !self.walker.has_met_limit())
    }

    /// Returns the turn that begins with what was chosen and leads to a node; nothing if there are several.
    pub(super) fn turn_between(
        &self,
        (before, after): (&Node<'p, S>, &Node<'p, S>),
        chosen: Chosen,
    ) -> Option<Turn> {
        let budget = self.replayer.allowance.budget();
        let wanted = |step: &Step| Chosen::of_step(step) == chosen;
        let asked = (Some(&wanted as Wanted<'_>), budget.clone());
        let position = (before.state(), before.past());
        let turns = turns_beginning(&self.compiled.program, position, asked);
        let turns = budget.answer(turns).ok()?;
        let end = self.position(after.state());
        let mut leading = turns.into_iter().filter(|turn| self.position(&turn.state) == end);
        let only = leading.next()?;
        leading.next().is_none().then_some(Turn { steps: only.steps })
    }

    /// Makes a step and what the text says behind it; nothing if the turn is not over with that.
    fn whole(
        &mut self,
        node: &Node<'p, S>,
        steps: &NextSteps<'p, S>,
        number: usize,
        shape: Shape<'_>,
    ) -> Option<Node<'p, S>> {
        let becomes = match shape {
            Shape::Move(made) => made.becomes,
            Shape::Sign(_) | Shape::Drop(..) => None,
        };
        let next = self.walker.make(node, steps, number)?;
        let transforms = steps.list.get(number).is_some_and(|step| step.transforms);
        if next.is_between_turns() {
            return (becomes.is_none() && !transforms).then_some(next);
        }
        let becomes = becomes?;
        let mut more = NextSteps::default();
        self.walker.steps(&next, &mut more);
        let mut fitting = Vec::new();
        for number in 0..more.list.len() {
            match more.chosen(number)? {
                Chosen::Type(kind) if becomes.contains(kind) => fitting.push(number),
                Chosen::Type(_) | Chosen::Nothing => {}
                _ => return None,
            }
        }
        let [only] = fitting[..] else { return None };
        self.walker.make(&next, &more, only).filter(Node::is_between_turns)
    }

    /// Returns the only step that fits what is written; nothing if there is none or are several.
    fn only_step(
        &mut self,
        node: &Node<'p, S>,
        steps: &NextSteps<'p, S>,
        shape: Shape<'_>,
    ) -> Option<usize> {
        let mut fitting = Vec::new();
        for number in 0..steps.list.len() {
            let chosen = steps.chosen(number)?;
            let fits = match (chosen, shape) {
                (Chosen::Move(from, to), Shape::Move(made)) => {
                    self.is_written(node, (from, to), made)
                }
                (Chosen::Move(..), Shape::Sign(sign)) => {
                    let clause = steps.clause(&self.compiled.program, node.side(), number)?;
                    let clause = clause.clause(&self.compiled.game);
                    let way = clause.and_then(|clause| clause.name.as_deref());
                    way.and_then(|way| self.compiled.game.writing.way(way)) == Some(sign)
                }
                (Chosen::Drop(_, kind, to), Shape::Drop(kinds, at)) => {
                    to == at && kinds.contains(kind)
                }
                (Chosen::Move(..) | Chosen::Drop(..), _) => false,
                _ => return None,
            };
            if fits {
                fitting.push(number);
            }
        }
        if fitting.len() > 1 {
            // Steps that are not legal do not count.
            fitting.retain(|number| self.walker.leads_to_a_turn(node, steps, *number));
        }
        let [only] = fitting[..] else { return None };
        let captures = steps.list.get(only)?.is_capture;
        Some(only).filter(|_| tells_capture(shape, captures))
    }

    /// Tells whether a move between two squares is written so.
    fn is_written(
        &self,
        node: &Node<'p, S>,
        (from, to): (SquareId, SquareId),
        made: Move<'_>,
    ) -> bool {
        if to != made.to {
            return false;
        }
        let board = &self.compiled.game.board;
        let name = board.name(from);
        // A whole square tells the piece.
        if made.is_bare && name == made.origin {
            return true;
        }
        let code = node.state().code(from.0);
        if code == EMPTY_CODE || !made.kinds.contains(PieceTypeId::from_index(kind_of(code))) {
            return false;
        }
        made.can_begin(name, board.name(to))
    }
}

/// Tells whether a text says of a capture what has to be said of it.
fn tells_capture(shape: Shape<'_>, captures: bool) -> bool {
    match shape {
        Shape::Move(Move { captures: told, is_bare, .. }) => {
            if told || is_bare {
                told == captures
            } else {
                true
            }
        }
        Shape::Sign(_) | Shape::Drop(..) => true,
    }
}
