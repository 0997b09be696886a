//! Lines of any input, in bounded memory.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes: a game of some 100,000 turns fits in one.
pub const MAX_LINE: usize = 1 << 20;

/// A line that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without what ends it; what is no UTF-8 is replaced.
    Text(String),
    /// It was longer than [`MAX_LINE`] and is not kept.
    TooLong,
}

/// Reads the next line; `None` at the end of the input. The last line need not be ended.
///
/// # Errors
/// If reading fails.
pub fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            if bytes.is_empty() && !is_too_long {
                return Ok(None);
            }
            break;
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if bytes.len() + part.len() > MAX_LINE {
            is_too_long = true;
            bytes.clear();
        }
        if !is_too_long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if is_too_long {
        return Ok(Some(Line::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Line::Text(text.trim_end_matches('\r').to_owned())))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = Cursor::new(bytes);
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_end_as_on_any_system_and_need_not_end() {
        assert_eq!(all(b"uci\r\n\nquit"), [text("uci"), text(""), text("quit")]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        assert_eq!(all(b"a\xffb\n"), [text("a\u{fffd}b")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out_whole() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nisready\n");
        assert_eq!(all(&bytes), [Line::TooLong, text("isready")]);
    }
}
