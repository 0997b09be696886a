//! Statements: what a turn is made of, and what events and ways of moving bring about.

use super::context::{Context, Local, Place, SlotKind, all};
use super::order::{self, Order};
use super::rounds::{self, Rounds};
use super::{effect, expression, rule};
use crate::diag::codes;
use crate::ir::{
    Alternative, Candidates, Choose, DropChoice, LabelId, MoveChoice, Side, SlotId, Squares,
    Statement, StatementKind, Truth, TypeSet, limits, slots,
};
use crate::source::Span;
use crate::syntax::ast::{
    Among, Block, ChooseItem, EffectItem, Expr, ExprKind, LogicOperator, Name, Stmt, StmtKind, Text,
};

/// Lowers statements in braces; those with mistakes are complained about and left out.
pub(crate) fn block(cx: &mut Context<'_>, block: &Block) -> Vec<Statement> {
    cx.scoped(|cx| {
        let mut lowered = Vec::with_capacity(block.statements.len());
        for statement in &block.statements {
            lowered.extend(several(cx, statement).unwrap_or_default());
        }
        lowered
    })
}

/// Lowers a statement, which may come to several.
fn several(cx: &mut Context<'_>, statement: &Stmt) -> Option<Vec<Statement>> {
    let span = statement.span;
    match &statement.kind {
        StmtKind::ForEachDirection { name, directions, body } => {
            rounds::statements(cx, Rounds { name, directions, span }, body)
        }
        StmtKind::ForEach { name, over, order, body } => {
            let loops = for_each(cx, (name, over), order.as_ref(), body, span)?;
            Some(loops.into_iter().map(|kind| Statement { kind, span }).collect())
        }
        _ => lower(cx, statement).map(|statement| vec![statement]),
    }
}

/// Lowers a loop over squares: one after the other for each set that it goes through.
fn for_each(
    cx: &mut Context<'_>,
    (name, over): (&Name, &[Expr]),
    order: Option<&Expr>,
    body: &Block,
    span: Span,
) -> Option<Vec<StatementKind>> {
    for set in over {
        rounds::only_squares(cx, name, set)?;
    }
    let over = all(over.iter().map(|set| expression::squares(cx, set)));
    let order = order.map_or(Some(Order::of_mover(cx)), |order| Order::lower(cx, order));
    let (slot, body) = cx.scoped(|cx| {
        let slot = cx.bind(&name.text, SlotKind::Square);
        (slot, block(cx, body))
    });
    let (over, order) = (over?, order?);
    if over.len() > 1 {
        cx.charge(rounds::size(&body).saturating_mul(over.len()), span)?;
    }
    let one = |over| order::for_each(cx, (slot, over), order, body.clone(), span);
    Some(over.into_iter().map(one).collect())
}

fn lower(cx: &mut Context<'_>, statement: &Stmt) -> Option<Statement> {
    let span = statement.span;
    kind(cx, &statement.kind, span).map(|kind| Statement { kind, span })
}

fn kind(cx: &mut Context<'_>, statement: &StmtKind, span: Span) -> Option<StatementKind> {
    if let Some(types) = types_of(statement)
        && let Some((condition, then, otherwise, through)) = expression::conditional(cx, types)
    {
        let one = |types: Expr| {
            let kind = with_types(statement, types);
            Block { statements: vec![Stmt { kind, span }], span }
        };
        let (then, otherwise) = (one(then), Some(one(otherwise)));
        let kind = StmtKind::If { condition, then, otherwise };
        return expression::inside_defines(cx, &through, |cx| self::kind(cx, &kind, span));
    }
    plain(cx, statement, span)
}

