//! What can be proved about games by going through all that can happen.
//!
//! - `mates`: forced ends within some turns, with all defences;
//! - `puzzles`: positions with a single turn that wins by force;
//! - `solve`: whole games, or all positions with some pieces, solved by retrograde analysis.

pub mod mates;
pub mod puzzles;
pub mod solve;
