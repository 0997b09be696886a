//! Places: squares that are the same whatever stands on them, and what they are to either side.

use super::super::board;
use super::super::context::{Context, Entity, all};
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind};
use super::names::{Meaning, meaning};
use super::sides::opponent;
use crate::diag::codes;
use crate::ir::{BySide, Named, Side, SideId, SquareId, SquareSet, Squares, TypeSet};
use crate::source::Span;
use crate::syntax::ast::{Expr, Name, SquareRange};

/// Lowers squares that are known before play, or complains.
pub(crate) fn fixed_squares(cx: &mut Context<'_>, expr: &Expr) -> Option<SquareSet> {
    let set = super::squares(cx, expr)?;
    match set.as_fixed() {
        Some(squares) => Some(squares),
        None if set.is_place() => {
            let message = "these squares depend on whose turn it is; fixed squares are wanted here";
            let help = "name the side instead of `own`";
            codes::WRONG_TYPE.at(expr.span, message).help(help).fail(cx.sink)
        }
        None => not_fixed(cx, expr.span),
    }
}

/// Lowers squares that are known before play, with `own` as that side, or complains.
pub(crate) fn fixed_squares_for(
    cx: &mut Context<'_>,
    expr: &Expr,
    own: SideId,
) -> Option<SquareSet> {
    let set = super::squares(cx, expr)?;
    match set.as_place() {
        Some((Some(Side::OwnerOf(_)), views)) => Some(views[SideId::FIRST]),
        Some(_) => set.as_seen_by(own),
        None => not_fixed(cx, expr.span),
    }
}

/// Returns the squares that a define stands for, as each side's own, if it is one of squares that are known before play.
pub(crate) fn region(cx: &mut Context<'_>, name: &str) -> Option<BySide<SquareSet>> {
    let Meaning::Entity(Entity::Define(index)) = meaning(cx, name) else { return None };
    let define = cx.defines.get(index)?;
    if define.call.is_some() || define.busy || !kind(cx, &define.expr).is_squares() {
        return None;
    }
    let name = define.name.clone();
    let set = super::squares::named(cx, &name)?;
    set.as_fixed().map(|squares| seen(cx, squares)).or_else(|| set.as_own_sees())
}

/// Returns the piece types or the fixed squares that a define or a piece's name stands for.
pub(crate) fn fixed(cx: &mut Context<'_>, name: &str) -> Option<Named> {
    let define = match meaning(cx, name) {
        Meaning::Entity(Entity::Type(kind)) => return Some(Named::Types(TypeSet::one(kind))),
        Meaning::Entity(Entity::Define(index)) => cx.defines.get(index)?,
        _ => return None,
    };
    if define.call.is_none() && !define.busy && kind(cx, &define.expr) == Kind::Pieces {
        let expr = define.expr.clone();
        // What is no set of types after all is no mistake: whoever asks goes without.
        let before = std::mem::take(cx.sink);
        let found = super::types::types(cx, &expr);
        let failed = std::mem::replace(cx.sink, before).has_errors();
        return found.filter(|_| !failed).map(Named::Types);
    }
    region(cx, name).map(Named::Squares)
}

/// Returns fixed squares as each side sees them, if some rule asks for them so: `own goal`.
fn seen(cx: &Context<'_>, squares: SquareSet) -> BySide<SquareSet> {
    let asked = cx.game.phrases.sets.iter().find_map(|(set, _)| match set.as_place()? {
        (Some(_), views) if views[SideId::FIRST] == squares => Some(views),
        _ => None,
    });
    asked.unwrap_or_else(|| BySide::from_fn(|_| squares))
}

fn not_fixed<T>(cx: &mut Context<'_>, span: Span) -> Option<T> {
    let message = "these squares change during the game; fixed squares are wanted here";
    let help = "fixed are square names, `{a1..h2}`, `rank 2`, `file c` and defines of such";
    codes::WRONG_TYPE.at(span, message).help(help).fail(cx.sink)
}

/// Returns the squares in braces: names of squares, ranges of them and defines of fixed squares.
pub(super) fn braces(cx: &mut Context<'_>, ranges: &[SquareRange]) -> Option<Squares> {
    all(ranges.iter().map(|range| in_braces(cx, range))).map(|mut parts| {
        // The empty set first, so that empty braces are a fixed set too.
        parts.insert(0, Squares::none());
        Squares::union(parts)
    })
}

