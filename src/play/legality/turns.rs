//! Finds legal turns by playing every turn in all ways, and answers questions about them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::compile::program::{Cond, Program, Stmt};
use crate::ir::limits::MAX_NESTING_OF_TURNS;
use crate::ir::{Game, LabelId, SideId};
use crate::play::execution::moves::{BYTES_AT_ONCE, Pick};
use crate::play::execution::past::Past;
use crate::play::execution::picks::label_of;
use crate::play::execution::run::Execution;
use crate::play::movegen::choice::choice_of;
use crate::play::movegen::choices::Stop;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::{Shown, ShownStep, Step, Unplayable, WorkBudget};

/// A legal turn: its steps, and the state after it.
#[derive(Clone, Debug)]
pub(crate) struct LegalTurn<S: StateSize> {
    /// Its steps; none if they were not asked for.
    pub(crate) steps: Vec<Step>,
    /// The state after it.
    pub(crate) state: State<S>,
}

impl<S: StateSize> LegalTurn<S> {
    /// Returns about how many bytes of memory it takes.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.steps.capacity() * size_of::<Step>()
    }
}

/// Returns about how many bytes of memory it takes to compare turns by what was chosen, if they are compared.
fn picks_bytes(picks: &[(Option<LabelId>, Pick)], compared: bool) -> usize {
    if compared { picks.iter().map(|(_, pick)| pick.bytes()).sum() } else { 0 }
}

/// Which legal turns are asked for.
#[derive(Clone, Copy)]
enum Goal<'p, B> {
    /// All.
    All,
    /// Any one of them.
    Any,
    /// Those after which a condition holds.
    Leading(&'p Cond<B>),
}

/// Returns the legal turns of the side to move without their steps; what they are is worth nothing if the budget meets a
/// limit.
pub(crate) fn legal_turns<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    budget: WorkBudget,
) -> Vec<LegalTurn<S>> {
    collect(asking(program, (state, past), budget), Goal::All, &mut Trace::default())
}

/// Returns an idle execution for a question about the turns in a state.
fn asking<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    budget: WorkBudget,
) -> Execution<'p, S> {
    let mut asked = Execution::with_budget(program, *state, state.to_move, budget);
    asked.remember(past);
    asked
}

/// Returns the steps of the legal turns as if the game began here.
pub(crate) fn turns_whatever_was<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    budget: WorkBudget,
) -> HashSet<Vec<Step>> {
    let mut begun = asking(program, (state, &Past::NOTHING), budget);
    begun.forgets = true;
    let turns = collect(begun, Goal::All, &mut Trace::of_steps());
    turns.into_iter().map(|turn| turn.steps).collect()
}

/// Tells whether the side to move has a legal turn; the answer means nothing once the budget has run out.
pub(crate) fn has_legal_turn<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    budget: WorkBudget,
) -> bool {
    !collect(asking(program, (state, past), budget), Goal::Any, &mut Trace::default()).is_empty()
}

/// Tells whether a first step is wanted.
pub(crate) type Wanted<'w> = &'w dyn Fn(&Step) -> bool;

/// Returns the legal turns whose first step is wanted, or all, with their steps, in the order in which the rules give them.
/// Where turns have to be compared with each other before it is known which of them count, all are returned. What they are is
/// worth nothing if the budget meets a limit.
pub(crate) fn turns_beginning<S: StateSize>(
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    (wanted, budget): (Option<Wanted<'_>>, WorkBudget),
) -> Vec<LegalTurn<S>> {
    let begun = asking(program, (state, past), budget);
    let compares = program.can_repeat_turns
        || program.turn_order.is_some()
        || !begun.rules().preferences.is_empty();
    let first = wanted.filter(|_| !compares);
    collect(begun, Goal::All, &mut Trace { first, ..Trace::of_steps() })
}

/// Chooses turns step by step, so often at most, with `below`, which gets the number of choices and returns the index of one:
/// what can be played where there are too many turns to be listed. There are none where rules prefer turns, as these have to be
/// compared.
pub(crate) fn turns_by_chance<'p, S: StateSize>(
    program: &'p Program<S::Board>,
    (state, past): (&'p State<S>, &Past<S>),
    below: &'p mut dyn FnMut(usize) -> usize,
    tries: usize,
) -> impl Iterator<Item = LegalTurn<S>> + use<'p, S> {
    let past = past.and(program, state);
    (0..tries).filter_map(move |_| {
        turn_by_chance(asking(program, (state, &past), WorkBudget::default()), below)
    })
}

/// Chooses the steps of a turn; `None` if that leads nowhere.
fn turn_by_chance<S: StateSize>(
    mut run: Execution<'_, S>,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<LegalTurn<S>> {
    if run.state.over != 0 || !run.rules().preferences.is_empty() {
        return None;
    }
    run.begin_turn();
    let mut trace = Trace::of_steps();
    loop {
        match run.advance_to_choices() {
            Stop::Done => break,
            Stop::Choices(statement, mut choices) if !choices.is_empty() => {
                let pick = choices.swap_remove(below(choices.len()).min(choices.len() - 1));
                trace.push(&mut run, statement, &pick);
                run.pick(statement, pick);
            }
            Stop::Choices(..) | Stop::Dead => return None,
        }
    }
    let steps = trace.steps.unwrap_or_default();
    (!run.forbidden()).then(|| LegalTurn { steps, state: run.finished() })
}

