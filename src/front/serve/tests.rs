use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::mpsc;

use super::*;
use crate::bundled::Bundled;

/// Serves with short times, and returns the address.
fn served(watch: Watch) -> SocketAddr {
    begin(Pages::bind(Place::alone(0), Arc::new(|| Box::new(Bundled)), watch).unwrap())
}

fn begin(mut pages: Pages) -> SocketAddr {
    let (asking, taking) = (Duration::from_secs(3), Duration::from_secs(30));
    pages.shared.times = Times { asking, taking, closing: Duration::from_millis(200) };
    let address = pages.shared.place.address;
    thread::spawn(move || pages.serve());
    address
}

fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Begins to ask.
fn begun(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = connected(address);
    write!(stream, "{request}").unwrap();
    stream
}

fn get(address: SocketAddr, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n")
}

fn post(address: SocketAddr, question: &str) -> String {
    let length = question.len();
    format!("POST /api HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n{question}")
}

/// Reads all that is answered.
fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn browsers_that_ask_for_much_at_once_are_answered() {
    let address = served(Box::new(|| None));
    // All of them are open before the first is read.
    let streams: Vec<_> = (0..96).map(|_| begun(address, &get(address, "/main.js"))).collect();
    let (_, text) = page::find("/main.js").unwrap();
    for stream in streams {
        let told = answer(stream);
        let (head, body) = told.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.contains("\r\nConnection: close"), "{head}");
        assert_eq!(body, text);
    }
}

