//! Turns as the protocols write them.
//!
//! A turn travels in one string without spaces. Where other programs have a form for such a turn, that form is written:
//! `e2e4`, `e7e8q`, `a4a5+`, `P@e4`, `b1a3h` for a piece that comes from the hand where another has left (`h1e1h` where the
//! rook was that castled with the king of e1),
//! `a4a1,a1a2` for a square that is chosen after the move, and a word for nothing at all. Every other turn is
//! written as everywhere in this program: `bestow:e2,e2e4`. All of these are read, and whatever else can mean one turn only.

use crate::ir::{Game, PieceTypeId, SquareId};
use crate::notation::{self, TurnError, type_symbol};
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::state::{Choice, ClauseRef, MoveMade, Step, Turn};

/// What squares and a turn of nothing are called.
pub trait Dialect {
    /// Returns the name of a square.
    fn square(&self, square: SquareId) -> String;

    /// Returns the letter or sign of a piece type.
    fn piece(&self, kind: PieceTypeId) -> String;

    /// Returns the words for a turn in which nothing is chosen; the first one is written.
    fn nothing(&self) -> &'static [&'static str];

    /// Rewrites a turn that was written by someone else, as far as squares are called otherwise there.
    fn own_names(&self, text: &str) -> String;
}

/// The dialect of UCI: squares and pieces are called as in the rules.
#[derive(Clone, Copy, Debug)]
pub struct Uci<'a>(pub &'a Game);

