//! Games that build on a bundled one.

use fairyring::bundled;
use fairyring::ir::{Game, VariableKind};

use super::dice::Dice;
use super::load::load;
use super::maker::Maker;
use super::tree::{Kind, Tree, tree};
use super::world::{Board, Holds, Parent, Variable, World};

/// The largest board of a parent: on larger ones the reference takes too long for a test.
const MOST_SQUARES: usize = 100;

impl World {
    /// Decides what there is in a game that builds on a bundled one, if it finds one that suits.
    pub fn of_parent(dice: &mut Dice<'_>) -> Option<Self> {
        let names: Vec<&str> = bundled::all_games().collect();
        let name = names[dice.below(names.len())];
        let game = load(&format!("rules 1\ngame \"Parent\" from {}\n", last_part(name))).ok()?;
        let sides = game.sides.iter().map(|side| side.name.as_str()).eq(["White", "Black"]);
        if !sides || game.board.squares.len() > MOST_SQUARES {
            return None;
        }
        let mut world = Self::random(dice);
        world.plain = false;
        world.royal = game.types.iter().any(|kind| kind.royal);
        world.hands = game.uses_hands || dice.chance(15);
        world.board = board_of(&game);
        world.take_names(&game);
        world.parent = Some(parent_of(&game, last_part(name)));
        Some(world)
    }

    /// Takes over what the game has names for, and keeps of its own only names that are free.
    fn take_names(&mut self, game: &Game) {
        let symbols = game.types.iter().map(|kind| kind.symbols[0].clone().unwrap_or_default());
        let kinds = game.types.iter().map(|kind| kind.name.clone());
        self.pieces = kinds.zip(symbols).collect();
        let is_free = |name: &String| {
            game.tokens.iter().all(|token| token.name != *name)
                && game.properties.iter().all(|property| property.name != *name)
                && game.variables.iter().all(|variable| variable.name != *name)
                && game.options.iter().all(|option| option.name != *name)
                && game.types.iter().all(|kind| kind.name != *name)
        };
        self.tokens.retain(is_free);
        self.levels.truncate(self.tokens.len());
        // Their signs might be taken.
        if game.marks.iter().next().is_some() {
            self.marks.clear();
        }
        self.properties.retain(is_free);
        self.kinds.retain(is_free);
        self.variables.retain(|variable| is_free(&variable.name));
        let inherited = game.variables.iter().map(|variable| Variable {
            name: variable.name.clone(),
            holds: match variable.kind {
                VariableKind::Number { .. } => Holds::Number,
                VariableKind::Switch => Holds::Switch,
                VariableKind::Words(_) => Holds::OtherWord,
                VariableKind::Squares => Holds::Squares,
            },
            per_side: variable.per_side,
        });
        self.inherited = inherited.collect();
        let named = game.clauses().filter_map(|clause| clause.name.clone());
        self.ways = named.collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn board_of(game: &Game) -> Board {
    let (low, high) = game.board.bounds();
    let size = |low: i16, high: i16| usize::try_from(high - low + 1).unwrap_or(1);
    let (files, ranks) = (size(low.x, high.x), size(low.y, high.y));
    let mut board = Board {
        files,
        ranks,
        layers: size(low.z, high.z),
        line: files == 1,
        holes: Vec::new(),
        directions: Vec::new(),
        names: None,
    };
    let names: Vec<String> = game.board.squares.iter().map(|square| square.name.clone()).collect();
    let (mut usual, mut sorted) = (board.squares(), names.clone());
    usual.sort();
    sorted.sort();
    if usual != sorted || board.layers > 1 {
        board.names = Some(names);
    }
    board
}

fn parent_of(game: &Game, name: &str) -> Parent {
    let second = |symbols: &[Option<String>; 3]| symbols[1].clone().unwrap_or_default();
    let has = |name: &&str| game.types.iter().any(|kind| kind.name == **name);
    let ends = |name: &&str| game.endings.iter().any(|ending| ending.name == **name);
    let pieces = ["King", "Pawn", "Rook", "Knight", "Bishop", "Queen"];
    let taken: String = game
        .types
        .iter()
        .flat_map(|kind| kind.symbols.iter().flatten())
        .flat_map(|symbol| symbol.to_uppercase().chars().collect::<Vec<_>>())
        .collect();
    Parent {
        name: name.to_owned(),
        seconds: game.types.iter().map(|kind| second(&kind.symbols)).collect(),
        royal: game.types.iter().position(|kind| kind.royal),
        is_chess: pieces.iter().all(has) && ["checkmate", "stalemate"].iter().all(ends),
        has_hands: game.uses_hands,
        has_threat: game.threat.is_some(),
        free_symbol: ('A'..='Z').find(|&letter| !taken.contains(letter)),
    }
}

impl Maker<'_> {
    /// Makes the file of a game that builds on another one.
    pub fn heir(&mut self, parent: &Parent) -> Tree {
        let header = format!("rules 1\ngame \"Generated\" from {}\n", parent.name);
        let mut items: Vec<Tree> = vec![header.into()];
        self.names(&mut items);
        if let Some(symbol) = parent.free_symbol
            && self.dice.chance(25)
        {
            let ways = tree![Fixed: "    ", self.way(), "\n"];
            items.push(
                tree![Optional: format!("piece Golem \"{symbol}\" {{\n"), ways, "    drops on empty\n}\n"],
            );
        }
        self.declared = self.world.pieces.len();
        for _ in 0..self.dice.below(3) {
            let item = self.extension();
            items.push(self.optionally(item));
        }
        for number in 0..self.world.tokens.len() {
            items.push(tree![Optional: self.token(number)]);
        }
        if self.dice.chance(15) {
            items.push(tree![Optional: "replace turn ", self.turn_block(), "\n"]);
        }
        if !parent.has_threat && self.dice.chance(10) {
            items.push(tree![Optional: "threat { move }\n"]);
        }
        self.choices = self.choices.min(1);
        for number in 0..self.dice.below(3) {
            let item = self.event(number);
            items.push(self.optionally(tree![Optional: item]));
        }
        self.modules_of_heir(parent, &mut items);
        self.rules_of_turns(&mut items);
        self.told(&mut items);
        if self.world.board.names.is_none() && self.dice.chance(50) {
            items.push(
                tree![Optional: format!("replace setup \"{}\"\n", self.setup(parent.has_hands))],
            );
        }
        Tree::Node(Kind::Fixed, items)
    }

    /// Makes an item that adds to a piece.
    fn extension(&mut self) -> Tree {
        let mut parts: Vec<Tree> = vec![format!("extend {} {{\n", self.piece()).into()];
        for _ in 0..self.dice.between(1, 2) {
            parts.push(tree![Optional: "    ", self.way(), "\n"]);
        }
        for name in self.world.properties.clone() {
            parts.push(tree![Optional: format!("    {name} = {}\n", self.dice.below(5))]);
        }
        parts.push("}\n".into());
        Tree::Node(Kind::Optional, parts)
    }
}
