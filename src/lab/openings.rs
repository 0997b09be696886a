//! The turns that games begin with before players take over.

use super::games::Terms;
use crate::notation::turn_text;
use crate::session::Session;
use crate::state::Random;

/// How many turns a game begins with at random, so that games differ.
const OPENING: usize = 4;

/// After so many openings with which the game would be over, it begins without one.
const TRIALS: u64 = 20;

/// What the hash of a text begins with, and what it is multiplied by for each byte (FNV-1a).
const HASH: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);

/// Plays the opening of a game from a start, and returns how many legal turns there were before each of its turns.
///
/// Each legal turn draws a number that only its text, the seed, the game and the ply decide, and the highest is played. So
/// every turn is as likely as every other, and games of one number begin alike in versions of a game whose rules differ, as
/// long as the turn that is played in the one is legal in the other.
pub(super) fn opening(start: &Session, terms: Terms, number: u64) -> (Session, Vec<u32>) {
    let numbers = Random::stream(terms.seed, number).number();
    let most = usize::try_from(terms.limit).unwrap_or(OPENING).min(OPENING);
    (0..TRIALS)
        .find_map(|trial| {
            let mut random = Random::stream(numbers, trial);
            let (mut session, mut choices) = (start.clone(), Vec::new());
            for _ in 0..most {
                let mut legal = session.legal().ok()?;
                choices.push(u32::try_from(legal.len()).unwrap_or(u32::MAX));
                let salt = random.number();
                let drawn =
                    legal.iter().map(|legal| lot(&turn_text(session.game(), &legal.turn), salt));
                let (at, _) = drawn.enumerate().max_by_key(|(_, drawn)| *drawn)?;
                session.play_legal(legal.swap_remove(at));
            }
            matches!(session.result(), Ok(None)).then_some((session, choices))
        })
        .unwrap_or_else(|| (start.clone(), Vec::new()))
}

/// Returns the number that a text draws.
fn lot(text: &str, salt: u64) -> u64 {
    let (begin, factor) = HASH;
    let hash = text.bytes().fold(begin, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(factor));
    Random::new(hash ^ salt).number()
}
