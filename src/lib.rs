//! Fairyring: a data-driven rules interpreter for chess variants.

pub mod source;

pub mod diag;

pub mod ir;
pub mod notation;
pub mod reference;
pub mod state;
pub mod syntax;
