//! All positions with some pieces.

use std::collections::BTreeSet;

use super::explore::pool;
use super::space::{Hindrance, Scheme, Sized};
use crate::compile::program::layout::{EMPTY_CODE, Layout};
use crate::ir::{
    BySide, Game, Id, MarkId, PieceTypeId, SideId, SquareIndex, TokenId, VariableValue,
};
use crate::notation;
use crate::play::execution::run::Execution;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::{Position, Random, TooMuch};

/// The most pieces on the board.
const MOST_PIECES: usize = 8;

/// The most positions, each way of placing the pieces counted.
const MOST_PLACINGS: f64 = 4e9;

/// In how many positions each square is tried to find out where a piece can come to.
const TRIALS: usize = 16;

/// Pieces, and all else that is the same in the positions that are looked at.
#[derive(Clone, Debug)]
pub struct Material {
    /// The pieces on the board.
    pieces: Vec<Item>,
    /// A position without them that has all the rest.
    base: Position,
}

/// A piece, with all that it carries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    kind: PieceTypeId,
    owner: Option<SideId>,
    marks: u16,
    /// Tokens that it bears, with their levels.
    tokens: Vec<(TokenId, i32)>,
}

impl Material {
    /// Reads a list such as `K,Q,k`: symbols as in position text, with their marks; `K:Token` or `K:Token=2` for who bears a
    /// token, `@P` for a piece in hand. `rest` is what position text tells behind the side to move; without it nothing is
    /// told: no squares in any variable, and numbers as at the start.
    ///
    /// # Errors
    /// Says what cannot be read.
    pub fn read(game: &Game, list: &str, rest: Option<&str>) -> Result<Self, String> {
        let mut base = base(game, rest)?;
        let mut pieces = Vec::new();
        for text in list.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            if let Some(held) = text.strip_prefix('@') {
                let item = Item::read(game, held)?;
                let Some(owner) = item.owner.filter(|_| game.uses_hands) else {
                    return Err(format!("`{text}`: nobody can have that in hand in this game"));
                };
                base.hands[owner][item.kind] += 1;
            } else {
                pieces.push(Item::read(game, text)?);
            }
        }
        if pieces.is_empty() || pieces.len() > MOST_PIECES {
            return Err(format!(
                "name 1 to {MOST_PIECES} pieces, with commas between them: `K,Q,k`"
            ));
        }
        let squares = game.board.squares.len();
        let placings =
            pieces.iter().fold(2.0, |sum, _| sum * f64::from(u16::try_from(squares).unwrap_or(0)));
        if placings > MOST_PLACINGS {
            return Err(format!(
                "there are about {placings:.0e} ways to place these pieces, which is too many"
            ));
        }
        pieces.sort();
        Ok(Self { pieces, base })
    }

    /// Tells what it is, so that what is kept of something else is known as such.
    pub(super) fn describe(&self, game: &Game) -> String {
        format!("{:?} {}", self.pieces, notation::write_position(game, &self.base))
    }

    /// Tells whether a position has these pieces, and nothing besides.
    pub fn is_of(&self, position: &Position) -> bool {
        let mut found: Vec<Item> = position
            .pieces
            .enumerate()
            .filter_map(|(square, piece)| {
                let piece = piece.as_ref()?;
                let tokens =
                    position.tokens.enumerate().filter(|(_, token)| token.at == Some(square));
                let tokens = tokens.map(|(id, token)| (id, token.level)).collect();
                Some(Item { kind: piece.kind, owner: piece.owner, marks: piece.marks, tokens })
            })
            .collect();
        found.sort();
        found == self.pieces && position.hands == self.base.hands
    }
}

