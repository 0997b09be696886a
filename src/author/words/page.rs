//! The page that rules in words make up.

/// The most entries of a section, and the most sentences of an entry.
const MAX_PARTS: usize = 300;

/// The rules of a game, section by section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The sections, none of them empty.
    pub sections: Vec<Section>,
}

/// A part of the rules, such as the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// What it consists of.
    pub entries: Vec<Entry>,
}

/// All about one piece, one event and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What it is about; empty if that needs no name.
    pub subject: String,
    /// What is so.
    pub sentences: Vec<String>,
    /// In a comparison, what is no longer so.
    pub gone: Vec<String>,
}

impl Page {
    /// Adds a section, unless it is empty.
    pub(super) fn add(&mut self, title: &str, mut entries: Vec<Entry>) {
        let left_out = entries.len().saturating_sub(MAX_PARTS);
        entries.truncate(MAX_PARTS);
        for entry in &mut entries {
            entry.sentences.truncate(MAX_PARTS);
            entry.gone.truncate(MAX_PARTS);
        }
        if left_out > 0 {
            entries.push(Entry::new("", vec![format!("And {left_out} more.")]));
        }
        let entries: Vec<Entry> = entries.into_iter().filter(|entry| !entry.is_empty()).collect();
        if !entries.is_empty() {
            self.sections.push(Section { title: title.to_owned(), entries });
        }
    }

    /// Returns what is only on this page, with what is only on the other as what is gone.
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut page = Self::default();
        let titles = self.sections.iter().chain(&other.sections).map(|section| &section.title);
        let mut seen: Vec<&String> = Vec::new();
        for title in titles {
            if !seen.contains(&title) {
                seen.push(title);
                page.add(title, compared(self.entries(title), other.entries(title)));
            }
        }
        page
    }

    fn entries(&self, title: &str) -> &[Entry] {
        let section = self.sections.iter().find(|section| section.title == title);
        section.map_or(&[], |section| section.entries.as_slice())
    }
}

fn compared(own: &[Entry], others: &[Entry]) -> Vec<Entry> {
    let find = |entries: &[Entry], subject: &str| {
        entries.iter().find(|entry| entry.subject == subject).cloned().unwrap_or_default()
    };
    let mut entries: Vec<Entry> = own
        .iter()
        .map(|entry| {
            let other = find(others, &entry.subject);
            Entry {
                subject: entry.subject.clone(),
                sentences: only_in(&entry.sentences, &other.sentences),
                gone: only_in(&other.sentences, &entry.sentences),
            }
        })
        .collect();
    let gone =
        others.iter().filter(|other| !own.iter().any(|entry| entry.subject == other.subject));
    entries.extend(gone.map(|other| Entry {
        subject: other.subject.clone(),
        sentences: Vec::new(),
        gone: vec!["all of it.".to_owned()],
    }));
    entries
}

fn only_in(these: &[String], those: &[String]) -> Vec<String> {
    these.iter().filter(|sentence| !those.contains(sentence)).cloned().collect()
}

impl Entry {
    /// Makes an entry.
    pub(super) fn new(subject: impl Into<String>, sentences: Vec<String>) -> Self {
        Self { subject: subject.into(), sentences, gone: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.sentences.is_empty() && self.gone.is_empty()
    }
}
