//! A number that stands for what rules mean.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::game::rules;
use crate::ir::Game;

/// How many bytes of the digest are kept.
const BYTES: usize = 16;

/// How many digits of a hash are shown to people.
const SHORT: usize = 12;

/// Returns 32 hexadecimal digits that stand for the rules: the first half of the SHA-256 digest of their
/// [dump](super::dump) without title, origin and tests. Comments and layout play no part in it; options do as far as they change
/// the rules.
pub fn hash(game: &Game) -> String {
    let digest = Sha256::digest(rules(game).as_bytes());
    let mut text = String::with_capacity(2 * BYTES);
    for byte in digest.iter().take(BYTES) {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns as much of a hash as people need to tell games apart.
pub fn short(hash: &str) -> &str {
    hash.get(..SHORT).unwrap_or(hash)
}
