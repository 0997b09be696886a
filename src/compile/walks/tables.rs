//! Makes move tables: from each square, where a walk can end, and which squares must be occupied, empty or in a mask.
//!
//! Walks are followed symbolically: each test of a square becomes a condition of the destination. This works for walks
//! whose tests look only at the square itself; others are followed square by square during play.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_tables::{Destination, Destinations, MoveTable, RayPair};
use crate::compile::program::{Most, Program, Set, Walking};
use crate::ir::SquareIndex;
use crate::ir::limits::{MAX_STEPS, MAX_WALK_STEPS};

/// The most destinations of a walk from one square.
const MAX_ENDS: usize = 600;

/// The most work for one walk from one square: far below the work budget of a walk during play.
const MAX_WORK: usize = 20_000;

const _: () = assert!(MAX_WORK < MAX_WALK_STEPS as usize);

/// The most destinations in all tables of a side: some 50 MB on the largest boards.
const MAX_ENDS_IN_ALL: usize = 500_000;

/// The most work for all tables of a side: less than a second.
const MAX_WORK_IN_ALL: usize = 10_000_000;

/// Why a walk has no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoTable(pub(crate) &'static str);

/// It has too many destinations, or it takes too long to find them.
const TOO_MANY: NoTable = NoTable("it has too many ends");

/// One of its paths may exceed the limit.
const TOO_LONG: NoTable = NoTable("it may go on for too many steps");

/// The board on which walks are followed.
#[derive(Clone, Copy)]
pub(crate) struct Geometry<'a> {
    /// Step tables, one for each direction and side.
    pub(crate) steps: &'a [Vec<Option<SquareIndex>>],
    /// How many squares there are.
    pub(crate) squares: usize,
}

impl<'a> Geometry<'a> {
    /// Returns the board of a program.
    pub(crate) fn of<B>(program: &'a Program<B>) -> Self {
        Self { steps: &program.steps, squares: program.squares }
    }
}

/// Makes move tables within a budget of work and size.
pub(crate) struct TableBuilder<'a, B> {
    geometry: Geometry<'a>,
    /// Returns the number of the mask for a set, if the set can be a mask.
    mask: &'a mut dyn FnMut(&Set<B>) -> Option<usize>,
    /// Whether the square where a walk starts counts as empty, as for a move.
    pub(crate) mover_lifted: bool,
    /// The work that is left for all tables.
    work_left: usize,
    /// How many destinations are left for all tables.
    ends_left: usize,
}

impl<'a, B: Bitboard> TableBuilder<'a, B> {
    /// Starts with the whole budget.
    pub(crate) fn new(
        geometry: Geometry<'a>,
        mask: &'a mut dyn FnMut(&Set<B>) -> Option<usize>,
    ) -> Self {
        let (work_left, ends_left) = (MAX_WORK_IN_ALL, MAX_ENDS_IN_ALL);
        Self { geometry, mask, mover_lifted: false, work_left, ends_left }
    }

    /// Multiplies the budget.
    #[must_use]
    pub(crate) fn times(self, times: usize) -> Self {
        let (work_left, ends_left) = (self.work_left * times, self.ends_left * times);
        Self { work_left, ends_left, ..self }
    }

    /// Makes the table of a walk.
    ///
    /// # Errors
    /// If the walk cannot have a table.
    pub(crate) fn table(&mut self, tree: &Walking<B>) -> Result<MoveTable<B>, NoTable> {
        let mut from = Vec::with_capacity(self.geometry.squares);
        let mut all_lines = Vec::new();
        for square in 0..self.geometry.squares {
            let square = SquareIndex::try_from(square).unwrap_or(SquareIndex::MAX);
            let ends = self.destinations(tree, square)?;
            from.push(arranged(square, ends, &mut all_lines));
        }
        Ok(MoveTable { from, all_lines })
    }

