//! The moves that end a turn, sorted by whether they are known to be legal.

use crate::compile::move_effects::MoveEffects;
use crate::compile::plan::generators::{FastWay, Generators, KEPT_MASKS, Reach, SITES};
use crate::compile::program::Way;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::ir::slots;
use crate::play::execution::evaluate::token_square;
use crate::play::execution::moves::PackedMove;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::legal_moves::bulk::{list_shifted, list_simple, list_single_way};
use crate::play::legal_moves::listing::{Listed, Listing, enlist, is_undecided};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::legality::check_info::CheckInfo;
use crate::play::state::StateSize;

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

impl<'p, S: StateSize> Execution<'p, S> {}
