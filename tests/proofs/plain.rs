//! Plain exhaustive search: every turn of both sides is tried, with nothing remembered and nothing left out.

use std::sync::Arc;

use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::ir::{Game, SideId};
use fairyring::notation;
use fairyring::pipeline;
use fairyring::play::Engine;
use fairyring::reference;
use fairyring::search::{Limits, NoControl, Searcher};
use fairyring::session::Session;
use fairyring::source::SourceMap;
use fairyring::state::{Allowance, GameResult, Position, Random, Recurrence, Turn};

const FREE: &Allowance = &Allowance::UNLIMITED;

/// Who tells what is legal and what is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The reference.
    Reference,
    /// The compiled game, by its general way of finding turns.
    Compiled,
}

/// A game and its compiled rules.
pub struct Rules {
    pub game: Arc<Game>,
    pub engine: Engine,
    /// The reply that held last, which is tried first: it changes nothing but the time.
    held: std::cell::RefCell<Option<Turn>>,
}

impl Rules {
    /// Loads a bundled game.
    pub fn load(name: &str) -> Self {
        let name = bundled::find_game(name).expect("a bundled game");
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
        let game = Arc::new(game.expect("a game without errors"));
        Self { engine: Engine::new(&game).unwrap(), game, held: std::cell::RefCell::default() }
    }

    pub fn legal(&self, by: By, position: &Position) -> Vec<(Turn, Position)> {
        match by {
            By::Reference => {
                let legal = reference::legal_turns(&self.game, position, FREE).unwrap();
                legal.into_iter().map(|legal| (legal.turn, legal.position)).collect()
            }
            By::Compiled => self.engine.legal_turns(position, FREE).unwrap(),
        }
    }

    /// Returns how the game has ended in the last position of a game, if it has.
    pub fn result(&self, by: By, path: &[Position]) -> Option<GameResult> {
        let (now, before) = path.split_last().expect("a position");
        let key = |position| self.engine.repetition_key(position);
        let keys: Vec<u64> = path.iter().map(key).collect();
        let last = keys[keys.len() - 1];
        let count = u32::try_from(keys.iter().filter(|&&key| key == last).count()).unwrap();
        let earlier = before.iter().zip(&keys).rev();
        let earlier = earlier.map(|(position, &key)| (position.clone(), key == last));
        let recurrence = Recurrence::with_before(count, self.game.lookback(), earlier);
        match by {
            By::Reference => reference::outcome(&self.game, now, &recurrence, FREE).unwrap(),
            By::Compiled => self.engine.outcome(now, &recurrence, FREE).unwrap(),
        }
    }

    /// Writes the last position of a game, and how many turns led to it.
    pub fn text(&self, path: &[Position]) -> String {
        let now = path.last().expect("a position");
        format!("{} after {} turns", notation::write_position(&self.game, now), path.len() - 1)
    }

    /// Tells whether the game is over in the last position of a game.
    pub fn is_over(&self, path: &[Position]) -> bool {
        self.result(By::Compiled, path).is_some()
    }

    /// Tells whether a side has won in the last position of a game.
    pub fn is_won(&self, path: &[Position]) -> bool {
        self.result(By::Compiled, path).is_some_and(|result| result.winner().is_some())
    }

    /// Tells whether a side wins within so many turns of its own, whatever the other does, from the last position of a game.
    pub fn wins(&self, by: By, path: &mut Vec<Position>, side: SideId, left: u32) -> bool {
        if let Some(result) = self.result(by, path) {
            return result.winner() == Some(side);
        }
        let now = path.last().expect("a position");
        let is_own = now.to_move == side;
        if is_own && left == 0 {
            return false;
        }
        let mut legal = self.legal(by, now);
        let left = left - u32::from(is_own);
        let is_lost = legal.is_empty();
        if !is_own {
            let held = self.held.borrow();
            legal.sort_by_key(|(turn, _)| held.as_ref() != Some(turn));
        }
        let decided = legal.into_iter().find(|(_, next)| {
            path.push(next.clone());
            let wins = self.wins(by, path, side, left);
            path.pop();
            wins == is_own
        });
        if is_own {
            return decided.is_some();
        }
        let holds = decided.is_some();
        if holds {
            *self.held.borrow_mut() = decided.map(|(turn, _)| turn);
        }
        !holds && !is_lost
    }

    /// Returns the first turns that win so, with the fewest turns each takes.
    pub fn winning(&self, by: By, record: &[Position], most: u32) -> Vec<(Turn, u32)> {
        let now = record.last().expect("a position");
        let mut path = record.to_vec();
        let mut found = Vec::new();
        for (turn, next) in self.legal(by, now) {
            path.push(next);
            let needed = (1..=most).find(|turns| self.wins(by, &mut path, now.to_move, turns - 1));
            path.pop();
            found.extend(needed.map(|turns| (turn, turns)));
        }
        found
    }

    /// Plays a game of random turns, or of the search against itself, and returns its positions; the last is over, unless
    /// the game is longer.
    pub fn play(&self, seed: u64, nodes: Option<u64>, longest: usize) -> Vec<Position> {
        let mut random = Random::new(seed);
        let mut session = Session::new(Arc::clone(&self.game)).unwrap();
        let mut searcher = nodes.map(|_| Searcher::new(&self.engine, 1 << 20));
        for number in 0..longest {
            let legal = session.legal().unwrap();
            if legal.is_empty() {
                break;
            }
            // Some turns are left to chance, so that no two games are the same.
            let is_random = number < 6 || random.below(8) == 0;
            let best = searcher.as_mut().filter(|_| !is_random).and_then(|searcher| {
                let limits = Limits { nodes, ..Limits::default() };
                let record = session.positions().to_vec();
                searcher.think(&record, &limits, &NoControl, &mut |_| {}).best().cloned()
            });
            let chosen = best.and_then(|best| legal.iter().position(|legal| legal.turn == best));
            let number = chosen.unwrap_or_else(|| random.below(legal.len()));
            session.play_legal(legal.into_iter().nth(number).unwrap());
        }
        session.positions().to_vec()
    }
}
