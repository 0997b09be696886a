//! Piece types: sets of them that are known beforehand, and single ones that play decides.

use super::super::context::{Context, Entity, SlotKind, all};
use super::super::order;
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind, kind_of_property};
use super::names::{Meaning, Word, meaning, name_of, peel, slot_of, without_noise};
use super::{defines, functions, nested, numbers};
use crate::diag::codes;
use crate::ir::{PieceTypeId, Side, Squares, TypeRef, TypeSet, Walk};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, LogicOperator, Name};

/// Lowers an expression about types alone, such as `royal or Queen`, or complains.
pub(crate) fn types(cx: &mut Context<'_>, expr: &Expr) -> Option<TypeSet> {
    nested(cx, expr.span, |cx| match &expr.kind {
        ExprKind::Name(name) => named(cx, name),
        ExprKind::Chain(parts) => chain(cx, parts),
        ExprKind::Any(inner) => types(cx, inner),
        ExprKind::Logic(LogicOperator::Or, parts) => {
            let parts = all(parts.iter().map(|part| types(cx, part)))?;
            Some(parts.into_iter().fold(TypeSet::EMPTY, TypeSet::union))
        }
        ExprKind::Except(from, without) => from
            .as_ref()
            .map_or(Some(every(cx)), |from| types(cx, from))
            .zip(types(cx, without))
            .map(|(from, without)| from.except(without)),
        _ => not_known(cx, expr),
    })
}

/// Returns all types of the game.
pub(super) fn every(cx: &Context<'_>) -> TypeSet {
    cx.game.types.ids().collect()
}

fn named(cx: &mut Context<'_>, name: &Name) -> Option<TypeSet> {
    match meaning(cx, &name.text) {
        Meaning::Entity(Entity::Type(kind)) => Some(TypeSet::one(kind)),
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Types, types)
        }
        Meaning::Word(Word::Royal) => Some(cx.game.royal_types()),
        Meaning::Word(Word::Occupied) => Some(every(cx)),
        Meaning::Word(Word::None) => Some(TypeSet::EMPTY),
        _ => complaints::name(cx, name, Wanted::Types),
    }
}

fn chain(cx: &mut Context<'_>, parts: &[Expr]) -> Option<TypeSet> {
    let (parts, _) = without_noise(parts);
    let mut common = Some(every(cx));
    for part in &parts {
        let found = types(cx, part);
        if let Some(types) = found {
            cx.note_set(&types.into(), part.span)?;
        }
        common = common.zip(found).map(|(common, types)| common.intersection(types));
    }
    let (first, last) = (parts.first()?, parts.last()?);
    let common = common?;
    cx.note_set(&common.into(), first.span.join(last.span))?;
    Some(common)
}

fn not_known<T>(cx: &mut Context<'_>, expr: &Expr) -> Option<T> {
    if kind(cx, expr) != Kind::Type {
        return complaints::mismatch(cx, expr, Wanted::Types);
    }
    let message = "this type is only known in play; the names of piece types are wanted here";
    codes::WRONG_TYPE.at(expr.span, message).fail(cx.sink)
}

/// Lowers one piece type, named or found in play, or complains.
pub(crate) fn type_ref(cx: &mut Context<'_>, expr: &Expr) -> Option<TypeRef> {
    nested(cx, expr.span, |cx| match &peel(expr).kind {
        ExprKind::Name(name) => named_one(cx, name),
        ExprKind::Of(word, of) => type_of_word(cx, expr, word, of),
        _ => complaints::mismatch(cx, expr, Wanted::Types),
    })
}

fn named_one(cx: &mut Context<'_>, name: &Name) -> Option<TypeRef> {
    match meaning(cx, &name.text) {
        Meaning::Slot(slot, SlotKind::Type) => Some(TypeRef::OfSlot(slot)),
        Meaning::Entity(Entity::Type(kind)) => Some(TypeRef::Fixed(kind)),
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Types, type_ref)
        }
        Meaning::Slot(_, SlotKind::Square | SlotKind::Chosen | SlotKind::Victim) => {
            if let Some(types) = cx.local(&name.text).and_then(|local| local.among_types) {
                let message =
                    format!("`{}` is a piece on the board; a piece type is wanted here", name.text);
                let found = codes::WRONG_KIND.at(name.span, message);
                let found =
                    found.suggest(types.before(), "type among ", "to choose a type, say so");
                return found.fail(cx.sink);
            }
            let message = format!("`{}` is one piece; a piece type is wanted here", name.text);
            let found = codes::WRONG_KIND.at(name.span, message).suggest(
                name.span.before(),
                "type of ",
                format!("`type of {}` is its type", name.text),
            );
            found.fail(cx.sink)
        }
        _ => complaints::name(cx, name, Wanted::Types),
    }
}

