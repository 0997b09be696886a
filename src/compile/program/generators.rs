//! Move generators: how the moves of each piece type are listed.

use super::move_tables::RayPair;

/// How many masks are judged once for all pieces.
pub(crate) const KEPT_MASKS: usize = 8;

/// How many sites a way listed from tables may have.
pub(crate) const SITES: usize = 2;

/// The most rays each way on which pieces are jumped over.
pub(crate) const MAX_HOPS: usize = 4;

/// How the moves of one side are listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generators<B> {
    /// By type.
    pub(crate) of: Vec<Generator<B>>,
    /// The types whose pieces are moved all at once.
    pub(crate) bulk: Vec<usize>,
    /// Other types that have only one way and a board; what happens where is asked of the same sets for all.
    pub(crate) single_way: Vec<SingleWay<B>>,
    /// Ways that are rarely possible: the number of a mask, and for each square of it, from where they then are.
    pub(crate) guarded_ways: Vec<(usize, Vec<B>)>,
    /// The masks that are needed.
    pub(crate) masks: Vec<usize>,
}

/// How the moves of one type are listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generator<B> {
    /// The board of the pieces of this type, if they are moved all at once.
    pub(crate) board: Option<usize>,
    /// The shifts by which they are.
    pub(crate) shifts: Vec<Shift<B>>,
    /// The ways listed from tables.
    pub(crate) fast: Vec<FastWay<B>>,
    /// Other ways: the number, and from where they are possible.
    pub(crate) slow: Vec<(u16, B)>,
    /// Why these are not listed from tables.
    pub(crate) whys: Vec<(u16, &'static str)>,
    /// Ways that are rarely possible: the number of a mask, and for each square of it, from where they then are.
    pub(crate) guarded_ways: Vec<(usize, Vec<B>)>,
    /// Whether two ways can reach the same square, so that the first one counts.
    pub(crate) overlaps: bool,
    /// Whether there is only one way, fast, of which all moves are what its sites say.
    pub(crate) simple: bool,
}

/// A way listed from tables.
#[derive(Clone, Debug)]
pub(crate) struct FastWay<B> {
    /// Its number.
    pub(crate) way: u16,
    /// Where it ends.
    pub(crate) reach: Reach<B>,
    /// From where it is possible.
    pub(crate) from: B,
    /// To where it is possible.
    pub(crate) to: B,
    /// Whether it asks for more than where it leads and what stands there.
    pub(crate) asks: bool,
    /// If a royal piece stands here, its moves must be judged one by one.
    pub(crate) undecided: B,
    /// How many sites there are.
    pub(crate) count: usize,
    /// What happens where, first match.
    pub(crate) sites: [FastSite; SITES],
    /// For each class of where a move starts and each site, to where a move is the deed of the site, and legal if it
    /// leaves no danger.
    pub(crate) decided: Vec<[B; SITES]>,
}

/// What happens where a way ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastSite {
    /// On which squares: the number of a mask, below [`KEPT_MASKS`].
    pub(crate) mask: usize,
    /// What happens: see `landing_number`.
    pub(crate) landing: u8,
    /// The deed of most moves.
    pub(crate) move_effect: u16,
}

/// Where a way ends, from each square.
#[derive(Clone, Debug)]
pub(crate) enum Reach<B> {
    /// Always on the same squares.
    Leaps(Vec<B>),
    /// Along up to two lines, and on squares that are always the same.
    TwoLines(Vec<Rays<B, 2>>),
    /// Along up to four lines, and on squares that are always the same.
    FourLines(Vec<Rays<B, 4>>),
    /// On squares that are always the same, and on squares that demand something of others.
    Ends(Vec<Ends<B>>),
    /// Beyond exactly one piece, along rays.
    Hops(Vec<Hops<B>>),
    /// Where the walk with that number ends.
    Walk(usize),
}

/// The ends from one square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ends<B> {
    /// Those that demand nothing.
    pub(crate) free: B,
    /// Which squares matter, which of them must be occupied, and where it ends then.
    pub(crate) demanding: Vec<(B, B, B)>,
}

/// Rays from one square on which the first piece is jumped over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hops<B> {
    /// Those whose squares ascend.
    pub(crate) upper: [B; MAX_HOPS],
    /// Those whose squares descend.
    pub(crate) lower: [B; MAX_HOPS],
    /// Where it may end.
    pub(crate) to: B,
}

/// The rays from one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rays<B, const N: usize> {
    /// The ends that demand nothing.
    pub(crate) free: B,
    /// These, and the nearest square of each ray: if none of them can be entered, nothing can be reached.
    pub(crate) nearest: B,
    /// The lines.
    pub(crate) lines: [RayPair<B>; N],
}

/// One step by which all pieces of a type are moved at once, with one of the things that happen where it ends.
#[derive(Clone, Debug)]
pub(crate) struct Shift<B> {
    /// By how much the number of the square grows.
    pub(crate) by: i16,
    /// From where.
    pub(crate) from: B,
    /// How far away is the square that must be empty.
    pub(crate) over: Option<i16>,
    /// The number of the way it belongs to.
    pub(crate) way: u16,
    /// To where it leads.
    pub(crate) to: B,
    /// What happens there, and on which squares.
    pub(crate) site: FastSite,
    /// To where a move is the deed of the site, and legal if it leaves no danger.
    pub(crate) decided: B,
    /// If a royal piece stands here, no move is.
    pub(crate) undecided: B,
}

/// A type whose pieces have one way of moving and no other.
#[derive(Clone, Debug)]
pub(crate) struct SingleWay<B> {
    /// The board of the pieces of this type.
    pub(crate) board: usize,
    /// The way.
    pub(crate) way: FastWay<B>,
}
