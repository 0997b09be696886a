//! What is being written: lines in sections, and what could not be said.

use super::super::tables::words;

/// The parts of a file, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::import) enum Part {
    Board,
    Uses,
    Names,
    Pieces,
    Turn,
    Base,
    Late,
    Rules,
    Endings,
    Records,
    Setup,
}

/// How many words it weighs to remove a piece of the ground.
const REMOVAL: usize = 8;

/// The lines of a file so far.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Sheet {
    lines: Vec<(Part, String)>,
    /// What is not said, by the identity of the setting.
    pub(in crate::import) losses: Vec<(&'static str, String)>,
    /// Areas that differ from side to side, with what they are called.
    areas: Vec<(String, String)>,
    /// Whether this ground does not carry the variant.
    pub(in crate::import) rejected: bool,
    /// The first ending that all others go before.
    pub(in crate::import) first: String,
}

impl Sheet {
    /// Adds a line, or several.
    pub(in crate::import) fn put(&mut self, part: Part, text: impl Into<String>) {
        self.lines.push((part, text.into()));
    }

    /// Adds words from the table, filled in.
    pub(in crate::import) fn say(&mut self, part: Part, name: &str, places: &[(&str, &str)]) {
        let text = fill(name, places).replace("<first>", &self.first);
        self.put(part, text);
    }

    /// Adds a module, once.
    pub(in crate::import) fn include(&mut self, part: Part, name: &str) {
        let line = (part, format!("use {}", words(name)));
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Names an area that each side has its own of; the same area twice has one name.
    pub(in crate::import) fn variable(&mut self, name: &str, white: &str, black: &str) -> String {
        let value = format!("{white}, {black}");
        if let Some((_, known)) = self.areas.iter().find(|(other, _)| *other == value) {
            return known.clone();
        }
        let like = |known: &str| {
            known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let others = self.areas.iter().filter(|(_, known)| like(known)).count();
        let name = if others == 0 { name.to_owned() } else { format!("{name}-n{}", others + 1) };
        if self.areas.is_empty() {
            self.say(Part::Names, "area-variables", &[]);
        }
        self.say(Part::Names, "area-variable", &[("name", &name), ("value", &value)]);
        self.areas.push((value, name.clone()));
        name
    }

    /// Says that a setting is lost.
    pub(in crate::import) fn lose(&mut self, id: &'static str, why: impl Into<String>) {
        self.losses.push((id, why.into()));
    }

    /// Tells how long the file is, to choose between two.
    pub(in crate::import) fn weight(&self) -> usize {
        // Who builds on a game should mostly need what it has.
        let weigh = |text: &String| {
            let removes = if text.starts_with("remove piece") { REMOVAL } else { 0 };
            text.split_whitespace().count() + removes
        };
        self.lines.iter().map(|(_, text)| weigh(text)).sum()
    }

    /// Writes all lines in their order; modules that stand together are included together.
    pub(in crate::import) fn text(&self) -> String {
        let mut lines: Vec<&(Part, String)> = self.lines.iter().collect();
        lines.sort_by_key(|(part, _)| *part);
        let mut text = String::new();
        let mut before = None;
        let mut open = false;
        for (part, line) in lines {
            let module = line.strip_prefix("use ").filter(|_| !line.contains('\n'));
            match module {
                Some(module) if open && before == Some(*part) => {
                    text.pop();
                    text.extend([" ", module, "\n"]);
                }
                _ => {
                    if before.is_some() && before != Some(*part) {
                        text.push('\n');
                    }
                    text += line;
                    text.push('\n');
                }
            }
            open = module.is_some();
            before = Some(*part);
        }
        text
    }
}

/// Fills in words from the table.
pub(in crate::import) fn fill(name: &str, places: &[(&str, &str)]) -> String {
    let mut text = words(name).to_owned();
    for (place, value) in places {
        text = text.replace(&format!("<{place}>"), value);
    }
    text
}

/// Puts a set of several kinds into brackets.
pub(in crate::import) fn bracketed(set: &str) -> String {
    if set.contains(' ') { format!("({set})") } else { set.to_owned() }
}
