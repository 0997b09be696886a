//! What pieces and squares are called.

use super::Notation;
use crate::ir::{Game, IdVec, PieceTypeId, SquareId, Tradition};
use crate::notation::symbols;

/// The names of a game in a notation.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The letters of types; empty for those that need none.
    pub(super) letters: IdVec<PieceTypeId, String>,
    /// The letters where one has to be written.
    pub(super) symbols: IdVec<PieceTypeId, String>,
    /// The squares.
    pub(super) squares: IdVec<SquareId, SquareName>,
}

/// What a square is called: as a whole, and by its file and its rank, if its name consists of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareName {
    pub(super) whole: String,
    pub(super) parts: Option<(String, String)>,
}

impl Names {
    /// Returns the names of a game.
    pub(super) fn of(game: &Game, notation: Notation) -> Self {
        let tradition = tradition(game, notation);
        let symbols: IdVec<PieceTypeId, String> =
            game.types.ids().map(|kind| symbol(game, kind, tradition)).collect();
        let letters = game.types.ids().map(|kind| {
            let written = game.writing.piece(kind).filter(|_| tradition == Tradition::San);
            written.map_or_else(|| symbols[kind].clone(), str::to_owned)
        });
        let is_own = notation == Notation::Own;
        let squares = game.board.squares.ids().map(|square| match tradition {
            Tradition::Hodges => from_the_right(game, square),
            Tradition::San | Tradition::Wxf => by_name(game, square, is_own),
        });
        Self { letters: letters.collect(), squares: squares.collect(), symbols }
    }

    /// Returns the letter of a type, empty if none is needed.
    pub(super) fn letter(&self, kind: Option<PieceTypeId>) -> &str {
        kind.and_then(|kind| self.letters.get(kind)).map_or("", String::as_str)
    }

    /// Returns the letter of a type where one has to be written.
    pub(super) fn symbol(&self, kind: PieceTypeId) -> &str {
        self.symbols.get(kind).map_or("", String::as_str)
    }

    /// Returns the whole name of a square.
    pub(super) fn square(&self, square: SquareId) -> &str {
        self.squares.get(square).map_or("", |name| &name.whole)
    }
}

/// Returns the tradition behind a notation.
pub(super) fn tradition(game: &Game, notation: Notation) -> Tradition {
    match notation {
        Notation::San => Tradition::San,
        Notation::Hodges => Tradition::Hodges,
        Notation::Wxf => Tradition::Wxf,
        Notation::Own => game.writing.tradition,
    }
}

/// Returns a letter that can stand in a record: what the game writes, or the symbol, or the name.
fn symbol(game: &Game, kind: PieceTypeId, tradition: Tradition) -> String {
    let written = game.writing.piece(kind).filter(|letter| !letter.is_empty());
    if let Some(letter) = written.filter(|_| tradition != Tradition::Hodges) {
        return letter.to_owned();
    }
    let symbol = symbols::plain(game, kind);
    let strange = |char: char| "{}()[]<>;\"$%!?,*@:-=#/".contains(char) || char.is_whitespace();
    let is_word = |text: &str| !text.is_empty() && !text.contains(strange);
    if is_word(&symbol) && !symbol.starts_with(|char: char| char.is_ascii_digit()) {
        return symbol;
    }
    game.types.get(kind).map_or(symbol, |info| info.name.clone())
}

fn by_name(game: &Game, square: SquareId, is_own: bool) -> SquareName {
    let info = &game.board.squares[square];
    let (low, _) = game.board.bounds();
    let place = |names: &[String], at: i16, from: i16| {
        usize::try_from(at - from).ok().and_then(|place| names.get(place)).cloned()
    };
    let digits = info.name.find(|char: char| char.is_ascii_digit());
    let split = digits.map(|at| info.name.split_at(at)).filter(|(file, rank)| {
        !file.is_empty()
            && file.chars().all(char::is_alphabetic)
            && rank.chars().all(|char| char.is_ascii_digit())
    });
    let writing = &game.writing;
    if !is_own || (writing.files.is_empty() && writing.ranks.is_empty()) {
        let parts = split.map(|(file, rank)| (file.to_owned(), rank.to_owned()));
        return SquareName { whole: info.name.clone(), parts };
    }
    let (file, rank) = split.unwrap_or((info.name.as_str(), ""));
    let file = place(&writing.files, info.at.x, low.x).unwrap_or_else(|| file.to_owned());
    let rank = place(&writing.ranks, info.at.y, low.y).unwrap_or_else(|| rank.to_owned());
    SquareName { whole: format!("{file}{rank}"), parts: Some((file, rank)) }
}

/// Names a square by its file from the right and a letter for its rank from the top.
fn from_the_right(game: &Game, square: SquareId) -> SquareName {
    let at = game.board.squares[square].at;
    let (_, high) = game.board.bounds();
    let file = (i32::from(high.x) - i32::from(at.x) + 1).to_string();
    let from_top = u32::try_from(i32::from(high.y) - i32::from(at.y)).unwrap_or(0);
    let letter = |number: u32| char::from_u32(u32::from('a') + number).unwrap_or('?').to_string();
    let rank = match from_top {
        0..26 => letter(from_top),
        _ => letter(from_top / 26 - 1) + &letter(from_top % 26),
    };
    let layer = if at.z == 0 { String::new() } else { format!("/{}", at.z + 1) };
    SquareName { whole: format!("{file}{rank}{layer}"), parts: Some((file, rank)) }
}
