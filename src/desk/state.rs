//! Where a game stands.

use serde_json::{Map, Value, json};

use super::loading::Opened;
use super::{Reply, clicks};
use crate::author::{account, words};
use crate::ir::{Game, Id, SideId, SquareSet, TallyInfo};
use crate::notation;
use crate::session::Session;
use crate::state::{GameResult, Piece, Position, Turn};

/// Tells everything about the position that a session has reached, and how it came about.
pub(super) fn state(opened: &Opened, session: &Session) -> Reply {
    let (game, position) = (opened.game(), session.position());
    let result = session.result()?;
    let legal = session.legal_turns()?;
    let (turns, words) = clicks::turns(game, &legal);
    let check = session.checked().unwrap_or(SquareSet::EMPTY);
    Ok(json!({
        "position": session.position_text(),
        "to_move": position.to_move.index(),
        "pieces": pieces(game, position),
        "tokens": tokens(game, position),
        "numbers": numbers(game, position),
        "hands": hands(game, position),
        "turns": turns,
        "words": words,
        "check": names(game, check),
        "changed": names(game, changed(session)),
        "result": result.as_ref().map(|result| self::result(game, result)),
        "record": record(session),
    }))
}

/// Tells how a game ended.
fn result(game: &Game, result: &GameResult) -> Value {
    let winner = result.winner();
    json!({
        "winner": winner.map(Id::index),
        "name": winner.map(|side| game.side_name(side)),
        "reason": result.reason,
        "words": words::reason(game, result),
    })
}

fn pieces(game: &Game, position: &Position) -> Vec<Value> {
    let standing = position.pieces.enumerate().filter_map(|(at, piece)| Some((at, (*piece)?)));
    let piece = |(at, piece): (_, Piece)| {
        let marks = game.marks.enumerate().filter(|(id, _)| piece.has_mark(*id));
        let marks: Vec<&str> = marks.map(|(_, mark)| mark.name.as_str()).collect();
        json!({
            "at": game.board.name(at),
            "kind": game.types[piece.kind].name,
            "side": piece.owner.map(Id::index),
            "marks": marks,
            "number": number(game, piece),
        })
    };
    standing.map(piece).collect()
}

/// Returns the number that goes with a piece, if pieces have one.
fn number(game: &Game, piece: Piece) -> Option<i32> {
    game.piece_tally().map(|tally| tally.of_piece(piece.number))
}

/// Tells the numbers that squares have, as seeds in houses.
fn numbers(game: &Game, position: &Position) -> Vec<Value> {
    let of_squares = game.tallies.iter().filter(|tally| tally.first.is_some());
    let told = |tally: &TallyInfo| {
        let on = game.board.squares.ids().map(|square| {
            (game.board.name(square).to_owned(), json!(position.tally(tally, square)))
        });
        json!({ "name": tally.name, "usual": tally.start, "on": on.collect::<Map<_, _>>() })
    };
    of_squares.map(told).collect()
}

fn tokens(game: &Game, position: &Position) -> Vec<Value> {
    let token = |(id, token): (_, &crate::ir::Token)| {
        let state = position.tokens[id];
        json!({
            "name": token.name,
            "at": state.at.map(|at| game.board.name(at)),
            "level": token.has_levels.then_some(state.level),
        })
    };
    game.tokens.enumerate().map(token).collect()
}

/// Tells what each side has in hand, if the game has hands.
fn hands(game: &Game, position: &Position) -> Vec<Value> {
    if !game.uses_hands {
        return Vec::new();
    }
    let hand = |side: SideId| {
        let held = position.hands[side].enumerate().filter(|(_, count)| **count > 0);
        let held =
            held.map(|(kind, count)| json!({ "kind": game.types[kind].name, "count": count }));
        Value::Array(held.collect())
    };
    SideId::ALL.into_iter().map(hand).collect()
}

fn names(game: &Game, squares: SquareSet) -> Vec<&str> {
    squares.iter().map(|square| game.board.name(square)).collect()
}

/// Returns the squares on which the last turn has changed something.
fn changed(session: &Session) -> SquareSet {
    match session.positions() {
        [.., before, after] => after.changed_since(before),
        _ => SquareSet::EMPTY,
    }
}

/// Tells the turns so far, each with what happened in it.
fn record(session: &Session) -> Vec<Value> {
    let game = session.game();
    let told = |(turn, pair): (&Turn, &[Position])| {
        let [before, after] = pair else { return Value::Null };
        json!({
            "text": notation::turn_text(game, turn),
            "side": before.to_move.index(),
            "words": account::account(game, before, turn, after, None),
        })
    };
    session.history().iter().zip(session.positions().windows(2)).map(told).collect()
}
