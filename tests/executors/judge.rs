//! What the executors make of a rules file: whether they agree on it, in everything that is compared.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation;

use super::compare::engines::{Engines, Which};
use super::compare::{Budget, Trouble, compare_all, measured};
use super::playouts::Played;
use crate::generator::load;

/// How much of a game is compared, and with which engines.
#[derive(Clone, Copy)]
pub struct Effort {
    /// How many turns are listed, counted and played.
    pub budget: Budget,
    /// How many random games are followed, with their record.
    pub games: u64,
    /// How many if an ending asks for the record.
    pub recorded: u64,
    /// How many turns of each.
    pub turns: u32,
    /// With which engines.
    pub which: Which,
    /// Whether each piece is to carry a number.
    pub numbered: bool,
}

/// What became of a rules file.
#[derive(Debug)]
pub enum Verdict {
    /// All play so many positions of it alike.
    Same(usize),
    /// Its analysis finds something wrong.
    Rejected(String),
    /// It is not compiled.
    Refused(String),
    /// The executors differ, or one of them panics.
    Differs(String),
}

/// Tells what becomes of a rules file.
pub fn judge(text: &str, effort: Effort) -> Verdict {
    let judged = catch_unwind(AssertUnwindSafe(|| match load(text) {
        Err(why) => Verdict::Rejected(why),
        Ok(game) => match judge_game(&numbered(game, effort.numbered), effort) {
            Ok(positions) => Verdict::Same(positions),
            Err(Trouble::Refused(why)) => Verdict::Refused(why),
            Err(Trouble::Differs(what)) => Verdict::Differs(what),
        },
    }));
    judged.unwrap_or_else(|_| Verdict::Differs("it panics".into()))
}

fn numbered(game: Arc<Game>, numbered: bool) -> Arc<Game> {
    if numbered { Arc::new(Game { numbered_pieces: true, ..(*game).clone() }) } else { game }
}

fn judge_game(game: &Arc<Game>, effort: Effort) -> Result<usize, Trouble> {
    let engines = Engines::of(game, effort.which)?;
    let mut positions = compare_all(game, &engines, effort.budget)?;
    let by_record = game.endings.iter().any(|ending| ending.by_record);
    let limit = turns_within(game, &engines, effort);
    let games = if by_record { effort.recorded } else { effort.games };
    let allowance = effort.budget.allowance();
    for seed in 0..games {
        let mut followed: Vec<Played> = Vec::new();
        for (facts, engine) in engines.all() {
            let differs = |what| Trouble::Differs(format!("{facts}a random game, {what}"));
            let played =
                Played::by(engine, game, &game.start.text, (seed, limit)).map_err(differs)?;
            positions += played.turns();
            // Most engines play the same game: it is followed once.
            if !followed.contains(&played) {
                played.follow(game, &allowance).map_err(differs)?;
                followed.push(played);
            }
        }
    }
    Ok(positions)
}

/// Returns how many turns of a random game are followed: fewer where a turn takes much of the work that may be done.
fn turns_within(game: &Game, engines: &Engines, effort: Effort) -> u32 {
    let (Some(work), Some(general)) = (effort.budget.work, engines.general()) else {
        return effort.turns;
    };
    let Ok(start) = notation::read_position(game, &game.start.text) else { return 0 };
    let turns = 2 * work / measured(general, &start).1.max(1);
    effort.turns.min(u32::try_from(turns).unwrap_or(u32::MAX))
}
