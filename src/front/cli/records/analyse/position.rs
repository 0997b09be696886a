//! The best turns of a position, depth by depth.

use serde_json::json;

use super::super::super::time_limit::TimeLimit;
use super::super::super::{Outcome, Result, Streams};
use super::{Arguments, MEMORY, NODES, curves, percent, score_json, score_text};
use crate::analysis::Curve;
use crate::ir::Game;
use crate::notation::{shown, turn_text};
use crate::records::compose;
use crate::search::{Line, Searcher, Thought};
use crate::session::Session;

/// Searches the position in which a session stands, and prints what each depth has found.
pub(super) fn run(
    arguments: &Arguments,
    (session, curve): (&Session, Curve),
    streams: &mut Streams<'_>,
) -> Result {
    let Some(engine) = session.engine() else {
        return streams.error("the game has more of something than can be searched");
    };
    match session.result() {
        Ok(Some(result)) => {
            let told = match result.winner() {
                Some(side) => format!("{} wins", session.game().side_name(side)),
                None => "a draw".to_owned(),
            };
            return streams.error(format!("the game is over: {told}, {}", shown(&result.reason)));
        }
        Ok(None) => {}
        Err(limit) => return streams.error(limit),
    }
    let mut searcher = Searcher::new(engine, MEMORY);
    match arguments.consulted.open(engine, &session.shared_game()) {
        Ok(tables) => searcher.consult(tables),
        Err(message) => return streams.error(message),
    }
    if let (false, Some(caveat)) = (arguments.json, curves::caveat(curve)) {
        writeln!(streams.err, "note: {caveat}")?;
    }
    let limits = arguments.limits(NODES);
    let mut written = Ok(());
    let mut last = 0;
    let found = searcher.think(
        session.positions(),
        &limits,
        &TimeLimit::new(arguments.time),
        &mut |thought: &Thought| {
            if written.is_ok() {
                last = thought.depth;
                written = write(arguments, (session, curve), thought, streams);
            }
        },
    );
    written?;
    if found.lines.is_empty() {
        return streams.error("there is no legal turn here, and the game is not over");
    }
    // What was found in a depth that was not finished counts too.
    if last == 0 || found.depth > last {
        write(arguments, (session, curve), &found, streams)?;
    }
    Ok(Outcome::Fine)
}

fn write(
    arguments: &Arguments,
    (session, curve): (&Session, Curve),
    thought: &Thought,
    streams: &mut Streams<'_>,
) -> Result<()> {
    let game = session.game();
    if arguments.json {
        let line = |line: &Line| {
            let squares: Vec<String> =
                line.turns.iter().map(|turn| turn_text(game, turn)).collect();
            json!({
                "score": score_json(line.score),
                "share": percent(curve.share(line.score)),
                "turns": squares,
                "text": line_text(session, line),
            })
        };
        let lines: Vec<_> = thought.lines.iter().map(line).collect();
        let told = json!({
            "depth": thought.depth,
            "nodes": thought.nodes,
            "shares_measured": curve.is_measured(),
            "lines": lines,
        });
        writeln!(streams.out, "{told}")?;
        return Ok(());
    }
    let side = game.side_name(session.side_to_move());
    writeln!(streams.out, "depth {}, {} nodes, as {side} sees it:", thought.depth, thought.nodes)?;
    for line in &thought.lines {
        writeln!(streams.out, "  {}", told((session, curve), line))?;
    }
    Ok(())
}

/// Says what a line is worth, and how it goes.
pub(super) fn told((session, curve): (&Session, Curve), line: &Line) -> String {
    let (score, share) = (score_text(line.score), percent(curve.share(line.score)));
    format!("{score} ({share} %)  {}", line_text(session, line))
}

/// Writes a line with the numbers of its turns.
fn line_text(session: &Session, line: &Line) -> String {
    let composer = compose::Game { session, name: "", options: &[] };
    match composer.compose(session.position(), &line.turns) {
        Ok(game) => game.turns_text(),
        // What takes too much to write as people do is written by squares.
        Err(_) => squares(session.game(), line),
    }
}

fn squares(game: &Game, line: &Line) -> String {
    let texts: Vec<String> = line.turns.iter().map(|turn| turn_text(game, turn)).collect();
    texts.join(" ")
}
