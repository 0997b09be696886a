//! What a text asks for that is written as people write turns and is no legal turn, so that the right piece can be asked why.

use super::Notation;
use super::read::{MAX_TEXT, Reader, begin_with_zeros, without_comment};
use crate::ir::{Game, PieceTypeId, SquareId};
use crate::state::Position;

/// What a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// The side's piece of one of these kinds on one of these squares is to go to a square.
    Move {
        /// Which kinds of piece the text can mean.
        kinds: Vec<PieceTypeId>,
        /// Where such pieces of the side to move stand, as far as the text names the place.
        from: Vec<SquareId>,
        /// Where it is to go.
        to: SquareId,
        /// What it is to become, if that is said.
        becomes: Option<PieceTypeId>,
    },
    /// A piece is to be dropped on a square.
    Drop(PieceTypeId, SquareId),
    /// A move that has a sign of its own, by the names of the ways of moving that have that sign.
    Sign(Vec<String>),
}

/// Reads what a text asks the side to move for; nothing if it is not written as people write turns.
pub fn sought(game: &Game, position: &Position, text: &str) -> Option<Sought> {
    let plain: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    if plain.is_empty() || plain.len() > MAX_TEXT {
        return None;
    }
    let bare = without_comment(&plain);
    let is_sign = |sign: &str| begin_with_zeros(bare, sign).is_some_and(str::is_empty);
    let signs = game.writing.moves.iter().filter(|(_, sign)| is_sign(sign));
    let signs: Vec<String> = signs.map(|(name, _)| name.clone()).collect();
    if !signs.is_empty() {
        return Some(Sought::Sign(signs));
    }
    let reader = Reader::of(game, Notation::San, bare);
    if let Some(at) = bare.find(['@', '*']).filter(|_| game.uses_hands) {
        let (letters, square) = bare.split_at(at);
        let to = game.board.square_named(&square[1..].to_lowercase())?;
        let is_it = |kind: &PieceTypeId| {
            letters.is_empty() && reader.names.letters[*kind].is_empty()
                || reader.after_letters(*kind, letters).contains(&"")
        };
        return game.types.ids().find(is_it).map(|kind| Sought::Drop(kind, to));
    }
    reader.sought_move(position, bare)
}

impl Reader<'_> {
    fn sought_move(&self, position: &Position, text: &str) -> Option<Sought> {
        let (text, becomes) = self.without_promotion(text);
        let mut readings = self.game.types.ids().filter_map(|kind| {
            let left = self.after_letters(kind, text).first().copied();
            left.map(|left| (vec![kind], left))
        });
        let is_letterless = |kind: &PieceTypeId| self.names.letters[*kind].is_empty();
        let letterless: Vec<PieceTypeId> = self.game.types.ids().filter(is_letterless).collect();
        let found = readings.find_map(|(kinds, left)| Some((kinds, self.ends(left)?)));
        let (kinds, (origin, to)) = if let Some(found) = found {
            found
        } else {
            let (origin, to) = self.ends(text)?;
            // Two whole squares are how every game writes its moves.
            let is_square = self.game.board.square_named(origin).is_some();
            (!is_square && !letterless.is_empty()).then_some((letterless, (origin, to)))?
        };
        let stands = |square: &SquareId| {
            let name = &self.names.squares[*square];
            let parts = name.parts.as_ref();
            origin.is_empty()
                || origin == name.whole
                || parts.is_some_and(|(file, rank)| origin == file || origin == rank)
        };
        let own = position.squares_where(|piece| {
            piece.owner == Some(position.to_move) && kinds.contains(&piece.kind)
        });
        let from = own.iter().filter(stands).collect();
        Some(Sought::Move { kinds, from, to, becomes })
    }

    /// Splits what stands behind the letter of a piece into what is said of where it comes from, and where it goes.
    fn ends<'t>(&self, text: &'t str) -> Option<(&'t str, SquareId)> {
        let squares = self.names.squares.enumerate();
        let ends = squares.filter_map(|(square, name)| {
            let origin = text.strip_suffix(name.whole.as_str())?;
            Some((origin.trim_end_matches(['x', ':', '-']), square))
        });
        let (origin, to) = ends.min_by_key(|(origin, _)| origin.len())?;
        let is_place = |name: &super::names::SquareName| {
            let parts = name.parts.as_ref();
            origin == name.whole
                || parts.is_some_and(|(file, rank)| origin == file || origin == rank)
        };
        let known = origin.is_empty() || self.names.squares.iter().any(is_place);
        known.then_some((origin, to))
    }

    /// Takes off what a piece is to become, as in `e8=Q` and `e8(Q)`.
    fn without_promotion<'t>(&self, text: &'t str) -> (&'t str, Option<PieceTypeId>) {
        let Some((before, after)) = text.rsplit_once(['=', '/', '(']) else { return (text, None) };
        let letter = after.trim_end_matches(')');
        let kind = self.game.types.ids().find(|kind| self.after_type(*kind, letter).contains(&""));
        if kind.is_some() { (before, kind) } else { (text, None) }
    }
}
