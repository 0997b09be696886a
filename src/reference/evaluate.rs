//! What expressions are worth in a position.
//!
//! A set of squares is judged square by square: [`Run::holds`] asks it about one square (or about a piece that has left
//! the board), and [`Run::squares`] asks it about all.

use super::attack;
use super::bound::{Bound, Subject};
use super::legal;
use super::run::{MovedBy, Run};
use super::walk::Trail;
use crate::ir::limits::MAX_NESTING_OF_TURNS;
use crate::ir::{
    Axis, Game, Held, Id, Number, Origin, PieceTypeId, PropertyValue, Side, SideId, SlotId,
    SquareId, SquareSet, Squares, Truth, TypeRef, TypeSet, VariableRef, Walk,
};
use crate::state::{Allowance, ClauseRef, Position, Recurrence, TooMuch};

/// Why something has not held since a position was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// No turn has begun at which it had to.
    Unasked,
    /// It did not hold that many turns ago; 0 is now.
    Ago(usize),
}

/// Tells whether a truth holds in a position, for the side to move.
///
/// `recurrence` tells how the position has come back in the game.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn judge(
    game: &Game,
    position: &Position,
    truth: &Truth,
    recurrence: &Recurrence<Position>,
    allowance: &Allowance,
) -> Result<bool, TooMuch> {
    let mut run = Run::asking(game, position.clone(), allowance);
    run.recurrence = recurrence.clone();
    let holds = run.truth(truth);
    run.budget.answer(holds)
}

impl<'g> Run<'g> {
    /// Returns the squares of a set.
    pub(super) fn squares(&mut self, set: &'g Squares) -> SquareSet {
        if self.budget.is_spent() {
            return SquareSet::EMPTY;
        }
        self.budget.spend(1);
        match set {
            Squares::Fixed(squares) => *squares,
            Squares::Seen { by, views } => {
                self.side(*by).map_or(SquareSet::EMPTY, |side| views[side])
            }
            Squares::Slot(slot) => self.slot_square(*slot).map(SquareSet::one).unwrap_or_default(),
            Squares::Bearing(token) => {
                self.position.tokens[*token].at.map(SquareSet::one).unwrap_or_default()
            }
            Squares::Variable(variable) => self
                .variable_side(*variable)
                .map_or(SquareSet::EMPTY, |side| self.position.squares(variable.id, side)),
            Squares::Union(sets) => {
                sets.iter().fold(SquareSet::EMPTY, |union, set| union.union(self.squares(set)))
            }
            Squares::Except(from, without) => self.squares(from).except(self.squares(without)),
            Squares::Reach { from, walk, side } => self.reached(from, walk, *side),
            Squares::Passed { from, walk, side } => self.passed(from, walk, *side),
            Squares::First(set) => {
                self.squares(set).lowest().map(SquareSet::one).unwrap_or_default()
            }
            Squares::Last(set) => {
                self.squares(set).iter().last().map(SquareSet::one).unwrap_or_default()
            }
            Squares::At { place, side } => {
                let [file, rank, layer] = &**place;
                let at = [self.number(file), self.number(rank), self.number(layer)];
                let square = self.side(*side).and_then(|by| self.game.board.square_at(at, by));
                square.map(SquareSet::one).unwrap_or_default()
            }
            Squares::Intersection(_)
            | Squares::Empty
            | Squares::Occupied
            | Squares::OwnedBy(_)
            | Squares::Neutral
            | Squares::OfTypes(_)
            | Squares::OfType(_)
            | Squares::Marked(_) => {
                let board = &self.game.board;
                board.squares.ids().filter(|&square| self.holds_at(set, square)).collect()
            }
        }
    }

    /// Tells whether a square is in a set.
    pub(super) fn holds_at(&mut self, set: &'g Squares, square: SquareId) -> bool {
        self.holds(set, Subject::now(&self.position, square))
    }

