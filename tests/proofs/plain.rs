//! Plain exhaustive search: every turn of both sides is tried, with nothing remembered and nothing left out.

use std::cell::{OnceCell, RefCell};
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
    held: RefCell<Option<Turn>>,
    /// The same for replies after which nothing is left to be tried.
    held_at_last: RefCell<Option<Turn>>,
}

/// The positions of a game up to one that is asked about, with the keys by which they are told apart, once they are needed.
pub struct Path {
    positions: Vec<Position>,
    keys: Vec<OnceCell<u64>>,
}

impl Path {
    /// Returns the path of a record.
    pub fn of(record: &[Position]) -> Self {
        Self { positions: record.to_vec(), keys: vec![OnceCell::new(); record.len()] }
    }

    /// Returns the position that is asked about.
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a position")
    }

    /// Goes on to another position.
    pub fn push(&mut self, next: Position) {
        self.keys.push(OnceCell::new());
        self.positions.push(next);
    }

    /// Goes back by one position.
    pub fn pop(&mut self) {
        self.positions.pop();
        self.keys.pop();
    }
}

impl Rules {
    /// Loads a bundled game.
    pub fn load(name: &str) -> Self {
        let name = bundled::find_game(name).expect("a bundled game");
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
        let game = Arc::new(game.expect("a game without errors"));
        let (held, held_at_last) = Default::default();
        Self { engine: Engine::new(&game).unwrap(), game, held, held_at_last }
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
    pub fn result(&self, by: By, path: &Path) -> Option<GameResult> {
        let Path { positions, keys } = path;
        let (now, before) = positions.split_last().expect("a position");
        let key = |number: usize| {
            *keys[number].get_or_init(|| self.engine.repetition_key(&positions[number]))
        };
        let is_same = |number: usize| {
            positions[number].pieces == now.pieces && key(number) == key(before.len())
        };
        let count = 1 + (0..before.len()).filter(|&number| is_same(number)).count();
        let count = u32::try_from(count).unwrap();
        let earlier = before.iter().enumerate().rev();
        let earlier = earlier.map(|(number, position)| (position.clone(), is_same(number)));
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
    pub fn is_over(&self, record: &[Position]) -> bool {
        self.result(By::Compiled, &Path::of(record)).is_some()
    }

    /// Tells whether a side has won in the last position of a game.
    pub fn is_won(&self, record: &[Position]) -> bool {
        self.result(By::Compiled, &Path::of(record)).is_some_and(|result| result.winner().is_some())
    }

    /// Tells whether a side wins within so many turns of its own, whatever the other does, from the last position of a game.
    pub fn wins(&self, by: By, path: &mut Path, side: SideId, left: u32) -> bool {
        if let Some(result) = self.result(by, path) {
            return result.winner() == Some(side);
        }
        let now = path.last();
        let is_own = now.to_move == side;
        if left == 0 && (is_own || self.holds_at_last(by, path, side)) {
            return false;
        }
        let now = path.last();
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

    /// Tells whether some turn of the side to move after the last turn of the other is seen to keep the game from being won.
    ///
    /// The turn that held last is tried, then one that the compiled game proposes: so all turns need not be listed. Where
    /// rules prefer some turns to others, nothing is seen in this way.
    fn holds_at_last(&self, by: By, path: &mut Path, side: SideId) -> bool {
        if !self.game.preferences.is_empty() {
            return false;
        }
        let now = path.last().clone();
        let mut holds = |turn: &Turn| {
            let next = match by {
                By::Reference => reference::play(&self.game, &now, turn, FREE).ok(),
                By::Compiled => self.engine.play(&now, turn, FREE).ok(),
            };
            let Some(next) = next else { return false };
            path.push(next);
            let wins = self.wins(by, path, side, 0);
            path.pop();
            !wins
        };
        let held = self.held_at_last.borrow().clone();
        if held.is_some_and(|turn| holds(&turn)) {
            return true;
        }
        let proposed = self.engine.legal_turns(&now, FREE).unwrap().into_iter().next();
        let Some((turn, _)) = proposed else { return false };
        let found = holds(&turn);
        if found {
            *self.held_at_last.borrow_mut() = Some(turn);
        }
        found
    }

    /// Returns the first turns that win so, with the fewest turns each takes.
    pub fn winning(&self, by: By, record: &[Position], most: u32) -> Vec<(Turn, u32)> {
        let legal = self.legal(by, record.last().expect("a position"));
        let needed =
            legal.into_iter().map(|(turn, next)| (turn, self.needed(by, record, next, most)));
        needed.filter_map(|(turn, needed)| Some((turn, needed?))).collect()
    }

    /// Returns in how many turns, but not more than that, whoever has just moved to a position wins from there, that turn
    /// counted.
    pub fn needed(&self, by: By, record: &[Position], next: Position, most: u32) -> Option<u32> {
        let side = record.last().expect("a position").to_move;
        let mut path = Path::of(record);
        path.push(next);
        (1..=most).find(|turns| self.wins(by, &mut path, side, turns - 1))
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
