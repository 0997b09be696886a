//! The words that rules are written with, as the bundled files use them: an editor proposes and colours them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::bundled;

/// In how many bundled files a word has to stand: one that is in fewer is a name of theirs.
const LEAST_FILES: usize = 3;

/// Tells the words of the language, and names that many games give to the same things.
pub(super) fn vocabulary() -> Value {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, text) in bundled::files() {
        let words: BTreeSet<&str> = text.lines().flat_map(words).collect();
        for word in words {
            *files.entry(word).or_default() += 1;
        }
    }
    let known = files.into_iter().filter(|&(_, count)| count >= LEAST_FILES).map(|(word, _)| word);
    let (names, keywords): (Vec<&str>, Vec<&str>) =
        known.partition(|word| word.starts_with(char::is_uppercase));
    json!({ "keywords": keywords, "names": names })
}

/// Returns the words of a line: neither in quotes nor in a comment, of letters only, as squares are none, and with no
/// capitals inside, as moves in Betza's notation have.
fn words(line: &str) -> impl Iterator<Item = &str> {
    // What stands in quotes is every second part; a comment is never behind an open quote.
    let plain = line.split('"').step_by(2).scan(false, |is_over, part| {
        let said = (!*is_over).then(|| part.split('#').next().unwrap_or_default());
        *is_over |= part.contains('#');
        said
    });
    let parts = plain.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    parts.filter(|word| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_alphabetic)
            && word.len() > 1
            && chars.all(char::is_lowercase)
    })
}
