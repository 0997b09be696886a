//! A search in progress: what all nodes of the tree share.

use super::evaluation::{Activity, Evaluation, Sums};
use super::freedom::Freedom;
use super::history::{History, StepIndex};
use super::limits::Control;
use super::ordering::{Known, Ordered, Ranked};
use super::outcome::{Found, NoValue, Outcome, Window};
use super::probe::Oracle;
use super::quiescence::QuiescenceBudget;
use super::record::Record;
use super::table::{Entry, Table};
use super::values::{self, MAX_PLY};
use crate::compile::program::Program;
use crate::ir::SideId;
use crate::play::search::{NextSteps, Node, StepWord, Walker};
use crate::play::state::sizes::StateSize;
use crate::state::{Random, Recurrence};

/// How many nodes are visited before the clock is asked again.
pub(super) const PATIENCE: u64 = 256;

/// How much a node may take before the clock is asked again, in the units of
/// [`WorkBudget`](crate::state::WorkBudget): about a hundredth of a second's work.
const COSTLY: u64 = 1_000_000;

/// What it is worth to be about to move, in points. With 8, crazyhouse was played worse (45 % in 120 games) and chess (46 % in
/// 100), with 70 losalamos (41 % in 120).
const TEMPO: i32 = 33;

/// What has been counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Nodes between turns and inside them.
    pub(super) nodes: u64,
    /// Whole turns made.
    pub(super) turns: u64,
    /// The deepest node, in turns from the root.
    pub(super) deepest: usize,
}

/// Where positions are judged, at the end of what is searched in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizon {
    /// Once nothing is to be captured.
    Quiet,
    /// Right there.
    AtOnce,
}

/// A search in progress.
pub(super) struct Tree<'a, 'p, S: StateSize> {
    pub(super) program: &'p Program<S::Board>,
    pub(super) walker: Walker<'p, S>,
    pub(super) evaluation: &'a Evaluation,
    pub(super) activity: Activity<'a, S::Board>,
    pub(super) table: &'a Table,
    /// Who knows what some positions are worth.
    pub(super) oracle: Option<Oracle<'a>>,
    pub(super) history: &'a mut History,
    pub(super) control: &'a dyn Control,
    /// The most nodes that may be visited.
    pub(super) most_nodes: u64,
    pub(super) record: Record<S>,
    pub(super) counts: Counts,
    /// Whether the search must come to its end, as its control has said or a limit was met.
    pub(super) stopped: bool,
    /// The static evaluations on the path, by turns from the root.
    pub(super) evaluations: Vec<i32>,
    /// What was summed up of positions on the path, by turns from the root.
    pub(super) sums: Vec<Sums<S>>,
    /// The best lines found, by calls inside each other.
    pub(super) lines: Vec<Vec<StepWord>>,
    /// To which depth the root is searched.
    pub(super) depth: i32,
    /// Whether nodes and steps may be pruned: having no turn is never better than having one, and no rule prefers turns.
    pub(super) may_prune: bool,
    /// Whether it is to be sure, not only to find a good turn: all turns are tried, and nothing is taken from the table.
    pub(super) proves: bool,
    /// Where positions are judged.
    pub(super) horizon: Horizon,
    /// What quiescence may cost.
    pub(super) quiet: QuiescenceBudget,
    /// How many steps the sides could choose from.
    pub(super) freedom: Freedom,
    /// By how many points positions are misjudged, at most, and a number that decides by how many.
    pub(super) noise: (i32, u64),
    /// Memory for the steps of nodes.
    pub(super) spare: Vec<Box<Ordered<'p, S>>>,
}

/// By what a node between turns is found again.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeKeys {
    /// Among the positions on the path, for repetition.
    pub(super) path: u64,
    /// In the transposition table.
    pub(super) table: u64,
}

/// A node between turns that was entered.
pub(super) enum Entered {
    /// It is to be searched.
    Open(NodeKeys),
    /// It needs no search: the game is over, its value is known, or the root is too far away.
    Over(Found),
}

/// Where a node is in the tree.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are about different things and are read one at a time"
)]
pub(super) struct At {
    /// How many turns the root is away.
    pub(super) ply: usize,
    /// How many calls are inside each other.
    pub(super) calls: usize,
    /// The last turn.
    pub(super) previous: StepIndex,
    /// Whether it comes after a null move.
    pub(super) after_null_move: bool,
    /// Inside a turn, the key of the node; what is between turns makes its own.
    pub(super) key: u64,
    /// Inside a turn, whether it has captured or promoted.
    pub(super) is_tactical: bool,
    /// In quiescence, whether the last turn, or this one so far, was made of choices and no move.
    pub(super) has_chosen: bool,
    /// Whether the last step gave check with a piece that is then lost: such checks are not searched deeper.
    pub(super) is_loose: bool,
    /// Whether a step that fails high is expected: a cut node.
    pub(super) is_cut: bool,
}

