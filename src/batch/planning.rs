//! By which actions a turn is made that was chosen as a whole.

use super::seat::Shared;
use crate::play::search::{NextSteps, Node};
use crate::play::state::sizes::StateSize;

/// A turn as far as it was made, with what can come next.
pub(super) struct Begun<'a, 'p, S: StateSize> {
    pub(super) node: &'a Node<'p, S>,
    pub(super) steps: &'a NextSteps<'p, S>,
    /// The legal actions, each with the number of its step.
    pub(super) legal: &'a [(u32, u32)],
}

/// Finds the actions of the turn that leads to the state with a key, the last one first; tells whether there is one.
pub(super) fn by_steps<'p, S: StateSize>(
    shared: &mut Shared<'p, S>,
    Begun { node, steps, legal }: Begun<'_, 'p, S>,
    wanted: u64,
    into: &mut Vec<u32>,
) -> bool {
    for &(action, number) in legal {
        let Some(next) = shared.walker.make(node, steps, number as usize) else { continue };
        let leads = if next.is_between_turns() {
            next.state().search_key(&shared.compiled.program) == wanted
        } else {
            let (mut further, mut numbered) = (NextSteps::default(), Vec::new());
            shared.walker.legal_steps(&next, &mut further);
            shared.number_steps(&further, &mut numbered);
            let begun = Begun { node: &next, steps: &further, legal: &numbered };
            by_steps(shared, begun, wanted, into)
        };
        shared.walker.recycle(next);
        if leads {
            into.push(action);
            return true;
        }
    }
    false
}

/// Finds them among whole turns.
pub(super) fn whole_turn<'p, S: StateSize>(
    shared: &mut Shared<'p, S>,
    steps: &NextSteps<'p, S>,
    wanted: u64,
    into: &mut Vec<u32>,
) {
    let program = &shared.compiled.program;
    let all = u32::try_from(steps.list.len()).unwrap_or(u32::MAX);
    let is_wanted = |number: &u32| {
        let turn = steps.whole_turn(*number as usize);
        turn.is_some_and(|turn| turn.state.search_key(program) == wanted)
    };
    let Some(turn) = (0..all).find(is_wanted) else { return };
    let step = |turn: u32, place: usize| steps.whole_turn(turn as usize)?.steps.get(place);
    let mut candidates: Vec<u32> = (0..all).collect();
    let (mut place, mut numbered) = (0, Vec::new());
    loop {
        shared.number_turns(steps, (&candidates, place), &mut numbered);
        let own = step(turn, place);
        let same = |number: u32| candidates.get(number as usize).map(|other| step(*other, place));
        let Some(&(action, _)) = numbered.iter().find(|(_, number)| same(*number) == Some(own))
        else {
            break;
        };
        into.push(action);
        candidates.retain(|other| step(*other, place) == own);
        place += 1;
        if own.is_none() || candidates.iter().all(|&other| step(other, place).is_none()) {
            break;
        }
    }
    into.reverse();
}
