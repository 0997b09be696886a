//! Weaker play for people.
//!
//! A weak player does not see every turn, looks less far ahead, and judges positions by guess. What it overlooks are quiet
//! turns and long moves above all; captures it seldom overlooks.

use super::tree::Horizon;
use crate::state::{Choice, Random, Turn};

/// How strong the play is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    number: u8,
    seed: u64,
}

/// What a player of a level is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// How far it looks ahead, in turns.
    pub(super) depth: u32,
    /// How many nodes it visits.
    pub(super) nodes: u64,
    /// By how many points it misjudges a position, at most.
    pub(super) noise: i32,
    /// How many of 100 quiet turns it overlooks.
    pub(super) blindness: usize,
    /// Where it judges positions.
    pub(super) horizon: Horizon,
}

/// The habits of each level: depth, nodes, noise, blindness, horizon.
const HABITS: [(u32, u64, i32, usize, Horizon); 10] = [
    (1, 100_000, 700, 80, Horizon::AtOnce),
    (1, 100_000, 180, 40, Horizon::Quiet),
    (2, 100_000, 90, 15, Horizon::Quiet),
    (3, 2_000, 60, 6, Horizon::Quiet),
    (120, 3_000, 40, 2, Horizon::Quiet),
    (120, 7_000, 20, 0, Horizon::Quiet),
    (120, 18_000, 0, 0, Horizon::Quiet),
    (120, 50_000, 0, 0, Horizon::Quiet),
    (120, 150_000, 0, 0, Horizon::Quiet),
    (120, 500_000, 0, 0, Horizon::Quiet),
];

/// How far apart two squares are, in files or ranks, at the ends of a long move.
const LONG: i32 = 3;

impl Level {
    /// The strongest level.
    pub const STRONGEST: u8 = 10;

    /// Makes a level from 1 to 10. The same level, seed and position give the same turn.
    pub fn new(number: u8, seed: u64) -> Self {
        Self { number: number.clamp(1, Self::STRONGEST), seed }
    }

    /// Returns its number.
    pub fn number(self) -> u8 {
        self.number
    }

    /// Returns the seed of its chances.
    pub(super) fn seed(self) -> u64 {
        self.seed
    }

    /// Returns its habits.
    pub(super) fn habits(self) -> Habits {
        let place = usize::from(self.number).saturating_sub(1).min(HABITS.len() - 1);
        let (depth, nodes, noise, blindness, horizon) = HABITS[place];
        Habits { depth, nodes, noise, blindness, horizon }
    }

    /// Returns whether a turn is overlooked.
    pub(super) fn overlooks(self, turn: &Turn, places: &[[i32; 3]], random: &mut Random) -> bool {
        let blindness = self.habits().blindness;
        let moves = turn.steps.iter().filter_map(|step| match &step.choice {
            Choice::Move(made) => Some(made),
            _ => None,
        });
        let (mut captures, mut is_long) = (false, false);
        for made in moves {
            captures |= !made.takes.is_empty();
            let ends = [made.from, made.to].map(|square| places.get(usize::from(square.0)));
            if let [Some(from), Some(to)] = ends {
                is_long |= from.iter().zip(to).any(|(from, to)| (from - to).abs() >= LONG);
            }
        }
        let blindness = if captures { blindness / 4 } else { blindness };
        let blindness = if is_long { blindness * 3 / 2 } else { blindness };
        random.below(100) < blindness
    }
}
