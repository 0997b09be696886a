//! What the rules of the grammar are called for people.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only rules that can be expected somewhere have a name for people"
)]

use std::sync::LazyLock;

use super::super::ast::EFFECT_WORDS;
use super::super::parser::{self, Rule};
use super::super::recover;

/// How many things that would fit are listed.
const MAX_LISTED: usize = 6;

/// The words that statements begin with, apart from those that change something.
const OTHER_WORDS: &[&str] =
    &["choose", "draw", "drop", "either", "for", "if", "move", "next", "refuse", "repeat"];

/// The words that statements begin with, in alphabetical order.
pub(super) fn statement_words() -> &'static [&'static str] {
    static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut words = [OTHER_WORDS, EFFECT_WORDS].concat();
        words.sort_unstable();
        words
    });
    &WORDS
}

/// The words that lines of a piece begin with.
pub(super) const MEMBER_WORDS: &[&str] =
    &["captures", "drops", "moves", "picture", "remove", "replace", "royal", "swaps", "value"];

/// The words that limits of a way of moving begin with.
const LIMIT_WORDS: &[&str] =
    &["from", "to", "of", "with", "without", "taking", "for", "when", "then"];

/// The words that a pattern begins with.
const PATTERN_WORDS: &[&str] = &["step", "slide", "leap", "ride", "as", "anywhere"];

/// What to suggest a word from.
pub(super) fn words(rules: &[Rule]) -> Vec<String> {
    let listed = |rule: &Rule| -> &'static [&'static str] {
        match rule {
            Rule::item => recover::item_words(),
            Rule::statement => statement_words(),
            Rule::piece_member => MEMBER_WORDS,
            Rule::modifier => LIMIT_WORDS,
            Rule::pattern => PATTERN_WORDS,
            Rule::leg => &PATTERN_WORDS[..4],
            Rule::verb => &["moves", "captures", "swaps"],
            Rule::token_member => &["at", "level", "power"],
            Rule::board_member => &["squares", "without", "view", "wrap", "direction", "link"],
            Rule::test_line => &[
                "position", "becomes", "play", "legal", "illegal", "turns", "perft", "result",
                "ongoing", "expect",
            ],
            Rule::removable => &[
                "module", "piece", "mark", "token", "variable", "define", "option", "event",
                "forbid", "prefer", "ending", "record", "field", "property",
            ],
            Rule::kind => &["switch", "squares", "movers", "one"],
            Rule::relation => &["onward", "outward"],
            Rule::outcome => &["draw"],
            _ => &[],
        }
    };
    let mut words: Vec<String> = rules
        .iter()
        .filter(|rule| parser::is_keyword(**rule))
        .map(|rule| parser::keyword(*rule))
        .collect();
    words.extend(rules.iter().flat_map(listed).map(|word| (*word).to_owned()));
    words
}

/// Says for people what the rules stand for; what could go on for ever comes last or not at all.
pub(super) fn wanted(rules: &[Rule]) -> Vec<String> {
    let mut needed = Vec::new();
    for &rule in rules.iter().filter(|rule| is_needed(**rule, rules)) {
        if let Some(name) = describe(rule)
            && !needed.contains(&name)
        {
            needed.push(name);
        }
    }
    if !needed.is_empty() {
        return needed;
    }
    let may_end = rules.iter().any(|rule| goes_on(*rule) && !is_term(*rule));
    if rules.contains(&Rule::parenthesis) && !may_end {
        return vec!["an expression".to_owned()];
    }
    let mut possible: Vec<String> = rules.iter().filter_map(|rule| describe(*rule)).collect();
    possible.sort();
    possible.dedup();
    // Where several things could go on and need not, what stands there does not belong there.
    if may_end && possible.len() > 1 {
        possible.clear();
    }
    possible
}

/// Tells whether something of this rule has to come, rather than only could.
fn is_needed(rule: Rule, rules: &[Rule]) -> bool {
    match rule {
        Rule::kw_per | Rule::per_side | Rule::per_square | Rule::per_piece => {
            !rules.contains(&Rule::kind)
        }
        // `place PIECE for SIDE on SET`
        Rule::kw_for | Rule::placed_for => !rules.contains(&Rule::kw_on),
        Rule::kw_on => rules.contains(&Rule::kw_for),
        _ => !goes_on(rule),
    }
}

/// The only keyword that has to come, if nothing else would do.
pub(super) fn only_keyword(rules: &[Rule]) -> Option<Rule> {
    let mut needed =
        rules.iter().copied().filter(|rule| is_needed(*rule, rules) && describe(*rule).is_some());
    let keyword = needed.next().filter(|rule| parser::is_keyword(*rule))?;
    needed.next().is_none().then_some(keyword)
}

