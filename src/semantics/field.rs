//! Stub.
use super::context::Context;
use crate::ir::*;
use crate::syntax::ast::*;
pub(crate) fn field(_: &mut Context<'_>, _: &FieldItem) -> Option<Field> {
    None
}
