//! Walks as tables: from each square, where a walk can end and what the board must be like for it.
//!
//! A walk is gone through symbolically: every test of a square becomes a demand on that square. This works for
//! walks whose tests ask about the square itself; others are walked square by square when they are needed.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_tables::{Destination, Destinations, RayPair};
use crate::compile::program::{Most, Set, Walking};
use crate::ir::limits::{MAX_FUEL, MAX_STEPS};

/// The most ends of a walk from one square that are tabled.
const MAX_ENDS: usize = 600;

/// The most work that one walk from one square may be: far less than what makes paths end for being too many.
const MAX_WORK: usize = 20_000;

const _: () = assert!(MAX_WORK < MAX_FUEL as usize);

/// The most ends in all tables of a side together: some 50 MB on the largest boards.
const MAX_ENDS_IN_ALL: usize = 500_000;

/// The most work that all tables of a side may be together: less than a second.
const MAX_WORK_IN_ALL: usize = 10_000_000;

/// Why a walk has no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoTable(pub(crate) &'static str);

/// Its ends are too many, or it takes too long to find them.
const TOO_MANY: NoTable = NoTable("it has too many ends");

/// One of its paths may be longer than a path may be.
const TOO_LONG: NoTable = NoTable("it may go on for too many steps");

/// What tables are made with.
pub(crate) struct Tabling<'a, B> {
    /// One table for each direction and side.
    pub(crate) steps: &'a [Vec<Option<u8>>],
    /// How many squares there are.
    pub(crate) squares: usize,
    /// Gives a number to a set that depends on the state alone, square by square.
    pub(crate) mask: &'a mut dyn FnMut(&Set<B>) -> Option<usize>,
    /// Whether the square where a walk starts is empty meanwhile, as for a move.
    pub(crate) lifted: bool,
    /// How much work may still be done on all tables together; walks for which it is too little have none.
    work_left: usize,
    /// How many ends there may still be in all tables together.
    ends_left: usize,
}

impl<'a, B> Tabling<'a, B> {
    /// Begins to make tables.
    pub(crate) fn new(
        steps: &'a [Vec<Option<u8>>],
        squares: usize,
        mask: &'a mut dyn FnMut(&Set<B>) -> Option<usize>,
    ) -> Self {
        let (work_left, ends_left) = (MAX_WORK_IN_ALL, MAX_ENDS_IN_ALL);
        Self { steps, squares, mask, lifted: false, work_left, ends_left }
    }

    /// Allows so many times as much work and as many ends.
    #[must_use]
    pub(crate) fn times(self, times: usize) -> Self {
        let (work_left, ends_left) = (self.work_left * times, self.ends_left * times);
        Self { work_left, ends_left, ..self }
    }
}

/// One way through a walk, as far as it has got.
#[derive(Clone)]
struct Path<B> {
    at: u8,
    /// How many steps have been made.
    steps: u16,
    care: B,
    want: B,
    tests: Vec<(usize, u8)>,
}

impl<B> Path<B> {
    /// Returns the path after a step to a square. Where paths end for being too long, walks have no table.
    fn entering(self, to: u8) -> Result<Self, NoTable> {
        if self.steps >= MAX_STEPS {
            return Err(TOO_LONG);
        }
        Ok(Self { at: to, steps: self.steps + 1, ..self })
    }
}

struct Search<'t, 'a, B> {
    tabling: &'t mut Tabling<'a, B>,
    from: u8,
    work: usize,
}

type Then<'t, B, S> = &'t mut dyn FnMut(&mut S, Path<B>) -> Result<(), NoTable>;

