//! The moves that end a turn, sorted by whether they are known to be legal.

use super::deeds::Quick;
use super::eval::token_square;
use super::moves::{Moves, Scene};
use super::quicks::Quicks;
use super::run::{Bound, Run};
use super::safe::{Danger, Sorted};
use super::state::Shape;
use super::together::{list_lone, list_shifted, list_simple};
use crate::compile::bits::Bits;
use crate::compile::generators::{FastWay, Generators, Hops, KEPT_MASKS, Rays, Reach, SITES};
use crate::compile::layout::{EMPTY_CODE, kind_of};
use crate::compile::moves::{Deeds, Table};
use crate::compile::program::{Set, SideRules, Way};
use crate::ir::slots;

/// Moves that end a turn.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Legal ones.
    pub legal: Quicks,
    /// Those that must be tried.
    pub tries: Quicks,
    /// Those of which it is not known what they do, or which have a trail.
    pub others: Moves,
}

impl Listed {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.tries.clear();
        self.others.clear();
    }

    /// Tells whether all are legal.
    pub fn is_settled(&self) -> bool {
        self.tries.len() == 0 && self.others.list.is_empty()
    }
}

/// What is at hand while moves are listed.
#[derive(Debug)]
pub struct Listing<'l, 'p, S: Shape> {
    rules: &'p SideRules<S::Board>,
    deeds: &'p Deeds<S::Board>,
    generators: &'p Generators<S::Board>,
    /// What stays the same.
    pub scene: Scene<S::Board>,
    /// What endangers the royal pieces, if that can be told.
    pub danger: Option<&'l Danger<'p, S>>,
    /// Where even pieces that may leave their squares may not go without a look.
    pub risky: S::Board,
    /// The lists.
    pub into: &'l mut Listed,
}

impl<'p, S: Shape> Run<'p, S> {
    /// Lists the moves of the pieces on some squares; each ends the turn.
    pub fn list_last(
        &mut self,
        pieces: S::Board,
        (deeds, generators): (&'p Deeds<S::Board>, &'p Generators<S::Board>),
        danger: Option<&Danger<'p, S>>,
        into: &mut Listed,
    ) {
        let mut listing = Listing {
            rules: self.rules(),
            deeds,
            generators,
            scene: self.scene(),
            danger,
            risky: S::Board::EMPTY,
            into,
        };
        let rules = listing.rules;
        for &mask in &generators.masks {
            let squares = self.known_squares(&rules.masks[mask]);
            listing.scene.keep(mask, squares);
        }
        // Pieces whose ways are not those of their type alone.
        let mut special = S::Board::EMPTY;
        for power in &rules.powers {
            special |= token_square(self.state.number(self.program.layout.token(power.token)));
        }
        for (mask, sources) in &generators.rare {
            for square in self.known_squares(&rules.masks[*mask]).members() {
                special |= sources[usize::from(square)];
            }
        }
        special &= pieces;
        let none = (S::Board::EMPTY, S::Board::EMPTY);
        let (carefree, risky) = danger.and_then(Danger::carefree).unwrap_or(none);
        listing.risky = risky;
        let mut free = pieces & carefree & !special;
        let careful = pieces & !free & !special;
        for &kind in &generators.together {
            let generator = &generators.of[kind];
            if let Some(board) = generator.board {
                let mine = free & self.state.board(board);
                free &= !mine;
                list_shifted(mine, &generator.shifts, &mut listing);
            }
        }
        let free = list_lone(&self.state, free, &generators.lone, &mut listing);
        for from in free.members() {
            self.list_alone::<true>(from, &mut listing);
        }
        for from in careful.members() {
            self.list_alone::<false>(from, &mut listing);
        }
        for from in special.members() {
            self.list_from(from, &mut listing);
        }
    }

