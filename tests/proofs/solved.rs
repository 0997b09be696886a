//! What is proved of games, against plain exhaustive search by the reference.

use std::sync::Arc;

use fairyring::play::Engine;
use fairyring::proofs::solve::{Roots, Settings, Solution, Value, solve};
use fairyring::reference;
use fairyring::state::{Allowance, Position, Random, Recurrence};
use fairyring::{Game, ir};

/// How many positions of each game are checked.
const CHECKED: usize = 200;

fn solved(name: &str, symmetric: bool) -> (Arc<ir::Game>, Position, Solution) {
    let game = Arc::clone(Game::bundled(name).unwrap().rules());
    let engine = Engine::new(&game).unwrap();
    let start = fairyring::notation::read_position(&game, &game.start.text).unwrap();
    let settings = Settings { symmetric, threads: 2, memory: 1 << 30 };
    let roots = Roots::Position(&start);
    let solution = solve(&engine, &game, roots, &settings, None, &mut |_, _, _| true).unwrap();
    (game, start, solution)
}

/// Plays everything out to a depth; returns what is forced within it, and in how many plies.
fn forced(game: &ir::Game, position: &Position, depth: u16) -> Option<(Value, u16)> {
    let allowance = Allowance::UNLIMITED;
    let once = Recurrence::times(1);
    if let Some(result) = reference::outcome(game, position, &once, &allowance).unwrap() {
        return Some(match result.winner() {
            None => (Value::Draw, 0),
            Some(winner) if winner == position.to_move => (Value::Win, 0),
            Some(_) => (Value::Loss, 0),
        });
    }
    let depth = depth.checked_sub(1)?;
    let turns = reference::legal_turns(game, position, &allowance).unwrap();
    let worth = turns.iter().map(|turn| {
        let (value, plies) = forced(game, &turn.position, depth)?;
        let same = turn.position.to_move == position.to_move;
        Some((if same { value } else { value.flipped() }, plies + 1))
    });
    let worth: Vec<_> = worth.collect();
    let wins = worth.iter().flatten().filter(|(value, _)| *value == Value::Win);
    if let Some(plies) = wins.map(|(_, plies)| *plies).min() {
        return Some((Value::Win, plies));
    }
    let lost = worth.iter().all(|found| matches!(found, Some((Value::Loss, _))));
    let longest = worth.iter().flatten().map(|(_, plies)| *plies).max()?;
    lost.then_some((Value::Loss, longest))
}

#[test]
fn exhaustive_search_finds_the_same_values() {
    let games = [("tictactoe", 4), ("hexapawn", 6), ("nim", 3), ("mono", 4), ("fibonacci-nim", 6)];
    for ((name, depth), symmetric) in games.into_iter().zip([true, false].into_iter().cycle()) {
        let (game, start, solution) = solved(name, symmetric);
        let (mut checked, mut decided) = (0, 0);
        let mut random = Random::stream(11, 0);
        while checked < CHECKED {
            let mut at = start.clone();
            while let turns = solution.turns(&at).unwrap()
                && !turns.is_empty()
                && checked < CHECKED
            {
                at = turns[random.below(turns.len())].1.clone();
                let verdict = solution.verdict(&at).unwrap();
                let found = forced(&game, &at, depth);
                let known = (verdict.value, verdict.plies);
                if verdict.value == Value::Draw || verdict.plies > depth {
                    assert!(matches!(found, None | Some((Value::Draw, _))), "{name}: {at:?}");
                } else {
                    assert_eq!(found, Some(known), "{name}: {at:?}");
                    decided += 1;
                }
                checked += 1;
            }
        }
        assert!(decided > 20, "{name}: only {decided} are decided");
    }
}
