//! The moves of pieces.

use crate::compile::plan::generators::KEPT_MASKS;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::compile::program::{Cond, Set, Site, Way, landing_number};
use crate::compile::walks::tables::MoveTable;
use crate::ir::{Arrival, LandingKind, PowerLevel, slots};
use crate::play::execution::moves::{CAPTURES, Move, MovedBy, Moves, Trails};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Bound;
use crate::play::execution::walk::{Trail, fits};
use crate::play::state::StateSize;
/// What a move counts for that is found by walking.
const EFFORT_OF_MOVE: usize = 100;
/// What stays the same while the moves of a state are listed.
#[derive(Debug)]
pub struct Scene<B> {
    /// The occupied squares.
    pub occupied: B,
    /// The masks that are known.
    pub masks: [B; KEPT_MASKS],
    known: u32,
}

impl<B: Bitboard> Scene<B> {
    /// Keeps a mask in mind, if there is room.
    #[inline]
    pub fn keep(&mut self, number: usize, squares: B) {
        if number < KEPT_MASKS {
            self.masks[number] = squares;
            self.known |= 1 << number;
        }
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns what stays the same while moves are listed in the state as it is.
    #[inline]
    pub fn scene(&self) -> Scene<S::Board> {
        Scene { occupied: self.state.occupied(), masks: [S::Board::EMPTY; KEPT_MASKS], known: 0 }
    }

    /// Adds the moves of the pieces on some squares that satisfy a condition.
    pub fn wanted_moves(&mut self, pieces: S::Board, only: &'p Cond<S::Board>, moves: &mut Moves) {
        let mut scene = self.scene();
        let any = *only == Cond::Fixed(true);
        for from in pieces.members() {
            let first = moves.list.len();
            self.moves_of(from, &mut scene, moves);
            if !any {
                self.keep_wanted(first, only, moves);
            }
        }
    }

    fn keep_wanted(&mut self, first: usize, only: &'p Cond<S::Board>, moves: &mut Moves) {
        let mut kept = first;
        for index in first..moves.list.len() {
            let made = moves.list[index];
            if self.counts(made, moves, only) {
                moves.list[kept] = made;
                kept += 1;
            }
        }
        moves.list.truncate(kept);
    }

    fn counts(&mut self, made: Move, moves: &Moves, only: &'p Cond<S::Board>) -> bool {
        self.slots.set(slots::FROM.0, Bound::Square(made.from));
        self.slots.set(slots::TO.0, Bound::Square(made.to));
        let takes = self.taken(made, moves.trail(made));
        let moved_by = std::mem::replace(&mut self.moved_by, MovedBy::Way(made.way));
        let captures = self.captures;
        self.captures += i32::try_from(takes.len()).unwrap_or(i32::MAX);
        let counts = self.truth(only);
        self.captures = captures;
        self.moved_by = moved_by;
        counts
    }

    /// Adds the moves of the piece on a square: its own ways first, then those of the tokens it bears.
    #[inline]
    pub fn moves_of(&mut self, from: u8, scene: &mut Scene<S::Board>, moves: &mut Moves) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let mut done = S::Board::EMPTY;
        self.each_way(from, code, |run, way| {
            run.add_way(from, way, (scene, &mut done), moves);
        });
    }

    /// Goes through the ways of the piece on a square: its own first, then those of the tokens it bears.
    #[inline]
    pub fn each_way(&mut self, from: u8, code: u16, mut with: impl FnMut(&mut Self, u16)) {
        let rules = self.rules();
        self.slots.set(slots::FROM.0, Bound::Square(from));
        for &way in &rules.ways_of[kind_of(code)] {
            with(self, way);
        }
        for power in &rules.powers {
            let index = self.program.layout.token(power.token);
            if self.state.number(index) == i32::from(from)
                && at_level(power.level, self.state.number(index + 1))
                && self.holds_at(&power.bearer, from)
            {
                for &way in &power.ways {
                    with(self, way);
                }
            }
        }
    }

    #[inline]
    fn add_way(
        &mut self,
        from: u8,
        number: u16,
        (scene, done): (&mut Scene<S::Board>, &mut S::Board),
        moves: &mut Moves,
    ) {
        let way = &self.rules().ways[usize::from(number)];
        if !way.from.has(from) || (self.captures_only && !way.can_capture) {
            return;
        }
        match &self.rules().routes[way.walk].paths {
            Some(paths) if way.tabled => {
                self.add_tabled(from, (number, way), paths, (scene, done), moves);
            }
            _ => self.add_walked(from, (number, way), done, moves),
        }
    }

