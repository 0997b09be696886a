//! What a turn's text shows. Two ways of choosing that show the same are the same turn: this is the only place that says
//! what that is.

use super::turn::{Choice, Step, Turn};
use crate::ir::{Game, Id, LabelId, PieceTypeId, SideId, SquareId};

pub use crate::ir::ShownKind;

/// What a turn's text shows of one choice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// A move: from where, over which squares that are part of its name, to where.
    Move {
        /// Where it starts.
        from: SquareId,
        /// The squares on the way that are part of its name.
        via: Vec<SquareId>,
        /// Where it ends.
        to: SquareId,
    },
    /// A drop.
    Drop {
        /// Whose hand the piece comes from.
        hand: SideId,
        /// Its type.
        kind: PieceTypeId,
        /// Where it comes to stand.
        to: SquareId,
    },
    /// A square.
    Square(SquareId),
    /// A piece in hand.
    Hand(SideId, PieceTypeId),
    /// A type.
    Type(PieceTypeId),
    /// A number.
    Number(i32),
    /// A way to go on, which shows by its label and by nothing else.
    Way,
}

/// A choice that shows, with the label of the statement that asked for it.
pub type ShownStep<What> = (Option<LabelId>, What);

impl Shown {
    /// Returns what shows of a choice, but for its label; `None` if nothing was chosen.
    fn of(choice: &Choice) -> Option<Self> {
        Some(match choice {
            Choice::Move(made) => {
                Self::Move { from: made.from, via: made.via.clone(), to: made.to }
            }
            Choice::Drop { hand, kind, to } => Self::Drop { hand: *hand, kind: *kind, to: *to },
            Choice::Square(square) => Self::Square(*square),
            Choice::Hand(side, kind) => Self::Hand(*side, *kind),
            Choice::Type(kind) => Self::Type(*kind),
            Choice::Number(number) => Self::Number(*number),
            Choice::Alternative(_) => Self::Way,
            Choice::Nothing => return None,
        })
    }

    /// Returns what kind of choice it is.
    pub fn kind(&self) -> ShownKind {
        match self {
            Self::Move { .. } => ShownKind::Move,
            Self::Drop { .. } => ShownKind::Drop,
            Self::Square(_) => ShownKind::Square,
            Self::Hand(..) | Self::Type(_) => ShownKind::Type,
            Self::Number(_) => ShownKind::Number,
            Self::Way => ShownKind::Way,
        }
    }

    /// Returns it with the label of the statement that asked for it, if anything shows.
    pub fn with(self, label: Option<LabelId>) -> Option<ShownStep<Self>> {
        self.kind().with(label, self)
    }
}

/// Decides which of several turns comes first: by labels, names of squares, types and numbers, step by step.
#[derive(Clone, Debug, Default)]
pub struct TurnOrder {
    /// The place of each square's name among all of them in alphabetical order.
    squares: Vec<u32>,
    /// The same of labels, from 1.
    labels: Vec<u32>,
}

impl TurnOrder {
    /// Makes one for the names of a game.
    pub fn of(game: &Game) -> Self {
        let squares: Vec<&str> =
            game.board.squares.iter().map(|square| square.name.as_str()).collect();
        let labels: Vec<&str> = game.labels.iter().map(String::as_str).collect();
        Self { squares: places(&squares), labels: places(&labels) }
    }

    /// Returns the numbers by which a turn is compared with others, given what its text shows.
    pub fn key(&self, shown: &[ShownStep<Shown>]) -> Vec<i32> {
        let mut key = Vec::new();
        let square = |square: SquareId| place(&self.squares, usize::from(square.0));
        for (label, what) in shown {
            if let Some(label) = label {
                key.push(1 + place(&self.labels, label.index()));
            }
            match what {
                Shown::Move { from, via, to } => {
                    key.push(square(*from));
                    key.extend(via.iter().map(|via| square(*via)));
                    key.push(square(*to));
                }
                Shown::Drop { kind, to, .. } => {
                    key.extend([number(kind.index()), square(*to)]);
                }
                Shown::Square(chosen) => key.push(square(*chosen)),
                Shown::Hand(_, kind) | Shown::Type(kind) => key.push(number(kind.index())),
                Shown::Number(chosen) => key.push(*chosen),
                Shown::Way => {}
            }
        }
        key
    }
}

/// Returns the place of each name among all of them in alphabetical order.
fn places(names: &[&str]) -> Vec<u32> {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    let place = |name: &&str| sorted.binary_search(name).unwrap_or(0);
    names.iter().map(|name| u32::try_from(place(name)).unwrap_or(u32::MAX)).collect()
}

fn place(places: &[u32], index: usize) -> i32 {
    places.get(index).map_or(0, |place| place.cast_signed())
}

fn number(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

impl Step {
    /// Returns what the turn's text shows of it, if anything.
    pub fn shown(&self) -> Option<ShownStep<Shown>> {
        Shown::of(&self.choice)?.with(self.label)
    }
}

impl Turn {
    /// Returns what its text shows: two turns that show the same are the same.
    pub fn shown(&self) -> Vec<ShownStep<Shown>> {
        self.steps.iter().filter_map(Step::shown).collect()
    }
}
