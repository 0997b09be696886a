//! Advice about rules that both sides have and that only one can ever use, because they name squares as the
//! first side sees them.

use super::bounds::{Scene, sides};
use super::phrases::{self, Wanted};
use super::{Advice, Judged, Looked, start, zones};
use crate::diag::{Diagnostic, codes};
use crate::ir::{BySide, Event, Side, SideId, Squares, Truth, slots};
use crate::source::Span;

/// Expressions nested deeper than this are not looked into.
const MAX_DEPTH: u8 = 64;

/// Looks at the events, the endings and the ways of moving of a game in which both sides begin alike.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    if !looked.settled || !start::is_alike(looked) {
        return;
    }
    for trigger in &looked.game.triggers {
        let known = |scene: Scene<'_>| match trigger.event {
            Event::Moved => scene.holds_with(slots::TO, &looked.places.arrived, &trigger.condition),
            _ => scene.holds(&trigger.condition),
        };
        if let Some(side) = only_one(looked, &trigger.condition, &known) {
            let rule = format!("the event `{}`", trigger.name);
            tell(looked, &rule, side, &trigger.condition, trigger.span, advice);
        }
    }
    for ending in &looked.game.endings {
        let known = |scene: Scene<'_>| scene.holds(&ending.condition);
        if let Some(side) = only_one(looked, &ending.condition, &known) {
            let rule = format!("the ending `{}`", ending.name);
            tell(looked, &rule, side, &ending.condition, ending.span, advice);
        }
    }
    ways(looked, advice);
}

fn tell(
    looked: &Looked<'_>,
    rule: &str,
    side: SideId,
    condition: &Truth,
    span: Span,
    advice: &mut Advice,
) {
    let place = phrases::place(looked, Wanted::Truth(condition), span);
    let message =
        format!("{rule} is for both sides, but can only happen to {}", looked.game.side_name(side));
    let found = Diagnostic::warning(codes::ONE_SIDED, place, message)
        .label("these are the same squares for both sides")
        .help("`own rank 8`, say, is each side's own");
    advice.add(found, Judged::Rules);
}

/// Returns the side in whose turns alone a condition can hold, if that is for the sake of the squares it names.
fn only_one(
    looked: &Looked<'_>,
    condition: &Truth,
    known: &dyn Fn(Scene<'_>) -> Option<bool>,
) -> Option<SideId> {
    if !is_even(condition, MAX_DEPTH) {
        return None;
    }
    let [first, second] = looked.scenes().map(|scene| known(scene) != Some(false));
    let everywhere = looked.scenes().map(Scene::everywhere);
    let both = everywhere.into_iter().all(|scene| known(scene) != Some(false));
    (both && first != second).then(|| sides()[usize::from(second)])
}

fn ways(looked: &Looked<'_>, advice: &mut Advice) {
    for (id, kind) in looked.game.types.enumerate() {
        for (number, clause) in kind.clauses.iter().enumerate() {
            let is_own = clause.span.source == looked.file;
            if !is_own
                || clause.sides != BySide::same(true)
                || !is_even(&clause.condition, MAX_DEPTH)
            {
                continue;
            }
            let [first, second] = zones::leads(looked, (id, number), clause, false);
            if first != second && zones::leads(looked, (id, number), clause, true) == [true, true] {
                let side = sides()[usize::from(second)];
                let rule = format!("this way of moving of the {}", kind.name);
                tell(looked, &rule, side, &clause.condition, clause.span, advice);
            }
        }
    }
}

/// Tells whether a condition is about both sides alike: it names none.
fn is_even(truth: &Truth, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match truth {
        Truth::Not(inner) => is_even(inner, depth),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().all(|part| is_even(part, depth)),
        Truth::Exists(set) | Truth::Is { set, .. } => is_even_set(set, depth),
        Truth::Within(first, second) => is_even_set(first, depth) && is_even_set(second, depth),
        Truth::Fixed(_) | Truth::MovedBy(_) | Truth::TypeIs(..) => true,
        _ => false,
    }
}

fn is_even_set(set: &Squares, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match set {
        Squares::OwnedBy(side) | Squares::Seen { by: side, .. } => !matches!(side, Side::Fixed(_)),
        Squares::Union(parts) | Squares::Intersection(parts) => {
            parts.iter().all(|part| is_even_set(part, depth))
        }
        Squares::Except(first, second) => is_even_set(first, depth) && is_even_set(second, depth),
        Squares::Fixed(_)
        | Squares::Empty
        | Squares::Occupied
        | Squares::OfTypes(_)
        | Squares::OfType(_)
        | Squares::Slot(_) => true,
        _ => false,
    }
}
