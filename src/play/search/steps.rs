//! What can be done next in a node.

use super::word::StepWord;
use crate::compile::program::Stmt;
use crate::compile::program::turn_steps::TurnStep;
use crate::ir::{SideId, SquareIndex};
use crate::play::execution::moves::{Move, MovePath, PackedMove, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legality::turns::LegalTurn;
use crate::play::state::sizes::StateSize;

/// One of the steps that can come next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextStep {
    /// Its word.
    pub(crate) word: StepWord,
    /// Whether it is known to be legal and to end the turn.
    pub(crate) is_verified: bool,
    /// Whether it is a move that captures what stands where it ends.
    pub(crate) is_capture: bool,
    /// Whether it is known to change what the piece is.
    pub(crate) transforms: bool,
    pub(super) how: How,
}

impl NextStep {
    /// Returns one that is not known to capture or to change a piece.
    pub(super) fn quiet(word: StepWord, is_verified: bool, how: How) -> Self {
        Self { word, is_verified, is_capture: false, transforms: false, how }
    }
}

/// How a step is made. The first number of each is that of a step of the plan in [`NextSteps::plan`].
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// A move of which it is known what it does.
    Move(u16, PackedMove),
    /// A move of which that is not known, by its number.
    OtherMove(u16, u32),
    /// A drop of which it is known what it does, from whose hand.
    Drop(u16, SideId, PackedMove),
    /// A drop of which that is not known: whose hand, type, and square.
    OtherDrop(u16, SideId, u16, SquareIndex),
    /// A choice that ends the turn, with the number of the effects that follow.
    LastChoice(u16, u16, Option<Binding>),
    /// A choice after which the plan goes on.
    Choice(u16, Binding),
    /// A choice of a turn that is executed statement by statement: the numbers of the choices and of the one.
    Pick(u16, u32),
    /// A whole turn.
    Whole(u32),
}

/// The steps that can come next in a node, with what is needed to make them.
#[derive(Debug, Default)]
pub(crate) struct NextSteps<'p, S: StateSize> {
    /// The steps.
    pub(crate) list: Vec<NextStep>,
    /// The steps of the plan that they belong to.
    pub(super) plan: Vec<Planned<'p, S>>,
    /// Moves whose effects are not known in advance.
    pub(super) moves: Vec<(Move, Option<MovePath>)>,
    /// Turns that are executed statement by statement, each where something is to be chosen.
    pub(super) choices: Vec<Choices<'p, S>>,
    /// Whole turns.
    pub(super) turns: Vec<LegalTurn<S>>,
    /// Whether moves and drops are left out that plainly neither capture nor change what the piece is.
    pub(crate) only_loud: bool,
    /// Where moves go that are not left out then, whatever they do.
    pub(crate) keeps: S::Board,
    /// Whether any were left out.
    pub(crate) leaves_out: bool,
}

/// A step of the plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned<'p, S: StateSize> {
    pub(super) step: &'p TurnStep<S::Board>,
    /// A number that stands for the way to it.
    pub(super) place: u32,
    /// The number of the step that offered nothing to choose, so that this one comes in its place.
    pub(super) instead_of: Option<u16>,
}

/// A turn where something is to be chosen.
#[derive(Debug)]
pub(super) struct Choices<'p, S: StateSize> {
    pub(super) run: Box<Execution<'p, S>>,
    pub(super) statement: &'p Stmt<S::Board>,
    pub(super) picks: Vec<Pick>,
}

impl<S: StateSize> NextSteps<'_, S> {
    /// Returns the number of the step with a word.
    pub(crate) fn find(&self, word: StepWord) -> Option<usize> {
        self.list.iter().position(|step| step.word == word)
    }

    /// Forgets all steps, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.plan.clear();
        self.moves.clear();
        self.choices.clear();
        self.turns.clear();
        self.leaves_out = false;
    }
}
