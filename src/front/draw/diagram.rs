//! Small drawings of what a piece can do, made by trying it on a nearly empty board.

use super::text;
use crate::ir::limits::WORK_BUDGET;
use crate::ir::{Coordinates, Game, Id, Orientation, PieceTypeId, SideId, SquareId, TokenId};
use crate::reference;
use crate::state::{Allowance, MoveMade, Piece, Position};

/// Tells the moves that the piece on a square can make, whoever's turn it is and whether or not they are legal, as long as
/// that is not too much.
#[derive(Debug)]
pub struct Moves<'a> {
    game: &'a Game,
    allowance: Allowance,
}

impl<'a> Moves<'a> {
    /// Grants as much work as the drawings of one page may take.
    pub fn of(game: &'a Game) -> Self {
        Self { game, allowance: Allowance::of(WORK_OF_A_PAGE) }
    }

    /// Returns the moves; none if that is too much.
    fn of_piece(&self, position: &Position, at: SquareId) -> Vec<MoveMade> {
        reference::moves_within(self.game, position, at, &self.allowance).unwrap_or_default()
    }
}

/// What may be done for all drawings of a page: two or three seconds.
const WORK_OF_A_PAGE: u64 = 16 * WORK_BUDGET;

/// What stands in place of drawings that would take more.
const TOO_MUCH: &str = "  (to find out where it can go takes too long for a drawing)\n";

/// What the letters mean, for the beginning of a page of diagrams.
pub const LEGEND: &str = "m moves there, c captures there, x either; + captures own pieces there too,\n\
    ~ changes places with an own piece. What needs further pieces is not drawn.\n";

/// The number of kinds of other pieces that are tried as something to capture.
const MAX_TRIED: usize = 4;

/// The most drawings of one piece.
const MAX_DRAWINGS: usize = 32;

/// The least width of one diagram with its caption.
const COLUMN: usize = 18;

/// One square of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// The piece stands here.
    Here,
    /// It can do this there.
    There(Reach),
}

/// What a piece can do on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Reach {
    quiet: bool,
    captures: bool,
    own: WithOwn,
}

/// What a piece can do with another of its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum WithOwn {
    #[default]
    Nothing,
    Swaps,
    Captures,
}

/// A drawing: the rows of the board from the top, and when it holds.
#[derive(Clone, Debug)]
struct Drawing {
    cells: Vec<Vec<Option<Cell>>>,
    symbol: String,
    /// The side, if it holds for that one only.
    side: Option<SideId>,
    /// The tokens with which it holds, each at this level.
    tokens: Vec<TokenId>,
    level: i32,
}

/// Who bears what: the circumstances of a drawing.
#[derive(Clone, Copy, Debug)]
struct Bearer {
    piece: Piece,
    token: Option<(TokenId, i32)>,
}

/// Draws what a piece of that type can do by itself, and what it can do besides with each token.
///
/// Drawings stand side by side as far as they fit into so many columns.
/// The first side's piece is drawn. With a token, either side's is, if that makes a difference.
pub fn of_type(game: &Game, kind: PieceTypeId, moves: &Moves<'_>, width: usize) -> String {
    let page = drawn(game, kind, moves, width);
    // What was found when there was no work left is not all.
    if moves.allowance.is_used_up() { TOO_MUCH.to_owned() } else { page }
}

fn drawn(game: &Game, kind: PieceTypeId, moves: &Moves<'_>, width: usize) -> String {
    let plain = draw_both(game, kind, None, moves);
    let mut drawings = vec![plain[0].clone()];
    for (token, level) in token_levels(game) {
        let drawn = draw_both(game, kind, Some((token, level)), moves);
        if drawn[0].looks_like(&drawn[1]) {
            add(&mut drawings, &drawn[0], &plain[0]);
            continue;
        }
        for (index, drawing) in drawn.into_iter().enumerate() {
            let side = Some(SideId::from_index(index));
            add(&mut drawings, &Drawing { side, ..drawing }, &plain[index]);
        }
    }
    drawings.truncate(MAX_DRAWINGS);
    page(game, &drawings, width)
}

/// Returns how many moves a piece of that type has on an empty board, summed over all squares.
pub fn mobility(game: &Game, kind: PieceTypeId, moves: &Moves<'_>) -> usize {
    let bearer = Bearer::plain(kind, SideId::FIRST);
    game.board.squares.ids().map(|at| quiet_moves(&bearer.stand(game, at), at, moves)).sum()
}

impl Bearer {
    fn plain(kind: PieceTypeId, side: SideId) -> Self {
        Self { piece: Piece::new(kind, Some(side)), token: None }
    }

