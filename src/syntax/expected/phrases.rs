//! What is said about phrases of everyday English that are nearly what the language says.

use super::{Found, token_at};
use crate::diag::{Diagnostic, codes};

/// Words behind which people say again that a way does not capture.
const DENYING: [&str; 2] = ["no", "without"];

/// What follows them.
const CAPTURING: [&str; 3] = ["capture", "captures", "taking"];

/// Who may be given a token, as events call them.
const RECEIVING: [&str; 4] = ["captor", "target", "origin", "dropped"];

impl Found<'_> {
    /// Looks at the statement or line for such a phrase.
    pub(super) fn phrase(&self) -> Option<Diagnostic> {
        self.only_before_limit()
            .or_else(|| self.no_capture())
            .or_else(|| self.given_first())
            .or_else(|| self.turned_into())
            .or_else(|| self.turn_starts())
    }

    /// `moves N only when …`: a limit needs no `only`.
    fn only_before_limit(&self) -> Option<Diagnostic> {
        let behind = self.rest().strip_prefix("only")?;
        let limit = behind.trim_start_matches([' ', '\t']);
        let next = token_at(limit, 0);
        if !["when", "if", "from", "to"].contains(&next) {
            return None;
        }
        let message = "`only` has no meaning here";
        let found = self.error(codes::FOREIGN_WORD, self.at, "only".len(), message);
        let put = if next == "if" { "when" } else { next };
        let len = self.rest().len() - limit.len() + next.len();
        let help = "a limit always means only that: leave `only` out";
        Some(self.offer(found, (self.at, len), put, help))
    }

    /// `moves N no capture`, `moves N without capture`.
    fn no_capture(&self) -> Option<Diagnostic> {
        let (start, before) = self.word_before();
        let (at, first) = match self.token() {
            token if DENYING.contains(&token) => (self.at, token),
            _ if DENYING.contains(&before) => (start, before),
            _ => return None,
        };
        let rest = self.excerpt.text.get(at + first.len()..)?;
        let word = rest.trim_start_matches([' ', '\t']);
        let what = token_at(word, 0);
        if !CAPTURING.contains(&what) {
            return None;
        }
        let len = first.len() + rest.len() - word.len() + what.len();
        let message = format!("`{first} {what}` has no meaning here");
        let found = self.error(codes::FOREIGN_WORD, at, len, message);
        let put = "without capturing";
        let help = "a way that does not capture is written `without capturing`";
        Some(self.offer(found, (at, len), put, help))
    }

    /// `give captor Ring`: who gets it stands behind `to`.
    fn given_first(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.furthest());
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let words: Vec<&str> = statement.split_whitespace().collect();
        let ["give", to, token] = words.as_slice() else { return None };
        if !RECEIVING.contains(to) {
            return None;
        }
        let message = "whoever gets a token stands behind `to`";
        let found = self.error(codes::SYNTAX, start, statement.len(), message);
        let put = format!("give {token} to {to}");
        Some(self.offer(found, (start, statement.len()), &put, "write `give TOKEN to SET`"))
    }

    /// `turn captor into Queen`.
    fn turned_into(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.furthest());
        let statement = self.excerpt.text.get(start..end)?;
        let behind = statement.strip_prefix("turn ")?;
        if !behind.contains(" into ") {
            return None;
        }
        let message = "`turn` has no meaning here";
        let found = self.error(codes::FOREIGN_WORD, start, "turn".len(), message);
        let help = "a piece becomes another by `change SET into PIECE`";
        Some(self.offer(found, (start, "turn".len()), "change", help))
    }

    /// `when a turn starts`, `when own turn starts`.
    fn turn_starts(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let line = self.excerpt.text.get(start..end)?;
        let (at, phrase) = ["a turn starts", "turn starts", "own turn begins", "turn begins"]
            .into_iter()
            .find_map(|phrase| line.find(phrase).map(|at| (start + at, phrase)))?;
        if phrase.ends_with("turn begins") && line.contains("a turn begins") {
            return None;
        }
        let head = self.excerpt.text.get(start..at)?;
        let of_own = head.ends_with("own ");
        let (at, len) =
            if of_own { (at - "own ".len(), phrase.len() + 4) } else { (at, phrase.len()) };
        let message = "the event at the beginning of a turn is `a turn begins`";
        let found = self.error(codes::FOREIGN_WORD, at, len, message);
        let help = "it comes before the turn of either side";
        Some(self.offer(found, (at, len), "a turn begins", help))
    }
}
