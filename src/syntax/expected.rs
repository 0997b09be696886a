//! What to say when a text does not follow the grammar.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only rules that can be expected somewhere have a name for people"
)]

use pest::error::{ErrorVariant, InputLocation};

use super::build::{Excerpt, Refusal};
use super::parser::{self, Rule};
use super::recover;
use crate::diag::{Diagnostic, codes, suggest};
use crate::source::Span;

/// How many things that would fit are listed.
const MAX_LISTED: usize = 6;

/// The words that statements begin with.
const STATEMENT_WORDS: &[&str] = &[
    "add", "capture", "change", "choose", "convert", "draw", "drop", "either", "for", "give", "if",
    "mark", "move", "next", "place", "refuse", "relocate", "remove", "repeat", "set", "swap",
    "take", "unmark", "withdraw",
];

/// The words that lines of a piece begin with.
const MEMBER_WORDS: &[&str] =
    &["captures", "drops", "moves", "remove", "replace", "royal", "swaps"];

/// Finds out where and why a text does not follow a rule.
pub(super) fn explain(excerpt: Excerpt<'_>, rule: Rule) -> Refusal {
    let (at, rules) = match parser::read(rule, excerpt.text) {
        Ok(_) => (0, Vec::new()),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            match error.variant {
                ErrorVariant::ParsingError { positives, .. } => (at, positives),
                ErrorVariant::CustomError { .. } => (at, Vec::new()),
            }
        }
    };
    let rest = excerpt.text.get(at..).unwrap_or("");
    let at = at + (rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len());
    let found = Found { excerpt, at };
    let diagnostic = found
        .mistyped_statement(&rules)
        .or_else(|| found.early_block(&rules))
        .unwrap_or_else(|| found.unexpected(&rules));
    (at, Box::new(diagnostic))
}

/// The place where reading stopped.
struct Found<'t> {
    excerpt: Excerpt<'t>,
    at: usize,
}

impl Found<'_> {
    fn span(&self, at: usize, len: usize) -> Span {
        let offset =
            |at: usize| u32::try_from(self.excerpt.base.saturating_add(at)).unwrap_or(u32::MAX);
        Span::new(self.excerpt.source, offset(at), offset(at + len))
    }

    /// The word, text or sign that stands there; empty at the end of a line.
    fn token(&self) -> &str {
        token_at(self.excerpt.text, self.at)
    }

    fn describe(&self) -> String {
        match self.token() {
            "" if self.excerpt.text.get(self.at..).is_some_and(|rest| rest.starts_with('\n')) => {
                "the end of the line".to_owned()
            }
            "" => "the end".to_owned(),
            token => format!("`{token}`"),
        }
    }

    fn unexpected(&self, rules: &[Rule]) -> Diagnostic {
        let wanted = wanted(rules);
        let token = self.token();
        let message = match wanted.as_slice() {
            [] => format!("{} does not belong here", self.describe()),
            _ => format!("expected {}, found {}", either_of(&wanted), self.describe()),
        };
        let mut found = Diagnostic::error(codes::SYNTAX, self.span(self.at, token.len()), message);
        if rules.iter().any(|rule| matches!(rule, Rule::name | Rule::square))
            && parser::is_reserved(token)
        {
            found = found.note(format!("`{token}` is a word of the language, not a name"));
        }
        let candidates = candidates(rules);
        match suggest::closest(token, candidates) {
            Some(word) if !token.is_empty() && word != token => found.did_you_mean(Some(word)),
            _ => found,
        }
    }

    /// A block that comes too early is read as a set of squares; the place to edit is before it.
    fn early_block(&self, rules: &[Rule]) -> Option<Diagnostic> {
        let token = self.token();
        if rules != [Rule::square] || !(token == "}" || STATEMENT_WORDS.contains(&token)) {
            return None;
        }
        let at = self.excerpt.text.get(..self.at)?.rfind('{')?;
        let message = "something is missing before this block";
        Some(Diagnostic::error(codes::SYNTAX, self.span(at, 1), message))
    }

    /// A statement that begins with a word that is nearly one of the language is read as the beginning
    /// of `SIDE wins`; the place to edit is that word.
    fn mistyped_statement(&self, rules: &[Rule]) -> Option<Diagnostic> {
        if !rules.contains(&Rule::kw_wins) {
            return None;
        }
        let before = self.excerpt.text.get(..self.at)?;
        let start = before.rfind(['{', ';', '\n']).map_or(0, |at| at + 1);
        let start = start + (before[start..].len() - before[start..].trim_start().len());
        let word = token_at(self.excerpt.text, start);
        if STATEMENT_WORDS.contains(&word) {
            return None;
        }
        let close = suggest::closest(word, STATEMENT_WORDS.iter().copied())?;
        let message = format!("expected a statement, found `{word}`");
        let span = self.span(start, word.len());
        Some(Diagnostic::error(codes::SYNTAX, span, message).did_you_mean(Some(close)))
    }
}