fn in_braces(cx: &mut Context<'_>, range: &SquareRange) -> Option<Squares> {
    let name = &range.first;
    if range.last.is_none()
        && let Meaning::Entity(Entity::Define(_)) = meaning(cx, &name.text)
    {
        let squares = super::squares::named(cx, name)?;
        if squares.is_place() {
            return Some(squares);
        }
        return not_fixed(cx, name.span);
    }
    board::range(cx, range).map(Squares::from)
}

/// Returns the square that is called by a plain number.
pub(super) fn numbered(cx: &Context<'_>, number: i64) -> Option<SquareId> {
    match cx.entity(&number.to_string()) {
        Some(Entity::Square(id)) => Some(id),
        _ => None,
    }
}

/// Returns the squares of a rank, by the number in their names.
pub(super) fn rank(cx: &mut Context<'_>, number: i64, span: Span) -> Option<Squares> {
    let squares = squares_where(cx, |at| i64::from(at.y) + 1 == number);
    not_empty(cx, squares, span, &format!("the board has no rank {number}"))
}

/// Returns the squares of a file, by the letters in their names.
pub(super) fn file(cx: &mut Context<'_>, name: &Name) -> Option<Squares> {
    let number = board::file_number(&name.text);
    let squares = squares_where(cx, |at| Some(at.x) == number);
    not_empty(cx, squares, name.span, &format!("the board has no file `{}`", name.text))
}

fn squares_where(cx: &Context<'_>, test: impl Fn(crate::ir::Coordinates) -> bool) -> SquareSet {
    let squares = cx.game.board.squares.enumerate();
    squares.filter(|(_, square)| test(square.at)).map(|(id, _)| id).collect()
}

fn not_empty(
    cx: &mut Context<'_>,
    squares: SquareSet,
    span: Span,
    message: &str,
) -> Option<Squares> {
    if squares.is_empty() {
        return codes::EMPTY_ZONE.at(span, message).fail(cx.sink);
    }
    Some(squares.into())
}

/// Returns a place as the side sees it: what the first side calls so, turned round for the second.
///
/// A place that is told with `own` already is what it is with the side as `own`.
pub(super) fn seen_by(
    cx: &mut Context<'_>,
    side: Side,
    place: Squares,
    span: Span,
) -> Option<Squares> {
    match place.as_place() {
        Some((None, views)) => {
            let squares = views[SideId::FIRST];
            let image = image(cx, squares);
            if image.is_empty() && !squares.is_empty() {
                let message =
                    "these squares have no counterpart on the second side's end of the board";
                return codes::EMPTY_ZONE.at(span, message).fail(cx.sink);
            }
            Some(Squares::seen(Some(side), BySide::new([squares, image])))
        }
        Some((Some(Side::Own), views)) => Some(Squares::seen(Some(side), views)),
        Some((Some(Side::Opponent), views)) => {
            let swapped = || (side, BySide::from_fn(|side| views[side.opponent()]));
            let (by, views) = opponent(side).map_or_else(swapped, |opponent| (opponent, views));
            Some(Squares::seen(Some(by), views))
        }
        Some(_) => Some(place),
        None => Some(at_seen_by(side, place)),
    }
}

/// Returns a square by its coordinates as the side sees them.
fn at_seen_by(side: Side, place: Squares) -> Squares {
    match place {
        Squares::At { place, side: Side::Own | Side::Fixed(SideId::FIRST) } => {
            Squares::At { place, side }
        }
        Squares::At { place, side: Side::Opponent } => {
            let side = opponent(side).unwrap_or(Side::Opponent);
            Squares::At { place, side }
        }
        other => other,
    }
}

/// Returns the squares that look to the second side as these do to the first.
fn image(cx: &Context<'_>, squares: SquareSet) -> SquareSet {
    let board = &cx.game.board;
    squares.iter().filter_map(|square| board.view(square, SideId::LAST)).collect()
}

/// Complains about a number where squares are wanted.
pub(super) fn number_as_square(cx: &mut Context<'_>, expr: &Expr, number: i64) -> Option<Squares> {
    match numbered(cx, number) {
        Some(square) => Some(square.into()),
        None => complaints::mismatch(cx, expr, Wanted::Squares),
    }
}
