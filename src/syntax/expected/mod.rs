//! What to say when a text does not follow the grammar.

mod describe;
mod habits;
mod heads;
mod hints;
mod joins;
mod phrases;
mod pieces;
mod placed;
mod signs;
mod slips;
mod statements;

pub(super) use habits::foreign_file;

use pest::error::{ErrorVariant, InputLocation};

use super::build::{Excerpt, Refusal};
use super::parser::{self, Rule, Stop};
use crate::diag::{Code, Diagnostic, codes, suggest};
use crate::source::Span;

/// All words of the language.
pub(super) fn all_words() -> Vec<String> {
    describe::words(Rule::all_rules())
}

/// Finds out where and why a text does not follow a rule.
pub(super) fn explain(excerpt: Excerpt<'_>, rule: Rule) -> Refusal {
    let (at, rules) = match parser::read(rule, excerpt.text) {
        Ok(_) => (0, Vec::new()),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            match error.variant {
                ErrorVariant::ParsingError { positives, .. } => (at, needed(positives)),
                ErrorVariant::CustomError { .. } => (at, Vec::new()),
            }
        }
    };
    let rest = excerpt.text.get(at..).unwrap_or("");
    let at = at + (rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len());
    let stop = parser::stop(rule, excerpt.text);
    let found = Found { excerpt, rule, at, rules: &rules, stop: stop.as_ref() };
    let diagnostic = found.hint().unwrap_or_else(|| found.unexpected());
    let told = (diagnostic.primary.span.start as usize).saturating_sub(excerpt.base);
    (at.max(told), Box::new(diagnostic))
}

/// Leaves out what may always be left out, where nothing else begins like it.
fn needed(mut rules: Vec<Rule>) -> Vec<Rule> {
    let is_kind = rules.contains(&Rule::kind);
    rules.retain(|rule| match rule {
        Rule::kw_until | Rule::until_left => false,
        Rule::kw_per | Rule::per_side | Rule::per_square | Rule::per_piece => is_kind,
        _ => true,
    });
    rules
}

/// The place where reading stopped, and what would have been read there.
#[derive(Clone, Copy, Debug)]
struct Found<'t> {
    excerpt: Excerpt<'t>,
    /// What the excerpt was read as.
    rule: Rule,
    at: usize,
    rules: &'t [Rule],
    /// How far reading really came, if that is known.
    stop: Option<&'t Stop>,
}

impl<'t> Found<'t> {
    fn span(&self, at: usize, len: usize) -> Span {
        let offset =
            |at: usize| u32::try_from(self.excerpt.base.saturating_add(at)).unwrap_or(u32::MAX);
        Span::new(self.excerpt.source, offset(at), offset(at + len))
    }

    fn error(&self, code: Code, at: usize, len: usize, message: impl Into<String>) -> Diagnostic {
        code.at(self.span(at, len), message)
    }

    /// Says that what stands there is wrong.
    fn here(&self, message: impl Into<String>) -> Diagnostic {
        self.error(codes::SYNTAX, self.at, self.token().len(), message)
    }

    fn wants(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// The word, text or sign that stands there; empty at the end of a line.
    fn token(&self) -> &'t str {
        token_at(self.excerpt.text, self.at)
    }

