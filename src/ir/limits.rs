//! The bounds every game keeps, so that what is accepted can neither crash nor run away.
//!
//! There are three kinds. What a *file* may declare is checked when the file is read. What a *turn* may do is part of the
//! rules: every executor counts it in the same way, so that all find the same turns. What may be *spent* on a position is
//! no part of the rules: whoever meets such a limit has no answer and must say so, instead of taking what was found so far
//! for all there is.

/// The most squares a board may have.
pub const MAX_SQUARES: usize = 512;
/// The most piece types a game may have.
pub const MAX_TYPES: usize = 256;
/// The most marks: a piece carries them as bits.
pub const MAX_MARKS: usize = 16;
/// The most tokens.
pub const MAX_TOKENS: usize = 64;
/// The most variables.
pub const MAX_VARIABLES: usize = 256;
/// The most ways of moving that all pieces and tokens of a game may have together: each has tables as large as the board.
pub const MAX_WAYS: usize = 4096;
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

// What a turn may do. A way of playing a turn that goes beyond one of these is no way of playing it.

/// The most events that may fire in one turn. With one more, the turn cannot be played this way.
pub const MAX_CASCADE: usize = 1000;
/// The most choices one turn may consist of; moves and drops are choices. With one more, it cannot be played this way.
pub const MAX_CHOICES: usize = 256;
/// The most work one turn may be: statements performed, rounds of `repeat` and `for each`, captures announced to events,
/// and events asked whether they fire. An event that no rule waits for costs nothing. Beyond it, the turn cannot be
/// played this way.
pub const MAX_WORK: usize = 100_000;
/// The most numbers that one choice may offer; of a larger range only the lowest are offered.
pub const MAX_NUMBERS: i32 = 256;
/// How deep questions about legal turns may be nested in each other: one nested deeper is taken to be answered with yes.
pub const MAX_NESTING_OF_TURNS: u8 = 3;
/// The most steps of one path of a walk: no path without a loop is longer than the largest board. It goes no further.
pub const MAX_STEPS: u16 = 512;
/// The most steps of all paths of one walk from one square together. The paths not taken by then lead nowhere.
pub const MAX_WALK_STEPS: u32 = 200_000;

// What may be spent on a position. Whoever would need more has no answer.

/// The most that may be done to list the turns of one position, or to count one turn: expressions worked out, steps of
/// walks, more for moves and positions. It is about a second's work.
pub const WORK_BUDGET: u64 = 100_000_000;
/// The most that may be done to count all turns of one position, each of which may take as much as [`WORK_BUDGET`].
pub const WORK_BUDGET_IN_ALL: u64 = 5 * WORK_BUDGET;
/// The most turns that one position may have to be listed or counted.
pub const MAX_TURNS: usize = 1_000_000;
/// The most memory, in bytes, for the turns of one position: those found so far and those still to be tried.
pub const MAX_TURN_BYTES: usize = 64 << 20;
