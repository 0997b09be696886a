//! Small drawings of what a piece can do, made by trying it on a nearly empty board.

use super::text;
use crate::ir::{Game, Id, PieceTypeId, PowerLevel, SideId, SquareId, TokenId};
use crate::state::{MoveMade, Piece, Position};

/// Tells the moves that the piece on a square can make, whoever's turn it is and whether or not
/// they are legal.
pub type Moves<'a> = dyn Fn(&Position, SquareId) -> Vec<MoveMade> + 'a;

/// What the letters mean, for the end of a page of diagrams.
pub const LEGEND: &str = "m: moves there, c: captures there, x: either; \
    + captures own pieces there too, ~ changes places with an own piece";

/// The number of kinds of other pieces that are tried as something to capture.
const MAX_TRIED: usize = 4;

/// The most drawings of one piece.
const MAX_DRAWINGS: usize = 32;

/// The width of a page of diagrams.
const PAGE: usize = 79;

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

/// A drawing: the rows of the board from the top, and the captions it answers to.
#[derive(Clone, Debug)]
struct Drawing {
    captions: Vec<String>,
    cells: Vec<Vec<Option<Cell>>>,
    symbol: String,
}

/// Who bears what: the circumstances of a drawing.
#[derive(Clone, Copy, Debug)]
struct Bearer {
    piece: Piece,
    token: Option<(TokenId, i32)>,
}

/// Draws what a piece of that type can do by itself, and what it can do besides with each token.
///
/// The first side's piece is drawn. With a token, either side's is, if that makes a difference.
pub fn of_type(game: &Game, kind: PieceTypeId, moves: &Moves<'_>) -> String {
    let sides = [SideId(0), SideId(1)];
    let plain = sides.map(|side| draw(game, Bearer::plain(kind, side), String::new(), moves));
    let mut drawings = vec![plain[0].clone()];
    let mut with_tokens: Vec<Drawing> = Vec::new();
    for (token, level) in token_levels(game) {
        let bearers =
            sides.map(|side| Bearer { token: Some((token, level)), ..Bearer::plain(kind, side) });
        let drawn = bearers.map(|bearer| draw(game, bearer, String::new(), moves));
        let caption = caption(game, token, level);
        if drawn[0].looks_like(&drawn[1]) {
            add(&mut with_tokens, drawn[0].clone(), caption, &plain[0]);
        } else {
            for (side, drawing) in sides.into_iter().zip(drawn) {
                let caption = format!("{} {caption}", game.side_name(side));
                add(&mut with_tokens, drawing, caption, &plain[side.index()]);
            }
        }
    }
    drawings.append(&mut with_tokens);
    drawings.truncate(MAX_DRAWINGS);
    page(&drawings)
}

/// Returns how many moves a piece of that type has on an empty board, summed over all squares.
pub fn mobility(game: &Game, kind: PieceTypeId, moves: &Moves<'_>) -> usize {
    let bearer = Bearer::plain(kind, SideId(0));
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
        position.to_move = self.piece.owner.unwrap_or(SideId(0));
        position
    }
}

impl Drawing {
    /// Tells whether both show the same, or the same seen from the other side.
    fn looks_like(&self, other: &Self) -> bool {
        self.cells == other.cells || self.cells.iter().eq(other.cells.iter().rev())
    }

    fn lines(&self) -> Vec<String> {
        self.cells.iter().map(|row| row.iter().map(|cell| self.letters(*cell)).collect()).collect()
    }

    fn letters(&self, cell: Option<Cell>) -> String {
        let reach = match cell {
            None => return "  ".to_owned(),
            Some(Cell::Here) => return text::padded(&self.symbol, 2),
            Some(Cell::There(reach)) => reach,
        };
        let first = match (reach.quiet, reach.captures) {
            (true, true) => 'x',
            (true, false) => 'm',
            (false, true) => 'c',
            (false, false) => '.',
        };
        let second = match reach.own {
            WithOwn::Captures => '+',
            WithOwn::Swaps => '~',
            WithOwn::Nothing => ' ',
        };
        format!("{first}{second}")
    }
}

