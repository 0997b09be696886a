//! Follows walks from whole sets of squares: where they end, and which squares they pass.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Fill, Leg, Lines, Set, Times, Who};
use crate::ir::{BySide, SquareSet};
use crate::play::execution::run::Execution;
use crate::play::execution::walk::WalkState;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns the squares where walks from the squares of a set can end.
    pub(crate) fn reached(
        &mut self,
        from: &'p Set<S::Board>,
        routes: BySide<usize>,
        who: Who,
    ) -> S::Board {
        let mut ends = S::Board::EMPTY;
        let Some(side) = self.who(who) else { return ends };
        let number = routes[side];
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
            let tables = route.paths.as_ref();
            let tabled = tables.and_then(|tables| tables.ends_in(start, self.state.occupied()));
            if let Some(reached) = tabled {
                ends |= reached;
                continue;
            }
            self.walk(number, &mut WalkState::start(start), &mut |_, path| {
                ends |= S::Board::one(path.at);
            });
        }
        ends
    }

    /// Returns the squares that completed walks from the squares of a set pass.
    pub(crate) fn passed(
        &mut self,
        from: &'p Set<S::Board>,
        routes: BySide<usize>,
        who: Who,
    ) -> S::Board {
        let Some(side) = self.who(who) else { return S::Board::EMPTY };
        let number = routes[side];
        let starts = self.squares(from);
        if let Some(fills) = &self.rules().routes[number].fills {
            let mut passed = S::Board::EMPTY;
            for fill in fills {
                passed |= match fill {
                    Fill::Lines(lines) => self.passed_in_lines(lines, starts),
                    Fill::Legs(legs) => self.passed_in_legs(legs, starts),
                };
            }
            return passed;
        }
        let mut passed = SquareSet::EMPTY;
        for start in starts.members() {
            let mut path = WalkState::start(start);
            path.passed = Some(SquareSet::EMPTY);
            self.walk(number, &mut path, &mut |_, path| {
                passed = passed.union(path.passed.unwrap_or(SquareSet::EMPTY));
            });
        }
        S::Board::from_set(passed)
    }

    /// Returns the squares that a fill reaches from some squares.
    fn fill(&mut self, legs: &'p [Leg<S::Board>], starts: S::Board) -> S::Board {
        let mut at = starts;
        for leg in legs {
            if at.is_empty() {
                break;
            }
            at = match leg {
                Leg::Step { table, shift } => self.step(*table, *shift, at),
                Leg::Test(set) => at & self.squares(set),
                Leg::Repeat(body, times) => self.repeat_legs(body, *times, at),
            };
        }
        at
    }

    /// Returns the squares that a repeated part of a fill reaches.
    fn repeat_legs(
        &mut self,
        body: &'p [Leg<S::Board>],
        times: Times,
        starts: S::Board,
    ) -> S::Board {
        let (mut at, mut all, mut done) = (starts, S::Board::EMPTY, 0);
        while at.any() {
            if done >= times.min {
                // The squares reached in fewer rounds have been followed already.
                at &= !all;
                all |= at;
            }
            if done == times.most {
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
            None => at.stepped(&self.program.steps[table]),
        }
    }

    /// Returns the squares where lines from some squares can end.
    fn line_ends(&mut self, lines: &'p Lines<S::Board>, starts: S::Board) -> S::Board {
        let (over, onto) = (self.board_or_squares(&lines.over), self.board_or_squares(&lines.onto));
        let times = lines.times;
        let mut ends = S::Board::EMPTY;
        for &(by, within) in &lines.steps {
            let (over, onto) = (over & within, onto & within);
            let distance = u32::from(by.unsigned_abs());
            ends |= if by < 0 {
                ends_along(|at| at.down(distance), starts, over, times) & onto
            } else {
                ends_along(|at| at.up(distance), starts, over, times) & onto
            };
        }
        ends
    }

    /// Returns the squares that lines from some squares pass, wherever they can end.
    fn passed_in_lines(&mut self, lines: &'p Lines<S::Board>, starts: S::Board) -> S::Board {
        let (over, onto) = (self.board_or_squares(&lines.over), self.board_or_squares(&lines.onto));
        let times = lines.times;
        let mut passed = S::Board::EMPTY;
        for start in starts.members() {
            let start = S::Board::one(start);
            for &(by, within) in &lines.steps {
                let (over, onto) = (over & within, onto & within);
                let distance = u32::from(by.unsigned_abs());
                passed |= if by < 0 {
                    passed_along(|at| at.down(distance), start, over, onto, times)
                } else {
                    passed_along(|at| at.up(distance), start, over, onto, times)
                };
            }
        }
        passed
    }

    /// Returns the squares that a fill from some squares passes, wherever it can be completed.
    fn passed_in_legs(&mut self, legs: &'p [Leg<S::Board>], starts: S::Board) -> S::Board {
        let mut passed = S::Board::EMPTY;
        for start in starts.members() {
            self.add_passed(legs, FillPath::from(S::Board::one(start)), &mut passed);
        }
        passed
    }

    /// Adds the squares that a fill from one square passes, wherever it can be completed.
    fn add_passed(
        &mut self,
        legs: &'p [Leg<S::Board>],
        mut path: FillPath<S::Board>,
        passed: &mut S::Board,
    ) {
        let simple = legs.iter().take_while(|leg| !matches!(leg, Leg::Repeat(..))).count();
        let (simple, rest) = legs.split_at(simple);
        if !simple.iter().all(|leg| self.follow_leg(leg, &mut path)) {
            return;
        }
        let Some((Leg::Repeat(body, times), rest)) = rest.split_first() else {
            *passed |= path.passed;
            return;
        };
        for done in 0..=times.most {
            if done >= times.min {
                self.add_passed(rest, path, passed);
            }
            if done == times.most || !body.iter().all(|leg| self.follow_leg(leg, &mut path)) {
                return;
            }
        }
    }

    /// Follows one step or test; returns whether the path goes on.
    #[inline]
    fn follow_leg(&mut self, leg: &'p Leg<S::Board>, path: &mut FillPath<S::Board>) -> bool {
        match leg {
            Leg::Step { table, shift } => {
                path.passed |= path.at & path.entered;
                path.at = self.step(*table, *shift, path.at);
                path.entered = !S::Board::EMPTY;
            }
            Leg::Test(set) => path.at &= self.squares(set),
            Leg::Repeat(..) => path.at = S::Board::EMPTY,
        }
        path.at.any()
    }
}

/// Returns the candidates for the ends of a line: so many steps over passable squares, and one
/// more step, which the caller tests.
#[inline]
fn ends_along<B: Bitboard>(
    step: impl Fn(B) -> B,
    starts: B,
    over: B,
    Times { min, most }: Times,
) -> B {
    let (mut at, mut all, mut left) = (starts, B::EMPTY, most.saturating_sub(min));
    for _ in 0..min {
        at = step(at) & over;
        if at.is_empty() {
            return at;
        }
    }
    // Every line ends at the edge of the board.
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

/// Returns the squares that a line from one square passes, wherever it can end: so many steps
/// over passable squares, and one onto an end.
#[inline]
fn passed_along<B: Bitboard>(
    step: impl Fn(B) -> B,
    start: B,
    over: B,
    onto: B,
    Times { min, most }: Times,
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

/// A path of a fill from one square.
#[derive(Clone, Copy)]
struct FillPath<B> {
    /// The square, or none.
    at: B,
    /// The squares entered and left.
    passed: B,
    /// All squares after the first step, none before.
    entered: B,
}

impl<B: Bitboard> FillPath<B> {
    fn from(at: B) -> Self {
        Self { at, passed: B::EMPTY, entered: B::EMPTY }
    }
}
