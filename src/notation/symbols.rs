//! How pieces are written: `P`, `+P`, `(Kn)`, and `(Name:w)` for a piece that has no symbol of its own.

use super::cursor::Cursor;
use crate::ir::{Game, PieceTypeId, SideId};

/// A kind of piece with its owner.
pub(super) type Owned = (PieceTypeId, Option<SideId>);

/// The symbols of a game, each with the piece it stands for, longest first.
pub(super) struct Symbols {
    /// Written without parentheses.
    bare: Vec<(String, Owned)>,
    /// Written in parentheses.
    wrapped: Vec<(String, Owned)>,
}

/// Returns how a type is written where the owner does not matter: the first side's symbol.
pub fn plain(game: &Game, kind: PieceTypeId) -> String {
    let Some(info) = game.types.get(kind) else { return "?".to_owned() };
    let [first, second, neutral] = &info.symbols;
    match (first, second.as_ref().or(neutral.as_ref())) {
        (Some(symbol), _) => symbol.clone(),
        (None, Some(symbol)) => symbol.to_uppercase(),
        (None, None) => info.name.clone(),
    }
}

/// Returns the place of an owner's symbol among [`PieceType::symbols`](crate::ir::PieceType::symbols).
fn place(owner: Option<SideId>) -> usize {
    SideId::place_of(owner)
}

/// Tells whether a symbol can stand without parentheses: one character, or `+` and one.
fn is_bare(symbol: &str) -> bool {
    let mut chars = symbol.strip_prefix('+').unwrap_or(symbol).chars();
    let only = chars.next().or(symbol.chars().next());
    let plain = |char: char| !char.is_ascii_digit() && !"/()[]".contains(char);
    only.is_some_and(plain) && chars.next().is_none()
}

/// Returns the letters by which turns call pieces, as far as they are nobody's symbol: positions of other programs have them,
/// as `E` and `H` for the elephants and horses of xiangqi. They are read, and written only where there is no symbol.
fn letters(game: &Game, bare: &[(String, Owned)]) -> Vec<(String, Owned)> {
    let mut found: Vec<(String, Owned)> = Vec::new();
    let mut doubtful: Vec<String> = Vec::new();
    for (kind, info) in game.types.enumerate() {
        let Some(letter) = game.writing.piece(kind) else { continue };
        let sides = [(SideId::FIRST, letter.to_uppercase()), (SideId::LAST, letter.to_lowercase())];
        for (side, letter) in sides {
            let is_used = |list: &[(String, Owned)]| list.iter().any(|(other, _)| *other == letter);
            if letter.len() != 1 || !is_bare(&letter) || info.symbols[place(Some(side))].is_none() {
                continue;
            }
            if is_used(&found) {
                doubtful.push(letter.clone());
            }
            if !is_used(bare) {
                found.push((letter, (kind, Some(side))));
            }
        }
    }
    found.retain(|(letter, _)| !doubtful.contains(letter));
    found
}

impl Symbols {
    /// Collects the symbols of a game.
    pub(super) fn of(game: &Game) -> Self {
        let (mut bare, mut wrapped) = (Vec::new(), Vec::new());
        for (kind, info) in game.types.enumerate() {
            for owner in [Some(SideId::FIRST), Some(SideId::LAST), None] {
                let Some(symbol) = &info.symbols[place(owner)] else { continue };
                if symbol.contains(|char: char| char.is_whitespace() || "()".contains(char)) {
                    continue;
                }
                let list = if is_bare(symbol) { &mut bare } else { &mut wrapped };
                if !list.iter().any(|(other, _)| other == symbol) {
                    list.push((symbol.clone(), (kind, owner)));
                }
            }
        }
        bare.extend(letters(game, &bare));
        bare.sort_by_key(|(symbol, _)| std::cmp::Reverse(symbol.len()));
        Self { bare, wrapped }
    }

    /// Writes a piece, without its marks.
    pub(super) fn write(&self, game: &Game, piece: Owned) -> String {
        let own = |list: &[(String, Owned)]| {
            list.iter().find(|(_, owned)| *owned == piece).map(|(symbol, _)| symbol.clone())
        };
        if let Some(symbol) = own(&self.bare) {
            return symbol;
        }
        match own(&self.wrapped) {
            Some(symbol) => format!("({symbol})"),
            None => format!("({})", long_name(game, piece)),
        }
    }

    /// Reads a piece, without its marks; `None` leaves the cursor where it was.
    pub(super) fn read(&self, game: &Game, cursor: &mut Cursor<'_>) -> Option<Owned> {
        let rest = cursor.rest();
        if let Some(inside) = rest.strip_prefix('(') {
            let inside = &inside[..inside.find(')')?];
            let found = self.wrapped.iter().chain(&self.bare).find(|(symbol, _)| symbol == inside);
            let piece = found.map(|(_, piece)| *piece).or_else(|| named(game, inside))?;
            cursor.skip(inside.len() + 2);
            return Some(piece);
        }
        let (symbol, piece) =
            self.bare.iter().find(|(symbol, _)| rest.starts_with(symbol.as_str()))?;
        cursor.skip(symbol.len());
        Some(*piece)
    }

    /// Lists the symbols for a message.
    pub(super) fn list(&self) -> String {
        let wrapped = self.wrapped.iter().map(|(symbol, _)| format!("({symbol})"));
        let mut all: Vec<String> =
            self.bare.iter().map(|(symbol, _)| symbol.clone()).chain(wrapped).take(41).collect();
        if all.len() > 40 {
            all.truncate(40);
            all.push("…".to_owned());
        }
        all.join(" ")
    }
}

/// Names a piece in full: `Name:w`, and `Name:-` if it is of neither side.
fn long_name(game: &Game, (kind, owner): Owned) -> String {
    let owner = owner.map_or("-", |side| game.sides[side].letter.as_str());
    format!("{}:{owner}", game.types[kind].name)
}

fn named(game: &Game, text: &str) -> Option<Owned> {
    let (name, owner) = text.rsplit_once(':')?;
    let (kind, _) = game.types.enumerate().find(|(_, info)| info.name == name)?;
    let owners = [Some(SideId::FIRST), Some(SideId::LAST), None];
    let owner = owners
        .into_iter()
        .find(|&side| side.map_or(owner == "-", |side| game.sides[side].letter == owner))?;
    Some((kind, owner))
}
/// Returns the kind of piece whose symbol, a capital, a text begins with. Such a text means a piece of that kind and no
/// other; where all is written in capitals, they mean nothing.
pub fn named_kind(game: &Game, text: &str) -> Option<PieceTypeId> {
    let first = text.chars().next().filter(char::is_ascii_uppercase)?;
    let rest = text.get(1..).filter(|rest| !rest.is_empty())?;
    if rest.bytes().any(|byte| byte.is_ascii_uppercase() && byte != b'O') && !rest.contains('=') {
        return None;
    }
    let is_called = |symbol: &String| symbol.len() == 1 && symbol.starts_with(first);
    let mut kinds = game.types.enumerate();
    kinds.find(|(_, kind)| kind.symbols.iter().flatten().any(is_called)).map(|(id, _)| id)
}
