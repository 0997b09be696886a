//! Placement and hands: `4k3/8/…/4K3[Pp]`.

use super::cursor::Cursor;
use super::error::PositionError;
use super::symbols::{Owned, Symbols};
use crate::ir::{Game, MarkId, SideId, SquareId, limits};
use crate::state::{Piece, Position};

const PLACEMENT: &str = "placement";
const HANDS: &str = "hands";
/// From so many pieces on, a hand tells their number instead of repeating the symbol.
const COUNTED_FROM: u16 = 65;

/// Writes the pieces on the board.
pub(super) fn write(game: &Game, symbols: &Symbols, position: &Position) -> String {
    let rows: Vec<String> =
        game.board.rows.iter().map(|row| write_row(game, symbols, position, row)).collect();
    rows.join("/")
}

fn write_row(
    game: &Game,
    symbols: &Symbols,
    position: &Position,
    row: &[Option<SquareId>],
) -> String {
    let mut text = String::new();
    let mut empty = 0_usize;
    for cell in row {
        let found = match cell {
            None => "*".to_owned(),
            Some(square) => match position.piece(*square) {
                None => {
                    empty += 1;
                    continue;
                }
                Some(piece) => write_piece(game, symbols, piece),
            },
        };
        write_run(&mut text, &mut empty);
        text.push_str(&found);
    }
    write_run(&mut text, &mut empty);
    text
}

fn write_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
    }
    *empty = 0;
}

fn write_piece(game: &Game, symbols: &Symbols, piece: Piece) -> String {
    let mut text = symbols.write(game, (piece.kind, piece.owner));
    for (mark, info) in game.marks.enumerate() {
        if piece.has_mark(mark) {
            text.push_str(&info.suffix);
        }
    }
    text
}

/// Writes the hands in their brackets.
pub(super) fn write_hands(game: &Game, symbols: &Symbols, position: &Position) -> String {
    let mut text = "[".to_owned();
    for side in SideId::ALL {
        for (kind, &count) in position.hands[side].enumerate() {
            let symbol = symbols.write(game, (kind, Some(side)));
            if count >= COUNTED_FROM {
                text.extend([count.to_string(), symbol]);
            } else {
                text.push_str(&symbol.repeat(usize::from(count)));
            }
        }
    }
    text.push(']');
    text
}

/// Reads the pieces on the board.
pub(super) fn read(
    game: &Game,
    symbols: &Symbols,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let rows = &game.board.rows;
    for (index, row) in rows.iter().enumerate() {
        if index > 0 && !cursor.eat("/") {
            return Err(end_of_row(rows.len(), index, cursor));
        }
        let mut reader = Row { game, symbols, cells: row, number: index + 1 };
        reader.read(cursor, position)?;
    }
    match cursor.peek() {
        None | Some('[') => Ok(()),
        // Older programs write the hands as one row more, without numbers.
        Some('/') if game.uses_hands && !cursor.rest().contains(|c: char| c.is_ascii_digit()) => {
            Ok(())
        }
        Some('/') => {
            Err(cursor.error(PLACEMENT, format!("too many rows: the board has {}", rows.len())))
        }
        Some(_) => Err(end_of_row(rows.len(), rows.len(), cursor)),
    }
}

/// Tells what is wrong where row `number` should have ended.
fn end_of_row(rows: usize, number: usize, cursor: &Cursor<'_>) -> PositionError {
    let message = match cursor.peek() {
        None | Some('[') => format!("there are only {number} rows; the board has {rows}"),
        Some(_) => {
            format!("row {number} from the top has too many squares; expected `/` or the end")
        }
    };
    cursor.error(PLACEMENT, message)
}

/// One row while it is read.
struct Row<'a> {
    game: &'a Game,
    symbols: &'a Symbols,
    cells: &'a [Option<SquareId>],
    number: usize,
}

