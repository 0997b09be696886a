//! The points of a turn at which somebody chooses.

use super::bound::{Bound, Subject};
use super::evaluate::types_in_hand;
use super::run::{MovedBy, Progress, Run, Work};
use crate::ir::limits::MAX_NUMBERS;
use crate::ir::{
    Alternative, Arrival, Asked, Candidates, Choose, DropChoice, Event, Id, LabelId, MoveChoice,
    SideId, SlotId, SquareId, Statement, Truth, slots,
};
use crate::state::{Choice, MoveMade, Piece, Step};

impl<'g> Run<'g> {
    /// Asks for a choice, or goes on where there is nothing to choose.
    pub(super) fn ask(&mut self, statement: &'g Statement) -> Option<Progress<'g>> {
        let choices = self.choices(statement);
        if !choices.is_empty() {
            return Some(Progress::Choice(statement, choices));
        }
        let choose = statement.kind.as_choose();
        if let Some(otherwise) = choose.and_then(|choose| choose.otherwise.as_ref()) {
            self.enter(otherwise);
            return None;
        }
        Some(Progress::Dead)
    }

    /// Returns what can be chosen at a statement.
    pub(super) fn choices(&mut self, statement: &'g Statement) -> Vec<Choice> {
        match statement.kind.asks() {
            Some(Asked::Move(choice)) => self.move_choices(choice),
            Some(Asked::Drop(choice)) => self.drop_choices(choice),
            Some(Asked::Choose(choose)) => self.candidates(choose),
            Some(Asked::Way(ways)) => (0..ways.len()).map(Choice::Alternative).collect(),
            None => Vec::new(),
        }
    }

    /// Returns the side that chooses at a statement: the one whose turn it is if the one that is meant does not exist.
    pub(super) fn chooser(&self, statement: &Statement) -> SideId {
        statement.kind.chooser().and_then(|side| self.side(side)).unwrap_or(self.own)
    }

    /// Goes on with a choice.
    pub(super) fn take(&mut self, statement: &'g Statement, choice: Choice) {
        let label = label_of(statement, &choice);
        self.steps.push(Step { by: self.chooser(statement), label, choice: choice.clone() });
        match (statement.kind.asks(), choice) {
            (Some(Asked::Move(asked)), Choice::Move(made)) => self.make_move(asked.slot, &made),
            (Some(Asked::Drop(asked)), Choice::Drop { hand, kind, to }) => {
                self.make_drop(asked.slot, hand, Piece::new(kind, Some(self.own)), to);
            }
            (Some(Asked::Choose(choose)), choice) => self.take_candidate(choose, &choice),
            (Some(Asked::Way(ways)), Choice::Alternative(number)) => {
                if let Some(Alternative { body, .. }) = ways.get(number) {
                    self.enter(body);
                }
            }
            _ => {}
        }
    }

    fn move_choices(&mut self, asked: &'g MoveChoice) -> Vec<Choice> {
        let captures_only = self.captures_only;
        self.captures_only &= !self.may_move_again();
        let (mut choices, mut held) = (Vec::new(), 0);
        for from in self.squares(&asked.pieces).iter() {
            for made in self.moves_of(from) {
                if self.counts(&made, &asked.only) {
                    let choice = Choice::Move(made);
                    held += choice.bytes();
                    self.budget.hold(choice.bytes());
                    choices.push(choice);
                }
            }
        }
        self.budget.release(held);
        self.captures_only = captures_only;
        choices
    }

    /// Tells whether a move is among those a statement asks for.
    fn counts(&mut self, made: &MoveMade, only: &'g Truth) -> bool {
        if only.is_always() {
            return true;
        }
        self.slots[slots::FROM.index()] = Bound::Square(made.from);
        self.slots[slots::TO.index()] = Bound::Square(made.to);
        let moved_by = self.moved_by.replace(MovedBy::Clause(made.clause));
        let captures = self.captures;
        self.captures += i32::try_from(made.takes.len()).unwrap_or(i32::MAX);
        let counts = self.truth(only);
        self.captures = captures;
        self.moved_by = moved_by;
        counts
    }

    fn drop_choices(&mut self, asked: &'g DropChoice) -> Vec<Choice> {
        let Some(hand) = self.side(asked.hand) else { return Vec::new() };
        let mut choices = Vec::new();
        for kind in types_in_hand(&self.position, hand, asked.types) {
            self.slots[slots::DROPPED.index()] = Bound::Type(kind);
            let allowed =
                self.squares(&asked.on).intersection(self.squares(&self.game.types[kind].drop_on));
            let free = allowed.iter().filter(|&square| self.position.pieces[square].is_none());
            choices.extend(free.map(|to| Choice::Drop { hand, kind, to }));
        }
        choices
    }

    fn candidates(&mut self, choose: &'g Choose) -> Vec<Choice> {
        let mut choices = match &choose.among {
            Candidates::Squares { squares, hand } => {
                let mut choices: Vec<_> =
                    self.squares(squares).iter().map(Choice::Square).collect();
                if let Some((side, types)) = hand
                    && let Some(side) = self.side(*side)
                {
                    let held = types_in_hand(&self.position, side, *types);
                    choices.extend(held.into_iter().map(|kind| Choice::Hand(side, kind)));
                }
                choices
            }
            Candidates::Types(types) => {
                let mut choices = Vec::new();
                for kind in types.iter().filter_map(|kind| self.kind(kind)) {
                    if !choices.contains(&Choice::Type(kind)) {
                        choices.push(Choice::Type(kind));
                    }
                }
                choices
            }
            Candidates::TypesInHand(side, types) => {
                self.side(*side).map_or_else(Vec::new, |side| {
                    let held = types_in_hand(&self.position, side, *types);
                    held.into_iter().map(Choice::Type).collect()
                })
            }
            Candidates::Numbers(low, high) => {
                let low = self.number(low);
                let high = self.number(high).min(low.saturating_add(MAX_NUMBERS - 1));
                (low..=high).map(Choice::Number).collect()
            }
        };
        if choose.optional && !choices.is_empty() {
            choices.push(Choice::Nothing);
        }
        choices
    }

    fn take_candidate(&mut self, choose: &'g Choose, choice: &Choice) {
        let bound = match choice {
            Choice::Square(square) => Bound::Square(*square),
            Choice::Hand(side, kind) => Bound::Hand(*side, *kind),
            Choice::Type(kind) => Bound::Type(*kind),
            Choice::Number(number) => Bound::Number(*number),
            Choice::Nothing | Choice::Move(_) | Choice::Drop { .. } | Choice::Alternative(_) => {
                Bound::Nothing
            }
        };
        self.slots[choose.slot.index()] = bound;
        if bound != Bound::Nothing {
            self.enter(&choose.then);
        }
    }

    /// Makes a move and puts its consequences on the agenda.
    fn make_move(&mut self, slot: Option<SlotId>, made: &MoveMade) {
        let Some(clause) = made.clause.clause(self.game) else { return };
        let victims: Vec<Subject> =
            made.takes.iter().map(|&square| self.lift_victim(square)).collect();
        let stays = clause.arrival == Arrival::Stays;
        if made.swaps {
            self.swap_squares(made.from, made.to);
        } else if !stays {
            self.shift(made.from, made.to);
        }
        let stands = Bound::Square(if stays { made.from } else { made.to });
        self.slots[slots::FROM.index()] = Bound::Square(made.from);
        self.slots[slots::TO.index()] = Bound::Square(made.to);
        if let Some(slot) = slot {
            self.slots[slot.index()] = stands;
        }
        self.moved_by = Some(MovedBy::Clause(made.clause));
        self.mover = (!stays).then_some(made.to);
        // The agenda is done from its end: last what comes first. A piece that acts from afar has not moved.
        if !stays {
            self.raise(Event::Moved);
        }
        self.enter(&clause.then);
        for victim in victims.into_iter().rev() {
            self.agenda.push(Work::Captured { victim, captor: stands });
        }
    }

    fn make_drop(&mut self, slot: Option<SlotId>, hand: SideId, piece: Piece, to: SquareId) {
        let count = &mut self.position.hands[hand][piece.kind];
        *count = count.saturating_sub(1);
        self.position.pieces[to] = Some(piece);
        self.slots[slots::TO.index()] = Bound::Square(to);
        self.slots[slots::FROM.index()] = Bound::Nothing;
        self.slots[slots::DROPPED.index()] = Bound::Type(piece.kind);
        if let Some(slot) = slot {
            self.slots[slot.index()] = Bound::Square(to);
        }
        self.moved_by = Some(MovedBy::Drop);
        self.raise(Event::Dropped);
    }
}

/// Returns the label with which a choice appears in the turn's text.
pub(super) fn label_of(statement: &Statement, choice: &Choice) -> Option<LabelId> {
    let way = if let Choice::Alternative(number) = choice { *number } else { 0 };
    statement.kind.asks()?.label(way)
}
