//! Advice about events that nothing can cause.

use super::bounds::{always, sides};
use super::cells::Cells;
use super::phrases::{self, Wanted};
use super::statements::every;
use super::words::words;
use super::{Advice, Judged, Looked, victims};
use crate::diag::{Diagnostic, codes};
use crate::ir::{Clause, Effect, Event, Game, SideId, StatementKind, Trigger, slots};
use crate::source::Span;

/// Looks at the events.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    if !looked.settled {
        return;
    }
    for trigger in &looked.game.triggers {
        let why = if !happens(looked.game, trigger.event) {
            cause(trigger)
        } else if !never(looked, trigger, false) {
            if trigger.event == Event::Captured {
                never_captured(looked, trigger, advice);
            }
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

/// Advises about an event that waits for the capture of what is never captured.
fn never_captured(looked: &Looked<'_>, trigger: &Trigger, advice: &mut Advice) {
    let never = |victims: &dyn Fn(SideId) -> Cells| {
        let scenes = sides().map(|side| looked.scene(side).with(slots::VICTIM, &victims(side)));
        always(&scenes, &trigger.condition) == Some(false)
    };
    if !never(&|side| victims::captured(looked, side)) {
        return;
    }
    let message = format!("the event `{}` can never happen", trigger.name);
    let mut found = Diagnostic::warning(codes::EVENT_NEVER_FIRES, trigger.span, message);
    found = if !never(&|side| victims::captured(looked, side).swapped()) {
        let found =
            found.label("`own` is the side that captures, and it never captures its own pieces");
        match word_behind_when(looked, trigger, "own") {
            Some(place) => found.suggest(place, "enemy", "the side that loses a piece is `enemy`"),
            None => found,
        }
    } else if !never(&|side| victims::reached(looked, side)) {
        found
            .label("a side may not leave it where it could be captured, so it never is")
            .help("checkmate ends the game before: see `own cannot move` in the endings")
    } else {
        found.label("no such piece is ever captured")
    };
    advice.add(found, Judged::Rules);
}

/// Where the file writes a word first behind the `when` of an event.
fn word_behind_when(looked: &Looked<'_>, trigger: &Trigger, wanted: &str) -> Option<Span> {
    let found = words(looked.sources.text(trigger.span.source));
    let inside = found.iter().map(|word| (word, word.span(trigger.span.source)));
    let mut inside = inside.filter(|(_, span)| trigger.span.contains(*span));
    inside.find(|(word, _)| word.text == "when")?;
    let mut condition = inside.take_while(|(word, _)| word.text != "captured");
    condition.find(|(word, _)| word.text == wanted).map(|(_, span)| span)
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
