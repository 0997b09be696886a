//! The board: which squares there are, what they are called and how they lie.

use std::collections::BTreeMap;

use super::context::{Context, Declared, Entity};
use super::directions;
use crate::diag::{Diagnostic, codes, suggest};
use crate::ir::{Coordinates, Look, Orientation, Square, SquareId, SquareSet, limits};
use crate::source::Span;
use crate::syntax::ast::{BoardItem, BoardMember, BoardMemberKind, BoardShape, Name, SquareRange};

/// How squares are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Naming {
    /// `e4`, on a second layer `e4_2`.
    Grid,
    /// `7`
    Line,
}

/// Squares by their place, lowest rank first.
type Outline = BTreeMap<Depth, String>;

/// Layer, rank and file: in this order squares are numbered.
type Depth = (i16, i16, i16);

/// Makes the board.
pub(crate) fn board(cx: &mut Context<'_>, item: &BoardItem, span: Span) {
    let naming = match item.shape {
        Some(BoardShape::Line(_)) => Naming::Line,
        Some(BoardShape::Rectangle { .. }) | None => Naming::Grid,
    };
    let Some(outline) = outline(cx, item, naming, span) else { return };
    if outline.is_empty() {
        let help = "write a size such as `board 8x8`, or list them: `squares {a1..e8}`";
        cx.sink.push(codes::BOARD_SIZE.at(span, "the board has no squares").help(help));
        return;
    }
    place_squares(cx, outline, span);
    draw_rows(cx, naming);
    for member in &item.members {
        setting(cx, member);
    }
    for member in &item.members {
        connection(cx, member);
    }
    directions::refresh(cx);
}

/// Returns the squares of a range that the board has; complains about names it does not have.
pub(crate) fn range(cx: &mut Context<'_>, range: &SquareRange) -> Option<SquareSet> {
    let first = square(cx, &range.first)?;
    let Some(last) = &range.last else { return Some(SquareSet::one(first)) };
    let last = square(cx, last)?;
    let board = &cx.game.board;
    let (a, b) = (board.squares[first].at, board.squares[last].at);
    let inside = |at: Coordinates| {
        between(at.x, a.x, b.x) && between(at.y, a.y, b.y) && between(at.z, a.z, b.z)
    };
    let found = board.squares.enumerate().filter(|(_, square)| inside(square.at));
    Some(found.map(|(id, _)| id).collect())
}

/// Returns the square of that name, or complains.
pub(crate) fn square(cx: &mut Context<'_>, name: &Name) -> Option<SquareId> {
    if let Some(Entity::Square(id)) = cx.entity(&name.text) {
        return Some(id);
    }
    no_square(cx, name).fail(cx.sink)
}

/// Says that the board has no square of that name, and from where to where it goes.
pub(crate) fn no_square(cx: &Context<'_>, name: &Name) -> Diagnostic {
    let message = format!("the board has no square `{}`", name.text);
    let found = codes::UNKNOWN_SQUARE.at(name.span, message);
    let is_square = |name: &str| matches!(cx.entity(name), Some(Entity::Square(_)));
    if let Some((first, last)) = name.text.split_once('-')
        && is_square(first)
        && is_square(last)
    {
        let help = "a range is written with `..`";
        return found.suggest(name.span, format!("{first}..{last}"), help);
    }
    let mut names = cx.game.board.squares.iter().map(|square| square.name.as_str());
    match (names.next(), names.next_back()) {
        (Some(first), Some(last)) => {
            found.help(format!("its squares go from `{first}` to `{last}`"))
        }
        _ => found,
    }
}

fn between(value: i16, one: i16, other: i16) -> bool {
    (one.min(other)..=one.max(other)).contains(&value)
}

