//! Ways of moving: what a verb, its patterns and its modifiers come to.

use super::context::{Context, Place};
use super::walk::{self, Way};
use super::{expression, piece, statement};
use crate::diag::{Diagnostic, codes};
use crate::ir::{
    Arrival, Clause, Id, Landing, LandingKind, Side, Squares, Statement, Truth, Walk, slots,
};
use crate::source::Span;
use crate::syntax::ast::{ClauseItem, Modifier, ModifierKind, Verb};

/// What the modifiers of a clause say.
#[derive(Debug, Default)]
struct Limits {
    of: Option<Squares>,
    with: Option<Squares>,
    without_capturing: bool,
    without_moving: bool,
    to: Option<Squares>,
    taking: Option<Squares>,
    sides: Option<[bool; 2]>,
    conditions: Vec<Truth>,
    then: Vec<Statement>,
}

/// Lowers a clause: one way of moving for each of its patterns' ways.
pub(crate) fn clauses(cx: &mut Context<'_>, item: &ClauseItem) -> Vec<Clause> {
    let outer = std::mem::replace(&mut cx.place, Place::Clause);
    let clauses = cx.scoped(|cx| lower(cx, item));
    cx.place = outer;
    clauses
}

fn lower(cx: &mut Context<'_>, item: &ClauseItem) -> Vec<Clause> {
    let limits = limits(cx, item);
    let mut clauses = Vec::new();
    for pattern in &item.patterns {
        let Some(ways) = walk::pattern(cx, pattern) else { continue };
        let (before, nothing) = (clauses.len(), ways.is_empty());
        clauses.extend(ways.into_iter().filter_map(|way| clause(item, &limits, way)));
        if clauses.len() == before && !nothing {
            let message = "nothing is left that this way of moving could do at its end";
            cx.sink.push(Diagnostic::error(codes::CONFLICTING_CLAUSES, pattern.span, message));
        }
    }
    check_condition(cx, item, &clauses);
    clauses
}

/// Complains if a way of moving that can capture asks what can be captured: attacks are found by
/// trying such ways.
fn check_condition(cx: &mut Context<'_>, item: &ClauseItem, clauses: &[Clause]) {
    let asks = |clause: &&Clause| expression::asks_about_play(&clause.condition);
    if !clauses.iter().filter(asks).any(Clause::can_capture) {
        return;
    }
    let when = |modifier: &&Modifier| matches!(modifier.kind, ModifierKind::When(_));
    let span = item.modifiers.iter().find(when).map_or(item.span, |modifier| modifier.span);
    let message = "a way of moving that can capture must not ask for attacks, safety or turns";
    let found = Diagnostic::error(codes::WRONG_PLACE, span, message)
        .note("whether a piece is attacked is found by trying all ways that can capture")
        .help("add `without capturing`, or forbid the turn with `forbid`");
    cx.sink.push(found);
}

/// Puts a way and the limits together; `None` if there is nothing it could do at its end.
fn clause(item: &ClauseItem, limits: &Limits, way: Way) -> Option<Clause> {
    let copied = way.copied.as_ref();
    let stays = limits.without_moving || copied.is_some_and(|c| c.arrival == Arrival::Stays);
    let arrival = if stays { Arrival::Stays } else { Arrival::Moves };
    let landings = landings(item.verb, limits, &way, arrival);
    if landings.is_empty() {
        return None;
    }
    let all = [true, true];
    let (ours, theirs) = (limits.sides.unwrap_or(all), copied.map_or(all, |copied| copied.sides));
    Some(Clause {
        name: item.name.as_ref().map(|name| name.text.clone()),
        sides: [ours[0] && theirs[0], ours[1] && theirs[1]],
        walk: ending_on(way.walk, limits.to.clone()),
        landings,
        taking: limits.taking.clone(),
        arrival,
        condition: all_of(limits.conditions.clone()),
        then: limits.then.clone(),
        span: item.span,
    })
}

/// Lets a walk end only on the squares of a set.
fn ending_on(walk: Walk, to: Option<Squares>) -> Walk {
    match (walk, to) {
        (walk, None) => walk,
        (Walk::Jump(Squares::Fixed(_)), Some(to)) => Walk::Jump(to),
        (Walk::Sequence(mut parts), Some(to)) => {
            parts.push(Walk::Test(to));
            Walk::Sequence(parts)
        }
        (walk, Some(to)) => Walk::Sequence(vec![walk, Walk::Test(to)]),
    }
}

fn all_of(mut conditions: Vec<Truth>) -> Truth {
    match conditions.len() {
        0 => Truth::Fixed(true),
        1 => conditions.swap_remove(0),
        _ => Truth::All(conditions),
    }
}

