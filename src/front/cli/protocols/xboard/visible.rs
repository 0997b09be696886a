//! What `XBoard` sees of a turn.
//!
//! It moves one piece from square to square, or drops one. Where a turn has more to it, what it sees may stand for several
//! turns.

use super::board::Board;
use crate::front::cli::protocols::turns::{self, Dialect};
use crate::ir::{Game, SquareId};
use crate::notation;
use crate::reference::LegalTurn;
use crate::state::{Choice, Position, Step, Turn};

/// Writes what `XBoard` sees of a turn: the move of it, with what the piece becomes, or the drop.
pub(super) fn visible(game: &Game, turn: &Turn) -> String {
    let board = Board::of(game);
    seen(game, &board, turn).unwrap_or_else(|| turns::write(game, &board, turn))
}

fn seen(game: &Game, board: &Board<'_>, turn: &Turn) -> Option<String> {
    let whole = turns::write(game, board, turn);
    if whole != notation::turn_text(game, turn) && !whole.contains(',') {
        return Some(whole);
    }
    let is_move = |step: &&Step| matches!(step.choice, Choice::Move(_) | Choice::Drop { .. });
    let Some(moved) = turn.steps.iter().find(is_move) else {
        return board.nothing().first().map(|word| (*word).to_owned());
    };
    match &moved.choice {
        Choice::Move(made) => {
            Some(format!("{}{}", board.square(made.from), board.square(made.to)) + &becomes(&whole))
        }
        Choice::Drop { kind, to, .. } => {
            Some(format!("{}@{}", board.piece(*kind), board.square(*to)))
        }
        _ => None,
    }
}

/// Returns what is written at the end of a turn for what a piece becomes.
fn becomes(whole: &str) -> String {
    let last =
        whole.chars().next_back().filter(|char| char.is_ascii_alphabetic() || "+-".contains(*char));
    let before = whole.chars().rev().nth(1).is_some_and(|char| char.is_ascii_digit());
    last.filter(|_| before).map(String::from).unwrap_or_default()
}

/// Returns the turns of which `XBoard` sees this much, those that are told from others first.
pub fn seen_as(game: &Game, text: &str, legal: &[LegalTurn]) -> Vec<LegalTurn> {
    let is_seen = |legal: &&LegalTurn| visible(game, &legal.turn).eq_ignore_ascii_case(text);
    let mut found: Vec<LegalTurn> = legal.iter().filter(is_seen).cloned().collect();
    found.sort_by_cached_key(|legal| notation::turn_text(game, &legal.turn));
    found
}

/// Returns for each thing that `XBoard` can see the turn it stands for where nobody can be asked: the first by its text.
///
/// Turns after which `XBoard` would show something else than there is are left out where there are others: it forwards no
/// move from a square that it believes to be empty.
pub(super) fn standard(game: &Game, before: &Position, legal: &[LegalTurn]) -> Vec<Turn> {
    let mut all: Vec<(String, String, &LegalTurn)> = legal
        .iter()
        .map(|legal| (visible(game, &legal.turn), notation::turn_text(game, &legal.turn), legal))
        .collect();
    all.sort_by(|left, right| (&left.0, &left.1).cmp(&(&right.0, &right.1)));
    all.dedup_by(|second, first| second.0 == first.0);
    let turns = |all: &[&LegalTurn]| all.iter().map(|legal| legal.turn.clone()).collect();
    let all: Vec<&LegalTurn> = all.into_iter().map(|(_, _, legal)| legal).collect();
    let shown: Vec<&LegalTurn> =
        all.iter().copied().filter(|legal| is_shown(game, before, legal)).collect();
    if shown.is_empty() { turns(&all) } else { turns(&shown) }
}

/// Tells whether `XBoard` shows the position after a turn as it is: besides the piece that moves it knows of the pawn that is
/// captured in passing, and of the piece that a royal one changes sides with along its rank.
fn is_shown(game: &Game, before: &Position, legal: &LegalTurn) -> bool {
    let after = &legal.position;
    let is_same = |square: SquareId| {
        let what =
            |position: &Position| position.piece(square).map(|piece| (piece.kind, piece.owner));
        what(before) == what(after)
    };
    let changed: Vec<SquareId> =
        game.board.squares.ids().filter(|square| !is_same(*square)).collect();
    let moved = legal.turn.steps.iter().find_map(|step| match &step.choice {
        Choice::Move(made) => Some(made),
        _ => None,
    });
    let Some(made) = moved else {
        let dropped = legal.turn.steps.iter().find_map(|step| match step.choice {
            Choice::Drop { to, .. } => Some(to),
            _ => None,
        });
        // Where nothing moves at all, it loses its place in the game.
        return dropped.is_some() && changed.iter().all(|square| Some(*square) == dropped);
    };
    let owner = |position: &Position, square| position.piece(square).map(|piece| piece.owner);
    let mover = Some(Some(before.to_move));
    if owner(after, made.from).is_some() || owner(after, made.to) != mover {
        return false;
    }
    let place = |square: SquareId| game.board.squares[square].at;
    let (from, to) = (place(made.from), place(made.to));
    let others: Vec<SquareId> =
        changed.into_iter().filter(|square| ![made.from, made.to].contains(square)).collect();
    match others.as_slice() {
        [] => true,
        [passed] => {
            let at = place(*passed);
            (at.x, at.y) == (to.x, from.y) && owner(after, *passed).is_none()
        }
        [left, right] => [*left, *right].iter().all(|square| {
            place(*square).y == from.y && [None, mover].contains(&owner(after, *square))
        }),
        _ => false,
    }
}
