//! Stub.
use super::context::Context;
use crate::ir::test::GameTest;
use crate::source::Span;
use crate::syntax::ast::*;
pub(crate) fn test(_: &mut Context<'_>, _: &TestItem, _: Span) -> Option<GameTest> {
    None
}
