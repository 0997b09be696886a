//! Forced ends: found or refuted as plain exhaustive search finds or refutes them.
//!
//! `FAIRYRING_DEEP=1` tries more positions, and `FAIRYRING_MATES=200` so many of each of the five games by the reference.

use fairyring::notation::{turn_text, write_position};
use fairyring::search::{MateFinder, MateQuestion, NoControl};
use fairyring::state::{Position, Turn};

use super::plain::{By, Rules};
use crate::games::deep;

/// Games of many kinds: turns of several steps, sides that move twice, captures that must be made, hands, ends by extinction,
/// goals, explosions, bare kings and no turn.
const GAMES: [(&str, u32); 16] = [
    ("chess", 2),
    ("fellowship", 2),
    ("one-ring", 2),
    ("ruddigore", 1),
    ("magic-ring", 2),
    ("mono", 3),
    ("crazyhouse", 1),
    ("marseillais", 1),
    ("suicide", 2),
    ("breakthrough", 2),
    ("atomic", 2),
    ("minishogi", 2),
    ("hexapawn", 3),
    ("tictactoe", 3),
    ("monster", 1),
    ("dobutsu", 3),
];

/// The five games.
const FIVE: [&str; 5] = ["fellowship", "one-ring", "ruddigore", "magic-ring", "mono"];

/// How many of the last positions of a game are looked at.
const LATE: usize = 8;

/// Finds all first turns that win within so many turns.
fn found(rules: &Rules, record: &[Position], turns: u32) -> Vec<(Turn, u32)> {
    let mut finder = MateFinder::new(&rules.engine, 1 << 22);
    let question = MateQuestion { turns, all: true, ..MateQuestion::default() };
    let answer = finder.find(record, &question, &NoControl).unwrap();
    assert!(!answer.is_stopped && !answer.leaves_repetitions);
    let refuted = answer.wins.iter().map(|(_, turns)| turns - 1).min().unwrap_or(turns);
    assert_eq!(answer.refuted, refuted);
    if let Some((turn, needed)) = answer.wins.first() {
        assert_eq!(answer.line.first(), Some(turn));
        let own = answer.line.len().div_ceil(2);
        assert!(own >= *needed as usize || rules.game.about.title != "Chess");
    }
    answer.wins
}

/// Compares the search with plain search in the last position of a record; returns the number of wins.
fn compare(rules: &Rules, by: By, record: &[Position], turns: u32) -> usize {
    let sorted = |mut wins: Vec<(String, u32)>| {
        wins.sort();
        wins.dedup();
        wins
    };
    let texts = |wins: Vec<(Turn, u32)>| {
        let text = |(turn, turns): (Turn, u32)| (turn_text(&rules.game, &turn), turns);
        sorted(wins.into_iter().map(text).collect())
    };
    let found = texts(found(rules, record, turns));
    let right = texts(rules.winning(by, record, turns));
    let position = write_position(&rules.game, record.last().unwrap());
    assert_eq!(found, right, "{}: {position}, within {turns}", rules.game.about.title);
    right.len()
}

/// Returns records of games that end in positions late in games, where forced ends are frequent.
fn late(rules: &Rules, count: usize, nodes: Option<u64>) -> Vec<Vec<Position>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let game = rules.play(seed, nodes, 300);
        let last = if rules.is_over(&game) { game.len() - 1 } else { game.len() };
        for end in (1..=last).rev().take(LATE).step_by(2) {
            found.push(game[..end].to_vec());
        }
        if found.len() >= count {
            found.truncate(count);
            return found;
        }
    }
    found
}

#[test]
fn forced_ends_are_those_of_plain_search() {
    let count = if deep() { 60 } else { 20 };
    let mut forced = 0;
    for (name, turns) in GAMES {
        let rules = Rules::load(name);
        let mut here = 0;
        for record in late(&rules, count, None) {
            here += usize::from(compare(&rules, By::Compiled, &record, turns) > 0);
        }
        forced += here;
    }
    assert!(forced > 4 * GAMES.len(), "only {forced} forced ends");
}

#[test]
fn forced_ends_of_the_five_games_are_those_of_the_reference() {
    let asked = std::env::var("FAIRYRING_MATES").ok().and_then(|text| text.parse().ok());
    let count: usize = asked.unwrap_or(2);
    // The reference is slow: unless it is asked for, one turn ahead has to do.
    let ahead = if asked.is_some() { 2 } else { 1 };
    for name in FIVE {
        let rules = Rules::load(name);
        let (random, played) = (count.div_ceil(2), count / 2);
        let records = late(&rules, random, None).into_iter().chain(late(&rules, played, Some(300)));
        let (mut tried, mut forced) = (0, 0);
        for record in records {
            forced += usize::from(compare(&rules, By::Reference, &record, ahead) > 0);
            tried += 1;
            if asked.is_some() {
                eprintln!("{name}: {tried} positions, {forced} with a forced end");
            }
        }
    }
}
