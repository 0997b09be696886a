//! Statements: turns, effects, choices.

use super::maker::{Maker, Scope};
use super::tree::{Kind, Tree, tree};
use super::world::{Holds, WORDS};

/// How a line of a block begins; blocks inside blocks are not indented further.
const INDENT: &str = "    ";

/// Whether a block may move pieces by `move` and `drop`, and how often each of its statements may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a turn.
    Turn,
    /// In an event or behind the `then` of a way.
    Effects,
    /// Where a statement runs many times, so that nothing may be chosen.
    Loop,
}

impl Maker<'_> {
    /// Makes the statements of a turn, the braces around them.
    pub fn turn_block(&mut self) -> Tree {
        let scope = Scope::default().within_turn().asking();
        if self.world.plain && self.dice.chance(80) {
            let drops = self.world.hands && self.dice.chance(60);
            return if drops { "{ either { move } or {\n    drop\n} }" } else { "{ move }" }.into();
        }
        let mut parts: Vec<Tree> = vec!["{\n".into()];
        if self.dice.chance(20) {
            parts.push(self.statement(&scope, Place::Turn, 2));
        }
        let mut scope = scope;
        match self.dice.below(10) {
            0..=3 => {
                let (statement, after) = self.movement(&scope);
                parts.push(statement);
                scope = after;
            }
            4..=7 => parts.push(self.either(&scope)),
            8 if self.asks == 0 => {
                let (statement, after) = self.movement(&scope);
                parts.push(statement);
                self.choices = self.choices.saturating_sub(1);
                scope = after;
                let (statement, after) = self.movement(&scope);
                parts.push(tree![Optional: statement]);
                scope = after;
            }
            _ => {
                (self.choices, self.asks) = (0, 0);
                parts.push(self.repeated_moves(&scope));
            }
        }
        for _ in 0..self.dice.below(3) {
            parts.push(self.statement(&scope, Place::Turn, 2));
        }
        parts.push("}".into());
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes a `move` or a `drop`; returns what can be spoken of behind it.
    fn movement(&mut self, scope: &Scope) -> (Tree, Scope) {
        let mut after = scope.clone();
        let label = if self.dice.chance(30) {
            format!(" \"{}\"", self.dice.pick(&["first", "then", "again"]))
        } else {
            String::new()
        };
        let drops = self.world.hands && self.dice.chance(15);
        let mut parts: Vec<Tree> = vec![INDENT.into()];
        if drops {
            parts.push(format!("drop{label}").into());
            if self.dice.chance(40) {
                parts.push(tree![Optional: " ", self.types()]);
            }
            if self.dice.chance(40) {
                parts.push(tree![Optional: " on ", self.set(&Scope::default(), 1)]);
            }
        } else {
            parts.push(format!("move{label}").into());
            if self.dice.chance(30) {
                parts.push(tree![Optional: " ", self.set(scope, 2)]);
            }
            if self.dice.chance(25) {
                let mut of_move = scope.clone().with_square("origin").with_square("target");
                of_move.asks = false;
                parts.push(tree![Optional: " only ", self.truth(&of_move, 1)]);
            }
        }
        if self.dice.chance(50) {
            let name = self.fresh("m");
            parts.push(format!(" as {name}").into());
            after = after.with_square(&name);
        }
        parts.push("\n".into());
        (Tree::Node(Kind::Fixed, parts), after)
    }

    fn either(&mut self, scope: &Scope) -> Tree {
        let mut parts: Vec<Tree> =
            vec![INDENT.into(), "either {\n".into(), self.movement(scope).0, "}".into()];
        for number in 0..self.dice.between(1, 2) {
            let label = match (number, self.dice.below(3)) {
                (0, 0) => "",
                (0, _) => "\"pass\" ",
                _ => "\"other\" ",
            };
            let mut inner: Vec<Tree> = vec![format!(" or {label}{{\n").into()];
            if self.dice.chance(30) {
                inner.push(self.movement(scope).0);
            }
            for _ in 0..self.dice.below(3) {
                inner.push(self.statement(scope, Place::Turn, 2));
            }
            inner.push("}".into());
            parts.push(tree![Optional: Tree::Node(Kind::Fixed, inner)]);
        }
        parts.push("\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    fn repeated_moves(&mut self, scope: &Scope) -> Tree {
        let mut parts: Vec<Tree> = vec![INDENT.into(), "repeat up to 2".into()];
        if self.dice.chance(70) {
            parts.push(tree![Optional: " while ", self.truth(&scope.clone(), 2)]);
        }
        parts.push(" {\n".into());
        if self.dice.chance(50) {
            parts.push(self.movement(scope).0);
        } else {
            parts.push(self.either(scope));
        }
        parts.push("}\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    /// Makes statements that change the position, the braces around them.
    pub fn effects_block(&mut self, scope: &Scope, depth: usize) -> Tree {
        self.block(scope, Place::Effects, depth)
    }

    fn block(&mut self, scope: &Scope, place: Place, depth: usize) -> Tree {
        let mut parts: Vec<Tree> = vec!["{\n".into()];
        for _ in 0..self.dice.between(1, 2) {
            parts.push(self.statement(scope, place, depth));
        }
        parts.push("}".into());
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes a statement, with the end of the line.
    pub fn statement(&mut self, scope: &Scope, place: Place, depth: usize) -> Tree {
        // Loops in loops take long and show little.
        if depth > 0 && place != Place::Loop && self.dice.chance(40) {
            let deeper = depth - 1;
            match self.dice.below(6) {
                0 | 1 => return self.if_statement(scope, place, deeper),
                2 => return self.for_each(scope, deeper),
                3 if place == Place::Effects => return self.repeat(scope, place, deeper),
                _ if self.choices > 0 && place != Place::Loop => {
                    return self.choose(scope, place, deeper);
                }
                _ => {}
            }
        }
        tree![Statement: INDENT, self.effect(scope), "\n"]
    }

    fn if_statement(&mut self, scope: &Scope, place: Place, depth: usize) -> Tree {
        let (condition, block) = (self.truth(scope, 2), self.block(scope, place, depth));
        let mut parts: Vec<Tree> = vec![INDENT.into(), "if ".into(), condition, " ".into(), block];
        if self.dice.chance(30) {
            parts.push(tree![Optional: " else ", self.block(scope, place, depth)]);
        }
        parts.push("\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    fn for_each(&mut self, scope: &Scope, depth: usize) -> Tree {
        if self.dice.chance(30) {
            return self.for_each_direction(scope, depth);
        }
        let name = self.fresh("e");
        let mut over = self.set(scope, 2);
        if self.dice.chance(20) {
            over = tree![Fixed: over, ", ", self.set(scope, 1)];
        }
        let mut inside = scope.clone().with_square(&name);
        inside.asks = false;
        let block = self.block(&inside, Place::Loop, depth);
        let order =
            self.dice.pick(&["", "", " from last", " from enemy first", " from White last"]);
        tree![Statement: INDENT, "for each ", name, " in ", over, order, " ", block, "\n"]
    }

    fn for_each_direction(&mut self, scope: &Scope, depth: usize) -> Tree {
        let (name, directions) = (self.fresh("d"), self.directions());
        let mut inside = scope.clone().with_direction(&name);
        inside.asks = false;
        let block = self.block(&inside, Place::Loop, depth);
        tree![Statement: INDENT, "for each direction ", name, " in ", directions, " ", block, "\n"]
    }

    fn repeat(&mut self, scope: &Scope, place: Place, depth: usize) -> Tree {
        let times = self.dice.between(1, 3).to_string();
        let mut parts: Vec<Tree> = vec![INDENT.into(), "repeat up to ".into(), times.into()];
        if self.dice.chance(50) {
            parts.push(tree![Optional: " while ", self.truth(scope, 1)]);
        }
        let place = if place == Place::Turn { place } else { Place::Loop };
        parts.push(" ".into());
        parts.push(self.block(scope, place, depth));
        parts.push("\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    fn choose(&mut self, scope: &Scope, place: Place, depth: usize) -> Tree {
        self.choices -= 1;
        let label = if self.dice.chance(60) {
            format!("\"{}\" ", self.dice.pick(&["pick", "give", "take"]))
        } else {
            String::new()
        };
        let mut inside = scope.clone();
        let name = self.fresh("c");
        let among = match self.dice.below(8) {
            0 if self.world.hands => {
                inside.types.push(name.clone());
                tree![Fixed: "type in hand"]
            }
            1 if self.dice.chance(40) => {
                inside.types.push(name.clone());
                tree![Fixed: "type among types of ", self.set(scope, 1)]
            }
            1 if self.world.hands && self.dice.chance(50) => {
                inside.types.push(name.clone());
                tree![Fixed: "type among types in ", self.dice.pick(&["own", "enemy"]), " hand"]
            }
            1 | 2 => {
                inside.types.push(name.clone());
                tree![Fixed: "type among ", self.types()]
            }
            3 => {
                inside.numbers.push(name.clone());
                tree![Fixed: "number from ", self.dice.below(3).to_string(), " to ", self.dice.between(2, 5).to_string()]
            }
            _ => {
                inside.squares.push(name.clone());
                tree![Fixed: self.set(scope, 2)]
            }
        };
        let by = if self.dice.chance(10) { "by enemy " } else { "" };
        let mut parts: Vec<Tree> = vec![INDENT.into(), format!("choose {label}{by}").into(), among];
        parts.push(format!(" as {name}").into());
        if self.dice.chance(35) {
            parts.push(tree![Optional: " or nothing"]);
        }
        parts.push(" ".into());
        parts.push(self.block(&inside, place, depth));
        if self.dice.chance(35) {
            parts.push(tree![Optional: " otherwise ", self.block(scope, place, depth)]);
        }
        parts.push("\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    /// Makes an effect.
    pub fn effect(&mut self, scope: &Scope) -> Tree {
        match self.dice.below(24) {
            0 | 1 if self.effects_capture => tree![Fixed: "capture ", self.set(scope, 2)],
            2 | 3 => tree![Fixed: "remove ", self.set(scope, 2)],
            4 | 5 => {
                let whose = self.dice.pick(&["", "", " for enemy", " for neutral", " for White"]);
                tree![Fixed: "place ", self.kind(scope), whose, " on ", self.set(scope, 2)]
            }
            6 | 7 => tree![Fixed: "relocate ", self.set(scope, 2), " to ", self.set(scope, 2)],
            8 => tree![Fixed: "swap ", self.set(scope, 2), " with ", self.set(scope, 2)],
            9 | 10 => tree![Fixed: "change ", self.set(scope, 2), " into ", self.kind(scope)],
            11 | 12 => {
                let to = self.dice.pick(&["own", "enemy", "White", "neither"]);
                tree![Fixed: "convert ", self.set(scope, 2), " to ", to]
            }
            13 | 14 if !self.world.marks.is_empty() => {
                let (what, mark) =
                    (self.dice.pick(&["mark ", "unmark "]), self.dice.name(&self.world.marks));
                tree![Fixed: what, self.set(scope, 2), " as ", mark]
            }
            15 | 16 if !self.world.tokens.is_empty() => self.of_a_token(scope),
            17 if self.world.hands => {
                let side = self.side();
                let (what, to) = self.hand_words();
                let many = if self.dice.chance(30) {
                    format!("({}) ", self.dice.between(0, 3))
                } else {
                    String::new()
                };
                tree![Fixed: what, many, self.kind(scope), to, side]
            }
            18 => self.end(),
            19 => self.dice_next(),
            _ => self.set_variable(scope),
        }
    }

    fn hand_words(&mut self) -> (&'static str, &'static str) {
        if self.dice.chance(60) { ("add ", " to hand of ") } else { ("take ", " from hand of ") }
    }

    fn dice_next(&mut self) -> Tree {
        tree![Fixed: "next ", self.dice.pick(&["own", "enemy", "White"])]
    }

    fn of_a_token(&mut self, scope: &Scope) -> Tree {
        let token = self.dice.name(&self.world.tokens);
        match (self.dice.below(4), self.token_with_level()) {
            (0, _) => tree![Fixed: "withdraw ", token],
            (1, Some(token)) => tree![Fixed: "set level of ", token, " to ", self.number(scope, 2)],
            _ => tree![Fixed: "give ", token, " to ", self.set(scope, 2)],
        }
    }

    pub fn end(&mut self) -> Tree {
        match self.dice.below(6) {
            0 => tree![Fixed: "own wins \"won\""],
            1 => tree![Fixed: "Black loses \"lost\""],
            2 => tree![Fixed: "draw \"drawn\""],
            _ => tree![Fixed: "refuse \"no\""],
        }
    }

    /// Makes a change of the numbers of squares or pieces.
    fn set_tally(&mut self, scope: &Scope) -> Tree {
        let name = self.dice.pick(&self.world.tallies);
        let (on, number) = (self.set(scope, 1), self.number(scope, 1));
        match self.dice.below(3) {
            0 => tree![Fixed: "set ", name, " of ", on, " to ", number],
            1 => tree![Fixed: "add ", number, " to ", name, " of ", on],
            _ => tree![Fixed: "take ", number, " from ", name, " of ", on],
        }
    }

    fn set_variable(&mut self, scope: &Scope) -> Tree {
        if !self.world.tallies.is_empty() && self.dice.chance(40) {
            return self.set_tally(scope);
        }
        let holds = [Holds::Number, Holds::Switch, Holds::Word, Holds::Squares][self.dice.below(4)];
        let Some(name) = self.variable(holds) else {
            let (from, to) = (self.set(scope, 1), self.set(scope, 1));
            return tree![Fixed: "relocate ", from, " to ", to];
        };
        let value = match holds {
            Holds::Number => self.number(scope, 2),
            Holds::Switch => self.truth(scope, 1),
            Holds::Word | Holds::OtherWord => tree![Fixed: self.dice.pick(WORDS)],
            Holds::Squares => self.set(scope, 2),
        };
        tree![Fixed: "set ", name, " to ", value]
    }
}
