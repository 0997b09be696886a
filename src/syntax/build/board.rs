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
        let shape = match parts.accept(Rule::board_shape) {
            Some(shape) => Some(self.board_shape(shape)?),
            None => None,
        };
        let mut members = Vec::new();
        if let Some(without) = parts.accept(Rule::board_without) {
            members.push(self.board_member(without)?);
        }
        if let Some(block) = parts.next() {
            for member in Parts::of(block) {
                let inner = Parts::of(member).next()?;
                members.push(self.board_member(inner)?);
            }
        }
        Some(BoardItem { shape, members })
    }

    fn board_shape(&mut self, pair: Pair<'_, Rule>) -> Option<BoardShape> {
        let inner = Parts::of(pair).next()?;
        if inner.as_rule() == Rule::number {
            return Some(BoardShape::Line(self.extent(inner)?));
        }
        let mut extents = Vec::new();
        for extent in Parts::of(inner) {
            extents.push(self.extent(extent)?);
        }
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
                let offset = match parts.next() {
                    Some(offset) => self.offset_of(offset)?,
                    None => Vec::new(),
                };
                BoardMemberKind::Direction(name, offset)
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
