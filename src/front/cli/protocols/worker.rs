//! A thread that thinks while the protocol listens.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::clock::Watch;
use super::thinker::{Limits, Thinker, Thought};
use crate::session::Session;
use crate::state::Turn;

/// How much memory the stack of the thread may take.
const STACK: usize = 64 << 20;

/// A task to think about.
pub struct Task {
    /// Where.
    pub session: Session,
    /// How far.
    pub limits: Limits,
    /// When to stop.
    pub watch: Arc<Watch>,
    /// What is tried before thinking, if anything; if it finds a turn, that is played.
    pub first: Option<Attempt>,
    /// Is told what becomes known on the way.
    pub tell: Box<dyn FnMut(&Thought) + Send>,
    /// Is told what was found at the end, once; nothing if there is no legal turn.
    pub done: Box<dyn FnOnce(Option<Turn>) + Send>,
}

/// What is tried before thinking.
pub type Attempt = Box<dyn FnOnce(&Session, &Watch) -> Option<Turn> + Send>;

/// Who thinks, one task at a time.
#[derive(Default)]
pub struct Worker {
    thinker: Arc<Mutex<Option<Box<dyn Thinker>>>>,
    running: Option<Running>,
}

struct Running {
    watch: Arc<Watch>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Lets somebody else think from now on; nobody if the game is not known yet.
    pub fn employ(&mut self, thinker: Option<Box<dyn Thinker>>) {
        self.stop();
        *self.thinker.lock().unwrap_or_else(PoisonError::into_inner) = thinker;
    }

    /// Tells whether nobody is there to think.
    pub fn is_vacant(&mut self) -> bool {
        self.finish();
        self.thinker.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Forgets what was learnt in other games.
    pub fn forget(&mut self) {
        self.stop();
        if let Some(thinker) = self.thinker.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
        {
            thinker.forget();
        }
    }

    /// Begins to think; what was begun before is stopped first.
    pub fn start(&mut self, task: Task) {
        self.stop();
        let (thinker, watch) = (Arc::clone(&self.thinker), Arc::clone(&task.watch));
        self.run(watch, Box::new(move || think(&thinker, task)));
    }

    /// Begins other work in the place of thinking; what was begun before is stopped first.
    pub fn run(&mut self, watch: Arc<Watch>, work: Box<dyn FnOnce() + Send>) {
        self.stop();
        // Without a thread there is no answer: the system has no room for one, and nothing can be done here.
        if let Ok(thread) = thread::Builder::new().stack_size(STACK).spawn(work) {
            self.running = Some(Running { watch, thread });
        }
    }

    /// Returns what tells the thread to stop, if it thinks.
    pub fn watch(&mut self) -> Option<&Arc<Watch>> {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.running = None;
        }
        self.running.as_ref().map(|running| &running.watch)
    }

    /// Stops thinking, and waits until what was found is told.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.watch.stop();
        }
        self.finish();
    }

    /// Waits until what was found is told.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            // A thread that has panicked has said so.
            drop(running.thread.join());
        }
    }
}

fn think(thinker: &Mutex<Option<Box<dyn Thinker>>>, task: Task) {
    let Task { session, limits, watch, first, mut tell, done } = task;
    let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
    // Whoever waits for a turn gets one, whatever happens to who thinks.
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        // Where the game is over, no turn can be played.
        let goes_on = !matches!(session.result(), Ok(Some(_)));
        let thinker = thinker.as_mut().filter(|_| goes_on)?;
        if let Some(turn) = first.and_then(|attempt| attempt(&session, &watch)) {
            return Some(turn);
        }
        thinker.think(&session, &limits, watch.as_ref(), &mut *tell)
    }));
    drop(thinker);
    let found = found.ok().flatten().or_else(|| any(&session, &limits));
    watch.until_it_counts();
    done(found);
}

/// Returns any turn, where nobody has found a good one.
fn any(session: &Session, limits: &Limits) -> Option<Turn> {
    let turns = session.legal_turns().ok().filter(|_| !matches!(session.result(), Ok(Some(_))))?;
    let wanted = turns.iter().find(|turn| limits.only.contains(turn));
    wanted.or_else(|| turns.first()).cloned()
}
