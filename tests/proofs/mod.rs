//! What is proved about games, against plain exhaustive search.

mod claims;
mod mates;
mod plain;
mod puzzles;
mod solved;
