//! Ambiguity of turn texts: whether different choices in a turn can read the same.
//!
//! Two ways of making the choices of a turn are the same turn if they read the same (see [`Shown`](crate::state::Shown)).
//! They can only read the same where
//! a choice leaves no trace in the text: an alternative without a label, or nothing where something could be chosen.
//! That is harmless if what follows shows which it was.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Branch, Event, Game, Operand, Statement, Trigger};
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
    game.bodies().flatten().any(|statement| reading.is_unclear(statement, false))
}

struct Reading {
    counts: Counts,
    several_captures: bool,
    /// Whether a trigger of captures can end the game.
    captures_can_end: bool,
    moves: usize,
    drops: usize,
    /// The choices that can come first in the triggers of captures.
    after_capture: BTreeSet<Look>,
}

impl Reading {
    fn of(game: &Game) -> Self {
        let mut reading = Self {
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
        reading.several_captures = reading.moves > 1
            || game.clauses().any(more_than_one)
            || game.bodies().flatten().any(|statement| statement.any(&captures));
        for trigger in &game.triggers {
            let times = reading.times(trigger);
            for (look, count) in counts(&trigger.body) {
                add(&mut reading.counts, look, count.saturating_mul(times));
            }
        }
        let mut thens = Counts::new();
        for clause in game.clauses() {
            join(&mut thens, counts(&clause.then));
        }
        for (look, count) in thens {
            let times = reading.moves.max(1);
            add(&mut reading.counts, look, count.saturating_mul(times));
        }
        // Captures inside the triggers of captures add nothing.
        let firsts = captured(game).map(|trigger| reading.first(&trigger.body));
        reading.after_capture = firsts.fold(First::default(), First::or).looks;
        reading
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
        let again_inside = again || statement.kind.is_repeated();
        let branches = statement.kind.branches();
        let firsts: Vec<First> =
            branches.iter().filter(|way| way.is_free).map(|way| self.first_of_way(way)).collect();
        let mut inside = branches.iter().flat_map(|way| way.body);
        self.are_alike(&firsts, again) || inside.any(|inner| self.is_unclear(inner, again_inside))
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
        // Choices that look like these may come again in the turn.
        let comes_again = |look| self.counts.get(look).is_some_and(|count| *count > 1);
        silent > 1 || (silent == 1 && (again || seen.iter().any(comes_again)))
    }

    fn first(&self, body: &[Statement]) -> First {
        let mut first = First { silent: true, ..First::default() };
        let mut may_be_over = false;
        for statement in body {
            let next = self.first_of(statement);
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
        can_end(statement) || self.captures_can_end && statement.any(&captures)
    }

    fn first_of(&self, statement: &Statement) -> First {
        if captures(statement) {
            return First { captures: true, silent: true, ..First::default() };
        }
        let branches = statement.kind.branches();
        branches.iter().map(|way| self.first_of_way(way)).fold(First::default(), First::or)
    }

    /// Returns the choices that can come first in a way to go on: what shows of it, or else what is done then.
    fn first_of_way(&self, way: &Branch<'_>) -> First {
        way.shows.map_or_else(|| self.first(way.body), First::only)
    }
}

/// Returns the triggers of captures.
fn captured(game: &Game) -> impl Iterator<Item = &Trigger> {
    game.triggers.iter().filter(|trigger| trigger.event == Event::Captured)
}

/// Tells whether a statement can end the game by itself.
fn can_end(statement: &Statement) -> bool {
    statement.any(&|inner| inner.kind.end().is_some())
}

/// Tells whether a statement itself is an effect that captures.
fn captures(statement: &Statement) -> bool {
    statement.any_operand(|operand| matches!(operand, Operand::Captured(_)))
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

/// Counts the choices on the longest path through some statements.
fn counts(body: &[Statement]) -> Counts {
    let mut sum = Counts::new();
    for statement in body {
        for (look, count) in counts_of(statement) {
            add(&mut sum, look, count);
        }
    }
    sum
}

fn counts_of(statement: &Statement) -> Counts {
    let mut most = Counts::new();
    for way in statement.kind.branches() {
        let mut inner = counts(way.body);
        way.shows.into_iter().for_each(|look| add(&mut inner, look, 1));
        join(&mut most, inner);
    }
    if statement.kind.is_repeated() {
        for count in most.values_mut() {
            *count = count.saturating_mul(2);
        }
    }
    most
}

fn add(counts: &mut Counts, look: Look, count: usize) {
    let known = counts.entry(look).or_default();
    *known = known.saturating_add(count);
}

/// Takes the maximum of each count.
fn join(most: &mut Counts, other: Counts) {
    for (look, count) in other {
        let known = most.entry(look).or_default();
        *known = (*known).max(count);
    }
}
