//! What stands before an atom.

use std::ops::Range;

use super::Trouble;
use super::tree::{Group, Manner, Motion, Phrase, Use};

/// The modifiers before an atom or an `a`.
#[derive(Debug, Default)]
pub(super) struct Modifiers {
    pub(super) heading: Vec<(Phrase, Range<usize>)>,
    pub(super) uses: Vec<Use>,
    pub(super) manner: Option<(Manner, Range<usize>)>,
    pub(super) hop: Option<(Manner, Range<usize>)>,
    pub(super) toggle: Option<Range<usize>>,
    pub(super) initial: Option<Range<usize>>,
    pub(super) tame: Option<Range<usize>>,
    pub(super) unload: Option<Range<usize>>,
    pub(super) around: Option<Range<usize>>,
    pub(super) place: Range<usize>,
}

impl Modifiers {
    /// Returns where it is told how the piece gets there, directions aside.
    pub(super) fn shapes(&self) -> Option<Range<usize>> {
        let manner = self.manner.as_ref().or(self.hop.as_ref()).map(|(_, place)| place);
        manner.or(self.toggle.as_ref()).or(self.around.as_ref()).cloned()
    }

    /// Tells whether it is told what happens to what stands at the end, besides the uses.
    pub(super) fn ends(&self) -> bool {
        self.tame.is_some() || self.unload.is_some()
    }

    /// Makes a group with what is told about all of it.
    pub(super) fn group(&self, motion: Motion, landing: Vec<Use>) -> Group {
        Group {
            motion,
            landing,
            initial: self.initial.is_some(),
            tame: self.tame.is_some(),
            swaps: self.unload.is_some(),
            place: self.place.clone(),
        }
    }

    pub(super) fn add_use(&mut self, new: Use, place: Range<usize>) -> Result<(), Trouble> {
        if self.uses.contains(&new) {
            return Err(twice(place));
        }
        self.uses.push(new);
        Ok(())
    }
}

/// Notes how the piece gets there, which can be said once.
pub(super) fn set(
    manner: &mut Option<(Manner, Range<usize>)>,
    new: Manner,
    place: Range<usize>,
) -> Result<(), Trouble> {
    match manner {
        Some((known, _)) if *known == new => Err(twice(place)),
        Some((_, first)) => Err(clash(first.start..place.end)),
        None => {
            *manner = Some((new, place));
            Ok(())
        }
    }
}

/// Notes where a letter stands that may stand there once.
pub(super) fn once(letter: &mut Option<Range<usize>>, place: Range<usize>) -> Result<(), Trouble> {
    if letter.is_some() {
        return Err(twice(place));
    }
    *letter = Some(place);
    Ok(())
}

pub(super) fn twice(place: Range<usize>) -> Trouble {
    Trouble::new(place, "the same letter stands here twice").help("leave one of them out")
}

pub(super) fn clash(place: Range<usize>) -> Trouble {
    Trouble::new(place, "these letters cannot be combined")
        .help("write two atoms, each with one of them")
}
