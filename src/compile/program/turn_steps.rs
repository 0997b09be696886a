//! Turns split into steps: what comes before each choice, the choice, and what comes after it.

use super::expressions::{Cond, Set};
use super::generators::Generators;
use super::move_effects::{MoveEffects, Op};
use super::statements::Stmt;
use crate::ir::SlotId;

/// The turns of a side, split into steps.
#[derive(Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "the steps of the turn are its steps")]
pub(crate) struct Steps<B> {
    /// Boards that every turn leaves empty. The steps assume that they are, and positions may be set up otherwise.
    pub(crate) assumed: Vec<usize>,
    /// What is done when a turn begins; never ends the game.
    pub(crate) opening: Vec<Op<B>>,
    /// The alternatives for the first step.
    pub(crate) steps: Vec<TurnStep<B>>,
}

/// A step of a turn: what leads to a choice point, on one path through conditions and alternatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnStep<B> {
    /// Conditions, and whether each must hold or fail.
    pub(crate) guards: Vec<(Cond<B>, bool)>,
    /// What is done before the choice.
    pub(crate) prefix: Vec<Op<B>>,
    /// The choice.
    pub(crate) what: What<B>,
    /// Why the rest of the turn is played statement by statement, if it is.
    pub(crate) why: Option<&'static str>,
    /// The statements after the choice.
    pub(crate) suffix: Vec<Stmt<B>>,
    /// What moves, drops and choices do there.
    pub(crate) move_effects: MoveEffects<B>,
    /// How its moves are generated.
    pub(crate) generators: Generators<B>,
    /// The alternatives for the next step, after choices that are not known to end the turn.
    pub(crate) then: Vec<TurnStep<B>>,
    /// The same if there are no candidates.
    pub(crate) otherwise: Option<Vec<TurnStep<B>>>,
}

impl<B> TurnStep<B> {
    /// Returns the pieces that may move, and the slot for the piece's square, if the turn is one move and nothing else.
    #[inline]
    pub(crate) fn move_of_turn(&self) -> Option<(&Set<B>, Option<SlotId>)> {
        let What::One(Stmt::Move { pieces, slot, .. }) = &self.what else { return None };
        (self.prefix.is_empty() && self.suffix.is_empty()).then_some((pieces, *slot))
    }

    /// Returns the slot that gets what is chosen, if the step is a choice of a square, a piece in hand, a type or a number.
    #[inline]
    pub(crate) fn choice_slot(&self) -> Option<SlotId> {
        if let What::One(Stmt::Choose(choose)) = &self.what { Some(choose.slot) } else { None }
    }
}

/// The choice of a step.
#[derive(Clone, Debug, Default)]
pub(crate) enum What<B> {
    /// None: the turn is over.
    #[default]
    Nothing,
    /// One move, drop or choice.
    One(Stmt<B>),
    /// Whatever the rest of the turn asks for, played statement by statement.
    Rest(Vec<Stmt<B>>),
}
