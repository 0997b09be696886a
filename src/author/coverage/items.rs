//! The parts of a game's rules.

use super::{ClauseRef, Part, PartKind};
use crate::ir::{
    Candidates, Choose, Clause, Effect, Ending, Forbid, Game, PieceType, PieceTypeId, Statement,
    Trigger, TypeRef,
};
use crate::source::Span;

fn part(kind: PartKind, name: &str, span: Span) -> Part {
    Part { kind, name: name.to_owned(), span }
}

pub(super) fn piece(kind: &PieceType) -> Part {
    part(PartKind::Piece, &kind.name, kind.span)
}

pub(super) fn statement(statement: &Statement) -> Part {
    part(PartKind::Statement, "", statement.span)
}

pub(super) fn event(trigger: &Trigger) -> Part {
    part(PartKind::Event, &trigger.name, trigger.span)
}

pub(super) fn forbid(rule: &Forbid) -> Part {
    part(PartKind::Forbid, &rule.name, rule.span)
}

pub(super) fn ending(ending: &Ending) -> Part {
    part(PartKind::Ending, &ending.name, ending.span)
}

/// The way of moving that a move was made by.
pub(super) fn clause(game: &Game, made: ClauseRef) -> Option<Part> {
    match made {
        ClauseRef::Own(kind, number) => {
            let kind = game.types.get(kind)?;
            Some(way(PartKind::Move, &kind.name, kind.clauses.get(number)?))
        }
        ClauseRef::Power(token, power, number) => {
            let token = game.tokens.get(token)?;
            let clauses = &token.powers.get(power)?.clauses;
            Some(way(PartKind::Power, &token.name, clauses.get(number)?))
        }
    }
}

fn way(kind: PartKind, owner: &str, clause: &Clause) -> Part {
    match &clause.name {
        Some(name) => part(kind, &format!("{owner} {name}"), clause.span),
        None => part(kind, owner, clause.span),
    }
}

/// Tells whether a statement asks for a type that a piece then becomes.
pub(super) fn is_change(statement: &Statement) -> bool {
    let choose = statement.kind.as_choose();
    choose.is_some_and(|choose| choose.then.iter().any(|inner| becomes(inner, choose)))
}

fn becomes(statement: &Statement, choose: &Choose) -> bool {
    matches!(statement.effect(), Some(Effect::Become { kind: TypeRef::OfSlot(slot), .. })
        if *slot == choose.slot)
}

pub(super) fn promotion(game: &Game, statement: &Statement, kind: PieceTypeId) -> Option<Part> {
    Some(part(PartKind::Promotion, &game.types.get(kind)?.name, statement.span))
}

/// Returns all parts, each once, in the order of the rules.
pub(super) fn parts(game: &Game) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for kind in &game.types {
        parts.push(piece(kind));
        for clause in &kind.clauses {
            parts.push(way(PartKind::Move, &kind.name, clause));
            statements(game, &clause.then, &mut parts);
        }
    }
    for token in &game.tokens {
        for clause in token.powers.iter().flat_map(|power| &power.clauses) {
            parts.push(way(PartKind::Power, &token.name, clause));
            statements(game, &clause.then, &mut parts);
        }
    }
    statements(game, &game.turn, &mut parts);
    for trigger in &game.triggers {
        parts.push(event(trigger));
        statements(game, &trigger.body, &mut parts);
    }
    parts.extend(game.forbids.iter().map(forbid));
    for ending in &game.endings {
        // What is asked of both sides is one ending.
        if parts.last().is_none_or(|part: &Part| part.name != ending.name) {
            parts.push(self::ending(ending));
        }
    }
    parts
}

/// Adds the statements and those in them. They are as deep as brackets are in a file, at most.
fn statements(game: &Game, list: &[Statement], parts: &mut Vec<Part>) {
    for inner in list {
        // A way that ends is nothing that could be seen in a turn that was played.
        if inner.kind.refusal().is_none() {
            parts.push(statement(inner));
        }
        if let Some(choose) = inner.kind.as_choose()
            && let (Candidates::Types(kinds), true) = (&choose.among, is_change(inner))
        {
            for kind in kinds {
                if let TypeRef::Fixed(kind) = kind {
                    parts.extend(promotion(game, inner, *kind));
                }
            }
        }
        for block in inner.blocks() {
            statements(game, block, parts);
        }
    }
}
