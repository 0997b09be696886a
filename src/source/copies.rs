//! What a part of a file says in one of its copies, with the words of the copy put in.

/// A copy of a part of a file: what its names are replaced by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// The copy around this one, from 1; 0 if there is none.
    pub around: u32,
    /// Each name with the word that stands in its place.
    pub words: Vec<(String, String)>,
}

/// Returns the words of a copy, counted from 1, and of those around it.
pub(super) fn words_of(copies: &[Copied], copy: u32) -> Vec<(&str, &str)> {
    let mut words = Vec::new();
    let mut next = copy;
    while let Some(copied) = (next as usize).checked_sub(1).and_then(|at| copies.get(at)) {
        words.extend(copied.words.iter().map(|(name, word)| (name.as_str(), word.as_str())));
        // Those around were met before.
        next = if copied.around < next { copied.around } else { 0 };
    }
    words
}

/// Puts words into a text: in place of names and of parts of names between hyphens, and in quoted texts
/// where the name stands in braces. Comments stay as they are.
pub(super) fn put_in(text: &str, words: &[(&str, &str)]) -> String {
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

fn word_for<'t>(part: &'t str, words: &[(&str, &'t str)]) -> &'t str {
    words.iter().find(|(name, _)| *name == part).map_or(part, |(_, word)| word)
}

fn in_quotes(text: &str, words: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (name, word) in words {
        text = text.replace(&format!("{{{name}}}"), word);
    }
    text
}
