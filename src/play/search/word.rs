//! Steps in one word, to be stored, compared, hashed and found again.

use std::hash::{Hash, Hasher};

use crate::play::execution::moves::{PackedMove, Pick};
use crate::play::execution::slots::Binding;
use crate::play::state::key::KeyHasher;
use crate::state::Step;

/// A step of a turn in 64 bits.
///
/// In the same place of a turn, in any position of the same compiled game, the same word means the same choice. So it can
/// be kept in a table and found among the steps of a position that comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub(crate) struct StepWord(u64);

/// What kind of step a word stands for: its highest bits.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Planned = 1,
    Choice = 2,
    Move = 3,
    Drop = 4,
    Alternative = 5,
    Whole = 6,
}

impl StepWord {
    const fn new(kind: Kind, rest: u64) -> Self {
        Self((kind as u64) << 60 | (rest & ((1 << 60) - 1)))
    }

    /// Makes the word of a move or drop whose effects are known in advance, at a place of the plan (below 2^28).
    pub(super) fn planned(place: u32, packed: PackedMove) -> Self {
        Self::new(Kind::Planned, u64::from(place) << 32 | u64::from(packed.0))
    }

    /// Makes the word of a choice at a place of the plan, with the number of the effects that follow.
    pub(super) fn choice(place: u32, effects: u16, bound: Binding) -> Self {
        let place = u64::from(place) << 16 | u64::from(effects);
        Self::new(Kind::Choice, mix(mix(0, place), u64::from(bound_word(bound))))
    }

    /// Makes the word of a choice that is not planned.
    pub(super) fn of_pick(pick: &Pick) -> Self {
        match pick {
            Pick::Move(made, path) => {
                let squares = path.via.iter().chain(&path.takes);
                // Moves between the same squares that name others on the way are distinguished by a number made of these.
                let via = squares.fold(u64::from(made.path > 0), |number, &square| {
                    number.wrapping_mul(31).wrapping_add(u64::from(square) + 1)
                });
                let ends = u64::from(made.from) | u64::from(made.to) << 9;
                let way = u64::from(made.way) << 18 | (made.landing as u64) << 34;
                Self::new(Kind::Move, ends | way | (via & 0xff_ffff) << 36)
            }
            Pick::Drop(hand, kind, to) => {
                let what = u64::from(hand.0) | u64::from(*kind) << 8;
                Self::new(Kind::Drop, what | u64::from(*to) << 32)
            }
            Pick::Alternative(number) => Self::new(Kind::Alternative, *number as u64),
            Pick::Bound(bound) => Self::new(Kind::Choice, u64::from(bound_word(*bound))),
        }
    }

    /// Returns the word for a place of the plan: the same choice may come in several of them.
    pub(super) fn in_place(self, place: u32) -> Self {
        let kind = self.0 >> 60 << 60;
        Self(kind | mix(self.0, u64::from(place)) & ((1 << 60) - 1))
    }

    /// Returns its bits.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Makes a word of its [`bits`](Self::bits).
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the key of a node inside a turn, given that of the node before the step.
    pub(crate) fn after(self, key: u64) -> u64 {
        mix(key.rotate_left(17), self.0)
    }

    /// Makes the word of a whole turn.
    pub(super) fn of_turn(steps: &[Step]) -> Self {
        let mut hasher = KeyHasher::default();
        steps.hash(&mut hasher);
        Self::new(Kind::Whole, hasher.finish())
    }
}

/// Adds a number to a number that stands for several.
fn mix(number: u64, next: u64) -> u64 {
    let mixed = (number ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    mixed ^ mixed >> 32
}

/// Returns a number for what a slot holds: different for different contents of the same kind of choice.
fn bound_word(bound: Binding) -> u32 {
    match bound {
        Binding::Nothing => 0,
        Binding::Square(square) => 1 << 28 | u32::from(square),
        Binding::Hand(side, kind) => 2 << 28 | u32::from(side.0) << 16 | u32::from(kind),
        Binding::Type(kind) => 3 << 28 | u32::from(kind),
        Binding::Number(number) => 4 << 28 ^ number.cast_unsigned(),
        Binding::Victim(victim) => 5 << 28 | u32::from(victim.square),
    }
}
