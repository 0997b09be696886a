//! Advice about events that set each other off without end.
//!
//! Only captures by effects fire events inside events. Each takes a piece from the board, so that it goes
//! on for ever only if a piece that is captured so is also placed anew.

use super::bounds::Scene;
use super::cells::Cells;
use super::{Advice, Judged, Looked};
use crate::diag::{Diagnostic, codes};
use crate::ir::footprint::Said;
use crate::ir::{
    Change, Effect, Event, Game, Operand, SideId, Statement, StatementPart, Trigger, Truth, slots,
};
use crate::source::Span;

/// Of so many events that capture circles are looked for.
const MAX_EVENTS: usize = 64;

/// Looks at the events of captures.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let mut told: Vec<Span> = Vec::new();
    for side in SideId::ALL {
        let scene = looked.scene(side);
        let events: Vec<Burst<'_>> = looked
            .game
            .triggers
            .iter()
            .filter(|trigger| trigger.event == Event::Captured)
            .map(|trigger| Burst::of(looked.game, trigger, &scene))
            .filter(Burst::matters)
            .take(MAX_EVENTS)
            .collect();
        let lasts = lasting(&events);
        let fires: Vec<Vec<bool>> = events
            .iter()
            .map(|from| {
                let to = events.iter().zip(&lasts);
                to.map(|(to, lasts)| *lasts && from.fires(to)).collect()
            })
            .collect();
        for (number, event) in events.iter().enumerate() {
            let round = circle(&fires, number);
            if round.is_empty() || told.contains(&event.trigger.span) {
                continue;
            }
            told.extend(
                round
                    .iter()
                    .filter_map(|number| events.get(*number))
                    .map(|event| event.trigger.span),
            );
            advice.add(found(event, &round, &events), Judged::Rules);
        }
    }
}

fn found(event: &Burst<'_>, round: &[usize], events: &[Burst<'_>]) -> Diagnostic {
    let name = &event.trigger.name;
    let others = round.iter().filter_map(|number| events.get(*number));
    let others = others.filter(|other| other.trigger.name != *name);
    let found = codes::ENDLESS_EVENTS
        .at(event.trigger.span, format!("the event `{name}` can set itself off again without end"))
        .label("what it captures fires it again, and there are always new pieces to capture");
    others.fold(found, |found, other| found.secondary(other.trigger.span, "by way of this event"))
}

/// What an event does to other events.
struct Burst<'a> {
    trigger: &'a Trigger,
    /// Which captures by effects fire it.
    fired_by: Cells,
    /// What it captures.
    captures: Cells,
    /// What it places.
    places: Cells,
}

impl<'a> Burst<'a> {
    fn of(game: &Game, trigger: &'a Trigger, scene: &Scene<'_>) -> Self {
        let none = || Cells::none(game);
        let mut burst = Self { trigger, fired_by: none(), captures: none(), places: none() };
        if trigger.event == Event::Captured && !has_captor(&trigger.condition) {
            burst.fired_by = scene.clone().given(&trigger.condition).slot(slots::VICTIM);
        }
        if bounded(game, trigger) {
            return burst;
        }
        let statements = trigger.body.iter().flat_map(Statement::all);
        for effect in statements.filter_map(Statement::effect) {
            burst.effect(game, effect, scene);
        }
        burst
    }

    fn effect(&mut self, game: &Game, effect: &Effect, scene: &Scene<'_>) {
        let mut placed = Cells::all(game);
        for operand in effect.operands() {
            match operand {
                Operand::Captured(set) => {
                    self.captures = self.captures.clone().union(&scene.most(set));
                }
                Operand::Kind(kind) => {
                    placed = placed.only(scene.types(kind), [true; SideId::OWNERS.len()]);
                }
                Operand::NewOwner(owner) => placed = placed.only(None, scene.owners(*owner)),
                Operand::Filled(on) => placed = placed.on(scene.most(on).empty),
                _ => {}
            }
        }
        if effect.any_operand(|operand| matches!(operand, Operand::Filled(_))) {
            self.places = self.places.clone().union(&placed);
        }
    }

    /// Tells whether it captures or places anything.
    fn matters(&self) -> bool {
        let some = |cells: &Cells| cells.kinds().next().is_some();
        some(&self.captures) || some(&self.places)
    }

    fn fires(&self, other: &Self) -> bool {
        let hit = self.captures.clone().intersection(&other.fired_by);
        hit.kinds().next().is_some()
    }
}

/// Tells whether an event waits for a piece that captures; effects capture without one.
fn has_captor(condition: &Truth) -> bool {
    condition.conjuncts().iter().any(|part| part.asked_of(slots::CAPTOR).is_some())
}

/// Tells whether an event changes what its conditions, or those inside it, ask about: variables, marks
/// and tokens. It may well stop by itself then.
fn bounded(game: &Game, trigger: &Trigger) -> bool {
    let mut asked = Said::new(game);
    asked.part(&trigger.condition);
    let mut done = Said::new(game);
    let mut stops = false;
    for statement in trigger.body.iter().flat_map(Statement::all) {
        statement.kind.each_part(&mut |part| match part {
            StatementPart::Whether(condition) => asked.part(condition),
            StatementPart::Effect(effect) if keeps_state(effect) => done.statement(statement),
            StatementPart::Stop => stops = true,
            _ => {}
        });
    }
    stops || done.footprint().writes.meets(&asked.footprint().reads)
}

fn keeps_state(effect: &Effect) -> bool {
    !effect.any_operand(|operand| operand.change() == Change::Board)
}

/// Returns the events by way of which one fires itself again, that one included; none if it does not.
fn circle(fires: &[Vec<bool>], first: usize) -> Vec<usize> {
    let leads = |from: usize, to: usize| fires.get(from).and_then(|all| all.get(to)) == Some(&true);
    let ahead = reached(fires.len(), first, &leads);
    let behind = reached(fires.len(), first, &|from, to| leads(to, from));
    ahead.into_iter().filter(|number| behind.contains(number)).collect()
}

/// Returns the events that lead on from one, in one step or more.
fn reached(count: usize, first: usize, leads: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![first];
    while let Some(from) = pending.pop() {
        for to in 0..count {
            if !found.contains(&to) && leads(from, to) {
                found.push(to);
                pending.push(to);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Tells of each event whether there can always be new pieces whose capture fires it, as long as others do.
fn lasting(events: &[Burst<'_>]) -> Vec<bool> {
    let mut lasts = vec![true; events.len()];
    while let Some(renewed) = renewed(events, &lasts) {
        let some = |cells: &Cells| cells.kinds().next().is_some();
        let goes_on = |event: &Burst<'_>| some(&renewed.clone().intersection(&event.fired_by));
        let next: Vec<bool> =
            events.iter().zip(&lasts).map(|(event, lasts)| *lasts && goes_on(event)).collect();
        if next == lasts {
            break;
        }
        lasts = next;
    }
    lasts
}

/// Returns what some of the events place and some capture; nothing if there is no event.
fn renewed(events: &[Burst<'_>], which: &[bool]) -> Option<Cells> {
    let left = || events.iter().zip(which).filter(|(_, is)| **is).map(|(event, _)| event);
    let placed = left().map(|event| event.places.clone()).reduce(|all, some| all.union(&some))?;
    let taken = left().map(|event| event.captures.clone()).reduce(|all, some| all.union(&some))?;
    Some(placed.intersection(&taken))
}