/// Lowers a statement in which no condition decides about types.
fn plain(cx: &mut Context<'_>, statement: &StmtKind, span: Span) -> Option<StatementKind> {
    match statement {
        StmtKind::Move { label, pieces, only, name } => {
            in_turn(cx, "move", span)?;
            let choice = moves(cx, pieces.as_ref(), only.as_ref());
            let (slot, label) = (bind(cx, name.as_ref()), self::label(cx, label.as_ref()));
            let (pieces, only) = choice?;
            Some(StatementKind::Move(MoveChoice { by: Side::Own, pieces, only, slot, label }))
        }
        StmtKind::Drop { label, types, on, name } => {
            in_turn(cx, "drop", span)?;
            let choice = drops(cx, types.as_ref(), on.as_ref());
            let (slot, label) = (bind(cx, name.as_ref()), self::label(cx, label.as_ref()));
            let (types, on) = choice?;
            let (by, hand) = (Side::Own, Side::Own);
            Some(StatementKind::Drop(DropChoice { by, hand, types, on, slot, label }))
        }
        StmtKind::Choose(item) => choose(cx, item),
        StmtKind::Either(ways) => {
            Some(StatementKind::Either { by: Side::Own, ways: alternatives(cx, ways) })
        }
        StmtKind::If { condition, then, otherwise } => {
            let condition = expression::truth(cx, condition);
            let then = block(cx, then);
            let otherwise = otherwise.as_ref().map_or_else(Vec::new, |body| block(cx, body));
            condition.map(|condition| StatementKind::If { condition, then, otherwise })
        }
        StmtKind::Repeat { times, condition, body } => {
            let times = expression::number(cx, times);
            let condition = condition
                .as_ref()
                .map_or(Some(Truth::always()), |condition| expression::truth(cx, condition));
            let body = block(cx, body);
            let (times, condition) = (times?, condition?);
            Some(StatementKind::Repeat { times, condition, body })
        }
        StmtKind::End(outcome, reason) => {
            let outcome = rule::outcome(cx, outcome, span)?;
            Some(StatementKind::End(outcome, reason.text.clone()))
        }
        StmtKind::Next(side) => expression::side(cx, side).map(StatementKind::Next),
        StmtKind::Refuse(reason) => Some(StatementKind::Refuse(reason.text.clone())),
        StmtKind::Effect(item) => effect::lower(cx, item).map(StatementKind::Effect),
        // What a define says has been put in its place, and what comes to several statements is lowered as such.
        StmtKind::Call(..) | StmtKind::ForEach { .. } | StmtKind::ForEachDirection { .. } => None,
    }
}

/// Returns the types that a statement is about, where a condition may decide which they are.
fn types_of(statement: &StmtKind) -> Option<&Expr> {
    match statement {
        StmtKind::Effect(
            EffectItem::Change(_, types)
            | EffectItem::Place { kind: types, .. }
            | EffectItem::AddToHand { kind: types, .. }
            | EffectItem::TakeFromHand { kind: types, .. },
        )
        | StmtKind::Choose(ChooseItem { among: Among::Types(types), .. }) => Some(types),
        _ => None,
    }
}

/// Returns the same statement about other types.
fn with_types(statement: &StmtKind, types: Expr) -> StmtKind {
    let mut statement = statement.clone();
    if let StmtKind::Effect(
        EffectItem::Change(_, old)
        | EffectItem::Place { kind: old, .. }
        | EffectItem::AddToHand { kind: old, .. }
        | EffectItem::TakeFromHand { kind: old, .. },
    )
    | StmtKind::Choose(ChooseItem { among: Among::Types(old), .. }) = &mut statement
    {
        *old = types;
    }
    statement
}

/// Complains about a statement that only a turn can have.
fn in_turn(cx: &mut Context<'_>, word: &str, span: Span) -> Option<()> {
    if cx.place == Place::Turn {
        return Some(());
    }
    let message = format!("`{word}` is a step of a turn and belongs into `turn {{ … }}`");
    let found = codes::WRONG_PLACE.at(span, message);
    found
        .help("events and ways of moving change the position with `relocate`, `place` and the like")
        .fail(cx.sink)
}

fn label(cx: &mut Context<'_>, label: Option<&Text>) -> Option<LabelId> {
    label.map(|label| cx.label(&label.text))
}

/// Binds the name of a piece for the statements that follow. A name that stands for a piece already is that piece's
/// from now on, also where a loop comes back to what asks for it.
fn bind(cx: &mut Context<'_>, name: Option<&Name>) -> Option<SlotId> {
    let name = &name?.text;
    match cx.local(name) {
        Some(local) if local.kind == SlotKind::Square && local.slot >= slots::FIRST_FREE => {
            Some(local.slot)
        }
        _ => Some(cx.bind(name, SlotKind::Square)),
    }
}

fn moves(
    cx: &mut Context<'_>,
    pieces: Option<&Expr>,
    only: Option<&Expr>,
) -> Option<(Squares, Truth)> {
    let pieces = pieces.map_or(Some(Squares::own()), |pieces| expression::squares(cx, pieces));
    let only = match only {
        Some(only) => cx.scoped(|cx| {
            expose(cx, "origin", slots::FROM, SlotKind::Square);
            expose(cx, "target", slots::TO, SlotKind::Square);
            expression::truth(cx, only)
        }),
        None => Some(Truth::always()),
    };
    pieces.zip(only)
}

fn drops(
    cx: &mut Context<'_>,
    types: Option<&Expr>,
    on: Option<&Expr>,
) -> Option<(TypeSet, Squares)> {
    let every = Some(cx.game.types.ids().collect());
    let types = types.map_or(every, |types| expression::types(cx, types));
    let on = match on {
        Some(on) => cx.scoped(|cx| {
            expose(cx, "dropped", slots::DROPPED, SlotKind::Type);
            expression::squares(cx, on)
        }),
        None => Some(cx.game.board.all().into()),
    };
    types.zip(on)
}

