//! Exceptions.

use fairyring::{LoadError, PlayError, TooMuch};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(fairyring, FairyringError, PyException, "What the library refuses, and why.");
create_exception!(
    fairyring,
    RulesError,
    FairyringError,
    "Rules with mistakes. `diagnostics` is a list of dicts with `code`, `message`, `line`, `column`, `help` and more."
);
create_exception!(
    fairyring,
    PositionError,
    FairyringError,
    "A text that is no position of the game."
);
create_exception!(
    fairyring,
    TurnError,
    FairyringError,
    "A turn that cannot be played. `kind` says why; `turns` are those that may have been meant."
);
create_exception!(
    fairyring,
    LimitError,
    FairyringError,
    "A question that takes more work than may be spent."
);
create_exception!(
    fairyring,
    ActionError,
    FairyringError,
    "An action that is not legal. `place` is the place of the game in its batch, `action` the action."
);

create_exception!(
    fairyring,
    RecordError,
    FairyringError,
    "A file of records that cannot be read, or not to its end."
);
create_exception!(
    fairyring,
    StudyError,
    FairyringError,
    "A study that cannot be made: a file of another study, games that end those who play them."
);

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FairyringError", py.get_type::<FairyringError>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("TurnError", py.get_type::<TurnError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("StudyError", py.get_type::<StudyError>())?;
    module.add("ActionError", py.get_type::<ActionError>())
}

/// Makes the exception for rules with mistakes.
pub(crate) fn of_rules(py: Python<'_>, error: &LoadError) -> PyErr {
    let made = RulesError::new_err(error.to_string());
    let attributes = || -> PyResult<()> {
        let json = py.import("json")?;
        let found = pyo3::types::PyList::empty(py);
        for line in error.to_json().lines() {
            found.append(json.call_method1("loads", (line,))?)?;
        }
        let value = made.value(py);
        for key in ["code", "message", "line", "column", "help"] {
            let first = found.get_item(0).and_then(|first| first.get_item(key));
            value.setattr(key, first.unwrap_or_else(|_| py.None().into_bound(py)))?;
        }
        value.setattr("diagnostics", found)
    };
    attributes().err().unwrap_or(made)
}

/// Makes the exception for a turn that cannot be played.
pub(crate) fn of_turn(py: Python<'_>, error: &PlayError) -> PyErr {
    let made = match error {
        PlayError::TooMuch(_) => LimitError::new_err(error.to_string()),
        _ => TurnError::new_err(error.to_string()),
    };
    let attributes = || -> PyResult<()> {
        let told = py.import("json")?.call_method1("loads", (error.to_json(),))?;
        for key in ["kind", "turns"] {
            made.value(py).setattr(key, told.get_item(key)?)?;
        }
        Ok(())
    };
    attributes().err().unwrap_or(made)
}

/// Makes the exception for a limit of work.
pub(crate) fn of_limit(limit: &TooMuch) -> PyErr {
    LimitError::new_err(limit.to_string())
}
