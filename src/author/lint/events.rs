//! Advice about events that nothing can cause.

use super::bounds::{always, sides};
use super::phrases::{self, Wanted};
use super::statements::every;
use super::{Advice, Judged, Looked};
use crate::diag::{Diagnostic, codes};
use crate::ir::{Clause, Effect, Event, Game, StatementKind, Trigger, slots};

/// Looks at the events.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    if !looked.settled {
        return;
    }
    for trigger in &looked.game.triggers {
        let why = if !happens(looked.game, trigger.event) {
            cause(trigger)
        } else if !never(looked, trigger, false) {
            continue;
        } else if never(looked, trigger, true) {
            "its condition is false in every position"
        } else {
            out_of_reach(looked, trigger, advice);
            continue;
        };
        let message = format!("the event `{}` can never happen", trigger.name);
        let found = Diagnostic::warning(codes::EVENT_NEVER_FIRES, trigger.span, message);
        advice.add(found.label(why), Judged::Rules);
    }
}

/// Tells whether the condition of an event never holds when it could fire; with `everywhere` whatever
/// squares it speaks of.
fn never(looked: &Looked<'_>, trigger: &Trigger, everywhere: bool) -> bool {
    let scenes = sides().map(|side| {
        let scene = looked.scene(side);
        let scene = match trigger.event {
            Event::Moved | Event::Dropped => scene.with(slots::TO, &looked.places.arrived),
            _ => scene,
        };
        if everywhere { scene.everywhere() } else { scene }
    });
    always(&scenes, &trigger.condition) == Some(false)
}

fn out_of_reach(looked: &Looked<'_>, trigger: &Trigger, advice: &mut Advice) {
    let place = phrases::place(looked, Wanted::Truth(&trigger.condition), trigger.span);
    let message = format!("the event `{}` waits for squares out of reach", trigger.name);
    let mut found = Diagnostic::warning(codes::OUT_OF_REACH, place, message)
        .label("from the start position no such piece can ever come there");
    if !trigger.span.contains(place) {
        found = found.secondary(trigger.span, "the event waits for it");
    }
    advice.add(found, Judged::Rules);
}

/// Tells whether some statement of the game can cause the event.
fn happens(game: &Game, event: Event) -> bool {
    let mut statements = every(game).into_iter().map(|statement| &statement.kind);
    let moves = |kind: &StatementKind| matches!(kind, StatementKind::Move(_));
    match event {
        Event::TurnBegins | Event::TurnEnds => true,
        Event::Moved => statements.any(moves),
        Event::Dropped => statements.any(|kind| matches!(kind, StatementKind::Drop(_))),
        Event::Captured => {
            game.clauses().any(Clause::can_capture)
                || statements.any(|kind| matches!(kind, StatementKind::Effect(Effect::Capture(_))))
        }
    }
}

fn cause(trigger: &Trigger) -> &'static str {
    match trigger.event {
        Event::Captured => "no move and no effect captures anything",
        Event::Dropped => "no turn has a drop",
        Event::Moved => "no turn has a move",
        Event::TurnBegins | Event::TurnEnds => "",
    }
}
