//! Forced ends with all defences, each claim checked turn by turn by the reference.
//!
//! The search finds first turns that win by force; what follows is then gone through by the rules themselves: every turn of
//! the other side, one turn of the winner after each, and the result at the end of each line. What does not stand is
//! withdrawn and counted.

mod prove;

use std::sync::Arc;

use crate::ir::Game;
use crate::play::Engine;
use crate::reference::{self, ComparisonKey, LegalTurn};
use crate::search::{Control, MateQuestion, Obstacle};
use crate::state::{Allowance, GameResult, Position, TooMuch, Turn};
use prove::Prover;

/// The most positions of a proof.
pub const MOST_POSITIONS: usize = 1_000_000;

/// What is asked about forced ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Within how many turns of the side to move it is to win.
    pub turns: u32,
    /// Whether all first turns that win within so many turns are wanted, or only those that win soonest.
    pub all: bool,
    /// The most nodes that the search visits; as many as it takes if it is not given.
    pub nodes: Option<u64>,
    /// How many bytes it remembers.
    pub memory: usize,
}

/// A first turn that forces an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The turn.
    pub turn: Turn,
    /// Within how many turns of that side, this one included.
    pub turns: u32,
    /// What follows, by its number among the [positions](Mates::positions).
    pub then: usize,
}

/// A position of a proof, with what is done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The game is over, and won.
    Over(GameResult),
    /// The winner plays a turn.
    Own {
        /// The turn.
        turn: Turn,
        /// Within how many turns, this one included, the game is then won.
        turns: u32,
        /// The position after it.
        then: usize,
    },
    /// The other side may play any of these turns; there is no other.
    Other(Vec<(Turn, usize)>),
}

/// Forced ends, proved.
#[derive(Clone, Debug, Default)]
pub struct Mates {
    /// First turns that force an end, the soonest first.
    pub first: Vec<First>,
    /// How many first turns there are.
    pub choices: usize,
    /// The positions of the proofs. The same position comes once, however it is reached.
    pub positions: Vec<Stand>,
    /// It is certain that no end can be forced within so many turns.
    pub refuted: u32,
    /// Whether wins by positions that come back on the way were left out.
    pub leaves_repetitions: bool,
    /// Whether the search was stopped before all that was asked is known.
    pub is_stopped: bool,
    /// How many claims of the search the rules did not bear out.
    pub withdrawn: usize,
    /// How many nodes the search visited.
    pub nodes: u64,
}

/// Why nothing can be said about forced ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The game is over.
    Over(GameResult),
    /// The search cannot say anything.
    Obstacle(Obstacle),
    /// The turns of some position are more than can be worked out.
    TooMuch(TooMuch),
    /// A proof has more than [`MOST_POSITIONS`].
    TooLong,
    /// Somebody stopped a proof.
    Stopped,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Over(result) => write!(f, "the game is over: {}", result.reason),
            Self::Obstacle(obstacle) => obstacle.fmt(f),
            Self::TooMuch(limit) => limit.fmt(f),
            Self::TooLong => write!(
                f,
                "a forced end was found, but its proof has more than {MOST_POSITIONS} positions; ask for fewer turns"
            ),
            Self::Stopped => f.write_str("the proof took too long"),
        }
    }
}

impl std::error::Error for Failure {}

/// Finds and proves the forced ends for the side to move in the last position of a game.
///
/// # Errors
/// If nothing can be said about them.
pub fn mates(
    (game, engine): (&Arc<Game>, &Engine),
    record: &[Position],
    question: &Question,
    control: &dyn Control,
) -> Result<Mates, Failure> {
    let Some(root) = record.last() else { return Ok(Mates::default()) };
    let mut prover = Prover::new((game, engine), record, question.memory, control);
    let choices = prover.begin(root)?;
    let mut ask = |turns, all| {
        let asked = MateQuestion { turns, all, nodes: question.nodes, ..MateQuestion::default() };
        prover.finder.find(record, &asked, control).map_err(Failure::Obstacle)
    };
    let mut answer = ask(question.turns, question.all)?;
    // The search ends with the first turn that wins soonest: others may win as soon.
    if let (false, Some((_, soonest))) = (question.all, answer.wins.first()) {
        let others = ask(*soonest, true)?;
        let nodes = answer.nodes + others.nodes;
        answer.is_stopped |= others.is_stopped;
        answer = if others.is_stopped { answer } else { others };
        answer.nodes = nodes;
    }
    let mut found = Mates {
        choices: choices.len(),
        refuted: answer.refuted,
        leaves_repetitions: answer.leaves_repetitions,
        is_stopped: answer.is_stopped,
        nodes: answer.nodes,
        ..Mates::default()
    };
    for (turn, turns) in answer.wins {
        let next = choices.iter().find(|legal| legal.turn == turn);
        let proved = match next {
            Some(next) => prover.prove(&next.position, turns - 1)?,
            None => None,
        };
        match proved {
            Some(then) => found.first.push(First { turn, turns, then }),
            None => found.withdrawn += 1,
        }
    }
    found.positions = prover.positions;
    Ok(found)
}

/// A position of the record, with what it is compared by.
#[derive(Clone, Debug)]
struct Past {
    position: Position,
    key: ComparisonKey,
}

impl Past {
    fn of(game: &Game, position: &Position) -> Self {
        let key = reference::comparison_key(game, position, &Allowance::UNLIMITED);
        Self { position: position.clone(), key }
    }
}

/// Returns the legal turns of a position, by the reference.
///
/// # Errors
/// If they are more than can be worked out.
pub(super) fn legal(game: &Game, position: &Position) -> Result<Vec<LegalTurn>, Failure> {
    reference::legal_turns(game, position, &Allowance::UNLIMITED).map_err(Failure::TooMuch)
}