    /// Tells whether a square is in a set, with what stands or stood there.
    pub(super) fn holds(&mut self, set: &'g Squares, subject: Subject) -> bool {
        let piece = subject.piece;
        self.budget.spend(1);
        match set {
            Squares::Empty => piece.is_none(),
            Squares::Occupied => piece.is_some(),
            Squares::Neutral => piece.is_some_and(|piece| piece.owner.is_none()),
            Squares::OwnedBy(side) => match (piece.and_then(|piece| piece.owner), self.side(*side))
            {
                (Some(owner), Some(side)) => owner == side,
                _ => false,
            },
            Squares::OfTypes(types) => piece.is_some_and(|piece| types.contains(piece.kind)),
            Squares::OfType(kind) => {
                let kind = self.kind(kind);
                piece.is_some_and(|piece| Some(piece.kind) == kind)
            }
            Squares::Marked(mark) => piece.is_some_and(|piece| piece.has_mark(*mark)),
            Squares::Bearing(token) => subject.bears(*token),
            Squares::Union(sets) => sets.iter().any(|set| self.holds(set, subject)),
            Squares::Intersection(sets) => sets.iter().all(|set| self.holds(set, subject)),
            Squares::Except(from, without) => {
                self.holds(from, subject) && !self.holds(without, subject)
            }
            Squares::Fixed(_)
            | Squares::Seen { .. }
            | Squares::Slot(_)
            | Squares::Variable(_)
            | Squares::Reach { .. }
            | Squares::Passed { .. }
            | Squares::First(_)
            | Squares::Last(_)
            | Squares::At { .. } => self.squares(set).contains(subject.square),
        }
    }

    /// Tells whether something holds.
    pub(super) fn truth(&mut self, truth: &'g Truth) -> bool {
        if self.budget.is_spent() {
            return false;
        }
        self.budget.spend(1);
        match truth {
            Truth::Fixed(value) => *value,
            Truth::Not(inner) => !self.truth(inner),
            Truth::All(parts) => parts.iter().all(|part| self.truth(part)),
            Truth::Any(parts) => parts.iter().any(|part| self.truth(part)),
            Truth::Compare { operator, left, right } => {
                operator.holds(self.number(left), self.number(right))
            }
            Truth::Exists(set) => self.exists(set),
            Truth::Is { slot, set } => match self.slots[slot.index()] {
                Bound::Square(square) => self.holds_at(set, square),
                Bound::Victim(subject) => self.holds(set, subject),
                Bound::Nothing | Bound::Hand(..) | Bound::Type(_) | Bound::Number(_) => false,
            },
            Truth::Within(inner, outer) => {
                let inner = self.squares(inner);
                !inner.is_empty() && inner.iter().all(|square| self.holds_at(outer, square))
            }
            Truth::TypeIs(kind, types) => self.kind(kind).is_some_and(|kind| types.contains(kind)),
            Truth::SameSide(left, right) => {
                let left = self.side(*left);
                left.is_some() && left == self.side(*right)
            }
            Truth::Attacked { on, by } => {
                let on = self.squares(on);
                self.side(*by).is_some_and(|by| attack::threat_in(self, on, by).is_some())
            }
            Truth::Safe { piece, on } => {
                let piece = self.squares(piece).lowest();
                let on = self.squares(on);
                let is_safe =
                    |piece| on.iter().all(|at| attack::threat_on(self, piece, at).is_none());
                piece.is_none_or(is_safe)
            }
            Truth::HasTurn { side, that } => {
                // Questions about turns that are asked while answering such a question soon go unanswered.
                self.side(*side).is_some_and(|side| {
                    self.nesting >= MAX_NESTING_OF_TURNS
                        || !legal::turns_in(self, side, that).is_empty()
                })
            }
            Truth::Some { slot, over, condition } => {
                let over = self.squares(over);
                over.iter().any(|square| self.with_slot(*slot, square, condition))
            }
            Truth::MovedBy(origin) => self.was_moved_by(origin),
            Truth::Repeated { times, held } => {
                self.recurrence.count >= u32::from(*times)
                    && held.as_deref().is_none_or(|held| self.lapse(*times, held).is_none())
            }
        }
    }

