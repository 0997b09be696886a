//! Defines: their expression takes the place of the name, wherever it is used.

use super::super::context::Context;
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind};
use super::names::name_of;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// Lowers what a define stands for, as what is wanted where it is used.
///
/// While that happens the define is busy: whoever meets it again has gone round in a circle.
pub(super) fn expand<T>(
    cx: &mut Context<'_>,
    name: &Name,
    index: usize,
    wanted: Wanted,
    lower: impl FnOnce(&mut Context<'_>, &Expr) -> Option<T>,
) -> Option<T> {
    cx.defines.get_mut(index)?.used = true;
    let define = cx.defines.get(index)?;
    if define.busy {
        let message = format!("`{}` is defined by itself", name.text);
        let found = Diagnostic::error(codes::DEFINED_BY_ITSELF, name.span, message)
            .secondary(define.name.span, "defined here")
            .help("write out what it stands for in one of the defines of the circle");
        return complaints::fail(cx, found);
    }
    if !accepts(cx, wanted, &define.expr) {
        return complaints::name(cx, name, wanted);
    }
    let expr = take(cx, index)?;
    let lowered = lower(cx, &expr);
    if let Some(define) = cx.defines.get_mut(index) {
        define.expr = expr;
        define.busy = false;
    }
    lowered
}

/// Takes the expression out of a define, which is busy from now on.
fn take(cx: &mut Context<'_>, index: usize) -> Option<Expr> {
    let define = cx.defines.get_mut(index)?;
    define.busy = true;
    let nothing = Expr { kind: ExprKind::Number(0), span: define.expr.span };
    Some(std::mem::replace(&mut define.expr, nothing))
}

/// Tells whether an expression can be read as what is wanted.
fn accepts(cx: &Context<'_>, wanted: Wanted, expr: &Expr) -> bool {
    let kind = kind(cx, expr);
    match wanted {
        _ if kind == Kind::Unknown => true,
        Wanted::Squares => kind.is_squares() || kind == Kind::Number,
        // The value of a switch among the options is a number.
        Wanted::Truth if kind == Kind::Number => name_of(expr).is_some(),
        Wanted::Truth => matches!(kind, Kind::Truth | Kind::Switch),
        Wanted::Number => kind == Kind::Number,
        Wanted::Types => matches!(kind, Kind::Pieces | Kind::Squares | Kind::Type),
        Wanted::Side => matches!(kind, Kind::Side | Kind::Nobody),
        Wanted::Variable | Wanted::Token | Wanted::Mark | Wanted::Option => false,
    }
}
