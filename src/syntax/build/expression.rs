//! Expressions.

use pest::iterators::Pair;

use super::{Builder, Parts};
use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{
    Argument, BinaryOperator, Build, Expr, ExprKind, Held, LogicOperator, MovedBy, Name,
    SquareRange,
};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// Builds the expression of `lone_expression`.
    pub(super) fn lone_expression(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let inner = Parts::of(pair).next()?;
        self.expression(inner)
    }

    /// Builds whatever stands for an expression, whichever level of the grammar it is from.
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let span = self.span(&pair);
        self.deeper(1, span, |this| match pair.as_rule() {
            Rule::expression => this.conditional(pair),
            Rule::any_of | Rule::set | Rule::types => this.logic(pair, LogicOperator::Or),
            Rule::all_of => this.logic(pair, LogicOperator::And),
            Rule::negation => this.negation(pair),
            Rule::quantified => this.quantified(pair),
            Rule::some_direction => this.some_direction(pair),
            Rule::comparison => this.comparison(pair),
            Rule::sum | Rule::product => this.arithmetic(pair),
            Rule::measure => this.measure(pair),
            Rule::combination | Rule::exclusion => this.combination(pair),
            Rule::chain => this.chain(pair),
            Rule::parenthesis | Rule::amount => {
                let inner = Parts::of(pair).next()?;
                this.expression(inner)
            }
            _ => this.term(pair),
        })
    }

    /// Builds the next part as an expression.
    pub(super) fn next_expression(&mut self, parts: &mut Parts<'_>) -> Build<Expr> {
        let pair = parts.next()?;
        self.expression(pair)
    }

    /// Builds the only part of an optional rule, such as the set of `on SET`.
    pub(super) fn inner(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        self.next_expression(&mut Parts::of(pair))
    }

    /// Like `inner`, for a part that may be missing: `Some(None)` then.
    pub(super) fn maybe(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Build<Option<Expr>> {
        self.optional(parts, rule, Self::inner)
    }

    /// Builds several expressions that will lie as deep in the tree as there are many.
    fn operands(&mut self, pairs: Vec<Pair<'_, Rule>>, span: Span) -> Build<Vec<Expr>> {
        let levels = pairs.len() / 2;
        self.deeper(levels, span, |this| this.each(pairs, Self::expression))
    }

    /// `A if C else B if D else E`: read from the right.
    fn conditional(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
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

    fn logic(&mut self, pair: Pair<'_, Rule>, operator: LogicOperator) -> Build<Expr> {
        let span = self.span(&pair);
        let mut operands = self.each(Parts::of(pair), Self::expression)?;
        if operands.len() == 1 {
            return operands.pop();
        }
        Some(Expr { kind: ExprKind::Logic(operator, operands), span })
    }

    fn negation(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let whole = self.span(&pair);
        let mut parts = Parts::of(pair);
        let negators = parts.accept_all(Rule::negator);
        let mut built =
            self.deeper(negators.len(), whole, |this| this.next_expression(&mut parts))?;
        for negator in negators.iter().rev() {
            let span = self.span(negator).join(built.span);
            built = Expr { kind: ExprKind::Not(Box::new(built)), span };
        }
        Some(built)
    }

    fn quantified(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let every = parts.next()?.as_str() == "every";
        let name = self.name(parts.accept(Rule::name))?;
        let over = Box::new(self.next_expression(&mut parts)?);
        let condition = Box::new(self.next_expression(&mut parts)?);
        Some(Expr { kind: ExprKind::Quantified { every, name, over, condition }, span })
    }

    fn some_direction(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let every = parts.next()?.as_str() == "every";
        let name = self.name(parts.accept(Rule::name))?;
        let directions = self.directions(parts.next()?)?;
        let condition = Box::new(self.next_expression(&mut parts)?);
        Some(Expr {
            kind: ExprKind::QuantifiedDirection { every, name, directions, condition },
            span,
        })
    }

    /// `any`, `north, east`, `diagonal forward`
    pub(super) fn directions(&mut self, pair: Pair<'_, Rule>) -> Build<Vec<Name>> {
        self.each(Parts::of(pair), |this, some| {
            let span = this.span(&some);
            let words: Vec<String> = this.names(some)?.into_iter().map(|word| word.text).collect();
            let text = if words.is_empty() { "any".to_owned() } else { words.join(" ") };
            Some(Name { text, span })
        })
    }

    fn repeated(&mut self, pair: Pair<'_, Rule>) -> Build<ExprKind> {
        let mut parts = Parts::of(pair);
        let times = Box::new(self.next_expression(&mut parts)?);
        let held = self.last(&mut parts, Self::held)?.map(Box::new);
        Some(ExprKind::Repeated { times, held })
    }

    fn held(&mut self, pair: Pair<'_, Rule>) -> Build<Held> {
        let mut parts = Parts::of(pair);
        let condition = self.next_expression(&mut parts)?;
        Some(Held { condition, whose: self.last(&mut parts, Self::expression)? })
    }

    fn comparison(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
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
                let that = self.last(&mut parts, Self::expression)?.map(Box::new);
                ExprKind::CanMove { side: subject, negated, that }
            }
            _ => {
                let operator = binary_operator(tail.as_str())?;
                ExprKind::Binary(operator, subject, Box::new(self.next_expression(&mut parts)?))
            }
        };
        Some(Expr { kind, span })
    }

    /// What comes after the subject of `is`.
    fn being(&mut self, pair: Pair<'_, Rule>, subject: Box<Expr>) -> Build<ExprKind> {
        let span = subject.span.join(self.span(&pair));
        let mut parts = Parts::of(pair);
        let negated = parts.accept(Rule::negator).is_some();
        let tail = parts.next()?;
        Some(match tail.as_rule() {
            Rule::attacked => {
                let by = self.last(&mut Parts::of(tail), Self::expression)?.map(Box::new);
                ExprKind::Attacked { subject, negated, by }
            }
            Rule::safe => {
                let kind = ExprKind::Safe(subject, Box::new(self.inner(tail)?));
                if negated { ExprKind::Not(Box::new(Expr { kind, span })) } else { kind }
            }
            _ => ExprKind::Is { subject, negated, predicate: Box::new(self.inner(tail)?) },
        })
    }

    /// `A + B - C`, from the left.
    fn arithmetic(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let span = self.span(&pair);
        let parts: Vec<_> = Parts::of(pair).collect();
        self.deeper(parts.len() / 2, span, |this| {
            let mut parts = parts.into_iter();
            let mut left = this.expression(parts.next()?)?;
            while let Some(sign) = parts.next() {
                let operator = binary_operator(sign.as_str())?;
                let right = this.expression(parts.next()?)?;
                let span = left.span.join(right.span);
                let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                left = Expr { kind, span };
            }
            Some(left)
        })
    }

    fn measure(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let whole = self.span(&pair);
        let mut parts = Parts::of(pair);
        let prefixes = parts.accept_all(Rule::prefix);
        let mut built =
            self.deeper(prefixes.len(), whole, |this| this.next_expression(&mut parts))?;
        for prefix in prefixes.iter().rev() {
            let span = self.span(prefix).join(built.span);
            let inner = Box::new(built);
            let kind = match prefix.as_str() {
                "any" => ExprKind::Any(inner),
                "no" => ExprKind::No(inner),
                _ => ExprKind::Count(inner),
            };
            built = Expr { kind, span };
        }
        Some(built)
    }

    /// `A in B except C`, from the left.
    fn combination(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
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

    fn chain(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
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
                let message = format!("`{}` stands here twice", second.text);
                let extra = Span { start: before.end, ..again.span };
                let found = Diagnostic::error(codes::DUPLICATE_CLAUSE, again.span, message)
                    .secondary(*before, "first said here")
                    .suggest(extra, "", "say it once");
                self.sink.push(found);
            }
        }
    }

    fn term(&mut self, pair: Pair<'_, Rule>) -> Build<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number | Rule::negative => ExprKind::Number(self.integer(Some(pair))?),
            Rule::name => ExprKind::Name(self.name(Some(pair))?),
            Rule::switched_on => ExprKind::Name(self.name(Parts::of(pair).next())?),
            Rule::square_set => ExprKind::SquareSet(self.square_set(pair)?),
            Rule::captures_this_turn => ExprKind::CapturesThisTurn,
            Rule::turn_number => ExprKind::TurnNumber,
            Rule::rank => ExprKind::Rank(self.integer(Parts::of(pair).next())?),
            Rule::file_term => ExprKind::File(self.name(Parts::of(pair).next())?),
            Rule::bearing => ExprKind::Bearing(self.name(Parts::of(pair).next())?),
            Rule::marked => ExprKind::Marked(self.name(Parts::of(pair).next())?),
            Rule::moved_by_term => {
                let inner = Parts::of(pair).next()?;
                ExprKind::MovedBy(self.moved_by(inner)?)
            }
            Rule::repeated => self.repeated(pair)?,
            Rule::call => {
                let (name, arguments) = self.call(pair)?;
                ExprKind::Call(name, arguments)
            }
            Rule::of => {
                let mut parts = Parts::of(pair);
                let word = self.name(parts.next())?;
                ExprKind::Of(word, Box::new(self.next_expression(&mut parts)?))
            }
            _ => return None,
        };
        Some(Expr { kind, span })
    }

    /// `NAME(A, B)`
    pub(super) fn call(&mut self, pair: Pair<'_, Rule>) -> Build<(Name, Vec<Argument>)> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let arguments = self.placed(parts, |this, inner, _| {
            Some(match inner.as_rule() {
                Rule::pattern => Argument::Pattern(this.pattern(inner)?),
                Rule::words => Argument::Pattern(this.words(inner)?),
                _ => Argument::Expr(this.expression(inner)?),
            })
        })?;
        Some((name, arguments))
    }

    /// `{a1..h2 e4}`
    pub(super) fn square_set(&mut self, pair: Pair<'_, Rule>) -> Build<Vec<SquareRange>> {
        self.each(Parts::of(pair), |this, range| {
            let mut corners = Parts::of(range);
            let first = this.name(corners.next())?;
            Some(SquareRange { first, last: this.name(corners.next()) })
        })
    }

    /// `by double-step`, `by a power`
    pub(super) fn moved_by(&mut self, pair: Pair<'_, Rule>) -> Build<MovedBy> {
        let inner = Parts::of(pair).next()?;
        Some(match inner.as_rule() {
            Rule::any_power => MovedBy::AnyPower,
            Rule::by_drop => MovedBy::Drop,
            Rule::power_of => MovedBy::PowerOf(self.only_name(inner)?),
            _ => MovedBy::Named(self.name(Some(inner))?),
        })
    }

    /// The name that is the only part of a rule besides keywords.
    pub(super) fn only_name(&mut self, pair: Pair<'_, Rule>) -> Build<Name> {
        self.name(Parts::of(pair).next())
    }
}

fn binary_operator(sign: &str) -> Option<BinaryOperator> {
    Some(match sign {
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "mod" => BinaryOperator::Remainder,
        "=" => BinaryOperator::Equal,
        "!=" => BinaryOperator::Different,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessOrEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterOrEqual,
        _ => return None,
    })
}
