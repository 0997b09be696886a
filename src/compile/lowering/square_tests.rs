//! What a condition demands of certain squares, told apart from the rest of it: that is asked in no time.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::{Cond, Set, SquareTest, simplify};

impl<B: Bitboard> SquareTest<B> {
    /// Takes a condition apart.
    pub(crate) fn of(condition: &Cond<B>) -> Self {
        let mut demands = Self { empty: B::EMPTY, on: Vec::new(), rest: Cond::Fixed(true) };
        let rest = conjuncts(condition.clone()).into_iter().filter(|part| !demands.take(part));
        let rest = rest.collect();
        demands.rest = simplify::all(rest);
        demands
    }

    /// Takes up a part, if it is about certain squares and nothing else; tells whether it is.
    fn take(&mut self, part: &Cond<B>) -> bool {
        match part {
            Cond::Not(inner) => {
                let Cond::Exists(set) = &**inner else { return false };
                let Some((squares, true, boards)) = parts(set) else { return false };
                let alone = boards.is_empty();
                if alone {
                    self.empty |= squares;
                }
                alone
            }
            Cond::Exists(set) => self.take_one(set, &[]),
            Cond::Within(pair) => match parts(&pair.1) {
                Some((all, false, boards)) if all == !B::EMPTY => self.take_one(&pair.0, &boards),
                _ => false,
            },
            _ => false,
        }
    }

    /// Takes up that a set of at most one certain square has that member, which is on some boards.
    fn take_one(&mut self, set: &Set<B>, within: &[usize]) -> bool {
        let Some((square, false, boards)) = parts(set) else { return false };
        if square.count() != 1 {
            return false;
        }
        self.on.extend(boards.iter().chain(within).map(|&board| (board, square)));
        true
    }
}

/// Returns the squares and boards that a set is what they have in common of, and whether these squares are occupied
/// besides; `None` if it is something else.
fn parts<B: Bitboard>(set: &Set<B>) -> Option<(B, bool, Vec<usize>)> {
    let sets = match set {
        Set::All(sets) => sets.as_slice(),
        other => std::slice::from_ref(other),
    };
    let (mut squares, mut occupied, mut boards) = (!B::EMPTY, false, Vec::new());
    for set in sets {
        match set {
            Set::Fixed(fixed) => squares &= *fixed,
            Set::Occupied => occupied = true,
            Set::Board(board) => boards.push(*board),
            _ => return None,
        }
    }
    Some((squares, occupied, boards))
}
