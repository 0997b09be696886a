//! Text for turns and positions, both ways.
//!
//! This stage knows how things are written and nothing about what is legal: legal turns come in as an
//! argument. Writing and reading positions are inverse: whatever the declared fields of a game leave
//! untold is told by `name:value` fields behind them. The formats are described in
//! `docs/design/0001-language-and-executors.md`, section "Text".

mod cursor;
mod error;
mod fields;
mod figurines;
mod find;
mod form;
mod missing;
mod named;
mod placement;
mod position;
mod resolve;
mod spelling;
mod symbols;
mod turn;
mod weights;
mod written;

#[cfg(test)]
mod tests;

pub use error::{PositionError, TurnError, shown};
pub use figurines::figurine;
pub use find::{complete, find_turn, find_written, loose_text, misformed, unreadable};
pub use form::impossible;
pub use missing::missing_square;
pub use position::{MAX_TEXT, options_in, read_position, write_position};
pub use spelling::respelt;
pub use symbols::{named_kind, plain as type_symbol};
pub use turn::{join, turn_text};
pub use weights::{read_weights, rules_of_weights, write_weights};
pub use written::{
    Legal, Notation, Read, Sequel, Sought, begun, could_be_alike, read, sought, with_sequel,
    written,
};
