//! Counting turns.

use crate::compile::legality::is_own;
use crate::compile::program::{Cond, Program, Stmt};
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES, MAX_TURNS, MAX_WORK};
use crate::play::execution::choices::Asked;
use crate::play::execution::run::{Execution, MovedBy, Pick, Progress, TURN_ENDS, Work};
use crate::play::legality::check_info::{CheckInfo, Verdict};
use crate::play::legality::turns::{decided_with_turns, legal_turns};
use crate::play::movegen::list::{Listed, ListedDrops};
use crate::play::movegen::moves::Moves;
use crate::play::perft::preferences::{PreferenceFilter, Wanted, preferred};
use crate::play::perft::transposition::TranspositionTable;
use crate::play::perft::turn_steps::Tables;
use crate::play::state::{State, StateSize};
use crate::state::Effort;

/// Counts the sequences of that many legal turns; returns whether some may be left out, as there is more to be done to find
/// them than may be done for a position.
///
/// All turns of the last ply are listed, not only counted. A position in which the game is over has no turns; endings by
/// the record of the game are not looked at. Needs memory for a few turns only.
pub fn perft<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    depth: u32,
) -> (u64, bool) {
    let mut counter = Perft::new(program);
    let mut run = counter.run(state);
    let count = counter.count(&mut run, depth);
    (count, counter.effort.was_spent())
}

/// Counts the same with what is known of states met before, in a table of at most that many bytes; returns the count, how
/// often something was looked for in the table, and how often it was there. `None` if there is not so much memory.
pub fn hashed<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    depth: u32,
    bytes: usize,
) -> Option<(u64, u64, u64)> {
    let mut counter = Perft::new(program);
    counter.known = Some(TranspositionTable::new(bytes)?);
    let mut run = counter.run(state);
    let count = counter.count(&mut run, depth);
    counter.known.map(|known| (count, known.asked, known.found))
}

/// Returns the states to which the legal turns lead, as they are found when turns are counted, in no certain order; and how
/// much was done to find them.
pub fn outcomes<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
) -> (Vec<State<S>>, u64) {
    let mut counter = Perft::new(program);
    let mut run = counter.run(state);
    let states = if decided_with_turns(&mut run) { Vec::new() } else { counter.outcomes(&mut run) };
    let done = counter.effort.done();
    (states, done)
}

/// Counts turns, with memory that is used again.
#[derive(Debug)]
pub struct Perft<'p, S: StateSize> {
    program: &'p Program<S::Board>,
    lists: Vec<Moves>,
    /// Lists of moves to be used again.
    #[expect(clippy::vec_box, reason = "they are taken out and put back for each position")]
    pub moves: Vec<Box<Listed>>,
    /// Lists of drops to be used again.
    pub drops: Vec<ListedDrops>,
    /// Memory for what endangers royal pieces, to be used again.
    pub check_infos: Vec<Box<CheckInfo<'p, S>>>,
    runs: Vec<Box<Execution<'p, S>>>,
    /// Where turns are gathered and not counted, what is found.
    pub preference_filter: Option<PreferenceFilter<S>>,
    /// Memory for states that are gathered.
    spare_states: Vec<Vec<State<S>>>,
    /// What is known of states met before, if that is wanted.
    known: Option<TranspositionTable>,
    /// How much has been done for the state whose turns are being found.
    pub effort: Effort,
}

/// The most preferences of which turns bear in mind which they satisfy.
const MAX_PREFERENCES: usize = 64;

impl<'p, S: StateSize> Perft<'p, S> {
    /// Makes one that has no memory yet.
    pub fn new(program: &'p Program<S::Board>) -> Self {
        Self {
            program,
            lists: Vec::new(),
            moves: Vec::new(),
            drops: Vec::new(),
            check_infos: Vec::new(),
            runs: Vec::new(),
            preference_filter: None,
            spare_states: Vec::new(),
            known: None,
            effort: Effort::default(),
        }
    }

