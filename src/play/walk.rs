//! Walks without a table, gone square by square as the reference does.

use super::run::{Bound, Run};
use super::state::Shape;
use crate::compile::bits::Bits;
use crate::compile::program::{Most, Set, Walking, Who};
use crate::ir::{SquareId, SquareSet, slots};
use crate::state::Rounds;

/// The longest way, in steps.
const MAX_STEPS: u16 = 256;
/// How many steps all the ways of one walk may have together.
const MAX_FUEL: u32 = 200_000;

/// Where a walk is, and what it has done on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The current square.
    pub at: u8,
    /// The squares that are part of the move's name.
    pub via: Vec<u8>,
    /// The squares whose pieces are taken on the way.
    pub takes: Vec<u8>,
    /// The squares that have been entered before the current one, if they are wanted.
    pub passed: Option<SquareSet>,
    /// Whether it is the way of a move, so that the square that is looked at is where the move might end.
    pub aims: bool,
    steps: u16,
}

impl Trail {
    /// Tells whether the same ways are before both: how many steps were made does not count.
    fn stands_like(&self, other: &Self) -> bool {
        self.at == other.at
            && self.via == other.via
            && self.takes == other.takes
            && self.passed == other.passed
    }

    /// Makes the trail of a move that has not begun.
    pub fn aiming(at: u8) -> Self {
        Self { aims: true, ..Self::start(at) }
    }

    /// Makes the trail of a walk that has not begun.
    pub fn start(at: u8) -> Self {
        Self { at, via: Vec::new(), takes: Vec::new(), passed: None, aims: false, steps: 0 }
    }
}

type Then<'t, 'p, S> = &'t mut dyn FnMut(&mut Run<'p, S>, &mut Trail);

impl<'p, S: Shape> Run<'p, S> {
    /// Goes a walk, by its number, and calls `then` at every end.
    pub fn walk(&mut self, route: usize, trail: &mut Trail, then: Then<'_, 'p, S>) {
        let before = std::mem::replace(&mut self.fuel, MAX_FUEL);
        let program = self.program;
        go(self, &program.sides[usize::from(self.own)].routes[route].tree, trail, then);
        self.fuel = before;
    }

    /// Returns where walks from the squares of a set can end.
    pub fn reached(&mut self, from: &'p Set<S::Board>, routes: [usize; 2], who: Who) -> S::Board {
        let mut ends = S::Board::EMPTY;
        let Some(side) = self.who(who) else { return ends };
        let route = routes[usize::from(side)];
        let starts = self.squares(from);
        let rules = self.rules();
        for start in starts.members() {
            let tabled = rules.routes[route].paths.as_ref();
            let told = tabled.and_then(|paths| paths.ends_in(start, self.state.occupied()));
            if let Some(reached) = told {
                ends |= reached;
                continue;
            }
            self.walk(route, &mut Trail::start(start), &mut |_, trail| {
                ends |= S::Board::one(trail.at);
            });
        }
        ends
    }

    /// Returns what completed walks from the squares of a set pass.
    pub fn passed(&mut self, from: &'p Set<S::Board>, routes: [usize; 2], who: Who) -> S::Board {
        let mut passed = SquareSet::EMPTY;
        let Some(side) = self.who(who) else { return S::Board::EMPTY };
        for start in self.squares(from).members() {
            let mut trail = Trail { passed: Some(SquareSet::EMPTY), ..Trail::start(start) };
            self.walk(routes[usize::from(side)], &mut trail, &mut |_, trail| {
                passed = passed.union(trail.passed.unwrap_or(SquareSet::EMPTY));
            });
        }
        S::Board::from_set(passed)
    }
}

fn go<'p, S: Shape>(
    run: &mut Run<'p, S>,
    walk: &'p Walking<S::Board>,
    trail: &mut Trail,
    then: Then<'_, 'p, S>,
) {
    if run.fuel == 0 {
        return;
    }
    run.fuel -= 1;
    match walk {
        Walking::Here => then(run, trail),
        Walking::Step(table) => {
            if let Some(to) = run.program.steps[*table][usize::from(trail.at)] {
                enter(run, trail, to, then);
            }
        }
        Walking::Test(set) => {
            if fits(run, set, trail) {
                then(run, trail);
            }
        }
        Walking::Take => {
            trail.takes.push(trail.at);
            then(run, trail);
            trail.takes.pop();
        }
        Walking::Via => {
            trail.via.push(trail.at);
            then(run, trail);
            trail.via.pop();
        }
        Walking::Jump(set) => {
            for to in run.squares(set).members() {
                enter(run, trail, to, then);
            }
        }
        Walking::Sequence(parts) => sequence(run, parts, trail, then),
        Walking::Either(ways) => {
            for way in ways {
                go(run, way, trail, then);
            }
        }
        Walking::Repeat(body, min, most) => {
            let most = match most {
                Most::Times(times) => *times,
                Most::From(times) => times[usize::from(trail.at)],
                Most::Count(number) => u32::try_from(run.number(number)).unwrap_or(0),
            };
            let mut seen = Rounds::default();
            repeat(run, (body, *min, most), 0, &mut seen, trail, then);
        }
    }
}

/// Tells whether the square a walk has come to is in a set that may speak of it.
pub fn fits<'p, S: Shape>(run: &mut Run<'p, S>, set: &'p Set<S::Board>, trail: &Trail) -> bool {
    let here = run.slots.set(slots::HERE.0, Bound::Square(trail.at));
    let to = trail.aims.then(|| run.slots.set(slots::TO.0, Bound::Square(trail.at)));
    let fits = run.holds_at(set, trail.at);
    run.slots.set(slots::HERE.0, here);
    if let Some(to) = to {
        run.slots.set(slots::TO.0, to);
    }
    fits
}

fn sequence<'p, S: Shape>(
    run: &mut Run<'p, S>,
    parts: &'p [Walking<S::Board>],
    trail: &mut Trail,
    then: Then<'_, 'p, S>,
) {
    match parts {
        [] => then(run, trail),
        [last] => go(run, last, trail, then),
        [first, rest @ ..] => {
            go(run, first, trail, &mut |run, trail| sequence(run, rest, trail, then));
        }
    }
}

fn repeat<'p, S: Shape>(
    run: &mut Run<'p, S>,
    (body, min, most): (&'p Walking<S::Board>, u32, u32),
    done: u32,
    seen: &mut Rounds<Trail>,
    trail: &mut Trail,
    then: Then<'_, 'p, S>,
) {
    if done >= min {
        then(run, trail);
    }
    if done >= most || (done >= min && !seen.note(trail, done, Trail::stands_like)) {
        return;
    }
    go(run, body, trail, &mut |run, trail| {
        repeat(run, (body, min, most), done + 1, seen, trail, then);
    });
}

fn enter<'p, S: Shape>(run: &mut Run<'p, S>, trail: &mut Trail, to: u8, then: Then<'_, 'p, S>) {
    if trail.steps >= MAX_STEPS {
        return;
    }
    let (before, passed) = (std::mem::replace(&mut trail.at, to), trail.passed);
    if let Some(passed) = trail.passed.as_mut().filter(|_| trail.steps > 0) {
        passed.insert(SquareId(before));
    }
    trail.steps += 1;
    then(run, trail);
    trail.steps -= 1;
    (trail.at, trail.passed) = (before, passed);
}
