//! Positions as short rows of words: what tells positions apart, each part as a digit of a number.

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::EMPTY_CODE;
use crate::ir::{SideId, SquareIndex};
use crate::play::state::State;
use crate::play::state::sizes::{Row, StateSize};

/// How many squares of a set are in one digit.
const CHUNK: usize = 16;

/// Which part of a state a digit tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The piece on a square.
    Square(SquareIndex),
    /// The number of the piece on a square.
    PieceNumber(SquareIndex),
    /// Some squares of a board: which board, and the first of the squares.
    Board(usize, usize),
    /// A number.
    Number(usize),
    /// A count in a hand.
    Hand(usize),
    /// The number of the turn.
    TurnNumber,
    /// The side to move.
    ToMove,
    /// How the game has ended, if an effect has ended it.
    Over,
}

/// A digit: which values it has room for, and where it is.
#[derive(Clone, Copy, Debug)]
struct Digit {
    source: Source,
    min: i32,
    radix: u64,
    word: usize,
    weight: u64,
}

/// A value that a digit has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    digit: usize,
    value: i32,
}

/// How positions are packed: which parts of a state are told, and in how much room.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    digits: Vec<Digit>,
    /// The piece codes that occur, in order; that of an empty square comes first.
    codes: Vec<u16>,
    /// The place of each code among them, for those that occur.
    places: Vec<Option<u16>>,
    /// How many of the digits, the first ones, tell the pieces on squares.
    squares: usize,
    /// How many words a position takes.
    words: usize,
}

impl Packing {
    /// Makes one that has room for the least of everything.
    pub(super) fn new<S: StateSize>(program: &Program<S::Board>) -> Self {
        let key = &program.search_key;
        let squares = program.squares;
        let square = |number: usize| SquareIndex::try_from(number).unwrap_or(SquareIndex::MAX);
        let mut sources: Vec<Source> = (0..squares).map(|at| Source::Square(square(at))).collect();
        if S::PieceNumbers::LEN > 0 {
            sources.extend((0..squares).map(|at| Source::PieceNumber(square(at))));
        }
        for &board in &key.boards {
            sources.extend((0..squares).step_by(CHUNK).map(|first| Source::Board(board, first)));
        }
        let numbers = key.numbers.iter().filter(|&&number| !key.is_clock(number));
        sources.extend(numbers.map(|&number| Source::Number(number)));
        sources.extend((0..program.layout.hands).map(Source::Hand));
        sources.extend(key.turn_number.then_some(Source::TurnNumber));
        sources.extend([Source::Over, Source::ToMove]);
        let digit = |source| {
            let radix = if source == Source::ToMove { 2 } else { 1 };
            Digit { source, min: 0, radix, word: 0, weight: 1 }
        };
        let digits = sources.into_iter().map(digit).collect();
        let codes = vec![EMPTY_CODE];
        let mut packing = Self { digits, codes, places: Vec::new(), squares, words: 1 };
        packing.lay_out();
        packing
    }

    /// Puts the digits into words, each where there is room first.
    fn lay_out(&mut self) {
        let last = self.codes.iter().max().map_or(0, |&code| usize::from(code));
        self.places = vec![None; last + 1];
        for (place, &code) in (0..).zip(&self.codes) {
            self.places[usize::from(code)] = Some(place);
        }
        let (mut word, mut room) = (0, u128::from(u64::MAX) + 1);
        let mut weight = 1_u128;
        let codes = self.codes.len() as u64;
        for digit in &mut self.digits {
            if matches!(digit.source, Source::Square(_)) {
                digit.radix = codes;
            }
            let radix = u128::from(digit.radix);
            if radix > room {
                (word, room, weight) = (word + 1, u128::from(u64::MAX) + 1, 1);
            }
            digit.word = word;
            digit.weight = u64::try_from(weight).unwrap_or(u64::MAX);
            room /= radix;
            weight *= radix;
        }
        let widths = [1, 2, 3, 4, 8, 16, 64];
        let fits = widths.into_iter().find(|&width| width > word);
        self.words = fits.unwrap_or(word + 1);
    }

