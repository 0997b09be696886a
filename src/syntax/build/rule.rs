//! What events wait for, and what becomes of a side.

use super::{Builder, Pair, Part, Parts};
use crate::diag::codes;
use crate::syntax::ast::{EventPattern, Expr, Fate, MovedBy, OutcomeItem};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// `SET is captured by SET`, `a turn begins`
    pub(in crate::syntax) fn happening(&mut self, pair: Pair<'_>) -> Option<EventPattern> {
        let mut parts = Parts::of(pair);
        match parts.peek()? {
            Rule::turn_begins => return Some(EventPattern::TurnBegins),
            Rule::turn_ends => return Some(EventPattern::TurnEnds),
            _ => {}
        }
        let subject = Part::next(self, &mut parts)?;
        let tail = parts.next()?;
        Some(match tail.as_rule() {
            Rule::moves => return self.moved(subject, tail),
            Rule::is_captured => EventPattern::Captured {
                victim: subject,
                by: Part::next(self, &mut Parts::of(tail))?,
            },
            _ => EventPattern::Dropped {
                piece: subject,
                on: Part::next(self, &mut Parts::of(tail))?,
            },
        })
    }

    /// `moves by … from … to …`, in any order, each at most once.
    fn moved(&mut self, mover: Expr, pair: Pair<'_>) -> Option<EventPattern> {
        let (mut by, mut from, mut to) = (None::<MovedBy>, None::<Expr>, None::<Expr>);
        for part in Parts::of(pair) {
            let span = self.span(&part);
            let again = match part.as_rule() {
                Rule::moved_by => by.replace(Part::of(self, part)?).is_some(),
                Rule::only_from => from.replace(Part::of(self, part)?).is_some(),
                _ => to.replace(Part::of(self, part)?).is_some(),
            };
            if again {
                self.sink.push(codes::DUPLICATE_CLAUSE.at(span, "this is said twice; say it once"));
            }
        }
        Some(EventPattern::Moved { mover, by, from, to })
    }

    /// `own wins`, `draw`
    pub(in crate::syntax) fn outcome(&mut self, pair: Pair<'_>) -> Option<OutcomeItem> {
        let mut parts = Parts::of(pair);
        let first = parts.next()?;
        let rule = first.as_rule();
        let fate = match parts.next().map(|fate| fate.as_rule()) {
            Some(Rule::wins) => Fate::Wins,
            Some(Rule::loses) => Fate::Loses,
            _ => Fate::Draws,
        };
        Some(match (rule, fate) {
            (Rule::draw, _) => OutcomeItem::Draw,
            (Rule::a_side, _) => OutcomeItem::ASide { wins: fate == Fate::Wins },
            (Rule::side_to_move, _) => OutcomeItem::SideToMove(fate),
            (_, Fate::Wins) => OutcomeItem::Wins(self.expression(first)?),
            _ => OutcomeItem::Loses(self.expression(first)?),
        })
    }
}
