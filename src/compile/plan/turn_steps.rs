//! Splits turns into steps: enumerates the choice points on all paths through conditions and alternatives.

use crate::compile::effects::EffectsOf;
use crate::compile::move_effects::tabulator::{BUDGET, Before, Tabulator};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::Fact;
use crate::compile::program::generators::Generators;
use crate::compile::program::locations::Loc;
use crate::compile::program::membership::is_own;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::turn_steps::{Steps, TurnStep, What};
use crate::compile::program::visit::{captures, chooses};
use crate::compile::program::{
    Choosing, Cond, Eff, Program, Set, Stmt, Target, dependence, event_index, simplify,
};
use crate::ir::{Event, SideId};
use std::cell::Cell;
use std::cmp::Reverse;

/// The most steps of a side's turns.
const MAX_STEPS: usize = 24;

/// The most steps after one another.
const MAX_DEPTH: u8 = 4;

impl<B: Bitboard> Steps<B> {
    /// Splits the turns of a side; `None` if nothing is gained by it.
    ///
    /// The generators take from the bytes for which there is room.
    pub(crate) fn of(program: &Program<B>, own: SideId, room: &Cell<usize>) -> Option<Self> {
        if !program.facts.bounds[own].turn || !program.facts.used.has(Fact::Steps) {
            return None;
        }
        let assumed = emptied(program, own);
        let begins = &program.rules(own).triggers[event_index(Event::TurnBegins)];
        let captures_first = begins.iter().flat_map(|trigger| &trigger.body).any(captures);
        let mut builder = StepBuilder {
            program,
            own,
            assumed: assumed.clone(),
            captures_first,
            left: MAX_STEPS,
            budget: BUDGET,
            room,
        };
        let opening = Tabulator::new(program, own, &[], Before::default()).opening()?;
        let steps = builder.steps(&program.rules(own).turn, 0);
        let helps = |step: &TurnStep<B>| !matches!(step.what, What::Rest(_));
        steps.iter().any(helps).then_some(Self { assumed, opening, steps })
    }
}

/// Returns the boards of the state that each turn leaves empty, and that are not written when a turn begins.
fn emptied<B: Bitboard>(program: &Program<B>, own: SideId) -> Vec<usize> {
    let (rules, effects) = (program.rules(own), EffectsOf::new(program, own));
    let ends = rules.triggers[event_index(Event::TurnEnds)].iter();
    let always = ends.filter(|trigger| trigger.condition == Cond::Fixed(true));
    let emptied = always.flat_map(|trigger| &trigger.body).filter_map(|statement| {
        let Stmt::Effect(Eff::SetSquares(Target::At(board), set)) = statement else { return None };
        set.fixed().is_some_and(Bitboard::is_empty).then_some(*board)
    });
    let begins = effects.event(Event::TurnBegins).writes;
    emptied.filter(|board| !begins.has(Loc::Board(*board))).collect()
}

/// Why the rest of a turn is played statement by statement.
const NOT_KNOWN: &str = "what the end of the turn does is not known in advance";
/// The same.
const TOO_LONG: &str = "a turn has too many steps after one another";

/// Makes steps within a budget.
struct StepBuilder<'a, B> {
    program: &'a Program<B>,
    own: SideId,
    /// Boards of the state that are empty when a turn begins.
    assumed: Vec<usize>,
    /// Whether there may be captures when a turn begins.
    captures_first: bool,
    /// How many steps are left.
    left: usize,
    /// The budget that is left for tables of effects.
    budget: usize,
    /// The bytes that are left for generators.
    room: &'a Cell<usize>,
}

