//! The game that several devices play: whatever one of them says of it, the others are handed.
//!
//! The server knows no rules here. Each page plays the turns by the rules before it shows them.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

/// How long a device waits for news before it has to ask again.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many devices may wait; whoever comes then is answered at once.
const MOST_WAITING: usize = 64;

/// The game on the table.
#[derive(Default)]
pub(super) struct Room {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many times the game was changed.
    version: u64,
    /// The game as the last device described it.
    line: Value,
    waiting: usize,
}

/// A change that a device asks for.
#[derive(Deserialize)]
struct Change {
    /// The version that the device has seen.
    after: u64,
    line: serde_json::Map<String, Value>,
}

impl Room {
    /// Describes the game, as soon as it is newer than a version.
    pub(super) fn news(&self, after: Option<u64>) -> Value {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.waiting < MOST_WAITING && after == Some(state.version) {
            state.waiting += 1;
            let is_old = |state: &mut State| after == Some(state.version);
            let waited = self.changed.wait_timeout_while(state, PATIENCE, is_old);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        state.described()
    }

    /// Changes the game, unless another device was faster, and describes what it is now; `None` if this is no change.
    pub(super) fn change(&self, body: &str) -> Option<Value> {
        let Change { after, line } = serde_json::from_str(body).ok()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if after == state.version {
            state.version += 1;
            state.line = Value::Object(line);
            self.changed.notify_all();
        }
        Some(state.described())
    }
}

impl State {
    fn described(&self) -> Value {
        json!({ "version": self.version, "line": self.line })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn whoever_waits_is_handed_what_another_changes() {
        let room = Room::default();
        assert_eq!(room.news(None), json!({ "version": 0, "line": null }));
        let told = thread::scope(|scope| {
            let waiting = scope.spawn(|| room.news(Some(0)));
            while room.state.lock().unwrap().waiting == 0 {
                thread::yield_now();
            }
            room.change(r#"{"after":0,"line":{"turns":["e2e4"]}}"#).unwrap();
            waiting.join().unwrap()
        });
        assert_eq!(told, json!({ "version": 1, "line": { "turns": ["e2e4"] } }));
    }

    #[test]
    fn of_two_changes_the_first_counts() {
        let room = Room::default();
        let first = room.change(r#"{"after":0,"line":{"turns":["e2e4"]}}"#);
        assert_eq!(room.change(r#"{"after":0,"line":{"turns":["d2d4"]}}"#), first);
        for body in ["", "{}", r#"{"after":1,"line":3}"#, r#"{"after":-1,"line":{}}"#] {
            assert_eq!(room.change(body), None, "{body}");
        }
        // Whoever has seen less, or what never was, is answered at once.
        assert_eq!(room.news(Some(0)), room.news(Some(7)));
    }
}
