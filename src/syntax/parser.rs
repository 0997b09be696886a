//! The parser that is made of the files in `grammar/`.

use pest::Parser;
use pest::iterators::Pairs;

use fairyring_grammar::Grammar;
pub(super) use fairyring_grammar::Rule;

/// Reads a text by a rule of the grammar.
pub(super) fn read(
    rule: Rule,
    text: &str,
) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    Grammar::parse(rule, text).map_err(Box::new)
}

/// Tells whether a rule stands for a keyword.
pub(super) fn is_keyword(rule: Rule) -> bool {
    (Rule::kw_a..=Rule::kw_wrap).contains(&rule)
}

/// Tells whether a Betza text can be written without quotes.
pub(super) fn is_betza(text: &str) -> bool {
    covers(Rule::betza_text, text)
}

/// Tells whether a mover can be written without quotes.
pub(super) fn is_mover(text: &str) -> bool {
    covers(Rule::mover_text, text)
}

fn covers(rule: Rule, text: &str) -> bool {
    read(rule, text).is_ok_and(|pairs| pairs.as_str().len() == text.len())
}

/// Returns the word that a keyword's rule stands for.
pub(super) fn keyword(rule: Rule) -> String {
    let name = format!("{rule:?}");
    name.strip_prefix("kw_").unwrap_or("").to_owned()
}

/// Tells whether a word cannot be a name in expressions.
pub(super) fn is_reserved(word: &str) -> bool {
    covers(Rule::label, word) && !covers(Rule::name, word)
}
