//! What is said about words that are right elsewhere: `if` between items, `prefer` without a name, a value as a statement.

use super::super::parser::{self, Rule};
use super::describe::statement_words;
use super::{Found, item_of, token_at};
use crate::diag::habits::{self, Place};
use crate::diag::{Diagnostic, codes};

/// The words that begin a way of moving in words.
const WAYS: [&str; 3] = ["slide", "step", "leap"];

impl Found<'_> {
    /// What is looked for here.
    pub(super) fn placed(&self) -> Option<Diagnostic> {
        self.if_between_items()
            .or_else(|| self.if_in_piece())
            .or_else(|| self.if_in_ending())
            .or_else(|| self.captured_by())
            .or_else(|| self.nameless_preference())
            .or_else(|| self.number_alone())
            .or_else(|| self.subtract())
            .or_else(|| self.way_as_value())
            .or_else(|| self.way_by_name())
    }

    /// Returns the condition of an `if` at a place, and what stands in its block on the same line.
    fn if_at(&self, at: usize) -> Option<(&str, &str)> {
        let line = self.excerpt.text.get(at..)?.strip_prefix("if ")?.lines().next()?;
        let (condition, block) = line.split_once('{')?;
        Some((condition.trim(), block.split('}').next().unwrap_or(block).trim()))
    }

    /// `if turn number > 5 { … }` outside of all rules, where only `if option` can stand.
    fn if_between_items(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if word != "if" || !self.wants(Rule::kw_option) || !self.line_before_is_empty(at) {
            return None;
        }
        let (condition, _) = self.if_at(at)?;
        let asks_option = condition.split_whitespace().count() == 1
            || condition.contains(['=', ','])
            || condition.contains(" is ");
        if asks_option && !parser::is_reserved(self.token()) {
            return None;
        }
        let message = "`if` between items asks about options, and about nothing else";
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        Some(found.help(format!(
            "what happens in play is asked inside a rule: `event NAME: when a turn ends and {condition} {{ … }}`"
        )))
    }

    /// Tells whether nothing stands before a place on its line.
    fn line_before_is_empty(&self, at: usize) -> bool {
        let before = self.excerpt.text.get(..at).unwrap_or("");
        before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
    }

    /// `if turn number > 5 { moves F }` in the block of a piece.
    fn if_in_piece(&self) -> Option<Diagnostic> {
        if self.token() != "if" || !self.in_piece() || !self.wants(Rule::piece_member) {
            return None;
        }
        let found = self.here("there is no `if` among the lines about a piece");
        Some(match self.if_at(self.at) {
            Some((condition, way)) if way.starts_with("moves") || way.starts_with("captures") => {
                let way = way.trim_end_matches(';');
                found.help(format!(
                    "a way of moving has its condition behind it: `{way} when {condition}`"
                ))
            }
            _ => {
                found.help("a way of moving has its condition behind it: `moves W when CONDITION`")
            }
        })
    }

    /// `ending late: if turn number > 5 { own wins "late" }`.
    fn if_in_ending(&self) -> Option<Diagnostic> {
        if self.token() != "if" || !self.wants(Rule::outcome) && !self.wants(Rule::draw) {
            return None;
        }
        let found = self.here("an ending says first who wins, and then when");
        let help = "write `a side wins \"why\" when CONDITION`, or `draw \"why\" when CONDITION`";
        let Some((condition, outcome)) = self.if_at(self.at) else { return Some(found.help(help)) };
        let len = self.rest().find('}').map_or(0, |end| end + 1);
        // In an ending, `own` is no side that wins.
        let outcome = match outcome.strip_prefix("own ") {
            Some(rest) => format!("side to move {rest}"),
            None => outcome.to_owned(),
        };
        let put = format!("{outcome} when {condition}");
        Some(self.offer(found, (self.at, len), &put, help))
    }

    /// `when a Pawn captured by Queen`, `if captured by enemy`.
    fn captured_by(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if word != "captured" || self.token() != "by" {
            return None;
        }
        let (_, line) = self.line_here();
        if token_at(item_of(line), 0) == "event" && self.helps(at, 0, "is ") {
            let message = "expected `is captured`, found `captured`";
            let found = self.error(codes::SYNTAX, at, word.len(), message);
            return Some(found.suggest(self.span(at, 0), "is ", "put `is` in between"));
        }
        habits::find(word, Place::Expression).map(|habit| self.foreign(at, word, habit))
    }

    /// `prefer most captures this turn`.
    fn nameless_preference(&self) -> Option<Diagnostic> {
        let (start, line) = self.line_here();
        let goal = item_of(line).strip_prefix("prefer ")?.trim_start();
        let word =
            ["most", "least", "fewest"].into_iter().find(|word| token_at(goal, 0) == *word)?;
        let at = start + line.len() - goal.len();
        let behind = goal[word.len()..].split(" #").next()?.trim().trim_start_matches(':').trim();
        let (reason, value) = match behind.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
            Some((reason, value)) => (format!("\"{reason}\" "), value.trim()),
            None => (String::new(), behind),
        };
        let value = if value == "captures" { "captures this turn" } else { value };
        let most = if word == "fewest" { "least" } else { word };
        let put = format!("first-choice: {reason}{most} {value}");
        let message = "a preference needs a name, with a colon behind it";
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        let len = goal.split(" #").next()?.trim_end().len();
        Some(self.offer(found, (at, len), &put, "`prefer NAME: most captures this turn`"))
    }

    /// `hp of target - 1` as a statement, `hp of target -= 1`.
    fn number_alone(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let first = token_at(statement, 0);
        if !self.in_block(start) || statement_words().contains(&first) || parser::is_reserved(first)
        {
            return None;
        }
        let changing = [" += ", " -= "].into_iter().find(|sign| statement.contains(sign));
        let (name, put) = if let Some(sign) = changing {
            let (name, by) = statement.split_once(sign)?;
            (name, format!("set {name} to {name} {} {by}", &sign[1..2]))
        } else {
            let sign = [" - ", " + "].into_iter().find(|sign| statement.contains(sign))?;
            let (name, _) = statement.split_once(sign)?;
            (name, format!("set {name} to {statement}"))
        };
        if !name.contains(" of ") || !self.mends(start, statement.len(), &put) {
            return None;
        }
        let message = format!("`{statement}` is no statement");
        let found = self.error(codes::SYNTAX, start, statement.len(), message);
        let help = "a number is changed by `set NUMBER to VALUE`";
        Some(found.suggest(self.span(start, statement.len()), put, help))
    }

    /// `subtract 1 from n`.
    fn subtract(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let verb =
            ["subtract", "deduct"].into_iter().find(|verb| token_at(statement, 0) == *verb)?;
        let (by, name) = statement[verb.len()..].split_once(" from ")?;
        let (by, name) = (by.trim(), name.trim());
        let message = format!("`{verb}` is no statement");
        let found = self.error(codes::FOREIGN_WORD, start, verb.len(), message);
        let put = format!("set {name} to {name} - {by}");
        let help = "a variable is set to its new value";
        Some(self.offer(found, (start, statement.len()), &put, help))
    }

    /// `define way = slide forward`.
    fn way_as_value(&self) -> Option<Diagnostic> {
        let (start, line) = self.line_here();
        let token = self.token();
        let is_value = self.excerpt.text.get(start..self.at)?.trim_end().ends_with('=')
            && token_at(item_of(line), 0) == "define";
        if !is_value || !WAYS.contains(&token) {
            return None;
        }
        let found = self.here("a define holds an expression, and no way of moving");
        Some(
            found.help(
                "write the way where it is used, or give it to a piece and say `as PIECE` there",
            ),
        )
    }

    /// `reach(a1, by way)`, where a define is to stand for a way of moving.
    fn way_by_name(&self) -> Option<Diagnostic> {
        let token = self.token();
        let is_name = parser::is_label(token)
            && token.starts_with(|char: char| char.is_ascii_lowercase())
            && !parser::is_reserved(token);
        if self.word_before().1 != "by" || !self.wants(Rule::pattern) || !is_name {
            return None;
        }
        if habits::find(token, Place::Pattern).is_some() {
            return None;
        }
        let found = self.here(format!("expected a way of moving, found `{token}`"));
        Some(found.help(
            "no define stands for a way of moving: write it here, such as `by slide forward`, or name a piece that moves so, `by as PIECE`",
        ))
    }
}
