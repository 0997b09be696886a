//! Which statements games have at which moments, and what they read, by what their rules are analysed to.
//!
//! The kinds are read from the source of the IR, as in the table of constructs: what is added to the IR is asked for here
//! without further ado.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use fairyring::ir::{Effect, Game, Statement, StatementKind};

use super::super::table::root;

/// The kinds of nodes of the games so far.
#[derive(Default)]
pub struct Nodes {
    /// The kinds of statements and effects, by the moments at which they are done.
    written: BTreeMap<&'static str, BTreeSet<String>>,
    /// The kinds of statements and effects, by the kinds of expressions that are in the same game.
    read: BTreeMap<String, BTreeSet<String>>,
}

impl Nodes {
    /// Adds those of a game.
    pub fn add(&mut self, game: &Game) {
        let mut here = BTreeSet::new();
        for trigger in &game.triggers {
            let moment = match trigger.event {
                fairyring::ir::Event::Captured => "captured",
                fairyring::ir::Event::Moved => "moved",
                fairyring::ir::Event::Dropped => "dropped",
                fairyring::ir::Event::TurnBegins => "turn begins",
                fairyring::ir::Event::TurnEnds => "turn ends",
            };
            here.extend(self.note(moment, &trigger.body));
        }
        for clause in game.clauses() {
            here.extend(self.note("then", &clause.then));
        }
        let is_step = |statement: &Statement| statement.any(&|kind| is_move(kind));
        let step = game.turn.iter().position(is_step).unwrap_or(0);
        here.extend(self.note("before the move", &game.turn[..step]));
        here.extend(self.note("after the move", &game.turn[step..]));
        here.extend(self.note("threat", game.threat.as_deref().unwrap_or_default()));
        let text = format!("{game:?}");
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let words: BTreeSet<&str> =
            words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect();
        for word in words {
            self.read.entry(word.to_owned()).or_default().extend(here.iter().cloned());
        }
    }

    /// Notes what is done at a moment; returns the kinds.
    fn note(&mut self, moment: &'static str, body: &[Statement]) -> BTreeSet<String> {
        let found = RefCell::new(BTreeSet::new());
        for statement in body {
            statement.any(&|kind| {
                found.borrow_mut().insert(name(kind));
                false
            });
        }
        let found = found.into_inner();
        self.written.entry(moment).or_default().extend(found.iter().cloned());
        found
    }

    /// Returns what no game has: statements at moments, and expressions beside statements.
    pub fn missing(&self) -> Vec<String> {
        let statements: Vec<String> = kinds("src/ir/statement.rs", "Effect")
            .into_iter()
            .chain(kinds("src/ir/statement.rs", "StatementKind"))
            .filter(|kind| !["Move", "Drop", "Effect"].contains(&kind.as_str()))
            .collect();
        let mut missing = Vec::new();
        for (moment, found) in &self.written {
            let absent = statements.iter().filter(|kind| !found.contains(*kind));
            missing.extend(absent.map(|kind| format!("no {kind} at the moment `{moment}`")));
        }
        let none = BTreeSet::new();
        for of in ["Squares", "TypeRef", "Number", "Truth", "Origin"] {
            for kind in kinds("src/ir/expression.rs", of) {
                let found = self.read.get(&kind).unwrap_or(&none);
                let absent = statements.iter().filter(|statement| !found.contains(*statement));
                missing.extend(absent.map(|statement| format!("no {kind} beside {statement}")));
            }
        }
        missing
    }
}

fn is_move(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Move(_) | StatementKind::Drop(_))
}

/// Returns the name of a statement's kind, that of the effect if it is one.
fn name(kind: &StatementKind) -> String {
    let effect = |effect: &Effect| format!("{effect:?}");
    let text =
        if let StatementKind::Effect(inner) = kind { effect(inner) } else { format!("{kind:?}") };
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// Returns the names of the variants of an enum of the sources.
pub fn kinds(file: &str, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(file)).expect("a file of the sources");
    let begin = text.find(&format!("pub enum {name} {{")).expect("an enum in it");
    let body = text[begin..].split("\n}").next().unwrap_or_default();
    let variants = body.lines().filter(|line| {
        line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase())
    });
    variants
        .map(|line| line[4..].chars().take_while(char::is_ascii_alphanumeric).collect())
        .collect()
}
