//! The moves that end a turn, sorted by whether they are known to be legal.

use crate::compile::move_effects::{EffectTable, MoveEffects};
use crate::compile::plan::generators::{FastWay, Generators, Hops, KEPT_MASKS, Rays, Reach, SITES};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::compile::program::{Set, SideRules, Way};
use crate::ir::slots;
use crate::play::execution::evaluate::token_square;
use crate::play::execution::move_effects::PackedMove;
use crate::play::execution::run::{Bound, Execution};
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::movegen::bulk::{list_shifted, list_simple, list_single_way};
use crate::play::movegen::move_list::MoveList;
use crate::play::movegen::moves::{Moves, Scene};
use crate::play::state::StateSize;

/// Moves that end a turn.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Legal ones.
    pub legal: MoveList,
    /// Those that must be tried.
    pub unverified: MoveList,
    /// Those of which it is not known what they do, or which have a trail.
    pub others: Moves,
}

impl Listed {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }

    /// Tells whether all are legal.
    pub fn is_settled(&self) -> bool {
        self.unverified.len() == 0 && self.others.list.is_empty()
    }
}

/// What is at hand while moves are listed.
#[derive(Debug)]
pub struct Listing<'l, 'p, S: StateSize> {
    rules: &'p SideRules<S::Board>,
    move_effects: &'p MoveEffects<S::Board>,
    generators: &'p Generators<S::Board>,
    /// What stays the same.
    pub scene: Scene<S::Board>,
    /// What endangers the royal pieces, if that can be told.
    pub check_info: Option<&'l CheckInfo<'p, S>>,
    /// Where even pieces that may leave their squares may not go without a look.
    pub risky: S::Board,
    /// The lists.
    pub into: &'l mut Listed,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Lists the moves of the pieces on some squares; each ends the turn.
    pub fn list_last(
        &mut self,
        pieces: S::Board,
        (move_effects, generators): (&'p MoveEffects<S::Board>, &'p Generators<S::Board>),
        check_info: Option<&CheckInfo<'p, S>>,
        into: &mut Listed,
    ) {
        let mut listing = Listing {
            rules: self.rules(),
            move_effects,
            generators,
            scene: self.scene(),
            check_info,
            risky: S::Board::EMPTY,
            into,
        };
        let rules = listing.rules;
        for &mask in &generators.masks {
            let squares = self.known_squares(&rules.masks[mask]);
            listing.scene.keep(mask, squares);
        }
        // Pieces whose ways are not those of their type alone.
        let mut powered = S::Board::EMPTY;
        for power in &rules.powers {
            powered |= token_square(self.state.number(self.program.layout.token(power.token)));
        }
        for (mask, sources) in &generators.guarded_ways {
            for square in self.known_squares(&rules.masks[*mask]).members() {
                powered |= sources[usize::from(square)];
            }
        }
        powered &= pieces;
        let none = (S::Board::EMPTY, S::Board::EMPTY);
        let (unpinned, risky) = check_info.and_then(CheckInfo::unpinned).unwrap_or(none);
        listing.risky = risky;
        let mut free = pieces & unpinned & !powered;
        let careful = pieces & !free & !powered;
        for &kind in &generators.bulk {
            let generator = &generators.of[kind];
            if let Some(board) = generator.board {
                let mine = free & self.state.board(board);
                free &= !mine;
                list_shifted(mine, &generator.shifts, &mut listing);
            }
        }
        let free = list_single_way(&self.state, free, &generators.single_way, &mut listing);
        for from in free.members() {
            self.list_alone::<true>(from, &mut listing);
        }
        for from in careful.members() {
            self.list_alone::<false>(from, &mut listing);
        }
        for from in powered.members() {
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
            if !asked && !self.meets(&way.demands, listing.check_info) {
                return;
            }
            asked = true;
            if !way.anywhere {
                ends = self.allowed(&way.condition, ends, listing.check_info);
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
        let alone = FREE && !is_undecided(way.undecided, listing.check_info);
        let class = match way.decided.len() {
            1 => 0,
            _ => usize::from(listing.move_effects.class_of[usize::from(from)]),
        };
        let decided = &way.decided[class];
        for index in 0..way.count.min(SITES) {
            let site = &way.sites[index];
            let on = listing.scene.masks[site.mask % KEPT_MASKS];
            let ends = reached & on;
            reached &= !on;
            let mut left = ends;
            if alone {
                let decided = decided[index] & !listing.risky;
                left = ends & !decided;
                listing.into.legal.add(
                    ends & decided,
                    PackedMove::new(from, 0, site.move_effect).0,
                    PackedMove::ENDS,
                );
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
                if !self.meets(&way.demands, listing.check_info) {
                    return;
                }
                asked = true;
            }
            if !way.anywhere {
                ends = self.allowed(&way.condition, ends, listing.check_info);
            }
            *done |= ends;
            enlist(from, ends, (number, landing), listing);
        }
    }
}

/// Puts the moves of a way into the lists they belong to.
#[inline]
pub fn enlist<S: StateSize>(
    from: u8,
    ends: S::Board,
    (way, landing): (u16, u8),
    listing: &mut Listing<'_, '_, S>,
) {
    let move_effects = listing.move_effects;
    let class = move_effects.class_of.get(usize::from(from)).map_or(0, |&class| usize::from(class));
    let table = move_effects.moves_of(way, landing);
    let known = table.map_or(S::Board::EMPTY, |table| table.known[class]) & ends;
    let left = ends & !known;
    if left.any() {
        let made = |to| crate::play::movegen::moves::Move { from, to, way, landing, trail: 0 };
        listing.into.others.list.extend(left.members().map(made));
    }
    let Some(table) = table else { return };
    let Some(check_info) = listing.check_info else {
        push(table, class, from, known, &mut listing.into.unverified);
        return;
    };
    let Classified { legal, unverified } =
        check_info.classify(from, known, (table, class), landing);
    push(table, class, from, legal, &mut listing.into.legal);
    if unverified.any() {
        push(table, class, from, unverified, &mut listing.into.unverified);
    }
}

/// Drops that end a turn. In the words, the type stands where a move's start would.
#[derive(Clone, Debug, Default)]
pub struct ListedDrops {
    /// Legal ones.
    pub legal: MoveList,
    /// Those that must be tried.
    pub unverified: MoveList,
    /// Those of which it is not known what they do: the type, and where to.
    pub others: Vec<(u16, u8)>,
}

impl ListedDrops {
    /// Forgets all drops.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.unverified.clear();
        self.others.clear();
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Lists the drops from a hand; each ends the turn.
    pub fn list_drops(
        &mut self,
        side: u8,
        types: &[u16],
        on: &'p Set<S::Board>,
        (move_effects, check_info): (&'p MoveEffects<S::Board>, Option<&CheckInfo<'p, S>>),
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
            let Some(table) = &move_effects.drops[index] else {
                into.others.extend(free.members().map(|to| (kind, to)));
                continue;
            };
            let known = free & table.known[0];
            let left = free & !known;
            if left.any() {
                into.others.extend(left.members().map(|to| (kind, to)));
            }
            let classified = match check_info {
                Some(check_info) => check_info.classify_drops(known, table),
                None => Classified { legal: S::Board::EMPTY, unverified: known },
            };
            // Types are numbered from 0, and there are no more of them than a byte can number.
            const { assert!(crate::ir::limits::MAX_TYPES <= 256) };
            let [word, _] = kind.to_le_bytes();
            push(table, 0, word, classified.legal, &mut into.legal);
            push(table, 0, word, classified.unverified, &mut into.unverified);
        }
    }
}

/// Returns where a way with tables of its own ends.
#[inline]
pub fn tabled_reach<B: Bitboard>(reach: &Reach<B>, from: u8, occupied: B) -> B {
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
pub fn is_undecided<S: StateSize>(
    undecided: S::Board,
    check_info: Option<&CheckInfo<'_, S>>,
) -> bool {
    undecided.any() && check_info.is_none_or(|check_info| check_info.royal_on(undecided))
}

impl<B: Bitboard, const N: usize> Rays<B, N> {
    /// Returns where the rays end.
    #[inline]
    pub fn ends(&self, occupied: B) -> B {
        self.lines.iter().fold(self.free, |ends, line| ends | line.ends(occupied))
    }
}

impl<B: Bitboard> Hops<B> {
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
fn push<B: Bitboard>(table: &EffectTable<B>, class: usize, from: u8, ends: B, into: &mut MoveList) {
    let alone = ends & table.alone[class];
    into.add(alone, PackedMove::new(from, 0, table.main).0, PackedMove::ENDS);
    for to in (ends & !alone).members() {
        let (first, count) = table.move_effects[table.index(class, to)];
        for move_effect in first..first + count {
            into.add(B::one(to), PackedMove::new(from, 0, move_effect).0, PackedMove::ENDS);
        }
    }
}
