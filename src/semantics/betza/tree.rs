//! The syntax tree: groups of legs, each with its modifiers.

use std::ops::Range;

use super::letters::{Shape, Way};

/// One atom with its modifiers, or one path of several legs.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// How the piece gets there.
    pub(super) motion: Motion,
    /// What may stand where it ends.
    pub(super) landing: Vec<Use>,
    /// Whether it is only for pieces that have not moved yet.
    pub(super) initial: bool,
    /// Whether it never captures royal pieces.
    pub(super) tame: bool,
    /// Whether it changes places with what it would capture.
    pub(super) swaps: bool,
    /// Where it is written.
    pub(super) place: Range<usize>,
}

/// How a piece gets somewhere.
#[derive(Clone, Debug)]
pub(super) enum Motion {
    /// Over the legs, at least one.
    Path(Vec<Leg>),
    /// To any square.
    Anywhere,
    /// So many squares to these sides, and a partner to the other side of the piece.
    Aside {
        /// How many squares.
        steps: u8,
        /// To which sides: 1 is right, -1 left.
        sides: Vec<i16>,
    },
    /// From the hand.
    Drop,
}

/// One leg of a path.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// Its leaps.
    pub(super) shape: Shape,
    /// How many of them.
    pub(super) reach: Reach,
    /// Where to; anywhere its spread allows if empty. With the place of each phrase.
    pub(super) heading: Vec<(Phrase, Range<usize>)>,
    /// Where to, unless said.
    pub(super) spread: Spread,
    /// What may stand where it ends, if another leg follows.
    pub(super) pass: Vec<Use>,
    /// How it gets there.
    pub(super) manner: Manner,
    /// Whether the piece may also stay there although another leg follows.
    pub(super) stop: bool,
    /// Whether it goes round the sides of the board.
    pub(super) around: bool,
    /// Where it is written.
    pub(super) place: Range<usize>,
}

impl Leg {
    /// Makes a leg in all directions, behind which nothing is said.
    pub(super) fn new(shape: Shape, reach: Reach, manner: Manner, place: Range<usize>) -> Self {
        let (heading, spread, pass) = (Vec::new(), Spread::NotBack, Vec::new());
        Self { shape, reach, heading, spread, pass, manner, stop: false, around: false, place }
    }
}

/// What is done with what stands where a leg ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// It is empty.
    Empty,
    /// An enemy is captured.
    Enemy,
    /// A piece of its own side is captured.
    Own,
    /// There is a piece, which stays.
    Hurdle,
    /// There is a piece of its own side, which stays.
    OwnHurdle,
    /// A royal enemy is captured.
    Royal,
    /// It is empty, and a piece that has just passed it is captured.
    Passed,
}

/// How many leaps a leg has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// From one to so many.
    Times(u8),
    /// One or more.
    Unlimited,
}

/// Which directions a leg takes if none is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// All but straight back. Bends by 45 degrees turn the atom.
    NotBack,
    /// Straight on, or the two ways nearest to it.
    Outward,
}

/// A word or two of direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phrase {
    /// `f`
    Alone(Way),
    /// `ff`
    Doubled(Way),
    /// `fr`
    Pair(Way, Way),
    /// `fh`
    Half(Way),
    /// `hr` (`true`) and `hl`.
    Handed(bool),
}

/// How a leg gets to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Leaping, and stopped only by pieces on the squares between leaps.
    Plain,
    /// `n`
    Lame,
    /// `j`
    Jump,
    /// `p`
    Hop,
    /// `g`
    HopShort,
    /// `hh`
    Halfling,
    /// `z`
    Zigzag,
    /// `q`
    Round,
}