/// The word, text or sign at a place, without what follows it.
fn token_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let len = match rest.chars().next() {
        None | Some('\n') => 0,
        Some('"') => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
        Some(first) if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
        Some(first) => first.len_utf8(),
    };
    rest.get(..len).unwrap_or("")
}

/// What to suggest a word from.
fn candidates(rules: &[Rule]) -> impl Iterator<Item = &'static str> {
    let lists: Vec<&'static [&'static str]> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::item => Some(recover::ITEM_WORDS),
            Rule::statement => Some(STATEMENT_WORDS),
            Rule::piece_member => Some(MEMBER_WORDS),
            _ => None,
        })
        .collect();
    lists.into_iter().flatten().copied()
}

/// Says for people what the rules stand for; what could go on for ever comes last or not at all.
fn wanted(rules: &[Rule]) -> Vec<String> {
    let (mut needed, mut possible) = (Vec::new(), Vec::new());
    for &rule in rules {
        if let Some(name) = describe(rule) {
            let list = if goes_on(rule) { &mut possible } else { &mut needed };
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }
    if !needed.is_empty() {
        return needed;
    }
    if rules.contains(&Rule::parenthesis) { vec!["an expression".to_owned()] } else { possible }
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
fn either_of(wanted: &[String]) -> String {
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
fn describe(rule: Rule) -> Option<String> {
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
        Rule::version => "`rules 1`",
        Rule::header => "`game` or `module` with its title",
        Rule::string => "a text in quotes",
        Rule::name | Rule::label => "a name",
        Rule::square => "a square",
        Rule::number | Rule::integer | Rule::extent | Rule::negative => "a number",
        Rule::file_name => "the letter of a file",
        Rule::turn_text => "a turn such as `e2e4`",
        Rule::pattern | Rule::betza | Rule::betza_text => "a way of moving",
        Rule::mover | Rule::movers | Rule::mover_text => "the name of a piece or a Betza text",
        Rule::modifier => "something that limits the move, such as `from`",
        Rule::verb => "`moves`, `captures` or `swaps`",
        Rule::leg => "`step`, `slide`, `leap` or `ride`",
        Rule::offset => "an offset such as `(1,2)`",
        Rule::kind => "what it holds",
        Rule::outcome => "`draw`, or who wins or loses",
        Rule::happening => "what the event waits for",
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
        | Rule::square_set => "an expression",
        Rule::comparator => "a comparison",
        Rule::being => "`is`",
        Rule::ability => "`can move`",
        Rule::adder | Rule::multiplier => "an operator",
        Rule::within => "`in`",
        Rule::except => "`except`",
        Rule::binding => "`as` and a name",
        Rule::removable => "what to remove, such as `piece`",
        Rule::board_shape => "a size such as `8x8`",
        Rule::letter => "a letter in quotes",
        Rule::form => "a form in round brackets",
        Rule::moved_by => "`by` and a way of moving",
        _ => return None,
    };
    Some(name.to_owned())
}
