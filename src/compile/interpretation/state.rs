//! The abstract state: what is known of a turn at one point of it, and the step (a move, a drop or a choice) that it is followed
//! from.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::move_effects::{Companion, Op};
use crate::compile::program::{Kind, Set, simplify};
use crate::ir::{SideId, SlotId, SquareIndex, slots};
use std::cell::RefCell;
use std::rc::Rc;

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The least.
    pub(crate) min: i32,
    /// The greatest.
    pub(crate) max: i32,
}

impl Range {
    /// Returns the range of one number.
    pub(crate) fn only(number: i32) -> Self {
        Self { min: number, max: number }
    }

    /// Returns the smallest range with the numbers of both.
    fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// What happened to pieces other than the one that moved and the one captured where it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Nothing.
    Intact,
    /// One, the companion, went from a square to another.
    Companion(Companion),
    /// The chosen piece, one of the mover's own, left the board.
    ChosenLeft,
    /// Unknown.
    Unknown,
}

/// What is known of a turn at one point of it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct AbstractState<B> {
    /// The step that the turn is followed from.
    pub(crate) step: Step<B>,
    /// The type of the piece that was moved or dropped, if known.
    pub(crate) kind: Option<usize>,
    /// Whether that piece is known to stand where the step ended.
    pub(crate) in_place: bool,
    /// Whether an effect may have moved that piece or taken it off the board.
    pub(crate) displaced: bool,
    /// How many pieces the turn has captured, if known.
    pub(crate) captures: Option<i32>,
    /// Numbers of the state that are known to be in a range.
    pub(crate) numbers: Vec<(usize, Range)>,
    /// Supersets of boards of the state, as sets that follow from where the step ended.
    pub(crate) boards: Vec<(usize, Set<B>)>,
    /// The types in slots.
    pub(crate) types: Vec<(SlotId, u16)>,
    /// Whether an effect may have ended the game.
    pub(crate) may_be_over: bool,
    /// What happened to other pieces.
    pub(crate) others: Others,
    /// What may have been written since the step was generated, besides the changes of pieces by the step and in `others`.
    pub(crate) written: Locs,
    /// The boards among it that may have gained squares.
    pub(crate) grown: Locs,
    /// Tokens that may have been given to the chosen piece, or changed before any step.
    pub(crate) tokens: Vec<usize>,
    /// The slot of one of the mover's own pieces that has just been chosen.
    pub(crate) chosen: Option<SlotId>,
    /// Whether the turn may be refused when it is played.
    pub(crate) refusable: bool,
    /// Whether the turn is known to be refused.
    pub(crate) refused: bool,
    /// The operations that are left to be done when the turn is played.
    pub(crate) ops: Vec<Op<B>>,
}

/// The value of a type expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KnownType {
    /// This type.
    Type(u16),
    /// No type.
    Nothing,
    /// Unknown.
    Any,
}

impl<B: Bitboard> AbstractState<B> {
    /// Returns what is known right after a step, before it has any consequences.
    pub(crate) fn after(step: Step<B>, kind: Option<usize>) -> Self {
        let in_place = step.made != Made::Nothing;
        Self {
            step,
            kind,
            in_place,
            displaced: false,
            captures: None,
            numbers: Vec::new(),
            boards: Vec::new(),
            types: Vec::new(),
            may_be_over: false,
            others: Others::Intact,
            written: Locs::default(),
            grown: Locs::default(),
            tokens: Vec::new(),
            chosen: None,
            refusable: false,
            refused: false,
            ops: Vec::new(),
        }
    }

    /// Returns the other piece that went along with the one that was moved.
    pub(crate) fn companion(&self) -> Option<Companion> {
        if let Others::Companion(companion) = self.others { Some(companion) } else { None }
    }

    /// Forgets what may have been written.
    pub(crate) fn forget(&mut self, writes: &Locs) {
        self.numbers.retain(|(index, _)| !writes.has(Loc::Number(*index)));
        self.boards.retain(|(index, _)| !writes.has(Loc::Board(*index)));
        self.types.retain(|(slot, _)| !writes.has(Loc::Slot(*slot)));
        if writes.has(Loc::Captures) {
            self.captures = None;
        }
        if writes.has_pieces() {
            (self.kind, self.in_place) = (None, false);
        }
        self.displaced |= writes.has(Loc::Mover);
    }

    /// Records what may have been written, and forgets it.
    pub(crate) fn havoc(&mut self, writes: &Locs) {
        self.forget(writes);
        self.written.add(writes);
        self.grown.add(writes);
        if writes.has_pieces() {
            self.others = Others::Unknown;
        }
    }

