//! Which parts of the rules were of any use in some games.

mod items;

use crate::diag::worded;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::ir::Game;
use crate::reference;
use crate::reference::LegalTurn;
use crate::reference::explain::{self, Happening};
use crate::session::{PlayError, Session};
use crate::source::Span;
use crate::state::{Choice, ClauseRef, TooMuch, Turn};

/// After so many turns a game is left unfinished.
const MAX_TURNS: usize = 400;

/// A part of the rules that can be of use or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// What it is called, or whose it is.
    pub name: String,
    /// Where it is written.
    pub span: Span,
}

worded! {
    /// What a part of the rules is.
    pub enum PartKind {
        /// A kind of piece: of use once one is on the board.
        Piece = "piece",
        /// A way of moving of a piece: of use once a turn has it.
        Move = "move",
        /// A way of moving that a token gives.
        Power = "power",
        /// A statement: of use once it is reached.
        Statement = "statement",
        /// A kind of piece that a piece can become by choice.
        Promotion = "promotion",
        /// An event: of use once it fires.
        Event = "event",
        /// A rule about turns that are not allowed: of use once it forbids one.
        Forbid = "forbid",
        /// An ending: of use once a game ends by it.
        Ending = "ending",
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The parts, each with the number of its uses.
    pub uses: IndexMap<Part, u64>,
    /// How many games were played.
    pub games: usize,
    /// How many turns there were in all.
    pub turns: usize,
    /// How many games had no end after many turns.
    pub unfinished: usize,
}

impl Coverage {
    /// Begins without any game.
    pub fn new(game: &Game) -> Self {
        let uses = items::parts(game).into_iter().map(|part| (part, 0)).collect();
        Self { uses, ..Self::default() }
    }

    /// Returns the parts that were of no use.
    pub fn unused(&self) -> impl Iterator<Item = &Part> {
        self.uses.iter().filter(|(_, uses)| **uses == 0).map(|(part, _)| part)
    }

    /// Returns how many parts of a kind were of use, and how many there are.
    pub fn counts(&self, kind: PartKind) -> (usize, usize) {
        let all = self.uses.iter().filter(|(part, _)| part.kind == kind);
        let uses: Vec<u64> = all.map(|(_, uses)| *uses).collect();
        (uses.iter().filter(|uses| **uses > 0).count(), uses.len())
    }

    /// Plays one more game, from that position if one is given; `pick` chooses among that many turns.
    ///
    /// # Errors
    /// If the text is no position of the game, or the game comes to a position whose turns are more than can be worked out.
    pub fn play(
        &mut self,
        game: &Arc<Game>,
        start: Option<&str>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), PlayError> {
        let start = start.unwrap_or(&game.start.text);
        let session = Session::from_position(Arc::clone(game), start)?;
        let mut left = MAX_TURNS;
        self.go(session, &mut |session| {
            let mut legal = session.legal()?;
            if legal.is_empty() || left == 0 {
                return Ok(None);
            }
            left -= 1;
            Ok(Some(legal.swap_remove(pick(legal.len()) % legal.len())))
        })
    }

    /// Counts what a game used that was played, from where the session began.
    ///
    /// # Errors
    /// If the game comes to a position whose turns are more than can be worked out.
    pub fn follow(&mut self, played: &Session) -> Result<(), PlayError> {
        let mut turns = played.history().iter().zip(played.positions().iter().skip(1));
        self.go(played.elsewhere(played.start_text())?, &mut |_| {
            let next = turns.next();
            Ok(next.map(|(turn, at)| LegalTurn { turn: turn.clone(), position: at.clone() }))
        })
    }

    /// Counts what a game uses, turn by turn, until there is no next one.
    fn go(
        &mut self,
        mut session: Session,
        next: &mut dyn FnMut(&Session) -> Result<Option<LegalTurn>, TooMuch>,
    ) -> Result<(), PlayError> {
        let game = session.shared_game();
        self.games += 1;
        self.look_at(&game, &session);
        while let Some(legal) = next(&session)? {
            self.forbidden(&game, &session)?;
            self.turn(&game, &session, &legal.turn)?;
            session.play_legal(legal);
            self.turns += 1;
            self.look_at(&game, &session);
        }
        if session.legal()?.is_empty() {
            self.end(&game, &session)?;
        } else {
            self.unfinished += 1;
        }
        Ok(())
    }

    fn add(&mut self, part: &Part) {
        if let Some(uses) = self.uses.get_mut(part) {
            *uses += 1;
        }
    }

    /// Counts the kinds of pieces on the board.
    fn look_at(&mut self, game: &Game, session: &Session) {
        for piece in session.position().pieces.iter().flatten() {
            if let Some(kind) = game.types.get(piece.kind) {
                self.add(&items::piece(kind));
            }
        }
    }

    /// Counts what a turn uses.
    fn turn(&mut self, game: &Game, session: &Session, turn: &Turn) -> Result<(), TooMuch> {
        let mut used: Vec<Part> = Vec::new();
        let (position, allowance) = (session.position(), session.allowance());
        explain::trace(game, position, turn, allowance, &mut |traced| match traced.happening {
            Happening::Chosen(statement, step) => {
                used.push(items::statement(statement));
                match &step.choice {
                    Choice::Move(made) => used.extend(items::clause(game, made.clause)),
                    Choice::Type(kind) if items::is_change(statement) => {
                        used.extend(items::promotion(game, statement, *kind));
                    }
                    _ => {}
                }
            }
            Happening::Done(statement) | Happening::Decided(statement, _) => {
                used.push(items::statement(statement));
            }
            Happening::Event(trigger, finding) if finding.holds => {
                used.push(items::event(trigger));
            }
            _ => {}
        })?;
        for part in &used {
            self.add(part);
        }
        Ok(())
    }

    /// Counts the rules that forbid something here, as long as there are any that never did.
    fn forbidden(&mut self, game: &Game, session: &Session) -> Result<(), TooMuch> {
        let (used, all) = self.counts(PartKind::Forbid);
        if used == all {
            return Ok(());
        }
        let mut reasons: Vec<String> = Vec::new();
        for (_, reason) in reference::pseudo_turns(game, session.position(), session.allowance())? {
            reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        }
        for rule in game.forbids.iter().filter(|rule| reasons.contains(&rule.reason)) {
            self.add(&items::forbid(rule));
        }
        Ok(())
    }

    /// Counts the ending of a game that is over.
    fn end(&mut self, game: &Game, session: &Session) -> Result<(), TooMuch> {
        if session.position().over.is_some() {
            return Ok(());
        }
        let (position, recurrence) = (session.position(), session.recurrence());
        let judged = explain::endings(game, position, &recurrence, session.allowance())?;
        if let Some(last) = judged.last().filter(|last| last.result.is_some()) {
            self.add(&items::ending(last.ending));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
