//! Tags: `[Name "value"]`.

use std::io::BufRead;

use super::bytes::{Bytes, is_line_end, is_space, text};
use super::limits::{MAX_COMMENT, MAX_TOKEN};

/// Reads a tag whose bracket comes next.
pub(super) fn read<R: BufRead>(bytes: &mut Bytes<R>) -> Result<(String, String), String> {
    let line = bytes.line;
    bytes.skip();
    bytes.skip_space();
    let mut name = Vec::new();
    while let Some(byte) = bytes.peek() {
        if is_space(byte) || matches!(byte, b'"' | b']' | b'[') {
            break;
        }
        if name.len() >= MAX_TOKEN {
            return Err(format!("the name of a tag is longer than {MAX_TOKEN} bytes"));
        }
        name.push(byte);
        bytes.skip();
    }
    let name = text(name);
    if name.is_empty() {
        return Err("a tag has no name: write it as `[Name \"value\"]`".to_owned());
    }
    bytes.skip_space();
    match bytes.peek() {
        Some(b'"') => {
            bytes.skip();
            Ok((name, quoted(bytes, line)?))
        }
        Some(b']') => {
            bytes.skip();
            Ok((name, String::new()))
        }
        Some(_) => Ok((name, unquoted(bytes)?)),
        None => Err(cut_off(line)),
    }
}

fn cut_off(line: u64) -> String {
    format!("the text ends inside the tag that begins in line {line}")
}

/// Reads a value up to its quote: one that the bracket follows, for values hold quotes that should have a backslash.
fn quoted<R: BufRead>(bytes: &mut Bytes<R>, line: u64) -> Result<String, String> {
    let mut value = Vec::new();
    // How long the value is if the last quote was its end.
    let mut ends = None;
    loop {
        let byte = bytes.peek().ok_or_else(|| cut_off(line))?;
        match byte {
            b']' if ends.is_some() => {
                bytes.skip();
                value.truncate(ends.unwrap_or(0));
                return Ok(text(value));
            }
            _ if is_line_end(byte) && ends.is_none() => {
                return Err("the value of a tag has no quote at its end".to_owned());
            }
            b'\\' => {
                bytes.skip();
                ends = None;
                match bytes.peek() {
                    Some(escaped @ (b'"' | b'\\')) => {
                        bytes.skip();
                        value.push(escaped);
                    }
                    _ => value.push(b'\\'),
                }
            }
            _ => {
                bytes.skip();
                if byte == b'"' {
                    ends = Some(value.len());
                } else if !is_space(byte) {
                    ends = None;
                }
                value.push(byte);
            }
        }
        if value.len() > MAX_COMMENT {
            return Err(format!("the value of a tag is longer than {MAX_COMMENT} bytes"));
        }
    }
}

/// Reads a value that lacks its quotes.
fn unquoted<R: BufRead>(bytes: &mut Bytes<R>) -> Result<String, String> {
    let mut value = Vec::new();
    while let Some(byte) = bytes.peek() {
        if byte == b']' {
            bytes.skip();
            return Ok(text(value).trim().trim_matches('"').to_owned());
        }
        if is_line_end(byte) || value.len() > MAX_TOKEN {
            break;
        }
        value.push(byte);
        bytes.skip();
    }
    Err("a tag has no `]` at its end".to_owned())
}
