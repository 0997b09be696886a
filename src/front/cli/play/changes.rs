//! What is changed about a game at the table: who plays, how it ends, whether it begins anew.

use std::io::Write;

use super::commands::Next;
use super::input::{Input, Line};
use super::keep::Keeper;
use super::page;
use super::players::Player;
use super::table::Table;
use super::thinker::Strength;
use super::{Result, Streams};
use crate::diag::suggest::counted;

/// What can be done when the game is over.
const AFTERWARDS: &str = "The game is over. `new` begins another one, `undo` takes back; you can also look at the \
                          `history`, `save FILE`, `load FILE` or `quit`.";

/// Says what can be done when the game is over.
pub(super) fn afterwards(table: &Table, out: &mut dyn Write) -> Result<()> {
    page::paragraph(table, AFTERWARDS, out)
}

/// Asks something that is done only if the answer is yes.
fn agrees(question: &str, input: &mut Input, streams: &mut Streams<'_>) -> Result<bool> {
    let answer = input.ask(&format!("{question} [y/N] "), None, streams.out)?;
    Ok(matches!(answer, Line::Text(text) if text.trim().to_lowercase().starts_with('y')))
}

/// Gives up the game for the side to move.
pub(super) fn resign(
    table: &mut Table,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Next> {
    if table.result().is_some() {
        afterwards(table, streams.out)?;
        return Ok(Next::Same);
    }
    let side = table.game().side_name(table.side());
    if !agrees(&format!("Does {side} resign?"), input, streams)? {
        return Ok(Next::Same);
    }
    table.resign();
    Ok(Next::Draw)
}

/// Offers a draw, to which the other side may agree.
pub(super) fn draw(
    table: &mut Table,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Next> {
    if table.has_stopped() {
        afterwards(table, streams.out)?;
        return Ok(Next::Same);
    }
    let other = table.side().opponent();
    let (side, name) = (table.game().side_name(table.side()), table.game().side_name(other));
    let is_agreed = match table.players[other] {
        Player::Computer => table.takes_draw(),
        Player::Person => {
            agrees(&format!("{side} offers a draw. Does {name} agree?"), input, streams)?
        }
    };
    if !is_agreed {
        writeln!(streams.out, "{name} does not agree to a draw.")?;
        return Ok(Next::Same);
    }
    table.agree();
    Ok(Next::Draw)
}

/// Says how well the computer plays, or changes it.
pub(super) fn level(table: &mut Table, wish: &str, out: &mut dyn Write) -> Result<()> {
    if wish.is_empty() {
        let told =
            format!("The computer: {}. `level 1` to `level 10` change it.", table.opponent());
        return page::paragraph(table, &told, out);
    }
    match wish.parse().ok().and_then(Strength::of_level) {
        Some(strength) => {
            table.set_strength(strength);
            writeln!(out, "The computer plays at {} from now on.", table.opponent())?;
        }
        None => writeln!(out, "Levels are the numbers from 1 (a beginner) to 10.")?,
    }
    Ok(())
}

/// Has each side played by whoever played the other one.
pub(super) fn swap(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    let [first, second] = table.players.into_array();
    if first == second {
        writeln!(out, "People play both sides: there is nothing to swap. `flip` turns the board.")?;
        return Ok(Next::Same);
    }
    table.swap();
    if let Some(side) = table.you() {
        writeln!(out, "You play {} now.", table.game().side_name(side))?;
    }
    Ok(Next::Draw)
}

/// Begins the game anew; what was played is kept if games are.
pub(super) fn anew(
    table: &mut Table,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Next> {
    let played = table.session.history().len();
    if played > 0 && !table.has_stopped() {
        let question = format!("Leave this game after {} and begin anew?", counted(played, "turn"));
        if !agrees(&question, input, streams)? {
            return Ok(Next::Same);
        }
    }
    let Some(again) = super::again(table, streams)? else { return Ok(Next::Same) };
    let keeper = Keeper::standard().ok().filter(|_| table.keeps);
    table.change(again, keeper.unwrap_or(Keeper::Off));
    writeln!(streams.out, "A new game.")?;
    Ok(Next::Draw)
}

/// Lists what each side has lost to captures.
pub(super) fn captured(table: &Table, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    let mut is_any = false;
    for (side, kinds) in table.captured() {
        if kinds.is_empty() {
            continue;
        }
        is_any = true;
        let told: Vec<String> = kinds
            .iter()
            .map(|(kind, count)| format!("{count} {}", game.types[*kind].name))
            .collect();
        let told = format!("Captured from {}: {}.", game.side_name(side), told.join(", "));
        page::paragraph(table, &told, out)?;
    }
    if !is_any {
        writeln!(out, "Nothing has been captured.")?;
    }
    Ok(())
}