    #[inline]
    fn add_tabled(
        &mut self,
        from: u8,
        (number, way): (u16, &'p Way<S::Board>),
        paths: &'p MoveTable<S::Board>,
        (scene, done): (&mut Scene<S::Board>, &mut S::Board),
        moves: &mut Moves,
    ) {
        let mut reached = self.reach(paths, from, scene) & way.to & !(*done | S::Board::one(from));
        if reached.is_empty() || !(way.anytime || self.truth(&way.before)) {
            return;
        }
        for &(mask, landing) in &way.sites {
            let on = self.mask(mask, scene);
            let mut ends = reached & on;
            reached &= !on;
            if !way.anywhere {
                ends = self.allowed(&way.condition, ends, None);
            }
            *done |= ends;
            let made = |to| Move { from, to, way: number, landing, trail: 0 };
            moves.list.extend(ends.members().map(made));
        }
    }

    /// Returns the ends of a tabled walk.
    #[inline]
    pub fn reach(
        &mut self,
        paths: &'p MoveTable<S::Board>,
        from: u8,
        scene: &mut Scene<S::Board>,
    ) -> S::Board {
        let destinations = &paths.from[usize::from(from)];
        let occupied = scene.occupied;
        let mut reached = destinations.free;
        for line in paths.lines(destinations) {
            reached |= line.ends(occupied);
        }
        for end in &destinations.ends {
            if occupied & end.care == end.want
                && end.tests.iter().all(|&(mask, at)| self.mask(mask, scene).has(at))
            {
                reached |= S::Board::one(end.to);
            }
        }
        reached
    }

    /// Returns a set that depends on the state alone.
    #[inline]
    pub fn mask(&mut self, number: usize, scene: &mut Scene<S::Board>) -> S::Board {
        if number < KEPT_MASKS && scene.known >> number & 1 == 1 {
            return scene.masks[number];
        }
        let set: &'p Set<S::Board> = &self.rules().masks[number];
        let squares = self.known_squares(set);
        scene.keep(number, squares);
        squares
    }

    /// Adds the moves of a way without a table.
    pub fn add_walked(
        &mut self,
        from: u8,
        (number, way): (u16, &'p Way<S::Board>),
        done: &mut S::Board,
        moves: &mut Moves,
    ) {
        for (trail, kind) in self.walked_ends(from, way) {
            let to = trail.at;
            self.effort.spend(EFFORT_OF_MOVE);
            if self.effort.is_spent() {
                return;
            }
            if !way.to.has(to) || is_known(from, &trail, *done, moves) {
                continue;
            }
            self.slots.set(slots::FROM.0, Bound::Square(from));
            self.slots.set(slots::TO.0, Bound::Square(to));
            if !self.truth(&way.before) || !self.truth(&way.condition) {
                continue;
            }
            if trail.via.is_empty() {
                *done |= S::Board::one(to);
            } else {
                moves.named.insert((from, to, trail.via.clone()));
            }
            let mut place = 0;
            if !(trail.via.is_empty() && trail.takes.is_empty()) {
                moves.trails.push(Trails { via: trail.via, takes: trail.takes });
                // INVARIANT: of each square there are fewer moves than the paths of a walk may have steps.
                place = u32::try_from(moves.trails.len()).unwrap_or(0);
            }
            let landing = landing_number(kind);
            moves.list.push(Move { from, to, way: number, landing, trail: place });
        }
    }

    /// Returns the ends of a way's walk where something may happen, with the piece lifted meanwhile.
    fn walked_ends(&mut self, from: u8, way: &'p Way<S::Board>) -> Vec<(Trail, LandingKind)> {
        let layout = &self.program.layout;
        let mut ends = Vec::new();
        let lifted = self.state.lift_whole(layout, from);
        self.slots.set(slots::FROM.0, Bound::Square(from));
        self.walk(way.walk, &mut Trail::aiming(from), &mut |run, trail| {
            let stands = trail.at == from && trail.via.is_empty() && trail.takes.is_empty();
            if stands && way.arrival == Arrival::Moves {
                return;
            }
            let landing = way.landings.iter().find(|(site, _)| match site {
                Site::Mask(mask) => {
                    let set: &'p Set<S::Board> = &run.rules().masks[*mask];
                    run.holds_at(set, trail.at)
                }
                Site::Judged(set) => fits(run, set, trail),
            });
            if let Some((_, kind)) = landing {
                ends.push((trail.clone(), *kind));
            }
        });
        self.state.put_back(layout, from, lifted);
        ends
    }

    /// Returns the squares whose pieces a move captures, each once, with `from` and `to` bound.
    pub fn taken(&mut self, made: Move, trail: Option<&Trails>) -> Vec<u8> {
        let way = &self.rules().ways[usize::from(made.way)];
        let mut takes: Vec<u8> = trail.map(|trail| trail.takes.clone()).unwrap_or_default();
        if let Some(taking) = &way.taking {
            takes.extend(self.squares(taking).members());
        }
        if made.landing == CAPTURES {
            takes.push(made.to);
        }
        let mut once = Vec::with_capacity(takes.len());
        for square in takes {
            if self.state.code(square) != EMPTY_CODE && !once.contains(&square) {
                once.push(square);
            }
        }
        once
    }
}

/// Tells whether a move of the piece to the same square by the same named squares is already there.
fn is_known<B: Bitboard>(from: u8, trail: &Trail, done: B, moves: &Moves) -> bool {
    if trail.via.is_empty() {
        return done.has(trail.at);
    }
    // Few moves name squares.
    !moves.named.is_empty() && moves.named.contains(&(from, trail.at, trail.via.clone()))
}

/// Tells whether a power is there at a level.
pub fn at_level(wanted: Option<PowerLevel>, level: i32) -> bool {
    wanted.is_none_or(|PowerLevel { entry, length }| {
        level >= 1 && length > 0 && (level - 1) % i32::from(length) == i32::from(entry)
    })
}