    /// Returns when something did not hold that had to hold since the position was there; `None` if it always did.
    pub(super) fn lapse(&self, times: u8, held: &'g Held) -> Option<Lapse> {
        let whose = held.whose.map(|whose| self.side(whose));
        if whose == Some(None) {
            return Some(Lapse::Unasked);
        }
        let whose = whose.flatten();
        let now = self.recurrence.now.as_deref().unwrap_or(&self.position);
        let turns = std::iter::once(now).chain(self.recurrence.since(times)).enumerate();
        let asked = turns.filter(|(_, then)| whose.is_none_or(|side| side == then.to_move));
        let mut asked = asked.peekable();
        if asked.peek().is_none() {
            return Some(Lapse::Unasked);
        }
        // It is asked in the other position, for the same side and of the same squares.
        let held_then = |then: &Position| {
            let mut run = Self::still(self.game, then.clone(), self.own);
            run.slots.clone_from(&self.slots);
            run.budget = self.budget.clone();
            run.truth(&held.condition)
        };
        asked.find(|(_, then)| !held_then(then)).map(|(ago, _)| Lapse::Ago(ago))
    }

    /// Returns what a number is worth.
    pub(super) fn number(&mut self, number: &'g Number) -> i32 {
        self.budget.spend(1);
        match number {
            Number::Fixed(value) => *value,
            Number::Variable(variable) => self
                .variable_side(*variable)
                .map_or(0, |side| self.position.number(variable.id, side)),
            Number::Slot(slot) => {
                let bound = &self.slots[slot.index()];
                if let Bound::Number(number) = bound { *number } else { 0 }
            }
            Number::Distance(left, right) => {
                match (self.squares(left).lowest(), self.squares(right).lowest()) {
                    (Some(left), Some(right)) => self.game.board.distance(left, right),
                    _ => 0,
                }
            }
            Number::Count(set) => i32::try_from(self.squares(set).len()).unwrap_or(i32::MAX),
            Number::InHand { side, types } => self.side(*side).map_or(0, |side| {
                let hand = &self.position.hands[side];
                types.iter().filter_map(|kind| hand.get(kind)).map(|&count| i32::from(count)).sum()
            }),
            Number::Level(token) => self.position.tokens[*token].level,
            Number::TurnNumber => i32::try_from(self.position.turn_number).unwrap_or(i32::MAX),
            Number::CapturesThisTurn => self.captures,
            Number::Property(property, kind) => {
                self.kind(kind).map_or(0, |kind| number_property(self.game, kind, property.index()))
            }
            Number::Tally { of, on, total } => {
                let (on, info) = (self.squares(on), &self.game.tallies[*of]);
                let position = &self.position;
                let number = |square| position.tally(info, square).unwrap_or(0);
                if *total {
                    on.iter().fold(0_i32, |sum, square| sum.saturating_add(number(square)))
                } else {
                    on.lowest().map_or(0, number)
                }
            }
            Number::Sum(property, set) => {
                let squares = self.squares(set);
                let values = squares.iter().filter_map(|square| self.position.pieces[square]);
                values.fold(0i32, |sum, piece| {
                    sum.saturating_add(number_property(self.game, piece.kind, property.index()))
                })
            }
            Number::Coordinate { axis, of, side } => self.coordinate(*axis, of, *side),
            Number::Either { condition, then, otherwise } => {
                if self.truth(condition) {
                    self.number(then)
                } else {
                    self.number(otherwise)
                }
            }
            Number::Arithmetic { operator, left, right } => {
                operator.apply(self.number(left), self.number(right))
            }
        }
    }

    /// Returns the side that is meant, if there is one.
    pub(super) fn side(&self, side: Side) -> Option<SideId> {
        match side {
            Side::Fixed(side) => Some(side),
            Side::Own => Some(self.own),
            Side::Opponent => Some(self.own.opponent()),
            Side::OwnerOf(slot) => match self.slots[slot.index()] {
                Bound::Square(square) => self.position.pieces[square].and_then(|piece| piece.owner),
                Bound::Victim(subject) => subject.piece.and_then(|piece| piece.owner),
                Bound::Hand(side, _) => Some(side),
                Bound::Nothing | Bound::Type(_) | Bound::Number(_) => None,
            },
        }
    }

