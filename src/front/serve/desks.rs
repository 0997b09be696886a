//! Desks for those who ask at the same time.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::desk::Desk;
use crate::source::Files;

/// How many questions are answered at once; each may take the memory of a search.
const MOST: usize = 64;

/// How many desks are kept with what they remember of games, for whoever asks next.
const KEPT: usize = 4;

/// How long somebody waits for a desk.
const PATIENCE: Duration = Duration::from_secs(30);

/// What hands the files of games to a new desk.
pub type Shelves = Arc<dyn Fn() -> Box<dyn Files + Send> + Send + Sync>;

/// Desks that are lent out, one to each question: a computer that thinks at one keeps nobody from another.
pub(super) struct Desks {
    shelves: Shelves,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Desk>,
    lent: usize,
}

impl Desks {
    pub(super) fn new(shelves: Shelves) -> Self {
        Self { shelves, state: Mutex::default(), returned: Condvar::new() }
    }

    /// Answers a question; `None` if too many others are being answered.
    pub(super) fn answer(&self, question: &str) -> Option<String> {
        let mut lent = self.lend()?;
        let answer = lent.desk.as_mut()?.answer(question);
        lent.is_sound = true;
        Some(answer)
    }

    fn lend(&self) -> Option<Lent<'_>> {
        let state = self.lock();
        let waited = self.returned.wait_timeout_while(state, PATIENCE, |state| state.lent >= MOST);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.lent >= MOST {
            return None;
        }
        state.lent += 1;
        let idle = state.idle.pop();
        drop(state);
        let desk = idle.unwrap_or_else(|| Desk::new((self.shelves)()));
        Some(Lent { desks: self, desk: Some(desk), is_sound: false })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A desk that is given back when the question is answered, whatever happens.
struct Lent<'a> {
    desks: &'a Desks,
    desk: Option<Desk>,
    /// Whether the answer was reached, so that the desk may be used again.
    is_sound: bool,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let used = self.desk.take().filter(|_| self.is_sound);
        let mut state = self.desks.lock();
        state.lent -= 1;
        if state.idle.len() < KEPT {
            state.idle.extend(used);
        }
        self.desks.returned.notify_one();
    }
}
