//! Long calls: other threads of Python run meanwhile, and signals stop them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const PAUSE: Duration = Duration::from_millis(20);

/// Works in another thread until it is done or a signal asks for an end; `work` should look at the flag from time to time.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, mut waiting) = channel();
        let asked = &stop;
        let working = thread::Builder::new().spawn_scoped(scope, move || {
            let result = work(asked);
            // Whoever waits may have been interrupted, and listen no more.
            let _listens = done.send(()).is_ok();
            result
        })?;
        let interrupted = loop {
            let waited;
            (waiting, waited) = py.detach(move || {
                let waited = waiting.recv_timeout(PAUSE);
                (waiting, waited)
            });
            if waited != Err(RecvTimeoutError::Timeout) {
                break None;
            }
            if let Err(signal) = py.check_signals() {
                break Some(signal);
            }
        };
        if interrupted.is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        let result = py.detach(|| working.join());
        match (interrupted, result) {
            (Some(signal), _) => Err(signal),
            (None, Ok(result)) => Ok(result),
            (None, Err(_)) => Err(failed()),
        }
    })
}

/// Works in another thread until it is done or a signal asks for an end; what cannot be stopped is left alone then.
pub(crate) fn wait_or_leave<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (done, mut waiting) = channel();
    thread::Builder::new().spawn(move || {
        // Whoever waits may have been interrupted, and listen no more.
        let _listens = done.send(work()).is_ok();
    })?;
    loop {
        let waited;
        (waiting, waited) = py.detach(move || {
            let waited = waiting.recv_timeout(PAUSE);
            (waiting, waited)
        });
        match waited {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(failed()),
        }
    }
}

fn failed() -> PyErr {
    PyRuntimeError::new_err("the library has failed; please report this as a fault of it")
}
