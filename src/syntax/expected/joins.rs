//! What is said where a comma, a bracket or a small word joins what it does not join, or is missing where one would.

use super::super::parser::{self, Rule, looks_like_a_square};
use super::super::recover;
use super::describe::{self, statement_words};
use super::{Found, is_word, past_spaces, token_at};
use crate::diag::{Diagnostic, codes};

/// The words by which lines of a piece begin that no statement begins with.
const LINE_WORDS: [&str; 5] = ["moves", "captures", "swaps", "drops", "royal"];

impl Found<'_> {
    /// What is looked for here.
    pub(super) fn join(&self) -> Option<Diagnostic> {
        self.given_without_with()
            .or_else(|| self.given_with_kind())
            .or_else(|| self.mixed_block())
            .or_else(|| self.parameter_as_way())
            .or_else(|| self.text_as_argument())
            .or_else(|| self.spaced_call())
            .or_else(|| self.squares_by_comma())
            .or_else(|| self.parted_operands())
    }

    /// `use castling partner = Queen`.
    fn given_without_with(&self) -> Option<Diagnostic> {
        let (at, name) = self.word_before();
        let (_, line) = self.line_here();
        if self.token() != "=" || token_at(line.trim_start(), 0) != "use" || name.is_empty() {
            return None;
        }
        let message = format!("expected `with` before `{name} = …`");
        let found = self.error(codes::SYNTAX, at, name.len(), message);
        let help = "what a module says otherwise stands behind `with`";
        Some(self.offer(found, (at, 0), "with ", help))
    }

    /// `use castling with define partner = Queen`.
    fn given_with_kind(&self) -> Option<Diagnostic> {
        let (_, line) = self.line_here();
        let (at, word) = match self.word_before() {
            (at, word) if recover::item_words().contains(&word) => (at, word),
            _ => (self.at, self.token()),
        };
        let before = self.excerpt.text.get(..at)?.trim_end();
        let is_place = before.ends_with(" with") || before.ends_with(',');
        let is_use = token_at(line.trim_start(), 0) == "use";
        if !is_use || !is_place || !recover::item_words().contains(&word) {
            return None;
        }
        let name = past_spaces(self.excerpt.text, at + word.len());
        let message = format!("expected the name of a define, found `{word}`");
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        if word != "define" {
            return Some(found.help(format!(
                "`with` puts expressions in place of defines, `with DEFINE = EXPRESSION`; to change another item, write `replace {word} …` below"
            )));
        }
        Some(self.offer(found, (at, name - at), "", "the name of the define is enough"))
    }

    /// `define go(p) { moves W; remove p }`: lines of a piece and statements in one block.
    fn mixed_block(&self) -> Option<Diagnostic> {
        self.define_here()?;
        let (at, word) = (self.at, self.token());
        let block = self.excerpt.text.get(..at)?;
        let block = block.get(block.find('{')? + 1..)?;
        let mut heads =
            block.split([';', '\n', '{', '}']).map(|line| token_at(line.trim_start(), 0));
        let is_line = |word: &str| LINE_WORDS.contains(&word);
        let is_statement = |word: &str| statement_words().contains(&word);
        let (first, here, there) = if is_statement(word) {
            (heads.find(|head| is_line(head))?, "a statement", "a line of a piece")
        } else if is_line(word) {
            (heads.find(|head| is_statement(head))?, "a line of a piece", "a statement")
        } else {
            return None;
        };
        let message = format!("`{word}` begins {here}, and `{first}` before it {there}");
        let found = self.error(codes::SYNTAX, at, word.len(), message);
        Some(found.help(
            "a define stands for statements or for lines of a piece: write two defines; what a way of moving does stands behind its `then`",
        ))
    }

    /// `define go(w) { moves w }`: a way of moving cannot be put in.
    fn parameter_as_way(&self) -> Option<Diagnostic> {
        let token = self.token();
        let rest = self.define_here()?;
        let parameters = rest.get(rest.find('(')? + 1..rest.find(')')?)?;
        let is_parameter = parameters.split(',').any(|name| name.trim() == token);
        if !self.wants(Rule::pattern) || !is_parameter {
            return None;
        }
        let found = self.here(format!("expected a way of moving, found the parameter `{token}`"));
        let help = format!(
            "a way of moving cannot be put in place of a parameter; the name of a piece can: `as {token}` moves as that piece"
        );
        Some(found.help(help))
    }

    /// `go("fmW")`: a text among arguments.
    fn text_as_argument(&self) -> Option<Diagnostic> {
        let token = self.token();
        let open = open_bracket(self.before())?;
        let is_call = self.before().get(..open)?.ends_with(|char: char| char.is_alphanumeric());
        if !token.starts_with('"') || !is_call {
            return None;
        }
        let found = self.here("a text in quotes cannot be put in place of a parameter");
        Some(
            found.help(
                "an argument is an expression or the name of something, but no way of moving",
            ),
        )
    }

    /// `near (e4, e5)`: a space before the bracket.
    fn spaced_call(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let comma = self.stopped_at(",")?;
        let head = text.get(..comma)?;
        let open = open_bracket(head)?;
        let end = head.get(..open)?.trim_end_matches([' ', '\t']).len();
        let start = head.get(..end)?.trim_end_matches(is_word).len();
        let name = head.get(start..end)?;
        if end == open || !parser::is_label(name) || parser::is_reserved(name) {
            return None;
        }
        let message = format!("the brackets of `{name}` stand right behind the name");
        let found = self.error(codes::SYNTAX, end, open - end, message);
        Some(self.offer(found, (end, open - end), "", "take out the space"))
    }

    /// Returns the place of a word or sign at which reading stopped.
    pub(super) fn stopped_at(&self, token: &str) -> Option<usize> {
        let places = [self.at, self.furthest()];
        places.into_iter().find(|at| token_at(self.excerpt.text, *at) == token)
    }

    /// Returns what stands behind the word `define`, if the item is one.
    fn define_here(&self) -> Option<&str> {
        let text = self.excerpt.text.trim_start();
        let text = text.strip_prefix("replace").map_or(text, str::trim_start);
        text.strip_prefix("define").filter(|rest| rest.starts_with(char::is_whitespace))
    }

    /// `any Pawn on d4, e4`.
    fn squares_by_comma(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let comma = self.stopped_at(",")?;
        let head = text.get(..comma)?.trim_end();
        let is_word = |char: char| char.is_ascii_alphanumeric();
        let start = head.trim_end_matches(is_word).len();
        let mut squares = vec![head.get(start..)?];
        let mut end = comma;
        while text.get(end..)?.starts_with([',', ' ']) {
            let next = end + text.get(end..)?.len()
                - text.get(end..)?.trim_start_matches([',', ' ']).len();
            let word = token_at(text, next);
            if !looks_like_a_square(word) {
                break;
            }
            squares.push(word);
            end = next + word.len();
        }
        if squares.len() < 2 || !squares.iter().all(|word| looks_like_a_square(word)) {
            return None;
        }
        let message = "squares are not joined by commas: several of them stand in braces";
        let found = self.error(codes::SYNTAX, comma, 1, message);
        let put = format!("{{{}}}", squares.join(" "));
        Some(self.offer(found, (start, end - start), &put, "write them as one set"))
    }

    /// `change target Queen`, `swap a1 h1`: the word between two operands is missing.
    fn parted_operands(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let verb = token_at(statement, 0);
        let ends_here = self.at >= start + statement.len();
        if !ends_here
            || !["change", "convert", "relocate", "swap", "mark", "unmark"].contains(&verb)
        {
            return None;
        }
        let word = parser::keyword(describe::only_keyword(self.rules)?);
        let operands: Vec<&str> = statement.split_whitespace().skip(1).collect();
        let found = self.here(format!("expected `{word}`, found {}", self.describe()));
        // Of more than two words only the last can be told to be an operand by itself: one type, side or mark.
        let is_clear = operands.len() == 2 || !["relocate", "swap"].contains(&verb);
        let at = start + statement.rfind(' ')? + 1;
        let help = format!("put `{word}` in between");
        if operands.len() < 2 || !is_clear {
            return Some(found.help(format!("write `{verb} … {word} …`")));
        }
        Some(self.offer(found, (at, 0), &format!("{word} "), &help))
    }
}

/// Returns where the last bracket of a text opens that is not closed in it.
fn open_bracket(text: &str) -> Option<usize> {
    let mut closed = 0_usize;
    let mut signs = text.char_indices().rev().filter(|(_, char)| ['(', ')'].contains(char));
    let (open, _) = signs.find(|(_, char)| {
        let is_open = *char == '(' && closed == 0;
        closed = if *char == ')' { closed + 1 } else { closed.saturating_sub(1) };
        is_open
    })?;
    Some(open)
}
