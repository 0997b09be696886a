//! Which games are made: few, and such that every pair that could matter is in one of them.

use std::collections::BTreeSet;

use super::places::{Moment, Reading, Site};
use super::table::{LOCATIONS, Location};

/// A cell of the table: what is written, when, and where it is read by what.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub location: &'static Location,
    pub statement: &'static str,
    pub moment: Moment,
    pub site: Site,
    pub reading: &'static str,
}

impl Cell {
    /// Returns a name that stays the same when the table grows.
    pub fn name(&self) -> String {
        let Self { location, statement, moment, site, reading } = self;
        format!("{} | {statement} | {moment:?} | {site:?} | {reading}", location.name)
    }

    /// Returns where the decisions that the cell leaves open begin: it follows from the name.
    pub fn seed(&self) -> u64 {
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.name().bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// Tells whether a turn of its game takes long, as it goes to a limit or asks for other turns.
    pub fn is_long(&self) -> bool {
        let asks = self.site == Site::CanMoveSoThat || self.reading.contains("can");
        asks || self.location.is_limit
    }

    /// Returns the pairs that are in it.
    fn pairs(&self) -> impl Iterator<Item = Pair> {
        let written = !self.statement.is_empty();
        let Self { statement, moment, site, reading, .. } = *self;
        let is_limit = self.location.is_limit;
        let moments = Pair::Moments(moment as usize, site.moment());
        let done = Pair::MomentAndStatement(moment as usize, statement);
        let is_hot = written && site.is_hot() && !is_limit;
        let hot = Pair::MomentAndSite(moment as usize, site as usize);
        [
            Pair::StatementAndSite(statement, site as usize),
            Pair::StatementAndReading(statement, reading),
        ]
        .into_iter()
        .chain(written.then_some(done))
        // Where what is written is only how much is done, it is read by no one.
        .chain((written && !is_limit).then_some(moments))
        .chain(is_hot.then_some(hot))
    }
}

/// Two choices that one game has to make at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pair {
    /// A statement and the construct that reads what it writes.
    StatementAndSite(&'static str, usize),
    /// A statement and the expression that reads what it writes.
    StatementAndReading(&'static str, &'static str),
    /// When it is written and when it is read.
    Moments(usize, Reading),
    MomentAndStatement(usize, &'static str),
    /// When it is written, and the construct that reads it, where tables may hang on that.
    MomentAndSite(usize, usize),
}

/// Returns all cells of a part of the state.
pub fn product(location: &'static Location) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &statement in location.written {
        for &moment in Moment::ALL {
            for &site in Site::ALL {
                let readings = location.readings(site).iter();
                cells.extend(readings.map(|&reading| Cell {
                    location,
                    statement,
                    moment,
                    site,
                    reading,
                }));
            }
        }
    }
    cells
}

/// Returns all cells of all parts.
pub fn all() -> Vec<Cell> {
    LOCATIONS.iter().flat_map(product).collect()
}

/// How many cells are tried for a pair before it is given up.
const TRIES: usize = 40;

/// Tries cells of a part of the state until every pair is in one that is played; returns the pairs for which there is none.
pub fn cover(location: &'static Location, mut is_played: impl FnMut(Cell) -> bool) -> Vec<Pair> {
    let mut cells: Vec<(u64, Cell)> =
        product(location).into_iter().map(|cell| (cell.seed(), cell)).collect();
    // Of those that are as good, which one is left to chance.
    cells.sort_by_key(|(seed, _)| *seed);
    let mut wanted: BTreeSet<Pair> = cells.iter().flat_map(|(_, cell)| cell.pairs()).collect();
    let mut given_up = Vec::new();
    while let Some(&pair) = wanted.first() {
        let new = |cell: &Cell| cell.pairs().filter(|pair| wanted.contains(pair)).count();
        let having = cells.iter().filter(|(_, cell)| cell.pairs().any(|other| other == pair));
        let mut candidates: Vec<(usize, &Cell)> =
            having.map(|(_, cell)| (new(cell), cell)).collect();
        candidates.sort_by_key(|(new, _)| std::cmp::Reverse(*new));
        #[expect(clippy::single_match_else, reason = "both outcomes weigh the same")]
        match candidates.iter().take(TRIES).find(|(_, cell)| is_played(**cell)) {
            Some((_, cell)) => cell.pairs().for_each(|pair| {
                wanted.remove(&pair);
            }),
            None => {
                wanted.remove(&pair);
                given_up.push(pair);
            }
        }
    }
    given_up
}
