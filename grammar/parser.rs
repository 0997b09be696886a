//! The parser that is made of the grammar files beside this one.
//!
//! It is a package of its own only so that it is compiled once: the code it becomes is large, and
//! changes rarely. Nothing but `syntax` uses it.

/// The generated parser.
#[derive(Debug, pest_derive::Parser)]
#[grammar = "lexical.pest"]
#[grammar = "effect.pest"]
#[grammar = "expression.pest"]
#[grammar = "statement.pest"]
#[grammar = "piece.pest"]
#[grammar = "board.pest"]
#[grammar = "rule.pest"]
#[grammar = "game.pest"]
pub struct Grammar;
