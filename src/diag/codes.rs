//! The register of all diagnostic codes.
//!
//! To add one, add a line to the table at the end of this file, in order, a page about it in
//! `docs/errors/`, and a case in `tests/cases/errors/` that reaches it. A code that was ever
//! released is never given another meaning; if it is no longer needed, its line stays.
//!
//! | range | topic |
//! |---|---|
//! | E00xx | characters, words and grammar |
//! | E01xx | names and inheritance |
//! | E02xx | board and zones |
//! | E03xx | pieces and their moves |
//! | E04xx | statements, events and effects |
//! | E05xx | endings |
//! | E06xx | setup and positions |
//! | E07xx | options and tests |
//! | W1xxx | advice about rules that are allowed but odd |

use std::fmt;

use super::{Diagnostic, Severity};
use crate::source::Span;

/// The code of a kind of diagnostic, such as `E0101`.
///
/// Its [page](Code::page) explains the problem, with a wrong and a corrected example.
///
/// ```
/// use fairyring::Code;
///
/// let code = Code::find("E0101").unwrap();
/// println!("{code} {}", code.title());
/// assert!(code.page().contains("E0101"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

/// What the register says about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The code itself.
    pub code: Code,
    /// The name of its constant, for people who work on this program.
    pub name: &'static str,
    /// What it is about, in a few words without a full stop.
    pub title: &'static str,
    /// Its page: why, a wrong example, what is said about it, and a corrected example.
    pub page: &'static str,
}

impl Code {
    /// Makes a diagnostic of this kind at a place.
    #[doc(hidden)]
    pub fn at(self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self, span, message.into())
    }

    /// Returns how grave it is: codes of advice begin with W.
    pub(super) fn severity(self) -> Severity {
        if self.0.starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Returns the code as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Finds a code by its text, in capitals or not.
    pub fn find(text: &str) -> Option<Self> {
        CODES.iter().map(|info| info.code).find(|code| code.0.eq_ignore_ascii_case(text))
    }

    /// Returns what the code is about.
    pub fn title(self) -> &'static str {
        CODES.iter().find(|info| info.code == self).map_or("", |info| info.title)
    }

    /// Returns the page about the code, in Markdown.
    pub fn page(self) -> &'static str {
        CODES.iter().find(|info| info.code == self).map_or("", |info| info.page)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Turns the table into one constant per code and the list of all.
macro_rules! codes {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(
            #[doc = concat!($code, ": ", $title, ".")]
            pub const $name: Code = Code($code);
        )*

        /// All codes with their titles, in order.
        pub const CODES: &[CodeInfo] =
            &[$(CodeInfo {
                code: $name,
                name: stringify!($name),
                title: $title,
                page: include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/docs/errors/",
                    $code,
                    ".md"
                )),
            }),*];
    };
}

