//! What authors are told, as JSON: the command line and the [desk](crate::desk) give the same to programs.

use serde_json::{Map, Value, json};

use super::trace::{Entry, Trace};
use super::why::{Answer, Note, Rule};
use super::words::{self, Page, Section};
use crate::ir::{Game, OptionInfo, display};
use crate::source::SourceMap;

/// Makes an object of an answer to the question why.
pub fn answer(answer: &Answer, sources: &SourceMap) -> Value {
    let note = |note: &Note| {
        let rule = note.rule.as_ref().map(|about| rule(about, sources));
        json!({ "text": note.text, "rule": rule })
    };
    let notes: Vec<Value> = answer.notes.iter().map(note).collect();
    json!({
        "verdict": answer.verdict.name(),
        "kind": answer.kind.name(),
        "message": answer.message,
        "rule": rule(&answer.rule, sources),
        "notes": notes,
    })
}

/// Makes an object of a rule: its name and its place.
pub fn rule(rule: &Rule, sources: &SourceMap) -> Value {
    if rule.span.is_none() {
        return json!({ "name": rule.name });
    }
    let at = sources.line_column(rule.span);
    json!({
        "name": rule.name,
        "file": sources.name(rule.span.source),
        "line": at.line,
        "column": at.column,
        "text": rule.line(sources),
    })
}

/// Makes an object of what happened in a turn; `answer` makes one of an answer in it.
pub fn trace(
    trace: &Trace,
    sources: &SourceMap,
    answer: impl Fn(&Answer, &SourceMap) -> Value,
) -> Value {
    let entry = |entry: &Entry| {
        let rule = entry.rule.as_ref().map(|about| rule(about, sources));
        json!({
            "kind": entry.kind,
            "text": entry.text,
            "rule": rule,
            "changes": entry.changes,
        })
    };
    let entries: Vec<Value> = trace.entries.iter().map(entry).collect();
    json!({
        "turn": trace.turn,
        "entries": entries,
        "position": trace.position,
        "refused": trace.refused.as_ref().map(|refused| answer(refused, sources)),
        "standing": trace.standing.as_ref().map(|standing| answer(standing, sources)),
    })
}

/// Makes an object of what a game says about itself: names, sources, rulings, options, sides, and the hash of its meaning.
pub fn about(game: &Game) -> Map<String, Value> {
    let about = &game.about;
    let ruling = |(number, text): &(String, String)| json!({ "number": number, "text": text });
    let option = |option: &OptionInfo| {
        json!({
            "name": option.name,
            "kind": option.kind,
            "default": option.default,
            "value": option.value,
            "summary": option.summary,
        })
    };
    let sides = game.sides.iter().map(|side| json!({ "name": side.name, "letter": side.letter }));
    let entries = [
        ("name", json!(about.name)),
        ("title", json!(about.title)),
        ("inventor", json!(about.inventor)),
        ("parent", json!(about.parent)),
        ("summary", json!(about.summary)),
        ("sources", json!(about.sources)),
        ("rulings", about.rulings.iter().map(ruling).collect()),
        ("options", game.options.iter().map(option).collect()),
        ("sides", sides.collect()),
        ("hash", json!(display::hash(game))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Makes a list of the sections of a page about rules.
pub fn sections(page: &Page) -> Value {
    let entry = |entry: &words::Entry| {
        json!({
            "subject": entry.subject,
            "sentences": entry.sentences,
            "no_longer": entry.gone,
        })
    };
    let section = |section: &Section| {
        let entries: Vec<Value> = section.entries.iter().map(entry).collect();
        json!({ "title": section.title, "entries": entries })
    };
    page.sections.iter().map(section).collect()
}