/// Lets a name of the language be used where it has a meaning for one expression alone.
fn expose(cx: &mut Context<'_>, name: &str, slot: SlotId, kind: SlotKind) {
    cx.locals.push(Local::new(name, slot, kind));
}

fn choose(cx: &mut Context<'_>, item: &ChooseItem) -> Option<StatementKind> {
    let by = item.by.as_ref().map_or(Some(Side::Own), |by| expression::side(cx, by));
    let (among, kind) = match &item.among {
        Among::Squares { squares: Some(squares), .. } if begins_with(squares, "type") => {
            let message = "`choose type` goes on with `in hand` or with `among` and types";
            cx.sink.push(codes::BAD_CHOICE.at(squares.span, message).help(TYPES_HELP));
            (None, SlotKind::Type)
        }
        Among::Squares { squares, hand } => {
            (candidates(cx, squares.as_ref(), *hand), SlotKind::Chosen)
        }
        Among::Types(types) if expression::types_in_hand(cx, types).is_some() => {
            let all = cx.game.types.ids().collect();
            let whose = expression::types_in_hand(cx, types).cloned();
            let side = whose.and_then(|whose| expression::side(cx, &whose));
            (side.map(|side| Candidates::TypesInHand(side, all)), SlotKind::Type)
        }
        Among::Types(types) => {
            (expression::type_candidates(cx, types).map(Candidates::Types), SlotKind::Type)
        }
        Among::TypesInHand(types) => {
            let types = match types {
                Some(types) => expression::types(cx, types),
                None => Some(cx.game.types.ids().collect()),
            };
            (types.map(|types| Candidates::TypesInHand(Side::Own, types)), SlotKind::Type)
        }
        Among::Numbers(from, to) => (numbers(cx, from, to), SlotKind::Number),
    };
    let label = label(cx, item.label.as_ref());
    let in_hand = matches!(item.among, Among::Squares { hand: true, .. });
    let (slot, then) = cx.scoped(|cx| {
        let kind = if kind == SlotKind::Chosen && !in_hand { SlotKind::Square } else { kind };
        let slot = cx.bind(&item.name.text, kind);
        if let (Among::Squares { squares: Some(squares), hand: false }, Some(local)) =
            (&item.among, cx.locals.last_mut())
        {
            local.among_types = names_only(squares).then_some(squares.span);
        }
        (slot, block(cx, &item.body))
    });
    let otherwise = item.otherwise.as_ref().map(|body| block(cx, body));
    let (by, among) = (by?, among?);
    let optional = item.optional;
    Some(StatementKind::Choose(Choose { by, slot, among, optional, label, then, otherwise }))
}

/// Tells whether an expression lists names and nothing else: `Queen or Rook`.
fn names_only(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Logic(LogicOperator::Or, parts) => parts.iter().all(names_only),
        _ => false,
    }
}

/// Tells whether the first word of an expression is this one.
fn begins_with(mut expr: &Expr, word: &str) -> bool {
    loop {
        expr = match &expr.kind {
            ExprKind::Name(name) => return name.text == word,
            ExprKind::In(first, _) | ExprKind::Except(Some(first), _) => first,
            ExprKind::Chain(parts) | ExprKind::Logic(_, parts) => match parts.first() {
                Some(first) => first,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// How types are chosen.
const TYPES_HELP: &str = "those in the own hand are `choose type in hand as NAME`, any others `choose type among TYPES as NAME`";

fn candidates(cx: &mut Context<'_>, squares: Option<&Expr>, hand: bool) -> Option<Candidates> {
    let squares = match squares {
        Some(squares) => expression::squares(cx, squares)?,
        None => Squares::none(),
    };
    let hand = hand.then(|| (Side::Own, cx.game.types.ids().collect()));
    Some(Candidates::Squares { squares, hand })
}

fn numbers(cx: &mut Context<'_>, from: &Expr, to: &Expr) -> Option<Candidates> {
    let span = from.span.join(to.span);
    let (from, to) = expression::number(cx, from).zip(expression::number(cx, to))?;
    if let (Some(from), Some(to)) = (from.as_fixed(), to.as_fixed()) {
        let many = i64::from(to) - i64::from(from) + 1;
        if !usize::try_from(many).is_ok_and(|many| (1..=limits::MAX_CHOICES).contains(&many)) {
            let message = format!(
                "between 1 and {} numbers can be chosen from, and these are {many}",
                limits::MAX_CHOICES
            );
            return codes::BAD_CHOICE.at(span, message).fail(cx.sink);
        }
    }
    Some(Candidates::Numbers(from, to))
}

fn alternatives(cx: &mut Context<'_>, ways: &[(Option<Text>, Block)]) -> Vec<Alternative> {
    ways.iter()
        .map(|(label, body)| {
            let label = self::label(cx, label.as_ref());
            Alternative { label, body: block(cx, body) }
        })
        .collect()
}
