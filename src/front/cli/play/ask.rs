//! Questions about the rules at the table.

use std::io::Write;

use super::super::{trace as cli_trace, why as cli_why};
use super::Result;
use super::lists::{self, COMMANDS};
use super::page;
use super::table::Table;
use crate::author;
use crate::author::trace::Untraced;
use crate::author::why::Kind;
use crate::author::words::plural;
use crate::diag::suggest;
use crate::ir::{Clause, Game, PieceType, PieceTypeId, SquareId};
use crate::notation::{TurnError, named_kind, shown};
use crate::session::Session;
use crate::state::TooMuch;

/// The most turns that are listed unasked.
const MAX_TURNS: usize = 40;
/// The most letters behind that of a piece in what is taken for a move.
const MAX_LETTERS: usize = 8;
/// The most kinds of piece that an answer lists.
const MAX_KINDS: usize = 16;

/// Tells why a turn is legal or not; without one, why the game is over or not.
pub(super) fn why(table: &Table, turn: &str, out: &mut dyn Write) -> Result<()> {
    if let (Some(_), Some(result)) = (table.resigned, table.result()) {
        writeln!(out, "The game is over: {}.", result.reason)?;
        return Ok(());
    }
    let (session, sources) = (&table.session, &table.sources);
    let turn = (!turn.is_empty()).then(|| whole(table, turn));
    let answer = match &turn {
        Some(turn) => author::why::why(session, sources, turn),
        None => author::why::standing(session, sources),
    };
    match answer {
        Ok(mut answer) => {
            if let Some(turn) = &turn {
                cli_why::say_where(session, &mut answer, turn);
            }
            let text = turn.as_ref().and_then(|turn| cli_why::written(session, turn));
            if let Some((turn, text)) = turn.as_ref().zip(text) {
                cli_why::name(&mut answer, turn, &text);
            }
            cli_why::write(&answer, turn.as_deref(), sources, out)
        }
        Err(limit) => too_much(table, limit, out),
    }
}

fn too_much(table: &Table, limit: TooMuch, out: &mut dyn Write) -> Result<()> {
    page::paragraph(table, &(page::capitalised(&limit.to_string()) + "."), out)
}

/// Says in a player's words why what was typed cannot be played.
pub(super) fn explain(table: &Table, typed: &str, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    if let Some(square) = game.board.square_named(typed) {
        return turns_with(table, square, out);
    }
    let answer = match author::why::why(&table.session, &table.sources, &whole(table, typed)) {
        Ok(answer) => answer,
        Err(limit) => return too_much(table, limit, out),
    };
    if answer.kind == Kind::Unreadable {
        let names = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        let word = typed.split_whitespace().next().unwrap_or(typed);
        let close = suggest::closest(word, names);
        let hint = close.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"));
        let told = format!("`{}` is no move and no command.{hint}", shown(typed));
        page::paragraph(table, &told, out)?;
        return page::paragraph(table, "`moves` lists all turns, `help` the commands.", out);
    }
    let mut told = page::capitalised(&personal(table, &answer.plain)) + ".";
    let squares =
        game.board.squares.enumerate().filter(|(_, square)| typed.starts_with(&square.name));
    if let Some((square, _)) = squares.max_by_key(|(_, square)| square.name.len()) {
        let targets = page::targets(table, square);
        let own = table
            .session
            .position()
            .piece(square)
            .is_some_and(|piece| piece.owner == Some(table.side()));
        if own && answer.kind != Kind::Incomplete && !targets.is_empty() {
            let names: Vec<&str> = targets.iter().map(|square| game.board.name(square)).collect();
            told = format!("{told} It can go to {}.", names.join(", "));
        }
    }
    page::paragraph(table, &told, out)?;
    page::paragraph(table, &format!("(`why {}` shows the rule.)", shown(typed)), out)
}

/// Says where the pieces are that a typed move names by a capital, and that none of them can go there; nothing if what was
/// typed is no such move.
pub(super) fn none_can_go(table: &Table, typed: &str) -> Option<String> {
    cannot_go(&table.session, table.you() == Some(table.side()), typed)
}

