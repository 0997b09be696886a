//! Where a walk can end, whatever stands on the board.

use std::collections::HashMap;

use crate::ir::{Game, IdVec, Limit, SideId, SquareId, SquareSet, Walk};

/// Returns every square where the walk of a side from a square can end in some position.
pub fn squares_reached(game: &Game, walk: &Walk, from: SquareId, side: SideId) -> SquareSet {
    Tour { game, side, known: HashMap::new() }.ends(walk, from)
}

/// Returns, for each square, every square where the walk of a side from there can end in some position.
pub fn reach_table(game: &Game, walk: &Walk, side: SideId) -> IdVec<SquareId, SquareSet> {
    let mut tour = Tour { game, side, known: HashMap::new() };
    game.board.squares.ids().map(|from| tour.ends(walk, from)).collect()
}

/// Goes every way at once. No test is taken to stop the walk.
struct Tour<'a> {
    game: &'a Game,
    side: SideId,
    /// The ends of each part of the walk from each square; a part is known by its address.
    known: HashMap<(usize, SquareId), SquareSet>,
}

impl Tour<'_> {
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
            Walk::Here | Walk::Via | Walk::Take | Walk::Test(_) => here,
            Walk::Step(direction) => {
                let to = self.game.board.step(from, *direction, self.side);
                to.map_or(SquareSet::EMPTY, SquareSet::one)
            }
            Walk::Jump(squares) => {
                squares.as_seen_by(self.side).unwrap_or_else(|| self.game.board.all())
            }
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
        let rounds = if let Limit::Times(times) = max { usize::from(*times) } else { usize::MAX };
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
}
