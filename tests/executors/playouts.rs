//! Random games by the compiled game, followed turn by turn in the reference.

use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation;
use fairyring::play::Engine;
use fairyring::session::{Executor, Session};
use fairyring::state::{PlayoutEnd, Position};

use crate::variants::table;
use fairyring::state::Random;

/// Plays a random game and follows it: as many legal turns are told as there are, each position comes from one of them,
/// and the game ends where and as it should. Returns how many turns were played, or what is wrong.
pub fn follow(
    game: &Arc<Game>,
    engine: &Engine,
    start: Option<&str>,
    (seed, limit): (u64, u32),
) -> Result<usize, String> {
    let begun = match start {
        Some(text) => Session::from_position(Arc::clone(game), text),
        None => Session::new(Arc::clone(game)),
    };
    // What the compiled game plays is compared with what the rules mean.
    let begun = begun.map_err(|error| error.to_string())?;
    let mut session = begun.with_executor(Executor::Reference);
    let mut random = Random::new(seed);
    let (mut counts, mut positions) = (Vec::new(), Vec::<Position>::new());
    let played = engine.watched_playout(
        session.position(),
        limit,
        &mut |count| {
            counts.push(count);
            random.below(count)
        },
        &mut |position| positions.push(position),
    );
    let turns = played.turns as usize;
    if (positions.len(), counts.len()) != (turns, turns) {
        return Err(format!(
            "seed {seed}: {turns} turns, {} positions and {} choices",
            positions.len(),
            counts.len()
        ));
    }
    for (position, count) in positions.into_iter().zip(counts) {
        let at = format!("seed {seed}, after {} turns: ", session.history().len());
        // What is left out where too much is asked need not be the same.
        let Ok(legal) = session.legal() else { return Ok(session.history().len()) };
        if legal.len() != count {
            let wanted = legal.len();
            let text = session.position_text();
            return Err(format!("{at}{text}: {count} turns to choose from and not {wanted}"));
        }
        let Some(turn) = legal.into_iter().find(|legal| legal.position == position) else {
            let wrong = notation::write_position(game, &position);
            return Err(format!("{at}{}: no turn leads to {wrong}", session.position_text()));
        };
        session.play(&turn.turn).map_err(|error| format!("{at}{error}"))?;
    }
    let end = match (session.result(), session.legal_turns()) {
        (Ok(Some(result)), _) => PlayoutEnd::Over(result),
        (Ok(None), Ok(legal)) if legal.is_empty() => PlayoutEnd::Stuck,
        (Ok(None), Ok(_)) => PlayoutEnd::Limit,
        (Err(_), _) | (_, Err(_)) => return Ok(turns),
    };
    if played.end != end {
        let text = session.position_text();
        return Err(format!("seed {seed}: {text}: it ends by {:?} and not by {end:?}", played.end));
    }
    Ok(turns)
}

fn follow_all(name: &str, start: Option<&str>, seeds: u64, limit: u32) {
    let game = table::load(name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
    let engine = Engine::new(&game).expect("it is compiled");
    for seed in 0..seeds {
        follow(&game, &engine, start, (seed, limit))
            .unwrap_or_else(|what| panic!("{name}: {what}"));
    }
}

#[test]
fn random_games_follow_the_rules() {
    for name in ["chess", "fellowship", "one-ring", "ruddigore", "magic-ring"] {
        follow_all(name, None, 1, 50);
    }
    follow_all("mono", None, 20, 200);
    for name in ["crazyhouse", "minishogi", "xiangqi", "ataxx", "antichess", "makruk"] {
        follow_all(&format!("variants/{name}"), None, 1, 40);
    }
}

#[test]
fn random_games_end_by_their_record() {
    // Kings that shuffle come back to where they were, or the counter runs out.
    follow_all("chess", Some("8/8/8/8/8/k7/8/2K5 w - - 90 80"), 8, 200);
    // An en-passant right that comes and goes, and rings with levels.
    follow_all("chess", Some("k7/8/K7/8/3p4/8/4P3/8 w - - 0 1"), 8, 80);
    // What is compared only while it matters: it does now and then, and positions come back.
    follow_all("../tests/cases/executors/left-behind.rules", None, 40, 80);
    follow_all("variants/dobutsu", None, 4, 120);
    follow_all("variants/chameleon", None, 1, 60);
}

#[test]
fn every_turn_can_be_chosen() {
    let game = table::load("fellowship", "").expect("a game");
    let engine = Engine::new(&game).expect("it is compiled");
    // The Ring is to be given to a pawn first: turns of several steps.
    let text = "4k3/7p/8/8/8/P7/1P6/4K3 w - - 0 1";
    let session = Session::from_position(Arc::clone(&game), text).expect("a position");
    let legal = session.legal().unwrap();
    let mut reached: Vec<Position> = Vec::new();
    for number in 0..legal.len() {
        let choose = &mut |_: usize| number;
        engine.watched_playout(session.position(), 1, choose, &mut |position| {
            reached.push(position);
        });
    }
    assert_eq!(reached.len(), legal.len());
    assert!(legal.iter().all(|legal| reached.contains(&legal.position)));
}
