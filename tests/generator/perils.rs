//! Small games in which royal pieces are hardly ever safe: their rules ask for what turns change.
//!
//! Ordinary pieces check and pin, odd ones capture elsewhere than where they go, variables and tokens change from turn to
//! turn, and whatever is asked may be answered otherwise after a move than before it.

use super::dice::Dice;
use super::maker::{Maker, Scope};
use super::tree::{Kind, Tree, tree};
use super::world::{Board, Holds, Variable, World};

/// What a piece that is not odd does.
const USUAL: &[&str] =
    &["moves K", "moves fmW; captures fF", "moves R", "moves N", "moves B", "moves Q"];

/// Ways that reach a few squares, near and far.
const ATOMS: &[&str] = &["W", "F", "K", "N", "R", "B", "Q", "D", "A", "R2", "fW", "mRcB", "fF"];

/// Whom ways change places with, or what they capture.
const WHOM: &[&str] = &[
    "enemy",
    "own",
    "everywhere",
    "empty",
    "(own or empty)",
    "(own or enemy)",
    "(enemy or neutral)",
];

/// Directions of steps and slides.
const TOWARD: &[&str] =
    &["forward", "sideways", "orthogonally", "diagonally", "in any direction", "backward"];

/// The endings of games with royal pieces.
const MATES: &str =
    "ending checkmate: own loses \"checkmate\" when own cannot move and own royal is attacked
ending stalemate: draw \"stalemate\" when own cannot move
";

impl World {
    /// Decides what there is in a game in which royal pieces are in danger.
    pub fn perilous(dice: &mut Dice<'_>) -> Self {
        let mut world = Self::random(dice);
        let (files, ranks) = (dice.between(4, 6), dice.between(4, 5));
        let (holes, directions) = (Vec::new(), Vec::new());
        world.board =
            Board { files, ranks, layers: 1, line: false, holes, directions, names: None };
        while world.pieces.len() < 4 {
            let (name, symbol) = [("Rook", "R"), ("Knight", "N")][world.pieces.len() - 2];
            world.pieces.push((name.to_owned(), symbol.to_owned()));
        }
        for (name, holds, percent) in [
            ("visits", Holds::Number, 60),
            ("zone", Holds::Squares, 75),
            ("trail", Holds::Squares, 20),
        ] {
            let is_new = world.variables.iter().all(|variable| variable.name != name);
            if is_new && dice.chance(percent) {
                let per_side = dice.chance(20);
                world.variables.push(Variable { name: name.to_owned(), holds, per_side });
            }
        }
        (world.royal, world.plain, world.perils) = (true, true, true);
        world
    }
}

