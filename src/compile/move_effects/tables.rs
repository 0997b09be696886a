//! Tables of what moves and drops do: one abstract run for each way, kind of landing and class of squares.

use crate::compile::effects::EffectsOf;
use crate::compile::interpretation::{
    AbstractState, Asked, Made, Mode, Others, Range, Step, Transfer, upper_bound,
};
use crate::compile::move_effects::outcome::{Ending, Outcomes};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::locations::Loc;
use crate::compile::program::membership::is_own;
use crate::compile::program::membership::{is_occupied, never_of};
use crate::compile::program::move_effects::{EffectTable, MoveEffect, MoveEffects, Op};
use crate::compile::program::visit::{Node, size_of_block};
use crate::compile::program::{
    Program, Set, SideRules, Site, Stmt, Trig, Way, event_index, landing_number,
};
use crate::ir::{Arrival, Event, Id, LandingKind};
use crate::state::ClauseRef;

/// The most lists of operations of one side.
const MAX_MOVE_EFFECTS: usize = 20_000;
/// The most classes of squares that rules tell apart where a move starts.
const MAX_CLASSES: usize = 8;

/// How much all tables of a side's deeds may be together, where one is an operation, some 100 bytes, or what takes as long
/// to find out.
pub(crate) const BUDGET: usize = 200_000;
/// How many squares of a table count as one.
const SQUARES_AT_ONCE: usize = 32;
/// How many parts of what is followed count as one.
const PARTS_AT_ONCE: usize = 16;

/// Finds out what the steps of a side do.
pub(crate) struct Tabulator<'a, B> {
    pub(crate) program: &'a Program<B>,
    pub(crate) rules: &'a SideRules<B>,
    pub(crate) legality: Option<&'a Legality<B>>,
    pub(crate) transfer: Transfer<'a, B>,
    pub(crate) own: u8,
    /// Sets of squares that rules tell apart where a move starts.
    told_apart: Vec<B>,
    /// The class of each square as one where a move starts; none where they are not told apart.
    classes: Vec<u8>,
    pub(super) move_effects: MoveEffects<B>,
    /// What of the turn comes after its last choice.
    pub(crate) suffix: &'a [Stmt<B>],
    /// What is known before the step.
    before: Before<B>,
    /// How much more the tables may be.
    pub(crate) budget: usize,
    /// How much it is to follow what comes after a move.
    size: usize,
}

/// What is known before a step.
#[derive(Clone, Debug)]
pub(crate) struct Before<B> {
    /// Numbers of the state that are known to be in a range.
    pub(crate) numbers: Vec<(usize, Range)>,
    /// Boards of the state that are known to hold no more than some squares.
    pub(crate) boards: Vec<(usize, Set<B>)>,
    /// Whether another step of the turn has been made, or pieces may have been captured before this one.
    pub(crate) goes_on: bool,
    /// Whether the turn may go on after the step.
    pub(crate) may_go_on: bool,
}

impl<B> Default for Before<B> {
    fn default() -> Self {
        Self { numbers: Vec::new(), boards: Vec::new(), goes_on: false, may_go_on: false }
    }
}

/// The deeds of a step to some squares, with what they depend on.
struct Shared<B> {
    /// The answers on which all of it depends.
    asked: Asked<B>,
    /// The first of the deeds and how many there are, if what happens is known.
    move_effects: Option<(u16, u16)>,
    /// How each of them leaves the state.
    endings: Vec<Ending<B>>,
}

