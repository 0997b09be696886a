//! Games at random: whatever is played, texts tell all and the program never falls over.

use std::collections::HashSet;
use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::notation;
use fairyring::reference;
use fairyring::session::Session;

use super::{GAMES, deep, load};

/// A small generator with a seed (`SplitMix64`), so that every run plays the same games.
pub(crate) struct Random(pub u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("a small number");
        usize::try_from(self.next() % count).expect("a small number")
    }
}

#[test]
fn random_games() {
    let games = if deep() { 1_000 } else { 20 };
    for name in GAMES {
        let game = load(name, &[]);
        let finished = (0..games).filter(|&seed| play(name, &game, seed)).count();
        assert!(finished > 0, "{name}: no game came to an end");
    }
}

/// Plays one game to its result or for 300 turns; tells whether it ended.
fn play(name: &str, game: &Arc<Game>, seed: u64) -> bool {
    let mut random = Random(seed);
    let mut session = Session::new(Arc::clone(game)).expect("a session");
    for ply in 0..300 {
        let at = || format!("{name}, game {seed}, turn {ply}");
        let text = session.position_text();
        let again = notation::read_position(game, &text);
        assert_eq!(again.as_ref(), Ok(session.position()), "{}: {text}", at());
        if session.result().is_some() {
            assert!(session.legal().is_empty(), "{}: turns after the end", at());
            return true;
        }
        let legal = reference::legal_turns(game, session.position());
        assert!(!legal.is_empty(), "{}: neither a result nor a turn: {text}", at());
        let texts: HashSet<String> =
            legal.iter().map(|turn| notation::turn_text(game, &turn.turn)).collect();
        assert_eq!(texts.len(), legal.len(), "{}: two turns of the same text: {text}", at());
        let chosen = &legal[random.below(legal.len())].turn;
        session.play(chosen).unwrap_or_else(|error| panic!("{}: {error}", at()));
    }
    false
}
