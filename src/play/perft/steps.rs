//! Counting turns by the steps that they were taken apart into.

use crate::compile::attacks::reverse::Other;
use crate::compile::move_effects::{Change, Chosen, Steps, TurnStep, What};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Among, Choosing, Set, Stmt};
use crate::ir::slots;
use crate::play::execution::moves::PackedMove;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::legality::check_info::{CheckInfo, Classified, Looked, Verdict};
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::Tables;
use crate::play::state::StateSize;

/// What can be chosen: squares and other things.
pub struct Offers<B> {
    /// Squares.
    pub squares: B,
    /// Pieces in hand, types, numbers and nothing.
    pub others: Vec<Bound>,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns the steps of the turn that is about to begin, if what they assume is so.
    #[inline]
    pub fn steps(&self) -> Option<&'p Steps<S::Board>> {
        let steps = self.rules().steps.as_ref()?;
        let empty = |&board: &usize| self.state.board(board).is_empty();
        steps.assumed.iter().all(empty).then_some(steps)
    }

    /// Tells whether the conditions for a step hold.
    #[inline]
    pub fn may_take(&mut self, step: &'p TurnStep<S::Board>) -> bool {
        step.guards.iter().all(|(condition, holds)| self.truth(condition) == *holds)
    }

    /// Returns what can be chosen.
    pub fn offers(&mut self, choose: &'p Choosing<S::Board>) -> Offers<S::Board> {
        if let Among::Squares(among, None) = &choose.among {
            return Offers { squares: self.squares(among), others: Vec::new() };
        }
        let mut offers = Offers { squares: S::Board::EMPTY, others: Vec::new() };
        for pick in self.candidates(choose) {
            match pick.bound() {
                Bound::Square(square) => offers.squares |= S::Board::one(square),
                other => offers.others.push(other),
            }
        }
        offers
    }

    /// Sorts the squares that can be chosen, and tells what can be told of choosing something else.
    pub fn classify_choices(
        &mut self,
        chosen: &Chosen,
        squares: S::Board,
        looked: &mut Looked<'p, S>,
    ) -> (Classified<S::Board>, Verdict) {
        let none = S::Board::EMPTY;
        let unknown = (Classified { legal: none, unverified: squares }, Verdict::Unknown);
        if chosen.change == Change::Free {
            return (Classified { legal: squares, unverified: none }, Verdict::Legal);
        }
        if chosen.change == Change::Unknown {
            return unknown;
        }
        match looked.check_info(self) {
            Some(check_info) if self.can_judge(chosen, check_info) => {
                (check_info.classify_choices(chosen.change, squares), check_info.judge_standing())
            }
            _ => unknown,
        }
    }

    /// Tells whether a choice that does nothing but what is said of its change can be judged by that.
    fn can_judge(&self, chosen: &Chosen, check_info: &CheckInfo<'p, S>) -> bool {
        let enemy = self.state.board(usize::from(1 - self.own));
        let given = |token: usize| {
            check_info.attacks().is_some_and(|attacks| {
                attacks.pre_move_tokens.iter().any(|pre_move_token| pre_move_token.token == token)
            })
        };
        // A token that nobody bears may be given to a piece of the other side before its move.
        let slider = |&token: &usize| {
            let at = self.state.number(self.program.layout.token(token));
            match u8::try_from(at) {
                Ok(square) => !enemy.has(square),
                Err(_) => !given(token),
            }
        };
        let royals = check_info.royals();
        let possible = |other: &Other<S::Board>| self.may_capture(other, royals);
        chosen.tokens.iter().all(slider) && !check_info.others().any(possible)
    }
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Counts the turns that go on with one of some steps.
    pub fn each_step(
        &mut self,
        run: &mut Execution<'p, S>,
        steps: &'p [TurnStep<S::Board>],
        depth: u32,
    ) -> u64 {
        let mut sum = 0;
        let mut looked = self.nothing_looked_for();
        // What is bound while one step is looked at is nothing to the next.
        let bound =
            run.slots.are_used(BY_STEPS).then(|| BOUND_BY_STEPS.map(|slot| run.slots.get(slot)));
        for (index, step) in steps.iter().enumerate() {
            if self.is_in_vain(step) {
                continue;
            }
            if index > 0 {
                run.slots.empty(BY_STEPS);
                for (slot, bound) in BOUND_BY_STEPS.into_iter().zip(bound.into_iter().flatten()) {
                    run.slots.set(slot, bound);
                }
            }
            if !run.may_take(step) {
                continue;
            }
            // All but the rest of a turn leaves the run as it was.
            if !matches!(step.what, What::Rest(_)) {
                if step.prefix.is_empty() {
                    sum += self.step(run, step, &mut looked, depth);
                    continue;
                }
                if let Some(before) = run.set_numbers(&step.prefix) {
                    sum += self.single_way_step(run, step, depth);
                    run.reset_numbers(&step.prefix, before);
                    continue;
                }
            }
            let mut begun = self.like(run);
            if begun.open(&step.prefix) {
                sum += self.single_way_step(&mut begun, step, depth);
            }
            self.give_back(begun);
        }
        self.looked(looked);
        sum
    }

    /// Tells whether all turns that go on with a step come after some that have been found.
    fn is_in_vain(&self, step: &TurnStep<S::Board>) -> bool {
        let Some(preference_filter) = &self.preference_filter else { return false };
        // Where there is nothing to choose from, the turn goes on otherwise.
        let chosen = step.move_effects.chosen.is_some()
            && step.otherwise.is_none()
            && !matches!(step.what, What::Rest(_));
        let preferred = step.move_effects.preferred.filter(|_| chosen);
        preferred.is_some_and(|preferred| !preference_filter.may_count(preferred))
    }

    /// Counts the turns of which each is one move and no more.
    pub fn only_step(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        (pieces, slot): (&'p Set<S::Board>, Option<u16>),
        depth: u32,
    ) -> u64 {
        run.come_to_the_end();
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        let sum = self.listed_moves(run, pieces, Tables::of(step, slot), check_info, depth);
        self.looked(looked);
        sum
    }

    /// Counts the turns that go on with a step in a state of its own.
    fn single_way_step(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        depth: u32,
    ) -> u64 {
        let mut looked = self.nothing_looked_for();
        let sum = self.step(run, step, &mut looked, depth);
        self.looked(looked);
        sum
    }

    fn step(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        looked: &mut Looked<'p, S>,
        depth: u32,
    ) -> u64 {
        run.come_to_the_end();
        run.enter(&step.suffix);
        match &step.what {
            What::Rest(rest) => {
                run.enter(rest);
                self.follow(run, depth)
            }
            What::One(Stmt::Move { pieces, slot, .. }) => {
                let check_info = looked.check_info(run);
                self.listed_moves(run, pieces, Tables::of(step, *slot), check_info, depth)
            }
            What::One(Stmt::Drop { hand, types, on, slot, .. }) => {
                let check_info = looked.check_info(run);
                self.listed_drops(
                    run,
                    (*hand, types, on),
                    Tables::of(step, *slot),
                    check_info,
                    depth,
                )
            }
            What::One(Stmt::Choose(choose)) => self.choice(run, (step, choose), looked, depth),
            What::One(_) => 0,
            What::Nothing => {
                let Some(chosen) = &step.move_effects.chosen else { return 0 };
                if chosen.change == Change::Free {
                    return self.only_ends(run, step, chosen, depth);
                }
                let nothing = Offers { squares: S::Board::one(0), others: Vec::new() };
                self.last_choice(run, (step, chosen), (None, &nothing), looked, depth)
            }
        }
    }

    /// Counts what follows from a step, made on a copy of a run, that does not end the turn.
    pub fn gone_on(
        &mut self,
        run: &Execution<'p, S>,
        then: &'p [TurnStep<S::Board>],
        depth: u32,
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        let before = self.effort.done();
        self.effort.spend(run.program.squares);
        if self.effort.is_spent() {
            return 0;
        }
        let mut next = self.like(run);
        let sum = if act(&mut next) { self.each_step(&mut next, then, depth) } else { 0 };
        self.give_back(next);
        self.rest(before);
        sum
    }

    /// Counts what follows from a choice.
    fn choice(
        &mut self,
        run: &mut Execution<'p, S>,
        (step, choose): (&'p TurnStep<S::Board>, &'p Choosing<S::Board>),
        looked: &mut Looked<'p, S>,
        depth: u32,
    ) -> u64 {
        let offers = run.offers(choose);
        if offers.squares.is_empty() && offers.others.is_empty() {
            let otherwise = step.otherwise.as_deref();
            return otherwise.map_or(0, |steps| self.each_step(run, steps, depth));
        }
        if let Some(chosen) = &step.move_effects.chosen {
            let offers = (Some(choose.slot), &offers);
            return self.last_choice(run, (step, chosen), offers, looked, depth);
        }
        let squares = offers.squares.members().map(Bound::Square);
        let mut sum = 0;
        for bound in squares.chain(offers.others) {
            sum += self.gone_on(run, &step.then, depth, |run| {
                run.slots.set(choose.slot, bound);
                true
            });
            self.stop_if_many(sum, depth);
        }
        sum
    }

    /// Counts turns that end without a choice, where none is forbidden.
    fn only_ends(
        &mut self,
        run: &Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        chosen: &Chosen,
        depth: u32,
    ) -> u64 {
        let move_effects = &step.move_effects;
        let mut sum = 0;
        for &number in &chosen.move_effects {
            let preferred = move_effects.list[usize::from(number)].preferred;
            sum += match self.counted(preferred, 1, depth) {
                Some(count) => count,
                None => self
                    .tried(run, (false, depth), |run| run.act_choice((move_effects, number), None)),
            };
        }
        sum
    }

    /// Counts choices that end the turn.
    fn last_choice(
        &mut self,
        run: &mut Execution<'p, S>,
        (step, chosen): (&'p TurnStep<S::Board>, &'p Chosen),
        (slot, offers): (Option<u16>, &Offers<S::Board>),
        looked: &mut Looked<'p, S>,
        depth: u32,
    ) -> u64 {
        let move_effects = &step.move_effects;
        let (classified, verdict) = run.classify_choices(chosen, offers.squares, looked);
        let mut listed = self.moves.pop().unwrap_or_default();
        let mut sum = 0;
        for &number in &chosen.move_effects {
            listed.clear();
            let base = PackedMove::new(0, 0, number).0;
            listed.legal.add(classified.legal, base, PackedMove::ENDS);
            let preferred = move_effects.list[usize::from(number)].preferred;
            if let Some(counted) = self.counted(preferred, listed.legal.len(), depth) {
                sum += counted;
                listed.legal.clear();
            }
            listed.unverified.add(classified.unverified, base, PackedMove::ENDS);
            for (move_list, judge) in [(&listed.legal, false), (&listed.unverified, true)] {
                for packed in move_list.iter() {
                    let bound = slot.map(|slot| (slot, Bound::Square(packed.to())));
                    sum += self.tried(run, (judge, depth), |run| {
                        run.act_choice((move_effects, number), bound)
                    });
                }
            }
            for &other in &offers.others {
                let counted = match verdict {
                    Verdict::Legal => self.counted(preferred, 1, depth),
                    Verdict::Illegal => Some(0),
                    Verdict::Unknown => None,
                };
                let judge = (verdict == Verdict::Unknown, depth);
                sum += counted.unwrap_or_else(|| {
                    let bound = slot.map(|slot| (slot, other));
                    self.tried(run, judge, |run| run.act_choice((move_effects, number), bound))
                });
            }
        }
        self.moves.push(listed);
        sum
    }
}

/// The slots that are bound while the moves or drops of a step are listed.
const BOUND_BY_STEPS: [u16; 3] = [slots::FROM.0, slots::TO.0, slots::DROPPED.0];

/// The same, one bit for each.
const BY_STEPS: u32 = 1 << slots::FROM.0 | 1 << slots::TO.0 | 1 << slots::DROPPED.0;
