//! Bounds on the cost of turns.
//!
//! A turn with too many events, too many choices or too much work is illegal. Effects that are applied from tables are not
//! counted, so tables are used only where the limits cannot be exceeded.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::knowledge::{Bounds, Cost};
use crate::compile::program::{
    Choosing, Eff, Num, Program, Set, SideRules, Stmt, Trig, event_index,
};
use crate::ir::limits::{MAX_CASCADE, MAX_CHOICES};
use crate::ir::{Event, Operand, SideId};

/// The most work of a turn that counts as bounded: below the work budget of a turn.
const MAX_WORK: usize = 80_000;

/// An upper bound on what is counted for one statement, trigger or capture by itself.
const ONE: Cost = Cost { events: 0, choices: 0, work: 4 };

/// No bound.
const UNBOUNDED: Cost = Cost { events: usize::MAX, choices: usize::MAX, work: usize::MAX };

impl Cost {
    fn with(self, other: Self, join: impl Fn(usize, usize) -> usize) -> Self {
        Self {
            events: join(self.events, other.events),
            choices: join(self.choices, other.choices),
            work: join(self.work, other.work),
        }
    }

    fn and(self, other: Self) -> Self {
        self.with(other, usize::saturating_add)
    }

    fn times(self, times: usize) -> Self {
        self.with(self, |cost, _| cost.saturating_mul(times))
    }

    fn larger(self, other: Self) -> Self {
        self.with(other, usize::max)
    }

    /// Tells whether a turn may cost so much.
    fn is_allowed(self) -> bool {
        self.events <= MAX_CASCADE && self.choices <= MAX_CHOICES && self.work <= MAX_WORK
    }
}

impl Bounds {
    /// Computes the bounds of a side.
    pub(crate) fn of<B: Bitboard>(program: &Program<B>, side: SideId) -> Self {
        let mut costs = CostOf { program, rules: program.rules(side), captured: UNBOUNDED };
        // Captures that trigger captures have no bound.
        costs.captured = costs.event(Event::Captured);
        let rules = costs.rules;
        let begin = costs.event(Event::TurnBegins);
        let end = costs.event(Event::TurnEnds);
        let turn = begin.and(costs.block(&rules.turn)).and(end);
        let threat = rules.threat.as_ref().unwrap_or(&rules.turn);
        let last_step = costs.step().and(end);
        Self {
            turn: turn.is_allowed(),
            last_step: last_step.is_allowed().then_some(last_step),
            threat: begin.and(costs.block(threat)).is_allowed(),
        }
    }
}

struct CostOf<'a, B> {
    program: &'a Program<B>,
    rules: &'a SideRules<B>,
    /// The cost of the triggers of one capture.
    captured: Cost,
}

impl<B: Bitboard> CostOf<'_, B> {
    fn event(&self, event: Event) -> Cost {
        let triggers = &self.rules.triggers[event_index(event)];
        let cost = |trigger: &Trig<B>| Cost { events: 1, ..ONE }.and(self.block(&trigger.body));
        triggers.iter().map(cost).fold(ONE, Cost::and)
    }

    fn block(&self, body: &[Stmt<B>]) -> Cost {
        let each = body.iter().map(|statement| self.statement(statement));
        each.fold(Cost::default(), Cost::and)
    }

    fn statement(&self, statement: &Stmt<B>) -> Cost {
        let more = match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } => self.step(),
            Stmt::Choose(choose) => self.choice(choose),
            Stmt::Either { ways, .. } => {
                let each = ways.iter().map(|(_, body)| self.block(body));
                each.fold(Cost::default(), Cost::larger).and(CHOICE)
            }
            Stmt::If(_, then, otherwise) => self.block(then).larger(self.block(otherwise)),
            Stmt::ForEach(_, over, body) => self.block(body).and(ONE).times(self.max_size(over)),
            Stmt::Repeat(Num::Fixed(times), _, body) => {
                let times = usize::try_from(*times).unwrap_or(0);
                self.block(body).and(ONE).times(times)
            }
            Stmt::Repeat(..) => UNBOUNDED,
            Stmt::Effect(effect) => self.effect(effect),
            Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => Cost::default(),
        };
        ONE.and(more)
    }

    /// Returns the cost of the captures of an effect.
    fn effect(&self, effect: &Eff<B>) -> Cost {
        let mut cost = Cost::default();
        effect.each_operand(&mut |operand| {
            if let Operand::Captured(set) = operand {
                cost = cost.and(self.captured.and(ONE).times(self.max_size(set)));
            }
        });
        cost
    }

    fn choice(&self, choose: &Choosing<B>) -> Cost {
        let otherwise = choose.otherwise.as_deref().unwrap_or_default();
        self.block(&choose.then).larger(self.block(otherwise)).and(CHOICE)
    }

    /// Returns the cost of a move or a drop with what it triggers.
    fn step(&self) -> Cost {
        let ways = (0..).zip(&self.rules.ways).map(|(number, way)| {
            let taken = match &way.taking {
                // The path of a walk without tables may capture on every square.
                _ if !self.rules.is_tabled(number) => self.program.squares,
                Some(taking) => 1 + self.max_size(taking),
                None => 1,
            };
            self.captured.and(ONE).times(taken).and(self.block(&way.then))
        });
        let moves = ways.fold(Cost::default(), Cost::larger).and(self.event(Event::Moved));
        moves.larger(self.event(Event::Dropped)).and(CHOICE)
    }

    /// Returns an upper bound on the size of a set.
    fn max_size(&self, set: &Set<B>) -> usize {
        let all = self.program.squares;
        let most = match set {
            Set::Fixed(squares) => squares.count() as usize,
            Set::Slot(_) | Set::Bearing(_) | Set::First(_) | Set::Last(_) | Set::At(..) => 1,
            Set::Stepped(_, of) => self.max_size(of),
            Set::Union(sets) => sets.iter().map(|set| self.max_size(set)).sum(),
            Set::All(sets) => sets.iter().map(|set| self.max_size(set)).min().unwrap_or(all),
            Set::Except(pair) => self.max_size(&pair.0),
            Set::Reach(parts, _) => {
                let ends = parts.1.map(|route| self.ends(route));
                self.max_size(&parts.0).saturating_mul(ends.into_iter().max().unwrap_or(0))
            }
            _ => all,
        };
        most.min(all)
    }

    /// Returns an upper bound on the destinations of a route from one square.
    fn ends(&self, route: usize) -> usize {
        let paths = self.rules.routes.get(route).and_then(|route| route.paths.as_ref());
        let destinations_of = paths.iter().flat_map(|paths| &paths.from);
        let most = destinations_of.map(|destinations| destinations.reach.count() as usize).max();
        most.unwrap_or(self.program.squares)
    }
}

/// The cost of making a choice.
const CHOICE: Cost = Cost { events: 0, choices: 1, work: 1 };
