//! A place in a text that moves forward.

use super::error::PositionError;

/// Reads a stretch of a text and knows where it is in the whole.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    whole: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Makes a cursor over `whole[start..end]`; both must lie between characters.
    pub(super) fn new(whole: &'a str, start: usize, end: usize) -> Self {
        Self { whole, at: start, end }
    }

    /// Returns what has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.whole.get(self.at..self.end).unwrap_or_default()
    }

    /// Tells whether all has been read.
    pub(super) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// Returns the next character without reading it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by so many bytes, which must end between characters.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.end);
    }

    /// Reads the text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.skip(text.len());
        }
        found
    }

    /// Reads a run of decimal digits, saturating; `None` if there is no digit.
    pub(super) fn digits(&mut self) -> Option<usize> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let run = &rest[..length];
        self.skip(length);
        (length > 0).then(|| run.parse().unwrap_or(usize::MAX))
    }

    /// Reads a whole number with an optional sign, saturating; `None` leaves the cursor where it was.
    pub(super) fn integer(&mut self) -> Option<i32> {
        let start = self.at;
        let negative = self.eat("-");
        let Some(size) = self.digits() else {
            self.at = start;
            return None;
        };
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let value = if negative { -size } else { size };
        let saturated = if negative { i32::MIN } else { i32::MAX };
        Some(i32::try_from(value).unwrap_or(saturated))
    }

    /// Makes an error at this place.
    pub(super) fn error(&self, field: &str, message: impl Into<String>) -> PositionError {
        PositionError::new(self.whole, field, self.at, message)
    }
}
