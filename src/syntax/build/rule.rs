//! Events, endings, fields and tests.

use pest::iterators::Pair;

use super::{Builder, Parts};
use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{
    CompareItem, EndingItem, EventItem, EventPattern, Expr, FieldItem, FieldType, FormPart,
    GoalItem, LetterItem, MovedBy, Name, PreferItem, RuleItem, TestItem, TestLine, TestLineKind,
    Text,
};
use crate::syntax::parser::Rule;

/// The greatest depth that a test may ask for.
const MAX_DEPTH: i64 = 1000;

impl Builder<'_> {
    /// `event name: when … { … }`
    pub(super) fn event(&mut self, pair: Pair<'_, Rule>) -> Option<EventItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let before = self.before(&mut parts);
        let event = self.happening(parts.next()?)?;
        let condition = self.optional(&mut parts, Rule::expression, Self::expression)?;
        let body = self.block(parts.next()?)?;
        Some(EventItem { name, before, event, condition, body })
    }

    /// `before NAME`
    fn before(&mut self, parts: &mut Parts<'_>) -> Option<Name> {
        parts.accept(Rule::before).and_then(|before| self.only_name(before))
    }

    fn happening(&mut self, pair: Pair<'_, Rule>) -> Option<EventPattern> {
        let mut parts = Parts::of(pair);
        match parts.peek()? {
            Rule::turn_begins => return Some(EventPattern::TurnBegins),
            Rule::turn_ends => return Some(EventPattern::TurnEnds),
            _ => {}
        }
        let subject = self.next_expression(&mut parts)?;
        let tail = parts.next()?;
        let rule = tail.as_rule();
        if rule == Rule::moves {
            return self.moved(subject, tail);
        }
        let object = self.last(&mut Parts::of(tail), Self::expression)?;
        Some(match rule {
            Rule::is_captured => EventPattern::Captured { victim: subject, by: object },
            _ => EventPattern::Dropped { piece: subject, on: object },
        })
    }

    /// `moves by … from … to …`, in any order, each at most once.
    fn moved(&mut self, mover: Expr, pair: Pair<'_, Rule>) -> Option<EventPattern> {
        let (mut by, mut from, mut to) = (None::<MovedBy>, None, None);
        for part in Parts::of(pair) {
            let span = self.span(&part);
            let again = match part.as_rule() {
                Rule::moved_by => by.replace(self.moved_by(part)?).is_some(),
                Rule::only_from => from.replace(self.inner(part)?).is_some(),
                _ => to.replace(self.inner(part)?).is_some(),
            };
            if again {
                self.said_twice(span);
            }
        }
        Some(EventPattern::Moved { mover, by, from, to })
    }

    fn said_twice(&mut self, span: Span) {
        let message = "this is said twice; say it once";
        self.sink.push(Diagnostic::error(codes::DUPLICATE_CLAUSE, span, message));
    }

    /// `forbid name: "reason" when …`
    pub(super) fn rule_item(&mut self, pair: Pair<'_, Rule>) -> Option<RuleItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let before = self.before(&mut parts);
        let reason = self.text(parts.accept(Rule::string));
        Some(RuleItem { name, before, reason, condition: self.next_expression(&mut parts)? })
    }

    /// `prefer name: "reason" when …`, `prefer name: "reason" most …`
    pub(super) fn prefer(&mut self, pair: Pair<'_, Rule>) -> Option<PreferItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let before = self.before(&mut parts);
        let reason = self.text(parts.accept(Rule::string));
        let told = parts.next()?;
        let goal = match told.as_rule() {
            Rule::most => GoalItem::Most(self.inner(told)?),
            Rule::least => GoalItem::Least(self.inner(told)?),
            _ => GoalItem::When(self.expression(told)?),
        };
        Some(PreferItem { name, before, reason, goal })
    }

    /// `ending name: own loses "reason" when …`
    pub(super) fn ending(&mut self, pair: Pair<'_, Rule>) -> Option<EndingItem> {
        let mut parts = Parts::of(pair);
        let by_record = parts.next()?.as_str() == "record";
        let name = self.name(parts.next())?;
        let before = self.before(&mut parts);
        let outcome = self.outcome(parts.next()?)?;
        let reason = self.text(parts.next())?;
        let condition = self.next_expression(&mut parts)?;
        Some(EndingItem { name, before, by_record, outcome, reason, condition })
    }

    /// `field name: …`
    pub(super) fn field(&mut self, pair: Pair<'_, Rule>) -> Option<FieldItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let before = self.before(&mut parts);
        let inner = parts.next()?;
        let kind = match inner.as_rule() {
            Rule::letters => {
                let mut parts = Parts::of(inner);
                let per_side = parts.accept(Rule::per_side).is_some();
                FieldType::Letters { per_side, letters: self.each(parts, Self::letter)? }
            }
            Rule::field_squares => FieldType::Squares(self.inner(inner)?),
            Rule::field_number => FieldType::Number(self.inner(inner)?),
            Rule::turn_number => FieldType::TurnNumber,
            Rule::forms => FieldType::Forms(self.each(Parts::of(inner), Self::form)?),
            Rule::fixed => FieldType::Fixed(self.text(Parts::of(inner).next())?),
            _ => return None,
        };
        Some(FieldItem { name, before, kind })
    }

    fn letter(&mut self, pair: Pair<'_, Rule>) -> Option<LetterItem> {
        let mut parts = Parts::of(pair);
        let letter = self.text(parts.next())?;
        let by_file = parts.accept(Rule::by_file).is_some();
        let square = self.next_expression(&mut parts)?;
        let variable = self.name(parts.next())?;
        Some(LetterItem { letter, by_file, square, variable })
    }

    fn form(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<FormPart>> {
        self.placed(Parts::of(pair), |this, inner, span| {
            if inner.as_rule() == Rule::string {
                return this.text(Some(inner)).map(FormPart::Text);
            }
            let mut parts = Parts::of(inner);
            let minus = this
                .optional(&mut parts, Rule::integer, |this, number| this.integer(Some(number)))?;
            Some(FormPart::Number { variable: this.next_expression(&mut parts)?, minus, span })
        })
    }

    /// `compare …`
    pub(super) fn compare(&mut self, pair: Pair<'_, Rule>) -> Option<CompareItem> {
        let inner = Parts::of(pair).next()?;
        Some(match inner.as_rule() {
            Rule::ignoring => {
                let what = Parts::of(inner).next()?;
                if what.as_rule() == Rule::side_to_move {
                    CompareItem::IgnoringSide(self.span(&what))
                } else {
                    CompareItem::Ignoring(self.name(Some(what))?)
                }
            }
            Rule::compare_turns => CompareItem::TurnsByPosition(self.span(&inner)),
            Rule::while_used => CompareItem::WhileUsed(self.only_name(inner)?),
            Rule::compare_number => CompareItem::Number(self.inner(inner)?),
            Rule::compare_level => {
                let mut parts = Parts::of(inner);
                let token = self.name(parts.next())?;
                CompareItem::Level(token, self.next_expression(&mut parts)?)
            }
            _ => return None,
        })
    }

    /// `test "…" cites F1 with powers = Queen { … }`
    pub(super) fn test(&mut self, pair: Pair<'_, Rule>) -> Option<TestItem> {
        let mut parts = Parts::of(pair);
        let title = self.text(parts.next())?;
        let cites = self.optional(&mut parts, Rule::cites, Self::names)?.unwrap_or_default();
        let options = self.optional(&mut parts, Rule::with_options, Self::named_texts)?;
        let options = options.unwrap_or_default();
        let lines = self.placed(parts, |this, inner, span| {
            Some(TestLine { kind: this.test_line(inner)?, span })
        })?;
        Some(TestItem { title, cites, options, lines })
    }

    /// All parts of a rule as names.
    pub(super) fn names(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Name>> {
        self.each(Parts::of(pair), |this, name| this.name(Some(name)))
    }

    /// All parts of a rule, each of them a name and a text.
    pub(super) fn named_texts(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<(Name, Text)>> {
        self.each(Parts::of(pair), |this, part| {
            let mut inner = Parts::of(part);
            Some((this.name(inner.next())?, this.text(inner.next())?))
        })
    }

    fn test_line(&mut self, pair: Pair<'_, Rule>) -> Option<TestLineKind> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::position => TestLineKind::Position(self.text(parts.next())?),
            Rule::becomes => TestLineKind::Becomes(self.text(parts.next())?),
            Rule::play => TestLineKind::Play(self.turn_texts(parts)?),
            Rule::legal => TestLineKind::Legal(self.turn_texts(parts)?),
            Rule::illegal => TestLineKind::Illegal(self.turn_texts(parts)?),
            Rule::turns => TestLineKind::Turns(self.count(parts.next(), i64::MAX)?),
            Rule::perft => {
                let depth = u32::try_from(self.count(parts.next(), MAX_DEPTH)?).ok()?;
                TestLineKind::Perft(depth, self.count(parts.next(), i64::MAX)?)
            }
            Rule::result => {
                let winner = self.name(parts.next())?;
                TestLineKind::Result(winner, self.text(parts.next()))
            }
            Rule::ongoing => TestLineKind::Ongoing,
            Rule::expect => TestLineKind::Expect(self.next_expression(&mut parts)?),
            _ => return None,
        })
    }

    fn turn_texts(&mut self, parts: Parts<'_>) -> Option<Vec<Text>> {
        self.each(parts, |this, turn| this.text(Some(turn)))
    }
}
