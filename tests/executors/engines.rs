//! The engines that are compared with the reference: all that a game can be compiled to.

use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::play::Engine;

use super::Trouble;

/// Which engines of a game are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one that users get.
    Default,
    /// Every one: each fact alone switched off, each alone switched on, none, and seeded subsets.
    EachFact,
}

/// The engines of one game, each with a text that tells messages which it is.
pub struct Engines(Vec<(String, Engine)>);

impl Engines {
    /// Compiles a game in all these ways.
    pub fn of(game: &Arc<Game>, which: Which) -> Result<Self, Trouble> {
        let engine = Engine::new(game).map_err(|refusal| Trouble::Refused(refusal.to_string()))?;
        let mut all = vec![(String::new(), engine)];
        if which == Which::EachFact {
            all.extend(each_fact(game));
        }
        Ok(Self(all))
    }

    /// Iterates over them, the one that users get first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Engine)> {
        self.0.iter().map(|(facts, engine)| (facts.as_str(), engine))
    }
}

/// Returns the engines with some facts switched off. There is no such switch yet: this is the one place that has to know it.
fn each_fact(_game: &Arc<Game>) -> Vec<(String, Engine)> {
    Vec::new()
}
