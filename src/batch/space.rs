//! A number for everything that can be chosen in a game.

use std::ops::Range;

use crate::ir::{Game, Id, PieceTypeId, SideId, SquareId, SquareIndex, Statement};
use crate::play::search::Chosen;

/// How many steps of one position may choose the same as another one: moves between the same squares that take other ways.
const SPARE: u32 = 64;

/// The most numbers that one choice offers.
const NUMBERS: u32 = 256;

/// The actions of a game: a fixed number for every step that a turn may consist of, whatever the position.
///
/// Actions of one kind follow each other: moves by origin and destination, drops by side, type and square, chosen squares,
/// pieces in hands, types, numbers, alternatives, and choosing nothing. Kinds that no rule of the game asks for have no
/// actions. Steps of a position that would have the same number, as a piece can take several ways between two squares, take
/// the spare ones at the end, in the order in which the rules give them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSpace {
    squares: u32,
    types: u32,
    moves: Range<u32>,
    drops: Range<u32>,
    chosen_squares: Range<u32>,
    hands: Range<u32>,
    chosen_types: Range<u32>,
    numbers: Range<u32>,
    alternatives: Range<u32>,
    nothing: u32,
    spare: Range<u32>,
}

/// What an action stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move from a square to another.
    Move(SquareId, SquareId),
    /// A drop from the hand of a side.
    Drop(SideId, PieceTypeId, SquareId),
    /// A square is chosen.
    Square(SquareId),
    /// A piece in a hand is chosen.
    Hand(SideId, PieceTypeId),
    /// A type is chosen.
    Type(PieceTypeId),
    /// A number is chosen: the one whose remainder by 256 this is.
    Number(u8),
    /// An alternative is taken, by its number.
    Alternative(u32),
    /// Nothing is chosen, where that is allowed.
    Nothing,
    /// Another step than the one with a number of its own, which chooses the same.
    Spare(u32),
}

/// What the turn of a game asks for.
#[derive(Default)]
struct Asked {
    drops: bool,
    choices: bool,
    numbers: bool,
    alternatives: u32,
}

impl Asked {
    fn of(game: &Game) -> Self {
        let mut asked = Self::default();
        let acts = game.turn.iter().chain(game.triggers.iter().flat_map(|trigger| &trigger.body));
        for statement in acts.flat_map(Statement::all) {
            let choose = statement.kind.as_choose();
            asked.drops |= statement.kind.as_drop().is_some();
            asked.choices |= choose.is_some();
            asked.numbers |= choose.is_some_and(|choose| choose.among.are_numbers());
            // There are two more than alternatives: recorded games count on these numbers.
            asked.alternatives = asked.alternatives.max(2 + count(statement.kind.ways().len()));
        }
        asked
    }
}

impl ActionSpace {
    /// Numbers the actions of a game.
    pub fn of(game: &Game) -> Self {
        let (squares, types) = (count(game.board.squares.len()), count(game.types.len()));
        let asked = Asked::of(game);
        let sides = count(SideId::ALL.len());
        let mut next = 0;
        let mut block = |length: u32| {
            let begin = next;
            next += length;
            begin..next
        };
        let chosen = |length| if asked.choices { length } else { 0 };
        let moves = block(squares * squares);
        let drops = block(if asked.drops { sides * types * squares } else { 0 });
        let chosen_squares = block(chosen(squares));
        let hands = block(if game.uses_hands { chosen(sides * types) } else { 0 });
        let chosen_types = block(chosen(types));
        let numbers = block(if asked.numbers { NUMBERS } else { 0 });
        let alternatives = block(asked.alternatives);
        let nothing = block(1).start;
        let spare = block(SPARE);
        Self {
            squares,
            types,
            moves,
            drops,
            chosen_squares,
            hands,
            chosen_types,
            numbers,
            alternatives,
            nothing,
            spare,
        }
    }

    /// Returns how many actions there are: they are numbered from 0.
    pub fn len(&self) -> usize {
        self.spare.end as usize
    }

