//! A generator by coverage: every statement that writes a part of the state, at every moment, with everything that reads it.
//!
//! As many games are made as it takes for every pair to be in one that could matter: a statement and the construct that reads
//! what it writes, the moments at which both are done, and so on ([`cells::Pair`]); without `FAIRYRING_LONG=1`, for every
//! seventh part of the state. `FAIRYRING_COVERAGE=full` plays the whole
//! product with every engine, and `FAIRYRING_COVERAGE=7` every seventh of it. `FAIRYRING_ONLY=word` plays only cells in whose
//! names that is, and `FAIRYRING_SHOW=1` shows each game before it is played.
//!
//! What there is to be covered is looked up in the sources: a new location of the engine, a new statement and a new kind of
//! expression have no game here, and the test says so.

mod cells;
mod games;
mod nodes;
mod places;
mod table;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::compare::Budget;
use super::compare::engines::Which;
use super::judge::{Effort, Verdict, judge};
use super::table::root;
use crate::games::{long, sample};
use crate::generator::{Dice, Tree, load, shrink};
use cells::Cell;
use games::game;
use nodes::Nodes;
use places::Reading;
use table::{LOCATIONS, Location};

/// How much of each game is compared: so many positions and so much work, so that it is the same on every machine.
const BUDGET: Budget = Budget {
    seeds: 1,
    plies: 4,
    scattered: 4,
    pairs: 1,
    turns: 120,
    work: Some(3_000_000),
    time: Duration::from_secs(600),
};

/// How much is compared where one turn takes long.
const LONG: Budget = Budget { plies: 2, scattered: 1, pairs: 0, turns: 60, ..BUDGET };

/// How many sets of facts each game is played with, in turn, besides all and none.
const SETS: usize = 2;

/// One game of so many has pieces that carry numbers.
const NUMBERED: u64 = 4;

/// Returns how much of the game of a cell is compared, and with which engines.
fn effort(cell: Cell, seed: u64, full: bool) -> Effort {
    let by_record = cell.site.moment() == Reading::Record;
    let is_long = cell.is_long();
    let sets = if is_long { usize::from((seed / 1024).is_multiple_of(2)) } else { SETS };
    Effort {
        budget: if is_long { LONG } else { BUDGET },
        games: 1,
        recorded: 2,
        turns: match (is_long, by_record) {
            (true, _) => 3,
            (false, true) => 30,
            (false, false) => 6,
        },
        which: if full { Which::EachFact } else { Which::InTurn { first: seed, count: sets } },
        numbered: (seed / 64).is_multiple_of(NUMBERED),
    }
}

/// How many changes are tried to make a game smaller.
const SHRINKING: usize = 1_500;

/// How many games are played at the same time.
const THREADS: usize = 2;

/// How many differences are shrunk before the others are only counted.
const SHOWN: usize = 12;

/// Returns the smallest rules found on which the executors still differ, and how they do.
fn smallest(tree: Tree, effort: Effort) -> String {
    let mut left = SHRINKING;
    let differs = |tree: &Tree| {
        left = left.saturating_sub(1);
        left > 0 && matches!(judge(&tree.to_string(), effort), Verdict::Differs(_))
    };
    let text = shrink(tree, differs).to_string();
    format!("{:?}\n{text}", judge(&text, effort))
}

/// Returns the cells on which the executors are known to differ, by their names.
fn known() -> BTreeSet<String> {
    let path = root().join("tests/cases/executors/coverage.tsv");
    let text = std::fs::read_to_string(path).expect("a table");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| Some(row.split_once('\t')?.0.to_owned())).collect()
}

/// What came of playing cells.
#[derive(Default)]
struct Report {
    /// Whether each game is shown before it is played.
    shows: bool,
    /// Whether it is played with every engine.
    full: bool,
    games: usize,
    positions: usize,
    nodes: Nodes,
    differing: Vec<(String, Tree, Effort, String)>,
    refused: Vec<String>,
    /// How many games there are in which no position is compared, as that takes too much or the game is over.
    unplayed: usize,
    /// Pairs that are in no game.
    uncovered: Vec<String>,
}

impl Report {
    /// Plays the game of a cell; tells whether there is one of which something is compared.
    #[expect(clippy::print_stdout, reason = "only where somebody asks for the games")]
    fn play(&mut self, cell: Cell) -> bool {
        let (name, seed) = (cell.name(), cell.seed());
        let tree = game(cell, &mut Dice::of_seed(seed));
        let text = tree.to_string();
        if self.shows {
            println!("{name}\n{text}");
        }
        match load(&text) {
            Err(why) => {
                if self.shows {
                    println!("no game: {why}");
                }
                return false;
            }
            Ok(game) => self.nodes.add(&game),
        }
        self.games += 1;
        let begun = Instant::now();
        let effort = effort(cell, seed, self.full);
        match judge(&text, effort) {
            Verdict::Same(0) => {
                self.unplayed += 1;
                return false;
            }
            Verdict::Same(count) => self.positions += count,
            Verdict::Rejected(why) | Verdict::Refused(why) => {
                self.refused.push(format!("{name}: {why}"));
            }
            Verdict::Differs(what) => self.differing.push((name, tree, effort, what)),
        }
        if self.shows {
            println!("it takes {:?}", begun.elapsed());
        }
        true
    }

