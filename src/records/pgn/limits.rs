//! How much of a text is held at a time. What is longer is answered with an error that says where.

/// The longest turn, number or name, in bytes.
pub const MAX_TOKEN: usize = 4096;

/// The longest comment or value of a tag, in bytes.
pub const MAX_COMMENT: usize = 1 << 20;

/// The most tags of a game.
pub const MAX_TAGS: usize = 1000;

/// How deep variations may lie in each other.
pub const MAX_NESTING: usize = 200;

/// The longest game, in bytes.
pub const MAX_GAME: u64 = 4 << 20;