codes! {
    SYNTAX = "E0001", "the text does not follow the grammar here";
    FILE_TOO_LARGE = "E0002", "the file is too large";
    NESTING_TOO_DEEP = "E0003", "blocks or brackets are nested too deeply";
    NOT_TEXT = "E0004", "the file is not UTF-8 text";
    EMPTY_FILE = "E0005", "the file contains no rules";
    LANGUAGE_VERSION = "E0006", "this version of the language is not supported";
    NUMBER_TOO_LARGE = "E0007", "the number is too large";
    UNCLOSED = "E0008", "a bracket, block or text is not closed";
    FOREIGN_WORD = "E0009", "the word comes from another rules language";
    FILE_UNREADABLE = "E0010", "the file could not be read";
    UNOPENED = "E0011", "a bracket closes what is not open";
    MISSING_HEADER = "E0012", "the file does not say which game or module it is";
    OLD_FORM = "E0013", "this version of the language says it in another way";

    UNKNOWN_NAME = "E0101", "nothing of this name is declared";
    WRONG_KIND = "E0102", "the name stands for another kind of thing";
    DUPLICATE_NAME = "E0103", "the name is already taken";
    UNKNOWN_FILE = "E0104", "the parent or module was not found";
    INHERITANCE_CYCLE = "E0105", "a game or module builds on itself";
    NOTHING_TO_CHANGE = "E0106", "there is nothing to replace or remove";
    RESERVED_NAME = "E0107", "the name is reserved by the language";
    WRONG_TYPE = "E0108", "the expression has another type than is needed here";
    NOT_IN_SCOPE = "E0109", "the name means nothing in this place";
    WRONG_ARGUMENTS = "E0110", "the number or order of arguments does not fit";
    DUPLICATE_CLAUSE = "E0111", "the same thing is said twice";
    MISSING_CLAUSE = "E0112", "something that is needed is missing";
    CONFLICTING_CLAUSES = "E0113", "two clauses contradict each other";
    TOO_MANY = "E0114", "there are more of these than a game may have";
    OUT_OF_RANGE = "E0115", "the number lies outside of its range";
    DEFINED_BY_ITSELF = "E0116", "something is defined by itself";
    WRONG_FILE = "E0117", "a game stands where a module is wanted, or the other way round";
    REMOVED_NAME = "E0118", "the name stands for something that has been removed";

    BOARD_SIZE = "E0201", "the board is empty or too large";
    UNKNOWN_SQUARE = "E0202", "the board has no such square";
    BAD_RANGE = "E0203", "the range does not describe squares of the board";
    UNKNOWN_DIRECTION = "E0204", "the board has no such direction";
    EMPTY_ZONE = "E0206", "the zone has no squares";

    BAD_BETZA = "E0301", "the Betza notation cannot be read";
    BAD_SYMBOL = "E0302", "the symbol cannot be used for a piece";
    DUPLICATE_SYMBOL = "E0303", "the symbol is already taken";
    BAD_PATTERN = "E0304", "the movement does not make sense";
    CIRCULAR_ATTACK = "E0305", "a way that can capture asks about attacks";

    WRONG_PLACE = "E0401", "the statement is not allowed here";
    BAD_TARGET = "E0402", "the effect cannot be applied to this";
    BAD_TURN = "E0404", "the turn cannot be played as written";
    BAD_CHOICE = "E0405", "the choice has no fitting candidates or no chooser";

    BAD_ENDING = "E0501", "the ending cannot be used as written";

    BAD_POSITION = "E0601", "the position does not fit the game";

    BAD_OPTION_VALUE = "E0701", "the option cannot have this value";
    UNKNOWN_OPTION = "E0702", "the game has no such option";
    FAILED_TEST = "E0703", "a test in the file failed";

    START_DECIDED = "W1001", "the game is over before it has begun";
    START_IN_CHECK = "W1002", "a side stands in check at the start";
    PIECE_NEVER_APPEARS = "W1003", "no rule ever brings the piece onto the board";
    ENDING_NEVER_HOLDS = "W1004", "the ending can never hold";
    EVENT_NEVER_FIRES = "W1005", "nothing can ever cause the event";
    PIECE_CANNOT_MOVE = "W1006", "the piece can never leave its square";
    SAID_BEFORE = "W1007", "what comes before makes this useless";
    UNLIKE_SIDES = "W1008", "the sides have the same pieces but stand differently";
    OUT_OF_REACH = "W1009", "no piece that is meant can ever come to these squares";
    ENDLESS_EVENTS = "W1010", "events can set each other off without end";
    STEP_NEVER_POSSIBLE = "W1011", "a step of the turn can never be completed";
    STATE_NOT_TOLD = "W1012", "no position text tells all that the game remembers";
    NEVER_ASKED = "W1013", "nothing asks about what is declared";
    ONE_SIDED = "W1014", "the rule works for one side only";
    EMPTY_SET = "W1015", "nothing can ever be in the set";
    NEVER_OTHERWISE = "W1016", "what looks like a question has only one answer";
    NEVER_CHANGED = "W1017", "rules ask for what nothing ever changes";
    ROYALTY_LOST = "W1018", "the royal piece of the parent is gone, and no other is royal";
    NO_ENDING_WHEN_STUCK = "W1019", "no ending says what it means that a side cannot move";
    TURN_LATE = "W1020", "the ending is asked a turn after what it waits for";
    MOVES_ENEMY = "W1021", "the move takes pieces of the enemy though nothing says so";
    EFFECT_WITHOUT_RESULT = "W1022", "the effect can never do anything";
    SHADOWS_BUNDLED = "W1023", "a file of the folder stands in the place of a bundled one";
    NO_SUCH_DROP = "W1024", "the rules say where a piece is dropped, and nothing drops it";
    TURNS_TOO_MANY = "W1025", "the turns of the start position are more than can be worked out";
    NAME_HIDDEN = "W1026", "a parameter has the name of something else";
    WHOSE_OWN = "W1027", "nothing says which side `own` is";
    NO_ENDING = "W1028", "no rule ever ends the game";
    IDLE_TEST = "W1029", "the test asks nothing";
    WEIGHTS_UNUSED = "W1030", "what was learned does not fit the rules";
}
