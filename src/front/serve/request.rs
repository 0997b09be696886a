//! What a request asks for, and whether whoever sends it may ask.

use std::net::SocketAddr;

/// A request as it came.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    /// Whether whoever asks can read what `gzip` has made smaller.
    pub(super) takes_gzip: bool,
    pub(super) body: String,
}

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A file of the page, by its path.
    Page(String),
    /// The file that is being written.
    Watch,
    /// A picture beside that file, by its name.
    Picture(String),
    /// The game that devices share, as soon as it is newer than this version.
    News(Option<u64>),
    /// A change of that game.
    Change(String),
    /// A question for the desk.
    Question(String),
}

/// The kind of what programs read.
pub(super) const JSON: &str = "application/json";

/// What is sent back.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) is_packed: bool,
    pub(super) body: Vec<u8>,
}

impl Answered {
    pub(super) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, is_packed: false, body: body.into() }
    }

    pub(super) fn json(value: &serde_json::Value) -> Self {
        Self::new(200, JSON, value.to_string())
    }

    pub(super) fn refused(status: u16, why: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", why)
    }
}

/// Refuses whoever comes by another name of this machine, or from a page of somebody else.
///
/// Without this, any page in the same browser could ask: by sending requests here, or by giving its own name our address.
pub(super) fn check_sender(
    host: Option<&str>,
    origin: Option<&str>,
    address: SocketAddr,
) -> Result<(), Answered> {
    let ours = [address.to_string(), format!("localhost:{}", address.port())];
    if !host.is_some_and(|host| ours.iter().any(|known| known == host)) {
        return Err(Answered::refused(421, "this is not the host you asked for"));
    }
    let is_ours = |origin: &str| ours.iter().any(|known| origin == format!("http://{known}"));
    if origin.is_some_and(|origin| !is_ours(origin)) {
        return Err(Answered::refused(403, "only the page itself may ask"));
    }
    Ok(())
}

/// Tells what a method and a path ask for.
pub(super) fn route(method: &str, path: &str, body: String) -> Result<Asked, Answered> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match (method, path) {
        ("POST", "/api") => Ok(Asked::Question(body)),
        ("POST", "/room") => Ok(Asked::Change(body)),
        ("GET" | "HEAD", "/watch") => Ok(Asked::Watch),
        ("GET" | "HEAD", "/room") => {
            Ok(Asked::News(query.strip_prefix("after=").and_then(|after| after.parse().ok())))
        }
        ("GET" | "HEAD", "/picture") => Ok(Asked::Picture(decoded(query))),
        ("GET" | "HEAD", _) => Ok(Asked::Page(path.to_owned())),
        _ => Err(Answered::refused(405, "ask with GET or HEAD, or POST to /api or /room")),
    }
}

/// Decodes what stands in an address as `%` and two digits; nothing is left of what is no text.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    let digit = |rest: &mut std::str::Bytes<'_>| {
        rest.next()
            .and_then(|byte| char::from(byte).to_digit(16))
            .and_then(|digit| u8::try_from(digit).ok())
    };
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let (Some(high), Some(low)) = (digit(&mut rest), digit(&mut rest)) else {
                return String::new();
            };
            high << 4 | low
        } else {
            byte
        });
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> SocketAddr {
        "127.0.0.1:8080".parse().unwrap()
    }

    #[test]
    fn the_page_itself_may_ask() {
        for host in ["127.0.0.1:8080", "localhost:8080"] {
            let origin = format!("http://{host}");
            assert_eq!(check_sender(Some(host), None, address()), Ok(()));
            assert_eq!(check_sender(Some(host), Some(&origin), address()), Ok(()));
        }
    }

    #[test]
    fn nobody_else_may_ask() {
        let refused = |host, origin| check_sender(host, origin, address()).unwrap_err().status;
        assert_eq!(refused(Some("127.0.0.1:8080"), Some("http://elsewhere.example")), 403);
        assert_eq!(refused(Some("127.0.0.1:8080"), Some("null")), 403);
        assert_eq!(refused(Some("elsewhere.example:8080"), None), 421);
        assert_eq!(refused(Some("127.0.0.1:80"), None), 421);
        assert_eq!(refused(None, None), 421);
    }

    #[test]
    fn paths_and_methods_say_what_is_asked() {
        let question = || "{}".to_owned();
        assert_eq!(route("POST", "/api", question()), Ok(Asked::Question(question())));
        assert_eq!(route("GET", "/?x=1", String::new()), Ok(Asked::Page("/".to_owned())));
        assert_eq!(route("GET", "/watch", String::new()), Ok(Asked::Watch));
        assert_eq!(route("GET", "/room?after=3", String::new()), Ok(Asked::News(Some(3))));
        assert_eq!(route("POST", "/room", question()), Ok(Asked::Change(question())));
        let picture = |name: &str| route("GET", &format!("/picture?{name}"), String::new());
        for (written, name) in
            [("a.svg", "a.svg"), ("%C3%A4.svg", "ä.svg"), ("%C3", ""), ("%4", ""), ("%", "")]
        {
            assert_eq!(picture(written), Ok(Asked::Picture(name.to_owned())), "{written}");
        }
        assert_eq!(route("HEAD", "/", String::new()), Ok(Asked::Page("/".to_owned())));
        assert_eq!(route("PUT", "/api", question()).unwrap_err().status, 405);
        assert_eq!(route("DELETE", "/", String::new()).unwrap_err().status, 405);
    }
}
