//! Defines: their expression takes the place of the name, wherever it is used.

use super::super::context::{Context, Entity};
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind};
use super::names::{Meaning, meaning, name_of, peel};
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
        let found = codes::DEFINED_BY_ITSELF
            .at(name.span, format!("`{}` is defined by itself", name.text))
            .secondary(define.name.span, "defined here")
            .help("write out what it stands for in one of the defines of the circle");
        return found.fail(cx.sink);
    }
    if let Some(found) = uncalled(cx, name) {
        return found.fail(cx.sink);
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

/// Says that a define with parameters is called with brackets right behind its name, if the name is that of one.
pub(super) fn uncalled(cx: &Context<'_>, name: &Name) -> Option<Diagnostic> {
    let Entity::Define(index) = cx.find(&name.text)?.entity else { return None };
    let define = cx.defines.get(index)?;
    let call = define.call.as_ref()?;
    let message = format!("`{}` is called with brackets right behind the name", name.text);
    let found = codes::WRONG_ARGUMENTS.at(name.span, message);
    Some(found.secondary(define.name.span, "declared here").help(format!("write it as `{call}`")))
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

/// A condition, what it decides between, and the defines that were looked through for it.
type Conditional = (Expr, Expr, Expr, Vec<usize>);

/// Returns the parts of `A if C else B`, also where a define stands for that.
pub(crate) fn conditional(cx: &Context<'_>, expr: &Expr) -> Option<Conditional> {
    let mut through = Vec::new();
    let mut expr = peel(expr);
    loop {
        match &expr.kind {
            ExprKind::Conditional { condition, then, otherwise } => {
                let part = |part: &Expr| part.clone();
                return Some((part(condition), part(then), part(otherwise), through));
            }
            ExprKind::Name(name) => {
                let Meaning::Entity(Entity::Define(index)) = meaning(cx, &name.text) else {
                    return None;
                };
                let define = cx.defines.get(index)?;
                if define.busy || define.call.is_some() || through.contains(&index) {
                    return None;
                }
                through.push(index);
                expr = peel(&define.expr);
            }
            _ => return None,
        }
    }
}

/// Lowers what stands in such defines, which are busy meanwhile.
pub(crate) fn inside_defines<T>(
    cx: &mut Context<'_>,
    through: &[usize],
    lower: impl FnOnce(&mut Context<'_>) -> Option<T>,
) -> Option<T> {
    for index in through {
        let define = cx.defines.get_mut(*index)?;
        (define.busy, define.used) = (true, true);
    }
    let lowered = lower(cx);
    for index in through {
        cx.defines.get_mut(*index)?.busy = false;
    }
    lowered
}
