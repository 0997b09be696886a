//! The puzzles that come with the games: each is proved again.

use std::collections::BTreeSet;

use fairyring::bundled;
use fairyring::ir::{Coordinates, PieceTypeId, SideId};
use fairyring::notation::turn_text;
use fairyring::proofs::mates::{Question, mates};
use fairyring::proofs::puzzles::{grades, read};
use fairyring::search::{MateFinder, MateQuestion, NoControl};
use fairyring::state::{Choice, Position, Turn};

use super::plain::Rules;
use crate::games::sample;

/// The games that come with puzzles.
const POSED: [&str; 5] = ["fellowship", "one-ring", "ruddigore", "magic-ring", "mono"];

/// How many puzzles come with each.
const COUNT: usize = 20;

/// What stands on each square: a type of piece and its owner.
type Standing = Vec<Option<(PieceTypeId, Option<SideId>)>>;

/// Returns the pieces of a position as rows, each piece by its type and owner, and whether each image of it has the sides
/// exchanged: the board turned over in all ways.
fn images(rules: &Rules, position: &Position) -> Vec<Standing> {
    let squares = &rules.game.board.squares;
    let last = |of: &dyn Fn(Coordinates) -> i16| {
        squares.iter().map(|square| of(square.at)).max().unwrap()
            + squares.iter().map(|square| of(square.at)).min().unwrap()
    };
    let (x, y) = (last(&|at| at.x), last(&|at| at.y));
    let mut images = Vec::new();
    for (over_x, over_y, swaps) in [false, true].into_iter().flat_map(|over_x| {
        [(over_x, false, false), (over_x, false, true), (over_x, true, false), (over_x, true, true)]
    }) {
        let image = squares.iter().map(|square| {
            let at = (square.at.x, square.at.y);
            let wanted =
                (if over_x { x - at.0 } else { at.0 }, if over_y { y - at.1 } else { at.1 });
            let found = squares.enumerate().find(|(_, other)| (other.at.x, other.at.y) == wanted);
            let piece = found.and_then(|(id, _)| position.pieces[id])?;
            let owner = piece.owner.map(|side| if swaps { side.opponent() } else { side });
            Some((piece.kind, owner))
        });
        images.push(image.collect());
    }
    images
}

/// Returns what stands behind a word in a line of EPD, up to the semicolon.
fn operand<'l>(line: &'l str, word: &str) -> &'l str {
    let (_, rest) =
        line.split_once(&format!(" {word} ")).unwrap_or_else(|| panic!("{word}: {line}"));
    rest.split(';').next().unwrap().trim_matches('"')
}

/// Proves the puzzle of a line: whoever has the turn wins in so many turns, and only by what is said.
fn prove(rules: &Rules, line: &str, position: &Position) {
    let turns: u32 = operand(line, "dm").parse().unwrap();
    let solutions: BTreeSet<String> = operand(line, "bm").split(' ').map(str::to_owned).collect();
    let record = std::slice::from_ref(position);
    let question = Question { turns, all: true, nodes: None, memory: 1 << 24 };
    let proof = mates((&rules.game, &rules.engine), record, &question, &NoControl).unwrap();
    assert!(proof.withdrawn == 0 && !proof.is_stopped && !proof.leaves_repetitions, "{line}");
    let found = proof.first.iter().map(|first| turn_text(&rules.game, &first.turn));
    assert_eq!(found.collect::<BTreeSet<String>>(), solutions, "{line}");
    assert!(proof.first.iter().all(|first| first.turns == turns), "{line}");
    // Nor does another way to begin win with one turn more.
    let question = MateQuestion { turns: turns + 1, all: true, ..MateQuestion::default() };
    let mut finder = MateFinder::new(&rules.engine, 1 << 24);
    let wins = finder.find(record, &question, &NoControl).unwrap().wins;
    // Which of several kinds of step it is alone is no beginning.
    let begins = |turn: &Turn| {
        let mut steps = turn.steps.iter().map(|step| step.choice.clone());
        steps.find(|choice| !matches!(choice, Choice::Alternative(_)))
    };
    assert!(wins.iter().all(|(turn, _)| begins(turn) == begins(&wins[0].0)), "{line}");
}

#[test]
fn puzzles_of_the_games_are_proved_again() {
    for name in POSED {
        let rules = Rules::load(name);
        let text = bundled::puzzles(name).unwrap_or_else(|| panic!("{name} has puzzles"));
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let positions = read(&rules.game, text).unwrap();
        assert_eq!((lines.len(), positions.len()), (COUNT, COUNT), "{name}");
        for (line, position) in sample(lines.iter().zip(&positions)) {
            prove(&rules, line, position);
        }
        let placements: BTreeSet<&str> =
            lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(placements.len(), COUNT, "{name}: no position comes twice");
        let all: Vec<_> = positions.iter().map(|position| images(&rules, position)).collect();
        for (number, one) in all.iter().enumerate() {
            for (before, other) in all[..number].iter().enumerate() {
                let is_twin = other.contains(&one[0]);
                assert!(!is_twin, "{name}: {} is the image of {}", number + 1, before + 1);
            }
        }
        let given = lines.iter().map(|line| operand(line, "c0").strip_prefix("grade "));
        let given = given.map(|grade| grade.and_then(|grade| grade.parse().ok()));
        assert!(given.eq(grades(text)), "{name}: the grades are read");
        let grades: BTreeSet<&str> = lines.iter().map(|line| operand(line, "c0")).collect();
        assert!(grades.len() > 2, "{name}: there are easy and hard ones");
    }
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let rules = Rules::load("mono");
    assert!(read(&rules.game, "# nothing\n\n").unwrap().is_empty());
    assert!(read(&rules.game, "K7 w 1").unwrap_err().contains("line 1"));
    assert!(read(&rules.game, "\nnonsense bm 1-2;").unwrap_err().contains("line 2"));
}
