//! What every way of playing a game agrees on: positions, turns and results.
//!
//! Nothing here knows how a piece moves or what a turn may be.

mod allowance;
mod effort;
mod playout;
mod position;
mod random;
mod result;
mod rounds;
mod too_much;
mod turn;

pub use allowance::Allowance;
pub use effort::Effort;
pub use playout::{Playout, PlayoutEnd};
pub use position::{Piece, Position, TokenState};
pub use random::Random;
pub use result::{GameResult, Score};
pub use rounds::Rounds;
pub use too_much::{SpendingLimit, TooMuch};
pub use turn::{Choice, ClauseRef, MoveMade, Step, Turn, Unplayable};
