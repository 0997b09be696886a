//! Positions in which the side to move forces a win soon: the search finds it.
//!
//! They come from random games. Each is found by trying all turns, and proved by the reference: a turn that wins, or one after
//! which every answer allows such a turn. With `FAIRYRING_DEEP=1` there
//! are a hundred positions of each game.

use std::sync::Arc;

use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::ir::{Game, SideId};
use fairyring::pipeline;
use fairyring::play::Engine;
use fairyring::reference;
use fairyring::search::{Limits, NoControl, Score, Searcher};
use fairyring::session::Session;
use fairyring::source::SourceMap;
use fairyring::state::{Allowance, Position, Random, Recurrence, Turn};

use super::{deep, long};

const FREE: &Allowance = &Allowance::UNLIMITED;

/// The games.
const FORCED: [&str; 8] = [
    "chess",
    "fellowship",
    "one-ring",
    "ruddigore",
    "mono",
    "magic-ring",
    "crazyhouse",
    "minishogi",
];

/// The most turns of both sides to the end.
const SOON: u32 = 3;

/// From so many turns before the end of a random game its positions are looked at.
const LATE: usize = 6;

/// The most turns of a random game.
const LONG: usize = 400;

/// How many random games are tried for each position that is wanted.
const TRIES: u64 = 60;

/// The most nodes of a search.
const NODES: u64 = 300_000;

fn load(name: &str) -> Arc<Game> {
    let name = bundled::find_game(name).expect("a bundled game");
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
    Arc::new(game.expect("a game without errors"))
}

/// A game and its compiled rules.
struct Rules {
    game: Arc<Game>,
    engine: Engine,
}

impl Rules {
    /// Tells whether a side wins in at most so many turns, whatever the other does.
    fn wins(&self, position: &Position, side: SideId, turns: u32) -> bool {
        if let Some(result) = self.engine.outcome(position, &Recurrence::times(1), FREE).unwrap() {
            return result.winner() == Some(side);
        }
        let Some(left) = turns.checked_sub(1) else { return false };
        let next = self.engine.legal_turns(position, FREE).unwrap();
        let mut next = next.iter().map(|(_, next)| self.wins(next, side, left));
        if position.to_move == side { next.any(|wins| wins) } else { next.all(|wins| wins) }
    }

    /// Tells whether that is so by the reference too, given that it is so.
    fn is_proved(&self, position: &Position, side: SideId, turns: u32) -> bool {
        if let Some(result) =
            reference::outcome(&self.game, position, &Recurrence::times(1), FREE).unwrap()
        {
            return result.winner() == Some(side);
        }
        let Some(left) = turns.checked_sub(1) else { return false };
        let next = reference::legal_turns(&self.game, position, FREE).unwrap();
        let mut next = next.iter().map(|next| &next.position);
        if position.to_move != side {
            return next.all(|next| self.is_proved(next, side, left));
        }
        let good = next.find(|next| self.wins(next, side, left));
        good.is_some_and(|next| self.is_proved(next, side, left))
    }

    /// Returns the last positions of a random game that was won, the last first.
    fn late_positions(&self, seed: u64) -> Vec<Position> {
        let mut random = Random::new(seed);
        let mut session = Session::new(Arc::clone(&self.game)).unwrap();
        for _ in 0..LONG {
            let legal = session.legal().unwrap();
            if legal.is_empty() {
                break;
            }
            let number = random.below(legal.len());
            session.play_legal(legal.into_iter().nth(number).unwrap());
        }
        if session.result().unwrap().and_then(|result| result.winner()).is_none() {
            return Vec::new();
        }
        let positions = session.positions().iter().rev().skip(1);
        positions.take(LATE).cloned().collect()
    }

    /// Finds positions in which the side to move wins by force, and in how many turns it does.
    fn forced(&self, wanted: usize) -> Vec<(Position, u32)> {
        let mut found: Vec<(Position, u32)> = Vec::new();
        for seed in 0..wanted as u64 * TRIES {
            // One of a game is enough, and those that are over at once are easy.
            let late = self.late_positions(seed);
            let turns = |position: &Position| {
                let wins = |turns: &u32| self.wins(position, position.to_move, *turns);
                (1..=SOON).find(wins)
            };
            let new = late.iter().filter_map(|position| Some((position.clone(), turns(position)?)));
            let new = new.max_by_key(|(_, turns)| *turns);
            found.extend(new.filter(|(_, turns)| *turns > 1 || seed % 4 == 0));
            if found.len() >= wanted {
                break;
            }
        }
        found
    }
}

/// Complains if the search does not find a win in so many turns.
fn expect_solved(rules: &Rules, position: &Position, turns: u32) -> Result<(), String> {
    let side = position.to_move;
    let mut searcher = Searcher::new(&rules.engine, 1 << 22);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let record = std::slice::from_ref(position);
    let thought = searcher.think(record, &limits, &NoControl, &mut |_| {});
    let text = fairyring::notation::write_position(&rules.game, position);
    let best = thought.best().ok_or_else(|| format!("{text}: no turn"))?;
    let legal = reference::legal_turns(&rules.game, position, FREE).unwrap();
    let is_best = |turn: &Turn| turn == best;
    let next = legal.iter().find(|next| is_best(&next.turn));
    let next = next.ok_or_else(|| format!("{text}: {best:?} is not legal"))?;
    let told = fairyring::notation::turn_text(&rules.game, best);
    match thought.score() {
        Some(Score::Win(told)) if told <= turns => {}
        score => return Err(format!("{text}: {told} and {score:?}, and not a win in {turns}")),
    }
    if rules.wins(&next.position, side, turns - 1) {
        Ok(())
    } else {
        Err(format!("{text}: {told} does not win in {turns}"))
    }
}

#[test]
fn forced_wins_are_found() {
    let wanted = if deep() {
        100
    } else if long() {
        5
    } else {
        2
    };
    let mut wrong = Vec::new();
    for name in FORCED {
        let game = load(name);
        let rules = Rules { engine: Engine::new(&game).unwrap(), game };
        let forced = rules.forced(wanted);
        assert!(forced.len() >= wanted, "{name}: only {} positions", forced.len());
        for (position, turns) in &forced {
            assert!(rules.is_proved(position, position.to_move, *turns), "{name}: {position:?}");
            let solved = expect_solved(&rules, position, *turns);
            wrong.extend(solved.err().map(|error| format!("{name}: {error}")));
        }
        let count = |turns: u32| forced.iter().filter(|(_, other)| *other == turns).count();
        eprintln!("{name}: {} in 1, {} in 2, {} in 3", count(1), count(2), count(3));
    }
    assert!(wrong.is_empty(), "{} are not solved:\n{}", wrong.len(), wrong.join("\n"));
}
