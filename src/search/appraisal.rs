//! What was derived about a game, for people.

use super::evaluation::Evaluation;
use crate::compile::program::layout::Layout;
use crate::ir::{Game, Id, PieceTypeId, SideId, TokenId};

/// What a piece is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValue {
    /// Its type.
    pub kind: PieceTypeId,
    /// Its owner.
    pub side: SideId,
    /// What it is worth, in points, to be lost or won.
    pub points: i32,
    /// What it is worth on the worst and on the best square, with what it may reach from there.
    pub on_squares: (i32, i32),
    /// Whether a side that loses the last one loses the game.
    pub is_vital: bool,
    /// What it is worth more when it bears a token, on the worst and on the best square.
    pub bearing: Vec<(TokenId, i32, i32)>,
}

/// Tells what each piece of a game is worth, by type and side.
pub(super) fn appraise(game: &Game, evaluation: &Evaluation) -> Vec<PieceValue> {
    let pieces = game.types.ids().flat_map(|kind| SideId::ALL.map(|side| (kind, side)));
    let appraised = pieces.map(|(kind, side)| {
        let code = Layout::code(kind.index(), side.0);
        let bearing = game.tokens.ids().filter_map(|token| {
            let (least, most) = range(evaluation.bearing(token.index(), code))?;
            (most != 0 || least != 0).then_some((token, least, most))
        });
        PieceValue {
            kind,
            side,
            points: evaluation.worth(code),
            on_squares: range(evaluation.on_squares(code)).unwrap_or_default(),
            is_vital: evaluation.is_vital(code),
            bearing: bearing.collect(),
        }
    });
    appraised.collect()
}

fn range(values: impl Iterator<Item = i32>) -> Option<(i32, i32)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((least, most)) => Some((value.min(least), value.max(most))),
    })
}
