//! Makes fills: walks that branch only at their beginning can be followed from many squares at once.
//!
//! Each branch leads from a square to one square after the other, so that nothing has to be remembered of the paths by
//! which squares were reached.

use super::tables::Geometry;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Fill, Leg, Lines, Most, Times, Walking, dependence};
use crate::ir::SquareIndex;
use crate::ir::limits::{MAX_STEPS, MAX_WALK_STEPS};

/// The most repetitions in one fill: each multiplies the paths from one square.
const MAX_REPEATS: usize = 2;

/// Returns the fills that a walk consists of; `None` if it is not of that kind.
pub(crate) fn fills<B: Bitboard>(
    tree: &Walking<B>,
    geometry: Geometry<'_>,
) -> Option<Vec<Fill<B>>> {
    let parts = match tree {
        Walking::Either(ways) => ways.as_slice(),
        // Sequences of one part are possible.
        Walking::Sequence(parts) if parts.len() == 1 => return fills(&parts[0], geometry),
        _ => std::slice::from_ref(tree),
    };
    let mut builder = FillBuilder { geometry, length: 0, steps_in_all: 0 };
    let mut fills: Vec<Fill<B>> = Vec::new();
    for part in parts {
        add_fill(fill(builder.fill(part)?), &mut fills);
    }
    (builder.steps_in_all <= MAX_WALK_STEPS as usize).then_some(fills)
}

/// Adds a fill; lines over and onto the same squares are merged.
fn add_fill<B: Bitboard>(fill: Fill<B>, fills: &mut Vec<Fill<B>>) {
    if let Fill::Lines(lines) = &fill {
        let same = |known: &Lines<B>| {
            known.times == lines.times && known.over == lines.over && known.onto == lines.onto
        };
        let alike = fills.iter_mut().find_map(|known| match known {
            Fill::Lines(known) => Some(known).filter(|known| same(known)),
            Fill::Legs(_) => None,
        });
        if let Some(known) = alike {
            known.steps.extend(&lines.steps);
            return;
        }
    }
    fills.push(fill);
}

/// Returns the fill of some legs.
fn fill<B: Bitboard>(legs: Vec<Leg<B>>) -> Fill<B> {
    if let [Leg::Repeat(body, times), Leg::Step { shift: Some(last), .. }, Leg::Test(onto)] =
        legs.as_slice()
        && let [Leg::Step { shift: Some(step), .. }, Leg::Test(over)] = body.as_slice()
        && step == last
        && times.min <= times.most
    {
        let steps = vec![(step.0, step.1.shifted(step.0))];
        let (over, onto) = (over.clone(), onto.clone());
        return Fill::Lines(Box::new(Lines { steps, over, times: *times, onto }));
    }
    Fill::Legs(legs)
}

/// Turns walks into legs and measures them.
struct FillBuilder<'a> {
    geometry: Geometry<'a>,
    /// The most steps of a path of the fill.
    length: usize,
    /// The most steps of all paths of all fills from one square.
    steps_in_all: usize,
}

impl FillBuilder<'_> {
    fn fill<B: Bitboard>(&mut self, walk: &Walking<B>) -> Option<Vec<Leg<B>>> {
        self.length = 0;
        let mut legs = Vec::new();
        self.add(walk, &mut legs, true)?;
        let repeats = legs.iter().filter(|leg| matches!(leg, Leg::Repeat(..))).count();
        // Each round of the first repetition may be followed by all rounds of the second.
        let again = if repeats > 1 { self.length.saturating_mul(self.length) / 4 } else { 0 };
        self.steps_in_all = self.steps_in_all.saturating_add(self.length + again);
        (self.length <= usize::from(MAX_STEPS) && repeats <= MAX_REPEATS).then_some(legs)
    }

    fn add<B: Bitboard>(
        &mut self,
        walk: &Walking<B>,
        legs: &mut Vec<Leg<B>>,
        repeats: bool,
    ) -> Option<()> {
        match walk {
            Walking::Here => {}
            Walking::Step(table) => {
                self.length += 1;
                legs.push(Leg::Step { table: *table, shift: self.shift(*table) });
            }
            Walking::Test(set) if !dependence::of_place(set) => legs.push(Leg::Test(set.clone())),
            Walking::Sequence(parts) => {
                for part in parts {
                    self.add(part, legs, repeats)?;
                }
            }
            Walking::Repeat(body, min, Most::Times(most)) if repeats => {
                let (before, mut inner) = (self.length, Vec::new());
                self.add(body, &mut inner, false)?;
                let once = self.length - before;
                let rounds = self.rounds(&inner)?.min(*most as usize);
                self.length = before.saturating_add(once.saturating_mul(rounds));
                legs.push(Leg::Repeat(inner, Times { min: *min, most: *most }));
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns how often legs can be repeated before the board ends; `None` if there is no end.
    fn rounds<B: Bitboard>(&self, legs: &[Leg<B>]) -> Option<usize> {
        let lead = |mut at: SquareIndex| {
            for leg in legs {
                if let Leg::Step { table, .. } = leg {
                    at = self.geometry.steps[*table][usize::from(at)]?;
                }
            }
            Some(at)
        };
        let mut longest = 0;
        for start in 0..self.geometry.squares {
            let (mut at, mut count) = (SquareIndex::try_from(start).ok()?, 0);
            while let Some(next) = lead(at) {
                count += 1;
                if count > self.geometry.squares {
                    return None;
                }
                at = next;
            }
            longest = longest.max(count);
        }
        Some(longest)
    }

    /// Returns by how much a step shifts the number of the square, and from where there is one; `None` if the shift varies.
    fn shift<B: Bitboard>(&self, table: usize) -> Option<(i16, B)> {
        let (mut from, mut by) = (B::EMPTY, None);
        for (to, square) in self.geometry.steps[table].iter().zip(0..=SquareIndex::MAX) {
            let Some(to) = to else { continue };
            let grows = to.cast_signed() - square.cast_signed();
            if by.is_some_and(|by| by != grows) {
                return None;
            }
            by = Some(grows);
            from |= B::one(square);
        }
        by.map(|by| (by, from))
    }
}
