//! Expressions.

use super::piece::pattern;
use crate::syntax::ast::{
    Argument, BinaryOperator, Expr, ExprKind, Held, LogicOperator, MovedBy, Name, SquareRange,
};

/// How tightly something holds together, loosest first; the levels of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Whole,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Measure,
    Combination,
    Chain,
    Term,
}

/// Prints an expression where anything can stand.
pub(super) fn whole(expr: &Expr) -> String {
    at(expr, Level::Whole)
}

/// Prints an expression where something of this level is expected, in brackets if it is looser.
pub(super) fn at(expr: &Expr, level: Level) -> String {
    let text = bare(expr);
    if level_of(expr) < level { format!("({text})") } else { text }
}

/// Prints an expression where a word among others stands.
pub(crate) fn chained(expr: &Expr) -> String {
    at(expr, Level::Term)
}

/// Prints an expression in brackets.
pub(super) fn closed(expr: &Expr) -> String {
    format!("({})", bare(expr))
}

/// Prints an expression where the grammar has `set`.
pub(super) fn set(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Logic(LogicOperator::Or, operands) => {
            joined(operands, Level::Combination, " or ")
        }
        _ => at(expr, Level::Combination),
    }
}

/// Prints an expression where the grammar has `types`.
pub(super) fn types(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Logic(LogicOperator::Or, operands) => {
            let texts: Vec<String> = operands.iter().map(exclusion).collect();
            texts.join(" or ")
        }
        _ => exclusion(expr),
    }
}

fn exclusion(expr: &Expr) -> String {
    let mut right = Vec::new();
    let mut left = expr;
    while let ExprKind::Except(Some(inner), except) = &left.kind {
        right.push(format!(" except {}", at(except, Level::Chain)));
        left = inner;
    }
    let first = match &left.kind {
        ExprKind::Except(None, _) => bare(left),
        _ => at(left, Level::Chain),
    };
    right.reverse();
    first + &right.concat()
}

/// Prints an expression where the grammar has `amount`.
pub(super) fn amount(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::Number(0..) if !is_on(expr) => bare(expr),
        _ => closed(expr),
    }
}

/// Prints a set of squares, braces included.
pub(super) fn squares(ranges: &[SquareRange]) -> String {
    let texts: Vec<String> = ranges
        .iter()
        .map(|range| match &range.last {
            Some(last) => format!("{}..{}", range.first.text, last.text),
            None => range.first.text.clone(),
        })
        .collect();
    format!("{{{}}}", texts.join(" "))
}

/// Prints names with something between them.
pub(super) fn names(names: &[Name], between: &str) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(between)
}

/// Prints what comes after `by`.
pub(super) fn moved_by(by: &MovedBy) -> String {
    match by {
        MovedBy::Named(name) => name.text.clone(),
        MovedBy::AnyPower => "a power".to_owned(),
        MovedBy::PowerOf(name) => format!("power of {}", name.text),
        MovedBy::Drop => "a drop".to_owned(),
    }
}

fn joined(operands: &[Expr], level: Level, between: &str) -> String {
    let texts: Vec<String> = operands.iter().map(|operand| at(operand, level)).collect();
    texts.join(between)
}

fn level_of(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Conditional { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::QuantifiedDirection { .. }
        | ExprKind::CanMove { that: Some(_), .. } => Level::Whole,
        ExprKind::Logic(LogicOperator::Or, _) => Level::Or,
        ExprKind::Logic(LogicOperator::And, _) => Level::And,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Is { .. }
        | ExprKind::Attacked { .. }
        | ExprKind::Safe(..)
        | ExprKind::CanMove { .. } => Level::Comparison,
        ExprKind::Binary(operator, ..) => level_of_operator(*operator),
        ExprKind::Any(_) | ExprKind::No(_) | ExprKind::Count(_) | ExprKind::Number(..0) => {
            Level::Measure
        }
        ExprKind::In(..) | ExprKind::Except(..) => Level::Combination,
        // It reaches as far as the chain does, so it can only be the end of one.
        ExprKind::Chain(_) | ExprKind::Of(..) => Level::Chain,
        ExprKind::Name(_) if is_on(expr) => Level::Chain,
        ExprKind::Number(_)
        | ExprKind::Name(_)
        | ExprKind::SquareSet(_)
        | ExprKind::Rank(_)
        | ExprKind::File(_)
        | ExprKind::Bearing(_)
        | ExprKind::Marked(_)
        | ExprKind::Call(..)
        | ExprKind::TurnNumber
        | ExprKind::CapturesThisTurn
        | ExprKind::MovedBy(_)
        | ExprKind::Repeated { .. } => Level::Term,
    }
}

fn level_of_operator(operator: BinaryOperator) -> Level {
    match operator {
        BinaryOperator::Add | BinaryOperator::Subtract => Level::Sum,
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => {
            Level::Product
        }
        BinaryOperator::Equal
        | BinaryOperator::Different
        | BinaryOperator::Less
        | BinaryOperator::LessOrEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterOrEqual => Level::Comparison,
    }
}

