//! Ambiguity of turn texts: whether different choices in a turn can read the same.
//!
//! Two ways of making the choices of a turn are the same turn if they read the same (see [`Shown`](crate::state::Shown)).
//! They can only read the same where
//! a choice leaves no trace in the text: an alternative without a label, or nothing where something could be chosen.
//! That is harmless if what follows shows which it was.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{
    Alternative, Candidates, Choose, Effect, Event, Game, Statement, StatementKind, Trigger,
};
use crate::state::{ShownKind, ShownStep};

/// What a choice looks like in a turn's text.
type Look = ShownStep<ShownKind>;

/// How often each kind of choice can occur in one turn.
type Counts = BTreeMap<Look, usize>;

/// The choices that can come first in some statements.
#[derive(Clone, Debug, Default)]
struct First {
    looks: BTreeSet<Look>,
    /// Whether those of the triggers of captures can come first too.
    captures: bool,
    /// Whether the statements can pass without a trace.
    silent: bool,
}

/// Tells whether different choices in a turn can read the same. Conservative.
pub(crate) fn can_repeat_turns(game: &Game) -> bool {
    let reading = Reading::of(game);
    let turns = game.turn.iter().chain(game.triggers.iter().flat_map(|trigger| &trigger.body));
    let mut all = turns.chain(game.clauses().flat_map(|clause| &clause.then));
    all.any(|statement| reading.is_unclear(statement, false))
}

struct Reading<'a> {
    game: &'a Game,
    counts: Counts,
    several_captures: bool,
    /// Whether a trigger of captures can end the game.
    captures_can_end: bool,
    moves: usize,
    drops: usize,
    /// The choices that can come first in the triggers of captures.
    after_capture: BTreeSet<Look>,
}

impl<'a> Reading<'a> {
    fn of(game: &'a Game) -> Self {
        let mut reading = Self {
            game,
            counts: counts(&game.turn),
            several_captures: false,
            captures_can_end: captured(game).flat_map(|trigger| &trigger.body).any(can_end),
            moves: 0,
            drops: 0,
            after_capture: BTreeSet::new(),
        };
        let of = |counts: &Counts, is: &dyn Fn(&Look) -> bool| {
            counts.iter().filter(|(look, _)| is(look)).map(|(_, count)| count).sum()
        };
        reading.moves = of(&reading.counts, &|look| matches!(look, (_, ShownKind::Move)));
        reading.drops = of(&reading.counts, &|look| matches!(look, (_, ShownKind::Drop)));
        let more_than_one =
            |clause: &crate::ir::Clause| clause.taking.is_some() || clause.walk.takes();
        let captures = |statement: &Statement| {
            statement.any(&|kind| matches!(kind, StatementKind::Effect(Effect::Capture(_))))
        };
        reading.several_captures = reading.moves > 1
            || game
                .clauses()
                .any(|clause| more_than_one(clause) || clause.then.iter().any(captures))
            || game.turn.iter().any(captures)
            || game.triggers.iter().any(|trigger| trigger.body.iter().any(captures));
        for trigger in &game.triggers {
            let times = reading.times(trigger);
            for (look, count) in counts(&trigger.body) {
                reading.add(look, count.saturating_mul(times));
            }
        }
        let mut thens = Counts::new();
        for clause in game.clauses() {
            join(&mut thens, counts(&clause.then));
        }
        for (look, count) in thens {
            let times = reading.moves.max(1);
            reading.add(look, count.saturating_mul(times));
        }
        reading.after_capture = reading.first_after_capture();
        reading
    }

    fn add(&mut self, look: Look, count: usize) {
        let known = self.counts.entry(look).or_default();
        *known = known.saturating_add(count);
    }

    /// Returns how often a trigger can fire in one turn; 2 stands for more than once.
    fn times(&self, trigger: &Trigger) -> usize {
        match trigger.event {
            Event::Moved => self.moves.max(1),
            Event::Dropped => self.drops.max(1),
            Event::Captured if self.several_captures => 2,
            Event::Captured | Event::TurnBegins | Event::TurnEnds => 1,
        }
    }

