//! One of the games of a batch.

use super::form::Form;
use super::planning;
use super::report::{End, Report};
use super::space::ActionSpace;
use crate::ir::SquareIndex;
use crate::play::perft::counter::Perft;
use crate::play::playouts::record::Record;
use crate::play::search::{Chosen, NextSteps, Node, Walker};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::result_of;
use crate::play::state::sizes::StateSize;
use crate::state::{Random, Recurrence, SpendingLimit};

/// What all games of a batch share.
pub(super) struct Shared<'p, S: StateSize> {
    pub(super) compiled: &'p Compiled<S>,
    pub(super) space: &'p ActionSpace,
    pub(super) form: &'p Form,
    pub(super) walker: Walker<'p, S>,
    pub(super) counter: Perft<'p, S>,
    /// Whether an ending looks at the positions before.
    pub(super) by_record: bool,
    /// The most turns of a game.
    pub(super) limit: u32,
    pub(super) seed: u64,
    /// A bit for each action: whether a step of the present list has it.
    pub(super) taken: Vec<u64>,
}

/// One of the games, from one turn to the next, or inside a turn.
pub(super) struct Seat<'p, S: StateSize> {
    /// `None` only while a step is made.
    node: Option<Node<'p, S>>,
    steps: NextSteps<'p, S>,
    /// The legal actions, each with the number of its step.
    legal: Vec<(u32, u32)>,
    /// Where turns are whole steps: those that begin with what was chosen so far.
    whole: Option<Vec<u32>>,
    /// The squares chosen so far in this turn.
    chosen: Vec<SquareIndex>,
    /// How many steps of this turn were made.
    made: usize,
    /// What is still to be chosen of a turn that was chosen as a whole, the next one last.
    planned: Vec<u32>,
    record: Option<Record<S>>,
    random: Random,
    game: u64,
    turns: u32,
    end: Option<End>,
}

impl<'p, S: StateSize> Seat<'p, S> {
    /// Begins a game.
    pub(super) fn begin(shared: &mut Shared<'p, S>, state: &State<S>, game: u64) -> Self {
        let mut seat = Self {
            node: None,
            steps: NextSteps::default(),
            legal: Vec::new(),
            whole: None,
            chosen: Vec::new(),
            made: 0,
            planned: Vec::new(),
            record: None,
            random: Random::new(0),
            game: 0,
            turns: 0,
            end: None,
        };
        seat.begin_again(shared, state, game);
        seat
    }

    /// Begins another game in the same place.
    pub(super) fn begin_again(&mut self, shared: &mut Shared<'p, S>, state: &State<S>, game: u64) {
        if let Some(node) = self.node.take() {
            shared.walker.recycle(node);
        }
        self.node = Some(shared.walker.node(state));
        self.record = shared.by_record.then(Record::default);
        self.random = Random::stream(shared.seed, game);
        (self.game, self.turns, self.end) = (game, 0, None);
        self.begin_turn(shared);
    }

    /// Returns how the game has ended, if it has.
    pub(super) fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Returns the number of the game.
    pub(super) fn game(&self) -> u64 {
        self.game
    }

    /// Chooses one of the legal actions by the random numbers of the game.
    pub(super) fn random_action(&mut self) -> Option<u32> {
        if self.legal.is_empty() {
            return None;
        }
        let number = self.random.below(self.legal.len());
        self.legal.get(number).map(|&(action, _)| action)
    }

    /// Chooses the next action of a turn that is chosen as a whole by the random numbers of the game: each legal turn is as
    /// likely as any other, and the games are those that [`playouts`](crate::Game::playouts) plays.
    pub(super) fn random_step_of_turn(&mut self, shared: &mut Shared<'p, S>) -> Option<u32> {
        if self.made == 0 && !self.legal.is_empty() {
            self.planned.clear();
            self.plan_turn(shared);
        }
        let planned = self.planned.pop();
        let planned = planned.filter(|action| self.legal.iter().any(|(legal, _)| legal == action));
        planned.or_else(|| self.random_action())
    }

    /// Chooses a turn, and finds out by which actions it is made.
    fn plan_turn(&mut self, shared: &mut Shared<'p, S>) {
        let Some(node) = &self.node else { return };
        let mut run = shared.counter.pool.idle_in(node.state());
        let played = shared.counter.play_one(&mut run, &mut |count| self.random.below(count));
        let state = run.state;
        shared.counter.pool.recycle(run);
        if played {
            self.planned = self.actions_to(shared, &state);
        }
    }

