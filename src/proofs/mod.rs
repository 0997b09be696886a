//! What can be proved about games by going through all that can happen.
//!
//! - `mates`: forced ends within some turns, with all defences;
//! - `solve`: whole games, or all positions with some pieces, solved by retrograde analysis.

pub mod mates;
pub mod solve;