    /// Plays the game of walks, with every engine.
    fn play_walks(&mut self) {
        let effort = Effort {
            budget: BUDGET,
            games: 1,
            recorded: 2,
            turns: 6,
            which: Which::EachFact,
            numbered: false,
        };
        self.nodes.add(&load(games::WALKS).expect("a game"));
        match judge(games::WALKS, effort) {
            Verdict::Same(0) => panic!("nothing of the game of walks is compared"),
            Verdict::Same(count) => self.positions += count,
            verdict => panic!("the game of walks: {verdict:?}"),
        }
        self.games += 1;
    }

    /// Plays as many cells of a part of the state as it takes to have every pair in one.
    fn play_pairs_of(&mut self, location: &'static Location, wanted: &str) {
        let given_up =
            cells::cover(location, |cell| !cell.name().contains(wanted) || self.play(cell));
        let name = location.name;
        self.uncovered.extend(given_up.iter().map(|pair| format!("{name}: {pair:?}")));
    }

    /// Plays as many cells as it takes to have every pair of some parts of the state in one, in several threads.
    fn play_pairs(&mut self, locations: &[&'static Location], wanted: &str) {
        let next = AtomicUsize::new(0);
        let (shows, full) = (self.shows, self.full);
        let work = || {
            let mut report = Self { shows, full, ..Self::default() };
            while let Some(location) = locations.get(next.fetch_add(1, Ordering::Relaxed)) {
                report.play_pairs_of(location, wanted);
            }
            report
        };
        std::thread::scope(|scope| {
            let workers = [(); THREADS].map(|()| scope.spawn(work));
            for worker in workers {
                self.merge(worker.join().expect("what panics is caught"));
            }
        });
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.nodes.merge(other.nodes);
        self.differing.extend(other.differing);
        self.refused.extend(other.refused);
        self.unplayed += other.unplayed;
        self.uncovered.extend(other.uncovered);
    }

    /// Tells the differences that nobody knows yet, the first of them with the smallest game.
    fn differences(&self) -> Vec<String> {
        let known = known();
        let new = self.differing.iter().filter(|(name, ..)| !known.contains(name));
        let shown = new.enumerate().map(|(number, (name, tree, effort, what))| {
            let small =
                if number < SHOWN { smallest(tree.clone(), *effort) } else { String::new() };
            format!("{name}: {what}\n{small}")
        });
        shown.collect()
    }

    /// Fails if something is wrong.
    fn judge(&self) {
        let findings =
            [("not compiled", self.refused.clone()), ("played otherwise", self.differences())];
        for (what, games) in findings {
            assert!(games.is_empty(), "{} games are {what}:\n{}", games.len(), games.join("\n"));
        }
    }
}

/// The parts of the state in whose games every turn may be refused or meet a limit, so that there is nothing to compare.
const WITHOUT_TURNS: [&str; 2] = ["events: ", "refused: "];

/// The most pairs of theirs that are in no game with a turn; there were nine when this was written.
const MOST_WITHOUT_TURNS: usize = 16;

impl Report {
    /// Parts the pairs that no compared game has into those that may be in games without turns, and the others.
    fn without_turns(&self) -> (Vec<String>, Vec<String>) {
        let may_be = |pair: &String| WITHOUT_TURNS.iter().any(|row| pair.starts_with(row));
        self.uncovered.iter().cloned().partition(may_be)
    }
}

#[test]
fn what_is_written_is_read_alike() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let (which, wanted) = (variable("FAIRYRING_COVERAGE"), variable("FAIRYRING_ONLY"));
    let shows = !variable("FAIRYRING_SHOW").is_empty();
    let mut report = Report { shows, full: which == "full", ..Report::default() };
    let is_all = which.is_empty() && wanted.is_empty() && long();
    if which.is_empty() {
        report.play_walks();
        let locations: Vec<_> =
            if wanted.is_empty() { sample(LOCATIONS) } else { LOCATIONS.iter().collect() };
        report.play_pairs(&locations, &wanted);
    } else {
        let cells = cells::all().into_iter().step_by(which.parse().unwrap_or(1).max(1));
        for cell in cells.filter(|cell| cell.name().contains(&wanted)) {
            report.play(cell);
        }
    }
    println!(
        "{} games, {} positions; of {} nothing is compared",
        report.games, report.positions, report.unplayed
    );
    report.judge();
    if is_all {
        let (without, uncovered) = report.without_turns();
        assert!(uncovered.is_empty(), "no game has:\n{}", uncovered.join("\n"));
        assert!(without.len() <= MOST_WITHOUT_TURNS, "no turn has:\n{}", without.join("\n"));
        let missing = report.nodes.missing();
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}

#[test]
fn every_location_has_a_row() {
    let there = nodes::kinds("src/compile", "Loc");
    let there: BTreeSet<&str> = there.iter().map(String::as_str).collect();
    let covered: BTreeSet<&str> =
        LOCATIONS.iter().flat_map(|location| location.locs).copied().collect();
    assert_eq!(covered, there, "the rows of the table, and the locations of the engine");
}
