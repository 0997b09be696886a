//! Turns taken apart into steps, on all ways that conditions and alternatives leave.

use std::cell::Cell;
use std::cmp::Reverse;

use crate::compile::effects::EffectsOf;
use crate::compile::move_effects::tables::{BUDGET, Before, Tabulator};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::Fact;
use crate::compile::program::generators::Generators;
use crate::compile::program::locations::Loc;
use crate::compile::program::membership::is_own;
use crate::compile::program::move_effects::{MoveEffects, Op};
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::turn_steps::{Steps, TurnStep, What};
use crate::compile::program::visit::{captures, chooses};
use crate::compile::program::{
    Choosing, Cond, Eff, Program, Set, Stmt, Target, dependence, event_index, simplify,
};
use crate::ir::Event;
/// The most steps of a side's turns.
const MAX_STEPS: usize = 24;

/// The most steps that are taken apart after one another.
const MAX_DEPTH: u8 = 4;

impl<B: Bitboard> Steps<B> {
    /// Takes the turns of a side apart; `None` where nothing is gained by it.
    ///
    /// The tables by which moves are listed take from the bytes for which there is room.
    pub(crate) fn of(program: &Program<B>, own: usize, room: &Cell<usize>) -> Option<Self> {
        if !program.facts.bounds[own].turn || !program.facts.used.has(Fact::Steps) {
            return None;
        }
        let assumed = emptied(program, own);
        let begins = &program.sides[own].triggers[event_index(Event::TurnBegins)];
        let captures_first = begins.iter().flat_map(|trigger| &trigger.body).any(captures);
        let (assumed_so, left) = (assumed.clone(), MAX_STEPS);
        let mut making = Making {
            program,
            own,
            assumed: assumed_so,
            captures_first,
            left,
            budget: BUDGET,
            room,
        };
        let opening = Tabulator::new(program, own, &[], Before::default()).opening()?;
        let steps = making.steps(&program.sides[own].turn, 0);
        let helps = |step: &TurnStep<B>| !matches!(step.what, What::Rest(_));
        steps.iter().any(helps).then_some(Self { assumed, opening, steps })
    }
}

/// Returns the boards of the state that each turn leaves empty, and that are not touched when one begins.
fn emptied<B: Bitboard>(program: &Program<B>, own: usize) -> Vec<usize> {
    let (rules, effects) = (&program.sides[own], EffectsOf::new(program, own));
    let ends = rules.triggers[event_index(Event::TurnEnds)].iter();
    let always = ends.filter(|trigger| trigger.condition == Cond::Fixed(true));
    let emptied =
        always.flat_map(|trigger| &trigger.body).filter_map(|statement| match statement {
            Stmt::Effect(Eff::SetSquares(Target::At(board), Set::Fixed(squares))) => {
                squares.is_empty().then_some(*board)
            }
            _ => None,
        });
    let begins = effects.event(Event::TurnBegins).writes;
    emptied.filter(|board| !begins.has(Loc::Board(*board))).collect()
}

/// Why the rest of a turn is left as it is.
const NOT_KNOWN: &str = "what the end of the turn does is not known in advance";
/// The same.
const TOO_LONG: &str = "a turn has too many steps after one another";

/// Steps in the making.
struct Making<'a, B> {
    program: &'a Program<B>,
    own: usize,
    /// Boards of the state that are empty when a turn begins.
    assumed: Vec<usize>,
    /// Whether something may be captured when a turn begins.
    captures_first: bool,
    /// How many more steps there may be.
    left: usize,
    /// How much more the tables of their deeds may be.
    budget: usize,
    /// How many more bytes there are for the tables by which their moves are listed.
    room: &'a Cell<usize>,
}