/// Returns a position without pieces.
fn base(game: &Game, rest: Option<&str>) -> Result<Position, String> {
    let mut empty = Position::empty(game);
    empty.tokens.iter_mut().for_each(|token| token.at = None);
    if let Some(rest) = rest {
        let written = notation::write_position(game, &Position::empty(game));
        let placement = written.split(' ').next().unwrap_or_default();
        let text = format!("{placement} {} {rest}", game.sides[SideId::FIRST].letter);
        let mut told = notation::read_position(game, &text).map_err(|error| error.to_string())?;
        told.tokens = empty.tokens;
        return Ok(told);
    }
    for values in &mut empty.variables {
        for value in values.iter_mut() {
            if let VariableValue::Squares(squares) = value {
                *squares = crate::ir::SquareSet::EMPTY;
            }
        }
    }
    Ok(empty)
}

impl Item {
    fn read(game: &Game, text: &str) -> Result<Self, String> {
        let (symbol, tokens) =
            text.split_once(':').map_or((text, None), |(left, right)| (left, Some(right)));
        let mut best: Option<(usize, PieceTypeId, Option<SideId>)> = None;
        for (kind, info) in game.types.enumerate() {
            for (known, owner) in info.symbols.iter().zip(SideId::OWNERS) {
                if let Some(known) = known
                    && symbol.starts_with(known.as_str())
                    && best.is_none_or(|(length, ..)| known.len() > length)
                {
                    best = Some((known.len(), kind, owner));
                }
            }
        }
        let Some((length, kind, owner)) = best else {
            return Err(format!("`{}`: no piece has that symbol", notation::shown(text)));
        };
        let mut item = Self { kind, owner, marks: 0, tokens: Vec::new() };
        let mut left = &symbol[length..];
        while !left.is_empty() {
            let found = game
                .marks
                .enumerate()
                .find(|(_, mark)| left.starts_with(&mark.suffix) && !mark.suffix.is_empty());
            let Some((mark, info)) = found else {
                return Err(format!(
                    "`{}`: `{}` is no mark",
                    notation::shown(text),
                    notation::shown(left)
                ));
            };
            item.marks |= 1 << mark_bit(mark);
            left = &left[info.suffix.len()..];
        }
        for name in tokens.iter().flat_map(|tokens| tokens.split('+')) {
            let (name, level) =
                name.split_once('=').map_or((name, None), |(left, right)| (left, Some(right)));
            let found = game.tokens.enumerate().find(|(_, token)| token.name == name);
            let Some((id, token)) = found else {
                return Err(format!("`{}`: there is no token of that name", notation::shown(name)));
            };
            let level = match level.map(str::parse) {
                None => token.start_level,
                Some(Ok(level)) => level,
                Some(Err(_)) => {
                    return Err(format!("`{}`: the level is a number", notation::shown(text)));
                }
            };
            item.tokens.push((id, level));
        }
        Ok(item)
    }

    fn code(&self) -> u16 {
        Layout::code(self.kind.index(), self.owner)
    }
}

fn mark_bit(mark: MarkId) -> usize {
    mark.index()
}

/// The states with some pieces, for states of one size.
pub(super) struct Placings<'m, S: StateSize> {
    items: &'m [Item],
    base: State<S>,
    /// Where each piece may stand.
    squares: Vec<Vec<SquareIndex>>,
}

impl<'m, S: StateSize> Placings<'m, S> {
    pub(super) fn new(compiled: &Compiled<S>, material: &'m Material) -> Result<Self, TooMuch> {
        let program = &compiled.program;
        let base = compiled.state_of(&material.base);
        let seen = squares_of(compiled, material)?;
        let all: Vec<SquareIndex> =
            (0..program.squares).filter_map(|at| SquareIndex::try_from(at).ok()).collect();
        let squares = material.pieces.iter().map(|item| {
            let known = seen.iter().filter(|(code, _)| *code == item.code());
            let known: Vec<SquareIndex> = known.map(|(_, square)| *square).collect();
            if known.is_empty() { all.clone() } else { known }
        });
        Ok(Self { items: &material.pieces, base, squares: squares.collect() })
    }