/// Collects the squares, or complains that there are too many or that a name is none.
fn outline(cx: &mut Context<'_>, item: &BoardItem, naming: Naming, span: Span) -> Option<Outline> {
    let mut outline = shape(cx, item.shape.as_ref(), span)?;
    for member in &item.members {
        match &member.kind {
            BoardMemberKind::Squares(ranges) => {
                let places = named_places(cx, ranges, naming)?;
                if item.shape.is_some() && places.iter().all(|(at, _)| outline.contains_key(at)) {
                    adds_nothing(cx, member.span);
                }
                outline.extend(places);
            }
            BoardMemberKind::Without(ranges) => {
                check_holes(cx, ranges, naming, &outline);
                for (at, _) in named_places(cx, ranges, naming)? {
                    outline.remove(&at);
                }
            }
            _ => {}
        }
    }
    if outline.len() > limits::MAX_SQUARES {
        too_large(cx, span);
        return None;
    }
    Some(outline)
}

/// Complains about squares that the size of the board brings anyway: it may have been meant that there are no others.
fn adds_nothing(cx: &mut Context<'_>, span: Span) {
    let message = "the size of the board brings all these squares already";
    let help =
        "squares are added to those of the size: leave the size out, and the board has these alone";
    cx.sink.push(codes::BAD_RANGE.at(span, message).help(help));
}

/// Complains about holes where there is no square anyway.
fn check_holes(cx: &mut Context<'_>, ranges: &[SquareRange], naming: Naming, outline: &Outline) {
    for name in ranges.iter().flat_map(|range| std::iter::once(&range.first).chain(&range.last)) {
        let at = place_named(&name.text, naming);
        if at.is_some_and(|at| !outline.contains_key(&(at.z, at.y, at.x))) {
            let message = format!("the board has no square `{}` to take out", name.text);
            cx.sink.push(codes::UNKNOWN_SQUARE.at(name.span, message));
        }
    }
}

fn too_large(cx: &mut Context<'_>, span: Span) {
    let message = format!("a board has at most {} squares", limits::MAX_SQUARES);
    cx.sink.push(codes::BOARD_SIZE.at(span, message));
}

fn shape(cx: &mut Context<'_>, shape: Option<&BoardShape>, span: Span) -> Option<Outline> {
    let (files, ranks, layers, naming) = match shape {
        None => return Some(Outline::new()),
        Some(BoardShape::Rectangle { files, ranks, layers }) => {
            (*files, *ranks, *layers, Naming::Grid)
        }
        Some(BoardShape::Line(length)) => (1, *length, 1, Naming::Line),
    };
    let size = u64::from(files).saturating_mul(u64::from(ranks)).saturating_mul(u64::from(layers));
    if size > limits::MAX_SQUARES as u64 {
        too_large(cx, span);
        return None;
    }
    if size == 0 {
        return Some(Outline::new());
    }
    let end = |count: u32| i16::try_from(count).unwrap_or(0);
    let last = Coordinates { x: end(files) - 1, y: end(ranks) - 1, z: end(layers) - 1 };
    Some(all_from(Coordinates { x: 0, y: 0, z: 0 }, last, naming).collect())
}

/// Returns the places that ranges in braces name, whether or not the board has them.
fn named_places(
    cx: &mut Context<'_>,
    ranges: &[SquareRange],
    naming: Naming,
) -> Option<Vec<(Depth, String)>> {
    let mut places = Vec::new();
    for range in ranges {
        let first = place(cx, &range.first, naming)?;
        let last = match &range.last {
            Some(last) => place(cx, last, naming)?,
            None => first,
        };
        let span =
            range.last.as_ref().map_or(range.first.span, |last| range.first.span.join(last.span));
        if area(first, last) > limits::MAX_SQUARES as u64 {
            too_large(cx, span);
            return None;
        }
        places.extend(all_from(first, last, naming));
    }
    Some(places)
}

