//! Random games by the compiled game, followed turn by turn in the reference.

use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation;
use fairyring::play::Engine;
use fairyring::session::{Executor, PlayError, Session};
use fairyring::state::{Allowance, PlayoutEnd, Position, Random};

use super::FREE;
use crate::variants::table;

/// A random game that an engine has played.
#[derive(PartialEq)]
pub struct Played {
    seed: u64,
    start: String,
    /// How many turns there were to choose from, before each of them.
    counts: Vec<usize>,
    /// Where each led.
    positions: Vec<Position>,
    end: PlayoutEnd,
}

impl Played {
    /// Lets an engine play at most so many turns from a position, or what is wrong with how it tells them.
    pub fn by(
        engine: &Engine,
        game: &Game,
        start: &str,
        (seed, limit): (u64, u32),
    ) -> Result<Self, String> {
        let begin = notation::read_position(game, start).map_err(|error| error.to_string())?;
        let mut random = Random::new(seed);
        let (mut counts, mut positions) = (Vec::new(), Vec::<Position>::new());
        let played = engine.watched_playout(
            &begin,
            limit,
            &mut |count| {
                counts.push(count);
                random.below(count)
            },
            &mut |position| positions.push(position),
        );
        let turns = played.turns as usize;
        if (positions.len(), counts.len()) != (turns, turns) {
            let (positions, counts) = (positions.len(), counts.len());
            return Err(format!(
                "seed {seed}: {turns} turns, {positions} positions and {counts} choices"
            ));
        }
        Ok(Self { seed, start: start.to_owned(), counts, positions, end: played.end })
    }

    /// Returns how many turns it has.
    pub fn turns(&self) -> usize {
        self.positions.len()
    }

    /// Follows it in the reference: as many legal turns are told as there are, each position comes from one of them, and the
    /// game ends where and as it should. Returns what is wrong.
    ///
    /// What is too much for the one need not be too much for the other: nothing is compared from there.
    pub fn follow(&self, game: &Arc<Game>, allowance: &Allowance) -> Result<(), String> {
        let begun = Session::begin(Arc::clone(game), &self.start, allowance.clone());
        // What the compiled game plays is compared with what the rules mean.
        let mut session =
            begun.map_err(|error| error.to_string())?.with_executor(Executor::Reference);
        let seed = self.seed;
        for (position, &count) in self.positions.iter().zip(&self.counts) {
            let at = format!("seed {seed}, after {} turns: ", session.history().len());
            let Ok(legal) = session.legal() else { return Ok(()) };
            if legal.len() != count {
                let wanted = legal.len();
                let text = session.position_text();
                return Err(format!("{at}{text}: {count} turns to choose from and not {wanted}"));
            }
            let Some(turn) = legal.into_iter().find(|legal| legal.position == *position) else {
                let wrong = notation::write_position(game, position);
                return Err(format!("{at}{}: no turn leads to {wrong}", session.position_text()));
            };
            match session.play(&turn.turn) {
                Ok(()) => {}
                Err(PlayError::TooMuch(_)) => return Ok(()),
                Err(error) => return Err(format!("{at}{error}")),
            }
        }
        let end = match (session.result(), session.legal_turns()) {
            (Ok(Some(result)), _) => PlayoutEnd::Over(result),
            (Ok(None), Ok(legal)) if legal.is_empty() => PlayoutEnd::Stuck,
            (Ok(None), Ok(_)) => PlayoutEnd::Limit,
            (Err(_), _) | (_, Err(_)) => return Ok(()),
        };
        if self.end != end && !matches!(self.end, PlayoutEnd::TooMuch(_)) {
            let text = session.position_text();
            return Err(format!(
                "seed {seed}: {text}: it ends by {:?} and not by {end:?}",
                self.end
            ));
        }
        Ok(())
    }
}

fn follow_all(name: &str, start: Option<&str>, seeds: u64, limit: u32) {
    let game = table::load(name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
    let engine = Engine::new(&game).expect("it is compiled");
    for seed in 0..seeds {
        let start = start.unwrap_or(&game.start.text);
        Played::by(&engine, &game, start, (seed, limit))
            .and_then(|played| played.follow(&game, FREE))
            .unwrap_or_else(|what| panic!("{name}: {what}"));
    }
}

#[test]
fn random_games_follow_the_rules() {
    for name in ["chess", "fellowship", "one-ring", "ruddigore", "magic-ring"] {
        follow_all(name, None, 1, 50);
    }
    follow_all("mono", None, 20, 200);
    for name in ["crazyhouse", "minishogi", "xiangqi", "ataxx", "antichess", "makruk"] {
        follow_all(&format!("variants/{name}"), None, 1, 40);
    }
}

#[test]
fn random_games_end_by_their_record() {
    // Kings that shuffle come back to where they were, or the counter runs out.
    follow_all("chess", Some("8/8/8/8/8/k7/8/2K5 w - - 90 80"), 8, 200);
    // An en-passant right that comes and goes, and rings with levels.
    follow_all("chess", Some("k7/8/K7/8/3p4/8/4P3/8 w - - 0 1"), 8, 80);
    // What is compared only while it matters: it does now and then, and positions come back.
    follow_all("../tests/cases/executors/left-behind.rules", None, 40, 80);
    follow_all("variants/dobutsu", None, 4, 120);
    follow_all("variants/chameleon", None, 1, 60);
}

#[test]
fn every_turn_can_be_chosen() {
    let game = table::load("fellowship", "").expect("a game");
    let engine = Engine::new(&game).expect("it is compiled");
    // The Ring is to be given to a pawn first: turns of several steps.
    let text = "4k3/7p/8/8/8/P7/1P6/4K3 w - - 0 1";
    let session = Session::from_position(Arc::clone(&game), text).expect("a position");
    let legal = session.legal().unwrap();
    let mut reached: Vec<Position> = Vec::new();
    for number in 0..legal.len() {
        let choose = &mut |_: usize| number;
        engine.watched_playout(session.position(), 1, choose, &mut |position| {
            reached.push(position);
        });
    }
    assert_eq!(reached.len(), legal.len());
    assert!(legal.iter().all(|legal| reached.contains(&legal.position)));
}
