//! Variables of squares `until left`: the events that take squares out of them.
//!
//! A square leaves when a piece moves from it or to it, and at the end of a turn if nothing that counts stands on it.

use super::merge::Merged;
use crate::diag::{Sink, codes};
use crate::source::Span;
use crate::syntax::ast::{
    Block, EffectItem, EventItem, EventPattern, Expr, ExprKind, Item, ItemKind, LogicOperator,
    Mode, Name, Stmt, StmtKind, UntilLeft, VariableItem, VariableType,
};

/// Writes out the events of all such variables, each behind its variable.
pub(super) fn write_out(merged: &mut Merged, sink: &mut Sink) {
    for entry in std::mem::take(&mut merged.entries) {
        let events = match &entry.item.kind {
            ItemKind::Variable(item) => events(item, sink),
            _ => Vec::new(),
        };
        let events: Vec<_> = events.into_iter().map(|event| entry.beside(event)).collect();
        merged.entries.push(entry);
        merged.entries.extend(events);
    }
}

fn events(item: &VariableItem, sink: &mut Sink) -> Vec<Item> {
    let Some(until) = &item.until_left else { return Vec::new() };
    if item.kind != VariableType::Squares {
        let message = format!("`{}` holds no squares that could be left", item.name.text);
        let found = codes::WRONG_TYPE.at(until.span, message);
        sink.push(found.help("only a variable of `squares` can be `until left`"));
        return Vec::new();
    }
    let touched = EventPattern::Moved {
        mover: Expr::name("piece", until.span),
        by: None,
        from: None,
        to: None,
    };
    vec![
        event(item, until, "left", touched, |variable| touches(variable, until.span)),
        event(item, until, "empty", EventPattern::TurnEnds, |variable| stays(variable, until)),
    ]
}

/// An event that does the same with the variable, or with that of each side.
fn event(
    item: &VariableItem,
    until: &UntilLeft,
    what: &str,
    event: EventPattern,
    effect: impl Fn(Expr) -> EffectItem,
) -> Item {
    let span = until.span;
    let statements = variables(item, span)
        .into_iter()
        .map(|variable| Stmt { kind: StmtKind::Effect(effect(variable)), span });
    let kind = ItemKind::Event(EventItem {
        name: Name { text: format!("{}-{what}", item.name.text), span },
        before: None,
        event,
        condition: None,
        body: Block { statements: statements.collect(), span },
    });
    Item { kind, mode: Mode::Add, span }
}

/// `take origin or target from VARIABLE`
fn touches(variable: Expr, span: Span) -> EffectItem {
    let both = vec![Expr::name("origin", span), Expr::name("target", span)];
    let value = Expr { kind: ExprKind::Logic(LogicOperator::Or, both), span };
    EffectItem::Adjust { value, target: variable, less: true }
}

/// `set VARIABLE to VARIABLE on BY`
fn stays(variable: Expr, until: &UntilLeft) -> EffectItem {
    let span = until.span;
    let by = until.by.clone().unwrap_or_else(|| Expr::name("piece", span));
    let kept = ExprKind::In(Box::new(variable.clone()), Box::new(by));
    EffectItem::Set(variable, Expr { kind: kept, span })
}

fn variables(item: &VariableItem, span: Span) -> Vec<Expr> {
    let name = Name { text: item.name.text.clone(), span };
    if !item.per_side {
        return vec![Expr { kind: ExprKind::Name(name), span }];
    }
    let of = |side| ExprKind::Of(name.clone(), Box::new(Expr::name(side, span)));
    ["own", "enemy"].map(|side| Expr { kind: of(side), span }).to_vec()
}
