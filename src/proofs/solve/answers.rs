//! What a solution knows of positions, and lines of best play.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use super::retrograde::{UNDECIDED, read};
use super::space::Sized;
use super::{Solution, Summary};
use crate::ir::{Game, SideId};
use crate::notation;
use crate::play::each_size;
use crate::search::{Probe, Value, Verdict};
use crate::state::{Allowance, Position, Recurrence, TooMuch};

/// The reason where there is no legal turn and no rule says what that means: nobody wins.
pub(super) const NO_TURN: &str = "no legal turn";

/// The longest line of turns that is shown.
const LONGEST_LINE: usize = 1000;

impl Probe for Solution {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        self.verdict(position)
    }

    fn most_pieces(&self) -> usize {
        self.most_pieces
    }
}

impl Probe for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        self.0.iter().find_map(|table| table.probe(position))
    }

    fn most_pieces(&self) -> usize {
        self.0.iter().map(Probe::most_pieces).max().unwrap_or(0)
    }
}

/// Several tables of the same game: the first that knows a position answers.
#[derive(Debug)]
pub struct Tables(pub Vec<Solution>);

/// How many positions there are of each value, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
    /// In how many plies the longest forced win of either side is over.
    pub longest: u16,
    /// In how many plies the longest forced win of the side to move is over.
    pub longest_to_move: u16,
    /// The number of a position from which the longest one of either side is forced.
    pub longest_at: usize,
}

impl Tally {
    /// Adds so many positions of that value.
    fn add(&mut self, (value, plies): (Value, u16), count: u64, number: usize) {
        let sum = match value {
            Value::Win => &mut self.won,
            Value::Loss => &mut self.lost,
            Value::Draw => &mut self.drawn,
        };
        *sum += count;
        if plies > self.longest {
            (self.longest, self.longest_at) = (plies, number);
        }
        if value == Value::Win {
            self.longest_to_move = self.longest_to_move.max(plies);
        }
    }
}

impl Solution {
    /// Returns how many positions there are.
    pub fn positions(&self) -> usize {
        self.notes.len()
    }

    /// Sums up what positions are worth, given by their keys and how many of each there are.
    pub(super) fn summarize(&self, keys: &[(Vec<u64>, u32)]) -> Summary {
        let mut summary = Summary::default();
        for (key, count) in keys {
            let Some(number) = self.rank(key) else { continue };
            let side = self.position(number).to_move;
            summary.sides[side].add(read(self.notes[number]), u64::from(*count), number);
        }
        summary
    }

    fn rank(&self, key: &[u64]) -> Option<usize> {
        let words = self.scheme.packing.words();
        let (mut low, mut high) = (0, self.keys.len() / words);
        while low < high {
            let middle = low.midpoint(high);
            match self.keys[middle * words..][..words].cmp(key) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Tells whether positions that the rules make equal are counted once.
    pub fn symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Returns how many positions are final.
    pub fn final_positions(&self) -> u64 {
        self.final_by_reason.values().sum()
    }

    /// Counts the positions by what they are worth.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (number, &note) in self.notes.iter().enumerate() {
            tally.add(read(note), 1, number);
        }
        tally
    }

    /// Returns a position from which a forced win takes longest, if there is a forced win at all.
    pub fn longest(&self) -> Option<Position> {
        let number = (0..self.notes.len())
            .filter(|&number| self.notes[number] != UNDECIDED)
            .max_by_key(|&number| (read(self.notes[number]).1, std::cmp::Reverse(number)))?;
        Some(self.position(number))
    }

    /// Returns the position of a number.
    pub fn position(&self, number: usize) -> Position {
        let words = self.scheme.packing.words();
        each_size!(self.engine, compiled => {
            let space = Sized::new(compiled, &self.scheme);
            let state = space.looker().unpacked(&self.keys[number * words..][..words]);
            compiled.position_of(&state)
        })
    }

    /// Returns the number of a position; `None` if it is none of those that can be reached.
    fn number_of(&self, position: &Position) -> Option<usize> {
        each_size!(self.engine, compiled => {
            let space = Sized::new(compiled, &self.scheme);
            let mut looker = space.looker();
            let state = compiled.state_of(position);
            let key = looker.key(&state).ok()?;
            self.rank(key)
        })
    }

    /// Returns what is known of a position; `None` if it is none of those that can be reached.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let number = self.number_of(position)?;
        let (value, plies) = read(*self.notes.get(number)?);
        Some(Verdict { value, plies })
    }

    /// Returns the turns of a position with the positions they lead to and what those are worth for whoever moves there.
    ///
    /// # Errors
    /// If they are more than can be worked out.
    pub fn turns(&self, position: &Position) -> Result<Vec<(String, Position, Verdict)>, TooMuch> {
        let allowance = Allowance::UNLIMITED;
        if self.engine.outcome(position, &Recurrence::times(1), &allowance)?.is_some() {
            return Ok(Vec::new());
        }
        let turns = self.engine.legal_turns(position, &allowance)?;
        let known = turns.into_iter().filter_map(|(turn, next)| {
            let verdict = self.verdict(&next)?;
            Some((notation::turn_text(&self.game, &turn), next, verdict))
        });
        let mut known: Vec<_> = known.collect();
        known.sort_by(|left, right| left.0.cmp(&right.0));
        Ok(known)
    }

    /// Returns a line of best play: whoever can win wins as soon as possible, whoever loses holds out as long as possible,
    /// and a draw goes on until a position comes back. Of turns that are equally good the first by its text is played.
    ///
    /// # Errors
    /// If the turns of a position are more than can be worked out.
    pub fn line(&self, position: &Position) -> Result<Vec<String>, TooMuch> {
        let mut line = Vec::new();
        let mut at = position.clone();
        let mut seen = HashSet::new();
        while line.len() < LONGEST_LINE && seen.insert(self.number_of(&at)) {
            let turns = self.turns(&at)?;
            let side = at.to_move;
            let best =
                turns.into_iter().min_by_key(|(_, next, verdict)| rating(side, next, *verdict));
            let Some((turn, next, _)) = best else { break };
            line.push(turn);
            at = next;
        }
        Ok(line)
    }
}

/// Orders turns by what they lead to for a side, the best first.
fn rating(side: SideId, next: &Position, verdict: Verdict) -> (u8, i32) {
    let value = if next.to_move == side { verdict.value } else { verdict.value.flipped() };
    let plies = i32::from(verdict.plies);
    match value {
        Value::Win => (0, plies),
        Value::Draw => (1, 0),
        Value::Loss => (2, -plies),
    }
}

/// Returns about how many ways there are to place some pieces of a position, each on the board or gone or in a hand.
pub fn most_positions(game: &Game, position: &Position) -> f64 {
    let squares = f64::from(u16::try_from(game.board.squares.len()).unwrap_or(u16::MAX));
    let pieces = position.pieces.iter().flatten().count();
    let held: u16 = position.hands.iter().flat_map(|hand| hand.iter()).sum();
    let places = squares + 1.0 + if game.uses_hands { 2.0 } else { 0.0 };
    (0..pieces + usize::from(held)).fold(2.0, |most, _| most * places)
}

/// Counts by reason, most frequent first.
pub fn by_frequency(counts: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut all: Vec<_> = counts.iter().map(|(reason, &count)| (reason.as_str(), count)).collect();
    all.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    all
}
