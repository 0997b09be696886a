//! What a player can read at the table: the rules in words, and what a piece can do here and now.

use std::io::Write;

use super::super::show;
use super::Result;
use super::table::Table;
use crate::author::words::{Entry, Page};
use crate::author::{account, words};
use crate::diag::suggest;
use crate::front::draw::board::Marks;
use crate::front::draw::diagram::{self, Moves};
use crate::front::draw::text;
use crate::ir::{Game, PieceTypeId, SideId, SquareId, SquareSet, TokenId};
use crate::reference;
use crate::state::{Allowance, Choice};

/// The most lines that one of the things told at the beginning takes.
const MAX_LINES: usize = 4;

/// What the section on events is called.
const EVENTS: &str = "What happens";

/// How many things are told at the beginning.
const MAX_SPECIAL: usize = 3;

/// The most lines that the author's own words have before the first turn.
const MOST_LINES: usize = 12;

/// Says in the author's words what the game is about; `rules` has what does not fit.
fn own_words(table: &Table, aim: &str, out: &mut dyn Write) -> Result<()> {
    let width = table.look().width.saturating_sub(1);
    let mut left = MOST_LINES;
    for text in std::iter::once(aim).chain(table.game().about.paragraphs.iter().map(String::as_str))
    {
        let lines = text::wrap(text, width).len();
        if lines > left {
            break;
        }
        left -= lines;
        paragraph(table, text, out)?;
    }
    Ok(())
}

/// Tells in three lines what is special: what differs from the parent, if there is one.
pub(super) fn special(table: &Table, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    if let Some(aim) = &game.about.aim {
        return own_words(table, aim, out);
    }
    let parent = show::parent(table.record.game_name());
    let page = match &parent {
        Some(parent) => differences(game, parent),
        None => words::page(game),
    };
    let entries = |title: &str| {
        let section = page.sections.iter().find(|section| section.title.starts_with(title));
        section.map_or(&[][..], |section| section.entries.as_slice())
    };
    let names = |title: &str| -> Vec<&str> {
        let told = entries(title).iter().filter(|entry| !entry.sentences.is_empty());
        told.map(|entry| entry.subject.as_str()).collect()
    };
    let sentences = |title: &str| -> String {
        let mut told: Vec<_> = entries(title).iter().collect();
        // What is quite new comes first, and what is about things that only the rules remember comes last.
        if title == EVENTS {
            let remembers = |entry: &&Entry| entry.sentences.iter().any(|told| told.contains('`'));
            told.sort_by_key(|entry| (!entry.gone.is_empty(), remembers(entry)));
        }
        let told = told.into_iter().flat_map(|entry| &entry.sentences);
        told.cloned().collect::<Vec<_>>().join(" ")
    };
    let pieces = [names("Pieces"), names("Tokens")].concat().join(", ");
    let head = match &parent {
        Some(parent) => format!("Not as in {}", parent.about.title),
        None => "Pieces".to_owned(),
    };
    let items = [
        (head.as_str(), pieces),
        ("A turn", sentences("A turn")),
        ("By itself", sentences(EVENTS)),
        ("The end", sentences("How it ends")),
    ];
    let told: Vec<_> = items.iter().filter(|(_, told)| !told.is_empty()).collect();
    for (head, told) in told.iter().take(MAX_SPECIAL) {
        let width = table.look().width.saturating_sub(5);
        let mut lines = text::wrap(&format!("{head}: {told}"), width);
        if lines.len() > MAX_LINES {
            lines.truncate(MAX_LINES);
            let last = lines.pop().map(|line| line + " …");
            lines.extend(last);
        }
        writeln!(out, "- {}", lines.join("\n  "))?;
    }
    Ok(())
}