/// Adds a drawing, unless the token gives nothing; one that is there already gets the caption.
fn add(drawings: &mut Vec<Drawing>, new: Drawing, caption: String, plain: &Drawing) {
    if new.cells == plain.cells {
        return;
    }
    match drawings.iter_mut().find(|old| old.cells == new.cells && old.symbol == new.symbol) {
        Some(old) => old.captions.push(caption),
        None => drawings.push(Drawing { captions: vec![caption], ..new }),
    }
}

/// Lists the tokens with the levels at which they may give different things.
fn token_levels(game: &Game) -> Vec<(TokenId, i32)> {
    let mut found = Vec::new();
    for (id, token) in game.tokens.enumerate() {
        let lengths = token.powers.iter().filter_map(|power| match power.level {
            PowerLevel::Every => None,
            PowerLevel::Cycle { length, .. } => Some(i32::from(length)),
        });
        match lengths.max() {
            None => found.push((id, token.start_level)),
            Some(length) => found.extend((1..=length).map(|level| (id, level))),
        }
    }
    found
}

fn caption(game: &Game, token: TokenId, level: i32) -> String {
    let token = &game.tokens[token];
    if token.has_levels {
        format!("with {} at level {level}", token.name)
    } else {
        format!("with {}", token.name)
    }
}

fn draw(game: &Game, bearer: Bearer, caption: String, moves: &Moves<'_>) -> Drawing {
    let symbol = text::symbol(game, bearer.piece);
    let captions = if caption.is_empty() { Vec::new() } else { vec![caption] };
    let Some(at) = best_square(game, bearer, moves) else {
        return Drawing { captions, cells: Vec::new(), symbol };
    };
    let alone = bearer.stand(game, at);
    let quiet = moves(&alone, at);
    let look = |target: SquareId| {
        if target == at {
            return Cell::Here;
        }
        let mut reach = met(game, &alone, at, target, moves);
        reach.quiet = quiet.iter().any(|made| made.to == target && made.takes.is_empty());
        Cell::There(reach)
    };
    let cells = text::rows(game).map(|row| row.iter().map(|at| at.map(look)).collect()).collect();
    Drawing { captions, cells, symbol }
}

/// Tells what the piece can do with other pieces on a square.
fn met(game: &Game, alone: &Position, at: SquareId, target: SquareId, moves: &Moves<'_>) -> Reach {
    let mut reach = Reach::default();
    let Some(mover) = alone.piece(at) else { return reach };
    for kind in game.types.ids().take(MAX_TRIED) {
        for other in [SideId(0), SideId(1)] {
            let mut position = alone.clone();
            position.pieces[target] = Some(Piece::new(kind, Some(other)));
            let is_own = mover.owner == Some(other);
            for made in moves(&position, at) {
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
    moves(position, at).iter().filter(|made| made.takes.is_empty()).count()
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
fn page(drawings: &[Drawing]) -> String {
    let board = drawings.iter().flat_map(Drawing::lines).map(|line| text::width(&line)).max();
    let column = board.unwrap_or(0).max(COLUMN);
    let across = (PAGE / (column + 2)).max(1);
    let mut lines = Vec::new();
    for row in drawings.chunks(across) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(side_by_side(row, column));
    }
    lines.join("\n") + "\n"
}

fn side_by_side(drawings: &[Drawing], column: usize) -> Vec<String> {
    let captions: Vec<Vec<String>> =
        drawings.iter().map(|drawing| wrap(&drawing.captions.join(", "), column)).collect();
    let above = captions.iter().map(Vec::len).max().unwrap_or(0);
    let blocks: Vec<Vec<String>> = drawings
        .iter()
        .zip(captions)
        .map(|(drawing, mut caption)| {
            caption.resize(above, String::new());
            caption.extend(drawing.lines());
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

/// Breaks a text into lines between words.
fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text::width(line) + 1 + text::width(word) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
