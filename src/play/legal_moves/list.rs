//! Generates the moves that end a turn, piece by piece where bulk generation is not possible, and the drops.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::{FastWay, Generators, KEPT_MASKS, Reach, SITES};
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::compile::program::move_effects::MoveEffects;
use crate::compile::program::{Set, Tables, Way};
use crate::ir::{LandingKind, SideId, SquareIndex, slots};
use crate::play::execution::evaluate::token_square;
use crate::play::execution::moves::{Move, PackedMove};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legal_moves::bulk::{
    generate_shifted, generate_single_way, generate_single_way_types,
};
use crate::play::legal_moves::listing::{
    Generation, MoveLists, add_classified, is_undecided, push,
};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::legality::check_info::{CheckInfo, Classified};
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Generates the moves of the pieces on some squares to the `wanted` ones; each of them ends the turn. Moves that are
    /// followed square by square are generated wherever they go.
    pub(crate) fn generate_final_moves(
        &mut self,
        pieces: S::Board,
        wanted: S::Board,
        move_effects: &'p MoveEffects<S::Board>,
        generators: &'p Generators<S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
        into: &mut MoveLists,
    ) {
        let mut generation = Generation {
            rules: self.rules(),
            move_effects,
            generators,
            cache: self.mask_cache(),
            check_info,
            wanted,
            risky: S::Board::EMPTY,
            into,
        };
        let rules = generation.rules;
        for &mask in &generators.masks {
            let squares = self.board_or_squares(&rules.masks[mask]);
            generation.cache.keep(mask, squares);
        }
        // Pieces that have more move rules than those of their type, or guarded ones.
        let mut powered = S::Board::EMPTY;
        for power in &rules.powers {
            powered |= token_square(self.state.number(self.program.layout.token(power.token)));
        }
        for (mask, sources) in &generators.guarded_ways {
            for square in self.board_or_squares(&rules.masks[*mask]).members() {
                powered |= sources[usize::from(square)];
            }
        }
        powered &= pieces;
        let none = (S::Board::EMPTY, S::Board::EMPTY);
        let (unpinned, risky) = check_info.and_then(CheckInfo::unpinned).unwrap_or(none);
        generation.risky = risky;
        let mut free = pieces & unpinned & !powered;
        let constrained = pieces & !free & !powered;
        for &kind in &generators.bulk {
            let generator = &generators.of[kind];
            if let Some(board) = generator.board {
                let mine = free & self.state.board(board);
                free &= !mine;
                generate_shifted(mine, &generator.shifts, &mut generation);
            }
        }
        let free =
            generate_single_way_types(&self.state, free, &generators.single_way, &mut generation);
        for from in free.members() {
            self.generate_piece::<true>(from, &mut generation);
        }
        for from in constrained.members() {
            self.generate_piece::<false>(from, &mut generation);
        }
        for from in powered.members() {
            self.generate_powered_piece(from, &mut generation);
        }
    }

    /// Generates the moves of one piece, which is unpinned if `FREE`.
    #[inline]
    fn generate_piece<const FREE: bool>(
        &mut self,
        from: SquareIndex,
        generation: &mut Generation<'_, 'p, S>,
    ) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let generator = &generation.generators.of[kind_of(code)];
        if FREE
            && generator.simple
            && let [way] = generator.fast.as_slice()
        {
            generate_single_way(S::Board::one(from), way, generation);
            return;
        }
        if generator.overlaps {
            self.generate_powered_piece(from, generation);
            return;
        }
        for way in &generator.fast {
            self.generate_fast::<FREE>(from, way, generation);
        }
        for &(way, possible) in &generator.slow {
            if possible.has(from) {
                self.slots.set(slots::FROM, Binding::Square(from));
                let mut done = S::Board::EMPTY;
                self.generate_way(from, way, &mut done, generation);
            }
        }
    }

    /// Generates the moves of a tabled move rule with conditions, given the squares that it reaches.
    fn generate_conditional(
        &mut self,
        from: SquareIndex,
        fast: &'p FastWay<S::Board>,
        reached: S::Board,
        generation: &mut Generation<'_, 'p, S>,
    ) {
        let way = &generation.rules.ways[usize::from(fast.way)];
        let (mut left, mut tested) = (reached, way.anytime);
        for site in &fast.sites[..fast.count.min(SITES)] {
            let on = generation.cache.masks[site.mask % KEPT_MASKS];
            let mut ends = left & on;
            left &= !on;
            if ends.is_empty() {
                continue;
            }
            self.slots.set(slots::FROM, Binding::Square(from));
            if !tested && !self.meets(&way.square_test, generation.check_info) {
                return;
            }
            tested = true;
            if !way.anywhere {
                ends = self.satisfying_with(&way.condition, ends, generation.check_info);
            }
            add_classified(from, ends, fast.way, site.landing, generation);
        }
    }

    /// Generates the moves of a tabled move rule of a piece.
    #[inline]
    fn generate_fast<const FREE: bool>(
        &mut self,
        from: SquareIndex,
        way: &'p FastWay<S::Board>,
        generation: &mut Generation<'_, 'p, S>,
    ) {
        if !way.from.has(from) {
            return;
        }
        let reached = match &way.reach {
            Reach::Leaps(leaps) => leaps[usize::from(from)],
            Reach::Walk(route) => {
                let Some(paths) = &self.rules().routes[*route].paths else { return };
                self.reach(paths, from, &mut generation.cache) & way.to & !S::Board::one(from)
            }
            reach
            @ (Reach::TwoLines(_) | Reach::FourLines(_) | Reach::Ends(_) | Reach::Hops(_)) => {
                tabled_reach(reach, from, generation.cache.occupied)
            }
        };
        let mut reached = reached & generation.wanted;
        if way.asks {
            let sites = &way.sites[..way.count.min(SITES)];
            let masks = &generation.cache.masks;
            if sites.iter().any(|site| masks[site.mask % KEPT_MASKS].meets(reached)) {
                self.generate_conditional(from, way, reached, generation);
            }
            return;
        }
        let is_free = FREE && !is_undecided(way.undecided, generation.check_info);
        let class = match way.decided.len() {
            1 => 0,
            _ => usize::from(generation.move_effects.class_of[usize::from(from)]),
        };
        let decided = &way.decided[class];
        for index in 0..way.count.min(SITES) {
            let site = &way.sites[index];
            let on = generation.cache.masks[site.mask % KEPT_MASKS];
            let ends = reached & on;
            reached &= !on;
            let mut left = ends;
            if is_free {
                let decided = decided[index] & !generation.risky;
                left = ends & !decided;
                generation.into.legal.add(
                    ends & decided,
                    PackedMove::new(from, 0, site.move_effect).0,
                    PackedMove::NEXT_TO,
                );
            }
            if left.any() {
                add_classified(from, left, way.way, site.landing, generation);
            }
        }
    }

    #[inline]
    fn generate_powered_piece(
        &mut self,
        from: SquareIndex,
        generation: &mut Generation<'_, 'p, S>,
    ) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let mut done = S::Board::EMPTY;
        self.for_each_way(from, code, |run, way| {
            run.generate_way(from, way, &mut done, generation);
        });
    }

    #[inline]
    fn generate_way(
        &mut self,
        from: SquareIndex,
        number: u16,
        done: &mut S::Board,
        generation: &mut Generation<'_, 'p, S>,
    ) {
        let way: &'p Way<S::Board> = &self.rules().ways[usize::from(number)];
        if !way.from.has(from) {
            return;
        }
        let Some(Tables { way: table, paths }) = self.rules().tables_of(number) else {
            self.add_walked_moves(from, number, done, &mut generation.into.others);
            return;
        };
        if let Some(guard) = table.guard
            && self.mask(guard, &mut generation.cache).is_empty()
        {
            return;
        }
        let cache = &mut generation.cache;
        let passed = *done | S::Board::one(from);
        let mut reached = self.reach(paths, from, cache) & way.to & generation.wanted & !passed;
        if reached.is_empty() {
            return;
        }
        let mut tested = way.anytime;
        for &(mask, landing) in &table.sites {
            let on = self.mask(mask, &mut generation.cache);
            let mut ends = reached & on;
            reached &= !on;
            if ends.is_empty() {
                continue;
            }
            if !tested {
                if !self.meets(&way.square_test, generation.check_info) {
                    return;
                }
                tested = true;
            }
            if !way.anywhere {
                ends = self.satisfying_with(&way.condition, ends, generation.check_info);
            }
            *done |= ends;
            add_classified(from, ends, number, landing, generation);
        }
    }

    /// Generates the drops from a hand. Each has the piece type in place of an origin.
    pub(crate) fn generate_drops(
        &mut self,
        side: SideId,
        types: &[u16],
        on: &'p Set<S::Board>,
        move_effects: &'p MoveEffects<S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
        into: &mut MoveLists,
    ) {
        let rules = self.rules();
        for &kind in types {
            let index = usize::from(kind);
            if self.state.hand(&self.program.layout, side, index) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED, Binding::Type(kind));
            let allowed = self.squares(on) & self.squares(&rules.drop_on[index]);
            let free = allowed & !self.state.occupied();
            let table = move_effects.drops[index].as_ref();
            let known = free & table.map_or(S::Board::EMPTY, |table| table.known[0]);
            let others = (free & !known).members();
            into.others
                .list
                .extend(others.map(|to| Move::plain(kind, to, u16::MAX, LandingKind::Settle)));
            let Some(table) = table else { continue };
            let classified = match check_info {
                Some(check_info) => check_info.classify_drops(known, table),
                None => Classified { legal: S::Board::EMPTY, unverified: known },
            };
            push(table, 0, kind, classified.legal, &mut into.legal);
            push(table, 0, kind, classified.unverified, &mut into.unverified);
        }
    }
}
