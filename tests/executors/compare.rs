//! Plays a game at random, from its setup and from anywhere, and compares the executors at every turn.

#[path = "engines.rs"]
pub mod engines;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fairyring::ir::Game;
use fairyring::notation;
use fairyring::play::Engine;
use fairyring::reference;
use fairyring::state::Allowance;
use fairyring::state::{Position, TooMuch, Turn};

use super::FREE;
use engines::{Engines, Which};
use fairyring::state::Random;
use fairyring::validate::scattered;

/// How much is compared.
#[derive(Clone, Copy)]
pub struct Budget {
    /// How many games.
    pub seeds: u64,
    /// How many turns of each.
    pub plies: usize,
    /// From how many positions that nobody has played to; few turns follow.
    pub scattered: u64,
    /// At the beginning of how many games of each kind pairs of turns are counted, too.
    pub pairs: u64,
    /// How many legal turns of a position at most before the game is left.
    pub turns: usize,
    /// How much may be done by the general path for the positions that are compared: no further one is then. If there is a
    /// limit, the general path counts the pairs of turns, too.
    pub work: Option<u64>,
    /// How long all games together may take; no further turn is played then.
    pub time: Duration,
}

impl Budget {
    /// How much the reference may do for what the general path does with one unit of work: it looks at everything anew.
    const SLOWER: u64 = 10;

    /// Returns what the reference may do for all positions together.
    pub fn allowance(&self) -> Allowance {
        self.work
            .map_or(Allowance::UNLIMITED, |work| Allowance::of(work.saturating_mul(Self::SLOWER)))
    }
}

/// What is wrong.
#[derive(Debug)]
pub enum Trouble {
    /// The game is not compiled.
    Refused(String),
    /// The executors differ.
    Differs(String),
}

/// Plays games at random with the engine that users get; returns how many positions are alike, or the first difference.
pub fn compare(game: &Arc<Game>, budget: Budget) -> Result<usize, Trouble> {
    compare_all(game, &Engines::of(game, Which::Default)?, budget)
}

/// Plays games at random; returns how many positions are alike for all engines, or the first difference.
pub fn compare_all(game: &Arc<Game>, engines: &Engines, budget: Budget) -> Result<usize, Trouble> {
    let end = Instant::now() + budget.time;
    let meter = Meter::of(engines, budget);
    let mut begin = notation::read_position(game, &game.start.text)
        .map_err(|error| Trouble::Differs(format!("the start: {error}")))?;
    if game.numbered_pieces {
        number_pieces(&mut begin);
    }
    let mut positions = 0;
    for seed in 0..budget.seeds.max(budget.scattered) {
        // One of each kind is looked at however slow the machine is.
        let in_time = seed == 0 || Instant::now() < end;
        let budget = Budget { pairs: u64::from(seed < budget.pairs), ..budget };
        let play = |position, random, budget| {
            play(game, engines, budget, (position, random, end), &meter).map_err(Trouble::Differs)
        };
        if in_time && seed < budget.seeds {
            positions += play(begin.clone(), Random::new(seed), budget)?;
        }
        let random = Random::new(seed);
        if in_time
            && seed < budget.scattered
            && let Some(mut position) = scattered(game, &mut fairyring::state::Random::new(seed))
        {
            if game.numbered_pieces {
                number_pieces(&mut position);
            }
            positions += play(position, random, Budget { plies: SCATTERED_PLIES, ..budget })?;
        }
    }
    Ok(positions)
}

/// What the positions of a game have cost so far.
#[derive(Debug)]
struct Meter<'e> {
    general: Option<&'e Engine>,
    left: Cell<u64>,
    /// What the reference may do.
    reference: Allowance,
    is_first: Cell<bool>,
}

/// Returns where the turns of a position lead, and how much was done to find them.
pub fn measured(engine: &Engine, position: &Position) -> (Vec<Position>, u64) {
    let allowance = Allowance::of(u64::MAX / 2);
    let before = allowance.left();
    let outcomes = engine.outcomes(position, &allowance);
    (outcomes.unwrap_or_default(), before - allowance.left())
}

impl<'e> Meter<'e> {
    /// How much may be done for the first position, if that is more than for all.
    const FIRST: u64 = 10_000_000;

    fn of(engines: &'e Engines, budget: Budget) -> Self {
        let general = budget.work.and_then(|_| engines.general());
        Self {
            general,
            left: Cell::new(budget.work.unwrap_or(u64::MAX)),
            reference: budget.allowance(),
            is_first: Cell::new(true),
        }
    }

    /// Tells whether there is enough left to compare a position.
    fn allows(&self, position: &Position) -> bool {
        let Some(general) = self.general else { return true };
        let (left, work) = (self.left.get(), measured(general, position).1);
        self.left.set(left.saturating_sub(work));
        work <= if self.is_first.replace(false) { left.max(Self::FIRST) } else { left }
    }

    /// Counts the turns after each of some turns; nothing if that takes long.
    fn pairs(&self, game: &Game, told: &[(Turn, Position)]) -> Option<u64> {
        let Some(general) = self.general else { return pairs(game, told) };
        let mut sum = 0;
        for (_, position) in told {
            if self.left.get() == 0 {
                return None;
            }
            let (outcomes, work) = measured(general, position);
            self.left.set(self.left.get().saturating_sub(work));
            sum += outcomes.len() as u64;
        }
        Some(sum)
    }
}

/// Gives each piece a number of its own, so that no two could be taken for one another.
pub fn number_pieces(position: &mut Position) {
    let mut next = i16::MIN;
    for piece in position.pieces.iter_mut().flatten() {
        piece.number = next;
        next += 97;
    }
}

/// How many turns are played from a position that nobody has played to.
const SCATTERED_PLIES: usize = 2;

