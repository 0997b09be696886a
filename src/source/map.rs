//! The texts of all files that belong to one game, and the way from offsets to lines.

use std::borrow::Cow;
use std::fmt;

use super::copies::{Copied, CopiedWord, put_in, words_of};
use super::{SourceId, Span};

/// A place as people count it: line and column, both starting at 1.
///
/// Columns count characters, not bytes: in `Bär x`, the `x` is in column 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One file with the offsets at which its lines begin.
#[derive(Clone)]
struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    /// What families wrote out.
    copies: Vec<Copied>,
}

/// Texts are long, and whoever prints an error wants to see what is wrong.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}

/// The files of a game: the one that was asked for, its parents and its modules.
///
/// It is what places of a [`LoadError`](crate::LoadError) are in, and turns them into lines and texts.
///
/// The map never fails: a question about an unknown file or a place past the end is answered with
/// the nearest sensible thing, so that a report can always be written.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Makes a map without files.
    #[doc(hidden)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and returns its number.
    ///
    /// The loader has compared the size with [`MAX_SOURCE_BYTES`](super::MAX_SOURCE_BYTES) before.
    #[doc(hidden)]
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(offset, _)| offset + 1));
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        self.sources.push(Source { name: name.into(), text, line_starts, copies: Vec::new() });
        id
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Tells whether no file has been added.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Returns the file that was first added under this name.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        self.ids().find(|&id| self.name(id) == name)
    }

    /// Returns all files in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..u32::try_from(self.sources.len()).unwrap_or(u32::MAX)).map(SourceId)
    }

    /// Returns the name of a file; `<built in>` if it is not in the map.
    pub fn name(&self, id: SourceId) -> &str {
        self.source(id).map_or("<built in>", |source| &source.name)
    }

    /// Returns the name of a source as messages show it: what steers terminals is told by numbers.
    #[doc(hidden)]
    pub fn shown_name(&self, id: SourceId) -> String {
        printable(self.name(id))
    }

    /// Returns the text of a file; nothing if it is not in the map.
    pub fn text(&self, id: SourceId) -> &str {
        self.source(id).map_or("", |source| &source.text)
    }

    /// Returns the span of a whole file.
    #[doc(hidden)]
    pub fn whole(&self, id: SourceId) -> Span {
        Span::new(id, 0, u32::try_from(self.text(id).len()).unwrap_or(u32::MAX))
    }

    /// Returns the text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.source).get(self.range(span)).unwrap_or("")
    }

    /// Tells which copies there are of parts of a file; spans count them from 1.
    #[doc(hidden)]
    pub fn set_copies(&mut self, id: SourceId, copies: Vec<Copied>) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            source.copies = copies;
        }
    }

    /// Returns the text that a span covers, with the words of the copy that it is part of: for quotations.
    ///
    /// ```
    /// use fairyring::source::{Copied, CopiedWord, SourceMap, Span};
    ///
    /// let mut sources = SourceMap::new();
    /// let id = sources.add("tiny.rules", "Side-home");
    /// let word = |name: &str, word: &str| CopiedWord { name: name.into(), word: word.into(), place: Span::NONE };
    /// let words = vec![word("Side", "White")];
    /// sources.set_copies(id, vec![Copied { around: 0, words }]);
    /// let span = sources.whole(id);
    /// assert_eq!(sources.written(span), "Side-home");
    /// assert_eq!(sources.written(span.in_copy(1)), "White-home");
    /// ```
    #[doc(hidden)]
    pub fn written(&self, span: Span) -> Cow<'_, str> {
        self.with_words(self.slice(span), span)
    }

    /// Returns the line on which a span begins, with the words of the copy that it is part of.
    #[doc(hidden)]
    pub fn written_line(&self, span: Span) -> Cow<'_, str> {
        let at = self.line_column(span);
        self.with_words(self.line_text(span.source, at.line), span)
    }

    /// Returns the word that stands in a copy where the text at a place has a name for it, and nothing else.
    #[doc(hidden)]
    pub fn copied_word(&self, place: Span) -> Option<&CopiedWord> {
        let name = self.slice(place);
        self.words_at(place).into_iter().find(|copied| copied.name == name)
    }

    fn words_at(&self, place: Span) -> Vec<&CopiedWord> {
        let copies = self.source(place.source).map_or(&[][..], |source| &source.copies);
        words_of(copies, place.copy_of_family())
    }

    fn with_words<'t>(&self, text: &'t str, place: Span) -> Cow<'t, str> {
        let words = self.words_at(place);
        if words.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(put_in(text, &words)) }
    }

    /// Returns the byte range of a span, kept inside the text and on character boundaries.
    pub fn range(&self, span: Span) -> std::ops::Range<usize> {
        let text = self.text(span.source);
        let start = floor_boundary(text, span.start as usize);
        let end = floor_boundary(text, span.end as usize).max(start);
        start..end
    }

    /// Returns the line and column at which a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        self.locate(span.source, self.range(span).start)
    }

    /// Returns the line and column just after the last character of a span.
    pub fn end_line_column(&self, span: Span) -> LineColumn {
        self.locate(span.source, self.range(span).end)
    }

    /// Returns a line, counted from 1, without its line break; nothing if there is no such line.
    pub fn line_text(&self, id: SourceId, line: usize) -> &str {
        let Some(start) = self.line_start(id, line) else { return "" };
        let rest = self.text(id).get(start..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Returns the offset at which a line, counted from 1, begins.
    #[doc(hidden)]
    pub fn line_start(&self, id: SourceId, line: usize) -> Option<usize> {
        self.source(id)?.line_starts.get(line.checked_sub(1)?).copied()
    }

    /// Finds the line by binary search and counts the characters before the offset.
    fn locate(&self, id: SourceId, offset: usize) -> LineColumn {
        let Some(source) = self.source(id) else { return LineColumn { line: 1, column: 1 } };
        let line = source.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_start(id, line).unwrap_or(0);
        let before = source.text.get(start..offset).unwrap_or("");
        LineColumn { line, column: before.chars().count() + 1 }
    }

    fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }
}

/// Moves an offset back until it lies inside the text and between two characters.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Returns a name with what steers terminals, or turns the direction of writing, told by numbers.
pub fn printable(name: &str) -> String {
    let mut shown = String::with_capacity(name.len());
    for char in name.chars() {
        if char.is_control() || is_direction(char) {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    shown
}

/// Tells whether a character only turns the direction of writing, so that a text looks like another.
pub fn is_direction(char: char) -> bool {
    matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
