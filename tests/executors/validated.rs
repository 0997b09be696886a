//! What users get that compile a game of their own: an engine that was compared with its general path.

use fairyring::compile::FactSet;
use fairyring::state::Allowance;
use fairyring::validate::{Budget, validated};

use super::names;
use crate::games::sample;
use crate::variants::table;

#[test]
fn nothing_is_in_doubt_in_the_bundled_games() {
    for name in sample(names()) {
        let game = table::load(&name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        let budget = Budget { positions: 8, work: 2_000_000, seed: 7 };
        let validated = validated(&game, FactSet::ALL, budget, &Allowance::UNLIMITED);
        let (engine, doubts) = validated.expect("it is compiled");
        assert!(doubts.is_empty(), "{name}: {doubts:?}");
        assert_eq!(engine.used_facts(), FactSet::ALL, "{name}");
    }
}
