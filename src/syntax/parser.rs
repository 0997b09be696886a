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
