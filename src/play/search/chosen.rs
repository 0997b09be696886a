//! What a step of a node chooses, for those who give steps numbers.

use super::steps::{How, NextSteps};
use crate::compile::program::Program;
use crate::ir::{Id, PieceTypeId, SideId, SquareId};
use crate::play::execution::moves::Pick;
use crate::play::execution::slots::Binding;
use crate::play::legality::turns::LegalTurn;
use crate::play::state::sizes::StateSize;
use crate::state::{Choice, ClauseRef, Step};

/// What a step of a node chooses. Two steps of a node may choose the same and still differ: a move between the same squares
/// may take another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// A move, from where to where.
    Move(SquareId, SquareId),
    /// A drop: whose hand, what, where.
    Drop(SideId, PieceTypeId, SquareId),
    /// A square.
    Square(SquareId),
    /// A piece in a hand.
    Hand(SideId, PieceTypeId),
    /// A type.
    Type(PieceTypeId),
    /// A number.
    Number(i32),
    /// One of several alternatives, by its number.
    Alternative(usize),
    /// Nothing.
    Nothing,
}

impl Chosen {
    /// Returns what a step of a whole turn chooses.
    pub(crate) fn of_step(step: &Step) -> Self {
        match &step.choice {
            Choice::Move(made) => Self::Move(made.from, made.to),
            Choice::Drop { hand, kind, to } => Self::Drop(*hand, *kind, *to),
            Choice::Square(square) => Self::Square(*square),
            Choice::Hand(side, kind) => Self::Hand(*side, *kind),
            Choice::Type(kind) => Self::Type(*kind),
            Choice::Number(number) => Self::Number(*number),
            Choice::Alternative(number) => Self::Alternative(*number),
            Choice::Nothing => Self::Nothing,
        }
    }

    fn of_pick(pick: &Pick) -> Self {
        match pick {
            Pick::Move(made, _) => Self::Move(SquareId(made.from), SquareId(made.to)),
            Pick::Drop(hand, kind, to) => Self::Drop(*hand, kind_of(*kind), SquareId(*to)),
            Pick::Alternative(number) => Self::Alternative(*number),
            Pick::Square(_) | Pick::Hand(..) | Pick::Type(_) | Pick::Number(_) | Pick::Nothing => {
                Self::of_binding(pick.binding())
            }
        }
    }

    fn of_binding(binding: Binding) -> Self {
        match binding {
            Binding::Square(square) => Self::Square(SquareId(square)),
            Binding::Victim(victim) => Self::Square(SquareId(victim.square)),
            Binding::Hand(side, kind) => Self::Hand(side, kind_of(kind)),
            Binding::Type(kind) => Self::Type(kind_of(kind)),
            Binding::Number(number) => Self::Number(number),
            Binding::Nothing => Self::Nothing,
        }
    }
}

fn kind_of(kind: u16) -> PieceTypeId {
    PieceTypeId::from_index(usize::from(kind))
}

impl<S: StateSize> NextSteps<'_, S> {
    /// Returns what a step chooses; `None` for a step that is a [whole turn](Self::whole_turn), or if there is no such step.
    #[inline]
    pub(crate) fn chosen(&self, number: usize) -> Option<Chosen> {
        Some(match self.list.get(number)?.how {
            How::Move(_, packed) => Chosen::Move(SquareId(packed.from()), SquareId(packed.to())),
            How::OtherMove(_, number) => {
                let (made, _) = self.moves.get(number as usize)?;
                Chosen::Move(SquareId(made.from), SquareId(made.to))
            }
            How::Drop(_, hand, packed) => {
                let kind = kind_of(packed.from());
                Chosen::Drop(hand, kind, SquareId(packed.to()))
            }
            How::OtherDrop(_, hand, kind, to) => Chosen::Drop(hand, kind_of(kind), SquareId(to)),
            How::LastChoice(_, _, bound) => Chosen::of_binding(bound.unwrap_or_default()),
            How::Choice(_, bound) => Chosen::of_binding(bound),
            How::Pick(choices, pick) => {
                let choices = self.choices.get(usize::from(choices))?;
                Chosen::of_pick(choices.picks.get(pick as usize)?)
            }
            How::Whole(_) => return None,
        })
    }

    /// Returns the clause by which a move is made of which it is known what it does.
    pub(crate) fn clause(
        &self,
        program: &Program<S::Board>,
        side: SideId,
        number: usize,
    ) -> Option<ClauseRef> {
        let How::Move(index, packed) = self.list.get(number)?.how else { return None };
        let effects = &self.plan.get(usize::from(index))?.step.move_effects;
        let way = effects.list.get(packed.move_effect())?.way;
        let rules = program.rules(side);
        rules.ways.get(usize::from(way)).map(|way| way.source)
    }

    /// Returns the turn, if a step is a whole turn.
    pub(crate) fn whole_turn(&self, number: usize) -> Option<&LegalTurn<S>> {
        let How::Whole(turn) = self.list.get(number)?.how else { return None };
        self.turns.get(turn as usize)
    }
}