    /// Returns the type that is meant, if there is one.
    pub(super) fn kind(&mut self, kind: &'g TypeRef) -> Option<PieceTypeId> {
        match kind {
            TypeRef::Fixed(kind) => Some(*kind),
            TypeRef::OfSlot(slot) => match self.slots[slot.index()] {
                Bound::Square(square) => self.position.pieces[square].map(|piece| piece.kind),
                Bound::Victim(subject) => subject.piece.map(|piece| piece.kind),
                Bound::Hand(_, kind) | Bound::Type(kind) => Some(kind),
                Bound::Nothing | Bound::Number(_) => None,
            },
            TypeRef::Property(property, of) => {
                let of = self.kind(of)?;
                match self.game.types[of].properties.get(property.index()) {
                    Some(PropertyValue::Type(kind)) => Some(*kind),
                    Some(PropertyValue::Number(_) | PropertyValue::None) | None => None,
                }
            }
            TypeRef::At(set) => {
                let square = self.squares(set).lowest()?;
                self.position.pieces[square].map(|piece| piece.kind)
            }
        }
    }

    /// Returns the square in a slot.
    pub(super) fn slot_square(&self, slot: SlotId) -> Option<SquareId> {
        match self.slots[slot.index()] {
            Bound::Square(square) => Some(square),
            Bound::Victim(subject) => Some(subject.square),
            Bound::Nothing | Bound::Hand(..) | Bound::Type(_) | Bound::Number(_) => None,
        }
    }

    /// Returns whose part of a variable is meant: the first where both are one.
    pub(super) fn variable_side(&self, variable: VariableRef) -> Option<SideId> {
        variable.side.map_or(Some(SideId::FIRST), |side| self.side(side))
    }

    fn exists(&mut self, set: &'g Squares) -> bool {
        if matches!(set, Squares::Intersection(_)) {
            return self.game.board.squares.ids().any(|square| self.holds_at(set, square));
        }
        !self.squares(set).is_empty()
    }

    fn with_slot(&mut self, slot: SlotId, square: SquareId, condition: &'g Truth) -> bool {
        let before = std::mem::replace(&mut self.slots[slot.index()], Bound::Square(square));
        let holds = self.truth(condition);
        self.slots[slot.index()] = before;
        holds
    }

    fn reached(&mut self, from: &'g Squares, walk: &'g Walk, side: Side) -> SquareSet {
        let mut ends = SquareSet::EMPTY;
        let Some(side) = self.side(side) else { return ends };
        for start in self.squares(from).iter() {
            self.walk(walk, &mut Trail::start(start), side, &mut |_, trail| ends.insert(trail.at));
        }
        ends
    }

    fn passed(&mut self, from: &'g Squares, walk: &'g Walk, side: Side) -> SquareSet {
        let mut passed = SquareSet::EMPTY;
        let Some(side) = self.side(side) else { return passed };
        for start in self.squares(from).iter() {
            self.walk(walk, &mut Trail::remembering(start), side, &mut |_, trail| {
                passed = passed.union(trail.passed.unwrap_or(SquareSet::EMPTY));
            });
        }
        passed
    }

    fn coordinate(&mut self, axis: Axis, of: &'g Squares, side: Side) -> i32 {
        let (Some(square), Some(side)) = (self.squares(of).lowest(), self.side(side)) else {
            return 0;
        };
        self.game.board.coordinate(square, axis, side)
    }

    fn was_moved_by(&self, origin: &Origin) -> bool {
        match (self.moved_by, origin) {
            (Some(MovedBy::Drop), Origin::Drop)
            | (Some(MovedBy::Clause(ClauseRef::Power(..))), Origin::Power(None)) => true,
            (Some(MovedBy::Clause(ClauseRef::Power(token, ..))), Origin::Power(Some(wanted))) => {
                token == *wanted
            }
            (Some(MovedBy::Clause(clause)), Origin::Named(name)) => {
                clause.clause(self.game).is_some_and(|clause| clause.name.as_ref() == Some(name))
            }
            _ => false,
        }
    }
}

/// Returns the types with at least one piece in a hand.
pub(super) fn types_in_hand(position: &Position, side: SideId, among: TypeSet) -> Vec<PieceTypeId> {
    let hand = &position.hands[side];
    hand.enumerate()
        .filter(|(kind, count)| **count > 0 && among.contains(*kind))
        .map(|(kind, _)| kind)
        .collect()
}

fn number_property(game: &Game, kind: PieceTypeId, property: usize) -> i32 {
    match game.types[kind].properties.get(property) {
        Some(PropertyValue::Number(number)) => *number,
        Some(PropertyValue::Type(_) | PropertyValue::None) | None => 0,
    }
}