impl<B: Bitboard> StepBuilder<'_, B> {
    /// Makes the alternatives for the first step of some statements, at a depth in the turn.
    fn steps(&mut self, body: &[Stmt<B>], depth: u8) -> Vec<TurnStep<B>> {
        let mut parts = Vec::new();
        enumerate_choice_points(body, ChoicePoint::default(), &[], self.own, &mut parts);
        let parts = split_all(parts);
        let whole = |why| {
            vec![TurnStep {
                what: What::Rest(body.to_vec()),
                why: Some(why),
                ..TurnStep::default()
            }]
        };
        if parts.len() > self.left || depth > MAX_DEPTH {
            return whole("a turn has too many steps");
        }
        self.left -= parts.len();
        let steps: Option<Vec<_>> = parts.into_iter().map(|part| self.step(part, depth)).collect();
        match steps {
            Some(steps) => {
                let mut steps: Vec<TurnStep<B>> = steps.into_iter().flatten().collect();
                // Preferred turns come first: the others may not have to be generated.
                let preferred =
                    |step: &TurnStep<B>| step.move_effects.preferred.unwrap_or(u64::MAX);
                steps.sort_by_key(|step| Reverse(preferred(step)));
                steps
            }
            // What may end the game must be done once, not once for each alternative.
            None => whole("what comes before it is not known in advance"),
        }
    }

    /// Makes the tables of a step; empty if the step is impossible, `None` if what comes before it is unknown.
    fn step(&mut self, part: ChoicePoint<B>, depth: u8) -> Option<Vec<TurnStep<B>>> {
        let boards = if depth == 0 {
            self.assumed.iter().map(|board| (*board, Set::Fixed(B::EMPTY))).collect()
        } else {
            Vec::new()
        };
        let goes_on = depth > 0 || self.captures_first;
        let known = Before { boards, goes_on, ..Before::default() };
        let tabulator = Tabulator::new(self.program, self.own, &[], known);
        let before = tabulator.before(&part.prefix);
        let before = match before.as_deref() {
            Some([]) => return Some(Vec::new()),
            Some([only]) if !only.may_be_over => only.clone(),
            _ => return None,
        };
        let ChoicePoint { guards, what, suffix, why, .. } = part;
        let empty = TurnStep { guards, prefix: before.ops, why, ..TurnStep::default() };
        let known = Before {
            numbers: before.numbers,
            boards: before.boards,
            goes_on: goes_on || before.captures.is_none(),
            may_go_on: depth < MAX_DEPTH && suffix.iter().any(chooses),
        };
        Some(vec![match what {
            What::Rest(rest) => TurnStep { what: What::Rest(rest), ..empty },
            What::Nothing => self.nothing(empty, &suffix, known),
            What::One(Stmt::Choose(choose)) => self.choice(empty, *choose, suffix, known, depth),
            What::One(statement) => self.move_or_drop(empty, statement, suffix, known, depth),
        }])
    }

    /// Returns a tabulator for a step.
    fn tabulator<'s>(&self, suffix: &'s [Stmt<B>], known: Before<B>) -> Tabulator<'s, B>
    where
        Self: 's,
    {
        let mut tabulator = Tabulator::new(self.program, self.own, suffix, known);
        tabulator.budget = self.budget;
        tabulator
    }

    fn nothing(&self, step: TurnStep<B>, suffix: &[Stmt<B>], known: Before<B>) -> TurnStep<B> {
        let mut tabulator = self.tabulator(suffix, known);
        match tabulator.nothing_chosen() {
            Some(()) => TurnStep { what: What::Nothing, move_effects: tabulator.finish(), ..step },
            None => TurnStep { what: What::Rest(suffix.to_vec()), why: Some(NOT_KNOWN), ..step },
        }
    }

    fn move_or_drop(
        &mut self,
        step: TurnStep<B>,
        what: Stmt<B>,
        suffix: Vec<Stmt<B>>,
        known: Before<B>,
        depth: u8,
    ) -> TurnStep<B> {
        let mut tabulator = self.tabulator(&suffix, known);
        tabulator.fill(Some(&what));
        self.budget = tabulator.budget;
        let move_effects = tabulator.finish();
        let goes_on = move_effects.list.iter().any(|move_effect| move_effect.partial);
        let then = if goes_on { self.steps(&suffix, depth + 1) } else { Vec::new() };
        let generators = Generators::of(self.program, self.own, &move_effects, self.room);
        TurnStep { what: What::One(what), suffix, move_effects, generators, then, ..step }
    }

    fn choice(
        &mut self,
        step: TurnStep<B>,
        choose: Choosing<B>,
        suffix: Vec<Stmt<B>>,
        known: Before<B>,
        depth: u8,
    ) -> TurnStep<B> {
        let mut tabulator = self.tabulator(&suffix, known);
        let ends = tabulator.chosen(&choose);
        self.budget = tabulator.budget;
        let move_effects = tabulator.finish();
        let all = |body: &[Stmt<B>]| body.iter().chain(&suffix).cloned().collect::<Vec<_>>();
        let then = match ends {
            Some(()) => Vec::new(),
            None if choose.optional || depth >= MAX_DEPTH => {
                let why = if choose.optional { "nothing may be chosen" } else { TOO_LONG };
                let rest = all(&[Stmt::Choose(Box::new(choose))]);
                return TurnStep { what: What::Rest(rest), why: Some(why), ..step };
            }
            None => self.steps(&all(&choose.then), depth + 1),
        };
        let otherwise = choose.otherwise.as_deref();
        let otherwise = otherwise.map(|body| self.steps(&all(body), depth + 1));
        let what = What::One(Stmt::Choose(Box::new(choose)));
        TurnStep { what, suffix, move_effects, then, otherwise, ..step }
    }
}

/// A step without tables: what comes before the choice, the choice, and what comes after.
#[derive(Clone, Default)]
struct ChoicePoint<B> {
    guards: Vec<(Cond<B>, bool)>,
    prefix: Vec<Stmt<B>>,
    what: What<B>,
    suffix: Vec<Stmt<B>>,
    /// Why the rest of the turn is played statement by statement, if it is.
    why: Option<&'static str>,
}

impl<B: Bitboard> ChoicePoint<B> {
    /// Restricts the step to positions in which a condition holds, or fails.
    fn only_if(mut self, condition: &Cond<B>, holds: bool) -> Self {
        if *condition == Cond::Fixed(holds) {
            return self;
        }
        if self.prefix.is_empty() {
            self.guards.push((condition.clone(), holds));
            return self;
        }
        let (then, otherwise) =
            if holds { (vec![], vec![Stmt::Refuse]) } else { (vec![Stmt::Refuse], vec![]) };
        self.prefix.push(Stmt::If(condition.clone(), then, otherwise));
        self
    }

