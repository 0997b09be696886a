//! Values of all positions, from the ends of the game backwards.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::explore::{Key, PART, share};
use super::failure::Failure;
use super::space::{Followers, Found, Space};
use super::{Progress, Settings, Stage};
use crate::search::Value;

/// The most positions: each number is kept in 31 bits.
const MOST: usize = (u32::MAX >> 1) as usize;

/// How many parts are gone through between two words about how far it has come.
const GROUP: usize = 256;

/// What is noted of positions for which nothing can be forced.
pub(super) const UNDECIDED: u16 = 0;

/// Notes a value and in how many plies it is reached.
pub(super) fn noted(value: Value, plies: u16) -> Option<u16> {
    match value {
        Value::Draw => Some(UNDECIDED),
        Value::Loss => plies.checked_mul(2)?.checked_add(1),
        Value::Win => plies.checked_mul(2)?.checked_add(2),
    }
}

/// Reads what was noted.
pub(super) fn read(note: u16) -> (Value, u16) {
    match note.checked_sub(1) {
        None => (Value::Draw, 0),
        Some(rest) if rest % 2 == 0 => (Value::Loss, rest / 2),
        Some(rest) => (Value::Win, rest / 2),
    }
}

/// The ends of the game among the positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// How many there are by the number of their reason.
    pub(super) reasons: BTreeMap<usize, u64>,
    /// How many ways lead from one position to another.
    pub(super) edges: u64,
}

/// The positions that lead to each one.
struct Links {
    /// Where those of each position begin in `sources`.
    starts: Vec<u64>,
    /// Numbers of positions, doubled; odd if the same side moves again.
    sources: Vec<AtomicU32>,
}

/// What is known of one part of the positions before links are made.
struct Counted {
    degrees: Vec<u16>,
    notes: Vec<u16>,
    ends: Ends,
}

/// Returns the numbers of the positions that follow, all of which are known.
fn ranks<const W: usize>(keys: &[Key<W>], followers: &Followers) -> impl Iterator<Item = usize> {
    let followers = followers.keys.as_chunks::<W>().0.iter();
    followers.map(|key| keys.binary_search(key).unwrap_or_else(|place| place))
}