impl At {
    /// Where the node after a turn at the root is.
    pub(super) fn first() -> Self {
        Self { ply: 1, ..Self::default() }
    }
}

/// What is known of a node before its steps are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The side whose turn it is.
    pub(super) side: SideId,
    pub(super) window: Window,
    /// How many turns are left to be searched.
    pub(super) depth: i32,
    pub(super) at: At,
    /// The key in the transposition table.
    pub(super) key: u64,
    /// The static evaluation; nothing in check or inside a turn, where no step is pruned.
    pub(super) evaluation: Option<i32>,
    /// The step of the transposition table.
    pub(super) table_step: Option<StepWord>,
    /// A step that is not tried, to see how good the others are.
    pub(super) excluded: Option<StepWord>,
    /// By how many turns the step of the table is searched deeper.
    pub(super) extension: i32,
    pub(super) in_check: bool,
    /// Whether the side stands better than one turn of its own ago.
    pub(super) improving: bool,
}

impl Situation {
    /// Returns whether the node may lie on the principal variation.
    pub(super) fn is_pv(&self) -> bool {
        !self.window.is_null()
    }
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Probes the transposition table.
    pub(super) fn probe_table(&self, key: u64) -> Option<Entry> {
        if self.proves { None } else { self.table.probe(key) }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// If the search must stop.
    pub(super) fn count_node(&mut self, ply: usize) -> Outcome<()> {
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply);
        if self.counts.nodes >= self.most_nodes
            || ((self.counts.nodes.is_multiple_of(PATIENCE)
                || self.walker.pool.budget.done() > COSTLY)
                && (self.control.stops(self.counts.nodes) || self.walker.has_met_limit()))
        {
            self.stopped = true;
        }
        if self.stopped { Err(NoValue::Stopped) } else { Ok(()) }
    }

    /// Returns the value of a node between turns at which the game is over; repetition counts on the path already.
    pub(super) fn ended(&mut self, node: &mut Node<'p, S>, key: u64, ply: usize) -> Option<Found> {
        let side = node.side();
        let returns = self.record.recurrence(key, node.state(), &mut self.walker);
        let is_by_path = returns.is_some() || node.state().is_any_near_limit(self.program);
        if is_by_path || self.program.search_key.ends_unforeseen {
            let forever = returns.as_ref().filter(|returns| returns.is_on_path);
            let forever = forever.map(|returns| self.record.forever(&returns.recurrence));
            let recurrence = returns.map_or_else(|| Recurrence::times(1), |it| it.recurrence);
            let over = node.ended(Some(recurrence));
            let over = over.map(|over| values::of_outcome(over, side, ply));
            let over = over.or_else(|| {
                let over = node.ended(Some(forever?))?;
                Some(values::of_repetition(over, side, ply))
            });
            return over.map(|value| Found { value, by_path: is_by_path });
        }
        if node.is_decided() {
            let over = node.ended(None)?;
            return Some(Found::on_every_path(values::of_outcome(over, side, ply)));
        }
        None
    }

    /// Returns the value of a node between turns without a legal turn.
    pub(super) fn stuck(node: &mut Node<'p, S>, ply: usize) -> i32 {
        let over = node.outcome(None, false);
        over.map_or(0, |over| values::of_outcome(over, node.side(), ply))
    }

    /// Returns the value of a node between turns if the game is over there because the side to move has no legal turn. It is
    /// asked only where the rules make that matter, and where the side has few turns, as far as is known.
    pub(super) fn stuck_without_check(&self, node: &mut Node<'p, S>, ply: usize) -> Option<i32> {
        let side = node.side();
        if !self.program.sides[side].ends_unattacked || !self.freedom.may_be_stuck(ply, side) {
            return None;
        }
        node.outcome(None, false).map(|over| values::of_outcome(over, side, ply))
    }

    /// Returns what the evaluation says for the side to move.
    pub(super) fn evaluate(&mut self, node: &Node<'p, S>, ply: usize) -> i32 {
        let value = self.evaluation.of_state(self.program, node.state())
            + self.activity.of_state(node.state());
        let value = if node.side() == SideId::FIRST { value } else { -value }
            + TEMPO
            + self.room(node)
            + self.misjudged(node)
            + self.evaluation.learned_after(
                (self.program, node.state()),
                node.side(),
                (&mut self.sums, ply),
            );
        value.clamp(-values::MOST, values::MOST)
    }

