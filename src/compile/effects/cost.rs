//! How much a turn can be: a turn in which too many events happen, in which too much is chosen or too much is done, cannot
//! be played. Whoever applies the effects of a move from tables does not count, and must know that there cannot be too much.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::knowledge::{Bounds, Cost};
use crate::compile::program::{
    Among, Choosing, Eff, Num, Program, Set, SideRules, Stmt, Trig, event_index,
};
use crate::ir::Event;
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES};

/// How much work a turn may be that is known to be short: less than what makes a turn endless.
const MAX_DONE: usize = 80_000;

/// What one statement, trigger or capture may be at most of the work that is counted when a turn is played.
const WORK_AT_ONCE: usize = 4;

/// More than any turn may be.
const ENDLESS: Cost = Cost { events: usize::MAX, choices: usize::MAX, work: usize::MAX };

impl Cost {
    fn and(self, other: Self) -> Self {
        Self {
            events: self.events.saturating_add(other.events),
            choices: self.choices.saturating_add(other.choices),
            work: self.work.saturating_add(other.work),
        }
    }

    fn times(self, times: usize) -> Self {
        Self {
            events: self.events.saturating_mul(times),
            choices: self.choices.saturating_mul(times),
            work: self.work.saturating_mul(times),
        }
    }

    fn larger(self, other: Self) -> Self {
        Self {
            events: self.events.max(other.events),
            choices: self.choices.max(other.choices),
            work: self.work.max(other.work),
        }
    }

    /// Tells whether so much may be done in a turn.
    fn is_allowed(self) -> bool {
        self.events <= MAX_CASCADE && self.choices <= MAX_CHOICES && self.work <= MAX_DONE
    }
}

impl Bounds {
    /// Measures the turns of a side.
    pub(crate) fn of<B: Bitboard>(program: &Program<B>, side: usize) -> Self {
        let mut measuring = Measuring { program, rules: &program.sides[side], captured: ENDLESS };
        // Captures that bring about captures may go on and on.
        measuring.captured = measuring.event(Event::Captured);
        let rules = measuring.rules;
        let begin = measuring.event(Event::TurnBegins);
        let end = measuring.event(Event::TurnEnds);
        let turn = begin.and(measuring.block(&rules.turn)).and(end);
        let threat = rules.threat.as_ref().unwrap_or(&rules.turn);
        let last_step = measuring.step().and(end);
        Self {
            turn: turn.is_allowed(),
            last_step: last_step.is_allowed().then_some(last_step),
            threat: begin.and(measuring.block(threat)).is_allowed(),
        }
    }
}

struct Measuring<'a, B> {
    program: &'a Program<B>,
    rules: &'a SideRules<B>,
    /// What one capture brings about.
    captured: Cost,
}

impl<B: Bitboard> Measuring<'_, B> {
    fn event(&self, event: Event) -> Cost {
        let triggers = &self.rules.triggers[event_index(event)];
        let once = Cost { work: WORK_AT_ONCE, ..Cost::default() };
        triggers.iter().fold(once, |all, trigger| all.and(self.trigger(trigger)))
    }

    fn trigger(&self, trigger: &Trig<B>) -> Cost {
        Cost { events: 1, choices: 0, work: WORK_AT_ONCE }.and(self.block(&trigger.body))
    }

    fn block(&self, body: &[Stmt<B>]) -> Cost {
        let each = body.iter().map(|statement| self.statement(statement));
        each.fold(Cost::default(), Cost::and)
    }

    fn statement(&self, statement: &Stmt<B>) -> Cost {
        let one = Cost { events: 0, choices: 0, work: WORK_AT_ONCE };
        let more = match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } => self.step(),
            Stmt::Choose(choose) => self.choice(choose),
            Stmt::Either { ways, .. } => {
                let each = ways.iter().map(|(_, body)| self.block(body));
                each.fold(Cost::default(), Cost::larger).and(CHOICE)
            }
            Stmt::If(_, then, otherwise) => self.block(then).larger(self.block(otherwise)),
            Stmt::ForEach(_, over, body) => self.block(body).and(one).times(self.most(over)),
            Stmt::Repeat(Num::Fixed(times), _, body) => {
                let times = usize::try_from(*times).unwrap_or(0);
                self.block(body).and(one).times(times)
            }
            Stmt::Repeat(..) => ENDLESS,
            Stmt::Effect(Eff::Capture(set)) => self.captured.and(one).times(self.most(set)),
            Stmt::Effect(_) | Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => Cost::default(),
        };
        one.and(more)
    }

    fn choice(&self, choose: &Choosing<B>) -> Cost {
        let Choosing { slot: _, among, optional: _, label: _, by: _, then, otherwise } = choose;
        match among {
            Among::Squares(..) | Among::Types(_) | Among::TypesInHand(..) | Among::Numbers(..) => {}
        }
        let otherwise = otherwise.as_deref().unwrap_or_default();
        self.block(then).larger(self.block(otherwise)).and(CHOICE)
    }

    /// Measures a move or a drop with what it brings about.
    fn step(&self) -> Cost {
        let ways = self.rules.ways.iter().map(|way| {
            let taken = match &way.taking {
                // The path of a walk without tables may capture on every square.
                _ if !way.tabled => self.program.squares,
                Some(taking) => 1 + self.most(taking),
                None => 1,
            };
            let one = Cost { work: WORK_AT_ONCE, ..Cost::default() };
            self.captured.and(one).times(taken).and(self.block(&way.then))
        });
        let moves = ways.fold(Cost::default(), Cost::larger).and(self.event(Event::Moved));
        moves.larger(self.event(Event::Dropped)).and(CHOICE)
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
            Set::Board(_)
            | Set::Empty
            | Set::Occupied
            | Set::Types(_)
            | Set::OfType(_)
            | Set::OwnedBy(_)
            | Set::ViewOf(..)
            | Set::Variable(..)
            | Set::Passed(..) => all,
        };
        most.min(all)
    }

    /// Returns how many ends a walk, by its number, can have from one square at most.
    fn ends(&self, route: usize) -> usize {
        let paths = self.rules.routes.get(route).and_then(|route| route.paths.as_ref());
        let destinations_of = paths.iter().flat_map(|paths| &paths.from);
        let most = destinations_of.map(|destinations| destinations.reach.count() as usize).max();
        most.unwrap_or(self.program.squares)
    }
}

/// What making a choice costs.
const CHOICE: Cost = Cost { events: 0, choices: 1, work: 1 };
