//! The front door of the library: games, positions and turns as values that own all they need.
//!
//! ```
//! use fairyring::Game;
//!
//! let game = Game::bundled("chess")?;
//! let position = game.start().play("e2e4")?.play("e7e5")?;
//! assert_eq!(position.legal_turns()?.len(), 29);
//! assert_eq!(position.outcome()?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is `Send` and `Sync`, cheap to clone, and the same for every game, whatever its board. What takes more
//! work than [`limits`](crate::ir::limits) allow has no answer: such questions return an error and never a part of one.

mod error;
mod game;
mod position;
#[cfg(feature = "json")]
mod record;

pub use error::{LoadError, PlayError};
pub use game::Game;
pub use position::{Position, Turn};
#[cfg(feature = "json")]
pub use record::{Player, Record, RecordError, RecordLine, Records};
