//! Positions that are learned from, and the files in which they are kept.
//!
//! A file begins with a line that names the rules; then each game is a block: its length in bytes (four bytes, lowest first),
//! its number (eight), and its lessons. A block that was not written to its end counts as none.

use crate::ir::SideId;
use std::collections::BTreeMap;

/// How a file begins, before the hash of the rules.
const HEAD: &str = "fairyring lessons 1 ";

/// How many bytes stand before the lessons of a block.
const BEFORE: usize = 12;

/// A position, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The side to move.
    pub side: SideId,
    /// What the side to move got in the end: 0, 1 or 2 half points.
    pub half_points: u8,
    /// What was derived about the position, in points for the side to move.
    pub derived: i16,
    /// What a search said.
    pub searched: i16,
    /// What is 1 or more among the inputs.
    pub inputs: Vec<(u32, u8)>,
}

/// The lessons of games, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    games: BTreeMap<u64, Vec<Lesson>>,
}

impl Lessons {
    /// Returns the beginning of a file of lessons about the game of such rules.
    pub fn head(rules: &str) -> String {
        format!("{HEAD}{rules}\n")
    }

    /// Reads a file of lessons; returns them, and how many of its bytes are good.
    ///
    /// # Errors
    /// If it is no such file, or one about other rules.
    pub fn read(bytes: &[u8], rules: &str) -> Result<(Self, usize), String> {
        let head = Self::head(rules);
        let Some(mut rest) = bytes.strip_prefix(head.as_bytes()) else {
            let is_other = bytes.starts_with(HEAD.as_bytes());
            let why = if is_other { "it is about other rules" } else { "it is no file of lessons" };
            return Err(why.to_owned());
        };
        let mut lessons = Self::default();
        while let Some((number, game, after)) = block(rest) {
            lessons.add(number, game);
            rest = after;
        }
        Ok((lessons, bytes.len() - rest.len()))
    }

    /// Returns the block of a game.
    pub fn block(number: u64, game: &[Lesson]) -> Vec<u8> {
        let mut block = vec![0; 4];
        block.extend(number.to_le_bytes());
        for lesson in game {
            write(lesson, &mut block);
        }
        let length = u32::try_from(block.len()).unwrap_or(u32::MAX);
        block[..4].copy_from_slice(&length.to_le_bytes());
        block
    }

    /// Adds those of a game.
    pub fn add(&mut self, number: u64, game: Vec<Lesson>) {
        self.games.insert(number, game);
    }

    /// Tells whether there are those of a game, even if it taught nothing.
    pub fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// Returns how many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns all lessons, game after game.
    pub fn all(&self) -> impl Iterator<Item = &Lesson> {
        self.games.values().flatten()
    }
}

fn write(lesson: &Lesson, block: &mut Vec<u8>) {
    block.extend([lesson.side.0, lesson.half_points]);
    block.extend(lesson.derived.to_le_bytes());
    block.extend(lesson.searched.to_le_bytes());
    let count = u16::try_from(lesson.inputs.len()).unwrap_or(u16::MAX);
    block.extend(count.to_le_bytes());
    for (input, value) in lesson.inputs.iter().take(usize::from(count)) {
        block.extend(input.to_le_bytes());
        block.push(*value);
    }
}

/// Reads a block; returns the number of the game, its lessons, and what stands behind it.
fn block(bytes: &[u8]) -> Option<(u64, Vec<Lesson>, &[u8])> {
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    let (block, after) = bytes.split_at_checked(length)?;
    let number = u64::from_le_bytes(*block.get(4..)?.first_chunk()?);
    let mut rest = block.get(BEFORE..)?;
    let mut lessons = Vec::new();
    while !rest.is_empty() {
        lessons.push(lesson(&mut rest)?);
    }
    Some((number, lessons, after))
}

fn lesson(rest: &mut &[u8]) -> Option<Lesson> {
    let [side, half_points] = take(rest)?;
    let derived = i16::from_le_bytes(take(rest)?);
    let searched = i16::from_le_bytes(take(rest)?);
    let count = u16::from_le_bytes(take(rest)?);
    let mut inputs = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let number = u32::from_le_bytes(take(rest)?);
        let [value] = take(rest)?;
        inputs.push((number, value));
    }
    let side = SideId::new(usize::from(side))?;
    Some(Lesson { side, half_points, derived, searched, inputs })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_kept() {
        let lesson = |side: SideId, score: i16| Lesson {
            side,
            half_points: u8::from(side == SideId::LAST) * 2,
            derived: -score,
            searched: score,
            inputs: vec![(70_000, 1), (3, 255)],
        };
        let first = [lesson(SideId::FIRST, 12), lesson(SideId::LAST, -2000)];
        let mut file = Lessons::head("abc").into_bytes();
        file.extend(Lessons::block(7, &first));
        file.extend(Lessons::block(3, &[]));
        let good = file.len();
        file.extend(&Lessons::block(8, &first)[..20]);
        let (lessons, read) = Lessons::read(&file, "abc").unwrap();
        assert_eq!(read, good, "a block that is cut off counts as none");
        assert!(lessons.has(7) && lessons.has(3) && !lessons.has(8));
        assert_eq!(lessons.all().cloned().collect::<Vec<_>>(), first);
        assert_eq!(Lessons::read(&file, "abd").unwrap_err(), "it is about other rules");
        assert!(Lessons::read(b"", "abc").is_err());
        // Whatever the bytes are, there is an answer.
        for place in Lessons::head("abc").len()..file.len() {
            let mut broken = file.clone();
            broken[place] ^= 0xff;
            assert!(Lessons::read(&broken, "abc").is_ok());
        }
    }
}
