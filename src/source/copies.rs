//! What a part of a file says in one of its copies, with the words of the copy put in.

use super::Span;

/// A copy of a part of a file: what its names are replaced by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// The copy around this one, from 1; 0 if there is none.
    pub around: u32,
    /// What its names are replaced by.
    pub words: Vec<CopiedWord>,
}

/// A name and the word that stands in its place in a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedWord {
    /// The name, as it stands in the part that is copied.
    pub name: String,
    /// The word in its place.
    pub word: String,
    /// Where the word is written.
    pub place: Span,
}

/// Returns the words of a copy, counted from 1, and of those around it.
pub(super) fn words_of(copies: &[Copied], copy: u32) -> Vec<&CopiedWord> {
    let mut words = Vec::new();
    let mut next = copy;
    while let Some(copied) = (next as usize).checked_sub(1).and_then(|at| copies.get(at)) {
        words.extend(&copied.words);
        // Those around were met before.
        next = if copied.around < next { copied.around } else { 0 };
    }
    words
}

/// Puts words into a text: in place of names and of parts of names between hyphens, and in quoted texts
/// where the name stands in braces. Comments stay as they are.
pub(super) fn put_in(text: &str, words: &[&CopiedWord]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest.get(1..).and_then(|inner| inner.find('"')).map_or(rest.len(), |at| at + 2),
            _ if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (part, behind) = rest.split_at(len);
        match first {
            '"' => out.push_str(&in_quotes(part, words)),
            _ => out.push_str(word_for(part, words)),
        }
        rest = behind;
    }
    out
}

fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

fn word_for<'t>(part: &'t str, words: &[&'t CopiedWord]) -> &'t str {
    words.iter().find(|copied| copied.name == part).map_or(part, |copied| &copied.word)
}

fn in_quotes(text: &str, words: &[&CopiedWord]) -> String {
    let mut text = text.to_owned();
    for CopiedWord { name, word, .. } in words {
        text = text.replace(&format!("{{{name}}}"), word);
    }
    text
}
