//! The board as it is drawn in a terminal: with colours and figurines where that can be, with letters otherwise.

use super::paint::{OnIt, Paint, Shade};
use super::text::{self, symbol};
use crate::ir::{Game, PieceType, SideId, SquareId, SquareSet};
use crate::layout::{Labels, Rows, file_shift, layers};
use crate::notation::figurine;
use crate::state::{Piece, Position};

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether there are colours, which also tell the sides of figurines.
    pub colours: bool,
    /// Whether figurines may stand for letters.
    pub figurines: bool,
    /// How many columns there are.
    pub width: usize,
    /// Whether the board is turned round, as the other side sees it.
    pub turned: bool,
}

impl Look {
    /// Letters without colours, in so many columns.
    pub fn plain(width: usize) -> Self {
        Self { colours: false, figurines: false, width, turned: false }
    }
}

/// Which squares are marked, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Royal pieces that could be captured.
    pub alarm: SquareSet,
    /// What the last turn has changed.
    pub changed: SquareSet,
    /// Where a piece that is asked about can go.
    pub targets: SquareSet,
}

impl Marks {
    /// Says what the signs mean that are on the board, for whoever has not met them.
    pub fn legend(self, game: &Game, position: &Position) -> Vec<String> {
        let places: SquareSet = position.tokens.iter().filter_map(|token| token.at).collect();
        let both = places.intersection(self.changed);
        let names: Vec<&str> = game.tokens.iter().map(|token| token.name.as_str()).collect();
        let mut told = Vec::new();
        if !self.changed.except(places).is_empty() {
            told.push("( ) changed by the last turn".to_owned());
        }
        if !places.except(self.changed).is_empty() {
            told.push(format!("[ ] has {}", names.join(" or ")));
        }
        if !both.is_empty() {
            told.push(format!("{{ }} changed, and has {}", names.join(" or ")));
        }
        if !self.alarm.is_empty() {
            told.push("! in check".to_owned());
        }
        for (id, mark) in game.marks.enumerate() {
            if position.pieces.iter().flatten().any(|piece| piece.has_mark(id)) {
                told.push(format!("{} behind a piece: {}", mark.suffix, mark.name));
            }
        }
        told
    }
}

/// One square of the drawing, or the place of none.
struct Cell {
    before: char,
    text: String,
    after: char,
    shade: Shade,
}

/// Draws the board with its coordinates, line by line.
///
/// A square with a token is in brackets, one that the last turn has changed in parentheses (or in another colour), a
/// piece on one of the squares of `alarm` has an exclamation mark, an empty square is a dot. Boards whose files are
/// shifted by half a rank each, as hexagonal ones are, are drawn with their files upright; layers stand side by side if
/// there is room.
pub fn board(game: &Game, position: &Position, look: Look, marks: Marks) -> Vec<String> {
    let drawer = Drawer::new(game, position, look, marks);
    match file_shift(&game.board) {
        0 => drawer.layers(),
        shift => drawer.shifted(shift),
    }
}

/// The least columns for what stands beside a board.
const ASIDE: usize = 40;

/// Puts what is told besides to the right of a board if there is room, or else below it.
pub fn with_besides(mut board: Vec<String>, told: Vec<String>, look: Look) -> Vec<String> {
    let width = board.iter().map(|line| super::paint::width(line)).max().unwrap_or(0);
    let widest = told.iter().map(|line| text::width(line)).max().unwrap_or(0);
    if look.width < 100 || width + 4 + widest.max(ASIDE) > look.width || told.len() > board.len() {
        board.extend(told);
        return board;
    }
    beside(&[board, told], &[width, widest], 4)
}

/// Tells whether each kind of piece has a figurine.
pub fn has_figurines(game: &Game) -> bool {
    game.types.iter().all(|kind| shown(kind).is_some())
}

/// Returns the figurine of a kind of piece if most terminals can show it, in one column: they have the signs of Unicode's first plane.
fn shown(kind: &PieceType) -> Option<char> {
    figurine(kind).filter(|sign| u16::try_from(u32::from(*sign)).is_ok() && !sign.is_alphanumeric())
}

struct Drawer<'a> {
    game: &'a Game,
    position: &'a Position,
    look: Look,
    marks: Marks,
    figurines: bool,
    /// The letters in the widest square.
    field: usize,
    /// Whether there is no room for signs behind pieces.
    narrow: bool,
}

