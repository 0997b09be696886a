//! From the IR to a compiled program.
//!
//! What is compiled means what [`reference`](crate::reference) says. Each folder depends only on those above it:
//!
//! - `program`: the compiled game as pure data (lowered rules for each side, tables, the layout of a state) with the one
//!   traversal of the lowered rules; it depends on no other folder;
//! - `lowering`: from the IR to lowered rules;
//! - `effects`: what each part of the rules reads, writes and costs;
//! - `interpretation`: the abstract run of a turn: what is known after each statement, whatever the position;
//! - `walks`: move tables and fills from walks;
//! - `attacks`: reverse and forward attack tables;
//! - `legality`: which rules forbid turns because royal pieces are attacked, and what attack tables assume;
//! - `move_effects`: what each move does besides moving, as far as it is known in advance;
//! - `plan`: which of these facts are used, how turns are split into steps and moves generated, and why not otherwise;
//! - `compiler`: puts it all together.

#![warn(unreachable_pub)]

pub(crate) mod attacks;
mod compiler;
pub(crate) mod effects;
pub(crate) mod interpretation;
pub(crate) mod legality;
pub(crate) mod lowering;
pub(crate) mod move_effects;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod walks;

pub use compiler::Refusal;
pub(crate) use compiler::{Capacity, compile};
pub use plan::witness::Witness;
pub(crate) use plan::witness::witness;
pub use program::facts::{Fact, FactSet};
