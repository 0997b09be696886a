//! Pieces and their ways of moving.

use super::visit::tree;
use super::{Argument, Block, Expr, Name, Text};
use crate::diag::worded;
use crate::source::Span;

tree! {
/// `piece Queen "Q" { … }`.
pub struct PieceItem by piece {
    /// The piece it stands in for: `replace Knight with Gentleman …`.
    @skip pub instead_of: Option<Name>,
    /// The name.
    @skip pub name: Name,
    /// One symbol (capitals for the first side, small letters for the second), or one for each side
    /// and, third, for pieces of neither; `"-"` for none.
    pub symbols: Vec<Text>,
    /// What the block says.
    @members pub members: Vec<PieceMember>,
}

/// One line of a piece's block.
pub struct PieceMember {
    /// What it says.
    pub kind: PieceMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a piece's block says.
pub enum PieceMemberKind {
    /// `royal`
    Royal = royal,
    /// `picture "♘" "♞"`: one for all, or one for each side and, third, for pieces of neither.
    Picture(Vec<Text>) = picture,
    /// `value 300`: what the computer takes it to be worth, in points.
    Value(Expr) = worth,
    /// `[name:] moves …`
    Clause(ClauseItem) => clause | named_clause,
    /// `replace name: moves …`
    ReplaceClause(ClauseItem) => replaced_clause,
    /// `remove name`
    RemoveClause(@skip Name) = removed,
    /// `drops on empty except own rank 8`
    DropsOn(Expr) = drops_on,
    /// `value = 9`: a property.
    Property(@skip Name, Expr) = property_value,
    /// `[name:] pawn-of(Rook)`: the lines of a define.
    Call {
        /// The name that its only way of moving gets.
        @skip name: Option<Name>,
        /// The define.
        @skip define: Name,
        /// What it is called with.
        arguments: Vec<Argument>,
    } => call_member | named_call using called_member,
}

/// One way of moving.
pub struct ClauseItem by clause {
    /// `double-step:`
    @skip pub name: Option<Name>,
    /// What it does at the end.
    pub verb: Verb,
    /// The ways there (one of them).
    pub patterns: Vec<Pattern>,
    /// What limits it or adds to it.
    pub modifiers: Vec<Modifier>,
    /// Its place.
    pub span: Span,
}
}

worded! {
/// What a way of moving does at its end.
pub enum Verb {
    /// To an empty square, or capturing an enemy (Betza's `m` and `c` count).
    Moves = "moves",
    /// Only capturing.
    Captures = "captures",
    /// Changes places with a piece (own, unless `with` says otherwise).
    Swaps = "swaps",
}
}

tree! {
/// A way over the board.
pub struct Pattern by pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Its place.
    pub span: Span,
}

/// How a way over the board is told.
pub enum PatternKind {
    /// `fmWfcF`, `hhNN`: Betza's notation.
    Betza(String) => betza,
    /// `as Queen`: the plain moves of another piece.
    As(Name) = as_piece,
    /// `as types of own on neighbours of origin`: the plain moves of all pieces that stand there.
    AsTypes(Box<Expr>) = as_types,
    /// `anywhere`: any square (with `to` to say which).
    Anywhere = anywhere,
    /// `step orthogonally then step diagonally outward`.
    Legs(Vec<Leg>) = words,
}

/// One leg of a way in words.
pub struct Leg {
    /// How it goes.
    pub gait: Gait,
    /// Whither, for `step` and `slide`: direction words; empty for leaps.
    pub ways: Vec<Name> = way,
    /// `onward`, `outward`: how it relates to the leg before.
    @skip pub relation: Option<Name> = relation,
    /// `exactly 2`, `up to 3`, `at least 2`, `2 to 4`, `half way`.
    pub limit: Option<LegLimit> = leg_limit,
    /// `over SET`: what it may pass (empty squares unless told).
    pub over: Option<Expr> = over,
    /// `onto SET`: where it must end (for a leg that is not the last: an empty square unless told).
    pub onto: Option<Expr> = onto,
    /// `taking`: the piece where it ends is captured along the way.
    pub taking: bool = leg_taking,
    /// `via`: where it ends is a part of the move's name.
    pub via: bool = via,
    /// Its place.
    pub span: Span,
}

/// How a leg goes.
pub enum Gait {
    /// `step`: one square.
    Step = step,
    /// `slide`: any number of squares in one direction.
    Slide = slide,
    /// `leap (1,2)`: in all eight mirror images.
    Leap(Vec<i64>) => leap using leap,
    /// `leap to (1,2)`: so far to the right and forward, and nowhere else.
    LeapTo(Vec<i64>),
    /// `ride (1,2)`: the leap any number of times in one direction.
    Ride(Vec<i64> [offset]) = ride,
}

/// How far a leg goes.
pub enum LegLimit {
    /// `exactly N`
    Exactly(Expr) = exactly,
    /// `up to N`
    UpTo(Expr) = up_to,
    /// `at least N`
    AtLeast(Expr) = at_least,
    /// `half way`
    Half = half_way,
}

/// What limits a way of moving or adds to it.
pub struct Modifier {
    /// What it says.
    pub kind: ModifierKind,
    /// Its place.
    pub span: Span,
}

/// The modifiers.
pub enum ModifierKind {
    /// `of SET`: which pieces may be captured.
    Of(Expr) = only_of,
    /// `with SET`: which pieces it may change places with.
    With(Expr) = only_with,
    /// `without capturing`
    WithoutCapturing = without_capturing,
    /// `without moving`: it captures from afar.
    WithoutMoving = without_moving,
    /// `from SET`: only from there.
    From(Expr) = only_from,
    /// `to SET`: only to there.
    To(Expr) = only_to,
    /// `taking SET`: these are captured too.
    Taking(Expr) = taking,
    /// `for White`: only that side has it.
    For(Name) = only_for,
    /// `when TRUTH`
    When(Expr) = only_when,
    /// `then { … }`
    Then(Block) = afterwards,
}
}