    /// Tells whether a statement has a choice that cannot be read from the text.
    fn is_unclear(&self, statement: &Statement, again: bool) -> bool {
        let within =
            |body: &[Statement], again| body.iter().any(|inner| self.is_unclear(inner, again));
        match &statement.kind {
            StatementKind::Choose(choose) => {
                let lost = choose.optional
                    && (again || !self.only_here(&BTreeSet::from([look_of(choose)])));
                lost || within(&choose.then, again)
                    || within(choose.otherwise.as_deref().unwrap_or_default(), again)
            }
            StatementKind::Either { ways, .. } => {
                let firsts: Vec<First> = ways
                    .iter()
                    .map(|way| look_of_way(way).map_or_else(|| self.first(&way.body), First::only))
                    .collect();
                self.are_alike(&firsts, again) || ways.iter().any(|way| within(&way.body, again))
            }
            StatementKind::If { then, otherwise, .. } => {
                within(then, again) || within(otherwise, again)
            }
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                within(body, true)
            }
            StatementKind::Move(_)
            | StatementKind::Drop(_)
            | StatementKind::Effect(_)
            | StatementKind::Refuse(_)
            | StatementKind::End(..)
            | StatementKind::Next(_) => false,
        }
    }

    /// Tells whether the beginnings of several alternatives can read the same.
    fn are_alike(&self, firsts: &[First], again: bool) -> bool {
        let silent = firsts.iter().filter(|first| first.silent).count();
        let mut seen: BTreeSet<Look> = BTreeSet::new();
        for first in firsts {
            let captured = first.captures.then_some(&self.after_capture);
            let looks = || first.looks.iter().chain(captured.into_iter().flatten());
            if looks().any(|look| seen.contains(look)) {
                return true;
            }
            seen.extend(looks());
        }
        silent > 1 || (silent == 1 && (again || !self.only_here(&seen)))
    }

    /// Tells whether choices that look like these occur only once in a turn.
    fn only_here(&self, looks: &BTreeSet<Look>) -> bool {
        looks.iter().all(|look| self.counts.get(look).copied().unwrap_or(0) <= 1)
    }

    fn first(&self, body: &[Statement]) -> First {
        let mut first = First { silent: true, ..First::default() };
        let mut may_be_over = false;
        for statement in body {
            let next = self.first_of(&statement.kind);
            first.looks.extend(next.looks);
            first.captures |= next.captures;
            if !next.silent {
                // There are no more choices once the game is over.
                first.silent = may_be_over;
                break;
            }
            may_be_over |= self.may_end(statement);
        }
        first
    }

    /// Tells whether a statement, or the triggers of its captures, can end the game.
    fn may_end(&self, statement: &Statement) -> bool {
        let captures =
            |kind: &StatementKind| matches!(kind, StatementKind::Effect(Effect::Capture(_)));
        can_end(statement) || self.captures_can_end && statement.any(&captures)
    }

    fn first_of(&self, kind: &StatementKind) -> First {
        let only = First::only;
        match kind {
            StatementKind::Move(choice) => only((choice.label, ShownKind::Move)),
            StatementKind::Drop(choice) => only((choice.label, ShownKind::Drop)),
            StatementKind::Choose(choose) => {
                let otherwise = choose.otherwise.as_deref().map(|body| self.first(body));
                let mut first = otherwise.unwrap_or_default();
                first.looks.insert(look_of(choose));
                first.silent |= choose.optional;
                first
            }
            StatementKind::Either { ways, .. } => ways.iter().fold(First::default(), |all, way| {
                all.or(look_of_way(way).map_or_else(|| self.first(&way.body), only))
            }),
            StatementKind::If { then, otherwise, .. } => self.first(then).or(self.first(otherwise)),
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                First { silent: true, ..self.first(body) }
            }
            StatementKind::Effect(Effect::Capture(_)) => {
                First { captures: true, silent: true, ..First::default() }
            }
            StatementKind::Effect(_)
            | StatementKind::Refuse(_)
            | StatementKind::End(..)
            | StatementKind::Next(_) => First { silent: true, ..First::default() },
        }
    }

    /// Returns the choices that can come first in the triggers of captures. Captures inside them add nothing.
    fn first_after_capture(&self) -> BTreeSet<Look> {
        let firsts = captured(self.game).map(|trigger| self.first(&trigger.body));
        firsts.fold(First::default(), First::or).looks
    }
}

/// Returns the triggers of captures.
fn captured(game: &Game) -> impl Iterator<Item = &Trigger> {
    game.triggers.iter().filter(|trigger| trigger.event == Event::Captured)
}

/// Tells whether a statement can end the game by itself.
fn can_end(statement: &Statement) -> bool {
    statement.any(&|kind| matches!(kind, StatementKind::End(..)))
}

impl First {
    fn only(look: Look) -> Self {
        Self { looks: BTreeSet::from([look]), ..Self::default() }
    }

    fn or(mut self, other: Self) -> Self {
        self.looks.extend(other.looks);
        self.captures |= other.captures;
        self.silent |= other.silent;
        self
    }
}

/// Returns what an alternative looks like, if anything of it shows.
fn look_of_way(way: &Alternative) -> Option<Look> {
    ShownKind::Way.with(way.label, ShownKind::Way)
}

fn look_of(choose: &Choose) -> Look {
    match choose.among {
        Candidates::Squares { .. } => (choose.label, ShownKind::Square),
        Candidates::Types(_) | Candidates::TypesInHand(..) => (choose.label, ShownKind::Type),
        Candidates::Numbers(..) => (choose.label, ShownKind::Number),
    }
}

/// Counts the choices on the longest path through some statements.
fn counts(body: &[Statement]) -> Counts {
    let mut sum = Counts::new();
    for statement in body {
        for (look, count) in counts_of(&statement.kind) {
            let known = sum.entry(look).or_default();
            *known = known.saturating_add(count);
        }
    }
    sum
}

fn counts_of(kind: &StatementKind) -> Counts {
    let one = |look| Counts::from([(look, 1)]);
    match kind {
        StatementKind::Move(choice) => one((choice.label, ShownKind::Move)),
        StatementKind::Drop(choice) => one((choice.label, ShownKind::Drop)),
        StatementKind::Choose(choose) => {
            let mut inner = counts(&choose.then);
            *inner.entry(look_of(choose)).or_default() += 1;
            join(&mut inner, counts(choose.otherwise.as_deref().unwrap_or_default()));
            inner
        }
        StatementKind::Either { ways, .. } => {
            let mut most = Counts::new();
            for way in ways {
                let mut inner = counts(&way.body);
                if let Some(look) = look_of_way(way) {
                    *inner.entry(look).or_default() += 1;
                }
                join(&mut most, inner);
            }
            most
        }
        StatementKind::If { then, otherwise, .. } => {
            let mut most = counts(then);
            join(&mut most, counts(otherwise));
            most
        }
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
            counts(body).into_iter().map(|(look, count)| (look, count.saturating_mul(2))).collect()
        }
        StatementKind::Effect(_)
        | StatementKind::Refuse(_)
        | StatementKind::End(..)
        | StatementKind::Next(_) => Counts::new(),
    }
}

/// Takes the maximum of each count.
fn join(most: &mut Counts, other: Counts) {
    for (look, count) in other {
        let known = most.entry(look).or_default();
        *known = (*known).max(count);
    }
}
