//! Counting turns.

use super::legal::{decided_with_turns, legal_turns};
use super::moves::Moves;
use super::run::{Pick, Progress, Run, TURN_ENDS, Work};
use super::safe::Verdict;
use super::state::{Shape, State};
use crate::compile::program::{Program, Stmt};

/// Counts the sequences of that many legal turns.
pub fn perft<S: Shape>(program: &Program<S::Board>, state: &State<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut counter = Counter { program, lists: Vec::new() };
    counter.count(state, depth)
}

/// Counts turns, with memory that is used again.
struct Counter<'p, S: Shape> {
    program: &'p Program<S::Board>,
    lists: Vec<Moves>,
}

impl<'p, S: Shape> Counter<'p, S> {
    fn count(&mut self, state: &State<S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut run = Run::still(self.program, *state, state.to_move);
        if decided_with_turns(&mut run) {
            return 0;
        }
        if self.program.can_repeat_turns || !run.rules().preferences.is_empty() {
            return self.count_generally(state, depth);
        }
        run.restart(*state);
        self.follow(run, depth)
    }

    fn count_generally(&mut self, state: &State<S>, depth: u32) -> u64 {
        let turns = legal_turns(self.program, state);
        if depth == 1 {
            return turns.len() as u64;
        }
        turns.iter().map(|turn| self.count(&turn.state, depth - 1)).sum()
    }

    /// Counts what follows from a turn that has begun.
    fn follow(&mut self, mut run: Run<'p, S>, depth: u32) -> u64 {
        loop {
            match run.advance() {
                Progress::Dead => return 0,
                Progress::Done => return self.finish(&mut run, true, depth),
                Progress::Choice(statement) => {
                    if is_last(&run) {
                        match statement {
                            Stmt::Move { .. } => return self.last_move(run, statement, depth),
                            Stmt::Drop { .. } => return self.last_drop(run, statement, depth),
                            _ => {}
                        }
                    }
                    match run.ask(statement) {
                        super::choices::Asked::Dead => return 0,
                        super::choices::Asked::GoesOn => {}
                        super::choices::Asked::Choices(choices) => {
                            return self.branch(run, statement, choices, depth);
                        }
                    }
                }
            }
        }
    }

    fn branch(
        &mut self,
        mut run: Run<'p, S>,
        statement: &'p Stmt<S::Board>,
        mut choices: Vec<Pick>,
        depth: u32,
    ) -> u64 {
        let last = choices.pop();
        let mut sum = 0;
        for pick in choices {
            let mut next = run.clone();
            next.pick(statement, pick);
            sum += self.follow(next, depth);
        }
        match last {
            Some(pick) => {
                run.pick(statement, pick);
                sum + self.follow(run, depth)
            }
            None => sum,
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
    fn last_move(&mut self, mut run: Run<'p, S>, statement: &'p Stmt<S::Board>, depth: u32) -> u64 {
        let Stmt::Move { pieces, only, slot, .. } = statement else { return 0 };
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        let pieces = run.squares(pieces);
        run.wanted_moves(pieces, only, &mut moves);
        let danger = run.danger();
        let before = run.state;
        let progress = (run.events, run.work, run.captures);
        let mut sum = 0;
        for made in &moves.list {
            let verdict = danger.as_ref().map_or(Verdict::Unknown, |danger| danger.judge(made));
            match verdict {
                Verdict::Illegal => continue,
                Verdict::Legal if depth == 1 => {
                    sum += 1;
                    continue;
                }
                Verdict::Legal | Verdict::Unknown => {}
            }
            run.make_move(*slot, made, moves.trail(made));
            sum += self.complete(&mut run, verdict, depth);
            run.state = before;
            (run.events, run.work, run.captures) = progress;
            reset(&mut run);
        }
        self.lists.push(moves);
        sum
    }

    /// Counts the drops that end the turn.
    fn last_drop(&mut self, mut run: Run<'p, S>, statement: &'p Stmt<S::Board>, depth: u32) -> u64 {
        let Stmt::Drop { slot, .. } = statement else { return 0 };
        let drops = run.choices(statement);
        if drops.is_empty() {
            return 0;
        }
        let danger = run.danger();
        let before = run.state;
        let progress = (run.events, run.work, run.captures);
        let mut sum = 0;
        for pick in &drops {
            let Pick::Drop(hand, kind, to) = pick else { continue };
            let verdict =
                danger.as_ref().map_or(Verdict::Unknown, |danger| danger.judge_drop(*kind, *to));
            match verdict {
                Verdict::Illegal => continue,
                Verdict::Legal if depth == 1 => {
                    sum += 1;
                    continue;
                }
                Verdict::Legal | Verdict::Unknown => {}
            }
            run.make_drop(*slot, *hand, *kind, *to);
            sum += self.complete(&mut run, verdict, depth);
            run.state = before;
            (run.events, run.work, run.captures) = progress;
            reset(&mut run);
        }
        sum
    }

    /// Brings a turn to its end after its last move or drop.
    fn complete(&mut self, run: &mut Run<'p, S>, verdict: Verdict, depth: u32) -> u64 {
        match run.advance() {
            Progress::Dead => 0,
            Progress::Done => self.finish(run, verdict == Verdict::Unknown, depth),
            Progress::Choice(statement) => match run.ask(statement) {
                super::choices::Asked::Dead => 0,
                super::choices::Asked::GoesOn => self.follow(run.clone(), depth),
                super::choices::Asked::Choices(choices) => {
                    self.branch(run.clone(), statement, choices, depth)
                }
            },
        }
    }
}

/// Makes a run ready for another last choice.
fn reset<S: Shape>(run: &mut Run<'_, S>) {
    run.agenda.clear();
    run.agenda.push(Work::Fire(TURN_ENDS, 0));
    run.ending = false;
    run.next = None;
}

/// Tells whether nothing but the end of the turn comes after the choice that is asked for.
fn is_last<S: Shape>(run: &Run<'_, S>) -> bool {
    !run.ending
        && run.next.is_none()
        && run.agenda.iter().enumerate().all(|(place, work)| match work {
            Work::Block(statements, index) => *index >= statements.len(),
            Work::Fire(event, index) => place == 0 && *event == TURN_ENDS && *index == 0,
            _ => false,
        })
        && matches!(run.agenda.first(), Some(Work::Fire(..)))
}
