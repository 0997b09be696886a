//! How many threads share the work.

use crate::front::cli::values::whole;
use clap::Args;

/// The most threads; more would only be in each other's way.
const MAX_THREADS: u64 = 1024;

/// How much memory the stack of a thread may take.
const STACK: usize = 8 << 20;

/// How many threads share the work.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Threads {
    /// How many threads share the work; 0 means as many as the machine has room for
    #[arg(long = "threads", value_name = "N", default_value_t = 1,
        value_parser = whole::<u64>(0..=MAX_THREADS))]
    threads: u64,
}

impl Threads {
    /// Returns how many threads those are.
    pub(super) fn number(self) -> usize {
        match usize::try_from(self.threads) {
            Ok(0) | Err(_) => std::thread::available_parallelism().map_or(1, usize::from),
            Ok(count) => count,
        }
    }

    /// Does something with so many threads.
    ///
    /// # Errors
    /// If the system has no room for them.
    pub(super) fn run<T: Send>(self, work: impl FnOnce() -> T + Send) -> super::Result<T> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(self.number());
        Ok(builder.stack_size(STACK).build()?.install(work))
    }
}