/// Returns what is different from the parent, without sentences in which only pieces are called otherwise.
fn differences(game: &Game, parent: &Game) -> Page {
    let mut names: Vec<&str> =
        game.types.iter().chain(&parent.types).map(|kind| kind.name.as_str()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let masked =
        |text: &str| names.iter().fold(text.to_owned(), |text, name| text.replace(name, "\u{1}"));
    let mut page = words::differences(game, parent);
    for section in &mut page.sections {
        for entry in &mut section.entries {
            let gone = std::mem::take(&mut entry.gone);
            for gone in gone {
                let old = masked(&gone);
                match entry.sentences.iter().position(|new| masked(new) == old) {
                    Some(same) => drop(entry.sentences.remove(same)),
                    None => entry.gone.push(gone),
                }
            }
        }
        section.entries.retain(|entry| !entry.sentences.is_empty() || !entry.gone.is_empty());
    }
    page.sections.retain(|section| !section.entries.is_empty());
    page
}

/// Shows the page of the rules, or, if they are wanted exactly, the rulings and what differs from the parent rule by rule, or
/// all rules.
pub(super) fn rules(table: &Table, wish: &str, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    let width = table.look().width.saturating_sub(7);
    if wish.is_empty() {
        let parent = show::parent(table.record.game_name());
        let width = width.min(show::TEXT_WIDTH);
        writeln!(out, "{}", show::rules_text(game, parent.as_ref(), width))?;
        let more = "`rules exactly` has the rulings and every rule that differs from the game this one is built on, \
                    `rules all` every rule; `show PIECE` says what a piece can do.";
        return paragraph(table, more, out);
    }
    if !game.about.rulings.is_empty() {
        writeln!(out, "In the words of the rules file")?;
        for (number, ruling) in &game.about.rulings {
            let lines = text::wrap(&format!("{number} {ruling}"), width);
            writeln!(out, "  {}", lines.join("\n      "))?;
        }
    }
    let parent = if wish == "all" { None } else { show::parent(table.record.game_name()) };
    let Some(parent) = parent else {
        write!(out, "{}", show::sections("Rule by rule", &words::page(game), width))?;
        return Ok(());
    };
    let title = format!("Rule by rule: what is different from {}", parent.about.title);
    for line in text::wrap(&title, table.look().width - 1) {
        writeln!(out, "{line}")?;
    }
    let told = show::sections("", &differences(game, &parent), width);
    write!(out, "{}", told.trim_start_matches('\n'))?;
    paragraph(table, "`rules all` has the rest.", out)
}

/// Tells what a piece, the piece on a square or a token can do.
pub(super) fn show(table: &Table, what: &str, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    if let Some(square) = game.board.square_named(&what.to_lowercase()) {
        return show_square(table, square, out);
    }
    if let Some(kind) = kind_named(game, what) {
        return show_kind(table, kind, out);
    }
    let token = game.tokens.enumerate().find(|(_, token)| token.name.eq_ignore_ascii_case(what));
    if let Some((token, _)) = token {
        return show_token(table, token, out);
    }
    // `white knight`, `knights`.
    let last = what.rsplit(' ').next().unwrap_or(what);
    let one = last.strip_suffix('s').unwrap_or(last);
    if one != what && (game.board.square_named(one).is_some() || kind_named(game, one).is_some()) {
        return show(table, one, out);
    }
    let kinds = game.types.iter().map(|kind| kind.name.to_lowercase());
    let tokens = game.tokens.iter().map(|token| token.name.clone());
    let names = suggest::joined(&kinds.chain(tokens).collect::<Vec<_>>(), "or");
    let told = if what.is_empty() {
        format!("Type `show` and a square or one of these: {names}.")
    } else {
        format!("There is no {what} in this game. Type `show` and a square or {names}.")
    };
    paragraph(table, &told, out)
}

/// Finds a kind of piece by its name or its letter.
fn kind_named(game: &Game, what: &str) -> Option<PieceTypeId> {
    let by = |is: &dyn Fn(PieceTypeId) -> bool| game.types.ids().find(|kind| is(*kind));
    let symbols = |kind: PieceTypeId| game.types[kind].symbols.iter().flatten();
    by(&|kind| game.types[kind].name == what)
        .or_else(|| by(&|kind| symbols(kind).any(|symbol| symbol == what)))
        .or_else(|| by(&|kind| game.types[kind].name.eq_ignore_ascii_case(what)))
        .or_else(|| by(&|kind| symbols(kind).any(|symbol| symbol.eq_ignore_ascii_case(what))))
}

fn show_kind(table: &Table, kind: PieceTypeId, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    let info = &game.types[kind];
    let symbols: Vec<&str> = info.symbols.iter().flatten().map(String::as_str).collect();
    writeln!(out, "{} ({})", info.name, symbols.join(" "))?;
    paragraph(table, &words::piece(game, kind).join(" "), out)?;
    paragraph(table, diagram::LEGEND, out)?;
    let drawing = diagram::of_type(game, kind, &Moves::of(game), table.look().width);
    write!(out, "{drawing}")?;
    let position = table.session.position();
    let squares = position.squares_where(|piece| piece.kind == kind);
    for square in squares.iter() {
        paragraph(table, &here_and_now(table, square), out)?;
    }
    for side in SideId::ALL {
        let count = position.hands[side][kind];
        if count > 0 {
            writeln!(out, "{} has {count} in hand.", game.side_name(side))?;
        }
    }
    Ok(())
}

fn show_square(table: &Table, square: SquareId, out: &mut dyn Write) -> Result<()> {
    let (game, position) = (table.game(), table.session.position());
    let mut told = here_and_now(table, square);
    for (token, info) in game.tokens.enumerate() {
        if position.tokens[token].at == Some(square) {
            told.push_str(&format_token(&info.name, position.tokens[token].level, info.has_levels));
        }
    }
    let marks = Marks { alarm: table.checked, targets: targets(table, square), ..Marks::default() };
    for line in crate::front::draw::board::board(game, position, table.look(), marks) {
        writeln!(out, "{line}")?;
    }
    paragraph(table, &told, out)
}

fn format_token(name: &str, level: i32, has_levels: bool) -> String {
    if has_levels {
        format!(" It has {name}, at level {level}.")
    } else {
        format!(" It has {name}.")
    }
}

fn show_token(table: &Table, token: TokenId, out: &mut dyn Write) -> Result<()> {
    let (game, position) = (table.game(), table.session.position());
    let info = &game.tokens[token];
    let state = position.tokens[token];
    let place = match state.at {
        None => "not on the board".to_owned(),
        Some(at) => here(table, at),
    };
    let level = if info.has_levels { format!(", level {}", state.level) } else { String::new() };
    let now = words::powers_at(game, token, state.level);
    let now = if now.is_empty() {
        "It gives nothing now.".to_owned()
    } else {
        format!("Now: {}", now.join(" "))
    };
    paragraph(table, &format!("{}: {place}{level}. {now}", info.name), out)?;
    if info.has_levels {
        let page = words::page(game);
        let entries = page.sections.iter().flat_map(|section| &section.entries);
        let all = entries.filter(|entry| entry.subject == info.name);
        for entry in all {
            paragraph(table, &entry.sentences.join(" "), out)?;
        }
    }
    Ok(())
}

/// Names what stands on a square.
fn here(table: &Table, square: SquareId) -> String {
    let game = table.game();
    let name = game.board.name(square);
    match table.session.position().piece(square) {
        Some(piece) => format!("{} on {name}", account::piece_name(game, piece, table.you())),
        None => name.to_owned(),
    }
}

/// Tells where the piece on a square can go.
pub(super) fn here_and_now(table: &Table, square: SquareId) -> String {
    let (game, position) = (table.game(), table.session.position());
    let Some(piece) = position.piece(square) else {
        return format!("{} is empty.", game.board.name(square));
    };
    let targets: Vec<&str> =
        targets(table, square).iter().map(|square| game.board.name(square)).collect();
    let subject = capitalised(&here(table, square));
    let to_move = piece.owner == Some(position.to_move);
    match (targets.is_empty(), to_move) {
        (true, true) => format!("{subject} cannot move now."),
        (false, true) => format!("{subject} can go to {}.", targets.join(", ")),
        (true, false) => format!("{subject} could not move if it were its turn."),
        (false, false) => format!("{subject} could go to {}.", targets.join(", ")),
    }
}

/// Returns where the piece on a square can go: legally if its side is to move, or else as it moves.
pub(super) fn targets(table: &Table, square: SquareId) -> SquareSet {
    let position = table.session.position();
    let owner = position.piece(square).and_then(|piece| piece.owner);
    if owner != Some(position.to_move) {
        let moves = reference::moves_within(table.game(), position, square, &Allowance::UNLIMITED)
            .unwrap_or_default();
        return moves.iter().map(|made| made.to).collect();
    }
    let fitting = table.turns.iter().filter(|(text, _)| text.starts_with(&table.so_far));
    let moves =
        fitting.flat_map(|(_, legal)| &legal.turn.steps).filter_map(|step| match &step.choice {
            Choice::Move(made) if made.from == square => Some(made.to),
            _ => None,
        });
    moves.collect()
}

/// Prints a text in lines as wide as the terminal.
pub(super) fn paragraph(table: &Table, told: &str, out: &mut dyn Write) -> Result<()> {
    for line in text::wrap(told, table.look().width - 1) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Begins a text with a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    // The name of a square stays as it is.
    if text.chars().nth(1).is_some_and(|second| second.is_ascii_digit()) {
        return text.to_owned();
    }
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
