//! A page with diagrams on which the reader plays the solutions. It needs nothing else, no server and no network.

use serde_json::{Value, json};

use crate::bundled::{Bundled, EXTENSION};
use crate::desk::Desk;
use crate::front::cli::load::Origin;
use crate::ir::Game;
use crate::notation::{turn_text, write_position};
use crate::proofs::puzzles::Puzzle;
use crate::state::Turn;

/// The page without what is on it.
const FRAME: &str = include_str!("page.html");

/// Where what is on it goes.
const PLACE: &str = "/*DATA*/null";

/// Makes the page.
pub(super) fn page(
    game: &Game,
    origin: &Origin,
    options: &[(String, String)],
    puzzles: &[Puzzle],
) -> Result<String, String> {
    let mut asker = Asker::new(origin, options)?;
    let about = asker.ask(json!({ "ask": "load" }))?;
    let told = puzzles.iter().map(|puzzle| told(game, puzzle, &mut asker));
    let data = json!({
        "title": about["title"],
        "aim": about["aim"],
        "tokens": about["tokens"],
        "board": about["board"],
        "kinds": about["kinds"],
        "sides": about["sides"],
        "puzzles": told.collect::<Result<Vec<Value>, String>>()?,
    });
    // No text on the page can end the script.
    let data = data.to_string().replace('<', "\\u003c");
    Ok(FRAME.replace(PLACE, &data))
}

/// Tells a puzzle: the positions of its longest line, with all turns that may be tried where the reader has the turn.
fn told(game: &Game, puzzle: &Puzzle, asker: &mut Asker) -> Result<Value, String> {
    let start = write_position(game, &puzzle.position);
    let texts: Vec<String> = puzzle.line.iter().map(|turn: &Turn| turn_text(game, turn)).collect();
    let mut stations = Vec::new();
    for played in 0..=texts.len() {
        let question = json!({ "ask": "state", "start": start, "turns": texts[..played] });
        let state = asker.ask(question)?;
        stations.push(json!({
            "to_move": state["to_move"],
            "pieces": state["pieces"],
            "tokens": state["tokens"],
            "hands": state["hands"],
            "changed": state["changed"],
            "turns": state["turns"],
            "result": state["result"],
            "next": texts.get(played),
            "wins": puzzle.winning.get(played).map(|turns| {
                turns.iter().map(|turn| turn_text(game, turn)).collect::<Vec<String>>()
            }),
        }));
    }
    Ok(json!({
        "side": puzzle.position.to_move.0,
        "turns": puzzle.turns,
        "grade": puzzle.grade,
        "position": start,
        "number": puzzle.position.turn_number,
        "stations": stations,
    }))
}

/// Asks the desk about one game.
struct Asker {
    desk: Desk,
    game: Value,
}

impl Asker {
    fn new(origin: &Origin, options: &[(String, String)]) -> Result<Self, String> {
        let options: serde_json::Map<String, Value> =
            options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let name = origin.name();
        let name = name.strip_suffix(EXTENSION).unwrap_or(&name);
        let (desk, game) = match origin {
            Origin::Bundled(_) => {
                (Desk::new(Box::new(Bundled)), json!({ "name": name, "options": options }))
            }
            Origin::Disk(disk) => {
                let text =
                    origin.files().read(&origin.name()).map_err(|error| error.to_string())?;
                let game = json!({ "name": name, "text": text, "options": options });
                (Desk::new(Box::new(disk.clone())), game)
            }
        };
        Ok(Self { desk, game })
    }

    fn ask(&mut self, mut question: Value) -> Result<Value, String> {
        question["game"] = self.game.clone();
        let answer = self.desk.answer(&question.to_string());
        let answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        match &answer["error"] {
            Value::Null => Ok(answer),
            error => Err(format!("the page cannot be written: {}", error["message"])),
        }
    }
}