    /// Returns where the first piece is tried, and for how many squares each stands: with symmetries, one of those that are
    /// images of each other will do.
    fn first_squares(&self, scheme: &Scheme) -> Vec<(SquareIndex, u32)> {
        let Some(squares) = self.squares.first() else { return Vec::new() };
        let has_twin = self.items.get(1) == self.items.first();
        let mut first: Vec<(SquareIndex, u32)> = Vec::new();
        for &square in squares {
            let images = scheme.symmetries.iter().map(|one| one.image(square));
            let least = images.chain([square]).min().unwrap_or(square);
            let least = if has_twin { square } else { least };
            match first.iter_mut().find(|(known, _)| *known == least) {
                Some((_, count)) => *count += 1,
                None => first.push((least, 1)),
            }
        }
        first
    }

    /// Returns how many bytes the keys of all of them take at most.
    pub(super) fn bytes(&self, scheme: &Scheme) -> usize {
        let key = size_of::<(Vec<u64>, u32)>() + 8 * scheme.packing.words() + 16;
        let first = 2 * self.first_squares(scheme).len();
        self.squares
            .iter()
            .skip(1)
            .fold(first.saturating_mul(key), |bytes, squares| bytes.saturating_mul(squares.len()))
    }

    /// Calls `each` for the states with the first piece on a square.
    fn each(
        &self,
        layout: &Layout,
        square: SquareIndex,
        each: &mut dyn FnMut(&State<S>) -> Result<(), Hindrance>,
    ) -> Result<(), Hindrance> {
        let mut state = self.base;
        self.put(layout, &mut state, 0, square);
        self.place(layout, &state, &[square], each)
    }

    fn put(&self, layout: &Layout, state: &mut State<S>, number: usize, square: SquareIndex) {
        let item = &self.items[number];
        state.put(layout, square, item.code());
        if item.marks != 0 {
            state.set_marks(layout, square, item.marks);
        }
        for (token, level) in &item.tokens {
            let index = layout.token(token.index());
            state.set_number(index, i32::from(square));
            state.set_number(index + 1, *level);
        }
    }

    fn place(
        &self,
        layout: &Layout,
        state: &State<S>,
        taken: &[SquareIndex],
        each: &mut dyn FnMut(&State<S>) -> Result<(), Hindrance>,
    ) -> Result<(), Hindrance> {
        let number = taken.len();
        if number == self.items.len() {
            for side in SideId::ALL {
                let mut state = *state;
                state.to_move = side;
                each(&state)?;
            }
            return Ok(());
        }
        for &square in &self.squares[number] {
            let is_twin = self.items[number] == self.items[number - 1];
            if taken.contains(&square) || is_twin && square < taken[number - 1] {
                continue;
            }
            let mut next = *state;
            self.put(layout, &mut next, number, square);
            let mut now = taken.to_vec();
            now.push(square);
            self.place(layout, &next, &now, each)?;
        }
        Ok(())
    }

    /// Returns some of the states.
    pub(super) fn some(&self, compiled: &Compiled<S>) -> Vec<State<S>> {
        let mut random = Random::stream(2, 0);
        let mut found = Vec::new();
        for trial in 0..512 {
            let mut state = self.base;
            for (number, squares) in self.squares.iter().enumerate() {
                let free: Vec<SquareIndex> =
                    squares.iter().copied().filter(|&at| state.code(at) == EMPTY_CODE).collect();
                let Some(&square) = free.get(random.below(free.len().max(1))) else { break };
                self.put(&compiled.program.layout, &mut state, number, square);
            }
            state.to_move = SideId::ALL[trial % SideId::COUNT];
            if may_be(compiled, &state) {
                found.push(state);
            }
        }
        found.truncate(64);
        found
    }

