//! A list of moves that is cheap to add to.

use super::deeds::Quick;
use crate::compile::bits::Bits;

/// How many moves are at hand.
const NEAR: usize = 1024;
/// How many may be there before moves are added: no set of squares has more members than what is left.
const ENOUGH: usize = NEAR - 256;

/// Moves. The newest are in a field of fixed size, in which no place must be looked for.
#[derive(Clone, Debug)]
pub struct Quicks {
    near: Box<[Quick; NEAR]>,
    count: usize,
    far: Vec<Quick>,
}

impl Default for Quicks {
    fn default() -> Self {
        Self { near: Box::new([Quick::default(); NEAR]), count: 0, far: Vec::new() }
    }
}

impl Quicks {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.count = 0;
        self.far.clear();
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.far.len() + self.count
    }

    /// Adds a move for each member of a set: its word is the base, and as much for each square as the factor says.
    #[inline]
    pub fn add<B: Bits>(&mut self, ends: B, base: u32, factor: u32) {
        self.make_room();
        self.put(ends, base, factor);
    }

    /// Makes sure that there is room for a move to each square.
    #[inline]
    pub fn make_room(&mut self) {
        if self.count > ENOUGH {
            self.put_away();
        }
    }

    /// Adds moves where there is room for them, as [`add`](Self::add) does.
    #[inline]
    pub fn put<B: Bits>(&mut self, ends: B, base: u32, factor: u32) {
        let near = &mut *self.near;
        let (mut left, mut count) = (ends, self.count);
        while left.any() {
            let word = base.wrapping_add(u32::from(left.lowest()).wrapping_mul(factor));
            // The remainder says to the compiler what is so anyway.
            near[count % NEAR] = Quick(word);
            left = left.rest();
            count += 1;
        }
        self.count = count;
    }

    #[cold]
    fn put_away(&mut self) {
        self.far.extend_from_slice(&self.near[..self.count]);
        self.count = 0;
    }

    /// Returns the move with a number.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Quick> {
        match number.checked_sub(self.far.len()) {
            Some(number) => self.near[..self.count].get(number).copied(),
            None => self.far.get(number).copied(),
        }
    }

    /// Iterates over the moves.
    pub fn iter(&self) -> impl Iterator<Item = &Quick> {
        self.far.iter().chain(&self.near[..self.count])
    }
}
