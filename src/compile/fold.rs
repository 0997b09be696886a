//! What is known of a condition before it is asked: that a move was made by a way and ended on a square.

use super::bits::Bits;
use super::layout::Layout;
use super::program::{Cond, Kind, Num, Set};
use crate::ir::{Id, PieceTypeId, slots};

/// A step of a turn that has just been made: all that is known of it in advance.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// The number of the way; `None` for a drop.
    pub way: Option<usize>,
    /// The type of the piece, if it is known.
    pub kind: Option<usize>,
    /// Its owner.
    pub own: u8,
    /// Where it came from: a square that stands for all of its class.
    pub from: Option<u8>,
    /// Where it went.
    pub to: u8,
    /// Whether it is known to stand there still, as it was.
    pub stands: bool,
    /// How many pieces the turn has captured, if that is known.
    pub captures: Option<i32>,
    /// Whether no step has been made yet, so that nothing of all this is known.
    pub nothing: bool,
}

impl Made {
    /// A drop of a piece of a type that has just been made.
    pub fn dropped(kind: Option<usize>, own: u8, to: u8) -> Self {
        Self { way: None, kind, own, from: None, to, stands: true, captures: None, nothing: false }
    }

    /// A move by a way that has just been made, of a piece of a type, if that is known.
    pub fn moved(way: usize, kind: Option<usize>, own: u8, to: u8) -> Self {
        Self { way: Some(way), ..Self::dropped(kind, own, to) }
    }

    /// Tells whether a condition holds, as far as that can be told.
    pub fn judge<B: Bits>(&self, layout: &Layout, condition: &Cond<B>) -> Option<bool> {
        match condition {
            Cond::Fixed(value) => Some(*value),
            Cond::Compare(operator, pair) => match (&pair.0, &pair.1) {
                (Num::Captures, Num::Fixed(number)) => {
                    self.captures.map(|captures| operator.holds(captures, *number))
                }
                _ => None,
            },
            _ if self.nothing
                && !matches!(condition, Cond::Not(_) | Cond::All(_) | Cond::Any(_)) =>
            {
                None
            }
            Cond::Not(inner) => self.judge(layout, inner).map(|holds| !holds),
            Cond::All(parts) => all(parts.iter().map(|part| self.judge(layout, part))),
            Cond::Any(parts) => {
                all(parts.iter().map(|part| self.judge(layout, part).map(|holds| !holds)))
                    .map(|none| !none)
            }
            Cond::MovedBy(origins) => match self.way {
                Some(way) => origins.clauses.get(way).copied(),
                None => Some(origins.drop),
            },
            Cond::Is(slot, set) if *slot == slots::TO.0 => self.is_in(layout, set),
            Cond::Is(slot, set) if *slot == slots::FROM.0 => {
                self.from.and_then(|from| set.fixed().map(|squares| squares.has(from)))
            }
            _ => None,
        }
    }

    /// Tells whether the square where the piece stands is in a set, as far as that can be told.
    pub fn is_in<B: Bits>(&self, layout: &Layout, set: &Set<B>) -> Option<bool> {
        match set {
            Set::Fixed(squares) => Some(squares.has(self.to)),
            Set::Empty | Set::Occupied | Set::Board(_) | Set::Types(_) | Set::OfType(_)
                if !self.stands =>
            {
                None
            }
            Set::Empty => Some(false),
            Set::Occupied => Some(true),
            Set::Board(board) if *board <= 2 => Some(*board == usize::from(self.own)),
            Set::Board(_) | Set::Types(_) | Set::OfType(_) => {
                self.kind.and_then(|kind| is_of_type(layout, set, kind))
            }
            Set::Union(sets) => {
                all(sets.iter().map(|set| self.is_in(layout, set).map(|is| !is))).map(|none| !none)
            }
            Set::All(sets) => all(sets.iter().map(|set| self.is_in(layout, set))),
            Set::Except(pair) => {
                let out = self.is_in(layout, &pair.1).map(|is| !is);
                all([self.is_in(layout, &pair.0), out].into_iter())
            }
            _ => None,
        }
    }

    /// Returns the squares of a set that depends on nothing but where the piece went to.
    pub fn squares<B: Bits>(&self, steps: &[Vec<Option<u8>>], set: &Set<B>) -> Option<B> {
        match set {
            Set::Fixed(squares) => Some(*squares),
            Set::Slot(slot) if *slot == slots::TO.0 => Some(B::one(self.to)),
            Set::Stepped(table, of) => {
                let of = self.squares(steps, of)?;
                let steps = &steps[*table];
                Some(of.members().fold(B::EMPTY, |all, square| {
                    steps[usize::from(square)].map_or(all, |to| all | B::one(to))
                }))
            }
            Set::Except(pair) => {
                // Whatever is taken out, no more is left.
                let from = self.squares(steps, &pair.0)?;
                Some(self.squares(steps, &pair.1).map_or(from, |out| from & !out))
            }
            _ => None,
        }
    }
}

/// Simplifies a condition by what is known of the type of the piece on the square in a slot.
pub fn with_type<B: Bits>(layout: &Layout, condition: Cond<B>, slot: u16, kind: usize) -> Cond<B> {
    let each = |parts: Vec<Cond<B>>| -> Vec<Cond<B>> {
        parts.into_iter().map(|part| with_type(layout, part, slot, kind)).collect()
    };
    match condition {
        Cond::Is(of, set) if of == slot => match is_of_type(layout, &set, kind) {
            Some(is) => Cond::Fixed(is),
            None => Cond::Is(of, set),
        },
        Cond::Not(inner) => match with_type(layout, *inner, slot, kind) {
            Cond::Fixed(holds) => Cond::Fixed(!holds),
            other => Cond::Not(Box::new(other)),
        },
        Cond::All(parts) => super::lower::all(each(parts)),
        Cond::Any(parts) => super::lower::any(each(parts)),
        other => other,
    }
}

/// Tells whether a piece of a type is in a set wherever it stands, if its type tells.
fn is_of_type<B: Bits>(layout: &Layout, set: &Set<B>, kind: usize) -> Option<bool> {
    match set {
        Set::Empty => Some(false),
        Set::Occupied => Some(true),
        Set::Board(board) if (3..layout.marks).contains(board) => {
            Some(layout.layers_of[kind] >> (board - 3) & 1 == 1)
        }
        Set::Types(types) => Some(types.contains(PieceTypeId::from_index(kind))),
        Set::OfType(Kind::Fixed(of)) => Some(kind == usize::from(*of)),
        Set::All(sets) => all(sets.iter().map(|set| is_of_type(layout, set, kind))),
        _ => None,
    }
}

/// Tells whether all hold: one that does not is enough, else all must be known.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = None,
        }
    }
    known
}
