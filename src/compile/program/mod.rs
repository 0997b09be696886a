//! What a game is compiled to: rules with sides, places and sets resolved, once for each side.

pub mod bitboard;
pub mod layout;
pub mod piece_types;
pub mod registers;
pub mod simplify;
pub mod square_tests;
pub mod visit;

use crate::compile::lowering::repetition::RepetitionKey;
use crate::compile::move_effects::{MoveEffects, Steps};
use crate::compile::plan::generators::Generators;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::square_tests::SquareTest;
use crate::compile::walks::fills::Fill;
use crate::compile::walks::tables::MoveTable;
use crate::ir::{
    Arithmetic, Arrival, Axis, Comparison, Event, LabelId, LandingKind, PowerLevel, TypeSet,
};
use crate::state::ClauseRef;

/// A side, as far as it is known when a game is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// That side.
    Side(u8),
    /// The owner of the piece in a slot.
    OwnerOf(u16),
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Set<B> {
    /// Always the same squares.
    Fixed(B),
    /// A board of the state.
    Board(usize),
    /// The squares without a piece.
    Empty,
    /// The squares with a piece.
    Occupied,
    /// The squares with a piece of the types, which have no board of their own.
    Types(TypeSet),
    /// The squares with a piece of the type.
    OfType(Kind<B>),
    /// The squares with a piece of the owner of what is in a slot.
    OwnedBy(u16),
    /// The squares as the owner of what is in a slot sees them.
    AttackOrigins(u16, [B; 2]),
    /// The square of a token, by the index of its number.
    Bearing(usize),
    /// The square in a slot.
    Slot(u16),
    /// A variable of the owner of what is in a slot, by the board of the first side.
    Variable(usize, u16),
    /// In any of them.
    Union(Vec<Set<B>>),
    /// In all of them.
    All(Vec<Set<B>>),
    /// In the first and not in the second.
    Except(Box<(Set<B>, Set<B>)>),
    /// Where one step leads from the squares of a set; the step by the number of its table.
    Stepped(usize, Box<Set<B>>),
    /// Where walks end: from where, which way (for each side), whose view.
    Reach(Box<(Set<B>, [usize; 2])>, Who),
    /// What walks pass on the way.
    Passed(Box<(Set<B>, [usize; 2])>, Who),
    /// The lowest square.
    First(Box<Set<B>>),
    /// The highest square.
    Last(Box<Set<B>>),
}

