//! Directions: where one step leads from each square, for either side.
//!
//! A direction is made when a rule first asks for it. Words such as `forward` and the offsets of leaps
//! are told as the owner of a piece sees the board; `north` is the same for both sides.

use indexmap::IndexMap;

use super::context::{Context, Entity};
use super::order::{self, Renumbering};
use crate::diag::codes;
use crate::ir::{
    BySide, Coordinates, Direction, DirectionId, Id, IdVec, Orientation, SideId, SquareId, limits,
};
use crate::source::Span;

/// Files, ranks and layers that a step goes on.
pub(crate) type Offset = (i16, i16, i16);

/// Where the squares lie, and the directions met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry {
    /// The squares by their place.
    pub squares: IndexMap<Coordinates, SquareId>,
    /// The lowest and the highest coordinates, each axis by itself.
    pub bounds: Option<(Coordinates, Coordinates)>,
    /// Whether the last file touches the first.
    pub wrap_files: bool,
    /// Whether the last rank touches the first.
    pub wrap_ranks: bool,
    /// Steps that lead elsewhere than the coordinates say, as offsets of the first side.
    pub links: Vec<(SquareId, Offset, SquareId)>,
    /// The directions that the board declares.
    pub declared: Vec<DirectionId>,
    /// The directions of offsets.
    interned: IndexMap<(Frame, Offset), DirectionId>,
    /// The offset of each direction that has one.
    offsets: IndexMap<DirectionId, Offset>,
    /// The direction that leads back, of each for which it was asked.
    reverses: IndexMap<DirectionId, DirectionId>,
    /// The directions that renumber the squares: from the first on, and from the last on.
    orders: IndexMap<bool, Renumbering>,
}

/// Whether a direction turns with its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Frame {
    /// It is named as its owner sees the board.
    Relative,
    /// It is the same for both sides.
    Absolute,
    /// It is named as its owner sees the board, and the first file touches the last.
    Around,
}

/// The words for steps as the owner sees them.
const RELATIVE: [(&str, Offset); 4] =
    [("forward", (0, 1, 0)), ("backward", (0, -1, 0)), ("left", (-1, 0, 0)), ("right", (1, 0, 0))];

/// The words for steps that are the same for both sides.
const ABSOLUTE: [(&str, Offset); 8] = [
    ("north", (0, 1, 0)),
    ("south", (0, -1, 0)),
    ("east", (1, 0, 0)),
    ("west", (-1, 0, 0)),
    ("northeast", (1, 1, 0)),
    ("northwest", (-1, 1, 0)),
    ("southeast", (1, -1, 0)),
    ("southwest", (-1, -1, 0)),
];

/// The steps along files and ranks.
pub(crate) const ORTHOGONAL: [Offset; 4] = [(0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0)];

/// The steps along diagonals.
pub(crate) const DIAGONAL: [Offset; 4] = [(1, 1, 0), (1, -1, 0), (-1, -1, 0), (-1, 1, 0)];

/// Returns the direction of that name, if there is one: a declared one, or a word of the language.
pub(crate) fn named(cx: &mut Context<'_>, name: &str) -> Option<DirectionId> {
    if let Some(Entity::Direction(id)) = cx.entity(name) {
        return Some(id);
    }
    if let Some(offset) = offset_of_word(&RELATIVE, name) {
        return Some(intern(cx, Frame::Relative, offset));
    }
    offset_of_word(&ABSOLUTE, name).map(|offset| intern(cx, Frame::Absolute, offset))
}

/// Returns the direction of an offset, as the owner of a piece sees the board.
pub(crate) fn offset(cx: &mut Context<'_>, dx: i16, dy: i16, dz: i16) -> DirectionId {
    intern(cx, Frame::Relative, (dx, dy, dz))
}

/// Returns the direction of an offset for a piece for which the first file touches the last, whatever the board says.
pub(crate) fn around(cx: &mut Context<'_>, dx: i16, dy: i16) -> DirectionId {
    intern(cx, Frame::Around, (dx, dy, 0))
}

