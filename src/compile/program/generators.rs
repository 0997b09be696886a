//! Move generators: how the moves of each piece type are generated, in bulk by shifts or piece by piece from tables.

use super::move_tables::RayPair;
use crate::ir::LandingKind;

/// How many masks are evaluated once for all pieces.
pub(crate) const KEPT_MASKS: usize = 8;

/// How many sites a way that is generated from tables may have.
pub(crate) const SITES: usize = 2;

/// The most ascending, and the most descending, hopper rays from one square.
pub(crate) const MAX_HOPS: usize = 4;

/// How the moves of one side are generated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generators<B> {
    /// The generators by type.
    pub(crate) of: Vec<Generator<B>>,
    /// The types with bulk generation.
    pub(crate) bulk: Vec<usize>,
    /// Other types with one way only and a board; their sites have the same masks.
    pub(crate) single_way: Vec<SingleWay<B>>,
    /// Guarded ways of all types.
    pub(crate) guarded_ways: Vec<(usize, Vec<B>)>,
    /// The masks that the generators need.
    pub(crate) masks: Vec<usize>,
}

/// How the moves of one type are generated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generator<B> {
    /// The board of this type, if it has bulk generation.
    pub(crate) board: Option<usize>,
    /// The shifts of bulk generation.
    pub(crate) shifts: Vec<Shift<B>>,
    /// The ways that are generated from tables.
    pub(crate) fast: Vec<FastWay<B>>,
    /// Other ways: the number, and the origins.
    pub(crate) slow: Vec<(u16, B)>,
    /// Why those are not generated from tables.
    pub(crate) whys: Vec<(u16, &'static str)>,
    /// Guarded ways, impossible while a mask is empty: its number, and for each square of it the origins it allows.
    pub(crate) guarded_ways: Vec<(usize, Vec<B>)>,
    /// Whether two ways can reach the same square; then only the first one counts.
    pub(crate) overlaps: bool,
    /// Whether there is only one way, generated from tables, and each move has the main effect of its site.
    pub(crate) simple: bool,
}

/// A way that is generated from tables.
#[derive(Clone, Debug)]
pub(crate) struct FastWay<B> {
    /// The number of the way.
    pub(crate) way: u16,
    /// Its destinations.
    pub(crate) reach: Reach<B>,
    /// The squares it may start on.
    pub(crate) from: B,
    /// The squares it may end on.
    pub(crate) to: B,
    /// Whether it has conditions besides its squares and what stands on them.
    pub(crate) asks: bool,
    /// If a royal piece of the mover stands here, the moves must be classified one by one.
    pub(crate) undecided: B,
    /// How many sites it has.
    pub(crate) count: usize,
    /// Its sites; the first match counts.
    pub(crate) sites: [FastSite; SITES],
    /// By class of origin and site, the destinations for which a move has the main effect of the site and is
    /// attack-preserving.
    pub(crate) decided: Vec<[B; SITES]>,
}

/// A set of squares on which a way may end, and what happens there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastSite {
    /// The number of the mask with the squares, below [`KEPT_MASKS`].
    pub(crate) mask: usize,
    /// What happens there.
    pub(crate) landing: LandingKind,
    /// The most frequent effect.
    pub(crate) move_effect: u16,
}

/// The destinations of a way by origin.
#[derive(Clone, Debug)]
pub(crate) enum Reach<B> {
    /// Leapers: always the same squares.
    Leaps(Vec<B>),
    /// Sliders on up to two lines, which may leap too.
    TwoLines(Vec<Rays<B, 2>>),
    /// Sliders on up to four lines, which may leap too.
    FourLines(Vec<Rays<B, 4>>),
    /// Leaps, and destinations that depend on other squares.
    Ends(Vec<Ends<B>>),
    /// Hoppers, which jump over exactly one piece on a ray.
    Hops(Vec<Hops<B>>),
    /// The destinations of the route with this number.
    Walk(usize),
}

/// The destinations from one square, some of which depend on other squares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ends<B> {
    /// Those that depend on nothing.
    pub(crate) free: B,
    /// The others: the squares that are tested, those of them that must be occupied, and the destination.
    pub(crate) conditional: Vec<(B, B, B)>,
}

/// The hopper rays from one square, on which the first piece is jumped over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hops<B> {
    /// The rays with ascending squares.
    pub(crate) upper: [B; MAX_HOPS],
    /// The rays with descending squares.
    pub(crate) lower: [B; MAX_HOPS],
    /// The squares they may end on.
    pub(crate) to: B,
}

/// The rays and leaps from one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rays<B, const N: usize> {
    /// The leaps.
    pub(crate) free: B,
    /// The leaps and the nearest square of each ray: if none of them can be entered, there are no moves.
    pub(crate) nearest: B,
    /// The rays.
    pub(crate) lines: [RayPair<B>; N],
}

/// A shift of bulk generation: one step of all pieces of a type, with one of the sites on which it may end.
#[derive(Clone, Debug)]
pub(crate) struct Shift<B> {
    /// By how much the number of the square changes.
    pub(crate) by: i16,
    /// The squares it may start on.
    pub(crate) from: B,
    /// The offset of a square that must be empty.
    pub(crate) over: Option<i16>,
    /// The number of the way.
    pub(crate) way: u16,
    /// The squares it may end on.
    pub(crate) to: B,
    /// The site.
    pub(crate) site: FastSite,
    /// The destinations for which a move has the main effect of the site and is attack-preserving.
    pub(crate) decided: B,
    /// If a royal piece of the mover stands here, no destination is.
    pub(crate) undecided: B,
}

/// A type with one way of moving only.
#[derive(Clone, Debug)]
pub(crate) struct SingleWay<B> {
    /// The board of the type.
    pub(crate) board: usize,
    /// The way.
    pub(crate) way: FastWay<B>,
}
