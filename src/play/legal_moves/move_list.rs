//! A list of moves that is cheap to add to.

use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::moves::PackedMove;

/// How many moves are at hand.
const NEAR: usize = 1024;
/// How many may be there before moves are added: no set of squares has more members than what is left.
const ENOUGH: usize = NEAR - 256;

/// For each set of eight squares their numbers, in ascending order, each as the start and the end of a move.
static ROWS: [[u32; 8]; 256] = rows();

/// How many each of these sets has.
static COUNTS: [u8; 256] = counts();

const fn counts() -> [u8; 256] {
    let mut counts = [0; 256];
    let mut set = 1;
    while set < counts.len() {
        counts[set] = counts[set / 2] + if set % 2 == 1 { 1 } else { 0 };
        set += 1;
    }
    counts
}

/// What a word grows by when both ends of a move are on the next square.
const BOTH: u32 = PackedMove::ENDS + 1;

const fn rows() -> [[u32; 8]; 256] {
    let mut rows = [[0; 8]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut square, mut count) = (0, 0);
        while square < 8 {
            if set >> square & 1 == 1 {
                rows[set][count] = square * BOTH;
                count += 1;
            }
            square += 1;
        }
        set += 1;
    }
    rows
}

/// Moves. The newest are in a field of fixed size, in which no place must be looked for.
#[derive(Clone, Debug)]
pub struct MoveList {
    leaper: Box<[PackedMove; NEAR]>,
    count: usize,
    slider: Vec<PackedMove>,
}

impl Default for MoveList {
    fn default() -> Self {
        Self { leaper: Box::new([PackedMove::default(); NEAR]), count: 0, slider: Vec::new() }
    }
}

impl MoveList {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.count = 0;
        self.slider.clear();
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.slider.len() + self.count
    }

    /// Adds a move for each member of a set: its word is the base, and as much for each square as the factor says.
    #[inline]
    pub fn add<B: Bitboard>(&mut self, ends: B, base: u32, factor: u32) {
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
    pub fn put<B: Bitboard>(&mut self, ends: B, base: u32, factor: u32) {
        let leaper = &mut *self.leaper;
        let (mut left, mut count) = (ends, self.count);
        while left.any() {
            let word = base.wrapping_add(u32::from(left.lowest()).wrapping_mul(factor));
            // The remainder says to the compiler what is so anyway.
            leaper[count % NEAR] = PackedMove(word);
            left = left.rest();
            count += 1;
        }
        self.count = count;
    }

    /// Adds moves that all lead equally far: for each square where one ends the word is the base, and as much for each
    /// square as makes it the start and the end. Eight squares are looked at together, as such moves come in rows.
    #[inline]
    pub fn add_equally_far<B: Bitboard>(&mut self, ends: B, base: u32) {
        self.make_room();
        for (word, first) in ends.words().into_iter().zip([0, 64, 128, 192]) {
            let mut left = word;
            while left != 0 {
                let shift = left.trailing_zeros() & !7;
                let [set, ..] = (left >> shift).to_le_bytes();
                left &= !(255 << shift);
                self.put_row(set, base.wrapping_add((first + shift).wrapping_mul(BOTH)));
            }
        }
    }

    /// Adds the moves to some of eight squares where there is room for them.
    #[inline]
    fn put_row(&mut self, set: u8, base: u32) {
        let set = usize::from(set);
        let (row, count) = (&ROWS[set], usize::from(COUNTS[set]));
        if let Some(places) = self.leaper.get_mut(self.count..self.count + row.len()) {
            // More than the members are written, and written over by what comes next.
            for (place, word) in places.iter_mut().zip(row) {
                *place = PackedMove(base.wrapping_add(*word));
            }
            self.count += count;
        } else {
            let members = row.iter().take(count);
            self.slider.extend(members.map(|word| PackedMove(base.wrapping_add(*word))));
        }
    }

    #[cold]
    fn put_away(&mut self) {
        self.slider.extend_from_slice(&self.leaper[..self.count]);
        self.count = 0;
    }

    /// Returns the move with a number.
    #[inline]
    pub fn get(&self, number: usize) -> Option<PackedMove> {
        match number.checked_sub(self.slider.len()) {
            Some(number) => self.leaper[..self.count].get(number).copied(),
            None => self.slider.get(number).copied(),
        }
    }

    /// Iterates over the moves.
    pub fn iter(&self) -> impl Iterator<Item = &PackedMove> {
        self.slider.iter().chain(&self.leaper[..self.count])
    }
}
