//! From the IR to a compiled program.
//!
//! What is compiled means what [`reference`](crate::reference) says. Each folder depends on those above it only:
//!
//! - `program`: the compiled game as pure data: lowered rules for each side, tables, the layout of a state, and the one
//!   traversal of the lowered rules;
//! - `lowering`: from the IR to lowered rules;
//! - `effects`: what each part of the rules reads, writes and costs;
//! - `interpretation`: an abstract run of the rules, which tells what is known after a move;
//! - `walks`: walks as tables of targets and as fills;
//! - `attacks`: reverse and forward attack tables;
//! - `legality`: what follows from attack tables about the rules that forbid turns;
//! - `move_effects`: what each move does besides moving, as far as it can be told in advance;
//! - `plan`: which of these facts are used, how moves are generated, and why not otherwise.

pub(crate) mod attacks;
pub(crate) mod compiler;
pub(crate) mod effects;
pub(crate) mod interpretation;
pub(crate) mod legality;
pub(crate) mod lowering;
pub(crate) mod move_effects;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod walks;

pub use compiler::{Capacity, Refusal, all_clauses, compile};
pub use plan::facts::{Fact, FactSet, UnknownFact};