    /// Returns the position in which it stands alone on the board.
    fn stand(self, game: &Game, at: SquareId) -> Position {
        let mut position = Position::empty(game);
        position.tokens.iter_mut().for_each(|state| state.at = None);
        if let Some((token, level)) = self.token {
            position.tokens[token].at = Some(at);
            position.tokens[token].level = level;
        }
        position.pieces[at] = Some(self.piece);
        position.to_move = self.piece.owner.unwrap_or(SideId::FIRST);
        position
    }
}

impl Drawing {
    /// Tells whether both show the same, or the same seen from the other side.
    fn looks_like(&self, other: &Self) -> bool {
        let turned = other.cells.iter().rev();
        self.cells == other.cells
            || self.cells.iter().eq(turned.clone())
            || self.cells.iter().zip(turned).all(|(row, other)| row.iter().eq(other.iter().rev()))
    }

    /// Tells when it holds; nothing for the piece by itself.
    fn caption(&self, game: &Game) -> String {
        let Some(first) = self.tokens.first() else { return String::new() };
        let names: Vec<&str> =
            self.tokens.iter().map(|id| game.tokens[*id].name.as_str()).collect();
        let side = self.side.map(|side| format!("{} ", game.side_name(side))).unwrap_or_default();
        let has_levels = game.tokens[*first].has_levels;
        let level = if has_levels { format!(" at level {}", self.level) } else { String::new() };
        format!("{side}with {}{level}", names.join(" or "))
    }

    /// Returns its lines, with cells of that many letters.
    fn lines(&self, cell_width: usize) -> Vec<String> {
        let line = |row: &Vec<Option<Cell>>| {
            let cells: Vec<String> =
                row.iter().map(|cell| text::padded(&self.letters(*cell), cell_width)).collect();
            cells.concat()
        };
        self.cells.iter().map(line).collect()
    }

    fn letters(&self, cell: Option<Cell>) -> String {
        let reach = match cell {
            None => return String::new(),
            Some(Cell::Here) => return self.symbol.clone(),
            Some(Cell::There(reach)) => reach,
        };
        let first = match (reach.quiet, reach.captures) {
            (true, true) => "x",
            (true, false) => "m",
            (false, true) => "c",
            (false, false) => ".",
        };
        let second = match reach.own {
            WithOwn::Captures => "+",
            WithOwn::Swaps => "~",
            WithOwn::Nothing => "",
        };
        format!("{first}{second}")
    }
}

/// Adds a drawing, unless the token gives nothing; one that is there already holds for this token too.
fn add(drawings: &mut Vec<Drawing>, new: &Drawing, plain: &Drawing) {
    if new.cells == plain.cells {
        return;
    }
    let same = |old: &&mut Drawing| {
        old.cells == new.cells
            && old.side == new.side
            && old.level == new.level
            && !old.tokens.is_empty()
    };
    match drawings.iter_mut().find(same) {
        Some(old) => old.tokens.extend(&new.tokens),
        None => drawings.push(new.clone()),
    }
}

/// Lists the tokens with the levels at which they may give different things.
fn token_levels(game: &Game) -> Vec<(TokenId, i32)> {
    let mut found = Vec::new();
    for (id, token) in game.tokens.enumerate() {
        let lengths = token.powers.iter().filter_map(|power| power.level);
        let lengths = lengths.map(|level| i32::from(level.length));
        match lengths.max() {
            None => found.push((id, token.start_level)),
            Some(length) => found.extend((1..=length).map(|level| (id, level))),
        }
    }
    found
}

/// Draws the piece of either side: the second side's stands where the first side's does, seen from there.
fn draw_both(
    game: &Game,
    kind: PieceTypeId,
    token: Option<(TokenId, i32)>,
    moves: &Moves<'_>,
) -> [Drawing; 2] {
    let bearers = SideId::ALL.map(|side| Bearer { token, ..Bearer::plain(kind, side) });
    let first = best_square(game, bearers[0], moves);
    let seen = first.and_then(|at| other_view(game, at));
    let second = seen.or_else(|| best_square(game, bearers[1], moves));
    [draw(game, bearers[0], first, moves), draw(game, bearers[1], second, moves)]
}

fn draw(game: &Game, bearer: Bearer, at: Option<SquareId>, moves: &Moves<'_>) -> Drawing {
    let tokens = bearer.token.iter().map(|(token, _)| *token).collect();
    let level = bearer.token.map_or(0, |(_, level)| level);
    let symbol = text::symbol(game, bearer.piece);
    let mut drawing = Drawing { cells: Vec::new(), symbol, side: None, tokens, level };
    let Some(at) = at else { return drawing };
    let alone = bearer.stand(game, at);
    let quiet = moves.of_piece(&alone, at);
    let look = |target: SquareId| {
        if target == at {
            return Cell::Here;
        }
        let mut reach = met(game, &alone, at, target, moves);
        reach.quiet = quiet.iter().any(|made| made.to == target && made.takes.is_empty());
        Cell::There(reach)
    };
    drawing.cells =
        text::rows(game).map(|row| row.iter().map(|at| at.map(look)).collect()).collect();
    drawing
}

