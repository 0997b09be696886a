//! Ways over the board, told in Betza's notation or in words.

mod legs;

use super::betza;
use super::context::Context;
use super::{directions, piece};
use crate::diag::{Diagnostic, codes};
use crate::ir::{Arrival, Landing, Squares, Walk};
use crate::syntax::ast::{Pattern, PatternKind};

/// A way over the board, and what it is good for.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The way.
    pub walk: Walk,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on an enemy, capturing it.
    pub captures: bool,
    /// Whether it may end on an own piece, capturing it.
    pub friendly: bool,
    /// What another piece may do at its end, if the way is copied from it.
    pub copied: Option<Copied>,
}

/// What a copied way of moving may do at its end.
#[derive(Clone, Debug)]
pub(crate) struct Copied {
    /// What may happen where.
    pub landings: Vec<Landing>,
    /// Whether the piece goes there.
    pub arrival: Arrival,
    /// Which sides have it.
    pub sides: [bool; 2],
}

impl Way {
    /// Makes a way that can both move and capture.
    fn both(walk: Walk) -> Self {
        Self { walk, quiet: true, captures: true, friendly: false, copied: None }
    }
}

/// Lowers a pattern into the ways it stands for, or complains.
pub(crate) fn pattern(cx: &mut Context<'_>, pattern: &Pattern) -> Option<Vec<Way>> {
    match &pattern.kind {
        PatternKind::Betza(text) => betza_ways(cx, text, pattern),
        PatternKind::As(name) => {
            let clauses = piece::plain(cx, name)?;
            let ways = clauses.into_iter().map(|clause| Way {
                copied: Some(Copied {
                    landings: clause.landings,
                    arrival: clause.arrival,
                    sides: clause.sides,
                }),
                ..Way::both(clause.walk)
            });
            Some(ways.collect())
        }
        PatternKind::Anywhere => {
            let everywhere = Squares::Fixed(cx.game.board.all());
            Some(vec![Way::both(Walk::Jump(everywhere))])
        }
        PatternKind::Legs(legs) => {
            legs::walk(cx, legs, pattern.span).map(|walk| vec![Way::both(walk)])
        }
    }
}

/// Lowers a pattern to a single walk, whatever may be done at its end.
pub(crate) fn plain_walk(cx: &mut Context<'_>, way: &Pattern) -> Option<Walk> {
    let mut walks: Vec<Walk> = pattern(cx, way)?.into_iter().map(|way| way.walk).collect();
    Some(if walks.len() == 1 { walks.swap_remove(0) } else { Walk::Either(walks) })
}

fn betza_ways(cx: &mut Context<'_>, text: &str, pattern: &Pattern) -> Option<Vec<Way>> {
    let mut direction = |dx, dy| directions::offset(cx, dx, dy, 0);
    let moves = match betza::lower(text, pattern.span, &mut direction) {
        Ok(moves) => moves,
        Err(diagnostic) => {
            cx.sink.push(diagnostic);
            return None;
        }
    };
    if moves.iter().any(|found| found.initial) {
        let message = "the rules do not know by themselves which pieces have moved";
        let help = "instead of `i`, say from where: `moves mR2 from own rank 2`, or use a mark";
        cx.sink.push(Diagnostic::error(codes::BAD_BETZA, pattern.span, message).help(help));
        return None;
    }
    let ways = moves.into_iter().map(|found| Way {
        walk: found.walk,
        quiet: found.quiet,
        captures: found.captures,
        friendly: found.friendly,
        copied: None,
    });
    Some(ways.collect())
}