impl<'a, B: Bitboard> Tabulator<'a, B> {
    pub(crate) fn new(
        program: &'a Program<B>,
        own: usize,
        suffix: &'a [Stmt<B>],
        before: Before<B>,
    ) -> Self {
        let rules = &program.sides[own];
        let parts = |trigger: &Trig<B>| {
            Node::Cond(&trigger.condition).size() + size_of_block(&trigger.body)
        };
        let triggers: usize = rules.triggers.iter().flatten().map(parts).sum();
        let legality = program.facts.legality[own].as_ref();
        let captured = rules.triggers[event_index(Event::Captured)].len();
        let own = u8::try_from(own).unwrap_or(0);
        let transfer = Transfer {
            program,
            rules,
            effects: EffectsOf::new(program, usize::from(own)),
            royal: legality.and_then(|legality| legality.royal.as_ref()),
            guarded: legality
                .map_or_else(|| vec![false; captured], |legality| legality.guarded.clone()),
        };
        Self {
            program,
            rules,
            legality,
            transfer,
            own,
            told_apart: Vec::new(),
            classes: vec![0; program.squares],
            move_effects: MoveEffects::default(),
            suffix,
            before,
            budget: BUDGET,
            size: 1 + (size_of_block(suffix) + triggers) / PARTS_AT_ONCE,
        }
    }

    /// Makes the tables of moves and drops, of those that the step needs.
    ///
    /// Which squares rules tell apart where a move starts is found out on the way: whenever they ask for a set that the
    /// classes do not know, all is begun anew with finer classes.
    pub(crate) fn fill(&mut self, what: Option<&Stmt<B>>) {
        let budget = self.budget;
        while !self.fill_once(what) {
            self.move_effects = MoveEffects::default();
            self.budget = budget;
            self.classes = classes(&self.told_apart, self.program.squares);
        }
    }

    /// Makes the tables for the classes there are; tells whether these are fine enough.
    fn fill_once(&mut self, what: Option<&Stmt<B>>) -> bool {
        let known = self.told_apart.len();
        let (moves, drops) = match what {
            None => (true, true),
            Some(what) => (matches!(what, Stmt::Move { .. }), matches!(what, Stmt::Drop { .. })),
        };
        for number in 0..self.rules.ways.len() {
            for landing in [LandingKind::Settle, LandingKind::Capture, LandingKind::Swap] {
                let table = if moves { self.moves(number, landing) } else { None };
                self.move_effects.moves.push(table);
                if self.told_apart.len() > known {
                    return false;
                }
            }
        }
        for kind in 0..self.rules.drop_on.len() {
            let table = if drops { self.drops(kind) } else { None };
            self.move_effects.drops.push(table);
        }
        true
    }

    pub(crate) fn finish(mut self) -> MoveEffects<B> {
        self.move_effects.class_of = self.classes;
        let known =
            |move_effect: &MoveEffect<B>| move_effect.preferred.filter(|_| !move_effect.partial);
        let mut each = self.move_effects.list.iter().map(known);
        let first = each.next().flatten();
        self.move_effects.preferred = first.filter(|_| each.all(|other| other == first));
        self.move_effects
    }

    /// Returns what is known right after a step.
    pub(super) fn begun(&self, step: Step<B>, kind: Option<usize>) -> AbstractState<B> {
        let mut state = AbstractState::after(step, kind);
        state.numbers.clone_from(&self.before.numbers);
        state.boards.clone_from(&self.before.boards);
        state.captures = Some(0).filter(|_| !self.before.goes_on);
        state
    }

    /// Follows what comes before a step; returns all ways in which that can go.
    pub(crate) fn before(&self, prefix: &[Stmt<B>]) -> Option<Vec<AbstractState<B>>> {
        self.transfer.block(prefix, vec![self.begun(Step::nothing(self.own), None)])
    }

    /// Returns what the beginning of a turn does, if it does not end the game.
    pub(crate) fn opening(&self) -> Option<Vec<Op<B>>> {
        let begun = self.begun(Step::nothing(self.own), None);
        let states = self.transfer.event(Event::TurnBegins, vec![begun])?;
        match states.as_slice() {
            [only] if !only.may_be_over => Some(only.ops.clone()),
            _ => None,
        }
    }

