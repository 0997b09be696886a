//! Turns walked step by step, as a search does, are the turns that are counted.

use crate::games::sample;
use std::sync::Arc;

use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;

/// The most turns that are walked in games other than the six.
const FEW: u64 = 20_000;
/// The most turns that are walked in the six games in the first folder.
const MANY: u64 = 1_000_000;

fn session(name: &str) -> Session {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink).expect(name);
    Session::new(Arc::new(game)).expect(name)
}

/// Walks a game as deep as the number of turns allows, but no deeper than told.
fn walk(name: &str, depths: std::ops::RangeInclusive<u32>, most: u64) -> Vec<String> {
    let session = session(name);
    let engine = session.engine().expect("a compiled game");
    let position = session.position();
    let mut findings = Vec::new();
    for depth in depths {
        let counted = engine.perft(position, depth, session.allowance()).expect("a count");
        if counted > most {
            break;
        }
        for known in [false, true] {
            let walked = engine.walked_perft(position, depth, known);
            if walked != counted {
                let how = if known { "with a table" } else { "step by step" };
                findings.push(format!("{name}, depth {depth}, {how}: {walked}, not {counted}"));
            }
        }
    }
    findings
}

#[test]
fn every_bundled_game_can_be_walked() {
    let findings: Vec<String> =
        sample(bundled::all_games()).into_iter().flat_map(|name| walk(name, 1..=2, FEW)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn six_games_are_walked_to_a_million_turns() {
    let findings: Vec<String> =
        bundled::games().flat_map(|name| walk(name, 1..=12, MANY)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
