//! Counting turns.

use super::choices::Asked;
use super::legal::{decided_with_turns, legal_turns};
use super::moves::Moves;
use super::run::{Pick, Progress, Run, TURN_ENDS, Work};
use super::safe::Verdict;
use super::state::{Shape, State};
use crate::compile::program::{Program, Stmt};

/// Counts the sequences of that many legal turns.
///
/// All turns of the last ply are listed, not only counted. A position in which the game is over has no turns; endings by
/// the record of the game are not looked at. Needs memory for a few turns only.
pub fn perft<S: Shape>(program: &Program<S::Board>, state: &State<S>, depth: u32) -> u64 {
    Counter { program, lists: Vec::new(), runs: Vec::new() }.count(state, depth)
}

/// Counts turns, with memory that is used again.
struct Counter<'p, S: Shape> {
    program: &'p Program<S::Board>,
    lists: Vec<Moves>,
    runs: Vec<Run<'p, S>>,
}

impl<'p, S: Shape> Counter<'p, S> {
    fn count(&mut self, state: &State<S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut run = self.run(state);
        let mut sum = 0;
        if !decided_with_turns(&mut run) {
            if self.program.can_repeat_turns || !run.rules().preferences.is_empty() {
                sum = self.count_generally(state, depth);
            } else {
                run.begin_turn();
                sum = self.follow(&mut run, depth);
            }
        }
        self.runs.push(run);
        sum
    }

    /// Returns a run that stands still in a state.
    fn run(&mut self, state: &State<S>) -> Run<'p, S> {
        match self.runs.pop() {
            Some(mut run) => {
                run.renew(state);
                run
            }
            None => Run::still(self.program, *state, state.to_move),
        }
    }

    fn count_generally(&mut self, state: &State<S>, depth: u32) -> u64 {
        let turns = legal_turns(self.program, state);
        if depth == 1 {
            return turns.len() as u64;
        }
        turns.iter().map(|turn| self.count(&turn.state, depth - 1)).sum()
    }

    /// Counts what follows from a turn that has begun.
    fn follow(&mut self, run: &mut Run<'p, S>, depth: u32) -> u64 {
        loop {
            match run.advance() {
                Progress::Dead => return 0,
                Progress::Done => return self.finish(run, true, depth),
                Progress::Choice(statement) => {
                    let last = is_last(run);
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
        run: &mut Run<'p, S>,
        statement: &'p Stmt<S::Board>,
        mut choices: Vec<Pick>,
        depth: u32,
    ) -> u64 {
        let Some(last) = choices.pop() else { return 0 };
        let mut sum = 0;
        for pick in choices {
            let mut next = self.copy(run);
            next.pick(statement, pick);
            sum += self.follow(&mut next, depth);
            self.runs.push(next);
        }
        run.pick(statement, last);
        sum + self.follow(run, depth)
    }

    /// Copies a run into memory that is used again.
    fn copy(&mut self, run: &Run<'p, S>) -> Run<'p, S> {
        match self.runs.pop() {
            Some(mut copy) => {
                copy.copy_from(run);
                copy
            }
            None => run.clone(),
        }
    }

    /// Counts what follows from a turn that is over.
    fn finish(&mut self, run: &mut Run<'p, S>, judge: bool, depth: u32) -> u64 {
        if judge && run.forbidden() {
            return 0;
        }
        if depth == 1 { 1 } else { self.count(&run.finished(), depth - 1) }
    }

    /// Counts the moves that end the turn.
    fn last_move(
        &mut self,
        run: &mut Run<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces, only, slot, .. } = statement else { return 0 };
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        let pieces = run.squares(pieces);
        run.wanted_moves(pieces, only, &mut moves);
        let danger = run.danger();
        let before = Before::of(run);
        let mut sum = 0;
        for &made in &moves.list {
            let verdict = danger.as_ref().map_or(Verdict::Unknown, |danger| danger.judge(made));
            sum += self.last(run, &before, (verdict, depth), |run| {
                run.make_move(*slot, made, moves.trail(made));
            });
        }
        self.lists.push(moves);
        sum
    }

    /// Counts the drops that end the turn.
    fn last_drop(
        &mut self,
        run: &mut Run<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Drop { slot, .. } = statement else { return 0 };
        let drops = run.choices(statement);
        if drops.is_empty() {
            return 0;
        }
        let danger = run.danger();
        let before = Before::of(run);
        let mut sum = 0;
        for pick in &drops {
            let Pick::Drop(hand, kind, to) = *pick else { continue };
            let verdict =
                danger.as_ref().map_or(Verdict::Unknown, |danger| danger.judge_drop(kind, to));
            sum += self.last(run, &before, (verdict, depth), |run| {
                run.make_drop(*slot, hand, kind, to);
            });
        }
        sum
    }

    /// Counts what follows from one last move or drop, which is made only if there is need to, and undone.
    fn last(
        &mut self,
        run: &mut Run<'p, S>,
        before: &Before<S>,
        (verdict, depth): (Verdict, u32),
        make: impl FnOnce(&mut Run<'p, S>),
    ) -> u64 {
        match verdict {
            Verdict::Illegal => 0,
            Verdict::Legal if depth == 1 => 1,
            Verdict::Legal | Verdict::Unknown => {
                make(run);
                let sum = self.complete(run, verdict, depth);
                before.restore(run);
                sum
            }
        }
    }

    /// Brings a turn to its end after its last move or drop.
    fn complete(&mut self, run: &mut Run<'p, S>, verdict: Verdict, depth: u32) -> u64 {
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

/// What a last choice changes, to be undone for the next.
struct Before<S: Shape> {
    state: State<S>,
    events: usize,
    work: usize,
    captures: i32,
    picks: usize,
}

impl<S: Shape> Before<S> {
    fn of(run: &Run<'_, S>) -> Self {
        Self {
            state: run.state,
            events: run.events,
            work: run.work,
            captures: run.captures,
            picks: run.picks.len(),
        }
    }

    fn restore(&self, run: &mut Run<'_, S>) {
        run.state = self.state;
        (run.events, run.work, run.captures) = (self.events, self.work, self.captures);
        run.picks.truncate(self.picks);
        run.agenda.clear();
        run.agenda.push(Work::Fire(TURN_ENDS, 0));
        run.ending = false;
        run.next = None;
    }
}

/// Tells whether nothing but the end of the turn comes after the choice that is asked for.
fn is_last<S: Shape>(run: &Run<'_, S>) -> bool {
    let over = |work: &Work<'_, S::Board>| matches!(work, Work::Block(statements, index) if *index >= statements.len());
    !run.ending
        && run.next.is_none()
        && matches!(run.agenda.first(), Some(Work::Fire(TURN_ENDS, 0)))
        && run.agenda[1..].iter().all(over)
}
