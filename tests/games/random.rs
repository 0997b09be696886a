//! Games at random: whatever is played, texts tell all and the program never falls over.

use std::collections::HashSet;
use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation;
use fairyring::reference;
use fairyring::session::Session;

use super::{GAMES, deep, load};
use fairyring::state::Random;

/// How far a game is played.
#[derive(Clone, Copy)]
pub struct Limits {
    /// No more turns than this.
    pub turns: usize,
    /// No further turn once so many legal ones were looked at.
    pub legal: usize,
}

/// What became of a game.
#[derive(Clone, Copy, Default)]
pub struct Played {
    /// Whether it came to a result.
    pub ended: bool,
    /// How many legal turns were looked at.
    pub legal: usize,
}

#[test]
fn random_games() {
    let games = if deep() { 1_000 } else { 20 };
    let limits = Limits { turns: 300, legal: usize::MAX };
    for name in GAMES {
        let game = load(name, &[]);
        let ended = |&seed: &u64| {
            play(&game, seed, limits).unwrap_or_else(|error| panic!("{name}, {error}")).ended
        };
        assert!((0..games).filter(ended).count() > 0, "{name}: no game came to an end");
    }
}

/// Plays one game to its result or to the limits; complains about a position whose text does not tell it, about turns
/// of the same text, and about a position without a turn or a result.
pub fn play(game: &Arc<Game>, seed: u64, limits: Limits) -> Result<Played, String> {
    let mut random = Random::new(seed);
    let mut session = Session::new(Arc::clone(game)).map_err(|error| error.to_string())?;
    let mut played = Played::default();
    for ply in 0..limits.turns {
        let text = session.position_text();
        let at = |what: &str| format!("game {seed}, turn {ply}: {what}: {text}");
        if notation::read_position(game, &text).as_ref() != Ok(session.position()) {
            return Err(at("the text of the position is read as another one"));
        }
        if session.result().unwrap().is_some() {
            let over = session.legal().unwrap().is_empty();
            played.ended = true;
            return over.then_some(played).ok_or_else(|| at("turns after the end"));
        }
        let legal = reference::legal_turns(game, session.position(), session.allowance()).unwrap();
        let texts: HashSet<String> =
            legal.iter().map(|turn| notation::turn_text(game, &turn.turn)).collect();
        if legal.is_empty() || texts.len() != legal.len() {
            return Err(at("no turn and no result, or two turns of the same text"));
        }
        let chosen = &legal[random.below(legal.len())].turn;
        session.play(chosen).map_err(|error| at(&error.to_string()))?;
        played.legal += legal.len();
        if played.legal >= limits.legal {
            break;
        }
    }
    Ok(played)
}
