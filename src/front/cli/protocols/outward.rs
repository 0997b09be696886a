//! Turns as other programs name them by what comes of them: a pass by a piece that stays, a stone by its letter, a move by
//! the wall that it leaves behind or by what the piece has become.
//!
//! Such a name cannot be read off the turn alone. Fairy-Stockfish and pychess write `e2e2` for a pass, `P@a6` for a stone on
//! a6, `d4b3,b3d4` for a move that blocks the square it left, `d5d5f` for a promotion in place, and a castling by where the
//! king ends.

use super::turns::{self, Dialect, Uci};
use crate::ir::{Game, SquareId};
use crate::notation::{TurnError, type_symbol};
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::state::{Choice, ClauseRef, MoveMade, Piece, Position, Turn};

/// Finds the turn that a text means in UCI in the present position of a session.
///
/// # Errors
/// If it means none of them, or several.
pub fn read(session: &Session, text: &str, legal: &[LegalTurn]) -> Result<usize, TurnError> {
    let uci = Uci(session.game());
    turns::read_with(session, &uci, text, legal, &|text| Place::of(session).find(text, legal))
}

/// A position of a game in which turns are named.
pub struct Place<'a> {
    session: &'a Session,
    position: Position,
}

impl<'a> Place<'a> {
    /// The present position of a session.
    pub fn of(session: &'a Session) -> Self {
        Self { session, position: session.position().clone() }
    }

    /// The first position of a session.
    pub fn at_start(session: &'a Session) -> Self {
        let first = session.positions().first().unwrap_or_else(|| session.position());
        Self { session, position: first.clone() }
    }

