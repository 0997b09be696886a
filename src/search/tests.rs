use std::sync::Arc;

use super::{Level, Limits, NoControl, Score, Searcher, Thought};
use crate::bundled::{self, Bundled};
use crate::diag::Sink;
use crate::pipeline;
use crate::session::{Executor, Session};
use crate::source::SourceMap;
use crate::state::Random;

const TABLE: usize = 1 << 20;

fn session(name: &str) -> Session {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let name = bundled::find_game(name).unwrap_or(name);
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink).unwrap();
    Session::new(Arc::new(game)).unwrap()
}

fn think(session: &Session, limits: &Limits) -> Thought {
    let mut searcher = Searcher::new(session.engine().unwrap(), TABLE);
    searcher.think(session.positions(), limits, &NoControl, &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays some random turns.
fn stirred(mut session: Session, seed: u64, turns: usize) -> Session {
    let mut random = Random::new(seed);
    for _ in 0..turns {
        let legal = session.legal_turns().unwrap();
        let Some(turn) = legal.get(random.below(legal.len())) else { break };
        session.play(turn).unwrap();
    }
    session
}

#[test]
fn forced_ends_are_found() {
    let chess = session("chess");
    // The second is a problem of Paul Morphy's: the rook gives itself up first.
    for (text, turns) in
        [("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3)]
    {
        let thought = think(&chess.elsewhere(text).unwrap(), &nodes(20_000));
        assert_eq!(thought.score(), Some(Score::Win(turns)), "{text}");
    }
    let lost = "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1";
    assert!(think(&chess.elsewhere(lost).unwrap(), &nodes(1000)).best().is_none());
}

#[test]
fn the_token_is_carried_to_its_goal_and_destroyed() {
    let fellowship = session("fellowship");
    let text = "8/8/1P6/8/8/8/7k/3K4 w - - 0 1 Ring:b6 bestowal:done";
    let thought = think(&fellowship.elsewhere(text).unwrap(), &nodes(30_000));
    assert!(matches!(thought.score(), Some(Score::Win(_))), "{:?}", thought.score());
}

#[test]
fn best_lines_are_legal_by_the_reference() {
    for name in
        ["mono", "chess", "fellowship", "magic-ring", "ruddigore", "crazyhouse", "minishogi"]
    {
        for seed in 0..2 {
            let session = stirred(session(name), seed, 6);
            let thought = think(&session, &Limits { lines: 2, ..nodes(6000) });
            for line in thought.lines {
                let mut replayed = session.clone().with_executor(Executor::Reference);
                for turn in &line.turns {
                    assert!(replayed.play(turn).is_ok(), "{name}, seed {seed}");
                }
            }
        }
    }
}

#[test]
fn the_same_level_and_seed_play_the_same_game() {
    for number in [1, 3] {
        let level = Limits { level: Some(Level::new(number, 5)), ..Limits::default() };
        let game = || {
            let mut session = session("mono");
            let mut searcher = Searcher::new(session.engine().unwrap(), TABLE);
            for _ in 0..8 {
                let thought = searcher.think(session.positions(), &level, &NoControl, &mut |_| {});
                let Some(turn) = thought.best().cloned() else { break };
                session.play(&turn).unwrap();
            }
            session.position_text()
        };
        assert_eq!(game(), game());
    }
}

#[test]
fn limits_are_kept() {
    let chess = session("chess");
    let thought = think(&chess, &Limits { depth: Some(2), ..Limits::default() });
    assert_eq!(thought.depth, 2);
    let thought = think(&chess, &nodes(700));
    assert!(thought.nodes <= 700 && thought.best().is_some());
    let only = chess.legal_turns().unwrap().split_off(19);
    let thought = think(&chess, &Limits { only: only.clone(), ..nodes(700) });
    assert_eq!(thought.best(), only.first());
}
