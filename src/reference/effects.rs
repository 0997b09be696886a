//! What statements do to a position.

use super::bound::{Bound, Subject};
use super::run::{Progress, Run, Work};
use crate::ir::limits::MAX_IN_HAND;
use crate::ir::{
    BySide, Effect, Id, Number, Outcome, Owner, Side, SideId, SlotId, SquareId, Squares, Statement,
    StatementKind, TallyId, TypeRef, VariableKind, VariableRef, VariableValue,
};
use crate::state::{GameResult, Piece};

/// The side a rule means is that of a piece that is not there.
struct NoSuchSide;

impl<'g> Run<'g> {
    /// Performs a statement; returns where the run stops, if it does.
    pub(super) fn perform(&mut self, statement: &'g Statement) -> Option<Progress<'g>> {
        match &statement.kind {
            StatementKind::Move(_)
            | StatementKind::Drop(_)
            | StatementKind::Choose(_)
            | StatementKind::Either { .. } => return self.ask(statement),
            StatementKind::Refuse(_) => return Some(Progress::Dead),
            StatementKind::If { condition, then, otherwise } => {
                let branch = if self.truth(condition) { then } else { otherwise };
                self.enter(branch);
            }
            StatementKind::ForEach { slot, over, body } => {
                let mut squares: Vec<SquareId> = self.squares(over).iter().collect();
                squares.reverse();
                self.agenda.push(Work::ForEach(*slot, squares, body));
            }
            StatementKind::Repeat { times, .. } => {
                let times = self.number(times);
                self.agenda.push(Work::Repeat(statement, times));
            }
            StatementKind::Effect(effect) => self.effect(effect),
            StatementKind::End(outcome, reason) => self.end(*outcome, reason),
            StatementKind::Next(side) => self.next = self.side(*side).or(self.next),
        }
        None
    }

    fn end(&mut self, outcome: Outcome, reason: &str) {
        if let Some(result) = self.result(outcome, reason) {
            self.position.over = Some(result);
            self.stop();
        }
    }

    /// Returns the result by an outcome; `None` if the side that is meant does not exist.
    pub(super) fn result(&self, outcome: Outcome, reason: &str) -> Option<GameResult> {
        let winner = match outcome {
            Outcome::Draw => None,
            Outcome::Wins(side) => Some(self.side(side)?),
            Outcome::Loses(side) => Some(self.side(side)?.opponent()),
        };
        Some(GameResult::of(winner, reason.to_owned()))
    }

    fn effect(&mut self, effect: &'g Effect) {
        match effect {
            Effect::Capture(set) => self.capture_all(set),
            Effect::Remove { on, held } => self.remove(on, *held),
            Effect::Place { kind, owner, on } => self.place(kind, *owner, on),
            Effect::Relocate { from, to } => self.relocate(from, to),
            Effect::Swap(left, right) => {
                let (left, right) = (self.squares(left).lowest(), self.squares(right).lowest());
                if let (Some(left), Some(right)) = (left, right) {
                    self.swap_squares(left, right);
                }
            }
            Effect::Become { on, kind } => {
                let on = self.squares(on);
                if let Some(kind) = self.kind(kind) {
                    self.change_pieces(on.iter(), |piece| piece.kind = kind);
                }
            }
            Effect::ChangeOwner { on, to } => {
                let on = self.squares(on);
                if let Ok(owner) = self.owner(*to) {
                    self.change_pieces(on.iter(), |piece| piece.owner = owner);
                }
            }
            Effect::Mark { on, mark, set } => {
                let on = self.squares(on);
                self.change_pieces(on.iter(), |piece| piece.set_mark(*mark, *set));
            }
            Effect::Give { token, to } => {
                if let Some(square) = self.squares(to).lowest() {
                    self.position.tokens[*token].at = Some(square);
                }
            }
            Effect::TakeAway(token) => self.position.tokens[*token].at = None,
            Effect::SetLevel { token, level } => {
                self.position.tokens[*token].level = self.number(level).max(0);
            }
            Effect::Hand { side, kind, change } => self.change_hand(*side, kind, change),
            Effect::SetNumber(variable, number) => {
                let number = self.number(number);
                self.set_number(*variable, number);
            }
            Effect::SetTally { tally, on, value, adds, .. } => {
                let (on, value) = (self.squares(on), self.number(value));
                on.iter().for_each(|square| self.set_tally(*tally, square, (value, *adds)));
            }
            Effect::SetTruth(variable, truth) => {
                let truth = self.truth(truth);
                self.set_number(*variable, i32::from(truth));
            }
            Effect::SetSquares(variable, set) => {
                let squares = self.squares(set);
                self.set_variable(*variable, VariableValue::Squares(squares));
            }
        }
    }

    fn set_tally(&mut self, tally: TallyId, square: SquareId, (value, adds): (i32, bool)) {
        let info = &self.game.tallies[tally];
        let Some(held) = self.position.tally(info, square) else { return };
        let number = info.clamp(if adds { held.saturating_add(value) } else { value });
        self.position.set_tally(info, square, number);
    }

    fn remove(&mut self, on: &'g Squares, held: Option<SlotId>) {
        for square in self.squares(on).iter() {
            self.lift(square);
        }
        if let Some(Bound::Hand(side, kind)) = held.map(|slot| &self.slots[slot.index()]) {
            let count = &mut self.position.hands[*side][*kind];
            *count = count.saturating_sub(1);
        }
    }

    fn place(&mut self, kind: &'g TypeRef, owner: Owner, on: &'g Squares) {
        let (kind, on) = (self.kind(kind), self.squares(on));
        if let (Some(kind), Ok(owner)) = (kind, self.owner(owner)) {
            for square in on.iter() {
                self.position.pieces[square].get_or_insert(Piece::new(kind, owner));
            }
        }
    }

    fn relocate(&mut self, from: &'g Squares, to: &'g Squares) {
        let (from, to) = (self.squares(from).lowest(), self.squares(to).lowest());
        if let (Some(from), Some(to)) = (from, to)
            && self.position.pieces[to].is_none()
            && self.position.pieces[from].is_some()
        {
            self.shift(from, to);
        }
    }

    fn change_hand(&mut self, side: Side, kind: &'g TypeRef, change: &'g Number) {
        let (kind, change) = (self.kind(kind), self.number(change));
        if let (Some(kind), Some(side)) = (kind, self.side(side)) {
            let count = &mut self.position.hands[side][kind];
            let changed = i32::from(*count).saturating_add(change).clamp(0, i32::from(MAX_IN_HAND));
            *count = u16::try_from(changed).unwrap_or(MAX_IN_HAND);
        }
    }

    fn set_number(&mut self, variable: VariableRef, number: i32) {
        let number = match &self.game.variables[variable.id].kind {
            VariableKind::Number { min, max } => number.clamp(*min, (*max).max(*min)),
            VariableKind::Switch => number.clamp(0, 1),
            VariableKind::Words(words) => {
                number.clamp(0, i32::try_from(words.len()).unwrap_or(i32::MAX).saturating_sub(1))
            }
            VariableKind::Squares => return,
        };
        self.set_variable(variable, VariableValue::Number(number));
    }

    fn set_variable(&mut self, variable: VariableRef, value: VariableValue) {
        let Some(side) = self.variable_side(variable) else { return };
        let per_side = self.game.variables[variable.id].per_side;
        let values = &mut self.position.variables[variable.id];
        if per_side {
            values[side] = value;
        } else {
            *values = BySide::same(value);
        }
    }

    /// Returns the owner that is meant: neither side, or the side if it exists.
    fn owner(&self, owner: Owner) -> Result<Option<SideId>, NoSuchSide> {
        match owner {
            Owner::Neutral => Ok(None),
            Owner::Side(side) => self.side(side).map(Some).ok_or(NoSuchSide),
        }
    }

    fn capture_all(&mut self, set: &'g Squares) {
        let squares = self.squares(set);
        let occupied: Vec<SquareId> =
            squares.iter().filter(|&square| self.position.pieces[square].is_some()).collect();
        let victims: Vec<Subject> =
            occupied.into_iter().map(|square| self.lift_victim(square)).collect();
        for victim in victims.into_iter().rev() {
            self.agenda.push(Work::Captured { victim, captor: Bound::Nothing });
        }
    }

    fn change_pieces(
        &mut self,
        squares: impl Iterator<Item = SquareId>,
        change: impl Fn(&mut Piece),
    ) {
        for square in squares {
            if let Some(piece) = &mut self.position.pieces[square] {
                change(piece);
            }
        }
    }

    /// Takes a captured piece off the board and counts it.
    pub(super) fn lift_victim(&mut self, square: SquareId) -> Subject {
        let subject = Subject::now(&self.position, square);
        self.lift(square);
        self.captures = self.captures.saturating_add(1);
        subject
    }

    /// Takes what is on a square off the board: the piece, and the tokens it bears.
    fn lift(&mut self, square: SquareId) {
        if self.position.pieces[square].take().is_some() {
            self.mover = self.mover.filter(|&mover| mover != square);
            self.move_tokens(square, None);
        }
    }

    /// Moves a piece with its tokens to another square; what stands there is lost.
    pub(super) fn shift(&mut self, from: SquareId, to: SquareId) {
        if from != to {
            self.lift(to);
            self.position.pieces[to] = self.position.pieces[from].take();
            self.mover = self.mover.map(|mover| if mover == from { to } else { mover });
            self.move_tokens(from, Some(to));
        }
    }

    /// Changes what is on two squares, tokens too.
    pub(super) fn swap_squares(&mut self, left: SquareId, right: SquareId) {
        let (a, b) = (self.position.pieces[left], self.position.pieces[right]);
        self.position.pieces[left] = b;
        self.position.pieces[right] = a;
        self.mover = self.mover.map(|mover| match mover {
            _ if mover == left => right,
            _ if mover == right => left,
            _ => mover,
        });
        for token in &mut self.position.tokens {
            if token.at == Some(left) {
                token.at = Some(right);
            } else if token.at == Some(right) {
                token.at = Some(left);
            }
        }
    }

    fn move_tokens(&mut self, from: SquareId, to: Option<SquareId>) {
        for token in &mut self.position.tokens {
            if token.at == Some(from) {
                token.at = to;
            }
        }
    }
}
