//! The reference: what the rules mean, played straight from the IR.
//!
//! It is written to be obviously right and nothing else. A walk goes square by square; a turn is a tree of
//! choices that is walked branch by branch on copies of the position; check is found by trying every
//! capture. Whatever is faster is compared with it.
//!
//! A `Run` is one way of playing one turn, as far as it has got. It holds a copy of the position, what
//! the statements have named so far and an agenda of what is still to be done, so that it can be copied
//! at a choice and gone on with in each copy.

#![warn(clippy::wildcard_enum_match_arm)]

mod attack;
mod bound;
mod choices;
mod effects;
mod evaluate;
pub mod explain;
mod legal;
mod moves;
mod outcome;
mod perft;
mod run;
mod walk;

pub use attack::{Threat, attacked_royals, is_attacked};
pub use bound::Subject;
pub use evaluate::{Lapse, judge};
pub use legal::{
    LegalTurn, Outranked, has_legal_turn, legal_turns, outranked, play, pseudo_turns,
    turns_told_apart,
};
pub use moves::moves_within;
pub use outcome::{ComparisonKey, comparison_key, decided, outcome};
pub use perft::{divide, perft};
pub use run::MovedBy;
pub use walk::{half_limit, walk_ends};
