//! Pieces and their ways of moving.

use super::maker::{Maker, Scope};
use super::tree::{Tree, tree};

impl Maker<'_> {
    /// Makes the item of a piece.
    pub fn piece_item(&mut self, number: usize) -> Tree {
        let mut parts = vec![self.piece_head(number)];
        if number == 0 && self.world.royal {
            parts.push(tree![Optional: "    royal\n"]);
        }
        for way in 0..self.dice.between(1, 3) {
            let named = way == 0 && number < self.world.ways.len();
            let label =
                if named { format!("{}: ", self.world.ways[number]) } else { String::new() };
            parts.push(tree![Optional: "    ", label, self.way(), "\n"]);
        }
        self.piece_tail(&mut parts);
        Tree::Node(super::tree::Kind::Fixed, parts)
    }

    /// Makes the beginning of a piece's item.
    pub fn piece_head(&self, number: usize) -> Tree {
        let (name, symbol) = &self.world.pieces[number];
        // Pieces of neither side have a sign of their own.
        let signs = if number == 1 {
            format!(" \"{}\" \"*\"", symbol.to_lowercase())
        } else {
            String::new()
        };
        format!("piece {name} \"{symbol}\"{signs} {{\n").into()
    }

    /// Makes what follows the ways of a piece.
    pub fn piece_tail(&mut self, parts: &mut Vec<Tree>) {
        if self.world.hands && self.dice.chance(80) {
            let on = self.set(&Scope::default(), 1);
            parts.push(tree![Optional: "    drops on ", on, "\n"]);
        }
        if !self.world.properties.is_empty() && self.dice.chance(50) {
            let value = self.dice.below(5);
            parts.push(tree![Optional: format!("    {} = {value}\n", self.world.properties[0])]);
        }
        if !self.world.kinds.is_empty() && self.dice.chance(50) {
            let value = self.piece();
            parts.push(tree![Optional: format!("    {} = {value}\n", self.world.kinds[0])]);
        }
        parts.push("}\n".into());
    }

    /// Makes a way of moving with its limits.
    pub fn way(&mut self) -> Tree {
        let verb = self.dice.pick(&["moves", "moves", "moves", "moves", "captures", "swaps"]);
        // Letters that say what stands at the end leave nothing for limits of that kind.
        let limited = verb != "moves" || self.dice.chance(50);
        let mut parts = vec![verb.into(), " ".into(), self.pattern(limited)];
        if self.dice.chance(25) {
            parts.push(tree![Optional: ", ", self.pattern(limited)]);
        }
        let quiet = limited && verb == "moves" && self.dice.chance(30);
        if quiet {
            parts.push(tree![Optional: " without capturing"]);
        }
        if self.dice.chance(if self.world.plain { 15 } else { 50 }) {
            self.limits(verb, limited && !quiet, quiet, &mut parts);
        }
        Tree::Node(super::tree::Kind::Fixed, parts)
    }

    fn limits(&mut self, verb: &str, whom: bool, quiet: bool, parts: &mut Vec<Tree>) {
        let plain = Scope::default().with_square("origin");
        let scope = Scope::of_move();
        if self.dice.chance(20) {
            parts.push(tree![Optional: " from (", self.set(&plain, 1), ")"]);
        }
        if self.dice.chance(20) {
            parts.push(tree![Optional: " to (", self.set(&scope, 2), ")"]);
        }
        match verb {
            "swaps" if self.dice.chance(50) => {
                parts.push(tree![Optional: " with (", self.set(&scope, 2), ")"]);
            }
            "captures" | "moves" if whom && self.dice.chance(30) => {
                parts.push(tree![Optional: " of (", self.set(&scope, 2), ")"]);
                if self.dice.chance(40) {
                    parts.push(tree![Optional: " without moving"]);
                }
            }
            _ => {}
        }
        let taking = self.dice.chance(15);
        if taking {
            parts.push(tree![Optional: " taking (", self.set(&scope, 2), ")"]);
        }
        if self.dice.chance(12) {
            parts.push(tree![Optional: " for ", self.dice.pick(&["White", "Black"])]);
        }
        if self.dice.chance(35) {
            let scope = if quiet && !taking { scope.clone().asking() } else { scope.clone() };
            parts.push(tree![Optional: " when ", self.truth(&scope, 2)]);
        }
        if self.dice.chance(20) {
            let block = self.effects_block(&scope.within_turn(), 1);
            parts.push(tree![Optional: " then ", block]);
        }
    }

    /// Makes a pattern: letters, words, another piece's ways, or anywhere. If it is limited, nothing in it says what
    /// stands at its end.
    pub fn pattern(&mut self, limited: bool) -> Tree {
        let scope = Scope::default().with_square("origin").with_square("here");
        match self.dice.below(20) {
            0..=9 if limited => tree![Pattern: self.plain_letters()],
            0..=9 => tree![Pattern: self.letters()],
            10..=17 => tree![Pattern: self.words(&scope, !limited)],
            18 if self.dice.chance(40) => {
                let beside = Scope::default().with_square("origin");
                tree![Pattern: "as types of ", self.set(&beside, 1)]
            }
            18 => tree![Pattern: "anywhere"],
            _ if limited => tree![Pattern: self.plain_letters()],
            _ => self.as_piece(),
        }
    }

    /// Makes the ways of another piece, one that is declared before.
    fn as_piece(&mut self) -> Tree {
        if self.declared == 0 {
            return tree![Pattern: self.plain_letters()];
        }
        let number = self.dice.below(self.declared);
        tree![Pattern: "as ", self.world.pieces[number].0.clone()]
    }

    /// Makes a pattern for `reach` and `passed`.
    pub fn reach_pattern(&mut self, scope: &Scope) -> Tree {
        match self.dice.below(10) {
            0..=4 => tree![Pattern: self.plain_letters()],
            5..=8 => tree![Pattern: self.words(scope, true)],
            _ => self.as_piece(),
        }
    }

    /// Returns a pattern in Betza's letters.
    fn letters(&mut self) -> String {
        if self.dice.chance(15) {
            return self.dice.pick(PATHS).to_owned();
        }
        let letters = self.plain_letters();
        let hops = letters.contains(['p', 'g', 'j']);
        let all = ["", "", "", "", "m", "c", "mc", "d", "md", "cd", "k", "t"];
        format!("{}{letters}", self.dice.pick(if hops { &all[..7] } else { &all }))
    }

    /// Returns letters that only say where to.
    fn plain_letters(&mut self) -> String {
        if self.dice.chance(40) {
            let toward = self.dice.pick(&["", "f", "b", "s", "v", "l", "fr", "fs"]);
            let atom =
                self.dice.pick(&["W", "F", "R", "B", "R2", "B2", "W3", "F2", "D", "A", "H", "RR"]);
            return format!("{toward}{atom}");
        }
        self.dice.pick(PLAIN).to_owned()
    }

    /// Makes a pattern in words.
    fn words(&mut self, scope: &Scope, takes: bool) -> Tree {
        let legs = *[1, 1, 1, 2, 2, 3].get(self.dice.below(6)).unwrap_or(&1);
        let mut parts = Vec::new();
        for leg in 0..legs {
            let text = self.leg(scope, leg, takes && leg + 1 == legs);
            parts.push(if leg == 0 { text } else { tree![Optional: " then ", text] });
        }
        Tree::Node(super::tree::Kind::Fixed, parts)
    }

    fn leg(&mut self, scope: &Scope, number: usize, last: bool) -> Tree {
        let mut parts: Vec<Tree> = Vec::new();
        let leaps = self.dice.chance(20);
        let single = if leaps {
            let gait = self.dice.pick(&["leap", "leap", "ride"]);
            let offset = self.dice.pick(&["(1,2)", "(2,2)", "(0,2)", "(1,1)", "(0,1)", "(1,3)"]);
            parts.push(format!("{gait} {offset}").into());
            gait == "leap"
        } else {
            let gait = self.dice.pick(&["step", "slide"]);
            let onward = number > 0 && self.dice.chance(35);
            let named = !scope.directions.is_empty() && self.dice.chance(60);
            let toward = match onward {
                true => "onward".to_owned(),
                false if named => self.dice.name(&scope.directions),
                false => self.toward().to_owned(),
            };
            parts.push(format!("{gait} {toward}").into());
            if number > 0 && !onward && self.dice.chance(30) {
                parts.push(tree![Optional: " outward"]);
            }
            gait == "step"
        };
        if !single && self.dice.chance(40) {
            let limit = match self.dice.below(4) {
                0 if number == 0 => "half way".to_owned(),
                1 => format!("exactly {}", self.dice.between(1, 3)),
                2 => format!("at least {}", self.dice.between(1, 3)),
                _ => format!("up to {}", self.dice.between(1, 3)),
            };
            parts.push(if self.dice.chance(25) {
                self.changing_limit(scope)
            } else {
                tree![Optional: " ", limit]
            });
        }
        if !single && self.dice.chance(25) {
            parts.push(tree![Optional: " over (", self.plain_set(scope), ")"]);
        }
        if self.dice.chance(30) {
            parts.push(tree![Optional: " onto (", self.plain_set(scope), ")"]);
        }
        if self.dice.chance(if last { 10 } else { 30 }) {
            parts.push(tree![Optional: " taking"]);
        }
        if !last && self.dice.chance(15) {
            parts.push(tree![Optional: " via"]);
        }
        Tree::Node(super::tree::Kind::Fixed, parts)
    }

    /// Makes a limit by a number of the position.
    fn changing_limit(&mut self, scope: &Scope) -> Tree {
        let mut inside = Scope { directions: scope.directions.clone(), ..Scope::default() };
        inside.squares = scope.squares.iter().filter(|name| *name == "origin").cloned().collect();
        let word = self.dice.pick(&["exactly", "up to", "at least"]);
        let number = match self.dice.below(3) {
            0 if !inside.squares.is_empty() => tree![Number: "count occupied on line of origin"],
            0 => tree![Number: "count own on row of first of own"],
            _ => self.number(&inside, 2),
        };
        tree![Optional: " ", word, " (", number, ")"]
    }

    fn toward(&mut self) -> &'static str {
        let own = &self.world.board.directions;
        if !own.is_empty() && self.dice.chance(40) {
            return self.dice.pick(own);
        }
        self.dice.pick(if self.world.board.line { ON_LINES } else { TOWARD })
    }
}

/// Letters that only say where to.
const PLAIN: &[&str] = &[
    "W", "F", "K", "N", "R", "B", "Q", "D", "A", "fW", "fN", "sW", "nN", "nA", "nD", "NN", "hhR",
    "hhNN", "pR", "gQ", "gB", "jR", "W2", "fF", "vN", "C", "fhN", "zB", "qN", "oR", "W", "K",
];

/// Letters with more to them: cannons, pawns, several legs.
const PATHS: &[&str] = &[
    "fmWfcF", "mRcpR", "afsW", "[W-F]", "FyafsF", "fcafmF", "[cR-fW]", "mabK", "cK", "udK", "mU",
    "cgQ", "caK", "KcaK", "mWcF", "mpB", "cdK", "udN", "[F?R]", "mNcK",
];

const TOWARD: &[&str] = &[
    "forward",
    "backward",
    "left",
    "sideways",
    "orthogonally",
    "diagonally",
    "diagonally forward",
    "diagonally backward",
    "in any direction",
    "north",
    "southwest",
    "forward or left",
];

const ON_LINES: &[&str] = &["forward", "backward", "orthogonally", "in any direction", "north"];
