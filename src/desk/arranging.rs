//! Positions that are set up by hand.

use serde::Deserialize;
use serde_json::json;

use super::loading::Opened;
use super::{Refusal, Reply};
use crate::ir::{Game, PieceTypeId, SideId, SquareId, VariableValue};
use crate::notation;
use crate::state::{Piece, TokenState};

/// A piece that stands somewhere.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Standing {
    /// The name of its square.
    at: String,
    /// The name of its kind.
    kind: String,
    /// The number of the side that it belongs to; none for a piece of neither.
    side: Option<usize>,
    /// The names of its marks.
    #[serde(default)]
    marks: Vec<String>,
}

/// Pieces of a kind in a hand.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Held {
    /// The name of the kind.
    kind: String,
    /// How many.
    count: u16,
}

/// Where a token is.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Placed {
    /// Its name.
    name: String,
    /// The name of its square; none off the board.
    at: Option<String>,
    /// Its level; as it was if it is left out.
    level: Option<i32>,
}

/// What a position is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement<'a> {
    pub(super) pieces: &'a [Standing],
    pub(super) hands: Option<&'a [Vec<Held>]>,
    pub(super) tokens: &'a [Placed],
    /// The number of the side that is to move.
    pub(super) to_move: usize,
}

/// Writes the text of a position: these pieces, hands and tokens and the side that is to move, and all else as in another
/// position.
pub(super) fn arrange(opened: &Opened, start: Option<&str>, made: Arrangement<'_>) -> Reply {
    let game = opened.game();
    let text = start.unwrap_or_else(|| opened.begun().start_text());
    let refused = |error: String| Refusal::new(error);
    let mut position =
        notation::read_position(game, text).map_err(|error| refused(error.to_string()))?;
    let before = position.pieces.clone();
    for at in game.board.squares.ids() {
        position.pieces[at] = None;
    }
    for standing in made.pieces {
        position.pieces[square(game, &standing.at)?] = Some(piece(game, standing)?);
    }
    for (number, hand) in made.hands.unwrap_or_default().iter().enumerate() {
        let side = side(number)?;
        position.hands[side] = game.types.ids().map(|_| 0).collect();
        for held in hand {
            position.hands[side][kind(game, &held.kind)?] = held.count;
        }
    }
    for placed in made.tokens {
        let known = game.tokens.enumerate().find(|(_, token)| token.name == placed.name);
        let unknown = || refused(format!("no token is called `{}`", placed.name));
        let (id, _) = known.ok_or_else(unknown)?;
        let at = placed.at.as_ref().map(|name| square(game, name)).transpose()?;
        let state = &mut position.tokens[id];
        *state = TokenState { at, level: placed.level.unwrap_or(state.level) };
    }
    // What rules remember of squares, as which rooks may castle, holds where the same stands there as before.
    let has_changed = |at: SquareId| position.pieces[at] != before[at];
    let changed: Vec<SquareId> = game.board.squares.ids().filter(|at| has_changed(*at)).collect();
    for value in position.variables.iter_mut().flat_map(|values| values.iter_mut()) {
        if let VariableValue::Squares(squares) = value {
            for at in &changed {
                squares.remove(*at);
            }
        }
    }
    position.to_move = side(made.to_move)?;
    let text = notation::write_position(game, &position);
    // What cannot be read again is no position of the game.
    notation::read_position(game, &text).map_err(|error| refused(error.to_string()))?;
    Ok(json!({ "position": text }))
}

fn square(game: &Game, name: &str) -> Result<SquareId, Refusal> {
    let found = game.board.square_named(name);
    found.ok_or_else(|| Refusal::new(format!("no square is called `{name}`")))
}

fn kind(game: &Game, name: &str) -> Result<PieceTypeId, Refusal> {
    let known = game.types.enumerate().find(|(_, kind)| kind.name == name);
    let unknown = || Refusal::new(format!("no kind of piece is called `{name}`"));
    known.map(|(kind, _)| kind).ok_or_else(unknown)
}

fn piece(game: &Game, standing: &Standing) -> Result<Piece, Refusal> {
    let owner = standing.side.map(side).transpose()?;
    let mut piece = Piece::new(kind(game, &standing.kind)?, owner);
    for name in &standing.marks {
        let known = game.marks.enumerate().find(|(_, mark)| mark.name == *name);
        let unknown = || Refusal::new(format!("no mark is called `{name}`"));
        piece.set_mark(known.map(|(id, _)| id).ok_or_else(unknown)?, true);
    }
    Ok(piece)
}

fn side(number: usize) -> Result<SideId, Refusal> {
    SideId::ALL
        .get(number)
        .copied()
        .ok_or_else(|| Refusal::new(format!("there is no side {number}")))
}
