//! Plays random games to their end.

use crate::play::execution::run::Execution;
use crate::play::legality::outcome::outcome;
use crate::play::perft::counter::Perft;
use crate::play::playouts::record::Record;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::result_of;
use crate::play::state::sizes::StateSize;
use crate::state::{Allowance, Playout, PlayoutEnd, Position, SpendingLimit};

/// A random game in progress.
struct Player<'p, S: StateSize> {
    compiled: &'p Compiled<S>,
    /// Idle in the present state of the game.
    run: Execution<'p, S>,
    counter: Perft<'p, S>,
    /// The repetition table, if an ending needs it.
    record: Option<Record<S>>,
}

/// Plays a game of at most `limit` random turns from a position, no further than the allowance reaches, and shows the state
/// after each turn.
pub(crate) fn playout_within<S: StateSize>(
    compiled: &Compiled<S>,
    start: &Position,
    limit: u32,
    allowance: &Allowance,
    below: &mut dyn FnMut(usize) -> usize,
    watch: &mut impl FnMut(&State<S>),
) -> Playout {
    let state = compiled.state_of(start);
    let mut run = Execution::idle(&compiled.program, state, state.to_move);
    let mut counter = Perft::new(&compiled.program);
    (run.budget, counter.pool.budget) = (allowance.budget(), allowance.budget());
    let mut endings = compiled.program.sides.iter().flat_map(|rules| &rules.endings);
    let record = endings.any(|ending| ending.by_record).then(Record::default);
    let mut player = Player { compiled, run, counter, record };
    for turns in 0..=limit {
        allowance.spend(player.take_work());
        if allowance.is_used_up() {
            return Playout { turns, end: PlayoutEnd::TooMuch(SpendingLimit::Allowance) };
        }
        let end = if let Some(end) = player.ended() {
            Some(end)
        } else if turns == limit {
            // The game may also end here for lack of legal turns.
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
    /// Records the position; returns how the game has ended, if it has while there are legal turns.
    fn ended(&mut self) -> Option<PlayoutEnd> {
        if let Some(record) = &mut self.record {
            self.run.recurrence =
                record.note(self.compiled, &self.run.state, &mut self.counter.pool);
        }
        if !self.may_be_over() {
            return None;
        }
        let may_play = self.may_play();
        self.result(may_play)
    }

    /// Returns how much has been done for the last turn, and begins to count for the next.
    fn take_work(&mut self) -> u64 {
        self.run.budget.replace(0) + self.counter.pool.budget.replace(0)
    }

    /// Returns whether more would have to be spent than may be, so that how the game goes on is not known.
    fn too_much(&self) -> Option<PlayoutEnd> {
        let met = self.run.budget.met().or_else(|| self.counter.pool.budget.met());
        met.map(|met| PlayoutEnd::TooMuch(met.limit))
    }

    /// Returns whether there is a legal turn, if an ending depends on that; the position stays.
    fn may_play(&mut self) -> bool {
        let endings = &self.run.rules().endings;
        if self.run.state.over != 0 || !endings.iter().any(|ending| ending.without_turns) {
            return false;
        }
        let (before, done) = (self.run.state, self.run.budget.done());
        let past = self.run.past.clone();
        let may_play = self.counter.play_one(&mut self.run, &mut |_| 0);
        self.run.reset_to(&before);
        self.run.remember(&past);
        self.run.budget.replace(done);
        may_play
    }

    /// Plays a random turn; returns how the game has ended if there is none.
    fn play(&mut self, below: &mut dyn FnMut(usize) -> usize) -> Option<PlayoutEnd> {
        let played = self.counter.play_one(&mut self.run, below);
        if played { None } else { Some(self.result(false).unwrap_or(PlayoutEnd::Stuck)) }
    }

    /// Returns whether some ending holds, apart from those that require that there is no legal turn.
    fn may_be_over(&mut self) -> bool {
        let mut endings = self.run.rules().endings.iter().filter(|ending| !ending.without_turns);
        self.run.state.over != 0 || endings.any(|ending| self.run.truth(&ending.condition))
    }

    /// Returns how the game has ended, if it has: the first ending that holds decides. Those that require that there is no
    /// legal turn are skipped where there is one.
    fn result(&mut self, may_play: bool) -> Option<PlayoutEnd> {
        let recurrence = self.run.recurrence.clone();
        let over = outcome(&mut self.run, Some(recurrence), may_play)?;
        result_of(&self.compiled.program, over).map(PlayoutEnd::Over)
    }
}
