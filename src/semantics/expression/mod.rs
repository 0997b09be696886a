//! Expressions: from what is written to sets of squares, numbers, truths, types and sides.
//!
//! The language has no types to declare. What an expression is follows from where it stands: the same
//! `Queen` is a set of squares after `any` and a piece type after `into`. So there is one function for
//! each kind of thing that can be wanted. Each of them complains by itself, once for each mistake,
//! and returns `None` then; an unknown name silences whatever depends on it.
//!
//! Defines are lowered anew wherever they are used, so that `own` in them is the `own` of the user.
//! [`nested`] bounds how deep and how large that can grow.

mod asks;
mod chains;
mod complaints;
mod defines;
mod functions;
mod kinds;
mod names;
mod numbers;
mod places;
mod questions;
mod sides;
mod squares;
#[cfg(test)]
mod tests;
mod truths;
mod types;
mod unresolved;
mod values;

pub(crate) use asks::{asks_about_play, asks_about_record};
pub(crate) use complaints::{Wanted, mismatch, removed};
pub(crate) use defines::{conditional, inside_defines};
pub(crate) use functions::is_before_of;
pub(crate) use names::{mark, name_of, token, variable};
pub(crate) use numbers::{fixed_number, negative, number, one_less, points};
pub(crate) use places::{fixed, fixed_squares, fixed_squares_for, region};
pub(crate) use sides::{owner, side};
pub(crate) use squares::squares;
pub(crate) use truths::{moved_by, truth};
pub(crate) use types::{each_type_on, type_candidates, type_ref, types, types_in_hand};
pub(crate) use unresolved::unused_defines;
pub(crate) use values::{Assignment, adjusted, assignment, tally_of, variable_ref};

use super::context::Context;
use crate::diag::codes;
use crate::ir::limits;
use crate::source::Span;

/// Lowers one expression, unless it lies too deep or the rules become too large.
fn nested<T>(
    cx: &mut Context<'_>,
    span: Span,
    lower: impl FnOnce(&mut Context<'_>) -> Option<T>,
) -> Option<T> {
    if cx.depth >= limits::MAX_DEPTH {
        let message = format!("this expression is nested more than {} deep", limits::MAX_DEPTH);
        let help = "give parts of it names with `define`, and keep defines of defines short";
        return codes::NESTING_TOO_DEEP.at(span, message).help(help).fail(cx.sink);
    }
    if cx.depth == 0 {
        cx.outermost = span;
    }
    cx.charge(1, span)?;
    cx.depth += 1;
    let lowered = lower(cx);
    cx.depth -= 1;
    lowered
}
