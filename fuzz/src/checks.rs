//! What is done with bytes that nobody chose: none of these functions may panic, or take long.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use fairyring::bundled::Bundled;
use fairyring::diag::Sink;
use fairyring::ir::Game;
use fairyring::notation;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;

use super::compare::{Budget, Trouble, compare};
use crate::generator::{self, Dice, load};

/// Games whose positions and turns are read: hands, tokens, marks, lines, turns of several steps.
pub const GAMES: &[&str] =
    &["chess", "magic-ring", "mono", "one-ring", "ruddigore", "variants/shogi"];

/// The games, loaded once.
static LOADED: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let load = |name: &&str| {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        pipeline::load(name, &Bundled, &[], &mut sources, &mut sink).map(Arc::new)
    };
    GAMES.iter().filter_map(load).collect()
});

/// How much of a game made from bytes is played.
const BUDGET: Budget = Budget {
    seeds: 1,
    plies: 4,
    scattered: 2,
    pairs: u64::MAX,
    turns: 100,
    work: None,
    time: Duration::from_millis(100),
};

/// Takes a game by the first byte and reads the others as a text.
fn game_and_text(data: &[u8]) -> Option<(&'static Arc<Game>, &str)> {
    let (first, rest) = data.split_first()?;
    let game = LOADED.get(usize::from(*first) % LOADED.len().max(1))?;
    Some((game, std::str::from_utf8(rest).ok()?))
}

/// Reads the bytes as a rules file.
pub fn rules(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        drop(load(text));
    }
}

/// Reads the bytes as a position: whatever can be read can be written and read again, and its turns are found.
pub fn position(data: &[u8]) {
    let Some((game, text)) = game_and_text(data) else { return };
    let Ok(position) = notation::read_position(game, text) else { return };
    let written = notation::write_position(game, &position);
    assert_eq!(notation::read_position(game, &written).as_ref(), Ok(&position), "{written}");
}

/// Reads the bytes as turns with spaces between, and plays those that are legal.
pub fn turns(data: &[u8]) {
    let Some((game, text)) = game_and_text(data) else { return };
    let Ok(mut session) = Session::new(Arc::clone(game)) else { return };
    for turn in text.split(' ').take(8) {
        if session.play_text(turn).is_err() {
            return;
        }
    }
}

/// Lets the bytes decide what a game is like, and plays it with both executors.
pub fn games(data: &[u8]) {
    let text = generator::rules(Dice::of_bytes(data)).to_string();
    let Ok(game) = load(&text) else { return };
    if let Err(Trouble::Differs(what)) = compare(&game, BUDGET) {
        panic!("{what}\n{text}");
    }
}
