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

/// What is odd in a game, where all else is usual: among many odd things none of them would be known in advance.
#[derive(Clone, Copy, Default, Debug)]
pub struct Oddities {
    /// How many pieces have odd ways.
    ways: usize,
    /// Whether there are tokens.
    token: bool,
    /// Whether a turn is more than a move.
    turn: bool,
    /// How many events there are.
    events: usize,
    /// How many odd rules forbid turns.
    rules: usize,
    /// Whether there are several royal pieces, or none of some kinds.
    royal: bool,
}

impl Oddities {
    fn some(dice: &mut Dice<'_>) -> Self {
        let mut odd = Self::default();
        for _ in 0..[1, 1, 2, 2, 2, 3, 3, 4][dice.below(8)] {
            match dice.below(12) {
                0..=2 => odd.ways += 1,
                3 => odd.token = true,
                4 | 5 => odd.turn = true,
                6..=8 => odd.events += 1,
                9 | 10 => odd.rules += 1,
                _ => odd.royal = true,
            }
        }
        // Whatever asks for something is of interest where that changes.
        let asks = odd.ways > 0 || odd.turn || odd.rules > 0 || odd.events > 0;
        if asks && dice.chance(65) {
            odd.events += 1;
        }
        odd
    }
}

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
        let odd = Oddities::some(dice);
        if !odd.token {
            (world.tokens, world.levels) = (Vec::new(), Vec::new());
        } else if world.tokens.is_empty() {
            (world.tokens, world.levels) = (vec!["Ring".to_owned()], vec![dice.chance(50)]);
        }
        world.ways.truncate(odd.ways);
        for names in [&mut world.marks, &mut world.properties, &mut world.kinds, &mut world.places]
        {
            if dice.chance(80) {
                names.clear();
            }
        }
        world.options.clear();
        world.hands = dice.chance(8);
        let mut variable = |name: &str, holds, percent| {
            let name = name.to_owned();
            dice.chance(percent).then(|| Variable { name, holds, per_side: dice.chance(15) })
        };
        world.variables = [
            variable("visits", Holds::Number, 70),
            variable("zone", Holds::Squares, 85),
            variable("trail", Holds::Squares, 15),
            variable("asleep", Holds::Switch, 10),
        ]
        .into_iter()
        .flatten()
        .collect();
        (world.royal, world.plain, world.perils) = (true, true, Some(odd));
        world
    }
}