    /// Returns the destinations of a walk from a square, without those that others make redundant.
    ///
    /// # Errors
    /// If the walk cannot have a table.
    pub(crate) fn destinations(
        &mut self,
        walk: &Walking<B>,
        from: SquareIndex,
    ) -> Result<Vec<Destination<B>>, NoTable> {
        let mut found: Vec<Destination<B>> = Vec::new();
        let mut search = Search { builder: self, from, work: 0 };
        let start = Path { at: from, steps: 0, mask: B::EMPTY, value: B::EMPTY, tests: Vec::new() };
        search.follow(walk, start, &mut |search, path| {
            if found.len() >= MAX_ENDS.min(search.builder.ends_left) {
                return Err(TOO_MANY);
            }
            search.spend(found.len() / 8)?;
            let end =
                Destination { to: path.at, mask: path.mask, value: path.value, tests: path.tests };
            if !found.contains(&end) {
                found.push(end);
            }
            Ok(())
        })?;
        let free = free_squares(&found);
        found.retain(|end| end.is_free() || !free.has(end.to));
        self.ends_left = self.ends_left.saturating_sub(found.len());
        Ok(found)
    }
}

/// Returns the destinations that depend on nothing.
fn free_squares<B: Bitboard>(ends: &[Destination<B>]) -> B {
    B::of(ends.iter().filter(|end| end.is_free()).map(|end| end.to))
}

/// A path that is being followed.
#[derive(Clone)]
struct Path<B> {
    at: SquareIndex,
    /// How many steps it has.
    steps: u16,
    mask: B,
    value: B,
    tests: Vec<(usize, SquareIndex)>,
}

impl<B> Path<B> {
    /// Returns the path after a step to a square. A walk with a path that is too long has no table.
    fn entering(self, to: SquareIndex) -> Result<Self, NoTable> {
        if self.steps >= MAX_STEPS {
            return Err(TOO_LONG);
        }
        Ok(Self { at: to, steps: self.steps + 1, ..self })
    }
}

/// A search for all destinations from one square.
struct Search<'t, 'a, B> {
    builder: &'t mut TableBuilder<'a, B>,
    from: SquareIndex,
    work: usize,
}

/// A repetition in a walk.
#[derive(Clone, Copy)]
struct Repetition<'w, B> {
    body: &'w Walking<B>,
    min: u32,
    most: u32,
}

/// The continuation of a path.
type Then<'t, B, S> = &'t mut dyn FnMut(&mut S, Path<B>) -> Result<(), NoTable>;

impl<B: Bitboard> Search<'_, '_, B> {
    /// Takes work from the budget of all tables.
    fn spend(&mut self, work: usize) -> Result<(), NoTable> {
        self.builder.work_left = self.builder.work_left.checked_sub(work).ok_or(TOO_MANY)?;
        Ok(())
    }

