//! Lines to whoever listens, from several threads.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where replies go: each line is written whole and at once. Clones write to the same place.
#[derive(Clone)]
pub struct Output {
    inner: Arc<Inner>,
}

struct Inner {
    to: Mutex<Box<dyn Write + Send>>,
    is_closed: AtomicBool,
}

impl Output {
    /// Writes to standard output.
    pub fn standard() -> Self {
        Self::to(Box::new(io::stdout()))
    }

    /// Writes to that.
    pub fn to(to: Box<dyn Write + Send>) -> Self {
        let inner = Inner { to: Mutex::new(to), is_closed: AtomicBool::new(false) };
        Self { inner: Arc::new(inner) }
    }

    /// Writes a line. Line ends within it would begin further lines, and are written as spaces.
    pub fn line(&self, text: impl AsRef<str>) {
        self.block(text.as_ref().replace(['\n', '\r'], " "));
    }

    /// Writes several lines that stay together.
    pub fn block(&self, text: impl AsRef<str>) {
        let mut to = self.inner.to.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = text.as_ref().to_owned();
        text.push('\n');
        if to.write_all(text.as_bytes()).and_then(|()| to.flush()).is_err() {
            self.inner.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Tells whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.inner.is_closed.load(Ordering::Relaxed)
    }
}