impl Maker<'_> {
    /// Makes the file of a game in which royal pieces are in danger.
    pub fn perilous(&mut self, odd: Oddities) -> Tree {
        let mut items: Vec<Tree> = vec!["rules 1\ngame \"Generated\"\n".into(), self.board()];
        items.push("sides White \"w\", Black \"b\"\n".into());
        self.names(&mut items);
        let first_odd = self.dice.below(self.world.pieces.len());
        for number in 0..self.world.pieces.len() {
            let place = (number + self.world.pieces.len() - first_odd) % self.world.pieces.len();
            let item = self.perilous_piece(number, (place < odd.ways).then_some(place), odd.royal);
            self.declared = number + 1;
            items.push(if number < 2 { item } else { tree![Optional: item] });
        }
        for number in 0..self.world.tokens.len() {
            items.push(tree![Optional: self.perilous_token(number)]);
        }
        let turn = if odd.turn { self.perilous_turn() } else { "{ move }".into() };
        items.push(tree![Fixed: "turn ", turn, "\n"]);
        if odd.turn && self.dice.chance(50) {
            items.push(tree![Optional: "threat { move }\n"]);
        }
        self.choices = self.choices.min(1);
        for number in 0..odd.events {
            items.push(tree![Optional: self.perilous_event(number)]);
        }
        if odd.events > 0 && self.dice.chance(10) {
            items.push(tree![Optional: self.dusk()]);
        }
        self.perilous_rules(odd.rules, &mut items);
        if self.dice.chance(5) {
            self.modules(&mut items);
        }
        if self.dice.chance(15) {
            self.told(&mut items);
        }
        let hands = self.world.hands && super::rules::uses_hands(&items);
        items.push(format!("setup \"{}\"\n", self.setup(hands)).into());
        Tree::Node(Kind::Fixed, items)
    }

    /// Makes the item of a piece; the odd ones are numbered.
    fn perilous_piece(&mut self, number: usize, odd: Option<usize>, royal: bool) -> Tree {
        let mut parts: Vec<Tree> = vec![self.piece_head(number)];
        if number == 0 || royal && self.dice.chance(40) {
            parts.push(tree![Optional: "    royal\n"]);
        }
        let usual = if self.dice.chance(90) { USUAL[number] } else { self.dice.pick(USUAL) };
        let usual = tree![Optional: "    ", usual, "\n"];
        let Some(odd) = odd else {
            parts.push(usual);
            self.piece_tail(&mut parts);
            return Tree::Node(Kind::Fixed, parts);
        };
        let label = self.world.ways.get(odd).map(|name| format!("{name}: ")).unwrap_or_default();
        let way = tree![Optional: "    ", label, self.odd_way(), "\n"];
        // What an older way reaches is not reached by a younger one.
        match self.dice.below(5) {
            0 => parts.push(way),
            1 | 2 => parts.extend([way, usual]),
            _ => parts.extend([usual, way]),
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
        let count = self.dice.between(1, 2);
        self.token_with(number, count, |maker| {
            let what = if maker.dice.chance(30) {
                maker.odd_way()
            } else {
                let verb = maker.dice.pick(&["moves ", "captures "]);
                tree![Fixed: verb, maker.dice.pick(ATOMS)]
            };
            (maker.bearers(), what)
        })
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

    fn perilous_rules(&mut self, odd: usize, items: &mut Vec<Tree>) {
        let after = Scope::default().within_turn().asking();
        if self.dice.chance(85) {
            items.push(tree![Optional: "use royalty\n"]);
        }
        if self.dice.chance(30) {
            items.push(tree![Optional: MATES]);
        }
        for number in 0..odd {
            let item = match self.dice.below(7) {
                0..=2 => self.facing(),
                3 | 4 => {
                    let (one, other) = (self.attacked(), self.attacked());
                    let joint = self.dice.pick(&[" and ", " or ", " and not "]);
                    tree![Fixed: "when ", one, joint, other]
                }
                _ => tree![Fixed: "when ", self.telling(&after, 1)],
            };
            let word = self.dice.pick(&["forbid", "forbid", "forbid", "prefer"]);
            items.push(tree![Optional: format!("{word} told{number}: "), item, "\n"]);
        }
        if odd > 0 && self.dice.chance(15) {
            let truth = self.telling(&Scope::default().asking(), 1);
            let outcome = self.dice.pick(&["enemy wins", "own loses", "draw"]);
            items.push(tree![Optional: "ending told: ", outcome, " \"so\" when ", truth, "\n"]);
        }
    }

    /// Makes a rule about what a royal piece must not see.
    fn facing(&mut self) -> Tree {
        let scope = Scope::default();
        let (who, way) = (self.changing(&scope), self.reach_pattern(&scope));
        let slide = format!("slide {}", self.dice.pick(TOWARD));
        let way = if self.dice.chance(75) { tree![Pattern: slide] } else { way };
        let seen = self.dice.pick(&["royal", "royal", "Pawn"]);
        tree![Fixed: "when any (enemy in ", who, ") in reach((own ", seen, "), by ", way, ")"]
    }

    /// Makes a condition about an attack, by either side.
    fn attacked(&mut self) -> Tree {
        let who = self.dice.pick(&["own royal", "own royal", "own Pawn", "enemy royal", "own"]);
        let by = self.dice.pick(&["enemy", "enemy", "own"]);
        tree![Truth: "((", who, ") is attacked by ", by, ")"]
    }
}
