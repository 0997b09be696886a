//! Questions about the rules at the table.

use std::io::Write;

use super::super::{trace as cli_trace, why as cli_why};
use super::Result;
use super::lists::{self, COMMANDS};
use super::page;
use super::table::Table;
use crate::author;
use crate::author::trace::Untraced;
use crate::author::why::{Answer, Kind};
use crate::diag::suggest;
use crate::ir::{PieceType, PieceTypeId, SquareId};
use crate::notation::{missing_square, named_kind, shown};
use crate::state::TooMuch;

/// The most turns that are listed unasked.
const MAX_TURNS: usize = 40;
/// The most letters behind that of a piece in what is taken for a move.
const MAX_LETTERS: usize = 8;
/// The most names of choices that are tried.
const MAX_LABELS: usize = 16;
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
    if let Some((turn, answer)) = decided(table, typed) {
        return decline(table, &turn, &answer, out);
    }
    if let Some(square) = game.board.square_named(typed) {
        return turns_with(table, square, out);
    }
    if let Some(missing) = missing_square(game, typed) {
        return page::paragraph(table, &(page::capitalised(&missing) + "."), out);
    }
    if let Some(unknown) = unknown_letter(table, typed) {
        return page::paragraph(table, &unknown, out);
    }
    let answer = match author::why::why(&table.session, &table.sources, &whole(table, typed)) {
        Ok(answer) => answer,
        Err(limit) => return too_much(table, limit, out),
    };
    if answer.kind == Kind::Unreadable {
        let names = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        let word = typed.split_whitespace().next().unwrap_or(typed);
        let other = lists::OTHER_WORDS.iter().find(|(other, _)| word.eq_ignore_ascii_case(other));
        let close = other.map(|(_, name)| *name).or_else(|| suggest::closest(word, names));
        let hint = close.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"));
        let told = format!("`{}` is no move and no command.{hint}", shown(typed));
        page::paragraph(table, &told, out)?;
        return page::paragraph(table, "`moves` lists all turns, `help` the commands.", out);
    }
    decline(table, typed, &answer, out)
}

/// Says in a player's words why a turn is not allowed, and what shows the rule.
fn decline(table: &Table, turn: &str, answer: &Answer, out: &mut dyn Write) -> Result<()> {
    page::paragraph(table, &(page::capitalised(&answer.plain) + "."), out)?;
    page::paragraph(table, &format!("(`why {}` shows the rule.)", shown(turn)), out)
}

/// Returns the turn that was probably meant by the next part of one, and why it is not allowed, if a rule of the game decides
/// that: what is chosen may be typed without what the choice is called, as in `2` for `bid:=2`, or apart from it.
fn decided(table: &Table, typed: &str) -> Option<(String, Answer)> {
    if typed.contains(',') || table.so_far.is_empty() && !typed.contains(' ') {
        return None;
    }
    let so_far = &table.so_far;
    let step = so_far.rfind(',').map_or("", |end| &so_far[..=end]);
    let next = format!("{so_far},");
    let steps = if step == so_far { vec![step] } else { vec![step, &*next] };
    let labels = || table.game().labels.iter().take(MAX_LABELS);
    let mut meant = Vec::new();
    if !so_far.is_empty() {
        meant.push(format!("{so_far}{typed}"));
        meant.push(format!("{next}{typed}"));
    }
    for step in &steps {
        meant.extend(labels().filter_map(|label| {
            let value = typed.strip_prefix(label.as_str())?.strip_prefix(' ')?;
            Some(format!("{step}{label}:{}", value.trim()))
        }));
    }
    if !so_far.is_empty() {
        meant.extend(
            steps
                .iter()
                .filter(|_| !typed.contains(':'))
                .flat_map(|step| labels().map(move |label| format!("{step}{label}:{typed}"))),
        );
    }
    meant.into_iter().find_map(|turn| {
        let answer = author::why::why(&table.session, &table.sources, &turn).ok()?;
        let is_decided = matches!(answer.kind, Kind::Refused | Kind::Forbidden | Kind::Outranked);
        is_decided.then_some((turn, answer))
    })
}

/// Says that no piece is written by the letter that begins what was typed, and by which letters pieces are written; nothing
/// if what was typed is not a move of such a piece.
fn unknown_letter(table: &Table, typed: &str) -> Option<String> {
    let game = table.game();
    let mut rest = typed.trim_end_matches(['+', '#', '!', '?']).chars();
    let letter = rest.next().filter(char::is_ascii_uppercase)?;
    let rest = rest.as_str().to_lowercase();
    let is_move = game.board.squares.iter().any(|square| {
        rest.strip_suffix(&square.name).is_some_and(|start| {
            start.chars().all(|char| char == 'x' || char.is_ascii_alphanumeric())
        })
    });
    if !is_move
        || rest.len() > MAX_LETTERS
        || named_kind(game, &format!("{letter}{rest}")).is_some()
    {
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
    let is_whole_step = !so_far.is_empty() && !so_far.ends_with([',', ':']);
    let labels = &mut table.game().labels.iter();
    let begins_step = |label: &String| {
        turn.strip_prefix(label.as_str()).is_some_and(|rest| rest.starts_with(':'))
    };
    if turn.starts_with(so_far.as_str()) {
        turn.to_owned()
    } else if is_whole_step && labels.any(begins_step) {
        format!("{so_far},{turn}")
    } else {
        format!("{so_far}{turn}")
    }
}
