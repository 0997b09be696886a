//! Stub.
use super::context::Context;
use crate::ir::*;
use crate::source::Span;
use crate::syntax::ast::EventItem;
pub(crate) fn event(_: &mut Context<'_>, _: &EventItem, _: Span) -> Option<Trigger> {
    None
}
