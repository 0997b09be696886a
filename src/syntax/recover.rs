//! Cutting a text into items, so that every mistake is found and not the first only.

use std::ops::Range;
use std::sync::LazyLock;

use super::ast::{AboutKind, File};
use super::build::{self, Excerpt, Refusal};
use super::expected;
use super::version::{NEWEST, VERSIONS};
use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::source::{SourceId, Span};

/// The words that items begin with, apart from those of lines about the game.
const OTHER_WORDS: &[&str] = &[
    "allow", "board", "compare", "define", "each", "ending", "event", "extend", "field", "forbid",
    "game", "if", "mark", "module", "option", "piece", "prefer", "property", "record", "remove",
    "replace", "rules", "ruling", "setup", "sides", "test", "threat", "token", "turn", "use",
    "variable",
];

/// The words that items begin with, in alphabetical order.
pub(super) fn item_words() -> &'static [&'static str] {
    static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut words = [OTHER_WORDS, &AboutKind::ALL.map(AboutKind::name)].concat();
        words.sort_unstable();
        words
    });
    &WORDS
}

/// The words by which a line goes on with the one before.
const LINKING_WORDS: &[&str] = &[
    "and",
    "or",
    "when",
    "from",
    "to",
    "of",
    "with",
    "without",
    "taking",
    "for",
    "then",
    "otherwise",
    "else",
];

/// How many mistakes are looked for in one item.
const MAX_PER_ITEM: usize = 10;

/// How many mistakes are looked for in one file.
pub(super) const MAX_PER_FILE: usize = 100;

/// Tells whether a line, read from its first column, looks like the beginning of an item.
pub(super) fn begins_item(line: &str) -> bool {
    item_words().contains(&first_word(line))
}

/// The word at the very beginning of a text; empty if there is none.
fn first_word(text: &str) -> &str {
    let end = text
        .find(|char: char| !(char.is_ascii_alphanumeric() || char == '_' || char == '-'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}

/// Reports a refusal.
pub(super) fn or_report<T>(read: Result<Option<T>, Refusal>, sink: &mut Sink) -> Option<T> {
    match read {
        Ok(built) => built,
        Err((_, found)) => found.fail(sink),
    }
}

/// Reads a file; where the whole does not follow the grammar, item by item.
pub(super) fn file(source: SourceId, text: &str, sink: &mut Sink) -> Option<File> {
    let pieces = pieces(text);
    let Some(first) = pieces.first() else {
        let help = "begin it with `rules 2` and `game` or `module` with a title in quotes";
        let place = Span::point(source, 0);
        return codes::EMPTY_FILE.at(place, "the file contains no rules").help(help).fail(sink);
    };
    let has_version = has_version(source, text, first, sink)?;
    if has_version && let Ok(built) = build::file(Excerpt { source, base: 0, text }, sink) {
        return built;
    }
    let pieces = &pieces[usize::from(has_version)..];
    let mut found = Sink::new();
    let read = by_pieces(source, text, pieces, &mut found);
    tell_once(text, pieces, found, sink);
    read
}

/// Reports what was found. Where a declaration's name is refused, it is not told again wherever it is used.
fn tell_once(text: &str, pieces: &[Range<usize>], found: Sink, sink: &mut Sink) {
    let found = found.into_vec();
    let at =
        |found: &Diagnostic| found.primary.span.start as usize..found.primary.span.end as usize;
    let refused: Vec<&str> =
        found.iter().filter_map(|found| declared_at(text, pieces, at(found))).collect();
    for found in found {
        let place = at(&found);
        let again = text.get(place.clone()).is_some_and(|word| refused.contains(&word));
        if !again || declared_at(text, pieces, place).is_some() {
            sink.push(found);
        }
    }
}

/// Returns the word at a place, if it stands there as the name that an item declares.
fn declared_at<'t>(text: &'t str, pieces: &[Range<usize>], place: Range<usize>) -> Option<&'t str> {
    let word = text.get(place.clone()).filter(|word| first_word(word) == *word)?;
    let piece = pieces.iter().rfind(|piece| piece.contains(&place.start))?;
    let head = text.get(piece.start..place.start)?.trim_end();
    let declares = ["define", "mark", "option", "property", "token", "variable"].contains(&head);
    (declares && word.starts_with(|char: char| char.is_ascii_alphabetic())).then_some(word)
}

