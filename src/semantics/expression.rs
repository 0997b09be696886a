//! Stub.
use super::context::Context;
use crate::ir::*;
use crate::syntax::ast::Expr;
macro_rules! stubs { ($($n:ident -> $t:ty;)*) => { $(pub(crate) fn $n(_: &mut Context<'_>, _: &Expr) -> Option<$t> { None })* } }
stubs! { squares -> Squares; truth -> Truth; number -> Number; types -> TypeSet; type_ref -> TypeRef; side -> Side; fixed_squares -> SquareSet; fixed_number -> i64; }
