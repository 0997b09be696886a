//! Whether a game is over, and how: the one place where endings are asked for.

use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::Recurrence;

/// Returns how the game has ended in the state in which a run stands still, as the code that a state keeps for it; `None`
/// if it goes on. The first ending that holds decides.
///
/// `recurrence` tells how the position has come back in the game; without it, endings by the record are not looked at. Endings that require that there is no legal turn are skipped where it is known that there is one.
pub(crate) fn outcome<S: StateSize>(
    run: &mut Execution<'_, S>,
    recurrence: Option<Recurrence<State<S>>>,
    may_play: bool,
) -> Option<u32> {
    if run.state.over != 0 {
        return Some(run.state.over);
    }
    let by_record = recurrence.is_some();
    run.recurrence = recurrence.unwrap_or_else(|| Recurrence::times(1));
    let endings = &run.rules().endings;
    endings.iter().find_map(|ending| {
        let asked = (by_record || !ending.by_record) && !(may_play && ending.without_turns);
        (asked && run.truth(&ending.condition))
            .then(|| run.result(ending.verdict, ending.reason))
            .flatten()
    })
}
