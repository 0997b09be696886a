//! Walks without a table, gone square by square as the reference does.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Most, Set, Walking, Who};
use crate::compile::walks::fills::{Fill, Leg, Lines};
use crate::ir::limits::{MAX_FUEL, MAX_STEPS};
use crate::ir::{SquareId, SquareSet, slots};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::state::StateSize;
use crate::state::Rounds;

/// How many states are compared for what one step is counted for.
const STATES_AT_ONCE: usize = 1;

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
    pub forward_attacks: bool,
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
        Self { forward_attacks: true, ..Self::start(at) }
    }

    /// Makes the trail of a walk that has not begun.
    pub fn start(at: u8) -> Self {
        Self {
            at,
            via: Vec::new(),
            takes: Vec::new(),
            passed: None,
            forward_attacks: false,
            steps: 0,
        }
    }
}

type Then<'t, 'p, S> = &'t mut dyn FnMut(&mut Execution<'p, S>, &mut Trail);

impl<'p, S: StateSize> Execution<'p, S> {
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
        let number = routes[usize::from(side)];
        let starts = self.squares(from);
        let route = &self.rules().routes[number];
        if let Some(fills) = &route.fills {
            for fill in fills {
                ends |= match fill {
                    Fill::Lines(lines) => self.line_ends(lines, starts),
                    Fill::Legs(legs) => self.fill(legs, starts),
                };
            }
            return ends;
        }
        for start in starts.members() {
            let told = route.paths.as_ref();
            let told = told.and_then(|paths| paths.ends_in(start, self.state.occupied()));
            if let Some(reached) = told {
                ends |= reached;
                continue;
            }
            self.walk(number, &mut Trail::start(start), &mut |_, trail| {
                ends |= S::Board::one(trail.at);
            });
        }
        ends
    }

    /// Returns what completed walks from the squares of a set pass.
    pub fn passed(&mut self, from: &'p Set<S::Board>, routes: [usize; 2], who: Who) -> S::Board {
        let Some(side) = self.who(who) else { return S::Board::EMPTY };
        let number = routes[usize::from(side)];
        let starts = self.squares(from);
        if let Some(fills) = &self.rules().routes[number].fills {
            let mut passed = S::Board::EMPTY;
            for fill in fills {
                match fill {
                    Fill::Lines(lines) => passed |= self.passed_in_lines(lines, starts),
                    Fill::Legs(legs) => {
                        for start in starts.members() {
                            let way = Way::from(S::Board::one(start));
                            self.add_passed(legs, way, &mut passed);
                        }
                    }
                }
            }
            return passed;
        }
        let mut passed = SquareSet::EMPTY;
        for start in starts.members() {
            let mut trail = Trail { passed: Some(SquareSet::EMPTY), ..Trail::start(start) };
            self.walk(number, &mut trail, &mut |_, trail| {
                passed = passed.union(trail.passed.unwrap_or(SquareSet::EMPTY));
            });
        }
        S::Board::from_set(passed)
    }

    /// Returns where a course leads from some squares.
    fn fill(&mut self, legs: &'p [Leg<S::Board>], starts: S::Board) -> S::Board {
        let mut at = starts;
        for leg in legs {
            if at.is_empty() {
                break;
            }
            at = match leg {
                Leg::Step { table, shift } => self.step(*table, *shift, at),
                Leg::Test(set) => at & self.squares(set),
                Leg::Repeat(body, min, most) => self.again(body, (*min, *most), at),
            };
        }
        at
    }

    /// Returns where a part of a course leads that is repeated.
    fn again(
        &mut self,
        body: &'p [Leg<S::Board>],
        (min, most): (u32, u32),
        starts: S::Board,
    ) -> S::Board {
        let (mut at, mut all, mut done) = (starts, S::Board::EMPTY, 0);
        while at.any() {
            if done >= min {
                // What was reached in fewer rounds has gone on already.
                at &= !all;
                all |= at;
            }
            if done == most {
                break;
            }
            at = self.fill(body, at);
            done += 1;
        }
        all
    }

    #[inline]
    fn step(&self, table: usize, shift: Option<(i16, S::Board)>, at: S::Board) -> S::Board {
        match shift {
            Some((by, from)) => (at & from).shifted(by),
            None => self.stepped(table, at),
        }
    }

    /// Returns where one step leads from some squares.
    pub fn stepped(&self, table: usize, from: S::Board) -> S::Board {
        let table = &self.program.steps[table];
        let mut to = S::Board::EMPTY;
        for square in from.members() {
            if let Some(square) = table[usize::from(square)] {
                to |= S::Board::one(square);
            }
        }
        to
    }

    /// Returns where lines lead from some squares.
    fn line_ends(&mut self, lines: &'p Lines<S::Board>, starts: S::Board) -> S::Board {
        let (over, onto) = (self.known_squares(&lines.over), self.known_squares(&lines.onto));
        let rounds = (lines.min, lines.most);
        let mut ends = S::Board::EMPTY;
        for &(by, within) in &lines.steps {
            let (over, onto) = (over & within, onto & within);
            let distance = u32::from(by.unsigned_abs());
            ends |= if by < 0 {
                ends_along(|at| at.down(distance), starts, over, rounds) & onto
            } else {
                ends_along(|at| at.up(distance), starts, over, rounds) & onto
            };
        }
        ends
    }

    /// Returns what lines pass from some squares, wherever they can end.
    fn passed_in_lines(&mut self, lines: &'p Lines<S::Board>, starts: S::Board) -> S::Board {
        let (over, onto) = (self.known_squares(&lines.over), self.known_squares(&lines.onto));
        let rounds = (lines.min, lines.most);
        let mut passed = S::Board::EMPTY;
        for start in starts.members() {
            let start = S::Board::one(start);
            for &(by, within) in &lines.steps {
                let (over, onto) = (over & within, onto & within);
                let distance = u32::from(by.unsigned_abs());
                passed |= if by < 0 {
                    passed_along(|at| at.down(distance), start, (over, onto), rounds)
                } else {
                    passed_along(|at| at.up(distance), start, (over, onto), rounds)
                };
            }
        }
        passed
    }

    /// Adds what a course passes from one square, wherever it can be completed.
    fn add_passed(
        &mut self,
        legs: &'p [Leg<S::Board>],
        mut way: Way<S::Board>,
        passed: &mut S::Board,
    ) {
        for (index, leg) in legs.iter().enumerate() {
            if let Leg::Repeat(body, min, most) = leg {
                let mut done = 0;
                loop {
                    if done >= *min {
                        self.add_passed(&legs[index + 1..], way, passed);
                    }
                    let goes_on = done < *most && body.iter().all(|leg| self.go_on(leg, &mut way));
                    if !goes_on {
                        return;
                    }
                    done += 1;
                }
            }
            if !self.go_on(leg, &mut way) {
                return;
            }
        }
        *passed |= way.passed;
    }

    /// Goes on by a step or a test; tells whether that is possible.
    #[inline]
    fn go_on(&mut self, leg: &'p Leg<S::Board>, way: &mut Way<S::Board>) -> bool {
        match leg {
            Leg::Step { table, shift } => {
                way.passed |= way.at & way.entered;
                way.at = self.step(*table, *shift, way.at);
                way.entered = !S::Board::EMPTY;
            }
            Leg::Test(set) => way.at &= self.squares(set),
            Leg::Repeat(..) => way.at = S::Board::EMPTY,
        }
        way.at.any()
    }
}

