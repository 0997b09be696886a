//! What is said about broken files: the place and the words, each read by a person.
//!
//! The files are in `tests/cases/errors/`, a heading for each mistake; the pages about the codes are
//! in `docs/errors/`. Both hold rules and what is said about them. After a change of the words,
//! `FAIRYRING_REWRITE=1 cargo test errors` writes what is said now into the files, to be read and
//! not just accepted.

mod cases;
mod corpus;
mod pages;
mod shown;
mod suggestions;

use std::sync::Arc;

use fairyring::author::run_tests;
use fairyring::diag::render::{Style, render_all};
use fairyring::diag::{Diagnostic, Sink};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::source::{FileError, Files, MemoryFiles, SourceMap};
use fairyring::state::Allowance;

use cases::{Block, Section};

/// What rules begin with that leave out their first two lines.
const START: &str = "rules 1\ngame \"Case\" from chess\n";

/// What is said about the rules of a section.
#[derive(Debug)]
struct Said {
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Said {
    fn text(&self) -> String {
        render_all(&self.diagnostics, &self.sources, Style::Plain)
    }

    fn codes(&self) -> Vec<&'static str> {
        self.diagnostics.iter().map(|found| found.code.as_str()).collect()
    }
}

/// Files in memory, and one that cannot be read.
struct CaseFiles(MemoryFiles);

impl Files for CaseFiles {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        match name {
            "locked.rules" => Err(FileError::Unreadable("permission denied".to_owned())),
            "picture.rules" => Err(FileError::NotText { valid_up_to: 12 }),
            "archive.rules" => Err(FileError::TooLarge),
            _ => self.0.read(name),
        }
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }
}

/// The text of a block as a whole file; most leave out the first two lines.
fn whole(block: &Block) -> String {
    let text = if block.info.contains("escaped") {
        cases::unescape(&block.text)
    } else {
        block.text.clone()
    };
    let is_whole = block.info.contains("whole") || text.starts_with("rules ");
    if is_whole { text } else { format!("{START}{text}") }
}

/// Loads the rules of a block, with other files of the section, and runs their tests.
fn load(section: &Section, block: &Block) -> Said {
    said(section, block, false)
}

/// Does so, and asks for advice too.
fn advised(section: &Section, block: &Block) -> Said {
    said(section, block, true)
}

fn said(section: &Section, block: &Block, with_advice: bool) -> Said {
    let mut files = crate::games::files();
    for other in &section.blocks {
        if let Some(name) = other.info.strip_prefix("rules file=") {
            files.insert(name.to_owned(), other.text.clone());
        }
    }
    files.insert("case.rules".to_owned(), whole(block));
    let files = CaseFiles(files);
    let options: Vec<(String, String)> = section
        .blocks
        .iter()
        .filter(|other| other.info == "options")
        .flat_map(|other| other.text.lines())
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("case", &files, &options, &mut sources, &mut sink);
    if let Some(game) = game {
        let game: Arc<Game> = Arc::new(game);
        let reload = |options: &[(String, String)]| {
            let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
            pipeline::load("case", &files, options, &mut sources, &mut sink).map(Arc::new)
        };
        let reports = run_tests(&game, &reload);
        sink.extend(reports.iter().filter_map(|report| report.diagnostic(&sources)));
        if with_advice && !sink.has_errors() {
            sink.extend(fairyring::author::lint::advice(&game, &sources, &Allowance::UNLIMITED));
            sink.extend(pipeline::shadows(&game, &sources));
        }
    }
    Said { diagnostics: sink.into_vec(), sources }
}

/// Tells whether what is said now is to be written into the files.
fn rewriting() -> bool {
    std::env::var_os("FAIRYRING_REWRITE").is_some_and(|value| value == "1")
}
