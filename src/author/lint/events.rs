//! Advice about events that nothing can cause.

use std::cell::LazyCell;
use std::ops::Deref;

use super::bounds::{always, is_too_many};
use super::cells::Cells;
use super::idle;
use super::phrases;
use super::words::{Word, words};
use super::{Advice, Judged, Looked, victims};
use crate::diag::{Diagnostic, codes};
use crate::ir::{BySide, Clause, Event, Game, Operand, SideId, Trigger, slots};
use crate::source::Span;

/// Looks at the events.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let causes = Causes::of(looked.game);
    let victims = Victims {
        captured: LazyCell::new(|| BySide::from_fn(|side| victims::captured(looked, side))),
        reached: LazyCell::new(|| BySide::from_fn(|side| victims::reached(looked, side))),
    };
    for trigger in &looked.game.triggers {
        let why = if !causes.are_for(trigger.event) {
            cause(trigger)
        } else if !never(looked, trigger, false) {
            if trigger.event == Event::Captured {
                never_captured(looked, &victims, trigger, advice);
            }
            if trigger.event != Event::Moved || !idle::moves_nobody(looked, trigger) {
                continue;
            }
            "in its turn a side moves no such piece; `own` is the side whose turn it is"
        } else if never(looked, trigger, true) {
            "its condition is false in every position"
        } else if is_too_many(&looked.scenes(), &trigger.condition) {
            "from the start position there are never so many"
        } else {
            out_of_reach(looked, trigger, advice);
            continue;
        };
        let message = format!("the event `{}` can never happen", trigger.name);
        advice.add(codes::EVENT_NEVER_FIRES.at(trigger.span, message).label(why), Judged::Rules);
    }
}

/// Tells whether the condition of an event never holds when it could fire; with `everywhere` whatever
/// squares it speaks of.
fn never(looked: &Looked<'_>, trigger: &Trigger, everywhere: bool) -> bool {
    let scenes = SideId::ALL.map(|side| {
        let scene = looked.scene(side);
        let scene = match trigger.event {
            Event::Moved | Event::Dropped => scene.with(slots::TO, &looked.places.arrived),
            _ => scene,
        };
        if everywhere { scene.everywhere() } else { scene }
    });
    always(&scenes, &trigger.condition) == Some(false)
}

/// What captures can capture in a turn of each side, worked out once: there may be thousands of events that wait for them.
struct Victims<C, R> {
    /// What can be captured at all.
    captured: C,
    /// What moves could capture, were everything allowed.
    reached: R,
}

/// Advises about an event that waits for the capture of what is never captured.
fn never_captured<C, R>(
    looked: &Looked<'_>,
    victims: &Victims<C, R>,
    trigger: &Trigger,
    advice: &mut Advice,
) where
    C: Deref<Target = BySide<Cells>>,
    R: Deref<Target = BySide<Cells>>,
{
    let never = |victims: &BySide<Cells>| {
        let by_side = SideId::ALL.into_iter().zip(victims);
        let scenes: Vec<_> =
            by_side.map(|(side, cells)| looked.scene(side).with(slots::VICTIM, cells)).collect();
        always(&scenes, &trigger.condition) == Some(false)
    };
    if !never(&victims.captured) {
        return;
    }
    let message = format!("the event `{}` can never happen", trigger.name);
    let mut found = codes::EVENT_NEVER_FIRES.at(trigger.span, message);
    found = if !never(&BySide::clone(&victims.captured).map(Cells::swapped)) {
        let found =
            found.label("`own` is the side that captures, and it never captures its own pieces");
        suggest_enemy(looked, trigger, found)
    } else if !never(&victims.reached) {
        found
            .label("a side may not leave it where it could be captured, so it never is")
            .help("checkmate ends the game before: see `own cannot move` in the endings")
    } else {
        found.label("no such piece is ever captured")
    };
    advice.add(found, Judged::Rules);
}

/// Suggests `enemy` for the side that loses a piece. Whoever took `own` for it did so in the whole event, so that the
/// sides are exchanged in the block as well; where that needs more than other words, it is only said.
fn suggest_enemy(looked: &Looked<'_>, trigger: &Trigger, found: Diagnostic) -> Diagnostic {
    let text = looked.sources.slice(trigger.span);
    let words = words(text);
    let is_side = |word: &&Word<'_>| matches!(word.text, "own" | "enemy");
    let block = text.find('{').unwrap_or(text.len());
    let in_condition = words
        .iter()
        .skip_while(|word| word.text != "when")
        .take_while(|word| word.text != "captured")
        .find(|word| word.text == "own");
    let Some(first) = in_condition else { return found };
    let by_side = |word: &Word<'_>| {
        let variables = &looked.game.variables;
        variables.iter().any(|variable| variable.per_side && variable.name == word.text)
    };
    let mut in_block = words.iter().filter(|word| word.at > block);
    // Pieces are placed for `own`, and variables are those of `own`, where nothing else is said.
    if in_block.any(|word| matches!(word.text, "place" | "mover" | "opponent") || by_side(word)) {
        return found.help(
            "the side that loses a piece is `enemy`, behind `when` and in the block, where `own` is the side that captures",
        );
    }
    let turned: Vec<_> = words.iter().filter(is_side).filter(|word| word.at >= first.at).collect();
    let (Some(start), Some(end)) = (turned.first(), turned.last()) else { return found };
    let mut put = text.get(start.at..end.at + end.text.len()).unwrap_or_default().to_owned();
    for word in turned.iter().rev() {
        let other = if word.text == "own" { "enemy" } else { "own" };
        put.replace_range(word.at - start.at..word.at - start.at + word.text.len(), other);
    }
    let source = trigger.span.source;
    let from = trigger.span.start + start.span(source).start;
    let to = trigger.span.start + end.span(source).end;
    let message = match turned.len() {
        1 => "the side that loses a piece is `enemy`",
        _ => "the side that loses a piece is `enemy`, and `own` is the side that captures",
    };
    found.suggest(Span::new(source, from, to), put, message)
}

fn out_of_reach(looked: &Looked<'_>, trigger: &Trigger, advice: &mut Advice) {
    let place = phrases::place(looked, &trigger.condition, trigger.span);
    let mut found = codes::OUT_OF_REACH
        .at(place, format!("the event `{}` waits for squares out of reach", trigger.name))
        .label("from the start position no such piece can ever come there");
    if !trigger.span.contains(place) {
        found = found.secondary(trigger.span, "the event waits for it");
    }
    advice.add(found, Judged::Rules);
}

/// What the statements of a game can do that causes events.
struct Causes {
    moves: bool,
    drops: bool,
    captures: bool,
}

impl Causes {
    fn of(game: &Game) -> Self {
        let captures = game.clauses().any(Clause::can_capture);
        let mut found = Self { moves: false, drops: false, captures };
        for statement in game.statements() {
            found.moves |= statement.kind.as_move().is_some();
            found.drops |= statement.kind.as_drop().is_some();
            found.captures |=
                statement.any_operand(|operand| matches!(operand, Operand::Captured(_)));
        }
        found
    }

    /// Tells whether something can cause the event.
    fn are_for(&self, event: Event) -> bool {
        match event {
            Event::TurnBegins | Event::TurnEnds => true,
            Event::Moved => self.moves,
            Event::Dropped => self.drops,
            Event::Captured => self.captures,
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
