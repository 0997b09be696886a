//! Positions that ordinary play seldom gets into: pieces of all types anywhere, tokens, marks and variables at random.

use crate::ir::{
    BySide, Game, Id, IdVec, PieceTypeId, SideId, SquareId, SquareSet, VariableKind, VariableValue,
};
use crate::notation;
use crate::state::{Piece, Position, Random};

/// The largest level of a token, and the largest number in a hand: more of them is much the same.
const MOST: usize = 3;

/// Makes a position, if the game has a text for it.
pub fn scattered(game: &Game, random: &mut Random) -> Option<Position> {
    let mut position = notation::read_position(game, &game.start.text).ok()?;
    if random.below(4) > 0 {
        position.pieces = pieces(game, random);
    } else {
        exchange(&mut position, random);
    }
    if game.uses_hands {
        for side in SideId::ALL {
            for kind in game.types.ids() {
                let many = if random.below(3) == 0 { random.below(MOST) } else { 0 };
                position.hands[side][kind] = u16::try_from(many).unwrap_or(0);
            }
        }
    }
    tokens(game, &mut position, random);
    for (variable, info) in game.variables.enumerate() {
        if random.below(2) == 0 {
            let first = value(game, &info.kind, random);
            let second = if info.per_side { value(game, &info.kind, random) } else { first };
            position.variables[variable] = BySide::new([first, second]);
        }
    }
    position.to_move = SideId::ALL[random.below(SideId::COUNT)];
    position.over = None;
    // What has no text is no position of the game: a side without such pieces, too many in hand.
    let text = notation::write_position(game, &position);
    notation::read_position(game, &text).ok().filter(|read| *read == position)
}

/// Returns any number from the first to the last.
fn between(random: &mut Random, first: i32, last: i32) -> i32 {
    let span = usize::try_from(last.saturating_sub(first)).unwrap_or(0);
    first + i32::try_from(random.below(span.saturating_add(1))).unwrap_or(0)
}

fn square(game: &Game, random: &mut Random) -> SquareId {
    SquareId::from_index(random.below(game.board.squares.len()))
}

/// Puts royal pieces of both sides and others of all types on a board, few or many.
fn pieces(game: &Game, random: &mut Random) -> IdVec<SquareId, Option<Piece>> {
    let mut pieces: IdVec<SquareId, Option<Piece>> =
        game.board.squares.ids().map(|_| None).collect();
    let all: Vec<PieceTypeId> = game.types.ids().collect();
    let is_royal = |kind: &PieceTypeId| game.types[*kind].royal;
    let (royal, others): (Vec<_>, Vec<_>) = all.iter().copied().partition(is_royal);
    let has = |kind: PieceTypeId, owner: Option<SideId>| {
        game.types[kind].symbols[SideId::place_of(owner)].is_some()
    };
    let most = (game.board.squares.len() / 2).min(24);
    for _ in 0..2 + random.below(most) {
        // Royal pieces come below; sometimes there are more of them.
        let among = if others.is_empty() || random.below(12) == 0 { &all } else { &others };
        let kind = among[random.below(among.len())];
        let side = |random: &mut Random| SideId::ALL[random.below(SideId::COUNT)];
        let owner = if random.below(16) == 0 { None } else { Some(side(random)) };
        if has(kind, owner) {
            pieces[square(game, random)] = Some(piece(game, kind, owner, random));
        }
    }
    for owner in SideId::ALL.map(Some) {
        let count = [1, 1, 1, 1, 1, 1, 2, 0][random.below(8)];
        for _ in 0..count {
            let Some(&kind) = royal.get(random.below(royal.len())) else { break };
            if has(kind, owner) {
                pieces[square(game, random)] = Some(piece(game, kind, owner, random));
            }
        }
    }
    pieces
}

fn piece(game: &Game, kind: PieceTypeId, owner: Option<SideId>, random: &mut Random) -> Piece {
    let mut piece = Piece::new(kind, owner);
    for mark in game.marks.ids() {
        piece.set_mark(mark, random.below(8) == 0);
    }
    piece
}

/// Lets some of what stands at the beginning stand elsewhere.
fn exchange(position: &mut Position, random: &mut Random) {
    let squares: Vec<SquareId> = position.pieces.ids().collect();
    for _ in 0..=random.below(squares.len()) {
        let (one, other) =
            (squares[random.below(squares.len())], squares[random.below(squares.len())]);
        let piece = position.pieces[one];
        position.pieces[one] = position.pieces[other];
        position.pieces[other] = piece;
    }
}

/// Puts tokens on squares, more often on those with pieces.
fn tokens(game: &Game, position: &mut Position, random: &mut Random) {
    let occupied: Vec<SquareId> = position.squares_where(|_| true).iter().collect();
    for token in game.tokens.ids() {
        let at = match random.below(4) {
            0 => None,
            1 => Some(square(game, random)),
            _ => occupied.get(random.below(occupied.len())).copied(),
        };
        position.tokens[token].at = at;
        if game.tokens[token].has_levels {
            position.tokens[token].level = i32::try_from(random.below(MOST + 1)).unwrap_or(0);
        }
    }
}

fn value(game: &Game, kind: &VariableKind, random: &mut Random) -> VariableValue {
    match kind {
        VariableKind::Number { min, max } => {
            // Small numbers are those that rules ask for.
            let max = if random.below(2) == 0 { (*max).min(min.saturating_add(3)) } else { *max };
            VariableValue::Number(between(random, *min, max))
        }
        VariableKind::Switch => VariableValue::Number(between(random, 0, 1)),
        VariableKind::Words(words) => {
            let word = random.below(words.len());
            VariableValue::Number(i32::try_from(word).unwrap_or(0))
        }
        VariableKind::Squares => {
            let count = random.below(4);
            let squares: SquareSet = (0..count).map(|_| square(game, random)).collect();
            VariableValue::Squares(squares)
        }
    }
}
