//! The public face of the search, for games of every size.

use std::sync::Arc;

use super::appraisal::{PieceValue, appraise};
use super::deepening;
use super::evaluation::{Activity, Evaluation};
use super::history::History;
use super::limits::{Control, Limits};
use super::probe::Probe;
use super::report::Thought;
use super::sample::{Sample, sample};
use super::table::Table;
use super::threads::{Memory, threads};
use crate::ir::{Game, SideId};
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::play::{Engine, each_size};
use crate::state::Position;

/// Searches for the best turn of a game, and remembers what it found from one turn to the next.
///
/// The same searcher, asked the same in the same order with limits of nodes or depth and with one thread, answers the same.
#[derive(Debug)]
pub struct Searcher {
    engine: Engine,
    evaluation: Arc<Evaluation>,
    memory: Memory,
    probe: Option<Arc<dyn Probe>>,
}

impl Searcher {
    /// Makes one for a compiled game, with a table of at most so many bytes. What pieces are worth is derived from the
    /// game, which takes some tens of milliseconds.
    pub fn new(engine: &Engine, bytes: usize) -> Self {
        let evaluation = each_size!(engine, compiled => Evaluation::derive(compiled));
        Self::with_evaluation(engine, Arc::new(evaluation), bytes)
    }

    /// Makes another one for the same game, with a table of its own.
    #[must_use]
    pub fn another(&self, bytes: usize) -> Self {
        let evaluation = Arc::clone(&self.evaluation);
        let probe = self.probe.clone();
        Self { probe, ..Self::with_evaluation(&self.engine, evaluation, bytes) }
    }

    /// Asks somebody who knows what some positions are worth, from now on, or nobody; forgets everything that was found.
    pub fn consult(&mut self, probe: Option<Arc<dyn Probe>>) {
        self.probe = probe;
        self.forget();
    }

    fn with_evaluation(engine: &Engine, evaluation: Arc<Evaluation>, bytes: usize) -> Self {
        let memory = Memory { table: Table::new(bytes), histories: Vec::new() };
        Self { engine: engine.clone(), evaluation, memory, probe: None }
    }

    /// Gives the table another size, and forgets what was in it.
    pub fn resize(&mut self, bytes: usize) {
        self.memory.table = Table::new(bytes);
    }

    /// Forgets everything that was found, as before a new game.
    pub fn forget(&mut self) {
        self.memory.table.clear();
        self.memory.histories.iter_mut().for_each(History::clear);
    }

    /// Returns what each piece is worth, by type and side.
    pub fn piece_values(&self, game: &Game) -> Vec<PieceValue> {
        appraise(game, &self.evaluation)
    }

    /// Returns how many of the numbers that the game remembers win when they have certain values.
    pub fn counters(&self) -> usize {
        self.evaluation.counters.len()
    }

    /// Returns what a position is worth for the side to move, in points, without a search.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let Self { engine, evaluation, .. } = self;
        let (derived, learned) =
            each_size!(engine, compiled => evaluate(compiled, position, evaluation));
        derived + learned
    }

    /// Returns what stands where in a position, and what is derived about it: what is learned from.
    pub fn sample(&mut self, position: &Position) -> Sample {
        let Self { engine, evaluation, memory, .. } = self;
        each_size!(engine, compiled => sample(compiled, position, evaluation, memory))
    }

    /// Returns what the game's weights add to the value of a position for the side to move, in points; nothing if it has
    /// none.
    pub fn learned(&self, position: &Position) -> Option<i32> {
        let Self { engine, evaluation, .. } = self;
        evaluation.network.as_ref()?;
        Some(each_size!(engine, compiled => evaluate(compiled, position, evaluation)).1)
    }

    /// Searches for the best turn in the last of the positions of a game, the first of which it began with. There is none
    /// if that is empty or there is no legal turn; endings by the record are left out at the root.
    ///
    /// `progress` is called whenever a depth has been searched to the end.
    pub fn think(
        &mut self,
        record: &[Position],
        limits: &Limits,
        control: &dyn Control,
        progress: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let Self { engine, evaluation, memory, probe } = self;
        memory.table.grow_older();
        let history = || History::new(evaluation.codes, evaluation.squares);
        memory.histories.resize_with(threads(limits), history);
        memory.histories.iter_mut().for_each(History::grow_older);
        let probe = probe.as_deref();
        let think = Think { record, limits, control, progress, evaluation, memory, probe };
        each_size!(engine, compiled => deepening::think(compiled, think))
    }
}

/// Returns what a position is worth for the side to move: what is derived, and what was learned.
fn evaluate<S: StateSize>(
    compiled: &Compiled<S>,
    position: &Position,
    evaluation: &Evaluation,
) -> (i32, i32) {
    let (program, state) = (&compiled.program, compiled.state_of(position));
    let activity = Activity::of(program, evaluation);
    let value = evaluation.of_state(program, &state) + activity.of_state(&state);
    let learned = evaluation.learned((program, &state), state.to_move);
    (if state.to_move == SideId::FIRST { value } else { -value }, learned)
}

/// One search.
pub(super) struct Think<'a> {
    pub(super) record: &'a [Position],
    pub(super) limits: &'a Limits,
    pub(super) control: &'a dyn Control,
    pub(super) progress: &'a mut dyn FnMut(&Thought),
    pub(super) evaluation: &'a Evaluation,
    pub(super) memory: &'a mut Memory,
    pub(super) probe: Option<&'a dyn Probe>,
}
