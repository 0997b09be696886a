//! Modules of the library in generated games.

use super::maker::Maker;
use super::tree::{Tree, tree};
use super::world::{Parent, file_letter};

/// Modules that any game can use.
const ANYWHERE: &[&str] = &[
    "captures-to-hand",
    "drops",
    "explosion",
    "flying-generals",
    "initial",
    "majority",
    "must-capture",
    "palace",
    "placed-first",
    "repetition",
    "royalty",
    "settling",
];

/// Modules for games that end by mate and stalemate.
const WITH_ENDINGS: &[&str] = &[
    "bare-king",
    "check-counting",
    "last-of-a-kind",
    "losing",
    "passing",
    "passing-when-stuck",
    "pseudo-royal",
];

/// Modules for games like chess.
const WITH_CHESS: &[&str] = &[
    "bare-king",
    "check-counting",
    "common-king",
    "house",
    "in-a-row",
    "last-of-a-kind",
    "limited-promotion",
    "losing",
    "passing",
    "passing-when-stuck",
    "pawn-drops",
    "pseudo-royal",
    "several-moves",
    "walls",
    "without-castling",
    "without-double-step",
    "without-en-passant",
];

/// The endings of chess.
const ENDINGS: &str =
    "ending checkmate: own loses \"checkmate\" when own cannot move and own royal is attacked
ending stalemate: draw \"stalemate\" when own cannot move
use move-counter
";

impl Maker<'_> {
    /// Adds modules to a game that builds on another one.
    pub fn modules_of_heir(&mut self, parent: &Parent, items: &mut Vec<Tree>) {
        for _ in 0..self.dice.below(3) {
            let chess = parent.is_chess && self.dice.chance(65);
            let module = self.dice.pick(if chess { WITH_CHESS } else { ANYWHERE });
            items.push(tree![Optional: "use ", module, "\n"]);
        }
        if parent.is_chess && self.dice.chance(8) {
            items.push(tree![Optional: "remove module royalty\n"]);
        }
    }

    /// Adds modules to a game of its own.
    pub fn modules(&mut self, items: &mut Vec<Tree>) {
        let has_all = self.world.pieces.len() == 6;
        if self.dice.chance(15) {
            items.push(tree![Optional: "use ", self.dice.pick(ANYWHERE), "\n"]);
        }
        if self.dice.chance(15) {
            let module = self.dice.pick(WITH_ENDINGS);
            items.push(tree![Optional: ENDINGS, tree![Optional: "use ", module, "\n"]]);
        }
        if has_all && self.dice.chance(20) {
            items.push(tree![Optional: "use promotion\n"]);
        }
        if self.dice.chance(10) {
            let double_step = "extend Pawn { double-step: moves fmnD }\n";
            items.push(tree![Optional: double_step, tree![Optional: "use en-passant\n"]]);
        }
        let board = &self.world.board;
        let flat = !board.line && board.layers == 1 && board.holes.is_empty();
        if flat && board.files > 3 && self.world.pieces.len() > 2 && self.dice.chance(15) {
            items.push(self.castling());
        }
    }

    /// Makes what castling needs to know of the board.
    fn castling(&mut self) -> Tree {
        let files = self.world.board.files;
        let king = self.dice.between(1, files - 2);
        let (short, long) = (self.dice.between(king + 1, files - 1), self.dice.below(king));
        let short_to = self.dice.between(king + 1, short);
        let long_to = self.dice.between(long, king - 1);
        let places = [
            ("king-home", king),
            ("rook", short),
            ("king-to", short_to),
            ("rook-to", self.dice.between(king, short_to - 1)),
            ("rook", long),
            ("king-to", long_to),
            ("rook-to", self.dice.between(long_to + 1, king)),
        ];
        let mut parts: Vec<Tree> = vec!["use castling\n".into()];
        for (number, (what, file)) in places.into_iter().enumerate() {
            let name = match number {
                0 => format!("castling-{what}"),
                1..=3 => format!("short-castling-{what}"),
                _ => format!("long-castling-{what}"),
            };
            let square = format!("{}1", file_letter(file));
            parts.push(format!("replace define {name} = {square}\n").into());
        }
        self.world.homes = vec![(king, 0), (short, 2), (long, 2)];
        Tree::Node(super::tree::Kind::Optional, parts)
    }
}
