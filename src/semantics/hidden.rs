//! What a name means other than it seems to: parameters named like something else, and `own` of nobody.

use super::context::{Context, Entity};
use super::expand;
use super::merge::Merged;
use crate::source::Span;
use crate::syntax::ast::{DefineItem, EndingItem, ItemKind, OutcomeItem};
use crate::syntax::version::PRONOUNS;

/// Notes it for advice.
pub(super) fn look(cx: &mut Context<'_>, merged: &Merged) {
    for entry in &merged.entries {
        match &entry.item.kind {
            ItemKind::Define(DefineItem { parameters: Some(parameters), .. }) => {
                let hidden = parameters.iter().filter(|name| cx.find(&name.text).is_some());
                let hidden: Vec<(String, Span)> =
                    hidden.map(|name| (name.text.clone(), name.span)).collect();
                cx.game.hidden.extend(hidden);
            }
            ItemKind::Ending(item)
                if !cx.is_old(entry.item.span) && is_of_nobody(&item.outcome) =>
            {
                if let Some(found) = speaking_define(cx, item, entry.item.span) {
                    cx.game.whose.push(found);
                }
            }
            _ => {}
        }
    }
}

/// Tells whether an ending belongs to neither side, or to one that it names.
fn is_of_nobody(outcome: &OutcomeItem) -> bool {
    matches!(outcome, OutcomeItem::Draw | OutcomeItem::Wins(_) | OutcomeItem::Loses(_))
}

/// Finds a define in the condition of an ending that speaks of `own`, itself or by other defines.
fn speaking_define(cx: &Context<'_>, item: &EndingItem, whole: Span) -> Option<(String, Span)> {
    expand::names_in(&item.condition).into_iter().find_map(|name| {
        if PRONOUNS.contains(&name.text.as_str()) {
            // What stands in the condition itself is told otherwise; a call may have brought it in.
            let is_brought = !whole.contains(name.span);
            return is_brought.then(|| (name.text.clone(), item.name.span));
        }
        let Entity::Define(index) = cx.find(&name.text)?.entity else { return None };
        let mut seen = Vec::new();
        speaks(cx, index, &mut seen).then(|| (name.text.clone(), name.span))
    })
}

fn speaks(cx: &Context<'_>, index: usize, seen: &mut Vec<usize>) -> bool {
    if seen.contains(&index) {
        return false;
    }
    seen.push(index);
    let Some(define) = cx.defines.get(index) else { return false };
    expand::names_in(&define.expr).into_iter().any(|name| {
        PRONOUNS.contains(&name.text.as_str())
            || match cx.entity(&name.text) {
                Some(Entity::Define(other)) => speaks(cx, other, seen),
                _ => false,
            }
    })
}
