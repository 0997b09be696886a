//! Why something cannot be chosen.

use super::super::bound::{Bound, Subject};
use super::line::Line;
use super::movement::{Path, WayReport};
use super::squares::narrowed;
use crate::ir::{
    Candidates, Choose, DropChoice, Id, MoveChoice, PieceTypeId, SideId, SquareId, Squares,
    TypeSet, slots,
};
use crate::state::Choice;

/// Why something cannot be chosen where a statement asks for a choice.
#[derive(Clone, Debug)]
pub enum Refusal<'g> {
    /// There is no piece on the square where the move is to start.
    NoPiece(SquareId),
    /// The square is not in the set, or is in one that is left out.
    Set {
        /// The square with what stands there.
        subject: Subject,
        /// The part of the set that decides.
        set: &'g Squares,
        /// Whether the square is in that part.
        inside: bool,
    },
    /// None of the ways of moving of that piece does it; the nearest comes first.
    Ways(Subject, Vec<WayReport<'g>>),
    /// The side has no such piece in hand.
    NotInHand(SideId, PieceTypeId),
    /// The type is not among those that can be chosen.
    NotOfTypes(PieceTypeId, TypeSet),
    /// Something stands there already.
    Taken(Subject),
    /// The number is not between these two.
    NotBetween(i32, i32),
    /// Something of another kind is to be chosen.
    OtherKind,
}

impl<'g> Line<'g> {
    /// Tells why the piece on a square cannot move as asked.
    pub fn refused_move(&mut self, asked: &'g MoveChoice, path: &Path) -> Refusal<'g> {
        self.refused_start(asked, path.from).unwrap_or_else(|| {
            let subject = Subject::now(self.position(), path.from);
            Refusal::Ways(subject, self.run.ways(asked, path))
        })
    }

    /// Tells why no move that starts on a square can be made: there is no such piece to move.
    pub fn refused_start(&mut self, asked: &'g MoveChoice, from: SquareId) -> Option<Refusal<'g>> {
        let subject = Subject::now(self.position(), from);
        if subject.piece.is_none() {
            return Some(Refusal::NoPiece(from));
        }
        let may = self.run.holds(&asked.pieces, subject);
        (!may).then(|| self.outside(subject, &asked.pieces))
    }

    /// Tells why a piece cannot be dropped on a square.
    pub fn refused_drop(
        &mut self,
        asked: &'g DropChoice,
        kind: PieceTypeId,
        to: SquareId,
    ) -> Refusal<'g> {
        let Some(hand) = self.run.side(asked.hand) else { return Refusal::OtherKind };
        if !asked.types.contains(kind) {
            return Refusal::NotOfTypes(kind, asked.types);
        }
        if self.position().hands[hand][kind] == 0 {
            return Refusal::NotInHand(hand, kind);
        }
        let subject = Subject::now(self.position(), to);
        if subject.piece.is_some() {
            return Refusal::Taken(subject);
        }
        self.run.slots[slots::DROPPED.index()] = Bound::Type(kind);
        let own: &'g Squares = &self.run.game.types[kind].drop_on;
        let set = if self.run.holds(&asked.on, subject) { own } else { &asked.on };
        self.outside(subject, set)
    }

    /// Tells why something cannot be chosen at a `choose`; whose hand a piece is in does not matter.
    pub fn refused_choice(&mut self, asked: &'g Choose, choice: &Choice) -> Refusal<'g> {
        match (&asked.among, choice) {
            (Candidates::Squares { squares, .. }, Choice::Square(square)) => {
                let subject = Subject::now(self.position(), *square);
                self.outside(subject, squares)
            }
            (Candidates::Squares { hand: Some((side, types)), .. }, Choice::Hand(_, kind))
            | (Candidates::TypesInHand(side, types), Choice::Type(kind)) => {
                match self.run.side(*side) {
                    _ if !types.contains(*kind) => Refusal::NotOfTypes(*kind, *types),
                    Some(side) => Refusal::NotInHand(side, *kind),
                    None => Refusal::OtherKind,
                }
            }
            (Candidates::Types(types), Choice::Type(kind)) => {
                let types = types.iter().filter_map(|kind| self.run.kind(kind)).collect();
                Refusal::NotOfTypes(*kind, types)
            }
            (Candidates::Numbers(low, high), Choice::Number(_)) => {
                Refusal::NotBetween(self.run.number(low), self.run.number(high))
            }
            _ => Refusal::OtherKind,
        }
    }

    fn outside(&mut self, subject: Subject, set: &'g Squares) -> Refusal<'g> {
        let (set, inside) = narrowed(&mut self.run, set, subject);
        Refusal::Set { subject, set, inside }
    }
}
