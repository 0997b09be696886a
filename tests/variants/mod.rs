//! Every further variant agrees with the counts of independent programs.
//!
//! By default rows with few nodes are counted; `FAIRYRING_NODES=1000000` counts all up to a million.

mod constructs;
mod nodes;
mod pages;
mod random;
pub mod table;

use super::games::long;
use table::{Outcome, Row};

/// Rows with more nodes than this are left out unless `FAIRYRING_NODES` says otherwise.
const NODES: u64 = 2_500;

/// The same where only a sample is tested.
const FEW_NODES: u64 = 500;

#[test]
fn counts_agree_with_independent_programs() {
    let limit = std::env::var("FAIRYRING_NODES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(if long() { NODES } else { FEW_NODES });
    let rows: Vec<Row> = table::rows()
        .into_iter()
        .filter(|row| row.nodes <= limit && table::file_of(&row.variant).is_some())
        .collect();
    assert!(rows.len() > 50, "only {} rows of the table can be counted", rows.len());
    let (known, unfinished) = (table::known_disagreements(), table::reasons());
    let outcomes = table::count(&rows);
    let wrong: Vec<String> = outcomes
        .iter()
        .filter(|outcome| !outcome.agrees() && !known.contains_key(&table::key(&outcome.row)))
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
    let rows: Vec<String> = table::rows().iter().map(table::key).collect();
    for (key, why) in table::known_disagreements() {
        assert!(rows.contains(&key), "no such row: {key}");
        assert!(why.len() > 20, "say why: {key}");
    }
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
