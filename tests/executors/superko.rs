//! Turns that are forbidden because they would bring back a position: counted by an independent program, and compared with
//! what the texts of the positions say.

use std::collections::HashSet;
use std::sync::Arc;

use fairyring::Game;
use fairyring::session::{Executor, Session};
use fairyring::state::Random;

use crate::generator::load;

/// Go on nine points: suicide is forbidden, two passes end nothing, and a stone may not bring back a board.
const GO: &str = include_str!("../cases/executors/superko-go.rules");

/// Counts by a small program of its own, written from the rules of Go; without superko, there are as many up to five turns.
const COUNTS: [u64; 6] = [10, 91, 748, 5_453, 35_446, 199_207];

#[test]
fn small_go_is_counted_as_by_an_independent_program() {
    let session = Session::new(load(GO).unwrap()).unwrap();
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(session.perft(depth), Ok(count), "depth {depth}");
    }
    for (depth, count) in (1..).zip(COUNTS).take(3) {
        assert_eq!(session.perft_by(Executor::Reference, depth), Ok(count), "depth {depth}");
    }
    assert_eq!(session.hashed_perft(6, 1 << 20).map(|counted| counted.count), Ok(COUNTS[5]));
    let game = Game::from_text(GO).unwrap();
    assert_eq!(game.start().perft(5), Ok(COUNTS[4]));
}

/// Returns the board of a session's position.
fn board(session: &Session) -> String {
    session.position_text().split(' ').next().unwrap().to_owned()
}

#[test]
fn no_board_comes_back_in_random_games() {
    for executor in [Executor::Fast, Executor::Reference] {
        let superko = Session::new(load(GO).unwrap()).unwrap().with_executor(executor);
        let without = GO.replace("repeated 2 times and idle is off", "repeated 200 times");
        let without = load(&without).unwrap();
        let mut forbidden = 0;
        for seed in 0..6 {
            let (mut session, mut random) = (superko.clone(), Random::new(seed));
            let mut boards = HashSet::from([board(&session)]);
            for _ in 0..60 {
                let anything =
                    Session::from_position(Arc::clone(&without), &session.position_text());
                let anything = anything.unwrap();
                let mut allowed = anything.turn_texts().unwrap();
                allowed.retain(|text| {
                    let mut after = anything.clone();
                    after.play_text(text).unwrap();
                    text == "pass" || !boards.contains(&board(&after))
                });
                forbidden += anything.turn_texts().unwrap().len() - allowed.len();
                let legal = session.turn_texts().unwrap();
                assert_eq!(legal, allowed, "{}", session.position_text());
                session.play_text(&legal[random.below(legal.len())]).unwrap();
                boards.insert(board(&session));
            }
        }
        assert!(forbidden > 0, "nothing was forbidden");
    }
}

#[test]
fn what_is_taken_back_may_come_again() {
    let mut session = Session::new(load(GO).unwrap()).unwrap();
    for turn in ["a1", "b1", "a2"] {
        session.play_text(turn).unwrap();
    }
    session.undo();
    session.play_text("a2").unwrap();
    assert_eq!(session.history().len(), 3);
}
