//! Random games to their end.

use super::convert::{position_of, result_of, state_of};
use super::engine::Compiled;
use super::perft::Counter;
use super::record::Record;
use super::run::Run;
use super::state::{Shape, State};
use crate::state::{Playout, PlayoutEnd, Position};

/// A random game in progress.
struct Player<'p, S: Shape> {
    compiled: &'p Compiled<S>,
    run: Run<'p, S>,
    counter: Counter<'p, S>,
    record: Record,
}

/// Plays a game of random turns from a position, at most `limit` of them; shows the states after them.
pub fn playout<S: Shape>(
    compiled: &Compiled<S>,
    start: &Position,
    limit: u32,
    below: &mut dyn FnMut(usize) -> usize,
    watch: &mut impl FnMut(&State<S>),
) -> Playout {
    let mut state = state_of::<S>(&compiled.game, &compiled.program, start);
    let run = Run::still(&compiled.program, state, state.to_move);
    let mut player = Player {
        compiled,
        run,
        counter: Counter::new(&compiled.program),
        record: Record::default(),
    };
    for turns in 0..=limit {
        let turn = match player.turn(&state, turns < limit, below) {
            Ok(next) => next,
            Err(end) => return Playout { turns, end },
        };
        state = turn;
        watch(&state);
    }
    Playout { turns: limit, end: PlayoutEnd::Limit }
}

impl<S: Shape> Player<'_, S> {
    /// Plays a random turn, if the game is not over and one more is wanted.
    fn turn(
        &mut self,
        state: &State<S>,
        wanted: bool,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Result<State<S>, PlayoutEnd> {
        let compiled = self.compiled;
        self.run.renew(state);
        self.run.effort.replace(0);
        let occurrences = self.record.note(compiled, state, &mut self.counter);
        self.run.occurrences = occurrences;
        if self.may_be_over()
            && let Some(end) = self.result()
        {
            return Err(end);
        }
        let first = &mut |_| 0;
        let below = if wanted { below } else { first };
        let chosen = self.counter.chosen(&mut self.run, below);
        match chosen {
            Some(state) if wanted => Ok(state),
            Some(_) => Err(PlayoutEnd::Limit),
            None => {
                self.run.renew(state);
                self.run.occurrences = occurrences;
                Err(self.result().unwrap_or(PlayoutEnd::Stuck))
            }
        }
    }

    /// Tells whether some ending holds, leaving out those that hold only where there is no legal turn.
    fn may_be_over(&mut self) -> bool {
        let endings = &self.run.rules().endings;
        self.run.state.over != 0
            || endings
                .iter()
                .any(|ending| !ending.without_turns && self.run.truth(&ending.condition))
    }

    /// Returns how the game has ended, if it has: the first ending that holds decides.
    fn result(&mut self) -> Option<PlayoutEnd> {
        let mut over = self.run.state.over;
        for ending in &self.run.rules().endings {
            if over == 0 && self.run.truth(&ending.condition) {
                over = self.run.result(ending.verdict, ending.reason).unwrap_or(0);
            }
        }
        result_of(&self.compiled.program, over).map(PlayoutEnd::Over)
    }
}

/// Returns what shows positions rather than states.
pub fn showing<'a, S: Shape>(
    compiled: &'a Compiled<S>,
    watch: &'a mut dyn FnMut(Position),
) -> impl FnMut(&State<S>) + 'a {
    |state| watch(position_of(&compiled.game, &compiled.program, state))
}
