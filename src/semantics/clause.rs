//! Ways of moving: what a verb, its patterns and its modifiers come to.

use super::context::{Context, Heading, Place};
use super::walk::{self, Way, heading};
use super::{directions, expression, piece, statement};
use crate::diag::codes;
use crate::ir::{
    Arrival, BySide, Clause, Landing, LandingKind, Part, Squares, Statement, Truth, Walk, slots,
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
    sides: Option<BySide<bool>>,
    conditions: Vec<Truth>,
    then: Vec<Statement>,
}

/// Lowers a clause: one way of moving for each of its patterns' ways.
pub(crate) fn clauses(cx: &mut Context<'_>, item: &ClauseItem) -> Vec<Clause> {
    let outer = std::mem::replace(&mut cx.place, Place::Clause);
    let heading = std::mem::take(&mut cx.heading);
    let clauses = cx.scoped(|cx| lower(cx, item));
    (cx.place, cx.heading) = (outer, heading);
    clauses
}

fn lower(cx: &mut Context<'_>, item: &ClauseItem) -> Vec<Clause> {
    let known = cx.sink.len();
    let before = cx.written;
    cx.heading = Heading::Asked { yes: false };
    let limits = cx.scoped(|cx| limits(cx, item));
    let headed = matches!(cx.heading, Heading::Asked { yes: true });
    cx.heading = Heading::Unknown;
    if headed && cx.sink.len() == known {
        return in_each_direction(cx, item);
    }
    // Each way has all of them.
    let size = cx.written - before;
    let mut clauses = Vec::new();
    for pattern in &item.patterns {
        let Some(ways) = walk::pattern(cx, pattern) else { continue };
        if cx.charge(ways.len().saturating_mul(size), pattern.span).is_none() {
            break;
        }
        let (before, nothing) = (clauses.len(), ways.is_empty());
        clauses.extend(ways.into_iter().filter_map(|way| clause(item, &limits, way)));
        if clauses.len() == before && !nothing && cx.sink.len() == known {
            let message = "nothing is left that this way of moving could do at its end";
            cx.sink.push(codes::CONFLICTING_CLAUSES.at(pattern.span, message));
        }
    }
    check_condition(cx, item, &clauses);
    clauses
}

/// Lowers a clause whose limits look along the move: they are others for each direction in which it goes.
fn in_each_direction(cx: &mut Context<'_>, item: &ClauseItem) -> Vec<Clause> {
    let known = cx.sink.len();
    let mut clauses = Vec::new();
    for pattern in &item.patterns {
        let Some(ways) = walk::pattern(cx, pattern) else { continue };
        for way in ways {
            let Some(courses) = heading::courses(&way.walk) else {
                let message = "this way goes in too many directions to look along each of them";
                cx.sink.push(codes::BAD_PATTERN.at(pattern.span, message));
                return clauses;
            };
            for course in courses {
                let rear = course.first.map(|first| directions::reverse(cx, first));
                cx.heading = Heading::Known { rear, ahead: course.last };
                let limits = cx.scoped(|cx| limits(cx, item));
                cx.heading = Heading::Unknown;
                if cx.sink.len() > known {
                    return clauses;
                }
                clauses.extend(clause(item, &limits, Way { walk: course.walk, ..way.clone() }));
            }
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
    let found = codes::CIRCULAR_ATTACK
        .at(span, "a way of moving that can capture must not ask for attacks, safety or turns")
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
    let bound = way.taking.is_some() || !way.then.is_empty();
    if landings.is_empty() || bound && !keeps(item.verb, limits, &way, arrival) {
        return None;
    }
    let all = BySide::same(true);
    let (ours, theirs) = (limits.sides.unwrap_or(all), copied.map_or(all, |copied| copied.sides));
    let conditions = way.conditions.into_iter().chain(limits.conditions.iter().cloned());
    let taking: Vec<Squares> = way.taking.into_iter().chain(limits.taking.clone()).collect();
    Some(Clause {
        name: item.name.as_ref().map(|name| name.text.clone()).or(way.name),
        sides: BySide::from_fn(|side| ours[side] && theirs[side]),
        walk: ending_on(way.walk, limits.to.clone()),
        landings,
        taking: only_or(taking, Squares::Union),
        arrival,
        condition: only_or(conditions.collect(), Truth::All).unwrap_or(Truth::always()),
        then: way.then.into_iter().chain(limits.then.iter().cloned()).collect(),
        span: item.span,
    })
}

/// Lets a walk end only on the squares of a set.
fn ending_on(walk: Walk, to: Option<Squares>) -> Walk {
    let Some(to) = to else { return walk };
    if walk.as_jump().is_some_and(|to| to.as_fixed().is_some()) && is_same_everywhere(&to) {
        return Walk::jump(to);
    }
    let mut parts = walk.into_order();
    parts.push(Walk::test(to));
    Walk::sequence(parts)
}

/// Returns the only one of a list, several joined as they are written, or nothing.
fn only_or<T>(mut list: Vec<T>, join: impl FnOnce(Vec<T>) -> T) -> Option<T> {
    if list.len() > 1 { Some(join(list)) } else { list.pop() }
}

/// Tells whether a set plainly does not speak of the square that is looked at.
fn is_same_everywhere(set: &Squares) -> bool {
    !set.any_part(|part| match part {
        Part::Squares(inner, _) => !is_same_everywhere(inner),
        Part::Slot(slot) => slot != slots::FROM,
        Part::Type(_) | Part::Number(..) | Part::Walk(_) => true,
        part => part.is_by_piece(),
    })
}

/// Tells whether a clause lets a way be what it is that captures or has effects by itself.
fn keeps(verb: Verb, limits: &Limits, way: &Way, arrival: Arrival) -> bool {
    let captures = way.taking.is_some();
    let verb = match verb {
        Verb::Moves => true,
        Verb::Captures => captures,
        Verb::Swaps => false,
    };
    verb && arrival == Arrival::Moves && !(captures && limits.without_capturing)
}

fn landings(verb: Verb, limits: &Limits, way: &Way, arrival: Arrival) -> Vec<Landing> {
    let mut landings = match verb {
        Verb::Moves | Verb::Captures => way.landings.clone(),
        Verb::Swaps => {
            let on = limits.with.clone().unwrap_or(Squares::own());
            vec![Landing { on, kind: LandingKind::Swap }]
        }
    };
    let captures_there = way.taking.is_some();
    landings.retain(|landing| match landing.kind {
        LandingKind::Settle => (verb == Verb::Moves || captures_there) && arrival == Arrival::Moves,
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
            let found = codes::DUPLICATE_CLAUSE.at(modifier.span, found);
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
            let Some(set) = expression::squares(cx, set) else { return };
            let is = Truth::is_in(slots::FROM, set);
            if cx.note_truth(&is, modifier.span).is_none() {
                return;
            }
            limits.conditions.push(is);
        }
        ModifierKind::To(set) => limits.to = expression::squares(cx, set),
        ModifierKind::Taking(set) => limits.taking = expression::squares(cx, set),
        ModifierKind::For(name) => {
            let side = piece::side(cx, name);
            limits.sides = side.map(|side| BySide::from_fn(|other| other == side));
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
    cx.sink.push(codes::CONFLICTING_CLAUSES.at(span, message));
}
