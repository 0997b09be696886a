//! A position as plain text, as it is shown in a terminal.

use super::board::{Look, Marks};
use crate::ir::{
    Compared, Game, Id, SideId, SquareId, SquareSet, TallyInfo, Variable, VariableId, VariableKind,
    VariableValue,
};
use crate::state::{Piece, Position};

/// The width of pages for no terminal in particular.
pub const PAGE: usize = 80;

/// Draws the board with its coordinates in letters.
pub fn board(game: &Game, position: &Position, alarm: SquareSet) -> String {
    let marks = Marks { alarm, ..Marks::default() };
    let lines = super::board::board(game, position, Look::plain(PAGE), marks);
    lines.join("\n") + "\n"
}

/// Tells what each side has in hand, a line each; nothing if the game has no hands.
pub fn hands(game: &Game, position: &Position) -> String {
    if !game.uses_hands {
        return String::new();
    }
    let line = |side: SideId| {
        let held = hand(game, position, side);
        let held = if held.is_empty() { "nothing".to_owned() } else { held };
        format!("{} in hand: {held}\n", game.side_name(side))
    };
    SideId::ALL.map(line).concat()
}

/// Tells where each token is, a line each.
pub fn tokens(game: &Game, position: &Position) -> String {
    let mut text = String::new();
    for (id, token) in game.tokens.enumerate() {
        let state = position.tokens[id];
        let place = match state.at {
            None => "not on the board".to_owned(),
            Some(at) => match position.piece(at) {
                Some(piece) => {
                    format!("borne by {} on {}", piece_name(game, piece), game.board.name(at))
                }
                None => format!("lying on {}", game.board.name(at)),
            },
        };
        let level =
            if token.has_levels { format!(", level {}", state.level) } else { String::new() };
        text.push_str(&format_line(&token.name, &format!("{place}{level}")));
    }
    text
}

/// Tells in one line what the variables hold that count in comparing positions: numbers, and the switches that are on; words
/// and squares only of some of them, and squares only where they are not those of the start. Nothing if there are none.
pub fn variables(
    game: &Game,
    position: &Position,
    tells_all: impl Fn(&Variable) -> bool,
) -> String {
    let is_ignored = |id: VariableId| game.comparison.contains(&Compared::Ignore(id));
    let told: Vec<String> = game
        .variables
        .enumerate()
        .filter(|(id, info)| !is_ignored(*id) && !info.of_square)
        .filter(|(_, info)| {
            let is_plain = matches!(info.kind, VariableKind::Number { .. } | VariableKind::Switch);
            is_plain || tells_all(info)
        })
        .filter_map(|(id, info)| variable(game, position, id, info))
        .collect();
    let tallies = game.tallies.iter().filter_map(|tally| self::tally(game, position, tally));
    let told: Vec<String> = told.into_iter().chain(tallies).collect();
    if told.is_empty() { String::new() } else { told.join("; ") + "\n" }
}

/// Tells the numbers of squares that are not 0, and those of pieces that differ from what new pieces have.
fn tally(game: &Game, position: &Position, tally: &TallyInfo) -> Option<String> {
    let usual = if tally.first.is_some() { 0 } else { tally.start };
    let numbers: Vec<String> = game
        .board
        .squares
        .ids()
        .filter_map(|square| Some((square, position.tally(tally, square)?)))
        .filter(|(_, number)| *number != usual)
        .map(|(square, number)| format!("{} {number}", game.board.name(square)))
        .collect();
    (!numbers.is_empty()).then(|| format!("{}: {}", tally.name, numbers.join(", ")))
}

