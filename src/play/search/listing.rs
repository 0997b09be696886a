//! Lists the steps that can come next in a node.

use super::node::{Node, Place};
use super::steps::{Choices, How, NextStep, NextSteps, Planned};
use super::walker::Walker;
use super::word::StepWord;
use crate::compile::program::Stmt;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::turn_steps::TurnStep;
use crate::ir::{SideId, SlotId};
use crate::play::execution::moves::{Move, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legal_moves::listing::MoveLists;
use crate::play::legality::check_info::{CheckInfo, Verdict};
use crate::play::legality::turns::turns_beginning;
use crate::play::movegen::choices::Stop;
use crate::play::plan::offers::Offers;
use crate::play::plan::pool::Pool;
use crate::play::plan::walk::{LastChoices, StepTables, Visitor, walk_steps};
use crate::play::state::sizes::StateSize;

/// By what the number of a place grows with each step; more than a plan has steps.
const MOST_STEPS: u32 = 25;

/// The place of what is executed statement by statement from its beginning.
const OUTSIDE: u32 = 0;

impl<'p, S: StateSize> Walker<'p, S> {
    /// Lists the steps that can come next; those that are not verified may turn out to be illegal, or to lead to no legal
    /// turn, when they are made.
    pub(crate) fn steps(&mut self, node: &Node<'p, S>, into: &mut NextSteps<'p, S>) {
        into.clear();
        let mut run = self.pool.fork_step(&node.run);
        match node.place {
            Place::Between => self.first_steps(&mut run, into),
            Place::Planned(steps, place) => self.planned_steps(&mut run, steps, place, into),
            Place::Executed => {
                run.copy_from(&node.run);
                return Lister::new(&mut self.pool, OUTSIDE, into).executed(run, OUTSIDE);
            }
        }
        self.pool.recycle(run);
    }

    fn first_steps(&mut self, run: &mut Execution<'p, S>, into: &mut NextSteps<'p, S>) {
        self.pool.budget.replace(0);
        if self.program.can_choose_alike || !run.rules().preferences.is_empty() {
            return self.whole_turns(run, into);
        }
        self.remember_beginning(run);
        if let Some(steps) = run.turn_steps() {
            if run.apply_prefix(&steps.opening) {
                self.planned_steps(run, &steps.steps, 0, into);
            }
            return;
        }
        let mut begun = self.pool.fork_step(run);
        begun.begin_turn();
        Lister::new(&mut self.pool, OUTSIDE, into).executed(begun, OUTSIDE);
    }

    /// Lists the steps of the plan of which one comes next.
    fn planned_steps(
        &mut self,
        run: &mut Execution<'p, S>,
        steps: &'p [TurnStep<S::Board>],
        place: u32,
        into: &mut NextSteps<'p, S>,
    ) {
        walk_steps(&mut Lister::new(&mut self.pool, place, into), run, steps);
    }

    /// Lists whole turns, with the states after them.
    fn whole_turns(&mut self, run: &Execution<'p, S>, into: &mut NextSteps<'p, S>) {
        let before = (&run.state, &run.past);
        into.turns = turns_beginning(self.program, before, (None, self.pool.budget.clone()));
        for (number, turn) in (0..).zip(&into.turns) {
            let is_capture = turn.steps.iter().any(|step| step.choice.captures());
            let word = StepWord::of_turn(&turn.steps);
            let step = NextStep::quiet(word, true, How::Whole(number));
            into.list.push(NextStep { is_capture, ..step });
        }
    }
}

/// Lists what the steps of a plan offer.
struct Lister<'a, 'p, S: StateSize> {
    pool: &'a mut Pool<'p, S>,
    into: &'a mut NextSteps<'p, S>,
    /// A number that stands for the way to the steps of which one comes next.
    before: u32,
    /// The number of the step that offered nothing to choose, so that these come in its place.
    instead_of: Option<u16>,
    /// The number of the present step in the list, and the one that stands for the way to it.
    index: u16,
    place: u32,
}

impl<'a, 'p, S: StateSize> Lister<'a, 'p, S> {
    fn new(pool: &'a mut Pool<'p, S>, before: u32, into: &'a mut NextSteps<'p, S>) -> Self {
        Self { pool, into, before, instead_of: None, index: 0, place: before }
    }

    /// Adds a step that neither captures nor changes a piece, as far as is known.
    fn add(&mut self, word: StepWord, is_verified: bool, how: How) {
        self.into.list.push(NextStep::quiet(word, is_verified, how));
    }

    /// Lists the choices at which a turn arrives that is executed statement by statement; where it ends without one, a step
    /// that does nothing.
    fn executed(&mut self, mut run: Box<Execution<'p, S>>, place: u32) {
        let (statement, picks) = match run.advance_to_choices() {
            Stop::Dead => return self.pool.recycle(run),
            Stop::Done => (&Stmt::Refuse, vec![Pick::Bound(Binding::Nothing)]),
            Stop::Choices(statement, picks) => (statement, picks),
        };
        let choices = u16::try_from(self.into.choices.len()).unwrap_or(u16::MAX);
        for (number, pick) in (0..).zip(&picks) {
            let word = StepWord::of_pick(pick).in_place(place);
            let step = NextStep::quiet(word, false, How::Pick(choices, number));
            let is_capture =
                matches!(pick, Pick::Move(made, _) if run.state.is_capture(made.landing, made.to));
            self.into.list.push(NextStep { is_capture, ..step });
        }
        self.into.choices.push(Choices { run, statement, picks });
    }
}

impl<'p, S: StateSize> Visitor<'p, S> for Lister<'_, 'p, S> {
    fn pool(&mut self) -> &mut Pool<'p, S> {
        self.pool
    }

    #[inline]
    fn enter(&mut self, number: usize, step: &'p TurnStep<S::Board>) {
        let number = u32::try_from(number).unwrap_or(u32::MAX - 1) + 1;
        self.place = self.before * MOST_STEPS + number;
        self.index = u16::try_from(self.into.plan.len()).unwrap_or(u16::MAX);
        let planned = Planned { step, place: self.place, instead_of: self.instead_of };
        self.into.plan.push(planned);
    }

    fn destinations(
        &mut self,
        run: &Execution<'p, S>,
        step: &TurnStep<S::Board>,
        pieces: S::Board,
    ) -> S::Board {
        if !self.into.only_loud {
            return !S::Board::EMPTY;
        }
        self.into.leaves_out |= pieces.any();
        run.state.occupied() | step.move_effects.transforming | self.into.keeps
    }

    #[inline]
    fn moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveLists,
        _check_info: Option<&CheckInfo<'p, S>>,
    ) {
        let Self { into, index, place, .. } = self;
        for (packed_moves, is_verified) in [(&listed.legal, true), (&listed.unverified, false)] {
            for &packed in packed_moves.iter() {
                let effect = &tables.move_effects.list[packed.move_effect()];
                let is_capture = run.state.is_capture(effect.landing, packed.to());
                let transforms = effect.becomes.is_some();
                if into.only_loud && !is_capture && !transforms && !into.keeps.has(packed.to()) {
                    continue;
                }
                let word = StepWord::planned(*place, packed);
                let how = How::Move(*index, packed);
                into.list.push(NextStep { word, is_verified, is_capture, transforms, how });
            }
        }
        for &made in &listed.others.list {
            let path = listed.others.path(made).cloned();
            let how = How::OtherMove(*index, u32::try_from(into.moves.len()).unwrap_or(u32::MAX));
            let word = StepWord::of_pick(&Pick::Move(made, path.clone().unwrap_or_default()));
            let step = NextStep::quiet(word.in_place(*place), false, how);
            into.moves.push((made, path));
            let is_capture = run.state.is_capture(made.landing, made.to);
            into.list.push(NextStep { is_capture, ..step });
        }
    }

    fn lists_drops(&mut self) -> bool {
        self.into.leaves_out |= self.into.only_loud;
        !self.into.only_loud
    }

    #[inline]
    fn drops(
        &mut self,
        _run: &mut Execution<'p, S>,
        _tables: StepTables<'p, S::Board>,
        hand: SideId,
        listed: &MoveLists,
    ) {
        let (index, place) = (self.index, self.place);
        for (packed_drops, is_verified) in [(&listed.legal, true), (&listed.unverified, false)] {
            for &packed in packed_drops.iter() {
                let word = StepWord::planned(place, packed);
                self.add(word, is_verified, How::Drop(index, hand, packed));
            }
        }
        for &Move { from: kind, to, .. } in &listed.others.list {
            let word = StepWord::of_pick(&Pick::Drop(hand, kind, to)).in_place(place);
            self.add(word, false, How::OtherDrop(index, hand, kind, to));
        }
    }

    fn choices(
        &mut self,
        _run: &mut Execution<'p, S>,
        _step: &'p TurnStep<S::Board>,
        _slot: SlotId,
        offers: Offers<S::Board>,
    ) {
        for bound in offers.squares.members().map(Binding::Square).chain(offers.others) {
            let word = StepWord::choice(self.place, 0, bound);
            self.add(word, false, How::Choice(self.index, bound));
        }
    }

    fn last_choices(&mut self, run: &mut Execution<'p, S>, choices: LastChoices<'_, 'p, S>) {
        let LastChoices { step, chosen, offers, check_info } = choices;
        let (index, place, binds) = (self.index, self.place, step.choice_slot().is_some());
        let (classified, verdict) = run.classify_choices(chosen, offers.squares, check_info);
        for &effects in &chosen.move_effects {
            let mut add = |bound, is_verified| {
                let how = How::LastChoice(index, effects, binds.then_some(bound));
                self.add(StepWord::choice(place, effects, bound), is_verified, how);
            };
            classified.legal.members().for_each(|square| add(Binding::Square(square), true));
            classified.unverified.members().for_each(|square| add(Binding::Square(square), false));
            for &other in offers.others.iter().filter(|_| verdict != Verdict::Illegal) {
                add(other, verdict == Verdict::Legal);
            }
        }
    }

    fn rest(&mut self, run: Box<Execution<'p, S>>) {
        self.executed(run, self.place);
    }

    fn otherwise(&mut self, run: &mut Execution<'p, S>, steps: &'p [TurnStep<S::Board>]) {
        let outer = (self.before, self.instead_of);
        (self.before, self.instead_of) = (self.place, Some(self.index));
        walk_steps(self, run, steps);
        (self.before, self.instead_of) = outer;
    }
}
