//! What the rules of a generated game are about: its board, and everything that has a name.

use super::dice::Dice;
use super::perils::Oddities;

/// The names of the pieces: those that the modules of the library ask for.
const PIECES: &[(&str, &str)] = &[
    ("King", "K"),
    ("Pawn", "P"),
    ("Rook", "R"),
    ("Knight", "N"),
    ("Bishop", "B"),
    ("Queen", "Q"),
];

/// The shape of a board.
#[derive(Clone, Debug)]
pub struct Board {
    pub files: usize,
    pub ranks: usize,
    pub layers: usize,
    /// Whether it is a line of squares with numbers.
    pub line: bool,
    /// The squares that are missing.
    pub holes: Vec<String>,
    /// The directions it declares.
    pub directions: Vec<&'static str>,
    /// The names of the squares, where they do not follow from the sizes.
    pub names: Option<Vec<String>>,
}

impl Board {
    fn random(dice: &mut Dice<'_>) -> Self {
        let (mut files, mut ranks, mut layers, mut line) =
            (dice.between(3, 5), dice.between(3, 5), 1, false);
        match dice.below(20) {
            0 | 1 => (files, ranks, line) = (1, dice.between(5, 9), true),
            2 | 3 => (files, ranks, layers) = (dice.between(2, 3), dice.between(2, 4), 2),
            4 => (files, ranks) = (dice.between(6, 9), dice.between(7, 9)),
            5 if dice.chance(50) => (files, ranks) = (dice.between(10, 16), dice.between(10, 16)),
            _ => {}
        }
        let (holes, directions, names) = (Vec::new(), Vec::new(), None);
        let mut board = Self { files, ranks, layers, line, holes, directions, names };
        if !line && dice.chance(15) {
            for _ in 0..dice.between(1, 2) {
                let hole = dice.name(&board.squares());
                board.holes.push(hole);
            }
        }
        if dice.chance(12) {
            board.directions =
                if line { vec!["up", "down"] } else { vec!["up", "down", "up-right", "down-left"] };
        }
        board
    }

    /// Returns the names of the squares that are there.
    pub fn squares(&self) -> Vec<String> {
        if let Some(names) = &self.names {
            return names.clone();
        }
        let mut names = Vec::new();
        for layer in 0..self.layers {
            for rank in 0..self.ranks {
                names.extend((0..self.files).map(|file| self.name(file, rank, layer)));
            }
        }
        names.retain(|name| !self.holes.contains(name));
        names
    }

    /// Returns the name of a square, by numbers from 0.
    pub fn name(&self, file: usize, rank: usize, layer: usize) -> String {
        let rank = rank + 1;
        if self.line {
            return rank.to_string();
        }
        let letter = file_letter(file);
        if layer == 0 { format!("{letter}{rank}") } else { format!("{letter}{rank}_{}", layer + 1) }
    }
}

/// Returns the letter of a file, by its number from 0.
pub fn file_letter(file: usize) -> char {
    char::from(b'a' + u8::try_from(file % 26).unwrap_or(0))
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub holds: Holds,
    pub per_side: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    Number,
    Switch,
    Word,
    /// A word that is none of [`WORDS`].
    OtherWord,
    Squares,
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `limit`, a number.
    Limit,
    /// `feast`, a switch.
    Feast,
    /// `manner`, one of [`WORDS`].
    Manner,
}

impl Choice {
    /// Decides which there are.
    pub fn some(dice: &mut Dice<'_>) -> Vec<Self> {
        [Self::Limit, Self::Feast, Self::Manner].into_iter().filter(|_| dice.chance(15)).collect()
    }
}

/// The game that another one builds on.
#[derive(Clone, Debug)]
pub struct Parent {
    /// Its name.
    pub name: String,
    /// The symbols of the second side's pieces; empty for a piece that it does not have.
    pub seconds: Vec<String>,
    /// Whether it has the pieces and the endings of chess.
    pub is_chess: bool,
    /// Whether it has hands.
    pub has_hands: bool,
    /// Whether it has a `threat`.
    pub has_threat: bool,
    /// Symbols that a new piece may have.
    pub free_symbol: Option<char>,
    /// The number of a royal piece.
    pub royal: Option<usize>,
}

