//! What the search says of positions where the rules are unusual, in `tests/cases/search.tsv`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::notation;
use fairyring::pipeline;
use fairyring::search::{Limits, NoControl, Score, Searcher, Thought};
use fairyring::session::Session;
use fairyring::source::{FileError, Files, MemoryFiles, SourceMap};

use super::rows;

/// The most nodes that a row may take: where captures follow each other without end, all of them are spent.
const NODES: u64 = 2_000_000;

/// The most nodes that depth 2 may take from the start of a bundled game: less than a second.
const SECOND: u64 = 200_000;

/// A game of the folder with the cases, or a bundled one.
struct Cases(MemoryFiles);

impl Files for Cases {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        let own = self.0.read(name)?;
        if own.is_some() { Ok(own) } else { Bundled.read(name) }
    }
}

fn session(name: &str) -> Session {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cases/search/{name}.rules"));
    let mut files = MemoryFiles::new();
    if let Ok(text) = fs::read_to_string(path) {
        files.insert(name, text);
    }
    let name = bundled::find_game(name).unwrap_or(name);
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Cases(files), &[], &mut sources, &mut sink);
    Session::new(Arc::new(game.unwrap_or_else(|| panic!("{name} is no game")))).unwrap()
}

fn think(session: &Session, depth: u32, nodes: u64) -> Thought {
    let mut searcher = Searcher::new(session.engine().unwrap(), 1 << 22);
    let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
    searcher.think(session.positions(), &limits, &NoControl, &mut |_| {})
}

/// Tells whether what was found is what a word of the table expects.
fn holds(session: &Session, thought: &Thought, depth: u32, expected: &str) -> bool {
    let game = session.game();
    let best = thought.best().map(|turn| notation::turn_text(game, turn)).unwrap_or_default();
    let (word, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    match word {
        "win" => thought.score() == rest.parse().ok().map(Score::Win),
        "even" => thought.score() == Some(Score::Points(0)),
        "open" => matches!(thought.score(), Some(Score::Points(_))),
        "plays" => best == rest,
        "shuns" => !best.is_empty() && best != rest,
        "nothing" => thought.best().is_none(),
        "reached" => thought.depth == depth,
        _ => panic!("{expected} is not known"),
    }
}

#[test]
fn endings_and_repetition_are_those_of_the_rules() {
    let mut wrong = Vec::new();
    let all = rows(include_str!("../cases/search.tsv"));
    assert!(all.len() > 20, "the table is not read");
    for row in all {
        let [name, position, turns, depth, expected, _] = row.as_slice() else {
            panic!("{row:?} has not six fields");
        };
        let mut session = session(name);
        if position != "-" {
            session = session.elsewhere(position).unwrap();
        }
        for turn in turns.split(' ').filter(|turn| *turn != "-") {
            session.play_text(turn).unwrap_or_else(|error| panic!("{name}: {turn}: {error}"));
        }
        let depth = depth.parse().unwrap();
        let thought = think(&session, depth, NODES);
        if !expected.split("; ").all(|word| holds(&session, &thought, depth, word)) {
            wrong.push(format!("{name} {position} {turns}: {:?}", thought.lines));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_bundled_game_is_searched_two_turns_deep_within_a_second() {
    let mut wrong = Vec::new();
    for name in super::sample(bundled::all_games()) {
        let session = session(name);
        let thought = think(&session, 2, SECOND);
        let is_won = matches!(thought.score(), Some(Score::Win(1)));
        if thought.depth < 2 && !is_won {
            wrong.push(format!("{name}: depth {} after {}", thought.depth, thought.nodes));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
