//! Counts the turns of the variants and compares them with the counts of independent programs.
//!
//! ```text
//! cargo run --release --example agreement -- [--nodes N] [--verbose] [--write] [VARIANT…]
//! ```
//!
//! Prints a line for each variant that has a rules file: rows counted, rows that agree, the deepest depth. Rows with
//! more nodes than N (10,000 unless told) are left out. `--write` writes the table to `docs/agreement.md`.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

#[path = "../tests/variants/table.rs"]
mod table;

use std::fmt::Write as _;

use table::{Outcome, Row};

struct Wanted {
    nodes: u64,
    verbose: bool,
    write: bool,
    variants: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let wanted = wanted()?;
    let rows = table::rows();
    let mut variants: Vec<&str> = rows.iter().map(|row| row.variant.as_str()).collect();
    variants.dedup();
    variants.sort_unstable();
    variants.dedup();
    let mut page = String::from(HEAD);
    let (mut agreeing_variants, mut counted_variants) = (0, 0);
    for variant in variants {
        let asked =
            wanted.variants.is_empty() || wanted.variants.iter().any(|name| name == variant);
        if !asked || table::file_of(variant).is_none() {
            continue;
        }
        let mine: Vec<Row> = rows
            .iter()
            .filter(|row| row.variant == variant && row.nodes <= wanted.nodes)
            .cloned()
            .collect();
        let outcomes = table::count(&mine);
        let agreeing = outcomes.iter().filter(|outcome| outcome.agrees()).count();
        let deepest = mine.iter().map(|row| row.depth).max().unwrap_or(0);
        counted_variants += 1;
        agreeing_variants += usize::from(agreeing == outcomes.len());
        let line = format!(
            "| {variant} | {} | {deepest} | {agreeing} | {} |",
            outcomes.len(),
            outcomes.len() - agreeing
        );
        println!("{line}");
        writeln!(page, "{line}")?;
        complain(&outcomes, wanted.verbose);
    }
    println!(
        "{agreeing_variants} of {counted_variants} variants agree on every row up to {} nodes",
        wanted.nodes
    );
    if wanted.write {
        writeln!(
            page,
            "\n{agreeing_variants} of {counted_variants} variants agree on every row up to {} nodes.",
            wanted.nodes
        )?;
        std::fs::write(table::root().join("docs/agreement.md"), page)?;
    }
    Ok(())
}

const HEAD: &str = "# Agreement with independent programs\n\nWritten by `cargo run --release --example agreement -- --write`. The counts come from `tests/cases/perft.tsv`.\n\n| variant | rows | deepest | agree | disagree |\n| --- | --- | --- | --- | --- |\n";

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
    Ok(wanted)
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
