//! The table at which a game is played: the board, the players and how far they are.

use super::computer::Computer;
use super::save::Record;
use crate::front::draw::text;
use crate::ir::{BySide, Game, SideId};
use crate::notation;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{GameResult, Turn};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// A person.
    Human,
    /// The program.
    Computer,
}

impl Player {
    /// Returns the other kind.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Human => Self::Computer,
            Self::Computer => Self::Human,
        }
    }
}

/// A game as far as it was played when it comes to the table.
pub(super) struct Resumed {
    /// The game as it stands.
    pub session: Session,
    /// The files it was made from.
    pub sources: SourceMap,
    /// The side that has resigned.
    pub resigned: Option<SideId>,
}

/// A game that is being played.
pub(super) struct Table {
    /// How the game began.
    pub record: Record,
    /// The game as it stands.
    pub session: Session,
    /// The files it was made from.
    pub sources: SourceMap,
    /// Who plays the sides.
    pub players: BySide<Player>,
    /// The side that has resigned.
    pub resigned: Option<SideId>,
    /// The part of a turn that is settled.
    pub so_far: String,
    /// The texts of the legal turns, sorted; none if the game is over.
    pub texts: Vec<String>,
    /// The seed of the computer's choices.
    pub seed: u64,
    computer: Computer,
}

impl Table {
    /// Sets up the table for a game that may have begun.
    pub(super) fn new(
        mut record: Record,
        resumed: Resumed,
        players: BySide<Player>,
        seed: u64,
    ) -> Self {
        record.turns.clear();
        record.resigned = None;
        let Resumed { session, sources, resigned } = resumed;
        record.start = Some(session.start_text().to_owned());
        let computer = Computer::new(session.game(), seed);
        let so_far = String::new();
        let texts = if resigned.is_some() { Vec::new() } else { session.turn_texts() };
        Self { record, session, sources, players, resigned, so_far, texts, seed, computer }
    }

    /// Returns the game.
    pub(super) fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns the side to move.
    pub(super) fn side(&self) -> SideId {
        self.session.position().to_move
    }

    /// Tells who is to move.
    pub(super) fn player(&self) -> Player {
        self.players[self.side()]
    }

    /// Tells whether the computer plays both sides.
    pub(super) fn is_unattended(&self) -> bool {
        self.players == BySide::same(Player::Computer)
    }

    /// Returns how the game has ended, if it has.
    pub(super) fn result(&self) -> Option<GameResult> {
        let Some(loser) = self.resigned else { return self.session.result() };
        let reason = format!("{} has resigned", self.game().side_name(loser));
        Some(GameResult::of(Some(loser.opponent()), reason))
    }

    /// Plays a turn and returns what is to be said of it.
    ///
    /// # Errors
    ///
    /// Says why the turn cannot be played.
    pub(super) fn play(&mut self, text: &str) -> Result<String, String> {
        let name = self.game().side_name(self.side()).to_owned();
        self.session.play_text(text).map_err(|error| error.to_string())?;
        self.refresh();
        Ok(format!("{name} plays {text}"))
    }

    /// Returns the text of the legal turn that is meant by another way of writing it.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    pub(super) fn usual_text(&self, text: &str) -> Result<String, String> {
        let turns = self.session.legal_turns();
        let index =
            notation::find_turn(self.game(), text, &turns).map_err(|error| error.to_string())?;
        let turn = turns.get(index).ok_or_else(|| format!("`{text}` is not legal here"))?;
        Ok(notation::turn_text(self.game(), turn))
    }

    /// Returns the turn that the computer would play.
    pub(super) fn advice(&mut self) -> Option<String> {
        let turn = self.computer.choose(&mut self.session)?;
        Some(notation::turn_text(self.session.game(), &turn))
    }

    /// Takes back the last turn, and those of the computer before it; tells whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            self.refresh();
            return true;
        }
        let mut undone = self.session.undo();
        while undone && !self.is_unattended() && self.player() == Player::Computer {
            if !self.session.undo() {
                break;
            }
        }
        undone |= !self.so_far.is_empty();
        self.refresh();
        undone
    }

    /// Goes on with another game.
    pub(super) fn change(&mut self, record: Record, resumed: Resumed) {
        *self = Self::new(record, resumed, self.players, self.seed);
    }

    /// Returns the game as it can be saved.
    pub(super) fn saved(&self) -> Record {
        let game = self.game();
        let text = |turn: &Turn| (0, notation::turn_text(game, turn));
        let resigned = self.resigned.map(|side| game.side_name(side).to_owned());
        let turns = self.session.history().iter().map(text).collect();
        Record { turns, resigned, ..self.record.clone() }
    }

    /// Draws the board and what there is besides.
    pub(super) fn drawing(&self) -> String {
        let (game, position) = (self.game(), self.session.position());
        let alarm = self.session.checked();
        let parts = [
            text::board(game, position, alarm),
            text::hands(game, position),
            text::tokens(game, position),
            self.status(),
        ];
        parts.concat()
    }

    /// Says whose turn it is and whether there is a check.
    fn status(&self) -> String {
        let game = self.game();
        let side = game.side_name(self.side());
        if self.result().is_some() {
            return String::new();
        }
        let number = self.session.position().turn_number;
        let checked: Vec<&str> =
            self.session.checked().iter().map(|square| game.board.name(square)).collect();
        let check = if checked.is_empty() {
            String::new()
        } else {
            format!(" {side} is in check on {}.", checked.join(", "))
        };
        format!("Turn {number}, {side} to move.{check}\n")
    }

    fn refresh(&mut self) {
        self.so_far.clear();
        self.texts = if self.resigned.is_some() { Vec::new() } else { self.session.turn_texts() };
    }

    /// Gives up the game for the side to move.
    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.side());
        self.refresh();
    }
}
