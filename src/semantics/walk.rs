//! Ways over the board, told in Betza's notation or in words.

pub(crate) mod heading;
mod legs;
mod notated;

pub(crate) use legs::directions;

use super::context::Context;
use super::{expression, piece};
use crate::diag::codes;
use crate::ir::{Arrival, BySide, Clause, Landing, LandingKind, Squares, Statement, Truth, Walk};
use crate::source::Span;
use crate::syntax::ast::{Expr, Pattern, PatternKind};

/// A way over the board, and what it is good for.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The way.
    pub walk: Walk,
    /// What may happen where it ends.
    pub landings: Vec<Landing>,
    /// A name that it has of itself.
    pub name: Option<String>,
    /// What must hold besides.
    pub conditions: Vec<Truth>,
    /// What is captured besides.
    pub taking: Option<Squares>,
    /// What happens after it.
    pub then: Vec<Statement>,
    /// What is known of the piece it is copied from.
    pub copied: Option<Copied>,
}

/// What a copied way of moving may do at its end.
#[derive(Clone, Debug)]
pub(crate) struct Copied {
    /// Whether the piece goes there.
    pub arrival: Arrival,
    /// Which sides have it.
    pub sides: BySide<bool>,
}

impl Way {
    /// Makes a way that can both move and capture.
    fn both(walk: Walk) -> Self {
        let enemy = Squares::enemy();
        Self::landing(walk, vec![settle(), Landing { on: enemy, kind: LandingKind::Capture }])
    }

    /// Makes a way of what `as` copies.
    fn copy(clause: Clause) -> Self {
        let copied = Some(Copied { arrival: clause.arrival, sides: clause.sides });
        Self { copied, ..Self::landing(clause.walk, clause.landings) }
    }

    /// Makes a way that is always there and has no effects.
    fn landing(walk: Walk, landings: Vec<Landing>) -> Self {
        Self {
            walk,
            landings,
            name: None,
            conditions: Vec::new(),
            taking: None,
            then: Vec::new(),
            copied: None,
        }
    }
}

/// Going to an empty square.
fn settle() -> Landing {
    Landing { on: Squares::vacant(), kind: LandingKind::Settle }
}

/// Lowers a pattern into the ways it stands for, or complains.
pub(crate) fn pattern(cx: &mut Context<'_>, pattern: &Pattern) -> Option<Vec<Way>> {
    cx.charge(1, pattern.span)?;
    let found = match &pattern.kind {
        PatternKind::Betza(text) => notated::ways(cx, text, pattern)?,
        PatternKind::As(name) => {
            let clauses = piece::plain(cx, name)?;
            return Some(clauses.into_iter().map(Way::copy).collect());
        }
        PatternKind::AsTypes(set) => return as_types(cx, set, pattern.span),
        PatternKind::Anywhere => {
            vec![Way::both(Walk::jump(cx.game.board.all().into()))]
        }
        PatternKind::Legs(legs) => {
            vec![Way::both(legs::walk(cx, legs, pattern.span)?)]
        }
    };
    let size = found.iter().map(|way| way.walk.size()).sum();
    cx.charge(size, pattern.span)?;
    Some(found)
}

/// Lowers the ways of all types that stand on some squares: those of each type while one of it stands there.
fn as_types(cx: &mut Context<'_>, set: &Expr, span: Span) -> Option<Vec<Way>> {
    let set = expression::squares(cx, set)?;
    let mut ways = Vec::new();
    for (kind, there) in expression::each_type_on(cx, &set, span)? {
        for clause in piece::plain_of(cx, kind, span)? {
            cx.charge(there.size(), span)?;
            let conditions = vec![Truth::exists(there.clone())];
            ways.push(Way { conditions, ..Way::copy(clause) });
        }
    }
    Some(ways)
}

/// Lowers a pattern to a single walk, whatever may be done at its end.
pub(crate) fn plain_walk(cx: &mut Context<'_>, way: &Pattern) -> Option<Walk> {
    let ways = pattern(cx, way)?;
    let bound =
        |way: &Way| !way.conditions.is_empty() || way.taking.is_some() || !way.then.is_empty();
    if ways.iter().any(bound) {
        let message = "only a way over the board is wanted here, whatever happens on it";
        let help = "leave out what depends on more than the squares: `i`, `e` and `O`";
        return codes::BAD_PATTERN.at(way.span, message).help(help).fail(cx.sink);
    }
    Some(Walk::either(ways.into_iter().map(|way| way.walk).collect()))
}