#[test]
fn half_requests_and_readers_that_do_not_read_keep_nobody_waiting() {
    let address = served(Box::new(|| None));
    let half = format!("POST /api HTTP/1.1\r\nHost: {address}\r\nContent-Length: 100\r\n\r\n{{");
    let mut idle: Vec<TcpStream> = (0..32).map(|_| begun(address, &half)).collect();
    idle.extend((0..32).map(|_| begun(address, "GET / HT")));
    idle.extend((0..32).map(|_| begun(address, "")));
    idle.extend((0..32).map(|_| begun(address, &get(address, "/codemirror.js"))));
    for _ in 0..8 {
        let told = answer(begun(address, &post(address, r#"{"ask":"version"}"#)));
        assert!(told.ends_with(r#"{"version":1}"#), "{told}");
    }
    // None of the halves has been given up in the meantime: nobody was answered because another was cut off.
    let first = idle.first_mut().unwrap();
    first.set_nonblocking(true).unwrap();
    assert!(first.read(&mut [0]).is_err());
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    let address = served(Box::new(|| None));
    let mut stream = begun(address, "GET / HTTP/1.1\r\n");
    // A byte now and then does not help.
    for _ in 0..60 {
        if write!(stream, "a").is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let mut told = Vec::new();
    drop(stream.read_to_end(&mut told));
    let told = String::from_utf8(told).unwrap();
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 408 "), "{told}");
}

#[test]
fn who_takes_long_keeps_nobody_waiting() {
    let (tell, told) = mpsc::channel::<()>();
    let told = std::sync::Mutex::new(told);
    let watch = move || {
        let _ended = told.lock().unwrap().recv().is_ok();
        None
    };
    let address = served(Box::new(watch));
    let slow = begun(address, &get(address, "/watch"));
    let fast = answer(begun(address, &post(address, r#"{"ask":"version"}"#)));
    assert!(fast.ends_with(r#"{"version":1}"#), "{fast}");
    tell.send(()).unwrap();
    assert!(answer(slow).ends_with("null"));
}

#[test]
fn heads_are_answered_and_frames_forbidden() {
    let address = served(Box::new(|| None));
    let told = answer(begun(address, &get(address, "/").replace("GET", "HEAD")));
    let whole = answer(begun(address, &get(address, "/")));
    assert!(told.ends_with("\r\n\r\n"), "{told}");
    assert!(whole.starts_with(&told), "{told}");
    for header in ["X-Frame-Options: DENY", "Content-Security-Policy: frame-ancestors 'none'"] {
        assert!(told.contains(header), "{told}");
    }
}

#[test]
fn what_is_too_long_or_ill_formed_is_refused() {
    let address = served(Box::new(|| None));
    let host = format!("Host: {address}\r\n");
    let long = "x".repeat(20_000);
    let requests = [
        (431, format!("GET / HTTP/1.1\r\n{host}A: {long}\r\n\r\n")),
        (431, format!("GET / HTTP/1.1\r\n{host}{}\r\n", "A: b\r\n".repeat(100))),
        (413, format!("POST /api HTTP/1.1\r\n{host}Content-Length: 2000000\r\n\r\n")),
        (413, format!("POST /api HTTP/1.1\r\n{host}Content-Length: {}\r\n\r\n", "9".repeat(40))),
        (400, format!("POST /api HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n")),
        (400, format!("GET / HTTP/1.1\r\n{host}{host}\r\n")),
        (501, format!("POST /api HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n")),
        (400, "\u{1}\u{2}\r\n\r\n".to_owned()),
        (421, "GET / HTTP/1.1\r\n\r\n".to_owned()),
        (405, format!("PUT / HTTP/1.1\r\n{host}\r\n")),
    ];
    for (status, request) in requests {
        let told = answer(begun(address, &request));
        assert!(told.starts_with(&format!("HTTP/1.1 {status} ")), "{request:.60}: {told}");
    }
}

#[test]
fn leave_to_send_a_body_is_given() {
    let address = served(Box::new(|| None));
    let question = r#"{"ask":"version"}"#;
    let request = post(address, question).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
    let mut stream = begun(address, request.strip_suffix(question).unwrap());
    let mut leave = [0; 25];
    stream.read_exact(&mut leave).unwrap();
    assert_eq!(&leave, b"HTTP/1.1 100 Continue\r\n\r\n");
    write!(stream, "{question}").unwrap();
    assert!(answer(stream).ends_with(r#"{"version":1}"#));
}

#[test]
fn devices_that_know_the_secret_share_a_game() {
    let place = Place::shared(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), 0).unwrap();
    let pages = Pages::bind(place, Arc::new(|| Box::new(Bundled)), Box::new(|| None)).unwrap();
    let url = pages.url();
    let address = begin(pages);
    let secret =
        url.strip_prefix(&format!("http://{address}")).unwrap().trim_end_matches('/').to_owned();
    let inside = |request: String| request.replacen(" /", &format!(" {secret}/"), 1);
    for request in [get(address, "/"), get(address, "/room"), post(address, r#"{"ask":"version"}"#)]
    {
        let told = answer(begun(address, &request));
        assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
        let told = answer(begun(address, &inside(request)));
        assert!(told.starts_with("HTTP/1.1 200 "), "{told}");
    }
    let waiting = begun(address, &inside(get(address, "/room?after=0")));
    let change = post(address, r#"{"after":0,"line":{"turns":[]}}"#).replacen("/api", "/room", 1);
    let now = r#"{"line":{"turns":[]},"version":1}"#;
    assert!(answer(begun(address, &inside(change))).ends_with(now));
    assert!(answer(waiting).ends_with(now));
    // Another page in the same browser is refused, secret or not.
    let foreign = inside(get(address, "/room")).replacen(
        "\r\n\r\n",
        "\r\nOrigin: http://elsewhere.example\r\n\r\n",
        1,
    );
    assert!(answer(begun(address, &foreign)).starts_with("HTTP/1.1 403 "));
}

#[test]
fn without_a_secret_no_game_is_shared() {
    let address = served(Box::new(|| None));
    assert!(answer(begun(address, &get(address, "/room?after=0"))).ends_with("\r\n\r\nnull"));
    let change = post(address, r#"{"after":0,"line":{}}"#).replacen("/api", "/room", 1);
    assert!(answer(begun(address, &change)).starts_with("HTTP/1.1 400 "));
}

#[test]
fn pictures_beside_a_file_are_handed_out_as_text() {
    let pages =
        Pages::bind(Place::alone(0), Arc::new(|| Box::new(Bundled)), Box::new(|| None)).unwrap();
    let address =
        begin(pages.with_pictures(Box::new(|name| (name == "a.svg").then(|| "<svg/>".to_owned()))));
    let told = answer(begun(address, &get(address, "/picture?a.svg")));
    assert!(
        told.contains("Content-Type: application/json") && told.ends_with(r#""<svg/>""#),
        "{told}"
    );
    assert!(answer(begun(address, &get(address, "/picture?b.svg"))).ends_with("\r\n\r\nnull"));
}
