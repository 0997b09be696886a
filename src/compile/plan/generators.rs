//! Makes move generators: bulk generation by shifts where possible, tables for single pieces elsewhere.
//!
//! Fast generation is for ways without conditions, to destinations with known effects and attack-preserving moves. All
//! else is generated the general way.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::Fact;
use crate::compile::program::generators::{
    Ends, FastSite, FastWay, Generator, Generators, Hops, KEPT_MASKS, MAX_HOPS, Rays, Reach, SITES,
    Shift, SingleWay,
};
use crate::compile::program::layout::Layout;
use crate::compile::program::membership::are_disjoint;
use crate::compile::program::move_effects::MoveEffects;
use crate::compile::program::move_tables::{Destinations, MoveTable, RayPair, is_hopper};
use crate::compile::program::{Program, Set, SideRules, Tables, Way};
use crate::ir::{Id, LandingKind, PieceTypeId, SideId, SquareIndex, TypeSet};
use std::cell::Cell;

/// The most shifts for the bulk generation of a type.
const MAX_SHIFTS: usize = 16;

/// The most different steps of one way in bulk generation.
const MAX_STEPS: usize = 2;

impl<B: Bitboard> FastWay<B> {
    /// Tells whether each move has the main effect of its site and is attack-preserving.
    fn is_simple(&self, program: &Program<B>, rules: &SideRules<B>) -> bool {
        let Some(paths) = &rules.routes[rules.ways[usize::from(self.way)].walk].paths else {
            return false;
        };
        let ends = paths.reach() & self.to & program.all;
        let all_decided =
            |decided: &[B; SITES]| decided.iter().all(|decided| (ends & !*decided).is_empty());
        let disjoint = match self.sites.map(|site| &rules.masks[site.mask]) {
            [Set::Empty, Set::Board(board)] => Layout::is_of_owner(*board),
            _ => false,
        };
        let plain =
            !self.asks && self.undecided.is_empty() && !matches!(self.reach, Reach::Walk(..));
        plain
            && disjoint
            && self.count == SITES
            && self.decided.len() == 1
            && self.decided.iter().all(all_decided)
    }
}

/// The most bytes of the generator tables of a side.
pub(crate) const MAX_BYTES: usize = 64 << 20;

impl<B: Bitboard> Generators<B> {
    /// Makes the generators of a side.
    ///
    /// Tables take from the bytes for which there is room; ways without a table use the move table of their route.
    pub(crate) fn of(
        program: &Program<B>,
        own: SideId,
        move_effects: &MoveEffects<B>,
        room: &Cell<usize>,
    ) -> Self {
        let rules = program.rules(own);
        let kinds = 0..rules.ways_of.len();
        let maker = Maker { program, own, move_effects, room };
        let mut of: Vec<Generator<B>> = kinds.map(|kind| maker.generator(kind)).collect();
        let bulk = (0..of.len()).filter(|&kind| of[kind].board.is_some()).collect();
        let single_way = single_way(program, &of);
        let guarded = |generator: &mut Generator<B>| std::mem::take(&mut generator.guarded_ways);
        let guarded_ways = of.iter_mut().flat_map(guarded).collect();
        let fast = of.iter().flat_map(|generator| &generator.fast);
        let mut masks: Vec<usize> =
            fast.flat_map(|way| way.sites[..way.count].iter().map(|site| site.mask)).collect();
        masks.sort_unstable();
        masks.dedup();
        Self { of, bulk, single_way, guarded_ways, masks }
    }
}

/// Returns the types with only one way and a board, but no bulk generation.
fn single_way<B: Bitboard>(program: &Program<B>, of: &[Generator<B>]) -> Vec<SingleWay<B>> {
    let simple = (0..of.len()).filter(|&kind| of[kind].board.is_none() && of[kind].simple);
    let layer = |kind| program.layout.layer(TypeSet::one(PieceTypeId::from_index(kind)));
    let mut single_way: Vec<SingleWay<B>> = simple
        .filter_map(|kind| {
            Some(SingleWay { board: layer(kind)?, way: of[kind].fast.first()?.clone() })
        })
        .collect();
    let asked = |single_way: &SingleWay<B>| single_way.way.sites.map(|site| site.mask);
    if let Some(first) = single_way.first().map(asked) {
        single_way.retain(|other| asked(other) == first);
    }
    single_way
}

/// Makes the generators of a side.
#[derive(Clone, Copy)]
struct Maker<'a, B> {
    program: &'a Program<B>,
    own: SideId,
    move_effects: &'a MoveEffects<B>,
    /// The bytes that are left for tables.
    room: &'a Cell<usize>,
}

