//! The games that tests are played with: each is made and compiled once for all tests that want it.

use std::sync::Arc;

use super::Reload;
use crate::ir::Game;
use crate::ir::test::{GameTest, TestCommand};
use crate::session::Session;
use crate::state::Allowance;

/// So many games with other options are kept.
const MAX_KEPT: usize = 16;

/// The work that making a game again takes for each byte of its file, in the units of [`WorkBudget`](crate::state::WorkBudget).
const WORK_OF_BYTE: u64 = 800;

/// The games of the tests of one file.
pub(super) struct Games<'r> {
    game: &'r Arc<Game>,
    /// Makes the game with other options.
    reload: Reload<'r>,
    /// What may be spent on all tests.
    allowance: &'r Allowance,
    /// The games at their beginnings, by the options that differ.
    known: Vec<(Vec<(String, String)>, Session)>,
}

/// What a test begins with.
pub(super) struct Begun {
    /// The game at its beginning.
    pub session: Session,
    /// What the test does: with other options the numbers of squares and variables in it may differ.
    pub commands: Vec<TestCommand>,
    /// Whether the game is kept for other tests.
    pub is_shared: bool,
}

impl<'r> Games<'r> {
    /// Knows the game itself.
    pub(super) fn new(game: &'r Arc<Game>, reload: Reload<'r>, allowance: &'r Allowance) -> Self {
        Self { game, reload, allowance, known: Vec::new() }
    }

    /// Tells whether no further test can be run.
    pub(super) fn is_over(&self) -> bool {
        self.allowance.is_used_up()
    }

    /// Makes the session a test begins with, and finds its commands in the game it is played with.
    pub(super) fn begin(&mut self, test: &GameTest) -> Result<Begun, String> {
        let (session, is_shared) = self.session(test)?;
        let tests = &session.game().tests;
        let same = |other: &&GameTest| other.span == test.span || other.name == test.name;
        let found = if test.options.is_empty() { None } else { tests.iter().find(same) };
        let commands = found.unwrap_or(test).commands.clone();
        Ok(Begun { session, commands, is_shared })
    }

    /// Returns the game with these options at its beginning, and whether it is kept.
    fn session(&mut self, test: &GameTest) -> Result<(Session, bool), String> {
        let options = &test.options;
        if let Some((_, session)) = self.known.iter().find(|(known, _)| known == options) {
            return Ok((session.clone(), true));
        }
        let game = if options.is_empty() {
            Arc::clone(self.game)
        } else {
            // The file is at least as long as it is up to the test.
            self.allowance.spend(WORK_OF_BYTE * u64::from(test.span.end));
            (self.reload)(options).ok_or("the game cannot be made with these options")?
        };
        let text = game.start.text.clone();
        let session = Session::begin(game, &text, self.allowance.clone());
        let session = session.map_err(|error| error.to_string())?;
        let is_kept = options.is_empty() || self.known.len() < MAX_KEPT;
        if is_kept {
            self.known.push((options.clone(), session.clone()));
        }
        Ok((session, is_kept))
    }
}