    fn rest(&self) -> &'t str {
        self.excerpt.text.get(self.at..).unwrap_or("")
    }

    fn before(&self) -> &'t str {
        self.excerpt.text.get(..self.at).unwrap_or("")
    }

    /// The last word before the place, and where it is; empty if a sign stands there.
    fn word_before(&self) -> (usize, &'t str) {
        let before = self.before().trim_end_matches([' ', '\t']);
        let start = before.trim_end_matches(is_word).len();
        (start, &before[start..])
    }

    /// Tells whether the text can be read further if a part of it is replaced.
    fn helps(&self, at: usize, len: usize, put: &str) -> bool {
        let Some(before) = self.stop else { return true };
        let mut text = self.excerpt.text.to_owned();
        if !text.is_char_boundary(at) || text.get(at..at + len).is_none() {
            return false;
        }
        text.replace_range(at..at + len, put);
        parser::stop(self.rule, &text)
            .is_none_or(|after| after.at.saturating_add(len) > before.at.saturating_add(put.len()))
    }

    /// Returns whether nothing is wrong any more if this is put there.
    fn completes(&self, at: usize, put: &str) -> bool {
        let mut text = self.excerpt.text.to_owned();
        if !text.is_char_boundary(at) {
            return false;
        }
        text.insert_str(at, put);
        parser::stop(self.rule, &text).is_none()
    }

    fn describe(&self) -> String {
        self.describe_at(self.at)
    }

    /// Names for people what stands at a place.
    fn describe_at(&self, at: usize) -> String {
        let rest = self.excerpt.text.get(at..).unwrap_or("");
        match token_at(self.excerpt.text, at) {
            "" if rest.starts_with('\n') => "the end of the line".to_owned(),
            "" => "the end".to_owned(),
            token => format!("`{token}`"),
        }
    }

    /// Suggests to put what stands there in quotes, as far as it goes; or `when` before it, if it is a condition.
    fn quoted(&self, found: Diagnostic, token: &str) -> Diagnostic {
        let line = self.rest().lines().next().unwrap_or("");
        let line = line.split(['#', '"', '{', ';', '}']).next().unwrap_or("").trim_end();
        let behind = line.get(token.len()..).unwrap_or("");
        let is_condition =
            !behind.is_empty() && !behind.split_whitespace().any(|word| word == "when");
        if self.wants(Rule::kw_when) && is_condition {
            let help = "a condition stands behind `when`";
            return found.suggest(self.span(self.at, 0), "when ", help);
        }
        // A position text goes on behind its first word.
        let text = if behind.starts_with('/') {
            line.split(" with ").next().unwrap_or(line).trim_end()
        } else {
            token
        };
        found.suggest(self.span(self.at, text.len()), format!("\"{text}\""), "put it in quotes")
    }

    fn unexpected(&self) -> Diagnostic {
        let wanted = describe::wanted(self.rules);
        let token = self.token();
        let message = match wanted.as_slice() {
            [] => format!("{} does not belong here", self.describe()),
            _ => format!("expected {}, found {}", describe::either_of(&wanted), self.describe()),
        };
        let mut found = self.here(message);
        let is_word = token.starts_with(|char: char| char.is_ascii_alphabetic());
        if self.wants(Rule::string) && is_word && !parser::is_reserved(token) {
            return self.quoted(found, token);
        }
        if self.rules.iter().any(|rule| matches!(rule, Rule::name | Rule::square))
            && !wanted.is_empty()
            && parser::is_reserved(token)
        {
            found = found.note(format!("`{token}` is a word of the language, not a name"));
        }
        let words = describe::words(self.rules);
        // A word of the language may be right where reading came further.
        let is_right = parser::is_reserved(token) && self.further().is_some();
        let close = suggest::closest(token, words.iter().map(String::as_str))
            .filter(|word| !token.is_empty() && *word != token && !is_right)
            // An article is needed nowhere, so that it is never what was meant.
            .filter(|word| !["a", "an", "the"].contains(word))
            .filter(|word| self.helps(self.at, token.len(), word));
        if close.is_some() {
            return found.did_you_mean(close);
        }
        self.further().unwrap_or_else(|| self.with_missing_word(found))
    }

    /// Suggests the word that is missing, if there is only one that would do.
    fn with_missing_word(&self, found: Diagnostic) -> Diagnostic {
        let Some(missing) = describe::only_keyword(self.rules) else { return found };
        let (word, token) = (parser::keyword(missing), self.token());
        if token == "}" || token.is_empty() {
            return found;
        }
        if ["=", "to", "into", "on", "in", "as", "with", "by", "of", "for", "from"].contains(&token)
        {
            let fits = self.helps(self.at, token.len(), &word);
            return if fits { found.did_you_mean(Some(&word)) } else { found };
        }
        let (place, put) = (self.span(self.at, 0), format!("{word} "));
        if !self.helps(self.at, 0, &put) {
            return found;
        }
        found.suggest(place, put, format!("put `{word}` in between"))
    }
}

/// Tells whether a character can stand in a word.
fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '-'
}

/// Returns what a line says, without the word that puts it in the place of something else.
fn item_of(line: &str) -> &str {
    let line = line.trim_start();
    line.strip_prefix("replace ").map_or(line, str::trim_start)
}

/// Returns the place behind the spaces at a place.
fn past_spaces(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    at + rest.len() - rest.trim_start_matches([' ', '\t']).len()
}

/// The word, text or sign at a place, without what follows it.
fn token_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let len = match rest.chars().next() {
        None | Some('\n') => 0,
        Some('"') => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
        Some(first) if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
        Some(first) => first.len_utf8(),
    };
    rest.get(..len).unwrap_or("")
}
