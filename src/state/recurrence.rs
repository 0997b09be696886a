//! How a position has come back in its game.

/// How often a position has occurred, and what lay between, for rules that look back.
#[derive(Clone, Debug)]
pub struct Recurrence<P> {
    /// How often the position has occurred in its game, this time included.
    pub count: u32,
    /// The positions before it, the newest first, each with whether it is the same for repetition; none where no rule
    /// looks back.
    pub before: Vec<(P, bool)>,
    /// The position that has come back, where it is not the one that is looked at: the one to which a turn leads.
    pub now: Option<Box<P>>,
}

impl<P> Recurrence<P> {
    /// A position that has occurred so often, of which nothing more is known.
    pub fn times(count: u32) -> Self {
        Self { count, before: Vec::new(), now: None }
    }

    /// Takes from all positions before, the newest first, those that matter to rules that look back over so many
    /// occurrences, this one included.
    pub fn with_before(
        count: u32,
        lookback: u8,
        mut before: impl Iterator<Item = (P, bool)>,
    ) -> Self {
        let mut known = Self::times(count);
        let mut wanted = u32::from(lookback).min(count).saturating_sub(1);
        while wanted > 0
            && let Some((position, same)) = before.next()
        {
            wanted -= u32::from(same);
            known.before.push((position, same));
        }
        known
    }

    /// Iterates over the positions since the occurrence that makes so many with this one, the newest first, those two
    /// left out; where not so many are known, since the oldest one known.
    pub fn since(&self, times: u8) -> impl Iterator<Item = &P> {
        let same = self.before.iter().enumerate().filter(|(_, (_, same))| *same);
        let wanted = usize::from(times).saturating_sub(1);
        let end = same.take(wanted).last().map_or(0, |(index, _)| index);
        self.before[..end].iter().map(|(position, _)| position)
    }
}

#[cfg(test)]
mod tests {
    use super::Recurrence;

    fn since(times: u8, before: &str) -> String {
        let before = before.chars().map(|letter| (letter, letter == 'x'));
        Recurrence::with_before(4, 4, before).since(times).collect()
    }

    #[test]
    fn what_lies_between_ends_at_the_occurrence_asked_for() {
        assert_eq!(since(2, "abxcdxefxgh"), "ab");
        assert_eq!(since(3, "abxcdxefxgh"), "abxcd");
        assert_eq!(since(4, "abxcdxefxgh"), "abxcdxef");
        assert_eq!(since(4, "abxcd"), "ab");
        assert_eq!(since(4, "ab"), "");
    }

    #[test]
    fn no_more_is_kept_than_rules_look_at() {
        let before = "abxcdxef".chars().map(|letter| (letter, letter == 'x'));
        assert_eq!(Recurrence::with_before(3, 2, before.clone()).before.len(), 3);
        assert!(Recurrence::with_before(3, 0, before).before.is_empty());
    }
}
