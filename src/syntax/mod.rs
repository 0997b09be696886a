//! From text to a typed tree.

pub mod ast;
