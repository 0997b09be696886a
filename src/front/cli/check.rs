//! `fairyring check`: what is wrong with rules files, and whether their tests pass.

use std::sync::Arc;

use clap::Args;

use super::disk;
use super::load::Origin;
use super::moves::Format;
use super::validation::{self, Validation};
use super::{Outcome, Result, Streams};
use crate::author::{self, TestReport, lint};
use crate::bundled::{self, EXTENSION};
use crate::compile::FactSet;
use crate::diag::suggest::counted;
use crate::diag::{Diagnostic, Severity, Sink, codes, json, render, short};
use crate::front::disk::{DiskFiles, unusable};
use crate::front::draw::text;
use crate::ir::Game;
use crate::notation::shown;
use crate::pipeline;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{Allowance, SpendingLimit};
use crate::syntax;
use crate::syntax::ast::{File, FileKind};

/// How much may be done for one file, in the units of [`WorkBudget`](crate::state::WorkBudget): to run its tests, to play for
/// advice, and to compare the compiled game with the rules. It is a few seconds' work.
const MAX_WORK: u64 = 300_000_000;

/// What `check` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The rules files, or folders with some; `-` reads standard input. Without any, those in this folder and all
    /// below `games/`, or else the bundled ones
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Run only the tests whose names hold this text; capital letters do not matter
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    filter: String,
    /// How findings are printed: JSON is a line for each finding and test, then a line for each file
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print each finding on one line, `file:line:column: error[CODE]: message`
    #[arg(long, conflicts_with = "format")]
    short: bool,
    /// Print findings as JSON, the same as `--format json`
    #[arg(long, conflicts_with_all = ["format", "short"])]
    json: bool,
}

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// With the lines of the source, marked.
    Marked,
    /// A line each.
    Short,
    /// A JSON object each.
    Json,
}

impl Arguments {
    fn shown(&self) -> Shown {
        match (self.format, self.short) {
            (Format::Json, _) => Shown::Json,
            _ if self.json => Shown::Json,
            (Format::Text, true) => Shown::Short,
            (Format::Text, false) => Shown::Marked,
        }
    }
}

/// What was found out about one file.
#[derive(Debug, Default)]
struct Report {
    sources: SourceMap,
    findings: Vec<Diagnostic>,
    is_module: bool,
    tests: Vec<TestReport>,
    /// Whether there are tests, none of which was wanted.
    has_other_tests: bool,
    /// What of the knowledge about the game is wrong, so that it is played without.
    doubts: Vec<String>,
    /// What was not looked at, or not to its end, as what may be done for one file was used up.
    not_looked_at: Vec<String>,
}

/// A file to check: what it is called, where it is, and what there is to say if it is nowhere.
type Found = (String, Option<Origin>, Sink);

/// Checks the files and reports on each.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let mut outcome = Outcome::Fine;
    let (mut none_ran, mut others) = (true, false);
    for (name, origin, sink) in files(arguments) {
        let report = Report::of(origin, &arguments.filter, sink);
        match arguments.shown() {
            Shown::Json => report.print_json(&name, streams)?,
            shown => report.tell(&name, shown, streams)?,
        }
        none_ran &= report.tests.is_empty();
        others |= report.has_other_tests;
        if report.is_bad() {
            outcome = Outcome::Rejected;
        }
        streams.out.flush()?;
    }
    if none_ran && others {
        let filter = shown(&arguments.filter);
        writeln!(streams.err, "note: there are tests, but none with `{filter}` in its name")?;
    }
    Ok(outcome)
}

/// Returns the files to check.
fn files(arguments: &Arguments) -> Vec<Found> {
    let mut names = arguments.files.clone();
    if names.is_empty() {
        names = disk::right_in(".");
        names.extend(disk::below("games"));
    }
    if names.is_empty() {
        let bundled =
            bundled::files().map(|(file, _)| file.strip_suffix(EXTENSION).unwrap_or(file));
        return bundled
            .map(|name| (name.to_owned(), Some(Origin::Bundled(name)), Sink::new()))
            .collect();
    }
    let find = |name: String| {
        let mut sink = Sink::new();
        if name == disk::STDIN {
            let origin = standard_input(&mut sink);
            return (name, origin, sink);
        }
        let origin = Origin::find(&name, &mut sink);
        (name, origin, sink)
    };
    let expand = |name: String| match disk::with_folders(std::slice::from_ref(&name)) {
        // A folder without any rules files is looked for as a file, which is told.
        none if none.is_empty() => vec![name],
        found => found,
    };
    names.into_iter().flat_map(expand).map(find).collect()
}

