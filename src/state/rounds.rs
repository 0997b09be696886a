//! What a repetition on the board has already gone on from.

/// The states that a repetition has gone on from, each with the fewest rounds it took to get there.
#[derive(Clone, Debug)]
pub struct Rounds<T> {
    known: Vec<(T, u32)>,
}

impl<T> Rounds<T> {
    /// Returns how many states are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Tells whether no state is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

impl<T> Default for Rounds<T> {
    fn default() -> Self {
        Self { known: Vec::new() }
    }
}

impl<T: Clone> Rounds<T> {
    /// Notes a state reached after so many rounds; returns whether going on from it can lead anywhere new: it was not
    /// there before, or took more rounds then. `same` tells whether two states have the same ways before them.
    pub fn note(&mut self, state: &T, done: u32, same: impl Fn(&T, &T) -> bool) -> bool {
        if let Some((_, least)) = self.known.iter_mut().find(|(known, _)| same(known, state)) {
            let fewer = done < *least;
            *least = done.min(*least);
            return fewer;
        }
        self.known.push((state.clone(), done));
        true
    }
}