    /// Splits the step on a condition that is invariant during a turn, if what comes after the choice depends on one that is
    /// not settled.
    fn split(&self) -> Option<[Self; 2]> {
        let mut after = self.suffix.iter().enumerate();
        let (index, invariant, bodies) = after.find_map(|(index, statement)| {
            let Stmt::If(condition, then, otherwise) = statement else { return None };
            let mut parts = conjuncts(condition.clone());
            let invariant = parts.remove(parts.iter().position(dependence::is_turn_invariant)?);
            let with = Stmt::If(simplify::all(parts), then.clone(), otherwise.clone());
            Some((index, invariant, [vec![with], otherwise.clone()]))
        })?;
        let [then, otherwise] = bodies;
        let part = |holds: bool, body: Vec<Stmt<B>>| {
            let mut part = self.clone();
            part.suffix.splice(index..=index, body);
            // The condition is the same before the choice.
            part.guards.push((invariant.clone(), holds));
            part.settled()
        };
        Some([part(true, then), part(false, otherwise)])
    }

    /// Leaves out of what comes after the choice all that the guards settle: in one pass, as there may be many such statements.
    fn settled(mut self) -> Self {
        let mut left = std::mem::take(&mut self.suffix);
        left.reverse();
        while let Some(statement) = left.pop() {
            match self.settle(&statement) {
                Some(body) => left.extend(body.into_iter().rev()),
                None => self.suffix.push(statement),
            }
        }
        self
    }

    /// Returns what is left of a statement whose condition has a part that a guard settles.
    fn settle(&self, statement: &Stmt<B>) -> Option<Vec<Stmt<B>>> {
        let Stmt::If(condition, then, otherwise) = statement else { return None };
        let known = |part: &Cond<B>| {
            let mut guards = self.guards.iter().filter(|_| dependence::is_turn_invariant(part));
            guards.find(|(guard, _)| guard == part).map(|(_, holds)| *holds)
        };
        let mut parts = conjuncts(condition.clone());
        let (index, holds) =
            parts.iter().enumerate().find_map(|(index, part)| Some((index, known(part)?)))?;
        if !holds {
            return Some(otherwise.clone());
        }
        parts.remove(index);
        Some(vec![Stmt::If(simplify::all(parts), then.clone(), otherwise.clone())])
    }
}

/// Splits steps on invariant conditions, as long as they do not become too many.
fn split_all<B: Bitboard>(parts: Vec<ChoicePoint<B>>) -> Vec<ChoicePoint<B>> {
    let mut parts: Vec<_> = parts.into_iter().map(ChoicePoint::settled).collect();
    let mut whole = Vec::new();
    while let Some(part) = parts.pop() {
        if parts.len() + whole.len() >= MAX_STEPS {
            whole.push(part);
            continue;
        }
        match part.split() {
            Some(split) => parts.extend(split),
            None => whole.push(part),
        }
    }
    whole
}

/// Enumerates the choice points that can come first in some statements, with what follows each.
fn enumerate_choice_points<B: Bitboard>(
    body: &[Stmt<B>],
    mut part: ChoicePoint<B>,
    suffix: &[Stmt<B>],
    own: SideId,
    parts: &mut Vec<ChoicePoint<B>>,
) {
    for (index, statement) in body.iter().enumerate() {
        let rest = || -> Vec<Stmt<B>> { body[index + 1..].iter().chain(suffix).cloned().collect() };
        let deep = |part: ChoicePoint<B>, why: &'static str| {
            let left = [statement].into_iter().cloned().chain(rest()).collect();
            ChoicePoint { what: What::Rest(left), why: Some(why), ..part }
        };
        if parts.len() > MAX_STEPS {
            // There is no use for more steps.
            return;
        }
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) => {
                // Only what allows any move of the side's own pieces is in the tables.
                parts.push(if !matches!(statement, Stmt::Move { pieces, only, .. } if *only != Cond::Fixed(true) || !is_own(pieces, own)) {
                    ChoicePoint { what: What::One(statement.clone()), suffix: rest(), ..part }
                } else {
                    deep(part, "not every move of every own piece is asked for")
                });
                return;
            }
            Stmt::Either { ways, .. } => {
                let rest = rest();
                for (_, body) in ways {
                    enumerate_choice_points(body, part.clone(), &rest, own, parts);
                }
                return;
            }
            Stmt::If(condition, then, otherwise) if chooses(statement) => {
                let rest = rest();
                for (body, holds) in [(then, true), (otherwise, false)] {
                    if *condition != Cond::Fixed(!holds) {
                        let part = part.clone().only_if(condition, holds);
                        enumerate_choice_points(body, part, &rest, own, parts);
                    }
                }
                return;
            }
            _ if chooses(statement) => {
                parts.push(deep(part, "something is chosen again and again"));
                return;
            }
            _ => part.prefix.push(statement.clone()),
        }
    }
    if suffix.is_empty() {
        parts.push(part);
        return;
    }
    enumerate_choice_points(suffix, part, &[], own, parts);
}
