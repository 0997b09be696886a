//! What every way of playing a game agrees on: positions, turns and results.
//!
//! Nothing here knows how a piece moves or what a turn may be.

mod allowance;
mod past;
mod playout;
mod position;
mod random;
mod recurrence;
mod result;
mod rounds;
mod shared_list;
mod shown;
mod too_much;
mod turn;
mod work_budget;

pub use allowance::Allowance;
pub use past::Past;
pub use playout::{Playout, PlayoutEnd};
pub use position::{Piece, Position, TokenState};
pub use random::Random;
pub use recurrence::Recurrence;
pub use result::{GameResult, Score};
pub use rounds::Rounds;
pub(crate) use shared_list::SharedList;
pub use shown::{Shown, ShownKind, ShownStep, TurnOrder};
pub use too_much::{SpendingLimit, TooMuch};
pub use turn::{Choice, ClauseRef, MoveMade, Step, Turn, Unplayable};
pub use work_budget::WorkBudget;