impl<B: Bitboard> Making<'_, B> {
    /// Makes the steps of which one comes first in some statements, so many steps into the turn.
    fn steps(&mut self, body: &[Stmt<B>], depth: u8) -> Vec<TurnStep<B>> {
        let mut parts = Vec::new();
        flatten(body, Part::default(), &[], self.own, &mut parts);
        let parts = apart(parts);
        let whole = |why| {
            let rest = TurnStep::rest(Vec::new(), Vec::new(), body.to_vec());
            vec![TurnStep { why: Some(why), ..rest }]
        };
        if parts.len() > self.left || depth > MAX_DEPTH {
            return whole("a turn has too many steps");
        }
        self.left -= parts.len();
        let steps: Option<Vec<_>> = parts.into_iter().map(|part| self.step(part, depth)).collect();
        match steps {
            Some(steps) => {
                let mut steps: Vec<TurnStep<B>> = steps.into_iter().flatten().collect();
                // What goes before the rest is looked at first: it may leave nothing to be done for the rest.
                let preferred =
                    |step: &TurnStep<B>| step.move_effects.preferred.unwrap_or(u64::MAX);
                steps.sort_by_key(|step| Reverse(preferred(step).reverse_bits()));
                steps
            }
            // What may end the game does so once, and not once for each step that would come after it.
            None => whole("what comes before it is not known in advance"),
        }
    }

    /// Makes the tables of a step; none if it can never be taken, `None` if it is not known what comes before it.
    fn step(&mut self, part: Part<B>, depth: u8) -> Option<Vec<TurnStep<B>>> {
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
        let Part { guards, what, suffix, why, .. } = part;
        let empty = TurnStep { why, ..TurnStep::rest(guards, before.ops, Vec::new()) };
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

    /// Returns what finds out what the steps do that come next.
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

impl<B: Bitboard> TurnStep<B> {
    /// What is left of a turn of which it is not known in advance what it does.
    fn rest(guards: Vec<(Cond<B>, bool)>, prefix: Vec<Op<B>>, rest: Vec<Stmt<B>>) -> Self {
        Self {
            guards,
            prefix,
            what: What::Rest(rest),
            why: None,
            suffix: Vec::new(),
            move_effects: MoveEffects::default(),
            generators: Generators::default(),
            then: Vec::new(),
            otherwise: None,
        }
    }
}

/// A step of a turn in its parts: what comes before it, what is chosen, and what comes after.
#[derive(Clone)]
struct Part<B> {
    guards: Vec<(Cond<B>, bool)>,
    prefix: Vec<Stmt<B>>,
    what: What<B>,
    suffix: Vec<Stmt<B>>,
    /// Why the rest of the turn is left as it is, if it is.
    why: Option<&'static str>,
}

impl<B> Default for Part<B> {
    fn default() -> Self {
        Self {
            guards: Vec::new(),
            prefix: Vec::new(),
            what: What::Nothing,
            suffix: Vec::new(),
            why: None,
        }
    }
}

impl<B: Bitboard> Part<B> {
    /// Goes on only if a condition holds, or only if it does not.
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

    /// Takes a part asunder, once, by what stays as it is during a turn, if what comes after its step asks for that.
    fn split(&self) -> Option<Vec<Self>> {
        let mut after = self.suffix.iter().enumerate();
        let (index, lasting, bodies) = after.find_map(|(index, statement)| {
            let Stmt::If(condition, then, otherwise) = statement else { return None };
            let mut parts = conjuncts(condition.clone());
            let lasting = parts.remove(parts.iter().position(dependence::is_lasting)?);
            let with = Stmt::If(simplify::all(parts), then.clone(), otherwise.clone());
            Some((index, lasting, [vec![with], otherwise.clone()]))
        })?;
        let known = self.guards.iter().find(|(other, _)| *other == lasting);
        let known = known.map(|(_, holds)| *holds);
        let mut parts = Vec::new();
        for (holds, body) in [true, false].into_iter().zip(bodies) {
            if known.is_some_and(|known| known != holds) {
                continue;
            }
            let mut part = self.clone();
            part.suffix.splice(index..=index, body);
            // What was asked before the step is the same after it.
            part.guards.extend(known.is_none().then(|| (lasting.clone(), holds)));
            parts.push(part);
        }
        Some(parts)
    }
}

/// Takes parts asunder by what stays as it is during a turn, as long as they do not become too many.
fn apart<B: Bitboard>(mut parts: Vec<Part<B>>) -> Vec<Part<B>> {
    let mut whole = Vec::new();
    while let Some(part) = parts.pop() {
        match part.split().filter(|_| parts.len() + whole.len() < MAX_STEPS) {
            Some(split) => parts.extend(split),
            None => whole.push(part),
        }
    }
    whole
}

/// Takes a turn apart into the steps of which one is the turn; where more than one thing is chosen, the rest of the turn
/// is left as it is.
fn flatten<B: Bitboard>(
    body: &[Stmt<B>],
    mut part: Part<B>,
    suffix: &[Stmt<B>],
    own: usize,
    parts: &mut Vec<Part<B>>,
) {
    for (index, statement) in body.iter().enumerate() {
        let rest = || -> Vec<Stmt<B>> { body[index + 1..].iter().chain(suffix).cloned().collect() };
        let deep = |part: Part<B>, why: &'static str| {
            let left = [statement].into_iter().cloned().chain(rest()).collect();
            Part { what: What::Rest(left), why: Some(why), ..part }
        };
        match statement {
            // A long list of steps is no use.
            _ if parts.len() > MAX_STEPS => return,
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) => {
                parts.push(if is_any(statement, own) {
                    Part { what: What::One(statement.clone()), suffix: rest(), ..part }
                } else {
                    deep(part, "not every move of every own piece is asked for")
                });
                return;
            }
            Stmt::Either { ways, .. } => {
                let rest = rest();
                for (_, body) in ways {
                    flatten(body, part.clone(), &rest, own, parts);
                }
                return;
            }
            Stmt::If(condition, then, otherwise) if chooses(statement) => {
                let rest = rest();
                for (body, holds) in [(then, true), (otherwise, false)] {
                    if *condition == Cond::Fixed(!holds) {
                        continue;
                    }
                    flatten(body, part.clone().only_if(condition, holds), &rest, own, parts);
                }
                return;
            }
            other if chooses(other) => {
                parts.push(deep(part, "something is chosen again and again"));
                return;
            }
            other => part.prefix.push(other.clone()),
        }
    }
    if suffix.is_empty() {
        parts.push(part);
        return;
    }
    flatten(suffix, part, &[], own, parts);
}

/// Tells whether a statement, if it moves a piece, moves any of the side's own in any way: of those it is known what they
/// do.
fn is_any<B: Bitboard>(statement: &Stmt<B>, own: usize) -> bool {
    match statement {
        Stmt::Move { pieces, only, .. } => *only == Cond::Fixed(true) && is_own(pieces, own),
        _ => true,
    }
}