/// Tells whether a rule only makes an expression or a list longer.
fn goes_on(rule: Rule) -> bool {
    is_term(rule)
        || matches!(
            rule,
            Rule::within
                | Rule::except
                | Rule::kw_except
                | Rule::kw_and
                | Rule::kw_or
                | Rule::kw_if
                | Rule::kw_in
                | Rule::kw_on
                | Rule::adder
                | Rule::multiplier
                | Rule::comparator
                | Rule::being
                | Rule::ability
                | Rule::kw_of
                | Rule::kw_is
                | Rule::kw_mod
                | Rule::kw_so
        )
}

/// Tells whether a rule is a way in which a term of an expression can begin.
fn is_term(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::name
            | Rule::number
            | Rule::negative
            | Rule::parenthesis
            | Rule::square_set
            | Rule::of_word
            | Rule::call_word
            | Rule::of
            | Rule::call
            | Rule::kw_a
            | Rule::kw_an
            | Rule::kw_the
            | Rule::kw_any
            | Rule::kw_bearing
            | Rule::kw_captures
            | Rule::kw_file
            | Rule::kw_marked
            | Rule::kw_moved
            | Rule::kw_rank
            | Rule::kw_repeated
            | Rule::kw_turn
    )
}

/// Joins descriptions: `a, b or c`.
pub(super) fn either_of(wanted: &[String]) -> String {
    let shown = &wanted[..wanted.len().min(MAX_LISTED)];
    match shown {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] if wanted.len() == shown.len() => {
            format!("{} or {last}", rest.join(", "))
        }
        _ => format!("{} or something else", shown.join(", ")),
    }
}

/// The name of a rule for people; none if it says nothing by itself.
pub(super) fn describe(rule: Rule) -> Option<String> {
    if parser::is_keyword(rule) {
        return Some(format!("`{}`", parser::keyword(rule)));
    }
    let name = match rule {
        Rule::item => "an item such as `piece` or `event`",
        Rule::statement => "a statement",
        Rule::block
        | Rule::alternative
        | Rule::piece_block
        | Rule::board_block
        | Rule::item_block => "a block in `{ }`",
        Rule::piece_member => "a line about the piece such as `moves`",
        Rule::token_member => "`at`, `level` or `power of`",
        Rule::board_member => "a line about the board such as `squares`",
        Rule::test_line => "a line of a test such as `play`",
        Rule::version => "`rules 2`",
        Rule::header => "`game` or `module` with its title",
        Rule::string => "a text in quotes",
        Rule::name | Rule::label | Rule::token_name => "a name",
        Rule::square | Rule::token_square => "a square",
        Rule::number | Rule::integer | Rule::extent | Rule::negative => "a number",
        Rule::file_name => "the letter of a file",
        Rule::turn_text => "a turn such as `e2e4`",
        Rule::pattern | Rule::betza | Rule::betza_text => "a way of moving",
        Rule::mover | Rule::movers | Rule::mover_text => "the name of a piece or a Betza text",
        Rule::modifier => "something that limits the move, such as `from`",
        Rule::verb => "`moves`, `captures` or `swaps`",
        Rule::leg => "`step`, `slide`, `leap` or `ride`",
        Rule::offset => "an offset such as `(1,2)`",
        Rule::kind => "a kind such as `0..9`, `switch` or `squares`",
        Rule::outcome => "`draw`, or who wins or loses",
        Rule::happening => "what the event waits for",
        rule if is_expression(rule) => "an expression",
        Rule::comparator => "a comparison",
        Rule::being => "`is`",
        Rule::ability => "`can move`",
        Rule::adder | Rule::multiplier => "an operator",
        Rule::within => "`in`",
        Rule::except => "`except`",
        Rule::binding => "`as` and a name",
        Rule::row | Rule::row_word => "a word for the copy",
        Rule::row_names => "a name, or several in round brackets",
        Rule::removable => "what to remove, such as `piece`",
        Rule::board_shape => "a size such as `8x8`",
        Rule::letter => "a letter in quotes",
        Rule::form => "a form in round brackets",
        Rule::moved_by => "`by` and a way of moving",
        _ => return None,
    };
    Some(name.to_owned())
}

/// Tells whether a rule is one of the levels of expressions.
fn is_expression(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expression
            | Rule::any_of
            | Rule::all_of
            | Rule::negation
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::measure
            | Rule::set
            | Rule::types
            | Rule::exclusion
            | Rule::combination
            | Rule::chain
            | Rule::argument
            | Rule::parenthesis
            | Rule::square_set
    )
}