    /// Makes a run that stands still and whose effort is counted here.
    // States may be large: what goes on for many turns and choices keeps none of them on the stack.
    #[inline(never)]
    fn still(&self, state: &State<S>, own: u8) -> Box<Execution<'p, S>> {
        Box::new(Execution::counted(self.program, *state, own, self.effort.clone()))
    }

    /// Counts what follows from the state in which a run stands still.
    fn count(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        match &mut self.known {
            Some(known) if depth > 1 => {
                let key = run.state.key(self.program);
                if let Some(count) = known.get(key, depth) {
                    return count;
                }
                let count = self.count_anew(run, depth);
                if let Some(known) = &mut self.known {
                    known.set(key, depth, count);
                }
                count
            }
            _ => self.count_anew(run, depth),
        }
    }

    fn count_anew(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let before = self.effort.pause();
        let count = if decided_with_turns(run) {
            0
        } else if run.rules().counts_plainly {
            self.turns(run, depth)
        } else {
            self.count_compared(run, depth)
        };
        self.effort.resume(before);
        count
    }

    /// Counts turns some of which read alike, or go before others.
    fn count_compared(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if self.program.can_repeat_turns || run.rules().preferences.len() > MAX_PREFERENCES {
            return self.count_generally(&run.state, depth);
        }
        if !run.rules().preferences.is_empty() {
            return self.count_preferred(run, depth);
        }
        self.turns(run, depth)
    }

    /// Counts the turns that go before others.
    fn count_preferred(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        let wanted = if depth == 1 { Wanted::Count } else { Wanted::Following(depth - 1) };
        let found = self.gather(run, wanted);
        let mut sum = found.count;
        for state in &found.states {
            let mut next = self.run(state);
            sum += self.count(&mut next, depth - 1);
            self.runs.push(next);
        }
        self.spare_states.push(found.states);
        sum
    }

    /// Returns the states to which legal turns lead.
    pub fn outcomes(&mut self, run: &mut Execution<'p, S>) -> Vec<State<S>> {
        if self.program.can_repeat_turns || run.rules().preferences.len() > MAX_PREFERENCES {
            let turns = legal_turns(self.program, &run.state, self.effort.clone());
            return turns.into_iter().map(|turn| turn.state).collect();
        }
        self.gather(run, Wanted::States).states
    }

    fn gather(&mut self, run: &mut Execution<'p, S>, wanted: Wanted) -> PreferenceFilter<S> {
        let preferences = u32::try_from(run.rules().preferences.len()).unwrap_or(u32::MAX);
        let memory = self.spare_states.pop().unwrap_or_default();
        let before =
            self.preference_filter.replace(PreferenceFilter::new(wanted, preferences, memory));
        self.turns(run, 1);
        let found = std::mem::replace(&mut self.preference_filter, before);
        found.unwrap_or_else(|| PreferenceFilter::new(wanted, preferences, Vec::new()))
    }

    /// Counts, or gathers, the turns of a run that stands still.
    fn turns(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        if let Some(steps) = run.steps() {
            if !run.open(&steps.opening) {
                return 0;
            }
            if let [step] = steps.steps.as_slice()
                && let Some((pieces, slot)) = step.move_of_turn().filter(|_| step.guards.is_empty())
            {
                return self.only_step(run, step, (pieces, slot), depth);
            }
            return self.each_step(run, &steps.steps, depth);
        }
        run.begin_turn();
        self.follow(run, depth)
    }

    /// Returns a run that stands still in a state.
    pub fn run(&mut self, state: &State<S>) -> Box<Execution<'p, S>> {
        match self.runs.pop() {
            Some(mut run) => {
                run.renew(state);
                run
            }
            None => self.still(state, state.to_move),
        }
    }

    fn count_generally(&mut self, state: &State<S>, depth: u32) -> u64 {
        let turns = legal_turns(self.program, state, self.effort.clone());
        if depth == 1 {
            return turns.len() as u64;
        }
        let mut sum = 0;
        for turn in &turns {
            let mut next = self.run(&turn.state);
            sum += self.count(&mut next, depth - 1);
            self.runs.push(next);
        }
        sum
    }

    /// Counts what follows from a turn that has begun.
    pub fn follow(&mut self, run: &mut Execution<'p, S>, depth: u32) -> u64 {
        loop {
            match run.advance() {
                Progress::Dead => return 0,
                Progress::Done => return self.finish(run, true, depth),
                Progress::Choice(statement) => {
                    let last = is_last(run) && run.has_room_for_last_step();
                    match statement {
                        Stmt::Move { .. } if last => return self.last_move(run, statement, depth),
                        Stmt::Drop { .. } if last => return self.last_drop(run, statement, depth),
                        _ => {}
                    }
                    match run.ask(statement) {
                        Asked::Dead => return 0,
                        Asked::GoesOn => {}
                        Asked::Choices(choices) => {
                            return self.branch(run, statement, choices, depth);
                        }
                    }
                }
            }
        }
    }

    /// Counts what follows from each of several choices.
    fn branch(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        mut choices: Vec<Pick>,
        depth: u32,
    ) -> u64 {
        let Some(last) = choices.pop() else { return 0 };
        let mut sum = 0;
        let before = self.effort.done();
        for pick in choices {
            let mut next = self.copy(run);
            next.pick(statement, pick);
            sum += self.follow(&mut next, depth);
            self.runs.push(next);
            self.rest(before);
        }
        run.pick(statement, last);
        sum + self.follow(run, depth)
    }

    /// Copies a run into memory that is used again.
    #[inline(never)]
    fn copy(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        match self.runs.pop() {
            Some(mut copy) => {
                copy.copy_from(run);
                copy
            }
            None => Box::new(run.clone()),
        }
    }

    /// Makes a run that stands still in the state after a turn that is over.
    #[inline(never)]
    fn after(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        self.run(&run.finished())
    }

    /// Counts what follows from a turn that is over.
    fn finish(&mut self, run: &mut Execution<'p, S>, judge: bool, depth: u32) -> u64 {
        if judge && run.forbidden() {
            return 0;
        }
        if self.preference_filter.is_some() {
            if let Some(depth) = self.note(run) {
                let mut next = self.after(run);
                self.count_noted(&mut next, depth);
                self.runs.push(next);
            }
            return 1;
        }
        if depth == 1 {
            return 1;
        }
        let mut next = self.after(run);
        let sum = self.count(&mut next, depth - 1);
        self.runs.push(next);
        sum
    }

    /// Adds a turn that is over to those that are gathered; returns how many turns are to be counted from here, as no turn
    /// can go before this one.
    #[inline(never)]
    fn note(&mut self, run: &mut Execution<'p, S>) -> Option<u32> {
        let preferred = preferred(run);
        let preference_filter = self.preference_filter.as_mut()?;
        if !preference_filter.admits(preferred) {
            return None;
        }
        match preference_filter.wanted {
            Wanted::Count => preference_filter.count += 1,
            Wanted::Following(depth) if preference_filter.is_at_top() => return Some(depth),
            Wanted::Following(_) | Wanted::States => {
                self.effort.spend(std::mem::size_of::<State<S>>() / 2);
                if preference_filter.states.len() < MAX_TURNS && !self.effort.is_spent() {
                    preference_filter.states.push(run.finished());
                }
            }
        }
        None
    }

    /// Counts what follows from the state after a turn before which none can go.
    fn count_noted(&mut self, run: &mut Execution<'p, S>, depth: u32) {
        let preference_filter = self.preference_filter.take();
        let sum = self.count(run, depth);
        self.preference_filter = preference_filter;
        if let Some(preference_filter) = &mut self.preference_filter {
            preference_filter.count += sum;
        }
    }

    /// Counts turns that need not be played to be counted; `None` if these have to be.
    pub fn counted(&mut self, preferred: Option<u64>, count: usize, depth: u32) -> Option<u64> {
        let count = count as u64;
        let Some(preference_filter) = &mut self.preference_filter else {
            return (depth == 1).then_some(count);
        };
        let preferred = preferred?;
        if preference_filter.may_count(preferred) {
            if preference_filter.wanted != Wanted::Count {
                return None;
            }
            // No turn at all goes before no other.
            if count > 0 && preference_filter.admits(preferred) {
                preference_filter.count += count;
            }
        }
        Some(count)
    }

    /// Returns a run that is about to make the next step as another one could.
    pub fn like(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        let mut next = match self.runs.pop() {
            Some(next) => next,
            None => self.still(&run.state, run.own),
        };
        next.follow(run);
        next
    }

    /// Takes back a run whose memory can be used again.
    pub fn give_back(&mut self, run: Box<Execution<'p, S>>) {
        self.runs.push(run);
    }

    /// Counts what follows from a last step that is made on a copy of a run.
    pub fn tried(
        &mut self,
        run: &Execution<'p, S>,
        (judge, depth): (bool, u32),
        act: impl FnOnce(&mut Execution<'p, S>) -> bool,
    ) -> u64 {
        let mut next = self.like(run);
        let (mut sum, before) = (0, self.effort.done());
        if act(&mut next) && !(judge && next.forbidden()) {
            sum = 1;
            if self.preference_filter.is_some() {
                if let Some(depth) = self.note(&mut next) {
                    next.pass();
                    self.count_noted(&mut next, depth);
                }
            } else if depth > 1 {
                next.pass();
                sum = self.count(&mut next, depth - 1);
            }
        }
        self.runs.push(next);
        self.rest(before);
        sum
    }

    /// Goes on to another turn of the state: where turns are counted, each may take as much as the others; where their
    /// states are gathered, all together.
    pub fn rest(&self, before: u64) {
        if self
            .preference_filter
            .as_ref()
            .is_none_or(|preference_filter| !preference_filter.keeps_states())
        {
            self.effort.rest(before);
        }
    }

    /// Counts the moves that end the turn, in the middle of a turn.
    fn last_move(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces, only, slot, .. } = statement else { return 0 };
        if *only != Cond::Fixed(true) || !is_own(pieces, usize::from(run.own)) {
            return self.wanted_last_move(run, statement, depth);
        }
        let tables = last(run, *slot);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        let sum = self.listed_moves(run, pieces, tables, check_info, depth);
        self.looked(looked);
        sum
    }

    /// Counts those of the moves that end the turn which satisfy the statement's condition.
    fn wanted_last_move(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Move { pieces: source, only, slot, .. } = statement else { return 0 };
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        let pieces = run.squares(source);
        run.wanted_moves(pieces, only, &mut moves);
        let own = usize::from(run.own);
        let mut looked = self.nothing_looked_for();
        let check_info = if is_own(source, own) { looked.check_info(run) } else { None };
        let before = Before::of(run);
        let mut sum = 0;
        for &made in &moves.list {
            let move_effects = &run.rules().move_effects;
            let verdict = check_info
                .map_or(Verdict::Unknown, |check_info| check_info.judge(made, move_effects));
            sum += self.last(run, &before, (verdict, depth), |run| {
                run.make_move(*slot, made, moves.trail(made));
            });
        }
        self.lists.push(moves);
        self.looked(looked);
        sum
    }

    /// Counts the drops that end the turn, in the middle of a turn.
    fn last_drop(
        &mut self,
        run: &mut Execution<'p, S>,
        statement: &'p Stmt<S::Board>,
        depth: u32,
    ) -> u64 {
        let Stmt::Drop { hand, types, on, slot, .. } = statement else { return 0 };
        let tables = last(run, *slot);
        let mut looked = self.nothing_looked_for();
        let check_info = looked.check_info(run);
        let sum = self.listed_drops(run, (*hand, types, on), tables, check_info, depth);
        self.looked(looked);
        sum
    }

    /// Counts what follows from one last move or drop, which is made only if there is need to, and undone.
    pub fn last(
        &mut self,
        run: &mut Execution<'p, S>,
        before: &Before<'p, S>,
        (verdict, depth): (Verdict, u32),
        make: impl FnOnce(&mut Execution<'p, S>),
    ) -> u64 {
        match verdict {
            Verdict::Illegal => 0,
            Verdict::Legal if depth == 1 && self.preference_filter.is_none() => 1,
            Verdict::Legal | Verdict::Unknown => {
                make(run);
                let done = self.effort.done();
                let sum = self.complete(run, verdict, depth);
                self.rest(done);
                before.restore(run);
                sum
            }
        }
    }

    /// Brings a turn to its end after its last move or drop.
    fn complete(&mut self, run: &mut Execution<'p, S>, verdict: Verdict, depth: u32) -> u64 {
        match run.advance() {
            Progress::Dead => 0,
            Progress::Done => self.finish(run, verdict == Verdict::Unknown, depth),
            Progress::Choice(statement) => match run.ask(statement) {
                Asked::Dead => 0,
                Asked::GoesOn => self.follow(run, depth),
                Asked::Choices(choices) => {
                    // What the choices bring about is undone by the caller.
                    self.branch(run, statement, choices, depth)
                }
            },
        }
    }
}

