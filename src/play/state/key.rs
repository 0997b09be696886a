//! Keys of states for hash tables.
//!
//! A key is computed from the whole state each time. It is not updated incrementally, so it cannot get out of step.

use crate::ir::SideId;
use std::hash::{Hash, Hasher};

use crate::compile::program::search_key::Clock;
use crate::compile::program::{Program, RepetitionKey, Start};
use crate::play::state::State;
use crate::play::state::sizes::{Row, StateSize};

/// A fast hasher (multiply and rotate, like the one of rustc, with a final mix).
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyHasher(u64);

/// How near a clock is to its limit, in what it counts, when it is part of the search key.
const NEAR_LIMIT: i32 = 16;

/// An odd number close to 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for KeyHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(GOLDEN);
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(GOLDEN);
        mixed ^ (mixed >> 29)
    }
}

/// A hasher for values that are keys already.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut hasher = KeyHasher(self.0);
        hasher.write(bytes);
        self.0 = hasher.finish();
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<S: StateSize> State<S> {
    /// Hashes what legal turns may depend on, apart from the turn number, with some of the boards that do not follow from the
    /// pieces, and some of the numbers.
    #[inline]
    pub(crate) fn hash_parts(
        &self,
        program: &Program<S::Board>,
        (boards, numbers): (impl Iterator<Item = usize>, impl Iterator<Item = usize>),
        hasher: &mut impl Hasher,
    ) {
        Hash::hash_slice(&self.codes.as_ref()[..program.squares], hasher);
        // Either all squares have piece numbers or none has.
        let numbered = program.squares.min(S::PieceNumbers::LEN);
        Hash::hash_slice(&self.piece_numbers.as_ref()[..numbered], hasher);
        boards.for_each(|index| self.board(index).hash(hasher));
        numbers.for_each(|index| self.number(index).hash(hasher));
        self.hands.as_ref()[..program.layout.hands].hash(hasher);
        self.to_move.hash(hasher);
    }

    /// Hashes what is compared as it is when positions are compared.
    pub(crate) fn hash_compared(
        &self,
        program: &Program<S::Board>,
        compared: &RepetitionKey<S::Board>,
        hasher: &mut impl Hasher,
    ) {
        let parts = (compared.boards.iter().copied(), compared.numbers.iter().copied());
        if compared.ignores_side {
            Self { to_move: SideId::FIRST, ..*self }.hash_parts(program, parts, hasher);
        } else {
            self.hash_parts(program, parts, hasher);
        }
        // A game that is over is no position of before, whatever stands on its board.
        if self.over != 0 {
            self.over.hash(hasher);
        }
    }

    /// Returns whether a variable differs from its start value.
    #[inline]
    pub(crate) fn differs_from(&self, start: &Start<S::Board>) -> bool {
        start.boards.iter().any(|&(index, board)| self.board(index) != board)
            || start.numbers.iter().any(|&(index, number)| self.number(index) != number)
    }

    /// Sets a variable to its start value.
    pub(crate) fn set_to_start(&mut self, start: &Start<S::Board>) {
        for &(index, board) in &start.boards {
            *self.board_mut(index) = board;
        }
        for &(index, number) in &start.numbers {
            self.set_number(index, number);
        }
    }

    /// Returns a key of all on which later turns and endings can depend, but for the record of the game: what a search may
    /// tell states apart by. A clock counts only if it is near its limit.
    pub(crate) fn search_key(&self, program: &Program<S::Board>) -> u64 {
        self.with_clocks(program, self.key_without_clocks(program))
    }

    /// Returns the search key, given the one without clocks.
    #[inline]
    pub(crate) fn with_clocks(&self, program: &Program<S::Board>, mut key: u64) -> u64 {
        for clock in &program.search_key.clocks {
            if self.is_near_limit(clock) {
                let value = u64::from(self.number(clock.number).cast_unsigned());
                key = (key ^ (value + 1)).wrapping_mul(GOLDEN).rotate_left(31);
            }
        }
        key
    }

    /// Returns the same key without the clocks: two states with the same key differ at most in how long ago progress was
    /// made.
    pub(crate) fn key_without_clocks(&self, program: &Program<S::Board>) -> u64 {
        let key = &program.search_key;
        let mut hasher = KeyHasher::default();
        let numbers = key.numbers.iter().copied().filter(|&number| !key.is_clock(number));
        self.hash_parts(program, (key.boards.iter().copied(), numbers), &mut hasher);
        if key.turn_number {
            self.turn_number.hash(&mut hasher);
        }
        self.over.hash(&mut hasher);
        hasher.finish()
    }

    /// Tells whether some clock is so near its limit that a search may come to it, or beyond.
    pub(crate) fn is_any_near_limit(&self, program: &Program<S::Board>) -> bool {
        program.search_key.clocks.iter().any(|clock| self.is_near_limit(clock))
    }

    #[inline]
    fn is_near_limit(&self, clock: &Clock) -> bool {
        let left = clock.limit.saturating_sub(self.number(clock.number));
        let is_beyond = clock.asked.greater && left < 0 || clock.asked.less && left > 0;
        left.abs() <= NEAR_LIMIT || is_beyond
    }

    /// Returns the key of the whole state.
    pub(crate) fn key(&self, program: &Program<S::Board>) -> u64 {
        let mut hasher = KeyHasher::default();
        let layout = &program.layout;
        self.hash_parts(program, (layout.marks..layout.boards, 0..layout.numbers), &mut hasher);
        self.turn_number.hash(&mut hasher);
        self.over.hash(&mut hasher);
        hasher.finish()
    }
}