/// Plays the turn of these steps.
///
/// # Errors
/// If it is none of the ways of playing a turn, or a rule forbids it. Preferences are not looked at.
pub(crate) fn play<S: StateSize>(
    game: &Game,
    program: &Program<S::Board>,
    (state, past): (&State<S>, &Past<S>),
    (steps, budget): (&[Step], &WorkBudget),
) -> Result<State<S>, Unplayable> {
    let mut run = asking(program, (state, &past.and(program, state)), budget.clone());
    run.begin_turn();
    for (number, step) in steps.iter().enumerate() {
        match run.advance_to_choices() {
            Stop::Choices(statement, choices) => {
                let wanted = |pick: &Pick| choice_of(&mut run, pick) == step.choice;
                let Some(pick) = choices.into_iter().find(wanted) else {
                    return Err(Unplayable::NoSuchChoice(number));
                };
                run.pick(statement, pick);
            }
            Stop::Dead => return Err(Unplayable::NoSuchChoice(number)),
            Stop::Done => return Err(Unplayable::WrongLength),
        }
    }
    if !matches!(run.advance_to_choices(), Stop::Done) {
        return Err(Unplayable::WrongLength);
    }
    match run.forbidden_by().and_then(|number| game.forbids.get(number)) {
        Some(rule) => Err(Unplayable::Forbidden(rule.reason.clone())),
        None => Ok(run.finished()),
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns whether a side, if it were to move, would have a legal turn after which a condition holds.
    #[inline(never)]
    pub(crate) fn has_turn(&self, side: SideId, that: &'p Cond<S::Board>) -> bool {
        if self.nesting >= MAX_NESTING_OF_TURNS {
            return true;
        }
        let mut question = self.hypothetical(self.state, side);
        (question.nesting, question.attack_nesting) = (self.nesting + 1, self.attack_nesting);
        question.remember(&self.past);
        question.forgets = self.forgets;
        question.slots = self.slots.clone();
        let goal = if *that == Cond::Fixed(true) { Goal::Any } else { Goal::Leading(that) };
        !collect(question, goal, &mut Trace::default()).is_empty()
    }

    /// Returns whether a rule forbids the turn that has just been played, or the work budget does not allow to find out.
    pub(crate) fn forbidden(&mut self) -> bool {
        self.forbidden_by().is_some() || self.budget.is_spent()
    }

    /// Returns the number of the rule that forbids the turn that has just been played.
    fn forbidden_by(&mut self) -> Option<usize> {
        let nested = self.nesting > 1;
        self.come_back();
        let mut rules = self.rules().forbids.iter();
        rules.position(|rule| !(nested && rule.asks) && self.truth(&rule.condition))
    }
}

fn collect<'p, S: StateSize>(
    question: Execution<'p, S>,
    goal: Goal<'p, S::Board>,
    trace: &mut Trace<'_>,
) -> Vec<LegalTurn<S>> {
    if question.state.over != 0 {
        return Vec::new();
    }
    let (program, nesting) = (question.program, question.nesting);
    let mut begun = question;
    begun.past = if begun.forgets { Past::NOTHING } else { begun.past.and(program, &begun.state) };
    begun.begin_turn();
    let prefers: Vec<_> =
        begun.rules().preferences.iter().filter(|rule| nesting <= 1 || !rule.asks).collect();
    let budget = begun.budget.clone();
    let (one_will_do, mut held) = (matches!(goal, Goal::Any), 0);
    let mut turns: Vec<Found<S>> = Vec::new();
    let mut known = HashSet::new();
    explore(Box::new(begun), trace, &mut |run, trace| {
        let mut is_new = |picks: &[_]| !program.can_repeat_turns || known.insert(shown(picks));
        if !run.forbidden() && is_new(&run.picks) {
            let ranks = prefers.iter().map(|rule| run.rank(&rule.goal)).collect();
            let wanted = match goal {
                Goal::Leading(that) => run.truth(that),
                Goal::All | Goal::Any => true,
            };
            // The turns found are kept in memory.
            run.budget.spend(std::mem::size_of::<State<S>>() / BYTES_AT_ONCE);
            let steps = trace.steps.clone().unwrap_or_default();
            let turn = LegalTurn { steps, state: run.finished() };
            let bytes = turn.bytes() + picks_bytes(&run.picks, program.can_repeat_turns);
            held += bytes;
            budget.hold(bytes);
            let order = program.turn_order.as_ref();
            let order = order.map(|order| order.key(&shown(&run.picks))).unwrap_or_default();
            turns.push(Found { turn, ranks, wanted, order });
            budget.count_turns(turns.len());
        }
        !(budget.is_spent() || one_will_do && !turns.is_empty())
    });
    budget.release(held);
    for number in 0..prefers.len() {
        let highest = turns.iter().map(|found| found.ranks[number]).max();
        turns.retain(|found| Some(found.ranks[number]) == highest);
    }
    if program.turn_order.is_some() {
        turns = merged(program, turns);
    }
    turns.into_iter().filter(|found| found.wanted).map(|found| found.turn).collect()
}

