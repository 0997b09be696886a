//! Every further variant agrees with the counts of independent programs.
//!
//! By default rows with few nodes are counted; `FAIRYRING_NODES=1000000` counts all up to a million.

mod pages;
pub mod table;

use std::collections::BTreeMap;

use table::{Outcome, Row};

/// Rows with more nodes than this are left out unless `FAIRYRING_NODES` says otherwise.
const NODES: u64 = 2_500;

#[test]
fn counts_agree_with_independent_programs() {
    let limit =
        std::env::var("FAIRYRING_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(NODES);
    let rows: Vec<Row> = table::rows()
        .into_iter()
        .filter(|row| row.nodes <= limit && table::file_of(&row.variant).is_some())
        .collect();
    assert!(rows.len() > 50, "only {} rows of the table can be counted", rows.len());
    let (known, unfinished) = (known_disagreements(), table::reasons());
    let outcomes = table::count(&rows);
    let wrong: Vec<String> = outcomes
        .iter()
        .filter(|outcome| !outcome.agrees() && !known.contains_key(&key(&outcome.row)))
        .filter(|outcome| !unfinished.contains_key(&outcome.row.variant))
        .map(describe)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} rows disagree:\n{}",
        wrong.len(),
        rows.len(),
        wrong.join("\n")
    );
}

#[test]
fn known_disagreements_are_rows_of_the_table() {
    let rows: Vec<String> = table::rows().iter().map(key).collect();
    for (key, why) in known_disagreements() {
        assert!(rows.contains(&key), "no such row: {key}");
        assert!(why.len() > 20, "say why: {key}");
    }
}

/// Reads the rows on which we disagree for a reason: variant, position, depth, reason.
fn known_disagreements() -> BTreeMap<String, String> {
    let path = table::root().join("tests/cases/disagreements.tsv");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once('\t'))
        .map(|(key, why)| (key.to_owned(), why.to_owned()))
        .collect()
}

fn key(row: &Row) -> String {
    format!("{}\t{}\t{}", row.variant, row.position, row.depth)
}

fn describe(outcome: &Outcome) -> String {
    let counted = match &outcome.counted {
        Ok(nodes) => nodes.to_string(),
        Err(error) => error.clone(),
    };
    let row = &outcome.row;
    format!(
        "{} depth {} `{}` tier {}: {} counted, {} wanted",
        row.variant, row.depth, row.position, row.tier, counted, row.nodes
    )
}
