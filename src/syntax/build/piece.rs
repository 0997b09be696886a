//! Pieces and their ways of moving.

use pest::iterators::Pair;

use super::{Builder, Parts};
use crate::syntax::ast::{
    ClauseItem, Gait, Leg, LegLimit, Modifier, ModifierKind, Name, Pattern, PatternKind, PieceItem,
    PieceMember, PieceMemberKind, Text, Verb,
};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// `NAME "SYMBOL" { … }`
    pub(super) fn piece(
        &mut self,
        pair: Pair<'_, Rule>,
        instead_of: Option<Name>,
    ) -> Option<PieceItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.accept(Rule::name))?;
        let symbols = self.strings(&mut parts)?;
        let members = self.last(&mut parts, Self::piece_members)?.unwrap_or_default();
        Some(PieceItem { instead_of, name, symbols, members })
    }

    /// Texts in quotes, one after the other.
    fn strings(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Text>> {
        self.each(parts.accept_all(Rule::string), |this, string| this.text(Some(string)))
    }

    /// The block of a piece.
    pub(super) fn piece_members(&mut self, block: Pair<'_, Rule>) -> Option<Vec<PieceMember>> {
        self.placed(Parts::of(block), |this, inner, span| {
            Some(PieceMember { kind: this.piece_member(inner)?, span })
        })
    }

    fn piece_member(&mut self, pair: Pair<'_, Rule>) -> Option<PieceMemberKind> {
        Some(match pair.as_rule() {
            Rule::royal => PieceMemberKind::Royal,
            Rule::picture => PieceMemberKind::Picture(self.strings(&mut Parts::of(pair))?),
            Rule::worth => PieceMemberKind::Value(self.inner(pair)?),
            Rule::clause => PieceMemberKind::Clause(self.clause(pair, None)?),
            Rule::named_clause => PieceMemberKind::Clause(self.named_clause(pair)?),
            Rule::replaced_clause => PieceMemberKind::ReplaceClause(self.named_clause(pair)?),
            Rule::replaced => return self.piece_member(Parts::of(pair).next()?),
            Rule::removed => PieceMemberKind::RemoveClause(self.only_name(pair)?),
            Rule::drops_on => PieceMemberKind::DropsOn(self.inner(pair)?),
            Rule::property_value => {
                let mut parts = Parts::of(pair);
                let name = self.name(parts.next())?;
                PieceMemberKind::Property(name, self.next_expression(&mut parts)?)
            }
            Rule::call_member => {
                let (define, arguments) = self.call(Parts::of(pair).next()?)?;
                PieceMemberKind::Call { name: None, define, arguments }
            }
            Rule::named_call => {
                let mut parts = Parts::of(pair);
                let name = Some(self.name(parts.next())?);
                let (define, arguments) = self.call(parts.next()?)?;
                PieceMemberKind::Call { name, define, arguments }
            }
            _ => return None,
        })
    }

    fn named_clause(&mut self, pair: Pair<'_, Rule>) -> Option<ClauseItem> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let mut clause = self.clause(parts.next()?, Some(name))?;
        clause.span = span;
        Some(clause)
    }

    /// `moves N, as Queen from own rank 2`
    pub(super) fn clause(
        &mut self,
        pair: Pair<'_, Rule>,
        name: Option<Name>,
    ) -> Option<ClauseItem> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let verb = match parts.accept(Rule::verb)?.as_str() {
            "captures" => Verb::Captures,
            "swaps" => Verb::Swaps,
            _ => Verb::Moves,
        };
        let patterns = self.each(parts.accept_all(Rule::pattern), Self::pattern)?;
        let modifiers = self.placed(parts, |this, inner, span| {
            Some(Modifier { kind: this.modifier(inner)?, span })
        })?;
        Some(ClauseItem { name, verb, patterns, modifiers, span })
    }

    fn modifier(&mut self, pair: Pair<'_, Rule>) -> Option<ModifierKind> {
        Some(match pair.as_rule() {
            Rule::only_of => ModifierKind::Of(self.inner(pair)?),
            Rule::only_with => ModifierKind::With(self.inner(pair)?),
            Rule::without_capturing => ModifierKind::WithoutCapturing,
            Rule::without_moving => ModifierKind::WithoutMoving,
            Rule::only_from => ModifierKind::From(self.inner(pair)?),
            Rule::only_to => ModifierKind::To(self.inner(pair)?),
            Rule::taking => ModifierKind::Taking(self.inner(pair)?),
            Rule::only_for => ModifierKind::For(self.only_name(pair)?),
            Rule::only_when => ModifierKind::When(self.inner(pair)?),
            Rule::afterwards => ModifierKind::Then(self.block(Parts::of(pair).next()?)?),
            _ => return None,
        })
    }

    /// One way over the board, of whichever kind.
    pub(super) fn pattern(&mut self, pair: Pair<'_, Rule>) -> Option<Pattern> {
        let span = self.span(&pair);
        let inner = Parts::of(pair).next()?;
        let kind = match inner.as_rule() {
            Rule::words => return self.words(inner),
            Rule::as_types => {
                let mut parts = Parts::of(inner);
                parts.accept(Rule::types_word);
                PatternKind::AsTypes(Box::new(self.next_expression(&mut parts)?))
            }
            Rule::as_piece => PatternKind::As(self.only_name(inner)?),
            Rule::anywhere => PatternKind::Anywhere,
            _ => PatternKind::Betza(self.text(Some(inner))?.text),
        };
        Some(Pattern { kind, span })
    }

    /// `step orthogonally then step diagonally outward`
    pub(super) fn words(&mut self, pair: Pair<'_, Rule>) -> Option<Pattern> {
        let span = self.span(&pair);
        let legs = self.each(Parts::of(pair), Self::leg)?;
        Some(Pattern { kind: PatternKind::Legs(legs), span })
    }

    fn leg(&mut self, pair: Pair<'_, Rule>) -> Option<Leg> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let gait = self.gait(parts.accept(Rule::gait)?)?;
        let ways = self.each(parts.accept_all(Rule::way), |this, way| {
            let mut way = this.only_name(way)?;
            // `in any direction` is three words, with any space between them.
            way.text = way.text.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(way)
        })?;
        let relation = self.name(parts.accept(Rule::relation));
        let limit = self.optional(&mut parts, Rule::leg_limit, Self::leg_limit)?;
        Some(Leg {
            gait,
            ways,
            relation,
            limit,
            over: self.maybe(&mut parts, Rule::over)?,
            onto: self.maybe(&mut parts, Rule::onto)?,
            taking: parts.accept(Rule::leg_taking).is_some(),
            via: parts.accept(Rule::via).is_some(),
            span,
        })
    }

    fn gait(&mut self, pair: Pair<'_, Rule>) -> Option<Gait> {
        let inner = Parts::of(pair).next()?;
        let rule = inner.as_rule();
        if rule == Rule::step || rule == Rule::slide {
            return Some(if rule == Rule::step { Gait::Step } else { Gait::Slide });
        }
        let mut parts = Parts::of(inner);
        let one = parts.accept(Rule::one_offset).is_some();
        let offset = self.offset_of(parts.next()?)?;
        Some(match rule {
            Rule::leap if one => Gait::LeapTo(offset),
            Rule::leap => Gait::Leap(offset),
            _ => Gait::Ride(offset),
        })
    }

    /// `(1,2)`
    pub(super) fn offset_of(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<i64>> {
        self.each(Parts::of(pair), |this, number| this.integer(Some(number)))
    }

    fn leg_limit(&mut self, pair: Pair<'_, Rule>) -> Option<LegLimit> {
        let pair = Parts::of(pair).next()?;
        Some(match pair.as_rule() {
            Rule::exactly => LegLimit::Exactly(self.inner(pair)?),
            Rule::up_to => LegLimit::UpTo(self.inner(pair)?),
            Rule::at_least => LegLimit::AtLeast(self.inner(pair)?),
            Rule::half_way => LegLimit::Half,
            _ => return None,
        })
    }

    /// The movers of `lone_movers`.
    pub(super) fn lone_movers(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Name>> {
        let inner = Parts::of(pair).next()?;
        self.movers(inner)
    }

    /// `Queen, Knight, fmW`
    pub(super) fn movers(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Name>> {
        self.each(Parts::of(pair), |this, mover| {
            let Text { text, span } = this.text(Some(mover))?;
            Some(Name { text, span })
        })
    }
}
