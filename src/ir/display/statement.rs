//! Statements as lines of text.

use super::effect::effect_text;
use super::expression::{side_text, slot_text, text_of, type_set_text};
use super::indented;
use crate::ir::{
    Alternative, Candidates, Choose, DropChoice, Event, Game, LabelId, MoveChoice, Outcome, SlotId,
    Statement, StatementKind, TypeRef,
};

/// Writes statements, one a line; what is inside another stands one step to the right.
pub fn statement_lines(game: &Game, statements: &[Statement]) -> Vec<String> {
    statements.iter().flat_map(|statement| lines_of(game, &statement.kind)).collect()
}

fn lines_of(game: &Game, kind: &StatementKind) -> Vec<String> {
    match kind {
        StatementKind::Move(choice) => vec![move_text(game, choice)],
        StatementKind::Drop(choice) => vec![drop_text(game, choice)],
        StatementKind::Choose(choose) => choose_lines(game, choose),
        StatementKind::Either { ways, .. } => either_lines(game, ways),
        StatementKind::If { condition, then, otherwise } => {
            let mut lines = block(game, format!("if {}", text_of(game, condition)), then);
            if !otherwise.is_empty() {
                lines.extend(block(game, "else".to_owned(), otherwise));
            }
            lines
        }
        StatementKind::ForEach { slot, over, body } => {
            let head = format!("for each {} in {}", slot_text(*slot), text_of(game, over));
            block(game, head, body)
        }
        StatementKind::Repeat { times, condition, body } => {
            let times = text_of(game, times);
            block(game, format!("repeat {times} times while {}", text_of(game, condition)), body)
        }
        StatementKind::Effect(effect) => vec![effect_text(game, effect)],
        StatementKind::Refuse(reason) => vec![format!("refuse {reason:?}")],
        StatementKind::End(outcome, reason) => {
            vec![format!("end: {} {reason:?}", outcome_text(game, *outcome))]
        }
        StatementKind::Next(side) => vec![format!("next {}", side_text(game, *side))],
    }
}

fn block(game: &Game, head: String, body: &[Statement]) -> Vec<String> {
    let mut lines = vec![head];
    lines.extend(indented(statement_lines(game, body)));
    lines
}

fn label_text(game: &Game, label: Option<LabelId>) -> String {
    let label = label.and_then(|label| game.labels.get(label));
    label.map_or(String::new(), |label| format!(" {label:?}"))
}

fn binding_text(slot: Option<SlotId>) -> String {
    slot.map_or(String::new(), |slot| format!(" as {}", slot_text(slot)))
}

fn move_text(game: &Game, choice: &MoveChoice) -> String {
    let mut text =
        format!("move{} {}", label_text(game, choice.label), text_of(game, &choice.pieces));
    if !choice.only.is_always() {
        text.push_str(" when ");
        text.push_str(&text_of(game, &choice.only));
    }
    text + &binding_text(choice.slot)
}

fn drop_text(game: &Game, choice: &DropChoice) -> String {
    format!(
        "drop{} {} in hand of {} on {}{}",
        label_text(game, choice.label),
        type_set_text(game, choice.types),
        side_text(game, choice.hand),
        text_of(game, &choice.on),
        binding_text(choice.slot)
    )
}

fn choose_lines(game: &Game, choose: &Choose) -> Vec<String> {
    let optional = if choose.optional { " or nothing" } else { "" };
    let head = format!(
        "choose{} by {} among {}{optional} as {}",
        label_text(game, choose.label),
        side_text(game, choose.by),
        candidates_text(game, &choose.among),
        slot_text(choose.slot)
    );
    let mut lines = block(game, head, &choose.then);
    if let Some(otherwise) = &choose.otherwise {
        lines.extend(block(game, "otherwise".to_owned(), otherwise));
    }
    lines
}

fn candidates_text(game: &Game, among: &Candidates) -> String {
    match among {
        Candidates::Squares { squares, hand: None } => text_of(game, squares),
        Candidates::Squares { squares, hand: Some((side, types)) } => format!(
            "{}, {} in hand of {}",
            text_of(game, squares),
            type_set_text(game, *types),
            side_text(game, *side)
        ),
        Candidates::Types(types) => {
            let types: Vec<String> =
                types.iter().map(|kind: &TypeRef| text_of(game, kind)).collect();
            format!("types {}", types.join(", "))
        }
        Candidates::TypesInHand(side, types) => {
            format!("types {} in hand of {}", type_set_text(game, *types), side_text(game, *side))
        }
        Candidates::Numbers(low, high) => {
            format!("numbers {} to {}", text_of(game, low), text_of(game, high))
        }
    }
}

fn either_lines(game: &Game, ways: &[Alternative]) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, way) in ways.iter().enumerate() {
        let word = if index == 0 { "either" } else { "or" };
        lines.extend(block(game, format!("{word}{}", label_text(game, way.label)), &way.body));
    }
    lines
}

/// Writes how a game ends.
pub fn outcome_text(game: &Game, outcome: Outcome) -> String {
    match outcome {
        Outcome::Wins(side) => format!("{} wins", side_text(game, side)),
        Outcome::Loses(side) => format!("{} loses", side_text(game, side)),
        Outcome::Draw => "draw".to_owned(),
    }
}

/// Writes what a trigger waits for.
pub fn event_text(event: Event) -> &'static str {
    match event {
        Event::Captured => "a piece is captured",
        Event::Moved => "a piece moves",
        Event::Dropped => "a piece is dropped",
        Event::TurnBegins => "a turn begins",
        Event::TurnEnds => "a turn ends",
    }
}