/// Reads a file from standard input; what it builds on is looked for in the current folder.
fn standard_input(sink: &mut Sink) -> Option<Origin> {
    match disk::standard_input() {
        Ok(text) => Some(Origin::Disk(DiskFiles::with_text(disk::STDIN, &text))),
        Err(error) => {
            sink.push(unusable(disk::STDIN, &error));
            None
        }
    }
}

impl Report {
    fn of(origin: Option<Origin>, filter: &str, mut sink: Sink) -> Self {
        let mut report = Self::default();
        if let Some(origin) = origin {
            report.look_at(&origin, filter, &mut sink);
        }
        report.findings = sink.into_vec();
        report
    }

    /// Loads the file and runs its tests; of a module there are only the grammar and what it builds on to check.
    fn look_at(&mut self, origin: &Origin, filter: &str, sink: &mut Sink) {
        let mut own = Sink::new();
        let file = parse(origin, &mut self.sources, &mut own);
        self.is_module = file.is_some_and(|file| file.header.kind == FileKind::Module);
        // What an older version says otherwise is told with what else is wrong.
        if own.has_errors_besides(codes::OLD_FORM) {
            sink.append(own);
            return;
        }
        self.sources = SourceMap::new();
        if self.is_module {
            pipeline::read_module(&origin.name(), origin.files(), &mut self.sources, sink);
            return;
        }
        if let Some(game) = origin.load(&[], &mut self.sources, sink)
            && !sink.has_errors()
        {
            let game = Arc::new(game);
            let allowance = Allowance::of(MAX_WORK);
            self.run_tests(&game, filter, origin, &allowance, sink);
            self.advise(&game, &allowance, sink);
            self.validate(&game, matches!(origin, Origin::Bundled(_)), &allowance);
        }
    }

    /// Compares the compiled game with its general path.
    fn validate(&mut self, game: &Arc<Game>, is_bundled: bool, allowance: &Allowance) {
        let Some(budget) = Validation::default().budget(is_bundled) else { return };
        let text = game.start.text.clone();
        if let Ok(session) = Session::begin(Arc::clone(game), &text, allowance.clone()) {
            let session = session.with_facts(FactSet::ALL, Some(budget));
            let doubts = session.doubts().iter();
            self.doubts = doubts.map(|doubt| validation::sentence(&session, doubt)).collect();
        }
        if allowance.is_used_up() {
            self.not_looked_at.push("whether the compiled game plays by the rules".to_owned());
        }
    }

    /// Gives advice about a game in which nothing is wrong.
    fn advise(&mut self, game: &Arc<Game>, allowance: &Allowance, sink: &mut Sink) {
        if sink.has_errors() {
            return;
        }
        sink.extend(lint::advice(game, &self.sources, allowance));
        sink.extend(pipeline::shadows(game, &self.sources));
        if allowance.is_used_up() {
            self.not_looked_at.push("what can be told by playing".to_owned());
        }
    }

    fn run_tests(
        &mut self,
        game: &Arc<Game>,
        filter: &str,
        origin: &Origin,
        allowance: &Allowance,
        sink: &mut Sink,
    ) {
        let reload = |options: &[(String, String)]| {
            // The same texts in the same order: places mean the same as in `self.sources`.
            let loaded = origin.load(options, &mut SourceMap::new(), &mut Sink::new());
            loaded.map(Arc::new)
        };
        self.tests = author::run_some_tests(game, filter, &reload, allowance);
        self.has_other_tests = self.tests.is_empty() && !game.tests.is_empty();
        for test in &self.tests {
            tell_failure(test, &self.sources, sink);
        }
        if self.not_run() > 0 {
            self.not_looked_at.push(counted(self.not_run(), "test"));
        }
    }

    /// How many tests were not run.
    fn not_run(&self) -> usize {
        self.tests.iter().filter(|test| !test.is_run).count()
    }

