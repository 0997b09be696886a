//! The board.

use super::{Builder, Pair, Part, Parts};
use crate::syntax::ast::{BoardItem, BoardMember, BoardShape};
use crate::syntax::parser::Rule;

/// The greatest extent of a board that is worth a second look; whether it fits is for others to say.
const MAX_EXTENT: i64 = 10_000;

impl Builder<'_> {
    /// `board 8x8 without {a1} { … }`
    pub(in crate::syntax) fn board(&mut self, pair: Pair<'_>) -> Option<BoardItem> {
        let mut parts = Parts::of(pair);
        let shape = Part::accept(self, &mut parts, &[Rule::board_shape])?;
        let mut members: Vec<BoardMember> = Part::accept(self, &mut parts, &[Rule::board_without])?;
        members.extend(self.inside::<Vec<_>>(&mut parts, Rule::board_block)?);
        Some(BoardItem { shape, members })
    }

    /// `8x8`, `line 10`
    pub(in crate::syntax) fn board_shape(&mut self, pair: Pair<'_>) -> Option<BoardShape> {
        let inner = Parts::of(pair).next()?;
        if inner.as_rule() == Rule::number {
            return Some(BoardShape::Line(self.extent(&inner)?));
        }
        let mut extents = Parts::of(inner);
        let (files, ranks) = (self.extent(&extents.next()?)?, self.extent(&extents.next()?)?);
        let layers = extents.next().map_or(Some(1), |layers| self.extent(&layers))?;
        Some(BoardShape::Rectangle { files, ranks, layers })
    }

    fn extent(&mut self, pair: &Pair<'_>) -> Option<u32> {
        u32::try_from(self.count(pair, MAX_EXTENT)?).ok()
    }

    /// A line of the block, or what stands before that.
    pub(in crate::syntax) fn board_member(&mut self, pair: Pair<'_>) -> Option<BoardMember> {
        let span = self.span(&pair);
        Some(BoardMember { kind: Part::of(self, pair)?, span })
    }
}
