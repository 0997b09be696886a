//! Stub.
use super::context::Context;
use crate::ir::*;
use crate::source::Span;
use crate::syntax::ast::*;
pub(crate) fn forbid(_: &mut Context<'_>, _: &RuleItem, _: Span) -> Option<Forbid> {
    None
}
pub(crate) fn ending(_: &mut Context<'_>, _: &EndingItem, _: Span) -> Option<Ending> {
    None
}
pub(crate) fn compare(_: &mut Context<'_>, _: &CompareItem) -> Option<Compared> {
    None
}