/// A turn that nothing forbids.
struct Found<S: StateSize> {
    turn: LegalTurn<S>,
    /// How high it stands by each of the preferences.
    ranks: Vec<u32>,
    /// Whether it is what is wanted.
    wanted: bool,
    /// Where it comes among those that lead to the same state; empty where these are different turns.
    order: Vec<i32>,
}

/// Leaves of the turns that lead to the same state the first in their order.
fn merged<S: StateSize>(program: &Program<S::Board>, turns: Vec<Found<S>>) -> Vec<Found<S>> {
    let mut merged: Vec<Found<S>> = Vec::new();
    let mut places = HashMap::new();
    for found in turns {
        match places.entry(found.turn.state.key(program)) {
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push(found);
            }
            Entry::Occupied(place) => {
                let known = &mut merged[*place.get()];
                if found.order < known.order {
                    *known = found;
                }
            }
        }
    }
    merged
}

/// Returns what the text of a turn shows.
fn shown(picks: &[(Option<LabelId>, Pick)]) -> Vec<ShownStep<Shown>> {
    picks.iter().filter_map(|(label, pick)| pick.shown()?.with(*label)).collect()
}

/// The steps from the beginning of a turn to where it has got, if they are asked for.
#[derive(Default)]
struct Trace<'t> {
    steps: Option<Vec<Step>>,
    /// Tells which first steps are wanted, if not all.
    first: Option<&'t dyn Fn(&Step) -> bool>,
}

impl Trace<'_> {
    /// Returns one that keeps the steps.
    fn of_steps() -> Self {
        Self { steps: Some(Vec::new()), first: None }
    }

    /// Leaves out first steps that are not wanted.
    fn choose<S: StateSize>(
        &self,
        run: &mut Execution<'_, S>,
        statement: &Stmt<S::Board>,
        choices: &mut Vec<Pick>,
    ) {
        if let Some(wanted) = self.first
            && self.steps.as_ref().is_some_and(Vec::is_empty)
        {
            choices.retain(|pick| wanted(&step_of(run, statement, pick)));
        }
    }

    /// Adds a step that is about to be made.
    fn push<S: StateSize>(
        &mut self,
        run: &mut Execution<'_, S>,
        statement: &Stmt<S::Board>,
        pick: &Pick,
    ) {
        if let Some(steps) = &mut self.steps {
            steps.push(step_of(run, statement, pick));
        }
    }

    /// Takes the last step back.
    fn pop(&mut self) {
        if let Some(steps) = &mut self.steps {
            steps.pop();
        }
    }
}

/// Returns the step that is made by a choice.
fn step_of<S: StateSize>(
    run: &mut Execution<'_, S>,
    statement: &Stmt<S::Board>,
    pick: &Pick,
) -> Step {
    let (by, label) = (run.chooser(statement), label_of(statement, pick));
    Step { by, label, choice: choice_of(run, pick) }
}

/// Traverses the tree of the choices of a turn and calls `visit` at each leaf, until that returns false.
fn explore<'p, S: StateSize>(
    mut run: Box<Execution<'p, S>>,
    trace: &mut Trace<'_>,
    visit: &mut dyn FnMut(&mut Execution<'p, S>, &Trace<'_>) -> bool,
) -> bool {
    match run.advance_to_choices() {
        Stop::Dead => true,
        Stop::Done => visit(&mut run, trace),
        Stop::Choices(statement, mut choices) => {
            trace.choose(&mut run, statement, &mut choices);
            let (budget, held) = (run.budget.clone(), choices.iter().map(Pick::bytes).sum());
            budget.hold(held);
            // The last of them needs no copy.
            let (mut left, mut run) = (choices.len(), Some(run));
            let all = choices.into_iter().all(|pick| {
                left -= 1;
                let next =
                    if left == 0 { run.take() } else { run.as_ref().and_then(|it| it.fork()) };
                next.is_some_and(|mut next| {
                    trace.push(&mut next, statement, &pick);
                    next.pick(statement, pick);
                    let goes_on = explore(next, trace, visit);
                    trace.pop();
                    goes_on
                })
            });
            budget.release(held);
            all
        }
    }
}

/// Returns whether the game is over, leaving aside endings that require that there is no legal turn.
#[inline]
pub(crate) fn decided_with_turns<S: StateSize>(run: &mut Execution<'_, S>) -> bool {
    if run.state.over != 0 {
        return true;
    }
    let rules = run.rules();
    if !rules.ends_with_turns {
        return false;
    }
    if let Some(condition) = &rules.before_endings
        && !run.truth(condition)
    {
        return false;
    }
    rules.endings.iter().any(|ending| {
        ending.is_of_turns()
            && run.truth(&ending.condition)
            && run.result(ending.verdict, ending.reason).is_some()
    })
}