    /// How many tests failed.
    fn failed(&self) -> usize {
        self.tests.iter().filter(|test| test.failure.is_some()).count()
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|found| found.severity == severity).count()
    }

    fn is_bad(&self) -> bool {
        self.failed() + self.not_run() > 0 || self.findings.iter().any(Diagnostic::is_error)
    }

    /// Errors that are not failed tests.
    fn errors(&self) -> usize {
        let is_test = |found: &&Diagnostic| found.code == codes::FAILED_TEST;
        self.count(Severity::Error) - self.findings.iter().filter(is_test).count()
    }

    fn tell(&self, name: &str, shown: Shown, streams: &mut Streams<'_>) -> Result<()> {
        if shown == Shown::Short {
            for found in &self.findings {
                writeln!(streams.err, "{}", short::one_line(found, &self.sources))?;
            }
        } else if !self.findings.is_empty() {
            let text = render::render_all(&self.findings, &self.sources, streams.style);
            writeln!(streams.err, "{}", text.trim_end())?;
        }
        for doubt in &self.doubts {
            writeln!(streams.err, "warning: {doubt}")?;
        }
        if !self.not_looked_at.is_empty() {
            let what = self.not_looked_at.join("; ");
            writeln!(streams.err, "warning: {}; not looked at: {what}", SpendingLimit::Allowance)?;
        }
        self.sum_up(name, streams)
    }

    /// Says in one line how the file fares.
    fn sum_up(&self, name: &str, streams: &mut Streams<'_>) -> Result<()> {
        let mut parts = Vec::new();
        let (errors, warnings) = (self.errors(), self.count(Severity::Warning));
        for (count, one) in [(errors, "error"), (warnings, "warning")] {
            if count > 0 {
                parts.push(counted(count, one));
            }
        }
        if self.is_module {
            parts.push("module; its names are checked in the games that use it".to_owned());
        } else if errors == 0 {
            parts.push(counted(self.tests.len(), "test"));
        }
        if self.failed() > 0 {
            parts.push(format!("{} failed", self.failed()));
        }
        if self.not_run() > 0 {
            parts.push(format!("{} not run", self.not_run()));
        }
        let verdict = if self.is_bad() { "wrong" } else { "fine" };
        writeln!(streams.out, "{name}: {verdict} ({})", parts.join(", "))?;
        Ok(())
    }

    fn print_json(&self, name: &str, streams: &mut Streams<'_>) -> Result<()> {
        for found in &self.findings {
            writeln!(streams.out, "{}", json::to_line(found, &self.sources))?;
        }
        for test in &self.tests {
            let failure = test.failure.as_ref();
            let session = failure.and_then(|failure| failure.session.as_ref());
            let told = serde_json::json!({
                "file": name,
                "test": test.name,
                "cites": test.cites,
                "line": self.sources.line_column(test.span).line,
                "run": test.is_run,
                "passed": test.is_run && failure.is_none(),
                "failed_line": failure.map(|failure| self.sources.line_column(failure.span).line),
                "message": failure.map(|failure| failure.told(&self.sources)),
                "position": session.map(Session::position_text),
                "board": session.map(board),
            });
            writeln!(streams.out, "{told}")?;
        }
        let summary = serde_json::json!({
            "checked": name,
            "fine": !self.is_bad(),
            "errors": self.errors(),
            "warnings": self.count(Severity::Warning),
            "tests": self.tests.len(),
            "failed": self.failed(),
            "not_run": self.not_run(),
            "not_looked_at": self.not_looked_at,
        });
        writeln!(streams.out, "{summary}")?;
        Ok(())
    }
}

/// Says that a test failed, if it did, with the board as it was then.
fn tell_failure(test: &TestReport, sources: &SourceMap, sink: &mut Sink) {
    let Some(found) = test.diagnostic(sources) else { return };
    let session = test.failure.as_ref().and_then(|failure| failure.session.as_ref());
    sink.push(match session {
        Some(session) => found.note(format!("this is the board:\n{}", board(session).trim_end())),
        None => found,
    });
}

/// Draws the board, with what is beside it.
fn board(session: &Session) -> String {
    let (game, position) = (session.game(), session.position());
    let beside = text::hands(game, position) + &text::tokens(game, position);
    text::board(game, position, session.checked().unwrap_or_default()) + &beside
}

fn parse(origin: &Origin, sources: &mut SourceMap, sink: &mut Sink) -> Option<File> {
    let name = origin.name();
    let text = origin.files().read(&name).ok().flatten()?;
    let id = sources.add(name, text);
    syntax::parse(id, sources.text(id), sink)
}
