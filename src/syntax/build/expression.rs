//! Expressions.

use super::{Builder, Pair, Part, Parts};
use crate::diag::codes;
use crate::source::Span;
use crate::syntax::ast::{Argument, Expr, ExprKind, LogicOperator, Name};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// Builds whatever stands for an expression, whichever level of the grammar it is from.
    pub(super) fn expression(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        self.deeper(1, span, |this| match pair.as_rule() {
            Rule::expression => this.conditional(pair),
            Rule::any_of | Rule::set | Rule::types | Rule::all_of => this.logic(pair),
            Rule::negation => this.prefixed(pair, Rule::negator, |_, inner| ExprKind::Not(inner)),
            Rule::comparison => this.comparison(pair),
            Rule::sum | Rule::product => this.arithmetic(pair),
            Rule::measure => this.prefixed(pair, Rule::prefix, |word, inner| match word {
                "any" => ExprKind::Any(inner),
                "no" => ExprKind::No(inner),
                _ => ExprKind::Count(inner),
            }),
            Rule::combination | Rule::exclusion => this.combination(pair),
            Rule::chain => this.chain(pair),
            rule if ExprKind::RULES.contains(&rule) => {
                Some(Expr { kind: ExprKind::of(this, pair)?, span })
            }
            // What only stands around another, such as the set of `on SET`.
            _ => this.next_expression(&mut Parts::of(pair)),
        })
    }

    /// Builds the next part as an expression.
    fn next_expression(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        Part::next(self, parts)
    }

    /// Builds several expressions that will lie as deep in the tree as there are many.
    fn operands(&mut self, pairs: Vec<Pair<'_>>, span: Span) -> Option<Vec<Expr>> {
        let levels = pairs.len() / 2;
        self.deeper(levels, span, |this| this.each(pairs, Self::expression))
    }

    /// `A if C else B if D else E`: read from the right.
    fn conditional(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let parts: Vec<_> = Parts::of(pair).collect();
        let mut operands = self.operands(parts, span)?;
        let mut last = operands.pop()?;
        while let (Some(condition), Some(then)) = (operands.pop(), operands.pop()) {
            let span = then.span.join(last.span);
            let kind = ExprKind::Conditional {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(last),
            };
            last = Expr { kind, span };
        }
        Some(last)
    }

    fn logic(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let operator = Part::of(self, pair.clone())?;
        let mut operands = self.each(Parts::of(pair), Self::expression)?;
        if operands.len() == 1 {
            return operands.pop();
        }
        Some(Expr { kind: ExprKind::Logic(operator, operands), span })
    }

    /// What stands behind words such as `not` and `count`, from the right.
    fn prefixed(
        &mut self,
        pair: Pair<'_>,
        rule: Rule,
        kind: fn(&str, Box<Expr>) -> ExprKind,
    ) -> Option<Expr> {
        let whole = self.span(&pair);
        let mut parts = Parts::of(pair);
        let words = parts.accept_all(rule);
        let inner = self.deeper(words.len(), whole, |this| this.next_expression(&mut parts))?;
        Some(words.iter().rev().fold(inner, |built, word| {
            let span = self.span(word).join(built.span);
            Expr { kind: kind(word.as_str(), Box::new(built)), span }
        }))
    }

    fn comparison(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let left = self.next_expression(&mut parts)?;
        let Some(tail) = parts.next() else { return Some(left) };
        let subject = Box::new(left);
        let kind = match tail.as_rule() {
            Rule::being => self.being(tail, subject)?,
            Rule::ability => {
                let mut parts = Parts::of(tail);
                let negated = parts.next()?.as_rule() == Rule::cannot;
                let that = Part::next(self, &mut parts)?;
                ExprKind::CanMove { side: subject, negated, that }
            }
            _ => {
                let operator = Part::of(self, tail)?;
                ExprKind::Binary(operator, subject, Part::next(self, &mut parts)?)
            }
        };
        Some(Expr { kind, span })
    }

    /// What comes after the subject of `is`.
    fn being(&mut self, pair: Pair<'_>, subject: Box<Expr>) -> Option<ExprKind> {
        let span = subject.span.join(self.span(&pair));
        let mut parts = Parts::of(pair);
        let negated = parts.accept(Rule::negator).is_some();
        let tail = parts.next()?;
        Some(match tail.as_rule() {
            Rule::attacked => {
                let by = Part::next(self, &mut Parts::of(tail))?;
                ExprKind::Attacked { subject, negated, by }
            }
            Rule::safe => {
                let kind = ExprKind::Safe(subject, Part::of(self, tail)?);
                if negated { ExprKind::Not(Box::new(Expr { kind, span })) } else { kind }
            }
            _ => ExprKind::Is { subject, negated, predicate: Part::of(self, tail)? },
        })
    }

    /// `A + B - C`, from the left.
    fn arithmetic(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let parts: Vec<_> = Parts::of(pair).collect();
        self.deeper(parts.len() / 2, span, |this| {
            let mut parts = parts.into_iter();
            let mut left = this.expression(parts.next()?)?;
            while let Some(sign) = parts.next() {
                let operator = Part::of(this, sign)?;
                let right = this.expression(parts.next()?)?;
                let span = left.span.join(right.span);
                let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                left = Expr { kind, span };
            }
            Some(left)
        })
    }

    /// `A in B except C`, from the left.
    fn combination(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let parts: Vec<_> = Parts::of(pair).collect();
        self.deeper(parts.len() / 2, span, |this| {
            let mut parts = parts.into_iter();
            let first = parts.next()?;
            let mut left = if first.as_rule() == Rule::outside {
                let span = this.span(&first);
                let mut inner = Parts::of(first);
                inner.accept(Rule::except);
                let right = Box::new(this.next_expression(&mut inner)?);
                Expr { kind: ExprKind::Except(None, right), span }
            } else {
                this.expression(first)?
            };
            while let Some(link) = parts.next() {
                let right = Box::new(this.expression(parts.next()?)?);
                let span = left.span.join(right.span);
                let kind = match link.as_rule() {
                    Rule::within => ExprKind::In(Box::new(left), right),
                    _ => ExprKind::Except(Some(Box::new(left)), right),
                };
                left = Expr { kind, span };
            }
            Some(left)
        })
    }

    fn chain(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut terms = self.each(Parts::of(pair), Self::expression)?;
        if terms.len() == 1 {
            return terms.pop();
        }
        self.look_for_repetition(&terms);
        if let [side, Expr { kind: ExprKind::Name(hand), .. }] = terms.as_slice()
            && hand.text == "hand"
            && matches!(side.kind, ExprKind::Name(_))
        {
            let kind = ExprKind::Of(hand.clone(), Box::new(side.clone()));
            return Some(Expr { kind, span });
        }
        Some(Expr { kind: ExprKind::Chain(terms), span })
    }

    /// Complains about a name that stands twice in a row: what is in a set is in that set.
    fn look_for_repetition(&mut self, terms: &[Expr]) {
        for pair in terms.windows(2) {
            if let [Expr { kind: ExprKind::Name(first), span: before }, again] = pair
                && let ExprKind::Name(second) = &again.kind
                && first.text == second.text
            {
                let extra = Span { start: before.end, ..again.span };
                let found = codes::DUPLICATE_CLAUSE
                    .at(again.span, format!("`{}` stands here twice", second.text))
                    .secondary(*before, "first said here")
                    .suggest(extra, "", "say it once");
                self.sink.push(found);
            }
        }
    }

    /// `NAME(A, B)`
    pub(super) fn call(&mut self, pair: Pair<'_>) -> Option<(Name, Vec<Argument>)> {
        let mut parts = Parts::of(pair);
        Some((Part::next(self, &mut parts)?, Part::next(self, &mut parts)?))
    }
}

impl Part for LogicOperator {
    fn of(_: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(if pair.as_rule() == Rule::all_of { Self::And } else { Self::Or })
    }
}