/// Returns the square that is for the second side what this one is for the first.
fn other_view(game: &Game, at: SquareId) -> Option<SquareId> {
    let squares = &game.board.squares;
    let turned = |axis: fn(Coordinates) -> i16| {
        let values = || squares.iter().map(|square| axis(square.at));
        let ends = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        ends.0.saturating_add(ends.1).saturating_sub(axis(squares[at].at))
    };
    let Coordinates { x, y, z } = squares[at].at;
    let wanted = match game.board.orientation {
        Orientation::Shared => (x, y),
        Orientation::Mirrored => (x, turned(|at| at.y)),
        Orientation::Rotated => (turned(|at| at.x), turned(|at| at.y)),
    };
    let is_wanted = |at: Coordinates| (at.x, at.y) == wanted && at.z == z;
    squares.enumerate().find(|(_, square)| is_wanted(square.at)).map(|(id, _)| id)
}

/// Tells what the piece can do with other pieces on a square.
fn met(game: &Game, alone: &Position, at: SquareId, target: SquareId, moves: &Moves<'_>) -> Reach {
    let mut reach = Reach::default();
    let Some(mover) = alone.piece(at) else { return reach };
    for kind in game.types.ids().take(MAX_TRIED) {
        for other in SideId::ALL {
            let mut position = alone.clone();
            position.pieces[target] = Some(Piece::new(kind, Some(other)));
            let is_own = mover.owner == Some(other);
            for made in moves.of_piece(&position, at) {
                let takes = made.takes.contains(&target);
                if !is_own {
                    reach.captures |= takes;
                } else if takes {
                    reach.own = WithOwn::Captures;
                } else if made.swaps && made.to == target && reach.own == WithOwn::Nothing {
                    reach.own = WithOwn::Swaps;
                }
            }
        }
    }
    reach
}

/// Finds the square on which the piece has most moves; of several, the one nearest to the centre.
fn best_square(game: &Game, bearer: Bearer, moves: &Moves<'_>) -> Option<SquareId> {
    let rank = |at: &SquareId| {
        let count = quiet_moves(&bearer.stand(game, *at), *at, moves);
        (std::cmp::Reverse(count), off_centre(game, *at))
    };
    game.board.squares.ids().min_by_key(rank)
}

fn quiet_moves(position: &Position, at: SquareId, moves: &Moves<'_>) -> usize {
    moves.of_piece(position, at).iter().filter(|made| made.takes.is_empty()).count()
}

/// Returns a number that is the greater, the further a square is from the middle of the board.
fn off_centre(game: &Game, at: SquareId) -> i64 {
    let squares = &game.board.squares;
    let count = i64::try_from(squares.len()).unwrap_or(1).max(1);
    let (mut x, mut y) = (0, 0);
    for square in squares {
        x += i64::from(square.at.x);
        y += i64::from(square.at.y);
    }
    let here = squares[at].at;
    let (x, y) = (i64::from(here.x) * count - x, i64::from(here.y) * count - y);
    x * x + y * y
}

/// Sets drawings side by side, in as many rows as they need.
fn page(game: &Game, drawings: &[Drawing], width: usize) -> String {
    let letters = drawings.iter().flat_map(|drawing| {
        drawing.cells.iter().flatten().map(|cell| text::width(&drawing.letters(*cell)))
    });
    let cell_width = letters.max().unwrap_or(1) + 1;
    let squares = text::rows(game).map(<[_]>::len).max().unwrap_or(0);
    let column = (squares * cell_width).max(COLUMN);
    let across = (width.saturating_sub(1) / (column + 2)).max(1);
    let mut lines = Vec::new();
    for row in drawings.chunks(across) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(side_by_side(game, row, column, cell_width));
    }
    lines.join("\n") + "\n"
}

fn side_by_side(
    game: &Game,
    drawings: &[Drawing],
    column: usize,
    cell_width: usize,
) -> Vec<String> {
    let captions: Vec<Vec<String>> =
        drawings.iter().map(|drawing| text::wrap(&drawing.caption(game), column)).collect();
    let above = captions.iter().map(Vec::len).max().unwrap_or(0);
    let blocks: Vec<Vec<String>> = drawings
        .iter()
        .zip(captions)
        .map(|(drawing, mut caption)| {
            caption.resize(above, String::new());
            caption.extend(drawing.lines(cell_width));
            caption
        })
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| {
        let parts = blocks.iter().map(|block| block.get(index).map_or("", String::as_str));
        let line: Vec<String> = parts.map(|part| text::padded(part, column)).collect();
        format!("  {}", line.join("  ")).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}
