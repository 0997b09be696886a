//! A stream of bytes that knows its line.

use std::io::{BufRead, ErrorKind};

/// What a stream has to say besides its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The stream cannot be read.
    Unreadable(String),
    /// The byte of a file that is no text.
    NoText(u8),
}

/// A stream of bytes.
#[derive(Debug)]
pub(super) struct Bytes<R> {
    stream: R,
    /// The line of the next byte, from 1.
    pub(super) line: u64,
    /// How many bytes have been read.
    pub(super) read: u64,
    /// The byte before the next one.
    last: u8,
    /// What has gone wrong: nothing more is read.
    pub(super) trouble: Option<Trouble>,
}

impl<R: BufRead> Bytes<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, line: 1, read: 0, last: b'\n', trouble: None }
    }

    /// Returns the bytes that are at hand, to look at the beginning of a file.
    pub(super) fn at_hand(&mut self) -> &[u8] {
        self.stream.fill_buf().unwrap_or_default()
    }

    /// Returns the next byte; nothing at the end.
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.trouble.is_some() {
            return None;
        }
        loop {
            match self.stream.fill_buf() {
                Ok(buffer) => {
                    let byte = buffer.first().copied()?;
                    if is_text(byte) {
                        return Some(byte);
                    }
                    self.trouble = Some(Trouble::NoText(byte));
                    return None;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.trouble = Some(Trouble::Unreadable(error.to_string()));
                    return None;
                }
            }
        }
    }

    /// Takes the byte that was looked at.
    pub(super) fn skip(&mut self) {
        let Some(byte) = self.peek() else { return };
        self.stream.consume(1);
        self.read += 1;
        // A line ends with LF, CR, or both.
        if byte == b'\n' && self.last != b'\r' || byte == b'\r' {
            self.line += 1;
        }
        self.last = byte;
    }

    /// Takes the next byte.
    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.skip();
        Some(byte)
    }

    /// Tells whether the next byte is the first of its line.
    pub(super) fn is_at_line_start(&self) -> bool {
        is_line_end(self.last)
    }

    /// Takes what comes next for the beginning of a line.
    pub(super) fn begin_line(&mut self) {
        self.last = b'\n';
    }

    /// Skips blanks and ends of lines.
    pub(super) fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.skip();
        }
    }
}

/// Tells whether a byte is a blank or the end of a line; the sign with which old systems ended files is one.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0x1a
}

/// Tells whether a byte ends a line.
pub(super) fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Tells whether a byte can stand in a text.
fn is_text(byte: u8) -> bool {
    byte >= 0x20 && byte != 0x7f || is_space(byte)
}

/// Makes a text of bytes: of UTF-8, or of Latin 1, in which older files are.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}