    /// Joins another state: keeps what is known in both.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.kind != other.kind {
            self.kind = None;
        }
        self.in_place &= other.in_place;
        self.displaced |= other.displaced;
        if self.captures != other.captures {
            self.captures = None;
        }
        self.numbers.retain_mut(|(index, range)| match other.number(*index) {
            Some(also) => {
                *range = range.union(also);
                true
            }
            None => false,
        });
        self.boards.retain_mut(|(index, bound)| {
            let joined = other.board(*index).and_then(|also| joined(bound, also));
            let is_known = joined.is_some();
            if let Some(joined) = joined {
                *bound = joined;
            }
            is_known
        });
        self.types.retain(|bound| other.types.contains(bound));
        self.may_be_over |= other.may_be_over;
        if self.others != other.others {
            self.others = Others::Unknown;
        }
        self.written.add(&other.written);
        self.grown.add(&other.grown);
        for &token in &other.tokens {
            self.add_token(token);
        }
        self.refusable |= other.refusable;
    }

    /// Remembers that a token may have been moved, once.
    pub(crate) fn add_token(&mut self, token: usize) {
        if !self.tokens.contains(&token) {
            self.tokens.push(token);
        }
    }

    /// Returns how much there is to copy and to join: one, and one more for each thing that is known.
    pub(crate) fn size(&self) -> usize {
        1 + self.numbers.len() + self.boards.len() + self.types.len() + self.tokens.len()
    }

    /// Returns the range in which a number of the state is known to be.
    pub(crate) fn number(&self, index: usize) -> Option<Range> {
        self.numbers.iter().find(|(other, _)| *other == index).map(|(_, range)| *range)
    }

    /// Returns a superset of a board of the state.
    pub(crate) fn board(&self, index: usize) -> Option<&Set<B>> {
        self.boards.iter().find(|(other, _)| *other == index).map(|(_, bound)| bound)
    }

    /// Sets the range of a number of the state; `None` is unknown.
    pub(crate) fn set_number(&mut self, index: usize, range: Option<Range>) {
        self.numbers.retain(|(other, _)| *other != index);
        self.numbers.extend(range.map(|range| (index, range)));
    }

    /// Sets the superset of a board of the state; `None` is unknown.
    pub(crate) fn set_board(&mut self, index: usize, bound: Option<Set<B>>) {
        self.boards.retain(|(other, _)| *other != index);
        self.boards.extend(bound.map(|bound| (index, bound)));
    }

    /// Evaluates a type.
    pub(crate) fn kind_of(&self, kind: &Kind<B>) -> KnownType {
        let mover = self.kind.filter(|_| self.in_place && !self.displaced);
        let mover = mover.and_then(|kind| u16::try_from(kind).ok());
        let known = |kind: Option<u16>| kind.map_or(KnownType::Any, KnownType::Type);
        match kind {
            Kind::Fixed(kind) => KnownType::Type(*kind),
            Kind::OfSlot(slot) if *slot == slots::TO => known(mover),
            Kind::At(set) if **set == Set::Slot(slots::TO) => known(mover),
            Kind::OfSlot(slot) => {
                let bound = self.types.iter().find(|(other, _)| other == slot);
                known(bound.map(|(_, kind)| *kind))
            }
            Kind::Mapped(table, of) => match self.kind_of(of) {
                KnownType::Type(of) => {
                    let mapped = table.get(usize::from(of)).copied().flatten();
                    mapped.map_or(KnownType::Nothing, KnownType::Type)
                }
                KnownType::Nothing => KnownType::Nothing,
                KnownType::Any => KnownType::Any,
            },
            Kind::At(_) => KnownType::Any,
        }
    }

    /// Returns the state without operations, to follow a branch. They are many at times, so that they are not copied.
    #[must_use]
    pub(crate) fn without_ops(&mut self) -> Self {
        let ops = std::mem::take(&mut self.ops);
        let copy = self.clone();
        self.ops = ops;
        copy
    }
}

/// The most parts of a union by which a board is bounded. What is bounded by more is taken for unknown, as a state must not
/// grow with the number of states that are joined.
const MOST_PARTS: usize = 16;

/// Returns a superset of two sets, each part once; nothing if it has too many parts.
fn joined<B: Bitboard>(one: &Set<B>, other: &Set<B>) -> Option<Set<B>> {
    if one == other {
        return Some(one.clone());
    }
    let mut parts: Vec<Set<B>> = Vec::new();
    for part in parts_of(one).iter().chain(parts_of(other)) {
        if !parts.contains(part) {
            parts.push(part.clone());
        }
    }
    (parts.len() <= MOST_PARTS).then(|| simplify::union(parts))
}

/// Returns the parts of a union; of any other set, the set itself.
fn parts_of<B: Bitboard>(set: &Set<B>) -> &[Set<B>] {
    if let Set::Union(parts) = set { parts } else { std::slice::from_ref(set) }
}

/// How a step was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// Not at all: the run starts before a step, or with a choice.
    Nothing,
    /// As a move, by the number of the way.
    Move(usize),
    /// As a drop.
    Drop,
}

/// The queries about a step's squares on which a result depends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queries<B> {
    /// Whether the destination is in a set, with the answer.
    pub(crate) to: Vec<(B, bool)>,
    /// Whether the origin is in a set.
    pub(crate) from: Vec<B>,
}

/// A step whose squares are known only by queries, which are recorded.
///
/// The result of a run is shared by all squares that give the same answers.
#[derive(Clone, Debug)]
pub(crate) struct Step<B> {
    /// How it was made.
    pub(crate) made: Made,
    /// The mover.
    pub(crate) own: SideId,
    from: Option<SquareIndex>,
    to: Option<SquareIndex>,
    queries: Rc<RefCell<Queries<B>>>,
}

impl<B: Bitboard> Step<B> {
    /// Returns the point before any step of a side.
    pub(crate) fn nothing(own: SideId) -> Self {
        Self { made: Made::Nothing, own, from: None, to: None, queries: Rc::default() }
    }

    /// Returns a step to a square; `from` is its origin, or a square that stands for a class of origins.
    pub(crate) fn to(made: Made, own: SideId, from: Option<SquareIndex>, to: SquareIndex) -> Self {
        Self { made, own, from, to: Some(to), queries: Rc::default() }
    }

    /// Tells whether the destination is in a set; `None` if there is no destination.
    pub(crate) fn ends_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.to?);
        self.queries.borrow_mut().to.push((set, is));
        Some(is)
    }

    /// Tells whether the origin is in a set; `None` if it is unknown.
    pub(crate) fn starts_in(&self, set: B) -> Option<bool> {
        let is = set.has(self.from?);
        self.queries.borrow_mut().from.push(set);
        Some(is)
    }

    /// Returns all queries so far.
    pub(crate) fn queries(&self) -> Queries<B> {
        self.queries.borrow().clone()
    }
}
