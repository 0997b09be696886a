//! Positions that are set up by hand.

use serde::Deserialize;
use serde_json::json;

use super::loading::Opened;
use super::{Refusal, Reply};
use crate::ir::{Game, SideId};
use crate::notation;
use crate::state::Piece;

/// A piece that stands somewhere.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Standing {
    /// The name of its square.
    at: String,
    /// The name of its kind.
    kind: String,
    /// The number of the side that it belongs to; none for a piece of neither.
    side: Option<usize>,
}

/// Writes the text of a position: these pieces and the side that is to move, and all else as in another position.
pub(super) fn arrange(
    opened: &Opened,
    start: Option<&str>,
    pieces: &[Standing],
    to_move: usize,
) -> Reply {
    let game = opened.game();
    let text = start.unwrap_or_else(|| opened.begun().start_text());
    let refused = |error: String| Refusal::new(error);
    let mut position =
        notation::read_position(game, text).map_err(|error| refused(error.to_string()))?;
    for at in game.board.squares.ids() {
        position.pieces[at] = None;
    }
    for standing in pieces {
        let at = game.board.square_named(&standing.at);
        let at = at.ok_or_else(|| refused(format!("no square is called `{}`", standing.at)))?;
        position.pieces[at] = Some(piece(game, standing)?);
    }
    position.to_move = side(to_move)?;
    let text = notation::write_position(game, &position);
    // What cannot be read again is no position of the game.
    notation::read_position(game, &text).map_err(|error| refused(error.to_string()))?;
    Ok(json!({ "position": text }))
}

fn piece(game: &Game, standing: &Standing) -> Result<Piece, Refusal> {
    let known = game.types.enumerate().find(|(_, kind)| kind.name == standing.kind);
    let unknown = || Refusal::new(format!("no kind of piece is called `{}`", standing.kind));
    let (kind, _) = known.ok_or_else(unknown)?;
    Ok(Piece::new(kind, standing.side.map(side).transpose()?))
}

fn side(number: usize) -> Result<SideId, Refusal> {
    SideId::ALL
        .get(number)
        .copied()
        .ok_or_else(|| Refusal::new(format!("there is no side {number}")))
}