    /// Lists the moves of one piece, which can leave its square without danger or not.
    #[inline]
    fn list_alone<const FREE: bool>(&mut self, from: u8, listing: &mut Listing<'_, 'p, S>) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let generator = &listing.generators.of[kind_of(code)];
        if FREE
            && generator.simple
            && let [way] = generator.fast.as_slice()
        {
            list_simple(S::Board::one(from), way, listing);
            return;
        }
        if generator.overlaps {
            self.list_from(from, listing);
            return;
        }
        for way in &generator.fast {
            self.list_fast::<FREE>(from, way, listing);
        }
        for &(way, possible) in &generator.slow {
            if possible.has(from) {
                self.slots.set(slots::FROM.0, Bound::Square(from));
                let mut done = S::Board::EMPTY;
                self.list_way(from, way, &mut done, listing);
            }
        }
    }

    /// Lists the moves of a way that asks for more, of which it is known which squares it can reach.
    fn list_asking(
        &mut self,
        from: u8,
        (fast, reached): (&'p FastWay<S::Board>, S::Board),
        listing: &mut Listing<'_, 'p, S>,
    ) {
        let way = &listing.rules.ways[usize::from(fast.way)];
        let (mut left, mut asked) = (reached, way.anytime);
        for site in &fast.sites[..fast.count.min(SITES)] {
            let on = listing.scene.masks[site.mask % KEPT_MASKS];
            let mut ends = left & on;
            left &= !on;
            if ends.is_empty() {
                continue;
            }
            self.slots.set(slots::FROM.0, Bound::Square(from));
            if !asked && !self.meets(&way.demands, listing.danger) {
                return;
            }
            asked = true;
            if !way.anywhere {
                ends = self.allowed(&way.condition, ends, listing.danger);
            }
            enlist(from, ends, (fast.way, site.landing), listing);
        }
    }

    /// Lists the moves of one way of a piece.
    #[inline]
    fn list_fast<const FREE: bool>(
        &mut self,
        from: u8,
        way: &'p FastWay<S::Board>,
        listing: &mut Listing<'_, 'p, S>,
    ) {
        if !way.from.has(from) {
            return;
        }
        let mut reached = match &way.reach {
            Reach::Leaps(leaps) => leaps[usize::from(from)],
            Reach::Walk(route) => {
                let Some(paths) = &self.rules().routes[*route].paths else { return };
                self.reach(paths, from, &mut listing.scene) & way.to & !S::Board::one(from)
            }
            reach => tabled_reach(reach, from, listing.scene.occupied),
        };
        if way.asks {
            let sites = &way.sites[..way.count.min(SITES)];
            let masks = &listing.scene.masks;
            if sites.iter().any(|site| masks[site.mask % KEPT_MASKS].meets(reached)) {
                self.list_asking(from, (way, reached), listing);
            }
            return;
        }
        let alone = FREE && !is_unsure(way.unsure, listing.danger);
        let class = match way.sure.len() {
            1 => 0,
            _ => usize::from(listing.deeds.class_of[usize::from(from)]),
        };
        let sure = &way.sure[class];
        for index in 0..way.count.min(SITES) {
            let site = &way.sites[index];
            let on = listing.scene.masks[site.mask % KEPT_MASKS];
            let ends = reached & on;
            reached &= !on;
            let mut left = ends;
            if alone {
                let sure = sure[index] & !listing.risky;
                left = ends & !sure;
                listing.into.legal.add(ends & sure, Quick::new(from, 0, site.deed).0, Quick::ENDS);
            }
            if left.any() {
                enlist(from, left, (way.way, site.landing), listing);
            }
        }
    }

    #[inline]
    fn list_from(&mut self, from: u8, listing: &mut Listing<'_, 'p, S>) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let mut done = S::Board::EMPTY;
        self.each_way(from, code, |run, way| {
            run.list_way(from, way, &mut done, listing);
        });
    }

    #[inline]
    fn list_way(
        &mut self,
        from: u8,
        number: u16,
        done: &mut S::Board,
        listing: &mut Listing<'_, 'p, S>,
    ) {
        let way: &'p Way<S::Board> = &self.rules().ways[usize::from(number)];
        if !way.from.has(from) {
            return;
        }
        let paths = self.rules().routes[way.walk].paths.as_ref();
        let Some(paths) = paths.filter(|_| way.tabled) else {
            self.add_walked(from, (number, way), done, &mut listing.into.others);
            return;
        };
        if let Some(guard) = way.guard
            && self.mask(guard, &mut listing.scene).is_empty()
        {
            return;
        }
        let scene = &mut listing.scene;
        let mut reached = self.reach(paths, from, scene) & way.to & !(*done | S::Board::one(from));
        if reached.is_empty() {
            return;
        }
        let mut asked = way.anytime;
        for &(mask, landing) in &way.sites {
            let on = self.mask(mask, &mut listing.scene);
            let mut ends = reached & on;
            reached &= !on;
            if ends.is_empty() {
                continue;
            }
            if !asked {
                if !self.meets(&way.demands, listing.danger) {
                    return;
                }
                asked = true;
            }
            if !way.anywhere {
                ends = self.allowed(&way.condition, ends, listing.danger);
            }
            *done |= ends;
            enlist(from, ends, (number, landing), listing);
        }
    }
}

/// Puts the moves of a way into the lists they belong to.
#[inline]
pub fn enlist<S: Shape>(
    from: u8,
    ends: S::Board,
    (way, landing): (u16, u8),
    listing: &mut Listing<'_, '_, S>,
) {
    let deeds = listing.deeds;
    let class = deeds.class_of.get(usize::from(from)).map_or(0, |&class| usize::from(class));
    let table = deeds.moves_of(way, landing);
    let known = table.map_or(S::Board::EMPTY, |table| table.known[class]) & ends;
    let left = ends & !known;
    if left.any() {
        let made = |to| super::moves::Move { from, to, way, landing, trail: 0 };
        listing.into.others.list.extend(left.members().map(made));
    }
    let Some(table) = table else { return };
    let Some(danger) = listing.danger else {
        push(table, class, from, known, &mut listing.into.tries);
        return;
    };
    let Sorted { legal, tries } = danger.sort(from, known, (table, class), landing);
    push(table, class, from, legal, &mut listing.into.legal);
    if tries.any() {
        push(table, class, from, tries, &mut listing.into.tries);
    }
}

