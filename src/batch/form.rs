//! What a learner sees of a position: planes of squares, and counters.

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, kind_of, owner_board_of};
use crate::ir::{Game, Id, SideId, SquareIndex, VariableId, VariableKind};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What a plane has no number for.
const NO_PLANE: u16 = u16::MAX;

/// How positions of a game are shown: a byte for each plane and square, and a list of counters. All is seen as it stands,
/// whoever is to move.
#[derive(Clone, Debug)]
pub struct Form {
    squares: usize,
    planes: Vec<String>,
    counters: Vec<String>,
    /// By owner (neither side last) and type, the plane of the pieces.
    pieces: Vec<u16>,
    types: usize,
    marks: usize,
    tokens: usize,
    sets: Vec<(VariableId, SideId)>,
    chosen: usize,
    hands: Vec<(SideId, usize)>,
    levels: Vec<usize>,
    numbers: Vec<(VariableId, SideId)>,
}

impl Form {
    /// Makes the form of a game's positions.
    pub fn of(game: &Game) -> Self {
        let mut form = Self {
            squares: game.board.squares.len(),
            planes: Vec::new(),
            counters: vec!["side to move".into(), "turn".into(), "steps in this turn".into()],
            pieces: Vec::new(),
            types: game.types.len(),
            marks: 0,
            tokens: 0,
            sets: Vec::new(),
            chosen: 0,
            hands: Vec::new(),
            levels: Vec::new(),
            numbers: Vec::new(),
        };
        form.add_pieces(game);
        form.marks = form.planes.len();
        form.planes.extend(game.marks.iter().map(|mark| format!("mark {}", mark.name)));
        form.tokens = form.planes.len();
        form.planes.extend(game.tokens.iter().map(|token| format!("token {}", token.name)));
        form.add_variables(game);
        form.chosen = form.planes.len();
        form.planes.push("chosen in this turn".into());
        form
    }

    fn add_pieces(&mut self, game: &Game) {
        for owner in SideId::OWNERS {
            for kind in &game.types {
                let symbol = &kind.symbols[SideId::place_of(owner)];
                let name = owner.map_or("neutral", |side| game.side_name(side));
                self.pieces.push(if symbol.is_some() {
                    self.planes.push(format!("{name} {}", kind.name));
                    u16::try_from(self.planes.len() - 1).unwrap_or(NO_PLANE)
                } else {
                    NO_PLANE
                });
            }
        }
        if game.uses_hands {
            for side in SideId::ALL {
                for (id, kind) in game.types.enumerate() {
                    self.hands.push((side, id.index()));
                    self.counters.push(format!("{} {} in hand", game.side_name(side), kind.name));
                }
            }
        }
    }

    fn add_variables(&mut self, game: &Game) {
        for (id, token) in game.tokens.enumerate() {
            if token.has_levels {
                self.levels.push(id.index());
                self.counters.push(format!("level of {}", token.name));
            }
        }
        for (id, variable) in game.variables.enumerate() {
            let sides = if variable.per_side { &SideId::ALL[..] } else { &SideId::ALL[..1] };
            for &side in sides {
                let name = if variable.per_side {
                    format!("{} {}", game.side_name(side), variable.name)
                } else {
                    variable.name.clone()
                };
                if variable.kind == VariableKind::Squares {
                    self.sets.push((id, side));
                    self.planes.push(format!("squares {name}"));
                } else {
                    self.numbers.push((id, side));
                    self.counters.push(format!("number {name}"));
                }
            }
        }
    }

    /// Returns the names of the planes, in order.
    pub fn planes(&self) -> &[String] {
        &self.planes
    }

    /// Returns the names of the counters, in order.
    pub fn counters(&self) -> &[String] {
        &self.counters
    }

    /// Returns the number of squares in a plane.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the number of bytes of all planes of a position.
    pub fn plane_bytes(&self) -> usize {
        self.planes.len() * self.squares
    }

    /// Writes the planes of a state; `chosen` are the squares chosen so far in a turn that is not over.
    pub(crate) fn write_planes<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        state: &State<S>,
        chosen: &[SquareIndex],
        into: &mut [u8],
    ) {
        into.fill(0);
        let layout = &program.layout;
        let occupied = state.occupied();
        for square in occupied.members() {
            let code = state.code(square);
            if code == EMPTY_CODE {
                continue;
            }
            let at = owner_board_of(code) * self.types + kind_of(code);
            let plane = self.pieces.get(at).copied().unwrap_or(NO_PLANE);
            if plane != NO_PLANE {
                self.set(into, usize::from(plane), square);
            }
        }
        for mark in 0..layout.mark_count {
            let marked = state.board(layout.marks + mark);
            marked.members().for_each(|square| self.set(into, self.marks + mark, square));
        }
        for token in 0..layout.token_count {
            if let Ok(square) = SquareIndex::try_from(state.number(layout.token(token))) {
                self.set(into, self.tokens + token, square);
            }
        }
        let first = self.tokens + layout.token_count;
        for (number, &(id, side)) in self.sets.iter().enumerate() {
            let board = state.board(layout.variable(id).of(side));
            board.members().for_each(|square| self.set(into, first + number, square));
        }
        for &square in chosen {
            self.set(into, self.chosen, square);
        }
    }

    fn set(&self, into: &mut [u8], plane: usize, square: SquareIndex) {
        if let Some(place) = into.get_mut(plane * self.squares + usize::from(square)) {
            *place = 1;
        }
    }

    /// Writes the counters of a state; `steps` is how many steps of the present turn were made.
    pub(crate) fn write_counters<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        state: &State<S>,
        (side, steps): (SideId, usize),
        into: &mut [i32],
    ) {
        let layout = &program.layout;
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let own = [
            i32::from(side.0),
            i32::try_from(state.turn_number).unwrap_or(i32::MAX),
            number(steps),
        ];
        let hands =
            self.hands.iter().map(|&(side, kind)| i32::from(state.hand(layout, side, kind)));
        let levels = self.levels.iter().map(|&token| state.number(layout.token(token) + 1));
        let numbers =
            self.numbers.iter().map(|&(id, side)| state.number(layout.variable(id).of(side)));
        let all = own.into_iter().chain(hands).chain(levels).chain(numbers);
        into.iter_mut().zip(all).for_each(|(place, value)| *place = value);
    }
}
