//! One way in which things can go after a step, as far as it has been followed.

use super::Op;
use crate::compile::bits::Bits;
use crate::compile::fold::Made;
use crate::compile::layout::Layout;
use crate::compile::program::{Cond, Kind, Num, Set};
use crate::ir::{Comparison, slots};

/// The least and the greatest of some numbers.
pub type Range = (i32, i32);

/// One way in which things can go after a move, as far as it has been followed.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Draft<B> {
    pub ops: Vec<Op<B>>,
    pub made: Made,
    pub types: Vec<(u16, u16)>,
    pub gentle: bool,
    /// Whether something may refuse the turn.
    pub refusable: bool,
    pub refused: bool,
    pub ended: Ended,
    /// Whether an effect may have moved what has just moved, or taken it away.
    pub disturbed: bool,
    /// Numbers of the state of which it is known that they are in a range: its least and its greatest number.
    pub numbers: Vec<(usize, Range)>,
    /// Boards of the state that are known to be empty.
    pub empties: Vec<usize>,
    /// The slot that holds one of the side's own pieces, which has just been chosen.
    pub chosen: Option<u16>,
    /// Whether that piece has left the board.
    pub left: bool,
    /// Tokens that were given to it or changed.
    pub tokens: Vec<usize>,
    /// Another piece that has gone elsewhere: from where to where.
    pub along: Option<(u8, u8)>,
}

/// Whether an effect has ended the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    No,
    Perhaps,
}

/// Returns a step that has not been made, at the beginning of a turn.
pub fn nothing(own: u8) -> Made {
    Made {
        way: None,
        kind: None,
        own,
        from: None,
        to: 0,
        stands: false,
        captures: Some(0),
        nothing: true,
    }
}

/// Returns the same step of a turn, of which nothing that can change is known.
pub fn unknown(made: Made) -> Made {
    Made { kind: None, stands: false, captures: None, ..made }
}

impl<B: Bits> Draft<B> {
    pub fn of(made: Made, gentle: bool) -> Self {
        Self {
            ops: Vec::new(),
            made,
            types: Vec::new(),
            gentle,
            refusable: false,
            refused: false,
            ended: Ended::No,
            disturbed: false,
            numbers: Vec::new(),
            empties: Vec::new(),
            chosen: None,
            left: false,
            tokens: Vec::new(),
            along: None,
        }
    }

    /// Tells whether an effect may have ended the game.
    pub fn may_end(&self) -> bool {
        self.ended != Ended::No
    }

    /// Tells whether a condition holds, as far as that is known.
    pub fn judge(&self, layout: &Layout, condition: &Cond<B>) -> Option<bool> {
        let all = |parts: &[Cond<B>], wanted: bool| {
            let judged = parts.iter().map(|part| self.judge(layout, part));
            let judged: Vec<Option<bool>> = judged.collect();
            if judged.contains(&Some(!wanted)) {
                return Some(!wanted);
            }
            (!judged.contains(&None)).then_some(wanted)
        };
        match condition {
            Cond::Not(inner) => self.judge(layout, inner).map(|holds| !holds),
            Cond::All(parts) => all(parts, true),
            Cond::Any(parts) => all(parts, false),
            Cond::Compare(operator, pair) => match (&pair.0, &pair.1) {
                (Num::Value(index), Num::Fixed(number)) => {
                    let known = self.numbers.iter().find(|(other, _)| other == index);
                    known.and_then(|(_, range)| judge_range(*operator, *range, *number))
                }
                _ => self.made.judge(layout, condition),
            },
            Cond::Is(_, set) | Cond::Exists(set) if self.is_empty(set) => Some(false),
            _ => self.made.judge(layout, condition),
        }
    }

    /// Tells whether a set is known to be empty.
    fn is_empty(&self, set: &Set<B>) -> bool {
        match set {
            Set::Board(board) => self.empties.contains(board),
            Set::All(sets) => sets.iter().any(|set| self.is_empty(set)),
            Set::Except(pair) => self.is_empty(&pair.0),
            _ => false,
        }
    }

    /// Forgets what is not known of another draft, one of which is what will have happened.
    pub fn join(&mut self, other: &Self) {
        self.gentle &= other.gentle;
        self.refusable |= other.refusable;
        self.made.stands &= other.made.stands;
        // It would not be known what has left, or gone along.
        self.gentle &= other.left == self.left && other.along == self.along;
        self.tokens.extend(&other.tokens);
        self.disturbed |= other.disturbed;
        self.ended = self.ended.max(other.ended);
        if self.made.kind != other.made.kind {
            self.made.kind = None;
        }
        if self.made.captures != other.made.captures {
            self.made.captures = None;
        }
        self.numbers.retain(|number| other.numbers.contains(number));
        self.empties.retain(|board| other.empties.contains(board));
    }

    /// Returns the type that is meant, as far as that is known.
    pub fn kind(&self, kind: &Kind<B>) -> Known {
        let stands = self.made.kind.filter(|_| self.made.stands);
        let own = stands.and_then(|kind| u16::try_from(kind).ok());
        let known = |kind: Option<u16>| kind.map_or(Known::Perhaps, Known::Type);
        match kind {
            Kind::Fixed(kind) => Known::Type(*kind),
            Kind::OfSlot(slot) if *slot == slots::TO.0 => known(own),
            Kind::At(set) if **set == Set::Slot(slots::TO.0) => known(own),
            Kind::OfSlot(slot) => {
                let bound = self.types.iter().find(|(other, _)| other == slot);
                known(bound.map(|(_, kind)| *kind))
            }
            Kind::Mapped(table, of) => match self.kind(of) {
                Known::Type(of) => {
                    let mapped = table.get(usize::from(of)).copied().flatten();
                    mapped.map_or(Known::Nothing, Known::Type)
                }
                other => other,
            },
            Kind::At(_) => Known::Perhaps,
        }
    }
}

/// Tells whether all numbers of a range compare so with a number; `None` if some do.
fn judge_range(operator: Comparison, (least, most): Range, number: i32) -> Option<bool> {
    match operator {
        Comparison::Equal if number < least || number > most => Some(false),
        Comparison::Different if number < least || number > most => Some(true),
        Comparison::Equal | Comparison::Different if least < most => None,
        _ => {
            let ends = [least, most].map(|end| operator.holds(end, number));
            (ends[0] == ends[1]).then_some(ends[0])
        }
    }
}

/// A type, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is that one.
    Type(u16),
    /// There is none.
    Nothing,
    /// It is not known.
    Perhaps,
}
