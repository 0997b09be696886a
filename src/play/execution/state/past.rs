//! The states of a game before a turn, for rules that forbid what would come back.

use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::SharedList;

/// The states of a game before one, the newest first; none where no rule asks for them.
pub(crate) type Past<S> = SharedList<PastState<S>>;

/// A state that has been there.
pub(crate) struct PastState<S: StateSize> {
    /// What it is compared by.
    pub(crate) key: u64,
    /// The state itself, where rules look back at it.
    pub(crate) state: Option<Box<State<S>>>,
}
