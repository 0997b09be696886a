//! Expressions: sets of squares, numbers, truths, piece types and sides.
//!
//! All are first order: they range over the squares, types and numbers of the game, which are finite
//! when it is loaded. Sets of squares are the backbone: `own Pawn on rank 2` is the set of squares
//! that hold such a piece, so that a set is judged square by square and compiles to masks.
use super::ids::{
    BySide, MarkId, PieceTypeId, PropertyId, SideId, SlotId, TallyId, TokenId, VariableId,
};
use super::pattern::Walk;
use super::sets::{SquareSet, TypeSet};

/// A side, told from where the rule stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// That side.
    Fixed(SideId),
    /// The side whose turn it is; in endings, the side that is about to move.
    Own,
    /// The other side.
    Opponent,
    /// The owner of the piece in a slot; nobody if there is none or it is neutral.
    OwnerOf(SlotId),
}

/// A set of squares.
///
/// A set can also be asked about a piece that has left the board (a victim): it is judged as it
/// was just before it left.
#[derive(Clone, Debug, PartialEq)]
pub enum Squares {
    /// Always the same squares.
    Fixed(SquareSet),
    /// The squares as the side sees them: a zone, or `own rank 2`.
    Seen {
        /// Whose view.
        by: Side,
        /// The squares for each side.
        views: BySide<SquareSet>,
    },
    /// The squares without a piece.
    Empty,
    /// The squares with a piece.
    Occupied,
    /// The squares with a piece of the side.
    OwnedBy(Side),
    /// The squares with a piece of neither side.
    Neutral,
    /// The squares with a piece of one of the types.
    OfTypes(TypeSet),
    /// The squares with a piece of the type.
    OfType(TypeRef),
    /// The squares with a piece that carries the mark.
    Marked(MarkId),
    /// The square where the token is (borne or lying).
    Bearing(TokenId),
    /// The square in a slot; none if it holds none.
    Slot(SlotId),
    /// The squares in a variable.
    Variable(VariableRef),
    /// In any of them.
    Union(Vec<Squares>),
    /// In all of them.
    Intersection(Vec<Squares>),
    /// In the first and not in the second.
    Except(Box<Squares>, Box<Squares>),
    /// Where the walk can end from any of the squares, walked as the side sees the board.
    Reach {
        /// The starts.
        from: Box<Squares>,
        /// The way.
        walk: Box<Walk>,
        /// Whose view.
        side: Side,
    },
    /// What completed walks pass on the way: neither the start nor the end of it.
    Passed {
        /// The starts.
        from: Box<Squares>,
        /// The way.
        walk: Box<Walk>,
        /// Whose view.
        side: Side,
    },
    /// The lowest numbered (files first, then ranks) square of the set.
    First(Box<Squares>),
    /// The highest numbered square of the set.
    Last(Box<Squares>),
    /// The square with these coordinates, counted from 1 as the side sees the board; none if there is no such square.
    At {
        /// Its file, rank and layer.
        place: Box<[Number; 3]>,
        /// Whose view.
        side: Side,
    },
}

/// A variable, and whose where each side has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableRef {
    /// Which variable.
    pub id: VariableId,
    /// Whose, if each side has its own.
    pub side: Option<Side>,
}

/// A piece type found in play.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeRef {
    /// That type.
    Fixed(PieceTypeId),
    /// The type in a slot: a chosen type, or that of the piece there.
    OfSlot(SlotId),
    /// What the property says of a type.
    Property(PropertyId, Box<TypeRef>),
    /// The type of the piece on the first square of the set.
    At(Box<Squares>),
}

/// A whole number.
///
/// Arithmetic saturates; division and remainder by zero give 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// That number.
    Fixed(i32),
    /// What the variable holds.
    Variable(VariableRef),
    /// The number in a slot, put there by a choice; 0 if it holds none.
    Slot(SlotId),
    /// How many squares.
    Count(Squares),
    /// How many pieces of these types the side has in hand.
    InHand {
        /// Whose hand.
        side: Side,
        /// Which types.
        types: TypeSet,
    },
    /// The level of a token.
    Level(TokenId),
    /// The number of the turn pair: 1 for the first turn of either side.
    TurnNumber,
    /// How many pieces the turn has captured so far (in endings: the turn that has just ended).
    CapturesThisTurn,
    /// What the property says of a type, 0 if there is no such type.
    Property(PropertyId, TypeRef),
    /// The number that the first square of the set, or the piece on it, has; 0 if there is none. All of them together
    /// if that is wanted.
    Tally {
        /// Which number.
        of: TallyId,
        /// Of which squares.
        on: Box<Squares>,
        /// Whether those of all squares are added up.
        total: bool,
    },
    /// The property summed over the pieces on the squares.
    Sum(PropertyId, Squares),
    /// File, rank or layer of the first square of the set, counted from 1 as the side sees it; 0 if there is none.
    Coordinate {
        /// Which of the three.
        axis: Axis,
        /// Of which square.
        of: Box<Squares>,
        /// Whose view.
        side: Side,
    },
    /// How many steps to any of the eight sides lie between the first squares of the two sets on a
    /// board without holes: the greatest difference of their coordinates; 0 if one has no member.
    Distance(Box<Squares>, Box<Squares>),
    /// One number or the other.
    Either {
        /// What decides.
        condition: Box<Truth>,
        /// If it holds.
        then: Box<Number>,
        /// If it does not.
        otherwise: Box<Number>,
    },
    /// One number and another.
    Arithmetic {
        /// What is done.
        operator: Arithmetic,
        /// The first.
        left: Box<Number>,
        /// The second.
        right: Box<Number>,
    },
}

