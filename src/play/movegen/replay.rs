//! Turns as they are told, of what was chosen in them.

use crate::ir::{Id, LabelId, PieceTypeId, SideId, SquareId};
use crate::play::execution::moves::{Pick, SWAPS, Trails};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::movegen::choices::Stop;
use crate::play::state::compiled::Compiled;
use crate::play::state::{State, StateSize};
use crate::state::{Choice, MoveMade, Step, Turn};

impl<S: StateSize> Compiled<S> {
    /// Returns the turn of what was chosen; what moves take is found by playing it again.
    pub fn turn_of(&self, state: &State<S>, picks: &[(Option<LabelId>, Pick)]) -> Turn {
        let mut run = Execution::begin(&self.program, *state);
        let mut steps = Vec::with_capacity(picks.len());
        for (label, pick) in picks {
            let Stop::Choices(statement, _) = run.advance_to_choices() else {
                break;
            };
            let by = SideId(run.chooser(statement));
            steps.push(Step { by, label: *label, choice: choice_of(&mut run, pick) });
            run.pick(statement, pick.clone());
        }
        Turn { steps }
    }
}

fn choice_of<S: StateSize>(run: &mut Execution<'_, S>, pick: &Pick) -> Choice {
    let kind = |kind: u16| PieceTypeId::from_index(usize::from(kind));
    match pick {
        Pick::Move(made, trail) => {
            run.slots.set(0, Bound::Square(made.from));
            run.slots.set(1, Bound::Square(made.to));
            let has_trail = (made.trail > 0).then_some(trail);
            let takes = run.taken(*made, has_trail);
            let squares = |list: &[u8]| list.iter().map(|&square| SquareId(square)).collect();
            let Trails { via, .. } = trail;
            Choice::Move(MoveMade {
                from: SquareId(made.from),
                to: SquareId(made.to),
                via: squares(via),
                takes: squares(&takes),
                swaps: made.landing == SWAPS,
                clause: run.rules().ways[usize::from(made.way)].source,
            })
        }
        Pick::Drop(hand, of, to) => {
            Choice::Drop { hand: SideId(*hand), kind: kind(*of), to: SquareId(*to) }
        }
        Pick::Square(square) => Choice::Square(SquareId(*square)),
        Pick::Hand(side, of) => Choice::Hand(SideId(*side), kind(*of)),
        Pick::Type(of) => Choice::Type(kind(*of)),
        Pick::Number(number) => Choice::Number(*number),
        Pick::Alternative(number) => Choice::Alternative(*number),
        Pick::Nothing => Choice::Nothing,
    }
}
