//! Tables as files: what they are of, the hash of the rules, keys and values, all packed, and a checksum.
//!
//! Keys are sorted: of each only those bytes are there that differ from the one before, up to the last that is not 0. Values take
//! one byte as a rule.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::answers::Tally;
use super::keep::{sealed, unsealed};
use super::material::{Material, Summary};
use super::space::Scheme;
use super::{Roots, Settings, Solution, about, about_rules};
use crate::ir::{BySide, Game, SideId};
use crate::play::{Engine, each_size};

/// What parts of the heading are between.
const PART: &str = "\n\n";

impl Solution {
    /// Packs a table of some material into bytes, from which [`Solution::from_bytes`] makes the same.
    pub fn to_bytes(&self, material: &Material) -> Vec<u8> {
        let about = about_table(&self.game, material);
        let scheme = each_size!(self.engine, compiled => self.scheme.to_text(compiled));
        let mut facts = format!("{} {}", self.layers, self.edges);
        for tally in &self.summary.sides {
            // Writing to a text cannot fail.
            let _ = write!(facts, "\n{}", tally.to_text());
        }
        for (reason, count) in &self.final_by_reason {
            let _ = write!(facts, "\n{count} {}", reason.replace('\n', " "));
        }
        let heading = [about, scheme, facts].join(PART);
        let mut bytes = Vec::new();
        put(&mut bytes, heading.len() as u64);
        bytes.extend(heading.as_bytes());
        put(&mut bytes, self.notes.len() as u64);
        let mut last: Vec<u8> = Vec::new();
        for key in self.keys.chunks(self.scheme.packing.words()) {
            let key: Vec<u8> = key.iter().flat_map(|word| word.to_be_bytes()).collect();
            let same = key.iter().zip(&last).take_while(|(left, right)| left == right).count();
            let end =
                key.iter().rposition(|byte| *byte != 0).map_or(same, |last| same.max(last + 1));
            put(&mut bytes, same as u64);
            put(&mut bytes, (end - same) as u64);
            bytes.extend(&key[same..end]);
            last = key;
        }
        for note in &self.notes {
            put(&mut bytes, u64::from(*note));
        }
        sealed(&bytes)
    }

    /// Makes a table from its bytes.
    ///
    /// # Errors
    /// If they are damaged, or of other rules or other pieces.
    pub fn from_bytes(
        engine: &Engine,
        game: &Arc<Game>,
        material: &Material,
        bytes: &[u8],
    ) -> Result<Self, String> {
        Self::of_bytes((engine, game), &about_table(game, material), bytes)
    }

    /// Makes a table from its bytes, whatever pieces it is of.
    ///
    /// # Errors
    /// If they are damaged, or of other rules.
    pub fn open(engine: &Engine, game: &Arc<Game>, bytes: &[u8]) -> Result<Self, String> {
        Self::of_bytes((engine, game), &about_rules(game), bytes)
    }

    /// Makes a table from its bytes, if its heading begins as is wanted.
    fn of_bytes(
        (engine, game): (&Engine, &Arc<Game>),
        wanted: &str,
        bytes: &[u8],
    ) -> Result<Self, String> {
        let damaged = || "the file is damaged, or no table: its checksum is wrong".to_owned();
        let mut rest = unsealed(bytes).ok_or_else(damaged)?;
        let length = take(&mut rest).ok_or_else(damaged)?;
        let heading = cut(&mut rest, length).ok_or_else(damaged)?;
        let heading = std::str::from_utf8(heading).map_err(|_| damaged())?;
        let mut parts = heading.split(PART);
        let [kept, scheme, facts] = [(); 3].map(|()| parts.next().unwrap_or_default());
        if let Some((kept, now)) = kept.lines().zip(wanted.lines()).find(|(kept, now)| kept != now)
        {
            let what = if kept.starts_with("rules") { "of other rules" } else { "of other pieces" };
            return Err(format!(
                "the table is {what} (there: {kept}; now: {now}); take another file"
            ));
        }
        let scheme = each_size!(engine, compiled => {
            let mut read = Scheme::plain(compiled);
            read.read(compiled, scheme).then_some(read)
        });
        let scheme = scheme.ok_or_else(damaged)?;
        let words = scheme.packing.words();
        let count = take(&mut rest).and_then(|count| usize::try_from(count).ok());
        let count = count.filter(|&count| count <= rest.len()).ok_or_else(damaged)?;
        let mut key = vec![0; 8 * words];
        let mut keys = Vec::with_capacity(count * words);
        for _ in 0..count {
            let [same, fresh] = [(); 2].map(|()| take(&mut rest));
            let fresh = fresh.and_then(|length| cut(&mut rest, length)).ok_or_else(damaged)?;
            let same = same.and_then(|same| usize::try_from(same).ok());
            let same = same
                .filter(|&same| same.saturating_add(fresh.len()) <= key.len())
                .ok_or_else(damaged)?;
            key[same..].fill(0);
            key[same..same + fresh.len()].copy_from_slice(fresh);
            keys.extend(key.as_chunks::<8>().0.iter().map(|word| u64::from_be_bytes(*word)));
        }
        let note = |_| take(&mut rest).and_then(|note| u16::try_from(note).ok());
        let notes: Option<Vec<u16>> = (0..count).map(note).collect();
        let notes = notes.ok_or_else(damaged)?;
        let (layers, edges, summary, final_by_reason) = read_facts(facts).ok_or_else(damaged)?;
        Ok(Self {
            game: Arc::clone(game),
            engine: engine.clone(),
            bytes_of_key: 8 * words,
            symmetries: 1 + scheme.symmetries.len(),
            most_pieces: scheme.packing.most_pieces(&keys),
            scheme,
            keys,
            notes,
            is_symmetric: false,
            summary,
            layers,
            final_by_reason,
            edges,
        })
    }
}

fn about_table(game: &Game, material: &Material) -> String {
    let settings = Settings { symmetric: false, threads: 1, memory: 0 };
    about(game, Roots::Material(material), &settings)
}

type Facts = (usize, u64, Summary, BTreeMap<String, u64>);

fn read_facts(text: &str) -> Option<Facts> {
    let mut lines = text.lines();
    let (layers, edges) = lines.next()?.split_once(' ')?;
    let mut sides = BySide::same(Tally::default());
    for side in SideId::ALL {
        sides[side] = Tally::read(lines.next()?)?;
    }
    let reasons = lines.map(|line| {
        let (count, reason) = line.split_once(' ')?;
        Some((reason.to_owned(), count.parse().ok()?))
    });
    let reasons = reasons.collect::<Option<_>>()?;
    Some((layers.parse().ok()?, edges.parse().ok()?, Summary { sides }, reasons))
}

impl Tally {
    fn to_text(self) -> String {
        let Self { won, lost, drawn, longest, longest_to_move, longest_at } = self;
        format!("{won} {lost} {drawn} {longest} {longest_to_move} {longest_at}")
    }

    fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u64>> = text.split(' ').map(|number| number.parse().ok()).collect();
        let [won, lost, drawn, longest, longest_to_move, longest_at] = numbers?.try_into().ok()?;
        Some(Self {
            won,
            lost,
            drawn,
            longest: u16::try_from(longest).ok()?,
            longest_to_move: u16::try_from(longest_to_move).ok()?,
            longest_at: usize::try_from(longest_at).ok()?,
        })
    }
}

/// Puts a number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap_or(0) | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or(0));
}

/// Takes such a number.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Takes so many bytes.
fn cut<'b>(bytes: &mut &'b [u8], length: u64) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}