/// A piece type found in play.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<B> {
    /// That type.
    Fixed(u16),
    /// The type in a slot.
    OfSlot(u16),
    /// What a table says of a type.
    Mapped(Vec<Option<u16>>, Box<Kind<B>>),
    /// The type of the piece on the first square of the set.
    At(Box<Set<B>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Num<B> {
    /// That number.
    Fixed(i32),
    /// A number of the state.
    Value(usize),
    /// A variable of the owner of what is in a slot, by the number of the first side.
    ValueOf(usize, u16),
    /// The number in a slot.
    Slot(u16),
    /// How many squares.
    Count(Box<Set<B>>),
    /// How many pieces in hand: offsets in a hand.
    InHand(Who, Vec<usize>),
    /// The number of the turn pair.
    TurnNumber,
    /// How many pieces the turn has captured.
    Captures,
    /// What a table says of a type.
    Property(Vec<i32>, Kind<B>),
    /// The same summed over pieces.
    Sum(Vec<i32>, Box<Set<B>>),
    /// A coordinate of the first square of the set.
    Coordinate(Axis, Box<Set<B>>, Who),
    /// The distance between the first squares of two sets.
    Distance(Box<(Set<B>, Set<B>)>),
    /// One or the other.
    Either(Box<(Cond<B>, Num<B>, Num<B>)>),
    /// One and another.
    Arithmetic(Arithmetic, Box<(Num<B>, Num<B>)>),
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond<B> {
    /// Always or never.
    Fixed(bool),
    /// It does not hold.
    Not(Box<Cond<B>>),
    /// All hold.
    All(Vec<Cond<B>>),
    /// At least one holds.
    Any(Vec<Cond<B>>),
    /// Two numbers compare so.
    Compare(Comparison, Box<(Num<B>, Num<B>)>),
    /// The set has a member.
    Exists(Box<Set<B>>),
    /// What is in a slot is in the set.
    Is(u16, Box<Set<B>>),
    /// Every member of the first, which has one, is in the second.
    Within(Box<(Set<B>, Set<B>)>),
    /// The type is one of these.
    TypeIs(Box<Kind<B>>, TypeSet),
    /// Both are the same side.
    SameSide(Who, Who),
    /// A piece on the squares could be captured by the side.
    Attacked(Box<Set<B>>, Who),
    /// The piece, moved to any of the squares, could not be captured there.
    Safe(Box<(Set<B>, Set<B>)>),
    /// The side has a legal turn after which something holds, told for each side as the mover.
    HasTurn(Who, Box<[Cond<B>; 2]>),
    /// For some square of the set it holds.
    Some(u16, Box<(Set<B>, Cond<B>)>),
    /// The move just made was made so.
    MovedBy(Origins),
    /// The position has occurred that often.
    Repeated(u8),
}

/// A test of how a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origins {
    /// For each clause, whether it passes.
    pub clauses: Vec<bool>,
    /// Whether a drop passes.
    pub drop: bool,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt<B> {
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
pub enum Verdict {
    /// That side.
    Wins(Who),
    /// The other side.
    Loses(Who),
    /// Nobody.
    Draw,
}

/// A choice of a square, a piece in hand, a type or a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Choosing<B> {
    /// Who chooses.
    pub by: Who,
    /// What holds it.
    pub slot: u16,
    /// Among what.
    pub among: Among<B>,
    /// Whether nothing may be chosen.
    pub optional: bool,
    /// Its label.
    pub label: Option<LabelId>,
    /// What is done with it.
    pub then: Vec<Stmt<B>>,
    /// What is done without candidates.
    pub otherwise: Option<Vec<Stmt<B>>>,
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Among<B> {
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
pub enum Eff<B> {
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
pub enum Target {
    /// At that index.
    At(usize),
    /// At that index for the first side, of the owner of what is in a slot.
    Of(usize, u16),
}

/// A rule that acts when something has happened.
#[derive(Clone, Debug)]
pub struct Trig<B> {
    /// What must hold.
    pub condition: Cond<B>,
    /// What it does.
    pub body: Vec<Stmt<B>>,
    /// Whether nothing in the body is chosen.
    pub plain: bool,
}

/// A way of moving.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, asked for on its own"
)]
pub struct Way<B> {
    /// Which clause of the rules it is.
    pub source: ClauseRef,
    /// Its walk, by number.
    pub walk: usize,
    /// From which squares alone it is possible.
    pub from: B,
    /// To which squares alone it is possible.
    pub to: B,
    /// What happens where, first match; the number of a mask where the set has one.
    pub landings: Vec<(Site<B>, LandingKind)>,
    /// What else is captured.
    pub taking: Option<Set<B>>,
    /// Whether the piece goes to the destination.
    pub arrival: Arrival,
    /// What must hold, whatever the destination.
    pub before: Cond<B>,
    /// The same, taken apart.
    pub demands: SquareTest<B>,
    /// What must hold besides, for the destination.
    pub condition: Cond<B>,
    /// What else happens.
    pub then: Vec<Stmt<B>>,
    /// Whether nothing in that is chosen.
    pub plain: bool,
    /// Whether some move of this way can capture.
    pub can_capture: bool,
    /// Whether it can be listed from tables: no way with squares to name or takes on it.
    pub tabled: bool,
    /// Why it cannot.
    pub untabled: Option<&'static str>,
    /// For a way with tables, the number of the mask and what happens there, first match.
    pub sites: Vec<(usize, u8)>,
    /// For a way with tables, the number of a mask without whose members it is not possible.
    pub guard: Option<usize>,
    /// Whether nothing must hold, whatever the destination.
    pub anytime: bool,
    /// Whether nothing must hold besides for the destination.
    pub anywhere: bool,
}

/// The number by which a move tells what happens where it ends.
pub const fn landing_number(kind: LandingKind) -> u8 {
    match kind {
        LandingKind::Settle => 0,
        LandingKind::Capture => 1,
        LandingKind::Swap => 2,
    }
}

/// On which squares something happens.
#[derive(Clone, Debug)]
pub enum Site<B> {
    /// A mask of the state, by its number.
    Mask(usize),
    /// A set judged square by square.
    Judged(Set<B>),
}

/// What a token gives its bearer.
#[derive(Clone, Debug)]
pub struct PowerWays<B> {
    /// The number of the token.
    pub token: usize,
    /// Which bearers have it.
    pub bearer: Set<B>,
    /// At which levels, if not at every.
    pub level: Option<PowerLevel>,
    /// The ways, by number.
    pub ways: Vec<u16>,
}

/// A turn that is not allowed, or goes before others.
#[derive(Clone, Debug)]
pub struct Rule<B> {
    /// Its condition.
    pub condition: Cond<B>,
    /// Whether it asks for turns.
    pub asks: bool,
}

/// A way the game ends.
#[derive(Clone, Debug)]
pub struct Finish<B> {
    /// When.
    pub condition: Cond<B>,
    /// Who wins.
    pub verdict: Verdict,
    /// The number of the reason.
    pub reason: usize,
    /// Whether it is a matter of the record.
    pub by_record: bool,
    /// Whether it can only hold where there is no legal turn.
    pub without_turns: bool,
}

impl<B> Finish<B> {
    /// Tells whether it can hold while there are legal turns, whatever the record.
    pub fn is_of_turns(&self) -> bool {
        !self.by_record && !self.without_turns
    }
}

/// A walk, square by square and, where it can be, as tables.
#[derive(Clone, Debug)]
pub struct Route<B> {
    /// The walk.
    pub tree: Walking<B>,
    /// Its tables.
    pub paths: Option<MoveTable<B>>,
    /// The courses it consists of, if it branches at its beginning only.
    pub fills: Option<Vec<Fill<B>>>,
}

/// A walk with its sets resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Walking<B> {
    /// Stays.
    Here,
    /// One step, by the number of its table.
    Step(usize),
    /// Goes on only there.
    Test(Set<B>),
    /// Takes what stands there.
    Take,
    /// Names the square.
    Via,
    /// Goes to any of them.
    Jump(Set<B>),
    /// One after the other.
    Sequence(Vec<Walking<B>>),
    /// Any one.
    Either(Vec<Walking<B>>),
    /// Again and again.
    Repeat(Box<Walking<B>>, u32, Most<B>),
}

/// How often a walk repeats something.
#[derive(Clone, Debug, PartialEq)]
pub enum Most<B> {
    /// That many times, from each square.
    From(Vec<u32>),
    /// That many times.
    Times(u32),
    /// As the number says.
    Count(Num<B>),
}

/// All rules for one side as the mover.
#[derive(Clone, Debug, Default)]
pub struct SideRules<B> {
    /// The turn.
    pub turn: Vec<Stmt<B>>,
    /// The turn imagined where attacks are asked for.
    pub threat: Option<Vec<Stmt<B>>>,
    /// The rules for each event, by its number.
    pub triggers: [Vec<Trig<B>>; 5],
    /// The ways of moving, in the same order for both sides.
    pub ways: Vec<Way<B>>,
    /// The ways of each type.
    pub ways_of: Vec<Vec<u16>>,
    /// What tokens give.
    pub powers: Vec<PowerWays<B>>,
    /// Where each type may be dropped.
    pub drop_on: Vec<Set<B>>,
    /// Turns that are not allowed.
    pub forbids: Vec<Rule<B>>,
    /// Turns that go before others.
    pub preferences: Vec<Rule<B>>,
    /// Endings.
    pub endings: Vec<Finish<B>>,
    /// Whether one of them can come while there are turns, whatever the record.
    pub ends_with_turns: bool,
    /// Whether every legal way of playing a turn is a turn of its own: no two read alike, and none goes before others.
    pub counts_plainly: bool,
    /// What must hold where one of those does.
    pub before_endings: Option<Cond<B>>,
    /// What is compared when positions are compared.
    pub repetition_key: RepetitionKey<B>,
    /// Sets that depend on the state alone and are judged once for all pieces.
    pub masks: Vec<Set<B>>,
    /// The walks.
    pub routes: Vec<Route<B>>,
    /// What moves and drops do, with all that is known in advance decided.
    pub move_effects: MoveEffects<B>,
    /// How moves are listed.
    pub generators: Generators<B>,
    /// The turns, taken apart, if that helps.
    pub steps: Option<Steps<B>>,
}

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Program<B> {
    /// Where the state is.
    pub layout: Layout,
    /// All squares.
    pub all: B,
    /// How many squares.
    pub squares: usize,
    /// How many slots.
    pub slots: usize,
    /// The rules for each side.
    pub sides: [SideRules<B>; 2],
    /// One table for each direction and side: where a step leads from each square.
    pub steps: Vec<Vec<Option<u8>>>,
    /// File and rank of each square, counted from 1, as each side sees it.
    pub coordinates: [Vec<[i32; 2]>; 2],
    /// File, rank and layer of each square, as it is.
    pub places: Vec<[i32; 3]>,
    /// The reasons for which a game can end.
    pub reasons: Vec<String>,
    /// Whether two ways of choosing can be the same turn.
    pub can_repeat_turns: bool,
    /// What was found out about the game.
    pub facts: crate::compile::plan::analysis::Facts<B>,
}

/// Returns the number of an event.
pub const fn event_index(event: Event) -> usize {
    match event {
        Event::Captured => 0,
        Event::Moved => 1,
        Event::Dropped => 2,
        Event::TurnBegins => 3,
        Event::TurnEnds => 4,
    }
}

impl<B: Bitboard> Set<B> {
    /// Returns the squares, if they are always the same.
    pub fn fixed(&self) -> Option<B> {
        match self {
            Self::Fixed(squares) => Some(*squares),
            _ => None,
        }
    }
}
