//! What is said about lines of a piece or of a token that lack a word or have one too many.

use super::super::parser::{self, Rule};
use super::Found;
use super::describe::MEMBER_WORDS;
use crate::diag::habits::{self, Place};
use crate::diag::{Diagnostic, codes};

impl Found<'_> {
    /// Looks at the line for slips in it.
    pub(super) fn of_a_piece(&self) -> Option<Diagnostic> {
        self.sign_behind_verb()
            .or_else(|| self.nobodys_power())
            .or_else(|| self.verb_in_list())
            .or_else(|| self.then_another())
            .or_else(|| self.plus())
            .or_else(|| self.bare_member())
    }

    /// `moves = ADGH`.
    fn sign_behind_verb(&self) -> Option<Diagnostic> {
        let (token, word) = (self.token(), self.word_before().1);
        let is_sign = [":", "="].contains(&token) && self.wants(Rule::pattern);
        if !is_sign || !MEMBER_WORDS.contains(&word) {
            return None;
        }
        let message = format!("expected a way of moving, found `{token}`");
        let found = self.error(codes::SYNTAX, self.at, 1, message);
        let end = self.before().trim_end().len();
        Some(self.offer(found, (end, self.at + 1 - end), "", &format!("leave `{token}` out")))
    }

    /// `power: moves N`.
    fn nobodys_power(&self) -> Option<Diagnostic> {
        if self.token() != ":" || self.word_before().1 != "power" || !self.wants(Rule::kw_of) {
            return None;
        }
        let found = self.error(codes::SYNTAX, self.at, 1, "it is missing whose power this is");
        let help =
            "`power of any piece: …` is for whoever bears it, `power of own piece: …` for some";
        Some(self.offer(found, (self.at, 0), " of any piece", help))
    }

    /// `moves WF, captures N`.
    fn verb_in_list(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before().trim_end());
        if !["moves", "captures", "swaps"].contains(&token) || !before.ends_with(',') {
            return None;
        }
        let found = self.here(format!("`{token}` begins a line of its own"));
        Some(self.offer(found, (before.len() - 1, 1), ";", "end the line before with `;`"))
    }

    /// `moves K then captures N`, `moves R then B`.
    fn then_another(&self) -> Option<Diagnostic> {
        let (token, (at, word)) = (self.token(), self.word_before());
        let (put, help) = if ["moves", "captures", "swaps"].contains(&token) {
            (";", "another way of moving stands on a line of its own")
        } else if parser::is_betza(token) && token.starts_with(|char: char| char.is_alphabetic()) {
            (",", "several ways of moving are listed with commas")
        } else {
            return None;
        };
        if word != "then" {
            return None;
        }
        let message = "`then` is followed by statements in braces";
        let found = self.error(codes::SYNTAX, at, "then".len(), message);
        let end = self.before().get(..at)?.trim_end().len();
        Some(self.offer(found, (end, at + "then".len() - end), put, help))
    }

    /// `moves Q + N`.
    fn plus(&self) -> Option<Diagnostic> {
        if self.token() != "+" || !self.wants(Rule::modifier) {
            return None;
        }
        let found = self.error(codes::SYNTAX, self.at, 1, "ways of moving are listed with commas");
        let end = self.before().trim_end().len();
        Some(self.offer(found, (end, self.at + 1 - end), ",", "put a comma in its place"))
    }

    /// `{ mRcN }`, `{ castles }`: a word alone on its line.
    fn bare_member(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        let ends = ["}", ";", ""].contains(&self.token());
        if !ends || self.statement_word(at) != (at, word) || !self.in_piece() {
            return None;
        }
        if looks_like_betza(word) {
            let message = format!("expected a line about the piece, found `{word}`");
            let found = self.error(codes::SYNTAX, at, word.len(), message);
            let help = "a way of moving begins with `moves`";
            return Some(self.offer(found, (at, 0), "moves ", help));
        }
        let habit = habits::find(word, Place::Member)?;
        let message = format!("`{word}` has no meaning here");
        Some(self.error(codes::FOREIGN_WORD, at, word.len(), message).help(habit.help))
    }
}

/// Tells whether a word can be a way of moving in Betza's notation: `mRcN`, `WF`.
fn looks_like_betza(word: &str) -> bool {
    let atoms = |char: char| "WFDNAHCGBRQK".contains(char);
    let modifiers = |char: char| char.is_ascii_digit() || char.is_ascii_lowercase();
    word.contains(atoms)
        && word.chars().all(|char| atoms(char) || modifiers(char))
        && word.len() < 12
}
