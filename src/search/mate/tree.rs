//! The tree: whether one side, the attacker, wins by force within so many turns of its own.
//!
//! Where the attacker has the turn, one turn that wins will do; where the other side has it, all turns have to lose. A turn
//! of several steps is walked step by step, and either side may have several turns in a row. All turns are tried; what is
//! left out cannot be a win, whatever the game.

use super::memory::Memory;
use super::steps::{Habits, Ordered};
use crate::compile::program::layout::winner_of;
use crate::ir::SideId;
use crate::play::search::{Chances, Node, StepWord, Walker};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::search::limits::Control;
use crate::search::record::Record;
use crate::state::Recurrence;

/// How many nodes are visited before the clock is asked again.
const PATIENCE: u64 = 512;

/// The most turns of both sides in one line; longer lines are not won.
const MOST_PLIES: usize = 400;

/// An odd number, to distinguish attackers.
const ATTACKER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Why a search came to its end before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It was asked to, or has visited as many nodes as it may.
    Asked,
    /// The turns of some position are more than can be worked out.
    TooMuch,
}

/// Whether the attacker wins from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    wins: bool,
    /// Whether that depends on the path to the node, so that it cannot be remembered.
    by_path: bool,
    /// The step that decided it.
    step: Option<StepWord>,
}

impl Answer {
    /// Returns one that no step has decided.
    fn new(wins: bool, by_path: bool) -> Self {
        Self { wins, by_path, step: None }
    }
}

/// A search in progress.
pub(super) struct Tree<'a, 'p, S: StateSize> {
    pub(super) compiled: &'p Compiled<S>,
    pub(super) walker: Walker<'p, S>,
    pub(super) chances: Chances<'p, S::Board>,
    pub(super) attacker: SideId,
    pub(super) memory: &'a mut Memory,
    pub(super) record: Record<S>,
    /// How often any position has occurred in the game, at most.
    pub(super) most_occurrences: u32,
    pub(super) control: &'a dyn Control,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    /// Why the search must come to its end, once it must.
    pub(super) stopped: Option<Stop>,
    /// How far from its limit a clock may be for it to matter.
    pub(super) reach: i32,
    habits: Habits,
    spare: Vec<Box<Ordered<'p, S>>>,
}

/// How a position has come back, if that matters.
type Back<S> = Option<Recurrence<State<S>>>;

