//! Diagnostics as JSON, one object per line, for editors and scripts.
//!
//! The keys are a stable promise: new ones may come, none goes away or changes its meaning.

use serde_json::{Value, json};

use crate::source::{SourceMap, Span};

use super::{Diagnostic, Label, Suggestion};

/// Returns a diagnostic as a JSON object.
///
/// Keys: `code`, `severity`, `message`, `label`, the place (`file`, `line`, `column`, `end_line`,
/// `end_column`), `labels` (the other places, each with `text`), `notes`, `help` and `suggestions`
/// (each with `message`, `replacement` and its place). Lines and columns count from 1, columns in
/// characters, and the end is just after the last character. Where there is no place, its keys are
/// null.
pub fn to_value(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let labels: Vec<Value> =
        diagnostic.secondary.iter().map(|label| label_value(label, sources)).collect();
    let suggestions: Vec<Value> =
        diagnostic.suggestions.iter().map(|change| suggestion_value(change, sources)).collect();
    let value = json!({
        "code": diagnostic.code.as_str(),
        "severity": diagnostic.severity.to_string(),
        "message": diagnostic.message,
        "label": diagnostic.primary.text,
        "labels": labels,
        "notes": diagnostic.notes,
        "help": diagnostic.help,
        "suggestions": suggestions,
    });
    with_place(value, diagnostic.primary.span, sources)
}

/// Returns a diagnostic as one line of JSON, without a line break.
pub fn to_line(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    to_value(diagnostic, sources).to_string()
}

fn label_value(label: &Label, sources: &SourceMap) -> Value {
    with_place(json!({ "text": label.text }), label.span, sources)
}

fn suggestion_value(change: &Suggestion, sources: &SourceMap) -> Value {
    let value = json!({ "message": change.message, "replacement": change.replacement });
    with_place(value, change.span, sources)
}

/// Adds the five keys of a place to an object.
fn with_place(mut value: Value, span: Span, sources: &SourceMap) -> Value {
    let known = !span.is_none();
    let (start, end) = (sources.line_column(span), sources.end_line_column(span));
    value["file"] = json!(known.then(|| sources.name(span.source)));
    value["line"] = json!(known.then_some(start.line));
    value["column"] = json!(known.then_some(start.column));
    value["end_line"] = json!(known.then_some(end.line));
    value["end_column"] = json!(known.then_some(end.column));
    value
}

#[cfg(test)]
mod tests {
    use super::super::codes;
    use super::*;

    #[test]
    fn holds_everything_with_places() {
        let mut sources = SourceMap::new();
        let id = sources.add("tiny.rules", "one\ntwö three\n");
        let span = Span::new(id, 4, 8);
        let found = codes::DUPLICATE_NAME
            .at(span, "the name `twö` is taken")
            .label("again")
            .secondary(Span::new(id, 0, 3), "first")
            .note("a note")
            .help("a hint")
            .suggest(span, "two", "use plain letters");
        let expected = json!({
            "code": "E0103", "severity": "error", "message": "the name `twö` is taken",
            "label": "again", "file": "tiny.rules",
            "line": 2, "column": 1, "end_line": 2, "end_column": 4,
            "labels": [{ "text": "first", "file": "tiny.rules",
                "line": 1, "column": 1, "end_line": 1, "end_column": 4 }],
            "notes": ["a note"], "help": ["a hint"],
            "suggestions": [{ "message": "use plain letters", "replacement": "two",
                "file": "tiny.rules", "line": 2, "column": 1, "end_line": 2, "end_column": 4 }],
        });
        assert_eq!(to_value(&found, &sources), expected);
        assert!(!to_line(&found, &sources).contains('\n'));
    }

    #[test]
    fn a_place_in_no_file_is_null() {
        let found = codes::NO_ENDING.at(Span::NONE, "hm");
        let value = to_value(&found, &SourceMap::new());
        assert_eq!(value["severity"], "warning");
        assert!(value["file"].is_null() && value["line"].is_null());
    }
}
