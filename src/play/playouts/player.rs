//! Random games to their end.

use crate::compile::program::Cond;
use crate::play::execution::run::Execution;
use crate::play::perft::counter::Perft;
use crate::play::playouts::record::Record;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::{position_of, result_of, state_of};
use crate::play::state::{State, StateSize};
use crate::state::{Playout, PlayoutEnd, Position};

/// A random game in progress.
struct Player<'p, S: StateSize> {
    compiled: &'p Compiled<S>,
    /// Stands still in the state that the game has come to.
    run: Execution<'p, S>,
    counter: Perft<'p, S>,
    /// What has occurred, if an ending asks for that.
    record: Option<Record<S>>,
    /// For each side, what must hold for the game to be over while there are turns: one of these.
    over: [Vec<&'p Cond<S::Board>>; 2],
}

/// Plays a game of random turns from a position, at most `limit` of them; shows the states after them.
pub fn playout<S: StateSize>(
    compiled: &Compiled<S>,
    start: &Position,
    limit: u32,
    below: &mut dyn FnMut(usize) -> usize,
    watch: &mut impl FnMut(&State<S>),
) -> Playout {
    let state = state_of::<S>(&compiled.game, &compiled.program, start);
    let run = Execution::still(&compiled.program, state, state.to_move);
    let counter = Perft::new(&compiled.program);
    let sides = [0, 1].map(|side| &compiled.program.sides[side].endings);
    let by_record = sides.iter().any(|endings| endings.iter().any(|ending| ending.by_record));
    let over = sides.map(|endings| {
        let with_turns = endings.iter().filter(|ending| !ending.without_turns);
        with_turns.map(|ending| &ending.condition).collect()
    });
    let record = by_record.then(Record::default);
    let mut player = Player { compiled, run, counter, record, over };
    for turns in 0..=limit {
        let end = if let Some(end) = player.ended() {
            Some(end)
        } else if turns == limit {
            // Whether there is no turn left to play is still told.
            player.play(&mut |_| 0).or(Some(PlayoutEnd::Limit))
        } else {
            player.play(below)
        };
        if let Some(end) = player.too_much().or(end) {
            return Playout { turns, end };
        }
        watch(&player.run.state);
    }
    Playout { turns: limit, end: PlayoutEnd::Limit }
}

impl<S: StateSize> Player<'_, S> {
    /// Notes the position; tells how the game has ended, if it has while there is something to play.
    fn ended(&mut self) -> Option<PlayoutEnd> {
        self.run.effort.replace(0);
        if let Some(record) = &mut self.record {
            self.run.occurrences = record.note(self.compiled, &self.run.state, &mut self.counter);
        }
        if !self.may_be_over() {
            return None;
        }
        let may_play = self.may_play();
        self.result(may_play)
    }

    /// Tells whether more would have to be spent than may be, so that how the game goes on is not known.
    fn too_much(&self) -> Option<PlayoutEnd> {
        let met = self.run.effort.met().or_else(|| self.counter.effort.met());
        met.map(|met| PlayoutEnd::TooMuch(met.limit))
    }

    /// Tells whether there is a legal turn, if some ending hangs on that; the run stays where it is.
    fn may_play(&mut self) -> bool {
        let endings = &self.run.rules().endings;
        if self.run.state.over != 0 || !endings.iter().any(|ending| ending.without_turns) {
            return false;
        }
        let (before, done) = (self.run.state, self.run.effort.done());
        let may_play = self.counter.play_chosen(&mut self.run, &mut |_| 0);
        self.run.renew(&before);
        self.run.effort.replace(done);
        may_play
    }

    /// Plays a random turn; tells how the game has ended if there is none.
    fn play(&mut self, below: &mut dyn FnMut(usize) -> usize) -> Option<PlayoutEnd> {
        let played = self.counter.play_chosen(&mut self.run, below);
        if played { None } else { Some(self.result(false).unwrap_or(PlayoutEnd::Stuck)) }
    }

    /// Tells whether some ending holds, leaving out those that hold only where there is no legal turn.
    fn may_be_over(&mut self) -> bool {
        let over = &self.over[usize::from(self.run.own)];
        self.run.state.over != 0 || over.iter().any(|condition| self.run.truth(condition))
    }

    /// Returns how the game has ended, if it has: the first ending that holds decides. Those that hold only where there is
    /// no legal turn need not be asked for where it is known that there is one.
    fn result(&mut self, may_play: bool) -> Option<PlayoutEnd> {
        let mut over = self.run.state.over;
        for ending in &self.run.rules().endings {
            let possible = over == 0 && !(may_play && ending.without_turns);
            if possible && self.run.truth(&ending.condition) {
                over = self.run.result(ending.verdict, ending.reason).unwrap_or(0);
            }
        }
        result_of(&self.compiled.program, over).map(PlayoutEnd::Over)
    }
}

/// Returns what shows positions rather than states.
pub fn showing<'a, S: StateSize>(
    compiled: &'a Compiled<S>,
    watch: &'a mut dyn FnMut(Position),
) -> impl FnMut(&State<S>) + 'a {
    |state| watch(position_of(&compiled.game, &compiled.program, state))
}
