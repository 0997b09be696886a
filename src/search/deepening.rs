//! The turns at the root, searched to one depth after the other.

use super::evaluation::{Activity, Evaluation};
use super::freedom::Freedom;
use super::history::History;
use super::levels::Level;
use super::limits::{Control, Limits};
use super::outcome::{Outcome, Window, if_any_turn};
use super::probe::Oracle;
use super::pruning::root_reduction;
use super::quiescence::QuiescenceBudget;
use super::record::Record;
use super::report::{Line, Score, Thought};
use super::searcher::Think;
use super::table::Table;
use super::threads::Team;
use super::tree::{At, Counts, Horizon, Tree};
use super::values::{DECIDED, INFINITE, MAX_PLY, is_decided, win_in};
use crate::compile::program::Program;
use crate::play::execution::past::Past;
use crate::play::legality::turns::{turns_beginning, turns_by_chance};
use crate::play::search::{NextSteps, StepWord, Walker};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::{Random, Turn, WorkBudget};

/// How far the aspiration window reaches around the last value, in points.
const ASPIRATION_WINDOW: i32 = 24;

/// How much wider the aspiration window becomes when the value lies outside.
const WIDENING: i32 = 3;

/// How far an aspiration window reaches at most.
const WIDEST_ASPIRATION: i32 = 500;

/// After so many nodes whole lines are reported at each depth, as finding their turns takes time too.
const NODES_BEFORE_LINES: u64 = 5000;

/// In how many turns a win is looked for among all turns.
const PROOF_TURNS: usize = 3;

/// The least depth that has been searched by then.
const PROOF_DEPTH: u32 = 4;

/// After how many nodes that is done.
const PROOF_NODES: u64 = 20_000;

/// How many turns are tried by chance where there are too many to be listed.
const TURNS_BY_CHANCE: usize = 400;

/// A turn at the root.
#[derive(Clone)]
pub(super) struct RootTurn<S: StateSize> {
    turn: Turn,
    state: State<S>,
    value: i32,
    line: Vec<StepWord>,
}

/// Searches for the best turn in the last position of a game.
pub(super) fn think<S: StateSize>(
    compiled: &Compiled<S>,
    Think { record, limits, control, progress, evaluation, memory, probe }: Think<'_>,
) -> Thought {
    let program = &compiled.program;
    let oracle = probe.map(|probe| Oracle { game: &compiled.game, probe });
    let Some(now) = record.last() else { return Thought::default() };
    let state = compiled.state_of(now);
    let played = record.iter().map(|position| compiled.state_of(position));
    let mut before: Vec<State<S>> = played.clone().collect();
    before.pop();
    let before = Past::of(program, before);
    let record = Record::of_game(&mut Walker::new(program), program.lookback, played);
    let mut turns = root_turns(program, (&state, &before), limits);
    if let Some(level) = limits.level {
        overlook(&mut turns, level, program, &state);
    }
    let threads = u64::try_from(memory.histories.len()).unwrap_or(1);
    let past = before.and(program, &state);
    let root = Root { program, evaluation, record, state, past, turns, oracle };
    let habit = limits.level.map_or(u64::MAX, |level| level.habits().nodes);
    let most_nodes = limits.nodes.unwrap_or(u64::MAX).min(habit).div_ceil(threads.max(1)).max(1);
    let Some((history, helpers)) = memory.histories.split_first_mut() else {
        return Thought::default();
    };
    let (table, team) = (&memory.table, Team::default());
    let help = |number: usize, history: &mut History, team: &Team| {
        let tree = root.tree(table, history, limits, team, most_nodes);
        Deepening::new(&root, tree, &Team::default()).help(number)
    };
    let tree = root.tree(table, history, limits, control, most_nodes);
    let mut deepening = Deepening::new(&root, tree, &team);
    let ((mut thought, own), others) = team.together(helpers, help, || {
        deepening.run(limits, progress);
        (std::mem::take(&mut deepening.thought), deepening.tree.counts)
    });
    if !others.is_empty() {
        thought.nodes = own.nodes + others.iter().map(|counts| counts.nodes).sum::<u64>();
        thought.turns = own.turns + others.iter().map(|counts| counts.turns).sum::<u64>();
    }
    thought
}

/// What all threads begin with.
pub(super) struct Root<'p, S: StateSize> {
    pub(super) program: &'p Program<S::Board>,
    pub(super) evaluation: &'p Evaluation,
    pub(super) record: Record<S>,
    pub(super) state: State<S>,
    /// What lies before the turns after it, where a rule asks for that.
    pub(super) past: Past<S>,
    pub(super) turns: Vec<RootTurn<S>>,
    /// Who knows what some positions are worth.
    pub(super) oracle: Option<Oracle<'p>>,
}

