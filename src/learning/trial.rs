//! Games between who has learned and who has not.

use std::sync::Arc;

use super::self_play::{LONGEST, TABLE, Terms, opening};
use crate::ir::{Game, SideId, Weights};
use crate::search::{Limits, NoControl, Score, Searcher};
use crate::session::Session;
use crate::state::Random;

/// By how many points a side may be better where a game begins, and how many nodes are spent on finding that out.
const BALANCE: i32 = 150;
const JUDGED: u64 = 3000;

/// After so many trials there are no openings.
const TRIALS: usize = 100;

/// What openings come from, so that they are others than those of the lessons.
const SEED: u64 = 0x7472_6961_6c00;

/// Games between who has learned and who has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// The half points that who has learned got in each: two games in turn have the same opening.
    pub half_points: Vec<u8>,
}

impl Trial {
    /// Returns the share of points of who has learned, from 0 to 1.
    pub fn share(&self) -> f64 {
        let games = u32::try_from(self.half_points.len()).unwrap_or(u32::MAX);
        let points: u32 = self.half_points.iter().map(|&half| u32::from(half)).sum();
        if games == 0 { 0.5 } else { f64::from(points) / 2.0 / f64::from(games) }
    }
}

/// Plays so many games, each opening with both sides, between who has the weights and who plays by what is derived or was
/// learned before; the same number of nodes is searched for each turn.
///
/// `done` is called after each game. Returns nothing if the game cannot be played by the computer.
pub fn trial(
    start: &Session,
    weights: &Weights,
    (terms, games): (Terms, u32),
    done: &mut dyn FnMut(),
) -> Option<Trial> {
    let wiser = Game { weights: Some(Arc::new(weights.clone())), ..start.game().clone() };
    let wiser = Session::new(Arc::new(wiser)).ok()?;
    let mut wiser = Searcher::new(wiser.engine()?, TABLE);
    let mut usual = Searcher::new(start.engine()?, TABLE);
    let mut trial = Trial::default();
    for number in 0..games {
        let mut random = Random::stream(SEED ^ terms.seed, u64::from(number / 2));
        let opened = (0..TRIALS).find_map(|_| even(start, &mut usual, &mut random))?;
        let side = if number % 2 == 0 { SideId::FIRST } else { SideId::LAST };
        let winner = winner(opened, (&mut wiser, &mut usual), (side, terms));
        let half_points = winner.map_or(1, |winner| 2 * u8::from(winner == side));
        trial.half_points.push(half_points);
        done();
    }
    Some(trial)
}

/// Plays some turns at random; nothing if the game ends with that, or a side is much better then.
fn even(start: &Session, judge: &mut Searcher, random: &mut Random) -> Option<Session> {
    let session = opening(start, random)?;
    let limits = Limits { nodes: Some(JUDGED), ..Limits::default() };
    judge.forget();
    let score = judge.think(session.positions(), &limits, &NoControl, &mut |_| {}).score();
    matches!(score, Some(Score::Points(points)) if points.abs() <= BALANCE).then_some(session)
}

/// Plays a game in which the first of the players has a side; returns who wins.
fn winner(
    mut session: Session,
    (first, other): (&mut Searcher, &mut Searcher),
    (side, terms): (SideId, Terms),
) -> Option<SideId> {
    first.forget();
    other.forget();
    let limits = Limits { nodes: Some(terms.nodes), ..Limits::default() };
    for _ in 0..LONGEST {
        if let Some(result) = session.result().ok()? {
            return result.winner();
        }
        let player = if session.side_to_move() == side { &mut *first } else { &mut *other };
        let thought = player.think(session.positions(), &limits, &NoControl, &mut |_| {});
        session.play(thought.best()?).ok()?;
    }
    None
}
