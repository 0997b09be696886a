//! Sets of squares.

use super::super::context::{Context, Entity, SlotKind, all};
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind_of_variable};
use super::names::{Meaning, Word, mark, meaning, token};
use super::{chains, defines, functions, nested, places, values};
use crate::diag::codes;
use crate::ir::{BySide, Side, SquareSet, Squares, TypeRef, TypeSet, VariableRef};
use crate::syntax::ast::{Expr, ExprKind, LogicOperator, Name};

/// Lowers a set of squares, or complains.
pub(crate) fn squares(cx: &mut Context<'_>, expr: &Expr) -> Option<Squares> {
    let set = nested(cx, expr.span, |cx| lower(cx, expr))?;
    cx.note_set(&set, expr.span)?;
    Some(set)
}

fn lower(cx: &mut Context<'_>, expr: &Expr) -> Option<Squares> {
    match &expr.kind {
        ExprKind::Number(number) => places::number_as_square(cx, expr, *number),
        ExprKind::Name(name) => named(cx, name),
        ExprKind::SquareSet(ranges) => places::braces(cx, ranges),
        ExprKind::Rank(number) => places::rank(cx, *number, expr.span),
        ExprKind::File(name) => places::file(cx, name),
        ExprKind::Chain(parts) => chains::squares(cx, expr, parts),
        ExprKind::In(left, right) => within(cx, left, right),
        ExprKind::Except(Some(left), right) => both(cx, left, right).map(|(a, b)| a.except(b)),
        ExprKind::Except(None, right) => {
            let without = squares(cx, right)?;
            Some(Squares::from(cx.game.board.all()).except(without))
        }
        ExprKind::Bearing(name) => token(cx, name).map(Squares::Bearing),
        ExprKind::Marked(name) => mark(cx, name).map(Squares::Marked),
        ExprKind::Of(word, of) => functions::of(cx, expr, word, of),
        ExprKind::Call(name, arguments) => functions::call(cx, expr, name, arguments),
        ExprKind::Logic(LogicOperator::Or, parts) => {
            all(parts.iter().map(|part| squares(cx, part))).map(Squares::union)
        }
        ExprKind::Logic(LogicOperator::And, _) => conjunction(cx, expr),
        ExprKind::Conditional { condition, then, otherwise } => {
            conditional(cx, condition, then, otherwise)
        }
        // `when any piece is captured`: the word is there for the reader.
        ExprKind::Any(inner) => squares(cx, inner),
        _ => complaints::mismatch(cx, expr, Wanted::Squares),
    }
}

/// Lowers `A in B`, which is in both, or `line of A in north`.
fn within(cx: &mut Context<'_>, left: &Expr, right: &Expr) -> Option<Squares> {
    let Some(direction) = functions::line_in(cx, left, right) else {
        return both(cx, left, right).map(|(a, b)| Squares::intersection(vec![a, b]));
    };
    let outer = cx.lines_in.replace(direction);
    let set = squares(cx, left);
    cx.lines_in = outer;
    set
}

/// Lowers two sets, both even if the first one is wrong.
fn both(cx: &mut Context<'_>, left: &Expr, right: &Expr) -> Option<(Squares, Squares)> {
    squares(cx, left).zip(squares(cx, right))
}

/// Lowers `A if own is White else B`: the squares of the one or the other, as either side has it.
fn conditional(
    cx: &mut Context<'_>,
    condition: &Expr,
    then: &Expr,
    otherwise: &Expr,
) -> Option<Squares> {
    let decides = super::truth(cx, condition);
    let then = squares(cx, then);
    let otherwise = squares(cx, otherwise);
    let Some(holds) = decides.as_ref()?.for_each_own() else {
        let message =
            "a set of squares can depend on the side, as in `own is White`, and on nothing else";
        let help =
            "where the set is used, write the condition twice: `C and any A or not C and any B`";
        return codes::WRONG_TYPE.at(condition.span, message).help(help).fail(cx.sink);
    };
    let (then, otherwise) = (then?, otherwise?);
    let all = cx.game.board.all();
    let only = |wanted: bool| {
        let views =
            BySide::from_fn(|own| if holds[own] == wanted { all } else { SquareSet::EMPTY });
        Squares::seen(Some(Side::Own), views)
    };
    let part = |wanted: bool, set: Squares| match only(wanted) {
        only if only == Squares::none() => only,
        only if only.as_fixed().is_some() => set,
        only => Squares::intersection(vec![only, set]),
    };
    Some(Squares::union(vec![part(true, then), part(false, otherwise)]))
}

fn conjunction(cx: &mut Context<'_>, expr: &Expr) -> Option<Squares> {
    let message = "`and` joins conditions; a set of squares is wanted here";
    let help = "what is in both sets is written `A on B`, what is in either `A or B`";
    codes::WRONG_TYPE.at(expr.span, message).help(help).fail(cx.sink)
}

/// Returns the set that a name stands for.
pub(super) fn named(cx: &mut Context<'_>, name: &Name) -> Option<Squares> {
    match meaning(cx, &name.text) {
        Meaning::Slot(slot, SlotKind::Square | SlotKind::Chosen) => Some(slot.into()),
        Meaning::Slot(slot, SlotKind::Type) => Some(Squares::OfType(TypeRef::OfSlot(slot))),
        Meaning::Slot(_, SlotKind::Victim) => gone(cx, name),
        Meaning::Word(word) => Some(of_word(cx, word)),
        Meaning::Entity(Entity::Side(side)) => Some(Squares::OwnedBy(Side::Fixed(side))),
        Meaning::Entity(Entity::Type(kind)) => Some(TypeSet::one(kind).into()),
        Meaning::Entity(Entity::Square(square)) => Some(square.into()),
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Squares, squares)
        }
        Meaning::Entity(Entity::Variable(id)) if kind_of_variable(cx, id) == Kind::Squares => {
            let side = values::own_side(cx, id);
            Some(Squares::Variable(VariableRef { id, side }))
        }
        _ => complaints::name(cx, name, Wanted::Squares),
    }
}

fn of_word(cx: &Context<'_>, word: Word) -> Squares {
    match word {
        Word::Own => Squares::own(),
        Word::Opponent => Squares::enemy(),
        Word::Neutral => Squares::Neutral,
        Word::Empty => Squares::vacant(),
        Word::Occupied => Squares::Occupied,
        Word::Everywhere => cx.game.board.all().into(),
        Word::None => Squares::none(),
        Word::Royal => cx.game.royal_types().into(),
    }
}

fn gone(cx: &mut Context<'_>, name: &Name) -> Option<Squares> {
    let found = codes::WRONG_TYPE
        .at(name.span, format!("`{}` has left the board and is on no square", name.text))
        .help(format!("ask about it with `{0} is …`, `type of {0}` or `owner of {0}`", name.text));
    found.fail(cx.sink)
}