impl<'p, S: StateSize> Root<'p, S> {
    /// Returns the tree of a thread.
    pub(super) fn tree<'a>(
        &self,
        table: &'a Table,
        history: &'a mut History,
        limits: &Limits,
        control: &'a dyn Control,
        most_nodes: u64,
    ) -> Tree<'a, 'p, S>
    where
        'p: 'a,
    {
        let Self { program, evaluation, oracle, .. } = *self;
        let mut walker = Walker::new(program);
        walker.past = self.past.clone();
        let horizon = match limits.level {
            _ if evaluation.judges_at_once() => Horizon::AtOnce,
            Some(level) => level.habits().horizon,
            None => Horizon::Quiet,
        };
        let mut freedom = Freedom::default();
        freedom.note(0, self.state.to_move, Some(self.turns.len()));
        Tree {
            program,
            walker,
            evaluation,
            activity: Activity::of(program, evaluation),
            table,
            oracle,
            history,
            control,
            most_nodes,
            record: self.record.clone(),
            counts: Counts::default(),
            stopped: false,
            evaluations: Vec::new(),
            sums: Vec::new(),
            lines: Vec::new(),
            depth: 0,
            may_prune: evaluation.allows_pruning,
            proves: false,
            horizon,
            quiet: QuiescenceBudget::default(),
            freedom,
            noise: limits.level.map_or((0, 0), |level| (level.habits().noise, level.seed())),
            spare: Vec::new(),
        }
    }
}

/// Lists the turns at the root that are wanted; of those that lead to the same position, the first.
fn root_turns<S: StateSize>(
    program: &Program<S::Board>,
    before: (&State<S>, &Past<S>),
    limits: &Limits,
) -> Vec<RootTurn<S>> {
    let budget = WorkBudget::default();
    let mut turns = turns_beginning(program, before, (None, budget.clone()));
    // Where there are too many turns to be listed, some of them have to do.
    if budget.met().is_some() {
        let mut random = Random::stream(before.0.search_key(program), 0);
        let mut below = |count| random.below(count);
        turns = turns_by_chance(program, before, &mut below, TURNS_BY_CHANCE).collect();
    }
    let mut seen = std::collections::HashSet::new();
    let mut root = Vec::new();
    for legal in turns {
        let turn = Turn { steps: legal.steps };
        if !limits.only.is_empty() && !limits.only.contains(&turn) {
            continue;
        }
        if seen.insert(legal.state.key(program)) {
            root.push(RootTurn { turn, state: legal.state, value: -INFINITE, line: Vec::new() });
        }
    }
    root
}

/// Leaves out the turns that a player of a level overlooks, but for one if that would be all.
fn overlook<S: StateSize>(
    root: &mut Vec<RootTurn<S>>,
    level: Level,
    program: &Program<S::Board>,
    state: &State<S>,
) {
    let mut random = Random::stream(level.seed(), state.search_key(program));
    let kept = random.below(root.len());
    let mut number = 0;
    root.retain(|turn| {
        let stays = !level.overlooks(&turn.turn, &program.places, &mut random) || number == kept;
        number += 1;
        stays
    });
}

/// Which turns of a line are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    First,
    All,
}

/// A search from its root.
struct Deepening<'a, 'p, S: StateSize> {
    tree: Tree<'a, 'p, S>,
    state: State<S>,
    root: Vec<RootTurn<S>>,
    thought: Thought,
    team: &'a Team,
    /// After how many nodes it is looked for a win among all turns.
    proves_from: u64,
}

impl<'a, 'p, S: StateSize> Deepening<'a, 'p, S> {
    fn new(root: &Root<'p, S>, tree: Tree<'a, 'p, S>, team: &'a Team) -> Self {
        let turns = root.turns.clone();
        Self {
            tree,
            state: root.state,
            root: turns,
            thought: Thought::default(),
            team,
            proves_from: PROOF_NODES,
        }
    }

    /// Searches one depth after the other until the search must stop, for what it leaves in the table. Every second helper is a
    /// depth ahead, so that they do not all do the same.
    fn help(mut self, number: usize) -> Counts {
        let first = 1 + i32::from(number % 2 == 1);
        let deepest = i32::try_from(MAX_PLY).unwrap_or(first);
        for depth in first..=deepest {
            if self.root.is_empty() || self.search_from(0, depth).is_err() {
                break;
            }
        }
        self.tree.counts
    }