/// The same for any session, whether the pieces are called the reader's or their side's.
pub(in crate::front::cli) fn cannot_go(
    session: &Session,
    yours: bool,
    typed: &str,
) -> Option<String> {
    let game = session.game();
    let side = session.side_to_move();
    let typed = typed.trim_end_matches(['+', '#', '!', '?']);
    let legal = session.legal().ok()?;
    if let Err(TurnError::Foreign { meant, .. }) = session.find(&legal, typed)
        && !meant.is_empty()
    {
        let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
        return Some(format!("It can mean {}.", suggest::joined(&meant, "or")));
    }
    let owner = if yours { "your".to_owned() } else { format!("{}'s", game.side_name(side)) };
    if let Some((file, target)) = capture_from(game, typed) {
        return Some(format!("None of {owner} pieces on file {file} can capture on {target}."));
    }
    let lowered = lowered(typed);
    let kind = named_kind(game, typed).or_else(|| named_kind(game, &lowered))?;
    if lowered != typed && session.find(&legal, &lowered).is_ok() {
        return Some(format!("Did you mean `{lowered}`?"));
    }
    let typed = lowered.as_str();
    let ends = game.board.squares.iter().filter(|square| typed.ends_with(&square.name));
    let target = &ends.max_by_key(|square| square.name.len())?.name;
    let name = game.types[kind].name.to_lowercase();
    let (one, many) = (format!("{owner} {name}"), format!("{owner} {}", plural(&name)));
    let position = session.position();
    let pieces = position.squares_where(|piece| piece.kind == kind && piece.owner == Some(side));
    let squares: Vec<&str> = pieces.iter().map(|square| game.board.name(square)).collect();
    Some(match squares.as_slice() {
        [] => format!("There is no {name} of {} on the board.", game.side_name(side)),
        [only] => format!("{} on {only} cannot go to {target}.", page::capitalised(&one)),
        several => {
            let places = suggest::joined(several, "and");
            format!("None of {many} can go to {target}: they are on {places}.")
        }
    })
}

/// Writes what was typed in small letters, but for the first.
fn lowered(typed: &str) -> String {
    let at = typed.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = typed.split_at(at);
    first.to_owned() + &rest.to_lowercase()
}

/// Reads a capture that is told by the file where it begins and the square where it ends, such as `exd5`.
fn capture_from<'t>(game: &Game, typed: &'t str) -> Option<(&'t str, &'t str)> {
    let (file, target) = typed.split_once('x')?;
    let is_file =
        |name: &String| name.strip_prefix(file).is_some_and(|rest| rest.parse::<u8>().is_ok());
    let letters = file.chars().all(|letter| letter.is_ascii_lowercase());
    let names = || game.board.squares.iter().map(|square| &square.name);
    let is_told = letters && names().any(is_file) && names().any(|name| name == target);
    is_told.then_some((file, target))
}

/// The most destinations that are tried to find out why a way of moving with a sign of its own cannot be made.
const MAX_TRIES: usize = 200;

/// Says why a way of moving that has a sign of its own, such as `O-O`, cannot be made; nothing if what was typed is no such
/// sign.
pub(super) fn sign_refused(table: &Table, typed: &str) -> Option<String> {
    let game = table.game();
    let sign = typed.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    let names: Vec<&str> = game
        .writing
        .moves
        .iter()
        .filter(|(_, text)| text.eq_ignore_ascii_case(&sign))
        .map(|(name, _)| name.as_str())
        .collect();
    if names.is_empty() {
        return None;
    }
    let is_way = |clause: &Clause| clause.name.as_deref().is_some_and(|name| names.contains(&name));
    let position = table.session.position();
    let pieces = position.squares_where(|piece| {
        piece.owner == Some(table.side()) && game.types[piece.kind].clauses.iter().any(is_way)
    });
    let tries = pieces.iter().flat_map(|from| game.board.squares.ids().map(move |to| (from, to)));
    for (from, to) in tries.take(MAX_TRIES) {
        let turn = format!("{}{}", game.board.name(from), game.board.name(to));
        let answer = author::why::why(&table.session, &table.sources, &turn).ok()?;
        if names.iter().any(|name| answer.rule.name.ends_with(name)) {
            return Some(page::capitalised(&personal(table, &answer.plain)) + ".");
        }
    }
    Some(format!("{} cannot be played now.", shown(&sign)))
}

