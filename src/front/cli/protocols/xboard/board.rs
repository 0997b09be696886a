//! What `XBoard` calls squares and pieces, and how it is told of a game that it does not know.
//!
//! Files are letters from the left of the board as it is drawn, ranks are numbers from below: from 1, or from 0 on boards
//! of exactly ten ranks. A piece has one letter, with `+` before it where it is another one turned over.

use crate::front::cli::protocols::turns::Dialect;
use crate::ir::{Game, IdVec, PieceTypeId, SideId, SquareId};
use crate::notation::{self, type_symbol};
use crate::state::Position;

/// The letters of `XBoard`'s pieces in its own order; the last one is the one that must not be captured.
const ORDER: &str = "PNBRQFEACWMOHIJGDVLSUK";
/// So many places further is a piece turned over.
const TURNED: usize = 11;
/// The ranks that are counted from 0.
const FROM_ZERO: usize = 10;
/// What is written where there is no square.
const HOLE: char = '*';

/// A game as `XBoard` sees it.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    game: &'a Game,
    /// The letter of each type, perhaps after a `+`.
    letters: IdVec<PieceTypeId, String>,
}

impl<'a> Board<'a> {
    /// Finds letters for the pieces of a game: their own where those are letters, others where not.
    pub fn of(game: &'a Game) -> Self {
        let is_letter =
            |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_alphabetic());
        let own = |kind| type_symbol(game, kind).to_ascii_uppercase();
        let all: Vec<String> = game.types.ids().map(own).collect();
        let mut used: Vec<String> = Vec::new();
        for text in &all {
            if is_letter(text.trim_start_matches('+')) && !used.contains(text) {
                used.push(text.clone());
            }
        }
        let mut given: Vec<String> = Vec::new();
        let mut letters = Vec::new();
        for text in all {
            let fits = used.contains(&text) && !given.contains(&text);
            let letter = if fits { text } else { free(&used, &given) };
            given.push(letter.clone());
            letters.push(letter);
        }
        Self { game, letters: letters.into_iter().collect() }
    }

    /// Returns the letter of a type, perhaps after a `+`.
    pub(super) fn letter(&self, kind: PieceTypeId) -> &str {
        &self.letters[kind]
    }

    /// Returns the number of files and ranks.
    pub(super) fn size(&self) -> (usize, usize) {
        let rows = &self.game.board.rows;
        (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len())
    }

    /// Tells whether `XBoard` can show the board: it has letters for so many files only.
    pub(super) fn is_shown(&self) -> bool {
        let (files, ranks) = self.size();
        (1..=16).contains(&files) && (1..=16).contains(&ranks)
    }

    /// Returns which letter stands for which picture, for one side after the other.
    fn pictures(&self) -> String {
        let mut places: Vec<Option<&str>> = vec![None; ORDER.len()];
        let last = ORDER.len() - 1;
        let royal: Vec<PieceTypeId> = self.game.royal_types().iter().collect();
        if let [only] = royal.as_slice() {
            places[last] = Some(&self.letters[*only]);
        }
        let is_royal = |kind: &PieceTypeId| royal.len() == 1 && royal.contains(kind);
        let is_turned = |kind: &PieceTypeId| self.letters[*kind].starts_with('+');
        let plain: Vec<PieceTypeId> =
            self.game.types.ids().filter(|kind| !is_royal(kind) && !is_turned(kind)).collect();
        for kind in &plain {
            let wanted = ORDER.find(self.letters[*kind].as_str()).filter(|place| *place < last);
            if let Some(place) = wanted {
                places[place] = Some(&self.letters[*kind]);
            }
        }
        for kind in &plain {
            let letter = self.letters[*kind].as_str();
            let free = places[..last].iter().position(Option::is_none);
            if !places.contains(&Some(letter))
                && let Some(free) = free
            {
                places[free] = Some(letter);
            }
        }
        for place in 0..TURNED.min(last - TURNED) {
            let turned = places[place].map(|letter| format!("+{letter}"));
            let is_turned =
                turned.is_some_and(|turned| self.letters.iter().any(|other| *other == turned));
            if is_turned && places[place + TURNED].is_none() {
                places[place + TURNED] = Some("+");
            }
        }
        let first: String = places.iter().map(|place| place.unwrap_or(".")).collect();
        first.clone() + &first.to_ascii_lowercase()
    }

    /// Writes what `XBoard` has to know before it can show the game.
    pub(super) fn setup(&self, start: &Position) -> String {
        let (files, ranks) = self.size();
        let hand = if self.game.uses_hands { self.game.types.len().min(ranks.max(5)) } else { 0 };
        format!("setup ({}) {files}x{ranks}+{hand}_fairy {}", self.pictures(), self.position(start))
    }

    /// Writes a position as `XBoard` reads it; what it has no place for is left out.
    pub(super) fn position(&self, position: &Position) -> String {
        let rows: Vec<String> =
            self.game.board.rows.iter().map(|row| self.row(row, position)).collect();
        let mut text = rows.join("/");
        if self.game.uses_hands {
            text.push('[');
            for side in SideId::ALL {
                for (kind, count) in position.hands[side].enumerate() {
                    text.push_str(&self.piece_of(kind, Some(side)).repeat(usize::from(*count)));
                }
            }
            text.push(']');
        }
        let whole = notation::write_position(self.game, position);
        let fields = whole.split_whitespace().skip(2).filter(|field| !field.contains(':'));
        text.push_str(if position.to_move == SideId::FIRST { " w" } else { " b" });
        for field in fields {
            text.push(' ');
            text.push_str(field);
        }
        text
    }

    fn row(&self, row: &[Option<SquareId>], position: &Position) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        let end_run = |text: &mut String, empty: &mut usize| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
            }
            *empty = 0;
        };
        for cell in row {
            let piece = cell.and_then(|square| position.piece(square));
            match (cell, piece) {
                (Some(_), None) => empty += 1,
                (None, _) => {
                    end_run(&mut text, &mut empty);
                    text.push(HOLE);
                }
                (Some(_), Some(piece)) => {
                    end_run(&mut text, &mut empty);
                    text.push_str(&self.piece_of(piece.kind, piece.owner));
                }
            }
        }
        end_run(&mut text, &mut empty);
        text
    }

    fn piece_of(&self, kind: PieceTypeId, owner: Option<SideId>) -> String {
        let letter = &self.letters[kind];
        match owner {
            None => HOLE.to_string(),
            Some(side) if side == SideId::FIRST => letter.clone(),
            Some(_) => letter.to_ascii_lowercase(),
        }
    }

    /// Reads `XBoard`'s text of a position as one of the game's own: whole if it can be, or else without what follows the
    /// side to move.
    pub(super) fn own_texts(&self, text: &str) -> Vec<String> {
        let mut words = text.split_whitespace();
        let placement = self.own_placement(words.next().unwrap_or_default());
        let side = match words.next() {
            Some("b") => &self.game.sides[SideId::LAST].letter,
            _ => &self.game.sides[SideId::FIRST].letter,
        };
        let rest: Vec<&str> = words.collect();
        let begin = format!("{placement} {side}");
        vec![text.to_owned(), format!("{begin} {}", rest.join(" ")), begin]
    }

    /// Puts the game's own symbols in the place of `XBoard`'s letters.
    fn own_placement(&self, text: &str) -> String {
        let (mut own, mut turned) = (String::new(), false);
        for char in text.chars() {
            if char == '+' {
                turned = true;
                continue;
            }
            let letter = format!("{}{}", if turned { "+" } else { "" }, char.to_ascii_uppercase());
            turned = false;
            let kind = self.letters.enumerate().find(|(_, known)| **known == letter);
            match kind.filter(|_| char.is_ascii_alphabetic()) {
                Some((kind, _)) => own.push_str(&self.own_symbol(kind, char.is_ascii_uppercase())),
                None => own.push(char),
            }
        }
        own
    }

    fn own_symbol(&self, kind: PieceTypeId, is_first: bool) -> String {
        let info = &self.game.types[kind];
        let symbol = info.symbols[usize::from(!is_first)].clone().unwrap_or_default();
        let bare = symbol.trim_start_matches('+').chars().count() == 1;
        if bare { symbol } else { format!("({symbol})") }
    }

    /// Returns the type with that letter.
    pub(super) fn kind_of(&self, letter: &str) -> Option<PieceTypeId> {
        self.letters.enumerate().find(|(_, known)| *known == letter).map(|(kind, _)| kind)
    }

    /// Returns the square with that name.
    pub(super) fn square_named(&self, name: &str) -> Option<SquareId> {
        self.game.board.squares.ids().find(|square| self.square(*square) == name)
    }
}

