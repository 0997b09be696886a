//! Games of the computer against itself, which show how scores become shares of points.

use crate::ir::SideId;
use crate::search::{Limits, NoControl, Score, Searcher};
use crate::session::Session;
use crate::state::Random;

/// How many turns a game begins with at random: at least so many, and fewer than so many more.
const AT_RANDOM: (usize, usize) = (2, 9);

/// A game that is longer, in turns, counts as drawn.
const LONGEST: usize = 300;

/// The memory of a player's table, in bytes.
const TABLE: usize = 4 << 20;

/// Plays games against itself, and notes what its scores came to.
#[derive(Debug)]
pub struct Calibration {
    start: Session,
    searcher: Searcher,
    limits: Limits,
    seed: u64,
}

/// A game was not played to its end, as that takes more than may be spent.
struct Abandoned;

impl Calibration {
    /// Makes one for the game of a session, in which so many nodes are searched for each turn; `None` if the game is not compiled.
    pub fn new(start: &Session, nodes: u64, seed: u64) -> Option<Self> {
        let searcher = Searcher::new(start.engine()?, TABLE);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Some(Self { start: start.clone(), searcher, limits, seed })
    }

    /// Makes another one for the same game.
    #[must_use]
    pub fn another(&self) -> Self {
        let searcher = self.searcher.another(TABLE);
        Self { start: self.start.clone(), searcher, limits: self.limits.clone(), seed: self.seed }
    }

    /// Plays the game of a number, and returns the scores of its positions, each with the half points that the side got whose
    /// score it was. Positions in which a search proves who wins are not among them. The same number gives the same game.
    pub fn play(&mut self, number: u64) -> Vec<(i32, u8)> {
        let mut random = Random::stream(self.seed, number);
        let mut session = self.start.clone();
        let at_random = AT_RANDOM.0 + random.below(AT_RANDOM.1);
        self.searcher.forget();
        let mut scores = Vec::new();
        let Ok(winner) = self.finish(&mut session, (at_random, &mut random), &mut scores) else {
            return Vec::new();
        };
        let half_points = |side| winner.map_or(1, |winner| 2 * u8::from(winner == side));
        scores.into_iter().map(|(side, points)| (points, half_points(side))).collect()
    }

    /// Plays a game to its end and returns the winner, if there is one.
    fn finish(
        &mut self,
        session: &mut Session,
        (at_random, random): (usize, &mut Random),
        scores: &mut Vec<(SideId, i32)>,
    ) -> Result<Option<SideId>, Abandoned> {
        loop {
            if let Some(result) = session.result().map_err(|_| Abandoned)? {
                return Ok(result.winner());
            }
            let played = session.history().len();
            if played >= LONGEST {
                return Ok(None);
            }
            let turn = if played < at_random {
                let turns = session.legal_turns().map_err(|_| Abandoned)?;
                turns.get(random.below(turns.len())).ok_or(Abandoned)?.clone()
            } else {
                let side = session.side_to_move();
                let positions = session.positions();
                let found = self.searcher.think(positions, &self.limits, &NoControl, &mut |_| {});
                match found.score().ok_or(Abandoned)? {
                    Score::Points(points) => scores.push((side, points)),
                    Score::Win(_) => return Ok(Some(side)),
                    Score::Loss(_) => return Ok(Some(side.opponent())),
                }
                found.best().ok_or(Abandoned)?.clone()
            };
            session.play(&turn).map_err(|_| Abandoned)?;
        }
    }
}
