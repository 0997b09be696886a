//! What the terminal can show.

use std::io::{self, IsTerminal};

use crate::front::draw::board::Look;
use crate::front::draw::text::PAGE;

/// The fewest columns that are drawn for.
const LEAST: usize = 20;

/// What is known of the terminal; its width may change at any time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Screen {
    /// The columns that were asked for, whatever the terminal has.
    width: Option<usize>,
    /// Whether it shows colours that nobody has refused.
    colours: bool,
    /// Whether it shows figurines.
    figurines: bool,
    /// Whether the board is turned round.
    pub(super) turned: bool,
}

impl Screen {
    /// Finds out what standard output can show; with `ascii`, letters without colours are wanted.
    pub(super) fn standard(ascii: bool, width: Option<usize>) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let colours = io::stdout().is_terminal() && !set("NO_COLOR") && !dumb && !ascii;
        Self { width, colours, figurines: colours && speaks_unicode(), turned: false }
    }

    /// Returns how things are to be drawn now.
    pub(super) fn look(self) -> Look {
        let terminal = || {
            let size = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
            size.map(|(width, _)| usize::from(width.0))
        };
        let width = self.width.or_else(terminal).unwrap_or(PAGE).max(LEAST);
        Look { colours: self.colours, figurines: self.figurines, width, turned: self.turned }
    }
}

/// Tells whether the user's language settings are those of a terminal that shows Unicode.
fn speaks_unicode() -> bool {
    let first = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    first.is_some_and(|value| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}
