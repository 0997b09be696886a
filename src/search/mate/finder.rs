//! The public face of the search for forced ends.

use super::memory::Memory;
use super::tree::{Stop, Tree};
use crate::play::execution::past::Past;
use crate::play::legality::turns::turns_beginning;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::play::{Engine, each_size};
use crate::search::limits::Control;
use crate::state::{Position, Turn, WorkBudget};

/// How many nodes are visited to find wins by positions that come back, besides eight times as many as were visited before.
const REPETITIONS: u64 = 2_000_000;

/// The most turns of a line.
const LONGEST_LINE: usize = 250;

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
    /// Whether wins by positions that come back on the way were left out, as there was too much to be tried.
    pub leaves_repetitions: bool,
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
    /// In this game turns are forbidden by what has been there before.
    Repeats,
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooMuch => "the turns of some position are more than can be worked out",
            Self::SharedTurns => {
                "in this game a side chooses something in the turns of the other, so that nothing is forced by whole turns"
            }
            Self::Repeats => "in this game turns are forbidden that lead back to a position, so that a position alone does not tell what is forced",
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
        game: &[Position],
        question: &MateQuestion,
        control: &dyn Control,
    ) -> Result<MateAnswer, Obstacle> {
        let Some(root) = game.last() else { return Ok(MateAnswer::default()) };
        self.find_later(game, root, question, control)
    }

    /// Finds out the same in a position that lies ahead of the last one of a game; what happens on the way there is not
    /// asked.
    ///
    /// # Errors
    /// If nothing can be said.
    pub fn find_later(
        &mut self,
        game: &[Position],
        root: &Position,
        question: &MateQuestion,
        control: &dyn Control,
    ) -> Result<MateAnswer, Obstacle> {
        if self.game != game {
            self.memory.clear();
            self.game = game.to_vec();
        }
        let Self { engine, memory, .. } = self;
        each_size!(engine, compiled => find(compiled, (game, root), question, control, memory))
    }
}

/// Finds out what is asked about a position that lies ahead of the last one of a game.
fn find<S: StateSize>(
    compiled: &Compiled<S>,
    (game, root): (&[Position], &Position),
    question: &MateQuestion,
    control: &dyn Control,
    memory: &mut Memory,
) -> Result<MateAnswer, Obstacle> {
    let state = |position| compiled.state_of(position);
    let states: Vec<State<S>> = game.iter().map(state).collect();
    let root = &state(root);
    let most_nodes = question.nodes.unwrap_or(u64::MAX);
    let attacker = root.to_move;
    let tree = Tree::new(compiled, &states, attacker, memory, control, most_nodes);
    if tree.chances.are_choices_shared {
        return Err(Obstacle::SharedTurns);
    }
    if compiled.program.forbids_repeats {
        return Err(Obstacle::Repeats);
    }
    let turns = root_turns(compiled, root, &question.only)?;
    let mut search = Search { tree, turns, best: None, answer: MateAnswer::default() };
    search.run(question)?;
    Ok(search.answer)
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
    let turns = turns_beginning(&compiled.program, (root, &Past::NOTHING), (None, budget.clone()));
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
    /// The state after the first turn that was found to win.
    best: Option<State<S>>,
    answer: MateAnswer,
}

impl<S: StateSize> Search<'_, '_, S> {
    fn run(&mut self, question: &MateQuestion) -> Result<(), Obstacle> {
        let most = question.turns.clamp(1, MateFinder::MOST_TURNS);
        // What the rules count that is so near its limit may end the game meanwhile.
        self.tree.reach = i32::try_from(4 * most + 16).unwrap_or(i32::MAX);
        self.deepen(most, question.all);
        if self.answer.wins.is_empty() && self.tree.stopped.is_none() && self.may_repeat(most) {
            self.try_repetitions(most, question.all);
        }
        if self.tree.stopped == Some(Stop::TooMuch) {
            return Err(Obstacle::TooMuch);
        }
        self.answer.is_stopped = self.tree.stopped.is_some();
        self.answer.line = self.line();
        self.answer.nodes = self.tree.nodes;
        Ok(())
    }

