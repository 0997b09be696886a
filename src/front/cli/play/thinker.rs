//! The computer player that searches: how strong it is meant to be, and what it says.

use std::cell::RefCell;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, Value};

use super::players::Opponent;
use crate::diag::suggest::counted;
use crate::front::cli::time_limit::TimeLimit;
use crate::front::cli::values::{level, whole};
use crate::ir::SideId;
use crate::library::Record;
use crate::notation;
use crate::play::Engine;
use crate::search::{Level, Limits, Score, Searcher, Thought};
use crate::session::Session;
use crate::state::{Random, Turn};

/// The table of the search, in bytes.
const TABLE: usize = 32 << 20;

/// The level of a computer of which nothing is said.
const DEFAULT_LEVEL: u8 = 4;

/// What records call each kind of strength.
const LEVEL: &str = "level";
const MOVETIME: &str = "movetime";
const DEPTH: &str = "depth";
const NODES: &str = "nodes";

/// How strong the computer is meant to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub(super) struct Strength {
    /// How well the computer plays, from 1 (a beginner) to 10 (default: 4)
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    #[arg(conflicts_with_all = ["movetime", "depth", "nodes"])]
    level: Option<u8>,
    /// Let the computer search for so many thousandths of a second each turn
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Let the computer search so many turns deep
    #[arg(long, value_name = "TURNS", value_parser = whole::<u32>(1..=100))]
    depth: Option<u32>,
    /// Let the computer search so many nodes each turn
    #[arg(long, value_name = "NUMBER")]
    nodes: Option<u64>,
}

impl Strength {
    /// Returns this strength, or another one if none was asked for.
    pub(super) fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// Returns this strength, or the usual one if none was asked for.
    pub(super) fn or_usual(self) -> Self {
        self.or(Self { level: Some(DEFAULT_LEVEL), ..Self::default() })
    }

    /// Returns the strength of a level; `None` if there is no such level.
    pub(super) fn of_level(level: u8) -> Option<Self> {
        let is_known = (1..=Level::STRONGEST).contains(&level);
        is_known.then(|| Self { level: Some(level), ..Self::default() })
    }

    /// Finds the strength that a record tells of: that of the first side that the computer plays.
    pub(super) fn of_record(record: &Record) -> Self {
        let players = SideId::ALL.into_iter().filter_map(|side| record.player(side));
        let told = players.map(|player| Self::of_settings(&player.settings));
        told.fold(Self::default(), Self::or)
    }

    fn of_settings(settings: &Map<String, Value>) -> Self {
        let number = |key| settings.get(key).and_then(Value::as_u64);
        let level = number(LEVEL).and_then(|level| u8::try_from(level).ok());
        let depth = number(DEPTH).and_then(|depth| u32::try_from(depth).ok());
        Self {
            level: level.filter(|level| (1..=Level::STRONGEST).contains(level)),
            movetime: number(MOVETIME),
            depth: depth.filter(|depth| *depth > 0),
            nodes: number(NODES),
        }
    }

    /// Returns what records tell of the computer.
    pub(super) fn settings(self) -> impl Iterator<Item = (&'static str, u64)> {
        let Self { level, movetime, depth, nodes } = self;
        let (level, depth) = (level.map(u64::from), depth.map(u64::from));
        let known = [(LEVEL, level), (MOVETIME, movetime), (DEPTH, depth), (NODES, nodes)];
        known.into_iter().filter_map(|(key, number)| Some((key, number?)))
    }

    /// Returns a player of that strength; `None` if the game is not compiled, so that it cannot be searched.
    pub(super) fn player(self, session: &Session) -> Option<Box<dyn Opponent>> {
        let engine = session.engine()?.clone();
        Some(Box::new(Thinker { engine, searcher: RefCell::new(None), strength: self }))
    }
}

/// A player that searches.
struct Thinker {
    engine: Engine,
    /// Made when something is first asked, as that takes a while.
    searcher: RefCell<Option<Searcher>>,
    strength: Strength,
}

impl Thinker {
    /// Searches; what was found before is forgotten, so that the same question gets the same answer.
    fn think(&self, session: &Session, only: Vec<Turn>, seed: u64) -> Thought {
        let Strength { level, movetime, depth, nodes } = self.strength;
        let level = level.map(|level| Level::new(level, seed));
        let limits = Limits { depth, nodes, lines: 1, only, level, threads: 1 };
        let control = TimeLimit::new(movetime.map(Duration::from_millis));
        let mut searcher = self.searcher.borrow_mut();
        let searcher = searcher.get_or_insert_with(|| Searcher::new(&self.engine, TABLE));
        searcher.forget();
        searcher.think(session.positions(), &limits, &control, &mut |_| {})
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

    fn takes_draw(&self, session: &Session, mut random: Random) -> bool {
        let thought = self.think(session, Vec::new(), random.number());
        match thought.lines.first().map(|line| line.score) {
            // The score is that of whoever offers.
            Some(Score::Points(points)) => points >= 0,
            Some(Score::Win(_)) => true,
            Some(Score::Loss(_)) | None => false,
        }
    }

    fn judge(&self, session: &Session, mut random: Random) -> Option<String> {
        let thought = self.think(session, Vec::new(), random.number());
        let game = session.game();
        let line = thought.lines.first()?;
        let side = game.side_name(session.side_to_move());
        let score = match line.score {
            Score::Points(points) => format!("{points:+} points for {side}"),
            Score::Win(turns) => format!("{side} wins in {}", counted(turns, "turn")),
            Score::Loss(turns) => format!("{side} loses in {}", counted(turns, "turn")),
        };
        let turns: Vec<String> =
            line.turns.iter().map(|turn| notation::turn_text(game, turn)).collect();
        let depth = counted(thought.depth, "turn");
        Some(format!("{score}, {depth} deep. Best line: {}", turns.join(" ")))
    }
}
