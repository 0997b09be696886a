//! Counts turns statement by statement.

use crate::compile::legality::is_own;
use crate::compile::program::{Cond, Stmt};
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_WORK};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{EFFORT_OF_PICK, Pick};
use crate::play::execution::run::Execution;
use crate::play::legality::check_info::Verdict;
use crate::play::movegen::choices::Asked;
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::{Tables, is_last};
use crate::play::perft::undo::Before;
use crate::play::state::StateSize;

impl<'p, S: StateSize> Perft<'p, S> {
    /// Counts what follows from a turn that has begun.
    pub fn follow(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        loop {
            match run.advance() {
                Progress::Dead => return 0,
                Progress::Done => return self.finish(run, true, depth),
                Progress::Choice(statement) => {
                    let last = is_last(run) && run.has_room_for_last_step();
                    match statement {
                        Stmt::Move { .. } if last => return self.last_move(run, statement, depth),
                        Stmt::Drop { .. } if last => return self.last_drop(run, statement, depth),
                        _ => {}
                    }
                    match run.ask(statement) {
                        Asked::Dead => return 0,
                        Asked::GoesOn => {}
                        Asked::Choices(choices) => {
                            return self.branch(run, statement, choices, depth);
                        }
                    }
                }
            }
        }
    }

    /// Counts what follows from each of several choices.
    fn branch(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        mut choices: Vec<Pick>,
        depth: u32,
    ) -> u64 {
        let Some(last) = choices.pop() else { return 0 };
        let mut sum = 0;
        let before = self.effort.done();
        let held = choices.iter().map(Pick::bytes).sum();
        self.effort.hold(held);
        for pick in choices {
            self.effort.spend(EFFORT_OF_PICK * run.picks.len());
            if self.effort.is_spent() {
                break;
            }
            let mut next = self.copy(run);
            next.pick(statement, pick);
            sum += self.follow(&mut next, depth);
            self.runs.push(next);
            self.stop_if_many(sum, depth);
            self.rest(before);
        }
        self.effort.release(held);
        run.pick(statement, last);
        sum + self.follow(run, depth)
    }

    /// Counts what follows from a turn that is over.
    fn finish(&mut self, run: &mut Execution<'p, S>, judge: bool, depth: u32) -> u64 {
        if judge && run.forbidden() {
            return 0;
        }
        if self.preference_filter.is_some() {
            if let Some(depth) = self.note(run) {
                let mut next = self.after(run);
                self.count_noted(&mut next, depth);
                self.runs.push(next);
            }
            return 1;
        }
        if depth == 1 {
            return 1;
        }
        let mut next = self.after(run);
        let sum = self.count(&mut next, depth - 1);
        self.runs.push(next);
        sum
    }

    /// Counts the moves that end the turn, in the middle of a turn.
    fn last_move(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces, only, slot, .. } = statement else { return 0 };
        if *only != Cond::Fixed(true) || !is_own(pieces, usize::from(run.own)) {
            return self.wanted_last_move(run, statement, depth);
        }
        let tables = last(run, *slot);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        let sum = self.listed_moves(run, pieces, tables, check_info, depth);
        self.looked(looked);
        sum
    }

    /// Counts those of the moves that end the turn which satisfy the statement's condition.
    fn wanted_last_move(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces: source, only, slot, .. } = statement else { return 0 };
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        let pieces = run.squares(source);
        run.wanted_moves(pieces, only, &mut moves);
        let own = usize::from(run.own);
        let mut looked = self.nothing_looked_for();
        let check_info = if is_own(source, own) { looked.check_info(run) } else { None };
        let before = Before::of(run);
        let mut sum = 0;
        for &made in &moves.list {
            let move_effects = &run.rules().move_effects;
            let verdict = check_info
                .map_or(Verdict::Unknown, |check_info| check_info.judge(made, move_effects));
            sum += self.last(run, &before, (verdict, depth), |run| {
                run.make_move(*slot, made, moves.trail(made));
            });
        }
        self.lists.push(moves);
        self.looked(looked);
        sum
    }

    /// Counts the drops that end the turn, in the middle of a turn.
    fn last_drop(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Drop { hand, types, on, slot, .. } = statement else { return 0 };
        let tables = last(run, *slot);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        let sum = self.listed_drops(run, (*hand, types, on), tables, check_info, depth);
        self.looked(looked);
        sum
    }

    /// Counts what follows from one last move or drop, which is made only if there is need to, and undone.
    pub fn last(
        &mut self,
        run: &mut Execution<'p, S>,
        before: &Before<'p, S>,
        (verdict, depth): (Verdict, u32),
        make: impl FnOnce(&mut Execution<'p, S>),
    ) -> u64 {
        match verdict {
            Verdict::Illegal => 0,
            Verdict::Legal if depth == 1 && self.preference_filter.is_none() => 1,
            Verdict::Legal | Verdict::Unknown => {
                make(run);
                let done = self.effort.done();
                let sum = self.complete(run, verdict, depth);
                self.rest(done);
                before.restore(run);
                sum
            }
        }
    }

    /// Brings a turn to its end after its last move or drop.
    fn complete(&mut self, run: &mut Execution<'p, S>, verdict: Verdict, depth: u32) -> u64 {
        match run.advance() {
            Progress::Dead => 0,
            Progress::Done => self.finish(run, verdict == Verdict::Unknown, depth),
            Progress::Choice(statement) => match run.ask(statement) {
                Asked::Dead => 0,
                Asked::GoesOn => self.follow(run, depth),
                Asked::Choices(choices) => {
                    // What the choices bring about is undone by the caller.
                    self.branch(run, statement, choices, depth)
                }
            },
        }
    }
}

impl<S: StateSize> Execution<'_, S> {
    /// Tells whether one more move or drop and the end of the turn cannot be too much.
    fn has_room_for_last_step(&self) -> bool {
        let bounds = self.program.facts.bounds[usize::from(self.own)];
        bounds.turn
            || bounds.last_step.is_some_and(|cost| {
                self.events + cost.events <= MAX_CASCADE
                    && self.picks.len() + cost.choices <= MAX_CHOICES
                    && self.work + cost.work <= MAX_WORK
            })
    }
}

/// Returns what is known of moves and drops that end the turn.
fn last<'p, S: StateSize>(run: &Execution<'p, S>, slot: Option<u16>) -> Tables<'p, S::Board> {
    let rules = run.rules();
    Tables { move_effects: &rules.move_effects, generators: &rules.generators, slot, then: &[] }
}
