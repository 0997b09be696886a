//! Numbers of squares and pieces: counted by an independent program, and told by positions.

use std::sync::Arc;

use fairyring::Game;
use fairyring::session::{Executor, Session};

use crate::generator::load;

/// Six houses in a ring, three for each side; the last seed that makes two in a house takes both.
const SOWING: &str = include_str!("../cases/executors/tally-sowing.rules");

/// Counts by a small program of its own.
const COUNTS: [u64; 12] = [3, 9, 21, 55, 119, 286, 647, 1_400, 3_170, 6_858, 14_609, 30_826];

#[test]
fn sowing_is_counted_as_by_an_independent_program() {
    let session = Session::new(load(SOWING).unwrap()).unwrap();
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(session.perft(depth), Ok(count), "depth {depth}");
    }
    for (depth, count) in (1..).zip(COUNTS).take(6) {
        assert_eq!(session.perft_by(Executor::Reference, depth), Ok(count), "depth {depth}");
    }
    assert_eq!(session.hashed_perft(9, 1 << 20).map(|counted| counted.count), Ok(COUNTS[8]));
}

#[test]
fn positions_tell_the_numbers() {
    let game = load(SOWING).unwrap();
    let mut session = Session::new(Arc::clone(&game)).unwrap();
    assert_eq!(session.position_text(), "hhh/HHH w");
    session.play_text("a1").unwrap();
    assert_eq!(session.position_text(), "hhh/HHH b seeds:a1=0,b1=3,c1=3");
    let again = Session::from_position(game, &session.position_text()).unwrap();
    assert_eq!(again.position(), session.position());
    session.undo();
    assert_eq!(session.position_text(), "hhh/HHH w");
}

#[test]
fn wrong_numbers_in_positions_are_told() {
    let game = Game::from_text(SOWING).unwrap();
    for (text, expected) in [
        ("hhh/HHH w seeds:a1=31", "expected a number from 0 to 30"),
        ("hhh/HHH w seeds:d1=3", "`d1` is no square of the board"),
        ("hhh/HHH w seeds:a1", "expected a number from 0 to 30"),
        ("hhh/HHH w seeds:a1=3;b1=3", "expected a number from 0 to 30"),
    ] {
        let error = game.position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let hits = Game::from_text(include_str!("../cases/executors/tally-hits.rules")).unwrap();
    let error = hits.position("krp1/4/4/1PRK w hits:a1=1").unwrap_err().to_string();
    assert!(error.contains("no piece stands on a1"), "{error}");
    let hurt = hits.position("krp1/4/4/1PRK w hits:c1=1").unwrap();
    assert_eq!(hurt.to_string(), "krp1/4/4/1PRK w hits:c1=1");
}
