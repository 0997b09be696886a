//! Turns taken apart into the steps of which one is the turn.

use super::drafting::Drafting;
use super::{Steps, TurnStep, What};
use crate::compile::bits::Bits;
use crate::compile::generators::Generators;
use crate::compile::program::{Cond, Num, Program, Stmt};
use crate::compile::safety::is_own;
use crate::compile::statement::conjuncts;
use crate::compile::{chooses, lower};

/// The most steps of which one is the turn.
const MAX_STEPS: usize = 16;

impl<B: Bits> Steps<B> {
    /// Finds out which turns of a side are one step; `None` if that cannot be told of any of them.
    pub fn of(program: &Program<B>, own: usize) -> Option<Self> {
        let mut parts = Vec::new();
        let whole = Part::default();
        flatten(&program.sides[own].turn, whole, &[], own, &mut parts);
        let parts: Vec<Part<B>> = parts.into_iter().flat_map(Part::apart).collect();
        let deep = |part: &Part<B>| matches!(part.what, What::Rest(_));
        if parts.len() > MAX_STEPS || parts.iter().all(deep) {
            return None;
        }
        let opening = Drafting::new(program, own, &[], Vec::new()).opening()?;
        let mut steps = Vec::with_capacity(parts.len());
        for part in parts {
            steps.extend(step(program, own, part)?);
        }
        Some(Self { opening, steps })
    }
}

/// Makes the tables of a step; none if it can never be taken, `None` if what comes before it is not known in advance.
fn step<B: Bits>(program: &Program<B>, own: usize, part: Part<B>) -> Option<Vec<TurnStep<B>>> {
    let Part { guards, prefix, what, suffix } = part;
    let before = match Drafting::new(program, own, &[], Vec::new()).before(&prefix)?.as_slice() {
        [] => return Some(Vec::new()),
        [only] if !only.may_end() => only.clone(),
        _ => return None,
    };
    let mut drafting = Drafting::new(program, own, &suffix, before.numbers);
    let known = match &what {
        What::Rest(_) => Some(()),
        What::Nothing => drafting.nothing_chosen(),
        What::One(statement) => {
            drafting.fill(Some(statement));
            match statement {
                Stmt::Choose(choose) => drafting.chosen(choose),
                _ => Some(()),
            }
        }
    };
    let deeds = drafting.finish();
    let (guards, prefix) = (guards, before.ops);
    if known.is_none() {
        let rest = match what {
            What::One(statement) => [statement].into_iter().chain(suffix).collect(),
            What::Nothing | What::Rest(_) => suffix,
        };
        return Some(vec![TurnStep::rest(guards, prefix, rest)]);
    }
    let generators = match &what {
        What::One(Stmt::Move { .. }) => Generators::of(program, own, &deeds),
        _ => Generators::default(),
    };
    Some(vec![TurnStep { guards, prefix, what, suffix, deeds, generators }])
}

impl<B: Bits> TurnStep<B> {
    /// What is left of a turn of which it is not known in advance what it does.
    fn rest(guards: Vec<(Cond<B>, bool)>, prefix: Vec<super::Op<B>>, rest: Vec<Stmt<B>>) -> Self {
        Self {
            guards,
            prefix,
            what: What::Rest(rest),
            suffix: Vec::new(),
            deeds: super::Deeds::default(),
            generators: Generators::default(),
        }
    }
}

/// A turn that is one step, in its parts.
#[derive(Clone)]
struct Part<B> {
    guards: Vec<(Cond<B>, bool)>,
    prefix: Vec<Stmt<B>>,
    what: What<B>,
    suffix: Vec<Stmt<B>>,
}

impl<B> Default for Part<B> {
    fn default() -> Self {
        Self { guards: Vec::new(), prefix: Vec::new(), what: What::Nothing, suffix: Vec::new() }
    }
}

