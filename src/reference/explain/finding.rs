//! Why a truth holds or does not.

use super::super::attack;
use super::super::bound::{Bound, Subject};
use super::super::evaluate::Lapse;
use super::super::legal;
use super::super::run::{MovedBy, Run};
use super::squares::narrowed;
use crate::ir::{
    Id, Number, PieceTypeId, Side, SideId, SlotId, SquareId, SquareSet, Squares, Truth, TypeRef,
};
use crate::reference::Threat;
use crate::state::Turn;

/// The most facts that are told about one truth.
const MAX_FACTS: usize = 6;
/// The most squares that are told about one set.
const MAX_MEMBERS: usize = 8;

/// A truth with its value and what decided it.
///
/// It is the part that decides: of several joined by `and`, the first that does not hold.
#[derive(Clone, Debug)]
pub struct Finding<'g> {
    /// The part of the condition that decides.
    pub truth: &'g Truth,
    /// Whether it holds.
    pub holds: bool,
    /// What was found.
    pub facts: Vec<Fact<'g>>,
}

/// Something that was found in the position.
#[derive(Clone, Debug)]
pub enum Fact<'g> {
    /// What a number is worth.
    Worth(&'g Number, i32),
    /// The squares of a set, at most eight of them, and how many there are.
    Members(&'g Squares, Vec<Subject>, usize),
    /// A square, with what stands there, is in the set or is not.
    Belongs {
        /// The slot that named the square, if one did.
        slot: Option<SlotId>,
        /// The square with what stands or stood there.
        subject: Subject,
        /// The part of the set that decides.
        set: &'g Squares,
        /// Whether it is in there.
        inside: bool,
    },
    /// Nothing is in the slot that is asked about.
    Unset(SlotId),
    /// The side that is meant, if there is one.
    Side(Side, Option<SideId>),
    /// The type that is meant, if there is one.
    Kind(&'g TypeRef, Option<PieceTypeId>),
    /// A capture that a side could make.
    Threat(Box<Threat>),
    /// No capture could be made on the squares.
    NoThreat(SquareSet),
    /// A legal turn of a side.
    Turn(SideId, Turn),
    /// The side has no such turn; true if it has none at all.
    NoTurn(SideId, bool),
    /// How the move was made, if one was.
    MovedBy(Option<MovedBy>),
    /// How often the position has occurred.
    Occurrences(u32),
    /// Why what had to hold since then has not.
    Lapse(Lapse),
}

impl<'g> Run<'g> {
    /// Judges a truth and tells what decides it.
    pub(super) fn find(&mut self, truth: &'g Truth) -> Finding<'g> {
        let holds = self.truth(truth);
        let part = match truth {
            Truth::All(parts) if !holds => parts.iter().find(|part| !self.truth(part)),
            Truth::Any(parts) if holds => parts.iter().find(|part| self.truth(part)),
            Truth::All(parts) | Truth::Any(parts) if parts.len() == 1 => parts.first(),
            _ => None,
        };
        if let Some(part) = part {
            return self.find(part);
        }
        let mut facts = Vec::new();
        self.facts(truth, &mut facts);
        facts.truncate(MAX_FACTS);
        Finding { truth, holds, facts }
    }

    fn facts(&mut self, truth: &'g Truth, facts: &mut Vec<Fact<'g>>) {
        match truth {
            Truth::Fixed(_) => {}
            Truth::Not(inner) => facts.extend(self.find(inner).facts),
            Truth::All(parts) | Truth::Any(parts) => {
                for part in parts {
                    facts.extend(self.find(part).facts);
                }
            }
            Truth::Compare { left, right, .. } => {
                self.worth(left, facts);
                self.worth(right, facts);
            }
            Truth::Exists(set) => {
                let members = self.squares(set);
                facts.push(self.members(set, members));
            }
            Truth::Is { slot, set } => facts.push(self.belongs(*slot, set)),
            Truth::Within(inner, outer) => self.within(inner, outer, facts),
            Truth::TypeIs(kind, _) => facts.push(Fact::Kind(kind, self.kind(kind))),
            Truth::SameSide(left, right) => {
                facts.extend([left, right].map(|side| Fact::Side(*side, self.side(*side))));
            }
            Truth::Attacked { on, by } => {
                let on = self.squares(on);
                let threat = self.side(*by).and_then(|by| attack::threat_in(self, on, by));
                facts.push(threat_fact(threat, on));
            }
            Truth::Safe { piece, on } => {
                let piece = self.squares(piece).lowest();
                let on = self.squares(on);
                let threat = piece.and_then(|piece| {
                    on.iter().find_map(|square| attack::threat_on(self, piece, square))
                });
                facts.push(threat_fact(threat, on));
            }
            Truth::HasTurn { side, that } => {
                let Some(side) = self.side(*side) else { return };
                let turn = legal::turns_in(self, side, that).into_iter().next();
                let none = Fact::NoTurn(side, that.is_always());
                facts.push(turn.map_or(none, |legal| Fact::Turn(side, legal.turn)));
            }
            Truth::Some { slot, over, condition } => self.some(*slot, over, condition, facts),
            Truth::MovedBy(_) => facts.push(Fact::MovedBy(self.moved_by)),
            Truth::Repeated { times, held } => {
                facts.push(Fact::Occurrences(self.recurrence.count));
                let held = held.as_deref().filter(|_| self.recurrence.count >= u32::from(*times));
                let lapse = held.and_then(|held| self.lapse(*times, held));
                facts.extend(lapse.map(Fact::Lapse));
            }
        }
    }

    /// Tells what a number is worth, and of what counts, what is counted.
    fn worth(&mut self, number: &'g Number, facts: &mut Vec<Fact<'g>>) {
        if number.as_fixed().is_some() {
            return;
        }
        facts.push(Fact::Worth(number, self.number(number)));
        if let Number::Count(set) = number {
            let members = self.squares(set);
            facts.push(self.members(set, members));
        }
    }

    fn members(&self, set: &'g Squares, members: SquareSet) -> Fact<'g> {
        let told = members.iter().take(MAX_MEMBERS);
        let told = told.map(|square| Subject::now(&self.position, square)).collect();
        Fact::Members(set, told, members.len())
    }

    fn belongs(&mut self, slot: SlotId, set: &'g Squares) -> Fact<'g> {
        let subject = match self.slots[slot.index()] {
            Bound::Square(square) => Subject::now(&self.position, square),
            Bound::Victim(subject) => subject,
            Bound::Nothing | Bound::Hand(..) | Bound::Type(_) | Bound::Number(_) => {
                return Fact::Unset(slot);
            }
        };
        let (set, inside) = narrowed(self, set, subject);
        Fact::Belongs { slot: Some(slot), subject, set, inside }
    }

    fn within(&mut self, inner: &'g Squares, outer: &'g Squares, facts: &mut Vec<Fact<'g>>) {
        let members = self.squares(inner);
        let outside = members.iter().find(|&square| !self.holds_at(outer, square));
        facts.push(match outside {
            Some(square) => self.square_in(square, outer),
            None => self.members(inner, members),
        });
    }

    /// Tells whether a square is in a set, and which part of the set decides.
    pub(super) fn square_in(&mut self, square: SquareId, set: &'g Squares) -> Fact<'g> {
        let subject = Subject::now(&self.position, square);
        let (set, inside) = narrowed(self, set, subject);
        Fact::Belongs { slot: None, subject, set, inside }
    }

    fn some(
        &mut self,
        slot: SlotId,
        over: &'g Squares,
        condition: &'g Truth,
        facts: &mut Vec<Fact<'g>>,
    ) {
        let members = self.squares(over);
        let mut decisive = None;
        for square in members.iter() {
            let before = std::mem::replace(&mut self.slots[slot.index()], Bound::Square(square));
            let finding = self.find(condition);
            self.slots[slot.index()] = before;
            if finding.holds || members.len() == 1 {
                decisive = Some((square, finding));
                break;
            }
        }
        match decisive {
            Some((square, finding)) => {
                facts.push(self.square_in(square, over));
                facts.extend(finding.facts);
            }
            None => facts.push(self.members(over, members)),
        }
    }
}

fn threat_fact<'g>(threat: Option<Threat>, on: SquareSet) -> Fact<'g> {
    threat.map_or(Fact::NoThreat(on), |threat| Fact::Threat(Box::new(threat)))
}
