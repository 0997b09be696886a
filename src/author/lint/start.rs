//! Advice about the start position.

use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{
    Board, BySide, Ending, Game, Orientation, PieceTypeId, SideId, SquareId, SquareSet, TypeSet,
};
use crate::reference;
use crate::source::Span;
use crate::state::{Allowance, GameResult, Piece, Position, Recurrence, SpendingLimit, TooMuch};

/// What is known of the turns of the start position.
pub(super) struct Turns {
    /// How the game is over, if it is.
    over: Option<GameResult>,
    /// Whether there is a legal turn, whether or not the game is over.
    any: bool,
    /// The royal pieces of each side that the other one could capture.
    checked: BySide<SquareSet>,
}

impl Turns {
    /// Finds it out.
    pub(super) fn of(
        game: &Game,
        start: &Position,
        allowance: &Allowance,
    ) -> Result<Self, TooMuch> {
        let checked = |side| reference::attacked_royals(game, start, side, allowance);
        Ok(Self {
            over: reference::outcome(game, start, &Recurrence::times(1), allowance)?,
            // Whether all of them can be found is worth knowing, too.
            any: !reference::legal_turns(game, start, allowance)?.is_empty(),
            checked: BySide::new([checked(SideId::FIRST)?, checked(SideId::LAST)?]),
        })
    }
}

/// Looks at the start position.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    match &looked.start_turns {
        Ok(turns) => {
            decided(looked, turns, advice);
            for side in SideId::ALL {
                in_check(looked, turns.checked[side], side, advice);
            }
        }
        Err(met) => too_much(looked, *met, advice),
    }
    unlike(looked, advice);
}

/// Says that the turns of the start position are more than can be worked out, unless only nothing was left for them.
fn too_much(looked: &Looked<'_>, met: TooMuch, advice: &mut Advice) {
    if met.limit == SpendingLimit::Allowance {
        return;
    }
    let is_own = |at: &Span| at.source == looked.file;
    let turn = looked.game.turn.iter().map(|statement| statement.span).find(is_own);
    let (at, label) = match (met.at.filter(is_own), turn) {
        (Some(at), _) => (at, "most of the work is done here"),
        (None, Some(turn)) => (turn, "this is what a turn is"),
        (None, None) => (looked.header, "nothing is told about the turns of this game"),
    };
    let found = codes::TURNS_TOO_MANY.at(at, met.to_string());
    advice.add(found.label(label).help(HELP), Judged::Start);
}

/// What helps where turns are more than can be worked out.
const HELP: &str = "fewer choices in a turn make fewer turns: each `repeat`, `choose` and `move` multiplies them; and each \
    turn is judged by every `forbid`";

fn decided(looked: &Looked<'_>, turns: &Turns, advice: &mut Advice) {
    let (game, start) = (looked.game, &looked.start);
    let message = if let Some(result) = &turns.over {
        format!("the game is over in its start position: {}", result.reason)
    } else if !turns.any {
        let side = game.side_name(start.to_move);
        format!(
            "in the start position {side} has no legal turn, and no ending says what that means"
        )
    } else {
        return;
    };
    let found = match cause(looked, turns).ok().flatten() {
        Some((span, label)) => {
            let found = codes::START_DECIDED.at(span, message).label(label);
            found.secondary(looked.setup(), "nobody can play from here")
        }
        None => codes::START_DECIDED.at(looked.setup(), message).label("nobody can play from here"),
    };
    advice.add(found, Judged::Start);
}

/// Finds what the file itself says that ends the game at its start: an ending, or what it forbids; nothing if the
/// position is its own.
fn cause(looked: &Looked<'_>, turns: &Turns) -> Result<Option<(Span, &'static str)>, TooMuch> {
    let (game, start, allowance) = (looked.game, &looked.start, looked.allowance);
    if game.start.span.is_some_and(|span| span.source == looked.file) {
        return Ok(None);
    }
    if turns.over.is_some() {
        let Some(ending) = holding(looked)? else { return Ok(None) };
        if ending.span.source == looked.file && turns.any {
            return Ok(Some((ending.span, "this ending holds already")));
        }
    }
    // With one rule less somebody could play: that is the rule.
    let own = game.forbids.iter().enumerate().filter(|(_, rule)| rule.span.source == looked.file);
    for (number, rule) in own {
        let mut without = Game::clone(game);
        without.forbids.remove(number);
        if reference::has_legal_turn(&without, start, allowance)? {
            return Ok(Some((rule.span, "this forbids every turn")));
        }
    }
    Ok(None)
}