    fn run(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Thought)) {
        if self.root.is_empty() {
            return;
        }
        // Whatever happens, there is an answer.
        self.report(0, 1, Turns::First);
        let deepest = u32::try_from(MAX_PLY).unwrap_or(1);
        let habit = limits.level.map_or(deepest, |level| level.habits().depth);
        let most = limits.depth.unwrap_or(deepest).min(habit).clamp(1, deepest);
        let lines = limits.lines.clamp(1, self.root.len());
        for depth in 1..=most {
            let is_whole = (0..lines)
                .all(|first| self.search_from(first, i32::try_from(depth).unwrap_or(1)).is_ok());
            if !is_whole && self.root[0].value == -INFINITE {
                self.judge();
            }
            let reached = if is_whole { depth } else { depth - 1 };
            let is_long = self.tree.counts.nodes >= NODES_BEFORE_LINES;
            self.report(reached, lines, if is_long { Turns::All } else { Turns::First });
            if !is_whole {
                return;
            }
            if lines == 1 && limits.level.is_none() && depth >= PROOF_DEPTH {
                self.prove(reached);
            }
            progress(&self.thought);
            if self.is_settled(depth, lines) || !self.tree.control.goes_on(&self.thought) {
                self.report(reached, lines, Turns::All);
                return;
            }
        }
        self.report(most, lines, Turns::All);
    }

    /// Puts the turn first after which the position seems best, without a search. It is done where none has been searched to
    /// the end, so that no turn is played by chance.
    fn judge(&mut self) {
        let side = self.state.to_move;
        for number in 0..self.root.len() {
            let mut next = self.tree.walker.node(&self.root[number].state);
            let (key, _) = self.tree.walker.keys(&mut next);
            let over = self.tree.ended(&mut next, key, 1);
            let value = over.map_or_else(|| self.tree.evaluate(&next, 1), |over| over.value);
            self.root[number].value = if next.side() == side { value } else { -value };
            self.tree.walker.recycle(next);
        }
        self.root.sort_by_key(|turn| std::cmp::Reverse(turn.value));
    }

    /// Once much has been searched, or nothing is left to be searched, looks whether there is a win in a few turns that was
    /// overlooked: the search leaves out what seems futile and what comes late, and a turn that wins may seem both.
    fn prove(&mut self, reached: u32) {
        let (limit, nodes, best) =
            (self.tree.most_nodes, self.tree.counts.nodes, self.root[0].value);
        let soon = win_in(PROOF_TURNS);
        let is_settled = self.is_settled(reached, 1);
        let is_late = is_settled || nodes >= self.proves_from;
        if !is_late || best >= soon || best <= -DECIDED {
            return;
        }
        let more = if is_settled { 10 * PROOF_NODES } else { nodes / 2 };
        self.tree.most_nodes = limit.min(nodes + more);
        self.tree.proves = true;
        let found = self.find_win(soon);
        self.tree.proves = false;
        let is_cut_off = self.tree.stopped;
        self.proves_from = if is_cut_off { 8 * nodes } else { u64::MAX };
        self.tree.most_nodes = limit;
        let nodes = self.tree.counts.nodes;
        self.tree.stopped = is_cut_off && (nodes >= limit || self.tree.control.stops(nodes));
        if let Some((number, value)) = found {
            let line = self.tree.lines.first().cloned().unwrap_or_default();
            let root = &mut self.root[number];
            (root.value, root.line) = (value, line);
            self.root[..=number].rotate_right(1);
            self.report(reached, 1, Turns::All);
        }
    }

    /// Returns the first turn that wins at least that soon, and its value, trying all turns.
    fn find_win(&mut self, soon: i32) -> Option<(usize, i32)> {
        let depth = i32::try_from(PROOF_TURNS).unwrap_or(1) + 1;
        for number in 0..self.root.len() {
            let value =
                self.search_turn(number, Window::null(soon - 1), depth, At::first()).ok()?;
            if value >= soon {
                return Some((number, value));
            }
        }
        None
    }

    /// Returns whether deeper searches cannot find anything better.
    fn is_settled(&self, depth: u32, lines: usize) -> bool {
        let value = self.root[0].value;
        let turns = super::values::WIN - value.abs();
        lines == 1 && is_decided(value) && i64::from(turns) <= i64::from(depth)
    }

    /// Finds the best of the turns from a place on, and puts it there: within an aspiration window, which is made wider as
    /// long as the value lies outside.
    fn search_from(&mut self, first: usize, depth: i32) -> Outcome<()> {
        self.tree.depth = depth;
        let last = self.root[first].value;
        let mut reach = ASPIRATION_WINDOW;
        let mut window = Window::FULL;
        if depth >= 4 && !is_decided(last) && last > -INFINITE {
            window = Window { alpha: last - reach, beta: last + reach };
        }
        loop {
            let value = self.search_root(first, window, depth)?;
            let fails_low = value <= window.alpha && window.alpha > -INFINITE;
            if !fails_low && (value < window.beta || window.beta == INFINITE) {
                return Ok(());
            }
            reach *= WIDENING;
            let is_open = reach > WIDEST_ASPIRATION;
            if fails_low {
                window.alpha = if is_open { -INFINITE } else { value - reach };
            } else {
                window.beta = if is_open { INFINITE } else { value + reach };
            }
        }
    }

    /// Searches the turns from a place on within a window, and sorts them.
    fn search_root(&mut self, first: usize, window: Window, depth: i32) -> Outcome<i32> {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for number in first..self.root.len() {
            let tried = number - first;
            let value = self.search_root_turn(number, Window { alpha, beta }, depth, tried)?;
            if number == first || value > alpha {
                let line = self.tree.lines.first().cloned().unwrap_or_default();
                let root = &mut self.root[number];
                (root.value, root.line) = (value, line);
                best = best.max(value);
                // What was found counts even if the search is stopped before the others are tried.
                self.root[first..=number].rotate_right(1);
            } else {
                self.root[number].value = -INFINITE;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Searches one of the turns at the root: all but the first with a null window before, and late ones less deep.
    fn search_root_turn(
        &mut self,
        number: usize,
        window: Window,
        depth: i32,
        tried: usize,
    ) -> Outcome<i32> {
        if tried > 0 {
            let at = At { is_cut: true, ..At::first() };
            let null_window = Window::null(window.alpha);
            let reduction = root_reduction(depth, tried);
            let mut value = self.search_turn(number, null_window, depth - reduction, at)?;
            if value > window.alpha && reduction > 0 {
                value = self.search_turn(number, null_window, depth, at)?;
            }
            if value <= window.alpha {
                return Ok(value);
            }
        }
        self.search_turn(number, window, depth, At::first())
    }

    /// Searches one of the turns at the root; returns its value.
    fn search_turn(&mut self, number: usize, window: Window, depth: i32, at: At) -> Outcome<i32> {
        let mut next = self.tree.walker.node(&self.root[number].state);
        let found = self.tree.descend(&mut next, window, depth, self.state.to_move, at);
        self.tree.walker.recycle(next);
        Ok(if_any_turn(found)?.map_or(-INFINITE, |found| found.value))
    }

    /// Puts together what has been found, with all turns of the lines or the first of each.
    fn report(&mut self, depth: u32, lines: usize, turns: Turns) {
        let mut reported = Vec::new();
        for number in 0..lines.min(self.root.len()) {
            let RootTurn { turn, state, value, line } = self.root[number].clone();
            let mut found = vec![turn];
            if turns == Turns::All {
                found.extend(self.turns_of(&state, &line));
            }
            let value = if value > -INFINITE { value } else { 0 };
            reported.push(Line { score: Score::of(value), turns: found });
        }
        let counts = self.tree.counts;
        self.thought = Thought {
            lines: reported,
            depth,
            selective_depth: u32::try_from(counts.deepest).unwrap_or(0).max(depth),
            nodes: counts.nodes + self.team.nodes(),
            turns: counts.turns,
            hashfull: self.tree.table.fullness(),
        };
    }

    /// Finds the turns that a line of steps makes.
    fn turns_of(&mut self, state: &State<S>, words: &[StepWord]) -> Vec<Turn> {
        let (mut turns, mut begun) = (Vec::new(), *state);
        let walker = &mut self.tree.walker;
        let (mut node, mut steps) = (walker.node(state), NextSteps::default());
        let mut past = node.past().clone();
        for &word in words {
            if node.is_between_turns() && node.ended(None).is_some() {
                break;
            }
            walker.steps(&node, &mut steps);
            let Some(next) = steps.find(word).and_then(|number| walker.make(&node, &steps, number))
            else {
                break;
            };
            walker.recycle(std::mem::replace(&mut node, next));
            if node.is_between_turns() {
                let key = node.state().key(self.tree.program);
                let (before, all) = ((&begun, &past), (None, WorkBudget::default()));
                let legal = turns_beginning(self.tree.program, before, all);
                let found = legal.into_iter().find(|turn| turn.state.key(self.tree.program) == key);
                let Some(found) = found else { break };
                turns.push(Turn { steps: found.steps });
                begun = *node.state();
                past = node.past().clone();
            }
        }
        walker.recycle(node);
        turns
    }
}
