//! What is proved about games, against plain exhaustive search.

mod mates;
mod plain;
mod solved;
