//! Statements of the lowered rules, and the effects among them.

use std::marker::PhantomData;

use super::expressions::{Cond, Kind, Num, Set, Who};
use crate::ir::{Effect, LabelId, SlotId, Terms};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt<B> {
    /// A choice among moves.
    Move {
        /// Who chooses.
        by: Who,
        /// The pieces that may move.
        pieces: Set<B>,
        /// What must hold of a move.
        only: Cond<B>,
        /// The slot that holds the piece's square afterwards.
        slot: Option<SlotId>,
        /// The label of the choice.
        label: Option<LabelId>,
    },
    /// A choice among drops.
    Drop {
        /// Who chooses.
        by: Who,
        /// Whose hand the piece comes from.
        hand: Who,
        /// The types that may be dropped.
        types: Vec<u16>,
        /// The squares on which they may be dropped.
        on: Set<B>,
        /// The slot that holds the piece's square afterwards.
        slot: Option<SlotId>,
        /// The label of the choice.
        label: Option<LabelId>,
    },
    /// A choice of a square, a piece in hand, a type or a number.
    Choose(Box<Choosing<B>>),
    /// A choice among alternatives.
    Either {
        /// Who chooses.
        by: Who,
        /// The alternatives, with their labels.
        ways: Vec<(Option<LabelId>, Vec<Stmt<B>>)>,
    },
    /// The first block if the condition holds, else the second.
    If(Cond<B>, Vec<Stmt<B>>, Vec<Stmt<B>>),
    /// The block for each square of the set, with that square in a slot.
    ForEach(SlotId, Set<B>, Vec<Stmt<B>>),
    /// The block at most so many times, as long as the condition holds.
    Repeat(Num<B>, Cond<B>, Vec<Stmt<B>>),
    /// An effect.
    Effect(Eff<B>),
    /// The turn is illegal.
    Refuse,
    /// The game is over, with the number of the reason.
    End(Verdict, usize),
    /// Sets who has the next turn.
    Next(Who),
}

impl<B> Stmt<B> {
    /// Returns who chooses, if it asks for a choice itself.
    pub(crate) fn chooser(&self) -> Option<Who> {
        match self {
            Self::Move { by, .. } | Self::Drop { by, .. } | Self::Either { by, .. } => Some(*by),
            Self::Choose(choose) => Some(choose.by),
            _ => None,
        }
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// This side.
    Wins(Who),
    /// The opponent of this side.
    Loses(Who),
    /// Nobody.
    Draw,
}

/// A choice of a square, a piece in hand, a type or a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choosing<B> {
    /// Who chooses.
    pub(crate) by: Who,
    /// The slot that holds what is chosen.
    pub(crate) slot: SlotId,
    /// The candidates.
    pub(crate) among: Among<B>,
    /// Whether nothing may be chosen too.
    pub(crate) optional: bool,
    /// The label of the choice.
    pub(crate) label: Option<LabelId>,
    /// What follows a choice.
    pub(crate) then: Vec<Stmt<B>>,
    /// What is done if there are no candidates; the turn is illegal if it is `None`.
    pub(crate) otherwise: Option<Vec<Stmt<B>>>,
}

/// The candidates of a choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Among<B> {
    /// Squares, and pieces in a hand of these types.
    Squares(Set<B>, Option<(Who, Vec<u16>)>),
    /// Types.
    Types(Vec<Kind<B>>),
    /// Types of pieces in a hand.
    TypesInHand(Who, Vec<u16>),
    /// Numbers from the first to the second.
    Numbers(Num<B>, Num<B>),
}

/// An effect of a compiled program.
pub(crate) type Eff<B> = Effect<Lowered<B>>;

/// The expressions of a compiled program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lowered<B>(PhantomData<B>);

impl<B> Terms for Lowered<B> {
    type Squares = Set<B>;
    type Type = Kind<B>;
    type Number = Num<B>;
    type Truth = Cond<B>;
    type Side = Who;
    /// `None` is nobody.
    type Owner = Option<Who>;
    type Variable = Target;
    type NumberVariable = Ranged;
}

/// Where the value of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// At this index.
    At(usize),
    /// At this index for the first side and the next one for the second: that of the owner of the piece in a slot.
    Of(usize, SlotId),
}

impl Target {
    /// Returns the indices at which the value may be: those of both sides if the side is known only in play.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        let (first, other) = match self {
            Self::At(index) => (index, None),
            Self::Of(first, _) => (first, Some(first + 1)),
        };
        [Some(first), other].into_iter().flatten()
    }

    /// Returns who decides where the value is.
    pub(crate) fn who(self) -> Option<Who> {
        match self {
            Self::At(_) => None,
            Self::Of(_, slot) => Some(Who::OwnerOf(slot)),
        }
    }
}

/// Where the number of a variable is, and the range to which it is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ranged {
    /// Where it is.
    pub(crate) target: Target,
    /// The least and the greatest value.
    pub(crate) range: (i32, i32),
}
