//! What a step looks like to a search that has to guess which steps are good.

use super::node::Node;
use super::steps::{How, NextSteps};
use crate::compile::program::layout::{EMPTY_CODE, Layout, owner_of};
use crate::play::execution::moves::{CAPTURES, Pick};
use crate::play::execution::slots::Binding;
use crate::play::state::sizes::StateSize;
use crate::state::Choice;

/// What a step looks like.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepDetail {
    /// Whether a piece moves or is dropped.
    pub(crate) moves: bool,
    /// Where the piece comes from; `None` for a drop, or if no piece moves.
    pub(crate) from: Option<u8>,
    /// Where it goes, or the chosen square.
    pub(crate) to: Option<u8>,
    /// The code of the piece that moves, is dropped or stands on the chosen square.
    pub(crate) piece: u16,
    /// The code of the piece that it captures where it ends.
    pub(crate) victim: u16,
    /// The code of what the piece becomes.
    pub(crate) becomes: Option<u16>,
}

impl<S: StateSize> NextSteps<'_, S> {
    /// Tells what a step of a node looks like.
    pub(crate) fn detail(&self, node: &Node<'_, S>, number: usize) -> StepDetail {
        let Some(next) = self.list.get(number) else { return StepDetail::default() };
        let own = node.run.own;
        match next.how {
            How::Move(index, packed) => {
                let mut detail = moved(node, packed.from(), packed.to(), next.is_capture);
                let effects = &self.plan[usize::from(index)].step.move_effects;
                if let Some(effect) = effects.list.get(packed.move_effect()) {
                    let owner = owner_of(detail.piece);
                    let piece = |kind| Layout::code(usize::from(kind), owner);
                    detail.becomes = effect.becomes.map(piece);
                }
                detail
            }
            How::OtherMove(_, number) => match self.moves.get(number as usize) {
                Some((made, _)) => moved(node, made.from, made.to, next.is_capture),
                None => StepDetail::default(),
            },
            How::Drop(_, hand, packed) => dropped(hand, u16::from(packed.from()), packed.to()),
            How::OtherDrop(_, hand, kind, to) => dropped(hand, kind, to),
            How::LastChoice(_, _, bound) => chosen(node, bound.unwrap_or_default(), own),
            How::Choice(_, bound) => chosen(node, bound, own),
            How::Pick(choices, pick) => {
                let choices = &self.choices[usize::from(choices)];
                match choices.picks.get(pick as usize) {
                    Some(Pick::Move(made, _)) => {
                        let captures = made.landing == CAPTURES && next.is_capture;
                        moved(node, made.from, made.to, captures)
                    }
                    Some(Pick::Drop(hand, kind, to)) => dropped(*hand, *kind, *to),
                    Some(other) => chosen(node, other.binding(), own),
                    None => StepDetail::default(),
                }
            }
            How::Whole(number) => self.whole(node, number, next.is_capture),
        }
    }

    fn whole(&self, node: &Node<'_, S>, number: u32, captures: bool) -> StepDetail {
        let Some(turn) = self.turns.get(number as usize) else { return StepDetail::default() };
        let detail = turn.steps.iter().find_map(|step| match &step.choice {
            Choice::Move(made) => Some(moved(node, made.from.0, made.to.0, captures)),
            Choice::Drop { hand, kind, to } => Some(dropped(hand.0, kind.0, to.0)),
            Choice::Square(_)
            | Choice::Hand(..)
            | Choice::Type(_)
            | Choice::Number(_)
            | Choice::Alternative(_)
            | Choice::Nothing => None,
        });
        detail.unwrap_or_default()
    }
}

fn moved<S: StateSize>(node: &Node<'_, S>, from: u8, to: u8, captures: bool) -> StepDetail {
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

fn dropped(hand: u8, kind: u16, to: u8) -> StepDetail {
    let piece = Layout::code(usize::from(kind), hand);
    StepDetail { moves: true, to: Some(to), piece, ..StepDetail::default() }
}

fn chosen<S: StateSize>(node: &Node<'_, S>, bound: Binding, own: u8) -> StepDetail {
    match bound {
        Binding::Square(square) => {
            let piece = node.state().code(square);
            StepDetail { to: Some(square), piece, ..StepDetail::default() }
        }
        Binding::Hand(_, kind) | Binding::Type(kind) => {
            StepDetail { piece: Layout::code(usize::from(kind), own), ..StepDetail::default() }
        }
        Binding::Nothing | Binding::Number(_) | Binding::Victim(_) => StepDetail::default(),
    }
}
