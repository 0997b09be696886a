//! Games at random by every further rules file.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{pages, table};
use crate::games::random::{Limits, play};
use crate::games::{deep, sample};

/// How the files are called that put other games together.
const COMBINATION: &str = "combination-";

/// Keeps games short in which a turn is one of thousands.
const LIMITS: Limits = Limits { turns: 60, legal: 1_500 };

#[test]
fn random_games_of_every_further_rules_file() {
    let mut names = pages::files("variants");
    names.sort();
    let names = sample(names);
    let (next, legal) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            match games_of(name) {
                Ok(count) => _ = legal.fetch_add(count, Ordering::Relaxed),
                Err(error) => {
                    wrong.lock().expect("no worker failed").push(format!("{name}, {error}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().expect("no worker failed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(legal.into_inner() > names.len() * 100, "hardly anything was played");
}

/// Plays the games of one file; returns how many legal turns were looked at.
fn games_of(name: &str) -> Result<usize, String> {
    let thorough = deep() && name.starts_with(COMBINATION);
    let games = if thorough { 1_000 } else { 2 };
    let limits = if thorough { Limits { turns: 300, legal: usize::MAX } } else { LIMITS };
    let game = table::load(&format!("variants/{name}"), "")?;
    (0..games).map(|seed| Ok(play(&game, seed, limits)?.legal)).sum()
}