    /// Returns how many words a position takes.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns which parts of a state are told.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source> {
        self.digits.iter().map(|digit| digit.source)
    }

    /// Makes room for a value.
    pub(super) fn widen(&mut self, unfit: Unfit) {
        let squares = self.squares;
        let digit = &mut self.digits[unfit.digit];
        match digit.source {
            Source::Square(_) => {
                let code = u16::try_from(unfit.value).unwrap_or(EMPTY_CODE);
                if let Err(place) = self.codes.binary_search(&code) {
                    self.codes.insert(place, code);
                }
            }
            // Where one of the squares is ever in the set, any may be.
            Source::Board(_, first) => digit.radix = 1 << CHUNK.min(squares - first),
            _ => {
                let max = i64::from(digit.min) + digit.radix.cast_signed() - 1;
                let min = digit.min.min(unfit.value);
                let max = max.max(i64::from(unfit.value));
                digit.min = min;
                digit.radix = (max - i64::from(min) + 1).cast_unsigned();
            }
        }
        self.lay_out();
    }

    /// Reads the values of a state that are told.
    pub(super) fn values<S: StateSize>(&self, state: &State<S>, into: &mut Vec<i32>) {
        into.clear();
        let squares = (0..).take(self.squares);
        into.extend(squares.map(|square| i32::from(state.code(square))));
        let rest = self.digits[self.squares..].iter();
        into.extend(rest.map(|digit| value(state, digit.source)));
    }

    /// Tells whether the digits of a board have no room: none of its squares was ever in the set.
    pub(super) fn is_bare(&self, board: usize) -> bool {
        let of_it =
            |digit: &&Digit| matches!(digit.source, Source::Board(other, _) if other == board);
        self.digits.iter().filter(of_it).all(|digit| digit.radix == 1)
    }

    /// Packs values.
    pub(super) fn pack(&self, values: &[i32], into: &mut [u64]) -> Result<(), Unfit> {
        into.fill(0);
        for (square, &code) in values[..self.squares].iter().enumerate() {
            if code != i32::from(EMPTY_CODE) {
                self.add_code(square, code, into)?;
            }
        }
        self.pack_rest(&values[self.squares..], into)
    }

    /// Packs the image of values, given where each square goes, what becomes of codes, and the image of what else is told.
    pub(super) fn pack_image(
        &self,
        values: &[i32],
        (to, code): (&[SquareIndex], impl Fn(i32) -> i32),
        rest: &[i32],
        into: &mut [u64],
    ) -> Result<(), Unfit> {
        into.fill(0);
        for (square, &known) in to.iter().zip(&values[..self.squares]) {
            if known != i32::from(EMPTY_CODE) {
                self.add_code(usize::from(*square), code(known), into)?;
            }
        }
        self.pack_rest(rest, into)
    }

    fn add_code(&self, square: usize, code: i32, into: &mut [u64]) -> Result<(), Unfit> {
        let digit = &self.digits[square];
        let known = usize::try_from(code).ok().and_then(|code| *self.places.get(code)?);
        let place = known.ok_or(Unfit { digit: square, value: code })?;
        into[digit.word] += u64::from(place) * digit.weight;
        Ok(())
    }

    /// Adds all that is told besides the pieces on squares.
    fn pack_rest(&self, rest: &[i32], into: &mut [u64]) -> Result<(), Unfit> {
        for (number, (digit, &value)) in
            (self.squares..).zip(self.digits[self.squares..].iter().zip(rest))
        {
            let place = u64::try_from(i64::from(value) - i64::from(digit.min)).ok();
            let place = place.filter(|&place| place < digit.radix);
            let Some(place) = place else { return Err(Unfit { digit: number, value }) };
            into[digit.word] += place * digit.weight;
        }
        Ok(())
    }

    /// Returns how many pieces stand on the board at most, in positions that stand in a row.
    pub(super) fn most_pieces(&self, keys: &[u64]) -> usize {
        let mut values = Vec::new();
        let empty = i32::from(EMPTY_CODE);
        let pieces = keys.chunks_exact(self.words).map(|key| {
            self.unpack(key, &mut values);
            values[..self.squares].iter().filter(|&&code| code != empty).count()
        });
        pieces.max().unwrap_or(0)
    }

    /// Returns how many of the values, the first ones, are pieces on squares.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// Unpacks values.
    pub(super) fn unpack(&self, key: &[u64], into: &mut Vec<i32>) {
        into.clear();
        let (mut word, mut left) = (usize::MAX, 0);
        into.extend(self.digits.iter().map(|digit| {
            if digit.word != word {
                (word, left) = (digit.word, key[digit.word]);
            }
            // Most squares are empty, and the last ones of a word are often all so.
            let place = if left == 0 { 0 } else { left % digit.radix };
            if left != 0 {
                left /= digit.radix;
            }
            if matches!(digit.source, Source::Square(_)) {
                let code = usize::try_from(place).ok().and_then(|at| self.codes.get(at));
                i32::from(code.copied().unwrap_or(EMPTY_CODE))
            } else {
                digit.min.saturating_add(i32::try_from(place).unwrap_or(i32::MAX))
            }
        }));
    }

    /// Writes values into a state with an empty board.
    pub(super) fn write<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        values: &[i32],
        state: &mut State<S>,
    ) {
        for (digit, &value) in self.digits.iter().zip(values) {
            set(program, state, digit.source, value);
        }
    }

    /// Describes it for a file.
    pub(super) fn to_text(&self) -> String {
        let codes: Vec<String> = self.codes.iter().map(u16::to_string).collect();
        let digit = |digit: &Digit| format!("{}:{}", digit.min, digit.radix);
        let digits: Vec<String> = self.digits.iter().map(digit).collect();
        format!("{} {}", codes.join(","), digits.join(","))
    }

    /// Takes the room from such a description; `false` if it is of something else.
    pub(super) fn read(&mut self, text: &str) -> bool {
        let Some((codes, digits)) = text.split_once(' ') else { return false };
        let codes: Result<Vec<u16>, _> = codes.split(',').map(str::parse).collect();
        let digits: Vec<(i32, u64)> = digits
            .split(',')
            .filter_map(|digit| {
                let (min, radix) = digit.split_once(':')?;
                Some((min.parse().ok()?, radix.parse().ok()?))
            })
            .collect();
        let Ok(codes) = codes else { return false };
        let is_sound = digits.iter().all(|(_, radix)| (1..=1 << 33).contains(radix));
        if digits.len() != self.digits.len() || codes.is_empty() || !is_sound {
            return false;
        }
        self.codes = codes;
        for (digit, (min, radix)) in self.digits.iter_mut().zip(digits) {
            (digit.min, digit.radix) = (min, radix);
        }
        self.lay_out();
        true
    }
}

