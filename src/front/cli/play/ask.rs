//! Questions about the rules at the table.

use std::io::Write;

use super::super::{trace as cli_trace, why as cli_why};
use super::Result;
use super::table::Table;
use crate::author;

/// Tells why a turn is legal or not; without one, why the game is over or not.
pub(super) fn why(table: &Table, turn: &str, out: &mut dyn Write) -> Result<()> {
    if let (Some(_), Some(result)) = (table.resigned, table.result()) {
        writeln!(out, "The game is over: {}.", result.reason)?;
        return Ok(());
    }
    let (session, sources) = (&table.session, &table.sources);
    if turn.is_empty() {
        let answer = author::why::standing(session, sources);
        return cli_why::write(&answer, None, sources, out);
    }
    let turn = whole(table, turn);
    let answer = author::why::why(session, sources, &turn);
    cli_why::write(&answer, Some(&turn), sources, out)
}

/// Follows a turn step by step.
pub(super) fn trace(table: &Table, turn: &str, out: &mut dyn Write) -> Result<()> {
    let (session, sources) = (&table.session, &table.sources);
    let turn = whole(table, turn);
    match author::trace::trace(session, sources, &turn) {
        Ok(trace) => cli_trace::write(&trace, sources, out),
        Err(answer) => cli_why::write(&answer, Some(&turn), sources, out),
    }
}

/// Puts what has been settled of the turn before what is asked about.
fn whole(table: &Table, turn: &str) -> String {
    let so_far = &table.so_far;
    if turn.starts_with(so_far.as_str()) { turn.to_owned() } else { format!("{so_far}{turn}") }
}