impl<B: Bitboard> Maker<'_, B> {
    /// Makes the generator of a type.
    fn generator(&self, kind: usize) -> Generator<B> {
        let program = self.program;
        let rules = program.rules(self.own);
        let mut generator = Generator::default();
        let mut usual = Vec::new();
        for &number in &rules.ways_of[kind] {
            let way = &rules.ways[usize::from(number)];
            if let Some(guarded_ways) = guarded_ways(program, rules, number) {
                generator.guarded_ways.push(guarded_ways);
                continue;
            }
            usual.push(number);
            match self.fast_way(number) {
                Ok(fast) => generator.fast.push(fast),
                Err(why) => {
                    generator.slow.push((number, way.from));
                    generator.whys.push((number, why));
                }
            }
        }
        generator.overlaps = overlap(program, rules, &usual);
        generator.simple = match generator.fast.as_slice() {
            [only] => generator.slow.is_empty() && only.is_simple(program, rules),
            _ => false,
        };
        let types = TypeSet::one(PieceTypeId::from_index(kind));
        let shifts = shifts(program, rules, &generator.fast);
        if let (false, Some(shifts)) = (generator.overlaps, shifts) {
            generator.board = program.layout.layer(types).filter(|_| generator.slow.is_empty());
            generator.shifts = shifts;
        }
        generator
    }

    /// Makes the fast form of a way.
    ///
    /// # Errors
    /// Why it has none.
    fn fast_way(&self, number: u16) -> Result<FastWay<B>, &'static str> {
        let Self { program, own, move_effects, room } = *self;
        let rules = program.rules(own);
        let way = &rules.ways[usize::from(number)];
        let table = rules.way_tables[usize::from(number)].as_ref().map_err(|why| *why)?;
        let count = table.sites.len();
        if count == 0 || count > SITES {
            return Err("too much may happen at its end");
        }
        let asks = !(way.anytime && way.anywhere);
        let mut sites = [FastSite::default(); SITES];
        let mut decided = Vec::new();
        for (index, &(mask, landing)) in table.sites.iter().enumerate() {
            if mask >= KEPT_MASKS {
                return Err("there are too many sets on which ways end");
            }
            sites[index] = FastSite { mask, landing, move_effect: 0 };
            if asks {
                continue;
            }
            let effects = move_effects
                .moves_of(number, landing)
                .ok_or("what it does is not known in advance")?;
            sites[index].move_effect = effects.main;
            decided.resize(effects.alone.len(), [B::EMPTY; SITES]);
            for (class, decided) in decided.iter_mut().enumerate() {
                let more = effects.companion.is_some() || landing == LandingKind::Swap;
                let attack_preserving =
                    if more { B::EMPTY } else { effects.attack_preserving[class] };
                decided[index] = effects.alone[class] & attack_preserving;
            }
        }
        if !program.facts.used.has(Fact::Generators) {
            return Err("it is switched off");
        }
        if program.facts.legality[own].is_none() {
            return Err("every turn is tried and judged");
        }
        let paths = rules.routes[way.walk].paths.as_ref().ok_or("it has no tables")?;
        let ends = paths.reach() & way.to;
        let tables =
            table.sites.iter().filter_map(|(_, landing)| move_effects.moves_of(number, *landing));
        let undecided = tables.flat_map(|table| table.undecided.iter().zip(0..=SquareIndex::MAX));
        let undecided = undecided.filter(|(_, to)| ends.has(*to)).map(|(royals, _)| *royals);
        Ok(FastWay {
            way: number,
            reach: reach_within(room, way, paths),
            from: way.from & program.all,
            to: way.to & program.all,
            undecided: undecided.fold(B::EMPTY, |all, royals| all | royals),
            asks,
            count,
            sites,
            decided,
        })
    }
}

/// Returns the mask without which a way is impossible, and the origins that each of its squares allows.
fn guarded_ways<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    number: u16,
) -> Option<(usize, Vec<B>)> {
    let way = &rules.ways[usize::from(number)];
    let Tables { way: table, paths } = rules.tables_of(number)?;
    let guard = table.guard?;
    let mut sources = vec![B::EMPTY; program.squares];
    for from in (way.from & program.all).members() {
        for end in &paths.from[usize::from(from)].ends {
            let tests = end.tests.iter().filter(|(mask, _)| *mask == guard);
            for (_, at) in tests {
                sources[usize::from(*at)] |= B::one(from);
            }
        }
    }
    Some((guard, sources))
}

/// Returns the destinations of a way, by tables if there is room for them.
fn reach_within<B: Bitboard>(room: &Cell<usize>, way: &Way<B>, paths: &MoveTable<B>) -> Reach<B> {
    let ends: usize = paths.from.iter().map(|destinations| destinations.ends.len()).sum();
    // An upper bound for any kind of table.
    let bytes = paths.from.len() * size_of::<Rays<B, 4>>() + ends * size_of::<(B, B, B)>();
    match room.get().checked_sub(bytes) {
        Some(left) => {
            room.set(left);
            reach(way, paths)
        }
        None => Reach::Walk(way.walk),
    }
}