    fn moves(&mut self, number: usize, landing: LandingKind) -> Option<EffectTable<B>> {
        let way = &self.rules.ways[number];
        if !way.landings.iter().any(|(_, kind)| *kind == landing) {
            return None;
        }
        let kind = match way.source {
            ClauseRef::Own(kind, _) => Some(kind.index()),
            ClauseRef::Power(..) => None,
        };
        let plain = way.tabled && way.taking.is_none() && way.arrival == Arrival::Moves;
        let simple = plain && landing != LandingKind::Swap;
        let captures = landing == LandingKind::Capture || way.taking.is_some() || !way.tabled;
        let way_number = u16::try_from(number).unwrap_or(u16::MAX);
        let blank = MoveEffect::blank(way_number, landing_number(landing), simple);
        let paths = self.rules.routes[way.walk].paths.as_ref().filter(|_| way.tabled);
        let reach = paths.map_or(self.program.all, |paths| {
            paths.from.iter().fold(B::EMPTY, |all, destinations| all | destinations.reach)
        });
        let own = self.own;
        let spared = self.spared(way);
        let taken = self.captures_of(way, landing);
        let mode = if simple { Mode::Guarded } else { Mode::Any };
        let squares = reach & way.to & self.program.all;
        let steps = |to, from| Step::to(Made::Move(number), own, from, to);
        self.table(squares, steps, |tabulator, step| {
            let mut move_effect = blank.clone();
            let mut state = tabulator.begun(step, kind);
            state.in_place =
                way.arrival == Arrival::Moves && state.step.ends_in(spared).unwrap_or(false);
            state.captures = taken.filter(|_| !tabulator.before.goes_on);
            state.written.insert(Loc::MovedBy);
            if !plain {
                state.others = Others::Unknown;
            }
            if captures {
                let certain = simple && taken == Some(1);
                move_effect.captured = tabulator.transfer.capture(mode, certain, &mut state)?;
            }
            let states = tabulator.transfer.block(&way.then, vec![state])?;
            // What stays where it is has not moved.
            let event = (way.arrival != Arrival::Stays).then_some(Event::Moved);
            tabulator.completed(&move_effect, states, event)
        })
    }

    /// Returns the destinations of a way of which it is known that the piece does not capture itself on its way there.
    fn spared(&self, way: &Way<B>) -> B {
        let all = self.program.all;
        let (taking, paths) = match (&way.taking, &self.rules.routes[way.walk].paths) {
            (None, _) if way.tabled => return all,
            // The path of a walk without tables may capture anything.
            _ if !way.tabled => return B::EMPTY,
            (Some(taking), _) if never_of(taking, usize::from(self.own)) => return all,
            (Some(taking), Some(paths)) => (taking, paths),
            _ => return B::EMPTY,
        };
        let spared = |to: u8| {
            let taken = upper_bound(&self.program.steps, taking, to);
            let comes = |from: u8| paths.from[usize::from(from)].reach.has(to);
            taken.is_some_and(|taken| !taken.members().any(comes))
        };
        all.members().filter(|to| spared(*to)).fold(B::EMPTY, |all, to| all | B::one(to))
    }

    fn drops(&mut self, kind: usize) -> Option<EffectTable<B>> {
        let blank = MoveEffect::blank(u16::MAX, 0, false);
        let own = self.own;
        let royal = self.transfer.royal;
        let steps = |to, _| Step::to(Made::Drop, own, None, to);
        self.table(self.program.all, steps, |tabulator, step| {
            let mut state = tabulator.begun(step, Some(kind));
            state.written.insert(Loc::Hands);
            let layout = &tabulator.program.layout;
            // A royal piece that comes onto the board may be attacked there.
            if royal.is_some_and(|royal| state.has_target(layout, royal) != Some(false)) {
                state.others = Others::Unknown;
            }
            tabulator.completed(&blank, vec![state], Some(Event::Dropped))
        })
    }

