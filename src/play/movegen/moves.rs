//! Generates the pseudo-legal moves of pieces, rule by rule.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::KEPT_MASKS;
use crate::compile::program::layout::{EMPTY_CODE, kind_of};
use crate::compile::program::move_tables::MoveTable;
use crate::compile::program::{Cond, Set, Way};
use crate::ir::{Arrival, LandingKind, SquareIndex, slots};
use crate::play::execution::moves::{Move, MovePath, MovedBy, Moves};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::execution::walk::{WalkState, is_in};
use crate::play::state::sizes::StateSize;
/// What a move found by following a walk is charged to the work budget.
const WORK_OF_MOVE: usize = 100;
/// The occupied squares and the masks evaluated so far, while the moves of one state are generated.
#[derive(Debug)]
pub(crate) struct MaskCache<B> {
    /// The occupied squares.
    pub(crate) occupied: B,
    /// The masks, as far as they have been evaluated.
    pub(crate) masks: [B; KEPT_MASKS],
    evaluated: u32,
}

impl<B: Bitboard> MaskCache<B> {
    /// Keeps an evaluated mask, if there is room.
    #[inline]
    pub(crate) fn keep(&mut self, number: usize, squares: B) {
        if number < KEPT_MASKS {
            self.masks[number] = squares;
            self.evaluated |= 1 << number;
        }
    }
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns an empty cache for the present state.
    #[inline]
    pub(crate) fn mask_cache(&self) -> MaskCache<S::Board> {
        MaskCache {
            occupied: self.state.occupied(),
            masks: [S::Board::EMPTY; KEPT_MASKS],
            evaluated: 0,
        }
    }

    /// Adds the moves of the pieces on some squares that satisfy a condition.
    pub(crate) fn add_matching_moves(
        &mut self,
        pieces: S::Board,
        only: &'p Cond<S::Board>,
        moves: &mut Moves,
    ) {
        let mut cache = self.mask_cache();
        let any = *only == Cond::Fixed(true);
        for from in pieces.members() {
            let first = moves.list.len();
            self.moves_of(from, &mut cache, moves);
            if !any {
                self.retain_matching(first, only, moves);
            }
        }
    }

    fn retain_matching(&mut self, first: usize, only: &'p Cond<S::Board>, moves: &mut Moves) {
        let mut matching = first;
        for index in first..moves.list.len() {
            let made = moves.list[index];
            if self.satisfies(made, moves, only) {
                moves.list[matching] = made;
                matching += 1;
            }
        }
        moves.list.truncate(matching);
    }

    fn satisfies(&mut self, made: Move, moves: &Moves, only: &'p Cond<S::Board>) -> bool {
        self.slots.set(slots::FROM, Binding::Square(made.from));
        self.slots.set(slots::TO, Binding::Square(made.to));
        let takes = self.captured_squares(made, moves.path(made));
        let moved_by = std::mem::replace(&mut self.turn.moved_by, MovedBy::Way(made.way));
        let captures = self.turn.captures;
        self.turn.captures += i32::try_from(takes.len()).unwrap_or(i32::MAX);
        let counts = self.truth(only);
        self.turn.captures = captures;
        self.turn.moved_by = moved_by;
        counts
    }

    /// Adds the moves of the piece on a square: by the move rules of its type, then by those of its tokens.
    #[inline]
    pub(crate) fn moves_of(
        &mut self,
        from: SquareIndex,
        cache: &mut MaskCache<S::Board>,
        moves: &mut Moves,
    ) {
        let code = self.state.code(from);
        if code == EMPTY_CODE {
            return;
        }
        let mut done = S::Board::EMPTY;
        self.for_each_way(from, code, |run, way| {
            run.add_way_moves(from, way, cache, &mut done, moves);
        });
    }

    /// Calls a function for each move rule of the piece on a square: those of its type, then those of its tokens.
    #[inline]
    pub(crate) fn for_each_way(
        &mut self,
        from: SquareIndex,
        code: u16,
        mut with: impl FnMut(&mut Self, u16),
    ) {
        let rules = self.rules();
        self.slots.set(slots::FROM, Binding::Square(from));
        for &way in &rules.ways_of[kind_of(code)] {
            with(self, way);
        }
        for power in &rules.powers {
            let index = self.program.layout.token(power.token);
            if self.state.number(index) == i32::from(from)
                && power.is_at(self.state.number(index + 1))
                && self.holds_at(&power.bearer, from)
            {
                for &way in &power.ways {
                    with(self, way);
                }
            }
        }
    }

    #[inline]
    fn add_way_moves(
        &mut self,
        from: SquareIndex,
        number: u16,
        cache: &mut MaskCache<S::Board>,
        done: &mut S::Board,
        moves: &mut Moves,
    ) {
        let way = &self.rules().ways[usize::from(number)];
        if !way.from.has(from) || (self.captures_only && !way.can_capture) {
            return;
        }
        let Some(tables) = self.rules().tables_of(number) else {
            return self.add_walked_moves(from, number, done, moves);
        };
        let mut reached =
            self.reach(tables.paths, from, cache) & way.to & !(*done | S::Board::one(from));
        if reached.is_empty() || !(way.anytime || self.truth(&way.before)) {
            return;
        }
        for &(mask, landing) in &tables.way.sites {
            let on = self.mask(mask, cache);
            let mut ends = reached & on;
            reached &= !on;
            if !way.anywhere {
                ends = self.satisfying(ends, |run| run.truth(&way.condition));
            }
            *done |= ends;
            let made = |to| Move::plain(from, to, number, landing);
            moves.list.extend(ends.members().map(made));
        }
    }

