//! Counting turns by the steps that they were taken apart into.

use super::deeds::Quick;
use super::list::Listed;
use super::perft::{Before, Counter, is_last};
use super::quicks::Quicks;
use super::run::{Bound, Run};
use super::safe::{Danger, Sorted, Verdict};
use super::state::Shape;
use crate::compile::attack::Other;
use crate::compile::bits::Bits;
use crate::compile::generators::Generators;
use crate::compile::moves::{Change, Chosen, Deeds, Steps, TurnStep, What};
use crate::compile::program::{Among, Choosing, Set, Stmt, Who};
use crate::ir::slots;

/// What is known in advance of a move or drop.
#[derive(Debug)]
pub struct Tables<'p, B> {
    /// What it does.
    pub deeds: &'p Deeds<B>,
    /// How moves are listed.
    pub generators: &'p Generators<B>,
    /// What holds the piece's square afterwards.
    pub slot: Option<u16>,
    /// The steps of which one comes next, where it is not known to end the turn.
    pub then: &'p [TurnStep<B>],
}

impl<B> Clone for Tables<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Tables<'_, B> {}

impl<'p, B> Tables<'p, B> {
    /// Returns what is known of the moves or drops of a step.
    pub fn of(step: &'p TurnStep<B>, slot: Option<u16>) -> Self {
        Self { deeds: &step.deeds, generators: &step.generators, slot, then: &step.then }
    }
}

/// What endangers the royal pieces in one state, once it has been looked for.
#[derive(Debug)]
pub struct Looked<'p, S: Shape> {
    place: Option<Box<Danger<'p, S>>>,
    /// Whether it can be told from tables; `None` before it has been looked for.
    told: Option<bool>,
}

impl<'p, S: Shape> Looked<'p, S> {
    /// Returns what endangers them, if it can be told.
    #[inline]
    pub fn danger(&mut self, run: &mut Run<'p, S>) -> Option<&Danger<'p, S>> {
        let place = &mut self.place;
        let told = *self.told.get_or_insert_with(|| run.danger_in(place));
        self.place.as_deref().filter(|_| told)
    }
}

/// Turns in a row that satisfy the same preferences and need not be played to be counted.
#[derive(Debug, Default)]
struct Alike {
    /// Which preferences they satisfy.
    preferred: Option<u64>,
    /// How many there are.
    count: usize,
}

/// What can be chosen: squares and other things.
struct Offers<B> {
    squares: B,
    others: Vec<Bound>,
}

impl<'p, S: Shape> Run<'p, S> {
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