/// Returns all ends of a walk from a square, each with its demands, without those that others make needless.
///
/// # Errors
/// If the walk is not of the kind that can be tabled.
pub(crate) fn ends<B: Bitboard>(
    tabling: &mut Tabling<'_, B>,
    walk: &Walking<B>,
    from: u8,
) -> Result<Vec<Destination<B>>, NoTable> {
    let mut found: Vec<Destination<B>> = Vec::new();
    let mut search = Search { tabling, from, work: 0 };
    let start = Path { at: from, steps: 0, care: B::EMPTY, want: B::EMPTY, tests: Vec::new() };
    search.go(walk, start, &mut |search, path| {
        if found.len() >= MAX_ENDS.min(search.tabling.ends_left) {
            return Err(TOO_MANY);
        }
        search.spend(found.len() / 8)?;
        let end = Destination { to: path.at, care: path.care, want: path.want, tests: path.tests };
        if !found.contains(&end) {
            found.push(end);
        }
        Ok(())
    })?;
    let free =
        found.iter().filter(|end| end.is_free()).fold(B::EMPTY, |all, end| all | B::one(end.to));
    found.retain(|end| end.is_free() || !free.has(end.to));
    tabling.ends_left = tabling.ends_left.saturating_sub(found.len());
    Ok(found)
}

impl<B: Bitboard> Search<'_, '_, B> {
    /// Notes work; complains if it is too much for all tables together.
    fn spend(&mut self, work: usize) -> Result<(), NoTable> {
        self.tabling.work_left = self.tabling.work_left.checked_sub(work).ok_or(TOO_MANY)?;
        Ok(())
    }

    fn go(
        &mut self,
        walk: &Walking<B>,
        path: Path<B>,
        then: Then<'_, B, Self>,
    ) -> Result<(), NoTable> {
        self.work += 1;
        if self.work > MAX_WORK {
            return Err(TOO_MANY);
        }
        self.spend(1)?;
        match walk {
            Walking::Here => then(self, path),
            Walking::Step(table) => match self.tabling.steps[*table][usize::from(path.at)] {
                Some(to) => then(self, path.entering(to)?),
                None => Ok(()),
            },
            Walking::Test(set) => match self.test(set, path)? {
                Some(path) => then(self, path),
                None => Ok(()),
            },
            Walking::Take => Err(NoTable("it takes pieces on the way")),
            Walking::Via => Err(NoTable("it names squares on the way")),
            Walking::Jump(set) => {
                let squares = set
                    .fixed()
                    .ok_or(NoTable("it jumps to squares that are not always the same"))?;
                for to in squares.members() {
                    then(self, path.clone().entering(to)?)?;
                }
                Ok(())
            }
            Walking::Sequence(parts) => self.sequence(parts, path, then),
            Walking::Either(ways) => {
                for way in ways {
                    self.go(way, path.clone(), then)?;
                }
                Ok(())
            }
            Walking::Repeat(body, min, most) => {
                let most = match most {
                    Most::Times(times) => *times,
                    Most::From(times) => times[usize::from(path.at)],
                    Most::Count(_) => return Err(NoTable("how far it goes changes")),
                };
                self.repeat(body, (*min, most), 0, &mut Vec::new(), path, then)
            }
        }
    }

    fn sequence(
        &mut self,
        parts: &[Walking<B>],
        path: Path<B>,
        then: Then<'_, B, Self>,
    ) -> Result<(), NoTable> {
        match parts {
            [] => then(self, path),
            [first, rest @ ..] => {
                self.go(first, path, &mut |search, path| search.sequence(rest, path, then))
            }
        }
    }

    fn repeat(
        &mut self,
        body: &Walking<B>,
        (min, most): (u32, u32),
        done: u32,
        passed: &mut Vec<u8>,
        path: Path<B>,
        then: Then<'_, B, Self>,
    ) -> Result<(), NoTable> {
        if done >= min {
            then(self, path.clone())?;
        }
        // Before it is far enough, a walk that goes round may come to a square a second time.
        let is_slider = done >= min;
        if done >= most || (is_slider && passed.contains(&path.at)) {
            return Ok(());
        }
        if is_slider {
            passed.push(path.at);
        }
        let result = self.go(body, path, &mut |search, path| {
            search.repeat(body, (min, most), done + 1, passed, path, then)
        });
        if is_slider {
            passed.pop();
        }
        result
    }

