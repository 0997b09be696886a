//! How large expressions are: how many parts they have, with the parts of their parts.

use super::program::{Cond, Eff, Kind, Num, Set, Stmt};

/// Returns how many parts a condition has.
pub fn of_condition<B>(condition: &Cond<B>) -> usize {
    1 + match condition {
        Cond::Not(inner) => of_condition(inner),
        Cond::All(parts) | Cond::Any(parts) => parts.iter().map(of_condition).sum(),
        Cond::Compare(_, pair) => of_number(&pair.0) + of_number(&pair.1),
        Cond::Exists(set) | Cond::Is(_, set) | Cond::Attacked(set, _) => of_set(set),
        Cond::Within(pair) | Cond::Safe(pair) => of_set(&pair.0) + of_set(&pair.1),
        Cond::TypeIs(kind, _) => of_kind(kind),
        Cond::Some(_, pair) => of_set(&pair.0) + of_condition(&pair.1),
        Cond::HasTurn(_, those) => those.iter().map(of_condition).sum(),
        Cond::MovedBy(origins) => origins.clauses.len() / 16,
        Cond::Fixed(_) | Cond::SameSide(..) | Cond::Repeated(_) => 0,
    }
}

/// Returns how many parts a set has.
pub fn of_set<B>(set: &Set<B>) -> usize {
    1 + match set {
        Set::Union(sets) | Set::All(sets) => sets.iter().map(of_set).sum(),
        Set::Except(pair) => of_set(&pair.0) + of_set(&pair.1),
        Set::Stepped(_, of) | Set::First(of) | Set::Last(of) => of_set(of),
        Set::Reach(parts, _) | Set::Passed(parts, _) => of_set(&parts.0),
        Set::OfType(kind) => of_kind(kind),
        _ => 0,
    }
}

fn of_kind<B>(kind: &Kind<B>) -> usize {
    1 + match kind {
        Kind::Mapped(table, of) => table.len() / 16 + of_kind(of),
        Kind::At(set) => of_set(set),
        Kind::Fixed(_) | Kind::OfSlot(_) => 0,
    }
}

fn of_number<B>(number: &Num<B>) -> usize {
    1 + match number {
        Num::Count(set) | Num::Coordinate(_, set, _) => of_set(set),
        Num::Sum(table, set) => table.len() / 16 + of_set(set),
        Num::Property(table, kind) => table.len() / 16 + of_kind(kind),
        Num::Distance(pair) => of_set(&pair.0) + of_set(&pair.1),
        Num::Either(parts) => of_condition(&parts.0) + of_number(&parts.1) + of_number(&parts.2),
        Num::Arithmetic(_, pair) => of_number(&pair.0) + of_number(&pair.1),
        _ => 0,
    }
}

/// Returns how many parts an effect has.
pub fn of_effect<B>(effect: &Eff<B>) -> usize {
    1 + match effect {
        Eff::Capture(set) | Eff::Remove(set) | Eff::Mark(set, ..) | Eff::Give(_, set) => {
            of_set(set)
        }
        Eff::Place(kind, _, set) | Eff::Become(set, kind) => of_kind(kind) + of_set(set),
        Eff::Relocate(from, to) | Eff::Swap(from, to) => of_set(from) + of_set(to),
        Eff::ChangeOwner(set, _) | Eff::SetSquares(_, set) => of_set(set),
        Eff::SetLevel(_, number) | Eff::SetNumber(_, number, _) => of_number(number),
        Eff::Hand(_, kind, number) => of_kind(kind) + of_number(number),
        Eff::SetTruth(_, condition) => of_condition(condition),
        Eff::RemoveChosen(_) | Eff::TakeAway(_) => 0,
    }
}

/// Returns how many parts statements have.
pub fn of_block<B>(body: &[Stmt<B>]) -> usize {
    body.iter().map(of_statement).sum()
}

fn of_statement<B>(statement: &Stmt<B>) -> usize {
    1 + match statement {
        Stmt::If(condition, then, otherwise) => {
            of_condition(condition) + of_block(then) + of_block(otherwise)
        }
        Stmt::ForEach(_, over, body) => of_set(over) + of_block(body),
        Stmt::Repeat(number, condition, body) => {
            of_number(number) + of_condition(condition) + of_block(body)
        }
        Stmt::Either { ways, .. } => ways.iter().map(|(_, body)| of_block(body)).sum(),
        Stmt::Choose(choose) => {
            of_block(&choose.then) + choose.otherwise.as_deref().map_or(0, of_block)
        }
        Stmt::Effect(effect) => of_effect(effect),
        Stmt::Move { only, .. } => of_condition(only),
        Stmt::Drop { on, .. } => of_set(on),
        Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => 0,
    }
}