/// Returns the eight steps of a neighbour, or all declared directions if the board declares any.
pub(crate) fn adjacent_steps(cx: &mut Context<'_>) -> Vec<DirectionId> {
    if !cx.geometry.declared.is_empty() {
        return cx.geometry.declared.clone();
    }
    let steps = ORTHOGONAL.into_iter().chain(DIAGONAL);
    steps.map(|(dx, dy, dz)| offset(cx, dx, dy, dz)).collect()
}

/// Returns the offset of a direction, if it has one.
pub(crate) fn offset_of(cx: &Context<'_>, id: DirectionId) -> Option<Offset> {
    cx.geometry.offsets.get(&id).copied()
}

/// Returns the offset that is the same for both sides, for a link: of `north` and the like, or of a
/// declared direction.
pub(crate) fn physical(cx: &Context<'_>, name: &str) -> Option<Offset> {
    match cx.entity(name) {
        Some(Entity::Direction(id)) => offset_of(cx, id),
        _ => offset_of_word(&ABSOLUTE, name),
    }
}

/// Tells whether the language has a direction of that name.
pub(crate) fn is_word(name: &str) -> bool {
    RELATIVE.iter().chain(&ABSOLUTE).any(|(word, _)| *word == name)
}

/// Makes a named direction with an offset, or one that only links give steps.
pub(crate) fn declare(cx: &mut Context<'_>, name: &str, offset: Option<Offset>) -> DirectionId {
    let to = match offset {
        Some(offset) => maps(cx, Frame::Relative, offset),
        None => BySide::from_fn(|_| empty_map(cx)),
    };
    let id = push(cx, Direction { name: name.to_owned(), to });
    if let Some(offset) = offset {
        cx.geometry.offsets.insert(id, offset);
    }
    cx.geometry.declared.push(id);
    id
}

/// Returns the direction that leads back.
pub(crate) fn reverse(cx: &mut Context<'_>, id: DirectionId) -> DirectionId {
    if let Some(known) = cx.geometry.reverses.get(&id) {
        return *known;
    }
    let offset = cx.geometry.offsets.get(&id).copied();
    let back = match (frame_of(cx, id), offset) {
        (Some(frame), Some((dx, dy, dz))) if cx.geometry.links.is_empty() => {
            intern(cx, frame, (dx.saturating_neg(), dy.saturating_neg(), dz.saturating_neg()))
        }
        _ => {
            let name = format!("against {}", cx.game.board.directions[id].name);
            let to = inverse(cx, id);
            push(cx, Direction { name, to })
        }
    };
    cx.geometry.reverses.insert(id, back);
    back
}

/// Returns the frame in which a direction was made of its offset, if it was.
fn frame_of(cx: &Context<'_>, id: DirectionId) -> Option<Frame> {
    let made = cx.geometry.interned.iter().find(|(_, known)| **known == id);
    made.map(|((frame, _), _)| *frame)
}

/// Returns whence a direction leads to each square.
fn inverse(cx: &Context<'_>, id: DirectionId) -> BySide<IdVec<SquareId, Option<SquareId>>> {
    BySide::from_fn(|side| {
        let mut back = empty_map(cx);
        for (from, to) in cx.game.board.directions[id].to[side].enumerate() {
            if let Some(to) = to {
                back[*to] = Some(from);
            }
        }
        back
    })
}

/// Lets a direction lead from one square to another, for both sides.
pub(crate) fn link(cx: &mut Context<'_>, id: DirectionId, from: SquareId, to: SquareId) {
    for map in &mut cx.game.board.directions[id].to {
        map[from] = Some(to);
    }
}

/// Makes all maps anew, after links have been added.
pub(crate) fn refresh(cx: &mut Context<'_>) {
    let known: Vec<(DirectionId, Offset)> =
        cx.geometry.offsets.iter().map(|(id, offset)| (*id, *offset)).collect();
    for (id, offset) in known {
        let frame = frame_of(cx, id).unwrap_or(Frame::Relative);
        cx.game.board.directions[id].to = maps(cx, frame, offset);
    }
}

/// Returns the directions for an order of the squares, made from how the sides see them if they are not there yet.
pub(super) fn renumbering(
    cx: &mut Context<'_>,
    reversed: bool,
    orders: impl FnOnce() -> BySide<Vec<SquareId>>,
) -> Renumbering {
    if let Some(known) = cx.geometry.orders.get(&reversed) {
        return *known;
    }
    let (there, back) = order::directions_of(&orders());
    let made = Renumbering { to: push(cx, there), back: push(cx, back) };
    cx.geometry.orders.insert(reversed, made);
    made
}

