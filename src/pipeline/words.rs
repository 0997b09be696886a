//! The words of rules files and where they stand.

use std::ops::Range;

use crate::diag::suggest;
use crate::source::{SourceId, Span};

/// Where the words of a text stand, outside of comments and texts in quotes.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut quoted = false;
        let mut word: Option<usize> = None;
        for (at, char) in line.char_indices().chain([(line.len(), '\n')]) {
            if !quoted && is_part(char) {
                word.get_or_insert(at);
                continue;
            }
            found.extend(word.take().map(|begin| start + begin..start + at));
            if char == '"' {
                quoted = !quoted;
            }
            if char == '#' && !quoted {
                break;
            }
        }
        start += line.len();
    }
    found
}

/// Where a word stands in a text, outside of comments and texts in quotes.
pub(super) fn places(text: &str, word: &str) -> Vec<Range<usize>> {
    words(text).into_iter().filter(|place| text.get(place.clone()) == Some(word)).collect()
}

/// The words that are most like a word, of some others; at most so many.
pub(super) fn alike<'k>(
    word: &str,
    others: &(impl Iterator<Item = &'k str> + Clone),
    most: usize,
) -> Vec<&'k str> {
    let mut found: Vec<&str> = Vec::new();
    while found.len() < most
        && let Some(next) =
            suggest::closest(word, others.clone().filter(|other| !found.contains(other)))
    {
        found.push(next);
    }
    found
}

/// The span of a place in a file.
pub(super) fn span_of(file: SourceId, place: &Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(file, offset(place.start), offset(place.end))
}

/// How many of the runs of three letters in which a name differs from another stand in no other word of some texts, what
/// people only read included: a slip of the pen makes strange ones.
pub(super) fn strangeness(name: &str, other: &str, texts: &[&str]) -> usize {
    let (name, other) = (name.to_lowercase(), other.to_lowercase());
    let shared = runs(&other);
    let mut strange = runs(&name);
    strange.retain(|run| !shared.contains(run));
    for text in texts {
        for word in text.split(|char: char| !is_part(char)) {
            let word = word.to_lowercase();
            if word != name && word != other {
                let known = runs(&word);
                strange.retain(|run| !known.contains(run));
            }
        }
    }
    strange.len()
}

/// The runs of three letters in a word, with a space before it and behind it.
fn runs(word: &str) -> Vec<Vec<char>> {
    let letters: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
    letters.windows(3).map(<[char]>::to_vec).collect()
}

fn is_part(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '-' || char == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_quotes_hold_no_words() {
        let text = "piece Rook \"R # x\" # a Rook\nRook";
        let all: Vec<&str> = words(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(all, ["piece", "Rook", "Rook"]);
        assert_eq!(places(text, "Rook"), [6..10, 28..32]);
    }

    #[test]
    fn slips_are_strange() {
        let text = "define on-red = a1; define on-blue = b2 # red and blue";
        let strange = |name, other| strangeness(name, other, &[text]);
        assert!(strange("onr-ed", "on-red") > strange("on-red", "onr-ed"));
        assert!(strange("no-blue", "on-blue") > strange("on-blue", "no-blue"));
    }
}
