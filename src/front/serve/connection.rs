//! One connection: a request is read from it and an answer sent, within bounds of size and time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::packing;
use super::request::{Answered, Request};
use crate::desk::MAX_QUESTION_BYTES;

/// The longest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// The most header lines of a request.
const MAX_HEADERS: usize = 64;

/// What is read at once.
const CHUNK: usize = 16 << 10;

/// How long one connection may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// To send its whole request, however slowly.
    pub(super) asking: Duration,
    /// To take its whole answer.
    pub(super) taking: Duration,
    /// To close after the answer.
    pub(super) closing: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            asking: Duration::from_secs(10),
            taking: Duration::from_secs(30),
            closing: Duration::from_secs(1),
        }
    }
}

/// Why there is no request to be answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// Whoever asks has gone away, or too slowly sent too little.
    Gone,
    /// It is told why.
    Refused(Answered),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                Self::Refused(Answered::refused(408, "the request took too long"))
            }
            _ => Self::Gone,
        }
    }
}

fn refused(status: u16, why: &str) -> Failure {
    Failure::Refused(Answered::refused(status, why))
}

/// Returns what is left until a time; an error if nothing is.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Reads a request.
pub(super) fn read(stream: &mut TcpStream, times: Times) -> Result<Request, Failure> {
    let until = Instant::now() + times.asking;
    let mut bytes = Vec::new();
    let (mut request, length, body_at, is_waiting) = loop {
        if let Some(head) = head(&bytes)? {
            break head;
        }
        if bytes.len() >= MAX_HEAD_BYTES {
            return Err(refused(431, "the head of the request is too long"));
        }
        more(stream, &mut bytes, MAX_HEAD_BYTES, until)?;
    };
    if length > MAX_QUESTION_BYTES {
        return Err(refused(413, "the question is too long"));
    }
    let mut body = bytes.split_off(body_at.min(bytes.len()));
    if is_waiting && body.len() < length {
        stream.set_write_timeout(Some(left(until)?))?;
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    while body.len() < length {
        more(stream, &mut body, length, until)?;
    }
    body.truncate(length);
    request.body =
        String::from_utf8(body).map_err(|_| refused(400, "the question is not UTF-8 text"))?;
    Ok(request)
}

/// Reads what has come, up to so many bytes in all.
fn more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    until: Instant,
) -> Result<(), Failure> {
    stream.set_read_timeout(Some(left(until)?))?;
    let mut chunk = [0; CHUNK];
    let wanted = most.saturating_sub(bytes.len()).min(CHUNK);
    match stream.read(chunk.get_mut(..wanted).unwrap_or_default()) {
        Ok(0) => Err(Failure::Gone),
        Ok(count) => {
            bytes.extend(chunk.iter().take(count));
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the head: the request, how long its body is, where that begins, and whether leave to send it is waited for.
/// `None` if it has not come to its end.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize, usize, bool)>, Failure> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let body_at = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(refused(431, "the request has too many headers"));
        }
        Err(_) => return Err(refused(400, "this is not a request of HTTP")),
    };
    let all = |name: &str| {
        let found = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let text =
            |header: &httparse::Header<'_>| String::from_utf8_lossy(header.value).trim().to_owned();
        found.map(text).collect::<Vec<_>>()
    };
    let one = |name: &str| -> Result<Option<String>, Failure> {
        let found = all(name);
        if found.len() > 1 {
            return Err(refused(400, &format!("the header {name} is given twice")));
        }
        Ok(found.into_iter().next())
    };
    if one("Transfer-Encoding")?.is_some() {
        return Err(refused(501, "send the question in one piece, with its Content-Length"));
    }
    let length = match one("Content-Length")? {
        None => 0,
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().unwrap_or(usize::MAX)
        }
        Some(_) => return Err(refused(400, "the Content-Length is not a number")),
    };
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: parsed.path.unwrap_or_default().to_owned(),
        host: one("Host")?,
        origin: one("Origin")?,
        takes_gzip: all("Accept-Encoding").iter().any(|text| packing::is_taken(text)),
        body: String::new(),
    };
    let is_waiting = one("Expect")?.is_some_and(|text| text.eq_ignore_ascii_case("100-continue"));
    Ok(Some((request, length, body_at, is_waiting)))
}

/// Sends an answer, without its body if only the head was asked for, and closes.
///
/// One request is answered on a connection: so none is kept open that does nothing.
pub(super) fn send(
    stream: &mut TcpStream,
    answered: &Answered,
    head_only: bool,
    times: Times,
) -> io::Result<()> {
    let Answered { status, kind, is_packed, body } = answered;
    let encoding = if *is_packed { "Content-Encoding: gzip\r\n" } else { "" };
    let head = format!(
        "HTTP/1.1 {status} {}\r\n\
         Content-Type: {kind}\r\n\
         {encoding}Content-Length: {}\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Frame-Options: DENY\r\n\
         Content-Security-Policy: frame-ancestors 'none'\r\n\
         Cache-Control: no-store\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Connection: close\r\n\r\n",
        reason(*status),
        body.len()
    );
    let mut bytes = head.into_bytes();
    if !head_only {
        bytes.extend(body);
    }
    let until = Instant::now() + times.taking;
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        stream.set_write_timeout(Some(left(until)?))?;
        match stream.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => rest = rest.get(count..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    // What has come and was not read would cut off the answer on its way: it is read and thrown away, but not for long.
    stream.shutdown(Shutdown::Write)?;
    let until = Instant::now() + times.closing;
    let mut chunk = [0; CHUNK];
    while let Ok(left) = left(until) {
        stream.set_read_timeout(Some(left))?;
        if !matches!(stream.read(&mut chunk), Ok(1..)) {
            break;
        }
    }
    Ok(())
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
