//! Statements of the lowered rules, and the effects among them.

use super::expressions::{Cond, Kind, Num, Set, Who};
use crate::ir::LabelId;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt<B> {
    /// One piece moves.
    Move {
        /// Who chooses.
        by: Who,
        /// The pieces that may.
        pieces: Set<B>,
        /// Which moves count.
        only: Cond<B>,
        /// What holds the piece's square afterwards.
        slot: Option<u16>,
        /// Its label.
        label: Option<LabelId>,
    },
    /// A piece comes from a hand.
    Drop {
        /// Who chooses.
        by: Who,
        /// Whose.
        hand: Who,
        /// Which types.
        types: Vec<u16>,
        /// Where to.
        on: Set<B>,
        /// What holds the piece's square afterwards.
        slot: Option<u16>,
        /// Its label.
        label: Option<LabelId>,
    },
    /// Something is chosen.
    Choose(Box<Choosing<B>>),
    /// One of several ways.
    Either {
        /// Who chooses.
        by: Who,
        /// The ways, with their labels.
        ways: Vec<(Option<LabelId>, Vec<Stmt<B>>)>,
    },
    /// One or the other.
    If(Cond<B>, Vec<Stmt<B>>, Vec<Stmt<B>>),
    /// Once for each square.
    ForEach(u16, Set<B>, Vec<Stmt<B>>),
    /// Again and again.
    Repeat(Num<B>, Cond<B>, Vec<Stmt<B>>),
    /// An effect.
    Effect(Eff<B>),
    /// The turn cannot be played so.
    Refuse,
    /// The game is over; the number of the reason.
    End(Verdict, usize),
    /// Who has the next turn.
    Next(Who),
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// That side.
    Wins(Who),
    /// The other side.
    Loses(Who),
    /// Nobody.
    Draw,
}

/// A choice of a square, a piece in hand, a type or a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choosing<B> {
    /// Who chooses.
    pub(crate) by: Who,
    /// What holds it.
    pub(crate) slot: u16,
    /// Among what.
    pub(crate) among: Among<B>,
    /// Whether nothing may be chosen.
    pub(crate) optional: bool,
    /// Its label.
    pub(crate) label: Option<LabelId>,
    /// What is done with it.
    pub(crate) then: Vec<Stmt<B>>,
    /// What is done without candidates.
    pub(crate) otherwise: Option<Vec<Stmt<B>>>,
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Among<B> {
    /// Squares, and pieces in a hand.
    Squares(Set<B>, Option<(Who, Vec<u16>)>),
    /// Types.
    Types(Vec<Kind<B>>),
    /// Types in a hand.
    TypesInHand(Who, Vec<u16>),
    /// Numbers.
    Numbers(Num<B>, Num<B>),
}

/// An effect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Eff<B> {
    /// The pieces are captured.
    Capture(Set<B>),
    /// The pieces leave the board.
    Remove(Set<B>),
    /// What was chosen leaves the game.
    RemoveChosen(u16),
    /// New pieces; the owner `None` is nobody.
    Place(Kind<B>, Option<Who>, Set<B>),
    /// A piece goes elsewhere.
    Relocate(Set<B>, Set<B>),
    /// Two squares change what is on them.
    Swap(Set<B>, Set<B>),
    /// Pieces become another type.
    Become(Set<B>, Kind<B>),
    /// Pieces change their owner.
    ChangeOwner(Set<B>, Option<Who>),
    /// Pieces get or lose a mark, by its number.
    Mark(Set<B>, u8, bool),
    /// A token goes to a square.
    Give(usize, Set<B>),
    /// A token leaves the board.
    TakeAway(usize),
    /// A token has a level.
    SetLevel(usize, Num<B>),
    /// A hand changes.
    Hand(Who, Kind<B>, Num<B>),
    /// A number variable; its index, and the range it keeps to.
    SetNumber(Target, Num<B>, (i32, i32)),
    /// A switch.
    SetTruth(Target, Cond<B>),
    /// A variable of squares.
    SetSquares(Target, Set<B>),
}

/// Where a variable's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// At that index.
    At(usize),
    /// At that index for the first side, of the owner of what is in a slot.
    Of(usize, u16),
}
