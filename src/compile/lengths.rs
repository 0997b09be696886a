//! How much a turn may be. One in which too many events happen, or too much is done, cannot be played; whoever tells from
//! tables what a move does, or that it is legal, does not count, and must know that there cannot be too much.

use super::bits::Bits;
use super::program::{Eff, Num, Program, Set, SideRules, Stmt, Trig, event_index};
use crate::ir::Event;
use crate::ir::limits::MAX_CASCADE;

/// How much may be done in a turn besides events: far less than what makes a turn endless.
const MAX_DONE: usize = 20_000;

/// The most events and statements there can be.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    events: usize,
    done: usize,
}

/// More than any turn may be.
const ENDLESS: Length = Length { events: usize::MAX, done: usize::MAX };

impl Length {
    fn and(self, other: Self) -> Self {
        Self {
            events: self.events.saturating_add(other.events),
            done: self.done.saturating_add(other.done),
        }
    }

    fn times(self, times: usize) -> Self {
        Self { events: self.events.saturating_mul(times), done: self.done.saturating_mul(times) }
    }

    fn larger(self, other: Self) -> Self {
        Self { events: self.events.max(other.events), done: self.done.max(other.done) }
    }
}

/// How what is repeated is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    /// As if it were done once.
    Once,
    /// As often as it may be done.
    InFull,
}

/// Tells whether no turn of a side can be too much. What a turn repeats is counted once: it is done step by step.
pub fn is_short<B: Bits>(program: &Program<B>, side: usize) -> bool {
    let mut measuring = Measuring { program, rules: &program.sides[side], captured: ENDLESS };
    // Captures that bring about captures may go on and on.
    measuring.captured = measuring.events(Event::Captured);
    let turn = measuring.block(&measuring.rules.turn, Repeats::Once);
    let whole =
        turn.and(measuring.events(Event::TurnBegins)).and(measuring.events(Event::TurnEnds));
    whole.events <= MAX_CASCADE && whole.done <= MAX_DONE
}

struct Measuring<'a, B> {
    program: &'a Program<B>,
    rules: &'a SideRules<B>,
    /// What one capture brings about.
    captured: Length,
}

impl<B: Bits> Measuring<'_, B> {
    fn events(&self, event: Event) -> Length {
        let triggers = &self.rules.triggers[event_index(event)];
        triggers.iter().fold(Length::default(), |all, trigger| all.and(self.trigger(trigger)))
    }

    fn trigger(&self, trigger: &Trig<B>) -> Length {
        Length { events: 1, done: 1 }.and(self.block(&trigger.body, Repeats::InFull))
    }

    fn block(&self, body: &[Stmt<B>], repeats: Repeats) -> Length {
        let each = body.iter().map(|statement| self.statement(statement, repeats));
        each.fold(Length::default(), Length::and)
    }

    fn statement(&self, statement: &Stmt<B>, repeats: Repeats) -> Length {
        let one = Length { events: 0, done: 1 };
        let more = match statement {
            Stmt::Move { .. } => self.moves(),
            Stmt::Drop { .. } => self.events(Event::Dropped),
            Stmt::Choose(choose) => {
                let otherwise = choose.otherwise.as_deref().unwrap_or_default();
                self.block(&choose.then, repeats).larger(self.block(otherwise, repeats))
            }
            Stmt::Either { ways, .. } => {
                let each = ways.iter().map(|(_, body)| self.block(body, repeats));
                each.fold(Length::default(), Length::larger)
            }
            Stmt::If(_, then, otherwise) => {
                self.block(then, repeats).larger(self.block(otherwise, repeats))
            }
            Stmt::ForEach(_, over, body) => {
                self.block(body, repeats).and(one).times(self.most(over))
            }
            Stmt::Repeat(_, _, body) if repeats == Repeats::Once => self.block(body, repeats),
            Stmt::Repeat(Num::Fixed(times), _, body) => {
                let times = usize::try_from(*times).unwrap_or(0);
                self.block(body, repeats).and(one).times(times)
            }
            Stmt::Repeat(..) => ENDLESS,
            Stmt::Effect(Eff::Capture(set)) => self.captured.and(one).times(self.most(set)),
            Stmt::Effect(_) | Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => Length::default(),
        };
        one.and(more)
    }

    /// Measures what a move brings about.
    fn moves(&self) -> Length {
        let ways = self.rules.ways.iter().map(|way| {
            let taken = match &way.taking {
                Some(taking) => 1 + self.most(taking),
                None if way.tabled => 1,
                None => self.program.squares,
            };
            self.captured.times(taken).and(self.block(&way.then, Repeats::InFull))
        });
        ways.fold(Length::default(), Length::larger).and(self.events(Event::Moved))
    }

    /// Returns how many squares a set can have at most.
    fn most(&self, set: &Set<B>) -> usize {
        let all = self.program.squares;
        let most = match set {
            Set::Fixed(squares) => squares.count() as usize,
            Set::Slot(_) | Set::Bearing(_) | Set::First(_) | Set::Last(_) => 1,
            Set::Stepped(_, of) => self.most(of),
            Set::Union(sets) => sets.iter().map(|set| self.most(set)).sum(),
            Set::All(sets) => sets.iter().map(|set| self.most(set)).min().unwrap_or(all),
            Set::Except(pair) => self.most(&pair.0),
            Set::Reach(parts, _) => {
                let ends = parts.1.map(|route| self.ends(route));
                self.most(&parts.0).saturating_mul(ends[0].max(ends[1]))
            }
            _ => all,
        };
        most.min(all)
    }

    /// Returns how many ends a walk, by its number, can have from one square at most.
    fn ends(&self, route: usize) -> usize {
        let paths = self.rules.routes.get(route).and_then(|route| route.paths.as_ref());
        let fans = paths.iter().flat_map(|paths| &paths.from);
        let most = fans.map(|fan| fan.reach.count() as usize).max();
        most.unwrap_or(self.program.squares)
    }
}