/// Counts the ends only.
pub(super) fn ends<const W: usize>(
    space: &dyn Space,
    keys: &[Key<W>],
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Ends, Failure> {
    let incoming: Vec<AtomicU32> = Vec::new();
    Ok(count(space, keys, &incoming, settings, progress)?.ends)
}

/// Works out the value of every position.
pub(super) fn values<const W: usize>(
    space: &dyn Space,
    keys: &[Key<W>],
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<(Vec<u16>, Ends), Failure> {
    if keys.len() > MOST {
        return Err(Failure::Positions(MOST));
    }
    let fixed = keys.len() * (size_of::<Key<W>>() + 4 + 8 + 2 + 2);
    settings.afford(keys.len(), fixed)?;
    let incoming: Vec<AtomicU32> = keys.iter().map(|_| AtomicU32::new(0)).collect();
    let Counted { mut degrees, mut notes, ends } =
        count(space, keys, &incoming, settings, progress)?;
    let links = usize::try_from(ends.edges).unwrap_or(usize::MAX);
    settings.afford(keys.len(), fixed.saturating_add(links.saturating_mul(4)))?;
    let links = link(space, keys, incoming, settings, progress)?;
    propagate(&links, &mut degrees, &mut notes, progress)?;
    Ok((notes, ends))
}

/// Counts the ways out of and into each position, and notes what ended positions are worth.
fn count<const W: usize>(
    space: &dyn Space,
    keys: &[Key<W>],
    incoming: &[AtomicU32],
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Counted, Failure> {
    let mut all = Counted {
        degrees: Vec::with_capacity(keys.len()),
        notes: Vec::with_capacity(keys.len()),
        ends: Ends::default(),
    };
    for group in keys.chunks(PART * GROUP) {
        let parts: Vec<&[Key<W>]> = group.chunks(PART).collect();
        let counted = share(space, settings.threads, parts.len(), |worker, part| {
            let mut followers = Followers::default();
            let mut counted =
                Counted { degrees: Vec::new(), notes: Vec::new(), ends: Ends::default() };
            for key in parts[part] {
                let found = worker.expand(key, false, &mut followers)?;
                let note = match found {
                    Found::Open => UNDECIDED,
                    Found::Over(value, reason) => {
                        *counted.ends.reasons.entry(reason).or_default() += 1;
                        noted(value, 0).unwrap_or(UNDECIDED)
                    }
                };
                counted.notes.push(note);
                let degree = followers.again.len();
                counted.degrees.push(u16::try_from(degree).unwrap_or(u16::MAX));
                counted.ends.edges += degree as u64;
                if !incoming.is_empty() {
                    ranks(keys, &followers).for_each(|to| _ = incoming[to].fetch_add(1, Relaxed));
                }
            }
            Ok(counted)
        })?;
        for part in counted {
            all.degrees.extend(part.degrees);
            all.notes.extend(part.notes);
            all.ends.edges += part.ends.edges;
            for (reason, count) in part.ends.reasons {
                *all.ends.reasons.entry(reason).or_default() += count;
            }
        }
        progress.show(Stage::Counting, all.notes.len(), keys.len() - all.notes.len())?;
    }
    Ok(all)
}

/// Notes for each position which ones lead to it; `incoming` tells how many.
fn link<const W: usize>(
    space: &dyn Space,
    keys: &[Key<W>],
    incoming: Vec<AtomicU32>,
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Links, Failure> {
    let mut sum = 0;
    let mut starts = Vec::with_capacity(keys.len() + 1);
    for count in &incoming {
        starts.push(sum);
        sum += u64::from(count.load(Relaxed));
    }
    starts.push(sum);
    let sources: Vec<AtomicU32> = (0..sum).map(|_| AtomicU32::new(0)).collect();
    let left = incoming;
    for (number, group) in keys.chunks(PART * GROUP).enumerate() {
        let parts: Vec<&[Key<W>]> = group.chunks(PART).collect();
        share(space, settings.threads, parts.len(), |worker, part| {
            let mut followers = Followers::default();
            let first = (number * GROUP + part) * PART;
            for (from, key) in (first..).zip(parts[part]) {
                worker.expand(key, false, &mut followers)?;
                let from = u32::try_from(from).unwrap_or(0) << 1;
                for (to, &again) in ranks(keys, &followers).zip(&followers.again) {
                    let place = starts[to] + u64::from(left[to].fetch_sub(1, Relaxed)) - 1;
                    let place = usize::try_from(place).unwrap_or(usize::MAX);
                    sources[place].store(from | u32::from(again), Relaxed);
                }
            }
            Ok(())
        })?;
        let done = number * PART * GROUP + group.len();
        progress.show(Stage::Linking, done, keys.len() - done)?;
    }
    Ok(Links { starts, sources })
}

/// Carries values back, ply by ply.
fn propagate(
    links: &Links,
    degrees: &mut [u16],
    notes: &mut [u16],
    progress: &mut Progress<'_>,
) -> Result<(), Failure> {
    let mut decided: Vec<u32> = Vec::new();
    for (number, note) in (0..).zip(notes.iter()) {
        if *note != UNDECIDED {
            decided.push(number);
        }
    }
    let (mut plies, mut done) = (0_u16, 0);
    while !decided.is_empty() {
        done += decided.len();
        progress.show(Stage::Solving(plies), done, notes.len() - done)?;
        plies = plies.checked_add(1).ok_or(Failure::Distance)?;
        let mut next = Vec::new();
        for &number in &decided {
            let (value, _) = read(notes[number as usize]);
            let [start, end] = [0, 1].map(|after| {
                usize::try_from(links.starts[number as usize + after]).unwrap_or(usize::MAX)
            });
            for source in &links.sources[start..end] {
                let source = source.load(Relaxed);
                let (from, again) = (source >> 1, source & 1 == 1);
                if notes[from as usize] != UNDECIDED {
                    continue;
                }
                let left = &mut degrees[from as usize];
                *left = left.saturating_sub(1);
                let value = if again { value } else { value.flipped() };
                if value == Value::Win || *left == 0 {
                    notes[from as usize] = noted(value, plies).ok_or(Failure::Distance)?;
                    next.push(from);
                }
            }
        }
        decided = next;
    }
    Ok(())
}