    fn game(&self) -> &'a Game {
        self.session.game()
    }

    /// Writes a turn that can be played here, for UCI.
    pub fn write(&self, turn: &Turn) -> String {
        let after = self.session.after(&self.position, turn);
        after.map_or_else(|| self.plainly(turn), |after| self.write_with(turn, &after))
    }

    /// Writes a turn that leads to a position.
    pub fn write_with(&self, turn: &Turn, after: &Position) -> String {
        self.outward(turn, after).unwrap_or_else(|| self.plainly(turn))
    }

    /// Writes a line of turns, with a space before each.
    pub fn write_line(mut self, turns: &[Turn]) -> String {
        let mut text = String::new();
        for turn in turns {
            let after = self.session.after(&self.position, turn);
            text.push(' ');
            match after {
                Some(after) => {
                    text.push_str(&self.write_with(turn, &after));
                    self.position = after;
                }
                None => text.push_str(&self.plainly(turn)),
            }
        }
        text
    }

    fn plainly(&self, turn: &Turn) -> String {
        turns::write(self.game(), &Uci(self.game()), turn)
    }

    /// Finds the only turn that has this name by what comes of it.
    fn find(&self, text: &str, legal: &[LegalTurn]) -> Option<usize> {
        let is_meant = |LegalTurn { turn, position: after }: &LegalTurn| {
            let is =
                |name: Option<String>| name.is_some_and(|name| name.eq_ignore_ascii_case(text));
            is(self.outward(turn, after))
                || is(self.castled(turn, after))
                || self.stays(turn, after, text)
                || self.vanished(turn, after, text)
        };
        let mut found = legal.iter().enumerate().filter(|(_, legal)| is_meant(legal));
        let (first, _) = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Names a turn by what comes of it, if others do.
    fn outward(&self, turn: &Turn, after: &Position) -> Option<String> {
        let game = self.game();
        let dialect = Uci(game);
        let steps = turns::essential(turn);
        let choices: Vec<&Choice> = steps.iter().map(|step| &step.choice).collect();
        match choices.as_slice() {
            _ if self.is_pass(&choices, after) => self.waiting().map(|square| {
                let name = dialect.square(square);
                format!("{name}{name}")
            }),
            [Choice::Square(square)] => {
                let piece = self.new_piece(*square, after)?;
                Some(format!("{}@{}", type_symbol(game, piece.kind), dialect.square(*square)))
            }
            [Choice::Drop { kind, to, .. }, Choice::Type(turned)] => {
                let turned = type_symbol(game, *turned);
                let is_turned = turned.strip_prefix('+') == Some(type_symbol(game, *kind).as_str());
                is_turned.then(|| format!("{turned}@{}", dialect.square(*to)))
            }
            [Choice::Move(made), Choice::Type(kind), Choice::Square(square)] => {
                let becomes = turns::becomes(game, &dialect, made, *kind)?;
                let (to, square) = (dialect.square(made.to), dialect.square(*square));
                Some(format!("{}{becomes},{to}{square}", turns::plain(&dialect, made)?))
            }
            [Choice::Move(made)] => self.moved(made, after),
            _ => None,
        }
    }

    /// Names a move by what the piece has become, or by the wall where it stood.
    fn moved(&self, made: &MoveMade, after: &Position) -> Option<String> {
        let (game, dialect) = (self.game(), Uci(self.game()));
        let plain = turns::plain(&dialect, made)?;
        let left = after.pieces.get(made.from).copied().flatten();
        if left.is_some_and(|piece| piece.owner.is_none()) && made.from != made.to {
            let (from, to) = (dialect.square(made.from), dialect.square(made.to));
            return Some(format!("{plain},{to}{from}"));
        }
        let (ClauseRef::Own(old, _), Some(Some(new))) = (made.clause, after.pieces.get(made.to))
        else {
            return None;
        };
        if old == new.kind || new.owner != Some(self.position.to_move) {
            return None;
        }
        Some(plain + &turns::becomes(game, &dialect, made, new.kind)?)
    }

    /// Names a castling by where the king ends, which is not where its move leads.
    fn castled(&self, turn: &Turn, after: &Position) -> Option<String> {
        let (game, dialect) = (self.game(), Uci(self.game()));
        let steps = turns::essential(turn);
        let [step] = steps.as_slice() else { return None };
        let Choice::Move(made) = &step.choice else { return None };
        let mover = self.position.pieces.get(made.from).copied().flatten()?;
        if !game.types.get(mover.kind)?.royal {
            return None;
        }
        let is_there =
            |square: &SquareId| after.pieces.get(*square).copied().flatten() == Some(mover);
        let mut places = game.board.squares.ids().filter(is_there);
        let ends = places.next().filter(|_| places.next().is_none())?;
        (ends != made.to).then(|| dialect.square(made.from) + &dialect.square(ends))
    }

    /// Tells whether a text says what a piece would have become if it were still there: others promote first, and explode then.
    fn vanished(&self, turn: &Turn, after: &Position, text: &str) -> bool {
        let game = self.game();
        let steps = turns::essential(turn);
        let [step] = steps.as_slice() else { return false };
        let Choice::Move(made) = &step.choice else { return false };
        let is_gone = matches!(after.pieces.get(made.to), Some(None));
        let plain = turns::plain(&Uci(game), made).filter(|_| is_gone);
        let Some(letter) = plain.and_then(|plain| text.strip_prefix(&plain)) else { return false };
        let before = self.position.piece(made.from).map(|piece| piece.kind);
        game.types.ids().any(|kind| {
            before != Some(kind) && type_symbol(game, kind).eq_ignore_ascii_case(letter)
        })
    }

    /// Tells whether a text is the name of a square twice where a piece of the side to move stays, and the turn is to pass.
    fn stays(&self, turn: &Turn, after: &Position, text: &str) -> bool {
        let is_named = |square: &SquareId| {
            let name = self.game().board.name(*square);
            text.len() == 2 * name.len()
                && text.get(..name.len()) == Some(name)
                && text.get(name.len()..) == Some(name)
        };
        let steps = turns::essential(turn);
        let choices: Vec<&Choice> = steps.iter().map(|step| &step.choice).collect();
        self.is_pass(&choices, after) && self.own_squares().any(|square| is_named(&square))
    }

    /// Tells whether a turn is to pass: nothing is chosen but that, and every piece stays what and where it is.
    fn is_pass(&self, choices: &[&Choice], after: &Position) -> bool {
        let is_nothing =
            |choice: &&Choice| matches!(choice, Choice::Alternative(_) | Choice::Nothing);
        choices.iter().all(is_nothing)
            && after.pieces == self.position.pieces
            && after.hands == self.position.hands
    }

    /// The square of the piece that stays in a pass: the royal piece, or else the first by rank and file.
    fn waiting(&self) -> Option<SquareId> {
        let game = self.game();
        let is_royal = |square: &SquareId| {
            let piece = self.position.pieces.get(*square).copied().flatten();
            piece.and_then(|piece| game.types.get(piece.kind)).is_some_and(|kind| kind.royal)
        };
        let place = |square: &SquareId| {
            let at = game.board.squares[*square].at;
            (at.z, at.y, at.x)
        };
        let royal = self.own_squares().filter(is_royal).min_by_key(place);
        royal.or_else(|| self.own_squares().min_by_key(place))
    }

    fn own_squares(&self) -> impl Iterator<Item = SquareId> {
        let own = Some(self.position.to_move);
        let pieces = self.position.pieces.enumerate();
        pieces
            .filter(move |(_, piece)| piece.is_some_and(|piece| piece.owner == own))
            .map(|(square, _)| square)
    }

    /// The piece of the side to move that a turn has put on a square that was empty.
    fn new_piece(&self, square: SquareId, after: &Position) -> Option<Piece> {
        let piece = after.pieces.get(square).copied().flatten()?;
        let was_empty = self.position.pieces.get(square).copied().flatten().is_none();
        (was_empty && piece.owner == Some(self.position.to_move)).then_some(piece)
    }
}
