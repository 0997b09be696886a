//! The reference leaves no word of the language out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::blocks::{blocks, documents};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages of the reference.
fn reference() -> Vec<PathBuf> {
    let folder = project().join("docs/language");
    documents().into_iter().filter(|path| path.starts_with(&folder)).collect()
}

/// Splits a text into words as the grammar does.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
}

/// Returns the words in code font: of lines of running text, what stands between backticks.
fn in_code_font(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("a text");
    let spans = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    spans.flat_map(words).map(str::to_owned).collect()
}

/// Returns the words of the examples.
fn in_examples(path: &Path) -> BTreeSet<String> {
    let found = blocks(path);
    let shown = found.iter().filter(|block| block.rules().is_some_and(|rules| !rules.is_wrong));
    shown.flat_map(|block| words(&block.text)).map(str::to_owned).collect()
}

/// Returns the keywords of the grammar, its gaits and the words of verbs included.
fn keywords() -> Vec<String> {
    let grammar = |file| fs::read_to_string(project().join(file)).expect("a grammar");
    let grammars = [grammar("grammar/lexical.pest"), grammar("grammar/effect.pest")].concat();
    let rules = grammars.lines().filter(|line| line.starts_with("kw_"));
    rules.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

/// Returns the words in quotes between two places of a source file.
fn quoted(file: &str, from: &str, to: &str) -> Vec<String> {
    let text = fs::read_to_string(project().join(file)).expect("a source file");
    let (_, rest) = text.split_once(from).expect("the beginning of a list");
    let (list, _) = rest.split_once(to).expect("the end of a list");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Words that stand for something without being keywords of the grammar.
fn other_words() -> Vec<String> {
    let declare = "src/semantics/declare.rs";
    let reserved = quoted(declare, "const RESERVED: &str =", ";");
    let reserved = reserved.iter().flat_map(|line| line.split(['\\', ' ', '\n']));
    let mut words: Vec<String> =
        reserved.filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let directions = "src/semantics/directions.rs";
    words.extend(quoted(directions, "const RELATIVE", "];"));
    words.extend(quoted(directions, "const ABSOLUTE", "];"));
    words.extend(["orthogonally", "diagonally", "sideways", "itself"].map(str::to_owned));
    words
}

/// Complains about words that are nowhere.
fn all_are_in(wanted: &[String], found: &BTreeSet<String>, what: &str) {
    let missing: Vec<&String> = wanted.iter().filter(|word| !found.contains(*word)).collect();
    assert!(missing.is_empty(), "{what}: {missing:?}");
}

#[test]
fn every_word_of_the_language_is_explained() {
    let explained: BTreeSet<String> =
        reference().iter().flat_map(|path| in_code_font(path)).collect();
    let keywords = keywords();
    assert!(keywords.len() > 100, "only {} keywords were found", keywords.len());
    all_are_in(&keywords, &explained, "keywords without a word in docs/language");
    all_are_in(&other_words(), &explained, "words without a word in docs/language");
}

#[test]
fn every_keyword_is_shown_in_an_example() {
    let shown: BTreeSet<String> = reference().iter().flat_map(|path| in_examples(path)).collect();
    all_are_in(&keywords(), &shown, "keywords without an example in docs/language");
}

/// Returns the first words of statements, by their rules in the grammar.
fn first_words_of_statements() -> Vec<String> {
    let rules =
        [("grammar/statement.pest", "\nstatement = {"), ("grammar/effect.pest", "\neffect = _{")];
    let mut words = Vec::new();
    for (file, begin) in rules {
        let grammar = fs::read_to_string(project().join(file)).expect("a grammar");
        let (_, rest) = grammar.split_once(begin).expect("the rule of statements");
        let (rules, _) = rest.split_once('}').expect("its end");
        let first = |rule: &str| {
            let begin = format!("{rule} = {{ kw_");
            let line = grammar.lines().find_map(|line| line.strip_prefix(&begin));
            line.and_then(|line| line.split(' ').next()).map(str::to_owned)
        };
        words.extend(rules.split('|').filter_map(|rule| first(rule.trim())));
    }
    words
}

#[test]
fn messages_and_names_know_the_first_words_of_statements() {
    let words_of = "const OTHER_WORDS: &[&str] =";
    let mut expected = quoted("src/syntax/expected/describe.rs", words_of, "];");
    let words_of = "const EFFECT_WORDS: &[&str] =";
    expected.extend(quoted("src/syntax/ast/effect.rs", words_of, "];"));
    let mut reserved = quoted("grammar/lexical.pest", "reserved = _{", "}");
    reserved.extend(quoted("grammar/effect.pest", "effect_word = _{", "}"));
    let words = first_words_of_statements();
    assert!(words.len() > 20, "{words:?}");
    for word in words {
        assert!(expected.contains(&word), "`{word}` is missing in EFFECT_WORDS or OTHER_WORDS");
        assert!(reserved.contains(&word), "`{word}` is no reserved word of the grammar");
    }
}
