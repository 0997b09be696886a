//! Evaluates expressions in the middle of a turn: sets of squares, conditions, numbers, piece types and sides.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{
    BoardOf, EMPTY_CODE, TallyPlace, kind_of, owner_board_of, owner_of,
};
use crate::compile::program::{Cond, Held, Kind, Measure, Num, Origins, Set, Who};
use crate::ir::{Axis, Id, PieceTypeId, SideId, SlotId, SquareIndex};
use crate::play::execution::moves::MovedBy;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Binding, Occupant};
use crate::play::state::sizes::StateSize;

/// The largest intersection of simple sets that is evaluated without charging the work budget.
const FEW_SETS: usize = 4;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns the squares of a set.
    #[inline]
    pub(crate) fn squares(&mut self, set: &'p Set<S::Board>) -> S::Board {
        match self.plain_squares(set) {
            Some(squares) => squares,
            None => self.squares_of(set),
        }
    }

    /// Returns the lowest square of a set.
    pub(crate) fn first(&mut self, set: &'p Set<S::Board>) -> Option<SquareIndex> {
        let squares = self.squares(set);
        squares.any().then(|| squares.lowest())
    }

    /// Returns the squares of a simple set, or of the intersection of a few; `None` for any other set.
    #[inline]
    fn plain_squares(&self, set: &Set<S::Board>) -> Option<S::Board> {
        if let Set::Slot(slot) = set {
            return Some(self.slot_board(*slot));
        }
        let Set::All(sets) = set else { return self.simple_squares(set) };
        if sets.len() > FEW_SETS {
            return None;
        }
        let mut both = self.program.all;
        for set in sets {
            both &= self.simple_squares(set)?;
        }
        Some(both)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are evaluated in general")]
    #[inline]
    fn simple_squares(&self, set: &Set<S::Board>) -> Option<S::Board> {
        match set {
            Set::Fixed(squares) => Some(*squares),
            Set::Board(index) => Some(self.state.board(*index)),
            Set::Empty => Some(self.program.all & !self.state.occupied()),
            Set::Occupied => Some(self.state.occupied()),
            _ => None,
        }
    }

    /// Returns the squares of a set that is most likely a board or the empty squares, which are tested first.
    #[inline]
    pub(crate) fn board_or_squares(&mut self, set: &'p Set<S::Board>) -> S::Board {
        if let Set::Board(index) = set {
            return self.state.board(*index);
        }
        if let Set::Empty = set {
            return self.program.all & !self.state.occupied();
        }
        self.squares(set)
    }

    fn squares_of(&mut self, set: &'p Set<S::Board>) -> S::Board {
        if self.budget.is_spent() {
            return S::Board::EMPTY;
        }
        self.budget.spend(1);
        match set {
            Set::Types(types) => {
                let occupied = self.state.occupied();
                self.of_kinds(occupied, |kind| types.contains(PieceTypeId::from_index(kind)))
            }
            Set::OfType(kind) => self.kind(kind).map_or(S::Board::EMPTY, |kind| {
                self.of_kinds(self.state.occupied(), |of| of == usize::from(kind))
            }),
            Set::OwnedBy(slot) => {
                self.owner_in(*slot).map_or(S::Board::EMPTY, |side| self.state.pieces_of(side))
            }
            Set::ViewOf(slot, views) => {
                self.owner_in(*slot).map_or(S::Board::EMPTY, |side| views[side])
            }
            Set::Bearing(index) => token_square(self.state.number(*index)),
            Set::Variable(first, slot) => self
                .owner_in(*slot)
                .map_or(S::Board::EMPTY, |side| self.state.board(first + side.index())),
            Set::Union(sets) => {
                self.budget.spend(sets.len());
                let mut union = S::Board::EMPTY;
                for set in sets {
                    union |= self.squares(set);
                }
                union
            }
            Set::All(sets) => self.all_of(sets),
            Set::Except(pair) => {
                let from = self.squares(&pair.0);
                if from.is_empty() { from } else { from & !self.squares(&pair.1) }
            }
            Set::Stepped(table, of) => {
                let of = self.squares(of);
                of.stepped(&self.program.steps[*table])
            }
            Set::Reach(parts, who) => self.reached(&parts.0, parts.1, *who),
            Set::Passed(parts, who) => self.passed(&parts.0, parts.1, *who),
            Set::First(of) => self.first(of).map_or(S::Board::EMPTY, S::Board::one),
            Set::Last(of) => {
                let of = self.squares(of);
                if of.any() { S::Board::one(of.highest()) } else { of }
            }
            Set::At(place, who) => self.square_at(place, *who),
            Set::Fixed(_) | Set::Board(_) | Set::Empty | Set::Occupied | Set::Slot(_) => {
                self.plain_squares(set).unwrap_or(S::Board::EMPTY)
            }
        }
    }

    /// Returns the square with a file, rank and layer, if there is one.
    fn square_at(&mut self, place: &'p [Num<S::Board>; 3], who: Who) -> S::Board {
        let [file, rank, layer] = place;
        let (file, rank, layer) = (self.number(file), self.number(rank), self.number(layer));
        let Some(side) = self.who(who) else { return S::Board::EMPTY };
        let program = self.program;
        let seen = program.coordinates[side].iter().zip(&program.places);
        // Both sides see a layer as the same.
        let found = seen.zip(0..).find(|((at, place), _)| {
            **at == [file, rank] && layer.checked_sub(1) == Some(place[2])
        });
        found.map_or(S::Board::EMPTY, |(_, square)| S::Board::one(square))
    }

    fn all_of(&mut self, sets: &'p [Set<S::Board>]) -> S::Board {
        self.budget.spend(sets.len());
        let mut both = self.program.all;
        for set in sets {
            both &= self.squares(set);
            if both.is_empty() {
                break;
            }
        }
        both
    }

    /// Returns those of some occupied squares on which the type of the piece passes a test.
    pub(crate) fn of_kinds(&self, among: S::Board, test: impl Fn(usize) -> bool) -> S::Board {
        S::Board::of(among.members().filter(|&square| test(kind_of(self.state.code(square)))))
    }

    /// Returns whether a square is in a set.
    #[inline]
    pub(crate) fn holds_at(&mut self, set: &'p Set<S::Board>, square: SquareIndex) -> bool {
        if let Set::Empty = set {
            return self.state.code(square) == EMPTY_CODE;
        }
        if let Set::Occupied = set {
            return self.state.code(square) != EMPTY_CODE;
        }
        if let Some(squares) = self.plain_squares(set) {
            return squares.has(square);
        }
        let occupant = self.occupant(square);
        self.holds(set, occupant)
    }

    /// Returns whether a square with what is, or was, on it is in a set.
    pub(crate) fn holds(&mut self, set: &'p Set<S::Board>, occupant: Occupant) -> bool {
        let code = occupant.code;
        let layout = &self.program.layout;
        match set {
            Set::Empty => code == EMPTY_CODE,
            Set::Occupied => code != EMPTY_CODE,
            Set::Board(index) => match layout.board_of(*index) {
                BoardOf::Variable => self.state.board(*index).has(occupant.square),
                _ if code == EMPTY_CODE => false,
                BoardOf::Owner(owner) => owner_board_of(code) == owner,
                BoardOf::Types(layer) => layout.layers_of[kind_of(code)] >> layer & 1 == 1,
                BoardOf::Mark(mark) => occupant.marks >> mark & 1 == 1,
            },
            Set::Types(types) => {
                code != EMPTY_CODE && types.contains(PieceTypeId::from_index(kind_of(code)))
            }
            Set::OfType(kind) => {
                let kind = self.kind(kind);
                code != EMPTY_CODE && kind.is_some_and(|kind| kind_of(code) == usize::from(kind))
            }
            Set::OwnedBy(slot) => {
                let side = self.owner_in(*slot);
                code != EMPTY_CODE && side.is_some() && side == owner_of(code)
            }
            Set::Bearing(index) => occupant.tokens >> ((index - layout.tokens) / 2) & 1 == 1,
            Set::Union(sets) => {
                self.budget.spend(sets.len());
                sets.iter().any(|set| self.holds(set, occupant))
            }
            Set::All(sets) => {
                self.budget.spend(sets.len());
                sets.iter().all(|set| self.holds(set, occupant))
            }
            Set::Except(pair) => self.holds(&pair.0, occupant) && !self.holds(&pair.1, occupant),
            Set::Fixed(_)
            | Set::ViewOf(..)
            | Set::Slot(_)
            | Set::Variable(..)
            | Set::Stepped(..)
            | Set::Reach(..)
            | Set::Passed(..)
            | Set::First(_)
            | Set::Last(_)
            | Set::At(..) => self.squares(set).has(occupant.square),
        }
    }

    /// Returns whether a condition holds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are evaluated in general")]
    #[inline]
    pub(crate) fn truth(&mut self, condition: &'p Cond<S::Board>) -> bool {
        match condition {
            Cond::Fixed(value) => *value,
            Cond::Not(inner) => !self.truth(inner),
            Cond::All(parts) => {
                self.budget.spend(parts.len());
                parts.iter().all(|part| self.truth(part))
            }
            Cond::Any(parts) => {
                self.budget.spend(parts.len());
                parts.iter().any(|part| self.truth(part))
            }
            Cond::Is(slot, set) => match self.slots.get(*slot) {
                Binding::Square(square) => self.holds_at(set, square),
                Binding::Victim(victim) => self.holds(set, victim),
                Binding::Nothing | Binding::Hand(..) | Binding::Type(_) | Binding::Number(_) => {
                    false
                }
            },
            Cond::MovedBy(origins) => self.was_moved_by(origins),
            Cond::Compare(operator, pair) => match &**pair {
                // Most comparisons are of a variable with a constant.
                (Num::Value(index), Num::Fixed(value)) => {
                    operator.holds(self.state.number(*index), *value)
                }
                _ => self.truth_of(condition),
            },
            _ => self.truth_of(condition),
        }
    }

    fn truth_of(&mut self, condition: &'p Cond<S::Board>) -> bool {
        if self.budget.is_spent() {
            return false;
        }
        self.budget.spend(1);
        match condition {
            Cond::Compare(operator, pair) => {
                operator.holds(self.number(&pair.0), self.number(&pair.1))
            }
            Cond::Exists(set) => self.squares(set).any(),
            Cond::Within(pair) => {
                let inner = self.squares(&pair.0);
                if let Set::Board(_) | Set::Fixed(_) = &pair.1 {
                    return inner.any() && (inner & !self.squares(&pair.1)).is_empty();
                }
                self.budget.spend(inner.count() as usize);
                inner.any() && inner.members().all(|square| self.holds_at(&pair.1, square))
            }
            Cond::TypeIs(kind, types) => self
                .kind(kind)
                .is_some_and(|kind| types.contains(PieceTypeId::from_index(usize::from(kind)))),
            Cond::SameSide(left, right) => {
                let left = self.who(*left);
                left.is_some() && left == self.who(*right)
            }
            Cond::Attacked(set, by) => {
                let on = self.squares(set);
                self.who(*by).is_some_and(|by| self.attacked(on, by))
            }
            Cond::Safe(pair) => {
                let piece = self.squares(&pair.0);
                let on = self.squares(&pair.1);
                piece.is_empty() || self.is_safe(piece.lowest(), on)
            }
            Cond::HasTurn(who, those) => {
                self.who(*who).is_some_and(|side| self.has_turn(side, &those[side]))
            }
            Cond::Some(slot, parts) => {
                let over = self.squares(&parts.0);
                self.budget.spend(over.count() as usize);
                over.members().any(|square| self.with_slot(*slot, square, &parts.1))
            }
            Cond::Repeated(times, held) => {
                self.recurrence.count >= u32::from(*times)
                    && held.as_deref().is_none_or(|held| self.has_held(*times, held))
            }
            Cond::Fixed(_)
            | Cond::Not(_)
            | Cond::All(_)
            | Cond::Any(_)
            | Cond::Is(..)
            | Cond::MovedBy(_) => self.truth(condition),
        }
    }

    /// Tells whether something has held at each turn of a side since a position was there so many occurrences ago.
    fn has_held(&self, times: u8, held: &'p Held<S::Board>) -> bool {
        let whose = held.whose.map(|whose| self.who(whose));
        if whose == Some(None) {
            return false;
        }
        let whose = whose.flatten();
        let mut then = Self::with_budget(self.program, self.state, self.own, self.budget.clone());
        then.slots.copy_from(&self.slots);
        let mut any = false;
        let now = self.recurrence.now.as_deref().unwrap_or(&self.state);
        for state in self.recurrence.since(times).chain([now]) {
            if whose.is_some_and(|whose| whose != state.to_move) {
                continue;
            }
            any = true;
            then.state = *state;
            if !then.truth(&held.condition) {
                return false;
            }
        }
        any
    }

    /// Returns how well the turn that has just been played does by a preference, from 0.
    pub(crate) fn rank(&mut self, measure: &'p Measure<S::Board>) -> u32 {
        let from_least = |number: i32| number.cast_unsigned() ^ (1 << 31);
        match measure {
            Measure::When(condition) => u32::from(self.truth(condition)),
            Measure::Most(number) => from_least(self.number(number)),
            Measure::Least(number) => !from_least(self.number(number)),
        }
    }

    /// Returns the value of a number.
    pub(crate) fn number(&mut self, number: &'p Num<S::Board>) -> i32 {
        self.budget.spend(1);
        match number {
            Num::Fixed(value) => *value,
            Num::Value(index) => self.state.number(*index),
            Num::ValueOf(first, slot) => {
                self.owner_in(*slot).map_or(0, |side| self.state.number(first + side.index()))
            }
            Num::Slot(slot) => match self.slots.get(*slot) {
                Binding::Number(number) => number,
                Binding::Nothing
                | Binding::Square(_)
                | Binding::Hand(..)
                | Binding::Type(_)
                | Binding::Victim(_) => 0,
            },
            Num::Count(set) => i32::try_from(self.squares(set).count()).unwrap_or(i32::MAX),
            Num::InHand(who, kinds) => self.who(*who).map_or(0, |side| {
                let layout = &self.program.layout;
                let first = side.index() * layout.hand_size();
                let hands = self.state.hands.as_ref();
                kinds.iter().map(|kind| i32::from(hands[first + kind])).sum()
            }),
            Num::TurnNumber => i32::try_from(self.state.turn_number).unwrap_or(i32::MAX),
            Num::Captures => self.turn.captures,
            Num::Property(table, kind) => {
                self.kind(kind).and_then(|kind| table.get(usize::from(kind)).copied()).unwrap_or(0)
            }
            Num::Sum(table, set) => {
                let squares = self.squares(set) & self.state.occupied();
                squares.members().fold(0, |sum: i32, square| {
                    sum.saturating_add(table[kind_of(self.state.code(square))])
                })
            }
            Num::Tally(place, on, total) => {
                let on = self.squares(on);
                self.tally(*place, on, *total)
            }
            Num::Coordinate(axis, of, who) => self.coordinate(*axis, of, *who),
            Num::Distance(pair) => self.distance(&pair.0, &pair.1),
            Num::Either(parts) => {
                if self.truth(&parts.0) {
                    self.number(&parts.1)
                } else {
                    self.number(&parts.2)
                }
            }
            Num::Arithmetic(operator, pair) => {
                operator.apply(self.number(&pair.0), self.number(&pair.1))
            }
        }
    }

    /// Returns the number of the first of the squares, or of the piece on it; 0 if there is none; or that of all together.
    fn tally(&self, place: TallyPlace, on: S::Board, total: bool) -> i32 {
        if total {
            self.budget.spend(on.count() as usize);
            return on.members().fold(0_i32, |sum, square| {
                sum.saturating_add(self.tally_at(place, square).unwrap_or(0))
            });
        }
        if on.is_empty() { 0 } else { self.tally_at(place, on.lowest()).unwrap_or(0) }
    }

    /// Returns the number of a square, or of the piece on it if there is one.
    pub(crate) fn tally_at(&self, place: TallyPlace, square: SquareIndex) -> Option<i32> {
        match place.first {
            Some(first) => Some(self.state.number(first + usize::from(square))),
            None if self.state.code(square) == EMPTY_CODE => None,
            None => Some(place.start + i32::from(self.state.piece_number(square))),
        }
    }

    fn coordinate(&mut self, axis: Axis, of: &'p Set<S::Board>, who: Who) -> i32 {
        let (Some(of), Some(side)) = (self.first(of), self.who(who)) else { return 0 };
        let axis = match axis {
            Axis::File => 0,
            Axis::Rank => 1,
        };
        self.program.coordinates[side][usize::from(of)][axis]
    }

    fn distance(&mut self, left: &'p Set<S::Board>, right: &'p Set<S::Board>) -> i32 {
        let (Some(left), Some(right)) = (self.first(left), self.first(right)) else { return 0 };
        let places = &self.program.places;
        let (left, right) = (places[usize::from(left)], places[usize::from(right)]);
        left.iter().zip(right).map(|(left, right)| (left - right).abs()).max().unwrap_or(0)
    }

    /// Returns the side, if there is one.
    #[inline]
    pub(crate) fn who(&self, who: Who) -> Option<SideId> {
        match who {
            Who::Side(side) => Some(side),
            Who::OwnerOf(slot) => self.owner_in(slot),
        }
    }

    /// Returns the owner of the piece in a slot.
    fn owner_in(&self, slot: SlotId) -> Option<SideId> {
        let code = match self.slots.get(slot) {
            Binding::Square(square) => self.state.code(square),
            Binding::Victim(victim) => victim.code,
            Binding::Hand(side, _) => return Some(side),
            Binding::Nothing | Binding::Type(_) | Binding::Number(_) => EMPTY_CODE,
        };
        if code == EMPTY_CODE { None } else { owner_of(code) }
    }

    /// Returns the piece type, if there is one.
    pub(crate) fn kind(&mut self, kind: &'p Kind<S::Board>) -> Option<u16> {
        match kind {
            Kind::Fixed(kind) => Some(*kind),
            Kind::OfSlot(slot) => match self.slots.get(*slot) {
                Binding::Square(square) => code_kind(self.state.code(square)),
                Binding::Victim(victim) => code_kind(victim.code),
                Binding::Hand(_, kind) | Binding::Type(kind) => Some(kind),
                Binding::Nothing | Binding::Number(_) => None,
            },
            Kind::Mapped(table, of) => {
                let of = self.kind(of)?;
                table.get(usize::from(of)).copied().flatten()
            }
            Kind::At(set) => {
                let first = self.first(set)?;
                code_kind(self.state.code(first))
            }
        }
    }

    /// Evaluates a condition with a square in a slot.
    fn with_slot(
        &mut self,
        slot: SlotId,
        square: SquareIndex,
        condition: &'p Cond<S::Board>,
    ) -> bool {
        let before = self.slots.set(slot, Binding::Square(square));
        let holds = self.truth(condition);
        self.slots.set(slot, before);
        holds
    }

    fn was_moved_by(&self, origins: &Origins) -> bool {
        match self.turn.moved_by {
            MovedBy::Nothing => false,
            MovedBy::Drop => origins.drop,
            MovedBy::Way(way) => origins.clauses[usize::from(way)],
        }
    }
}

fn code_kind(code: u16) -> Option<u16> {
    if code == EMPTY_CODE { None } else { u16::try_from(kind_of(code)).ok() }
}

/// Returns the square of a token, given its number in the state.
pub(crate) fn token_square<B: Bitboard>(number: i32) -> B {
    SquareIndex::try_from(number).map_or(B::EMPTY, B::one)
}
