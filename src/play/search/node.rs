//! A place in the tree of turns.

use crate::compile::program::turn_steps::TurnStep;
use crate::ir::SideId;
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::legality::outcome::outcome;
use crate::play::legality::turns::decided_with_turns;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// A place in the tree of turns: between two turns, or inside one.
#[derive(Clone, Debug)]
pub(crate) struct Node<'p, S: StateSize> {
    /// The turn as far as it has got.
    pub(super) run: Box<Execution<'p, S>>,
    pub(super) place: Place<'p, S>,
}

/// Where in a turn a node is.
#[derive(Clone, Debug)]
pub(super) enum Place<'p, S: StateSize> {
    /// Before it.
    Between,
    /// One of these steps of the plan comes next; the number stands for the way to them.
    Planned(&'p [TurnStep<S::Board>], u32),
    /// The turn is executed statement by statement, and goes on to its next choice.
    Executed,
}

impl<S: StateSize> Node<'_, S> {
    /// Returns the state: inside a turn, as it is after the steps made so far.
    pub(crate) fn state(&self) -> &State<S> {
        &self.run.state
    }

    /// Returns whether the game is over, leaving out endings by the record and those that hold only where there is no legal
    /// turn.
    pub(crate) fn is_decided(&mut self) -> bool {
        self.is_between_turns() && decided_with_turns(&mut self.run)
    }

    /// Returns the side whose turn it is.
    pub(crate) fn side(&self) -> SideId {
        self.run.own
    }

    /// Returns how the game has ended between two turns, as the code that a state keeps for it, where it is not known whether
    /// there is a legal turn; endings by the record are looked at with `recurrence` only. It finds none that holds only
    /// where there is no turn, but where another holds, one of these may come before it in the rules.
    pub(crate) fn ended(&mut self, recurrence: Option<Recurrence<State<S>>>) -> Option<u32> {
        let by_record = recurrence.is_some();
        let over = outcome(&mut self.run, recurrence, true)?;
        if self.run.state.over != 0
            || !self.run.rules().endings.iter().any(|ending| ending.without_turns)
        {
            return Some(over);
        }
        let asked = std::mem::replace(&mut self.run.recurrence, Recurrence::times(1));
        outcome(&mut self.run, by_record.then_some(asked), false)
    }

    /// Returns how the game has ended between two turns, as the code that a state keeps for it, where it is known whether there
    /// is a legal turn; see [`outcome`].
    pub(crate) fn outcome(
        &mut self,
        recurrence: Option<Recurrence<State<S>>>,
        may_play: bool,
    ) -> Option<u32> {
        outcome(&mut self.run, recurrence, may_play)
    }

    /// Returns the states before the turn, where a rule asks for them.
    pub(crate) fn past(&self) -> &Past<S> {
        &self.run.past
    }

    /// Returns whether a turn is over and the next has not begun.
    pub(crate) fn is_between_turns(&self) -> bool {
        matches!(self.place, Place::Between)
    }
}
