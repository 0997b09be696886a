//! What is counted of random games, in memory that does not grow with their number.

use std::collections::BTreeMap;

use crate::state::{Playout, PlayoutEnd};

/// How many games ended how, and how many were how long.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    ends: BTreeMap<PlayoutEnd, u64>,
    lengths: BTreeMap<u32, u64>,
}

/// What is told of the lengths of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lengths {
    /// The sum shared evenly.
    pub mean: f64,
    /// As many games are shorter as are longer.
    pub median: f64,
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
}

impl Tally {
    /// Counts a game.
    pub(super) fn add(&mut self, played: Playout) {
        *self.lengths.entry(played.turns).or_default() += 1;
        *self.ends.entry(played.end).or_default() += 1;
    }

    /// Puts two counts together.
    pub(super) fn with(mut self, other: Self) -> Self {
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        for (length, count) in other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
        self
    }

    /// Returns how many games there were.
    pub(super) fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// Returns how many turns there were in all games.
    pub(super) fn turns(&self) -> u64 {
        self.lengths.iter().map(|(length, count)| u64::from(*length) * count).sum()
    }

    /// Returns how many games ended how, in a fixed order.
    pub(super) fn ends(&self) -> impl Iterator<Item = (&PlayoutEnd, u64)> {
        self.ends.iter().map(|(end, count)| (end, *count))
    }

    /// Returns what is told of the lengths; all 0 if there were no games.
    pub(super) fn lengths(&self) -> Lengths {
        let games = self.games();
        let middle = |number: u64| f64::from(self.length_at(number));
        Lengths {
            mean: ratio(self.turns(), games),
            median: f64::midpoint(middle(games.saturating_sub(1) / 2), middle(games / 2)),
            least: self.lengths.keys().next().copied().unwrap_or(0),
            most: self.lengths.keys().next_back().copied().unwrap_or(0),
        }
    }

    /// Returns the length of the game with that number, from 0, when the short ones come first.
    fn length_at(&self, number: u64) -> u32 {
        let mut before = 0;
        for (length, count) in &self.lengths {
            before += count;
            if number < before {
                return *length;
            }
        }
        0
    }
}

/// Returns a count as a number to reckon with; beyond 2^53 it is rounded.
#[expect(clippy::cast_precision_loss, reason = "nobody reads so many digits")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

/// Returns one count divided by another, 0 if that is 0.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { float(part) / float(whole) }
}

#[cfg(test)]
mod tests {
    use super::{Lengths, Tally};
    use crate::state::{Playout, PlayoutEnd};

    fn tally(lengths: &[u32]) -> Tally {
        let mut tally = Tally::default();
        for &turns in lengths {
            tally.add(Playout { turns, end: PlayoutEnd::Limit });
        }
        tally
    }

    #[test]
    fn lengths_are_those_of_a_list() {
        let of = |lengths: &[u32]| {
            let Lengths { mean, median, least, most } = tally(lengths).lengths();
            format!("{mean} {median} {least} {most}")
        };
        assert_eq!(of(&[9, 1, 2]), "4 2 1 9");
        assert_eq!(of(&[4, 1, 9, 2]), "4 3 1 9");
        assert_eq!(of(&[7]), "7 7 7 7");
        assert_eq!(of(&[]), "0 0 0 0");
    }

    #[test]
    fn two_tallies_are_as_one() {
        let both = tally(&[3, 5]).with(tally(&[5, 8, 8]));
        assert_eq!((both.games(), both.turns()), (5, 29));
        assert_eq!(both.lengths(), tally(&[3, 5, 5, 8, 8]).lengths());
    }
}
