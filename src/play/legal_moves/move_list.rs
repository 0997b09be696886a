//! A list of packed moves to which sets of moves are added quickly.

use crate::compile::program::bitboard::Bitboard;
use crate::ir::limits::MAX_SQUARES;
use crate::play::execution::moves::PackedMove;

/// How many moves the buffer holds.
const BUFFER_SIZE: usize = 1024;
/// How many moves may be in the buffer before a set is added: the rest has room for all squares of a board.
const SPILL_ABOVE: usize = BUFFER_SIZE - MAX_SQUARES;

/// For each set of eight squares their numbers, in ascending order, each as origin and destination of a packed move.
static ROWS: [[u32; 8]; 256] = rows();

/// How many squares each of these sets has.
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

/// What is added to a packed move to make both origin and destination the next square.
const NEXT_BOTH: u32 = PackedMove::NEXT_TO + 1;

const fn rows() -> [[u32; 8]; 256] {
    let mut rows = [[0; 8]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut square, mut count) = (0, 0);
        while square < 8 {
            if set >> square & 1 == 1 {
                rows[set][count] = square * NEXT_BOTH;
                count += 1;
            }
            square += 1;
        }
        set += 1;
    }
    rows
}

/// A list of packed moves. The newest are in a buffer of fixed size, which needs no check of its capacity for each move.
#[derive(Clone, Debug)]
pub(crate) struct MoveList {
    buffer: Box<[PackedMove; BUFFER_SIZE]>,
    /// How many moves are in the buffer.
    count: usize,
    spilled: Vec<PackedMove>,
}

impl Default for MoveList {
    fn default() -> Self {
        Self {
            buffer: Box::new([PackedMove::default(); BUFFER_SIZE]),
            count: 0,
            spilled: Vec::new(),
        }
    }
}

impl MoveList {
    /// Removes all moves.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.spilled.clear();
    }

    /// Returns the number of moves.
    pub(crate) fn len(&self) -> usize {
        self.spilled.len() + self.count
    }

    /// Adds a move for each square of a set: the base plus the factor times the number of the square.
    #[inline]
    pub(crate) fn add<B: Bitboard>(&mut self, ends: B, base: u32, factor: u32) {
        self.make_room();
        self.put(ends, base, factor);
    }

    /// Makes room in the buffer for a move to every square.
    #[inline]
    pub(crate) fn make_room(&mut self) {
        if self.count > SPILL_ABOVE {
            self.spill();
        }
    }

    /// Does the same as [`add`](Self::add) after [`make_room`](Self::make_room).
    #[inline]
    pub(crate) fn put<B: Bitboard>(&mut self, ends: B, base: u32, factor: u32) {
        let buffer = &mut *self.buffer;
        let (mut left, mut count) = (ends, self.count);
        while left.any() {
            let packed = base.wrapping_add(u32::from(left.lowest()).wrapping_mul(factor));
            // The remainder never changes the index; it spares the check of its bounds.
            buffer[count % BUFFER_SIZE] = PackedMove(packed);
            left = left.rest();
            count += 1;
        }
        self.count = count;
    }

    /// Adds moves with the same shift from origin to destination, given the destinations; the base is the move to the
    /// first square. Eight squares are added together, as such moves come in rows.
    #[inline]
    pub(crate) fn add_shifted<B: Bitboard>(&mut self, ends: B, base: u32) {
        self.make_room();
        let mut first = 0;
        for packed in &ends.words()[..B::WIDTH / 64] {
            let mut left = *packed;
            while left != 0 {
                let shift = left.trailing_zeros() & !7;
                let [set, ..] = (left >> shift).to_le_bytes();
                left &= !(255 << shift);
                self.put_row(set, base.wrapping_add((first + shift).wrapping_mul(NEXT_BOTH)));
            }
            first += 64;
        }
    }

    /// Adds the moves to a set of eight squares after [`make_room`](Self::make_room).
    #[inline]
    fn put_row(&mut self, set: u8, base: u32) {
        let set = usize::from(set);
        let (row, count) = (&ROWS[set], usize::from(COUNTS[set]));
        if let Some(places) = self.buffer.get_mut(self.count..self.count + row.len()) {
            // All eight places are written; those beyond the count are overwritten later.
            for (place, packed) in places.iter_mut().zip(row) {
                *place = PackedMove(base.wrapping_add(*packed));
            }
            self.count += count;
        } else {
            let members = row.iter().take(count);
            self.spilled.extend(members.map(|packed| PackedMove(base.wrapping_add(*packed))));
        }
    }

    #[cold]
    fn spill(&mut self) {
        self.spilled.extend_from_slice(&self.buffer[..self.count]);
        self.count = 0;
    }

    /// Returns a move by its index.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<PackedMove> {
        match number.checked_sub(self.spilled.len()) {
            Some(number) => self.buffer[..self.count].get(number).copied(),
            None => self.spilled.get(number).copied(),
        }
    }

    /// Iterates over the moves.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PackedMove> {
        self.spilled.iter().chain(&self.buffer[..self.count])
    }
}