    /// Returns what it is worth to have more to choose from than the other side, where nothing else says who is ahead.
    fn room(&mut self, node: &Node<'p, S>) -> i32 {
        let worth = self.evaluation.room;
        if worth == 0 || !node.is_between_turns() {
            return 0;
        }
        let other = self.walker.make_null_move(node);
        let mut steps = NextSteps::default();
        let [own, others] = [node, &other].map(|node| {
            self.walker.steps(node, &mut steps);
            i32::try_from(steps.list.len()).unwrap_or(i32::MAX)
        });
        self.walker.recycle(other);
        worth.saturating_mul(own.saturating_sub(others))
    }

    /// Returns the static evaluation for the side to move, which the table may have.
    pub(super) fn evaluate_or_recall(
        &mut self,
        node: &Node<'p, S>,
        entry: Option<Entry>,
        ply: usize,
    ) -> i32 {
        entry.and_then(|entry| entry.evaluation()).unwrap_or_else(|| self.evaluate(node, ply))
    }

    /// Returns by how many points a position is misjudged: always by the same.
    fn misjudged(&self, node: &Node<'p, S>) -> i32 {
        let (most, seed) = self.noise;
        if most == 0 {
            return 0;
        }
        let range = usize::try_from(2 * most + 1).unwrap_or(1);
        let below = Random::stream(seed, node.state().search_key(self.program)).below(range);
        i32::try_from(below).unwrap_or(0) - most
    }

    /// Enters a node between turns, and counts it.
    ///
    /// # Errors
    /// If the search must stop.
    pub(super) fn enter(&mut self, node: &mut Node<'p, S>, at: At) -> Outcome<Entered> {
        self.clear_line(at.calls);
        self.counts.turns += 1;
        self.count_node(at.ply)?;
        let (path, table) = self.walker.keys(node);
        self.table.prefetch(table);
        if let Some(found) = self.ended(node, path, at.ply) {
            return Ok(Entered::Over(found));
        }
        if let Some(oracle) = &self.oracle
            && let Some(value) = oracle.value(self.program, node.state(), at.ply)
        {
            return Ok(Entered::Over(Found::on_every_path(value)));
        }
        if at.ply >= MAX_PLY {
            let value = self.evaluate(node, at.ply);
            return Ok(Entered::Over(Found::on_every_path(value)));
        }
        Ok(Entered::Open(NodeKeys { path, table }))
    }

    /// Lists the steps that can come next; the memory is to be put back among the `spare`.
    pub(super) fn list_steps(
        &mut self,
        node: &Node<'p, S>,
        table_step: Option<StepWord>,
    ) -> Box<Ordered<'p, S>> {
        let mut ordered = self.spare.pop().unwrap_or_default();
        ordered.steps.only_loud = false;
        self.walker.steps(node, &mut ordered.steps);
        ordered.begin(table_step);
        ordered
    }

    /// Lists the steps that can come next, but for moves and drops that plainly neither capture nor promote.
    pub(super) fn list_loud_steps(&mut self, node: &Node<'p, S>) -> Box<Ordered<'p, S>> {
        let mut ordered = self.spare.pop().unwrap_or_default();
        ordered.steps.only_loud = true;
        ordered.steps.keeps = self.activity.arrivals(node.side());
        self.walker.steps(node, &mut ordered.steps);
        ordered.begin(None);
        ordered
    }

    /// Returns the step that comes at a place.
    pub(super) fn next_step(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        place: usize,
        at: At,
    ) -> Option<Ranked> {
        loop {
            if let Some(ranked) = ordered.pick(place) {
                return Some(ranked);
            }
            if !self.rank(node, ordered, at) {
                return None;
            }
        }
    }

    /// Ranks the steps of the next stage; returns whether there were any left.
    pub(super) fn rank(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        At { ply, previous, .. }: At,
    ) -> bool {
        let (evaluation, activity, history) = (self.evaluation, &self.activity, &*self.history);
        let word = ordered.table_step();
        let known = Known { evaluation, activity, history, word, ply, previous };
        ordered.rank_next(&mut self.walker, node, known)
    }

    /// Notes a step and the line that follows it as the best of a node.
    pub(super) fn note_line(&mut self, calls: usize, word: StepWord) {
        while self.lines.len() < calls + 2 {
            self.lines.push(Vec::new());
        }
        let (line, following) = self.lines.split_at_mut(calls + 1);
        line[calls].clear();
        line[calls].push(word);
        line[calls].extend_from_slice(&following[0]);
    }

    /// Forgets the line of a node.
    pub(super) fn clear_line(&mut self, calls: usize) {
        if let Some(line) = self.lines.get_mut(calls) {
            line.clear();
        }
    }
}
