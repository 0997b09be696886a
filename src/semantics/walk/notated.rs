//! Ways in Betza's notation, with what its letters ask of the rules.
//!
//! Some letters only name what a game has to define: which pieces have not moved, which square has just been
//! passed. They lower to sets that the rules define by a name ([`Hook`]), so that library modules and games can say
//! what they mean.

use super::super::betza::{self, BetzaMove, Deed, Hook, Leap, Uses};
use super::super::context::Context;
use super::super::{directions, expression};
use super::{Way, settle};
use crate::diag::{codes, suggest};
use crate::ir::{
    DirectionId, Effect, Landing, LandingKind, Limit, Side, SlotId, Squares, Statement, Truth,
    Walk, slots,
};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Pattern};

/// Lowers a text into the ways it stands for, or complains.
pub(super) fn ways(cx: &mut Context<'_>, text: &str, pattern: &Pattern) -> Option<Vec<Way>> {
    let mut direction = |leap: Leap| {
        if leap.around {
            directions::around(cx, leap.x, leap.y)
        } else {
            directions::offset(cx, leap.x, leap.y, 0)
        }
    };
    let moves = match betza::lower(text, pattern.span, &mut direction) {
        Ok(moves) => moves,
        Err(diagnostic) => {
            let known = cx.game.types.iter().map(|kind| kind.name.as_str());
            let meant = suggest::closest(text, known.filter(|name| name.chars().count() > 2));
            let found = match meant {
                Some(name) => diagnostic.suggest(
                    pattern.span,
                    format!("as {name}"),
                    "a piece that moves as another one: `as NAME`",
                ),
                None => diagnostic,
            };
            return found.fail(cx.sink);
        }
    };
    let mut ways = Vec::new();
    for found in moves {
        if found.deed == Deed::Drop {
            cx.drops.push(found.span);
            continue;
        }
        ways.push(way(cx, &found));
    }
    ways.into_iter().collect()
}

fn way(cx: &mut Context<'_>, found: &BetzaMove) -> Option<Way> {
    let mut way = match &found.deed {
        Deed::Go(walk) => Way::landing(walk.clone(), landings(cx, found.uses)),
        Deed::Pass(walk) => pass(cx, walk, found.span)?,
        Deed::Aside { step, back, steps } => aside(cx, (*step, *back), *steps, found.span)?,
        Deed::Anywhere | Deed::Drop => {
            Way::landing(Walk::jump(cx.game.board.all().into()), landings(cx, found.uses))
        }
    };
    way.name = found.name.map(str::to_owned);
    if found.initial {
        let set = defined(cx, &betza::UNMOVED, found.span)?;
        way.conditions.push(Truth::is_in(slots::FROM, set));
    }
    Some(way)
}

/// Returns the set that the rules define for a letter, or complains.
fn defined(cx: &mut Context<'_>, hook: &Hook, span: Span) -> Option<Squares> {
    if cx.find(hook.name).is_none() {
        return codes::BAD_BETZA.at(span, hook.missing).help(hook.help).fail(cx.sink);
    }
    let name = Name { text: hook.name.to_owned(), span };
    expression::squares(cx, &Expr { kind: ExprKind::Name(name), span })
}

/// Returns what may happen where a way ends.
fn landings(cx: &Context<'_>, uses: Uses) -> Vec<Landing> {
    let royal = || Squares::from(cx.game.royal_types());
    let enemy = Squares::enemy();
    let mut prey = Vec::new();
    match (uses.captures, uses.royal) {
        (true, _) => prey.push(enemy),
        (false, true) => prey.push(Squares::intersection(vec![enemy, royal()])),
        (false, false) => {}
    }
    if uses.friendly {
        prey.push(Squares::own());
    }
    let mut landings = Vec::new();
    if uses.quiet {
        landings.push(settle());
    }
    let joined = (!prey.is_empty()).then(|| Squares::union(prey));
    landings.extend(joined.map(|on| Landing {
        on: if uses.tame { on.except(royal()) } else { on },
        kind: if uses.swaps { LandingKind::Swap } else { LandingKind::Capture },
    }));
    landings
}

/// A way to a square that a piece has just passed, which is captured.
fn pass(cx: &mut Context<'_>, walk: &Walk, span: Span) -> Option<Way> {
    let passed = defined(cx, &betza::PASSED, span)?;
    let victim = defined(cx, &betza::PASSER, span)?;
    let walk = Walk::sequence(vec![walk.clone(), Walk::test(passed)]);
    Some(Way { taking: Some(victim), ..Way::landing(walk, vec![settle()]) })
}

/// So many steps to the side, over empty squares; the first piece met beyond, which must be a partner, comes to stand
/// behind the piece. A royal piece must not be attacked before and on the way.
fn aside(
    cx: &mut Context<'_>,
    (step, back): (DirectionId, DirectionId),
    steps: u8,
    span: Span,
) -> Option<Way> {
    let partners = defined(cx, &betza::PARTNERS, span)?;
    let free = || Walk::sequence(vec![Walk::step(step), Walk::test(Squares::vacant())]);
    let reach = |from: SlotId, walk| Squares::reach(from.into(), walk, Side::Own);
    let first = Walk::sequence(vec![Walk::repeat(free(), 0, Limit::Unlimited), Walk::step(step)]);
    let partner = Squares::Intersection(vec![reach(slots::TO, first), partners]);
    let line = Walk::repeat(Walk::step(step), steps, Limit::Times(steps));
    let way = Squares::passed(slots::FROM.into(), line, Side::Own);
    let royal = cx.game.royal_types().into();
    let on = Squares::union(vec![slots::FROM.into(), way]);
    let safe = Truth::any(vec![
        Truth::is_in(slots::FROM, royal).negated(),
        Truth::Safe { piece: slots::FROM.into(), on },
    ]);
    let beside = reach(slots::TO, Walk::step(back));
    let relocate = Effect::Relocate { from: partner.clone(), to: beside };
    let walk = Walk::repeat(free(), steps, Limit::Times(steps));
    Some(Way {
        conditions: vec![Truth::exists(partner), safe],
        then: vec![Statement::done(relocate, span)],
        ..Way::landing(walk, vec![settle()])
    })
}