fn offset_of_word(words: &[(&str, Offset)], name: &str) -> Option<Offset> {
    words.iter().find(|(word, _)| *word == name).map(|(_, offset)| *offset)
}

fn intern(cx: &mut Context<'_>, frame: Frame, offset: Offset) -> DirectionId {
    if let Some(id) = cx.geometry.interned.get(&(frame, offset)) {
        return *id;
    }
    let to = maps(cx, frame, offset);
    let id = push(cx, Direction { name: name_of(frame, offset), to });
    cx.geometry.offsets.insert(id, offset);
    cx.geometry.interned.insert((frame, offset), id);
    id
}

/// Adds a direction; when there are too many, complains and returns the first.
fn push(cx: &mut Context<'_>, direction: Direction) -> DirectionId {
    if cx.game.board.directions.len() >= limits::MAX_DIRECTIONS {
        let message =
            format!("a game may use at most {} directions and leaps", limits::MAX_DIRECTIONS);
        cx.sink.push(codes::TOO_MANY.at(Span::NONE, message));
        return DirectionId::from_index(0);
    }
    cx.game.board.directions.push(direction)
}

fn name_of(frame: Frame, offset: Offset) -> String {
    let words: &[(&str, Offset)] = match frame {
        Frame::Relative => &RELATIVE,
        Frame::Absolute => &ABSOLUTE,
        Frame::Around => return format!("({},{}) around", offset.0, offset.1),
    };
    let word = words.iter().find(|(_, other)| *other == offset).map(|(word, _)| *word);
    match (word, offset) {
        (Some(word), _) => word.to_owned(),
        (None, (dx, dy, 0)) => format!("({dx},{dy})"),
        (None, (dx, dy, dz)) => format!("({dx},{dy},{dz})"),
    }
}

fn empty_map(cx: &Context<'_>) -> IdVec<SquareId, Option<SquareId>> {
    cx.game.board.squares.iter().map(|_| None).collect()
}

fn maps(
    cx: &Context<'_>,
    frame: Frame,
    offset: Offset,
) -> BySide<IdVec<SquareId, Option<SquareId>>> {
    BySide::from_fn(|side| {
        let step = match frame {
            Frame::Relative | Frame::Around => turned(offset, cx.game.board.orientation, side),
            Frame::Absolute => offset,
        };
        let wraps = cx.geometry.wrap_files || frame == Frame::Around;
        cx.game.board.squares.ids().map(|square| target(cx, square, step, wraps)).collect()
    })
}

/// Returns the offset as it looks from the first side's seat.
fn turned((dx, dy, dz): Offset, orientation: Orientation, side: SideId) -> Offset {
    match orientation {
        _ if side == SideId::FIRST => (dx, dy, dz),
        Orientation::Mirrored => (dx, dy.saturating_neg(), dz),
        Orientation::Rotated => (dx.saturating_neg(), dy.saturating_neg(), dz),
        Orientation::Shared => (dx, dy, dz),
    }
}

fn target(cx: &Context<'_>, square: SquareId, step: Offset, wrap_files: bool) -> Option<SquareId> {
    let geometry = &cx.geometry;
    let linked = geometry.links.iter().find(|(from, by, _)| *from == square && *by == step);
    if let Some((_, _, to)) = linked {
        return Some(*to);
    }
    let (low, high) = geometry.bounds?;
    let at = cx.game.board.squares[square].at;
    let mut x = at.x.saturating_add(step.0);
    let mut y = at.y.saturating_add(step.1);
    if wrap_files {
        x = wrapped(x, low.x, high.x);
    }
    if geometry.wrap_ranks {
        y = wrapped(y, low.y, high.y);
    }
    let place = Coordinates { x, y, z: at.z.saturating_add(step.2) };
    geometry.squares.get(&place).copied()
}

fn wrapped(value: i16, low: i16, high: i16) -> i16 {
    let width = i32::from(high) - i32::from(low) + 1;
    let shifted = (i32::from(value) - i32::from(low)).rem_euclid(width) + i32::from(low);
    i16::try_from(shifted).unwrap_or(value)
}
