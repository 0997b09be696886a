//! Telling two games apart by playing them.

use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::ir::test::TestKind;
use fairyring::session::Session;

use fairyring::state::Random;

/// How many games are played at random from the start position.
const GAMES: u64 = 8;

/// How many turns such a game has at most.
const TURNS: usize = 80;

/// How many turns are played at random from each position of the tests.
const TURNS_ON: usize = 12;

/// Tells whether a game played at random, or one that begins with a position of the first game's tests, goes otherwise
/// in the other game: other legal turns, another position after one of them, another result.
pub fn differ(first: &Arc<Game>, second: &Arc<Game>) -> bool {
    let begin = |game: &Arc<Game>| Session::new(Arc::clone(game)).ok();
    let from_start =
        (0..GAMES).any(|seed| differ_on_the_way(begin(first), begin(second), seed, TURNS));
    from_start
        || positions(first).iter().enumerate().any(|(index, text)| {
            let from = |game: &Arc<Game>| Session::from_position(Arc::clone(game), text).ok();
            (0..2).any(|way| {
                differ_on_the_way(from(first), from(second), index as u64 * 2 + way, TURNS_ON)
            })
        })
}

/// Returns the positions of the tests of a game.
fn positions(game: &Game) -> Vec<String> {
    let commands = game.tests.iter().filter(|test| test.options.is_empty());
    let commands = commands.flat_map(|test| &test.commands);
    let texts = commands.filter_map(|command| match &command.kind {
        TestKind::Position(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn differ_on_the_way(
    first: Option<Session>,
    second: Option<Session>,
    seed: u64,
    turns: usize,
) -> bool {
    let (Some(mut first), Some(mut second)) = (first, second) else { return true };
    let mut random = Random::new(seed);
    for _ in 0..turns {
        let result = |session: &Session| {
            session.result().unwrap().map(|result| (result.scores, result.reason))
        };
        let legal = first.turn_texts().unwrap();
        if first.position_text() != second.position_text()
            || result(&first) != result(&second)
            || legal != second.turn_texts().unwrap()
        {
            return true;
        }
        let Some(turn) = legal.get(random.below(legal.len())) else { return false };
        if first.play_text(turn).is_err() != second.play_text(turn).is_err() {
            return true;
        }
    }
    false
}
