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
    /// The one that users get, the one without facts, and so many of the others, beginning anywhere among them.
    InTurn { first: u64, count: usize },
}

/// The engines of one game, each with a text that tells messages which it is.
pub struct Engines(Vec<(String, Engine)>);

impl Engines {
    /// Compiles a game in all these ways.
    pub fn of(game: &Arc<Game>, which: Which) -> Result<Self, Trouble> {
        let mut sets = vec![FactSet::ALL];
        match which {
            Which::Default => {}
            Which::EachFact => {
                sets.push(FactSet::NONE);
                sets.extend(others());
            }
            Which::InTurn { first, count } => {
                sets.push(FactSet::NONE);
                let others = others();
                let begin = usize::try_from(first % others.len() as u64).unwrap_or(0);
                sets.extend(others.iter().cycle().skip(begin).take(count));
            }
        }
        let all = sets.into_iter().map(|set| match Engine::with_facts(game, set) {
            Ok(engine) if set == FactSet::ALL => Ok((String::new(), engine)),
            Ok(engine) => Ok((format!("with {set}: "), engine)),
            Err(refusal) => Err(Trouble::Refused(refusal.to_string())),
        });
        Ok(Self(all.collect::<Result<_, _>>()?))
    }

    /// Iterates over them, the one that users get first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Engine)> {
        self.0.iter().map(|(facts, engine)| (facts.as_str(), engine))
    }

    /// Returns the one that knows nothing in advance, if it is among them.
    pub fn general(&self) -> Option<&Engine> {
        self.0.iter().map(|(_, engine)| engine).find(|engine| engine.used_facts() == FactSet::NONE)
    }
}

/// How many subsets of the facts are tried besides.
const SUBSETS: u64 = 20;

/// Returns the sets of facts besides all and none: each fact alone switched off, each alone switched on, and subsets.
fn others() -> Vec<FactSet> {
    let off = Fact::ALL.map(|fact| FactSet::ALL.without(fact));
    let on = Fact::ALL.map(|fact| FactSet::NONE.with(fact));
    let mut random = Random::new(SUBSETS);
    let subsets = (0..SUBSETS).map(|_| {
        let bits = random.number();
        let chosen = Fact::ALL.into_iter().filter(|fact| bits >> *fact as u16 & 1 == 1);
        chosen.fold(FactSet::NONE, FactSet::with)
    });
    off.into_iter().chain(on).chain(subsets).collect()
}
