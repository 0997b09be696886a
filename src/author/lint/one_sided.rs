//! Advice about rules that both sides have and that only one can ever use, because they name squares as the
//! first side sees them.

use super::bounds::Scene;
use super::phrases;
use super::{Advice, Judged, Looked, start, zones};
use crate::diag::codes;
use crate::ir::{BySide, Event, Part, Read, Role, Side, SideId, Truth, slots};
use crate::source::Span;

/// Looks at the events, the endings and the ways of moving of a game in which both sides begin alike.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    if !start::is_alike(looked) {
        return;
    }
    for trigger in &looked.game.triggers {
        let known = |scene: Scene<'_>| match trigger.event {
            Event::Moved => scene.with(slots::TO, &looked.places.arrived).holds(&trigger.condition),
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
    let place = phrases::place(looked, condition, span);
    let message =
        format!("{rule} is for both sides, but can only happen to {}", looked.game.side_name(side));
    let found = codes::ONE_SIDED
        .at(place, message)
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
    if !is_even(condition.into()) {
        return None;
    }
    let [first, second] = looked.scenes().map(|scene| known(scene) != Some(false));
    let everywhere = looked.scenes().map(Scene::everywhere);
    let both = everywhere.into_iter().all(|scene| known(scene) != Some(false));
    (both && first != second).then_some(if second { SideId::LAST } else { SideId::FIRST })
}

fn ways(looked: &Looked<'_>, advice: &mut Advice) {
    for (id, kind) in looked.game.types.enumerate() {
        for (number, clause) in kind.clauses.iter().enumerate() {
            let is_own = clause.span.source == looked.file;
            if !is_own || clause.sides != BySide::same(true) || !is_even((&clause.condition).into())
            {
                continue;
            }
            let [first, second] = zones::leads(looked, (id, number), clause, false).into_array();
            if first != second
                && zones::leads(looked, (id, number), clause, true) == BySide::same(true)
            {
                let side = if second { SideId::LAST } else { SideId::FIRST };
                let rule = format!("this way of moving of the {}", kind.name);
                tell(looked, &rule, side, &clause.condition, clause.span, advice);
            }
        }
    }
}

/// Tells whether a condition is about both sides alike: it names none, and nothing that need not be alike for both.
fn is_even(part: Part<'_>) -> bool {
    let is_set = matches!(part, Part::Squares(..));
    let mut is_even = true;
    part.each_part(&mut |inner| {
        is_even = is_even
            && match inner {
                // The first square of a set is as the first side numbers them.
                Part::Squares(_, Role::Beside) if is_set => false,
                Part::Squares(..) | Part::Truth(_, Role::Member) => self::is_even(inner),
                Part::Side(side) => !matches!(side, Side::Fixed(_)),
                Part::Reads(read) => matches!(read, Read::Pieces | Read::Owners | Read::TurnSoFar),
                Part::Truth(..)
                | Part::Number(..)
                | Part::Walk(_)
                | Part::Variable(_)
                | Part::Mark(_)
                | Part::Token(_)
                | Part::Binds(_) => false,
                _ => true,
            };
    });
    is_even
}