impl<B: Bits> Part<B> {
    /// Goes on only if a condition holds, or only if it does not.
    fn only_if(mut self, condition: &Cond<B>, holds: bool) -> Self {
        if self.prefix.is_empty() {
            self.guards.push((condition.clone(), holds));
            return self;
        }
        let (then, otherwise) =
            if holds { (vec![], vec![Stmt::Refuse]) } else { (vec![Stmt::Refuse], vec![]) };
        self.prefix.push(Stmt::If(condition.clone(), then, otherwise));
        self
    }

    /// Takes a part asunder by what stays as it is during a turn, where what comes after its step asks for that.
    fn apart(self) -> Vec<Self> {
        let found = self.suffix.iter().enumerate().find_map(|(index, statement)| {
            let Stmt::If(condition, then, otherwise) = statement else { return None };
            let mut parts = conjuncts(condition.clone());
            let lasting = parts.remove(parts.iter().position(is_lasting)?);
            let with = Stmt::If(lower::all(parts), then.clone(), otherwise.clone());
            Some((index, lasting, [vec![with], otherwise.clone()]))
        });
        let Some((index, lasting, bodies)) = found else { return vec![self] };
        let known =
            self.guards.iter().find(|(other, _)| *other == lasting).map(|(_, holds)| *holds);
        let mut parts = Vec::new();
        for (holds, body) in [true, false].into_iter().zip(bodies) {
            if known.is_some_and(|known| known != holds) {
                continue;
            }
            let mut part = self.clone();
            part.suffix.splice(index..=index, body);
            // What was asked before the step is the same after it.
            part.guards.extend(known.is_none().then(|| (lasting.clone(), holds)));
            parts.extend(part.apart());
        }
        parts
    }
}

/// Tells whether a condition is the same at all points of a turn.
fn is_lasting<B>(condition: &Cond<B>) -> bool {
    match condition {
        Cond::Not(inner) => is_lasting(inner),
        Cond::Compare(_, pair) => lasts(&pair.0) && lasts(&pair.1),
        _ => false,
    }
}

fn lasts<B>(number: &Num<B>) -> bool {
    match number {
        Num::Fixed(_) | Num::TurnNumber => true,
        Num::Arithmetic(_, pair) => lasts(&pair.0) && lasts(&pair.1),
        _ => false,
    }
}

/// Takes a turn apart into the steps of which one is the turn; where more than one thing is chosen, the rest of the turn
/// is left as it is.
fn flatten<B: Bits>(
    body: &[Stmt<B>],
    mut part: Part<B>,
    suffix: &[Stmt<B>],
    own: usize,
    parts: &mut Vec<Part<B>>,
) {
    for (index, statement) in body.iter().enumerate() {
        let rest: Vec<Stmt<B>> = body[index + 1..].iter().chain(suffix).cloned().collect();
        let deep = |part: Part<B>| {
            let left = [statement].into_iter().chain(&rest).cloned().collect();
            Part { what: What::Rest(left), ..part }
        };
        match statement {
            // A long list of steps is no use.
            _ if parts.len() > MAX_STEPS => return,
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) => {
                let flat = is_any(statement, own) && !rest.iter().any(moves_or_drops);
                parts.push(if flat {
                    Part { what: What::One(statement.clone()), suffix: rest, ..part }
                } else {
                    deep(part)
                });
                return;
            }
            Stmt::Either(ways) => {
                for (_, body) in ways {
                    flatten(body, part.clone(), &rest, own, parts);
                }
                return;
            }
            Stmt::If(condition, then, otherwise) if chooses(statement) => {
                for (body, holds) in [(then, true), (otherwise, false)] {
                    flatten(body, part.clone().only_if(condition, holds), &rest, own, parts);
                }
                return;
            }
            other if chooses(other) => {
                parts.push(deep(part));
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
fn is_any<B: Bits>(statement: &Stmt<B>, own: usize) -> bool {
    match statement {
        Stmt::Move { pieces, only, .. } => *only == Cond::Fixed(true) && is_own(pieces, own),
        _ => true,
    }
}

fn moves_or_drops<B>(statement: &Stmt<B>) -> bool {
    crate::compile::any_within(statement, &|inner| {
        matches!(inner, Stmt::Move { .. } | Stmt::Drop { .. })
    })
}
