//! What was derived about a game, for people.

use super::evaluation::Evaluation;
use crate::compile::program::layout::Layout;
use crate::ir::{Game, Id, PieceTypeId, SideId, SquareId, TokenId};

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
    /// Where it wins when it arrives, as far as was found out.
    pub wins_at: Vec<SquareId>,
    /// What is different when it bears a token.
    pub bearing: Vec<BearerValue>,
}

/// What a piece is worth more when it bears a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BearerValue {
    /// The token.
    pub token: TokenId,
    /// What it is worth more, in points, on the worst and on the best square.
    pub on_squares: (i32, i32),
    /// Where it wins when it arrives.
    pub wins_at: Vec<SquareId>,
}

/// Returns what each piece of a game is worth, by type and side.
pub(super) fn appraise(game: &Game, evaluation: &Evaluation) -> Vec<PieceValue> {
    let pieces = game.types.ids().flat_map(|kind| SideId::ALL.map(|side| (kind, side)));
    let appraised = pieces.map(|(kind, side)| {
        let code = Layout::code(kind.index(), side);
        let bearing = game.tokens.ids().filter_map(|token| {
            let number = token.index();
            let on_squares = range(evaluation.bearing(number, code))?;
            let wins_at: Vec<_> = evaluation.arrivals(code, Some(number)).map(SquareId).collect();
            let differs = on_squares != (0, 0) || !wins_at.is_empty();
            differs.then_some(BearerValue { token, on_squares, wins_at })
        });
        PieceValue {
            kind,
            side,
            points: evaluation.worth(code),
            on_squares: range(evaluation.on_squares(code)).unwrap_or_default(),
            is_vital: evaluation.vital.contains(&code),
            wins_at: evaluation.arrivals(code, None).map(SquareId).collect(),
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