    /// Returns how many pieces a move captures where it ends, if that is known.
    fn captures_of(&self, way: &Way<B>, landing: LandingKind) -> Option<i32> {
        if way.taking.is_some() || !way.tabled {
            return None;
        }
        if landing != LandingKind::Capture {
            return Some(0);
        }
        let mut sites = way.landings.iter().filter(|(_, kind)| *kind == landing);
        let occupied = sites.all(|(site, _)| match site {
            Site::Mask(mask) => is_occupied(&self.rules.masks[*mask]),
            Site::Judged(_) => false,
        });
        occupied.then_some(1)
    }

    /// Whether the turn may go on after the step.
    pub(super) fn may_go_on(&self) -> bool {
        self.before.may_go_on
    }

    /// Makes the table of what is done by steps to each of some squares.
    fn table(
        &mut self,
        squares: B,
        step: impl Fn(u8, Option<u8>) -> Step<B>,
        follow: impl Fn(&Self, Step<B>) -> Outcomes<B>,
    ) -> Option<EffectTable<B>> {
        let starts = self.each_class();
        let all = self.program.squares;
        self.spend(starts.len() * all / SQUARES_AT_ONCE)?;
        let mut table = EffectTable::empty(starts.len(), all);
        let before = self.move_effects.list.len();
        for (class, from) in starts.into_iter().enumerate() {
            let mut shared: Vec<Shared<B>> = Vec::new();
            for to in squares.members() {
                let same = |known: &&Shared<B>| {
                    known.asked.to.iter().all(|(set, answer)| set.has(to) == *answer)
                };
                let known = if let Some(known) = shared.iter().position(|known| same(&known)) {
                    known
                } else {
                    self.spend(self.size)?;
                    let known = self.followed(&step(to, from), before, &follow)?;
                    if self.note_starts(&known.asked) {
                        return None;
                    }
                    shared.push(known);
                    shared.len() - 1
                };
                self.enter(&mut table, (class, to), &shared[known]);
            }
        }
        table.choose_main(all);
        Some(table)
    }

    /// Follows a step and puts what it does into the list.
    fn followed(
        &mut self,
        step: &Step<B>,
        before: usize,
        follow: impl Fn(&Self, Step<B>) -> Outcomes<B>,
    ) -> Option<Shared<B>> {
        let outcomes = follow(self, step.clone());
        let asked = step.asked();
        let Some(outcomes) = outcomes else {
            return Some(Shared { asked, move_effects: None, endings: Vec::new() });
        };
        let (move_effects, endings) = outcomes.into_iter().unzip();
        Some(Shared { asked, move_effects: Some(self.place(before, move_effects)?), endings })
    }

    /// Notes by which sets squares were told apart where a move starts; tells whether some are new.
    fn note_starts(&mut self, asked: &Asked<B>) -> bool {
        let known = self.told_apart.len();
        for set in &asked.from {
            if !self.told_apart.contains(set) {
                self.told_apart.push(*set);
            }
        }
        self.told_apart.len() > known
    }

    /// Enters what is known of steps of a class to a square.
    fn enter(&self, table: &mut EffectTable<B>, (class, to): (usize, u8), shared: &Shared<B>) {
        let Some(move_effects) = shared.move_effects else { return };
        let here = B::one(to);
        table.known[class] |= here;
        let index = table.index(class, to);
        table.move_effects[index] = move_effects;
        if !self.leaves_attacks_alone(&shared.endings) {
            return;
        }
        let along = shared.endings.first().and_then(|ending| ending.companion);
        if shared.endings.iter().any(|ending| ending.companion != along) {
            return;
        }
        // What goes along is known of all moves together.
        if table.attack_preserving.iter().all(|attack_preserving| attack_preserving.is_empty()) {
            table.along = along;
        }
        if along == table.along {
            table.attack_preserving[class] |= here;
            self.add_undecided(table, to, &shared.endings);
        }
    }