impl<S: StateSize> Execution<'_, S> {
    /// Tells whether one more move or drop and the end of the turn cannot be too much.
    fn has_room_for_last_step(&self) -> bool {
        let bounds = self.program.facts.bounds[usize::from(self.own)];
        bounds.turn
            || bounds.last_step.is_some_and(|cost| {
                self.events + cost.events <= MAX_CASCADE
                    && self.picks.len() + cost.choices <= MAX_CHOICES
                    && self.work + cost.work <= MAX_WORK
            })
    }
}

/// Returns what is known of moves and drops that end the turn.
fn last<'p, S: StateSize>(run: &Execution<'p, S>, slot: Option<u16>) -> Tables<'p, S::Board> {
    let rules = run.rules();
    Tables { move_effects: &rules.move_effects, generators: &rules.generators, slot, then: &[] }
}

/// What a last choice changes, to be undone for the next.
pub struct Before<'p, S: StateSize> {
    state: Box<State<S>>,
    continuation: Vec<Work<'p, S::Board>>,
    events: usize,
    work: usize,
    captures: i32,
    picks: usize,
    next: Option<u8>,
    moved_by: MovedBy,
    mover: Option<u8>,
}

impl<'p, S: StateSize> Before<'p, S> {
    /// Notes how things are.
    pub fn of(run: &Execution<'p, S>) -> Self {
        Self {
            state: Box::new(run.state),
            continuation: run.continuation.clone(),
            events: run.events,
            work: run.work,
            captures: run.captures,
            picks: run.picks.len(),
            next: run.next,
            moved_by: run.moved_by,
            mover: run.mover,
        }
    }

    fn restore(&self, run: &mut Execution<'p, S>) {
        run.state = *self.state;
        (run.events, run.work, run.captures) = (self.events, self.work, self.captures);
        run.picks.truncate(self.picks);
        run.continuation.clone_from(&self.continuation);
        run.ending = false;
        (run.next, run.moved_by, run.mover) = (self.next, self.moved_by, self.mover);
    }
}

/// Tells whether nothing but the end of the turn comes after the choice that is asked for.
pub fn is_last<S: StateSize>(run: &Execution<'_, S>) -> bool {
    let over = |work: &Work<'_, S::Board>| matches!(work, Work::Block(statements, index) if *index >= statements.len());
    !run.ending
        && run.next.is_none()
        && matches!(run.continuation.first(), Some(Work::Fire(TURN_ENDS, 0)))
        && run.continuation[1..].iter().all(over)
}