    /// Finds the actions by which the turn is made that leads to a state, the last one first; none if no turn does, or a part
    /// of a turn was made.
    pub(super) fn actions_to(&self, shared: &mut Shared<'p, S>, state: &State<S>) -> Vec<u32> {
        let wanted = state.search_key(&shared.compiled.program);
        let mut found = Vec::new();
        match &self.node {
            Some(node) if self.made == 0 && self.whole.is_none() => {
                let begun = planning::Begun { node, steps: &self.steps, legal: &self.legal };
                planning::by_steps(shared, begun, wanted, &mut found);
            }
            Some(_) if self.made == 0 => {
                planning::whole_turn(shared, &self.steps, wanted, &mut found);
            }
            _ => {}
        }
        found
    }

    /// Makes the step of a legal action. What is no legal action changes nothing.
    pub(super) fn make(&mut self, shared: &mut Shared<'p, S>, action: u32) {
        let found = self.legal.iter().find(|(legal, _)| *legal == action);
        let Some(&(_, number)) = found.filter(|_| self.end.is_none()) else { return };
        let number = number as usize;
        if let Some(candidates) = self.whole.take() {
            self.make_part(shared, candidates, number);
            return;
        }
        let chosen = self.steps.chosen(number);
        self.finish(shared, number, chosen);
    }

    /// Makes a step of a turn that is chosen among whole turns.
    fn make_part(&mut self, shared: &mut Shared<'p, S>, candidates: Vec<u32>, number: usize) {
        let step = |turn: u32, place: usize| {
            let turn = self.steps.whole_turn(turn as usize)?;
            turn.steps.get(place).cloned()
        };
        let wanted = step(candidates.get(number).copied().unwrap_or(0), self.made);
        let place = self.made;
        let left: Vec<u32> =
            candidates.into_iter().filter(|&turn| step(turn, place) == wanted).collect();
        let longest = left
            .iter()
            .filter_map(|&turn| self.steps.whole_turn(turn as usize))
            .map(|turn| turn.steps.len())
            .max();
        let chosen = wanted.as_ref().map(Chosen::of_step);
        if let [only] = left[..]
            && longest <= Some(place + 1)
        {
            self.finish(shared, only as usize, chosen);
            return;
        }
        self.made += 1;
        self.remember(chosen);
        self.whole = Some(left);
        self.number_whole(shared);
    }

    fn remember(&mut self, chosen: Option<Chosen>) {
        match chosen {
            Some(Chosen::Move(from, to)) => self.chosen.extend([from.0, to.0]),
            Some(Chosen::Square(at) | Chosen::Drop(_, _, at)) => self.chosen.push(at.0),
            _ => {}
        }
    }

    /// Makes the step with that number, and goes on to the next choice or the next turn.
    fn finish(&mut self, shared: &mut Shared<'p, S>, number: usize, chosen: Option<Chosen>) {
        let Some(node) = self.node.take() else { return };
        let next = shared.walker.make(&node, &self.steps, number);
        let Some(next) = next else {
            // Only legal steps are offered: one that cannot be made has met a limit of work.
            self.node = Some(node);
            self.stop(End::TooMuch(SpendingLimit::Work));
            return;
        };
        shared.walker.recycle(node);
        let is_over = next.is_between_turns();
        self.node = Some(next);
        if is_over {
            self.turns += 1;
            self.begin_turn(shared);
        } else {
            self.made += 1;
            self.remember(chosen);
            self.list(shared);
        }
    }

    /// Finds out whether the game is over, and what can be done.
    fn begin_turn(&mut self, shared: &mut Shared<'p, S>) {
        (self.made, self.whole) = (0, None);
        self.chosen.clear();
        let Some(node) = &self.node else { return };
        let recurrence = match &mut self.record {
            Some(record) => record.note(shared.compiled, node.state(), &mut shared.counter.pool),
            None => Recurrence::times(1),
        };
        self.list(shared);
        let may_play = !self.legal.is_empty();
        let Some(node) = &mut self.node else { return };
        let over = node.outcome(Some(recurrence), may_play);
        let end = match over.and_then(|over| result_of(&shared.compiled.program, over)) {
            Some(result) => Some(End::Over(result)),
            None if shared.walker.has_met_limit() => Some(End::TooMuch(SpendingLimit::Work)),
            None if !may_play => Some(End::Stuck),
            None if self.turns >= shared.limit => Some(End::Limit),
            None => None,
        };
        if let Some(end) = end {
            self.stop(end);
        }
    }

