//! Events: what they wait for, and what they do.

use super::context::{Context, Place};
use super::rule::in_place;
use super::{expression, statement};
use crate::ir::{Event, SlotId, Squares, Trigger, Truth, slots};
use crate::source::Span;
use crate::syntax::ast::{EventItem, EventPattern, Expr};

/// Lowers an event, or complains.
pub(crate) fn event(cx: &mut Context<'_>, item: &EventItem, span: Span) -> Option<Trigger> {
    in_place(cx, place(&item.event), |cx| {
        let pattern = pattern(cx, &item.event);
        let condition = match &item.condition {
            Some(condition) => expression::truth(cx, condition),
            None => Some(Truth::always()),
        };
        let body = statement::block(cx, &item.body);
        let (event, mut parts) = pattern?;
        parts.push(condition?);
        let condition = Truth::all(parts);
        Some(Trigger { name: item.name.text.clone(), event, condition, body, span })
    })
}

fn place(event: &EventPattern) -> Place {
    match event {
        EventPattern::Captured { .. } => Place::Capture,
        EventPattern::Moved { .. } => Place::Move,
        EventPattern::Dropped { .. } => Place::Drop,
        EventPattern::TurnBegins | EventPattern::TurnEnds => Place::TurnEdge,
    }
}

/// Lowers what an event waits for: what happens, and what must hold of those who take part.
fn pattern(cx: &mut Context<'_>, event: &EventPattern) -> Option<(Event, Vec<Truth>)> {
    match event {
        EventPattern::Captured { victim, by } => {
            let victim = of_slot(cx, slots::VICTIM, Some(victim));
            let by = of_slot(cx, slots::CAPTOR, by.as_ref());
            Some((Event::Captured, vec![victim?, by?]))
        }
        EventPattern::Moved { mover, by, from, to } => {
            let mover = of_slot(cx, slots::TO, Some(mover));
            let by = by.as_ref().map_or(Some(Truth::always()), |way| expression::moved_by(cx, way));
            let from = of_slot(cx, slots::FROM, from.as_ref());
            let to = of_slot(cx, slots::TO, to.as_ref());
            Some((Event::Moved, vec![mover?, by?, from?, to?]))
        }
        EventPattern::Dropped { piece, on } => {
            let piece = of_slot(cx, slots::TO, Some(piece));
            let on = of_slot(cx, slots::TO, on.as_ref());
            Some((Event::Dropped, vec![piece?, on?]))
        }
        EventPattern::TurnBegins => Some((Event::TurnBegins, Vec::new())),
        EventPattern::TurnEnds => Some((Event::TurnEnds, Vec::new())),
    }
}

/// Returns that the piece or square in a slot is in the set; any piece is one that takes part.
fn of_slot(cx: &mut Context<'_>, slot: SlotId, set: Option<&Expr>) -> Option<Truth> {
    let Some(set) = set else { return Some(Truth::always()) };
    match expression::squares(cx, set)? {
        Squares::Occupied if slot != slots::CAPTOR => Some(Truth::always()),
        set => Some(Truth::is_in(slot, set)),
    }
}
