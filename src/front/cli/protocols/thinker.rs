//! Who finds a turn to play: the search, or the player that looks one turn ahead.

use crate::front::cli::play::computer::Computer;
use crate::front::cli::play::players::Opponent;
use crate::ir::Game;
use crate::search::Searcher;
pub use crate::search::{Control, Level, Limits, Line, NoControl, Score, Thought};
pub use crate::search::{MateAnswer, MateFinder, MateQuestion};
use crate::session::Session;
use crate::state::{Random, Turn};

/// The highest level.
pub const LEVELS: u8 = Level::STRONGEST;

/// The most threads.
pub const MAX_THREADS: usize = Limits::MOST_THREADS;

/// The largest transposition table, in MiB.
pub const MAX_HASH: usize = 65_536;

/// How somebody who thinks is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// How many threads search at the highest level.
    pub threads: usize,
    /// How well to play, from 1 to [`LEVELS`].
    pub level: u8,
    /// What chance comes from.
    pub seed: u64,
}

impl Default for Setup {
    fn default() -> Self {
        Self { hash: 16, threads: 1, level: LEVELS, seed: 1 }
    }
}

/// Somebody who thinks.
pub trait Thinker: Send {
    /// Finds a turn; `None` if there is none. What is found on the way is told as it becomes known.
    fn think(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &dyn Control,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Turn>;

    /// Forgets what was learnt in other games.
    fn forget(&mut self);
}

/// Makes somebody who thinks about the game of a session.
pub fn employ(session: &Session, setup: &Setup) -> Box<dyn Thinker> {
    let bytes = setup.hash.clamp(1, MAX_HASH) << 20;
    match session.engine() {
        Some(engine) => Box::new(Search { searcher: Searcher::new(engine, bytes), setup: *setup }),
        // A game that cannot be compiled is not searched.
        None => one_ply(session, setup),
    }
}

/// Makes the player that looks one turn ahead.
pub fn one_ply(session: &Session, setup: &Setup) -> Box<dyn Thinker> {
    Box::new(OnePly::new(session.game(), setup.seed))
}

/// The search.
struct Search {
    searcher: Searcher,
    setup: Setup,
}

impl Thinker for Search {
    fn think(
        &mut self,
        session: &Session,
        limits: &Limits,
        control: &dyn Control,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Turn> {
        // The highest level is as strong as the other limits allow.
        let level = (self.setup.level < LEVELS).then(|| {
            let played = u64::try_from(session.history().len()).unwrap_or(0);
            Level::new(self.setup.level, self.setup.seed.wrapping_add(played))
        });
        let limits = Limits { level, threads: self.setup.threads, ..limits.clone() };
        let thought = self.searcher.think(session.positions(), &limits, control, tell);
        thought.best().cloned()
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// The player that looks one turn ahead.
struct OnePly {
    computer: Computer,
    seed: u64,
}

impl OnePly {
    fn new(game: &Game, seed: u64) -> Self {
        Self { computer: Computer::new(game), seed }
    }
}

impl Thinker for OnePly {
    fn think(
        &mut self,
        session: &Session,
        limits: &Limits,
        _control: &dyn Control,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Turn> {
        let played = u64::try_from(session.history().len()).unwrap_or(0);
        let wanted = |turn: &Turn| limits.only.is_empty() || limits.only.contains(turn);
        let turn = self.computer.choose(session, &wanted, Random::stream(self.seed, played))?;
        let line = Line { score: Score::Points(0), turns: vec![turn.clone()] };
        tell(&Thought { lines: vec![line], depth: 1, nodes: 1, ..Thought::default() });
        Some(turn)
    }

    fn forget(&mut self) {}
}
