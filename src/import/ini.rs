//! Configurations as text: sections in square brackets with a setting on each line.

use std::collections::BTreeMap;

use super::Fault;

/// A section: a variant, and what it says.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) name: String,
    /// The variant whose settings this one begins with.
    pub(super) parent: Option<String>,
    /// The line of its heading.
    pub(super) line: usize,
    pub(super) entries: Vec<Entry>,
}

/// A setting and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) line: usize,
}

impl Section {
    /// Returns what the section says about a setting; the last word counts.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key == key)
    }
}

/// Reads a configuration; what is before the first heading is left out, as it is there. So is what cannot be read: that is told,
/// and the rest goes on.
pub(super) fn parse(text: &str) -> (Vec<Section>, Vec<Fault>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut faults = Vec::new();
    // Below a broken heading, nobody knows whose settings these are.
    let mut is_below_heading = false;
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.trim());
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = line.strip_prefix('[') {
            let heading = heading(rest, number);
            is_below_heading = heading.is_ok();
            match heading {
                Ok(section) => sections.push(section),
                Err(fault) => faults.push(fault),
            }
        } else if let Some(section) = sections.last_mut().filter(|_| is_below_heading) {
            match line.split_once('=') {
                Some((key, value)) if !key.trim().is_empty() => section.entries.push(Entry {
                    key: key.trim().to_owned(),
                    value: value.trim().to_owned(),
                    line: number,
                }),
                _ => faults.push(Fault::new(number, "there is no `setting = value` on this line")),
            }
        }
    }
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    sections.retain(|section| {
        let line = *first.entry(section.name.clone()).or_insert(section.line);
        if line != section.line {
            let what = format!("`{}` is there already, on line {line}", section.name);
            faults.push(Fault::new(section.line, what));
        }
        line == section.line
    });
    faults.sort_by_key(|fault| fault.line);
    (sections, faults)
}

fn heading(rest: &str, line: usize) -> Result<Section, Fault> {
    let Some((inside, _)) = rest.split_once(']') else {
        return Err(Fault::new(line, "this heading has no `]`"));
    };
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
        None => (inside.trim(), None),
    };
    if name.is_empty() || parent.as_deref() == Some("") {
        return Err(Fault::new(line, "write `[name]` or `[name:parent]`"));
    }
    Ok(Section { name: name.to_owned(), parent, line, entries: Vec::new() })
}
