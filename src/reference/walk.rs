//! Walking over the board, square by square.

use std::cell::RefCell;

use super::bound::Bound;
use super::run::Run;
use crate::ir::limits::{MAX_STEPS, MAX_WALK_STEPS};
use crate::ir::{Game, Id, Limit, Number, SideId, SquareId, SquareSet, Squares, Walk, slots};
use crate::state::{Position, Rounds};

/// How many steps all the paths of one walk may have together if it goes on where it could not.
const MAX_WALK_STEPS_ON: u32 = 8000;
/// On how many squares it may do so.
const MAX_MISSED: usize = 8;

/// Where a walk is, and what it has done on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trail {
    /// The current square.
    pub at: SquareId,
    /// The squares that are part of the move's name.
    pub via: Vec<SquareId>,
    /// The squares whose pieces are taken on the way.
    pub takes: Vec<SquareId>,
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

    /// Makes the trail of a walk that has not begun.
    pub(super) fn start(at: SquareId) -> Self {
        Self { at, via: Vec::new(), takes: Vec::new(), passed: None, aims: false, steps: 0 }
    }

    /// Makes one of a move.
    pub(super) fn aiming(at: SquareId) -> Self {
        Self { aims: true, ..Self::start(at) }
    }

    /// Makes one that remembers the squares it passes.
    pub(super) fn remembering(at: SquareId) -> Self {
        Self { passed: Some(SquareSet::EMPTY), ..Self::start(at) }
    }
}

/// What is done at each end of a walk.
type Then<'t, 'g> = &'t mut dyn FnMut(&mut Run<'g>, &mut Trail);

/// The squares of a way that did not fit what the walk asks for there.
pub(super) type Missed<'g> = RefCell<Vec<(SquareId, &'g Squares)>>;

/// One walk in progress.
struct Walker<'w, 'g> {
    side: SideId,
    /// Where it is noted what did not fit, if the walk is to go on all the same.
    missed: Option<&'w Missed<'g>>,
}

impl<'g> Run<'g> {
    /// Walks from a square as the side sees the board, and calls `then` at every end.
    pub(super) fn walk(
        &mut self,
        walk: &'g Walk,
        trail: &mut Trail,
        side: SideId,
        then: Then<'_, 'g>,
    ) {
        let before = std::mem::replace(&mut self.walk_steps_left, MAX_WALK_STEPS);
        Walker { side, missed: None }.go(self, walk, trail, then);
        self.walk_steps_left = before;
    }

    /// Walks on where a square is not what the walk asks for, and notes it meanwhile: for telling why a
    /// walk does not get somewhere.
    pub(super) fn walk_on(
        &mut self,
        walk: &'g Walk,
        trail: &mut Trail,
        missed: &Missed<'g>,
        then: Then<'_, 'g>,
    ) {
        let before = std::mem::replace(&mut self.walk_steps_left, MAX_WALK_STEPS_ON);
        Walker { side: self.own, missed: Some(missed) }.go(self, walk, trail, then);
        self.walk_steps_left = before;
    }
}

impl<'g> Run<'g> {
    /// Does something with the piece on a square off the board, as while the ways of its move are walked.
    pub(super) fn lifting<T>(
        &mut self,
        square: SquareId,
        meanwhile: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let piece = self.position.pieces[square].take();
        let before = std::mem::replace(&mut self.lifted, piece.map(|piece| (square, piece)));
        let done = meanwhile(self);
        self.lifted = before;
        self.position.pieces[square] = piece;
        done
    }

    /// Works out a number as it is before the move whose ways are being walked.
    fn before_move(&mut self, number: &'g Number) -> i32 {
        let Some((square, piece)) = self.lifted.take() else { return self.number(number) };
        self.position.pieces[square] = Some(piece);
        let value = self.number(number);
        self.position.pieces[square] = None;
        self.lifted = Some((square, piece));
        value
    }
}

