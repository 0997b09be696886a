//! Which types of pieces can ever be on the board, and advice about the others.

use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{
    Game, Operand, PropertyId, PropertyValue, Statement, StatementPart, TypeRef, TypeSet,
};
use crate::state::Position;

/// The types that the start position has or that a rule can bring.
pub(super) struct Appearing(pub(super) TypeSet);

impl Appearing {
    /// Collects them. A type that comes from where another piece is brings nothing new.
    pub(super) fn of(game: &Game, start: &Position) -> Self {
        let mut all: TypeSet = start.pieces.iter().flatten().map(|piece| piece.kind).collect();
        for hand in &start.hands {
            let held = hand.enumerate().filter(|(_, count)| **count > 0);
            all = all.union(held.map(|(kind, _)| kind).collect());
        }
        for statement in game.statements() {
            for kind in brought(statement) {
                add(game, kind, &mut all);
            }
        }
        Self(all)
    }
}

/// The types that a statement can bring.
fn brought(statement: &Statement) -> Vec<&TypeRef> {
    let mut kinds = Vec::new();
    statement.kind.each_part(&mut |part| match part {
        StatementPart::Kind(kind) => kinds.push(kind),
        StatementPart::Effect(effect) => effect.each_operand(&mut |operand| {
            if let Operand::Kind(kind) = operand {
                kinds.push(kind);
            }
        }),
        _ => {}
    });
    kinds
}

fn add(game: &Game, kind: &TypeRef, all: &mut TypeSet) {
    match kind {
        TypeRef::Fixed(kind) => all.insert(*kind),
        TypeRef::Property(property, _) => *all = all.union(values(game, *property)),
        TypeRef::OfSlot(_) | TypeRef::At(_) => {}
    }
}

/// The types that a property can say.
pub(super) fn values(game: &Game, property: PropertyId) -> TypeSet {
    let values = game.types.iter().filter_map(|kind| kind.properties.get(usize::from(property.0)));
    let types = values.filter_map(|value| match value {
        PropertyValue::Type(kind) => Some(*kind),
        PropertyValue::Number(_) | PropertyValue::None => None,
    });
    types.collect()
}

/// Advises about types that cannot appear.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    if !looked.settled || looked.appearing.0.is_empty() {
        // With other values of the options a rule may bring them. Without any piece at all the game
        // is one of numbers, and has a piece because every game needs one.
        return;
    }
    for (kind, info) in game.types.enumerate() {
        if looked.appearing.0.contains(kind) {
            continue;
        }
        let message =
            format!("no {} can ever appear: the setup has none, and no rule brings one", info.name);
        advice.add(codes::PIECE_NEVER_APPEARS.at(info.span, message), Judged::Rules);
    }
}
