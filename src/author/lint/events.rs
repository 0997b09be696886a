//! Advice about events that nothing can cause.

use super::Looked;
use super::conditions::holds;
use super::statements::every;
use crate::diag::{Diagnostic, codes};
use crate::ir::{Clause, Effect, Event, Game, StatementKind, Trigger};

/// Looks at the events.
pub(super) fn look(looked: &mut Looked<'_>) {
    let game = looked.game;
    if !looked.settled {
        return;
    }
    for trigger in &game.triggers {
        let why = if !happens(game, trigger.event) {
            cause(trigger)
        } else if holds(looked, &trigger.condition, 64) == Some(false) {
            "its condition is false in every position"
        } else {
            continue;
        };
        let message = format!("the event `{}` can never happen", trigger.name);
        let found = Diagnostic::warning(codes::EVENT_NEVER_FIRES, trigger.span, message);
        looked.advise(found.label(why));
    }
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
