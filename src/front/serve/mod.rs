//! The page in a browser, served from this machine to this machine.

mod page;
mod request;

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Result, anyhow};
use tiny_http::{Request, Server, StatusCode};

use crate::desk::{Desk, MAX_QUESTION_BYTES};
use request::{Answered, Asked};

/// What is told about the file that somebody is writing: its name and its text now.
pub type Watch = Box<dyn Fn() -> Option<(String, String)>>;

/// A server of the page that has not begun to answer.
pub struct Pages {
    server: Server,
    address: SocketAddr,
    desk: Desk,
    watch: Watch,
}

impl Pages {
    /// Takes a port of this machine; 0 takes any that is free.
    ///
    /// # Errors
    /// If the port is taken or not allowed.
    pub fn bind(port: u16, desk: Desk, watch: Watch) -> Result<Self> {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let server = Server::http(address)
            .map_err(|error| anyhow!("port {port} of this machine cannot be used: {error}"))?;
        let address = server.server_addr().to_ip().unwrap_or(address);
        Ok(Self { server, address, desk, watch })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests until the program is ended.
    pub fn serve(mut self) {
        while let Ok(request) = self.server.recv() {
            self.answer(request);
        }
    }

    fn answer(&mut self, mut request: Request) {
        let answered = match asked(&mut request, self.address) {
            Ok(asked) => self.answered(&asked),
            Err(refused) => refused,
        };
        // Whoever has gone away needs no answer.
        drop(send(request.into_writer(), &answered));
    }

    fn answered(&mut self, asked: &Asked) -> Answered {
        match asked {
            Asked::Page(path) => match page::find(path) {
                Some((kind, text)) => Answered::new(200, kind, text),
                None => Answered::refused(404, "there is no such page"),
            },
            Asked::Watch => {
                let told = (self.watch)()
                    .map(|(name, text)| serde_json::json!({ "name": name, "text": text }));
                let text = serde_json::Value::from(told).to_string();
                Answered::new(200, "application/json", text)
            }
            Asked::Question(question) => {
                Answered::new(200, "application/json", self.desk.answer(question))
            }
        }
    }
}

/// Sends an answer, and says that no other follows on the connection.
///
/// The library has a thread for each connection that is kept open. When several come at once, it may leave one without a
/// thread until another connection is closed, and a browser closes none of its own accord.
fn send(mut to: impl Write, answered: &Answered) -> io::Result<()> {
    let Answered { status, kind, body } = answered;
    let reason = StatusCode(*status).default_reason_phrase();
    write!(
        to,
        "HTTP/1.1 {status} {reason}\r\n\
         Content-Type: {kind}\r\n\
         Content-Length: {}\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Cache-Control: no-store\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Connection: close\r\n\r\n",
        body.len()
    )?;
    to.write_all(body)?;
    to.flush()
}

/// Reads what a request asks for.
fn asked(request: &mut Request, address: SocketAddr) -> std::result::Result<Asked, Answered> {
    let header = |name: &'static str| {
        let mut headers = request.headers().iter();
        headers.find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
    };
    request::check_sender(header("Host"), header("Origin"), address)?;
    let (method, path) = (request.method().to_string(), request.url().to_owned());
    let mut body = String::new();
    let most = u64::try_from(MAX_QUESTION_BYTES).unwrap_or(u64::MAX);
    if request.as_reader().take(most + 1).read_to_string(&mut body).is_err() {
        return Err(Answered::refused(400, "the question is not UTF-8 text"));
    }
    request::route(&method, &path, body)
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("address", &self.address).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::bundled::Bundled;

    #[test]
    fn browsers_that_ask_for_much_at_once_are_answered() {
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            let pages = Pages::bind(0, Desk::new(Box::new(Bundled)), Box::new(|| None)).unwrap();
            tell.send(pages.address).unwrap();
            pages.serve();
        });
        let address = told.recv().unwrap();
        let ask = || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            write!(stream, "GET /main.js HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
            stream
        };
        // All of them are open before the first is read.
        let streams: Vec<TcpStream> = (0..24).map(|_| ask()).collect();
        for mut stream in streams {
            let (mut head, mut byte) = (Vec::new(), [0]);
            while !head.ends_with(b"\r\n\r\n") {
                stream.read_exact(&mut byte).unwrap();
                head.push(byte[0]);
            }
            let head = String::from_utf8(head).unwrap();
            assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
            assert!(head.contains("\r\nConnection: close\r\n"), "{head}");
            let (_, text) = page::find("/main.js").unwrap();
            let mut body = vec![0; text.len()];
            stream.read_exact(&mut body).unwrap();
            assert_eq!(body, text.as_bytes());
        }
    }
}
