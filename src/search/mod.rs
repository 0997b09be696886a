//! The opponent: searches the tree of turns of any game for the best turn.
//!
//! [`Searcher`] is what others use; it owns what it remembers from one turn to the next. A search stands on
//! `play::search`, walks turns step by step, and never assumes that sides alternate: a value changes
//! its sign only where the side to move changes, and depth counts whole turns. Each file holds one concept:
//!
//! - `limits`: how far a search may go, and who stops it;
//! - `report`: what it has found;
//! - `searcher`: the public face, for games of every size;
//! - `deepening`: the turns at the root, one depth after the other; `threads`: several that do so at once;
//! - `alpha_beta`, `quiescence`: the tree below;
//! - `ordering`, `history`, `table`, `record`: which steps are tried first, and what is remembered;
//! - `probe`: what tables know of positions;
//! - `mate`: forced ends, found or refuted by trying all turns;
//! - `levels`: weaker play for people;
//! - `evaluation`: what a position is worth, derived from the game; `appraisal` shows it to people,
//!   and `sample` to whoever learns from positions.

mod alpha_beta;
mod appraisal;
mod deepening;
mod evaluation;
mod freedom;
mod history;
mod levels;
mod limits;
mod mate;
mod memory;
mod ordering;
mod outcome;
mod probe;
mod pruning;
mod quiescence;
mod record;
mod report;
mod sample;
mod searcher;
mod table;
mod threads;
mod tree;
mod values;

pub use appraisal::{BearerValue, PieceValue};
pub use levels::Level;
pub use limits::{Control, Limits, NoControl};
pub use mate::{MateAnswer, MateFinder, MateQuestion, Obstacle};
pub use probe::{Probe, Value, Verdict};
pub use report::{Line, Score, Thought};
pub use sample::Sample;
pub use searcher::Searcher;

#[cfg(test)]
mod tests;