    fn stop(&mut self, end: End) {
        self.end = Some(end);
        self.legal.clear();
        self.whole = None;
    }

    /// Lists the legal steps and gives them their numbers.
    fn list(&mut self, shared: &mut Shared<'p, S>) {
        let Some(node) = &self.node else { return };
        shared.walker.legal_steps(node, &mut self.steps);
        if self.steps.whole_turn(0).is_some() {
            let all = u32::try_from(self.steps.list.len()).unwrap_or(u32::MAX);
            self.whole = Some((0..all).collect());
            self.number_whole(shared);
            return;
        }
        shared.number_steps(&self.steps, &mut self.legal);
    }

    /// Gives numbers to what can be chosen next in whole turns.
    fn number_whole(&mut self, shared: &mut Shared<'p, S>) {
        let candidates = self.whole.as_deref().unwrap_or_default();
        shared.number_turns(&self.steps, (candidates, self.made), &mut self.legal);
    }

    /// Adds what there is to see of the game to a report.
    pub(super) fn report(&self, shared: &Shared<'p, S>, observed: bool, report: &mut Report) {
        let Some(node) = &self.node else { return };
        report.legal.extend(self.legal.iter().map(|(action, _)| *action));
        report.bounds.push(report.legal.len());
        report.movers.push(node.side().0);
        report.games.push(self.game);
        report.turns.push(self.turns);
        report.between.push(self.made == 0);
        if observed {
            let (program, form) = (&shared.compiled.program, shared.form);
            let begin = report.planes.len();
            report.planes.resize(begin + form.plane_bytes(), 0);
            let planes = &mut report.planes[begin..];
            form.write_planes(program, node.state(), &self.chosen, planes);
            let begin = report.counters.len();
            report.counters.resize(begin + form.counters().len(), 0);
            let seen = (node.side(), self.made);
            form.write_counters(program, node.state(), seen, &mut report.counters[begin..]);
        }
    }

    /// Returns how many turns of the game were played.
    pub(super) fn turns(&self) -> u32 {
        self.turns
    }

    /// Returns the state of the game.
    pub(super) fn state(&self) -> Option<&State<S>> {
        self.node.as_ref().map(Node::state)
    }
}

impl<'p, S: StateSize> Shared<'p, S> {
    /// Gives numbers to steps.
    pub(super) fn number_steps(&mut self, steps: &NextSteps<'p, S>, into: &mut Vec<(u32, u32)>) {
        self.taken.fill(0);
        into.clear();
        let mut spare = self.space.spare();
        for number in 0..steps.list.len() {
            let Some(chosen) = steps.chosen(number) else { continue };
            if let Some(action) = self.own_number(chosen, &mut spare) {
                into.push((action, u32::try_from(number).unwrap_or(u32::MAX)));
            }
        }
    }

    /// Gives numbers to what can be chosen in some place of whole turns.
    pub(super) fn number_turns(
        &mut self,
        steps: &NextSteps<'p, S>,
        (candidates, place): (&[u32], usize),
        into: &mut Vec<(u32, u32)>,
    ) {
        self.taken.fill(0);
        into.clear();
        let mut spare = self.space.spare();
        let mut seen = Vec::new();
        for (number, &turn) in (0..).zip(candidates) {
            let Some(turn) = steps.whole_turn(turn as usize) else { continue };
            let step = turn.steps.get(place);
            if seen.contains(&step) {
                continue;
            }
            seen.push(step);
            let chosen = step.map_or(Chosen::Nothing, Chosen::of_step);
            if let Some(action) = self.own_number(chosen, &mut spare) {
                into.push((action, number));
            }
        }
    }

    /// Returns the number of what a step chooses, or a spare one if another step of the list has it; none if there are no
    /// more.
    fn own_number(&mut self, chosen: Chosen, spare: &mut std::ops::Range<u32>) -> Option<u32> {
        let number = self.space.number(chosen);
        let bit = 1u64 << (number % u64::BITS);
        let word = self.taken.get_mut((number / u64::BITS) as usize)?;
        if number >= self.space.spare().start || *word & bit != 0 {
            return spare.next();
        }
        *word |= bit;
        Some(number)
    }
}
