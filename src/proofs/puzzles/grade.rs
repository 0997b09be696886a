//! How hard a puzzle is, how interesting, and which are alike.

use std::collections::BTreeSet;

use crate::ir::{Game, PieceTypeId, SquareId};
use crate::proofs::mates::{Mates, Stand};
use crate::proofs::solve::Symmetry;
use crate::state::{Choice, GameResult, Piece, Position, Turn};

/// Two positions are near each other if they differ in at most so many squares, and on small boards in fewer.
const NEAR: usize = 5;

/// Of so many squares one may differ.
const SQUARES_FOR_ONE: usize = 8;

/// The highest grade.
pub(super) const HARDEST: u32 = 5;

/// How hard a puzzle of so many turns is with so many plausible wrong turns, from 1.
pub(super) fn grade(turns: u32, tries: usize) -> u32 {
    let tempting = match tries {
        0 => 0,
        1 | 2 => 1,
        3..=6 => 2,
        _ => 3,
    };
    (turns.saturating_sub(1).saturating_mul(2).saturating_sub(1) + tempting).clamp(1, HARDEST)
}

/// Tells whether two positions hardly differ, one of them perhaps turned round or with the sides exchanged.
pub(super) fn is_near(game: &Game, one: &Position, other: &Position) -> bool {
    let near = (one.pieces.len() / SQUARES_FOR_ONE).clamp(1, NEAR);
    let images = Symmetry::candidates(game);
    let mut counts = images.iter().map(|image| {
        let to = |at: SquareId| SquareId(image.image(at.0));
        differences((one, other), to, image.swaps())
    });
    counts.any(|count| count <= near) || differences((one, other), |at| at, false) <= near
}

/// Returns in how many squares two positions differ, the squares of the second one found by `to`.
fn differences(
    (one, other): (&Position, &Position),
    to: impl Fn(SquareId) -> SquareId,
    swaps: bool,
) -> usize {
    let image = |piece: Piece| {
        let owner = piece.owner.map(|side| if swaps { side.opponent() } else { side });
        Piece { owner, ..piece }
    };
    let squares = one.pieces.enumerate();
    squares.filter(|(at, piece)| other.pieces[to(*at)].map(image) != **piece).count()
}

/// How a solution looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    /// Whether the first turn captures.
    captures: bool,
    /// How many replies there are to it.
    replies: usize,
    /// How many different turns answer them.
    answers: usize,
    /// How many steps it has.
    steps: usize,
    /// Whether a reply captures where it ends.
    offers: bool,
    /// The piece that moves first, or is dropped.
    piece: Option<PieceTypeId>,
    /// Where it ends.
    to: Option<SquareId>,
    /// How the game ends.
    reason: String,
    turns: u32,
}

impl Looks {
    pub(super) fn of(
        position: &Position,
        (solution, proof, end): (&Turn, &Mates, &GameResult),
    ) -> Self {
        let replies = match proof.first.first().map(|first| &proof.positions[first.then]) {
            Some(Stand::Other(replies)) => &replies[..],
            _ => &[],
        };
        let answers: BTreeSet<String> = replies
            .iter()
            .filter_map(|(_, then)| match &proof.positions[*then] {
                Stand::Own { turn, .. } => Some(format!("{:?}", turn.steps)),
                _ => None,
            })
            .collect();
        let (piece, to) = moved(position, solution);
        let takes = |turn: &Turn| {
            turn.steps.iter().any(|step| match &step.choice {
                Choice::Move(made) => to.is_some_and(|to| made.takes.contains(&to)),
                _ => false,
            })
        };
        Self {
            captures: solution.steps.iter().any(|step| step.choice.captures()),
            replies: replies.len(),
            answers: answers.len(),
            steps: solution.steps.len(),
            offers: replies.iter().any(|(turn, _)| takes(turn)),
            piece,
            to,
            reason: end.reason.clone(),
            turns: proof.first.first().map_or(0, |first| first.turns),
        }
    }

    /// Tells whether nobody would think long.
    pub(super) fn is_dull(&self, tries: usize) -> bool {
        (self.captures && tries < 2) || (tries == 0 && self.replies <= 1 && !self.offers)
    }

    /// Returns how interesting a puzzle is, compared with others.
    pub(super) fn interest(&self, tries: usize, turns: u32) -> i64 {
        let counted = |count: usize, most: usize| i64::try_from(count.min(most)).unwrap_or(0);
        let mut interest = 3 * counted(tries, 6) + 2 * counted(self.answers, 5);
        interest += counted(self.replies, 8) + 4 * i64::from(turns);
        interest += 4 * i64::from(self.offers) - 6 * i64::from(self.captures);
        interest + 2 * counted(self.steps, 2)
    }

    /// Tells whether two solutions are alike.
    pub(super) fn resembles(&self, other: &Self) -> bool {
        self.piece == other.piece && self.reason == other.reason && self.turns == other.turns
    }
}

/// Returns the piece that a turn moves or drops first, and where it ends.
fn moved(position: &Position, turn: &Turn) -> (Option<PieceTypeId>, Option<SquareId>) {
    let found = turn.steps.iter().find_map(|step| match &step.choice {
        Choice::Move(made) => {
            Some((position.pieces[made.from].map(|piece| piece.kind), Some(made.to)))
        }
        Choice::Drop { kind, to, .. } => Some((Some(*kind), Some(*to))),
        _ => None,
    });
    found.unwrap_or((None, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_and_more_tempting_is_harder() {
        let grades: Vec<u32> = [(1, 0), (2, 0), (2, 2), (2, 9), (3, 0), (3, 9)]
            .map(|(turns, tries)| grade(turns, tries))
            .to_vec();
        assert_eq!(grades, [1, 1, 2, 4, 3, 5]);
    }
}
