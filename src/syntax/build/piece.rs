//! Pieces and their ways of moving.

use super::{Builder, Pair, Part, Parts};
use crate::syntax::ast::{ClauseItem, Gait, Name, Pattern, PieceItem, PieceMemberKind, Text};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// `piece NAME "SYMBOL" { … }`, `replace NAME with NAME "SYMBOL" { … }`
    pub(in crate::syntax) fn piece(&mut self, pair: Pair<'_>) -> Option<PieceItem> {
        let mut parts = Parts::of(pair);
        let instead_of = Part::accept(self, &mut parts, &[Rule::name])?;
        let mut body = Parts::of(parts.next()?);
        Some(PieceItem {
            instead_of,
            name: Part::next(self, &mut body)?,
            symbols: Part::accept(self, &mut body, &[Rule::string])?,
            members: self.inside(&mut body, Rule::piece_block)?,
        })
    }

    /// `pawn-of(Rook)`, `castling-short: castle(right, g1, f1)`
    pub(in crate::syntax) fn called_member(&mut self, pair: Pair<'_>) -> Option<PieceMemberKind> {
        let mut parts = Parts::of(pair);
        let name = Part::accept(self, &mut parts, &[Rule::label])?;
        let (define, arguments) = self.call(parts.next()?)?;
        Some(PieceMemberKind::Call { name, define, arguments })
    }

    /// `moves N, as Queen from own rank 2`, with a name or without
    pub(in crate::syntax) fn clause(&mut self, pair: Pair<'_>) -> Option<ClauseItem> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name: Option<Name> = Part::accept(self, &mut parts, &[Rule::label])?;
        if name.is_some() {
            parts = Parts::of(parts.next()?);
        }
        Some(ClauseItem {
            name,
            verb: Part::next(self, &mut parts)?,
            patterns: Part::accept(self, &mut parts, &[Rule::pattern])?,
            modifiers: Part::next(self, &mut parts)?,
            span,
        })
    }

    /// One way over the board, of whichever kind.
    pub(in crate::syntax) fn pattern(&mut self, pair: Pair<'_>) -> Option<Pattern> {
        let span = self.span(&pair);
        Some(Pattern { kind: Part::of(self, pair)?, span })
    }

    /// `leap (1,2)`, `leap to (1,2)`
    pub(in crate::syntax) fn leap(&mut self, pair: Pair<'_>) -> Option<Gait> {
        let mut parts = Parts::of(pair);
        let is_one = parts.accept(Rule::one_offset).is_some();
        let offset = Part::of(self, parts.next()?)?;
        Some(if is_one { Gait::LeapTo(offset) } else { Gait::Leap(offset) })
    }

    /// `Queen, Knight, fmW`
    pub(super) fn movers(&mut self, pair: Pair<'_>) -> Option<Vec<Name>> {
        let texts: Vec<Text> = Part::of(self, pair)?;
        Some(texts.into_iter().map(|Text { text, span }| Name { text, span }).collect())
    }
}
