//! Stub.
use crate::diag::Diagnostic;
use crate::ir::{DirectionId, Walk};
use crate::source::Span;
pub(crate) struct BetzaMove {
    pub walk: Walk,
    pub quiet: bool,
    pub captures: bool,
    pub friendly: bool,
    pub initial: bool,
}
pub(crate) fn lower(
    _: &str,
    _: Span,
    d: &mut dyn FnMut(i16, i16) -> DirectionId,
) -> Result<Vec<BetzaMove>, Diagnostic> {
    Ok(vec![BetzaMove {
        walk: Walk::Step(d(0, 1)),
        quiet: true,
        captures: true,
        friendly: false,
        initial: false,
    }])
}