fn landings(verb: Verb, limits: &Limits, way: &Way, arrival: Arrival) -> Vec<Landing> {
    let mut landings = match (&way.copied, verb) {
        (Some(copied), Verb::Moves | Verb::Captures) => copied.landings.clone(),
        (None, Verb::Moves | Verb::Captures) => own_landings(way),
        (_, Verb::Swaps) => {
            let on = limits.with.clone().unwrap_or(Squares::OwnedBy(Side::Own));
            vec![Landing { on, kind: LandingKind::Swap }]
        }
    };
    landings.retain(|landing| match landing.kind {
        LandingKind::Settle => verb == Verb::Moves && arrival == Arrival::Moves,
        LandingKind::Capture => !limits.without_capturing,
        LandingKind::Swap => verb != Verb::Captures && arrival == Arrival::Moves,
    });
    if let Some(of) = &limits.of {
        for landing in landings.iter_mut().filter(|landing| landing.kind == LandingKind::Capture) {
            landing.on = of.clone();
        }
    }
    landings
}

fn own_landings(way: &Way) -> Vec<Landing> {
    let mut landings = Vec::new();
    if way.quiet {
        landings.push(Landing { on: Squares::Empty, kind: LandingKind::Settle });
    }
    let enemy = Squares::OwnedBy(Side::Opponent);
    let own = Squares::OwnedBy(Side::Own);
    let prey = match (way.captures, way.friendly) {
        (true, true) => Some(Squares::Union(vec![enemy, own])),
        (true, false) => Some(enemy),
        (false, true) => Some(own),
        (false, false) => None,
    };
    landings.extend(prey.map(|on| Landing { on, kind: LandingKind::Capture }));
    landings
}

fn limits(cx: &mut Context<'_>, item: &ClauseItem) -> Limits {
    let mut limits = Limits::default();
    for (index, modifier) in item.modifiers.iter().enumerate() {
        let earlier = item.modifiers.iter().take(index);
        let same = |other: &&Modifier| {
            std::mem::discriminant(&other.kind) == std::mem::discriminant(&modifier.kind)
        };
        if let Some(first) = earlier.clone().find(same)
            && !matches!(modifier.kind, ModifierKind::When(_))
        {
            let found = "this is said twice about the same way of moving";
            let found = Diagnostic::error(codes::DUPLICATE_CLAUSE, modifier.span, found);
            cx.sink.push(found.secondary(first.span, "first said here"));
        }
        limit(cx, &mut limits, modifier);
        check_verb(cx, item.verb, modifier);
    }
    if item.verb == Verb::Captures && limits.without_capturing {
        conflict(cx, item.span, "a way of capturing cannot be `without capturing`");
    }
    limits
}

fn limit(cx: &mut Context<'_>, limits: &mut Limits, modifier: &Modifier) {
    match &modifier.kind {
        ModifierKind::Of(set) => limits.of = expression::squares(cx, set),
        ModifierKind::With(set) => limits.with = expression::squares(cx, set),
        ModifierKind::WithoutCapturing => limits.without_capturing = true,
        ModifierKind::WithoutMoving => limits.without_moving = true,
        ModifierKind::From(set) => {
            let set = expression::squares(cx, set);
            let is = |set| Truth::Is { slot: slots::FROM, set };
            limits.conditions.extend(set.map(is));
        }
        ModifierKind::To(set) => limits.to = expression::squares(cx, set),
        ModifierKind::Taking(set) => limits.taking = expression::squares(cx, set),
        ModifierKind::For(name) => {
            let side = piece::side(cx, name);
            limits.sides = side.map(|side| [side.index() == 0, side.index() == 1]);
        }
        ModifierKind::When(condition) => {
            let condition = expression::truth(cx, condition);
            limits.conditions.extend(condition);
        }
        ModifierKind::Then(block) => limits.then = statement::block(cx, block),
    }
}

fn check_verb(cx: &mut Context<'_>, verb: Verb, modifier: &Modifier) {
    let message = match (&modifier.kind, verb) {
        (ModifierKind::With(_), Verb::Moves | Verb::Captures) => {
            "`with` says what a piece `swaps` with"
        }
        (ModifierKind::Of(_), Verb::Swaps) => {
            "`of` says what may be captured; `swaps` needs `with`"
        }
        (ModifierKind::WithoutMoving, Verb::Swaps) => "a piece cannot change places without moving",
        _ => return,
    };
    conflict(cx, modifier.span, message);
}

fn conflict(cx: &mut Context<'_>, span: Span, message: &str) {
    cx.sink.push(Diagnostic::error(codes::CONFLICTING_CLAUSES, span, message));
}
