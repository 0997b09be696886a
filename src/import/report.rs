//! The file as a whole, with what became of each setting at its head.

use std::fmt::Write as _;

use super::Fault;
use super::tables::{Class, keys};
use super::variant::Variant;
use super::write::sheet::Sheet;

/// How long a line of the report may be.
const WIDTH: usize = 110;

/// What stands at the head where all is translated.
const NOTHING_LOST: &str = "# Nothing is lost.\n";

/// Says at the head of a file that it is not right as it stands, and why.
pub(super) fn mark_wrong(text: &mut String, why: &str) {
    let mut told = "# NOT right as it stands; `fairyring check` shows what is wrong:\n".to_owned();
    for line in why.lines() {
        _ = writeln!(told, "#   {line}");
    }
    if text.contains(NOTHING_LOST) {
        *text = text.replacen(NOTHING_LOST, &told, 1);
    } else {
        // Below the line that says where it comes from.
        let at = text.match_indices('\n').nth(2).map_or(text.len(), |(at, _)| at + 1);
        text.insert_str(at, &told);
    }
}

/// Puts the file together; returns what is lost as well.
pub(super) fn file(
    variant: &Variant,
    ground: Option<&str>,
    (sheet, doubts): (&Sheet, &[Fault]),
) -> (String, Vec<String>) {
    let settings = &variant.settings;
    let losses = losses(variant, sheet);
    let mut text = format!("rules 1\ngame \"{}\"", title(&settings.name));
    if let Some(ground) = ground {
        _ = write!(text, " from {ground}");
    }
    text.push('\n');
    text += "# Imported from a configuration of Fairy-Stockfish by `fairyring import`.\n";
    let lost: Vec<&str> = sheet.losses.iter().flat_map(|(id, _)| names_of(id)).collect();
    let (mut done, mut idle) = (Vec::new(), Vec::new());
    for entry in &settings.given {
        let key = entry.key.as_str();
        if done.contains(&key) || idle.contains(&key) || lost.contains(&key) {
            continue;
        }
        if settings.unknown.iter().any(|unknown| unknown.key == key) {
            continue;
        }
        let needless = keys().iter().any(|row| row.name == key && row.class == Class::Needless);
        if needless { idle.push(key) } else { done.push(key) }
    }
    paragraph(&mut text, "Translated", &done);
    paragraph(&mut text, "Without meaning here", &idle);
    if losses.is_empty() {
        text += NOTHING_LOST;
    } else {
        text += "# NOT translated, so that this is another game where it matters:\n";
        for loss in &losses {
            _ = writeln!(text, "#   {loss}");
        }
    }
    let doubts = doubts
        .iter()
        .filter(|doubt| settings.unknown.iter().all(|unknown| unknown.line != doubt.line));
    let doubts: Vec<&str> = doubts.map(|doubt| doubt.what.as_str()).collect();
    if !doubts.is_empty() {
        text += "# Probably not meant so:\n";
        for doubt in doubts {
            _ = writeln!(text, "#   {doubt}");
        }
    }
    text.push('\n');
    text += &sheet.text();
    (text, losses)
}

/// What is lost, each with its setting and its value.
fn losses(variant: &Variant, sheet: &Sheet) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (id, why) in &sheet.losses {
        let entry = variant
            .settings
            .given
            .iter()
            .rev()
            .find(|entry| names_of(id).contains(&entry.key.as_str()));
        let name = match (entry, names_of(id).first()) {
            (Some(entry), _) => format!("{} = {}: ", entry.key, entry.value),
            (None, Some(name)) => format!("{name} (of the variant it builds on): "),
            (None, None) => String::new(),
        };
        let line = format!("{name}{why}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for entry in &variant.settings.unknown {
        lines.push(format!("{} = {}: no such setting is known", entry.key, entry.value));
    }
    lines
}

/// The settings that have an identity.
fn names_of(id: &str) -> Vec<&'static str> {
    let of = |row: &&super::tables::Key| {
        row.sets.contains(&id) || row.sets.contains(&format!("{id}.w").as_str())
    };
    keys().iter().filter(of).map(|row| row.name).collect()
}

fn paragraph(text: &mut String, head: &str, names: &[&str]) {
    if names.is_empty() {
        return;
    }
    let mut line = format!("# {head}:");
    for (at, name) in names.iter().enumerate() {
        let word = if at + 1 < names.len() { format!(" {name},") } else { format!(" {name}.") };
        if line.len() + word.len() > WIDTH {
            *text += &line;
            text.push('\n');
            "#  ".clone_into(&mut line);
        }
        line += &word;
    }
    *text += &line;
    text.push('\n');
}

/// Makes a title of a name.
fn title(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first =
            letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        first + letters.as_str()
    };
    words.map(capital).collect::<Vec<_>>().join(" ").replace('"', "'")
}
