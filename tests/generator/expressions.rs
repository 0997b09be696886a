//! Expressions: sets of squares, numbers, conditions, sides and types.

use super::maker::{Maker, Scope};
use super::tree::{Tree, tree};
use super::world::{Holds, WORDS, file_letter};

impl Maker<'_> {
    /// Makes a set of squares, in brackets unless it is a single word.
    pub fn set(&mut self, scope: &Scope, depth: usize) -> Tree {
        if depth == 0 || self.dice.chance(35) {
            return self.plain_set(scope);
        }
        let deeper = depth - 1;
        match self.dice.below(15) {
            0..=2 => {
                let (left, right) = (self.set(scope, deeper), self.set(scope, deeper));
                let joint = self.dice.pick(&[" or ", " in ", " except ", " on "]);
                tree![Set: "(", left, joint, right, ")"]
            }
            3 => {
                let (side, of) = (self.adjective(), self.set(scope, deeper));
                tree![Set: "(", side, " in ", of, ")"]
            }
            4 => tree![Set: "(except ", self.set(scope, deeper), ")"],
            5 => tree![Set: "(", self.direction(scope), " of ", self.set(scope, deeper), ")"],
            6 if self.dice.chance(60) => {
                tree![Set: "(", self.direction(scope), " of ", self.set(scope, deeper), ")"]
            }
            6 => tree![Set: "(line of ", self.few(scope), " in ", self.direction(scope), ")"],
            7 | 8 => {
                let function = self.dice.pick(&["neighbours", "row", "column", "first", "last"]);
                tree![Set: "(", function, " of ", self.set(scope, deeper), ")"]
            }
            9 => {
                let (left, right) = (self.few(scope), self.plain_set(scope));
                tree![Set: "between(", left, ", ", right, ")"]
            }
            10 | 11 => {
                let function = self.dice.pick(&["reach(", "passed("]);
                let (from, way) = (self.few(scope), self.reach_pattern(scope));
                tree![Set: function, from, ", by ", way, ")"]
            }
            12 if self.dice.chance(15) => tree![Set: "(types of ", self.set(scope, deeper), ")"],
            12 if !scope.squares.is_empty() => {
                let slot = self.dice.name(&scope.squares);
                tree![Set: "(everywhere in (type of ", slot, "))"]
            }
            13 => self.numbered_square(scope, deeper),
            _ => tree![Set: "(", self.adjective(), " ", self.piece(), ")"],
        }
    }

    /// Makes the square with some numbers as its file and rank, and its layer if there are several.
    fn numbered_square(&mut self, scope: &Scope, depth: usize) -> Tree {
        let whose = self.dice.pick(&["", "", "own ", "enemy ", "Black "]);
        let (file, rank) = (self.number(scope, depth), self.number(scope, depth));
        if self.world.board.layers > 1 {
            let layer = self.number(scope, 0);
            return tree![Set: "(", whose, "square(", file, ", ", rank, ", ", layer, "))"];
        }
        tree![Set: "(", whose, "square(", file, ", ", rank, "))"]
    }

    /// Makes a set that holds few squares most of the time.
    fn few(&mut self, scope: &Scope) -> Tree {
        if !scope.squares.is_empty() && self.dice.chance(60) {
            return tree![Set: self.dice.name(&scope.squares)];
        }
        tree![Set: "(", self.adjective(), " ", self.piece(), ")"]
    }

    /// Makes a set of a few words.
    pub fn plain_set(&mut self, scope: &Scope) -> Tree {
        let text: String = match self.dice.below(16) {
            0..=2 => "own".into(),
            3 | 4 => "enemy".into(),
            5 => self.dice.pick(&["empty", "occupied", "everywhere", "neutral"]).into(),
            6 if self.world.royal => "royal".into(),
            7 => self.side_name().into(),
            8 | 9 => return self.place(),
            10 if !self.world.tokens.is_empty() => {
                format!("(bearing {})", self.dice.name(&self.world.tokens))
            }
            11 if !self.world.marks.is_empty() => {
                format!("(marked {})", self.dice.name(&self.world.marks))
            }
            12 => match self.variable(Holds::Squares) {
                Some(name) => format!("({name})"),
                None => self.piece(),
            },
            13..=15 if !scope.squares.is_empty() => self.dice.name(&scope.squares),
            _ => self.piece(),
        };
        tree![Set: text]
    }

    /// Makes a set of squares that is always the same.
    pub fn place(&mut self) -> Tree {
        let whose = self.dice.pick(&["", "", "own ", "enemy ", "White "]);
        self.place_of(whose)
    }

    /// Makes a set of squares that is the same whoever is to move.
    pub fn fixed_place(&mut self) -> Tree {
        let whose = self.dice.pick(&["", "Black "]);
        self.place_of(whose)
    }

    fn place_of(&mut self, whose: &str) -> Tree {
        let board = &self.world.board;
        let odd = board.names.is_some();
        let what = match self.dice.below(6) {
            number if odd && number < 5 => format!("{{{}}}", self.square()),
            0 | 1 => format!("rank {}", self.dice.between(1, board.ranks)),
            2 if !board.line => format!("file {}", file_letter(self.dice.below(board.files))),
            3 if !self.world.places.is_empty() => self.dice.name(&self.world.places),
            4 if !board.line => {
                let low = (self.dice.below(board.files), self.dice.below(board.ranks));
                let high = (self.dice.below(board.files), self.dice.below(board.ranks));
                let corner = |at: (usize, usize)| board.name(at.0, at.1, 0);
                let (low, high) = (corner(low), corner(high));
                if board.holes.contains(&low) || board.holes.contains(&high) {
                    format!("{{{}}}", self.square())
                } else {
                    format!("{{{low}..{high}}}")
                }
            }
            _ => format!("{{{} {}}}", self.square(), self.square()),
        };
        tree![Set: "(", whose, what, ")"]
    }

    /// Makes a number, in brackets unless it is a single word.
    pub fn number(&mut self, scope: &Scope, depth: usize) -> Tree {
        if depth == 0 || self.dice.chance(30) {
            return tree![Number: self.dice.below(4).to_string()];
        }
        let deeper = depth - 1;
        match self.dice.below(14) {
            0..=2 => tree![Number: "(count ", self.set(scope, deeper), ")"],
            3 if self.world.hands => self.in_hand(),
            4 | 5 => match self.variable(Holds::Number) {
                Some(name) => tree![Number: "(", name, ")"],
                None => tree![Number: "turn number"],
            },
            6 if scope.in_turn => tree![Number: "captures this turn"],
            7 => match self.token_with_level() {
                Some(token) => tree![Number: "(level of ", token, ")"],
                None => tree![Number: "turn number"],
            },
            8 if !self.world.tallies.is_empty() && self.dice.chance(60) => {
                let name = self.dice.pick(&self.world.tallies);
                let total = self.dice.pick(&["", "total "]);
                tree![Number: "(", total, name, " of ", self.set(scope, deeper), ")"]
            }
            8 if !self.world.properties.is_empty() => {
                let property = self.dice.name(&self.world.properties);
                if self.dice.chance(50) {
                    tree![Number: "(", property, " of ", self.piece(), ")"]
                } else {
                    tree![Number: "(total ", property, " of ", self.set(scope, deeper), ")"]
                }
            }
            9 => {
                let whose = self.dice.pick(&["", "", "own ", "enemy "]);
                let what =
                    if self.world.board.line { "rank" } else { self.dice.pick(&["rank", "file"]) };
                tree![Number: "(", whose, what, " of ", self.set(scope, deeper), ")"]
            }
            10 if self.world.board.holes.is_empty() && self.world.board.names.is_none() => {
                let (left, right) = (self.set(scope, deeper), self.set(scope, deeper));
                tree![Number: "distance(", left, ", ", right, ")"]
            }
            11 => {
                let (left, right) = (self.number(scope, deeper), self.number(scope, deeper));
                tree![Number: "(", left, " if ", self.truth(scope, deeper), " else ", right, ")"]
            }
            12 if !scope.numbers.is_empty() => tree![Number: self.dice.name(&scope.numbers)],
            12 => self.number_of_an_option().unwrap_or_else(|| tree![Number: "turn number"]),
            _ => {
                let (left, right) = (self.number(scope, deeper), self.number(scope, deeper));
                let joint = self.dice.pick(&[" + ", " - ", " * ", " mod ", " / "]);
                tree![Number: "(", left, joint, right, ")"]
            }
        }
    }

    fn in_hand(&mut self) -> Tree {
        let side = self.side();
        if self.dice.chance(50) {
            tree![Number: "(count hand of ", side, ")"]
        } else {
            tree![Number: "(count ", self.piece(), " in hand of ", side, ")"]
        }
    }

    /// Makes a condition, in brackets.
    pub fn truth(&mut self, scope: &Scope, depth: usize) -> Tree {
        let deeper = depth.saturating_sub(1);
        match self.dice.below(20) {
            0..=3 => {
                let quantity = self.dice.pick(&["any ", "no "]);
                tree![Truth: "(", quantity, self.set(scope, depth), ")"]
            }
            4..=6 => {
                let (left, right) = (self.number(scope, depth), self.number(scope, deeper));
                let joint = self.dice.pick(&[" = ", " != ", " < ", " <= ", " > ", " >= "]);
                tree![Truth: "(", left, joint, right, ")"]
            }
            7 | 8 if depth > 0 => {
                let (left, right) = (self.truth(scope, deeper), self.truth(scope, deeper));
                tree![Truth: "(", left, self.dice.pick(&[" and ", " or "]), right, ")"]
            }
            9 if depth > 0 => tree![Truth: "(not ", self.truth(scope, deeper), ")"],
            10 if depth > 0 => self.quantified(scope, deeper),
            11 | 12 if self.asks > 0 && scope.asks => self.about_turns(scope, deeper),
            13 | 14 => self.about_a_square(scope, deeper),
            15 if scope.in_turn => self.about_the_move(),
            15 => self.about_an_option().unwrap_or_else(|| self.of_sides()),
            16 => match self.variable(Holds::Switch) {
                Some(name) => {
                    let state = self.dice.pick(&["on", "off"]);
                    tree![Truth: "(", name, " is ", state, ")"]
                }
                None => self.of_sides(),
            },
            17 => match self.variable(Holds::Word) {
                Some(name) => tree![Truth: "(", name, " is ", self.dice.pick(WORDS), ")"],
                None => self.of_sides(),
            },
            18 if !scope.types.is_empty() => {
                let kind = self.dice.name(&scope.types);
                tree![Truth: "(", kind, " is ", self.types(), ")"]
            }
            _ => {
                let (left, right) = (self.set(scope, deeper), self.set(scope, deeper));
                let is = self.dice.pick(&[" is ", " is not "]);
                tree![Truth: "((occupied in ", left, ")", is, "(everywhere in ", right, "))"]
            }
        }
    }

    fn of_sides(&mut self) -> Tree {
        let joint = self.dice.pick(&[" is ", " is not "]);
        tree![Truth: "(", self.dice.pick(&["own", "enemy"]), joint, self.side_name(), ")"]
    }

    fn quantified(&mut self, scope: &Scope, depth: usize) -> Tree {
        if self.dice.chance(30) {
            return self.for_directions(scope, depth);
        }
        let name = self.fresh("s");
        let over = self.set(scope, depth);
        let inside = scope.clone().with_square(&name);
        let quantity = self.dice.pick(&["some ", "every "]);
        tree![Truth: "(", quantity, name, " in ", over, ": ", self.truth(&inside, depth), ")"]
    }

    /// Makes a condition about some directions.
    fn for_directions(&mut self, scope: &Scope, depth: usize) -> Tree {
        let (name, directions) = (self.fresh("d"), self.directions());
        let inside = scope.clone().with_direction(&name);
        let quantity = self.dice.pick(&["some direction ", "every direction "]);
        let truth = self.truth(&inside, depth);
        tree![Truth: "(", quantity, name, " in ", directions, ": ", truth, ")"]
    }

    /// Makes a condition about what could be played.
    fn about_turns(&mut self, scope: &Scope, depth: usize) -> Tree {
        self.asks -= 1;
        match self.dice.below(8) {
            0 | 1 => {
                let can = self.dice.pick(&[" can move", " cannot move"]);
                tree![Truth: "(", self.side(), can, ")"]
            }
            2 => {
                self.asks = 0;
                let can = self.dice.pick(&[" can move so that ", " cannot move so that "]);
                tree![Truth: "(", self.side(), can, self.truth(scope, depth), ")"]
            }
            3 => {
                let (who, on) = (self.set(scope, depth), self.set(scope, depth));
                tree![Truth: "(", who, " is ", self.dice.pick(&["", "not "]), "safe on ", on, ")"]
            }
            4 | 5 => {
                let (who, by) = (self.set(scope, depth), self.side());
                tree![Truth: "(", who, " is ", self.dice.pick(&["", "not "]), "attacked by ", by, ")"]
            }
            _ => {
                let who = self.adjective();
                tree![Truth: "(", who, " ", self.piece(), " is attacked)"]
            }
        }
    }

    fn about_a_square(&mut self, scope: &Scope, depth: usize) -> Tree {
        let is = self.dice.pick(&[" is ", " is not "]);
        if scope.victim && self.dice.chance(50) {
            return tree![Truth: "(victim", is, self.set(scope, depth), ")"];
        }
        if scope.squares.is_empty() {
            return self.of_sides();
        }
        let slot = self.dice.name(&scope.squares);
        match self.dice.below(4) {
            0 => tree![Truth: "(type of ", slot, is, self.types(), ")"],
            1 => tree![Truth: "(owner of ", slot, is, self.side(), ")"],
            _ => tree![Truth: "(", slot, is, self.set(scope, depth), ")"],
        }
    }

    pub fn about_the_move(&mut self) -> Tree {
        let by = match self.dice.below(3) {
            0 if !self.world.ways.is_empty() => self.dice.name(&self.world.ways),
            1 if !self.world.tokens.is_empty() => {
                format!("power of {}", self.dice.name(&self.world.tokens))
            }
            2 => "a drop".into(),
            _ => "a power".into(),
        };
        tree![Truth: "(moved by ", by, ")"]
    }

    /// Makes a set of types, in brackets.
    pub fn types(&mut self) -> Tree {
        let (first, second) = (self.piece(), self.piece());
        let text = match self.dice.below(5) {
            0 | 1 => first,
            2 => format!("(piece except {first})"),
            _ => format!("({first} or {second})"),
        };
        tree![Fixed: text]
    }

    /// Makes a type.
    pub fn kind(&mut self, scope: &Scope) -> Tree {
        match self.dice.below(6) {
            0 if !scope.squares.is_empty() => {
                let slot = self.dice.name(&scope.squares);
                tree![Fixed: "(type of ", slot, ")"]
            }
            1 if scope.victim => tree![Fixed: "(type of victim)"],
            2 if !self.world.kinds.is_empty() => {
                let property = self.dice.name(&self.world.kinds);
                let of = match scope.squares.first() {
                    Some(slot) if self.dice.chance(60) => format!("type of {slot}"),
                    _ => self.piece(),
                };
                tree![Fixed: "(", property, " of ", of, ")"]
            }
            3 | 4 if !scope.types.is_empty() => tree![Fixed: self.dice.name(&scope.types)],
            _ => tree![Fixed: self.piece()],
        }
    }

    /// Returns a side.
    pub fn side(&mut self) -> &'static str {
        self.dice.pick(&["own", "enemy", "own", "enemy", "White", "Black"])
    }

    fn side_name(&mut self) -> &'static str {
        self.dice.pick(&["White", "Black"])
    }

    /// Returns a side that stands before pieces.
    fn adjective(&mut self) -> &'static str {
        self.dice.pick(&["own", "own", "enemy", "White", "Black", "neutral"])
    }

    /// Returns the name of a piece.
    pub fn piece(&mut self) -> String {
        let number = self.dice.below(self.world.pieces.len());
        self.world.pieces[number].0.clone()
    }

    /// Returns the name of a square.
    pub fn square(&mut self) -> String {
        let squares = self.world.board.squares();
        self.dice.name(&squares)
    }

    /// Returns a direction, as a function of sets.
    fn direction(&mut self, scope: &Scope) -> String {
        if !scope.directions.is_empty() && self.dice.chance(70) {
            return self.dice.name(&scope.directions);
        }
        let own = &self.world.board.directions;
        if !own.is_empty() && self.dice.chance(40) {
            return self.dice.pick(own).to_owned();
        }
        let words = ["forward", "backward", "left", "right", "north", "east", "southwest"];
        self.dice.pick(&words).to_owned()
    }

    /// Returns directions for a loop.
    pub fn directions(&mut self) -> String {
        let own = &self.world.board.directions;
        if !own.is_empty() && self.dice.chance(40) {
            return format!("{}, {}", self.dice.pick(own), self.dice.pick(own));
        }
        let some = ["any", "orthogonal", "diagonal", "diagonal forward", "north, east or left"];
        self.dice.pick(&some).to_owned()
    }

    /// Returns how a variable of that kind is read, if there is one.
    pub fn variable(&mut self, holds: Holds) -> Option<String> {
        let all = self.world.holding(holds);
        if all.is_empty() {
            return None;
        }
        let (name, per_side) = {
            let variable = all[self.dice.below(all.len())];
            (variable.name.clone(), variable.per_side)
        };
        if per_side && self.dice.chance(60) {
            return Some(format!("{name} of {}", self.side()));
        }
        Some(name)
    }

    /// Returns a token that has levels, if there is one.
    pub fn token_with_level(&mut self) -> Option<String> {
        let tokens = self.world.tokens.iter().zip(&self.world.levels);
        let with: Vec<String> =
            tokens.filter(|(_, level)| **level).map(|(name, _)| name.clone()).collect();
        (!with.is_empty()).then(|| self.dice.name(&with))
    }
}
