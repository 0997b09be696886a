//! Game files as text: which file, which bytes, which line.
//!
//! Every later stage speaks of places in files through [`Span`], a small copyable value. The
//! [`SourceMap`] keeps the texts and turns a span back into a line and a column for people. This
//! module knows neither the grammar nor the disk: whoever wants files read hands in a [`Files`].
//!
//! ```
//! use fairyring::source::{SourceMap, Span};
//!
//! let mut sources = SourceMap::new();
//! let id = sources.add("tiny.rules", "game \"Tiny\"\nboard 3x3\n");
//! let span = Span::new(id, 12, 17);
//! assert_eq!(sources.slice(span), "board");
//! assert_eq!(sources.line_column(span).to_string(), "2:1");
//! ```

mod copies;
mod files;
mod map;
mod span;
#[cfg(test)]
mod tests;

pub use copies::{Copied, CopiedWord};
pub use files::{FileError, Files, MemoryFiles, folder_above};
pub use map::{LineColumn, SourceMap, is_direction, printable};
pub use span::{SourceId, Span};

/// The largest game file that is read, in bytes (256 KiB).
///
/// The loader checks it before parsing. Hand-written rules stay far below (the longest bundled file has about 20 KiB); the limit keeps a
/// stray or hostile file from filling the memory or taking more than about a second to read.
pub const MAX_SOURCE_BYTES: usize = 256 * 1024;