impl Dialect for Uci<'_> {
    fn square(&self, square: SquareId) -> String {
        self.0.board.name(square).to_owned()
    }

    fn piece(&self, kind: PieceTypeId) -> String {
        type_symbol(self.0, kind)
    }

    fn nothing(&self) -> &'static [&'static str] {
        &["0000", "pass", "null"]
    }

    fn own_names(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// Writes a turn.
pub fn write(game: &Game, dialect: &dyn Dialect, turn: &Turn) -> String {
    common(game, dialect, turn).unwrap_or_else(|| notation::turn_text(game, turn))
}

/// Finds the turn that a text means.
///
/// # Errors
/// If it means none of them, or several.
pub fn read(
    session: &Session,
    dialect: &dyn Dialect,
    text: &str,
    legal: &[LegalTurn],
) -> Result<usize, TurnError> {
    read_with(session, dialect, text, legal, &|_| None)
}

/// Finds the turn that a text means; what is none of the forms above is looked for by `outward`, before it is read as
/// whatever it may mean.
pub(super) fn read_with(
    session: &Session,
    dialect: &dyn Dialect,
    text: &str,
    legal: &[LegalTurn],
    outward: &dyn Fn(&str) -> Option<usize>,
) -> Result<usize, TurnError> {
    let game = session.game();
    let turns: Vec<&Turn> = legal.iter().map(|legal| &legal.turn).collect();
    if let Some(found) = find_common(game, dialect, text, &turns) {
        return Ok(found);
    }
    if let Ok(found) = notation::find_turn(game, text, &turns) {
        return Ok(found);
    }
    if let Some(found) = outward(text) {
        return Ok(found);
    }
    let text = dialect.own_names(text);
    match session.find(legal, &text) {
        Err(TurnError::Foreign { text, meant }) => {
            let [only] = meant.as_slice() else { return Err(TurnError::Foreign { text, meant }) };
            notation::find_turn(game, only, &turns)
        }
        found => found,
    }
}

/// Finds the only turn that has this text in common with other programs.
fn find_common(game: &Game, dialect: &dyn Dialect, text: &str, turns: &[&Turn]) -> Option<usize> {
    let is_nothing = dialect.nothing().contains(&text);
    let is_meant = |turn: &Turn| {
        is_nothing && is_empty(turn)
            || common(game, dialect, turn).is_some_and(|common| common.eq_ignore_ascii_case(text))
    };
    let mut found = turns.iter().enumerate().filter(|(_, turn)| is_meant(turn));
    let (first, _) = found.next()?;
    if found.next().is_none() {
        return Some(first);
    }
    // Capitals are told apart where they must be.
    let exact = |turn: &Turn| common(game, dialect, turn).as_deref() == Some(text);
    let mut found = turns.iter().enumerate().filter(|(_, turn)| exact(turn));
    let (first, _) = found.next()?;
    found.next().is_none().then_some(first)
}

fn is_empty(turn: &Turn) -> bool {
    essential(turn).is_empty()
}

/// Returns the steps that say something.
pub(super) fn essential(turn: &Turn) -> Vec<&Step> {
    turn.steps.iter().filter(|step| step.shown().is_some()).collect()
}

/// Writes a turn as other programs do, if they have a form for it.
fn common(game: &Game, dialect: &dyn Dialect, turn: &Turn) -> Option<String> {
    let steps = essential(turn);
    if let Some(gated) = gated(dialect, &steps) {
        return Some(gated);
    }
    if steps.iter().any(|step| step.label.is_some()) {
        return None;
    }
    let choices: Vec<&Choice> = steps.iter().map(|step| &step.choice).collect();
    match choices.as_slice() {
        [] => dialect.nothing().first().map(|word| (*word).to_owned()),
        [Choice::Drop { kind, to, .. }] => {
            Some(format!("{}@{}", dialect.piece(*kind), dialect.square(*to)))
        }
        [Choice::Move(made)] => plain(dialect, made),
        [Choice::Move(made), Choice::Type(kind)] => {
            let becomes = becomes(game, dialect, made, *kind)?;
            Some(plain(dialect, made)? + &becomes)
        }
        [Choice::Move(made), Choice::Square(square)] => {
            let to = dialect.square(made.to);
            Some(format!("{},{to}{}", plain(dialect, made)?, dialect.square(*square)))
        }
        _ => None,
    }
}

/// Writes a move whose squares on the way are no part of its name.
pub(super) fn plain(dialect: &dyn Dialect, made: &MoveMade) -> Option<String> {
    let (from, to) = (dialect.square(made.from), dialect.square(made.to));
    // Squares whose names are numbers would run together.
    let digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
    let between =
        if digit(from.chars().next_back()) && digit(to.chars().next()) { "-" } else { "" };
    made.via.is_empty().then(|| format!("{from}{between}{to}"))
}

/// Writes what a piece becomes: a letter, or a sign where it only turns over.
pub(super) fn becomes(
    game: &Game,
    dialect: &dyn Dialect,
    made: &MoveMade,
    kind: PieceTypeId,
) -> Option<String> {
    let new = type_symbol(game, kind);
    let ClauseRef::Own(old, _) = made.clause else { return letter(dialect, kind) };
    let old = type_symbol(game, old);
    if new.strip_prefix('+') == Some(old.as_str()) {
        return Some("+".to_owned());
    }
    if old.strip_prefix('+') == Some(new.as_str()) {
        return Some("-".to_owned());
    }
    letter(dialect, kind)
}

fn letter(dialect: &dyn Dialect, kind: PieceTypeId) -> Option<String> {
    let symbol = dialect.piece(kind);
    let mut chars = symbol.chars();
    let only = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().is_none().then(|| only.to_ascii_lowercase().to_string())
}

/// Writes a turn in which a piece from the hand comes to the square that another leaves.
fn gated(dialect: &dyn Dialect, steps: &[&Step]) -> Option<String> {
    let [hand, square, moved] = steps else { return None };
    let (Choice::Hand(_, kind) | Choice::Type(kind)) = &hand.choice else { return None };
    let (Choice::Square(at), Choice::Move(made)) = (&square.choice, &moved.choice) else {
        return None;
    };
    if hand.label.is_none() || moved.label.is_some() {
        return None;
    }
    let letter = letter(dialect, *kind)?;
    if made.from == *at {
        return Some(plain(dialect, made)? + &letter);
    }
    // By castling two pieces leave their squares. Where the other one was, is told as a move from there to the king's.
    Some(format!("{}{}{letter}", dialect.square(*at), dialect.square(made.from)))
}