    /// Looks for wins within more and more turns.
    fn deepen(&mut self, most: u32, all: bool) {
        for left in 1..=most {
            self.search(left, all);
            if self.tree.stopped.is_none() && self.answer.wins.is_empty() {
                self.answer.refuted = left;
            }
            let is_found = !self.answer.wins.is_empty() && !all;
            if is_found || self.tree.stopped.is_some() || self.turns.is_empty() {
                break;
            }
        }
    }

    /// Returns whether a repetition that is brought about within so many turns may win.
    fn may_repeat(&self, most: u32) -> bool {
        let times = self.tree.record.least;
        self.tree.chances.repetition_may_win && self.tree.most_occurrences + most >= times
    }

    /// Looks for wins by positions that come back on the way: each depends on the path, so that nothing is remembered.
    fn try_repetitions(&mut self, most: u32, all: bool) {
        let limit = self.tree.most_nodes;
        let patience = self.tree.nodes.saturating_mul(8).saturating_add(REPETITIONS);
        self.tree.most_nodes = limit.min(patience);
        self.tree.record.counts_path = true;
        let refuted = std::mem::take(&mut self.answer.refuted);
        self.deepen(most, all);
        self.tree.record.counts_path = false;
        let is_cut_off = self.tree.stopped == Some(Stop::Asked) && self.tree.nodes >= patience;
        if is_cut_off && patience < limit {
            self.tree.stopped = None;
            self.answer.leaves_repetitions = self.answer.wins.is_empty();
            self.answer.refuted = refuted;
        }
        self.tree.most_nodes = limit;
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
            let wins = self.tree.wins_from(&root.state, left - 1);
            root.effort = self.tree.nodes - before;
            if wins {
                self.answer.wins.push((root.turn.clone(), u32::from(left)));
                self.best.get_or_insert(root.state);
            } else {
                kept.push(root);
            }
        }
        self.turns = kept;
    }

    /// Returns the first winning turn and what follows if one side wins as soon, and the other holds out as long as it can.
    fn line(&mut self) -> Vec<Turn> {
        let (Some((turn, turns)), Some(mut state)) = (self.answer.wins.first(), self.best) else {
            return Vec::new();
        };
        let mut line = vec![turn.clone()];
        let mut left = u8::try_from(*turns).unwrap_or(u8::MAX).saturating_sub(1);
        while self.tree.stopped.is_none()
            && line.len() < LONGEST_LINE
            && !self.tree.is_over(&state)
            && let Some((turn, next, needed)) = self.next_of_line(&state, left)
        {
            left = needed;
            state = next;
            line.push(turn);
        }
        line
    }

    /// Returns the turn that follows in the line, the state after it, and how many turns the attacker needs then.
    fn next_of_line(&mut self, state: &State<S>, left: u8) -> Option<(Turn, State<S>, u8)> {
        let program = &self.tree.compiled.program;
        let all = (None, WorkBudget::default());
        let legal = turns_beginning(program, (state, &Past::NOTHING), all);
        let is_own = state.to_move == self.tree.attacker;
        let least = |tree: &mut Tree<'_, '_, S>, next: &State<S>, most: u8| {
            (0..=most).find(|&needed| tree.wins_from(next, needed))
        };
        let mut best: Option<(Turn, State<S>, u8)> = None;
        for turn in legal {
            let most = match &best {
                // Only what wins sooner.
                Some((.., needed)) if is_own => needed.checked_sub(1),
                _ if is_own => left.checked_sub(1),
                _ => Some(left),
            };
            let Some(most) = most else { break };
            let Some(needed) = least(&mut self.tree, &turn.state, most) else { continue };
            if is_own || best.as_ref().is_none_or(|(.., longest)| needed > *longest) {
                best = Some((Turn { steps: turn.steps }, turn.state, needed));
            }
        }
        best
    }
}