    /// Tells whether the legality of steps follows from the squares that they change.
    fn leaves_attacks_alone(&self, endings: &[Ending<B>]) -> bool {
        let Some(legality) = self.legality else { return false };
        endings.iter().all(|ending| {
            !ending.refusable
                && (legality.royal.is_none()
                    || (ending.pieces_known && !ending.written.meets(&legality.assumes)))
        })
    }

    /// Adds the royal squares on which attacks after a step to a square are not told by tables.
    fn add_undecided(&self, table: &mut EffectTable<B>, to: u8, endings: &[Ending<B>]) {
        let Some(attacks) = self.legality.and_then(|legality| legality.attacks.as_ref()) else {
            return;
        };
        let enemy = &self.program.sides[usize::from(1 - self.own)];
        let mut royals = B::EMPTY;
        for other in &attacks.others {
            let taking = enemy.ways[usize::from(other.way)].taking.as_ref();
            for ending in endings {
                royals |= self.reached_by(other, taking, (ending, to));
            }
        }
        if royals.any() {
            table.undecided.resize(self.program.squares, B::EMPTY);
            table.undecided[usize::from(to)] |= royals;
        }
    }

    /// Returns the squares on which a way of the other side that tables do not tell may capture after a step.
    fn reached_by(
        &self,
        other: &crate::compile::program::attacks::Other<B>,
        taking: Option<&Set<B>>,
        (ending, to): (&Ending<B>, u8),
    ) -> B {
        let mut possible = self.program.all;
        for &guard in &other.guards {
            let bound = ending.boards.iter().find(|(board, _)| *board == guard);
            let bound = bound.and_then(|(_, set)| upper_bound(&self.program.steps, set, to));
            let Some(bound) = bound else { continue };
            // All ends are on one of the boards; of the others it is only known that they must not be empty.
            let is_end = other.victims.as_ref().is_some_and(|(board, _)| *board == guard);
            if bound.is_empty() || is_end {
                possible &= self.victims_of(bound, taking);
            }
        }
        possible
    }

    /// Returns the squares on which a way captures whose destinations are known.
    fn victims_of(&self, ends: B, taking: Option<&Set<B>>) -> B {
        let Some(taking) = taking else { return ends };
        let mut victims = ends;
        for to in ends.members() {
            match upper_bound(&self.program.steps, taking, to) {
                Some(taken) => victims |= taken,
                None => return self.program.all,
            }
        }
        victims
    }

    /// Returns the classes in use, each with a square of it that stands for all; none where they are not told apart.
    fn each_class(&self) -> Vec<Option<u8>> {
        let Some(count) = self.classes.iter().max().copied() else { return vec![None] };
        let first = |class| self.classes.iter().position(|&other| other == class);
        (0..=count).map(|class| first(class).and_then(|square| u8::try_from(square).ok())).collect()
    }