/// Looks at `rules 2`: `None` if the file is for another version, else whether it is there at all.
fn has_version(
    source: SourceId,
    text: &str,
    first: &Range<usize>,
    sink: &mut Sink,
) -> Option<bool> {
    let line = text.get(first.clone()).unwrap_or("");
    let at = u32::try_from(first.start).unwrap_or(u32::MAX);
    if first_word(line) != "rules" {
        if let Some((message, help)) = expected::foreign_file(line) {
            let place = Span::new(source, at, at.saturating_add(1));
            return codes::FOREIGN_WORD.at(place, message).help(help).fail(sink);
        }
        if suggest::closest(first_word(line), ["rules"]).is_some() {
            let len = u32::try_from(line.trim_end().len()).unwrap_or(u32::MAX);
            let place = Span::new(source, at, at.saturating_add(len));
            let message = format!("expected `rules {NEWEST}`, found `{}`", line.trim_end());
            sink.push(codes::LANGUAGE_VERSION.at(place, message).did_you_mean(Some("rules 2")));
            return Some(true);
        }
        let message = "the file does not say which version of the language it is written in";
        sink.push(codes::LANGUAGE_VERSION.at(Span::point(source, at), message).suggest(
            Span::point(source, at),
            "rules 2\n",
            "begin with `rules 2`",
        ));
        return Some(false);
    }
    let (line, rest) = line.split_once('\n').unwrap_or((line, ""));
    if rest.trim_start().starts_with('"') {
        let at = first.end - rest.trim_start().len();
        let place = Span::point(source, u32::try_from(at).unwrap_or(u32::MAX));
        let found = codes::MISSING_HEADER.at(place, "the word `game` is missing before the title");
        return found
            .suggest(place, "game ", "`module` begins a file of rules for other games")
            .fail(sink);
    }
    let number = line["rules".len()..].split('#').next().unwrap_or("").trim();
    if number.parse().is_ok_and(|number| VERSIONS.contains(&number)) {
        return Some(true);
    }
    let len = u32::try_from(line.trim_end().len()).unwrap_or(u32::MAX);
    let message =
        format!("expected `rules {NEWEST}`; this program reads `rules 1`, too, and nothing else");
    let place = Span::new(source, at, at.saturating_add(len));
    codes::LANGUAGE_VERSION.at(place, message).fail(sink)
}

/// Reads the header and the items one by one.
fn by_pieces(
    source: SourceId,
    text: &str,
    pieces: &[Range<usize>],
    sink: &mut Sink,
) -> Option<File> {
    let (mut header, mut items, mut mistakes) = (None, Vec::new(), 0);
    let (mut families, mut copies) = (Vec::new(), Vec::new());
    let is_header = |piece: &Range<usize>| {
        matches!(first_word(text.get(piece.clone()).unwrap_or("")), "game" | "module")
    };
    let mut has_header = false;
    let mut broken = false;
    let pieces = if pieces.iter().any(is_header) {
        pieces
    } else {
        let misspelt = no_header(source, text, pieces.first(), sink);
        &pieces[usize::from(misspelt).min(pieces.len())..]
    };
    for piece in pieces {
        // What is indented below something broken goes with it.
        if broken && goes_with_broken(text, piece) {
            continue;
        }
        if let Some(found) = semicolon_comment(source, text, piece) {
            sink.push(found);
            mistakes += 1;
            continue;
        }
        let excerpt = Excerpt { source, base: piece.start, text: text.get(piece.clone())? };
        if !has_header && matches!(first_word(excerpt.text), "game" | "module") {
            has_header = true;
            header = or_report(build::header(excerpt, sink), sink);
            continue;
        }
        let before = sink.len();
        if let Some(built) = item(excerpt, sink) {
            items.extend(built.items);
            families.extend(built.families);
            copies.extend(built.copies);
        }
        broken = sink.len() > before;
        mistakes += sink.len() - before;
        if mistakes >= MAX_PER_FILE {
            break;
        }
    }
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let span = Span::new(source, 0, end);
    Some(File { version: NEWEST, header: header?, items, families, copies, span })
}

/// Complains about a line that begins with `;`, as comments do in other languages.
fn semicolon_comment(source: SourceId, text: &str, piece: &Range<usize>) -> Option<Diagnostic> {
    let before = text.get(..piece.start)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let signs = before.get(line..)?;
    let begins =
        signs.trim_start().starts_with(';') && signs.trim_matches([';', ' ', '\t']).is_empty();
    let is_item = item_words().contains(&first_word(text.get(piece.clone())?));
    if !begins || is_item {
        return None;
    }
    let at = u32::try_from(line + signs.len() - signs.trim_start().len()).ok()?;
    let place = Span::new(source, at, at.saturating_add(1));
    let found = codes::FOREIGN_WORD.at(place, "a comment begins with `#`");
    Some(found.suggest(place, "#", "`;` ends a line of rules"))
}

