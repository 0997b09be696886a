//! The parser that is made of the files in `grammar/`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use fairyring_grammar::Grammar;
pub(super) use fairyring_grammar::Rule;

/// Reads a text by a rule of the grammar.
pub(super) fn read(
    rule: Rule,
    text: &str,
) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    Grammar::parse(rule, text).map_err(Box::new)
}

/// Where reading stopped, and which signs would have been read there.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The place.
    pub at: usize,
    /// The signs and letters that were tried there.
    pub signs: Vec<String>,
}

/// The parser has one switch for the whole program.
static DETAILED: Mutex<()> = Mutex::new(());

/// The longest text, in bytes, that is looked at sign by sign: an item, but hardly a file.
const MAX_STOPPED: usize = 2048;

/// Finds out how far a text follows a rule; `None` if it does to its end, or if it is long.
///
/// The error of [`read`] knows rules alone: where a plain sign such as a bracket is missing it tells the beginning of
/// the rule that needs it. What is told here is slower to find out.
pub(super) fn stop(rule: Rule, text: &str) -> Option<Stop> {
    if text.len() > MAX_STOPPED || rule == Rule::file {
        return None;
    }
    let guard = DETAILED.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let error = Grammar::parse(rule, text).err();
    pest::set_error_detail(false);
    drop(guard);
    let attempts = error?.parse_attempts();
    Some(attempts.map_or(Stop { at: 0, signs: Vec::new() }, |attempts| Stop {
        at: attempts.max_position,
        signs: attempts.expected_tokens().iter().map(ToString::to_string).collect(),
    }))
}

/// Tells whether a word looks like the name of a square, such as `e4`.
pub(crate) fn looks_like_a_square(word: &str) -> bool {
    let letters = word.trim_end_matches(|char: char| char.is_ascii_digit());
    let is_file = (1..=2).contains(&letters.len());
    is_file && letters.len() < word.len() && letters.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Tells whether a text is a name.
pub(super) fn is_label(text: &str) -> bool {
    covers(Rule::label, text)
}

/// Places in a text that its layout depends on.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    /// Where items, members, statements and lines of tests begin.
    pub starts: BTreeSet<usize>,
    /// What is one word however it is written: texts, turns, Betza, offsets; in order.
    pub verbatim: Vec<Range<usize>>,
    /// The brackets of sets of squares.
    pub set_brackets: BTreeSet<usize>,
}

/// Finds the landmarks of a text that follows the grammar; `None` if it does not.
pub(super) fn landmarks(text: &str) -> Option<Landmarks> {
    let pairs = read(Rule::file, text).ok()?;
    let mut landmarks = Landmarks::default();
    for pair in pairs.flatten() {
        let span = pair.as_span();
        match pair.as_rule() {
            Rule::version
            | Rule::header
            | Rule::item
            | Rule::board_member
            | Rule::token_member
            | Rule::piece_member
            | Rule::statement
            | Rule::test_line => {
                landmarks.starts.insert(span.start());
            }
            Rule::string
            | Rule::turn_text
            | Rule::turn_label
            | Rule::betza_text
            | Rule::mover_text
            | Rule::offset => {
                landmarks.verbatim.push(span.start()..span.end());
            }
            Rule::square_set => {
                landmarks.set_brackets.insert(span.start());
                let end = span.start() + span.as_str().trim_end().len();
                landmarks.set_brackets.insert(end.saturating_sub(1));
            }
            _ => {}
        }
    }
    Some(landmarks)
}

/// What a text consists of, wherever it stands: each part by its rule, with the number of its own parts, and with its
/// letters if it has none. The tree is built of nothing else. `None` if the text does not follow the grammar.
pub(super) fn parts(text: &str) -> Option<Vec<(Rule, usize, String)>> {
    let part = |pair: Pair<'_, Rule>| {
        let (rule, text) = (pair.as_rule(), pair.as_str());
        let letters = match (pair.into_inner().count(), rule) {
            (0, Rule::characters | Rule::betza_text | Rule::mover_text) => text.to_owned(),
            (0, _) => text.chars().filter(|char| !char.is_whitespace() && *char != ';').collect(),
            (inner, _) => return (rule, inner, String::new()),
        };
        (rule, 0, letters)
    };
    Some(read(Rule::file, text).ok()?.flatten().map(part).collect())
}

/// How the rules of keywords begin.
const KEYWORD: &str = "kw_";

/// Tells whether a rule stands for a keyword.
pub(super) fn is_keyword(rule: Rule) -> bool {
    static KEYWORDS: LazyLock<Vec<bool>> = LazyLock::new(|| {
        let mut keywords = Vec::new();
        for rule in Rule::all_rules() {
            let index = *rule as usize;
            keywords.resize(keywords.len().max(index + 1), false);
            keywords[index] = format!("{rule:?}").starts_with(KEYWORD);
        }
        keywords
    });
    KEYWORDS.get(rule as usize) == Some(&true)
}

/// Tells whether a Betza text can be written without quotes.
pub(super) fn is_betza(text: &str) -> bool {
    covers(Rule::betza_text, text)
}

fn covers(rule: Rule, text: &str) -> bool {
    read(rule, text).is_ok_and(|pairs| pairs.as_str().len() == text.len())
}

/// Returns the word that a keyword's rule stands for.
pub(super) fn keyword(rule: Rule) -> String {
    let name = format!("{rule:?}");
    name.strip_prefix(KEYWORD).unwrap_or("").to_owned()
}

/// Tells whether a word cannot be a name in expressions.
pub(super) fn is_reserved(word: &str) -> bool {
    covers(Rule::label, word) && !covers(Rule::name, word)
}
