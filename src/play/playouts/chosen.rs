//! One of the legal turns of a state, by its number.

use crate::compile::move_effects::TurnStep;
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::moves::PackedMove;
use crate::play::execution::run::Execution;
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::Tables;
use crate::play::perft::preferences::{PreferenceFilter, Wanted};
use crate::play::state::StateSize;

/// What is known of the legal turns of a state.
enum Only<'p, S: StateSize> {
    /// There is none.
    Dead,
    /// Each is a move by this step.
    Move(&'p TurnStep<S::Board>),
    /// Nothing.
    Unknown,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Begins the turn and tells which step is each legal turn, if that is one move and turns need not be compared.
    fn only_move(&mut self) -> Only<'p, S> {
        let repetition_key = self.program.can_repeat_turns || !self.rules().preferences.is_empty();
        let Some(steps) = self.steps().filter(|_| !repetition_key) else { return Only::Unknown };
        if !self.open(&steps.opening) {
            return Only::Dead;
        }
        let mut possible = steps.steps.iter().filter(|step| self.may_take(step));
        match (possible.next(), possible.next()) {
            (None, _) => Only::Dead,
            (Some(step), None) if step.move_of_turn().is_some() => Only::Move(step),
            _ => Only::Unknown,
        }
    }
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Plays one of the legal turns of a run that stands still, whether or not the game is over: the run stands still in
    /// the state after it. `below` is told how many there are and returns the number of one. Where there is none, the run
    /// is left as it was.
    pub fn play_chosen(
        &mut self,
        run: &mut Execution<'p, S>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        self.effort.replace(0);
        let before = run.state;
        let played = match run.only_move() {
            Only::Dead => false,
            Only::Move(step) => self.play_chosen_move(run, step, below),
            Only::Unknown => {
                run.renew(&before);
                let states = self.outcomes(run);
                let number = if states.is_empty() { 0 } else { below(states.len()) };
                let chosen = states.get(number).or(states.last());
                chosen.map(|state| run.renew(state)).is_some()
            }
        };
        if !played {
            run.renew(&before);
        }
        played
    }

    /// Plays one of the moves that are all of a turn.
    fn play_chosen_move(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        let Some((pieces, slot)) = step.move_of_turn() else { return false };
        run.come_to_the_end();
        let tables = Tables::of(step, slot);
        let mut listed = self.moves.pop().unwrap_or_default();
        listed.clear();
        let pieces = run.squares(pieces);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        run.list_last(pieces, (tables.move_effects, tables.generators), check_info, &mut listed);
        let decided = listed.legal.len();
        // What must be tried is played at once; what is left is played if it is chosen.
        let tried = if listed.is_settled() {
            Vec::new()
        } else {
            let memory = Vec::new();
            let before =
                self.preference_filter.replace(PreferenceFilter::new(Wanted::States, 0, memory));
            self.undecided_moves(run, tables, (&listed, check_info), 1);
            let found = std::mem::replace(&mut self.preference_filter, before);
            found.map(|found| found.states).unwrap_or_default()
        };
        let count = decided + tried.len();
        let number = if count == 0 { 0 } else { below(count).min(count - 1) };
        let chosen = listed.legal.get(number);
        self.looked(looked);
        self.moves.push(listed);
        match (chosen, number.checked_sub(decided).and_then(|number| tried.get(number))) {
            (Some(packed), _) => {
                run.act(tables.move_effects, packed, tables.slot);
                run.pass();
                true
            }
            (None, Some(state)) => {
                run.renew(state);
                true
            }
            (None, None) => false,
        }
    }

    /// Returns the legal turns of a run that stands still, in ascending order, with the step that each of them is, where
    /// each is one move of which it is known what it does and takes. With each comes whether its destination is occupied
    /// when it is made. Where step and moves of two states are the same, so are their legal turns.
    pub fn packed_moves(
        &mut self,
        run: &mut Execution<'p, S>,
    ) -> Option<(&'p TurnStep<S::Board>, Vec<(PackedMove, bool)>)> {
        let Only::Move(step) = run.only_move() else { return None };
        let (pieces, slot) = step.move_of_turn()?;
        run.come_to_the_end();
        let mut listed = self.moves.pop().unwrap_or_default();
        listed.clear();
        let pieces = run.squares(pieces);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        run.list_last(pieces, (&step.move_effects, &step.generators), check_info, &mut listed);
        self.looked(looked);
        // What other moves take may depend on more than where they lead.
        let plain = |word: &PackedMove| {
            run.rules().captures_only_where_it_ends(&step.move_effects.list[word.move_effect()])
        };
        let known = listed.others.list.is_empty()
            && listed.legal.iter().chain(listed.unverified.iter()).all(plain);
        let mut words: Vec<PackedMove> = listed.legal.iter().copied().collect();
        for &packed in listed.unverified.iter().filter(|_| known) {
            if self.tried(run, (true, 1), |run| run.act(&step.move_effects, packed, slot)) > 0 {
                words.push(packed);
            }
        }
        self.moves.push(listed);
        words.sort_unstable_by_key(|packed| packed.0);
        let occupied = run.state.occupied();
        let moves = words.into_iter().map(|packed| (packed, occupied.has(packed.to())));
        known.then(|| (step, moves.collect()))
    }
}
