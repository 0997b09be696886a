//! Counts the turns of the variants, compares them with the counts of independent programs, and writes two pages.
//!
//! ```text
//! cargo run --release -p fairyring-tools --bin agreement -- [--nodes N] [--verbose] [--write] [VARIANT…]
//! ```
//!
//! Prints a line for each variant that has a rules file: rows counted, deepest depth, rows that agree, rows that do not.
//! Rows with more nodes than N (10,000 unless told) are left out. `--write` counts all variants and writes
//! `docs/variants.md`, which tells of every variant of the table whether it is there, and `docs/modules.md`, which tells
//! what the library modules define.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod files;
mod modules;
#[path = "../../tests/variants/table.rs"]
mod table;
mod variants;

use files::Library;
use table::{Outcome, Row};
use variants::Entry;

struct Wanted {
    nodes: u64,
    verbose: bool,
    write: bool,
    variants: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let wanted = wanted()?;
    let rows = table::rows();
    let names = variants::names(&rows).into_iter();
    let entries: Vec<Entry> = names
        .filter(|name| wanted.variants.is_empty() || wanted.variants.iter().any(|one| one == name))
        .map(|name| entry(name, &rows, &wanted))
        .collect();
    let there = || entries.iter().filter(|entry| entry.counted > 0);
    println!(
        "{} of {} variants agree on every row up to {} nodes",
        there().filter(|entry| entry.disagreeing() == 0).count(),
        there().count(),
        wanted.nodes
    );
    if wanted.write {
        write(&entries, wanted.nodes)?;
    }
    Ok(())
}

fn wanted() -> anyhow::Result<Wanted> {
    let mut wanted = Wanted { nodes: 10_000, verbose: false, write: false, variants: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--nodes" => wanted.nodes = arguments.next().unwrap_or_default().parse()?,
            "--verbose" => wanted.verbose = true,
            "--write" => wanted.write = true,
            _ => wanted.variants.push(argument),
        }
    }
    anyhow::ensure!(
        !wanted.write || wanted.variants.is_empty(),
        "--write is about all variants: name none"
    );
    Ok(wanted)
}

/// Counts the rows of a variant, if it has a file, and tells about it.
fn entry(name: &str, rows: &[Row], wanted: &Wanted) -> Entry {
    let all: Vec<&Row> = rows.iter().filter(|row| row.variant == name).collect();
    if table::file_of(name).is_none() {
        return Entry::new(name, all.len(), &[]);
    }
    let small: Vec<Row> =
        all.iter().filter(|row| row.nodes <= wanted.nodes).copied().cloned().collect();
    let outcomes = table::count(&small);
    let entry = Entry::new(name, all.len(), &outcomes);
    let (agreeing, disagreeing) = (entry.agreeing, entry.disagreeing());
    println!("| {name} | {} | {} | {agreeing} | {disagreeing} |", entry.counted, entry.deepest);
    complain(&outcomes, wanted.verbose);
    entry
}

fn complain(outcomes: &[Outcome], verbose: bool) {
    let wrong = outcomes.iter().filter(|outcome| !outcome.agrees());
    for outcome in wrong.take(if verbose { usize::MAX } else { 3 }) {
        let row = &outcome.row;
        println!(
            "    depth {} `{}` tier {}: {:?}, wanted {}",
            row.depth, row.position, row.tier, outcome.counted, row.nodes
        );
    }
}

fn write(entries: &[Entry], nodes: u64) -> anyhow::Result<()> {
    let root = table::root();
    let library = Library::read(&root.join("games"))?;
    let reasons = table::reasons();
    let variants = variants::page(entries, &library, &reasons, nodes)?;
    std::fs::write(root.join("docs/variants.md"), variants)?;
    std::fs::write(root.join("docs/modules.md"), modules::page(&library)?)?;
    Ok(())
}
