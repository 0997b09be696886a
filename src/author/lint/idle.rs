//! Advice about effects that can never do anything.

use super::bounds::{Scene, sides};
use super::cells::Cells;
use super::statements::inside;
use super::{Advice, Judged, Looked};
use crate::diag::{Diagnostic, codes};
use crate::ir::{
    Arrival, Clause, Effect, Event, Operand, Side, SideId, Squares, Statement, StatementKind,
    Trigger, slots,
};

/// Looks at the new pieces that events about moves and drops put where the mover stands, and at moves of the
/// enemy's pieces.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    if !looked.settled {
        return;
    }
    for trigger in &looked.game.triggers {
        if trigger.span.source == looked.file && stands_on_target(looked, trigger) {
            placed(looked, trigger, advice);
        }
    }
    movers(looked, advice);
}

/// Tells whether a piece stands on the square `target` when the event begins.
fn stands_on_target(looked: &Looked<'_>, trigger: &Trigger) -> bool {
    match trigger.event {
        Event::Moved => looked.game.clauses().all(|clause| clause.arrival == Arrival::Moves),
        Event::Dropped => true,
        _ => false,
    }
}

/// Advises about `place` on a square on which the piece that has just come there still stands.
fn placed(looked: &Looked<'_>, trigger: &Trigger, advice: &mut Advice) {
    let scenes = sides().map(|side| {
        let arrived = looked.places.arrived.clone().occupied();
        looked.scene(side).with(slots::TO, &arrived).given(&trigger.condition)
    });
    let before = looked.game.triggers.iter().take_while(|other| !std::ptr::eq(*other, trigger));
    let mut earlier: Vec<&Statement> = before.flat_map(|other| &other.body).collect();
    earlier.extend(looked.game.clauses().flat_map(|clause: &Clause| &clause.then));
    let earlier = inside(earlier);
    let body = inside(trigger.body.iter().collect());
    let leaves = |statement: &&Statement| vacates(&scenes, statement);
    if earlier.iter().chain(&body).any(leaves) {
        return;
    }
    for statement in body {
        let StatementKind::Effect(Effect::Place { on, .. }) = &statement.kind else { continue };
        if scenes.iter().any(|scene| !scene.most(on).empty.is_empty()) {
            continue;
        }
        let message =
            "this can never put a piece there: the piece that has come there stands on it";
        let found = Diagnostic::warning(codes::EFFECT_WITHOUT_RESULT, statement.span, message)
            .label("`place` needs an empty square")
            .help("`change target into PIECE` makes another piece of it; `remove target` first makes room");
        advice.add(found, Judged::Rules);
    }
}

/// Tells whether a statement may take away the piece that has just come to its square.
fn vacates(scenes: &[Scene<'_>], statement: &Statement) -> bool {
    let meets = |set: &Squares| {
        scenes.iter().any(|scene| {
            let there: Cells = scene.slot(slots::TO);
            !scene.most(set).intersection(&there).is_empty()
        })
    };
    let StatementKind::Effect(effect) = &statement.kind else { return false };
    effect.any_operand(|operand| match operand {
        Operand::Captured(set)
        | Operand::Removed(set)
        | Operand::Left(set)
        | Operand::Exchanged(set) => meets(set),
        _ => false,
    })
}

/// Advises about a move whose pieces may be the enemy's though nothing says so.
fn movers(looked: &Looked<'_>, advice: &mut Advice) {
    for statement in super::statements::every(looked.game) {
        let StatementKind::Move(choice) = &statement.kind else { continue };
        if statement.span.source != looked.file || names_owner(&choice.pieces) {
            continue;
        }
        let [first, second] = SideId::ALL.map(|side| {
            let enemies = Squares::OwnedBy(Side::Opponent);
            let scene = looked.scene(side);
            !scene.most(&choice.pieces).intersection(&scene.most(&enemies)).is_empty()
        });
        if !(first && second) {
            continue;
        }
        let message = "this moves the enemy's pieces too";
        let mut found = Diagnostic::warning(codes::MOVES_ENEMY, statement.span, message)
            .label("nothing says whose pieces they are");
        let text = looked.sources.slice(statement.span);
        if text.starts_with("move ") && !text.starts_with("move \"") {
            let at = statement.span.start + 5;
            let place = crate::source::Span::point(looked.file, at);
            found = found.suggest(place, "own ", "to move only pieces of whose turn it is");
        }
        advice.add(found, Judged::Rules);
    }
}

/// Leaves out that a side stands in check at the start where a turn moves the enemy's pieces: that is why.
pub(super) fn without_consequences(advice: &mut Advice) {
    if advice.found.iter().any(|found| found.code == codes::MOVES_ENEMY) {
        let follows = [codes::START_IN_CHECK, codes::START_DECIDED];
        advice.found.retain(|found| !follows.contains(&found.code));
    }
}

/// Tells whether a set says whose its pieces are, or which piece it is.
fn names_owner(set: &Squares) -> bool {
    match set {
        Squares::OwnedBy(_)
        | Squares::Neutral
        | Squares::Slot(_)
        | Squares::Marked(_)
        | Squares::Bearing(_)
        | Squares::Variable(_)
        | Squares::Reach { .. }
        | Squares::Passed { .. } => true,
        Squares::Union(parts) => parts.iter().all(names_owner),
        Squares::Intersection(parts) => parts.iter().any(names_owner),
        Squares::Except(from, _) | Squares::First(from) | Squares::Last(from) => names_owner(from),
        _ => false,
    }
}