fn value<S: StateSize>(state: &State<S>, source: Source) -> i32 {
    match source {
        Source::Square(square) => i32::from(state.code(square)),
        Source::PieceNumber(square) => i32::from(state.piece_number(square)),
        Source::Board(board, first) => {
            let word = state.board(board).words()[first / 64] >> (first % 64);
            i32::from(u16::try_from(word & 0xffff).unwrap_or(0))
        }
        Source::Number(number) => state.number(number),
        Source::Hand(index) => i32::from(state.hands.as_ref()[index]),
        Source::TurnNumber => i32::try_from(state.turn_number).unwrap_or(i32::MAX),
        Source::ToMove => i32::from(state.to_move.0),
        Source::Over => i32::try_from(state.over).unwrap_or(i32::MAX),
    }
}

fn set<S: StateSize>(
    program: &Program<S::Board>,
    state: &mut State<S>,
    source: Source,
    value: i32,
) {
    match source {
        Source::Square(square) => {
            let code = u16::try_from(value).unwrap_or(EMPTY_CODE);
            if code != EMPTY_CODE {
                state.put(&program.layout, square, code);
            }
        }
        Source::PieceNumber(square) => {
            state.set_piece_number(square, i16::try_from(value).unwrap_or(0));
        }
        Source::Board(board, first) => {
            let mut words = state.board(board).words();
            let bits = u64::from(u16::try_from(value).unwrap_or(0)) << (first % 64);
            words[first / 64] = words[first / 64] & !(0xffff << (first % 64)) | bits;
            *state.board_mut(board) = S::Board::from_words(words);
        }
        Source::Number(number) => state.set_number(number, value),
        Source::Hand(index) => {
            state.hands.as_mut()[index] = u16::try_from(value).unwrap_or(0);
        }
        Source::TurnNumber => state.turn_number = u32::try_from(value).unwrap_or(1),
        Source::ToMove => {
            state.to_move =
                usize::try_from(value).ok().and_then(SideId::new).unwrap_or(SideId::LAST);
        }
        Source::Over => state.over = u32::try_from(value).unwrap_or(0),
    }
}