    /// Returns the keys of all of them, sorted, each with how many states have it.
    pub(super) fn keys(
        &self,
        compiled: &Compiled<S>,
        scheme: &Scheme,
        threads: usize,
    ) -> Result<Vec<(Vec<u64>, u32)>, Hindrance> {
        let space = Sized::new(compiled, scheme);
        let first = self.first_squares(scheme);
        let runs = pool(
            threads,
            first.len(),
            || space.looker(),
            |looker, part| {
                let (square, weight) = first[part];
                let mut found: Vec<Vec<u64>> = Vec::new();
                self.each(&compiled.program.layout, square, &mut |state| {
                    if may_be(compiled, state) {
                        found.push(looker.key(state)?.to_vec());
                    }
                    Ok(())
                })?;
                found.sort_unstable();
                Ok(counted(found.into_iter().map(|key| (key, weight))))
            },
        )?;
        let mut all: Vec<(Vec<u64>, u32)> = runs.into_iter().flatten().collect();
        all.sort_unstable();
        Ok(counted(all.into_iter()))
    }
}

/// Adds up what is equal and stands side by side.
fn counted(keys: impl Iterator<Item = (Vec<u64>, u32)>) -> Vec<(Vec<u64>, u32)> {
    let mut all: Vec<(Vec<u64>, u32)> = Vec::new();
    for (key, count) in keys {
        match all.last_mut() {
            Some((last, sum)) if *last == key => *sum += count,
            _ => all.push((key, count)),
        }
    }
    all
}

/// Tells whether the turn after which a state is there would have been allowed.
fn may_be<S: StateSize>(compiled: &Compiled<S>, state: &State<S>) -> bool {
    !Execution::idle(&compiled.program, *state, state.to_move.opponent()).forbidden()
}

/// Finds out where pieces can come to: from where they stand in random games, by playing on from there.
fn squares_of<S: StateSize>(
    compiled: &Compiled<S>,
    material: &Material,
) -> Result<BTreeSet<(u16, SquareIndex)>, TooMuch> {
    let program = &compiled.program;
    let scheme = Scheme::plain(compiled);
    let start = notation::read_position(&compiled.game, &compiled.game.start.text);
    let start = start.unwrap_or_else(|_| Position::empty(&compiled.game));
    let root = compiled.state_of(&start);
    let games = super::space::seen(compiled, &scheme, &[root])?;
    let mut known: BTreeSet<(u16, SquareIndex)> =
        games.iter().flat_map(|state| stand(program.squares, state)).collect();
    let space = Sized::new(compiled, &scheme);
    let mut looker = space.looker();
    let codes: BTreeSet<u16> = material.pieces.iter().map(Item::code).collect();
    let mut left: Vec<(u16, SquareIndex)> = known.iter().copied().collect();
    let mut random = Random::stream(3, 0);
    while let Some((code, square)) = left.pop() {
        if !codes.contains(&code) {
            continue;
        }
        for _ in 0..TRIALS {
            let Some(state) = games.get(random.below(games.len().max(1))) else { break };
            let mut state = *state;
            let layout = &program.layout;
            let same =
                stand(program.squares, &state).find(|(other, at)| *other == code && *at != square);
            if let Some((_, at)) = same {
                state.lift(layout, at);
            }
            if state.code(square) == EMPTY_CODE {
                state.put(layout, square, code);
            } else if state.code(square) != code {
                continue;
            }
            let owner = crate::compile::program::layout::owner_of(code);
            state.to_move = owner.unwrap_or(SideId::LAST);
            let (_, states) = looker.look(&state)?;
            for next in &states {
                left.extend(stand(program.squares, next).filter(|found| known.insert(*found)));
            }
        }
    }
    Ok(known)
}

/// Iterates over the codes of pieces and the squares where they stand.
fn stand<S: StateSize>(
    squares: usize,
    state: &State<S>,
) -> impl Iterator<Item = (u16, SquareIndex)> + use<S> {
    let state = *state;
    let squares = (0..squares).filter_map(|at| SquareIndex::try_from(at).ok());
    squares.map(move |at| (state.code(at), at)).filter(|(code, _)| *code != EMPTY_CODE)
}

/// What there is of each value among the positions of some material, by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many positions.
    pub sides: BySide<super::Tally>,
}
