//! Shares, names of errors, and a turn that throws a game away.

use std::sync::Arc;

use super::{Assessment, Curve, Judgement, accuracy, assess, share};
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

/// Ten games won for each one lost at 250 points, one for each at none: what the curve says must be found from games that came
/// out so.
#[test]
fn a_curve_is_found_again_from_games_that_came_out_by_it() {
    let mut seen = Vec::new();
    for _ in 0..20 {
        seen.extend([(250, 2); 10]);
        seen.extend([(250, 0), (0, 2), (0, 0)]);
        seen.extend([(-250, 0); 10]);
        seen.push((-250, 2));
    }
    let found = Curve::fitted(&seen).unwrap();
    assert!((found.tenfold() - 250.0).abs() < 1.0, "{found:?}");
    assert_eq!(Curve::fitted(&seen[..100]), None, "that is too little to tell");
    // Where scores say nothing of how games end, all scores promise half of the points.
    let blind: Vec<(i32, u8)> =
        (0..400).map(|number| (300, if number % 2 == 0 { 2 } else { 0 })).collect();
    assert!((Curve::fitted(&blind).unwrap().share(Score::Points(300)) - 0.5).abs() < 0.02);
}

#[test]
fn a_curve_from_few_games_is_close_to_the_usual_one() {
    let table = "abc\t1600\tchess\n";
    let steep = Curve::in_table(table, "abc").unwrap();
    let usual = Curve::default().tenfold();
    assert!((steep.after(0).tenfold() - usual).abs() < 1e-6);
    assert!((steep.after(12).tenfold() - (1600.0 * usual).sqrt()).abs() < 1e-6);
    assert!((steep.after(1_000_000).tenfold() - 1600.0).abs() < 0.1);
    assert!(steep.after(12).is_measured() && !Curve::default().is_measured());
}

#[test]
fn curves_are_found_by_the_hash_of_the_rules() {
    let table = "# rules\tpoints\nabc\t310\tchess\ndef\t-1\nfed\tnothing\n";
    assert!((Curve::in_table(table, "abc").unwrap().tenfold() - 310.0).abs() < 1e-9);
    for absent in ["def", "fed", "ab", "# rules", ""] {
        assert_eq!(Curve::in_table(table, absent), None, "{absent}");
    }
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

/// A turn that looked harmless is judged by what was found after it.
#[test]
fn what_was_found_later_counts() {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("chess.rules", &Bundled, &[], &mut sources, &mut sink).unwrap();
    let session = Session::new(Arc::new(game)).unwrap();
    let turns = session.legal_turns().unwrap();
    let curve = Curve::default();
    let (best, played) = (Score::Points(40), Score::Points(30));
    let seen = || Assessment { best, line: vec![turns[0].clone()], played, loss: 0.01 };
    let lost = seen().with_later(curve, &turns[1], (Score::Win(3), false));
    assert_eq!((lost.played, lost.judgement()), (Score::Loss(4), Judgement::Blunder));
    let better = seen().with_later(curve, &turns[1], (Score::Points(60), true));
    assert_eq!((better.best, better.judgement()), (Score::Points(60), Judgement::Sound));
    assert_eq!(seen().with_later(curve, &turns[0], (Score::Win(3), false)), seen());
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
