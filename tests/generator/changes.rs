//! Turns and events of games in which much changes: what is asked for in one place is changed in another.

use super::maker::{Maker, Scope};
use super::tree::{Kind, Tree, tree};
use super::world::Holds;

impl Maker<'_> {
    /// Makes a set of squares that events and turns change.
    pub fn changing(&mut self, scope: &Scope) -> Tree {
        if self.dice.chance(75)
            && let Some(name) = self.variable(Holds::Squares)
        {
            return tree![Set: "(", name, ")"];
        }
        match self.dice.below(4) {
            0 if !self.world.tokens.is_empty() => {
                tree![Set: "(bearing ", self.dice.name(&self.world.tokens), ")"]
            }
            1 if !self.world.marks.is_empty() => {
                tree![Set: "(marked ", self.dice.name(&self.world.marks), ")"]
            }
            2 => self.place(),
            _ => self.set(scope, 1),
        }
    }

    /// Makes a condition that a turn may change.
    pub fn telling(&mut self, scope: &Scope, depth: usize) -> Tree {
        let side = self.dice.pick(&["own", "enemy", "own", "enemy", "neutral"]);
        let few = self.dice.below(4).to_string();
        let is = self.dice.pick(&[" = ", " = ", " > ", " < ", " != "]);
        match self.dice.below(14) {
            0 => tree![Truth: "(", self.dice.pick(&["any ", "no "]), self.changing(scope), ")"],
            1 => tree![Truth: "(any (", side, " in ", self.changing(scope), "))"],
            2 => tree![Truth: "((count ", side, ")", is, few, ")"],
            3 => tree![Truth: "((count (", side, " ", self.piece(), "))", is, few, ")"],
            4 | 5 => match self.variable(Holds::Number) {
                Some(name) => tree![Truth: "((", name, ")", is, few, ")"],
                None => self.truth(scope, 1),
            },
            6 if scope.in_turn => tree![Truth: "(captures this turn", is, few, ")"],
            7 if scope.in_turn => self.about_the_move(),
            8 => match self.token_with_level() {
                Some(token) => tree![Truth: "((level of ", token, ")", is, few, ")"],
                None => self.truth(scope, 1),
            },
            9 => {
                let rank = self.dice.between(1, self.world.board.ranks).to_string();
                tree![Truth: "(any (", side, " on rank ", rank, "))"]
            }
            10 if !scope.squares.is_empty() => {
                let slot = self.dice.name(&scope.squares);
                tree![Truth: "(", slot, " is ", self.changing(scope), ")"]
            }
            11 | 12 if depth > 0 => {
                let (left, right) =
                    (self.telling(scope, depth - 1), self.telling(scope, depth - 1));
                let joint = self.dice.pick(&[" and ", " or ", " and not "]);
                tree![Truth: "(", left, joint, right, ")"]
            }
            _ => self.truth(scope, 1),
        }
    }

    /// Makes an effect that changes what is asked for elsewhere, with the end of the line.
    fn change(&mut self, scope: &Scope) -> Tree {
        let effect = match self.dice.below(16) {
            0..=2 => self.set_squares(scope),
            3 | 4 => self.set_number(scope),
            5 | 6 => {
                let what = if self.effects_capture { "capture " } else { "remove " };
                tree![Fixed: what, self.some_pieces(scope)]
            }
            7 => tree![Fixed: "remove ", self.some_pieces(scope)],
            8 => tree![Fixed: "change ", self.some_pieces(scope), " into ", self.piece()],
            9 => {
                let to = self.dice.pick(&["own", "enemy"]);
                tree![Fixed: "convert ", self.some_pieces(scope), " to ", to]
            }
            10 | 11 if !self.world.tokens.is_empty() => self.change_of_a_token(scope),
            12 => self.end(),
            13 => tree![Fixed: "place ", self.piece(), " on ", self.changing(scope)],
            _ => self.effect(scope),
        };
        tree![Statement: "    ", effect, "\n"]
    }

    fn set_squares(&mut self, scope: &Scope) -> Tree {
        let Some(name) = self.variable(Holds::Squares) else { return self.effect(scope) };
        let of = match scope.squares.last() {
            Some(slot) if self.dice.chance(70) => tree![Set: slot],
            _ => self.some_pieces(scope),
        };
        let function =
            self.dice.pick(&["row", "column", "forward", "neighbours", "left", "backward"]);
        let value = match self.dice.below(8) {
            0 => tree![Set: "none"],
            1 => of,
            2 => tree![Set: "between((own royal), ", of, ")"],
            3 => tree![Set: "(", self.changing(scope), " or ", of, ")"],
            4 => self.set(scope, 1),
            _ => tree![Set: "(", function, " of ", of, ")"],
        };
        tree![Fixed: "set ", name, " to ", value]
    }

    fn set_number(&mut self, scope: &Scope) -> Tree {
        let Some(name) = self.variable(Holds::Number) else { return self.effect(scope) };
        let value = match self.dice.below(5) {
            0 | 1 => tree![Number: "((", &name, " + 1) mod 3)"],
            2 => tree![Number: self.dice.below(4).to_string()],
            3 => tree![Number: "((count ", self.some_pieces(scope), ") mod 4)"],
            _ => self.number(scope, 1),
        };
        tree![Fixed: "set ", name, " to ", value]
    }

    fn change_of_a_token(&mut self, scope: &Scope) -> Tree {
        let token = self.dice.name(&self.world.tokens);
        match (self.dice.below(5), self.token_with_level()) {
            (0, _) => tree![Fixed: "withdraw ", token],
            (1 | 2, Some(token)) => {
                let value = tree![Number: "((level of ", &token, " + 1) mod 4)"];
                tree![Fixed: "set level of ", token, " to ", value]
            }
            _ => tree![Fixed: "give ", token, " to ", self.some_pieces(scope)],
        }
    }

    /// Makes a set of few pieces.
    fn some_pieces(&mut self, scope: &Scope) -> Tree {
        if !scope.squares.is_empty() && self.dice.chance(45) {
            return tree![Set: self.dice.name(&scope.squares)];
        }
        let (side, piece) = (self.dice.pick(&["own", "enemy"]), self.piece());
        match self.dice.below(6) {
            0 | 1 => tree![Set: format!("({side} {piece})")],
            2 | 3 => {
                let rank = self.dice.between(1, self.world.board.ranks);
                tree![Set: format!("({side} {piece} on rank {rank})")]
            }
            4 => tree![Set: "(", side, " in ", self.changing(scope), ")"],
            _ => self.set(scope, 1),
        }
    }

    /// Makes a few changes, the braces around them; some are made only if something holds, and more comes behind them.
    fn changes(&mut self, scope: &Scope) -> Tree {
        let mut parts: Vec<Tree> = vec!["{\n".into()];
        for _ in 0..[1, 1, 1, 2, 2, 3][self.dice.below(6)] {
            let change = self.change(scope);
            if self.dice.chance(10) {
                // What comes behind the end of a game is not done.
                let (condition, end) = (self.telling(scope, 1), self.end());
                parts.push(tree![Statement: "    if ", condition, " {\n", end, "\n}\n"]);
                parts.push(change);
            } else if self.dice.chance(30) {
                let condition = self.telling(scope, 1);
                parts.push(tree![Statement: "    if ", condition, " {\n", change, "}\n"]);
            } else {
                parts.push(change);
            }
        }
        parts.push("}".into());
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes a choice and what follows from it.
    fn choice(&mut self, scope: &Scope, moves: bool) -> Tree {
        self.choices = self.choices.saturating_sub(1);
        let (name, mut inside) = (self.fresh("c"), scope.clone());
        let among = match self.dice.below(6) {
            0 => {
                inside.types.push(name.clone());
                tree![Fixed: "type among ", self.types()]
            }
            1 => {
                inside.numbers.push(name.clone());
                tree![Fixed: "number from 1 to 2"]
            }
            _ => {
                inside.squares.push(name.clone());
                self.some_pieces(scope)
            }
        };
        let label = self.dice.pick(&["", "", "\"pick\" "]);
        let mut parts: Vec<Tree> =
            vec!["    choose ".into(), label.into(), among, format!(" as {name}").into()];
        if self.dice.chance(70) {
            parts.push(tree![Optional: " or nothing"]);
        }
        parts.push(" ".into());
        if moves {
            parts.push("{\n    move \"then\"\n}".into());
        } else {
            parts.push(self.changes(&inside));
        }
        if self.dice.chance(80) {
            parts.push(tree![Optional: " otherwise { }"]);
        }
        parts.push("\n".into());
        Tree::Node(Kind::Statement, parts)
    }

    /// Makes a turn in which something may come before the move, or beside it.
    pub fn perilous_turn(&mut self) -> Tree {
        let scope = Scope::default().within_turn().asking();
        let moved = scope.clone().with_square("m");
        let (begin, end) = ("{\n", "}");
        match self.dice.below(14) {
            0..=2 => {
                let condition = self.telling(&scope, 1);
                let choice = self.choice(&scope, false);
                let first = tree![Statement: "    if ", condition, " {\n", choice, "    }\n"];
                tree![Fixed: begin, first, "    move\n", end]
            }
            3 | 4 => tree![Fixed: begin, self.choice(&scope, false), "    move\n", end],
            5 => tree![Fixed: begin, self.change(&scope), "    move\n", end],
            6..=8 => self.alternatives(&scope),
            9 => tree![Fixed: begin, "    move as m\n", self.choice(&moved, false), end],
            10 => {
                let (before, then) = (self.change(&scope), self.choice(&moved, true));
                let before = if self.dice.chance(50) { before } else { tree![Fixed:] };
                tree![Fixed: begin, before, "    move \"first\" as m\n", then, end]
            }
            11 => {
                let (over, name) = (self.some_pieces(&scope), self.fresh("e"));
                let change = self.change(&scope.clone().with_square(&name));
                let each =
                    tree![Statement: "    for each ", name, " in ", over, " {\n", change, "}\n"];
                tree![Fixed: begin, each, "    move\n", end]
            }
            12 => tree![Fixed: begin, "    move as m\n", self.change(&moved), end],
            _ => self.turn_block(),
        }
    }

    /// Makes alternatives of a turn: the move may be the first of them or the last.
    fn alternatives(&mut self, scope: &Scope) -> Tree {
        let pass: Tree = if self.dice.chance(50) {
            "\"pass\" { }".into()
        } else {
            tree![Fixed: "\"deed\" ", self.changes(scope)]
        };
        let chosen = self.dice.chance(30) && self.choices > 0;
        let other = if chosen {
            tree![Fixed: "\"other\" {\n", self.choice(scope, false), "}"]
        } else {
            tree![Fixed: "\"other\" ", self.changes(scope)]
        };
        let other = tree![Optional: " or ", other];
        let moves = if self.dice.chance(30) {
            tree![Fixed: "{\n", self.change(scope), "    move\n}"]
        } else {
            "{ move }".into()
        };
        if self.dice.chance(60) {
            tree![Fixed: "{\n    either ", pass, other, " or ", moves, "\n}"]
        } else {
            tree![Fixed: "{\n    either ", moves, " or ", pass, other, "\n}"]
        }
    }

    /// Makes an event by which every turn leaves a variable as it was at the start.
    pub fn dusk(&mut self) -> Tree {
        match (self.variable(Holds::Squares), self.variable(Holds::Number)) {
            (Some(name), _) => {
                tree![Fixed: "event dusk: when a turn ends { set ", name, " to none }\n"]
            }
            (None, Some(name)) => {
                tree![Fixed: "event dusk: when a turn ends { set ", name, " to 0 }\n"]
            }
            (None, None) => "event dusk: when a turn ends { next enemy }\n".into(),
        }
    }

    /// Makes an event that changes what is asked for elsewhere.
    pub fn perilous_event(&mut self, number: usize) -> Tree {
        let plain = Scope::default();
        let who =
            self.dice.pick(&["a piece", "a piece", "own", "enemy", "own Pawn", "royal", "King"]);
        let who = if self.dice.chance(75) { tree![Set: who] } else { self.set(&plain, 1) };
        let mut keep = self.choices;
        let (what, scope) = match self.dice.below(12) {
            0..=3 => (tree![Fixed: who, " moves", self.moves_so()], Scope::of_move()),
            4..=6 => {
                if self.effects_capture {
                    self.choices = 0;
                }
                let scope = Scope::default().with_square("captor").with_square("origin");
                (tree![Fixed: who, " is captured"], Scope { victim: true, ..scope })
            }
            7..=9 => (tree![Fixed: "a turn begins"], plain),
            _ => (tree![Fixed: "a turn ends"], plain),
        };
        let scope = scope.within_turn();
        let mut parts = vec![format!("event event{number}: when ").into(), what];
        if self.dice.chance(50) {
            parts.push(tree![Optional: " and ", self.telling(&scope.clone().asking(), 1)]);
        }
        parts.push(" ".into());
        if self.choices > 0 && self.dice.chance(15) {
            parts.push(tree![Fixed: "{\n", self.choice(&scope, false), "}"]);
            keep = self.choices;
        } else {
            parts.push(self.changes(&scope));
        }
        self.choices = keep;
        parts.push("\n".into());
        Tree::Node(Kind::Fixed, parts)
    }
}
