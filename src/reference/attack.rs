//! Check, in general: which pieces could be captured in one turn.

use super::run::{Progress, Run, moves};
use crate::ir::{Game, SideId, SquareId, SquareSet};
use crate::state::{Allowance, Choice, MoveMade, Piece, Position, Step, TooMuch};

/// Tells whether the side, were it to move now, could capture a piece on one of the squares.
///
/// Captures of moves count, effects do not, and whether the turn would be legal does not matter.
/// Earlier steps of the turn count: what is chosen there may make the capture possible.
///
/// # Errors
/// If no capture is found with what may be spent.
pub fn is_attacked(
    game: &Game,
    position: &Position,
    squares: SquareSet,
    by: SideId,
    allowance: &Allowance,
) -> Result<bool, TooMuch> {
    let mut run = Run::asking(game, position.clone(), allowance);
    run.own = by;
    if threat_in(&run, squares, by).is_some() { Ok(true) } else { run.budget.answer(false) }
}

/// Returns the royal pieces of a side that the other side could capture.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn attacked_royals(
    game: &Game,
    position: &Position,
    side: SideId,
    allowance: &Allowance,
) -> Result<SquareSet, TooMuch> {
    let royal = game.royal_types();
    let pieces =
        position.squares_where(|piece| piece.owner == Some(side) && royal.contains(piece.kind));
    let mut attacked = SquareSet::EMPTY;
    for square in pieces.iter() {
        let one = SquareSet::one(square);
        if is_attacked(game, position, one, side.opponent(), allowance)? {
            attacked.insert(square);
        }
    }
    Ok(attacked)
}

/// A capture that a side could make, with the choices of the turn before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// What is chosen before.
    pub steps: Vec<Step>,
    /// The side that chooses the move that captures.
    pub by: SideId,
    /// That move.
    pub made: MoveMade,
    /// The piece that makes it.
    pub piece: Option<Piece>,
}

/// Returns a capture on one of the squares, the first there is, in the middle of a run.
pub(super) fn threat_in(run: &Run<'_>, squares: SquareSet, by: SideId) -> Option<Threat> {
    let wanted: SquareSet =
        squares.iter().filter(|&square| run.position.pieces[square].is_some()).collect();
    // A turn that is only imagined asks no further: otherwise two questions could ask each other for ever.
    if wanted.is_empty() || run.imagined > 0 {
        return None;
    }
    let mut position = run.position.clone();
    position.to_move = by;
    let mut imagined =
        Run::with(run.game, position, run.game.threat.as_ref().unwrap_or(&run.game.turn));
    imagined.imagined = run.imagined + 1;
    imagined.nesting = run.nesting;
    imagined.budget = run.budget.clone();
    capture_of(imagined, wanted)
}

/// Returns a capture of a piece, were it alone moved to the square.
pub(super) fn threat_on(run: &Run<'_>, piece: SquareId, square: SquareId) -> Option<Threat> {
    let owner = run.position.pieces[piece].and_then(|piece| piece.owner)?;
    let mut tried = Run::still(run.game, run.position.clone(), run.own);
    (tried.imagined, tried.nesting) = (run.imagined, run.nesting);
    tried.budget = run.budget.clone();
    tried.shift(piece, square);
    threat_in(&tried, SquareSet::one(square), owner.opponent())
}

/// Finds a way of going on that captures a piece on one of the squares by a move.
fn capture_of(mut run: Run<'_>, wanted: SquareSet) -> Option<Threat> {
    // The choices of the turn's last move are limited to captures.
    run.captures_only = true;
    let progress = run.advance();
    run.captures_only = false;
    let (statement, choices) = match progress {
        Progress::Done | Progress::Dead => return None,
        Progress::Choice(statement, choices) => (statement, choices),
    };
    let hit = choices.iter().find_map(|choice| {
        let Choice::Move(made) = choice else { return None };
        made.takes.iter().any(|&square| wanted.contains(square)).then_some(made)
    });
    if let Some(made) = hit {
        let piece = run.position.pieces[made.from];
        let by = run.chooser(statement);
        return Some(Threat { steps: run.steps, by, made: made.clone(), piece });
    }
    let is_move = statement.kind.as_move().is_some();
    let moves_here = !is_move && moves(statement);
    if !moves_here && !run.may_move_again() {
        return None;
    }
    let choices = if is_move { run.choices(statement) } else { choices };
    let (budget, held) = (run.budget.clone(), choices.iter().map(Choice::bytes).sum());
    budget.hold(held);
    let found = choices.into_iter().find_map(|choice| {
        let mut next = run.branch()?;
        next.take(statement, choice);
        capture_of(next, wanted)
    });
    budget.release(held);
    found
}
