//! Analysis at the table: the best turns of the position, and what was missed in the game.

use std::io::Write;

use super::super::records::analyse;
use super::Result;
use super::page;
use super::table::Table;
use crate::analysis::Curve;

/// The most lines that can be asked for.
const MAX_LINES: usize = 20;

/// Says which turns are best here, and what they are worth.
pub(super) fn analyse(table: &Table, count: &str, out: &mut dyn Write) -> Result<()> {
    let lines = if count.is_empty() { Some(3) } else { count.parse().ok() };
    let Some(lines) = lines.filter(|lines| (1..=MAX_LINES).contains(lines)) else {
        writeln!(out, "How many turns? Type `analyse`, or `analyse 5` for the five best.")?;
        return Ok(());
    };
    if table.has_stopped() {
        writeln!(out, "The game has stopped; `review` looks back at it.")?;
        return Ok(());
    }
    told(table, analyse::best(&table.session, curve(table), lines), out)
}

/// Says which turns of the game gave something away, and how well each side played.
pub(super) fn review(table: &Table, out: &mut dyn Write) -> Result<()> {
    if table.session.history().is_empty() {
        writeln!(out, "Nothing has been played.")?;
        return Ok(());
    }
    told(table, analyse::review(&table.session, curve(table)), out)
}

/// Returns how scores become shares of points in the game of the table.
fn curve(table: &Table) -> Curve {
    analyse::curve_of(table.record.game_name(), table.game())
}

fn told(
    table: &Table,
    found: std::result::Result<Vec<String>, String>,
    out: &mut dyn Write,
) -> Result<()> {
    match found {
        Ok(lines) => lines.iter().try_for_each(|line| page::paragraph(table, line, out)),
        Err(reason) => page::paragraph(table, &(page::capitalised(&reason) + "."), out),
    }
}