/// How many turns a position may have for pairs of them to be counted.
const FEW: usize = 40;

/// Positions whose turns take the reference longer are not counted further.
const SLOW: Duration = Duration::from_millis(200);

/// How many turns are compared one by one: each of them is found by listing all.
const MANY: usize = 5_000;

/// How many bytes the table of positions has.
const TABLE: usize = 1 << 14;

/// Pairs of turns that take the reference longer are not compared.
const LONG: Duration = Duration::from_millis(500);

fn play(
    game: &Game,
    engines: &Engines,
    budget: Budget,
    (mut position, mut random, end): (Position, Random, Instant),
    meter: &Meter<'_>,
) -> Result<usize, String> {
    for ply in 0..budget.plies {
        if !meter.allows(&position) {
            return Ok(ply);
        }
        let begun = Instant::now();
        let decided = reference::decided(game, &position, &meter.reference);
        let legal = reference::legal_turns(game, &position, &meter.reference);
        let slow = begun.elapsed() > SLOW;
        // What is too much for the one need not be too much for the other.
        let (Ok(None), Ok(legal)) = (decided, legal) else { return Ok(ply) };
        let told: Vec<(Turn, Position)> =
            legal.into_iter().map(|turn| (turn.turn, turn.position)).collect();
        let deep = budget.pairs > 0 && ply == 0 && told.len() <= FEW && !slow;
        let pairs = if deep { meter.pairs(game, &told) } else { None };
        for (facts, engine) in engines.all() {
            same_at(game, engine, &position, (&told, pairs)).map_err(|what| {
                format!("{}{}: {what}", facts, notation::write_position(game, &position))
            })?;
        }
        if told.is_empty() || told.len() > budget.turns || Instant::now() > end {
            return Ok(ply + 1);
        }
        let chosen = random.below(told.len());
        position = told.into_iter().nth(chosen).map(|(_, next)| next).unwrap_or(position);
    }
    Ok(budget.plies)
}

/// Tells whether an engine agrees with the turns of a position, and with the number of pairs of them if it is known: when it
/// lists turns, when it counts them, when it takes them from its table, and where they lead to.
fn same_at(
    game: &Game,
    engine: &Engine,
    position: &Position,
    (told, pairs): (&[(Turn, Position)], Option<u64>),
) -> Result<(), String> {
    if engine.through(position) != *position {
        return Err("the state forgets something".into());
    }
    let too_much = |limit: TooMuch| limit.to_string();
    let counted = engine.perft(position, 1, FREE).map_err(too_much)?;
    if counted != told.len() as u64 {
        return Err(format!("{counted} counted, {} there", told.len()));
    }
    if told.len() <= MANY {
        let listed = engine.legal_turns(position, FREE).map_err(too_much)?;
        same(game, told, &listed)?;
    }
    let outcomes = engine.outcomes(position, FREE).map_err(too_much)?;
    same_outcomes(game, told, &outcomes)?;
    let Some(pairs) = pairs else { return Ok(()) };
    let counted = engine.perft(position, 2, FREE).map_err(too_much)?;
    if counted != pairs {
        return Err(format!("{counted} pairs of turns counted and not {pairs}"));
    }
    let hashed = engine.hashed_perft(position, 2, TABLE).map_err(too_much)?;
    let hashed = hashed.map(|hashed| hashed.count);
    if hashed != Some(pairs) {
        return Err(format!("{hashed:?} pairs of turns counted with a table and not {pairs}"));
    }
    Ok(())
}

/// Counts the turns after each of some turns; nothing if that is more than can be worked out, or if it takes long.
fn pairs(game: &Game, told: &[(Turn, Position)]) -> Option<u64> {
    let end = Instant::now() + LONG;
    let mut sum = 0;
    for (_, position) in told {
        sum += reference::perft(game, position, 1, FREE).ok()?;
        if Instant::now() > end {
            return None;
        }
    }
    Some(sum)
}

/// Tells the positions to which turns lead when they are counted, and not when they are listed, or the other way round.
fn same_outcomes(
    game: &Game,
    wanted: &[(Turn, Position)],
    found: &[Position],
) -> Result<(), String> {
    let mut left: HashMap<&Position, i32> = HashMap::new();
    for (_, position) in wanted {
        *left.entry(position).or_default() += 1;
    }
    for position in found {
        *left.entry(position).or_default() -= 1;
    }
    let mut wrong: Vec<String> = left
        .into_iter()
        .filter(|(_, count)| *count != 0)
        .map(|(position, count)| {
            let what = if count > 0 { "not reached" } else { "reached" };
            format!("{what} when counting: {}", notation::write_position(game, position))
        })
        .collect();
    wrong.sort();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

fn same(
    game: &Game,
    wanted: &[(Turn, Position)],
    found: &[(Turn, Position)],
) -> Result<(), String> {
    let text = |turn: &Turn| notation::turn_text(game, turn);
    let by_turn: HashMap<&Turn, &Position> =
        found.iter().map(|(turn, position)| (turn, position)).collect();
    for (turn, position) in wanted {
        match by_turn.get(turn) {
            None => return Err(format!("{} is missing", text(turn))),
            Some(other) if *other != position => {
                return Err(format!(
                    "{} leads to {} and not to {}",
                    text(turn),
                    notation::write_position(game, other),
                    notation::write_position(game, position)
                ));
            }
            Some(_) => {}
        }
    }
    if found.len() != wanted.len() {
        let known = |turn: &Turn| wanted.iter().any(|(other, _)| other == turn);
        let extra = found.iter().find(|(turn, _)| !known(turn)).map(|(turn, _)| text(turn));
        return Err(format!("{} turns and not {}: {extra:?}", found.len(), wanted.len()));
    }
    Ok(())
}
