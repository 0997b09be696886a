//! Stub.
use super::context::Context;
use crate::ir::*;
use crate::syntax::ast::Block;
pub(crate) fn block(_: &mut Context<'_>, _: &Block) -> Vec<Statement> {
    Vec::new()
}