fn reach<B: Bitboard>(way: &Way<B>, paths: &MoveTable<B>) -> Reach<B> {
    let plain = paths.from.iter().all(|destinations| destinations.ends.is_empty());
    let most =
        paths.from.iter().map(|destinations| paths.lines(destinations).len()).max().unwrap_or(0);
    let tested = paths.ends().any(|end| !end.tests.is_empty());
    if let Some(hops) = hops(way, paths) {
        return Reach::Hops(hops);
    }
    match most {
        0 if plain => {
            let rays: Vec<Rays<B, 0>> = rays(way, paths);
            Reach::Leaps(rays.into_iter().map(|rays| rays.free).collect())
        }
        0 if !tested => Reach::Ends(all_ends(way, paths)),
        1 | 2 if plain => Reach::TwoLines(rays(way, paths)),
        3 | 4 if plain => Reach::FourLines(rays(way, paths)),
        _ => Reach::Walk(way.walk),
    }
}

fn all_ends<B: Bitboard>(way: &Way<B>, paths: &MoveTable<B>) -> Vec<Ends<B>> {
    let destinations_of = paths.from.iter().zip(0..=SquareIndex::MAX);
    let ends = destinations_of.map(|(destinations, square)| {
        if !way.from.has(square) {
            return Ends::default();
        }
        let to = way.to & !B::one(square);
        let conditional = destinations.ends.iter().filter(|end| to.has(end.to));
        Ends {
            free: destinations.free & to,
            conditional: conditional.map(|end| (end.mask, end.value, B::one(end.to))).collect(),
        }
    });
    ends.collect()
}

/// Returns the hopper rays of a way; `None` if it is no hopper.
fn hops<B: Bitboard>(way: &Way<B>, paths: &MoveTable<B>) -> Option<Vec<Hops<B>>> {
    let destinations_of = paths.from.iter().zip(0..=SquareIndex::MAX);
    let hops: Option<Vec<Hops<B>>> = destinations_of
        .map(|(destinations, square)| hops_from(square, destinations, way))
        .collect();
    hops.filter(|hops| hops.iter().any(|hops| hops.to.any()))
}

fn hops_from<B: Bitboard>(
    square: SquareIndex,
    destinations: &Destinations<B>,
    way: &Way<B>,
) -> Option<Hops<B>> {
    let none = [B::EMPTY; MAX_HOPS];
    let mut hops = Hops { upper: none, lower: none, to: B::EMPTY };
    if !destinations.are_conditional() {
        return None;
    }
    let mut left: Vec<_> = destinations.ends.iter().collect();
    let (mut uppers, mut lowers) = (0, 0);
    // The first destination of a ray jumps over a piece on the nearest square.
    while let Some(nearest) = left.iter().find(|end| end.mask.count() == 1).copied() {
        let mut ray = nearest.mask;
        let mut next = nearest.to;
        let (rises, mut before) = (ray.lowest() > square, ray.lowest());
        loop {
            let (same, others): (Vec<_>, Vec<_>) =
                left.iter().copied().partition(|end| end.to == next && end.mask == ray);
            if same.is_empty() {
                break;
            }
            if !is_hopper(&same) || next == before || (next > before) != rises {
                return None;
            }
            (before, left) = (next, others);
            ray |= B::one(next);
            let following = left.iter().find(|end| end.mask == ray);
            match following {
                Some(end) => next = end.to,
                None => break,
            }
        }
        let (rays, count) =
            if rises { (&mut hops.upper, &mut uppers) } else { (&mut hops.lower, &mut lowers) };
        *rays.get_mut(*count)? = ray;
        *count += 1;
    }
    hops.to = if way.from.has(square) { way.to & !B::one(square) } else { B::EMPTY };
    left.is_empty().then_some(hops)
}

fn rays<B: Bitboard, const N: usize>(way: &Way<B>, paths: &MoveTable<B>) -> Vec<Rays<B, N>> {
    let destinations_of = paths.from.iter().zip(0..=SquareIndex::MAX);
    let rays = destinations_of.map(|(destinations, square)| {
        let mut rays = Rays { free: B::EMPTY, nearest: B::EMPTY, lines: [RayPair::default(); N] };
        if way.from.has(square) {
            let to = way.to & !B::one(square);
            rays.free = destinations.free & to;
            rays.nearest = rays.free;
            for (line, place) in paths.lines(destinations).iter().zip(&mut rays.lines) {
                *place = RayPair { all: line.all & to, ..*line };
                rays.nearest |= nearest(line);
            }
        }
        rays
    });
    rays.collect()
}

/// Returns the nearest square of each of two rays.
fn nearest<B: Bitboard>(line: &RayPair<B>) -> B {
    let above = line.upper & !line.upper.rest();
    if line.lower.any() { above | B::one(line.lower.highest()) } else { above }
}

