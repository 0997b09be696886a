//! Studies of games whose shares are known exactly.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Outline, Report, Results, Strength, Study, Terms};
use crate::bundled::{self, Bundled};
use crate::diag::Sink;
use crate::ir::{BySide, SideId};
use crate::pipeline;
use crate::session::Session;
use crate::source::SourceMap;

fn session(name: &str) -> Session {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let name = bundled::find_game(name).unwrap_or(name);
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink).unwrap();
    Session::new(Arc::new(game)).unwrap()
}

/// The share of the points that the first side gets between random players, from all that can happen. The record does not
/// matter in the games asked about, so that positions stand for themselves.
fn exactly(session: &Session, known: &mut HashMap<String, f64>) -> f64 {
    let text = session.position_text();
    if let Some(share) = known.get(&text) {
        return *share;
    }
    let share = if let Some(result) = session.result().unwrap() {
        match result.winner() {
            Some(side) if side == SideId::FIRST => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    } else {
        let legal = session.legal().unwrap();
        let count = u32::try_from(legal.len()).unwrap();
        let shares = legal.into_iter().map(|legal| {
            let mut next = session.clone();
            next.play_legal(legal);
            exactly(&next, known)
        });
        shares.sum::<f64>() / f64::from(count)
    };
    known.insert(text, share);
    share
}

fn study(session: &Session, seed: u64, games: u64) -> Results {
    let terms = Terms { strength: Strength::Random, seed, limit: 1000 };
    let study = Study::new(session, terms).unwrap();
    let mut worker = study.worker();
    let games: Vec<Outline> = (0..games).map(|number| worker.play(number)).collect();
    Report::of(SideId::FIRST, &games).results
}

#[test]
fn the_true_share_lies_in_the_interval() {
    let share = |name| exactly(&session(name), &mut HashMap::new());
    let (first, second) = (share("tictactoe"), share("hexapawn"));
    // Between random players the first one wins 737 of 1260 games of tic-tac-toe and draws 8 of 63, as is widely published.
    assert!((first - 817.0 / 1260.0).abs() < 1e-12, "{first}");
    assert!(second > 0.1 && second < 0.9, "{second}");
    for (name, truth) in [("tictactoe", first), ("hexapawn", second)] {
        let session = session(name);
        let holds = (0..100).filter(|seed| {
            let share = study(&session, *seed, 200).share(SideId::FIRST);
            share.low <= truth && truth <= share.high
        });
        let held = holds.count();
        assert!(held >= 90, "{name}: {truth} lies in {held} intervals of 100");
    }
}

#[test]
fn intervals_are_narrow_enough_and_never_points() {
    let half = |won, lost, drawn| {
        let mut results = Results { won: BySide::same(0), drawn };
        results.won[SideId::FIRST] = won;
        results.won[SideId::LAST] = lost;
        results.share(SideId::FIRST)
    };
    // Wilson's interval for 60 of 100, as tables have it.
    let share = half(60, 40, 0);
    assert!((share.low - 0.5020).abs() < 1e-4 && (share.high - 0.6906).abs() < 1e-4, "{share:?}");
    for (won, lost, drawn) in [(50, 0, 0), (0, 50, 0), (0, 0, 50)] {
        let share = half(won, lost, drawn);
        assert!(share.half_width() > 0.01 && share.half_width() < 0.1, "{share:?}");
        assert!(share.low <= share.found && share.found <= share.high, "{share:?}");
    }
    // Draws vary less than wins and losses.
    assert!(half(10, 10, 80).half_width() < half(50, 50, 0).half_width());
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    let session = session("hexapawn");
    let terms = Terms { strength: Strength::Level(3), seed: 9, limit: 1000 };
    let study = Study::new(&session, terms).unwrap();
    let mut worker = study.worker();
    let forwards: Vec<_> = (0..12).map(|number| worker.play(number)).collect();
    let mut other = study.worker();
    let mut backwards: Vec<_> = (0..12).rev().map(|number| other.play(number)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let firsts: std::collections::BTreeSet<_> = forwards.iter().map(|game| &game.first).collect();
    assert!(firsts.len() > 1, "openings differ");
}

#[test]
fn games_are_played_again_turn_by_turn() {
    for strength in [Strength::Random, Strength::Level(2)] {
        let session = session("hexapawn");
        let study = Study::new(&session, Terms { strength, seed: 4, limit: 1000 }).unwrap();
        let mut worker = study.worker();
        for number in 0..30 {
            let game = worker.play(number);
            let again = study.again(&game).unwrap();
            assert_eq!(again.history().len(), usize::try_from(game.turns).unwrap());
            let result = again.result().unwrap().unwrap();
            assert_eq!(
                (result.winner(), Some(result.reason.as_str())),
                match &game.ended {
                    super::Ended::Rule(reason) => (game.winner, Some(reason.as_str())),
                    _ => (None, None),
                }
            );
            let first = crate::notation::turn_text(again.game(), &again.history()[0]);
            assert_eq!(game.first, Some(first));
        }
    }
}
