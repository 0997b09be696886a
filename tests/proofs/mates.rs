//! Forced ends: found or refuted as plain exhaustive search finds or refutes them.
//!
//! `FAIRYRING_DEEP=1` tries more positions, and `FAIRYRING_MATES=200` so many of each of the five games: within one turn by
//! exhaustive search with the reference, within two by that of the compiled game, where the reference goes through all first turns
//! that win and some of those that do not.

use std::collections::HashMap;

use fairyring::notation::{read_position, turn_text, write_position};
use fairyring::search::{MateFinder, MateQuestion, NoControl};
use fairyring::state::{Position, Turn};

use super::plain::{By, Rules};
use crate::games::deep;
use crate::variants::table::root;

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

/// Of how many first turns, whether they win or not, the reference says whether they do.
const SAMPLE: usize = 8;

/// How many of the last positions of a game are looked at.
const LATE: usize = 5;

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

/// Compares the search within two turns with exhaustive search by the compiled game, and lets the reference judge the first
/// turns that win and some of the others.
fn compare_in_parts(rules: &Rules, record: &[Position]) -> usize {
    compare(rules, By::Reference, record, 1);
    let forced = compare(rules, By::Compiled, record, 2);
    let text = |turn: &Turn| turn_text(&rules.game, turn);
    let found: HashMap<String, u32> =
        found(rules, record, 2).iter().map(|(turn, turns)| (text(turn), *turns)).collect();
    let legal = rules.legal(By::Reference, record.last().unwrap());
    let apart = legal.len().div_ceil(SAMPLE);
    for (number, (turn, next)) in legal.into_iter().enumerate() {
        let claimed = found.get(&text(&turn)).copied();
        if claimed.is_some() || number % apart == 0 {
            let right = rules.needed(By::Reference, record, next, 2);
            assert_eq!(claimed, right, "{}: {}", rules.text(record), text(&turn));
        }
    }
    forced
}

/// Returns records of games that end in positions late in games, where forced ends are frequent.
fn late(rules: &Rules, count: usize, nodes: Option<u64>) -> Vec<Vec<Position>> {
    let mut found = Vec::new();
    for seed in 0..10_000 {
        let game = rules.play(seed, nodes, 400);
        if rules.is_won(&game) {
            let ends = (1..game.len()).rev().take(LATE);
            found.extend(ends.map(|end| game[..end].to_vec()));
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
    let count = if deep() { 60 } else { 2 };
    let mut forced = 0;
    for (name, turns) in GAMES {
        let rules = Rules::load(name);
        let mut here = 0;
        for record in late(&rules, count, None) {
            here += usize::from(compare(&rules, By::Compiled, &record, turns) > 0);
        }
        forced += here;
    }
    let compared = count * GAMES.len();
    assert!(3 * forced >= compared, "only {forced} of {compared} positions have a forced end");
}

#[test]
fn forced_ends_of_the_five_games_are_those_of_the_reference() {
    let asked = std::env::var("FAIRYRING_MATES").ok().and_then(|text| text.parse().ok());
    let only = std::env::var("FAIRYRING_ONLY").unwrap_or_default();
    let count: usize = asked.unwrap_or(2);
    let turns = if deep() { 2 } else { 1 };
    for name in FIVE.into_iter().filter(|name| name.contains(&only)) {
        let rules = Rules::load(name);
        let (random, played) = (count.div_ceil(2), count / 2);
        let records = late(&rules, random, None).into_iter().chain(late(&rules, played, Some(300)));
        let (mut tried, mut forced) = (0, 0);
        for record in records {
            let wins = match asked {
                Some(_) => compare_in_parts(&rules, &record),
                None => compare(&rules, By::Reference, &record, turns),
            };
            forced += usize::from(wins > 0);
            tried += 1;
        }
        if asked.is_some() {
            eprintln!("{name}: {tried} positions, {forced} with a forced end");
        }
    }
}

fn rows(table: &str) -> Vec<Vec<String>> {
    let path = root().join("tests/cases").join(table);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Returns the shortest way to win within so many turns, and the first turns that do it.
fn shortest(rules: &Rules, text: &str, most: u32) -> (Option<u32>, Vec<String>) {
    let position = read_position(&rules.game, text).unwrap();
    let mut finder = MateFinder::new(&rules.engine, 1 << 25);
    let mut ask = |turns, all| {
        let question = MateQuestion { turns, all, ..MateQuestion::default() };
        finder.find(std::slice::from_ref(&position), &question, &NoControl).unwrap()
    };
    let Some(turns) = ask(most, false).wins.first().map(|(_, turns)| *turns) else {
        return (None, Vec::new());
    };
    let wins = ask(turns, true).wins;
    assert!(wins.iter().all(|(_, needed)| *needed == turns));
    let mut texts: Vec<String> =
        wins.iter().map(|(turn, _)| turn_text(&rules.game, turn)).collect();
    texts.sort();
    (Some(turns), texts)
}

#[test]
fn known_mates_are_found_with_all_first_turns() {
    let rules = Rules::load("chess");
    let known = rows("mates.tsv");
    assert!(known.len() >= 60);
    for row in known {
        let turns = row[1].parse().unwrap();
        let mut first: Vec<String> = row[2].split(' ').map(str::to_owned).collect();
        first.sort();
        assert_eq!(shortest(&rules, &row[0], turns + 1), (Some(turns), first), "{}", row[0]);
    }
}

#[test]
fn published_problems_have_the_one_solution_of_their_authors() {
    let rules = Rules::load("chess");
    let problems = rows("problems.tsv");
    assert!(problems.iter().filter(|row| ["4", "5"].contains(&row[1].as_str())).count() >= 20);
    for row in problems {
        let turns = row[1].parse().unwrap();
        let solution = (Some(turns), vec![row[2].clone()]);
        assert_eq!(shortest(&rules, &row[0], turns), solution, "{}", row[0]);
    }
}
