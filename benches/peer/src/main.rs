//! A peer to measure against: the same work, done by the crate shakmaty.
//!
//! ```text
//! peer perft DEPTH [FEN]     prints `nodes N`
//! peer playouts GAMES        prints `games N plies N` and how they ended
//! ```
//!
//! Random games follow the rules of our own chess: mate and stalemate first, then the third occurrence of a position,
//! then a hundred turns without a capture or a pawn's move; bare kings play on.

use std::collections::BTreeMap;
use std::error::Error;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["perft", depth] => println!("nodes {}", perft(&Chess::default(), depth.parse()?)),
        ["perft", depth, fen] => {
            let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
            println!("nodes {}", perft(&position, depth.parse()?));
        }
        ["playouts", games] => playouts(games.parse()?),
        _ => return Err("usage: peer perft DEPTH [FEN] | peer playouts GAMES".into()),
    }
    Ok(())
}

fn playouts(games: u64) {
    let mut plies = 0;
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let mut keys = Vec::new();
    for number in 0..games {
        let (length, end) = playout(&mut Random::stream(1, number), &mut keys);
        plies += length;
        *ends.entry(end).or_default() += 1;
    }
    println!("games {games} plies {plies} {ends:?}");
}

/// Plays one random game; returns its length and how it ended.
fn playout(random: &mut Random, keys: &mut Vec<Zobrist64>) -> (u64, &'static str) {
    let mut position = Chess::default();
    let mut plies = 0;
    keys.clear();
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return (plies, if position.is_check() { "checkmate" } else { "stalemate" });
        }
        if position.halfmoves() == 0 {
            // What came before cannot come again.
            keys.clear();
        }
        let key = position.zobrist_hash(EnPassantMode::Legal);
        keys.push(key);
        if keys.iter().filter(|&&known| known == key).count() >= 3 {
            return (plies, "third repetition");
        }
        if position.halfmoves() >= 100 {
            return (plies, "fifty-move rule");
        }
        position.play_unchecked(moves[random.below(moves.len())]);
        plies += 1;
    }
}

/// What the state of the generator grows by.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The same generator as Fairyring's (`SplitMix64`).
struct Random(u64);

impl Random {
    fn stream(seed: u64, number: u64) -> Self {
        let mut begin = Self(seed.wrapping_add(number.wrapping_mul(GAMMA)));
        Self(begin.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}
