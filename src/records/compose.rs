//! Games that were played, as PGN.

use super::pgn::{ItemKind, Number, PgnGame, UNKNOWN_RESULT};
use super::variants;
use crate::ir::{SideId, display};
use crate::notation::{self, Legal, Notation, turn_text, write_position};
use crate::session::{Executor, Judge, Session};
use crate::state::{GameResult, Position, Step, TooMuch, Turn};

/// The tags that say which game it was and where it began: a composed game has them from the game itself.
pub const OWN_TAGS: [&str; 5] = ["Variant", "Options", "RulesHash", "SetUp", "FEN"];

/// A game that was played, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// A session of the game, wherever it stands.
    pub session: &'a Session,
    /// The name of the game, or of its file.
    pub name: &'a str,
    /// The options that are not by default.
    pub options: &'a [(String, String)],
}

impl Game<'_> {
    /// Writes a game that began in a position: the tags that say which game it is, and the turns with their numbers. Who
    /// played and how it ended is for the caller to add.
    ///
    /// # Errors
    /// If finding the legal turns of a position takes more than may be spent.
    pub fn compose(&self, start: &Position, turns: &[Turn]) -> Result<PgnGame, TooMuch> {
        let rules = self.session.game();
        let mut game = PgnGame::default();
        let known = variants::name_for(self.name, self.options);
        game.set_tag("Variant", known.unwrap_or(self.name));
        if known.is_none() && !self.options.is_empty() {
            let options: Vec<String> =
                self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            game.set_tag("Options", options.join("; "));
        }
        game.set_tag("RulesHash", display::hash(rules));
        let text = write_position(rules, start);
        if text != rules.start.text {
            game.set_tag("SetUp", "1");
            game.set_tag("FEN", text);
        }
        let mut before = start.clone();
        let mut last = None;
        for turn in turns {
            let (text, after) = self.written(&before, turn)?;
            let goes_on = before.to_move != SideId::FIRST || last == Some(before.to_move);
            let is_told = !goes_on || last.is_none() || last == Some(before.to_move);
            let number = is_told.then_some(Number { number: before.turn_number, goes_on });
            game.items.push(ItemKind::Turn(number, text).into());
            last = Some(before.to_move);
            before = after;
        }
        Ok(game)
    }

    /// Writes a turn, and returns where it leads. What would not be read again is written by its squares.
    ///
    /// # Errors
    /// If finding the legal turns takes more than may be spent.
    pub fn written(&self, before: &Position, turn: &Turn) -> Result<(String, Position), TooMuch> {
        let (session, rules) = (self.session, self.session.game());
        let judge = Judge { game: rules, engine: session.engine(), allowance: session.allowance() };
        let legal = self.alike(before, turn)?;
        let views: Vec<Legal<'_>> =
            legal.iter().map(|(turn, after)| Legal { turn, after }).collect();
        let place = legal.iter().position(|(other, _)| other == turn);
        let mut texts = notation::written(rules, before, &views, Notation::San);
        let (Some(place), squares) = (place, turn_text(rules, turn)) else {
            // A game that is decided goes on only in records that are not of these rules.
            return Ok((turn_text(rules, turn), before.clone()));
        };
        let after = legal.get(place).map_or_else(|| before.clone(), |(_, after)| after.clone());
        let text = texts.swap_remove(place);
        if !is_plain(&text) {
            return Ok((squares, after));
        }
        Ok((judge.with_sequel(text, &after, Notation::San), after))
    }
}

impl Game<'_> {
    /// Returns the legal turns that could be written like one of them; none where the game is decided.
    fn alike(&self, before: &Position, turn: &Turn) -> Result<Vec<(Turn, Position)>, TooMuch> {
        let (session, rules) = (self.session, self.session.game());
        let (Some(engine), Some(first)) = (session.engine(), turn.steps.first()) else {
            return session.turns_from(Executor::Fast, before);
        };
        if engine.decided(before, session.allowance())?.is_some() {
            return Ok(Vec::new());
        }
        let wanted = |step: &Step| notation::could_be_alike(rules, first, step);
        engine.turns_beginning(before, &wanted, session.allowance())
    }
}

/// Tells whether a text stands for itself in PGN.
fn is_plain(text: &str) -> bool {
    let strange = |char: char| "{}()[];$%<>\"".contains(char) || char.is_whitespace();
    let is_number = text.starts_with(|char: char| char.is_ascii_digit());
    let is_sign = !text.contains(char::is_alphanumeric);
    !text.contains(strange) && !is_number && !is_sign
}

/// Returns how PGN writes the end of a game: White stands for the first side, and Black for any other.
pub fn result_text(result: Option<&GameResult>) -> &'static str {
    match result.map(GameResult::winner) {
        None => UNKNOWN_RESULT,
        Some(None) => "1/2-1/2",
        Some(Some(SideId::FIRST)) => "1-0",
        Some(Some(_)) => "0-1",
    }
}