    /// Returns the path with a demand more; nothing if that can never be.
    fn test(&mut self, set: &Set<B>, mut path: Path<B>) -> Result<Option<Path<B>>, NoTable> {
        if let Set::Fixed(squares) = set {
            return Ok(squares.has(path.at).then_some(path));
        }
        if path.at == self.from {
            // Walks that come back to where they started are gone square by square.
            let lifted = self.tabling.lifted && path.steps == 0;
            return match set {
                Set::Empty if lifted => Ok(Some(path)),
                Set::Occupied if lifted => Ok(None),
                _ => Err(NoTable("it comes back to where it began")),
            };
        }
        let here = B::one(path.at);
        match set {
            Set::Empty if path.want.meets(here) => return Ok(None),
            Set::Empty => path.care |= here,
            Set::Occupied if path.care.meets(here) && !path.want.meets(here) => return Ok(None),
            Set::Occupied => {
                path.care |= here;
                path.want |= here;
            }
            other => {
                let mask = (self.tabling.mask)(other)
                    .ok_or(NoTable("it asks for more than what is on a square"))?;
                if !path.tests.contains(&(mask, path.at)) {
                    path.tests.push((mask, path.at));
                }
            }
        }
        Ok(Some(path))
    }
}

/// Arranges the ends of a walk from a square, and adds its lines to those of the others.
pub(crate) fn destinations<B: Bitboard>(
    from: u8,
    mut ends: Vec<Destination<B>>,
    lines: &mut Vec<RayPair<B>>,
) -> Destinations<B> {
    let first = lines.len();
    let reach = ends.iter().fold(B::EMPTY, |all, end| all | B::one(end.to));
    let (mut uppers, mut lowers) = (Vec::new(), Vec::new());
    let starts: Vec<u8> = ends.iter().filter(|end| end.is_free()).map(|end| end.to).collect();
    for start in starts {
        let ray = ray_from(start, &ends);
        let ascending = ray.windows(2).all(|pair| pair[0] < pair[1]) && ray[0] > from;
        let descending = ray.windows(2).all(|pair| pair[0] > pair[1]) && ray[0] < from;
        if ray.len() < 2 || !(ascending || descending) {
            continue;
        }
        let squares = ray.iter().fold(B::EMPTY, |all, &square| all | B::one(square));
        ends.retain(|end| !on_ray(end, &ray));
        if ascending { uppers.push(squares) } else { lowers.push(squares) }
    }
    for index in 0..uppers.len().max(lowers.len()) {
        let upper = uppers.get(index).copied().unwrap_or(B::EMPTY);
        let lower = lowers.get(index).copied().unwrap_or(B::EMPTY);
        lines.push(RayPair { all: upper | lower, upper, lower });
    }
    let free =
        ends.iter().filter(|end| end.is_free()).fold(B::EMPTY, |all, end| all | B::one(end.to));
    ends.retain(|end| !end.is_free());
    Destinations { free, lines: (place(first), place(lines.len())), ends, reach }
}

/// Returns the squares of a ray that begins with a free square.
fn ray_from<B: Bitboard>(start: u8, ends: &[Destination<B>]) -> Vec<u8> {
    let mut ray = vec![start];
    let mut before = B::one(start);
    while let Some(next) =
        ends.iter().find(|end| end.is_plain() && end.care == before && !before.has(end.to))
    {
        ray.push(next.to);
        before |= B::one(next.to);
    }
    ray
}

/// Tells whether an end is one of a ray.
fn on_ray<B: Bitboard>(end: &Destination<B>, ray: &[u8]) -> bool {
    let Some(place) = ray.iter().position(|&square| square == end.to) else { return false };
    let before = ray[..place].iter().fold(B::EMPTY, |all, &square| all | B::one(square));
    end.is_plain() && end.care == before
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

// Until `play` names the folder of the data.
pub(crate) use crate::compile::program::move_tables::MoveTable;
