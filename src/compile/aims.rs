//! Attacks forwards: for each square, on which squares a piece there captures.

use super::attack::Attacks;
use super::bits::Bits;

/// What the pieces of each group attack.
#[derive(Clone, Debug)]
pub struct Aims<B> {
    /// By group and square: index `group * squares + from`.
    pub from: Vec<Aim<B>>,
    /// Whether that is not all a group attacks.
    pub partly: Vec<bool>,
    /// How many squares there are.
    pub size: usize,
}

/// What a piece of a group attacks from one square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim<B> {
    /// Whatever stands elsewhere.
    pub near: B,
    /// If all squares between are empty.
    pub far: B,
}

impl<B: Bits> Aims<B> {
    /// Turns the tables round that tell from where a square is attacked.
    pub fn of(attacks: &Attacks<B>) -> Self {
        let (size, groups) = (attacks.size, attacks.groups.len());
        let mut from = vec![Aim::default(); groups * size];
        let mut partly = vec![false; groups];
        let places = (0..size).flat_map(|to| (0..groups).map(move |group| (to, group)));
        for ((to, group), seen) in places.zip(&attacks.seen) {
            let Ok(target) = u8::try_from(to) else { continue };
            let (target, others) = (B::one(target), !B::one(target));
            for square in (seen.near & others).members() {
                from[group * size + usize::from(square)].near |= target;
            }
            for square in (seen.far & others).members() {
                from[group * size + usize::from(square)].far |= target;
            }
            partly[group] |= (seen.hop | seen.odd).any();
        }
        Self { from, partly, size }
    }
}