    /// Takes from what the tables may be; `None` if it is too little.
    fn spend(&mut self, size: usize) -> Option<()> {
        let left = self.budget.checked_sub(size);
        self.budget = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Puts deeds beside each other into the list, unless they are there already.
    pub(super) fn place(
        &mut self,
        from: usize,
        move_effects: Vec<MoveEffect<B>>,
    ) -> Option<(u16, u16)> {
        let count = move_effects.len();
        if count == 0 {
            return Some((0, 0));
        }
        let known = self.move_effects.list[from..]
            .windows(count)
            .position(|window| *window == *move_effects);
        let first = from + known.unwrap_or(self.move_effects.list.len() - from);
        if known.is_none() {
            self.spend(move_effects.iter().map(size).sum())?;
            self.move_effects.list.extend(move_effects);
        }
        if self.move_effects.list.len() > MAX_MOVE_EFFECTS {
            return None;
        }
        Some((u16::try_from(first).ok()?, u16::try_from(count).ok()?))
    }

    /// Tells whether a set holds none but pieces of the side.
    pub(super) fn is_own(&self, set: &Set<B>) -> bool {
        is_own(set, usize::from(self.own))
    }
}

/// Tells squares apart by sets; no classes where there would be too many.
fn classes<B: Bitboard>(sets: &[B], squares: usize) -> Vec<u8> {
    let mut known: Vec<Vec<bool>> = Vec::new();
    let mut classes = Vec::with_capacity(squares);
    for square in (0..=u8::MAX).take(squares) {
        let told: Vec<bool> = sets.iter().map(|set| set.has(square)).collect();
        let place = known.iter().position(|other| *other == told).unwrap_or_else(|| {
            known.push(told);
            known.len() - 1
        });
        if known.len() > MAX_CLASSES {
            return Vec::new();
        }
        classes.push(u8::try_from(place).unwrap_or(u8::MAX));
    }
    classes
}

/// Returns how large a deed is: how many operations it has, with the parts of what they ask and do.
fn size<B>(move_effect: &MoveEffect<B>) -> usize {
    let MoveEffect { captured, after, ends, .. } = move_effect;
    1 + [captured, after, ends].into_iter().map(|ops| operations(ops)).sum::<usize>()
}

fn operations<B>(ops: &[Op<B>]) -> usize {
    let within = |op: &Op<B>| match op {
        Op::If(condition, then, otherwise) => {
            Node::Cond(condition).size() + operations(then) + operations(otherwise)
        }
        Op::ForEach(_, set, body) | Op::Capture(set, body) => {
            Node::Set(set).size() + operations(body)
        }
        Op::Do(effect) => Node::Effect(effect).size(),
        Op::SetBoard(..)
        | Op::SetStep(..)
        | Op::Clear { .. }
        | Op::Keep(..)
        | Op::SetNumber(..)
        | Op::Add(..)
        | Op::Recode(_)
        | Op::Bind(..)
        | Op::Forget(_)
        | Op::Refuse
        | Op::End(..)
        | Op::Next(_) => 0,
    };
    ops.iter().map(|op| 1 + within(op)).sum()
}

impl<B: Bitboard> MoveEffects<B> {
    /// Finds out what the moves and drops of a side do that end the turn.
    pub(crate) fn of(program: &Program<B>, own: usize) -> Self {
        // They may come in the middle of a turn.
        let before = Before { goes_on: true, ..Before::default() };
        let mut tabulator = Tabulator::new(program, own, &[], before);
        tabulator.fill(None);
        tabulator.finish()
    }
}

impl<B: Bitboard> EffectTable<B> {
    /// Makes a table in which nothing is known.
    fn empty(classes: usize, squares: usize) -> Self {
        let none = vec![B::EMPTY; classes];
        Self {
            main: 0,
            alone: none.clone(),
            known: none.clone(),
            attack_preserving: none,
            along: None,
            move_effects: vec![(0, 0); classes * squares],
            undecided: Vec::new(),
        }
    }

    /// Chooses the deed that most destinations have.
    fn choose_main(&mut self, squares: usize) {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for (first, _) in self.move_effects.iter().filter(|(_, count)| *count == 1) {
            match counts.iter_mut().find(|(move_effect, _)| move_effect == first) {
                Some((_, count)) => *count += 1,
                None => counts.push((*first, 1)),
            }
        }
        let most = counts.iter().max_by_key(|(_, count)| *count);
        self.main = most.map_or(0, |(move_effect, _)| *move_effect);
        for (index, move_effects) in self.move_effects.iter().enumerate() {
            let Ok(to) = u8::try_from(index % squares) else { continue };
            let class = index / squares;
            if *move_effects == (self.main, 1) && self.known[class].has(to) {
                self.alone[class] |= B::one(to);
            }
        }
    }
}

impl<B> MoveEffect<B> {
    pub(super) fn blank(way: u16, landing: u8, simple: bool) -> Self {
        Self {
            way,
            landing,
            simple,
            captured: Vec::new(),
            after: Vec::new(),
            ends: Vec::new(),
            preferred: None,
            partial: false,
            along: None,
        }
    }
}
