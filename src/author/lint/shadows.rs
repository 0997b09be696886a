//! Advice about ways of moving that other ways of the same piece make useless, found on random boards.

use super::random::Random;
use super::{Advice, Judged, Looked, walks};
use crate::diag::{Diagnostic, codes};
use crate::ir::{
    Clause, Game, IdVec, PieceType, PieceTypeId, SideId, SquareId, SquareSet, VariableKind,
    VariableValue,
};
use crate::reference::moves_of;
use crate::source::Span;
use crate::state::{ClauseRef, Piece, Position, TokenState};

/// On how many random boards ways are tried.
const BOARDS: usize = 120;
/// From how many squares on each.
const SQUARES: usize = 4;
/// Pieces with more ways than this are left alone.
const MAX_WAYS: usize = 64;
/// So many moves must have been made by another way before it counts.
const LEAST_MOVES: usize = 30;

/// Looks at the ways of all pieces that have several.
pub(super) fn look(looked: &Looked<'_>, told: &[Span], advice: &mut Advice) {
    for (id, kind) in looked.game.types.enumerate() {
        let is_own = |clause: &Clause| clause.span.source == looked.file;
        let quick = kind.clauses.len() <= MAX_WAYS
            && kind.clauses.iter().all(|clause| walks::is_short(&clause.walk));
        if kind.clauses.len() < 2 || !kind.clauses.iter().any(is_own) || !quick {
            continue;
        }
        for number in unused(looked, id, kind) {
            let Some(clause) = kind.clauses.get(number) else { continue };
            let same = |span: &Span| *span == clause.span;
            if told.iter().any(same) || !is_own(clause) || !makes_moves(looked, id, number) {
                continue;
            }
            let message = format!("{} can make all these moves without this", kind.name);
            let found = Diagnostic::warning(codes::SAID_BEFORE, clause.span, message)
                .label("the ways before it lead wherever this one does");
            advice.add(found, Judged::Boards(BOARDS));
        }
    }
}

/// Returns the ways that make no move on any of the boards.
fn unused(looked: &Looked<'_>, id: PieceTypeId, kind: &PieceType) -> Vec<usize> {
    let mut unused: Vec<usize> = (1..kind.clauses.len()).collect();
    each(looked, looked.game, id, &mut |number| {
        unused.retain(|other| *other != number);
        !unused.is_empty()
    });
    let spans: Vec<Span> = used_spans(kind, &unused);
    // Of the ways that one line says, all must be useless.
    unused.retain(|number| {
        kind.clauses.get(*number).is_some_and(|clause| !spans.contains(&clause.span))
    });
    let mut once: Vec<Span> = Vec::new();
    unused.retain(|number| {
        let Some(clause) = kind.clauses.get(*number) else { return false };
        let is_new = !once.contains(&clause.span);
        once.push(clause.span);
        is_new
    });
    unused
}

fn used_spans(kind: &PieceType, unused: &[usize]) -> Vec<Span> {
    let used = kind.clauses.iter().enumerate().filter(|(number, _)| !unused.contains(number));
    used.map(|(_, clause)| clause.span).collect()
}

/// Tells whether a way makes enough moves where it is the only one.
fn makes_moves(looked: &Looked<'_>, id: PieceTypeId, number: usize) -> bool {
    let mut game = Game::clone(looked.game);
    let alone = game.types.get(id).and_then(|kind| kind.clauses.get(number).cloned());
    let types: IdVec<PieceTypeId, PieceType> = game
        .types
        .enumerate()
        .map(|(other, kind)| {
            let mut kind = kind.clone();
            if other == id {
                kind.clauses = alone.iter().cloned().collect();
            }
            kind
        })
        .collect();
    game.types = types;
    let mut moves = 0;
    each(looked, &game, id, &mut |_| {
        moves += 1;
        moves < LEAST_MOVES
    });
    moves >= LEAST_MOVES
}

/// Calls `made` with the way of each move of such pieces on the boards, until it returns false.
fn each(looked: &Looked<'_>, game: &Game, id: PieceTypeId, made: &mut dyn FnMut(usize) -> bool) {
    let mut random = Random::new();
    for _ in 0..BOARDS {
        let mut position = board(looked, &mut random);
        for side in super::bounds::sides() {
            let places: Vec<SquareId> = looked.places.stands.of(id, Some(side)).iter().collect();
            position.to_move = side;
            for _ in 0..SQUARES.min(places.len()) {
                let Some(from) = random.of(&places) else { break };
                let before = position.pieces[from].replace(Piece::new(id, Some(side)));
                let found = moves_of(game, &position, from);
                position.pieces[from] = before;
                for made_by in found.iter().map(|found| found.clause) {
                    if let ClauseRef::Own(_, number) = made_by
                        && !made(number)
                    {
                        return;
                    }
                }
            }
        }
    }
}

/// Makes a board of pieces, each somewhere where it can come to stand, and all else at random.
fn board(looked: &Looked<'_>, random: &mut Random) -> Position {
    let game = looked.game;
    let mut position = Position::empty(game);
    let pool: Vec<(PieceTypeId, Option<SideId>, SquareSet)> =
        looked.places.stands.kinds().collect();
    let squares = game.board.squares.len();
    let count = random.below(squares * 3 / 5 + 1).unwrap_or(0);
    for _ in 0..count {
        let Some((kind, owner, places)) = random.of(&pool) else { break };
        let places: Vec<SquareId> = places.iter().collect();
        if let Some(square) = random.of(&places) {
            let mut piece = Piece::new(kind, owner);
            for mark in game.marks.ids() {
                piece.set_mark(mark, random.below(4) == Some(0));
            }
            position.pieces[square] = Some(piece);
        }
    }
    let all: Vec<SquareId> = game.board.squares.ids().collect();
    for (id, variable) in game.variables.enumerate() {
        if random.below(2) == Some(0) {
            position.variables[id] = [0, 1].map(|_| value(&variable.kind, &all, random));
        }
    }
    for token in game.tokens.ids() {
        let level = random.below(6).and_then(|level| i32::try_from(level).ok()).unwrap_or(0);
        position.tokens[token] = TokenState { at: random.of(&all), level };
    }
    position.turn_number = random.below(60).and_then(|n| u32::try_from(n + 1).ok()).unwrap_or(1);
    position
}

fn value(kind: &VariableKind, all: &[SquareId], random: &mut Random) -> VariableValue {
    let number = |low: i64, high: i64, random: &mut Random| {
        let range = usize::try_from(high - low + 1).unwrap_or(1);
        let above = random.below(range).and_then(|above| i64::try_from(above).ok());
        i32::try_from(low + above.unwrap_or(0)).unwrap_or(0)
    };
    VariableValue::Number(match kind {
        VariableKind::Number { min, max } => number(i64::from(*min), i64::from(*max), random),
        VariableKind::Switch => number(0, 1, random),
        VariableKind::Words(words) => {
            number(0, i64::try_from(words.len()).unwrap_or(1) - 1, random)
        }
        VariableKind::Squares => {
            let some = all.iter().filter(|_| random.below(3) == Some(0)).copied();
            return VariableValue::Squares(some.collect());
        }
    })
}
