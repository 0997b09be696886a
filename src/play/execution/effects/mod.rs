//! What changes the turn: statements and effects as the rules say them, and operations that were computed in advance.

mod known;
mod statements;
