//! Makes the tables of move effects: one abstract run for each way, landing and class of squares.

use super::outcome::Outcomes;
use super::tabulator::{Before, Tabulator};
use crate::compile::interpretation::{
    AbstractState, Made, Mode, Others, Queries, Step, upper_bound,
};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::Loc;
use crate::compile::program::membership::{is_occupied, never_of};
use crate::compile::program::move_effects::{EffectTable, MoveEffect, MoveEffects, Op};
use crate::compile::program::{Program, Set, Stmt, Tables};
use crate::ir::{Arrival, Event, Id, LandingKind, SideId, SquareIndex};
use crate::state::ClauseRef;

/// The most classes of origins.
const MAX_CLASSES: usize = 8;

/// How many squares of a table count as one unit.
const SQUARES_AT_ONCE: usize = 32;

impl<B: Bitboard> MoveEffects<B> {
    /// Makes the tables of the moves and drops of a side that end the turn.
    pub(crate) fn of(program: &Program<B>, own: SideId) -> Self {
        // They may come in the middle of a turn.
        let before = Before { goes_on: true, ..Before::default() };
        let mut tabulator = Tabulator::new(program, own, &[], before);
        tabulator.fill(None);
        tabulator.finish()
    }
}

impl<B: Bitboard> Tabulator<'_, B> {
    /// Makes the tables of moves and drops that the step needs.
    ///
    /// Which origins rules distinguish turns out on the way: when they query a set that the classes do not resolve, all
    /// tables are started anew with finer classes.
    pub(crate) fn fill(&mut self, what: Option<&Stmt<B>>) {
        let budget = self.budget;
        while !self.fill_once(what) {
            self.move_effects = MoveEffects::default();
            self.budget = budget;
            self.classes = classes(&self.origin_sets, self.program.squares);
        }
    }

    /// Makes the tables for the present classes; tells whether these are fine enough.
    fn fill_once(&mut self, what: Option<&Stmt<B>>) -> bool {
        let known = self.origin_sets.len();
        let (moves, drops) = match what {
            None => (true, true),
            Some(what) => (matches!(what, Stmt::Move { .. }), matches!(what, Stmt::Drop { .. })),
        };
        for number in (0..).take(self.rules.ways.len()) {
            for landing in LandingKind::ALL {
                let table = if moves { self.moves(number, landing) } else { None };
                self.move_effects.moves.push(table);
                if self.origin_sets.len() > known {
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
        for effect in &mut self.move_effects.list {
            let recoded = |op| if let &Op::Recode(kind) = op { Some(kind) } else { None };
            effect.becomes =
                effect.after.iter().chain(&effect.ends).filter_map(recoded).next_back();
        }
        self.move_effects.transforming = self.transforming();
        self.move_effects.class_of = self.classes;
        let known =
            |move_effect: &MoveEffect<B>| move_effect.preferred.filter(|_| !move_effect.partial);
        let mut each = self.move_effects.list.iter().map(known);
        let first = each.next().flatten();
        self.move_effects.preferred = first.filter(|_| each.all(|other| other == first));
        self.move_effects
    }

    /// Returns the destinations where the type of a piece may change, or where it is not known what a move does.
    fn transforming(&self) -> B {
        let mut all = B::EMPTY;
        if self.move_effects.moves.is_empty() {
            return all;
        }
        for (number, way) in (0..).zip(&self.rules.ways) {
            let landings = way.landings.iter().map(|(_, kind)| *kind);
            all |= self.move_effects.transforming(number, landings, self.destinations(number));
        }
        all
    }

    /// Returns the squares to which a way leads from anywhere.
    fn destinations(&self, number: u16) -> B {
        let reach =
            self.rules.tables_of(number).map_or(self.program.all, |tables| tables.paths.reach());
        reach & self.rules.ways[usize::from(number)].to & self.program.all
    }

    fn moves(&mut self, number: u16, landing: LandingKind) -> Option<EffectTable<B>> {
        let way = &self.rules.ways[usize::from(number)];
        if !way.landings.iter().any(|(_, kind)| *kind == landing) {
            return None;
        }
        let kind = match way.source {
            ClauseRef::Own(kind, _) => Some(kind.index()),
            ClauseRef::Power(..) => None,
        };
        let (tabled, plain) = (self.rules.is_tabled(number), self.rules.is_plain(number));
        let simple = plain && landing != LandingKind::Swap;
        let captures = landing == LandingKind::Capture || way.taking.is_some() || !tabled;
        let blank = MoveEffect::blank(number, landing, simple);
        let own = self.own;
        let spared = self.not_self_capturing(number);
        let taken = self.captures_of(number, landing);
        let mode = if simple { Mode::Guarded } else { Mode::Any };
        let squares = self.destinations(number);
        let steps = |to, from| Step::to(Made::Move(usize::from(number)), own, from, to);
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

    /// Returns the destinations for which a piece is known not to capture itself.
    fn not_self_capturing(&self, number: u16) -> B {
        let all = self.program.all;
        // The path of a walk without tables may capture anything.
        let Some(Tables { paths, .. }) = self.rules.tables_of(number) else { return B::EMPTY };
        let Some(taking) = &self.rules.ways[usize::from(number)].taking else { return all };
        if never_of(taking, self.own) {
            return all;
        }
        let spared = |to: &SquareIndex| {
            let taken = upper_bound(&self.program.steps, taking, *to);
            let comes = |from: SquareIndex| paths.from[usize::from(from)].reach.has(*to);
            taken.is_some_and(|taken| !taken.members().any(comes))
        };
        B::of(all.members().filter(spared))
    }

    fn drops(&mut self, kind: usize) -> Option<EffectTable<B>> {
        let blank = MoveEffect::blank(u16::MAX, LandingKind::Settle, false);
        let own = self.own;
        let royal = self.transfer.royal;
        let steps = |to, _| Step::to(Made::Drop, own, None, to);
        self.table(self.program.all, steps, |tabulator, step| {
            let mut state = tabulator.begun(step, Some(kind));
            state.written.insert(Loc::Hands);
            let layout = &tabulator.program.layout;
            // A dropped royal piece may be attacked where it stands.
            if royal.is_some_and(|royal| state.has_target(layout, royal) != Some(false)) {
                state.others = Others::Unknown;
            }
            tabulator.completed(&blank, vec![state], Some(Event::Dropped))
        })
    }

    /// Returns how many pieces a move captures, if known.
    fn captures_of(&self, number: u16, landing: LandingKind) -> Option<i32> {
        let way = &self.rules.ways[usize::from(number)];
        if way.taking.is_some() || !self.rules.is_tabled(number) {
            return None;
        }
        if landing != LandingKind::Capture {
            return Some(0);
        }
        let mut sites = way.landings.iter().filter(|(_, kind)| *kind == landing);
        let occupied = sites.all(|(on, _)| is_occupied(on));
        occupied.then_some(1)
    }

    /// Makes the table of steps to each of some squares.
    fn table(
        &mut self,
        squares: B,
        step: impl Fn(SquareIndex, Option<SquareIndex>) -> Step<B>,
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
                let is_shared = |known: &Shared<B>| {
                    known.queries.to.iter().all(|(set, answer)| set.has(to) == *answer)
                };
                let known = shared.iter().position(is_shared);
                let known = known.unwrap_or(shared.len());
                if known == shared.len() {
                    shared.push(self.followed(&step(to, from), before, &follow)?);
                }
                self.enter(&mut table, class, to, &shared[known]);
            }
        }
        table.choose_main(all);
        Some(table)
    }

    /// Follows a step and adds its effects to the list; `None` if the budget is exceeded or the classes are too coarse.
    fn followed(
        &mut self,
        step: &Step<B>,
        before: usize,
        follow: impl Fn(&Self, Step<B>) -> Outcomes<B>,
    ) -> Option<Shared<B>> {
        self.spend(self.size)?;
        let outcomes = follow(self, step.clone());
        let queries = step.queries();
        let mut shared = Shared { queries, move_effects: None, endings: Vec::new() };
        if let Some(outcomes) = outcomes {
            let (move_effects, endings) = outcomes.into_iter().unzip();
            shared.move_effects = Some(self.place(before, move_effects)?);
            shared.endings = endings;
        }
        let known = self.origin_sets.len();
        for set in &shared.queries.from {
            if !self.origin_sets.contains(set) {
                self.origin_sets.push(*set);
            }
        }
        // With other origin sets, all tables are started anew.
        (self.origin_sets.len() == known).then_some(shared)
    }

    /// Enters the effects of steps from a class to a square.
    fn enter(&self, table: &mut EffectTable<B>, class: usize, to: SquareIndex, shared: &Shared<B>) {
        let Some(move_effects) = shared.move_effects else { return };
        let here = B::one(to);
        table.known[class] |= here;
        let index = table.index(class, to);
        table.move_effects[index] = move_effects;
        if !self.is_attack_preserving(&shared.endings) {
            return;
        }
        let companion = shared.endings.first().and_then(AbstractState::companion);
        if shared.endings.iter().any(|ending| ending.companion() != companion) {
            return;
        }
        // A table has one companion for all moves.
        if table.attack_preserving.iter().all(|attack_preserving| attack_preserving.is_empty()) {
            table.companion = companion;
        }
        if companion == table.companion {
            table.attack_preserving[class] |= here;
            self.add_undecided(table, to, &shared.endings);
        }
    }

    /// Tells whether steps with these endings are attack-preserving.
    fn is_attack_preserving(&self, endings: &[AbstractState<B>]) -> bool {
        let Some(legality) = self.legality else { return false };
        endings.iter().all(|ending| {
            !ending.refusable
                && (legality.royal.is_none()
                    || (ending.others != Others::Unknown
                        && !ending.written.meets(&legality.assumes)))
        })
    }

    /// Adds the royal squares that may be attacked after a step to a square in ways that are not in the attack tables.
    fn add_undecided(
        &self,
        table: &mut EffectTable<B>,
        to: SquareIndex,
        endings: &[AbstractState<B>],
    ) {
        let Some(attacks) = self.legality.and_then(|legality| legality.attacks.as_ref()) else {
            return;
        };
        let enemy = self.program.rules(self.own.opponent());
        let mut royals = B::EMPTY;
        for other in &attacks.others {
            let taking = enemy.ways[usize::from(other.way)].taking.as_ref();
            for ending in endings {
                royals |= self.reached_by(other, taking, ending, to);
            }
        }
        if royals.any() {
            table.undecided.resize(self.program.squares, B::EMPTY);
            table.undecided[usize::from(to)] |= royals;
        }
    }

    /// Returns the squares on which an enemy way that is not in the attack tables may capture after a step.
    fn reached_by(
        &self,
        other: &crate::compile::program::attacks::Other<B>,
        taking: Option<&Set<B>>,
        ending: &AbstractState<B>,
        to: SquareIndex,
    ) -> B {
        let mut possible = self.program.all;
        for &guard in &other.guards {
            let bound = ending.boards.iter().find(|(board, _)| *board == guard);
            let bound = bound.and_then(|(_, set)| upper_bound(&self.program.steps, set, to));
            let Some(bound) = bound else { continue };
            // The moves end on one of the boards; the others only must not be empty.
            let is_end = other.victims.as_ref().is_some_and(|(board, _)| *board == guard);
            if bound.is_empty() || is_end {
                possible &= self.victims_of(bound, taking);
            }
        }
        possible
    }

    /// Returns the squares on which a way with these destinations captures.
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

    /// Returns a square for each class of origins; `None` if there are no classes.
    fn each_class(&self) -> Vec<Option<SquareIndex>> {
        let Some(count) = self.classes.iter().max().copied() else { return vec![None] };
        let first = |class| self.classes.iter().position(|&other| other == class);
        (0..=count)
            .map(|class| first(class).and_then(|square| SquareIndex::try_from(square).ok()))
            .collect()
    }
}

/// The effects of a step to some squares, with what they depend on.
struct Shared<B> {
    /// The queries on which they depend.
    queries: Queries<B>,
    /// The first of the effects and how many there are, if they are known.
    move_effects: Option<(u16, u16)>,
    /// The ending of each.
    endings: Vec<AbstractState<B>>,
}

/// Returns the class of each square by the sets it is in; empty if there are too many classes.
fn classes<B: Bitboard>(sets: &[B], squares: usize) -> Vec<SquareIndex> {
    let mut known: Vec<Vec<bool>> = Vec::new();
    let mut classes = Vec::with_capacity(squares);
    for square in (0..=SquareIndex::MAX).take(squares) {
        let told: Vec<bool> = sets.iter().map(|set| set.has(square)).collect();
        let place = known.iter().position(|other| *other == told).unwrap_or_else(|| {
            known.push(told);
            known.len() - 1
        });
        if known.len() > MAX_CLASSES {
            return Vec::new();
        }
        classes.push(SquareIndex::try_from(place).unwrap_or(SquareIndex::MAX));
    }
    classes
}

impl<B: Bitboard> EffectTable<B> {
    /// Returns a table in which nothing is known.
    fn empty(classes: usize, squares: usize) -> Self {
        let none = vec![B::EMPTY; classes];
        Self {
            main: 0,
            alone: none.clone(),
            known: none.clone(),
            attack_preserving: none,
            companion: None,
            move_effects: vec![(0, 0); classes * squares],
            undecided: Vec::new(),
        }
    }

    /// Finds the most frequent effect.
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
            let Ok(to) = SquareIndex::try_from(index % squares) else { continue };
            let class = index / squares;
            if *move_effects == (self.main, 1) && self.known[class].has(to) {
                self.alone[class] |= B::one(to);
            }
        }
    }
}