/// Says that no piece is written by the letter that begins what was typed, and by which letters pieces are written; nothing
/// if what was typed is not a move of such a piece.
pub(super) fn unknown_letter(table: &Table, typed: &str) -> Option<String> {
    let game = table.game();
    let mut rest = typed.trim_end_matches(['+', '#', '!', '?']).chars();
    let letter = rest.next().filter(char::is_ascii_uppercase)?;
    let rest = rest.as_str().to_lowercase();
    let is_move = game.board.squares.iter().any(|square| {
        rest.strip_suffix(&square.name).is_some_and(|start| {
            start.chars().all(|char| char == 'x' || char.is_ascii_alphanumeric())
        })
    });
    if !is_move || rest.len() > MAX_LETTERS || named_kind(game, &lowered(typed)).is_some() {
        return None;
    }
    let written = |(kind, info): (PieceTypeId, &PieceType)| {
        let symbol = info.symbols.iter().flatten().next().map(|symbol| symbol.to_uppercase());
        let letter = game.writing.piece(kind).map(str::to_owned).or(symbol)?;
        (!letter.is_empty()).then(|| format!("{} ({letter})", info.name.to_lowercase()))
    };
    let kinds: Vec<String> = game.types.enumerate().filter_map(written).collect();
    if kinds.len() > MAX_KINDS {
        return Some(format!("No piece is written {letter} here; `rules` says which there are."));
    }
    let kinds = suggest::joined(&kinds, "and");
    Some(format!("No piece is written {letter} here. The pieces are {kinds}."))
}

/// Lists the turns in which a square comes up, for whoever has typed nothing else.
fn turns_with(table: &Table, square: SquareId, out: &mut dyn Write) -> Result<()> {
    page::paragraph(table, &page::here_and_now(table, square), out)?;
    let name = table.game().board.name(square);
    let mut texts = table.texts();
    texts.retain(|text| text.starts_with(&table.so_far) && text.contains(name));
    if texts.is_empty() {
        return Ok(());
    }
    texts.truncate(MAX_TURNS);
    writeln!(out, "Turns with {name}:")?;
    lists::columns(&texts, table.look().width, out)
}

/// Puts `your` and `Black's` where an answer names pieces with their sides.
fn personal(table: &Table, text: &str) -> String {
    let game = table.game();
    let mut text = text.to_owned();
    for (side, info) in game.sides.iter().enumerate() {
        let you = table.you().is_some_and(|you| usize::from(you.0) == side);
        let whose = if you { "your".to_owned() } else { format!("{}'s", info.name) };
        for kind in &game.types {
            let (long, new) =
                (format!("{} {}", info.name, kind.name), format!("{whose} {}", kind.name));
            text = text.replace(&format!("{long} "), &format!("{new} "));
        }
    }
    text
}

/// Follows a turn step by step.
pub(super) fn trace(table: &Table, turn: &str, out: &mut dyn Write) -> Result<()> {
    let (session, sources) = (&table.session, &table.sources);
    let turn = whole(table, turn);
    match author::trace::trace(session, sources, &turn) {
        Ok(trace) => cli_trace::write(&trace, sources, out),
        Err(Untraced::NoTurn(answer)) => cli_why::write(&answer, Some(&turn), sources, out),
        Err(Untraced::TooMuch(limit)) => too_much(table, limit, out),
    }
}

/// Puts what has been settled of the turn before what is asked about, which may be written as other programs do.
fn whole(table: &Table, turn: &str) -> String {
    let so_far = &table.so_far;
    if let [only] = table.written(turn).as_slice() {
        return only.clone();
    }
    if turn.starts_with(so_far.as_str()) { turn.to_owned() } else { format!("{so_far}{turn}") }
}
