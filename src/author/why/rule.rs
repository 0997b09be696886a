//! Which rule something belongs to.

use crate::ir::{Clause, Game, Statement};
use crate::source::{SourceMap, Span};

/// A rule of a game, by its name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is called: `forbid check`, `event promotion`, `piece Wizard`, `turn`.
    pub name: String,
    /// Where it is written, as closely as it is known.
    pub span: Span,
}

impl Rule {
    /// Makes one.
    pub(crate) fn new(name: impl Into<String>, span: Span) -> Self {
        Self { name: name.into(), span }
    }

    /// Returns the line on which it begins, without the spaces around it; nothing if it is written nowhere.
    pub fn line(&self, sources: &SourceMap) -> String {
        if self.span.is_none() {
            return String::new();
        }
        sources.written_line(self.span).trim().to_owned()
    }

    /// Finds the rule that holds a statement.
    pub(crate) fn of_statement(game: &Game, statement: &Statement) -> Self {
        let is_it = |other: &Statement| std::ptr::eq(other, statement);
        let found = bodies(game).find(|(_, body)| find(body, &is_it).is_some());
        Self::new(found.map_or_else(|| "turn".to_owned(), |(name, _)| name), statement.span)
    }

    /// Finds the statement that ends the game with that reason, where an effect has ended it.
    pub(crate) fn of_end(game: &Game, reason: &str) -> Option<Self> {
        let ends =
            |statement: &Statement| statement.kind.end().is_some_and(|(_, told)| told == reason);
        let found = bodies(game).find_map(|(_, body)| find(body, &ends))?;
        Some(Self::of_statement(game, found))
    }

    /// Returns the rule that asks for the first step of a turn.
    pub(crate) fn of_turn(game: &Game) -> Self {
        let first =
            find(&game.turn, &|statement| statement.kind.is_step()).or_else(|| game.turn.first());
        Self::new("turn", first.map_or(Span::NONE, |statement| statement.span))
    }
}

/// Returns all lists of statements of a game, each with the name of its rule.
fn bodies(game: &Game) -> impl Iterator<Item = (String, &[Statement])> {
    let turn = std::iter::once(("turn".to_owned(), game.turn.as_slice()));
    let events = game
        .triggers
        .iter()
        .map(|trigger| (format!("event {}", trigger.name), trigger.body.as_slice()));
    let own = game.types.iter().flat_map(|kind| {
        let then = |clause| then_of(&kind.name, clause);
        kind.clauses.iter().map(then)
    });
    let powers = game.tokens.iter().flat_map(|token| {
        let clauses = token.powers.iter().flat_map(|power| &power.clauses);
        clauses.map(|clause| then_of(&token.name, clause))
    });
    turn.chain(events).chain(own).chain(powers)
}

fn then_of<'g>(owner: &str, clause: &'g Clause) -> (String, &'g [Statement]) {
    let name = clause.name.as_deref().map_or_else(String::new, |name| format!("{name} of "));
    (format!("{name}{owner}"), clause.then.as_slice())
}

/// Finds a statement in a list and in what is inside.
fn find<'g>(
    statements: &'g [Statement],
    wanted: &dyn Fn(&Statement) -> bool,
) -> Option<&'g Statement> {
    statements.iter().flat_map(Statement::all).find(|statement| wanted(statement))
}
