//! What is said about mistakes that many people make with the language itself.

use super::super::parser::{self, Rule};
use super::super::recover;
use super::super::version::PRONOUNS;
use super::describe::{self, statement_words};
use super::{Found, past_spaces, token_at};
use crate::diag::{Diagnostic, codes, suggest};

/// The words that can be statements all by themselves.
const WHOLE_STATEMENTS: [&str; 2] = ["drop", "move"];

impl Found<'_> {
    /// Finds what fits the mistake better than a list of what could stand there.
    pub(super) fn hint(&self) -> Option<Diagnostic> {
        self.strange_letter()
            .or_else(|| self.slip())
            .or_else(|| self.doubled())
            .or_else(|| self.comma_list())
            .or_else(|| self.moved_from())
            .or_else(|| self.lone_brace())
            .or_else(|| self.item_habit())
            .or_else(|| self.foreign_sign())
            .or_else(|| self.bad_name())
            .or_else(|| self.missing_sign())
            .or_else(|| self.sign())
            .or_else(|| self.own_habit())
            .or_else(|| self.statement())
            .or_else(|| self.early_block())
            .or_else(|| self.run_on())
            .or_else(|| self.article())
            .or_else(|| self.member())
            .or_else(|| self.pattern())
            .or_else(|| self.board_size())
            .or_else(|| self.foreign_word())
            .or_else(|| self.foreign_name())
    }

    /// `8 x 8`, `8*8` or `8`.
    fn board_size(&self) -> Option<Diagnostic> {
        let line = self.rest().lines().next()?;
        if !self.wants(Rule::board_shape) || !line.starts_with(|char: char| char.is_ascii_digit()) {
            return None;
        }
        let is_size = |char: char| char.is_ascii_digit() || " x*×X".contains(char);
        let size = line[..line.find(|char| !is_size(char)).unwrap_or(line.len())].trim_end();
        let numbers: Vec<&str> = size
            .split(|char: char| !char.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .collect();
        let message = "the size of a board is written as two numbers with an `x` between them";
        let found = self.error(codes::SYNTAX, self.at, size.len(), message);
        Some(match numbers.as_slice() {
            [files, ranks] => {
                let put = format!("{files}x{ranks}");
                found.suggest(self.span(self.at, size.len()), put, "files first, then ranks")
            }
            _ => found.help("files first, then ranks, such as `8x8`"),
        })
    }

    /// A word that stands there twice.
    fn doubled(&self) -> Option<Diagnostic> {
        let ((at, word), token) = (self.word_before(), self.token());
        let is_word = token.len() > 1 && token.starts_with(|char: char| char.is_ascii_alphabetic());
        if word != token || !is_word {
            return None;
        }
        if WHOLE_STATEMENTS.contains(&token) && self.in_block(at) {
            return Some(self.unseparated(at + word.len(), 0));
        }
        let found = self.here(format!("`{token}` stands here twice"));
        let (from, len) = (at + word.len(), self.at + token.len() - at - word.len());
        Some(found.suggest(self.span(from, len), "", "leave one of them out"))
    }

    /// `move, move`: statements with a comma between them.
    fn comma_list(&self) -> Option<Diagnostic> {
        let after = self.rest().strip_prefix(',')?;
        let next = token_at(after.trim_start(), 0);
        let end = self.before().trim_end().len();
        let len = self.at + 1 - end;
        let fits = statement_words().contains(&next) && self.in_block(self.at);
        (fits && self.helps(end, len, ";")).then(|| self.unseparated(end, len))
    }

    /// `move on SQUARES`: the pieces have to be said before.
    fn moved_from(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if word != "on" || !self.before().get(..at)?.trim_end().ends_with("move") {
            return None;
        }
        let message = "expected which pieces move before `on`";
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        Some(found.suggest(self.span(at, 0), "own ", "to move one's own piece that stands there"))
    }

    /// Says that statements have to be separated where there is something else between them.
    fn unseparated(&self, at: usize, len: usize) -> Diagnostic {
        let found = self.here("statements are separated by `;` or line breaks");
        found.suggest(self.span(at, len), ";", "end what stands before it with `;`")
    }

    /// Names are plain letters; one that only looks like a letter of English is hard to see.
    fn strange_letter(&self) -> Option<Diagnostic> {
        let strange = self.rest().chars().next()?;
        if strange.is_ascii() || !strange.is_alphabetic() {
            return None;
        }
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let start = self.before().trim_end_matches(is_word).len();
        let word = token_at(self.excerpt.text, start);
        let message = format!(
            "`{word}` has a letter that no name can have: `{strange}` (U+{:04X})",
            u32::from(strange)
        );
        let help = "names are made of the letters a to z and A to Z, digits, `_` and `-`";
        Some(self.error(codes::SYNTAX, start, word.len(), message).help(help))
    }

    /// The grammar does not tell that it waits for a sign: items that need one are looked at here.
    fn missing_sign(&self) -> Option<Diagnostic> {
        if self.wants(Rule::kw_before) {
            let message = format!("expected `:` after the name, found {}", self.describe());
            let found = self.here(message);
            let end = self.before().trim_end().len();
            return Some(if self.token() == "after" {
                found.help("only `before NAME` tells where it stands among others")
            } else {
                found.suggest(self.span(end, 0), ":", "put a `:` in between")
            });
        }
        let sign = match self.token() {
            _ if !self.wants(Rule::item) => return None,
            "define" | "property" => "=",
            "variable" | "option" => ":",
            _ => return None,
        };
        let (word, text) = (self.token(), self.excerpt.text);
        let name_at = past_spaces(text, self.at + word.len());
        let name = token_at(text, name_at);
        let end = name_at + name.len();
        let next = past_spaces(text, end);
        let (found, rest) = (token_at(text, next), text.get(next..)?);
        if found == sign {
            return self.missing_start(end);
        }
        let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        if word == "define" && found == "{" && !self.completes(end, " =") {
            return Some(self.block_without_brackets(name, end));
        }
        let message = format!("expected `{sign}` after the name `{name}`, found {shown}");
        let error = self.error(codes::SYNTAX, next, found.len(), message);
        let other = if sign == "=" { ":" } else { "=" };
        Some(if found == other && sign == "=" {
            error.suggest(
                self.span(end, next + 1 - end),
                format!(" {sign}"),
                format!("put `{sign}` in its place"),
            )
        } else if found == other {
            error.help(format!(
                "tell first what it holds: `{word} {name}: 0..9 = 0`, `{word} {name}: switch = off`"
            ))
        } else if rest.starts_with(|char: char| char.is_alphabetic()) {
            error.help(format!("a name is a single word: join its parts, such as `{name}-{found}`"))
        } else {
            error.suggest(
                self.span(end, 0),
                format!(" {sign}"),
                format!("put a `{sign}` in between"),
            )
        })
    }

    /// `define NAME { … }`: what is written out has brackets behind its name.
    fn block_without_brackets(&self, name: &str, end: usize) -> Diagnostic {
        let message = format!("brackets are missing behind the name `{name}`");
        self.error(codes::SYNTAX, end, 0, message).suggest(
            self.span(end, 0),
            "()",
            "a define with a block has them, with or without names inside",
        )
    }

    /// `variable NAME: KIND` without `= VALUE`.
    fn missing_start(&self, end: usize) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let line = text.get(end..line_end)?;
        if line.contains('=') {
            return None;
        }
        let at = end + line.trim_end().len();
        let message = "expected `=` and a value to start with, found the end of the line";
        Some(self.with_start(self.error(codes::SYNTAX, at, 0, message), at))
    }

    /// A block that comes too early is read as a set of squares; the place to edit is before it.
    fn early_block(&self) -> Option<Diagnostic> {
        let token = self.token();
        if self.rules != [Rule::square] {
            return None;
        }
        let at = self.before().rfind('{')?;
        if token == "}" && self.before()[at + 1..].trim().is_empty() {
            let head = self.before()[..at].trim_end();
            if head.ends_with(['=', ',', '(']) || head.ends_with(" on") || head.ends_with(" in") {
                let message = "a set of squares needs at least one square";
                let found = self.error(codes::SYNTAX, at, self.at + 1 - at, message);
                return Some(found.help("no square at all is `none`"));
            }
        }
        let begins = ["wins", "loses"].contains(&token) || statement_words().contains(&token);
        if token != "}" && !begins {
            return None;
        }
        let head = &self.before()[..at];
        let start = head.rfind(['{', ';', '\n', '}']).map_or(0, |at| at + 1);
        let first =
            token_at(head, start + (head[start..].len() - head[start..].trim_start().len()));
        if first == "event" {
            return Some(self.no_happening(at));
        }
        let missing = match first {
            "choose" => "`as` and a name are missing before this block",
            "if" => "a condition is missing before this block",
            "for" => "`each`, a name, `in` and a set are missing before this block",
            "repeat" => "`up to` and a number are missing before this block",
            _ => "something is missing before this block",
        };
        Some(self.error(codes::SYNTAX, at, 1, missing))
    }

    /// An event whose block comes before it is told what the event waits for.
    fn no_happening(&self, at: usize) -> Diagnostic {
        let head = self.before().get(..at).unwrap_or("").trim_end();
        let last = head.rsplit(' ').next().unwrap_or("");
        let start = head.len() - last.len();
        let participle = ["captured", "dropped"].into_iter().find(|word| *word == last);
        let message = "expected what the event waits for before this block";
        if let Some(word) = participle {
            let message = format!("expected `is` before `{word}`");
            let found = self.error(codes::SYNTAX, start, last.len(), message);
            return found.suggest(self.span(start, 0), "is ", "put `is` in between");
        }
        self.error(codes::SYNTAX, at, 1, message).help(super::statements::HAPPENINGS)
    }

    /// A statement or an item that follows another one on the same line.
    fn run_on(&self) -> Option<Diagnostic> {
        let token = self.token();
        let behind_block = self.before().trim_end_matches([' ', '\t']).ends_with('}');
        let goes_on = behind_block || describe::wanted(self.rules).is_empty();
        let is_start = statement_words().contains(&token) || recover::item_words().contains(&token);
        if !goes_on || !is_start || self.line_before().trim().is_empty() {
            return None;
        }
        let (at, word) = self.word_before();
        if token == "move"
            && let Some(close) = suggest::closest(word, ["can", "cannot"])
            && close != word
        {
            let message = format!("expected `can` or `cannot` before `move`, found `{word}`");
            let found = self.error(codes::SYNTAX, at, word.len(), message);
            return Some(found.did_you_mean(Some(close)));
        }
        let found = self.here(format!("expected a line break or `;` before `{token}`"));
        let end = self.before().trim_end_matches([' ', '\t']).len();
        // What stands before it may not be at its end yet.
        if !self.in_block(self.at) && !self.is_whole(end) {
            return None;
        }
        Some(found.suggest(self.span(end, 0), ";", "end what stands before it with `;`"))
    }

    /// Tells whether what stands before a place follows the grammar by itself.
    fn is_whole(&self, end: usize) -> bool {
        self.excerpt.text.get(..end).is_some_and(|head| parser::read(self.rule, head).is_ok())
    }

    /// An article where only a name can stand.
    fn article(&self) -> Option<Diagnostic> {
        let token = self.token();
        if !["a", "an", "the"].contains(&token) || !self.wants(Rule::name) {
            return None;
        }
        let space =
            self.rest()[token.len()..].len() - self.rest()[token.len()..].trim_start().len();
        let next = token_at(self.rest(), token.len() + space);
        if !next.starts_with(|char: char| char.is_alphanumeric()) || parser::is_reserved(next) {
            let found = self.here(format!("`{token}` cannot be a name: it is read as an article"));
            return Some(found.help("take another name, such as `it`"));
        }
        let found = self.here(format!("expected a name, found `{token}`"));
        Some(found.suggest(self.span(self.at, token.len() + space), "", "leave the article out"))
    }

    /// A line of a piece that ends with a comma, or has a colon behind `moves`.
    fn member(&self) -> Option<Diagnostic> {
        if self.wants(Rule::verb) {
            let end = self.before().trim_end().strip_suffix(':')?.trim_end();
            let verb = end.rsplit(|char: char| !char.is_alphanumeric()).next().unwrap_or("");
            if !["moves", "captures", "swaps"].contains(&verb) {
                return None;
            }
            let message = format!("expected a way of moving after `{verb}`, found `:`");
            let found = self.error(codes::SYNTAX, end.len(), 1, message);
            return Some(found.suggest(self.span(end.len(), 1), "", "leave the colon out"));
        }
        let token = self.token();
        let after = self.rest().get(token.len()..)?.trim_start_matches([' ', '\t']);
        if token == "royal" && after.starts_with(',') {
            let at = self.at + self.rest().len() - after.len();
            let message = "lines about a piece end with a line break or `;`, not with a comma";
            let found = self.error(codes::SYNTAX, at, 1, message);
            return Some(found.suggest(self.span(at, 1), ";", "put `;` in its place"));
        }
        None
    }

    /// Ways of moving without a comma between them, or Betza's atoms in small letters.
    fn pattern(&self) -> Option<Diagnostic> {
        let token = self.token();
        if self.wants(Rule::modifier) && parser::is_betza(token) {
            let found = self.here(format!("expected a comma before `{token}`"));
            let end = self.before().trim_end_matches([' ', '\t']).len();
            let help = "ways of moving are listed with commas";
            return Some(found.suggest(self.span(end, 0), ",", help));
        }
        let (at, word) = self.word_before();
        if self.wants(Rule::modifier)
            && ["step", "slide", "leap", "ride"].contains(&token)
            && suggest::closest(word, ["then"]).is_some_and(|close| close != word)
        {
            let message = format!("expected `then` before `{token}`, found `{word}`");
            let found = self.error(codes::SYNTAX, at, word.len(), message);
            return Some(found.did_you_mean(Some("then")));
        }
        let before = self.before().trim_end();
        if self.wants(Rule::pattern) && before.ends_with(',') && ["}", ";", ""].contains(&token) {
            let at = before.len() - 1;
            let found =
                self.error(codes::SYNTAX, at, 1, "expected a way of moving after the comma");
            return Some(found.suggest(self.span(at, 1), "", "leave the comma out"));
        }
        let atoms = !token.is_empty() && token.chars().all(|char| "wfdnahcgbrqk".contains(char));
        if self.wants(Rule::pattern) && atoms && token.len() <= 4 {
            let found = self.here(format!("expected a way of moving, found `{token}`"));
            let put = token.to_uppercase();
            let help = "Betza's atoms are capital letters";
            return Some(found.suggest(self.span(self.at, token.len()), put, help));
        }
        None
    }

    /// A statement whose first word is none: it is read as the beginning of `SIDE wins`.
    fn statement(&self) -> Option<Diagnostic> {
        if !self.wants(Rule::kw_wins) && !self.wants(Rule::statement) {
            return None;
        }
        let before = self.before();
        let start = before.rfind(['{', ';', '\n', ':']).map_or(0, |at| at + 1);
        let start = start + (before[start..].len() - before[start..].trim_start().len());
        let word = token_at(self.excerpt.text, start);
        if statement_words().contains(&word) || word.is_empty() {
            return None;
        }
        if let Some(found) = self.assignment(start, word) {
            return Some(found);
        }
        let (at, last) = self.word_before();
        if at > start
            && let Some(close) = suggest::closest(last, ["wins", "loses"])
            && close != last
        {
            let message = format!("expected `wins` or `loses`, found `{last}`");
            return Some(
                self.error(codes::SYNTAX, at, last.len(), message).did_you_mean(Some(close)),
            );
        }
        let message = format!("expected a statement, found `{word}`");
        let found = self.error(codes::SYNTAX, start, word.len(), message);
        if let Some(habit) = self.statement_habit(start, word) {
            return Some(habit);
        }
        if let Some(close) = suggest::closest(word, statement_words().iter().copied()) {
            return Some(found.did_you_mean(Some(close)));
        }
        let is_side =
            PRONOUNS.contains(&word) || word.starts_with(|char: char| char.is_uppercase());
        if is_side || !self.in_block(start) {
            return None;
        }
        Some(self.with_brackets(found, start, word))
    }

    /// Tells how a define would be written that stands for statements.
    fn with_brackets(&self, found: Diagnostic, start: usize, word: &str) -> Diagnostic {
        let (_, end) = self.statement_around(start);
        let rest = self.excerpt.text.get(start + word.len()..end).unwrap_or("").trim();
        let is_list = rest.chars().all(|char| char.is_alphanumeric() || " ,-_".contains(char));
        if !parser::is_label(word) || parser::is_reserved(word) || !is_list {
            return found;
        }
        let put = format!(
            "{word}({})",
            rest.split([' ', ',']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
        );
        found.help(format!("if `{word}` is a define, it is called with brackets: `{put}`"))
    }

    /// Tells whether a place is inside a block, so that a statement stands there.
    pub(super) fn in_block(&self, at: usize) -> bool {
        let before = self.excerpt.text.get(..at).unwrap_or("");
        before.matches('{').count() > before.matches('}').count()
    }

    /// What stands before the place on its line.
    pub(super) fn line_before(&self) -> &str {
        let before = self.before();
        &before[before.rfind('\n').map_or(0, |at| at + 1)..]
    }
}