/// Complains that there is no header; tells whether the first piece is one that is misspelt.
fn no_header(source: SourceId, text: &str, first: Option<&Range<usize>>, sink: &mut Sink) -> bool {
    let at = first.map_or(text.len(), |piece| piece.start);
    let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or("");
    let word = first_word(line);
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let place = Span::new(source, offset(at), offset(at + word.len()));
    let shown = if line.is_empty() { "the end".to_owned() } else { format!("`{word}`") };
    let message = format!("expected `game` or `module` with its title, found {shown}");
    let found = codes::MISSING_HEADER.at(place, message);
    let close = suggest::closest(word, ["game", "module"]);
    let found = match close {
        Some(_) => found.did_you_mean(close),
        None => found.help("write `game \"Title\" from chess`, say, into the second line"),
    };
    sink.push(found);
    close.is_some()
}

/// Tells whether a piece is indented and begins like no item.
fn goes_with_broken(text: &str, piece: &Range<usize>) -> bool {
    let indented = text.get(..piece.start).is_some_and(|before| before.ends_with([' ', '\t']));
    indented && !item_words().contains(&first_word(text.get(piece.clone()).unwrap_or("")))
}

/// Reads an item; if it has mistakes, the lines with mistakes are left out to find the others.
fn item(excerpt: Excerpt<'_>, sink: &mut Sink) -> Option<build::Built> {
    let (mut at, found) = match build::item(excerpt, sink) {
        Ok(built) => return built,
        Err(refusal) => refusal,
    };
    sink.push(*found);
    let mut text = excerpt.text.to_owned();
    for _ in 1..MAX_PER_ITEM {
        text = without_line(&text, at)?;
        // What the rest would be built into is of no use, and neither is what is said about it.
        let rest = Excerpt { text: &text, ..excerpt };
        let Err((next, found)) = build::item(rest, &mut Sink::new()) else { break };
        // What is left of a list whose content was taken out is no mistake of its own.
        let emptied = text.get(at..next).is_none_or(|between| between.trim().is_empty());
        if next <= at || emptied {
            break;
        }
        at = next;
        sink.push(*found);
    }
    None
}

/// Overwrites the line or statement at a place with spaces, and the lines that go on with it.
///
/// There is none to take out if it opens or closes a block.
fn without_line(text: &str, at: usize) -> Option<String> {
    let before = text.get(..at)?;
    let start = before.rfind(['{', ';', '\n'])? + 1;
    let mut end = at + text.get(at..)?.find(['}', ';', '\n'])?;
    while text[end..].starts_with('\n') {
        let next = text[end + 1..].trim_start();
        let line = &text[end + 1..];
        if !LINKING_WORDS[..11].contains(&first_word(next)) {
            break;
        }
        end += 1 + line.find(['}', ';', '\n'])?;
    }
    let line = &text[start..end];
    if line.contains(['{', '}']) || line.trim().is_empty() {
        return None;
    }
    let blank: String = line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    Some(format!("{}{blank}{}", &text[..start], &text[end..]))
}

/// Cuts a text where items end: at line breaks and `;` outside of brackets.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let (mut start, mut depth, mut at) = (0, 0_usize, 0);
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let mut next = at + char.len_utf8();
        match char {
            '"' => next += text[next..].find('"').map_or(0, |end| end + 1),
            '#' => next = text[at..].find('\n').map_or(text.len(), |end| at + end),
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            '\n' | ';' if depth == 0 => {
                add_piece(&mut pieces, text, start..at);
                start = next;
            }
            _ => {}
        }
        at = next;
    }
    add_piece(&mut pieces, text, start..text.len());
    pieces
}

/// Adds a piece without the space before it, or makes the last one longer if it goes on with it.
fn add_piece(pieces: &mut Vec<Range<usize>>, text: &str, piece: Range<usize>) {
    let line = &text[piece.clone()];
    let content = line.trim_start();
    let start = piece.end - content.len();
    if content.is_empty() || content.starts_with('#') {
        return;
    }
    let goes_on = !content.starts_with(|char: char| char.is_alphabetic())
        || LINKING_WORDS.contains(&first_word(content));
    match pieces.last_mut() {
        Some(last) if goes_on || is_open(&text[last.clone()], line) => last.end = piece.end,
        _ => pieces.push(start..piece.end),
    }
}

/// Tells whether a line cannot be at its end before the one that follows it.
fn is_open(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    // Who has forgotten what comes behind a colon begins the next item, mostly in the first column.
    let goes_on = line.ends_with(':') && next.starts_with([' ', '\t']);
    goes_on || line.ends_with([',', '+', '-', '*', '/', '=', '<', '>'])
}
