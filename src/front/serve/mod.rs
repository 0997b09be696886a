//! The page in a browser, served from this machine to this machine.

mod page;
mod request;

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Request, Response, Server};

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
        let mut response = Response::from_data(answered.body).with_status_code(answered.status);
        let headers = [
            ("Content-Type", answered.kind),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ];
        for (name, value) in headers {
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        // Whoever has gone away needs no answer.
        drop(request.respond(response));
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