/// Tells whether two of some ways can reach the same square in the same position.
fn overlap<B: Bitboard>(program: &Program<B>, rules: &SideRules<B>, ways: &[u16]) -> bool {
    let pairs = ways
        .iter()
        .enumerate()
        .flat_map(|(index, first)| ways[index + 1..].iter().map(move |second| (*first, *second)));
    pairs.into_iter().any(|(first, second)| {
        meet(program, rules, first, second) && !have_disjoint_sites(rules, first, second)
    })
}

/// Tells whether two ways share an origin and a destination.
fn meet<B: Bitboard>(program: &Program<B>, rules: &SideRules<B>, one: u16, other: u16) -> bool {
    let paths = |number| rules.tables_of(number).map(|tables| tables.paths);
    let (Some(paths), Some(others)) = (paths(one), paths(other)) else { return true };
    let (one, other) = (&rules.ways[usize::from(one)], &rules.ways[usize::from(other)]);
    let to = one.to & other.to;
    (one.from & other.from & program.all).members().any(|from| {
        let from = usize::from(from);
        (paths.from[from].reach & others.from[from].reach).meets(to)
    })
}

/// Tells whether two ways end on different squares because of what stands there.
fn have_disjoint_sites<B: Bitboard>(rules: &SideRules<B>, one: u16, other: u16) -> bool {
    let table = |number| rules.tables_of(number).map(|tables| tables.way);
    let (Some(one), Some(other)) = (table(one), table(other)) else { return false };
    one.sites.iter().all(|(one, _)| {
        let mut sites = other.sites.iter();
        sites.all(|(other, _)| are_disjoint(&rules.masks[*one], &rules.masks[*other]))
    })
}

/// A step of bulk generation.
struct Step<B> {
    /// By how much the number of the square changes.
    by: i16,
    /// The offset of a square that must be empty.
    over: Option<i16>,
    /// The squares it may start on.
    from: B,
}

/// Returns the shifts for all moves of some ways, if they are few.
fn shifts<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    ways: &[FastWay<B>],
) -> Option<Vec<Shift<B>>> {
    let mut all = Vec::new();
    for way in ways {
        let sites = &way.sites[..way.count];
        let masks = sites.iter().map(|site| &rules.masks[site.mask]);
        let disjoint = match masks.collect::<Vec<_>>().as_slice() {
            [one, other] => are_disjoint(one, other),
            _ => true,
        };
        if way.asks || !disjoint {
            return None;
        }
        for Step { by, over, from } in steps_of(program, rules, way)? {
            for (index, &site) in sites.iter().enumerate() {
                let (to, undecided) = (way.to, way.undecided);
                let decided = match way.decided.as_slice() {
                    [only] => only[index],
                    _ => B::EMPTY,
                };
                all.push(Shift { by, from, over, way: way.way, to, site, decided, undecided });
            }
        }
    }
    let possible = !all.is_empty() && all.len() <= MAX_SHIFTS && program.squares <= B::WIDTH;
    possible.then_some(all)
}

/// Returns the steps of all moves of a way, if they are few.
fn steps_of<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    way: &FastWay<B>,
) -> Option<Vec<Step<B>>> {
    let source = &rules.ways[usize::from(way.way)];
    let paths = rules.routes[source.walk].paths.as_ref()?;
    let mut steps: Vec<Step<B>> = Vec::new();
    for from in (source.from & program.all).members() {
        for (by, over) in steps_from(from, &paths.from[usize::from(from)])? {
            match steps.iter_mut().find(|step| (step.by, step.over) == (by, over)) {
                Some(step) => step.from |= B::one(from),
                None => steps.push(Step { by, over, from: B::one(from) }),
            }
        }
    }
    (steps.len() <= MAX_STEPS).then_some(steps)
}

/// Returns the steps from a square, each with the offset of a square that must be empty; `None` if some have other
/// conditions.
fn steps_from<B: Bitboard>(
    from: SquareIndex,
    destinations: &Destinations<B>,
) -> Option<Vec<(i16, Option<i16>)>> {
    if destinations.lines.0 != destinations.lines.1 {
        return None;
    }
    let by = |to: SquareIndex| to.cast_signed() - from.cast_signed();
    // A piece does not move to the square on which it stands.
    let free = destinations.free & !B::one(from);
    let mut steps: Vec<_> = free.members().map(|to| (by(to), None)).collect();
    for end in destinations.ends.iter().filter(|end| end.to != from) {
        if !end.is_plain() || end.mask.count() != 1 {
            return None;
        }
        // Two ways round to one square are one move.
        if steps.iter().any(|(known, _)| *known == by(end.to)) {
            return None;
        }
        steps.push((by(end.to), Some(by(end.mask.lowest()))));
    }
    Some(steps)
}