/// Returns a letter that no piece has.
fn free(used: &[String], given: &[String]) -> String {
    let is_free = |letter: &String| !used.contains(letter) && !given.contains(letter);
    let letters = ('A'..='Z').map(|letter| letter.to_string());
    let turned = ('A'..='Z').map(|letter| format!("+{letter}"));
    letters.chain(turned).find(is_free).unwrap_or_else(|| "?".to_owned())
}

impl Dialect for Board<'_> {
    fn square(&self, square: SquareId) -> String {
        let rows = &self.game.board.rows;
        let place = rows.iter().enumerate().find_map(|(down, row)| {
            let file = row.iter().position(|cell| *cell == Some(square))?;
            Some((file, rows.len() - down - usize::from(rows.len() == FROM_ZERO)))
        });
        match place.and_then(|(file, rank)| Some((('a'..='z').nth(file)?, rank))) {
            Some((file, rank)) => format!("{file}{rank}"),
            None => self.game.board.name(square).to_owned(),
        }
    }

    fn piece(&self, kind: PieceTypeId) -> String {
        self.letters[kind].clone()
    }

    fn nothing(&self) -> &'static [&'static str] {
        &["@@@@", "pass", "null", "0000"]
    }

    fn own_names(&self, text: &str) -> String {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::front::cli::protocols::variants::Variants;

    fn game(name: &str) -> Arc<Game> {
        Variants::default().load(name, &[]).unwrap().start.shared_game()
    }

    fn setup(name: &str) -> String {
        let game = game(name);
        let start = notation::read_position(&game, &game.start.text).unwrap();
        Board::of(&game).setup(&start)
    }

    #[test]
    fn boards_are_told() {
        assert_eq!(
            setup("losalamos"),
            "setup (PN.RQ................Kpn.rq................k) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
        );
        assert!(setup("mono").contains("10x1+0_fairy KEWL2lwek w 1"), "{}", setup("mono"));
        assert!(
            setup("minishogi").contains("(P.BR...........K") || setup("minishogi").contains('+')
        );
        assert!(setup("one-ring").contains("5x10+0_fairy **k**/rqbbr/"), "{}", setup("one-ring"));
    }

    #[test]
    fn ten_ranks_begin_with_zero() {
        let (xiangqi, chess, mono) = (game("xiangqi"), game("chess"), game("mono"));
        let name =
            |game: &Game, own: &str| Board::of(game).square(game.board.square_named(own).unwrap());
        assert_eq!(name(&xiangqi, "a1"), "a0");
        assert_eq!(name(&xiangqi, "i10"), "i9");
        assert_eq!(name(&chess, "h8"), "h8");
        assert_eq!(name(&mono, "10"), "j1");
    }

    #[test]
    fn positions_come_back() {
        for name in ["chess", "one-ring", "minishogi", "mono", "crazyhouse", "ruddigore"] {
            let game = game(name);
            let start = notation::read_position(&game, &game.start.text).unwrap();
            let board = Board::of(&game);
            let texts = board.own_texts(&board.position(&start));
            let read = texts.iter().find_map(|text| notation::read_position(&game, text).ok());
            assert_eq!(read.map(|read| read.pieces), Some(start.pieces), "{name}");
        }
    }
}