    /// Returns the destinations of a walk, from its move table.
    #[inline]
    pub(crate) fn reach(
        &mut self,
        paths: &'p MoveTable<S::Board>,
        from: SquareIndex,
        cache: &mut MaskCache<S::Board>,
    ) -> S::Board {
        let destinations = &paths.from[usize::from(from)];
        let occupied = cache.occupied;
        let mut reached = destinations.free;
        for line in paths.lines(destinations) {
            reached |= line.ends(occupied);
        }
        for end in &destinations.ends {
            if occupied & end.mask == end.value
                && end.tests.iter().all(|&(mask, at)| self.mask(mask, cache).has(at))
            {
                reached |= S::Board::one(end.to);
            }
        }
        reached
    }

    /// Returns the squares of a mask.
    #[inline]
    pub(crate) fn mask(&mut self, number: usize, cache: &mut MaskCache<S::Board>) -> S::Board {
        if number < KEPT_MASKS && cache.evaluated >> number & 1 == 1 {
            return cache.masks[number];
        }
        let set: &'p Set<S::Board> = &self.rules().masks[number];
        let squares = self.board_or_squares(set);
        cache.keep(number, squares);
        squares
    }

    /// Returns the destinations for which something holds, with each of them in the slot `to`.
    pub(crate) fn satisfying(
        &mut self,
        ends: S::Board,
        holds: impl Fn(&mut Self) -> bool,
    ) -> S::Board {
        S::Board::of(ends.members().filter(|&to| {
            self.slots.set(slots::TO, Binding::Square(to));
            holds(self)
        }))
    }

    /// Adds the moves of a move rule without a move table, by following its walk.
    pub(crate) fn add_walked_moves(
        &mut self,
        from: SquareIndex,
        number: u16,
        done: &mut S::Board,
        moves: &mut Moves,
    ) {
        let way = &self.rules().ways[usize::from(number)];
        for (path, landing) in self.walk_destinations(from, way) {
            let to = path.at;
            self.budget.spend(WORK_OF_MOVE);
            if self.budget.is_spent() {
                return;
            }
            if !way.to.has(to) || is_listed(from, &path, *done, moves) {
                continue;
            }
            self.slots.set(slots::FROM, Binding::Square(from));
            self.slots.set(slots::TO, Binding::Square(to));
            if !self.truth(&way.before) || !self.truth(&way.condition) {
                continue;
            }
            if path.via.is_empty() {
                *done |= S::Board::one(to);
            } else {
                moves.named.insert((from, to, path.via.clone()));
            }
            let mut number_of_path = 0;
            if !(path.via.is_empty() && path.takes.is_empty()) {
                moves.paths.push(MovePath { via: path.via, takes: path.takes });
                // INVARIANT: there are fewer moves from each square than all paths of a walk may have steps.
                number_of_path = u32::try_from(moves.paths.len()).unwrap_or(0);
            }
            moves.list.push(Move { from, to, way: number, landing, path: number_of_path });
        }
    }

    /// Returns the ends of the walk of a move rule with what happens there; the piece is off the board meanwhile.
    fn walk_destinations(
        &mut self,
        from: SquareIndex,
        way: &'p Way<S::Board>,
    ) -> Vec<(WalkState, LandingKind)> {
        let layout = &self.program.layout;
        let mut ends = Vec::new();
        let lifted = self.state.lift_piece(layout, from);
        let before = self.lifted.replace((from, lifted));
        self.slots.set(slots::FROM, Binding::Square(from));
        self.walk(way.walk, &mut WalkState::of_move(from), &mut |run, path| {
            let has_not_moved = path.at == from && path.via.is_empty() && path.takes.is_empty();
            if has_not_moved && way.arrival == Arrival::Moves {
                return;
            }
            let landing = way.landings.iter().find(|(on, _)| is_in(run, on, path));
            if let Some((_, kind)) = landing {
                ends.push((path.clone(), *kind));
            }
        });
        self.lifted = before;
        self.state.put_back(layout, from, lifted);
        ends
    }

    /// Returns the squares whose pieces a move captures, each once; the slots `from` and `to` must be set.
    pub(crate) fn captured_squares(
        &mut self,
        made: Move,
        path: Option<&MovePath>,
    ) -> Vec<SquareIndex> {
        let way = &self.rules().ways[usize::from(made.way)];
        let mut takes: Vec<SquareIndex> = path.map(|path| path.takes.clone()).unwrap_or_default();
        if let Some(taking) = &way.taking {
            takes.extend(self.squares(taking).members());
        }
        if made.landing == LandingKind::Capture {
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

/// Returns whether a move of the piece with the same destination and the same squares in its name is in the list.
fn is_listed<B: Bitboard>(from: SquareIndex, path: &WalkState, done: B, moves: &Moves) -> bool {
    if path.via.is_empty() {
        return done.has(path.at);
    }
    // Few moves have squares in their name.
    !moves.named.is_empty() && moves.named.contains(&(from, path.at, path.via.clone()))
}
