//! The page about the variants: which of the table are there, how far they agree, and what else is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fmt::Write as _;

use crate::files::{Library, summary};
use crate::table::{self, Outcome, Row};

/// What is known about a variant of the table.
pub struct Entry {
    pub name: String,
    /// The path below `games/` of its file, if it has one.
    pub file: Option<String>,
    /// The rows that the table has of it.
    pub rows: usize,
    /// Those that were counted.
    pub counted: usize,
    /// Those that agree.
    pub agreeing: usize,
    /// The deepest that was counted.
    pub deepest: u32,
    /// Why rows disagree, as `tests/cases/disagreements.tsv` tells, each reason once.
    pub explained: BTreeSet<String>,
    /// The rows that disagree for no reason that we know.
    pub unexplained: usize,
    /// Why rows disagree that are too large to be counted here, each reason once.
    pub beyond: BTreeSet<String>,
}

impl Entry {
    pub fn new(name: &str, rows: usize, outcomes: &[Outcome]) -> Self {
        let known = table::known_disagreements();
        let wrong = || outcomes.iter().filter(|outcome| !outcome.agrees());
        let reason = |outcome: &Outcome| known.get(&table::key(&outcome.row)).cloned();
        let explained: BTreeSet<String> = wrong().filter_map(reason).collect();
        let own = |key: &str| key.split('\t').next() == Some(name);
        let told = known.iter().filter(|(key, _)| own(key)).map(|(_, why)| why);
        Self {
            beyond: told.filter(|why| !explained.contains(*why)).cloned().collect(),
            explained,
            unexplained: wrong().filter(|outcome| reason(outcome).is_none()).count(),
            name: name.to_owned(),
            file: table::file_of(name),
            rows,
            counted: outcomes.len(),
            agreeing: outcomes.iter().filter(|outcome| outcome.agrees()).count(),
            deepest: outcomes.iter().map(|outcome| outcome.row.depth).max().unwrap_or(0),
        }
    }

    pub fn disagreeing(&self) -> usize {
        self.counted - self.agreeing
    }

    /// Returns the word for how it stands.
    pub fn status(&self) -> &'static str {
        match (&self.file, self.counted) {
            (None, _) => "not there",
            (Some(_), 0) => "not counted",
            (Some(_), _) if self.disagreeing() == 0 => "agrees",
            (Some(_), _) => "partly",
        }
    }
}

/// Returns the names of the variants of the table, each once, in order.
pub fn names(rows: &[Row]) -> BTreeSet<&str> {
    rows.iter().map(|row| row.variant.as_str()).collect()
}

/// Returns the whole page.
pub fn page(
    entries: &[Entry],
    library: &Library,
    reasons: &BTreeMap<String, String>,
    nodes: u64,
) -> Result<String, fmt::Error> {
    let mut page = String::new();
    head(&mut page, entries, nodes)?;
    writeln!(
        page,
        "| variant | rules | from | board | rows | agree | disagree | deepest | status | why |"
    )?;
    writeln!(page, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")?;
    for entry in entries {
        line(&mut page, entry, library, reasons)?;
    }
    others(&mut page, entries, library)?;
    Ok(page)
}

fn head(page: &mut String, entries: &[Entry], nodes: u64) -> fmt::Result {
    let with = |status: &str| entries.iter().filter(|entry| entry.status() == status).count();
    let there = entries.iter().filter(|entry| entry.file.is_some()).count();
    let rows: usize = entries.iter().map(|entry| entry.counted).sum();
    let agreeing: usize = entries.iter().map(|entry| entry.agreeing).sum();
    writeln!(page, "# Variants\n")?;
    writeln!(
        page,
        "Written by `cargo run --release -p fairyring-tools --bin agreement -- --nodes {nodes} --write`.\n"
    )?;
    writeln!(
        page,
        "`tests/cases/perft.tsv` has node counts that other programs made of {} variants: how many different lines of so\n\
         many turns there are. Here is which of them have a rules file, and whether our counts are the same. Rows of up\n\
         to **{nodes} nodes** were counted, the others left out; `rows` are all that the table has.\n",
        entries.len()
    )?;
    writeln!(page, "- {there} of {} variants have a rules file.", entries.len())?;
    writeln!(
        page,
        "- {} agree on every row that was counted, {} partly.",
        with("agrees"),
        with("partly")
    )?;
    writeln!(page, "- {agreeing} of {rows} rows agree.\n")?;
    writeln!(
        page,
        "The modules that the files are made of have [a page of their own](modules.md). The reasons in the last column\n\
         are kept in `tests/cases/absent.tsv`, those for single rows in `tests/cases/disagreements.tsv`.\n"
    )
}

fn line(
    page: &mut String,
    entry: &Entry,
    library: &Library,
    reasons: &BTreeMap<String, String>,
) -> fmt::Result {
    let why = why(entry, reasons);
    let (rules, parent, board) = match &entry.file {
        None => ("not there".to_owned(), "", String::new()),
        Some(path) => (
            link(path),
            library.0.get(path).and_then(Library::parent).unwrap_or(""),
            library.board(path).unwrap_or_default(),
        ),
    };
    let Entry { name, rows, agreeing, deepest, .. } = entry;
    let (disagreeing, status) = (entry.disagreeing(), entry.status());
    writeln!(
        page,
        "| {name} | {rules} | {parent} | {board} | {rows} | {agreeing} | {disagreeing} | {deepest} | {status} | {why} |"
    )
}

/// Returns why a variant is not there, or why rows of it disagree.
fn why(entry: &Entry, reasons: &BTreeMap<String, String>) -> String {
    let mut why: Vec<&str> = entry.explained.iter().map(String::as_str).collect();
    why.extend(reasons.get(&entry.name).map(String::as_str));
    let beyond: Vec<String> =
        entry.beyond.iter().map(|why| format!("in larger rows: {why}")).collect();
    why.extend(beyond.iter().map(String::as_str));
    if why.is_empty() {
        match entry.status() {
            "not there" => why.push("not written yet"),
            "partly" => why.push("not looked into yet"),
            _ => {}
        }
    } else if entry.unexplained > 0 && !reasons.contains_key(&entry.name) {
        why.push("other rows not looked into yet");
    }
    why.join("; ").replace('|', "/")
}

fn link(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("[{name}.rules](../games/{path}.rules)")
}

/// Writes about the games of ours that are in no table.
fn others(page: &mut String, entries: &[Entry], library: &Library) -> fmt::Result {
    let counted: BTreeSet<&str> =
        entries.iter().filter_map(|entry| entry.file.as_deref()).collect();
    writeln!(
        page,
        "\n## Games that are in no table\n\n\
         Nobody has counted these for us: the rules are as the files tell them, and so are the tests in them.\n\n\
         | game | from | board | what it is |\n| --- | --- | --- | --- |"
    )?;
    for (path, file) in &library.0 {
        if path.starts_with("variants/") && !counted.contains(path.as_str()) {
            let parent = Library::parent(file).unwrap_or("");
            let board = library.board(path).unwrap_or_default();
            writeln!(page, "| {} | {parent} | {board} | {} |", link(path), summary(file))?;
        }
    }
    Ok(())
}
