//! What is said about habits that people bring from elsewhere.

use super::super::parser::Rule;
use super::super::recover;
use super::{Found, past_spaces};
use crate::diag::habits::{self, Habit, Place};
use crate::diag::{Diagnostic, codes, suggest};

/// What items begin with, for those who begin with something else.
const ITEMS_HELP: &str = "an item begins with a word such as `piece`, `extend`, `define`, `event`, `ending` or `use`; a comment begins with `#`";

impl Found<'_> {
    /// Puts what a table knows about a word into a diagnostic.
    pub(super) fn foreign(&self, at: usize, word: &str, habit: Habit) -> Diagnostic {
        let message = format!("`{word}` has no meaning here");
        let found = self.error(codes::FOREIGN_WORD, at, word.len(), message);
        let behind = self.excerpt.text.get(at + word.len()..).unwrap_or("");
        match habit.put {
            // What would be put in its place stands behind it already.
            Some(put) if put.contains("..") && begins_with_range(behind.trim_start()) => {
                let len = word.len() + behind.len() - behind.trim_start().len();
                found.suggest(self.span(at, len), "", habit.help)
            }
            Some(put) => {
                let len = word.len() + self.article_behind(at + word.len(), put);
                found.suggest(self.span(at, len), put, habit.help)
            }
            None => found.help(habit.help),
        }
    }

    /// The length of an article where a name has to follow the word that is put in: `like a NAME` becomes `as NAME`.
    fn article_behind(&self, at: usize, put: &str) -> usize {
        let rest = self.excerpt.text.get(at..).unwrap_or("");
        let articles = [" a ", " an ", " the "];
        let article = articles.iter().find(|article| rest.starts_with(**article));
        article.filter(|_| put == "as").map_or(0, |article| article.len() - 1)
    }

    /// A sign of another language.
    pub(super) fn foreign_sign(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let before = self.at.checked_sub(1).and_then(|at| text.get(at..));
        let at = match before {
            Some(pair) if pair.starts_with("==") || pair.starts_with("<>") => self.at - 1,
            _ => self.at,
        };
        let rest = text.get(at..)?;
        if rest.starts_with("!=") {
            return None;
        }
        let (sign, mut habit) = habits::sign(rest)?;
        if sign == "%" && !text[..at].ends_with(' ') {
            return None;
        }
        if sign == "!" && !rest[1..].starts_with(|char: char| char.is_alphabetic() || char == '(') {
            habit.put = None;
        }
        Some(self.foreign(at, sign, habit))
    }

    /// A word from elsewhere just before the place, which was taken for a name.
    pub(super) fn foreign_name(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if !super::describe::wanted(self.rules).is_empty() || word.is_empty() {
            return None;
        }
        if self.token() == "to" && self.rest()[2..].trim_start().starts_with("move") {
            let message = "`to move` has no meaning here";
            let len = self.rest().find("move").unwrap_or(0) + "move".len();
            let found = self.error(codes::FOREIGN_WORD, self.at, len, message);
            return Some(
                found.help("who is to move is `own`: `own is NAME` asks which side that is"),
            );
        }
        habits::find(word, Place::Expression).map(|habit| self.foreign(at, word, habit))
    }

    /// The beginning of an item that is none.
    pub(super) fn item_habit(&self) -> Option<Diagnostic> {
        let is_item = self.wants(Rule::item)
            || self.line_before().trim().is_empty()
                && super::describe::wanted(self.rules).is_empty()
                && !self.wants(Rule::statement);
        if !is_item {
            return self.item_instead();
        }
        let (token, line) = (self.token(), self.rest().lines().next().unwrap_or(""));
        if let Some(found) = foreign_file(line) {
            return Some(self.error(codes::FOREIGN_WORD, self.at, 1, found.0).help(found.1));
        }
        if let Some((sign, habit)) = habits::sign(line) {
            return Some(self.foreign(self.at, sign, habit));
        }
        if recover::item_words().contains(&token) {
            return None;
        }
        let after = line.get(token.len()..).unwrap_or("").trim_start();
        if after.starts_with('=') && !token.is_empty() {
            let help = habits::ini_key(token).unwrap_or(
                "names get their values by `define NAME = …`, `variable NAME: … = …` or in the block of a piece",
            );
            let message = format!("`{token} = …` is how an ini file is written, not a rules file");
            return Some(self.error(codes::FOREIGN_WORD, self.at, token.len(), message).help(help));
        }
        if let Some(mut habit) = habits::find(token, Place::Item) {
            // What a game has once, its parent has already: whether to say `replace` depends on that.
            habit.put = habit.put.filter(|put| !["setup", "sides", "board"].contains(put));
            return Some(self.foreign(self.at, token, habit));
        }
        if suggest::closest(token, recover::item_words().iter().copied()).is_some() {
            return None;
        }
        self.sentence(token, line)
    }

    /// `replace start "…"`: the name of the thing to be replaced is a word from elsewhere.
    fn item_instead(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        let is_replaced = self.excerpt.text.get(..at)?.trim_end().ends_with("replace");
        if !is_replaced || self.rules != [Rule::kw_with] {
            return None;
        }
        if let Some(habit) = habits::find(word, Place::Item) {
            return Some(self.foreign(at, word, habit));
        }
        let close = suggest::closest(word, recover::item_words().iter().copied())?;
        let message = format!("expected what to replace, found `{word}`");
        Some(self.error(codes::SYNTAX, at, word.len(), message).did_you_mean(Some(close)))
    }

    /// Plain English, as far as it can be told.
    fn sentence(&self, token: &str, line: &str) -> Option<Diagnostic> {
        let words = line.split_whitespace().count();
        let plain = line.chars().all(|char| char.is_alphanumeric() || " ,.'-\r\t".contains(char));
        if words < 3 || !plain {
            return None;
        }
        let message = "this reads like a sentence; rules are written as items";
        let len = line.trim_end().len().max(token.len());
        Some(self.error(codes::FOREIGN_WORD, self.at, len, message).help(ITEMS_HELP))
    }

    /// The beginning of a statement that is a word from elsewhere.
    pub(super) fn statement_habit(&self, start: usize, word: &str) -> Option<Diagnostic> {
        let habit = habits::find(word, Place::Statement)?;
        let Some(put) = habit.put else { return Some(self.foreign(start, word, habit)) };
        if let Some(found) = self.rewritten(start, word, put, habit) {
            return Some(found);
        }
        let fits = self.mends(start, word.len(), put);
        let habit = Habit { put: habit.put.filter(|_| fits), ..habit };
        Some(self.foreign(start, word, habit))
    }

    /// Puts a statement into other words, where the word alone is not enough: `promote X to Y`.
    fn rewritten(&self, start: usize, word: &str, put: &str, habit: Habit) -> Option<Diagnostic> {
        let rest = self.excerpt.text.get(start..)?;
        let end = rest.find(['}', ';', '\n']).unwrap_or(rest.len());
        let statement = rest.get(..end)?.trim_end();
        let links: [(&str, &[&str]); 3] = [
            ("into", &[" to ", " as ", " in "]),
            ("to", &[" into ", " onto ", " on "]),
            ("on", &[" at ", " onto ", " to "]),
        ];
        let right = match put {
            "change" => "into",
            "relocate" | "convert" | "set" => "to",
            "place" => "on",
            _ => return None,
        };
        let (_, wrong) = links.iter().find(|(link, _)| *link == right)?;
        let link = wrong.iter().find(|link| statement.contains(**link))?;
        let body = statement.get(word.len()..)?.replacen(link, &format!(" {right} "), 1);
        let text = format!("{put}{body}");
        if !self.mends(start, statement.len(), &text) {
            return None;
        }
        let message = format!("`{word}` has no meaning here");
        let found = self.error(codes::FOREIGN_WORD, start, word.len(), message);
        Some(found.suggest(self.span(start, statement.len()), text, habit.help))
    }

    /// `visits = visits + 1` and the like.
    pub(super) fn assignment(&self, start: usize, word: &str) -> Option<Diagnostic> {
        let after = self.excerpt.text.get(start + word.len()..)?;
        let sign_at = past_spaces(after, 0);
        let signs = ["+=", "-=", "*=", "/=", "++", "--", ":=", "="];
        let sign = signs.into_iter().find(|sign| after[sign_at..].starts_with(sign))?;
        let put = match sign {
            "++" => format!("set {word} to {word} + 1"),
            "--" => format!("set {word} to {word} - 1"),
            "=" | ":=" => format!("set {word} to"),
            _ => format!("set {word} to {word} {}", &sign[..1]),
        };
        let message = format!("`{word} {sign}` is no statement");
        let len = word.len() + sign_at + sign.len();
        let found = self.error(codes::FOREIGN_WORD, start, len, message);
        Some(found.suggest(self.span(start, len), put, "a variable is set by `set NAME to VALUE`"))
    }

    /// A word from elsewhere where a word of a certain kind is wanted.
    pub(super) fn foreign_word(&self) -> Option<Diagnostic> {
        let token = self.token();
        let places = [
            (Rule::statement, Place::Statement),
            (Rule::piece_member, Place::Member),
            (Rule::pattern, Place::Pattern),
            (Rule::leg, Place::Pattern),
            (Rule::modifier, Place::Limit),
            (Rule::kind, Place::Kind),
            (Rule::kw_when, Place::Condition),
            (Rule::kw_else, Place::Statement),
        ];
        if self.wants(Rule::kind)
            && let Some((low, high)) = token.split_once('-')
            && [low, high].iter().all(|part| part.parse::<i32>().is_ok())
        {
            let found = self.here(format!("`{token}` is no range"));
            let put = format!("{low}..{high}");
            let help = "a range is written with `..`";
            return Some(found.suggest(self.span(self.at, token.len()), put, help));
        }
        let header = self.wants(Rule::kw_from)
            && self.excerpt.text.trim_start().starts_with("game")
            && self.before().trim_end().ends_with('"');
        if header && token == ":" {
            let habit = Habit { put: Some("from"), ..habits::find("of", Place::Header)? };
            return Some(self.foreign(self.at, token, habit));
        }
        let header = header.then_some(Place::Header);
        let places = places.iter().filter(|(rule, _)| self.wants(*rule)).map(|(_, place)| *place);
        let habit = places.chain(header).find_map(|place| habits::find(token, place))?;
        Some(self.foreign(self.at, token, habit))
    }
}

/// Tells whether a text begins with a range of numbers.
fn begins_with_range(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let behind = number.trim_start_matches(|char: char| char.is_ascii_digit());
    behind.len() < number.len() && behind.trim_start().starts_with("..")
}

/// Tells which other kind of file begins with a line like this, and what to do.
pub(crate) fn foreign_file(line: &str) -> Option<(&'static str, &'static str)> {
    let line = line.trim_start();
    if line.starts_with('(') {
        return Some((
            "lists in round brackets are how ZRF and Ludii files are written, not a rules file",
            "begin a file with `rules 2` and `game \"Title\" from chess`, then one item on each line",
        ));
    }
    let is_section = line.starts_with('[') && line.trim_end().ends_with(']');
    is_section.then_some((
        "a name in square brackets is how an ini file is written, not a rules file",
        "begin a file with `rules 2` and `game \"Title\" from chess`: the parent stands behind `from`",
    ))
}