    fn follow(
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
            Walking::Step(table) => match self.builder.geometry.steps[*table][usize::from(path.at)]
            {
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
                    self.follow(way, path.clone(), then)?;
                }
                Ok(())
            }
            Walking::Repeat(body, min, most) => {
                let most = match most {
                    Most::Times(times) => *times,
                    Most::From(times) => times[usize::from(path.at)],
                    Most::Count(_) | Most::Exactly(_) | Most::AtLeast(_) => {
                        return Err(NoTable("how far it goes changes"));
                    }
                };
                let repetition = Repetition { body, min: *min, most };
                self.repeat(repetition, 0, &mut Vec::new(), path, then)
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
                self.follow(first, path, &mut |search, path| search.sequence(rest, path, then))
            }
        }
    }

    fn repeat(
        &mut self,
        repetition: Repetition<'_, B>,
        done: u32,
        passed: &mut Vec<SquareIndex>,
        path: Path<B>,
        then: Then<'_, B, Self>,
    ) -> Result<(), NoTable> {
        if done >= repetition.min {
            then(self, path.clone())?;
        }
        // Before the minimum, a walk in a circle may reach a square a second time.
        let is_slider = done >= repetition.min;
        if done >= repetition.most || (is_slider && passed.contains(&path.at)) {
            return Ok(());
        }
        if is_slider {
            passed.push(path.at);
        }
        let result = self.follow(repetition.body, path, &mut |search, path| {
            search.repeat(repetition, done + 1, passed, path, then)
        });
        if is_slider {
            passed.pop();
        }
        result
    }

    /// Returns the path with a test added; `None` if it can never succeed.
    fn test(&mut self, set: &Set<B>, mut path: Path<B>) -> Result<Option<Path<B>>, NoTable> {
        if let Set::Fixed(squares) = set {
            return Ok(squares.has(path.at).then_some(path));
        }
        if path.at == self.from {
            // Walks that return to where they started have no tables.
            let is_empty = self.builder.mover_lifted && path.steps == 0;
            return match (is_empty, set == &Set::Empty, set == &Set::Occupied) {
                (true, true, _) => Ok(Some(path)),
                (true, _, true) => Ok(None),
                _ => Err(NoTable("it comes back to where it began")),
            };
        }
        let here = B::one(path.at);
        let occupied = set == &Set::Occupied;
        if occupied || set == &Set::Empty {
            let known = path.mask.meets(here);
            if known && path.value.meets(here) != occupied {
                return Ok(None);
            }
            path.mask |= here;
            if occupied {
                path.value |= here;
            }
            return Ok(Some(path));
        }
        let mask =
            (self.builder.mask)(set).ok_or(NoTable("it asks for more than what is on a square"))?;
        if !path.tests.contains(&(mask, path.at)) {
            path.tests.push((mask, path.at));
        }
        Ok(Some(path))
    }
}

/// Arranges the destinations of a walk from a square, with its rays added to those of the others.
fn arranged<B: Bitboard>(
    from: SquareIndex,
    mut ends: Vec<Destination<B>>,
    lines: &mut Vec<RayPair<B>>,
) -> Destinations<B> {
    let first = lines.len();
    let reach = B::of(ends.iter().map(|end| end.to));
    let (mut uppers, mut lowers) = (Vec::new(), Vec::new());
    let starts: Vec<SquareIndex> =
        ends.iter().filter(|end| end.is_free()).map(|end| end.to).collect();
    for start in starts {
        let ray = ray_from(start, &ends);
        let ascending = ray.windows(2).all(|pair| pair[0] < pair[1]) && ray[0] > from;
        let descending = ray.windows(2).all(|pair| pair[0] > pair[1]) && ray[0] < from;
        if ray.len() < 2 || !(ascending || descending) {
            continue;
        }
        let squares = B::of(ray.iter().copied());
        ends.retain(|end| !on_ray(end, &ray));
        if ascending { uppers.push(squares) } else { lowers.push(squares) }
    }
    for index in 0..uppers.len().max(lowers.len()) {
        let upper = uppers.get(index).copied().unwrap_or(B::EMPTY);
        let lower = lowers.get(index).copied().unwrap_or(B::EMPTY);
        lines.push(RayPair { all: upper | lower, upper, lower });
    }
    let free = free_squares(&ends);
    ends.retain(|end| !end.is_free());
    Destinations { free, lines: (place(first), place(lines.len())), ends, reach }
}

/// Returns the longest ray that begins with a destination without conditions.
fn ray_from<B: Bitboard>(start: SquareIndex, ends: &[Destination<B>]) -> Vec<SquareIndex> {
    let mut ray = vec![start];
    let mut before = B::one(start);
    while let Some(next) =
        ends.iter().find(|end| end.is_plain() && end.mask == before && !before.has(end.to))
    {
        ray.push(next.to);
        before |= B::one(next.to);
    }
    ray
}

/// Tells whether a destination is on a ray.
fn on_ray<B: Bitboard>(end: &Destination<B>, ray: &[SquareIndex]) -> bool {
    let Some(place) = ray.iter().position(|&square| square == end.to) else { return false };
    end.is_plain() && end.mask == B::of(ray[..place].iter().copied())
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
