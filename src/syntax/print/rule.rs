//! Events, endings, fields and tests.

use super::expression::{Level, at, moved_by, names, set, whole};
use super::statement::{after_word, outcome};
use super::{Printer, after_space, quoted};
use crate::syntax::ast::{
    CompareItem, EndingItem, EventItem, EventPattern, FieldItem, FieldType, FormPart, GoalItem,
    LetterItem, Name, PreferItem, RuleItem, TestItem, TestLineKind, Text,
};
use crate::syntax::parser;

impl Printer {
    pub(super) fn event(&mut self, event: &EventItem) {
        self.put(&format!(
            "event {}: when {}",
            ordered(&event.name, event.before.as_ref()),
            happening(&event.event)
        ));
        self.put(&after_word("and", event.condition.as_ref(), whole));
        self.put(" ");
        self.block(&event.body);
    }

    pub(super) fn test(&mut self, test: &TestItem) {
        self.put(&format!("test {} ", quoted(&test.title)));
        if !test.cites.is_empty() {
            self.put(&format!("cites {} ", names(&test.cites, ", ")));
        }
        if !test.options.is_empty() {
            let texts: Vec<String> = test
                .options
                .iter()
                .map(|(name, value)| format!("{} = {}", name.text, mover(&value.text)))
                .collect();
            self.put(&format!("with {} ", texts.join(", ")));
        }
        self.braces(&test.lines, |this, line| this.line(&test_line(&line.kind)));
    }
}

/// Prints a mover, in quotes if it needs them.
pub(super) fn mover(text: &str) -> String {
    if parser::is_mover(text) { text.to_owned() } else { format!("\"{text}\"") }
}

/// Prints a name, and what it comes before.
fn ordered(name: &Name, before: Option<&Name>) -> String {
    let before = before.map_or_else(String::new, |before| format!(" before {}", before.text));
    format!("{}{before}", name.text)
}

fn happening(event: &EventPattern) -> String {
    match event {
        EventPattern::Captured { victim, by } => {
            format!("{} is captured{}", set(victim), after_word("by", by.as_ref(), set))
        }
        EventPattern::Moved { mover, by, from, to } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(" by {}", moved_by(by)));
            let from = after_word("from", from.as_ref(), set);
            format!("{} moves{by}{from}{}", set(mover), after_word("to", to.as_ref(), set))
        }
        EventPattern::Dropped { piece, on } => {
            format!("{} is dropped{}", set(piece), after_word("on", on.as_ref(), set))
        }
        EventPattern::TurnBegins => "a turn begins".to_owned(),
        EventPattern::TurnEnds => "a turn ends".to_owned(),
    }
}

/// Prints the part of a `prefer` after that word.
pub(super) fn prefer(rule: &PreferItem) -> String {
    let reason = after_space(rule.reason.as_ref().map(quoted));
    let word = match &rule.goal {
        GoalItem::When(_) => "when",
        GoalItem::Most(_) => "most",
        GoalItem::Least(_) => "least",
    };
    let name = ordered(&rule.name, rule.before.as_ref());
    format!("{name}:{reason} {word} {}", whole(rule.goal.expr()))
}

/// Prints the part of a `forbid` after that word.
pub(super) fn rule(rule: &RuleItem) -> String {
    let reason = after_space(rule.reason.as_ref().map(quoted));
    format!(
        "{}:{reason} when {}",
        ordered(&rule.name, rule.before.as_ref()),
        whole(&rule.condition)
    )
}

pub(super) fn ending(ending: &EndingItem) -> String {
    format!(
        "{} {}: {} {} when {}",
        if ending.by_record { "record" } else { "ending" },
        ordered(&ending.name, ending.before.as_ref()),
        outcome(&ending.outcome),
        quoted(&ending.reason),
        whole(&ending.condition)
    )
}

pub(super) fn field(field: &FieldItem) -> String {
    let kind = match &field.kind {
        FieldType::Letters { per_side, letters } => {
            let texts: Vec<String> = letters.iter().map(letter).collect();
            let side = if *per_side { "per side " } else { "" };
            format!("{side}letters {}", texts.join(", "))
        }
        FieldType::Squares(squares) => format!("squares {}", set(squares)),
        FieldType::Number(number) => format!("number {}", whole(number)),
        FieldType::TurnNumber => "turn number".to_owned(),
        FieldType::Forms(forms) => {
            let texts: Vec<String> = forms.iter().map(|form| form_parts(form)).collect();
            format!("form {}", texts.join(" or "))
        }
        FieldType::Fixed(text) => format!("text {}", quoted(text)),
    };
    format!("field {}: {kind}", ordered(&field.name, field.before.as_ref()))
}

fn letter(letter: &LetterItem) -> String {
    format!(
        "{}{} = {} in {}",
        quoted(&letter.letter),
        if letter.by_file { ".." } else { "" },
        at(&letter.square, Level::Chain),
        letter.variable.text
    )
}

fn form_parts(parts: &[FormPart]) -> String {
    let texts: Vec<String> = parts
        .iter()
        .map(|part| match part {
            FormPart::Text(text) => quoted(text),
            FormPart::Number { variable, minus, .. } => {
                let variable = at(variable, Level::Chain);
                minus.map_or_else(|| variable.clone(), |minus| format!("{minus} - {variable}"))
            }
        })
        .collect();
    format!("({})", texts.join(", "))
}

pub(super) fn compare(compare: &CompareItem) -> String {
    match compare {
        CompareItem::Ignoring(name) => format!("compare ignoring {}", name.text),
        CompareItem::IgnoringSide(_) => "compare ignoring side to move".to_owned(),
        CompareItem::TurnsByPosition(_) => "compare turns by position".to_owned(),
        CompareItem::WhileUsed(name) => format!("compare {} while used", name.text),
        CompareItem::Number(number) => format!("compare number {}", whole(number)),
        CompareItem::Level(token, level) => {
            format!("compare level of {} as {}", token.text, whole(level))
        }
    }
}

fn test_line(line: &TestLineKind) -> String {
    match line {
        TestLineKind::Position(text) => format!("position {}", quoted(text)),
        TestLineKind::Becomes(text) => format!("becomes {}", quoted(text)),
        TestLineKind::Play(turns) => format!("play {}", turn_texts(turns)),
        TestLineKind::Legal(turns) => format!("legal {}", turn_texts(turns)),
        TestLineKind::Illegal(turns) => format!("illegal {}", turn_texts(turns)),
        TestLineKind::Turns(count) => format!("turns {count}"),
        TestLineKind::Perft(depth, count) => format!("perft {depth} {count}"),
        TestLineKind::Result(winner, reason) => {
            format!("result {}{}", winner.text, after_space(reason.as_ref().map(quoted)))
        }
        TestLineKind::Ongoing => "ongoing".to_owned(),
        TestLineKind::Expect(truth) => format!("expect {}", whole(truth)),
    }
}

fn turn_texts(turns: &[Text]) -> String {
    turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>().join(" ")
}
