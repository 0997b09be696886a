//! What a person means by the part of a turn's text that leads nowhere.

use crate::ir::{Game, PieceTypeId, SideId, SquareId};
use crate::notation::{loose_text, turn_text};
use crate::state::{Choice, Step, Turn};

/// The most squares that are read in one part.
const MAX_SQUARES: usize = 64;

/// What is left of a text, as a person may mean it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// Nothing is left.
    Nothing,
    /// Squares, and whether anything follows them.
    Squares(Vec<SquareId>),
    /// A piece from the hand onto a square, if that is told.
    Drop(PieceTypeId, Option<SquareId>),
    /// A piece in hand.
    Hand(PieceTypeId),
    /// A type.
    Type(PieceTypeId),
    /// A number.
    Number(i32),
    /// Something else.
    Else,
}

/// Texts of a game as the search compares them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'g> {
    pub game: &'g Game,
}

impl Reader<'_> {
    /// Returns a text without what people write in different ways.
    pub(crate) fn loose(self, text: &str) -> String {
        loose_text(self.game, text)
    }

    /// Returns the text of a turn so far; nothing if no step of it shows.
    pub(crate) fn shown(self, turn: &Turn) -> String {
        let text = turn_text(self.game, turn);
        if text == turn_text(self.game, &Turn::default()) {
            String::new()
        } else {
            self.loose(&text)
        }
    }

    /// Returns the label that a rest of a text begins with, and what follows it.
    pub(crate) fn label(self, rest: &str) -> Option<(String, &str)> {
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        let labels = self.game.labels.iter().map(|label| self.loose(label));
        let label = labels.filter(|label| begins_with(rest, label)).max_by_key(String::len)?;
        let after = rest.get(label.len()..)?;
        Some((label, after.strip_prefix(':').unwrap_or(after)))
    }

    /// Reads a rest of a text whose label has been taken off.
    pub(crate) fn meant(self, rest: &str) -> Meant {
        let rest = rest.strip_prefix([',', ':']).unwrap_or(rest);
        if rest.is_empty() {
            return Meant::Nothing;
        }
        let squares = self.squares(rest);
        if !squares.is_empty() {
            return Meant::Squares(squares);
        }
        if let Some(symbol) = rest.strip_prefix('@') {
            return self.symbol(symbol).map_or(Meant::Else, |(kind, _)| Meant::Hand(kind));
        }
        if let Some((symbol, to)) = rest.split_once('@')
            && let Some((kind, "")) = self.symbol(symbol)
        {
            return Meant::Drop(kind, self.squares(to).first().copied());
        }
        match rest.split(',').next().unwrap_or(rest).parse() {
            Ok(number) => Meant::Number(number),
            Err(_) => self.symbol(rest).map_or(Meant::Else, |(kind, _)| Meant::Type(kind)),
        }
    }

    /// Reads the names of squares that a text begins with, of several the longest.
    fn squares(self, text: &str) -> Vec<SquareId> {
        let mut squares = Vec::new();
        let mut rest = text;
        while squares.len() < MAX_SQUARES {
            let fitting = self.game.board.squares.enumerate().filter_map(|(id, square)| {
                let name = self.loose(&square.name);
                let after = rest.strip_prefix(name.as_str())?;
                // A number is no square if it is the beginning of a greater one.
                let number = name.bytes().all(|byte| byte.is_ascii_digit());
                let ends = !number || !after.starts_with(|char: char| char.is_ascii_digit());
                ends.then_some((name.len(), id))
            });
            let Some((length, square)) = fitting.max_by_key(|(length, _)| *length) else { break };
            squares.push(square);
            rest = &rest[length..];
            rest = rest.strip_prefix('-').unwrap_or(rest);
        }
        squares
    }

    /// Reads the symbol that a text begins with, of several the longest.
    fn symbol(self, text: &str) -> Option<(PieceTypeId, &str)> {
        let symbols = self.game.types.ids().filter_map(|kind| {
            let symbol = self.symbol_of(kind)?;
            text.starts_with(&symbol).then_some((symbol.len(), kind))
        });
        let (length, kind) = symbols.max_by_key(|(length, _)| *length)?;
        Some((kind, &text[length..]))
    }

    /// Returns how a type in hand is written.
    fn symbol_of(self, kind: PieceTypeId) -> Option<String> {
        let step =
            Step { by: SideId::FIRST, label: None, choice: Choice::Hand(SideId::FIRST, kind) };
        let text = self.loose(&turn_text(self.game, &Turn { steps: vec![step] }));
        text.strip_prefix('@').filter(|symbol| !symbol.is_empty()).map(str::to_owned)
    }
}

/// Tells whether a text begins with a label that ends there.
fn begins_with(rest: &str, label: &str) -> bool {
    let Some(after) = rest.strip_prefix(label) else { return false };
    !label.is_empty() && (after.is_empty() || after.starts_with([':', ',']))
}
