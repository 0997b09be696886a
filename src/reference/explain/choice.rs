//! Why something cannot be chosen.

use super::super::bound::{Bound, Subject};
use super::finding::Fact;
use super::line::Line;
use super::movement::{Path, WayReport};
use super::squares::narrowed;
use crate::ir::{
    Candidates, Choose, DropChoice, Id, MoveChoice, PieceTypeId, SideId, SquareId, Squares,
    TypeSet, slots,
};

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
        let subject = Subject::now(self.position(), path.from);
        if subject.piece.is_none() {
            return Refusal::NoPiece(path.from);
        }
        if !self.run.holds(&asked.pieces, subject) {
            return self.outside(subject, &asked.pieces);
        }
        Refusal::Ways(subject, self.run.ways(asked, path))
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

    /// Tells why a square cannot be chosen.
    pub fn refused_square(&mut self, asked: &'g Choose, square: SquareId) -> Refusal<'g> {
        match &asked.among {
            Candidates::Squares { squares, .. } => {
                let subject = Subject::now(self.position(), square);
                self.outside(subject, squares)
            }
            _ => Refusal::OtherKind,
        }
    }

    /// Tells why a piece in hand cannot be chosen.
    pub fn refused_hand(&mut self, asked: &'g Choose, kind: PieceTypeId) -> Refusal<'g> {
        match &asked.among {
            Candidates::Squares { hand: Some((side, types)), .. } => {
                refused_in_hand(self.run.side(*side), *types, kind)
            }
            _ => Refusal::OtherKind,
        }
    }

    /// Tells why a type cannot be chosen.
    pub fn refused_type(&mut self, asked: &'g Choose, kind: PieceTypeId) -> Refusal<'g> {
        match &asked.among {
            Candidates::Types(types) => {
                let types = types.iter().filter_map(|kind| self.run.kind(kind)).collect();
                Refusal::NotOfTypes(kind, types)
            }
            Candidates::TypesInHand(side, types) => {
                refused_in_hand(self.run.side(*side), *types, kind)
            }
            _ => Refusal::OtherKind,
        }
    }

    /// Tells why a number cannot be chosen.
    pub fn refused_number(&mut self, asked: &'g Choose) -> Refusal<'g> {
        match &asked.among {
            Candidates::Numbers(low, high) => {
                Refusal::NotBetween(self.run.number(low), self.run.number(high))
            }
            _ => Refusal::OtherKind,
        }
    }

    /// Tells, where a choice finds nothing, what it looks for.
    pub fn nothing_in(&mut self, asked: &'g Choose) -> Option<Fact<'g>> {
        match &asked.among {
            Candidates::Squares { squares, hand: None } => {
                Some(Fact::Members(squares, Vec::new(), 0))
            }
            _ => None,
        }
    }

    fn outside(&mut self, subject: Subject, set: &'g Squares) -> Refusal<'g> {
        let (set, inside) = narrowed(&mut self.run, set, subject);
        Refusal::Set { subject, set, inside }
    }
}

fn refused_in_hand<'g>(side: Option<SideId>, types: TypeSet, kind: PieceTypeId) -> Refusal<'g> {
    match side {
        _ if !types.contains(kind) => Refusal::NotOfTypes(kind, types),
        Some(side) => Refusal::NotInHand(side, kind),
        None => Refusal::OtherKind,
    }
}
