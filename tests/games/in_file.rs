//! The tests and rulings that stand in the files themselves.

use std::collections::BTreeSet;
use std::sync::Arc;

use fairyring::author::run_tests;
use fairyring::ir::Game;

use super::{GAMES, load};

/// The rulings the games are played by: a letter and how many there are.
const RULINGS: [(&str, u32); 6] = [("C", 13), ("F", 9), ("O", 5), ("R", 11), ("M", 9), ("P", 12)];

/// All numbers of rulings: C1 to C13 and so on.
fn rulings() -> BTreeSet<String> {
    let ids = |(letter, count): (&str, u32)| {
        (1..=count).map(|number| format!("{letter}{number}")).collect::<Vec<_>>()
    };
    RULINGS.into_iter().flat_map(ids).collect()
}

#[test]
fn all_pass() {
    let mut failed = Vec::new();
    for name in GAMES {
        let game = load(name, &[]);
        assert!(!game.tests.is_empty(), "{name} has no tests");
        let reload =
            |options: &[(String, String)]| -> Option<Arc<Game>> { Some(load(name, options)) };
        for report in run_tests(&game, &reload) {
            if let Some(failure) = report.failure {
                let (test, position) = (report.name, failure.position);
                failed.push(format!("{name}: {test}: {}\n    at {position}", failure.message));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_ruling_is_stated_and_tested() {
    let (mut cited, mut stated) = (BTreeSet::new(), BTreeSet::new());
    for name in GAMES {
        let game = load(name, &[]);
        cited.extend(game.tests.iter().flat_map(|test| test.cites.clone()));
        stated.extend(game.about.rulings.iter().map(|(id, _)| id.clone()));
    }
    assert_eq!(stated, rulings());
    assert_eq!(cited, rulings());
}

/// A page about a game tells who invented it and where its rules are.
#[test]
fn every_game_names_its_source() {
    for name in GAMES {
        let about = &load(name, &[]).about;
        assert!(about.summary.is_some() && !about.sources.is_empty(), "{name}");
        assert!(name == "chess" || about.inventor.is_some(), "{name}");
    }
}
