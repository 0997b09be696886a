//! Records of games as other programs and people write them.
//!
//! [`pgn`] reads and writes the text; [`replay`] plays what it says by the rules of a game.

pub mod compose;
pub mod pgn;
pub mod replay;
pub mod variants;
