//! Which facts the compiled game may use, and whether they are checked before it plays.

use clap::Args;

use super::{Result, Streams};
use crate::compile::FactSet;
use crate::session::Session;
use crate::validate::{Budget, Doubt};

/// The variable that switches facts off: `-attacks`, `none,+walks`.
const FACTS: &str = "FAIRYRING_FACTS";

/// Whether the compiled game is checked against its general path before it is used.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Validation {
    /// Check the compiled game against its slow general path first (files are checked unless told otherwise, bundled games
    /// only if told)
    #[arg(long, conflicts_with = "no_validate", help_heading = "Engine")]
    validate: bool,
    /// Do not check it
    #[arg(long, help_heading = "Engine")]
    no_validate: bool,
}

impl Validation {
    /// Returns how much is checked, if anything.
    pub(super) fn budget(self, is_bundled: bool) -> Option<Budget> {
        let wanted = self.validate || !(is_bundled || self.no_validate);
        wanted.then_some(Budget::FOR_FILES)
    }
}

/// Returns the facts that the environment lets the compiled game use.
///
/// # Errors
/// If it names a fact that does not exist.
pub(super) fn facts() -> std::result::Result<FactSet, String> {
    match std::env::var(FACTS) {
        Ok(text) => text.parse().map_err(|error| format!("{FACTS}: {error}")),
        Err(_) => Ok(FactSet::ALL),
    }
}

/// Warns of facts that are not used, as they were found to be wrong.
pub(super) fn warn(session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    for doubt in session.doubts() {
        writeln!(streams.err, "warning: {}", sentence(session, doubt))?;
    }
    Ok(())
}

/// Says what was found to be wrong, for whoever reports it.
pub(super) fn sentence(session: &Session, doubt: &Doubt) -> String {
    let position = crate::notation::write_position(session.game(), &doubt.position);
    let which = match doubt.facts.len() {
        1 => "which is",
        _ => "of which at least one is",
    };
    format!(
        "this game is played without `{}`, {which} wrong for it at `{position}` ({}); please report this file",
        doubt.facts, doubt.what
    )
}