    /// Returns whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.spare.end == 0
    }

    /// Returns the number of what a step chooses; the first spare one if the kind has no numbers.
    pub(crate) fn number(&self, chosen: Chosen) -> u32 {
        let within = |block: &Range<u32>, offset: u32| {
            let number = block.start.saturating_add(offset);
            if block.contains(&number) { number } else { self.spare.start }
        };
        let square = |id: SquareId| u32::from(id.0);
        let in_hand =
            |side: SideId, kind: PieceTypeId| u32::from(side.0) * self.types + count(kind.index());
        match chosen {
            Chosen::Move(from, to) => within(&self.moves, square(from) * self.squares + square(to)),
            Chosen::Drop(side, kind, to) => {
                within(&self.drops, in_hand(side, kind) * self.squares + square(to))
            }
            Chosen::Square(at) => within(&self.chosen_squares, square(at)),
            Chosen::Hand(side, kind) => within(&self.hands, in_hand(side, kind)),
            Chosen::Type(kind) => within(&self.chosen_types, count(kind.index())),
            Chosen::Number(number) => within(&self.numbers, u32::from(number.to_le_bytes()[0])),
            Chosen::Alternative(number) => within(&self.alternatives, count(number)),
            Chosen::Nothing => self.nothing,
        }
    }

    /// Returns the spare actions.
    pub(crate) fn spare(&self) -> Range<u32> {
        self.spare.clone()
    }

    /// Returns what an action stands for; `None` if there are not so many.
    pub fn action(&self, number: u32) -> Option<Action> {
        let offset = |block: &Range<u32>| block.contains(&number).then(|| number - block.start);
        let square =
            |number: u32| SquareId(SquareIndex::try_from(number).unwrap_or(SquareIndex::MAX));
        let kind = |number: u32| PieceTypeId::from_index(number as usize);
        let side = |number: u32| SideId::from_index(number as usize);
        if let Some(at) = offset(&self.moves) {
            return Some(Action::Move(square(at / self.squares), square(at % self.squares)));
        }
        if let Some(at) = offset(&self.drops) {
            let held = at / self.squares;
            let hand = side(held / self.types);
            return Some(Action::Drop(hand, kind(held % self.types), square(at % self.squares)));
        }
        if let Some(at) = offset(&self.chosen_squares) {
            return Some(Action::Square(square(at)));
        }
        if let Some(at) = offset(&self.hands) {
            return Some(Action::Hand(side(at / self.types), kind(at % self.types)));
        }
        if let Some(at) = offset(&self.chosen_types) {
            return Some(Action::Type(kind(at)));
        }
        if let Some(at) = offset(&self.numbers) {
            return Some(Action::Number(u8::try_from(at).unwrap_or(u8::MAX)));
        }
        if let Some(at) = offset(&self.alternatives) {
            return Some(Action::Alternative(at));
        }
        if number == self.nothing {
            return Some(Action::Nothing);
        }
        offset(&self.spare).map(Action::Spare)
    }

    /// Writes what an action stands for, with the names of the game: `move e2 e4`, `drop White Pawn e4`, `type Queen`.
    pub fn describe(&self, game: &Game, number: u32) -> Option<String> {
        let square = |at: SquareId| game.board.squares[at].name.as_str();
        let kind = |kind: PieceTypeId| game.types[kind].name.as_str();
        Some(match self.action(number)? {
            Action::Move(from, to) => format!("move {} {}", square(from), square(to)),
            Action::Drop(side, held, to) => {
                format!("drop {} {} {}", game.side_name(side), kind(held), square(to))
            }
            Action::Square(at) => format!("square {}", square(at)),
            Action::Hand(side, held) => format!("hand {} {}", game.side_name(side), kind(held)),
            Action::Type(chosen) => format!("type {}", kind(chosen)),
            Action::Number(number) => format!("number {number}"),
            Action::Alternative(number) => format!("alternative {number}"),
            Action::Nothing => "nothing".to_owned(),
            Action::Spare(number) => format!("spare {number}"),
        })
    }

    /// Finds the action that is [described](Self::describe) so.
    pub fn find(&self, game: &Game, text: &str) -> Option<u32> {
        (0..self.spare.end).find(|&number| self.describe(game, number).as_deref() == Some(text))
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
