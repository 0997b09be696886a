//! Which square of several comes first.
//!
//! Squares are numbered file by file and rank by rank as the first side sees the board, and the executors go from the
//! lowest number to the highest. An order as another side sees it, or from the last to the first, is that one order
//! with the squares renumbered: a pair of directions, one that leads from each square to the one with its place in the
//! order as number, and one that leads back. So an order is data of the board, and the executors need not know of it.

use super::context::{Context, Place};
use super::directions;
use crate::diag::{codes, suggest};
use crate::ir::{
    BySide, Direction, DirectionId, Id, IdVec, ORDER, Side, SideId, SlotId, SquareId, Squares,
    Statement, StatementKind, Walk,
};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

/// An order of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// Who sees the board so; without anybody, the first side.
    by: Option<Side>,
    /// From the last square to the first.
    reversed: bool,
}

/// The directions that renumber squares for an order, and those that lead back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renumbering {
    /// From a square to the one with its place as number.
    pub to: DirectionId,
    /// Back again.
    pub back: DirectionId,
}

/// Which end of the order is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// `first of`
    First,
    /// `last of`
    Last,
}

impl Order {
    /// The order as the side to move sees the board; where no side is to move, as the first side does.
    pub fn of_mover(cx: &Context<'_>) -> Self {
        let nobody = matches!(cx.place, Place::Constant | Place::Field);
        let by = (!nobody).then_some(Side::Own);
        Self { by, reversed: false }
    }

    /// The order as a side sees the board.
    pub fn seen_by(side: Side) -> Self {
        Self { by: Some(side), reversed: false }
    }

    /// Lowers `from last`, `from White first`, or complains.
    pub fn lower(cx: &mut Context<'_>, words: &Expr) -> Option<Self> {
        let (side, end) = match &words.kind {
            ExprKind::Chain(parts) => match parts.as_slice() {
                [side, end] => (Some(side), end),
                _ => (None, words),
            },
            _ => (None, words),
        };
        let word = match &end.kind {
            ExprKind::Name(name) => name.text.as_str(),
            _ => "",
        };
        if word != "first" && word != "last" {
            let message = "an order begins at the `first` or the `last` square";
            let close = suggest::closest(word, ["first", "last"]);
            let found = codes::WRONG_TYPE.at(end.span, message);
            let help = "`from last`, `from White first`; without it, from the first square as the mover sees the board";
            return found.did_you_mean(close).help(help).fail(cx.sink);
        }
        let order = match side {
            Some(side) => Self::seen_by(super::expression::side(cx, side)?),
            None => Self::of_mover(cx),
        };
        Some(Self { reversed: word == "last", ..order })
    }

    /// Returns the directions for it; `None` if the numbers of the squares are in order as they are.
    fn renumbering(self, cx: &mut Context<'_>) -> Option<(Renumbering, Side)> {
        let by = self.by.unwrap_or(Side::Fixed(SideId::FIRST));
        let orders = BySide::from_fn(|side| in_order(cx, side, self.reversed));
        let plain = |order: &Vec<SquareId>| order.iter().map(|square| square.index()).is_sorted();
        let known = match by {
            Side::Fixed(side) => orders.get(side).is_none_or(plain),
            _ => orders.iter().all(plain),
        };
        if known {
            return None;
        }
        Some((directions::renumbering(cx, self.reversed, || orders), by))
    }
}

/// Returns the first or the last square of a set, as a side sees the board.
pub(crate) fn pick(cx: &mut Context<'_>, of: Squares, order: Order, end: End) -> Squares {
    let chosen = |of| match end {
        End::First => Squares::First(Box::new(of)),
        End::Last => Squares::Last(Box::new(of)),
    };
    match order.renumbering(cx) {
        None => chosen(of),
        Some((map, by)) => step(chosen(step(of, map.to, by)), map.back, by),
    }
}

/// Returns the square that is meant where only one can be: the first of several.
pub(crate) fn one(cx: &mut Context<'_>, of: Squares) -> Squares {
    if of.is_single() {
        return of;
    }
    let order = Order::of_mover(cx);
    match order.renumbering(cx) {
        None => of,
        Some(_) => pick(cx, of, order, End::First),
    }
}

/// Returns the statement that does something for each square of a set, in an order.
pub(crate) fn for_each(
    cx: &mut Context<'_>,
    (slot, over): (SlotId, Squares),
    order: Order,
    body: Vec<Statement>,
    span: Span,
) -> StatementKind {
    match order.renumbering(cx) {
        None => StatementKind::for_each(slot, over, body),
        Some((map, by)) => {
            let here = step(slot.into(), map.back, by);
            let inner = StatementKind::for_each(slot, here, body);
            let body = vec![Statement { kind: inner, span }];
            StatementKind::for_each(slot, step(over, map.to, by), body)
        }
    }
}

fn step(from: Squares, direction: DirectionId, side: Side) -> Squares {
    Squares::reach(from, Walk::step(direction), side)
}

/// Returns all squares in order, as the side sees them.
fn in_order(cx: &Context<'_>, side: SideId, reversed: bool) -> Vec<SquareId> {
    let board = &cx.game.board;
    let mut squares: Vec<SquareId> = board.squares.ids().collect();
    squares.sort_by_key(|&square| {
        let at = board.seen(square, side);
        (at.z, at.y, at.x)
    });
    if reversed {
        squares.reverse();
    }
    squares
}

/// A map from squares to squares, as directions have it.
type SquareMap = IdVec<SquareId, Option<SquareId>>;

/// Returns the maps from the squares in an order to their places in it, and back.
fn maps(order: &[SquareId]) -> (SquareMap, SquareMap) {
    let mut places: SquareMap = order.iter().map(|_| None).collect();
    for (place, &square) in order.iter().enumerate() {
        places[square] = Some(SquareId::from_index(place));
    }
    (places, order.iter().copied().map(Some).collect())
}

/// Returns the directions that renumber squares: there and back.
pub(super) fn directions_of(orders: &BySide<Vec<SquareId>>) -> (Direction, Direction) {
    let name = || ORDER.to_owned();
    let map = |side| orders.get(side).map_or_else(Default::default, |order| maps(order));
    (
        Direction { name: name(), to: BySide::from_fn(|side| map(side).0) },
        Direction { name: name(), to: BySide::from_fn(|side| map(side).1) },
    )
}
