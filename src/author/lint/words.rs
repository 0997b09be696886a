//! The words of a text, without comments and what stands in quotes.

use crate::source::{SourceId, Span};

/// A word with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl Word<'_> {
    /// Returns its place in the source that the text is of.
    pub(super) fn span(self, source: SourceId) -> Span {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(source, place(self.at), place(self.at + self.text.len()))
    }
}

/// Returns the words of a text in order: names with their hyphens, and numbers.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut start = None;
    let (mut comment, mut quoted) = (false, false);
    for (at, char) in text.char_indices() {
        let skipped = comment || quoted;
        match char {
            '\n' => (comment, quoted) = (false, false),
            '#' if !quoted => comment = true,
            '"' if !comment => quoted = !quoted,
            _ => {}
        }
        let is_part = char.is_ascii_alphanumeric() || char == '_' || char == '-';
        match start {
            None if is_part && !skipped && char != '-' => start = Some(at),
            Some(from) if !is_part => {
                found.push(word(text, from, at));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        found.push(word(text, from, text.len()));
    }
    found
}

/// Tells whether a word stands behind `keyword NAME` in a text, before one of those that end it.
pub(super) fn says(text: &str, (keyword, name): (&str, &str), ends: &[&str], wanted: &str) -> bool {
    let words = words(text);
    let is_head = |pair: &[Word<'_>]| pair[0].text == keyword && pair[1].text == name;
    let Some(at) = words.windows(2).position(is_head) else { return false };
    let mut block = words[at + 2..].iter().take_while(|word| !ends.contains(&word.text));
    block.any(|word| word.text == wanted)
}

fn word(text: &str, from: usize, to: usize) -> Word<'_> {
    Word { text: text.get(from..to).unwrap_or_default().trim_end_matches('-'), at: from }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn comments_and_quotes_hold_no_words() {
        let text = "define far-zone = rank 8 # far away\nending x: draw \"no word\" when a-b - c";
        let found: Vec<&str> = words(text).into_iter().map(|word| word.text).collect();
        let wanted = ["define", "far-zone", "rank", "8", "ending", "x", "draw", "when", "a-b", "c"];
        assert_eq!(found, wanted);
    }
}