/// The words of variables that hold one.
pub const WORDS: &[&str] = &["calm", "angry", "wild"];

/// What a game has names for.
#[derive(Clone, Debug)]
pub struct World {
    pub board: Board,
    /// The pieces, with their symbols.
    pub pieces: Vec<(String, String)>,
    /// The game that this one builds on.
    pub parent: Option<Parent>,
    /// What whoever starts the game may choose.
    pub options: Vec<Choice>,
    pub tokens: Vec<String>,
    /// Whether the tokens have levels, one for each.
    pub levels: Vec<bool>,
    pub marks: Vec<String>,
    pub variables: Vec<Variable>,
    /// Variables of the parent.
    pub inherited: Vec<Variable>,
    /// The numbers of squares and pieces.
    pub tallies: Vec<&'static str>,
    /// Properties that are numbers.
    pub properties: Vec<String>,
    /// Properties that are types.
    pub kinds: Vec<String>,
    /// Defines that are places.
    pub places: Vec<String>,
    /// Ways of moving that have a name.
    pub ways: Vec<String>,
    pub hands: bool,
    /// Whether any piece is royal.
    pub royal: bool,
    /// Whether it is much like chess: a turn is a move, and each side has a royal piece that must be safe.
    pub plain: bool,
    /// What is odd, if royal pieces are in danger more than in other games.
    pub perils: Option<Oddities>,
    /// The files, and the numbers of the pieces, from where castling begins.
    pub homes: Vec<(usize, usize)>,
}

impl World {
    /// Decides what there is.
    pub fn random(dice: &mut Dice<'_>) -> Self {
        let plain = dice.chance(40);
        let pieces: Vec<(String, String)> = PIECES[..dice.between(2, PIECES.len())]
            .iter()
            .map(|(name, symbol)| ((*name).to_owned(), (*symbol).to_owned()))
            .collect();
        let tokens = some(dice, &["Ring", "Crown"], 40);
        let board = Board::random(dice);
        let levels = tokens.iter().map(|_| dice.chance(50)).collect::<Vec<_>>();
        Self {
            board,
            pieces,
            parent: None,
            options: Choice::some(dice),
            tokens,
            levels,
            marks: some(dice, &["tired", "proud"], 40),
            variables: variables(dice),
            inherited: Vec::new(),
            tallies: ["dust", "hits"].into_iter().filter(|_| dice.chance(12)).collect(),
            homes: Vec::new(),
            properties: some(dice, &["worth"], 25),
            kinds: some(dice, &["turns-into"], 25),
            places: some(dice, &["centre", "pond"], 30),
            ways: some(dice, &["dash", "jump"], 40),
            hands: dice.chance(30),
            royal: plain || dice.chance(50),
            plain,
            perils: None,
        }
    }

    /// Returns the variables that hold this.
    pub fn holding(&self, holds: Holds) -> Vec<&Variable> {
        let all = self.variables.iter().chain(&self.inherited);
        all.filter(|variable| variable.holds == holds).collect()
    }
}

fn some(dice: &mut Dice<'_>, names: &[&str], percent: usize) -> Vec<String> {
    names.iter().filter(|_| dice.chance(percent)).map(|&name| name.to_owned()).collect()
}

fn variables(dice: &mut Dice<'_>) -> Vec<Variable> {
    let all = [
        ("visits", Holds::Number),
        ("debts", Holds::Number),
        ("asleep", Holds::Switch),
        ("mood", Holds::Word),
        ("zone", Holds::Squares),
        ("trail", Holds::Squares),
    ];
    let mut variables = Vec::new();
    for (name, holds) in all {
        if dice.chance(25) {
            variables.push(Variable { name: name.to_owned(), holds, per_side: dice.chance(50) });
        }
    }
    variables
}