impl<'g> Walker<'_, 'g> {
    fn go(&self, run: &mut Run<'g>, walk: &'g Walk, trail: &mut Trail, then: Then<'_, 'g>) {
        if run.budget.is_spent() {
            return;
        }
        run.budget.spend(1);
        match walk {
            Walk::Here => then(run, trail),
            Walk::Step(direction) => {
                if let Some(to) = run.game.board.step(trail.at, *direction, self.side) {
                    enter(run, trail, to, then);
                }
            }
            Walk::Test(set) => {
                if fits(run, set, trail) {
                    then(run, trail);
                } else if let Some(missed) = self.missed.filter(|it| it.borrow().len() < MAX_MISSED)
                {
                    missed.borrow_mut().push((trail.at, set));
                    then(run, trail);
                    missed.borrow_mut().pop();
                }
            }
            Walk::Take => {
                trail.takes.push(trail.at);
                then(run, trail);
                trail.takes.pop();
            }
            Walk::Via => {
                trail.via.push(trail.at);
                then(run, trail);
                trail.via.pop();
            }
            Walk::Jump(set) => {
                for to in run.squares(set).iter() {
                    enter(run, trail, to, then);
                }
            }
            Walk::Sequence(parts) => self.sequence(run, parts, trail, then),
            Walk::Either(ways) => {
                for way in ways {
                    self.go(run, way, trail, then);
                }
            }
            Walk::Repeat { body, min, max } => {
                let Some((least, most)) = self.times(run, body, max, trail.at) else { return };
                let repetition = Repetition { body, min: least.max(u32::from(*min)), most };
                self.repeat(run, repetition, 0, &mut Rounds::default(), trail, then);
            }
        }
    }

    fn sequence(
        &self,
        run: &mut Run<'g>,
        parts: &'g [Walk],
        trail: &mut Trail,
        then: Then<'_, 'g>,
    ) {
        match parts {
            [] => then(run, trail),
            [last] => self.go(run, last, trail, then),
            [first, rest @ ..] => {
                self.go(run, first, trail, &mut |run, trail| self.sequence(run, rest, trail, then));
            }
        }
    }

    fn repeat(
        &self,
        run: &mut Run<'g>,
        repetition: Repetition<'g>,
        done: u32,
        seen: &mut Rounds<Trail>,
        trail: &mut Trail,
        then: Then<'_, 'g>,
    ) {
        if done >= repetition.min {
            then(run, trail);
        }
        // To compare two states of the walk counts as much as a step.
        run.budget.spend(seen.len());
        // Beyond the least number of times, a state met before in no more rounds leads nowhere new.
        if done >= repetition.most
            || (done >= repetition.min && !seen.note(trail, done, Trail::stands_like))
        {
            return;
        }
        self.go(run, repetition.body, trail, &mut |run, trail| {
            self.repeat(run, repetition, done + 1, seen, trail, then);
        });
    }

    /// Returns how often a body must and may be repeated from a square, if it can be at all.
    fn times(
        &self,
        run: &mut Run<'g>,
        body: &'g Walk,
        limit: &'g Limit,
        from: SquareId,
    ) -> Option<(u32, u32)> {
        Some(match limit {
            Limit::Times(times) => (0, u32::from(*times)),
            Limit::Unlimited => (0, u32::MAX),
            Limit::Half => (0, half_limit(run.game, body, from, self.side)),
            Limit::Count(number) => (0, u32::try_from(run.before_move(number)).ok()?),
            Limit::Exactly(number) => {
                let times = u32::try_from(run.before_move(number)).ok()?;
                (times, times)
            }
            Limit::AtLeast(number) => {
                (u32::try_from(run.before_move(number)).unwrap_or(0), u32::MAX)
            }
        })
    }
}

#[derive(Clone, Copy)]
struct Repetition<'g> {
    body: &'g Walk,
    min: u32,
    most: u32,
}

/// Tells whether the square a walk has come to is in a set that may speak of it.
pub(super) fn fits<'g>(run: &mut Run<'g>, set: &'g Squares, trail: &Trail) -> bool {
    let before = (run.slots[slots::HERE.index()], run.slots[slots::TO.index()]);
    run.slots[slots::HERE.index()] = Bound::Square(trail.at);
    if trail.aims {
        run.slots[slots::TO.index()] = Bound::Square(trail.at);
    }
    let fits = run.holds_at(set, trail.at);
    (run.slots[slots::HERE.index()], run.slots[slots::TO.index()]) = before;
    fits
}

/// Goes to a square, calls `then`, and comes back.
fn enter<'g>(run: &mut Run<'g>, trail: &mut Trail, to: SquareId, then: Then<'_, 'g>) {
    if trail.steps >= MAX_STEPS || run.walk_steps_left == 0 {
        return;
    }
    run.walk_steps_left -= 1;
    let (before, passed) = (std::mem::replace(&mut trail.at, to), trail.passed);
    if let Some(passed) = trail.passed.as_mut().filter(|_| trail.steps > 0) {
        passed.insert(before);
    }
    trail.steps += 1;
    then(run, trail);
    trail.steps -= 1;
    (trail.at, trail.passed) = (before, passed);
}

/// Returns how often a body may be repeated from a square under [`Limit::Half`].
pub fn half_limit(game: &Game, body: &Walk, from: SquareId, side: SideId) -> u32 {
    // How often the steps of the body can be made on an empty board.
    let (mut at, mut count) = (from, 0);
    while count < u32::from(MAX_STEPS)
        && let Some(to) = steps_only(game, body, at, side).filter(|to| *to != from)
    {
        (at, count) = (to, count + 1);
    }
    count.div_ceil(2)
}

/// Makes the steps of a walk and ignores everything else in it, as what it tests on the way. Of several ways the first counts;
/// no notation makes a walk with several of which half is asked for.
fn steps_only(game: &Game, walk: &Walk, at: SquareId, side: SideId) -> Option<SquareId> {
    match walk {
        Walk::Step(direction) => game.board.step(at, *direction, side),
        Walk::Sequence(parts) => {
            parts.iter().try_fold(at, |at, part| steps_only(game, part, at, side))
        }
        Walk::Either(ways) => ways.first().map_or(Some(at), |way| steps_only(game, way, at, side)),
        Walk::Repeat { body, .. } => steps_only(game, body, at, side),
        Walk::Here | Walk::Test(_) | Walk::Take | Walk::Via | Walk::Jump(_) => Some(at),
    }
}

/// Returns where a walk from a square can end in a position, as the side sees the board.
///
/// What stands on the square itself counts as lifted, as when a piece there moves.
pub fn walk_ends(
    game: &Game,
    position: &Position,
    walk: &Walk,
    from: SquareId,
    side: SideId,
) -> SquareSet {
    let mut run = Run::still(game, position.clone(), side);
    run.slots[slots::FROM.index()] = Bound::Square(from);
    let mut ends = SquareSet::EMPTY;
    run.lifting(from, |run| {
        run.walk(walk, &mut Trail::start(from), side, &mut |_, trail| ends.insert(trail.at));
    });
    ends
}
