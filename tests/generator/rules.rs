//! The items of a game.

use super::maker::{Maker, Scope};
use super::tree::{Kind, Tree, tree};
use super::world::{Holds, Variable, WORDS};

impl Maker<'_> {
    /// Makes the whole file.
    pub fn file(&mut self) -> Tree {
        let mut items: Vec<Tree> = vec!["rules 1\ngame \"Generated\"\n".into(), self.board()];
        items.push("sides White \"w\", Black \"b\"\n".into());
        self.names(&mut items);
        for number in 0..self.world.pieces.len() {
            let item = self.piece_item(number);
            self.declared = number + 1;
            items.push(if number < 2 { item } else { tree![Optional: item] });
        }
        for number in 0..self.world.tokens.len() {
            items.push(tree![Optional: self.token(number)]);
        }
        items.push(tree![Fixed: "turn ", self.turn_block(), "\n"]);
        if !self.world.plain && self.dice.chance(if self.asks > 0 { 90 } else { 25 }) {
            items.push(tree![Optional: "threat { move }\n"]);
        }
        // Choices in turns are counted by now; events may ask for one more.
        self.choices = self.choices.min(1);
        for number in 0..self.dice.below(if self.world.plain { 2 } else { 4 }) {
            let item = self.event(number);
            items.push(self.optionally(tree![Optional: item]));
        }
        self.judgements(&mut items);
        self.modules(&mut items);
        self.rules_of_turns(&mut items);
        self.told(&mut items);
        let hands = uses_hands(&items);
        items.push(format!("setup \"{}\"\n", self.setup(hands)).into());
        Tree::Node(Kind::Fixed, items)
    }

    pub fn board(&mut self) -> Tree {
        let board = self.world.board.clone();
        let size = match (board.line, board.layers) {
            (true, _) => format!("line {}", board.ranks),
            (false, 1) => format!("{}x{}", board.files, board.ranks),
            (false, layers) => format!("{}x{}x{layers}", board.files, board.ranks),
        };
        let mut parts: Vec<Tree> = vec![format!("board {size}").into()];
        if !board.holes.is_empty() {
            parts.push(format!(" without {{{}}}", board.holes.join(" ")).into());
        }
        let mut lines: Vec<Tree> = Vec::new();
        if self.dice.chance(40) {
            let view = self.dice.pick(&["mirrored", "rotated", "shared"]);
            lines.push(tree![Optional: "    view ", view, "\n"]);
        }
        for what in ["files", "ranks"] {
            if self.dice.chance(10) && !(board.line && what == "files") {
                lines.push(tree![Optional: "    wrap ", what, "\n"]);
            }
        }
        for name in &board.directions {
            let offset = match *name {
                "up" => "(0,1)",
                "down" => "(0,-1)",
                "up-right" => "(1,1)",
                _ => "(-1,-1)",
            };
            lines.push(tree![Optional: "    direction ", *name, " ", offset, "\n"]);
        }
        if self.dice.chance(15) {
            let way = self.dice.pick(&["north", "south", "northeast", "west"]);
            let (from, to) = (self.square(), self.square());
            if from != to {
                lines.push(tree![Optional: "    link ", from, " ", way, " ", to, "\n"]);
            }
        }
        if lines.is_empty() {
            parts.push("\n".into());
        } else {
            parts.push(" {\n".into());
            parts.extend(lines);
            parts.push("}\n".into());
        }
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes the items that give names to things.
    pub fn names(&mut self, items: &mut Vec<Tree>) {
        self.option_items(items);
        for name in self.world.properties.clone() {
            items.push(tree![Optional: format!("property {name} = {}\n", self.dice.below(3))]);
        }
        for name in self.world.kinds.clone() {
            let value = if self.dice.chance(50) { "itself".to_owned() } else { self.piece() };
            items.push(tree![Optional: format!("property {name} = {value}\n")]);
        }
        for (name, sign) in self.world.marks.clone().iter().zip(["'", "!"]) {
            items.push(tree![Optional: format!("mark {name} \"{sign}\"\n")]);
        }
        // A define must not use itself, nor one that uses it.
        let places = std::mem::take(&mut self.world.places);
        for name in &places {
            items.push(tree![Optional: "define ", name, " = ", self.fixed_place(), "\n"]);
        }
        self.world.places = places;
        for name in self.world.tallies.clone() {
            let bearer = if name == "dust" { "square" } else { "piece" };
            let start = self.dice.between(0, 3);
            items.push(tree![Fixed: format!("variable {name}: per {bearer} 0..3 = {start}\n")]);
        }
        for variable in self.world.variables.clone() {
            items.push(tree![Optional: self.variable_item(&variable)]);
        }
        if !self.world.tokens.is_empty() {
            let piece = &self.world.pieces[0].0;
            items.push(format!("option gifts: movers = {piece}, \"fR\", N\n").into());
        }
    }

    fn variable_item(&mut self, variable: &Variable) -> Tree {
        let per_side = if variable.per_side { "per side " } else { "" };
        let (kind, start): (String, Tree) = match variable.holds {
            Holds::Number => ("0..9".into(), self.dice.below(4).to_string().into()),
            Holds::Switch => ("switch".into(), self.dice.pick(&["on", "off"]).into()),
            Holds::Word | Holds::OtherWord => {
                (format!("one of {}", WORDS.join(", ")), WORDS[0].into())
            }
            Holds::Squares if self.dice.chance(50) => ("squares".into(), "none".into()),
            Holds::Squares => ("squares".into(), self.fixed_place()),
        };
        tree![Fixed: format!("variable {}: {per_side}{kind} = ", variable.name), start, "\n"]
    }

    pub fn token(&mut self, number: usize) -> Tree {
        let count = self.dice.between(0, 2);
        self.token_with(number, count, |maker| {
            let of = maker.set(&Scope::default(), 1);
            (of, tree![Fixed: "moves ", maker.pattern(false)])
        })
    }

    /// A token with so many powers, each of which is made by telling whose it is and what it is; some go by its level.
    pub fn token_with(
        &mut self,
        number: usize,
        powers: usize,
        power: impl Fn(&mut Self) -> (Tree, Tree),
    ) -> Tree {
        let name = self.world.tokens[number].clone();
        let mut parts: Vec<Tree> = vec![format!("token {name} {{\n").into()];
        if self.dice.chance(75) {
            parts.push(tree![Optional: "    at ", self.square(), "\n"]);
        }
        if self.world.levels[number] {
            parts.push(format!("    level {}\n", self.dice.below(3)).into());
        }
        for _ in 0..powers {
            let (of, what) = power(self);
            let by_level = self.world.levels[number] && self.dice.chance(40);
            let what = if by_level { "cycle gifts".into() } else { what };
            parts.push(tree![Optional: "    power of ", of, ": ", what, "\n"]);
        }
        parts.push("}\n".into());
        Tree::Node(Kind::Fixed, parts)
    }

    pub fn event(&mut self, number: usize) -> Tree {
        let plain = Scope::default();
        let mut scope = Scope::of_move();
        let set = self.set(&plain, 1);
        let mut keep = self.choices;
        let what = match self.dice.below(9) {
            0..=2 => {
                if self.effects_capture {
                    self.choices = 0;
                }
                scope = Scope::default().with_square("captor").with_square("origin");
                scope.victim = true;
                let by = if self.dice.chance(35) {
                    tree![Optional: " by ", self.set(&plain, 1)]
                } else {
                    tree![Fixed:]
                };
                tree![Fixed: set, " is captured", by]
            }
            3..=5 => tree![Fixed: set, " moves", self.moves_so()],
            6 if self.world.hands => {
                scope = Scope::default().with_square("target");
                scope.types.push("dropped".into());
                tree![Fixed: set, " is dropped"]
            }
            7 => {
                scope = Scope::default();
                tree![Fixed: "a turn begins"]
            }
            _ => {
                scope = Scope::default();
                tree![Fixed: "a turn ends"]
            }
        };
        let scope = scope.within_turn();
        let mut parts = vec![format!("event event{number}: when ").into(), what];
        if self.dice.chance(40) {
            parts.push(tree![Optional: " and ", self.truth(&scope.clone().asking(), 2)]);
        }
        parts.push(" ".into());
        parts.push(self.effects_block(&scope, 2));
        parts.push("\n".into());
        if self.choices > 0 {
            keep = self.choices;
        }
        self.choices = keep;
        Tree::Node(Kind::Fixed, parts)
    }

    pub fn moves_so(&mut self) -> Tree {
        let mut parts = Vec::new();
        if self.dice.chance(30) {
            let by = match self.dice.below(3) {
                0 if !self.world.ways.is_empty() => self.dice.name(&self.world.ways),
                1 if !self.world.tokens.is_empty() => {
                    format!("power of {}", self.dice.name(&self.world.tokens))
                }
                _ => "a power".into(),
            };
            parts.push(tree![Optional: " by ", by]);
        }
        for word in [" from ", " to "] {
            if self.dice.chance(20) {
                parts.push(tree![Optional: word, self.set(&Scope::default(), 1)]);
            }
        }
        Tree::Node(Kind::Fixed, parts)
    }

    /// Makes what is judged by modules.
    fn judgements(&mut self, items: &mut Vec<Tree>) {
        if self.world.plain || self.world.royal && self.dice.chance(60) && self.asks > 0 {
            self.asks = self.asks.saturating_sub(1);
            items.push(tree![Optional: "use royalty\n"]);
        }
        for module in ["explosion", "must-capture", "initial", "repetition"] {
            if self.dice.chance(6) {
                items.push(tree![Optional: "use ", module, "\n"]);
            }
        }
    }

    /// Makes what is forbidden and preferred, and endings.
    pub fn rules_of_turns(&mut self, items: &mut Vec<Tree>) {
        let after = Scope::default().within_turn().asking();
        for (number, word) in ["forbid", "prefer", "forbid"].iter().enumerate() {
            if self.dice.chance(20) {
                let goal = if *word == "prefer" {
                    self.dice.pick(&["when", "most", "least"])
                } else {
                    "when"
                };
                let told = match goal {
                    "when" => self.truth(&after, 2),
                    _ => self.number(&after, 2),
                };
                let comes_back = *word == "forbid" && self.dice.chance(25);
                let back = if comes_back { "repeated 2 times and " } else { "" };
                let item =
                    tree![Optional: format!("{word} rule{number}: {goal} {back}"), told, "\n"];
                items.push(self.optionally(item));
            }
        }
        let before = Scope::default().asking();
        if self.dice.chance(40) {
            let outcome = self.dice.pick(&["enemy wins", "own loses", "White wins", "draw"]);
            let truth = self.truth(&before, 2);
            items
                .push(tree![Optional: format!("ending goal: {outcome} \"so\" when "), truth, "\n"]);
        }
        items.push(tree![Optional: "ending at-a-loss: own loses \"stuck\" when own cannot move\n"]);
    }

    /// Returns the position at the beginning.
    pub fn setup(&mut self, hands: bool) -> String {
        let board = self.world.board.clone();
        let mut layers = Vec::new();
        for layer in 0..board.layers {
            let mut rows = Vec::new();
            for rank in 0..board.ranks {
                rows.push(
                    (0..board.files)
                        .map(|file| self.standing(file, rank, layer))
                        .collect::<Vec<_>>(),
                );
            }
            layers.push(rows);
        }
        self.castle(&mut layers);
        let royal = self.world.parent.as_ref().and_then(|parent| parent.royal);
        if self.world.plain || royal.is_some() {
            self.crown(royal.unwrap_or(0), &mut layers);
        }
        let text = if board.line {
            row(layers[0].concat().iter())
        } else {
            let rows = layers.iter().flat_map(|rows| rows.iter().rev());
            rows.map(|squares| row(squares.iter())).collect::<Vec<_>>().join("/")
        };
        let hands = if hands && self.dice.chance(70) { self.hands() } else { String::new() };
        format!("{text}{hands} w")
    }

    /// Puts a royal piece of each side on its first rank.
    fn crown(&mut self, royal: usize, layers: &mut [Vec<Vec<String>>]) {
        let Some(rows) = layers.first_mut() else { return };
        let last = rows.len() - 1;
        for (rank, first) in [(0, true), (last, false)] {
            let file = self.dice.below(rows[rank].len());
            if rows[rank][file] != "*" {
                rows[rank][file] = self.sign(royal, first);
            }
        }
    }

    /// Puts pieces that may castle where they do that from.
    fn castle(&mut self, layers: &mut [Vec<Vec<String>>]) {
        let Some(rows) = layers.first_mut() else { return };
        let last = rows.len() - 1;
        for (file, number) in self.world.homes.clone() {
            for (rank, first) in [(0, true), (last, false)] {
                if self.dice.chance(80) {
                    rows[rank][file] = self.sign(number, first);
                }
            }
        }
    }

    fn hands(&mut self) -> String {
        let mut signs = String::new();
        for _ in 0..self.dice.below(4) {
            let number = self.dice.below(self.world.pieces.len());
            let first = self.dice.chance(50);
            signs.push_str(&self.sign(number, first));
        }
        format!("[{signs}]")
    }

    /// Returns how a side's piece is written; nothing if the side has none.
    fn sign(&self, number: usize, first: bool) -> String {
        let symbol = &self.world.pieces[number].1;
        let symbol = match &self.world.parent {
            Some(parent) if !first => parent.seconds[number].clone(),
            _ if first => symbol.clone(),
            _ => symbol.to_lowercase(),
        };
        let single = symbol.trim_start_matches('+').chars().count() < 2;
        if single { symbol } else { format!("({symbol})") }
    }

    /// Returns what stands on a square at the beginning; large boards hold fewer pieces.
    fn standing(&mut self, file: usize, rank: usize, layer: usize) -> String {
        let board = &self.world.board;
        if board.holes.contains(&board.name(file, rank, layer)) {
            return "*".into();
        }
        let squares = board.files * board.ranks * board.layers;
        let (ranks, percent) = (board.ranks, if squares > 30 { 900 / squares } else { 40 });
        if !self.dice.chance(percent) {
            return String::new();
        }
        let number = self.dice.below(self.world.pieces.len());
        if number == 0 && self.world.plain && self.dice.chance(90) {
            return String::new();
        }
        let first = if self.dice.chance(80) { rank * 2 < ranks } else { self.dice.chance(50) };
        let marked = if !self.world.marks.is_empty() && self.dice.chance(10) { "'" } else { "" };
        if number == 1 && self.world.parent.is_none() && self.dice.chance(8) {
            // Of neither side; a `*` would be taken for a hole where there are some.
            return format!("(Pawn:-){marked}");
        }
        let sign = self.sign(number, first);
        if sign.is_empty() { sign } else { format!("{sign}{marked}") }
    }
}

/// Tells whether anything is done with hands.
pub fn uses_hands(items: &[Tree]) -> bool {
    let text: String = items.iter().map(Tree::to_string).collect();
    [" to hand of", " from hand of", "    drop\n", "    drop \""]
        .iter()
        .any(|part| text.contains(part))
}

/// Returns a row of a position text.
fn row<'s>(squares: impl Iterator<Item = &'s String>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for square in squares {
        if square.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        text.push_str(square);
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}