fn variable(game: &Game, position: &Position, id: VariableId, info: &Variable) -> Option<String> {
    let value = |side: SideId| {
        let number = position.number(id, side);
        match &info.kind {
            VariableKind::Number { .. } => Some(number.to_string()),
            VariableKind::Switch => (number != 0).then(|| "on".to_owned()),
            VariableKind::Words(words) => {
                usize::try_from(number).ok().and_then(|number| words.get(number)).cloned()
            }
            VariableKind::Squares => {
                let squares = position.squares(id, side);
                let is_usual = info.start[side] == VariableValue::Squares(squares);
                (!is_usual).then(|| self::squares(game, squares))
            }
        }
    };
    if !info.per_side {
        return value(SideId::FIRST).map(|value| format!("{}: {value}", info.name));
    }
    let sides = SideId::ALL
        .into_iter()
        .filter_map(|side| value(side).map(|value| format!("{} {value}", game.side_name(side))));
    let sides: Vec<String> = sides.collect();
    (!sides.is_empty()).then(|| format!("{}: {}", info.name, sides.join(", ")))
}

/// The most squares that are listed by name.
const MAX_SQUARES: usize = 10;

fn squares(game: &Game, squares: SquareSet) -> String {
    let names: Vec<&str> = squares.iter().map(|square| game.board.name(square)).collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > MAX_SQUARES => format!("{count} squares"),
        _ => names.join(" "),
    }
}

/// Returns a piece in words: its owner, if it has one, and its type.
pub fn piece_name(game: &Game, piece: Piece) -> String {
    let kind = &game.types[piece.kind].name;
    match piece.owner {
        Some(side) => format!("{} {kind}", game.side_name(side)),
        None => format!("neutral {kind}"),
    }
}

/// Returns what stands for a piece in drawings and position text: its symbol and its marks.
pub fn symbol(game: &Game, piece: Piece) -> String {
    let index = piece.owner.map_or(2, Id::index);
    let mut text = game.types[piece.kind].symbols[index].clone().unwrap_or_else(|| "?".to_owned());
    for (id, mark) in game.marks.enumerate() {
        if piece.has_mark(id) {
            text.push_str(&mark.suffix);
        }
    }
    text
}

/// Returns the size of a board in a few letters: `8x8`, or the number of squares if it is no rectangle.
pub fn board_size(game: &Game) -> String {
    let squares = game.board.squares.len();
    let range = |axis: fn(&crate::ir::Coordinates) -> i16| {
        let values = || game.board.squares.iter().map(|square| i64::from(axis(&square.at)));
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        usize::try_from(most - least + 1).unwrap_or(0)
    };
    let (width, height, layers) = (range(|at| at.x), range(|at| at.y), range(|at| at.z));
    if width * height * layers != squares {
        return format!("{squares} squares");
    }
    let flat = format!("{width}x{height}");
    if layers > 1 { format!("{flat}x{layers}") } else { flat }
}

/// Returns the rows of the board from the top, each as long as the longest.
pub(super) fn rows(game: &Game) -> impl Iterator<Item = &[Option<SquareId>]> {
    game.board.rows.iter().map(Vec::as_slice)
}

/// Puts a text of that width in a field, to the left.
pub(super) fn padded(text: &str, field: usize) -> String {
    let missing = field.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// Returns how many columns a text takes in a terminal, as far as that is simple.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

fn format_line(name: &str, text: &str) -> String {
    format!("{name}: {text}\n")
}

fn hand(game: &Game, position: &Position, side: SideId) -> String {
    let mut parts = Vec::new();
    for (id, kind) in game.types.enumerate() {
        let count = position.hands[side][id];
        if count > 0 {
            let symbol = kind.symbols[side.index()].as_deref().unwrap_or(&kind.name);
            parts.push(if count == 1 { symbol.to_owned() } else { format!("{count} {symbol}") });
        }
    }
    parts.join(", ")
}

/// Sets rows of texts in columns, with two spaces between them.
pub fn table<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let columns: [usize; N] =
        std::array::from_fn(|at| rows.iter().map(|row| width(&row[at])).max().unwrap_or(0));
    let line = |row: &[String; N]| {
        let cells: Vec<String> =
            row.iter().zip(columns).map(|(text, column)| padded(text, column)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Breaks a text into lines between words; a word that is too long stays whole.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
