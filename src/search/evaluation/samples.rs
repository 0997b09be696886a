//! Positions of the game itself, from random games.

use crate::play::playouts::player;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::{Allowance, Random};

/// How many random games are played.
const GAMES: u64 = 6;

/// The longest they are, in turns.
const TURNS: u32 = 24;

/// After how many turns a position is taken, again and again.
const EVERY: u32 = 8;

/// How much may be done before no other game is played, in the units of [`WorkBudget`](crate::state::WorkBudget).
const MOST_WORK: u64 = 20_000_000;

/// Returns positions of random games.
pub(super) fn samples<S: StateSize>(compiled: &Compiled<S>) -> Vec<State<S>> {
    let Ok(start) = crate::notation::read_position(&compiled.game, &compiled.game.start.text)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let allowance = Allowance::of(MOST_WORK);
    for game in (0..GAMES).take_while(|_| !allowance.is_used_up()) {
        let mut random = Random::stream(1, game);
        let mut turns = 0;
        // The ending is of no interest.
        let _playout = player::playout_within(
            compiled,
            &start,
            TURNS,
            &allowance,
            &mut |count| random.below(count),
            &mut |state: &State<S>| {
                turns += 1;
                if turns % EVERY == 0 && state.over == 0 {
                    found.push(*state);
                }
            },
        );
    }
    found
}

/// Returns whether pieces come into hands while the game is played, as captured ones may.
pub(super) fn hands_fill<S: StateSize>(compiled: &Compiled<S>, samples: &[State<S>]) -> bool {
    let Ok(start) = crate::notation::read_position(&compiled.game, &compiled.game.start.text)
    else {
        return false;
    };
    let start = compiled.state_of(&start);
    let has_more = |state: &State<S>| {
        let counts = state.hands.as_ref().iter().zip(start.hands.as_ref());
        counts.take(compiled.program.layout.hands).any(|(now, before)| now > before)
    };
    samples.iter().any(has_more)
}
