//! What captures can ever capture.

use super::Looked;
use super::bounds::Scene;
use super::cells::Cells;
use crate::ir::{
    Clause, Composed, Effect, LandingKind, Operand, Side, SideId, Squares, Statement, Truth, Walk,
};

/// Returns what can be captured in a turn of a side, at most.
pub(super) fn captured(looked: &Looked<'_>, side: SideId) -> Cells {
    let by_moves = reached(looked, side);
    let by_moves = match safe(looked, side) {
        Some(safe) => by_moves.except(&safe),
        None => by_moves,
    };
    let scene = looked.scene(side);
    let effects = looked.game.statements().into_iter().filter_map(Statement::effect);
    let by_effects = effects.flat_map(Effect::operands).filter_map(|operand| match operand {
        Operand::Captured(set) => Some(scene.most(set)),
        _ => None,
    });
    by_effects.fold(by_moves, |all, cells| all.union(&cells)).occupied()
}

/// Returns what moves can capture in a turn of a side, at most, were everything allowed.
pub(super) fn reached(looked: &Looked<'_>, side: SideId) -> Cells {
    let scene = looked.scene(side);
    let ways = looked.game.clauses().filter(|clause| clause.is_for(side));
    let own_file = |clause: &Clause| clause.span.source == looked.file;
    let by_way = |clause| by_way(&scene, clause, own_file(clause));
    ways.fold(scene.nothing(), |all, clause| all.union(&by_way(clause))).occupied()
}

/// What further squares of other files' ways hold is taken to be the enemy's: which squares they are is only known in
/// play, and shared rules capture nobody's own pieces in passing.
fn by_way(scene: &Scene<'_>, clause: &Clause, is_own_file: bool) -> Cells {
    let captures = clause.landings.iter().filter(|landing| landing.kind == LandingKind::Capture);
    let landed = captures.map(|landing| scene.most(&landing.on));
    let enemies = scene.most(&Squares::enemy());
    let taken = clause.taking.iter().map(|set| {
        let taken = scene.most(set);
        if is_own_file { taken } else { taken.intersection(&enemies) }
    });
    let on_the_way = taken_on_the_way(scene, &clause.walk, None);
    landed
        .chain(taken)
        .chain(on_the_way)
        .reduce(|all, cells| all.union(&cells))
        .unwrap_or_else(|| scene.nothing())
}

/// What is taken on the way: a piece that passes the test right before it is taken.
fn taken_on_the_way(scene: &Scene<'_>, walk: &Walk, tested: Option<&Squares>) -> Vec<Cells> {
    match walk.composed() {
        Composed::Single if walk.is_take() => {
            vec![tested.map_or_else(|| scene.anything(), |set| scene.most(set))]
        }
        Composed::Single => Vec::new(),
        Composed::InOrder(parts) => {
            let mut tested = tested;
            let mut found = Vec::new();
            for part in parts {
                found.extend(taken_on_the_way(scene, part, tested));
                if !part.is_via() {
                    tested = part.as_test();
                }
            }
            found
        }
        Composed::OneOf(parts) => {
            parts.iter().flat_map(|part| taken_on_the_way(scene, part, tested)).collect()
        }
        Composed::Again(body, ..) => taken_on_the_way(scene, body, None),
    }
}

/// Returns what no move can capture because the turn before would not have been allowed: pieces that
/// nobody may leave where they are attacked.
fn safe(looked: &Looked<'_>, side: SideId) -> Option<Cells> {
    let game = looked.game;
    let is_move = |statement: &Statement| statement.kind.as_move().is_some();
    if game.threat.is_some() || Statement::most(&game.turn, &is_move) > 1 {
        // A turn can capture more than the attack that is asked about.
        return None;
    }
    let other = looked.scene(side.opponent());
    let forbidden = game.forbids.iter().filter_map(|forbid| left_attacked(&forbid.condition));
    forbidden.map(|set| other.least(set)).reduce(|all, cells| all.union(&cells))
}

/// The set of which nothing may be attacked after a turn, if a condition forbids just that.
fn left_attacked(condition: &Truth) -> Option<&Squares> {
    let parts = condition.conjuncts();
    let on = parts.iter().find_map(attacked)?;
    let follows = |part: &Truth| attacked(part).is_some() || *part == Truth::exists(on.clone());
    parts.iter().all(follows).then_some(on)
}

/// The set of which a condition asks whether the enemy attacks it.
fn attacked(truth: &Truth) -> Option<&Squares> {
    match truth {
        Truth::Attacked { on, by: Side::Opponent } => Some(on),
        _ => None,
    }
}