fn type_of_word(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<TypeRef> {
    if word.text == "type" {
        return type_of(cx, of);
    }
    match cx.entity(&word.text) {
        Some(Entity::Property(property)) => {
            if kind_of_property(cx, property) == Kind::Type {
                let of = type_of(cx, of)?;
                return Some(TypeRef::Property(property, Box::new(of)));
            }
            complaints::mismatch(cx, expr, Wanted::Types)
        }
        Some(_) => complaints::mismatch(cx, expr, Wanted::Types),
        None => match kind(cx, expr) {
            Kind::Squares if super::super::directions::named(cx, &word.text).is_none() => {
                functions::unknown(cx, word, of)
            }
            _ => complaints::mismatch(cx, expr, Wanted::Types),
        },
    }
}

/// Returns the type of what an expression names: a piece type itself, or the piece on a square.
pub(super) fn type_of(cx: &mut Context<'_>, of: &Expr) -> Option<TypeRef> {
    if let Some((slot, SlotKind::Square | SlotKind::Chosen | SlotKind::Victim)) = slot_of(cx, of) {
        return Some(TypeRef::OfSlot(slot));
    }
    let is_type = match name_of(of).map(|name| meaning(cx, &name.text)) {
        Some(Meaning::Entity(Entity::Type(_)) | Meaning::Slot(_, SlotKind::Type)) => true,
        _ => matches!(peel(of).kind, ExprKind::Of(..)) && kind(cx, of) == Kind::Type,
    };
    if is_type {
        return type_ref(cx, of);
    }
    let set = super::squares(cx, of)?;
    Some(TypeRef::At(Box::new(order::one(cx, set))))
}

/// Returns what is left of `types of A on B except C` without `types of`: the pieces whose types are meant.
pub(super) fn types_of(cx: &Context<'_>, expr: &Expr) -> Option<Expr> {
    let part = |first: &Expr| types_of(cx, first).map(Box::new);
    let kind = match &peel(expr).kind {
        ExprKind::Of(word, of) if word.text == "types" && is_free(cx, word) => {
            return Some((**of).clone());
        }
        ExprKind::In(first, second) => ExprKind::In(part(first)?, second.clone()),
        ExprKind::Except(Some(first), second) => {
            ExprKind::Except(Some(part(first)?), second.clone())
        }
        _ => return None,
    };
    Some(Expr { kind, span: expr.span })
}

/// Returns whose hand it is in `types in own hand`.
pub(crate) fn types_in_hand<'a>(cx: &Context<'_>, expr: &'a Expr) -> Option<&'a Expr> {
    let ExprKind::In(word, hand) = &peel(expr).kind else { return None };
    let word = name_of(word).filter(|word| word.text == "types" && is_free(cx, word));
    word.and_then(|_| numbers::hand_owner(peel(hand)))
}

/// Tells whether a word is the name of nothing that is declared.
fn is_free(cx: &Context<'_>, word: &Name) -> bool {
    cx.find(&word.text).is_none()
}

/// Returns each type of the game with the squares of a set where it stands; `None` if the rules become too large.
pub(crate) fn each_type_on(
    cx: &mut Context<'_>,
    set: &Squares,
    span: Span,
) -> Option<Vec<(PieceTypeId, Squares)>> {
    cx.charge(set.size().saturating_mul(cx.game.types.len()), span)?;
    let one = |kind| {
        let of_kind = TypeSet::one(kind).into();
        (kind, Squares::intersection(vec![set.clone(), of_kind]))
    };
    Some(cx.game.types.ids().map(one).collect())
}

/// Lowers `types of A` to the squares of all pieces that are of such a type.
pub(super) fn squares_of_types(cx: &mut Context<'_>, of: &Expr, span: Span) -> Option<Squares> {
    let set = super::squares(cx, of)?;
    let like = each_type_on(cx, &set, span)?.into_iter().map(|(kind, there)| {
        Squares::reach(there, Walk::jump(TypeSet::one(kind).into()), Side::Own)
    });
    Some(Squares::union(like.collect()))
}

/// Lowers a list of types to choose from, in the order in which they are named, or complains.
pub(crate) fn type_candidates(cx: &mut Context<'_>, expr: &Expr) -> Option<Vec<TypeRef>> {
    if let Some(pieces) = types_of(cx, expr) {
        let set = super::squares(cx, &pieces)?;
        let each = each_type_on(cx, &set, expr.span)?;
        return Some(each.into_iter().map(|(_, there)| TypeRef::At(Box::new(there))).collect());
    }
    if types_in_hand(cx, expr).is_some() {
        let message = "`types in` a hand stands alone: what is in a hand is no list of names";
        let help =
            "choose from the hand in one alternative of `either`, and among the others in another";
        return codes::BAD_CHOICE.at(expr.span, message).help(help).fail(cx.sink);
    }
    nested(cx, expr.span, |cx| match &peel(expr).kind {
        ExprKind::Logic(LogicOperator::Or, parts) => {
            let each: Vec<_> = parts.iter().map(|part| type_candidates(cx, part)).collect();
            let mut listed = Vec::new();
            for kind in each.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten() {
                if !listed.contains(&kind) {
                    listed.push(kind);
                }
            }
            Some(listed)
        }
        ExprKind::Except(Some(from), without) => {
            let (mut listed, out) = type_candidates(cx, from).zip(types(cx, without))?;
            // Types that only play decides stay.
            listed.retain(|kind| kind.as_fixed().is_none_or(|kind| !out.contains(kind)));
            Some(listed)
        }
        ExprKind::Name(name) => match meaning(cx, &name.text) {
            Meaning::Entity(Entity::Define(index)) => {
                defines::expand(cx, name, index, Wanted::Types, type_candidates)
            }
            Meaning::Word(_) => types(cx, expr).map(listed),
            _ => type_ref(cx, expr).map(|kind| vec![kind]),
        },
        ExprKind::Of(..) => type_ref(cx, expr).map(|kind| vec![kind]),
        ExprKind::Any(inner) => type_candidates(cx, inner),
        _ => types(cx, expr).map(listed),
    })
}

fn listed(types: TypeSet) -> Vec<TypeRef> {
    types.iter().map(TypeRef::Fixed).collect()
}
