//! The public face of the search for forced ends.

use super::memory::Memory;
use super::tree::{Stop, Tree};
use crate::play::legality::turns::turns_with_steps;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::state_of;
use crate::play::state::sizes::StateSize;
use crate::play::{EachSize, Engine};
use crate::search::limits::Control;
use crate::state::{Position, Turn, WorkBudget};

/// What is asked about forced ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateQuestion {
    /// Within how many turns of the side to move it is to win, at most [`MateFinder::MOST_TURNS`].
    pub turns: u32,
    /// Whether all first turns that win within so many turns are wanted, not only the shortest way.
    pub all: bool,
    /// Only these of the first turns are considered; all of them if it is empty.
    pub only: Vec<Turn>,
    /// The most nodes to be visited; as many as it takes if it is not given.
    pub nodes: Option<u64>,
}

/// What was found out about forced ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateAnswer {
    /// First turns that force a win, with the number of turns it takes at most, the shortest first.
    pub wins: Vec<(Turn, u32)>,
    /// It is certain that no win can be forced within so many turns.
    pub refuted: u32,
    /// A line with the best turns of both sides, beginning with the first of those turns.
    pub line: Vec<Turn>,
    /// How many nodes were visited.
    pub nodes: u64,
    /// Whether the search was stopped before all that was asked is known.
    pub is_stopped: bool,
}

/// Why nothing can be said about forced ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The turns of some position are more than can be worked out.
    TooMuch,
    /// In this game a side may choose something in the turns of the other.
    SharedTurns,
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooMuch => "the turns of some position are more than can be worked out",
            Self::SharedTurns => {
                "in this game a side chooses something in the turns of the other, so that nothing is forced by whole turns"
            }
        })
    }
}

impl std::error::Error for Obstacle {}

/// Finds or refutes forced ends of a game, and remembers what it found.
#[derive(Debug)]
pub struct MateFinder {
    engine: Engine,
    memory: Memory,
    /// The game for which the memory holds, by the positions in it that matter for repetition.
    game: Vec<Position>,
}

impl MateFinder {
    /// The most turns within which a win is looked for.
    pub const MOST_TURNS: u32 = 99;

    /// Makes one for a compiled game, with a memory of at most so many bytes.
    pub fn new(engine: &Engine, bytes: usize) -> Self {
        Self { engine: engine.clone(), memory: Memory::new(bytes), game: Vec::new() }
    }

    /// Finds out whether the side to move wins by force in the last of the positions of a game, the first of which it began
    /// with. The game must not be over there.
    ///
    /// # Errors
    /// If nothing can be said.
    pub fn find(
        &mut self,
        record: &[Position],
        question: &MateQuestion,
        control: &dyn Control,
    ) -> Result<MateAnswer, Obstacle> {
        if self.game != record {
            self.memory.clear();
            self.game = record.to_vec();
        }
        let Self { engine, memory, .. } = self;
        engine.ask(Find { record, question, control, memory })
    }
}

/// One search.
struct Find<'a> {
    record: &'a [Position],
    question: &'a MateQuestion,
    control: &'a dyn Control,
    memory: &'a mut Memory,
}

impl EachSize for Find<'_> {
    type Answer = Result<MateAnswer, Obstacle>;

    fn answer<S: StateSize>(self, compiled: &Compiled<S>) -> Self::Answer {
        let Self { record, question, control, memory } = self;
        let state = |position| state_of::<S>(&compiled.game, &compiled.program, position);
        let states: Vec<State<S>> = record.iter().map(state).collect();
        let Some(root) = states.last() else { return Ok(MateAnswer::default()) };
        let most_nodes = question.nodes.unwrap_or(u64::MAX);
        let attacker = root.to_move;
        let tree = Tree::new(compiled, (&states, attacker), (memory, control, most_nodes));
        if tree.chances.are_choices_shared {
            return Err(Obstacle::SharedTurns);
        }
        let turns = root_turns(compiled, root, &question.only)?;
        let mut search = Search { tree, turns, answer: MateAnswer::default() };
        search.run(question)?;
        Ok(search.answer)
    }
}

/// A first turn.
struct RootTurn<S: StateSize> {
    turn: Turn,
    state: State<S>,
    /// How many nodes it took to refute it last.
    effort: u64,
}

/// Lists the first turns that are wanted; of those that lead to the same position, all.
fn root_turns<S: StateSize>(
    compiled: &Compiled<S>,
    root: &State<S>,
    only: &[Turn],
) -> Result<Vec<RootTurn<S>>, Obstacle> {
    let budget = WorkBudget::default();
    let turns = turns_with_steps(&compiled.program, root, budget.clone());
    let turns = budget.answer(turns).map_err(|_| Obstacle::TooMuch)?;
    let turns = turns.into_iter().map(|legal| RootTurn {
        turn: Turn { steps: legal.steps },
        state: legal.state,
        effort: 0,
    });
    Ok(turns.filter(|root| only.is_empty() || only.contains(&root.turn)).collect())
}

/// A search from its root.
struct Search<'a, 'p, S: StateSize> {
    tree: Tree<'a, 'p, S>,
    /// Those that are not known to win.
    turns: Vec<RootTurn<S>>,
    answer: MateAnswer,
}

impl<S: StateSize> Search<'_, '_, S> {
    fn run(&mut self, question: &MateQuestion) -> Result<(), Obstacle> {
        let most = question.turns.clamp(1, MateFinder::MOST_TURNS);
        // What the rules count that is so near its limit may end the game meanwhile.
        self.tree.reach = i32::try_from(4 * most + 16).unwrap_or(i32::MAX);
        for left in 1..=most {
            self.search(left, question.all);
            match self.tree.stopped {
                Some(Stop::TooMuch) => return Err(Obstacle::TooMuch),
                Some(Stop::Told) => self.answer.is_stopped = true,
                None if self.answer.wins.is_empty() => self.answer.refuted = left,
                None => {}
            }
            let is_found = !self.answer.wins.is_empty() && !question.all;
            if is_found || self.answer.is_stopped || self.turns.is_empty() {
                break;
            }
        }
        self.answer.nodes = self.tree.nodes;
        Ok(())
    }

    /// Looks for first turns that win within so many turns.
    fn search(&mut self, left: u32, all: bool) {
        let left = u8::try_from(left).unwrap_or(u8::MAX);
        // What was hard to refute may be what wins.
        self.turns.sort_by_key(|turn| std::cmp::Reverse(turn.effort));
        let mut kept = Vec::new();
        for mut root in std::mem::take(&mut self.turns) {
            let is_over = self.tree.stopped.is_some() || (!all && !self.answer.wins.is_empty());
            if is_over {
                kept.push(root);
                continue;
            }
            let before = self.tree.nodes;
            let mut next = self.tree.walker.node(&root.state);
            let wins = self.tree.wins(&mut next, left - 1, 1);
            self.tree.walker.recycle(next);
            root.effort = self.tree.nodes - before;
            if wins && self.tree.stopped.is_none() {
                self.answer.wins.push((root.turn, u32::from(left)));
            } else {
                kept.push(root);
            }
        }
        self.turns = kept;
    }
}
