//! What a step of a node chooses, for those who give steps numbers, and what it looks like to a search that has to guess which
//! steps are good.

use super::checks::Aim;
use super::node::Node;
use super::steps::{How, NextSteps};
use crate::compile::program::Program;
use crate::compile::program::layout::{EMPTY_CODE, Layout, owner_of};
use crate::ir::{Id, PieceTypeId, SideId, SquareId, SquareIndex};
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
            Pick::Bound(bound) => Self::of_binding(*bound),
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

/// What a step looks like.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepDetail {
    /// Whether a piece moves or is dropped.
    pub(crate) moves: bool,
    /// Where the piece comes from; `None` for a drop, or if no piece moves.
    pub(crate) from: Option<SquareIndex>,
    /// Where it goes, or the chosen square.
    pub(crate) to: Option<SquareIndex>,
    /// The code of the piece that moves, is dropped or stands on the chosen square.
    pub(crate) piece: u16,
    /// The code of the piece that it captures where it ends.
    pub(crate) victim: u16,
    /// The code of what the piece becomes.
    pub(crate) becomes: Option<u16>,
}

impl StepDetail {
    /// Returns where it goes and as what, if a piece moves or is dropped.
    #[inline]
    pub(crate) fn aim(&self) -> Option<Aim> {
        let piece = self.becomes.unwrap_or(self.piece);
        self.to.filter(|_| self.moves).map(|to| Aim { from: self.from, to, piece })
    }
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

    /// Returns what a step of a node looks like; a whole turn looks like its first move or drop.
    #[inline]
    pub(crate) fn detail(&self, node: &Node<'_, S>, number: usize) -> StepDetail {
        let Some(next) = self.list.get(number) else { return StepDetail::default() };
        let chosen = self.chosen(number).or_else(|| {
            let mut steps = self.whole_turn(number)?.steps.iter().map(Chosen::of_step);
            steps.find(|chosen| matches!(chosen, Chosen::Move(..) | Chosen::Drop(..)))
        });
        let mut detail = match chosen {
            Some(Chosen::Move(from, to)) => moved(node, from.0, to.0, next.is_capture),
            Some(Chosen::Drop(hand, kind, to)) => {
                let piece = Layout::code(kind.index(), hand);
                StepDetail { moves: true, to: Some(to.0), piece, ..StepDetail::default() }
            }
            Some(Chosen::Square(square)) => {
                let piece = node.state().code(square.0);
                StepDetail { to: Some(square.0), piece, ..StepDetail::default() }
            }
            Some(Chosen::Hand(_, kind) | Chosen::Type(kind)) => {
                let piece = Layout::code(kind.index(), node.run.own);
                StepDetail { piece, ..StepDetail::default() }
            }
            Some(Chosen::Number(_) | Chosen::Alternative(_) | Chosen::Nothing) | None => {
                StepDetail::default()
            }
        };
        if let How::Move(index, packed) = next.how {
            let effects = &self.plan[usize::from(index)].step.move_effects;
            let becomes = effects.list.get(packed.move_effect()).and_then(|effect| effect.becomes);
            let owner = owner_of(detail.piece);
            detail.becomes = becomes.map(|kind| Layout::code(usize::from(kind), owner));
        }
        detail
    }
}

#[inline]
fn moved<S: StateSize>(
    node: &Node<'_, S>,
    from: SquareIndex,
    to: SquareIndex,
    captures: bool,
) -> StepDetail {
    let state = node.state();
    StepDetail {
        moves: true,
        from: Some(from),
        to: Some(to),
        piece: state.code(from),
        victim: if captures { state.code(to) } else { EMPTY_CODE },
        becomes: None,
    }
}
