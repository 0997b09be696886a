//! The engines that are compared with the reference: all that a game can be compiled to.

use std::sync::Arc;

use fairyring::compile::{Fact, FactSet};
use fairyring::ir::Game;
use fairyring::play::Engine;
use fairyring::state::Random;

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
            all.extend(each_fact(game)?);
        }
        Ok(Self(all))
    }

    /// Iterates over them, the one that users get first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Engine)> {
        self.0.iter().map(|(facts, engine)| (facts.as_str(), engine))
    }
}

/// How many subsets of the facts are tried besides.
const SUBSETS: u64 = 4;

/// Returns the engines with some facts switched off.
fn each_fact(game: &Arc<Game>) -> Result<Vec<(String, Engine)>, Trouble> {
    let off = Fact::ALL.map(|fact| FactSet::ALL.without(fact));
    let on = Fact::ALL.map(|fact| FactSet::NONE.with(fact));
    let mut random = Random::new(SUBSETS);
    let subsets = (0..SUBSETS).map(|_| {
        let [low, high, ..] = random.number().to_le_bytes();
        FactSet::from_bits(u16::from_le_bytes([low, high]))
    });
    let sets = off.into_iter().chain(on).chain([FactSet::NONE]).chain(subsets);
    sets.map(|set| match Engine::with_facts(game, set) {
        Ok(engine) => Ok((format!("with {set}: "), engine)),
        Err(refusal) => Err(Trouble::Refused(refusal.to_string())),
    })
    .collect()
}
