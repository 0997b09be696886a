//! From what people write to a turn: every legal turn is compared with the text, which may say more than is needed, or leave out
//! signs that tell nothing. What a text says plainly is never taken for something else.

use super::elements::{Element, Elements, Moved, elements, elements_after};
use super::names::Names;
use super::{Legal, Notation, written};
use crate::ir::{Game, PieceTypeId, SquareId};
use crate::state::Position;

/// The longest text that is looked at, in bytes.
pub(super) const MAX_TEXT: usize = 400;

/// What a text was found to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// None of the turns.
    Nothing,
    /// The turn with that number.
    One(usize),
    /// Any of these turns.
    Several(Vec<usize>),
}

/// Finds the legal turns that a text can mean, in any of the notations.
pub fn read(game: &Game, before: &Position, legal: &[Legal<'_>], text: &str) -> Read {
    let plain: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    if plain.is_empty() || plain.len() > MAX_TEXT {
        return Read::Nothing;
    }
    let bare = without_comment(&plain);
    let turns: Vec<Elements> = legal.iter().map(|legal| elements(game, before, *legal)).collect();
    let fitting = |squares: Notation| -> Vec<usize> {
        let reader = Reader::of(game, squares, bare);
        (0..turns.len()).filter(|&number| reader.fits(&turns[number].list, bare)).collect()
    };
    let mut found = fitting(Notation::San);
    if let [only] = found[..] {
        return Read::One(only);
    }
    // What is written exactly so comes before what may be written so, too.
    for notation in [Notation::San, Notation::Own, Notation::Hodges, Notation::Wxf] {
        if notation != Notation::San && !found.is_empty() {
            break;
        }
        let texts = written(game, before, legal, notation);
        let exact = |wanted: &str| texts.iter().position(|text| same(text, wanted));
        if let Some(number) = exact(&plain).or_else(|| exact(bare)) {
            return Read::One(number);
        }
    }
    if found.is_empty() {
        found = fitting(Notation::Hodges);
    }
    match found[..] {
        [] => Read::Nothing,
        [only] => Read::One(only),
        _ => Read::Several(found),
    }
}

/// Finds the legal turns whose next part, behind the steps that are settled of each, can be written so; what comes after that part
/// may still be open.
pub fn begun(
    game: &Game,
    before: &Position,
    legal: &[(Legal<'_>, usize)],
    text: &str,
) -> Vec<usize> {
    let plain: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    if plain.is_empty() || plain.len() > MAX_TEXT {
        return Vec::new();
    }
    let bare = without_comment(&plain);
    let rows = legal.iter().map(|(legal, settled)| elements_after(game, before, *legal, *settled));
    let turns: Vec<Elements> = rows.collect();
    let fitting = |squares: Notation, fits: Fits<'_>| -> Vec<usize> {
        let reader = Reader::of(game, squares, bare);
        (0..turns.len()).filter(|&number| fits(&reader, &turns[number].list)).collect()
    };
    let tries: [(Notation, Fits<'_>); 3] = [
        (Notation::San, &|reader, list| reader.fits(list, bare)),
        (Notation::San, &|reader, list| reader.begins(list, bare)),
        (Notation::Hodges, &|reader, list| reader.begins(list, bare)),
    ];
    let found = tries.into_iter().map(|(squares, fits)| fitting(squares, fits));
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether a row of elements is written in some way.
type Fits<'f> = &'f dyn Fn(&Reader<'_>, &[Element]) -> bool;

/// Tells whether two texts are the same, but for a sign that says that a piece stays what it is.
fn same(text: &str, wanted: &str) -> bool {
    text == wanted || text.strip_suffix('=') == Some(wanted)
}

/// Leaves out signs for check, mate, praise and blame, and what people write about en passant.
pub(super) fn without_comment(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
        let words = ["(e.p.)", "e.p.", "(ep)", "ep", "mate", "ch", "dis", "dbl"];
        let shorter = words
            .iter()
            .filter_map(|word| shorter.strip_suffix(word))
            // What is left must still end like a turn.
            .find(|rest| rest.ends_with(|char: char| char.is_ascii_digit() || char == '+'))
            .unwrap_or(shorter);
        if shorter.len() == text.len() || shorter.is_empty() {
            return text;
        }
        text = shorter;
    }
}

/// What is known about how a game's turns can be written.
pub(super) struct Reader<'g> {
    pub(super) game: &'g Game,
    pub(super) names: Names,
    /// Whether some type goes without a letter.
    has_letterless: bool,
    /// Whether capitals stand for small letters, as all letters of the text are capitals.
    shouted: bool,
}

impl<'g> Reader<'g> {
    pub(super) fn of(game: &'g Game, squares: Notation, text: &str) -> Self {
        let names = Names::of(game, squares);
        let has_letterless = game.types.ids().any(|kind| names.letters[kind].is_empty());
        let shouted = !text.contains(char::is_lowercase);
        Self { game, names, has_letterless, shouted }
    }

    /// Tells whether the first parts of a turn can be written so.
    fn begins(&self, list: &[Element], text: &str) -> bool {
        let Some((element, rest)) = list.split_first() else { return false };
        let mut left = self.after(element, text).into_iter();
        left.any(|left| {
            left.is_empty() && !matches!(element, Element::Comma) || self.begins(rest, left)
        })
    }

    /// Tells whether a turn can be written so.
    fn fits(&self, list: &[Element], text: &str) -> bool {
        let Some((element, rest)) = list.split_first() else { return text.is_empty() };
        self.after(element, text).into_iter().any(|left| self.fits(rest, left))
    }

    /// Returns what may be left of a text behind an element.
    fn after<'t>(&self, element: &Element, text: &'t str) -> Vec<&'t str> {
        let optional = |sign: char| text.strip_prefix(sign).unwrap_or(text);
        match element {
            Element::Sign(sign) => begin(text, sign).into_iter().collect(),
            Element::Label(label) => {
                let word = label.trim_end_matches(':');
                begin(text, word)
                    .map(|left| left.strip_prefix(':').unwrap_or(left))
                    .into_iter()
                    .collect()
            }
            Element::Comma => vec![optional(',')],
            Element::Move(moved) => self.after_move(moved, text),
            Element::Drop(kind, to) => {
                let mut after = self.after_letters(*kind, text);
                // Some write the sign of what has been turned over for a piece that comes as it was.
                let plain = text.strip_prefix('+').map(|plain| self.after_letters(*kind, plain));
                after.extend(plain.into_iter().flatten());
                after.push(text);
                let signs =
                    after.into_iter().filter_map(|left| left.strip_prefix(['@', '*', '\'']));
                signs.filter_map(|left| self.after_square(*to, left)).collect()
            }
            Element::Square(square) => {
                self.after_square(*square, optional('-')).into_iter().collect()
            }
            Element::Closed(square) => {
                let mut left = vec![text];
                left.extend(self.after_square(*square, text));
                left
            }
            Element::Type(kind) => self.after_type(*kind, optional('=')),
            Element::Becomes(kind, is_chosen) => {
                let mut after = if *is_chosen { Vec::new() } else { vec![text] };
                after.extend(self.after_type(*kind, text));
                for open in ['=', '/', '('] {
                    let Some(left) = text.strip_prefix(open) else { continue };
                    let close = |left: &'t str| left.strip_prefix(')').unwrap_or(left);
                    after.extend(self.after_type(*kind, left).into_iter().map(close));
                }
                after
            }
            Element::Stays => vec![text, optional('=')],
            Element::Held(kind) => {
                let left = text.strip_prefix('@');
                left.into_iter().flat_map(|left| self.after_type(*kind, left)).collect()
            }
            Element::Number(number) => {
                begin(optional('='), &number.to_string()).into_iter().collect()
            }
            Element::Pass(royal) => self.after_pass(*royal, text),
        }
    }

    /// Returns what may be left behind a turn of nothing: a word for it, or a royal piece that stays where it is.
    fn after_pass<'t>(
        &self,
        royal: Option<(PieceTypeId, SquareId)>,
        text: &'t str,
    ) -> Vec<&'t str> {
        let own = self.game.writing.pass.as_deref();
        let words = ["pass", "--", "Z0", "null", "@@@@", "0000"];
        let mut found: Vec<&str> =
            words.into_iter().chain(own).filter_map(|word| begin(text, word)).collect();
        if let Some((kind, square)) = royal {
            let mut heads = self.after_letters(kind, text);
            heads.extend(self.after_square(square, text));
            found.extend(heads.into_iter().filter_map(|left| self.after_square(square, left)));
        }
        found
    }

    /// Returns what may be left behind a move.
    fn after_move<'t>(&self, moved: &Moved, text: &'t str) -> Vec<&'t str> {
        let mut found = Vec::new();
        if let Some(sign) = &moved.sign {
            found.extend(begin(text, sign));
            found.extend(begin_with_zeros(text, sign));
        } else if let Some(short) = self.is_short(moved) {
            found.extend(begin_with_zeros(text, if short { "O-O" } else { "O-O-O" }));
        }
        let Some(origin) = self.names.squares.get(moved.from) else { return found };
        let letterless = moved.kind.is_none_or(|kind| self.names.letters[kind].is_empty());
        let mut heads: Vec<(&'t str, bool)> = vec![(text, false)];
        if let Some(kind) = moved.kind {
            heads.extend(self.after_letters(kind, text).into_iter().map(|left| (left, true)));
        }
        for (left, named) in heads {
            // A square alone means a piece without a letter, if there are such.
            let is_piece = named || letterless || !self.has_letterless;
            // The file of a capture tells such a piece from others; without it the text says another thing.
            let bare =
                is_piece && (named || !letterless || !moved.captures || !self.has_letterless);
            if bare {
                found.extend(self.after_target(moved, left));
            }
            let parts = origin.parts.iter().flat_map(|(file, rank)| [file, rank]);
            for part in parts.filter(|_| is_piece) {
                let after = self.square_begins(left, part);
                found.extend(after.and_then(|left| self.after_target(moved, left)));
            }
            // A whole square tells the piece, named or not.
            if let Some(left) = self.after_square(moved.from, left) {
                found.extend(self.after_target(moved, left));
                // The other piece that castles tells the move, too.
                found.extend(moved.partner.and_then(|partner| self.after_square(partner, left)));
            }
        }
        found.sort_by_key(|left| left.len());
        found.dedup();
        found
    }

    /// Tells whether a move of two pieces is to the side on which there is less room; nothing if it moves one only.
    fn is_short(&self, moved: &Moved) -> Option<bool> {
        let at = |square: SquareId| self.game.board.squares[square].at;
        let from = at(moved.from);
        if moved.swaps {
            let royal = moved.kind.is_some_and(|kind| self.game.types[kind].royal);
            return (royal && at(moved.to).y == from.y).then(|| at(moved.to).x > from.x);
        }
        let right = at(moved.partner?).x > from.x;
        let row = self.game.board.squares.iter().filter(|square| square.at.y == from.y);
        let (beyond, before): (Vec<_>, Vec<_>) = row.partition(|square| square.at.x > from.x);
        Some(if right { beyond.len() <= before.len() } else { before.len() <= beyond.len() })
    }

    /// Returns what is left behind the square where a move ends.
    fn after_target<'t>(&self, moved: &Moved, text: &'t str) -> Option<&'t str> {
        let takes = text.strip_prefix(['x', ':', '×', 'X']);
        if takes.is_some() && !moved.captures {
            return None;
        }
        let plain = text.strip_prefix('-').unwrap_or(text);
        let swapped = plain.strip_prefix('s').filter(|_| moved.swaps);
        let left = takes.or(swapped).unwrap_or(plain);
        let by_all = moved.via.iter().try_fold(left, |left, square| {
            let left = self.after_square(*square, left)?;
            Some(left.strip_prefix(['x', '-', ':']).unwrap_or(left))
        });
        let by_all = by_all.filter(|_| !moved.via.is_empty());
        by_all
            .and_then(|left| self.after_square(moved.to, left))
            .or_else(|| self.after_square(moved.to, left))
    }

    /// Returns what is left behind a square; longer names that begin alike are other squares.
    fn after_square<'t>(&self, square: SquareId, text: &'t str) -> Option<&'t str> {
        let left = self.square_begins(text, self.names.square(square))?;
        let digit = |text: &str| text.starts_with(|char: char| char.is_ascii_digit());
        let number = self.names.square(square).ends_with(|char: char| char.is_ascii_digit());
        let longer = number && digit(left) && {
            let length = text.len() - left.len();
            let end = left.find(|char: char| !char.is_ascii_digit()).unwrap_or(left.len());
            let name = text.get(..length + end).unwrap_or_default();
            self.game.board.square_named(name).is_some()
        };
        (!longer).then_some(left)
    }

    /// Returns what is left behind a square, a file or a rank. A capital is no file, unless all is written in capitals.
    fn square_begins<'t>(&self, text: &'t str, name: &str) -> Option<&'t str> {
        if self.shouted { begin(text, name) } else { text.strip_prefix(name) }
    }

    /// Returns what may be left behind the letters of a piece: capitals matter where a small letter could be a file.
    pub(super) fn after_letters<'t>(&self, kind: PieceTypeId, text: &'t str) -> Vec<&'t str> {
        let mut found = Vec::new();
        for letter in [&self.names.letters[kind], &self.names.symbols[kind]] {
            if letter.is_empty() {
                continue;
            }
            found.extend(text.strip_prefix(letter.as_str()));
            if !self.could_be_square(letter) {
                found.extend(begin(text, letter));
            }
        }
        let Some(info) = self.game.types.get(kind) else { return found };
        if info.name.len() > 1 && !self.could_be_square(&info.name) {
            found.extend(begin(text, &info.name));
        }
        found.extend(
            info.pictures
                .iter()
                .flatten()
                .filter_map(|picture| text.strip_prefix(picture.as_str())),
        );
        found.sort_by_key(|left| left.len());
        found.dedup();
        found
    }

    fn could_be_square(&self, letter: &str) -> bool {
        let small = letter.to_lowercase();
        let Some(first) = small.chars().next() else { return false };
        self.names.squares.iter().any(|name| name.whole.to_lowercase().starts_with(first))
    }

    /// Returns what may be left behind a type that is chosen: capitals do not matter.
    pub(super) fn after_type<'t>(&self, kind: PieceTypeId, text: &'t str) -> Vec<&'t str> {
        let letters = [&self.names.letters[kind], &self.names.symbols[kind]];
        let mut found: Vec<&str> = letters
            .into_iter()
            .filter(|letter| !letter.is_empty())
            .filter_map(|letter| begin(text, letter))
            .collect();
        found.dedup();
        found
    }
}

/// Returns what is left behind a beginning, whatever its capitals.
fn begin<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let head = text.get(..beginning.len())?;
    (head == beginning || head.to_lowercase() == beginning.to_lowercase())
        .then(|| &text[beginning.len()..])
}

/// Reads noughts as the letters that look like them, as in `0-0`.
pub(super) fn begin_with_zeros<'t>(text: &'t str, sign: &str) -> Option<&'t str> {
    let mut left = text;
    for char in sign.chars() {
        let fits = |typed: char| {
            typed.eq_ignore_ascii_case(&char) || (typed == '0' && char.eq_ignore_ascii_case(&'o'))
        };
        if let Some(rest) = left.strip_prefix(fits) {
            left = rest;
        } else if char != '-' {
            return None;
        }
    }
    Some(left)
}