    fn offers(&mut self, choose: &'p Choosing<S::Board>) -> Offers<S::Board> {
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
    fn sort_choices(
        &mut self,
        chosen: &Chosen,
        squares: S::Board,
        looked: &mut Looked<'p, S>,
    ) -> (Sorted<S::Board>, Verdict) {
        let none = S::Board::EMPTY;
        let unknown = (Sorted { legal: none, tries: squares }, Verdict::Unknown);
        if chosen.change == Change::Free {
            return (Sorted { legal: squares, tries: none }, Verdict::Legal);
        }
        if chosen.change == Change::Unknown {
            return unknown;
        }
        match looked.danger(self) {
            Some(danger) if self.can_judge(chosen, danger) => {
                (danger.sort_choices(chosen.change, squares), danger.judge_standing())
            }
            _ => unknown,
        }
    }

    /// Tells whether a choice that does nothing but what is said of its change can be judged by that.
    fn can_judge(&self, chosen: &Chosen, danger: &Danger<'p, S>) -> bool {
        let enemy = self.state.board(usize::from(1 - self.own));
        let given = |token: usize| {
            danger
                .attacks()
                .is_some_and(|attacks| attacks.gifts.iter().any(|gift| gift.token == token))
        };
        // A token that nobody bears may be given to a piece of the other side before its move.
        let far = |&token: &usize| {
            let at = self.state.number(self.program.layout.token(token));
            match u8::try_from(at) {
                Ok(square) => !enemy.has(square),
                Err(_) => !given(token),
            }
        };
        let royals = danger.royals();
        let possible = |other: &Other<S::Board>| self.may_capture(other, royals);
        chosen.tokens.iter().all(far) && !danger.others().any(possible)
    }
}

impl<'p, S: Shape> Counter<'p, S> {
    /// Counts the turns that go on with one of some steps.
    pub fn each_step(
        &mut self,
        run: &mut Run<'p, S>,
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
                    sum += self.lone_step(run, step, depth);
                    run.reset_numbers(&step.prefix, before);
                    continue;
                }
            }
            let mut begun = self.like(run);
            if begun.open(&step.prefix) {
                sum += self.lone_step(&mut begun, step, depth);
            }
            self.give_back(begun);
        }
        self.looked(looked);
        sum
    }

    /// Tells whether all turns that go on with a step come after some that have been found.
    fn is_in_vain(&self, step: &TurnStep<S::Board>) -> bool {
        let Some(gathered) = &self.gathered else { return false };
        let chosen = step.deeds.chosen.is_some() && !matches!(step.what, What::Rest(_));
        let preferred = step.deeds.preferred.filter(|_| chosen);
        preferred.is_some_and(|preferred| !gathered.may_count(preferred))
    }

    /// Counts the turns of which each is one move and no more.
    pub fn only_step(
        &mut self,
        run: &mut Run<'p, S>,
        step: &'p TurnStep<S::Board>,
        (pieces, slot): (&'p Set<S::Board>, Option<u16>),
        depth: u32,
    ) -> u64 {
        run.come_to_the_end();
        let mut looked = self.nothing_looked_for();
        let danger = looked.danger(run);
        let sum = self.listed_moves(run, pieces, Tables::of(step, slot), danger, depth);
        self.looked(looked);
        sum
    }

    /// Returns memory for what endangers the royal pieces in a state that is still to be looked into.
    pub fn nothing_looked_for(&mut self) -> Looked<'p, S> {
        Looked { place: self.dangers.pop(), told: None }
    }

    /// Takes that memory back.
    pub fn looked(&mut self, looked: Looked<'p, S>) {
        if let Some(place) = looked.place {
            self.dangers.push(place);
        }
    }

    /// Counts the turns that go on with a step in a state of its own.
    fn lone_step(&mut self, run: &mut Run<'p, S>, step: &'p TurnStep<S::Board>, depth: u32) -> u64 {
        let mut looked = self.nothing_looked_for();
        let sum = self.step(run, step, &mut looked, depth);
        self.looked(looked);
        sum
    }

    fn step(
        &mut self,
        run: &mut Run<'p, S>,
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
                let danger = looked.danger(run);
                self.listed_moves(run, pieces, Tables::of(step, *slot), danger, depth)
            }
            What::One(Stmt::Drop { hand, types, on, slot, .. }) => {
                let danger = looked.danger(run);
                self.listed_drops(run, (*hand, types, on), Tables::of(step, *slot), danger, depth)
            }
            What::One(Stmt::Choose(choose)) => self.choice(run, (step, choose), looked, depth),
            What::One(_) => 0,
            What::Nothing => {
                let Some(chosen) = &step.deeds.chosen else { return 0 };
                if chosen.change == Change::Free {
                    return self.only_ends(run, step, chosen, depth);
                }
                let nothing = Offers { squares: S::Board::one(0), others: Vec::new() };
                self.last_choice(run, (step, chosen), (None, &nothing), looked, depth)
            }
        }
    }

    /// Counts moves.
    pub fn listed_moves(
        &mut self,
        run: &mut Run<'p, S>,
        pieces: &'p Set<S::Board>,
        tables: Tables<'p, S::Board>,
        danger: Option<&Danger<'p, S>>,
        depth: u32,
    ) -> u64 {
        let mut listed = self.moves.pop().unwrap_or_default();
        listed.clear();
        let pieces = run.known_squares(pieces);
        run.list_last(pieces, (tables.deeds, tables.generators), danger, &mut listed);
        let Tables { deeds, slot, .. } = tables;
        let mut sum = self
            .sure_turns(run, deeds, &listed.legal, depth, |run, quick| run.act(deeds, quick, slot));
        if !listed.is_settled() {
            sum += self.unsure_moves(run, tables, (&listed, danger), depth);
        }
        self.moves.push(listed);
        sum
    }

    /// Counts listed moves that must be tried.
    pub fn unsure_moves(
        &mut self,
        run: &mut Run<'p, S>,
        tables: Tables<'p, S::Board>,
        (listed, danger): (&Listed, Option<&Danger<'p, S>>),
        depth: u32,
    ) -> u64 {
        let Tables { deeds, slot, .. } = tables;
        let mut sum = self.tried_turns(run, tables, &listed.tries, depth, |run, quick| {
            run.act(deeds, quick, slot)
        });
        let others = &listed.others;
        if !others.list.is_empty() {
            let before = Before::of(run);
            let judge = danger.filter(|_| is_last(run));
            for &made in &others.list {
                let verdict = judge.map_or(Verdict::Unknown, |danger| danger.judge(made, deeds));
                sum += self.last(run, &before, (verdict, depth), |run| {
                    run.make_move(slot, made, others.trail(made));
                });
            }
        }
        sum
    }

    /// Counts listed moves or drops that are known to be legal.
    fn sure_turns(
        &mut self,
        run: &Run<'p, S>,
        deeds: &'p Deeds<S::Board>,
        listed: &Quicks,
        depth: u32,
        act: impl Fn(&mut Run<'p, S>, Quick) -> bool,
    ) -> u64 {
        // Without preferences, all turns satisfy the same.
        let alike = if self.gathered.is_some() { deeds.preferred } else { Some(0) };
        if let Some(count) = alike.and_then(|same| self.counted(Some(same), listed.len(), depth)) {
            return count;
        }
        let mut sum = 0;
        if alike.is_some() {
            for &quick in listed.iter() {
                sum += self.tried(run, (false, depth), |run| act(run, quick));
            }
            return sum;
        }
        let mut alike = Alike::default();
        for &quick in listed.iter() {
            let preferred = deeds.list[quick.deed()].preferred;
            sum += match self.counted_alike(preferred, &mut alike, depth) {
                Some(count) => count,
                None => self.tried(run, (false, depth), |run| act(run, quick)),
            };
        }
        sum + self.count_alike(&alike, depth)
    }

    /// Counts what follows from listed moves or drops that must be tried, or after which the turn goes on.
    fn tried_turns(
        &mut self,
        run: &Run<'p, S>,
        tables: Tables<'p, S::Board>,
        listed: &Quicks,
        depth: u32,
        act: impl Fn(&mut Run<'p, S>, Quick) -> bool,
    ) -> u64 {
        let mut sum = 0;
        for &quick in listed.iter() {
            sum += if tables.deeds.list[quick.deed()].partial {
                self.gone_on(run, tables.then, depth, |run| act(run, quick))
            } else {
                self.tried(run, (true, depth), |run| act(run, quick))
            };
        }
        sum
    }

    /// Adds a turn to those before it that satisfy the same preferences; where it does not, counts these and begins anew.
    /// `None` if it must be played to be counted.
    #[inline]
    fn counted_alike(
        &mut self,
        preferred: Option<u64>,
        alike: &mut Alike,
        depth: u32,
    ) -> Option<u64> {
        if alike.count > 0 && alike.preferred == preferred {
            alike.count += 1;
            return Some(0);
        }
        self.counted(preferred, 0, depth)?;
        let count = self.count_alike(alike, depth);
        *alike = Alike { preferred, count: 1 };
        Some(count)
    }

    /// Counts turns that satisfy the same preferences.
    fn count_alike(&mut self, alike: &Alike, depth: u32) -> u64 {
        self.counted(alike.preferred, alike.count, depth).unwrap_or(0)
    }

    /// Counts what follows from a step, made on a copy of a run, that does not end the turn.
    fn gone_on(
        &mut self,
        run: &Run<'p, S>,
        then: &'p [TurnStep<S::Board>],
        depth: u32,
        act: impl FnOnce(&mut Run<'p, S>) -> bool,
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
        run: &mut Run<'p, S>,
        (step, choose): (&'p TurnStep<S::Board>, &'p Choosing<S::Board>),
        looked: &mut Looked<'p, S>,
        depth: u32,
    ) -> u64 {
        let offers = run.offers(choose);
        if offers.squares.is_empty() && offers.others.is_empty() {
            let otherwise = step.otherwise.as_deref();
            return otherwise.map_or(0, |steps| self.each_step(run, steps, depth));
        }
        if let Some(chosen) = &step.deeds.chosen {
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
        }
        sum
    }

    /// Counts turns that end without a choice, where none is forbidden.
    fn only_ends(
        &mut self,
        run: &Run<'p, S>,
        step: &'p TurnStep<S::Board>,
        chosen: &Chosen,
        depth: u32,
    ) -> u64 {
        let deeds = &step.deeds;
        let mut sum = 0;
        for &number in &chosen.deeds {
            let preferred = deeds.list[usize::from(number)].preferred;
            sum += match self.counted(preferred, 1, depth) {
                Some(count) => count,
                None => {
                    self.tried(run, (false, depth), |run| run.act_choice((deeds, number), None))
                }
            };
        }
        sum
    }

    /// Counts choices that end the turn.
    fn last_choice(
        &mut self,
        run: &mut Run<'p, S>,
        (step, chosen): (&'p TurnStep<S::Board>, &'p Chosen),
        (slot, offers): (Option<u16>, &Offers<S::Board>),
        looked: &mut Looked<'p, S>,
        depth: u32,
    ) -> u64 {
        let deeds = &step.deeds;
        let (sorted, verdict) = run.sort_choices(chosen, offers.squares, looked);
        let mut listed = self.moves.pop().unwrap_or_default();
        let mut sum = 0;
        for &number in &chosen.deeds {
            listed.clear();
            let base = Quick::new(0, 0, number).0;
            listed.legal.add(sorted.legal, base, Quick::ENDS);
            let preferred = deeds.list[usize::from(number)].preferred;
            if let Some(counted) = self.counted(preferred, listed.legal.len(), depth) {
                sum += counted;
                listed.legal.clear();
            }
            listed.tries.add(sorted.tries, base, Quick::ENDS);
            for (quicks, judge) in [(&listed.legal, false), (&listed.tries, true)] {
                for quick in quicks.iter() {
                    let bound = slot.map(|slot| (slot, Bound::Square(quick.to())));
                    sum += self
                        .tried(run, (judge, depth), |run| run.act_choice((deeds, number), bound));
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
                    self.tried(run, judge, |run| run.act_choice((deeds, number), bound))
                });
            }
        }
        self.moves.push(listed);
        sum
    }

    /// Counts drops.
    pub fn listed_drops(
        &mut self,
        run: &mut Run<'p, S>,
        (hand, types, on): (Who, &'p [u16], &'p Set<S::Board>),
        tables: Tables<'p, S::Board>,
        danger: Option<&Danger<'p, S>>,
        depth: u32,
    ) -> u64 {
        let Tables { deeds, slot, .. } = tables;
        let Some(hand) = run.who(hand) else { return 0 };
        let mut listed = self.drops.pop().unwrap_or_default();
        listed.clear();
        run.list_drops(hand, types, on, (deeds, danger), &mut listed);
        let act = |run: &mut Run<'p, S>, quick: Quick| {
            let dropped = (hand, u16::from(quick.from()), quick.to());
            run.act_drop((deeds, quick.number()), slot, dropped)
        };
        let mut sum = self.sure_turns(run, deeds, &listed.legal, depth, act);
        sum += self.tried_turns(run, tables, &listed.tries, depth, act);
        for &(kind, to) in &listed.others {
            let before = Before::of(run);
            sum += self.last(run, &before, (Verdict::Unknown, depth), |run| {
                run.make_drop(slot, hand, kind, to);
            });
        }
        self.drops.push(listed);
        sum
    }
}

/// The slots that are bound while the moves or drops of a step are listed.
const BOUND_BY_STEPS: [u16; 3] = [slots::FROM.0, slots::TO.0, slots::DROPPED.0];

/// The same, one bit for each.
const BY_STEPS: u32 = 1 << slots::FROM.0 | 1 << slots::TO.0 | 1 << slots::DROPPED.0;
