//! Commands about records of games: `replay`, `games`, `openings`, `analyse`.
//!
//! A record is a game of a PGN file, or one of this program's own lines of JSON. All are read as a stream, one at a time.

pub(super) mod analyse;
mod book;
mod convert;
mod each;
pub(super) mod games;
mod known;
mod lines;
pub(super) mod openings;
pub(super) mod replay;
mod same;
mod saved;
mod source;
mod told;

pub(super) use book::{Opening, openings as openings_of_book};
pub(super) use known::Choice;
pub(super) use saved::{add_to, is_pgn, read};
