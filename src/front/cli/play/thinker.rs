//! The computer player that searches: how strong it is meant to be, and what it says.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use clap::Args;

use super::players::Opponent;
use crate::notation;
use crate::search::{Control, Level, Limits, Score, Searcher, Thought};
use crate::session::Session;
use crate::state::{Random, Turn};

/// The table of the search, in bytes.
const TABLE: usize = 32 << 20;

/// How strong the computer is meant to be.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Strength {
    /// Let the computer search, from 1 (a beginner) to 10
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    #[arg(conflicts_with_all = ["movetime", "depth", "nodes"])]
    level: Option<u8>,
    /// Let the computer search for so many thousandths of a second each turn
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Let the computer search so many turns deep
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Let the computer search so many nodes each turn
    #[arg(long, value_name = "NUMBER")]
    nodes: Option<u64>,
}

impl Strength {
    /// Tells whether the computer searches.
    fn searches(self) -> bool {
        let Self { level, movetime, depth, nodes } = self;
        level.is_some() || movetime.is_some() || depth.is_some() || nodes.is_some()
    }

    /// Returns a player of that strength, if it is one that searches and the game is compiled.
    pub(super) fn player(self, session: &Session) -> Option<Box<dyn Opponent>> {
        let engine = session.engine().filter(|_| self.searches())?;
        let searcher = RefCell::new(Searcher::new(engine, TABLE));
        Some(Box::new(Thinker { searcher, strength: self }))
    }
}

/// A player that searches.
struct Thinker {
    searcher: RefCell<Searcher>,
    strength: Strength,
}

/// Stops a search at a time.
struct Clock(Option<Instant>);

impl Control for Clock {
    fn stops(&self, _nodes: u64) -> bool {
        self.0.is_some_and(|until| Instant::now() >= until)
    }
}

impl Thinker {
    /// Searches; what was found before is forgotten, so that the same question gets the same answer.
    fn think(&self, session: &Session, only: Vec<Turn>, seed: u64) -> Thought {
        let Strength { level, movetime, depth, nodes } = self.strength;
        let level = level.map(|level| Level::new(level, seed));
        let limits = Limits { depth, nodes, lines: 1, only, level };
        let until = movetime.map(|time| Instant::now() + Duration::from_millis(time));
        let mut searcher = self.searcher.borrow_mut();
        searcher.forget();
        searcher.think(session.positions(), &limits, &Clock(until), &mut |_| {})
    }
}

impl Opponent for Thinker {
    fn description(&self) -> String {
        match self.strength {
            Strength { level: Some(level), .. } => format!("level {level} of 10"),
            Strength { movetime: Some(time), .. } => format!("thinking {time} ms a turn"),
            Strength { depth: Some(depth), .. } => format!("looking {depth} turns ahead"),
            Strength { nodes, .. } => format!("looking at {} nodes a turn", nodes.unwrap_or(0)),
        }
    }

    fn choose(
        &self,
        session: &Session,
        wanted: &dyn Fn(&Turn) -> bool,
        mut random: Random,
    ) -> Option<Turn> {
        let legal = session.legal_turns().unwrap_or_default();
        let count = legal.len();
        let mut only: Vec<Turn> = legal.into_iter().filter(wanted).collect();
        if only.is_empty() {
            return None;
        }
        if only.len() == count {
            only.clear();
        }
        self.think(session, only, random.number()).best().cloned()
    }

    fn judge(&self, session: &Session, mut random: Random) -> Option<String> {
        let thought = self.think(session, Vec::new(), random.number());
        let game = session.game();
        let line = thought.lines.first()?;
        let side = game.side_name(session.side_to_move());
        let score = match line.score {
            Score::Points(points) => format!("{points:+} points for {side}"),
            Score::Win(turns) => format!("{side} wins in {}", counted(turns)),
            Score::Loss(turns) => format!("{side} loses in {}", counted(turns)),
        };
        let turns: Vec<String> =
            line.turns.iter().map(|turn| notation::turn_text(game, turn)).collect();
        let depth = counted(thought.depth);
        Some(format!("{score}, {depth} deep. Best line: {}", turns.join(" ")))
    }
}

/// Returns a number of turns in words.
fn counted(turns: u32) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}
