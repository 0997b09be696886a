//! Other words in place of all messages, for the test that nothing depends on them.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

thread_local! {
    static REWORDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs something with other words in all diagnostics that it makes: different texts stay different, and that is all.
pub(crate) fn with_other_words<T>(run: impl FnOnce() -> T) -> T {
    REWORDED.set(true);
    let result = run();
    REWORDED.set(false);
    result
}

/// Returns a text, or other words for it.
pub(super) fn words(text: String) -> String {
    if !REWORDED.get() {
        return text;
    }
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("reworded {:x}", hasher.finish())
}
