//! The board.

use pest::iterators::Pair;

use super::{Builder, Parts};
use crate::syntax::ast::{BoardItem, BoardMember, BoardMemberKind, BoardShape};
use crate::syntax::parser::Rule;

/// The greatest extent of a board that is worth a second look; whether it fits is for others to say.
const MAX_EXTENT: i64 = 10_000;

impl Builder<'_> {
    /// `board 8x8 without {a1} { … }`
    pub(super) fn board(&mut self, pair: Pair<'_, Rule>) -> Option<BoardItem> {
        let mut parts = Parts::of(pair);
        let shape = self.optional(&mut parts, Rule::board_shape, Self::board_shape)?;
        let without = parts.accept(Rule::board_without);
        let mut members = self.each(without, Self::board_member)?;
        if let Some(block) = parts.next() {
            let lines = Parts::of(block);
            members.extend(self.placed(lines, |this, inner, _| this.board_member(inner))?);
        }
        Some(BoardItem { shape, members })
    }

    fn board_shape(&mut self, pair: Pair<'_, Rule>) -> Option<BoardShape> {
        let inner = Parts::of(pair).next()?;
        if inner.as_rule() == Rule::number {
            return Some(BoardShape::Line(self.extent(inner)?));
        }
        let extents = self.each(Parts::of(inner), Self::extent)?;
        let (&files, &ranks) = (extents.first()?, extents.get(1)?);
        let layers = extents.get(2).copied().unwrap_or(1);
        Some(BoardShape::Rectangle { files, ranks, layers })
    }

    fn extent(&mut self, pair: Pair<'_, Rule>) -> Option<u32> {
        u32::try_from(self.count(Some(pair), MAX_EXTENT)?).ok()
    }

    fn board_member(&mut self, pair: Pair<'_, Rule>) -> Option<BoardMember> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rule::board_squares => BoardMemberKind::Squares(self.square_set(parts.next()?)?),
            Rule::board_without => BoardMemberKind::Without(self.square_set(parts.next()?)?),
            Rule::board_view => BoardMemberKind::View(self.name(parts.next())?),
            Rule::board_wrap => BoardMemberKind::Wrap(self.name(parts.next())?),
            Rule::board_direction => {
                let name = self.name(parts.next())?;
                let offset = self.last(&mut parts, Self::offset_of)?;
                BoardMemberKind::Direction(name, offset.unwrap_or_default())
            }
            Rule::board_link => BoardMemberKind::Link {
                from: self.name(parts.next())?,
                direction: self.name(parts.next())?,
                to: self.name(parts.next())?,
            },
            _ => return None,
        };
        Some(BoardMember { kind, span })
    }
}
