//! Everything that can be reached: layer by layer, as sorted rows of keys.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::failure::Failure;
use super::keep::Keeper;
use super::space::{Followers, Hindrance, Space, Worker};
use super::{Progress, Settings, Stage};

/// How many positions a thread takes at a time.
pub(super) const PART: usize = 1024;

/// How many parts are gone through before what they found is put together.
const GROUP: usize = 256;

/// A key of so many words.
pub(super) type Key<const W: usize> = [u64; W];

/// Does the parts of a piece of work, shared by threads that each have something of their own to work with; what they
/// return is in the order of the parts.
///
/// # Errors
/// The trouble of the first part that has any.
pub(super) fn pool<C, T: Send>(
    threads: usize,
    parts: usize,
    own: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, usize) -> Result<T, Hindrance> + Sync,
) -> Result<Vec<T>, Hindrance> {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let done = Mutex::new(Vec::with_capacity(parts));
    let run = || {
        let mut own = own();
        loop {
            let part = next.fetch_add(1, Relaxed);
            // Parts before one that failed are still done, so that it is always the same one that is told of.
            if part >= parts || part > failed.load(Relaxed) {
                return;
            }
            let result = work(&mut own, part);
            if result.is_err() {
                failed.fetch_min(part, Relaxed);
            }
            if let Ok(mut done) = done.lock() {
                done.push((part, result));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(parts) {
            let builder = thread::Builder::new().stack_size(16 << 20);
            // Without room for another thread there is one less.
            drop(builder.spawn_scoped(scope, run));
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(part, _)| *part);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does the parts of a piece of work about the positions of a game.
///
/// # Errors
/// The trouble of the first part that has any.
pub(super) fn share<T: Send>(
    space: &dyn Space,
    threads: usize,
    parts: usize,
    work: impl Fn(&mut dyn Worker, usize) -> Result<T, Hindrance> + Sync,
) -> Result<Vec<T>, Hindrance> {
    pool(threads, parts, || space.worker(), |worker, part| work(worker.as_mut(), part))
}

/// What can be reached.
pub(super) struct Explored<const W: usize> {
    /// All keys, sorted.
    pub(super) keys: Vec<Key<W>>,
    /// How many layers there are.
    pub(super) layers: usize,
}

/// Finds all positions that can be reached from some.
pub(super) fn explore<const W: usize>(
    space: &dyn Space,
    mut roots: Vec<Key<W>>,
    settings: &Settings,
    keeper: &mut Keeper<'_>,
    progress: &mut Progress<'_>,
) -> Result<Explored<W>, Failure> {
    roots.sort_unstable();
    roots.dedup();
    let mut known: Vec<Key<W>> = Vec::new();
    let mut layers = 0;
    let mut frontier = roots;
    while let Some(layer) = keeper.layer::<W>(layers)? {
        merge_into(&mut known, &layer);
        frontier = layer;
        layers += 1;
    }
    if layers == 0 {
        keeper.save_layer(0, &frontier)?;
        known.clone_from(&frontier);
        layers = 1;
    }
    while !frontier.is_empty() {
        let next = follow(space, &known, &frontier, settings, progress)?;
        keeper.save_layer(layers, &next)?;
        merge_into(&mut known, &next);
        frontier = next;
        layers += 1;
    }
    Ok(Explored { keys: known, layers })
}

/// Finds the positions that follow on a layer and are not known.
fn follow<const W: usize>(
    space: &dyn Space,
    known: &[Key<W>],
    frontier: &[Key<W>],
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Vec<Key<W>>, Failure> {
    let mut next: Vec<Key<W>> = Vec::new();
    for (number, group) in frontier.chunks(PART * GROUP).enumerate() {
        let parts: Vec<&[Key<W>]> = group.chunks(PART).collect();
        let runs = share(space, settings.threads, parts.len(), |worker, part| {
            let mut found: Vec<Key<W>> = Vec::new();
            let mut followers = Followers::default();
            for key in parts[part] {
                worker.expand(key, true, &mut followers)?;
                found.extend(followers.keys.as_chunks::<W>().0);
            }
            found.sort_unstable();
            found.dedup();
            Ok(found)
        })?;
        let mut fresh = runs.concat();
        drop(runs);
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|key| known.binary_search(key).is_err());
        let keys = known.len() + frontier.len() + 2 * next.len() + 2 * fresh.len();
        settings.afford(known.len() + next.len(), keys * size_of::<Key<W>>())?;
        merge_into(&mut next, &fresh);
        let done = number * PART * GROUP + group.len();
        progress.show(Stage::Exploring, known.len() + next.len(), frontier.len() - done)?;
    }
    Ok(next)
}

/// Adds keys that are sorted to others that are, each once.
pub(super) fn merge_into<const W: usize>(into: &mut Vec<Key<W>>, other: &[Key<W>]) {
    if other.is_empty() {
        return;
    }
    let (mut left, mut right) = (into.len(), other.len());
    into.resize(left + right, [0; W]);
    let mut to = into.len();
    // From the back, so that nothing has to be kept elsewhere.
    while right > 0 {
        to -= 1;
        if left > 0 && into[left - 1] > other[right - 1] {
            into[to] = into[left - 1];
            left -= 1;
        } else {
            if left > 0 && into[left - 1] == other[right - 1] {
                left -= 1;
            }
            into[to] = other[right - 1];
            right -= 1;
        }
    }
    // What was in both leaves a gap.
    if to > left {
        into.drain(left..to);
    }
}
