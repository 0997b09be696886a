//! What games are compared: made at random, with other options, with modules and their parameters, and imported ones.

use std::sync::Arc;

use fairyring::import::Configuration;
use fairyring::ir::Game;

use crate::generator::{self, Dice, Tree, load_with};

/// How many games of a hundred are imported.
const IMPORTED: usize = 20;

/// A rules file and how it is made.
pub struct Made {
    /// What is told of it.
    pub title: String,
    /// The rules.
    pub tree: Tree,
}

/// Lines that are put before the setup of a game, or not.
const LINES: &[&str] = &[
    "compare turns by position\n",
    "use superko with too-often = 2\n",
    "use superko with too-often = 3\n",
    "use repetition\n",
    "use custodian with custody-prey = enemy\n",
    "use custodian with custody-prey = (enemy except royal)\n",
    "use territory with settled = passes = 2\n",
    "use royalty\n",
    "use passing\n",
];

/// Variants that others are imported from, and settings that change them.
const PARENTS: &[&str] =
    &["chess", "crazyhouse", "atomic", "antichess", "shatranj", "makruk", "grand", "minishogi"];
const SETTINGS: &[&str] = &[
    "castling = false",
    "doubleStep = false",
    "enPassantRegion = -",
    "promotionPieceTypes = nq",
    "mandatoryPawnPromotion = false",
    "piecePromotionOnCapture = true",
    "blastOnCapture = true",
    "mustCapture = true",
    "pieceDrops = true\ncapturesToHand = true",
    "dropChecks = false",
    "firstRankPawnDrops = true\npromotionZonePawnDrops = true",
    "flyingGeneral = true",
    "stalemateValue = loss",
    "stalemateValue = win",
    "checkmateValue = loss",
    "checkCounting = true",
    "checking = false",
    "extinctionValue = loss\nextinctionPieceTypes = *",
    "extinctionValue = win\nextinctionPieceTypes = q",
    "flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1",
    "nMoveRule = 4",
    "nFoldRule = 2\nnFoldValue = loss",
    "perpetualCheckIllegal = true",
    "pass = true",
    "customPiece1 = n:NcDmA",
    "customPiece1 = b:mBcpB",
    "customPiece2 = r:mRcjR",
    "customPiece2 = q:KAD",
    "king = k:WN",
    "immobilityIllegal = true",
    "gating = true\nseirawanGating = true",
    "makpongRule = true",
];

/// Makes the game of a seed.
pub fn of_seed(seed: u64) -> Made {
    let mut dice = Dice::of_seed(seed ^ 0x5eed);
    if dice.chance(IMPORTED) {
        let text = configuration(&mut dice);
        let imported = Configuration::read(&text).import("made");
        let tree = imported.map_or_else(|_| String::new(), |imported| imported.text);
        return Made { title: format!("imported from\n{text}"), tree: tree.into() };
    }
    let tree = generator::rules(Dice::of_seed(seed));
    let mut lines = Vec::new();
    for line in LINES {
        if dice.chance(12) {
            lines.push(Tree::Node(generator::tree::Kind::Optional, vec![(*line).into()]));
        }
    }
    let mut parts = vec![tree];
    parts.extend(lines);
    Made { title: "made".into(), tree: Tree::Node(generator::tree::Kind::Fixed, parts) }
}

fn configuration(dice: &mut Dice<'_>) -> String {
    let mut text = format!("[made:{}]\n", dice.pick(PARENTS));
    for _ in 0..dice.between(1, 4) {
        text.extend([dice.pick(SETTINGS), "\n"]);
    }
    text
}

/// Loads a game, and the same one with each of its options at other values.
pub fn with_options(text: &str) -> Result<Vec<(String, Arc<Game>)>, String> {
    let game = load_with(text, &[])?;
    let mut games = vec![(String::new(), Arc::clone(&game))];
    for option in &game.options {
        for value in values(&option.kind) {
            let set = [(option.name.clone(), value.clone())];
            if value != option.value
                && let Ok(other) = load_with(text, &set)
            {
                games.push((format!("with {} = {value}: ", option.name), other));
            }
        }
    }
    Ok(games)
}

/// Returns values that an option of a kind can have: those of a switch, some numbers, or the words that it lists.
fn values(kind: &str) -> Vec<String> {
    let mut values: Vec<String> = ["on", "off", "1", "2", "3"].map(str::to_owned).to_vec();
    let words = kind.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
    values.extend(words.filter(|word| word.len() > 2).map(str::to_owned));
    values
}
