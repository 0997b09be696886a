//! Advice about endings.

use super::bounds::{always, is_too_many};
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{Ending, Outcome, Side, Truth};

/// Looks at the endings.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let mut before: Vec<&Ending> = Vec::new();
    for ending in &looked.game.endings {
        let never = |ending: &Ending| always(&looked.scenes(), &ending.condition) == Some(false);
        let half = looked.other_half(ending);
        if half.is_some_and(|half| before.contains(&half) || never(ending) && !never(half)) {
            // What is asked of both sides is one ending.
            continue;
        }
        if never(ending) {
            let message = format!("the ending `{}` can never hold", ending.name);
            let found = codes::ENDING_NEVER_HOLDS.at(ending.span, message);
            advice.add(found.label(why(looked, &ending.condition)), Judged::Rules);
        } else if let Some(first) = before.iter().find(|first| hides(looked, first, ending)) {
            let found = codes::SAID_BEFORE
                .at(ending.span, format!("the ending `{}` never decides", ending.name))
                .label("whenever it holds, the one before it has decided")
                .secondary(first.span, "this one comes first");
            advice.add(found, Judged::Rules);
        }
        before.push(ending);
    }
}

/// Says why a condition never holds.
pub(super) fn why(looked: &Looked<'_>, condition: &Truth) -> &'static str {
    let everywhere = looked.scenes().map(|scene| scene.everywhere().crowded());
    if always(&everywhere, condition) == Some(false) {
        "its condition is false in every position"
    } else if is_too_many(&looked.scenes(), condition) {
        "from the start position there are never so many"
    } else {
        "from the start position no such piece can ever come to such a square"
    }
}

/// Tells whether the first ending decides whenever the other one holds.
fn hides(looked: &Looked<'_>, first: &Ending, other: &Ending) -> bool {
    let decides = match first.outcome {
        Outcome::Wins(side) | Outcome::Loses(side) => !matches!(side, Side::OwnerOf(_)),
        Outcome::Draw => true,
    };
    let earlier = !first.by_record || other.by_record;
    let covered = || other.condition.conjuncts().contains(&first.condition);
    let wider = || first.condition.disjuncts().contains(&other.condition);
    decides
        && earlier
        && (always(&looked.scenes(), &first.condition) == Some(true) || covered() || wider())
}
