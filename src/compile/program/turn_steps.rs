//! Turns split into steps: what comes before each choice, the choice, and what comes after it.

use super::expressions::{Cond, Set};
use super::generators::Generators;
use super::move_effects::{MoveEffects, Op};
use super::statements::Stmt;

/// The turns of a side, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Steps<B> {
    /// Boards of the state that are empty when a turn begins, unless a position was set up so; they must be.
    pub(crate) assumed: Vec<usize>,
    /// What the beginning of a turn does; it does not end the game.
    pub(crate) opening: Vec<Op<B>>,
    /// The steps of which one comes first.
    pub(crate) steps: Vec<TurnStep<B>>,
}

/// A step of a turn, on one of the ways that conditions and alternatives leave.
#[derive(Clone, Debug)]
pub(crate) struct TurnStep<B> {
    /// What must hold before, or must not.
    pub(crate) guards: Vec<(Cond<B>, bool)>,
    /// What is done before.
    pub(crate) prefix: Vec<Op<B>>,
    /// What is chosen.
    pub(crate) what: What<B>,
    /// Why the rest of the turn is left as it is, if it is.
    pub(crate) why: Option<&'static str>,
    /// What of the turn comes after it.
    pub(crate) suffix: Vec<Stmt<B>>,
    /// What moves, drops and choices do then.
    pub(crate) move_effects: MoveEffects<B>,
    /// How its moves are listed.
    pub(crate) generators: Generators<B>,
    /// The steps of which one comes next, where what is chosen is not known to end the turn.
    pub(crate) then: Vec<TurnStep<B>>,
    /// The same where there is nothing to choose from.
    pub(crate) otherwise: Option<Vec<TurnStep<B>>>,
}

impl<B> TurnStep<B> {
    /// Returns whose move it is, and what holds the piece's square afterwards, if the turn is that move and no more.
    #[inline]
    pub(crate) fn move_of_turn(&self) -> Option<(&Set<B>, Option<u16>)> {
        match &self.what {
            What::One(Stmt::Move { pieces, slot, .. })
                if self.prefix.is_empty() && self.suffix.is_empty() =>
            {
                Some((pieces, *slot))
            }
            _ => None,
        }
    }
}

/// What is chosen at a step of a turn.
#[derive(Clone, Debug)]
pub(crate) enum What<B> {
    /// Nothing: the turn is over.
    Nothing,
    /// A move, a drop or a choice.
    One(Stmt<B>),
    /// Whatever the statements ask for that are left of the turn: it is not known in advance what they do.
    Rest(Vec<Stmt<B>>),
}
