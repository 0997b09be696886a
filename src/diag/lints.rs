//! The names of the pieces of advice, by which a file can say that it does not want one.

use super::codes::{self, Code};

/// A kind of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// What it is called in `allow`.
    pub name: &'static str,
    /// Its code.
    pub code: Code,
}

/// All kinds of advice, by code.
pub const LINTS: &[Lint] = &[
    Lint { name: "start-decided", code: codes::START_DECIDED },
    Lint { name: "start-in-check", code: codes::START_IN_CHECK },
    Lint { name: "piece-never-appears", code: codes::PIECE_NEVER_APPEARS },
    Lint { name: "ending-never-holds", code: codes::ENDING_NEVER_HOLDS },
    Lint { name: "event-never-fires", code: codes::EVENT_NEVER_FIRES },
    Lint { name: "piece-cannot-move", code: codes::PIECE_CANNOT_MOVE },
    Lint { name: "said-before", code: codes::SAID_BEFORE },
    Lint { name: "unlike-sides", code: codes::UNLIKE_SIDES },
    Lint { name: "out-of-reach", code: codes::OUT_OF_REACH },
    Lint { name: "endless-events", code: codes::ENDLESS_EVENTS },
    Lint { name: "step-never-possible", code: codes::STEP_NEVER_POSSIBLE },
    Lint { name: "state-not-told", code: codes::STATE_NOT_TOLD },
    Lint { name: "never-asked", code: codes::NEVER_ASKED },
    Lint { name: "one-sided", code: codes::ONE_SIDED },
    Lint { name: "empty-set", code: codes::EMPTY_SET },
    Lint { name: "never-otherwise", code: codes::NEVER_OTHERWISE },
    Lint { name: "never-changed", code: codes::NEVER_CHANGED },
    Lint { name: "royalty-lost", code: codes::ROYALTY_LOST },
    Lint { name: "no-ending-when-stuck", code: codes::NO_ENDING_WHEN_STUCK },
    Lint { name: "turn-late", code: codes::TURN_LATE },
    Lint { name: "moves-enemy", code: codes::MOVES_ENEMY },
    Lint { name: "effect-without-result", code: codes::EFFECT_WITHOUT_RESULT },
    Lint { name: "shadows-bundled", code: codes::SHADOWS_BUNDLED },
    Lint { name: "no-such-drop", code: codes::NO_SUCH_DROP },
    Lint { name: "too-many-turns", code: codes::TURNS_TOO_MANY },
    Lint { name: "hidden-name", code: codes::NAME_HIDDEN },
    Lint { name: "whose-own", code: codes::WHOSE_OWN },
    Lint { name: "no-ending", code: codes::NO_ENDING },
    Lint { name: "idle-test", code: codes::IDLE_TEST },
    Lint { name: "unused-weights", code: codes::WEIGHTS_UNUSED },
];

/// Finds a kind of advice by its name.
pub fn find(name: &str) -> Option<Lint> {
    LINTS.iter().copied().find(|lint| lint.name == name)
}

/// Returns what the advice with that code is called; nothing if the code is that of an error.
pub fn name_of(code: Code) -> Option<&'static str> {
    LINTS.iter().find(|lint| lint.code == code).map(|lint| lint.name)
}
