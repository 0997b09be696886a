//! Turns taken apart into the steps of which one is the turn.

use super::drafting::Drafting;
use super::{Steps, TurnStep};
use crate::compile::bits::Bits;
use crate::compile::generators::Generators;
use crate::compile::program::{Cond, Program, Stmt};
use crate::compile::safety::is_own;

impl<B: Bits> Steps<B> {
    /// Finds out which turns of a side are one step; `None` if some are not.
    pub fn of(program: &Program<B>, own: usize) -> Option<Self> {
        let rules = &program.sides[own];
        let mut parts = Vec::new();
        flatten(&rules.turn, Vec::new(), Vec::new(), &mut parts)?;
        // What is known of moves in advance is known of the mover's own pieces.
        let others = |part: &Part<B>| matches!(&part.what, Some(Stmt::Move { pieces, .. }) if !is_own(pieces, own));
        if parts.iter().any(others) {
            return None;
        }
        if parts.len() > MAX_STEPS {
            return None;
        }
        let opening = Drafting::new(program, own, &[], Vec::new()).opening()?;
        let mut steps = Vec::with_capacity(parts.len());
        for Part { prefix, what, suffix } in parts {
            let drafting = Drafting::new(program, own, &[], Vec::new());
            let before = drafting.before(&prefix)?;
            let mut drafting = Drafting::new(program, own, &suffix, before.numbers);
            drafting.fill(what.as_ref());
            if let Some(Stmt::Choose(choose)) = &what {
                drafting.chosen(choose)?;
            } else if what.is_none() {
                drafting.nothing_chosen()?;
            }
            let deeds = drafting.finish();
            let generators = Generators::of(program, own, &deeds);
            steps.push(TurnStep { prefix: before.ops, what, suffix, deeds, generators });
        }
        Some(Self { opening, steps })
    }
}

/// A turn that is one step, in its parts.
struct Part<B> {
    prefix: Vec<Stmt<B>>,
    what: Option<Stmt<B>>,
    suffix: Vec<Stmt<B>>,
}

/// The most steps of which one is the turn.
const MAX_STEPS: usize = 8;

/// Takes a turn apart into the steps of which one is the turn; `None` if there are turns of more than one step.
fn flatten<B: Bits>(
    body: &[Stmt<B>],
    mut prefix: Vec<Stmt<B>>,
    suffix: Vec<Stmt<B>>,
    parts: &mut Vec<Part<B>>,
) -> Option<()> {
    for (index, statement) in body.iter().enumerate() {
        let rest = || body[index + 1..].iter().chain(&suffix).cloned().collect::<Vec<_>>();
        match statement {
            Stmt::Move { only, .. } if *only != Cond::Fixed(true) => return None,
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) => {
                let suffix = rest();
                if suffix.iter().any(moves_or_drops) {
                    return None;
                }
                parts.push(Part { prefix, what: Some(statement.clone()), suffix });
                return Some(());
            }
            Stmt::Either(ways) => {
                for (_, body) in ways {
                    flatten(body, prefix.clone(), rest(), parts)?;
                }
                return Some(());
            }
            other if crate::compile::chooses(other) => return None,
            other => prefix.push(other.clone()),
        }
    }
    if suffix.is_empty() {
        parts.push(Part { prefix, what: None, suffix });
        return Some(());
    }
    flatten(&suffix, prefix, Vec::new(), parts)
}

fn moves_or_drops<B>(statement: &Stmt<B>) -> bool {
    crate::compile::any_within(statement, &|inner| {
        matches!(inner, Stmt::Move { .. } | Stmt::Drop { .. })
    })
}
