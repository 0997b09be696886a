//! Families: one block written out once for each of several rows of words.

use super::{Builder, Pair, Parts};
use crate::diag::suggest::counted;
use crate::diag::{Diagnostic, codes};
use crate::source::{Copied, CopiedWord, Span};
use crate::syntax::ast::{Family, Name};

/// How many bytes the families of a file, or of an item that is read alone, may be written out to.
pub(super) const MAX_WRITTEN_OUT: usize = 256 * 1024;

/// A name of a family and the word that stands in its place in the copy at hand.
#[derive(Debug)]
pub(super) struct Bound {
    name: Name,
    word: String,
    /// Whether the block has the name at all.
    used: bool,
}

impl Builder<'_> {
    /// Builds what a pair says once for each row.
    pub(super) fn for_each_row<'i, T>(
        &mut self,
        rows: Pair<'i>,
        copied: &Pair<'i>,
        mut build: impl FnMut(&mut Self, Pair<'i>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let head = self.span(&rows);
        let mut parts = Parts::of(rows);
        let names: Vec<Name> = Parts::of(parts.next()?).map(|name| self.declared(&name)).collect();
        self.distinct(&names)?;
        let span = head.join(self.span(copied));
        self.families.push(Family { names: names.clone(), span });
        let outer = self.bound.len();
        let mut used = vec![false; names.len()];
        let mut built = Vec::new();
        for row in parts {
            let words = self.row(row, &names)?;
            self.spend(copied.as_str().len(), head)?;
            let around = self.begin_copy(&names, &words);
            let bound = names.iter().zip(words);
            self.bound.extend(bound.map(|(name, word)| Bound {
                name: name.clone(),
                word: word.text,
                used: false,
            }));
            let copy = build(self, copied.clone());
            self.copy = around;
            for (used, bound) in used.iter_mut().zip(self.bound.drain(outer..)) {
                *used |= bound.used;
            }
            built.push(copy?);
        }
        self.all_used(&names, &used);
        Some(built)
    }

    /// Counts one more copy, of which all is that is built next, and returns the one around it.
    fn begin_copy(&mut self, names: &[Name], words: &[Name]) -> u32 {
        let around = self.copy;
        let copied = |(name, word): (&Name, &Name)| CopiedWord {
            name: name.text.clone(),
            word: word.text.clone(),
            place: word.span,
        };
        self.copies.push(Copied { around, words: names.iter().zip(words).map(copied).collect() });
        self.copy = u32::try_from(self.copies.len()).unwrap_or(u32::MAX);
        around
    }

    /// A name of a family, as it stands there.
    fn declared(&self, pair: &Pair<'_>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span(pair) }
    }

    /// Complains about a name that stands twice, or is one of a family around.
    fn distinct(&mut self, names: &[Name]) -> Option<()> {
        for (index, name) in names.iter().enumerate() {
            if name.text.contains('-') {
                let message = format!(
                    "`{}` has a hyphen, and only parts between hyphens are replaced",
                    name.text
                );
                let found = codes::RESERVED_NAME.at(name.span, message);
                return self.refuse(found.help("choose a name of one word"));
            }
            let before = names.iter().take(index);
            let mut taken = before.chain(self.bound.iter().map(|bound| &bound.name));
            if let Some(first) = taken.find(|other| other.text == name.text) {
                let message = format!("`{}` already stands for a word of each copy", name.text);
                let found = codes::DUPLICATE_NAME.at(name.span, message);
                let found = found.secondary(first.span, "it is declared here");
                return self.refuse(found.help("choose another name"));
            }
        }
        Some(())
    }

    /// The words of a row, as many as there are names.
    fn row(&mut self, row: Pair<'_>, names: &[Name]) -> Option<Vec<Name>> {
        let span = self.span(&row);
        let words: Option<Vec<Name>> = Parts::of(row)
            .map(|word| {
                let span = self.span(&word);
                self.with_words(word.as_str(), span).map(|text| Name { text, span })
            })
            .collect();
        let words = words?;
        if words.len() == names.len() {
            return Some(words);
        }
        let told: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let (wanted, given) = (counted(names.len(), "word"), counted(words.len(), "word"));
        let message = format!("there should be {wanted} here, one for each name, not {given}");
        let found = codes::WRONG_ARGUMENTS.at(span, message);
        let declared = names.first()?.span.join(names.last()?.span);
        let found = found.secondary(declared, "these are the names");
        self.refuse(found.help(format!("write the words as `({})`", told.join(", "))))
    }

    /// Complains about names that change nothing.
    fn all_used(&mut self, names: &[Name], used: &[bool]) {
        for (name, _) in names.iter().zip(used).filter(|(_, used)| !**used) {
            let name = (&name.text, name.span);
            let message = format!("`{}` is used nowhere in the block", name.0);
            self.sink.push(codes::WRONG_ARGUMENTS.at(name.1, message).help(format!(
                "use it as a name, as a part of one such as `{0}-home`, or in a text as `{{{0}}}`",
                name.0
            )));
        }
    }

    /// Puts the words of the copy at hand into a name: for the whole of it or for parts between hyphens.
    pub(super) fn with_words(&mut self, name: &str, place: Span) -> Option<String> {
        if self.bound.is_empty() {
            return Some(name.to_owned());
        }
        let mut text = String::new();
        for (index, part) in name.split('-').enumerate() {
            if index > 0 {
                text.push('-');
            }
            match self.bound.iter_mut().find(|bound| bound.name.text == part) {
                Some(bound) => {
                    bound.used = true;
                    let word = bound.word.len();
                    text.push_str(&bound.word);
                    self.spend(word, place)?;
                }
                None => text.push_str(part),
            }
        }
        Some(text)
    }

    /// Puts the words of the copy at hand into a text, where their names stand in braces.
    pub(super) fn with_words_in_text(&mut self, text: &str, place: Span) -> Option<String> {
        let mut text = text.to_owned();
        for index in 0..self.bound.len() {
            let bound = self.bound.get_mut(index)?;
            let name = format!("{{{}}}", bound.name.text);
            let places = text.matches(&name).count();
            if places == 0 {
                continue;
            }
            bound.used = true;
            let word = bound.word.clone();
            self.spend(text.len().saturating_add(places.saturating_mul(word.len())), place)?;
            text = text.replace(&name, &word);
        }
        Some(text)
    }

    /// Takes from the room that families have, or complains that there is none left.
    fn spend(&mut self, bytes: usize, place: Span) -> Option<()> {
        if let Some(room) = self.room.checked_sub(bytes) {
            self.room = room;
            return Some(());
        }
        let found = codes::TOO_MANY.at(place, "written out for each row, this is too long");
        let limit = MAX_WRITTEN_OUT / 1024;
        self.refuse(found.help(format!("all copies together may have {limit} KiB: use fewer rows")))
    }

    /// Reports why there is no tree, once.
    fn refuse<T>(&mut self, found: Diagnostic) -> Option<T> {
        if !self.reported {
            self.reported = true;
            self.sink.push(found);
        }
        None
    }
}
