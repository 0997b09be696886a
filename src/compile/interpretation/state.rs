//! What is known of a turn at one point of it.

use crate::compile::interpretation::step::{Made, Step};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::move_effects::Op;
use crate::compile::program::{Kind, Set, simplify};
use crate::ir::slots;

/// The least and the greatest of some numbers.
pub(crate) type Range = (i32, i32);

/// What has become of the pieces besides the one that the step moves and those that it captures where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Nothing.
    Intact,
    /// One has gone along: from where to where.
    Companion(u8, u8),
    /// The chosen one, one of the side's own, has left the board.
    ChosenLeft,
    /// That is not known.
    Unknown,
}

/// What is known of a turn at one point of it. All that is not known may be anything.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct AbstractState<B> {
    /// The step that is followed.
    pub(crate) step: Step<B>,
    /// The type of the piece that was moved or dropped, if it is known.
    pub(crate) kind: Option<usize>,
    /// Whether that piece is known to stand where the step ended.
    pub(crate) in_place: bool,
    /// Whether an effect may have moved that piece, or taken it away.
    pub(crate) displaced: bool,
    /// How many pieces the turn has captured, if that is known.
    pub(crate) captures: Option<i32>,
    /// Numbers of the state that are known to be in a range.
    pub(crate) numbers: Vec<(usize, Range)>,
    /// Boards of the state that are known to hold no more than some squares, told from where the step ended.
    pub(crate) boards: Vec<(usize, Set<B>)>,
    /// Types in slots.
    pub(crate) types: Vec<(u16, u16)>,
    /// Whether an effect may have ended the game.
    pub(crate) may_be_over: bool,
    /// What has become of other pieces.
    pub(crate) others: Others,
    /// What may have been written since the step was listed, besides what `others` and the step itself tell of pieces.
    pub(crate) written: Locs,
    /// Those boards among it that may have gained squares.
    pub(crate) grown: Locs,
    /// Tokens whose place or level may have changed by being given to the chosen piece, or before any step.
    pub(crate) tokens: Vec<usize>,
    /// The slot that holds one of the side's own pieces, which has just been chosen.
    pub(crate) chosen: Option<u16>,
    /// Whether the turn may still be refused when it is played.
    pub(crate) refusable: bool,
    /// Whether the turn is refused for certain.
    pub(crate) refused: bool,
    /// What is left to be done when the turn is played.
    pub(crate) ops: Vec<Op<B>>,
}

/// A type, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KnownType {
    /// It is that one.
    Type(u16),
    /// There is none.
    Nothing,
    /// It may be any.
    Any,
}

impl<B: Bitboard> AbstractState<B> {
    /// What is known right after a step, before it has any consequences.
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

    /// Notes what may have been written, and forgets it.
    pub(crate) fn havoc(&mut self, writes: &Locs) {
        self.forget(writes);
        self.written.add(writes);
        self.grown.add(writes);
        if writes.has_pieces() {
            self.others = Others::Unknown;
        }
    }

    /// Keeps what is known of both this and another state, one of which is what will have happened.
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
                *range = (range.0.min(also.0), range.1.max(also.1));
                true
            }
            None => false,
        });
        self.boards.retain_mut(|(index, bound)| match other.board(*index) {
            Some(also) => {
                if also != bound {
                    *bound = simplify::union(vec![bound.clone(), also.clone()]);
                }
                true
            }
            None => false,
        });
        self.types.retain(|bound| other.types.contains(bound));
        self.may_be_over |= other.may_be_over;
        if self.others != other.others {
            self.others = Others::Unknown;
        }
        self.written.add(&other.written);
        self.grown.add(&other.grown);
        self.tokens.extend(&other.tokens);
        self.refusable |= other.refusable;
    }

    /// Returns the range in which a number of the state is known to be.
    pub(crate) fn number(&self, index: usize) -> Option<Range> {
        self.numbers.iter().find(|(other, _)| *other == index).map(|(_, range)| *range)
    }

    /// Returns a set, told from where the step ended, outside which a board of the state has no squares.
    pub(crate) fn board(&self, index: usize) -> Option<&Set<B>> {
        self.boards.iter().find(|(other, _)| *other == index).map(|(_, bound)| bound)
    }

    /// Notes in what range a number of the state is.
    pub(crate) fn set_number(&mut self, index: usize, range: Option<Range>) {
        self.numbers.retain(|(other, _)| *other != index);
        self.numbers.extend(range.map(|range| (index, range)));
    }

    /// Notes outside which squares a board of the state has none.
    pub(crate) fn set_board(&mut self, index: usize, bound: Option<Set<B>>) {
        self.boards.retain(|(other, _)| *other != index);
        self.boards.extend(bound.map(|bound| (index, bound)));
    }

    /// Returns the type that is meant, as far as it is known.
    pub(crate) fn kind_of(&self, kind: &Kind<B>) -> KnownType {
        let stands = self.kind.filter(|_| self.in_place && !self.displaced);
        let own = stands.and_then(|kind| u16::try_from(kind).ok());
        let known = |kind: Option<u16>| kind.map_or(KnownType::Any, KnownType::Type);
        match kind {
            Kind::Fixed(kind) => KnownType::Type(*kind),
            Kind::OfSlot(slot) if *slot == slots::TO.0 => known(own),
            Kind::At(set) if **set == Set::Slot(slots::TO.0) => known(own),
            Kind::OfSlot(slot) => {
                let bound = self.types.iter().find(|(other, _)| other == slot);
                known(bound.map(|(_, kind)| *kind))
            }
            Kind::Mapped(table, of) => match self.kind_of(of) {
                KnownType::Type(of) => {
                    let mapped = table.get(usize::from(of)).copied().flatten();
                    mapped.map_or(KnownType::Nothing, KnownType::Type)
                }
                other => other,
            },
            Kind::At(_) => KnownType::Any,
        }
    }

    /// Returns that state without any operations, to follow a part that may be done or not.
    #[must_use]
    pub(crate) fn without_ops(&self) -> Self {
        Self {
            step: self.step.clone(),
            kind: self.kind,
            in_place: self.in_place,
            displaced: self.displaced,
            captures: self.captures,
            numbers: self.numbers.clone(),
            boards: self.boards.clone(),
            types: self.types.clone(),
            may_be_over: self.may_be_over,
            others: self.others,
            written: self.written.clone(),
            grown: self.grown.clone(),
            tokens: self.tokens.clone(),
            chosen: self.chosen,
            refusable: self.refusable,
            refused: self.refused,
            ops: Vec::new(),
        }
    }
}