impl<'a> Drawer<'a> {
    fn new(game: &'a Game, position: &'a Position, look: Look, marks: Marks) -> Self {
        let figurines = look.figurines && look.colours && has_figurines(game);
        let mut drawer = Self { game, position, look, marks, figurines, field: 1, narrow: false };
        let squares = game.board.squares.ids();
        let widths = squares.map(|at| text::width(&drawer.cell(at).text));
        drawer.field = widths.max().unwrap_or(1);
        drawer
    }

    fn cell(&self, at: SquareId) -> Cell {
        let piece = self.position.piece(at);
        let target = self.marks.targets.contains(at);
        let mut text = match piece {
            None if target => "*".to_owned(),
            None => ".".to_owned(),
            Some(piece) => self.piece(piece),
        };
        let token = self.position.tokens.iter().any(|token| token.at == Some(at));
        let changed = self.marks.changed.contains(at) && !self.look.colours;
        let (before, mut after) = match (token, changed) {
            (true, true) => ('{', '}'),
            (true, false) => ('[', ']'),
            (false, true) => ('(', ')'),
            (false, false) if target && piece.is_some() => ('*', ' '),
            (false, false) => (' ', ' '),
        };
        if self.marks.alarm.contains(at) {
            if after == ' ' {
                after = '!';
            } else {
                text.push('!');
            }
        }
        Cell { before, text, after, shade: self.shade(at, piece) }
    }

    fn piece(&self, piece: Piece) -> String {
        let kind = &self.game.types[piece.kind];
        let figurine = shown(kind).filter(|_| self.figurines);
        let Some(figurine) = figurine else { return symbol(self.game, piece) };
        let mut text = figurine.to_string();
        for (id, mark) in self.game.marks.enumerate() {
            if piece.has_mark(id) {
                text.push_str(&mark.suffix);
            }
        }
        text
    }

    fn shade(&self, at: SquareId, piece: Option<Piece>) -> Shade {
        let place = self.game.board.squares[at].at;
        Shade {
            dark: (i32::from(place.x) + i32::from(place.y) + i32::from(place.z)) % 2 == 0,
            on_it: match piece.map(|piece| piece.owner) {
                None => OnIt::Nothing,
                Some(None) => OnIt::Neutral,
                Some(Some(SideId(side))) => OnIt::Of(side),
            },
            changed: self.marks.changed.contains(at),
            alarm: self.marks.alarm.contains(at),
            target: self.marks.targets.contains(at),
        }
    }

    /// The columns that a square takes.
    fn cell_width(&self) -> usize {
        self.field + if self.narrow { 1 } else { 2 }
    }

    fn draw(&self, at: Option<SquareId>) -> String {
        let Some(at) = at else { return " ".repeat(self.cell_width()) };
        let cell = self.cell(at);
        let space = " ".repeat(self.field.saturating_sub(text::width(&cell.text)));
        let (before, text, after) = (cell.before, cell.text, cell.after);
        let drawn = if self.narrow {
            format!("{before}{text}{space}")
        } else {
            format!("{before}{text}{after}{space}")
        };
        if self.look.colours { drawn.painted(cell.shade) } else { drawn }
    }

    /// Draws the rows of each layer, the layers side by side if there is room.
    fn layers(mut self) -> Vec<String> {
        let layers = layers(&self.game.board);
        let labels: Vec<Labels> =
            layers.iter().map(|rows| Labels::of(&self.game.board, rows)).collect();
        self.fit(&layers, &labels);
        let blocks: Vec<Vec<String>> =
            layers.iter().zip(&labels).map(|(rows, labels)| self.block(rows, labels)).collect();
        let widths: Vec<usize> = layers
            .iter()
            .zip(&labels)
            .map(|(rows, labels)| self.block_width(rows, labels))
            .collect();
        let gap = 3;
        let whole = widths.iter().sum::<usize>() + gap * widths.len().saturating_sub(1);
        if blocks.len() == 1 || whole > self.look.width {
            return blocks.join(&String::new());
        }
        beside(&blocks, &widths, gap)
    }

