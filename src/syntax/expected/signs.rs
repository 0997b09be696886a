//! What is said where a plain sign is missing: brackets, `=`, or the end of a line.

use super::super::parser::{self, Rule};
use super::{Found, is_word, item_of, token_at};
use crate::diag::{Diagnostic, codes};

/// The words before the name of an item, for a look at the name.
const NAMING: &[&str] = &[
    "define", "variable", "option", "property", "token", "mark", "piece", "event", "forbid",
    "prefer", "ending", "record", "field", "ruling",
];

impl Found<'_> {
    /// `{` on a line of its own.
    pub(super) fn lone_brace(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let rest = text.get(self.at..)?;
        let at = self.at + (rest.len() - rest.trim_start().len());
        let before = text.get(..at)?;
        let (above, blank) = before.rsplit_once('\n')?;
        let end = above.trim_end().len();
        let is_lone = text.get(at..)?.starts_with('{') && blank.trim().is_empty() && end > 0;
        if !is_lone || !self.helps(end, at + 1 - end, " {") {
            return None;
        }
        let message = "`{` must stand at the end of the line before";
        let found = self.error(codes::SYNTAX, at, 1, message);
        let help = "a block begins on the line that it belongs to";
        Some(found.suggest(self.span(end, at + 1 - end), " {", help))
    }

    /// `define dead-2 = …`: a name that is none.
    pub(super) fn bad_name(&self) -> Option<Diagnostic> {
        let (start, line) = self.line_of(self.at)?;
        let after = |at: usize| at + (line[at..].len() - line[at..].trim_start().len());
        let mut at = after(0);
        if token_at(line, at) == "replace" {
            at = after(at + "replace".len());
        }
        let word = token_at(line, at);
        if !NAMING.contains(&word) {
            return None;
        }
        let at = after(at + word.len());
        let name = token_at(line, at);
        let (head, tail) = name.split_once('-')?;
        if parser::is_label(name) || !parser::is_label(head) || self.at > start + at + name.len() {
            return None;
        }
        let message = format!("`{name}` is no name: behind a hyphen stands a letter");
        let found = self.error(codes::SYNTAX, start + at, name.len(), message);
        let put = name.replace('-', "");
        if tail.is_empty() || !parser::is_label(&put) {
            return Some(found);
        }
        Some(found.suggest(self.span(start + at, name.len()), put, "leave the hyphen out"))
    }

    /// Reading came further than the rules tell, up to a place where a plain sign is wanted.
    pub(super) fn sign(&self) -> Option<Diagnostic> {
        let stop = self.stop.filter(|stop| self.is_further(stop.at))?;
        let wants = |sign: &str| stop.signs.iter().any(|other| other == sign);
        let at = self.begin_of_token(stop.at);
        if !self.is_further(at) {
            return None;
        }
        let token = token_at(self.excerpt.text, at);
        let found = |message: String| self.error(codes::SYNTAX, at, token.len(), message);
        let first = self.first_word(at);
        if wants("=") && ["variable", "option"].contains(&first) {
            let shown = match token {
                "" => "the end of the line".to_owned(),
                token => format!("`{token}`"),
            };
            let message = format!("expected `=` and a value to start with, found {shown}");
            return Some(self.with_start(found(message), at));
        }
        if first == "token" && (wants("{") || wants("}")) {
            return Some(self.token_sign(at, wants("{")));
        }
        if wants("}") && token == "and" {
            return self.joined_statements(at);
        }
        if wants("}") && token == "{" {
            return self.block_behind_name(at);
        }
        None
    }

    /// Tells whether what is wanted at a place is more than the rules tell: all that they do may be left out there.
    fn is_further(&self, at: usize) -> bool {
        at > self.at || at == self.at && self.rules.is_empty()
    }

    /// What is said where nothing better is known and reading came further than the rules tell.
    pub(super) fn further(&self) -> Option<Diagnostic> {
        let stop = self.stop.filter(|stop| self.is_further(stop.at))?;
        let at = self.begin_of_token(stop.at);
        let mut signs = stop.signs.iter().map(String::as_str);
        let sign = signs.find(|sign| ["{", "}", "="].contains(sign))?;
        if !self.is_further(at) {
            return None;
        }
        let (token, shown) = (token_at(self.excerpt.text, at), self.describe_at(at));
        let message = match sign {
            "}" => format!("{shown} does not belong here"),
            sign => format!("expected `{sign}`, found {shown}"),
        };
        Some(self.error(codes::SYNTAX, at, token.len(), message))
    }

    /// The beginning of the word or text at a place.
    fn begin_of_token(&self, at: usize) -> usize {
        let before = self.excerpt.text.get(..at).unwrap_or("");
        let inside = self.excerpt.text.get(at..).is_some_and(|rest| rest.starts_with(is_word));
        if inside { before.trim_end_matches(is_word).len() } else { at }
    }

    /// The line at a place and where it begins.
    fn line_of(&self, at: usize) -> Option<(usize, &str)> {
        let text = self.excerpt.text;
        let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let end = text.get(at..)?.find('\n').map_or(text.len(), |end| at + end);
        text.get(start..end).map(|line| (start, line))
    }

    /// The first word of the line at a place, behind `replace`.
    fn first_word(&self, at: usize) -> &str {
        let own = token_at(item_of(self.line_of(at).map_or("", |(_, line)| line)), 0);
        let head = self.excerpt.text.get(..at).unwrap_or("");
        // A line inside of the block of a token is about the token.
        let opens = head.rfind('{').filter(|open| !head[*open..].contains('}'));
        match opens.and_then(|open| self.line_of(open)) {
            Some((_, line)) if token_at(line.trim_start(), 0) == "token" => "token",
            _ => own,
        }
    }

    /// Suggests a value to start with that suits the kind before it.
    pub(super) fn with_start(&self, found: Diagnostic, at: usize) -> Diagnostic {
        let Some((start, line)) = self.line_of(at) else { return found };
        let kind = line.get(..at - start).and_then(|head| head.split_once(':'));
        let kind = kind.map_or("", |(_, kind)| kind.trim());
        let kind = ["per side", "per square", "per piece"]
            .iter()
            .find_map(|per| kind.strip_prefix(per))
            .unwrap_or(kind)
            .trim();
        let kind = kind.split(" until ").next().unwrap_or(kind);
        let value = match kind {
            "switch" => "off",
            "squares" => "none",
            "movers" => return found.help("such as `= N, F`"),
            _ => match kind.strip_prefix("one of ") {
                Some(words) => words.split(',').next().unwrap_or("").trim(),
                None => kind.split("..").next().unwrap_or("0").trim(),
            },
        };
        let rest = self.excerpt.text.get(at..).unwrap_or("");
        if !rest.trim_start_matches([' ', '\t', '\r']).is_empty() && !rest.starts_with('\n') {
            return found.help(format!("such as `= {value}`"));
        }
        let end = start + line.get(..at - start).map_or(0, |head| head.trim_end().len());
        let put = format!(" = {value}");
        found.suggest(self.span(end, 0), put, format!("say what it starts with, such as `{value}`"))
    }

    /// What is wrong with the head or the block of a token.
    fn token_sign(&self, at: usize, at_head: bool) -> Diagnostic {
        let token = token_at(self.excerpt.text, at);
        let shown = self.describe_at(at);
        let found = |message: String| self.error(codes::SYNTAX, at, token.len(), message);
        let block = "what is told of a token stands in braces: `token NAME { at e1; level 0 }`";
        if at_head {
            let found = found(format!("expected `{{` after the name, found {shown}"));
            return match token {
                ":" => found.suggest(self.span(at, 1), "", "leave the colon out"),
                _ if token.starts_with('"') => {
                    found.help("a token has no symbol: position texts call it by its name")
                }
                _ => found.help(block),
            };
        }
        if token == "," {
            let found = found("expected `;` or a line break, found `,`".to_owned());
            return found.suggest(self.span(at, 1), ";", "lines of a block end with `;`");
        }
        found(format!("expected `;`, a line break or `}}`, found {shown}"))
            .help("lines about a token are `at SQUARE`, `level NUMBER` and `power of SET: …`")
    }

    /// `drop Stone as x { … }`: the name lasts for the rest of the turn, and there is no block.
    fn block_behind_name(&self, at: usize) -> Option<Diagnostic> {
        let head = self.excerpt.text.get(..at)?;
        let start = head.rfind(['{', ';', '\n', '}']).map_or(0, |end| end + 1);
        let statement = head.get(start..)?.trim();
        let word = token_at(statement, 0);
        let before = statement.trim_end().rsplit(' ').nth(1);
        if !["move", "drop"].contains(&word) || before != Some("as") {
            return None;
        }
        let message = format!("`{word}` has no block: its name holds for the rest of the turn");
        let found = self.error(codes::SYNTAX, at, 1, message);
        Some(found.help(format!("end it with `;` and go on: `{statement}; …`")))
    }

    /// Tells whether a rule of the grammar is wanted and no other that would have to come.
    pub(super) fn wants_only(&self, rule: Rule) -> bool {
        super::describe::only_keyword(self.rules) == Some(rule)
    }
}
