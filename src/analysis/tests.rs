//! Shares, names of errors, and a turn that throws a game away.

use std::sync::Arc;

use super::{Judgement, accuracy, assess, share};
use crate::bundled::Bundled;
use crate::diag::Sink;
use crate::pipeline;
use crate::search::{Control, Limits, NoControl, Score, Searcher};
use crate::session::Session;
use crate::source::SourceMap;

#[test]
fn shares_of_both_sides_make_one_and_decided_games_are_whole() {
    assert!((share(Score::Points(0)) - 0.5).abs() < 1e-9);
    for points in [1, 90, 400, 3000] {
        let (mine, theirs) = (share(Score::Points(points)), share(Score::Points(-points)));
        assert!((mine + theirs - 1.0).abs() < 1e-9 && mine > theirs);
    }
    assert!((share(Score::Points(400)) - 10.0 / 11.0).abs() < 1e-9);
    assert!(share(Score::Win(9)) > share(Score::Points(5000)) && share(Score::Loss(9)) < 1e-9);
}

#[test]
fn errors_are_named_by_what_they_give_away() {
    let names = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(|loss| Judgement::of(loss).sign());
    assert_eq!(names, ["", "", "?!", "?", "?", "??", "??"]);
}

#[test]
fn who_gives_nothing_away_plays_to_a_hundred() {
    assert_eq!(accuracy(&[]), None);
    assert!(accuracy(&[0.0, 0.0]).unwrap() > 99.9);
    assert!(accuracy(&[1.0]).unwrap() < 1e-9);
    let (even, odd) = (accuracy(&[0.1, 0.1]).unwrap(), accuracy(&[0.0, 0.1]).unwrap());
    assert!(even < odd && odd < 100.0);
}

#[test]
fn the_turn_that_allows_mate_is_a_blunder_and_the_mate_is_none() {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("chess.rules", &Bundled, &[], &mut sources, &mut sink).unwrap();
    let mut session = Session::new(Arc::new(game)).unwrap();
    let mut searcher = Searcher::new(session.engine().unwrap(), 1 << 22);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut judged = Vec::new();
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let legal = session.legal().unwrap();
        let turn = legal[session.find(&legal, text).unwrap()].turn.clone();
        let found = assess(&mut searcher, (session.positions(), &turn), &limits, || NoControl);
        judged.push(found.unwrap());
        session.play_text(text).unwrap();
    }
    assert_eq!((judged[2].judgement(), judged[2].played), (Judgement::Blunder, Score::Loss(2)));
    assert_eq!((judged[3].judgement(), judged[3].played), (Judgement::Sound, Score::Win(1)));
}

/// Stops after it was asked some times, as a clock does that runs out.
struct Spent(std::cell::Cell<u32>);

impl Control for Spent {
    fn stops(&self, _nodes: u64) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() > 40
    }
}

#[test]
fn the_turn_that_was_played_gets_a_limit_of_its_own() {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("chess.rules", &Bundled, &[], &mut sources, &mut sink).unwrap();
    let session = Session::new(Arc::new(game)).unwrap();
    let mut searcher = Searcher::new(session.engine().unwrap(), 1 << 22);
    let legal = session.legal().unwrap();
    let turn = legal[session.find(&legal, "f2f3").unwrap()].turn.clone();
    let begun = std::cell::Cell::new(0);
    let control = || {
        begun.set(begun.get() + 1);
        Spent(std::cell::Cell::new(0))
    };
    assess(&mut searcher, (session.positions(), &turn), &Limits::default(), control).unwrap();
    assert_eq!(begun.get(), 2);
}
