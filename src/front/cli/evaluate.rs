//! `fairyring evaluate GAME`: what the computer takes pieces and positions to be worth.

use std::io::Write;

use clap::Args;

use super::load::GameArguments;
use super::{Outcome, Result, Streams};
use crate::ir::{Game, SideId, SquareId};
use crate::search::{BearerValue, PieceValue, Searcher};

/// What `evaluate` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
}

/// The memory of a search that is never begun, in bytes.
const LITTLE: usize = 1 << 16;

/// Prints what was derived about a game.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(session) = arguments.game.session(streams)? else { return Ok(Outcome::Rejected) };
    let Some(engine) = session.engine() else {
        return streams.error("this game is not compiled, so that nothing is derived about it");
    };
    let game = session.game();
    let searcher = Searcher::new(engine, LITTLE);
    writeln!(streams.out, "In points, from how pieces move on random boards and from what wins:")?;
    for value in searcher.piece_values(game) {
        tell(game, &value, streams.out)?;
    }
    let counters = searcher.counters();
    if counters > 0 {
        writeln!(streams.out, "numbers that win when they get far enough: {counters}")?;
    }
    let side = session.side_to_move();
    if let Some(learned) = searcher.learned(session.position()) {
        let name = game.side_name(side);
        writeln!(streams.out, "learned by playing, as {name} to move sees it: {learned:+} points")?;
    }
    let points = searcher.evaluate(session.position());
    writeln!(streams.out, "{} to move: {points:+} points", game.side_name(side))?;
    Ok(Outcome::Fine)
}

fn tell(game: &Game, value: &PieceValue, out: &mut dyn Write) -> std::io::Result<()> {
    let PieceValue { kind, side, points, on_squares: (least, most), is_vital, wins_at, bearing } =
        value;
    let name = &game.types[*kind].name;
    if *points == 0 && *side != SideId::ALL[0] {
        return Ok(());
    }
    let vital = if *is_vital { "; the last one must not be lost" } else { "" };
    let owner = game.side_name(*side);
    let wins = wins_text(game, wins_at);
    let given = if game.types[*kind].value.is_some() { " by the rules" } else { "" };
    writeln!(out, "{owner} {name}: {points}{given}, by square {least} to {most}{vital}{wins}")?;
    for BearerValue { token, on_squares: (least, most), wins_at } in bearing {
        let (token, wins) = (&game.tokens[*token].name, wins_text(game, wins_at));
        writeln!(out, "  bearing {token}: {least:+} to {most:+}{wins}")?;
    }
    Ok(())
}

/// Says where a piece wins; nothing if it wins nowhere.
fn wins_text(game: &Game, squares: &[SquareId]) -> String {
    if squares.is_empty() {
        return String::new();
    }
    let names: Vec<_> = squares.iter().map(|square| game.board.name(*square)).collect();
    format!("; wins by arriving at {}", names.join(" "))
}
