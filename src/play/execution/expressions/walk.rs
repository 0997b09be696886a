//! Follows a walk step by step, as the reference does, where it has no table.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Most, Num, Set, Walking};
use crate::ir::limits::{MAX_STEPS, MAX_WALK_STEPS};
use crate::ir::{SquareId, SquareIndex, SquareSet, slots};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::state::sizes::StateSize;
use crate::state::Rounds;

/// A path of a walk: its current square, and what happened on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkState {
    /// The current square.
    pub(crate) at: SquareIndex,
    /// The squares that are part of the name of the move.
    pub(crate) via: Vec<SquareIndex>,
    /// The squares on the way whose pieces are captured.
    pub(crate) takes: Vec<SquareIndex>,
    /// The squares entered before the current one, if they are asked for.
    pub(crate) passed: Option<SquareSet>,
    /// Whether it is the path of a move, so that the current square is its possible destination.
    pub(crate) of_move: bool,
    steps: u16,
}

impl WalkState {
    /// Returns whether both paths continue alike; the number of steps does not matter.
    fn continues_like(&self, other: &Self) -> bool {
        self.at == other.at
            && self.via == other.via
            && self.takes == other.takes
            && self.passed == other.passed
    }

    /// Starts the path of a move.
    pub(crate) fn of_move(at: SquareIndex) -> Self {
        Self { of_move: true, ..Self::start(at) }
    }

    /// Starts a path.
    pub(crate) fn start(at: SquareIndex) -> Self {
        Self { at, via: Vec::new(), takes: Vec::new(), passed: None, of_move: false, steps: 0 }
    }
}

type Then<'t, 'p, S> = &'t mut dyn FnMut(&mut Execution<'p, S>, &mut WalkState);

impl<'p, S: StateSize> Execution<'p, S> {
    /// Follows a walk, by number, and calls `then` at each of its ends.
    pub(crate) fn walk(&mut self, route: usize, path: &mut WalkState, then: Then<'_, 'p, S>) {
        let before = std::mem::replace(&mut self.walk_steps_left, MAX_WALK_STEPS);
        let program = self.program;
        follow(self, &program.sides[self.own].routes[route].tree, path, then);
        self.walk_steps_left = before;
    }
}

fn follow<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    walk: &'p Walking<S::Board>,
    path: &mut WalkState,
    then: Then<'_, 'p, S>,
) {
    if run.budget.is_spent() {
        return;
    }
    run.budget.spend(1);
    match walk {
        Walking::Here => then(run, path),
        Walking::Step(table) => {
            if let Some(to) = run.program.steps[*table][usize::from(path.at)] {
                enter(run, path, to, then);
            }
        }
        Walking::Test(set) => {
            if is_in(run, set, path) {
                then(run, path);
            }
        }
        Walking::Take => {
            path.takes.push(path.at);
            then(run, path);
            path.takes.pop();
        }
        Walking::Via => {
            path.via.push(path.at);
            then(run, path);
            path.via.pop();
        }
        Walking::Jump(set) => {
            for to in run.squares(set).members() {
                enter(run, path, to, then);
            }
        }
        Walking::Sequence(parts) => sequence(run, parts, path, then),
        Walking::Either(ways) => {
            for way in ways {
                follow(run, way, path, then);
            }
        }
        Walking::Repeat(body, min, most) => {
            let Some((least, most)) = times(run, most, path.at) else { return };
            let mut seen = Rounds::default();
            repeat(run, (body, least.max(*min), most), 0, &mut seen, path, then);
        }
    }
}

/// Returns how often a part of a walk must and may be repeated from a square, if it can be at all.
fn times<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    most: &'p Most<S::Board>,
    from: SquareIndex,
) -> Option<(u32, u32)> {
    Some(match most {
        Most::Times(times) => (0, *times),
        Most::From(times) => (0, times[usize::from(from)]),
        Most::Count(number) => (0, u32::try_from(before_move(run, number)).ok()?),
        Most::Exactly(number) => {
            let times = u32::try_from(before_move(run, number)).ok()?;
            (times, times)
        }
        Most::AtLeast(number) => (u32::try_from(before_move(run, number)).unwrap_or(0), u32::MAX),
    })
}

/// Returns a number as it is before the move whose ways are being walked.
fn before_move<'p, S: StateSize>(run: &mut Execution<'p, S>, number: &'p Num<S::Board>) -> i32 {
    let Some((square, piece)) = run.lifted.take() else { return run.number(number) };
    let layout = &run.program.layout;
    run.state.put_back(layout, square, piece);
    let value = run.number(number);
    let lifted = run.state.lift_piece(layout, square);
    run.lifted = Some((square, lifted));
    value
}

/// Returns whether the current square of a path is in a set, which may refer to it as `here` and, for a move, as `to`.
pub(crate) fn is_in<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    set: &'p Set<S::Board>,
    path: &WalkState,
) -> bool {
    let here = run.slots.set(slots::HERE, Binding::Square(path.at));
    let to = path.of_move.then(|| run.slots.set(slots::TO, Binding::Square(path.at)));
    let is_in = run.holds_at(set, path.at);
    run.slots.set(slots::HERE, here);
    if let Some(to) = to {
        run.slots.set(slots::TO, to);
    }
    is_in
}

fn sequence<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    parts: &'p [Walking<S::Board>],
    path: &mut WalkState,
    then: Then<'_, 'p, S>,
) {
    match parts {
        [] => then(run, path),
        [last] => follow(run, last, path, then),
        [first, rest @ ..] => {
            follow(run, first, path, &mut |run, path| sequence(run, rest, path, then));
        }
    }
}

fn repeat<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    (body, min, most): (&'p Walking<S::Board>, u32, u32),
    done: u32,
    seen: &mut Rounds<WalkState>,
    path: &mut WalkState,
    then: Then<'_, 'p, S>,
) {
    if done >= min {
        then(run, path);
    }
    // To compare two states of the walk costs as much as a step.
    run.budget.spend(seen.len());
    if done >= most || (done >= min && !seen.note(path, done, WalkState::continues_like)) {
        return;
    }
    follow(run, body, path, &mut |run, path| {
        repeat(run, (body, min, most), done + 1, seen, path, then);
    });
}

fn enter<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    path: &mut WalkState,
    to: SquareIndex,
    then: Then<'_, 'p, S>,
) {
    if path.steps >= MAX_STEPS || run.walk_steps_left == 0 {
        return;
    }
    run.walk_steps_left -= 1;
    let (before, passed) = (std::mem::replace(&mut path.at, to), path.passed);
    if let Some(passed) = path.passed.as_mut().filter(|_| path.steps > 0) {
        passed.insert(SquareId(before));
    }
    path.steps += 1;
    then(run, path);
    path.steps -= 1;
    (path.at, path.passed) = (before, passed);
}