/// Returns all places from one corner to the other, with their names.
fn all_from(
    a: Coordinates,
    b: Coordinates,
    naming: Naming,
) -> impl Iterator<Item = (Depth, String)> {
    let range = |one: i16, other: i16| one.min(other)..=one.max(other);
    let files = range(a.x, b.x);
    let rows = range(a.z, b.z).flat_map(move |z| range(a.y, b.y).map(move |y| (z, y)));
    let places = rows.flat_map(move |(z, y)| files.clone().map(move |x| (z, y, x)));
    places.map(move |(z, y, x)| ((z, y, x), name_at(Coordinates { x, y, z }, naming)))
}

fn area(a: Coordinates, b: Coordinates) -> u64 {
    let side = |one: i16, other: i16| u64::from(one.abs_diff(other)) + 1;
    side(a.x, b.x).saturating_mul(side(a.y, b.y)).saturating_mul(side(a.z, b.z))
}

/// Reads where a square lies from its name, or complains.
fn place(cx: &mut Context<'_>, name: &Name, naming: Naming) -> Option<Coordinates> {
    let found = place_named(&name.text, naming);
    if found.is_none() {
        let message = format!("`{}` cannot be the name of a square here", name.text);
        let help = match naming {
            Naming::Grid => "a square is called by its file and rank, such as `e4`",
            Naming::Line => "the squares of a line are called by numbers, such as `4`",
        };
        cx.sink.push(codes::BAD_RANGE.at(name.span, message).help(help));
    }
    found
}

/// Reads where a square lies from its name, if it is one.
fn place_named(name: &str, naming: Naming) -> Option<Coordinates> {
    match naming {
        Naming::Grid => grid_place(name),
        Naming::Line => number(name).map(|n| Coordinates { x: 0, y: n - 1, z: 0 }),
    }
}

/// Reads `e4`, `aa10` or `e4_2`.
fn grid_place(name: &str) -> Option<Coordinates> {
    let (place, layer) = match name.split_once('_') {
        Some((place, layer)) => (place, number(layer).filter(|layer| *layer > 1)?),
        None => (name, 1),
    };
    let letters = place.len() - place.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let (file, rank) = place.split_at_checked(letters)?;
    Some(Coordinates { x: file_number(file)?, y: number(rank)? - 1, z: layer - 1 })
}

/// Reads the number of a file from its letters, counted from 0: `a` is 0, `aa` is 26.
pub(crate) fn file_number(letters: &str) -> Option<i16> {
    if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let value = letters.bytes().fold(0_i16, |value, b| value * 26 + i16::from(b - b'a') + 1);
    Some(value - 1)
}

fn file_letters(x: i16) -> String {
    let letter =
        |value: i16| u8::try_from(value).map_or('?', |value| char::from(b'a' + value % 26));
    if x < 26 { letter(x).to_string() } else { format!("{}{}", letter(x / 26 - 1), letter(x % 26)) }
}

fn number(digits: &str) -> Option<i16> {
    let plain = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let canonical = digits == "0" || !digits.starts_with('0');
    if plain && canonical { digits.parse().ok() } else { None }
}

fn name_at(at: Coordinates, naming: Naming) -> String {
    let rank = at.y + 1;
    match (naming, at.z) {
        (Naming::Line, _) => rank.to_string(),
        (Naming::Grid, 0) => format!("{}{rank}", file_letters(at.x)),
        (Naming::Grid, z) => format!("{}{rank}_{}", file_letters(at.x), z + 1),
    }
}

fn place_squares(cx: &mut Context<'_>, outline: Outline, span: Span) {
    for ((z, y, x), name) in outline {
        let at = Coordinates { x, y, z };
        let id = cx.game.board.squares.push(Square { name: name.clone(), at });
        cx.geometry.squares.insert(at, id);
        cx.names.insert(name, Declared { entity: Entity::Square(id), span });
    }
    cx.geometry.bounds = Some(cx.game.board.bounds());
}

