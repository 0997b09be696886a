//! The desk as a WebAssembly module: it imports nothing, and three functions and its memory are all it exports.
//!
//! Whoever asks gets [`room`] for a question, writes it there as UTF-8, calls [`answer`] and reads as many bytes at the
//! address it returns as [`answer_length`] says. Addresses are good until the next call. After a trap nothing can be relied
//! on: throw the instance away and make another.

#![expect(
    unsafe_code,
    reason = "an export has a name that no other may have; nothing but the linker checks that"
)]

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use fairyring::bundled::Bundled;
use fairyring::desk::{Desk, MAX_QUESTION_BYTES};

/// The desk, with the texts that go over it.
struct Counter {
    desk: Desk,
    question: Vec<u8>,
    answer: String,
}

static COUNTER: LazyLock<Mutex<Counter>> = LazyLock::new(|| {
    let desk = Desk::new(Box::new(Bundled));
    Mutex::new(Counter { desk, question: Vec::new(), answer: String::new() })
});

/// Nobody else can hold it: a module has one thread, and a call that trapped is its last.
fn counter() -> MutexGuard<'static, Counter> {
    COUNTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of so many bytes and returns its address; 0 if a question may not be as long.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    if bytes > MAX_QUESTION_BYTES {
        return std::ptr::null_mut();
    }
    let mut counter = counter();
    counter.question.clear();
    counter.question.resize(bytes, 0);
    counter.question.as_mut_ptr()
}

/// Answers the question in the room and returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let mut counter = counter();
    let question = std::mem::take(&mut counter.question);
    counter.answer = counter.desk.answer(&String::from_utf8_lossy(&question));
    counter.answer.as_ptr()
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    counter().answer.len()
}
