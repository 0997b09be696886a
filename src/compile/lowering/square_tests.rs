//! Splits conditions into cheap tests of certain squares and a rest.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::{Cond, Set, SquareTest, simplify};

impl<B: Bitboard> SquareTest<B> {
    /// Splits a condition.
    pub(crate) fn of(condition: &Cond<B>) -> Self {
        let mut tests = Self { empty: B::EMPTY, on: Vec::new(), rest: Cond::Fixed(true) };
        let rest = conjuncts(condition.clone()).into_iter().filter(|part| !tests.add(part));
        let rest = rest.collect();
        tests.rest = simplify::all(rest);
        tests
    }

    /// Adds a part if it is a square test; tells whether it is.
    fn add(&mut self, part: &Cond<B>) -> bool {
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
            Cond::Exists(set) => self.add_member(set, &[]),
            Cond::Within(pair) => match parts(&pair.1) {
                Some((all, false, boards)) if all == !B::EMPTY => self.add_member(&pair.0, &boards),
                _ => false,
            },
            _ => false,
        }
    }

    /// Adds the test that a set of at most one square is not empty, and that its member is on some boards.
    fn add_member(&mut self, set: &Set<B>, within: &[usize]) -> bool {
        let Some((square, false, boards)) = parts(set) else { return false };
        if square.count() != 1 {
            return false;
        }
        self.on.extend(boards.iter().chain(within).map(|&board| (board, square)));
        true
    }
}

/// Returns the squares and boards of which a set is the intersection, and whether occupancy is part of it too; `None` if it
/// is something else.
fn parts<B: Bitboard>(set: &Set<B>) -> Option<(B, bool, Vec<usize>)> {
    let sets = if let Set::All(sets) = set { sets.as_slice() } else { std::slice::from_ref(set) };
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
