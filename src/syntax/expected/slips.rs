//! What is said about slips that are easier seen in the words of a line than in what the grammar waited for.
//!
//! Each looks at the statement or line in which reading stopped. What it suggests is offered only if the line can be
//! read then.

use super::super::parser::{self, Rule};
use super::super::recover;
use super::describe::statement_words;
use super::{Found, is_word, item_of, past_spaces, token_at};
use crate::diag::{Diagnostic, codes};

/// Words that people put where a piece comes to a place.
const ARRIVING: [&str; 8] =
    ["reaches", "enters", "lands", "arrives", "goes", "steps", "gets", "comes"];

/// Words that people put where a piece leaves the board.
const DYING: [&str; 7] = ["dies", "disappears", "vanishes", "leaves", "explodes", "falls", "dead"];

impl Found<'_> {
    /// Looks at the line for slips of the pen and of the mind.
    pub(super) fn slip(&self) -> Option<Diagnostic> {
        self.semicolon_comment()
            .or_else(|| self.placed())
            .or_else(|| self.head())
            .or_else(|| self.phrase())
            .or_else(|| self.join())
            .or_else(|| self.then_of_if())
            .or_else(|| self.dying())
            .or_else(|| self.increase())
            .or_else(|| self.no_reason())
            .or_else(|| self.arriving())
            .or_else(|| self.chosen_type())
            .or_else(|| self.behind_block())
            .or_else(|| self.unfinished())
            .or_else(|| self.listed_squares())
            .or_else(|| self.bare_quantifier())
            .or_else(|| self.parameters())
            .or_else(|| self.missing_colon())
            .or_else(|| self.whose_turn())
            .or_else(|| self.of_an_item())
            .or_else(|| self.of_a_piece())
    }

    /// The furthest place to which reading came.
    pub(super) fn furthest(&self) -> usize {
        self.stop.map_or(self.at, |stop| stop.at.max(self.at))
    }

    /// Where the statement or line around the place begins and ends.
    pub(super) fn statement_around(&self, at: usize) -> (usize, usize) {
        let text = self.excerpt.text;
        let head = text.get(..at).unwrap_or("");
        let start = head.rfind(['{', '}', ';', '\n']).map_or(0, |end| end + 1);
        let lead = head[start..].len() - head[start..].trim_start().len();
        let rest = text.get(at..).unwrap_or("");
        let end = at + rest.find(['}', ';', '\n']).unwrap_or(rest.len());
        (start + lead, end.max(start + lead))
    }

    /// Tells whether the statement around a place can be read if a part of it is replaced.
    pub(super) fn mends(&self, at: usize, len: usize, put: &str) -> bool {
        let mut text = self.excerpt.text.to_owned();
        if text.get(at..at + len).is_none() {
            return false;
        }
        text.replace_range(at..at + len, put);
        parser::stop(self.rule, &text).is_none_or(|after| {
            let rest = text.get(at + put.len()..).unwrap_or("");
            let end = at + put.len() + rest.find(['}', ';', '\n']).unwrap_or(rest.len());
            after.at > end
        })
    }

    /// Adds a suggestion if the line can be read then, and help with the same words if not.
    pub(super) fn offer(
        &self,
        found: Diagnostic,
        (at, len): (usize, usize),
        put: &str,
        help: &str,
    ) -> Diagnostic {
        if self.mends(at, len, put) {
            return found.suggest(self.span(at, len), put, help);
        }
        found.help(help)
    }

    /// `; a comment`: the sign with which other programs begin one.
    fn semicolon_comment(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let line = text.get(..self.at)?.rfind('\n').map_or(0, |end| end + 1);
        let lead = text.get(line..)?.len() - text.get(line..)?.trim_start().len();
        let at = line + lead;
        if !text.get(at..)?.starts_with(';') || at > self.at {
            return None;
        }
        let found = self.error(codes::FOREIGN_WORD, at, 1, "a comment begins with `#`");
        Some(found.suggest(self.span(at, 1), "#", "`;` ends a line of rules"))
    }

    /// `if A then B`.
    fn then_of_if(&self) -> Option<Diagnostic> {
        let at = self.stopped_at("then")?;
        let (start, end) = self.statement_around(at);
        if token_at(self.excerpt.text, start) != "if" {
            return None;
        }
        let body = self.excerpt.text.get(at + "then".len()..end)?.trim();
        let message = "`if` is followed by a block, without `then`";
        let found = self.error(codes::SYNTAX, at, "then".len(), message);
        if body.is_empty() {
            let rest = self.excerpt.text.get(at + "then".len()..)?;
            let gap = rest.len() - rest.trim_start().len();
            return Some(self.offer(found, (at, "then".len() + gap), "", "leave `then` out"));
        }
        let end = at + self.excerpt.text.get(at..end)?.trim_end().len();
        let put = format!("{{ {body} }}");
        Some(self.offer(found, (at, end - at), &put, "put what is done into braces"))
    }

    /// `captor dies`.
    fn dying(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let (who, what) = statement.rsplit_once(' ')?;
        let who = who.strip_suffix(" is").unwrap_or(who).trim();
        if !DYING.contains(&what) || statement_words().contains(&token_at(who, 0)) {
            return None;
        }
        let message = format!("`{what}` is no statement");
        let found = self.error(codes::FOREIGN_WORD, start, statement.len(), message);
        let capture = format!("capture {who}");
        if !self.mends(start, statement.len(), &capture) {
            return Some(found.help(
                "`capture SET` takes pieces with the events of captures, `remove SET` without",
            ));
        }
        let span = self.span(start, statement.len());
        let found = found.suggest(span, capture, "with the events of captures");
        Some(found.suggest(span, format!("remove {who}"), "without any event"))
    }

    /// `increase counter by 1`.
    fn increase(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let words: Vec<&str> = statement.split_whitespace().collect();
        let (verb, rest) = words.split_first()?;
        let sign = match verb.to_lowercase().as_str() {
            "increase" | "increment" | "raise" | "inc" => "+",
            "decrease" | "decrement" | "lower" | "reduce" | "dec" => "-",
            _ => return None,
        };
        let (name, by) = match rest.iter().position(|word| *word == "by") {
            None => (rest, "1".to_owned()),
            Some(at) => (&rest[..at], rest[at + 1..].join(" ")),
        };
        let name = name.join(" ");
        if name.is_empty() || by.is_empty() || name.contains(' ') && !name.contains(" of ") {
            return None;
        }
        let message = format!("`{verb}` is no statement");
        let found = self.error(codes::FOREIGN_WORD, start, verb.len(), message);
        let put = format!("set {name} to {name} {sign} {by}");
        let help = "a variable is set to its new value";
        Some(self.offer(found, (start, statement.len()), &put, help))
    }

    /// `own wins }`: the text that says why is missing.
    fn no_reason(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        // A plain word there is the reason without its quotes.
        let is_reason = parser::is_label(self.token()) && !parser::is_reserved(self.token());
        if is_reason || !self.wants(Rule::string) || !["wins", "loses", "draw"].contains(&word) {
            return None;
        }
        let what = if word == "draw" { "why it is a draw" } else { "why" };
        let found = self.here(format!("expected {what}, in quotes, found {}", self.describe()));
        let end = at + word.len();
        let before = self.before();
        let statement = before[before.rfind(['{', ';', '\n', ':']).map_or(0, |at| at + 1)..].trim();
        let example = format!("say it behind `{word}`: `{statement} \"the reason\"`");
        Some(if self.mends(end, 0, " \"…\"") { found.help(example) } else { found })
    }

    /// `when own Pawn reaches ZONE`.
    fn arriving(&self) -> Option<Diagnostic> {
        let at = self.furthest();
        let line = self.excerpt.text.get(..at)?;
        let begin = line.rfind('\n').map_or(0, |end| end + 1);
        let head = self.excerpt.text.get(begin..)?;
        let head = head.get(..head.find(['{', '\n']).unwrap_or(head.len()))?;
        if token_at(item_of(head), 0) != "event" {
            return None;
        }
        let found = ARRIVING.iter().find_map(|word| {
            let at = head.find(&format!(" {word} "))? + 1;
            Some((begin + at, *word))
        });
        let (at, word) = found?;
        let behind = self.excerpt.text.get(at + word.len()..)?.trim_start();
        let gap = self.excerpt.text.get(at + word.len()..)?.len() - behind.len();
        let preposition =
            ["to ", "on ", "at ", "in "].iter().find(|word| behind.starts_with(**word));
        let len = word.len() + preposition.map_or(0, |word| gap + word.len() - 1);
        let message = format!("`{word}` is no word of the language");
        let found = self.error(codes::FOREIGN_WORD, at, word.len(), message);
        let help = "that a piece comes to a place is written `moves to`";
        Some(self.offer(found, (at, len), "moves to", help))
    }

    /// `change X into A if C else B`.
    fn chosen_type(&self) -> Option<Diagnostic> {
        let (start, end) = self.statement_around(self.at);
        let statement = self.excerpt.text.get(start..end)?.trim_end();
        let (head, rest) = statement.split_once(" if ")?;
        let (condition, other) = rest.split_once(" else ")?;
        let (subject, kind) = head.strip_prefix("change ")?.split_once(" into ")?;
        let message = "a piece type cannot depend on a condition here";
        let at = start + head.len() + 1;
        let found = self.error(codes::SYNTAX, at, "if".len(), message);
        let put = format!(
            "if {condition} {{ change {subject} into {kind} }} else {{ change {subject} into {other} }}"
        );
        Some(self.offer(found, (start, statement.len()), &put, "choose between two statements"))
    }

    /// `{ … } move`: a statement behind a block on the same line.
    fn behind_block(&self) -> Option<Diagnostic> {
        let at = self.furthest();
        let text = self.excerpt.text;
        let token = token_at(text, at);
        let end = text.get(..at)?.trim_end_matches([' ', '\t']).len();
        if !statement_words().contains(&token) || !text.get(..end)?.ends_with('}') {
            return None;
        }
        if !self.helps(end, 0, ";") {
            return None;
        }
        let message = format!("expected a line break or `;` before `{token}`");
        let found = self.error(codes::SYNTAX, at, token.len(), message);
        Some(found.suggest(self.span(end, 0), ";", "end what stands before it with `;`"))
    }

    /// A line that ends with a word or sign after which something has to come.
    fn unfinished(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        // The grammar may have gone on to the next line, and found another item there.
        let (before, next) = match text.get(..self.furthest())?.rsplit_once('\n') {
            Some((head, line))
                if line.trim().is_empty() || recover::begins_item(line.trim_start()) =>
            {
                (head, true)
            }
            _ => (self.before(), self.token().is_empty()),
        };
        let line = before.trim_end();
        let sign =
            ["=", ":", "or", "and", "in", "on", "of", "except", "+", "-", "*", "when", "not"]
                .into_iter()
                .find(|sign| ends_with_word(line, sign))?;
        let start = line.rfind('\n').map_or(0, |end| end + 1);
        let head = line.get(start..)?.trim_start();
        if !next || head.is_empty() || head.starts_with('#') {
            return None;
        }
        let at = line.len() - sign.len();
        let what = match (sign, token_at(head, 0)) {
            ("=", _) => "a value is missing after `=`".to_owned(),
            (sign, _) => format!("something is missing after `{sign}`"),
        };
        Some(self.error(codes::SYNTAX, at, sign.len(), what))
    }

    /// `define m = d4, e4`.
    fn listed_squares(&self) -> Option<Diagnostic> {
        let at = self.stopped_at(",")?;
        let text = self.excerpt.text;
        let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let end = at + text.get(at..)?.find(['\n', '}', ';']).unwrap_or(text.get(at..)?.len());
        let whole = text.get(line..end)?;
        let (head, list) = match whole.split_once('=') {
            Some((head, list)) if item_of(head).starts_with("define ") => (head, list),
            _ => return None,
        };
        let entries: Vec<&str> = list.split(',').map(str::trim).collect();
        let is_plain = |entry: &&str| entry.chars().all(|char| char.is_ascii_alphanumeric());
        let message = "a define is one expression; a comma joins nothing";
        let found = self.error(codes::SYNTAX, at, 1, message);
        if entries.len() < 2 || entries.iter().any(|entry| entry.is_empty()) {
            return Some(found);
        }
        let begin = line + head.len() + 1;
        let lead = list.len() - list.trim_start().len();
        let (begin, len) = (begin + lead, list.trim().len());
        let squares = entries.iter().all(|entry| {
            is_plain(entry)
                && entry.starts_with(|char: char| char.is_ascii_lowercase())
                && entry.ends_with(|char: char| char.is_ascii_digit())
        });
        Some(if squares {
            let put = format!("{{{}}}", entries.join(" "));
            self.offer(found, (begin, len), &put, "squares stand in braces")
        } else {
            self.offer(found, (begin, len), &entries.join(" or "), "sets are joined by `or`")
        })
    }

    /// `every own King is attacked`: the name is missing.
    fn bare_quantifier(&self) -> Option<Diagnostic> {
        let at = self.at;
        let text = self.excerpt.text;
        if !self.wants(Rule::kw_in) {
            return None;
        }
        let before = self.before().trim_end();
        let (head, first) = before.rsplit_once(' ')?;
        let word = ["every", "some"].into_iter().find(|word| ends_with_word(head, word))?;
        let start = head.len() - word.len();
        let end =
            at + text.get(at..)?.find(['\n', '}', '{', ';', ')']).unwrap_or(text.get(at..)?.len());
        let rest = text.get(at..end)?.trim_end();
        let message = format!("`{word}` needs a name for each square that it goes through");
        let found = self.error(codes::SYNTAX, start, word.len(), message);
        let help = format!("`{word} s in SET: s is …`");
        let Some((set, predicate)) = rest.split_once(" is ") else { return Some(found.help(help)) };
        let put = format!("{word} s in {first} {set}: s is {predicate}");
        let len = at + rest.len() - start;
        Some(self.offer(found, (start, len), &put, &help))
    }

    /// `define price (kind) = 2`, with a space before the bracket.
    fn parameters(&self) -> Option<Diagnostic> {
        let (line_start, line) = self.line_here();
        let rest = item_of(line).strip_prefix("define ")?;
        let name = token_at(rest.trim_start(), 0);
        let behind = rest.trim_start().get(name.len()..)?;
        let bracket = behind.trim_start();
        if name.is_empty() || !bracket.starts_with('(') || bracket.len() == behind.len() {
            return None;
        }
        let at = line_start + line.len() - behind.len();
        let len = behind.len() - bracket.len();
        let message = format!("the brackets of `{name}` stand right behind the name");
        let found = self.error(codes::SYNTAX, at, len, message);
        Some(found.suggest(self.span(at, len), "", "take out the space"))
    }

    /// `ending x before y enemy wins …`, without the colon.
    fn missing_colon(&self) -> Option<Diagnostic> {
        let (start, line) = self.line_here();
        if !["ending", "record", "forbid", "prefer", "event"]
            .contains(&token_at(line.trim_start(), 0))
        {
            return None;
        }
        let behind = " before ";
        let at = start + line.find(behind)? + behind.len();
        let name = token_at(self.excerpt.text, at);
        let end = at + name.len();
        let next = past_spaces(self.excerpt.text, end);
        let token = token_at(self.excerpt.text, next);
        if name.is_empty() || token == ":" || !self.mends(end, 0, ":") {
            return None;
        }
        let message =
            format!("expected `:` after the name `{name}`, found {}", self.describe_at(next));
        let found = self.error(codes::SYNTAX, next, token.len(), message);
        Some(found.suggest(self.span(end, 0), ":", "put a `:` in between"))
    }

    /// `turn is White`.
    fn whose_turn(&self) -> Option<Diagnostic> {
        let (at, word) = self.word_before();
        if word != "turn" || self.token() != "is" || !self.wants(Rule::kw_number) {
            return None;
        }
        let message = "expected `number` after `turn`, found `is`";
        let found = self.error(codes::SYNTAX, self.at, "is".len(), message);
        Some(self.offer(found, (at, word.len()), "own", "whose turn it is, is written `own`"))
    }

    /// `replace zone = …`, for a define.
    fn replaced_define(&self, line: &str) -> Option<Diagnostic> {
        let name = token_at(line.trim_start().strip_prefix("replace ")?.trim_start(), 0);
        if self.token() != "=" || self.word_before().1 != name {
            return None;
        }
        let at = self.word_before().0;
        let message = format!("`replace` needs to know what `{name}` is");
        let found = self.error(codes::SYNTAX, at, name.len(), message);
        Some(self.offer(found, (at, 0), "define ", "what stands for an expression is a `define`"))
    }

    /// `remove castling`, `setup { … }`, `variable left`, `piece Queen { … }`, `piece Hawk : "H"`.
    fn of_an_item(&self) -> Option<Diagnostic> {
        let (_, line) = self.line_here();
        let item = item_of(line);
        match token_at(item, 0) {
            "remove" => self.removed_what(),
            "setup" => self.setup_block(),
            "piece" => self.missing_symbol(),
            word @ ("variable" | "option") => self.missing_kind(word, item),
            word @ ("forbid" | "prefer" | "ending" | "record") => self.asked_moves(word),
            _ if line.contains("direction ") => self.direction_name(),
            _ if line.trim_start().starts_with("replace ") => self.replaced_define(line),
            _ => None,
        }
    }

    /// `remove castling`.
    fn removed_what(&self) -> Option<Diagnostic> {
        let token = self.token();
        if !self.wants(Rule::removable) || !parser::is_label(token) || !self.is_last(token) {
            return None;
        }
        let kind = if token.starts_with(char::is_uppercase) { "piece" } else { "module" };
        let found = self.here(format!("`remove` needs to know what `{token}` is"));
        let help = format!(
            "say for example `remove {kind} {token}`; others are `remove event`, `remove ending`, `remove define`"
        );
        Some(self.offer(found, (self.at, 0), &format!("{kind} "), &help))
    }

    /// `setup { … }`.
    fn setup_block(&self) -> Option<Diagnostic> {
        if self.token() != "{" {
            return None;
        }
        let found = self.error(codes::SYNTAX, self.at, 1, "the start position is a text in quotes");
        Some(found.help("ranks from the top, with `/` between them and numbers for empty squares: `setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"`"))
    }

    /// `piece Queen { … }`, `piece Hawk : "H" { … }`.
    fn missing_symbol(&self) -> Option<Diagnostic> {
        let (token, name) = (self.token(), self.word_before().1);
        if !self.wants(Rule::string) || !parser::is_label(name) {
            return None;
        }
        if token == "{" {
            let letter: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            let message = format!("the symbol of the {name} is missing");
            let found = self.error(codes::SYNTAX, self.at, 1, message);
            let help =
                format!("it stands in quotes behind the name: `{name} \"{letter}\" {{ … }}`");
            return Some(self.offer(found, (self.at, 0), &format!("\"{letter}\" "), &help));
        }
        let behind = past_spaces(self.excerpt.text, self.at + token.len());
        if parser::is_label(token) && token_at(self.excerpt.text, behind).starts_with('"') {
            let found = self.here(format!("expected the symbol of the {name}, found `{token}`"));
            let end = self.before().trim_end().len();
            let help = "a name is one word: join its parts by `-`";
            return Some(self.offer(found, (end, self.at - end), "-", help));
        }
        if ![":", "="].contains(&token) {
            return None;
        }
        let message = format!("expected the symbol of the {name}, found `{token}`");
        let found = self.error(codes::SYNTAX, self.at, 1, message);
        let end = self.before().trim_end().len();
        Some(self.offer(found, (end, self.at + 1 - end), "", &format!("leave `{token}` out")))
    }

    /// `variable lives` alone.
    fn missing_kind(&self, word: &str, item: &str) -> Option<Diagnostic> {
        let name = item.get(word.len()..)?.trim();
        if !parser::is_label(name) {
            return None;
        }
        let (start, line) = self.line_here();
        let end = start + line.trim_end().len();
        let message = format!("what `{name}` holds is missing");
        let found = self.error(codes::SYNTAX, end - name.len(), name.len(), message);
        let help = format!(
            "say it, and what it starts with: `{word} {name}: 0..9 = 0`, `{word} {name}: switch = off`"
        );
        Some(self.offer(found, (end, 0), ": 0..9 = 0", &help))
    }

    /// `forbid x: "why" when any own Queen moves`.
    fn asked_moves(&self, word: &str) -> Option<Diagnostic> {
        let token = self.token();
        if !["moves", "captures"].contains(&token) {
            return None;
        }
        let message =
            format!("`{token}` asks about a move, and `{word}` is asked when the turn is over");
        let found = self.here(message);
        Some(found.help("an event sees the move: `event NAME: when SET moves { refuse \"why\" }`"))
    }

    /// Tells whether nothing follows a word at the place on its line.
    fn is_last(&self, word: &str) -> bool {
        let behind =
            self.rest().get(word.len()..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
        behind.is_empty() || behind.starts_with(['\n', ';', '}'])
    }

    /// `direction diag-1 (1,2)`.
    fn direction_name(&self) -> Option<Diagnostic> {
        let (at, name) = self.word_before();
        let rest = self.rest();
        let tail = rest.strip_prefix('-')?;
        let digits = tail.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(tail.len());
        if name.is_empty() || at + name.len() != self.at || digits == 0 {
            return None;
        }
        let whole = format!("{name}-{}", tail.get(..digits)?);
        let message = format!("`{whole}` is no name: behind a hyphen stands a letter");
        let found = self.error(codes::SYNTAX, at, whole.len(), message);
        let put = whole.replace('-', "");
        Some(self.offer(found, (at, whole.len()), &put, "leave the hyphen out"))
    }

    /// The first word of the statement at a place, and where it is.
    pub(super) fn statement_word(&self, at: usize) -> (usize, &str) {
        let (start, _) = self.statement_around(at);
        (start, token_at(self.excerpt.text, start))
    }

    /// Tells whether the place is in the block of a piece.
    pub(super) fn in_piece(&self) -> bool {
        ["piece", "extend"].contains(&token_at(item_of(self.excerpt.text), 0))
    }

    /// The line at the place, and where it begins.
    pub(super) fn line_here(&self) -> (usize, &str) {
        let start = self.before().rfind('\n').map_or(0, |end| end + 1);
        let line = self.excerpt.text.get(start..).unwrap_or("");
        (start, line.lines().next().unwrap_or(""))
    }
}

/// Tells whether a text ends with a word or sign that is not the end of a longer word.
fn ends_with_word(text: &str, word: &str) -> bool {
    let Some(head) = text.strip_suffix(word) else { return false };
    let inside = word.starts_with(is_word) && head.ends_with(is_word);
    let is_comparison = word == "=" && head.ends_with(['!', '<', '>', '=']);
    !(inside || is_comparison)
}
