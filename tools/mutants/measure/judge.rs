//! What becomes of a mutant.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use fairyring::author;
use fairyring::bundled::{Bundled, EXTENSION};
use fairyring::diag::{Diagnostic, Sink, short};
use fairyring::ir::{Game, display};
use fairyring::pipeline;
use fairyring::source::{FileError, Files, SourceId, SourceMap};

use super::mutate::Mutant;
use super::play;
use super::tokens::words;

/// What becomes of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is no game any more.
    Rejected {
        /// Whether the first error is on a changed line.
        on_line: bool,
        /// Whether a suggestion gives the file back that it was.
        restored: bool,
        /// The first error in one line.
        told: String,
    },
    /// It is the same game.
    Same,
    /// Its rules read differently, but nothing that was played told the two games apart.
    Alike,
    /// It is another game: a test of the file fails.
    Caught,
    /// It is another game: its tests pass, but the play tells it from the first.
    Survived,
    /// The program fell over.
    Panicked,
}

/// A game before it is changed.
#[derive(Debug)]
pub struct Original {
    name: String,
    text: String,
    dump: String,
    /// The names of the tests, the quickest first.
    tests: Vec<String>,
    game: Arc<Game>,
}

impl Original {
    /// Loads a game that comes with the program, and runs its tests.
    pub fn load(name: &str) -> anyhow::Result<Self> {
        let text = on_disk(name).with_context(|| format!("there is no game {name}"))?;
        let file = Changed { name, text: &text };
        let game = file.load(&[]).with_context(|| format!("{name} is not accepted"))?;
        let mut timed: Vec<(Duration, String)> = Vec::new();
        for test in &game.tests {
            let begun = Instant::now();
            let report = author::run_test(&game, test, &|options| file.load(options));
            anyhow::ensure!(report.failure.is_none(), "{name}: the test {} fails", test.name);
            timed.push((begun.elapsed(), test.name.clone()));
        }
        timed.sort();
        let tests = timed.into_iter().map(|(_, name)| name).collect();
        Ok(Self { name: name.to_owned(), dump: rules(&game), tests, text, game })
    }

    /// Returns the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn changed<'a>(&'a self, text: &'a str) -> Changed<'a> {
        Changed { name: &self.name, text }
    }

    /// Judges a mutant.
    pub fn judge(&self, mutant: &Mutant) -> Verdict {
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge_unguarded(mutant)));
        judged.unwrap_or(Verdict::Panicked)
    }

    fn judge_unguarded(&self, mutant: &Mutant) -> Verdict {
        let file = self.changed(&mutant.text);
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let loaded = pipeline::load(&self.name, &file, &[], &mut sources, &mut sink);
        let errors: Vec<Diagnostic> =
            sink.into_vec().into_iter().filter(Diagnostic::is_error).collect();
        let (Some(game), true) = (loaded, errors.is_empty()) else {
            return self.rejected(mutant, &errors, &sources);
        };
        let dump = rules(&game);
        if dump == self.dump || renamed(&dump, mutant) == renamed(&self.dump, mutant) {
            return Verdict::Same;
        }
        let game = Arc::new(game);
        if !self.passes(&game, file) {
            return Verdict::Caught;
        }
        if play::differ(&self.game, &game) { Verdict::Survived } else { Verdict::Alike }
    }

    fn rejected(&self, mutant: &Mutant, errors: &[Diagnostic], sources: &SourceMap) -> Verdict {
        let Some(first) = errors.first() else {
            let told = "rejected without an error".to_owned();
            return Verdict::Rejected { on_line: false, restored: false, told };
        };
        let root = SourceId(0);
        let line = sources.line_column(first.primary.span).line;
        let on_line =
            first.primary.span.source == root && (mutant.lines.0..=mutant.lines.1).contains(&line);
        let wanted = words(&self.text);
        let restored = errors.iter().flat_map(|error| &error.suggestions).any(|suggestion| {
            let mut mended = mutant.text.clone();
            if suggestion.span.source != root {
                return false;
            }
            mended.replace_range(sources.range(suggestion.span), &suggestion.replacement);
            words(&mended) == wanted
        });
        Verdict::Rejected { on_line, restored, told: short::one_line(first, sources) }
    }

    /// Tells whether all tests of the file pass; those that need the least time come first.
    fn passes(&self, game: &Arc<Game>, file: Changed<'_>) -> bool {
        let place = |name: &str| self.tests.iter().position(|known| known == name);
        let mut tests: Vec<_> = game.tests.iter().collect();
        tests.sort_by_key(|test| place(&test.name));
        tests.into_iter().all(|test| {
            author::run_test(game, test, &|options| file.load(options)).failure.is_none()
        })
    }
}

/// The files of the program, one of them with another text.
#[derive(Clone, Copy)]
struct Changed<'a> {
    name: &'a str,
    text: &'a str,
}

impl Changed<'_> {
    fn load(&self, options: &[(String, String)]) -> Option<Arc<Game>> {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let game = pipeline::load(self.name, self, options, &mut sources, &mut sink);
        game.filter(|_| !sink.has_errors()).map(Arc::new)
    }
}

impl Files for Changed<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name.strip_suffix(EXTENSION).unwrap_or(name) == self.name {
            return Ok(Some(self.text.to_owned()));
        }
        Ok(on_disk(name))
    }

    fn names(&self) -> Vec<String> {
        Bundled.names()
    }
}

/// Returns the text of a file of the folder `games/`: as it is now, not as it was when the program was built.
fn on_disk(name: &str) -> Option<String> {
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    let games = super::root().join("games");
    std::fs::read_to_string(games.join(format!("{name}{EXTENSION}"))).ok()
}

/// Returns the rules of a game as text: without its title, which is in the first line.
fn rules(game: &Game) -> String {
    let dump = display::dump(game);
    dump.split_once('\n').map_or(String::new(), |(_, rules)| rules.to_owned())
}

/// Returns rules in which what is misspelt is called as it was.
///
/// A name that the file uses nowhere else, say that of an ending, plays no part in the game.
fn renamed(rules: &str, mutant: &Mutant) -> String {
    if !mutant.change.is_slip() || mutant.after.len() < 3 || mutant.before.len() < 3 {
        return rules.to_owned();
    }
    rules.replace(&mutant.after, &mutant.before)
}
