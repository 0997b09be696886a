//! What a step looks like to a search that has to guess which steps are good.

use super::chosen::Chosen;
use super::node::Node;
use super::steps::{How, NextSteps};
use crate::compile::program::layout::{EMPTY_CODE, Layout, owner_of};
use crate::ir::{Id, SquareIndex};
use crate::play::state::sizes::StateSize;

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

impl<S: StateSize> NextSteps<'_, S> {
    /// Returns what a step of a node looks like; a whole turn looks like its first move or drop.
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
