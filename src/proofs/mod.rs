//! What can be proved about games by going through all that can happen.
//!
//! - `solve`: whole games, or all positions with some pieces, solved by retrograde analysis.

pub mod solve;
