//! The fast executor against the reference: the same turns, leading to the same positions, everywhere.

pub mod compare;
mod corpus;
mod coverage;
mod generated;
mod judge;
mod limits;
mod lookback;
mod merged;
mod mirror;
mod numbers;
mod playouts;
mod superko;
mod tallies;
mod validated;
mod walked;

use std::time::Duration;

use compare::{Budget, compare};

use fairyring::state::Allowance;

use super::games::sample;
use super::variants::table;

/// Enough for whatever is asked.
const FREE: &Allowance = &Allowance::UNLIMITED;

/// Returns the names of all rules files below `games/` that are games, in order.
fn names() -> Vec<String> {
    let root = table::root().join("games");
    let mut names: Vec<String> = ["", "variants/"]
        .into_iter()
        .flat_map(|folder| {
            let entries = std::fs::read_dir(root.join(folder)).expect("a folder").flatten();
            entries.filter_map(move |entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                Some(format!("{folder}{}", name.strip_suffix(".rules")?))
            })
        })
        .collect();
    names.sort();
    names
}

#[test]
fn random_games_are_the_same_for_both_executors() {
    let wanted = std::env::var("FAIRYRING_ONLY").unwrap_or_default();
    let seeds = std::env::var("FAIRYRING_SEEDS").ok().and_then(|text| text.parse().ok());
    let budget = Budget {
        seeds: seeds.unwrap_or(1),
        plies: 40,
        scattered: seeds.unwrap_or(1),
        pairs: u64::MAX,
        turns: 4_000,
        work: None,
        time: Duration::from_secs(3_600),
    };
    let (mut wrong, mut refused) = (Vec::new(), Vec::new());
    let all = names().into_iter().filter(|name| name.contains(&wanted));
    for name in if wanted.is_empty() { sample(all) } else { all.collect() } {
        let game = table::load(&name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        match compare(&game, budget) {
            Ok(_) => {}
            Err(compare::Trouble::Refused(why)) => refused.push(format!("{name}: {why}")),
            Err(compare::Trouble::Differs(what)) => wrong.push(format!("{name}: {what}")),
        }
    }
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        refused.is_empty(),
        "{} games are not compiled:\n{}",
        refused.len(),
        refused.join("\n")
    );
}
