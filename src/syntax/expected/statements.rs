//! What is said about statements, events and conditions that people put together in their own way.

use super::super::parser::{self, Rule};
use super::describe::statement_words;
use super::{Found, item_of, past_spaces, token_at};
use crate::diag::{Diagnostic, codes};

/// What an event can wait for.
pub(super) const HAPPENINGS: &str = "an event waits for `SET is captured`, `SET is captured by SET`, `SET moves`, `SET is dropped`, `a turn begins` or `a turn ends`";

impl Found<'_> {
    /// What is told about habits with the words of the language itself.
    pub(super) fn own_habit(&self) -> Option<Diagnostic> {
        self.bare_captures()
            .or_else(|| self.joined_sets())
            .or_else(|| self.late_side())
            .or_else(|| self.late_nothing())
            .or_else(|| self.set_by())
            .or_else(|| self.replaced_piece())
    }

    /// `choose … { … } or nothing`.
    fn late_nothing(&self) -> Option<Diagnostic> {
        let rest = self.rest().strip_prefix("or ")?.trim_start();
        if !self.wants(Rule::kw_otherwise) || token_at(rest, 0) != "nothing" {
            return None;
        }
        let message = "`or nothing` stands before the block";
        let found = self.error(codes::SYNTAX, self.at, "or nothing".len(), message);
        Some(found.help("`choose SET as NAME or nothing { … }`"))
    }

    /// `set n += 1`.
    fn set_by(&self) -> Option<Diagnostic> {
        let sign = ["+=", "-=", "*="].into_iter().find(|sign| self.rest().starts_with(sign))?;
        let (_, variable) = self.word_before();
        if !self.wants_only(Rule::kw_to) || variable.is_empty() {
            return None;
        }
        let message = format!("expected `to`, found `{sign}`");
        let found = self.error(codes::SYNTAX, self.at, sign.len(), message);
        let put = format!("to {variable} {}", &sign[..1]);
        if !self.helps(self.at, sign.len(), &put) {
            return Some(found);
        }
        let help = "the new value is told as a whole";
        Some(found.suggest(self.span(self.at, sign.len()), put, help))
    }

    /// `replace Queen "Q" { … }`.
    fn replaced_piece(&self) -> Option<Diagnostic> {
        let (at, name) = self.word_before();
        let is_replaced = self.before().get(..at)?.trim_end().ends_with("replace");
        let is_piece = is_replaced && self.token().starts_with('"') && !name.is_empty();
        if !is_piece || !self.helps(at, 0, "piece ") {
            return None;
        }
        let message =
            format!("expected `replace piece {name}` or `replace {name} with` a new piece");
        let found = self.error(codes::SYNTAX, at, name.len(), message);
        let help = "the same piece is written anew by `replace piece`";
        Some(found.suggest(self.span(at, 0), "piece ", help))
    }

    /// The first word of the line, and of the statement, before the place.
    fn heads(&self) -> (&str, &str) {
        let before = self.before();
        let start = before.rfind(['{', ';', '\n', '}']).map_or(0, |at| at + 1);
        (token_at(item_of(self.line_before()), 0), token_at(before[start..].trim_start(), 0))
    }

    /// `when a piece captures { … }`, `if captures { … }`.
    fn bare_captures(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if word != "captures" || !self.wants_only(Rule::kw_this) {
            return None;
        }
        let message = "`captures` says nothing here by itself";
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        Some(match self.heads() {
            ("event", _) => found.help(
                "who captures is told from the captured piece: `when a piece is captured by SET`",
            ),
            _ => found.help(
                "how many pieces this turn has captured is `captures this turn`: `captures this turn > 0`",
            ),
        })
    }

    /// `remove captor and victim`, `capture enemy and rank 3`, `drop X as x and convert …`, `when own Pawn and Knight moves`.
    fn joined_sets(&self) -> Option<Diagnostic> {
        if self.token() != "and" || self.wants(Rule::kw_and) {
            return None;
        }
        let found = |message: &str| self.error(codes::SYNTAX, self.at, "and".len(), message);
        let is_statement = statement_words().contains(&self.heads().1);
        if let Some((start, len, put)) = self.either_type().filter(|_| !is_statement) {
            let found = found("`and` joins conditions; sets are joined by `or`");
            let help = "what is in any of the sets, in brackets";
            return Some(found.suggest(self.span(start, len), put, help));
        }
        if !is_statement {
            return None;
        }
        let is_side = ["own", "enemy"].contains(&self.word_before().1);
        let (word, help) = if self.is_place_next() {
            ("on ", "what is in both sets")
        } else if is_side {
            ("", "what belongs to a side is named behind it")
        } else {
            ("or ", "what is in any of the sets")
        };
        let len = past_spaces(self.excerpt.text, self.at + "and".len()) - self.at;
        if self.helps(self.at, len, word) {
            let found = found("`and` joins conditions; sets are joined by `or`, or by `on`");
            return Some(found.suggest(self.span(self.at, len), word, help));
        }
        self.joined_statements(self.at)
    }

    /// `Pawn and Knight` in the set of an event: where it begins, how long it is, and what is meant.
    fn either_type(&self) -> Option<(usize, usize, String)> {
        let (start, first) = self.word_before();
        let next = past_spaces(self.excerpt.text, self.at + "and".len());
        let second = token_at(self.excerpt.text, next);
        let is_name = |word: &str| parser::is_label(word) && !parser::is_reserved(word);
        if self.heads().0 != "event" || !is_name(first) || !is_name(second) {
            return None;
        }
        let put = format!("({first} or {second})");
        let len = next + second.len() - start;
        self.mends(start, len, &put).then_some((start, len, put))
    }

    /// Tells whether a place stands behind `and`: what is in both sets is meant then, and else what is in any.
    fn is_place_next(&self) -> bool {
        let next = past_spaces(self.excerpt.text, self.at + "and".len());
        let rest = self.excerpt.text.get(next..).unwrap_or("");
        let word = token_at(rest, 0);
        let second = token_at(rest, past_spaces(rest, word.len()));
        let is_worked_out = second == "of" || ["square", "between"].contains(&word);
        let are_pieces = ["own", "enemy", "piece", "occupied", "empty"];
        ["rank", "file", "{"].contains(&word)
            || parser::looks_like_a_square(word)
            || (is_worked_out && are_pieces.contains(&self.word_before().1))
    }

    /// Two statements that are joined by `and`, which stands at the place.
    pub(super) fn joined_statements(&self, at: usize) -> Option<Diagnostic> {
        let end = self.excerpt.text.get(..at)?.trim_end().len();
        let len = at + "and".len() - end;
        if !self.helps(end, len, ";") {
            return None;
        }
        let message = "`and` joins conditions; statements are separated by `;`";
        let found = self.error(codes::SYNTAX, at, "and".len(), message);
        Some(found.suggest(self.span(end, len), ";", "end what stands before it with `;`"))
    }

    /// `place X on SET for SIDE`.
    fn late_side(&self) -> Option<Diagnostic> {
        let (_, statement) = self.heads();
        if self.token() != "for" || statement != "place" || self.wants(Rule::kw_for) {
            return None;
        }
        let message = "the side of a new piece stands before `on`";
        let found = self.error(codes::SYNTAX, self.at, "for".len(), message);
        let start = self.before().rfind("place")?;
        let (piece, place) = self.before().get(start..)?.rsplit_once(" on ")?;
        let rest = self.rest().get("for".len()..)?;
        let end = rest.find(['}', ';', '\n']).unwrap_or(rest.len());
        let side = rest.get(..end)?.trim();
        let put = format!("{} for {side} on {}", piece.trim_end(), place.trim());
        let len = self.at + "for".len() + rest.get(..end)?.trim_end().len() - start;
        if !self.helps(start, len, &put) {
            return Some(found.help("`place TYPE for SIDE on SET`"));
        }
        Some(found.suggest(self.span(start, len), put, "say it in this order"))
    }
}