/// A coordinate of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// The file.
    File,
    /// The rank.
    Rank,
}

/// What is done with two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded towards zero
    Divide,
    /// `mod`, never negative
    Remainder,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// Always or never.
    Fixed(bool),
    /// It does not hold.
    Not(Box<Truth>),
    /// All hold.
    All(Vec<Truth>),
    /// At least one holds.
    Any(Vec<Truth>),
    /// Two numbers compare so. Switches and words are numbers too.
    Compare {
        /// How.
        operator: Comparison,
        /// The first.
        left: Number,
        /// The second.
        right: Number,
    },
    /// The set has a member.
    Exists(Squares),
    /// What is in the slot (a square, or a victim as it was) is in the set.
    Is {
        /// The slot.
        slot: SlotId,
        /// The set.
        set: Squares,
    },
    /// Every member of the first set, which has one, is in the second.
    Within(Squares, Squares),
    /// The type in question is one of these.
    TypeIs(TypeRef, TypeSet),
    /// Both are the same side.
    SameSide(Side, Side),
    /// Some piece on the squares could be captured by the side, were it that side's turn now,
    /// by the move itself (effects aside) and whether or not that turn would be legal.
    Attacked {
        /// Where.
        on: Squares,
        /// By whom.
        by: Side,
    },
    /// The piece on the first square of `piece`, alone moved to any one of the squares, could not be
    /// captured there by its owner's opponent. Holds if there is no such piece.
    Safe {
        /// The piece.
        piece: Squares,
        /// Where it is tried.
        on: Squares,
    },
    /// The side, were it to move now, has a legal turn after which something holds.
    HasTurn {
        /// Who.
        side: Side,
        /// What must hold when the turn is over, with `own` being that side.
        that: Box<Truth>,
    },
    /// For some square of the set it holds.
    Some {
        /// The slot that holds the square meanwhile.
        slot: SlotId,
        /// Which squares.
        over: Squares,
        /// What must hold.
        condition: Box<Truth>,
    },
    /// The move that has just been made was made by such a clause.
    MovedBy(Origin),
    /// The position has occurred at least that often, this time included. Needs the game's history.
    Repeated {
        /// How often; from 1, and from 2 where something must have held.
        times: u8,
        /// What must have held meanwhile.
        held: Option<Box<Held>>,
    },
}

/// What must have held as each turn began since a position was there before, now included, for it to count as repeated.
/// Where no such turn has begun, nothing has held.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Whose turns; those of both sides if there is none.
    pub whose: Option<Side>,
    /// What. `own` and `enemy` are the sides that they are now, whoever was to move then.
    pub condition: Truth,
}

/// Where a way of moving comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The clause with that name.
    Named(String),
    /// A power of that token, or of any.
    Power(Option<TokenId>),
    /// A drop from the hand.
    Drop,
}

impl Axis {
    /// Returns its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Rank => "rank",
        }
    }
}

impl Arithmetic {
    /// Returns how it is written between two numbers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Add => " + ",
            Self::Subtract => " - ",
            Self::Multiply => " * ",
            Self::Divide => " / ",
            Self::Remainder => " mod ",
        }
    }

    /// Returns what comes out: saturating, and 0 where nothing can be divided by.
    pub fn apply(self, left: i32, right: i32) -> i32 {
        match self {
            Self::Add => left.saturating_add(right),
            Self::Subtract => left.saturating_sub(right),
            Self::Multiply => left.saturating_mul(right),
            Self::Divide if right == 0 => 0,
            Self::Divide => left.saturating_div(right),
            Self::Remainder => left.checked_rem_euclid(right).unwrap_or(0),
        }
    }
}

impl Comparison {
    /// Returns how it is written between two numbers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Equal => " = ",
            Self::Different => " != ",
            Self::Less => " < ",
            Self::LessOrEqual => " <= ",
            Self::Greater => " > ",
            Self::GreaterOrEqual => " >= ",
        }
    }

    /// Tells whether two numbers compare so.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}