/// Lays out the rows in which the board is drawn: the top rank first, layer after layer.
fn draw_rows(cx: &mut Context<'_>, naming: Naming) {
    let board = &mut cx.game.board;
    if naming == Naming::Line {
        board.rows = vec![board.squares.ids().map(Some).collect()];
        return;
    }
    let (low, high) = board.bounds();
    let at = |x, y, z| cx.geometry.squares.get(&Coordinates { x, y, z }).copied();
    let row = |y, z| (low.x..=high.x).map(|x| at(x, y, z)).collect();
    board.rows = (low.z..=high.z)
        .flat_map(|z| (low.y..=high.y).rev().map(move |y| (y, z)))
        .map(|(y, z)| row(y, z))
        .collect();
}

/// Reads what concerns the whole board.
fn setting(cx: &mut Context<'_>, member: &BoardMember) {
    match &member.kind {
        BoardMemberKind::View(name) => match name.text.as_str() {
            "mirrored" => cx.game.board.orientation = Orientation::Mirrored,
            "rotated" => cx.game.board.orientation = Orientation::Rotated,
            "shared" => cx.game.board.orientation = Orientation::Shared,
            "plain" => cx.game.board.look = Look::Plain,
            "points" => cx.game.board.look = Look::Points,
            _ => wrong_word(cx, name, &["mirrored", "rotated", "shared", "plain", "points"]),
        },
        BoardMemberKind::Wrap(name) => match name.text.as_str() {
            "files" => cx.geometry.wrap_files = true,
            "ranks" => cx.geometry.wrap_ranks = true,
            _ => wrong_word(cx, name, &["files", "ranks"]),
        },
        _ => {}
    }
}

fn wrong_word(cx: &mut Context<'_>, name: &Name, words: &[&str]) {
    let message =
        format!("found `{}` where {} is needed", name.text, suggest::list(words.iter().copied()));
    let close = suggest::closest(&name.text, words.iter().copied());
    cx.sink.push(codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(close));
}

/// Reads directions and links.
fn connection(cx: &mut Context<'_>, member: &BoardMember) {
    match &member.kind {
        BoardMemberKind::Direction(name, numbers) => direction(cx, name, numbers),
        BoardMemberKind::Link { from, direction, to } => link(cx, from, direction, to),
        _ => {}
    }
}

fn direction(cx: &mut Context<'_>, name: &Name, numbers: &[i64]) {
    let offset = match numbers {
        [] => None,
        [dy] => Some((0, short(*dy), 0)),
        [dx, dy] => Some((short(*dx), short(*dy), 0)),
        [dx, dy, dz] => Some((short(*dx), short(*dy), short(*dz))),
        _ => {
            let message = "a direction has at most three numbers: files, ranks and layers";
            cx.sink.push(codes::UNKNOWN_DIRECTION.at(name.span, message));
            return;
        }
    };
    if offset == Some((0, 0, 0)) {
        let message = "a direction must lead to another square";
        cx.sink.push(codes::UNKNOWN_DIRECTION.at(name.span, message));
        return;
    }
    let id = directions::declare(cx, &name.text, offset);
    super::declare::register(cx, name, Entity::Direction(id));
}

/// Brings a number into the range of offsets.
pub(crate) fn short(value: i64) -> i16 {
    i16::try_from(value.clamp(-1000, 1000)).unwrap_or(0)
}

fn link(cx: &mut Context<'_>, from: &Name, direction: &Name, to: &Name) {
    let (Some(from), Some(to)) = (square(cx, from), square(cx, to)) else { return };
    if let Some(offset) = directions::physical(cx, &direction.text) {
        cx.geometry.links.push((from, offset, to));
        return;
    }
    if let Some(Entity::Direction(id)) = cx.entity(&direction.text) {
        directions::link(cx, id, from, to);
        return;
    }
    let message = format!("the board has no direction `{}` for a link", direction.text);
    let help = "declare it with `direction NAME`, or use `north`, `east` and the like";
    cx.sink.push(codes::UNKNOWN_DIRECTION.at(direction.span, message).help(help));
}