/// Returns the first ending that holds in the start position.
fn holding<'a>(looked: &Looked<'a>) -> Result<Option<&'a Ending>, TooMuch> {
    for ending in &looked.game.endings {
        let (condition, once) = (&ending.condition, &Recurrence::times(1));
        if reference::judge(looked.game, &looked.start, condition, once, looked.allowance)? {
            return Ok(Some(ending));
        }
    }
    Ok(None)
}

fn in_check(looked: &Looked<'_>, attacked: SquareSet, side: SideId, advice: &mut Advice) {
    let game = looked.game;
    let Some(square) = attacked.lowest() else { return };
    let Some(piece) = looked.start.pieces[square] else { return };
    let message = format!(
        "the {} of {} stands in check on {} at the start",
        game.types[piece.kind].name,
        game.side_name(side),
        game.board.name(square)
    );
    advice.add(codes::START_IN_CHECK.at(looked.setup(), message), Judged::Start);
}

/// Advises if both sides have the same pieces but neither mirroring nor turning makes them match.
fn unlike(looked: &Looked<'_>, advice: &mut Advice) {
    let (game, start) = (looked.game, &looked.start);
    if game.start.span != Some(looked.setup()) {
        return;
    }
    if !is_rectangle(&game.board) {
        // The coordinates may tell nothing about how such a board is turned.
        return;
    }
    let [first, second] = SideId::ALL.map(|side| army(start, side));
    let least = least_unmatched(looked);
    let kinds = |army: &[PieceTypeId]| army.iter().copied().collect::<TypeSet>();
    if kinds(&first) != kinds(&second) {
        // A piece that one side alone has is meant.
        return;
    }
    let most = if first == second { MOST_SLIPS } else { MOST_OTHERS };
    if least.is_empty() || least.len() > most || first.len() != second.len() {
        return;
    }
    let squares: Vec<&str> = least.iter().map(|square| game.board.name(*square)).collect();
    let have = if first == second {
        "both sides have the same pieces"
    } else {
        "both sides have as many pieces"
    };
    let message =
        format!("{have}, but what stands on {} does not match the other side", squares.join(", "));
    advice.add(codes::UNLIKE_SIDES.at(looked.setup(), message), Judged::Start);
}

fn is_rectangle(board: &Board) -> bool {
    let (low, high) = board.bounds();
    let sides = [(low.x, high.x), (low.y, high.y)];
    let area: i32 =
        sides.iter().map(|(low, high)| i32::from(*high) - i32::from(*low) + 1).product();
    low.z == high.z && usize::try_from(area) == Ok(board.squares.len())
}

/// With more pieces than this out of place the setup is taken to be meant.
const MOST_SLIPS: usize = 4;

/// So many if there are not the same pieces: one of each side.
const MOST_OTHERS: usize = 2;

/// Tells whether both sides begin alike, the board mirrored or turned round.
pub(super) fn is_alike(looked: &Looked<'_>) -> bool {
    let [first, second] = SideId::ALL.map(|side| army(&looked.start, side));
    !first.is_empty() && first == second && least_unmatched(looked).is_empty()
}

/// Returns the squares of pieces without a counterpart, for the view of the board in which they are fewest.
fn least_unmatched(looked: &Looked<'_>) -> Vec<SquareId> {
    let kinds = [Orientation::Mirrored, Orientation::Rotated];
    let differences = kinds.iter().map(|kind| unmatched(looked, *kind));
    differences.min_by_key(Vec::len).unwrap_or_default()
}

/// The types of a side's pieces, sorted.
fn army(start: &Position, side: SideId) -> Vec<PieceTypeId> {
    let own = start.pieces.iter().flatten().filter(|piece| piece.owner == Some(side));
    let mut kinds: Vec<PieceTypeId> = own.map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Returns the squares whose pieces have no counterpart of the other side.
fn unmatched(looked: &Looked<'_>, orientation: Orientation) -> Vec<SquareId> {
    let mut board = looked.game.board.clone();
    board.orientation = orientation;
    let pieces = &looked.start.pieces;
    let is_matched = |square: SquareId, piece: &Piece| {
        let other = board.view(square, SideId::LAST).and_then(|other| pieces[other]);
        match (piece.owner, other) {
            (Some(owner), Some(other)) => {
                other.kind == piece.kind && other.owner == Some(owner.opponent())
            }
            (owner, _) => owner.is_none(),
        }
    };
    let standing = pieces.enumerate().filter_map(|(square, piece)| Some((square, (*piece)?)));
    standing
        .filter(|(square, piece)| !is_matched(*square, piece))
        .map(|(square, _)| square)
        .collect()
}