    /// Makes squares as wide as their names and what is on them ask for, and narrower if they have to be.
    fn fit(&mut self, layers: &[Rows<'_>], labels: &[Labels]) {
        let names = labels.iter().flat_map(|labels| &labels.columns).map(|name| text::width(name));
        let (field, name) = (self.field, names.max().unwrap_or(1));
        let widest = |drawer: &Self| {
            let widths = layers.iter().zip(labels);
            widths.map(|(rows, labels)| drawer.block_width(rows, labels)).max().unwrap_or(0)
        };
        self.field = field.max(name);
        if widest(self) > self.look.width {
            // A name may stand under the signs around a piece as well.
            self.field = field.max(name.saturating_sub(1));
        }
        self.narrow = widest(self) > self.look.width;
    }

    fn block_width(&self, rows: &Rows<'_>, labels: &Labels) -> usize {
        let cells = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        margin(labels) + 1 + cells * self.cell_width()
    }

    fn block(&self, rows: &Rows<'_>, labels: &Labels) -> Vec<String> {
        let margin = margin(labels);
        let mut lines: Vec<String> = Vec::new();
        for (row, label) in self.seen(rows.iter().zip(&labels.rows).collect()) {
            let row = self.seen(row.to_vec());
            let drawn: String = row.iter().map(|at| self.draw(*at)).collect();
            lines.push(ended(&format!("{label:>margin$} {drawn}")));
        }
        if labels.columns.iter().any(|label| !label.is_empty()) {
            let width = self.cell_width();
            let drawn: String = self
                .seen(labels.columns.clone())
                .iter()
                .map(|label| text::padded(&format!(" {label}"), width))
                .collect();
            lines.push(ended(&format!("{:margin$} {drawn}", "")));
        }
        lines
    }

    /// Puts what stands in order from the top or from the left in the order in which it is seen.
    fn seen<T>(&self, mut items: Vec<T>) -> Vec<T> {
        if self.look.turned {
            items.reverse();
        }
        items
    }

    /// Draws a board whose files are shifted: each file upright, a step along the ranks half a square up or down.
    fn shifted(mut self, shift: i32) -> Vec<String> {
        let squares = &self.game.board.squares;
        let height = |at: SquareId| {
            let place = squares[at].at;
            2 * i32::from(place.y) - shift * i32::from(place.x)
        };
        let (low, high) = self.game.board.bounds();
        let heights: Vec<i32> = squares.ids().map(height).collect();
        let top = heights.iter().copied().max().unwrap_or(0);
        let bottom = heights.iter().copied().min().unwrap_or(0);
        let files = usize::try_from(high.x - low.x + 1).unwrap_or(0);
        let margin = squares.iter().map(|square| text::width(&square.name)).max().unwrap_or(1);
        self.narrow = files * self.cell_width() + 2 * margin + 2 > self.look.width;
        let mut lines = Vec::new();
        for line in self.seen((bottom..=top).rev().collect()) {
            let row: Vec<Option<SquareId>> = (low.x..=high.x)
                .map(|x| squares.ids().find(|at| squares[*at].at.x == x && height(*at) == line))
                .collect();
            let row = self.seen(row);
            let drawn: String = row.iter().map(|at| self.draw(*at)).collect();
            let name = |at: Option<&SquareId>| at.map_or("", |at| self.game.board.name(*at));
            let first = name(row.iter().flatten().next());
            let last = name(row.iter().flatten().last());
            lines.push(ended(&format!("{first:>margin$} {drawn} {last}")));
        }
        lines
    }
}

/// Sets blocks side by side.
fn beside(blocks: &[Vec<String>], widths: &[usize], gap: usize) -> Vec<String> {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| {
        let mut line = String::new();
        for (number, (block, width)) in blocks.iter().zip(widths).enumerate() {
            let part = block.get(index).map_or("", String::as_str);
            let seen = super::paint::width(part);
            line.push_str(part);
            if number + 1 < blocks.len() {
                line.push_str(&" ".repeat((width + gap).saturating_sub(seen)));
            }
        }
        ended(&line)
    };
    (0..height).map(line).collect()
}

/// Returns a line without the spaces at its end.
fn ended(line: &str) -> String {
    line.trim_end().to_owned()
}

/// Returns the columns that the names of rows take.
fn margin(labels: &Labels) -> usize {
    labels.rows.iter().map(|label| text::width(label)).max().unwrap_or(0)
}
