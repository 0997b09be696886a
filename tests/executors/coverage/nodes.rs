//! Which statements games have at which moments, and what they read, by what their rules are analysed to.
//!
//! The kinds are read from the source of the IR, as in the table of constructs: what is added to the IR is asked for here
//! without further ado.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fairyring::ir::{Effect, Game, Statement, StatementKind};

use super::super::table::root;

/// The enums of the IR whose variants are to be in games.
const EXPRESSIONS: [&str; 8] =
    ["Squares", "TypeRef", "Number", "Truth", "Origin", "Walk", "Limit", "Goal"];

/// Variants that have their name in common with another node of the IR: to find the name in a game is not enough to tell that
/// they are there. For each the table has a row that is about it; so it must for whatever is added here.
const NAMESAKES: [&str; 13] = [
    "At",
    "Count",
    "Drop",
    "Either",
    "Fixed",
    "Level",
    "Neutral",
    "Power",
    "Property",
    "Repeat",
    "Slot",
    "TurnNumber",
    "Variable",
];

/// The kinds of nodes of the games so far.
#[derive(Default)]
pub struct Nodes {
    /// The kinds of statements and effects, by the moments at which they are done.
    written: BTreeMap<&'static str, BTreeSet<String>>,
    /// The kinds of all nodes.
    words: BTreeSet<String>,
}

impl Nodes {
    /// Adds those of other games.
    pub fn merge(&mut self, other: Self) {
        for (moment, kinds) in other.written {
            self.written.entry(moment).or_default().extend(kinds);
        }
        self.words.extend(other.words);
    }

    /// Adds those of a game.
    pub fn add(&mut self, game: &Game) {
        for trigger in &game.triggers {
            let moment = match trigger.event {
                fairyring::ir::Event::Captured => "captured",
                fairyring::ir::Event::Moved => "moved",
                fairyring::ir::Event::Dropped => "dropped",
                fairyring::ir::Event::TurnBegins => "turn begins",
                fairyring::ir::Event::TurnEnds => "turn ends",
            };
            self.note(moment, &trigger.body);
        }
        for clause in game.clauses() {
            self.note("then", &clause.then);
        }
        let is_step = |statement: &Statement| statement.any(&|inner| is_move(&inner.kind));
        let step = game.turn.iter().position(is_step).unwrap_or(0);
        self.note("before the move", &game.turn[..step]);
        self.note("after the move", &game.turn[step..]);
        self.note("threat", game.threat.as_deref().unwrap_or_default());
        let text = format!("{game:?}");
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let names = words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        for name in names {
            if !self.words.contains(name) {
                self.words.insert(name.to_owned());
            }
        }
    }

    /// Notes what is done at a moment.
    fn note(&mut self, moment: &'static str, body: &[Statement]) {
        let found = RefCell::new(BTreeSet::new());
        for statement in body {
            statement.any(&|inner| {
                found.borrow_mut().insert(name(&inner.kind));
                false
            });
        }
        self.written.entry(moment).or_default().extend(found.into_inner());
    }

    /// Returns what no game has: statements at moments, and expressions.
    pub fn missing(&self) -> Vec<String> {
        let statements: Vec<String> = kinds("src/ir", "Effect")
            .into_iter()
            .chain(kinds("src/ir", "StatementKind"))
            .filter(|kind| !["Move", "Drop", "Effect"].contains(&kind.as_str()))
            .collect();
        let mut missing = Vec::new();
        for (moment, found) in &self.written {
            let absent = statements.iter().filter(|kind| !found.contains(*kind));
            missing.extend(absent.map(|kind| format!("no {kind} at the moment `{moment}`")));
        }
        for of in EXPRESSIONS {
            let absent = kinds("src/ir", of).into_iter().filter(|kind| !self.words.contains(kind));
            missing.extend(absent.map(|kind| format!("no {of}::{kind}")));
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
pub fn kinds(folder: &str, name: &str) -> Vec<String> {
    let texts = texts(&root().join(folder));
    let begins = [format!("enum {name} {{"), format!("enum {name}<")];
    let is_there = |begin: &&String| texts.iter().any(|text| text.contains(*begin));
    let begin = begins.iter().find(is_there).expect("an enum of the sources");
    let text = texts.iter().find(|text| text.contains(begin)).expect("the same enum");
    let begin = text.find(begin.as_str()).unwrap_or_default();
    let body = text[begin..].split("\n}").next().unwrap_or_default();
    let variants = body.lines().filter(|line| {
        line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase())
    });
    variants
        .map(|line| line[4..].chars().take_while(char::is_ascii_alphanumeric).collect())
        .collect()
}

/// Returns the texts of the sources below a folder.
fn texts(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else {
            texts.extend(std::fs::read_to_string(path));
        }
    }
    texts
}

#[test]
fn no_further_kind_of_expression_shares_its_name() {
    let texts = texts(&root().join("src/ir"));
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let declared = |line: &str, what: &str| {
        let rest = line.strip_prefix("pub ").unwrap_or(line).strip_prefix(what)?;
        Some(rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>())
    };
    for line in texts.iter().flat_map(|text| text.lines()) {
        if let Some(name) = declared(line, "enum ") {
            for kind in kinds("src/ir", &name) {
                *names.entry(kind).or_default() += 1;
            }
        } else if let Some(name) = declared(line, "struct ") {
            *names.entry(name).or_default() += 1;
        }
    }
    let of_expressions = EXPRESSIONS.iter().flat_map(|of| kinds("src/ir", of));
    let shared: BTreeSet<String> = of_expressions.filter(|kind| names[kind] > 1).collect();
    let known: BTreeSet<String> = NAMESAKES.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(shared, known, "give a new variant a name of its own, or the table a row for it");
}