impl Maker<'_> {
    /// Makes the file of a game in which royal pieces are in danger.
    pub fn perilous(&mut self) -> Tree {
        let mut items: Vec<Tree> = vec!["rules 1\ngame \"Generated\"\n".into(), self.board()];
        items.push("sides White \"w\", Black \"b\"\n".into());
        self.names(&mut items);
        for number in 0..self.world.pieces.len() {
            let item = self.perilous_piece(number);
            self.declared = number + 1;
            items.push(if number < 2 { item } else { tree![Optional: item] });
        }
        for number in 0..self.world.tokens.len() {
            items.push(tree![Optional: self.perilous_token(number)]);
        }
        items.push(tree![Fixed: "turn ", self.perilous_turn(), "\n"]);
        if self.dice.chance(25) {
            items.push(tree![Optional: "threat { move }\n"]);
        }
        self.choices = self.choices.min(1);
        for number in 0..self.dice.between(1, 4) {
            items.push(tree![Optional: self.perilous_event(number)]);
        }
        self.perilous_rules(&mut items);
        if self.dice.chance(10) {
            self.modules(&mut items);
        }
        self.told(&mut items);
        let hands = self.world.hands && super::rules::uses_hands(&items);
        items.push(format!("setup \"{}\"\n", self.setup(hands)).into());
        Tree::Node(Kind::Fixed, items)
    }

    fn perilous_piece(&mut self, number: usize) -> Tree {
        let mut parts: Vec<Tree> = vec![self.piece_head(number)];
        if number == 0 || self.dice.chance(8) {
            parts.push(tree![Optional: "    royal\n"]);
        }
        // The second and the third piece have the ways with names.
        let label = match number {
            1 | 2 => self.world.ways.get(number - 1).cloned(),
            _ => None,
        };
        if let Some(label) = label {
            parts.push(tree![Optional: "    ", label, ": ", self.odd_way(), "\n"]);
        }
        let usual = if self.dice.chance(85) { USUAL[number] } else { self.dice.pick(USUAL) };
        // What an older way reaches is not reached by a younger one.
        let odd = self.dice.chance(if number == 0 { 10 } else { 40 });
        let odd_first = odd && self.dice.chance(50);
        if odd_first {
            parts.push(tree![Optional: "    ", self.odd_way(), "\n"]);
        }
        if self.dice.chance(90) {
            parts.push(tree![Optional: "    ", usual, "\n"]);
        }
        if odd && !odd_first {
            parts.push(tree![Optional: "    ", self.odd_way(), "\n"]);
        }
        self.piece_tail(&mut parts);
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes a way that goes elsewhere, captures elsewhere, or asks for what turns change.
    fn odd_way(&mut self) -> Tree {
        let scope = Scope::of_move();
        let verb = self.dice.pick(&["moves", "captures", "captures"]);
        let atom = self.dice.pick(ATOMS);
        match self.dice.below(12) {
            0..=3 => tree![Fixed: verb, " ", self.walk_through()],
            4 | 5 => {
                let with = tree![Optional: " with (", self.whom(&scope), ")"];
                let taking = if self.dice.chance(40) { self.taking(&scope) } else { tree![Fixed:] };
                tree![Fixed: "swaps ", atom, with, taking]
            }
            6 => {
                let to = if self.dice.chance(40) { " to (empty)" } else { "" };
                tree![Fixed: "moves ", atom.trim_start_matches("mR"), to, self.taking(&scope)]
            }
            7 | 8 => tree![Fixed: verb, " ", atom, " when ", self.telling(&scope, 1)],
            9 => {
                tree![Fixed: verb, " ", atom.trim_start_matches("mR"), " of (", self.whom(&scope), ")"]
            }
            10 => {
                let place = self.dice.pick(&[" from (", " to ("]);
                tree![Fixed: verb, " ", atom, place, self.changing(&Scope::default()), ")"]
            }
            _ => self.way(),
        }
    }

    /// Makes a walk that looks at what is on its way.
    fn walk_through(&mut self) -> Tree {
        let scope = Scope::default().with_square("origin").with_square("here");
        let (first, toward) = (self.dice.pick(&["step", "step", "slide"]), self.dice.pick(TOWARD));
        let mut parts: Vec<Tree> = vec![format!("{first} {toward}").into()];
        if self.dice.chance(80) {
            let onto = if self.dice.chance(60) { self.changing(&scope) } else { self.whom(&scope) };
            parts.push(tree![Optional: " onto (", onto, ")"]);
        }
        if self.dice.chance(25) {
            parts.push(tree![Optional: " taking"]);
        }
        let then = match self.dice.below(4) {
            0 => format!(" then step {}", self.dice.pick(TOWARD)),
            1 => " then slide onward up to 2".to_owned(),
            _ => " then step onward".to_owned(),
        };
        let mut last = vec![then.into()];
        if self.dice.chance(25) {
            last.push(tree![Optional: " onto (", self.plain_set(&scope), ")"]);
        }
        parts.push(tree![Optional: Tree::Node(Kind::Fixed, last)]);
        tree![Pattern: Tree::Node(Kind::Fixed, parts)]
    }

    fn taking(&mut self, scope: &Scope) -> Tree {
        let taken = match self.dice.below(6) {
            0 => tree![Set: "(neighbours of target in enemy)"],
            1 => tree![Set: self.dice.pick(&["origin", "(forward of target)", "(left of target)"])],
            2 => tree![Set: "(", self.changing(scope), " in enemy)"],
            3 => self.changing(scope),
            4 => tree![Set: "between(origin, target)"],
            _ => self.set(scope, 1),
        };
        tree![Optional: " taking (", taken, ")"]
    }

    fn whom(&mut self, scope: &Scope) -> Tree {
        match self.dice.below(8) {
            0 => self.changing(scope),
            1 => tree![Set: "(enemy in ", self.changing(scope), ")"],
            2 => self.set(scope, 1),
            _ => tree![Set: self.dice.pick(WHOM)],
        }
    }

    fn perilous_token(&mut self, number: usize) -> Tree {
        let name = self.world.tokens[number].clone();
        let mut parts: Vec<Tree> = vec![format!("token {name} {{\n").into()];
        if self.dice.chance(75) {
            parts.push(tree![Optional: "    at ", self.square(), "\n"]);
        }
        if self.world.levels[number] {
            parts.push(format!("    level {}\n", self.dice.below(3)).into());
        }
        for _ in 0..self.dice.between(1, 2) {
            let what = if self.world.levels[number] && self.dice.chance(40) {
                "cycle gifts".into()
            } else if self.dice.chance(30) {
                self.odd_way()
            } else {
                let verb = self.dice.pick(&["moves ", "captures "]);
                tree![Fixed: verb, self.dice.pick(ATOMS)]
            };
            parts.push(tree![Optional: "    power of ", self.bearers(), ": ", what, "\n"]);
        }
        parts.push("}\n".into());
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes a set of bearers that other pieces and variables have a say in.
    fn bearers(&mut self) -> Tree {
        let (scope, piece, other) = (Scope::default(), self.piece(), self.piece());
        match self.dice.below(9) {
            0 => tree![Set: format!("(piece on row of (enemy {piece}))")],
            1 => tree![Set: format!("(piece except (neighbours of own {piece}))")],
            2 => tree![Set: format!("(between((any {piece}), (any {other})))")],
            3 => tree![Set: "(own in (type of ", self.square(), "))"],
            4 => tree![Set: "(piece in ", self.changing(&scope), ")"],
            5 => tree![Set: "(own in (neighbours of ", self.changing(&scope), "))"],
            6 => tree![Set: "piece"],
            7 => tree![Set: "(", piece, ")"],
            _ => self.set(&scope, 2),
        }
    }

    fn perilous_rules(&mut self, items: &mut Vec<Tree>) {
        let after = Scope::default().within_turn().asking();
        if self.dice.chance(80) {
            items.push(tree![Optional: "use royalty\n"]);
        }
        if self.dice.chance(40) {
            items.push(tree![Optional: MATES]);
        }
        if self.dice.chance(25) {
            let scope = Scope::default();
            let (who, way) = (self.changing(&scope), self.reach_pattern(&scope));
            let slide = format!("slide {}", self.dice.pick(TOWARD));
            let way = if self.dice.chance(75) { tree![Pattern: slide] } else { way };
            let seen = self.dice.pick(&["royal", "royal", "Pawn"]);
            items.push(
                tree![Optional: "forbid facing: when any (enemy in ", who, ") in reach((own ", seen, "), by ", way, ")\n"],
            );
        }
        if self.dice.chance(20) {
            let (one, other) = (self.attacked(), self.attacked());
            let joint = self.dice.pick(&[" and ", " or ", " and not "]);
            items.push(tree![Optional: "forbid two-fold: when ", one, joint, other, "\n"]);
        }
        for (number, word) in ["forbid", "prefer"].iter().enumerate() {
            if self.dice.chance(15) {
                let truth = self.telling(&after, 1);
                items.push(tree![Optional: format!("{word} told{number}: when "), truth, "\n"]);
            }
        }
        if self.dice.chance(15) {
            let truth = self.telling(&Scope::default().asking(), 1);
            let outcome = self.dice.pick(&["enemy wins", "own loses", "draw"]);
            items.push(tree![Optional: "ending told: ", outcome, " \"so\" when ", truth, "\n"]);
        }
    }

    /// Makes a condition about an attack, by either side.
    fn attacked(&mut self) -> Tree {
        let who = self.dice.pick(&["own royal", "own royal", "own Pawn", "enemy royal", "own"]);
        let by = self.dice.pick(&["enemy", "enemy", "own"]);
        tree![Truth: "((", who, ") is attacked by ", by, ")"]
    }
}
