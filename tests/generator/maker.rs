//! What all parts of the generator share.

use super::dice::Dice;
use super::world::World;

/// Makes the parts of one game.
#[derive(Debug)]
pub struct Maker<'a> {
    pub dice: Dice<'a>,
    pub world: World,
    /// How many more conditions may ask about attacks and turns: they are dear.
    pub asks: usize,
    /// How many more choices a turn may ask for.
    pub choices: usize,
    /// Whether effects may capture; if not, events about captures may ask for choices.
    pub effects_capture: bool,
    /// How many pieces have been declared.
    pub declared: usize,
    /// How many names have been given by rules.
    names: usize,
}

impl<'a> Maker<'a> {
    /// Makes a maker for a game of that world.
    pub fn new(mut dice: Dice<'a>, world: World) -> Self {
        // Questions about turns cost as much as there are turns, so they go with few choices.
        let (asks, choices) = if dice.chance(60) { (2, 1) } else { (0, 2) };
        let effects_capture = dice.chance(50);
        Self { dice, world, asks, choices, effects_capture, declared: 0, names: 0 }
    }

    /// Returns a name that nothing else has.
    pub fn fresh(&mut self, begins: &str) -> String {
        self.names += 1;
        format!("{begins}{}", self.names)
    }
}

/// What can be spoken of at a place of the rules.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Names that stand for squares.
    pub squares: Vec<String>,
    /// Names that stand for types.
    pub types: Vec<String>,
    /// Names that stand for numbers.
    pub numbers: Vec<String>,
    /// Names that stand for directions.
    pub directions: Vec<String>,
    /// Whether a piece has been captured.
    pub victim: bool,
    /// Whether a turn is under way.
    pub in_turn: bool,
    /// Whether attacks and legal turns may be asked for.
    pub asks: bool,
}

impl Scope {
    /// Returns the scope with another square.
    #[must_use]
    pub fn with_square(mut self, name: &str) -> Self {
        self.squares.push(name.to_owned());
        self
    }

    /// Returns the scope with another direction.
    #[must_use]
    pub fn with_direction(mut self, name: &str) -> Self {
        self.directions.push(name.to_owned());
        self
    }

    /// Returns the scope of a way of moving, or of an event about a move.
    pub fn of_move() -> Self {
        Self::default().with_square("origin").with_square("target")
    }

    /// Returns the scope with a turn under way.
    #[must_use]
    pub fn within_turn(mut self) -> Self {
        self.in_turn = true;
        self
    }

    /// Returns the scope in which attacks and turns may be asked for.
    #[must_use]
    pub fn asking(mut self) -> Self {
        self.asks = true;
        self
    }
}