impl<'a, 'p, S: StateSize> Tree<'a, 'p, S> {
    /// Makes one for the attacker whose turn it is in the last of the states of a game.
    pub(super) fn new(
        compiled: &'p Compiled<S>,
        game: &[State<S>],
        attacker: SideId,
        memory: &'a mut Memory,
        control: &'a dyn Control,
        most_nodes: u64,
    ) -> Self {
        let mut walker = Walker::new(&compiled.program);
        let chances = Chances::of(&compiled.program, attacker);
        let mut record =
            Record::of_game(&mut walker, compiled.program.lookback, game.iter().copied());
        record.least = chances.least_repetition.map_or(u32::MAX, u32::from);
        record.counts_path = false;
        Self {
            compiled,
            walker,
            chances,
            attacker,
            memory,
            most_occurrences: record.most_occurrences(),
            record,
            control,
            nodes: 0,
            most_nodes,
            stopped: None,
            reach: 0,
            habits: Habits::new(),
            spare: Vec::new(),
        }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// If the search must stop.
    fn count_node(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.walker.has_met_limit() {
            self.stopped = Some(Stop::TooMuch);
        } else if self.nodes >= self.most_nodes
            || (self.nodes.is_multiple_of(PATIENCE) && self.control.stops(self.nodes))
        {
            self.stopped = Some(Stop::Asked);
        }
        self.stopped.map_or(Ok(()), Err)
    }

    /// Finds out whether the attacker wins from a node between turns within so many turns of its own.
    fn wins(&mut self, node: &mut Node<'p, S>, left: u8, ply: usize) -> Result<Answer, Stop> {
        self.count_node()?;
        if ply > MOST_PLIES {
            return Ok(Answer::new(false, true));
        }
        let is_own = node.side() == self.attacker;
        let goes_on = left > 0 || (!is_own && self.chances.may_be_given);
        let returned = self.path_key(node);
        let returned =
            returned.and_then(|key| self.record.recurrence(key, node.state(), &mut self.walker));
        // If the path counts, nothing is remembered in any case.
        let by_path = returned.is_some() && self.compiled.program.lookback > 0;
        let by_record = returned.is_some() || self.asks_record(node);
        let may_be_over = by_record || node.may_be_over(&self.chances);
        if !goes_on && !may_be_over && !node.may_be_stuck(&self.chances) {
            return Ok(Answer::new(false, false));
        }
        let back = returned.map(|returned| returned.recurrence);
        let back = back.or_else(|| by_record.then(|| Recurrence::times(1)));
        if let Some(over) = self.ended(node, back.clone()) {
            return Ok(Answer::new(self.is_won(over), by_path));
        }
        if !goes_on {
            let wins = node.may_be_stuck(&self.chances)
                && !self.has_turn(node)
                && self.is_won_stuck(node, back);
            return Ok(Answer::new(wins, by_path));
        }
        let answer = self.look_up(node, left, ply, back)?;
        Ok(Answer { by_path: by_path || answer.by_path, ..answer })
    }

    /// Returns whether the game is over between turns, or no turn is legal.
    pub(super) fn is_over(&mut self, state: &State<S>) -> bool {
        let mut node = self.walker.node(state);
        let back = self.asks_record(&node).then(|| Recurrence::times(1));
        let is_over = self.ended(&mut node, back).is_some() || !self.has_turn(&node);
        self.walker.recycle(node);
        is_over
    }

    /// Returns whether the attacker wins from a state between turns within so many turns of its own.
    pub(super) fn wins_from(&mut self, state: &State<S>, left: u8) -> bool {
        let mut node = self.walker.node(state);
        let answer = self.wins(&mut node, left, 1);
        self.walker.recycle(node);
        answer.is_ok_and(|answer| answer.wins)
    }

    /// Returns the key by which a node between turns is looked for in the record, if any position can have occurred so often
    /// that it matters.
    fn path_key(&mut self, node: &mut Node<'p, S>) -> Option<u64> {
        let may_matter = self.most_occurrences.saturating_add(1) >= self.record.least;
        (self.record.counts_path || may_matter).then(|| self.walker.keys(node).0)
    }

    /// Returns whether the record may end the game in a node, whatever has come back.
    fn asks_record(&self, node: &Node<'p, S>) -> bool {
        let program = &self.compiled.program;
        program.search_key.ends_unforeseen || node.state().is_any_near_limit(program)
    }

    /// Returns how the game is over in a node between turns, in the order in which the rules ask; nothing if it goes on, or
    /// there is no legal turn and no other ending.
    fn ended(&mut self, node: &mut Node<'p, S>, back: Back<S>) -> Option<u32> {
        if node.state().over != 0 {
            return Some(node.state().over);
        }
        if back.is_none() && !node.is_decided() {
            return None;
        }
        let over = node.outcome(back.clone(), true)?;
        // An ending that comes first may ask whether there is a turn.
        let rules = self.compiled.program.rules(node.side());
        if rules.endings.iter().any(|ending| ending.without_turns) && !self.has_turn(node) {
            return node.outcome(back, false);
        }
        Some(over)
    }

    /// Returns whether the attacker has won in a node without a legal turn.
    fn is_won_stuck(&self, node: &mut Node<'p, S>, back: Back<S>) -> bool {
        node.outcome(back, false).is_some_and(|over| self.is_won(over))
    }

    /// Returns whether the attacker is the winner of an ended game, by the code that a state keeps for it.
    pub(super) fn is_won(&self, over: u32) -> bool {
        winner_of(over) == Some(self.attacker)
    }

    /// Returns whether there is a legal turn.
    fn has_turn(&mut self, node: &Node<'p, S>) -> bool {
        let mut ordered = self.spare.pop().unwrap_or_default();
        let found = self.walker.has_turn(node, &mut ordered.steps);
        self.spare.push(ordered);
        found
    }

    /// Returns the key of a position for this attacker.
    fn key(&self, node: &Node<'p, S>) -> u64 {
        let program = &self.compiled.program;
        let state = node.state();
        let mut key = state.key_without_clocks(program);
        for clock in &program.search_key.clocks {
            let value = state.number(clock.number);
            if clock.limit.saturating_sub(value).saturating_abs() <= self.reach {
                let value = u64::from(value.cast_unsigned()) + 1;
                key = (key ^ value).wrapping_mul(ATTACKER).rotate_left(31);
            }
        }
        (key ^ (u64::from(self.attacker.0) + 1).wrapping_mul(ATTACKER)).rotate_left(11)
    }

    /// Answers from memory, or tries the turns and remembers.
    fn look_up(
        &mut self,
        node: &mut Node<'p, S>,
        left: u8,
        ply: usize,
        back: Back<S>,
    ) -> Result<Answer, Stop> {
        let key = self.key(node);
        let remembers = !self.record.counts_path;
        let known = self.memory.get(key);
        if remembers && let Some(wins) = known.answer(left) {
            return Ok(Answer::new(wins, false));
        }
        let is_kept = self.record.counts_path || self.compiled.program.lookback > 0;
        let path_key = self.path_key(node).filter(|_| is_kept);
        if let Some(path_key) = path_key {
            self.record.push(path_key, node.state(), &self.walker);
        }
        let found = self.try_steps(node, left, ply, known.step());
        if path_key.is_some() {
            self.record.pop();
        }
        let answer = match found? {
            Some(answer) => answer,
            None => Answer::new(self.is_won_stuck(node, back), false),
        };
        if !answer.by_path && remembers {
            self.memory.put(key, left, answer.wins, answer.step);
        }
        Ok(answer)
    }

    /// Tries the steps of a node; `None` if there is no legal one.
    fn try_steps(
        &mut self,
        node: &mut Node<'p, S>,
        left: u8,
        ply: usize,
        known: Option<StepWord>,
    ) -> Result<Option<Answer>, Stop> {
        let mut ordered = self.spare.pop().unwrap_or_default();
        self.walker.steps(node, &mut ordered.steps);
        let is_own = node.side() == self.attacker;
        if left > 0 {
            ordered.sort(&mut self.walker, node, &self.habits, known, is_own);
        } else {
            ordered.leave();
        }
        let found = self.try_ordered(node, &ordered, left, ply);
        self.spare.push(ordered);
        found
    }

    fn try_ordered(
        &mut self,
        node: &Node<'p, S>,
        ordered: &Ordered<'p, S>,
        left: u8,
        ply: usize,
    ) -> Result<Option<Answer>, Stop> {
        let is_own = node.side() == self.attacker;
        let mut found: Option<Answer> = None;
        for &number in &ordered.order {
            let Some(mut next) = self.walker.make(node, &ordered.steps, number) else { continue };
            let answer = if next.is_between_turns() {
                self.wins(&mut next, left - u8::from(is_own), ply + 1).map(Some)
            } else {
                self.try_steps(&mut next, left, ply, None)
            };
            self.walker.recycle(next);
            let Some(Answer { wins, by_path, .. }) = answer? else { continue };
            let by_path = by_path || found.is_some_and(|found| found.by_path);
            if wins == is_own {
                let word = ordered.steps.list[number].word;
                self.habits.reward(node.side(), word, left);
                return Ok(Some(Answer { wins, by_path, step: Some(word) }));
            }
            found = Some(Answer::new(wins, by_path));
        }
        Ok(found)
    }
}
