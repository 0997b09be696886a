//! Facts: the kinds of knowledge that make a compiled game fast, and switches for them.
//!
//! Every fact is optional: a game plays the same with any subset of them. Switching them off one by one finds the one
//! that is wrong.

use std::fmt;
use std::str::FromStr;

/// A kind of knowledge about a game that is used to play it faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Fact {
    /// Move tables of walks.
    Walks,
    /// Fills: walks that are followed from many squares at once.
    Fills,
    /// Attacks from reverse tables, without playing turns.
    Attacks,
    /// Legality from check masks and pins, without playing turns.
    Legality,
    /// What moves and drops do, as short lists of operations.
    Effects,
    /// Turns split into steps.
    Steps,
    /// Moves generated from tables of their own, or for many pieces at once.
    Generators,
    /// Turns that need not be compared, as their texts are unambiguous.
    Texts,
    /// Endings that need not be evaluated while there are legal turns.
    Endings,
    /// Positions compared for repetition without playing their turns.
    Repetition,
}

impl Fact {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Walks,
        Self::Fills,
        Self::Attacks,
        Self::Legality,
        Self::Effects,
        Self::Steps,
        Self::Generators,
        Self::Texts,
        Self::Endings,
        Self::Repetition,
    ];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walks => "walks",
            Self::Fills => "fills",
            Self::Attacks => "attacks",
            Self::Legality => "legality",
            Self::Effects => "effects",
            Self::Steps => "steps",
            Self::Generators => "generators",
            Self::Texts => "texts",
            Self::Endings => "endings",
            Self::Repetition => "repetition",
        }
    }
}

/// Which facts are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactSet(u16);

impl Default for FactSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl FactSet {
    /// All facts.
    pub const ALL: Self = Self((1 << Fact::ALL.len()) - 1);
    /// No fact: the general path of the compiled game plays.
    pub const NONE: Self = Self(0);

    /// Tells whether a fact is used.
    pub const fn has(self, fact: Fact) -> bool {
        self.0 >> (fact as u16) & 1 == 1
    }

    /// Returns the set with a fact.
    #[must_use]
    pub const fn with(self, fact: Fact) -> Self {
        Self(self.0 | 1 << (fact as u16))
    }

    /// Returns the set without a fact.
    #[must_use]
    pub const fn without(self, fact: Fact) -> Self {
        Self(self.0 & !(1 << (fact as u16)))
    }

    /// Tells whether there is no fact in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many facts are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the set without the facts of another.
    #[must_use]
    pub const fn without_all(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for FactSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Fact::ALL.iter().filter(|fact| self.has(**fact)).map(|fact| fact.name()).collect();
        if names.is_empty() { f.write_str("none") } else { f.write_str(&names.join(",")) }
    }
}

/// Reads words separated by commas, applied from left to right: `all`, `none`, `-attacks` removes a fact, `attacks` or
/// `+attacks` adds it. The initial set is empty if the first word adds a fact, else it is all facts.
impl FromStr for FactSet {
    /// What is said of a word that names no fact.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let mut set = None;
        for word in words {
            let (adds, name) = match word.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, word.strip_prefix('+').unwrap_or(word)),
            };
            set = Some(match (name, adds) {
                ("all", true) => Self::ALL,
                ("none", true) => Self::NONE,
                _ => {
                    let unknown = || {
                        let names = Fact::ALL.map(Fact::name).join(", ");
                        format!("there is no fact `{name}`; there are {names}, all and none")
                    };
                    let fact = Fact::ALL.into_iter().find(|fact| fact.name() == name);
                    let fact = fact.ok_or_else(unknown)?;
                    if adds {
                        set.unwrap_or(Self::NONE).with(fact)
                    } else {
                        set.unwrap_or(Self::ALL).without(fact)
                    }
                }
            });
        }
        Ok(set.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, FactSet};

    #[test]
    fn sets_of_facts_are_read_and_written() {
        let read = |text: &str| text.parse::<FactSet>().map(|set| set.to_string());
        assert_eq!(read("none").as_deref(), Ok("none"));
        assert_eq!(read("steps,walks").as_deref(), Ok("walks,steps"));
        assert_eq!("-walks".parse(), Ok(FactSet::ALL.without(Fact::Walks)));
        assert_eq!("none,+walks".parse(), Ok(FactSet::NONE.with(Fact::Walks)));
        assert!(read("-pins").is_err());
    }
}
