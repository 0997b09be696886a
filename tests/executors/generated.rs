//! Games that nobody thought of: rules files made at random, on which both executors must agree.
//!
//! `FAIRYRING_GENERATE=600` goes on for so many seconds, `FAIRYRING_SEED=7` begins with that game. A game on which they
//! differ is shrunk; what is left belongs into `tests/cases/executors/`, with a comment on what was wrong.

use std::time::{Duration, Instant};

use super::compare::Budget;
use super::compare::engines::Which;
use super::judge::{Effort, Verdict, judge};
use crate::games::long;
use crate::generator::{self, Dice, Tree, shrink};

/// How many seconds are spent on games that are made.
const SECONDS: u64 = 20;
/// How many games are made if nobody wants another number of seconds: the same ones on every machine that is fast enough.
const GAMES: usize = 1500;

/// Games that take longer are told.
const SLOW: Duration = Duration::from_secs(5);

/// How much of each game is compared.
const BUDGET: Budget = Budget {
    seeds: 2,
    plies: 12,
    scattered: 12,
    pairs: u64::MAX,
    turns: 300,
    work: None,
    time: Duration::from_millis(300),
};

/// How many changes are tried to make a game smaller.
const SHRINKING: usize = 5_000;

/// What is made of each game.
const EFFORT: Effort = Effort {
    budget: BUDGET,
    games: 0,
    recorded: 0,
    turns: 0,
    which: Which::Default,
    numbered: false,
};

/// Returns the smallest rules found on which the executors still differ, and how they do.
fn smallest(tree: Tree) -> (String, String) {
    let mut left = SHRINKING;
    let differs = |tree: &Tree| {
        left = left.saturating_sub(1);
        left > 0 && matches!(judge(&tree.to_string(), EFFORT), Verdict::Differs(_))
    };
    let text = shrink(tree, differs).to_string();
    let what = match judge(&text, EFFORT) {
        Verdict::Differs(what) => what,
        _ => "not when looked at again".into(),
    };
    (text, what)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn generated_games_are_the_same_for_both_executors() {
    let end = Instant::now()
        + Duration::from_secs(number("FAIRYRING_GENERATE").unwrap_or(if long() {
            SECONDS
        } else {
            SECONDS / 4
        }));
    let (mut games, mut positions) = (0_usize, 0);
    let mut rejected = Vec::new();
    for seed in number("FAIRYRING_SEED").unwrap_or(0).. {
        let enough = games >= GAMES && number("FAIRYRING_GENERATE").is_none();
        if enough || Instant::now() > end {
            break;
        }
        games += 1;
        let begun = Instant::now();
        let tree = generator::rules(Dice::of_seed(seed));
        match judge(&tree.to_string(), EFFORT) {
            Verdict::Same(count) => positions += count,
            Verdict::Refused(_) => rejected.push(format!("seed {seed}: not compiled")),
            Verdict::Rejected(why) => rejected.push(format!("seed {seed}: {why}")),
            Verdict::Differs(what) => {
                println!("seed {seed} differs");
                let (text, small) = smallest(tree);
                panic!("seed {seed}: {what}\nthe smallest game that differs: {small}\n{text}");
            }
        }
        if begun.elapsed() > SLOW {
            println!("seed {seed} takes {:?}", begun.elapsed());
        }
    }
    println!("{games} games, {positions} positions; {} rejected", rejected.len());
    assert!(rejected.len() * 10 < games, "too many are rejected:\n{}", rejected.join("\n"));
}