/// Drops that end a turn. In the words, the type stands where a move's start would.
#[derive(Clone, Debug, Default)]
pub struct ListedDrops {
    /// Legal ones.
    pub legal: Quicks,
    /// Those that must be tried.
    pub tries: Quicks,
    /// Those of which it is not known what they do: the type, and where to.
    pub others: Vec<(u16, u8)>,
}

impl ListedDrops {
    /// Forgets all drops.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.tries.clear();
        self.others.clear();
    }
}

impl<'p, S: Shape> Run<'p, S> {
    /// Lists the drops from a hand; each ends the turn.
    pub fn list_drops(
        &mut self,
        side: u8,
        types: &[u16],
        on: &'p Set<S::Board>,
        (deeds, danger): (&'p Deeds<S::Board>, Option<&Danger<'p, S>>),
        into: &mut ListedDrops,
    ) {
        let rules = self.rules();
        for &kind in types {
            let index = usize::from(kind);
            if self.state.hand(&self.program.layout, side, index) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED.0, Bound::Type(kind));
            let allowed = self.squares(on) & self.squares(&rules.drop_on[index]);
            let free = allowed & !self.state.occupied();
            let Some(table) = &deeds.drops[index] else {
                into.others.extend(free.members().map(|to| (kind, to)));
                continue;
            };
            let known = free & table.known[0];
            let left = free & !known;
            if left.any() {
                into.others.extend(left.members().map(|to| (kind, to)));
            }
            let sorted = match danger {
                Some(danger) => danger.sort_drops(known, table),
                None => Sorted { legal: S::Board::EMPTY, tries: known },
            };
            // Types are numbered from 0, and there are no more of them than a byte can number.
            const { assert!(crate::ir::limits::MAX_TYPES <= 256) };
            let [word, _] = kind.to_le_bytes();
            push(table, 0, word, sorted.legal, &mut into.legal);
            push(table, 0, word, sorted.tries, &mut into.tries);
        }
    }
}

/// Returns where a way with tables of its own ends.
#[inline]
pub fn tabled_reach<B: Bits>(reach: &Reach<B>, from: u8, occupied: B) -> B {
    let from = usize::from(from);
    match reach {
        Reach::Leaps(leaps) => leaps[from],
        Reach::TwoLines(rays) => rays[from].ends(occupied),
        Reach::FourLines(rays) => rays[from].ends(occupied),
        Reach::Ends(ends) => {
            let demanding = ends[from].demanding.iter();
            let met = demanding.filter(|(care, want, _)| occupied & *care == *want);
            met.fold(ends[from].free, |all, (_, _, to)| all | *to)
        }
        Reach::Hops(hops) => hops[from].ends(occupied),
        Reach::Walk(..) => B::EMPTY,
    }
}

/// Tells whether the moves of a way must be judged one by one because of where a royal piece stands.
#[inline]
pub fn is_unsure<S: Shape>(unsure: S::Board, danger: Option<&Danger<'_, S>>) -> bool {
    unsure.any() && danger.is_none_or(|danger| danger.royal_on(unsure))
}

impl<B: Bits, const N: usize> Rays<B, N> {
    /// Returns where the rays end.
    #[inline]
    pub fn ends(&self, occupied: B) -> B {
        self.lines.iter().fold(self.free, |ends, line| ends | line.ends(occupied))
    }
}

impl<B: Bits> Hops<B> {
    /// Returns the squares beyond the first piece on each ray, up to the second.
    #[inline]
    fn ends(&self, occupied: B) -> B {
        let first = B::one(0);
        let mut ends = B::EMPTY;
        for ray in self.upper {
            let pieces = ray & occupied;
            if pieces.any() {
                let hurdle = B::one(pieces.lowest());
                let mut beyond = ray & !(hurdle | hurdle.minus(first));
                let rest = pieces.rest();
                if rest.any() {
                    let end = B::one(rest.lowest());
                    beyond &= end | end.minus(first);
                }
                ends |= beyond;
            }
        }
        for ray in self.lower {
            let pieces = ray & occupied;
            if pieces.any() {
                let hurdle = B::one(pieces.highest());
                let mut beyond = ray & hurdle.minus(first);
                let rest = pieces & !hurdle;
                if rest.any() {
                    let end = B::one(rest.highest());
                    beyond &= !end.minus(first);
                }
                ends |= beyond;
            }
        }
        ends & self.to
    }
}

/// Adds the moves to some squares, each in all ways in which its choices can be made.
#[inline]
fn push<B: Bits>(table: &Table<B>, class: usize, from: u8, ends: B, into: &mut Quicks) {
    let alone = ends & table.alone[class];
    into.add(alone, Quick::new(from, 0, table.main).0, Quick::ENDS);
    for to in (ends & !alone).members() {
        let (first, count) = table.deeds[table.index(class, to)];
        for deed in first..first + count {
            into.add(B::one(to), Quick::new(from, 0, deed).0, Quick::ENDS);
        }
    }
}
