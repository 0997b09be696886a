//! The page in a browser, served from this machine to this machine.
//!
//! Each connection has a thread and may take so long and send so much; nobody waits for somebody else.

mod connection;
mod desks;
mod page;
mod request;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};

use connection::{Failure, Times};
use desks::Desks;
pub use desks::Shelves;
use request::{Answered, Asked, Request};

/// What is told about the file that somebody is writing: its name and its text now.
pub type Watch = Box<dyn Fn() -> Option<(String, String)> + Send + Sync>;

/// How many connections are open at once; whoever comes then is sent away until one is closed.
const MAX_CONNECTIONS: usize = 512;

/// How many bytes the stack of a connection's thread may have: a search goes deep.
const STACK: usize = 8 << 20;

/// How long nothing is accepted when the machine has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server of the page that has not begun to answer.
pub struct Pages {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all connections use.
struct Shared {
    address: SocketAddr,
    desks: Desks,
    watch: Watch,
    times: Times,
    open: AtomicUsize,
}

impl Pages {
    /// Takes a port of this machine; 0 takes any that is free.
    ///
    /// # Errors
    /// If the port is taken or not allowed.
    pub fn bind(port: u16, shelves: Shelves, watch: Watch) -> Result<Self> {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let unusable = |error| anyhow!("port {port} of this machine cannot be used: {error}");
        let listener = TcpListener::bind(address).map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let (desks, times) = (Desks::new(shelves), Times::default());
        let shared = Shared { address, desks, watch, times, open: AtomicUsize::new(0) };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.shared.address)
    }

    /// Answers requests until the program is ended.
    pub fn serve(self) {
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            // Dropped without a word where there is no room: to write one might take long.
            let Some(seat) = Seat::take(&self.shared) else { continue };
            let answer = move || seat.0.answer(stream);
            drop(thread::Builder::new().stack_size(STACK).spawn(answer));
        }
    }
}

/// The right to a connection, given back when it is closed.
struct Seat(Arc<Shared>);

impl Seat {
    fn take(shared: &Arc<Shared>) -> Option<Self> {
        let seat = Self(Arc::clone(shared));
        (shared.open.fetch_add(1, Ordering::Relaxed) < MAX_CONNECTIONS).then_some(seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    /// Answers the request of a connection. Whoever has gone away needs no answer.
    fn answer(&self, mut stream: TcpStream) {
        let (answered, head_only) = match connection::read(&mut stream, self.times) {
            Ok(request) => {
                let head_only = request.method == "HEAD";
                (self.answered(request), head_only)
            }
            Err(Failure::Refused(refused)) => (refused, false),
            Err(Failure::Gone) => return,
        };
        drop(connection::send(&mut stream, &answered, head_only, self.times));
    }

    fn answered(&self, request: Request) -> Answered {
        let (host, origin) = (request.host.as_deref(), request.origin.as_deref());
        let asked = request::check_sender(host, origin, self.address)
            .and_then(|()| request::route(&request.method, &request.path, request.body));
        match asked {
            Ok(Asked::Page(path)) => match page::find(&path) {
                Some((kind, text)) => Answered::new(200, kind, text),
                None => Answered::refused(404, "there is no such page"),
            },
            Ok(Asked::Watch) => {
                let told = (self.watch)()
                    .map(|(name, text)| serde_json::json!({ "name": name, "text": text }));
                let text = serde_json::Value::from(told).to_string();
                Answered::new(200, "application/json", text)
            }
            Ok(Asked::Question(question)) => match self.desks.answer(&question) {
                Some(text) => Answered::new(200, "application/json", text),
                None => Answered::refused(503, "too many questions are being answered; ask again"),
            },
            Err(refused) => refused,
        }
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("address", &self.shared.address).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