impl Row<'_> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        position: &mut Position,
    ) -> Result<(), PositionError> {
        let mut column = 0;
        while let Some(&cell) = self.cells.get(column) {
            column += match (cell, cursor.peek()) {
                (_, None | Some('/' | '[')) => return Err(self.too_short(cursor, column)),
                (None, _) => self.hole(cursor)?,
                (Some(_), Some(digit)) if digit.is_ascii_digit() => self.run(cursor, column)?,
                (Some(square), Some(_)) => {
                    position.pieces[square] = Some(self.piece(cursor)?);
                    1
                }
            };
        }
        Ok(())
    }

    fn error(&self, cursor: &Cursor<'_>, what: impl std::fmt::Display) -> PositionError {
        cursor.error(PLACEMENT, format!("row {} from the top: {what}", self.number))
    }

    fn too_short(&self, cursor: &Cursor<'_>, column: usize) -> PositionError {
        self.error(cursor, format!("it has {column} squares instead of {}", self.cells.len()))
    }

    fn hole(&self, cursor: &mut Cursor<'_>) -> Result<usize, PositionError> {
        if cursor.eat("*") {
            return Ok(1);
        }
        Err(self.error(cursor, "there is no square here; expected `*`"))
    }

    /// Reads a run of empty squares and returns its length.
    fn run(&self, cursor: &mut Cursor<'_>, column: usize) -> Result<usize, PositionError> {
        let before = self.error(cursor, "");
        let count = cursor.digits().unwrap_or(0);
        let room = self.cells[column..].iter().take_while(|cell| cell.is_some()).count();
        if (1..=room).contains(&count) {
            return Ok(count);
        }
        let message = format!("expected 1 to {room} empty squares here");
        Err(PositionError { message: before.message + &message, ..before })
    }

    fn piece(&self, cursor: &mut Cursor<'_>) -> Result<Piece, PositionError> {
        let Some((kind, owner)) = self.symbols.read(self.game, cursor) else {
            return Err(self.error(cursor, unknown_piece(self.symbols, cursor)));
        };
        let mut piece = Piece::new(kind, owner);
        while let Some((mark, length)) = self.mark(cursor, piece) {
            piece.set_mark(mark, true);
            cursor.skip(length);
        }
        Ok(piece)
    }

    /// Finds the longest suffix of a mark that the piece does not have yet.
    fn mark(&self, cursor: &Cursor<'_>, piece: Piece) -> Option<(MarkId, usize)> {
        let marks = self.game.marks.enumerate().filter(|(mark, info)| {
            !info.suffix.is_empty()
                && !piece.has_mark(*mark)
                && cursor.rest().starts_with(&info.suffix)
        });
        marks.map(|(mark, info)| (mark, info.suffix.len())).max_by_key(|(_, length)| *length)
    }
}

fn unknown_piece(symbols: &Symbols, cursor: &Cursor<'_>) -> String {
    let rest = cursor.rest();
    let shown: String = match rest.strip_prefix('(').and_then(|inside| inside.find(')')) {
        Some(end) => rest.chars().take(end.min(40) + 2).collect(),
        None => rest.chars().take(1).collect(),
    };
    let hole = if shown == "*" {
        " but stands for a hole of the board, and there is none here"
    } else {
        ""
    };
    format!("`{shown}` is no piece of this game{hole}; expected one of {}", symbols.list())
}

/// Reads the hands, if the text has them.
pub(super) fn read_hands(
    game: &Game,
    symbols: &Symbols,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    if cursor.is_done() {
        return Ok(());
    }
    let start = cursor.error(HANDS, "this game has no hands");
    let bracket = cursor.eat("[");
    if !bracket {
        cursor.skip(1);
    }
    cursor.eat("-");
    while !cursor.eat("]") {
        if cursor.is_done() && !bracket {
            return Ok(());
        }
        if cursor.is_done() {
            return Err(cursor.error(HANDS, "expected a piece or `]`"));
        }
        if !game.uses_hands {
            return Err(start);
        }
        read_in_hand(game, symbols, cursor, position)?;
    }
    if cursor.is_done() { Ok(()) } else { Err(cursor.error(HANDS, "expected a space after `]`")) }
}

fn read_in_hand(
    game: &Game,
    symbols: &Symbols,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let too_many = format!("more than {} pieces of a kind in one hand", limits::MAX_IN_HAND);
    let too_many = cursor.error(HANDS, too_many);
    let neutral = cursor.error(HANDS, "a piece of neither side cannot be in a hand");
    let count = cursor.digits().unwrap_or(1);
    let Some(piece) = symbols.read(game, cursor) else {
        return Err(cursor.error(HANDS, unknown_piece(symbols, cursor)));
    };
    let (kind, Some(side)) = piece as Owned else { return Err(neutral) };
    let held = &mut position.hands[side][kind];
    let total = usize::from(*held).saturating_add(count);
    match u16::try_from(total) {
        Ok(total) if total <= limits::MAX_IN_HAND => *held = total,
        _ => return Err(too_many),
    }
    Ok(())
}
