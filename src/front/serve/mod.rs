//! The page in a browser, served from this machine to this machine, or to those in its network who know a secret.
//!
//! Each connection has a thread and may take so long and send so much; nobody waits for somebody else.

mod connection;
mod desks;
mod packing;
mod page;
mod place;
mod request;
mod room;

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};

use connection::{Failure, Times};
use desks::Desks;
pub use desks::Shelves;
pub use place::Place;
use request::{Answered, Asked, Request};
use room::Room;
use serde_json::{Value, json};

/// What is told about the file that somebody is writing: its name and its text now.
pub type Watch = Box<dyn Fn() -> Option<(String, String)> + Send + Sync>;

/// Returns the text of a picture beside that file, by its name.
pub type Pictures = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// How many connections are open at once; whoever comes then is sent away until one is closed.
const MAX_CONNECTIONS: usize = 512;

/// How many bytes the stack of a connection's thread may have: a search goes deep.
const STACK: usize = 8 << 20;

/// How long nothing is accepted when the machine has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server of the page that has not begun to answer.
pub struct Pages {
    listener: TcpListener,
    shared: Shared,
}

/// What all connections use.
struct Shared {
    place: Place,
    desks: Desks,
    watch: Watch,
    pictures: Pictures,
    room: Room,
    times: Times,
    open: AtomicUsize,
}

impl Pages {
    /// Takes a port.
    ///
    /// # Errors
    /// If the port is taken or not allowed, or the address is none of this machine's.
    pub fn bind(mut place: Place, shelves: Shelves, watch: Watch) -> Result<Self> {
        let (ip, port) = (place.address.ip(), place.address.port());
        let unusable = |error| match &place.secret {
            None => anyhow!("port {port} of this machine cannot be used: {error}"),
            Some(_) => anyhow!("port {port} of the address {ip} cannot be used: {error}"),
        };
        let listener = TcpListener::bind(place.address).map_err(unusable)?;
        place.address = listener.local_addr().map_err(unusable)?;
        let shared = Shared {
            place,
            desks: Desks::new(shelves),
            watch,
            pictures: Box::new(|_| None),
            room: Room::default(),
            times: Times::default(),
            open: AtomicUsize::new(0),
        };
        Ok(Self { listener, shared })
    }

    /// Hands out the pictures beside the file that somebody is writing.
    #[must_use]
    pub fn with_pictures(mut self, pictures: Pictures) -> Self {
        self.shared.pictures = pictures;
        self
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        self.shared.place.url()
    }

    /// Answers requests until the program is ended.
    pub fn serve(self) {
        let shared = Arc::new(self.shared);
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            // Dropped without a word where there is no room: to write one might take long.
            let Some(seat) = Seat::take(&shared) else { continue };
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
                let takes_gzip = request.takes_gzip;
                let answered = self.answered(request);
                (if takes_gzip { packing::packed(answered) } else { answered }, head_only)
            }
            Err(Failure::Refused(refused)) => (refused, false),
            Err(Failure::Gone) => return,
        };
        drop(connection::send(&mut stream, &answered, head_only, self.times));
    }

    fn answered(&self, request: Request) -> Answered {
        let (host, origin) = (request.host.as_deref(), request.origin.as_deref());
        if let Err(refused) = request::check_sender(host, origin, self.place.address) {
            return refused;
        }
        let Some(path) = self.place.inner(&request.path) else {
            return Answered::refused(
                403,
                "this address lacks its secret: take the whole one that the program printed",
            );
        };
        let asked = match request::route(&request.method, path, request.body) {
            Ok(asked) => asked,
            Err(refused) => return refused,
        };
        match asked {
            Asked::Page(path) => match page::find(&path) {
                Some((kind, text)) => Answered::new(200, kind, text),
                None => Answered::refused(404, "there is no such page"),
            },
            Asked::Watch => {
                let file = (self.watch)().map(|(name, text)| json!({ "name": name, "text": text }));
                Answered::json(&file.into())
            }
            Asked::Picture(name) => Answered::json(&(self.pictures)(&name).into()),
            Asked::News(_) if self.place.secret.is_none() => Answered::json(&Value::Null),
            Asked::News(after) => Answered::json(&self.room.news(after)),
            Asked::Change(body) => match self.room.change(&body) {
                Some(now) if self.place.secret.is_some() => Answered::json(&now),
                _ => Answered::refused(400, "this is no change of a game that devices share"),
            },
            Asked::Question(question) => match self.desks.answer(&question) {
                Some(text) => Answered::new(200, request::JSON, text),
                None => Answered::refused(503, "too many questions are being answered; ask again"),
            },
        }
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("address", &self.shared.place.address).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
