//! Advice about effects that can never do anything.

use super::bounds::Scene;
use super::cells::Cells;
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{
    Arrival, Clause, Effect, Event, LandingKind, Operand, Part, PieceTypeId, Read, SideId, Squares,
    Statement, Trigger, slots,
};

/// Looks at the new pieces that events about moves and drops put where the mover stands, and at moves of the
/// enemy's pieces.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    for trigger in &looked.game.triggers {
        if trigger.span.source == looked.file && stands_on_target(looked, trigger) {
            let scenes = arrivals(looked, trigger);
            let before = earlier(looked, trigger, &scenes);
            placed(&scenes, (trigger, &before), advice);
            on_origin(looked, (trigger, &before), advice);
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

/// What there can be when an event about a move or drop begins, for either side.
fn arrivals<'a>(looked: &'a Looked<'_>, trigger: &Trigger) -> [Scene<'a>; SideId::COUNT] {
    SideId::ALL.map(|side| {
        let arrived = looked.places.arrived.clone().occupied();
        looked.scene(side).with(slots::TO, &arrived).given(&trigger.condition)
    })
}

/// Advises about `place` on a square on which the piece that has just come there still stands.
fn placed(scenes: &[Scene<'_>], (trigger, before): (&Trigger, &[&Statement]), advice: &mut Advice) {
    let body: Vec<&Statement> = trigger.body.iter().flat_map(Statement::all).collect();
    let leaves = |statement: &&Statement| vacates(scenes, statement);
    if before.iter().chain(&body).any(leaves) {
        return;
    }
    for statement in body {
        let Some(Effect::Place { on, .. }) = statement.effect() else { continue };
        if scenes.iter().any(|scene| !scene.most(on).empty.is_empty()) {
            continue;
        }
        let message =
            "this can never put a piece there: the piece that has come there stands on it";
        let found = codes::EFFECT_WITHOUT_RESULT.at(statement.span, message)
            .label("`place` needs an empty square")
            .help("`change target into PIECE` makes another piece of it; `remove target` first makes room");
        advice.add(found, Judged::Rules);
    }
}

/// The statements that may be executed between a move or drop and an event about it: what ways of moving do then that the
/// piece can have, and events that can be about the same piece.
fn earlier<'a>(
    looked: &'a Looked<'_>,
    trigger: &Trigger,
    scenes: &[Scene<'_>],
) -> Vec<&'a Statement> {
    let there = || scenes.iter().map(|scene| scene.slot(slots::TO));
    let game = looked.game;
    let mut statements: Vec<&Statement> = Vec::new();
    let before = game.triggers.iter().take_while(|other| !std::ptr::eq(*other, trigger));
    for other in before {
        let is_same = other.event == trigger.event;
        let about_it =
            |scene: &Scene<'_>| !scene.clone().given(&other.condition).slot(slots::TO).is_empty();
        if !is_same || scenes.iter().any(about_it) {
            statements.extend(&other.body);
        }
    }
    // A piece may have become another on the way only by these statements.
    let mut ways = game.clauses().flat_map(|clause| &clause.then);
    let changes =
        statements.iter().any(|found| found.any(&retypes)) || ways.any(|found| found.any(&retypes));
    let can_be = |kind: PieceTypeId| {
        changes || there().any(|cells| cells.kinds().any(|(other, ..)| other == kind))
    };
    for (_, kind) in game.types.enumerate().filter(|(id, _)| can_be(*id)) {
        statements.extend(kind.clauses.iter().flat_map(|clause: &Clause| &clause.then));
    }
    let powers = game.tokens.iter().flat_map(|token| &token.powers);
    statements.extend(powers.flat_map(|power| &power.clauses).flat_map(|clause| &clause.then));
    statements.into_iter().flat_map(Statement::all).collect()
}

fn retypes(statement: &Statement) -> bool {
    statement.any_operand(|operand| matches!(operand, Operand::Retyped(_)))
}

