//! The moves of one piece.

use std::collections::HashSet;

use super::bound::Bound;
use super::run::{Progress, Run};
use super::walk::{Trail, fits};
use crate::ir::{Arrival, Clause, Game, Id, LandingKind, Power, SquareId, TokenId, slots};
use crate::state::{Allowance, ClauseRef, MoveMade, Position, TooMuch};

/// What a move counts for.
const WORK_OF_MOVE: usize = 100;

/// Returns the moves that the piece on a square could make, were it its owner's turn to move it, legal or not.
///
/// If the other side is to move, it leaves out its turn: what lasts for one turn only, as a right to capture en passant does, is
/// over then.
///
/// # Errors
/// If finding them takes more than may be spent.
pub fn moves_within(
    game: &Game,
    position: &Position,
    from: SquareId,
    allowance: &Allowance,
) -> Result<Vec<MoveMade>, TooMuch> {
    let owner = position.piece(from).and_then(|piece| piece.owner).unwrap_or(position.to_move);
    let mut run = Run::still(game, position.clone(), owner);
    run.budget = allowance.budget();
    if owner != position.to_move {
        let mut idle = Run::still(game, position.clone(), position.to_move);
        idle.stop();
        if let Progress::Done = idle.advance() {
            run.position = idle.position;
        }
    }
    let budget = run.budget.clone();
    let moves = run.moves_of(from);
    budget.answer(moves)
}

/// The moves of one piece as far as they have been found.
#[derive(Default)]
struct Moves {
    list: Vec<MoveMade>,
    /// Where each ends, and the squares it names on its way: what makes it another move than the others.
    known: HashSet<(SquareId, Vec<SquareId>)>,
    /// How many bytes of memory they take.
    held: usize,
}

impl<'g> Run<'g> {
    /// Returns the moves of the piece on a square: its own clauses first, then the powers of the tokens it bears.
    /// Of several ways to the same square the first counts.
    pub(super) fn moves_of(&mut self, from: SquareId) -> Vec<MoveMade> {
        let mut moves = Moves::default();
        for (reference, clause) in self.clauses_of(from) {
            if self.captures_only && !clause.can_capture() {
                continue;
            }
            self.add_moves(from, reference, clause, &mut moves);
        }
        self.budget.release(moves.held);
        moves.list
    }

    /// Returns the clauses that the piece on a square has, in order of precedence.
    fn clauses_of(&mut self, from: SquareId) -> Vec<(ClauseRef, &'g Clause)> {
        let Some(piece) = self.position.pieces[from] else { return Vec::new() };
        let game = self.game;
        let own = game.types[piece.kind].clauses.iter().enumerate();
        let mut clauses: Vec<_> =
            own.map(|(number, clause)| (ClauseRef::Own(piece.kind, number), clause)).collect();
        for (token, index, power) in game.powers() {
            if self.position.tokens[token].at == Some(from) && self.has_power(token, power, from) {
                let given = power.clauses.iter().enumerate();
                clauses.extend(
                    given.map(|(number, clause)| (ClauseRef::Power(token, index, number), clause)),
                );
            }
        }
        clauses.retain(|(_, clause)| clause.is_for(self.own));
        clauses
    }

    /// Tells whether a token gives a power to its bearer on a square.
    pub(super) fn has_power(&mut self, token: TokenId, power: &'g Power, from: SquareId) -> bool {
        let level = self.position.tokens[token].level;
        power.level.is_none_or(|levels| levels.has(level)) && self.holds_at(&power.bearer, from)
    }

    fn add_moves(
        &mut self,
        from: SquareId,
        reference: ClauseRef,
        clause: &'g Clause,
        moves: &mut Moves,
    ) {
        for (trail, landing) in self.ends(from, clause) {
            self.budget.spend(WORK_OF_MOVE);
            if self.budget.is_spent() {
                return;
            }
            let name = (trail.at, trail.via.clone());
            if moves.known.contains(&name) {
                continue;
            }
            self.slots[slots::FROM.index()] = Bound::Square(from);
            self.slots[slots::TO.index()] = Bound::Square(trail.at);
            if !self.truth(&clause.condition) {
                continue;
            }
            let made = self.made(from, reference, clause, trail, landing);
            let bytes =
                size_of::<MoveMade>() + size_of_val(&name) + 2 * name.1.len() + made.takes.len();
            moves.held += bytes;
            self.budget.hold(bytes);
            moves.known.insert(name);
            moves.list.push(made);
        }
    }

    /// Returns the move that a walk comes to.
    pub(super) fn made(
        &mut self,
        from: SquareId,
        reference: ClauseRef,
        clause: &'g Clause,
        trail: Trail,
        landing: LandingKind,
    ) -> MoveMade {
        let takes = self.taken(clause, &trail, landing);
        let swaps = landing == LandingKind::Swap;
        MoveMade { from, to: trail.at, via: trail.via, takes, swaps, clause: reference }
    }

    /// Returns the ends of a clause's walk where something may happen, with the piece lifted meanwhile.
    pub(super) fn ends(&mut self, from: SquareId, clause: &'g Clause) -> Vec<(Trail, LandingKind)> {
        let mut ends = Vec::new();
        self.slots[slots::FROM.index()] = Bound::Square(from);
        let (own, mut trail) = (self.own, Trail::aiming(from));
        self.lifting(from, |run| {
            run.walk(&clause.walk, &mut trail, own, &mut |run, trail| {
                let stands = trail.at == from && trail.via.is_empty() && trail.takes.is_empty();
                if stands && clause.arrival == Arrival::Moves {
                    return;
                }
                let landing = clause.landings.iter().find(|landing| fits(run, &landing.on, trail));
                if let Some(landing) = landing {
                    ends.push((trail.clone(), landing.kind));
                }
            });
        });
        ends
    }

    /// Returns the squares whose pieces a move captures, each once: those of the walk, those of `taking`, the destination.
    fn taken(&mut self, clause: &'g Clause, trail: &Trail, landing: LandingKind) -> Vec<SquareId> {
        let mut takes = trail.takes.clone();
        if let Some(taking) = &clause.taking {
            takes.extend(self.squares(taking).iter());
        }
        if landing == LandingKind::Capture {
            takes.push(trail.at);
        }
        let mut once = Vec::with_capacity(takes.len());
        for square in takes {
            if self.position.pieces[square].is_some() && !once.contains(&square) {
                once.push(square);
            }
        }
        once
    }
}
