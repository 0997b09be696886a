//! Sides and owners.

use super::super::context::{Context, Entity, SlotKind};
use super::complaints::{self, Wanted};
use super::defines;
use super::names::{Meaning, Word, meaning, peel, slot_of};
use super::nested;
use crate::diag::codes;
use crate::ir::{Owner, Side};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// Lowers a side, or complains.
pub(crate) fn side(cx: &mut Context<'_>, expr: &Expr) -> Option<Side> {
    nested(cx, expr.span, |cx| match &peel(expr).kind {
        ExprKind::Name(name) => named(cx, name),
        ExprKind::Of(word, of) if word.text == "owner" => owner_of(cx, of),
        _ => complaints::mismatch(cx, expr, Wanted::Side),
    })
}

/// Lowers a side or `neither`, or complains.
pub(crate) fn owner(cx: &mut Context<'_>, expr: &Expr) -> Option<Owner> {
    if is_nobody(cx, expr) {
        return Some(Owner::Neutral);
    }
    side(cx, expr).map(Owner::Side)
}

/// Tells whether an expression is the word for pieces of neither side.
pub(super) fn is_nobody(cx: &Context<'_>, expr: &Expr) -> bool {
    super::kinds::kind(cx, expr) == super::kinds::Kind::Nobody
}

fn named(cx: &mut Context<'_>, name: &Name) -> Option<Side> {
    match meaning(cx, &name.text) {
        Meaning::Word(Word::Own) => Some(Side::Own),
        Meaning::Word(Word::Opponent) => Some(Side::Opponent),
        Meaning::Entity(Entity::Side(id)) => Some(Side::Fixed(id)),
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Side, side)
        }
        _ => complaints::name(cx, name, Wanted::Side),
    }
}

fn owner_of(cx: &mut Context<'_>, of: &Expr) -> Option<Side> {
    if let Some((slot, SlotKind::Square | SlotKind::Chosen | SlotKind::Victim)) = slot_of(cx, of) {
        return Some(Side::OwnerOf(slot));
    }
    // An unknown name is complained about as such.
    super::squares(cx, of)?;
    let message = "`owner of` asks about one piece that has a name";
    let help = "such names are `origin`, `target` and `victim`, and those given with `as`";
    codes::WRONG_TYPE.at(of.span, message).help(help).fail(cx.sink)
}

/// Returns the side that plays against this one, if it can be told.
pub(super) fn opponent(side: Side) -> Option<Side> {
    match side {
        Side::Own => Some(Side::Opponent),
        Side::Opponent => Some(Side::Own),
        Side::Fixed(side) => Some(Side::Fixed(side.opponent())),
        Side::OwnerOf(_) => None,
    }
}
