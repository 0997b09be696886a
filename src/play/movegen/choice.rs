//! What was chosen, as the rules know it.

use crate::ir::{Id, PieceTypeId, SideId, SquareId, slots};
use crate::play::execution::moves::{Move, Pick, SWAPS, Trails};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::state::StateSize;
use crate::state::{Choice, MoveMade};

/// Returns what was chosen as the rules know it; what a move captures is found where it begins.
pub fn choice_of<S: StateSize>(run: &mut Execution<'_, S>, pick: &Pick) -> Choice {
    let kind = |kind: u16| PieceTypeId::from_index(usize::from(kind));
    match pick {
        Pick::Move(made, trail) => Choice::Move(move_of(run, *made, trail)),
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

fn move_of<S: StateSize>(run: &mut Execution<'_, S>, made: Move, trail: &Trails) -> MoveMade {
    // What else a move captures may depend on where it begins and ends.
    let before = [(slots::FROM, made.from), (slots::TO, made.to)]
        .map(|(slot, square)| (slot.0, run.slots.set(slot.0, Bound::Square(square))));
    let takes = run.taken(made, (made.trail > 0).then_some(trail));
    for (slot, bound) in before {
        run.slots.set(slot, bound);
    }
    let squares = |list: &[u8]| list.iter().map(|&square| SquareId(square)).collect();
    MoveMade {
        from: SquareId(made.from),
        to: SquareId(made.to),
        via: squares(&trail.via),
        takes: squares(&takes),
        swaps: made.landing == SWAPS,
        clause: run.rules().ways[usize::from(made.way)].source,
    }
}