/// Prints an expression without brackets around it.
fn bare(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::SquareSet(ranges) => squares(ranges),
        ExprKind::Rank(number) => format!("rank {number}"),
        ExprKind::File(name) => format!("file {}", name.text),
        ExprKind::Bearing(name) => format!("bearing {}", name.text),
        ExprKind::Marked(name) => format!("marked {}", name.text),
        ExprKind::TurnNumber => "turn number".to_owned(),
        ExprKind::CapturesThisTurn => "captures this turn".to_owned(),
        ExprKind::MovedBy(by) => format!("moved by {}", moved_by(by)),
        ExprKind::Repeated { times, held } => {
            let held = held.as_deref().map_or_else(String::new, held_text);
            format!("repeated {} times{held}", at(times, Level::Term))
        }
        ExprKind::Call(name, arguments) => call(name, arguments),
        ExprKind::Of(word, side) if word.text == "hand" => hand(side),
        ExprKind::Of(word, inner) => format!("{} of {}", word.text, at(inner, Level::Chain)),
        ExprKind::Chain(terms) => chain(terms),
        ExprKind::In(left, right) => {
            // What is in a hand is on no square.
            let is_hand = matches!(&right.kind, ExprKind::Of(word, _) if word.text == "hand");
            let right = at(right, Level::Chain);
            let within = if is_hand { "in" } else { "on" };
            format!("{} {within} {right}", at(left, Level::Combination))
        }
        ExprKind::Except(None, right) => format!("except {}", at(right, Level::Chain)),
        ExprKind::Except(Some(left), right) => {
            format!("{} except {}", at(left, Level::Combination), at(right, Level::Chain))
        }
        ExprKind::Any(inner) => format!("any {}", measured(inner)),
        ExprKind::No(inner) => format!("no {}", measured(inner)),
        ExprKind::Count(inner) => format!("count {}", measured(inner)),
        ExprKind::Binary(operator, left, right) => binary(*operator, left, right),
        _ => truth(expr),
    }
}

/// Prints what only truths are made of, and what decides by one.
fn truth(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Logic(LogicOperator::Or, operands) => joined(operands, Level::And, " or "),
        ExprKind::Logic(LogicOperator::And, operands) => joined(operands, Level::Not, " and "),
        ExprKind::Not(inner) => format!("not {}", at(inner, Level::Not)),
        ExprKind::Is { subject, negated, predicate } => {
            format!("{} {} {}", at(subject, Level::Sum), is(*negated), likeness(predicate))
        }
        ExprKind::Attacked { subject, negated, by } => {
            let by =
                by.as_ref().map_or_else(String::new, |by| format!(" by {}", at(by, Level::Chain)));
            format!("{} {} attacked{by}", at(subject, Level::Sum), is(*negated))
        }
        ExprKind::Safe(subject, on) => {
            format!("{} is safe on {}", at(subject, Level::Sum), at(on, Level::Combination))
        }
        ExprKind::CanMove { side, negated, that } => {
            let can = if *negated { "cannot" } else { "can" };
            let that =
                that.as_ref().map_or_else(String::new, |that| format!(" so that {}", whole(that)));
            format!("{} {can} move{that}", at(side, Level::Sum))
        }
        ExprKind::Quantified { every, name, over, condition } => {
            let word = if *every { "every" } else { "some" };
            format!("{word} {} in {}: {}", name.text, set(over), whole(condition))
        }
        ExprKind::QuantifiedDirection { every, name, directions, condition } => {
            let word = if *every { "every" } else { "some" };
            let directions = names(directions, ", ");
            format!("{word} direction {} in {directions}: {}", name.text, whole(condition))
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            let rest = match &otherwise.kind {
                ExprKind::Conditional { .. } => bare(otherwise),
                _ => at(otherwise, Level::Or),
            };
            format!("{} if {} else {rest}", at(then, Level::Or), at(condition, Level::Or))
        }
        _ => String::new(),
    }
}

fn held_text(held: &Held) -> String {
    let whose = held.whose.as_ref().map_or_else(String::new, |whose| at(whose, Level::Chain) + " ");
    format!(" while {} at each {whose}turn", whole(&held.condition))
}

fn is(negated: bool) -> &'static str {
    if negated { "is not" } else { "is" }
}

/// Prints what comes after `is`; words with a meaning of their own there need brackets.
fn likeness(expr: &Expr) -> String {
    let text = at(expr, Level::Sum);
    let first = text.split([' ', '(']).next().unwrap_or("");
    let other = first == "on" && !is_on(expr);
    if other || matches!(first, "attacked" | "safe") { closed(expr) } else { text }
}

/// Tells whether it is the state of a switch that elsewhere is a preposition.
fn is_on(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name.text == "on")
}

/// Prints what comes after `any`, `no` and `count`.
fn measured(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Any(_) | ExprKind::No(_) | ExprKind::Count(_) => bare(expr),
        _ => at(expr, Level::Combination),
    }
}

fn binary(operator: BinaryOperator, left: &Expr, right: &Expr) -> String {
    let (first, second) = match level_of_operator(operator) {
        Level::Sum => (Level::Sum, Level::Product),
        Level::Product => (Level::Product, Level::Measure),
        _ => (Level::Sum, Level::Sum),
    };
    format!("{} {} {}", at(left, first), sign(operator), at(right, second))
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "mod",
        BinaryOperator::Equal => "=",
        BinaryOperator::Different => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
    }
}

fn chain(terms: &[Expr]) -> String {
    let last = terms.len().saturating_sub(1);
    let texts: Vec<String> = terms
        .iter()
        .enumerate()
        .map(|(at_index, term)| match &term.kind {
            ExprKind::Of(..) if at_index == last => bare(term),
            _ => at(term, Level::Term),
        })
        .collect();
    texts.join(" ")
}

/// Prints a hand: `own hand`, `hand of owner of victim`.
pub(super) fn hand(side: &Expr) -> String {
    match &side.kind {
        ExprKind::Name(name) => format!("{} hand", name.text),
        _ => format!("hand of {}", at(side, Level::Chain)),
    }
}

/// Prints a function or a define with what it is called with.
pub(super) fn call(name: &Name, arguments: &[Argument]) -> String {
    let texts: Vec<String> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Expr(expr) => whole(expr),
            Argument::Pattern(way) => format!("by {}", pattern(way, false)),
        })
        .collect();
    format!("{}({})", name.text, texts.join(", "))
}
