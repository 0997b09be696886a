//! Converts choices to the form of [`Choice`].

use crate::ir::{Id, LandingKind, PieceTypeId, SquareId, SquareIndex, slots};
use crate::play::execution::moves::{Move, MovePath, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::state::sizes::StateSize;
use crate::state::{Choice, MoveMade};

/// Returns a choice in the form of [`Choice`]. It must be made from the present state, as it shows what a move captures.
pub(crate) fn choice_of<S: StateSize>(run: &mut Execution<'_, S>, pick: &Pick) -> Choice {
    let kind = |kind: u16| PieceTypeId::from_index(usize::from(kind));
    match pick {
        Pick::Move(made, path) => Choice::Move(move_of(run, *made, path)),
        Pick::Drop(hand, of, to) => {
            Choice::Drop { hand: *hand, kind: kind(*of), to: SquareId(*to) }
        }
        Pick::Alternative(number) => Choice::Alternative(*number),
        Pick::Bound(Binding::Square(square)) => Choice::Square(SquareId(*square)),
        Pick::Bound(Binding::Hand(side, of)) => Choice::Hand(*side, kind(*of)),
        Pick::Bound(Binding::Type(of)) => Choice::Type(kind(*of)),
        Pick::Bound(Binding::Number(number)) => Choice::Number(*number),
        Pick::Bound(Binding::Nothing | Binding::Victim(_)) => Choice::Nothing,
    }
}

fn move_of<S: StateSize>(run: &mut Execution<'_, S>, made: Move, path: &MovePath) -> MoveMade {
    // What a move captures may depend on its origin and destination.
    let before = [(slots::FROM, made.from), (slots::TO, made.to)]
        .map(|(slot, square)| (slot, run.slots.set(slot, Binding::Square(square))));
    let takes = run.captured_squares(made, (made.path > 0).then_some(path));
    for (slot, bound) in before {
        run.slots.set(slot, bound);
    }
    let squares = |list: &[SquareIndex]| list.iter().map(|&square| SquareId(square)).collect();
    MoveMade {
        from: SquareId(made.from),
        to: SquareId(made.to),
        via: squares(&path.via),
        takes: squares(&takes),
        swaps: made.landing == LandingKind::Swap,
        clause: run.rules().ways[usize::from(made.way)].source,
    }
}
