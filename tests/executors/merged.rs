//! Turns that lead to the same position and are one turn: compared with what the texts of the positions say.

use std::collections::BTreeMap;

use fairyring::session::{Executor, Session};

use crate::generator::load;

/// Two moves a turn, of two different pieces, in either order.
const RULES: &str = include_str!("../cases/executors/merged-turns.rules");

#[test]
fn turns_to_the_same_position_are_one() {
    let apart = RULES.replace("compare turns by position\n", "");
    assert_ne!(apart, RULES);
    for executor in [Executor::Fast, Executor::Reference] {
        let mut merged = Session::new(load(RULES).unwrap()).unwrap().with_executor(executor);
        let mut counted = 0;
        for ply in 0..6 {
            let text = merged.position_text();
            let apart = Session::from_position(load(&apart).unwrap(), &text).unwrap();
            let mut positions: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for turn in apart.turn_texts().unwrap() {
                let mut after = apart.clone();
                after.play_text(&turn).unwrap();
                positions.entry(after.position_text()).or_default().push(turn);
            }
            let least: Vec<String> = positions.values().map(|turns| turns[0].clone()).collect();
            let mut wanted = least.clone();
            wanted.sort();
            assert_eq!(merged.turn_texts().unwrap(), wanted, "{text}");
            assert_eq!(merged.perft(1).unwrap(), wanted.len() as u64, "{text}");
            counted += positions.values().filter(|turns| turns.len() > 1).count();
            for (position, turns) in &positions {
                for turn in turns {
                    let mut after = merged.clone();
                    after.play_text(turn).unwrap();
                    assert_eq!(after.position_text(), *position, "{text} {turn}");
                    let mut first = merged.clone();
                    first.play_text(&turns[0]).unwrap();
                    assert_eq!(after.history(), first.history());
                }
            }
            let Some(next) = wanted.get((7 * ply + 3) % wanted.len().max(1)) else { break };
            merged.play_text(next).unwrap();
        }
        assert!(counted > 20, "{counted}");
    }
}