/// Advises about effects on the square that a piece has left, where nothing stands.
fn on_origin(
    looked: &Looked<'_>,
    (trigger, before): (&Trigger, &[&Statement]),
    advice: &mut Advice,
) {
    let swaps = looked.game.clauses().flat_map(|clause| &clause.landings);
    if trigger.event != Event::Moved
        || swaps.into_iter().any(|landing| landing.kind == LandingKind::Swap)
    {
        return;
    }
    let from = |set: &Squares| set.as_slot() == Some(slots::FROM);
    let body: Vec<&Statement> = trigger.body.iter().flat_map(Statement::all).collect();
    let fills = |statement: &&Statement| {
        statement.any_operand(|operand| {
            matches!(operand, Operand::Filled(_) | Operand::Entered(_) | Operand::Exchanged(_))
        })
    };
    if before.iter().chain(&body).any(fills) {
        return;
    }
    for statement in body {
        let is_idle = statement.any_operand(|operand| match operand {
            Operand::Captured(set)
            | Operand::Removed(set)
            | Operand::Left(set)
            | Operand::Retyped(set)
            | Operand::Converted(set)
            | Operand::WithMark(set) => from(set),
            _ => false,
        });
        if !is_idle {
            continue;
        }
        let found = codes::EFFECT_WITHOUT_RESULT
            .at(statement.span, "this never does anything: the piece has left `origin`")
            .label("nothing stands there after the move")
            .help("the piece stands on `target` now");
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
    statement.any_operand(|operand| match operand {
        Operand::Captured(set)
        | Operand::Removed(set)
        | Operand::Left(set)
        | Operand::Exchanged(set) => meets(set),
        _ => false,
    })
}

/// Advises about a move whose pieces may be the enemy's though nothing says so.
fn movers(looked: &Looked<'_>, advice: &mut Advice) {
    for statement in looked.game.statements() {
        let Some(choice) = statement.kind.as_move() else { continue };
        if statement.span.source != looked.file || names_owner(&choice.pieces) {
            continue;
        }
        let [first, second] = SideId::ALL.map(|side| {
            let enemies = Squares::enemy();
            let scene = looked.scene(side);
            !scene.most(&choice.pieces).intersection(&scene.most(&enemies)).is_empty()
        });
        if !(first && second) {
            continue;
        }
        let mut found = codes::MOVES_ENEMY
            .at(statement.span, "this moves the enemy's pieces too")
            .label("nothing says whose pieces they are");
        let text = looked.sources.slice(statement.span);
        if let Some(set) = moved_set(text) {
            let at = statement.span.start + 5;
            let help = "to move only pieces of whose turn it is";
            let rest = set.strip_prefix("own or ").unwrap_or(set);
            let is_joined = rest.split_whitespace().any(|word| word == "or");
            found = if is_joined || rest != set {
                let end = at + u32::try_from(set.len()).unwrap_or(0);
                let place = crate::source::Span::new(looked.file, at, end);
                let own = if is_joined { format!("own ({rest})") } else { format!("own {rest}") };
                found.suggest(place, own, help)
            } else {
                let place = crate::source::Span::point(looked.file, at);
                found.suggest(place, "own ", help)
            };
        }
        advice.add(found, Judged::Rules);
    }
}

/// What a statement `move SET …` says that is moved, without what follows.
fn moved_set(text: &str) -> Option<&str> {
    let behind = text.strip_prefix("move ").filter(|behind| !behind.starts_with('"'))?;
    let ends = [" as ", " only ", ";", "}", "{", "\n", "#"];
    let end = ends.iter().filter_map(|end| behind.find(end)).min().unwrap_or(behind.len());
    behind.get(..end).map(str::trim_end)
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
    set.is_within(&|set| {
        let names = |part: Part<'_>| match part {
            Part::Reads(read) => read == Read::Owners,
            Part::Side(_) | Part::Slot(_) | Part::Variable(_) | Part::Mark(_) | Part::Token(_) => {
                true
            }
            _ => false,
        };
        !set.is_place() && set.any_part(names)
    })
}

/// Tells whether an event waits for moves of pieces that the side whose turn it is never moves.
pub(super) fn moves_nobody(looked: &Looked<'_>, trigger: &Trigger) -> bool {
    let converts = |statement: &Statement| {
        statement.any_operand(|operand| {
            matches!(
                operand,
                Operand::Converted(_)
                    | Operand::NewOwner(_)
                    | Operand::Exchanged(_)
                    | Operand::Entered(_)
            )
        })
    };
    SideId::ALL.into_iter().all(|side| {
        let mut owners = [false; SideId::OWNERS.len()];
        for (_, owner, _) in looked.places.movable(side).kinds() {
            owners[SideId::place_of(owner)] = true;
        }
        let arrived = looked.places.arrived.clone().only(None, owners);
        let scene = looked.scene(side).with(slots::TO, &arrived);
        let any = looked.scene(side).with(slots::TO, &looked.places.arrived.clone().occupied());
        let about = any.given(&trigger.condition);
        scene.holds(&trigger.condition) == Some(false)
            && !earlier(looked, trigger, &[about]).into_iter().any(converts)
    })
}
