//! The bounds every game keeps, so that what is accepted can neither crash nor run away.

/// The most squares a board may have.
pub const MAX_SQUARES: usize = 256;
/// The most piece types a game may have.
pub const MAX_TYPES: usize = 256;
/// The most marks: a piece carries them as bits.
pub const MAX_MARKS: usize = 16;
/// The most tokens.
pub const MAX_TOKENS: usize = 64;
/// The most variables.
pub const MAX_VARIABLES: usize = 256;
/// The most directions and leaps that all rules of a game may use together.
pub const MAX_DIRECTIONS: usize = 1024;
/// The most slots that statements may name.
pub const MAX_SLOTS: usize = 256;
/// The most pieces of one type a hand may hold.
pub const MAX_IN_HAND: u16 = 999;
/// The deepest nesting of brackets, blocks and operators in a file.
pub const MAX_NESTING: usize = 64;
/// The deepest nesting of one expression once its defines are written out.
pub const MAX_DEPTH: usize = 128;
/// The most expressions a game may come to once all defines are written out.
pub const MAX_EXPRESSIONS: usize = 500_000;
/// The most events that one turn may fire before the turn counts as endless and is refused.
pub const MAX_CASCADE: usize = 1000;
/// The most choices one turn may consist of.
pub const MAX_CHOICES: usize = 256;
/// The most that may be done to list the turns of one position, or to count one turn: expressions worked out, steps of
/// walks, more for moves and positions. It is some seconds' work.
pub const MAX_EFFORT: u64 = 200_000_000;
/// The most that may be done to count all turns of one position, each of which may take as much as [`MAX_EFFORT`].
pub const MAX_EFFORT_IN_ALL: u64 = 5 * MAX_EFFORT;
/// The most turns that are listed in one position.
pub const MAX_TURNS: usize = 1_000_000;
