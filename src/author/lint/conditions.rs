//! Conditions that are the same in every position, and advice about what they stand at.

use super::Looked;
use crate::diag::{Diagnostic, codes};
use crate::ir::{
    Arithmetic, Comparison, Ending, Game, Number, Outcome, Side, SquareSet, Squares, Truth,
    VariableKind,
};

/// Conditions nested deeper than this are taken to be anything.
const MAX_DEPTH: u8 = 64;

/// Looks at the endings.
pub(super) fn look(looked: &mut Looked<'_>) {
    let game = looked.game;
    if !looked.settled {
        // With other values of the options conditions are others.
        return;
    }
    let mut before: Vec<&Ending> = Vec::new();
    for ending in &game.endings {
        if holds(looked, &ending.condition, MAX_DEPTH) == Some(false) {
            let message = format!("the ending `{}` can never hold", ending.name);
            let found = Diagnostic::warning(codes::ENDING_NEVER_HOLDS, ending.span, message);
            looked.advise(found.label("its condition is false in every position"));
        } else if let Some(first) = before.iter().find(|first| hides(looked, first, ending)) {
            let message = format!("the ending `{}` never decides", ending.name);
            let found = Diagnostic::warning(codes::SAID_BEFORE, ending.span, message)
                .label("whenever it holds, the one before it has decided")
                .secondary(first.span, "this one comes first");
            looked.advise(found);
        }
        before.push(ending);
    }
}

/// Tells whether the first ending decides whenever the other one holds.
fn hides(looked: &Looked<'_>, first: &Ending, other: &Ending) -> bool {
    let decides = match first.outcome {
        Outcome::Wins(side) | Outcome::Loses(side) => !matches!(side, Side::OwnerOf(_)),
        Outcome::Draw => true,
    };
    let earlier = !first.by_record || other.by_record;
    let covered = || match &other.condition {
        Truth::All(parts) => parts.contains(&first.condition),
        condition => *condition == first.condition,
    };
    let wider = || match &first.condition {
        Truth::Any(parts) => parts.contains(&other.condition),
        _ => false,
    };
    decides
        && earlier
        && (holds(looked, &first.condition, MAX_DEPTH) == Some(true) || covered() || wider())
}

/// Tells what a truth is in every position of the game, if it is always the same.
pub(super) fn holds(looked: &Looked<'_>, truth: &Truth, depth: u8) -> Option<bool> {
    let depth = depth.checked_sub(1)?;
    match truth {
        Truth::Fixed(value) => Some(*value),
        Truth::Not(inner) => holds(looked, inner, depth).map(|value| !value),
        Truth::All(parts) => together(parts.iter().map(|part| holds(looked, part, depth)), false),
        Truth::Any(parts) => together(parts.iter().map(|part| holds(looked, part, depth)), true),
        Truth::Compare { operator, left, right } => {
            compare(*operator, range(looked, left, depth), range(looked, right, depth))
        }
        Truth::Exists(squares) | Truth::Is { set: squares, .. } | Truth::Within(squares, _)
            if most(looked, squares, depth).is_empty() =>
        {
            Some(false)
        }
        Truth::Exists(Squares::Fixed(_)) => Some(true),
        Truth::TypeIs(_, types) if types.is_empty() => Some(false),
        _ => None,
    }
}

/// Joins parts of which one that is `decisive` decides.
fn together(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut all = Some(!decisive);
    for part in parts {
        match part {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

/// The least and the greatest a number can be.
type Range = (i64, i64);

/// What any number can be.
const ANY: Range = (i32::MIN as i64, i32::MAX as i64);

fn compare(operator: Comparison, left: Range, right: Range) -> Option<bool> {
    let less = || (left.1 < right.0).then_some(true).or((left.0 >= right.1).then_some(false));
    let at_most = || (left.1 <= right.0).then_some(true).or((left.0 > right.1).then_some(false));
    let equal = || {
        let apart = left.1 < right.0 || left.0 > right.1;
        let same = left.0 == left.1 && left == right;
        apart.then_some(false).or(same.then_some(true))
    };
    match operator {
        Comparison::Equal => equal(),
        Comparison::Different => equal().map(|value| !value),
        Comparison::Less => less(),
        Comparison::LessOrEqual => at_most(),
        Comparison::Greater => at_most().map(|value| !value),
        Comparison::GreaterOrEqual => less().map(|value| !value),
    }
}

/// Returns between which numbers a number lies in every position.
fn range(looked: &Looked<'_>, number: &Number, depth: u8) -> Range {
    let Some(depth) = depth.checked_sub(1) else { return ANY };
    let squares = i64::try_from(looked.game.board.squares.len()).unwrap_or(ANY.1);
    match number {
        Number::Fixed(value) => (i64::from(*value), i64::from(*value)),
        Number::Variable(variable) => {
            kind_range(looked.game.variables.get(variable.id).map(|info| &info.kind))
        }
        Number::Count(set) => (0, i64::try_from(most(looked, set, depth).len()).unwrap_or(squares)),
        Number::InHand { .. }
        | Number::Level(_)
        | Number::Distance(..)
        | Number::CapturesThisTurn => (0, ANY.1),
        Number::TurnNumber => (1, ANY.1),
        Number::Either { then, otherwise, .. } => {
            let (a, b) = (range(looked, then, depth), range(looked, otherwise, depth));
            (a.0.min(b.0), a.1.max(b.1))
        }
        Number::Arithmetic { operator, left, right } => {
            let (a, b) = (range(looked, left, depth), range(looked, right, depth));
            let clamp = |value: i64| value.clamp(ANY.0, ANY.1);
            match operator {
                Arithmetic::Add => (clamp(a.0 + b.0), clamp(a.1 + b.1)),
                Arithmetic::Subtract => (clamp(a.0 - b.1), clamp(a.1 - b.0)),
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder => ANY,
            }
        }
        Number::Slot(_) | Number::Property(..) | Number::Sum(..) | Number::Coordinate { .. } => ANY,
    }
}

fn kind_range(kind: Option<&VariableKind>) -> Range {
    match kind {
        Some(VariableKind::Number { min, max }) => (i64::from(*min), i64::from(*max)),
        Some(VariableKind::Switch) => (0, 1),
        Some(VariableKind::Words(words)) => (0, i64::try_from(words.len()).unwrap_or(ANY.1) - 1),
        Some(VariableKind::Squares) | None => ANY,
    }
}

/// Returns all squares that a set can have in some position.
fn most(looked: &Looked<'_>, squares: &Squares, depth: u8) -> SquareSet {
    let game: &Game = looked.game;
    let all = game.board.all();
    let Some(depth) = depth.checked_sub(1) else { return all };
    match squares {
        Squares::Fixed(set) => *set,
        Squares::Seen { views: [first, second], .. } => first.union(*second),
        Squares::OfTypes(types) if types.intersection(looked.appearing.0).is_empty() => {
            SquareSet::EMPTY
        }
        Squares::Union(parts) => {
            parts.iter().fold(SquareSet::EMPTY, |set, part| set.union(most(looked, part, depth)))
        }
        Squares::Intersection(parts) => {
            parts.iter().fold(all, |set, part| set.intersection(most(looked, part, depth)))
        }
        Squares::Except(first, without) => except(looked, first, without, depth),
        Squares::First(of) | Squares::Last(of) => most(looked, of, depth),
        _ => all,
    }
}

fn except(looked: &Looked<'_>, first: &Squares, without: &Squares, depth: u8) -> SquareSet {
    let from = most(looked, first, depth);
    match without {
        Squares::Fixed(set) => from.except(*set),
        _ => from,
    }
}
