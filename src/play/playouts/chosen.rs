//! Plays one of the legal turns of a position, given its number.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::turn_steps::TurnStep;
use crate::play::execution::moves::PackedMove;
use crate::play::execution::run::Execution;
use crate::play::perft::counter::Perft;
use crate::play::perft::preferences::{PreferenceFilter, Wanted};
use crate::play::plan::pool::Pool;
use crate::play::plan::walk::StepTables;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// The step that each legal turn is, and the moves, each with whether its destination is occupied.
pub(crate) type StepMoves<'p, S> = (&'p TurnStep<<S as StateSize>::Board>, Vec<(PackedMove, bool)>);

/// The form of the legal turns of a position.
enum TurnForm<'p, S: StateSize> {
    /// There is none.
    None,
    /// Each is a single move, made by this step.
    SingleMove(&'p TurnStep<S::Board>),
    /// Any other.
    Other,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns whether the turns of the position must be compared with each other, so that all are played.
    fn compares_turns(&self) -> bool {
        self.program.can_repeat_turns || !self.rules().preferences.is_empty()
    }

    /// Begins the turn and returns its form; turns that must be compared with each other are no single moves.
    fn turn_form(&mut self) -> TurnForm<'p, S> {
        let Some(steps) = self.turn_steps().filter(|_| !self.compares_turns()) else {
            return TurnForm::Other;
        };
        if !self.apply_prefix(&steps.opening) {
            return TurnForm::None;
        }
        let mut possible = steps.steps.iter().filter(|step| self.guards_hold(step));
        match (possible.next(), possible.next()) {
            (None, _) => TurnForm::None,
            (Some(step), None) if step.move_of_turn().is_some() => TurnForm::SingleMove(step),
            _ => TurnForm::Other,
        }
    }
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Plays one of the legal turns of an idle execution, which then is idle in the state after it. Whether the game is
    /// over does not matter. `below` gets the number of turns and returns the index of one. If there is none, nothing
    /// happens.
    pub(crate) fn play_one(
        &mut self,
        run: &mut Execution<'p, S>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        self.pool.budget.replace(0);
        let before = run.state;
        let played = match run.turn_form() {
            TurnForm::None => false,
            TurnForm::SingleMove(step) => self.play_single_move(run, step, below),
            TurnForm::Other => {
                run.reset_to(&before);
                if run.compares_turns() {
                    let states = self.outcomes(run);
                    let number = if states.is_empty() { 0 } else { below(states.len()) };
                    let chosen = states.get(number).or(states.last());
                    let past = run.past.and(run.program, &before);
                    chosen
                        .map(|state| {
                            run.reset_to(state);
                            run.remember(&past);
                        })
                        .is_some()
                } else {
                    self.play_by_index(run, &before, below)
                }
            }
        };
        if !played {
            run.reset_to(&before);
        }
        played
    }

    /// Plays one of the turns, which are counted first: only those are played that must be judged by playing them, and then
    /// the chosen one.
    fn play_by_index(
        &mut self,
        run: &mut Execution<'p, S>,
        before: &State<S>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        let found = self.collect(run, Wanted::Played);
        let count = usize::try_from(found.count).unwrap_or(usize::MAX);
        self.pool.budget.count_turns(count);
        if count == 0 {
            return false;
        }
        let number = below(count).min(count - 1) as u64;
        let played = found.indices.binary_search(&number).ok();
        if let Some(state) = played.and_then(|place| found.states.get(place)) {
            run.reset_to(state);
            return true;
        }
        self.pool.budget.replace(0);
        run.reset_to(before);
        let chosen = self.collect(run, Wanted::Turn(number));
        chosen.states.first().map(|state| run.reset_to(state)).is_some()
    }

    /// Plays one of the turns that are single moves.
    fn play_single_move(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        let Some((pieces, slot)) = step.move_of_turn() else { return false };
        run.skip_to_turn_end();
        let tables = StepTables::of(step, slot);
        let pieces = run.squares(pieces);
        let mut lazy = self.pool.lazy_check_info();
        let check_info = lazy.get(run);
        let listed = self.pool.list_moves(run, (pieces, !S::Board::EMPTY), tables, check_info);
        let decided = listed.legal.len();
        // Unverified moves are played at once; legal ones only if they are chosen.
        let tried = if listed.all_are_legal() {
            Vec::new()
        } else {
            let memory = Vec::new();
            let before =
                self.preference_filter.replace(PreferenceFilter::new(Wanted::States, 0, memory));
            self.count_unverified_moves(run, tables, &listed, check_info, 1);
            let found = std::mem::replace(&mut self.preference_filter, before);
            found.map(|found| found.states).unwrap_or_default()
        };
        let count = decided + tried.len();
        let number = if count == 0 { 0 } else { below(count).min(count - 1) };
        let chosen = listed.legal.get(number);
        self.pool.reuse_check_info(lazy);
        self.pool.reuse_moves(listed);
        match (chosen, number.checked_sub(decided).and_then(|number| tried.get(number))) {
            (Some(packed), _) => {
                run.make_known_move(tables.move_effects, packed, tables.slot);
                run.begin_next_turn();
                true
            }
            (None, Some(state)) => {
                run.reset_to(state);
                true
            }
            (None, None) => false,
        }
    }
}

impl<'p, S: StateSize> Pool<'p, S> {
    /// Returns the legal turns of an idle execution as packed moves, in ascending order, with the step that makes them,
    /// where they are single moves whose effects and captures are known in advance. With each comes whether its
    /// destination is occupied. Two positions with the same step and packed moves have the same legal turns.
    pub(crate) fn packed_moves(&mut self, run: &mut Execution<'p, S>) -> Option<StepMoves<'p, S>> {
        let TurnForm::SingleMove(step) = run.turn_form() else { return None };
        let (pieces, slot) = step.move_of_turn()?;
        run.skip_to_turn_end();
        let pieces = run.squares(pieces);
        let mut lazy = self.lazy_check_info();
        let check_info = lazy.get(run);
        let (tables, all) = (StepTables::of(step, slot), !S::Board::EMPTY);
        let listed = self.list_moves(run, (pieces, all), tables, check_info);
        self.reuse_check_info(lazy);
        // The captures of other moves may depend on more than their destinations.
        let plain = |word: &PackedMove| {
            run.rules().captures_only_where_it_ends(&step.move_effects.list[word.move_effect()])
        };
        let known = listed.others.list.is_empty()
            && listed.legal.iter().chain(listed.unverified.iter()).all(plain);
        let mut words: Vec<PackedMove> = listed.legal.iter().copied().collect();
        for &packed in listed.unverified.iter().filter(|_| known) {
            let mut next = self.fork_step(run);
            let done = self.budget.done();
            if next.make_known_move(&step.move_effects, packed, slot) && !next.forbidden() {
                words.push(packed);
            }
            self.recycle(next);
            self.budget.rest(done);
        }
        self.reuse_moves(listed);
        words.sort_unstable_by_key(|packed| packed.0);
        let occupied = run.state.occupied();
        let moves = words.into_iter().map(|packed| (packed, occupied.has(packed.to())));
        known.then(|| (step, moves.collect()))
    }
}
