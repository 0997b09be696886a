//! Fairyring: a data-driven rules interpreter for chess variants.
//!
//! A rules file goes down this line; each stage is a module, and none knows a later one.
//!
//! ```text
//! text ─ syntax ─▶ tree ─ semantics ─▶ IR ─ reference ─▶ turns, positions, results
//!  source, diag                        ir    state, notation      session, author, front
//!                                       └─ compile ─▶ tables ─ play ─▶ the same, fast
//! ```

pub use ir::SideId as Side;
pub use library::*;
pub use state::{GameResult, Playout, PlayoutEnd};

pub mod source;

pub mod diag;

pub mod syntax;

pub mod semantics;

pub mod ir;

pub mod state;

pub mod notation;

pub mod reference;

pub mod compile;

pub mod play;

pub mod session;

pub mod validate;

pub mod search;

pub mod pipeline;

pub mod author;

pub mod bundled;

pub mod library;

pub mod layout;

#[cfg(feature = "json")]
pub mod desk;

pub mod import;

pub mod front;