/// Returns where lines lead from some squares: steps over squares, at least and at most so many, and one more step, of
/// which it is still to be seen whether it may end there.
#[inline]
fn ends_along<B: Bitboard>(
    step: impl Fn(B) -> B,
    starts: B,
    over: B,
    (min, most): (u32, u32),
) -> B {
    let (mut at, mut all, mut left) = (starts, B::EMPTY, most.saturating_sub(min));
    for _ in 0..min {
        at = step(at) & over;
        if at.is_empty() {
            return at;
        }
    }
    // A line leaves the board in the end.
    while at.any() {
        all |= at;
        if left == 0 {
            break;
        }
        left -= 1;
        at = step(at) & over;
    }
    step(all)
}

/// Returns what a line passes from one square: steps over squares, at least and at most so many, and one onto another,
/// wherever it may end.
#[inline]
fn passed_along<B: Bitboard>(
    step: impl Fn(B) -> B,
    start: B,
    (over, onto): (B, B),
    (min, most): (u32, u32),
) -> B {
    let (mut at, mut entered, mut passed, mut done) = (start, B::EMPTY, B::EMPTY, 0);
    loop {
        let next = step(at);
        if done >= min && next.meets(onto) {
            passed |= entered;
        }
        at = next & over;
        if at.is_empty() || done == most {
            return passed;
        }
        entered |= at;
        done += 1;
    }
}

/// How far a course has got from one square.
#[derive(Clone, Copy)]
struct Way<B> {
    /// The square, or none.
    at: B,
    /// What was entered and left.
    passed: B,
    /// All squares once one has been entered, none before.
    entered: B,
}

impl<B: Bitboard> Way<B> {
    fn from(at: B) -> Self {
        Self { at, passed: B::EMPTY, entered: B::EMPTY }
    }
}

fn go<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    walk: &'p Walking<S::Board>,
    trail: &mut Trail,
    then: Then<'_, 'p, S>,
) {
    if run.effort.is_spent() {
        return;
    }
    run.effort.spend(1);
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
pub fn fits<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    set: &'p Set<S::Board>,
    trail: &Trail,
) -> bool {
    let here = run.slots.set(slots::HERE.0, Bound::Square(trail.at));
    let to = trail.forward_attacks.then(|| run.slots.set(slots::TO.0, Bound::Square(trail.at)));
    let fits = run.holds_at(set, trail.at);
    run.slots.set(slots::HERE.0, here);
    if let Some(to) = to {
        run.slots.set(slots::TO.0, to);
    }
    fits
}

fn sequence<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
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

fn repeat<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    (body, min, most): (&'p Walking<S::Board>, u32, u32),
    done: u32,
    seen: &mut Rounds<Trail>,
    trail: &mut Trail,
    then: Then<'_, 'p, S>,
) {
    if done >= min {
        then(run, trail);
    }
    run.effort.spend(seen.len() / STATES_AT_ONCE);
    if done >= most || (done >= min && !seen.note(trail, done, Trail::stands_like)) {
        return;
    }
    go(run, body, trail, &mut |run, trail| {
        repeat(run, (body, min, most), done + 1, seen, trail, then);
    });
}

fn enter<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    trail: &mut Trail,
    to: u8,
    then: Then<'_, 'p, S>,
) {
    if trail.steps >= MAX_STEPS || run.fuel == 0 {
        return;
    }
    run.fuel -= 1;
    let (before, passed) = (std::mem::replace(&mut trail.at, to), trail.passed);
    if let Some(passed) = trail.passed.as_mut().filter(|_| trail.steps > 0) {
        passed.insert(SquareId(before));
    }
    trail.steps += 1;
    then(run, trail);
    trail.steps -= 1;
    (trail.at, trail.passed) = (before, passed);
}
