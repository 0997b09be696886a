//! Which squares a walk can look at, and where it can end, whatever stands on the board.

use std::collections::HashMap;

use super::Said;
use crate::ir::{Game, IdVec, Limit, Part, SideId, SquareId, SquareSet, Squares, Walk};

/// Returns every square whose contents can make a difference to the walk of a side from a square.
///
/// No test is taken to stop the walk, so that the set is the same in every position.
pub fn squares_looked_at(game: &Game, walk: &Walk, from: SquareId, side: SideId) -> SquareSet {
    let mut tour = Tour::new(game, side);
    tour.ends(walk, from);
    tour.looked
}

/// Returns every square where the walk of a side from a square can end in some position.
pub fn squares_reached(game: &Game, walk: &Walk, from: SquareId, side: SideId) -> SquareSet {
    Tour::new(game, side).ends(walk, from)
}

/// Returns, for each square, every square where the walk of a side from there can end in some position.
pub fn reach_table(game: &Game, walk: &Walk, side: SideId) -> IdVec<SquareId, SquareSet> {
    let mut tour = Tour::new(game, side);
    game.board.squares.ids().map(|from| tour.ends(walk, from)).collect()
}

/// Goes every way at once.
struct Tour<'a> {
    game: &'a Game,
    side: SideId,
    looked: SquareSet,
    /// The ends of each part of the walk from each square; the part is told by its address.
    known: HashMap<(usize, SquareId), SquareSet>,
}

impl<'a> Tour<'a> {
    fn new(game: &'a Game, side: SideId) -> Self {
        Self { game, side, looked: SquareSet::EMPTY, known: HashMap::new() }
    }

    fn ends(&mut self, walk: &Walk, from: SquareId) -> SquareSet {
        let key = (std::ptr::from_ref(walk).addr(), from);
        if let Some(ends) = self.known.get(&key) {
            return *ends;
        }
        let ends = self.new_ends(walk, from);
        self.known.insert(key, ends);
        ends
    }

    fn ends_of_all(&mut self, walk: &Walk, from: SquareSet) -> SquareSet {
        from.iter().fold(SquareSet::EMPTY, |all, square| all.union(self.ends(walk, square)))
    }

    fn new_ends(&mut self, walk: &Walk, from: SquareId) -> SquareSet {
        let here = SquareSet::one(from);
        match walk {
            Walk::Here | Walk::Via => here,
            Walk::Take => {
                self.looked.insert(from);
                here
            }
            Walk::Step(direction) => {
                let to = self.game.board.step(from, *direction, self.side);
                to.map_or(SquareSet::EMPTY, SquareSet::one)
            }
            Walk::Test(squares) => {
                self.look(squares, from);
                here
            }
            Walk::Jump(squares) => self.jump(squares),
            Walk::Sequence(parts) => {
                parts.iter().fold(here, |squares, part| self.ends_of_all(part, squares))
            }
            Walk::Either(ways) => ways
                .iter()
                .fold(SquareSet::EMPTY, |squares, way| squares.union(self.ends(way, from))),
            Walk::Repeat { body, min, max } => self.repeat(body, *min, max, here),
        }
    }

    fn repeat(&mut self, body: &Walk, min: u8, max: &Limit, from: SquareSet) -> SquareSet {
        let rounds = self.rounds(max);
        let mut squares = from;
        for _ in 0..min {
            let next = self.ends_of_all(body, squares);
            if next == squares {
                break;
            }
            squares = next;
        }
        let (mut all, mut new) = (squares, squares);
        for _ in usize::from(min)..rounds {
            new = self.ends_of_all(body, new).except(all);
            if new.is_empty() {
                break;
            }
            all = all.union(new);
        }
        all
    }

    /// Returns how often a repetition can go round at most.
    fn rounds(&mut self, max: &Limit) -> usize {
        match max {
            Limit::Times(times) => usize::from(*times),
            Limit::Unlimited | Limit::Half => usize::MAX,
            Limit::Count(number) | Limit::Exactly(number) | Limit::AtLeast(number) => {
                if self.asks_board(number) {
                    self.looked = self.game.board.all();
                }
                usize::MAX
            }
        }
    }

    /// Takes down what the answer depends on whether the square is in the set.
    fn look(&mut self, squares: &Squares, at: SquareId) {
        if !self.asks_board(squares) {
            return;
        }
        if squares.is_local() {
            self.looked.insert(at);
        } else {
            self.looked = self.game.board.all();
        }
    }

    fn jump(&mut self, squares: &Squares) -> SquareSet {
        if self.asks_board(squares) {
            self.looked = self.game.board.all();
        }
        squares.as_seen_by(self.side).unwrap_or(self.game.board.all())
    }

    /// Tells whether what stands on the board can make a difference to an expression.
    fn asks_board<'p>(&self, part: impl Into<Part<'p>>) -> bool {
        let mut said = Said::new(self.game);
        said.part(part);
        let reads = said.footprint().reads;
        reads.touch_board() || reads.play || reads.history
    }
}
