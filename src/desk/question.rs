//! What can be asked.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::arranging::{Held, Placed, Standing};

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(super) enum Question {
    /// Which version of the protocol is spoken.
    Version,
    /// Which games there are.
    List,
    /// Takes the texts of bundled files that this desk was built without.
    Complete { texts: BTreeMap<String, String> },
    /// What a gallery shows of these bundled games.
    Cards { names: Vec<String> },
    /// The text of a position with these pieces, and all else as in another one.
    Arrange {
        game: GameAsked,
        /// The text of the other position; that in which the game begins if there is none.
        start: Option<String>,
        pieces: Vec<Standing>,
        /// The number of the side that is to move.
        to_move: usize,
        /// What each side has in hand; as in the other position if it is left out.
        hands: Option<Vec<Vec<Held>>>,
        /// Where tokens are; as in the other position, for those that are not named.
        #[serde(default)]
        tokens: Vec<Placed>,
    },
    /// The rules on a page, in the author's words where there are some.
    Sheet { game: GameAsked },
    /// How a kind of piece moves, on an empty board.
    Diagram { game: GameAsked, kind: String },
    /// The text of a bundled game or module.
    Text { name: String },
    /// All about a game that stays the same while it is played.
    Load { game: GameAsked },
    /// Where a game stands.
    State {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
    },
    /// Why a turn is legal or not; without a turn, why the game is over or not.
    Why {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        turn: Option<String>,
        /// What was clicked, for whoever does not know how turns are written.
        #[serde(default)]
        clicks: Vec<String>,
    },
    /// What happens in a turn, step by step.
    Trace {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        turn: String,
    },
    /// How the piece on a square moves.
    Piece {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        square: String,
    },
    /// Which turn the computer plays.
    Computer {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// How strong it plays, from 1 to 10.
        #[serde(default = "usual_level")]
        level: u8,
        /// The seed of its chances.
        #[serde(default)]
        seed: u64,
    },
    /// The best turns of a position.
    Analyse {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// How many nodes are looked at.
        nodes: Option<u64>,
        /// How many of the best turns are wanted.
        #[serde(default = "one")]
        lines: usize,
    },
    /// What the last turn gave away.
    Judge {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        nodes: Option<u64>,
    },
    /// The puzzles that come with a game.
    Puzzles { game: GameAsked },
    /// The game as far as it was played, as PGN.
    Pgn {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// What is to stand among the tags, such as who plays.
        #[serde(default)]
        tags: BTreeMap<String, String>,
    },
    /// The games of a PGN file; `game` is the one of those that do not say which.
    ReadPgn { text: String, game: Option<GameAsked> },
    /// The record of a game as far as it was played.
    Record {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// Who plays the sides, in their order.
        #[serde(default)]
        players: Vec<String>,
    },
    /// How people write the legal turns.
    Written {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// In which notation: `san`, `own`, `hodges` or `wxf`.
        notation: Option<String>,
    },
    /// The games in a file of records.
    ReadRecord { text: String },
    /// The variants of a Fairy-Stockfish configuration; with a name, the rules file of that one.
    Import { text: String, name: Option<String> },
    /// The words that rules are written with.
    Vocabulary,
    /// How many sequences of that many turns there are from here: to compare one build of the program with another.
    Perft {
        game: GameAsked,
        #[serde(flatten)]
        line: Line,
        /// How many turns; a few more take hours.
        depth: u32,
    },
    /// What is wrong with the rules, what is advised, and whether the tests in the file pass.
    Check { game: GameAsked },
}

/// A game: by its name, or by the text of its rules, which goes before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameAsked {
    /// The name of a game that the desk's files have.
    pub name: Option<String>,
    /// The text of a rules file.
    pub text: Option<String>,
    /// The options that are to be other than by default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// A game as far as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Line {
    /// The text of the position it began with; the game's own if there is none.
    pub start: Option<String>,
    /// The texts of the turns.
    #[serde(default)]
    pub turns: Vec<String>,
}

/// The level of a player who is asked for none: a beginner's match.
fn usual_level() -> u8 {
    4
}

fn one() -> usize {
    1
}
