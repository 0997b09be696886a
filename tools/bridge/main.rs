//! Measures the importer: every variant of a configuration is imported, loaded and counted against a table of node
//! counts by the program that the configuration is for.
//!
//! ```text
//! cargo run --release -p fairyring-tools --bin bridge -- FILE.ini COUNTS.tsv [MOST-NODES] [NAME…]
//! ```
//!
//! With `--page` it prints docs/fairy-stockfish.md instead.
//!
//! The table has the columns variant, position, depth and nodes; further ones are not looked at. Neither file is part of
//! the project. A line is printed for each variant; `wrong` are those that count otherwise although nothing is reported
//! as lost, and make the exit code 1.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fairyring::bundled::Bundled;
use fairyring::diag::{Sink, short};
use fairyring::import::{Configuration, Imported};
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{FileError, Files, SourceMap};

/// A row of the table.
#[derive(Clone, Debug)]
struct Row {
    position: String,
    depth: u32,
    nodes: u64,
}

/// The bundled files, and an imported one.
struct With<'a>(&'a Imported);

impl Files for With<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name.trim_end_matches(".rules") == IMPORTED {
            return Ok(Some(self.0.text.clone()));
        }
        Bundled.read(name)
    }
}

/// What the imported file is called.
const IMPORTED: &str = "imported/it";

/// How a variant fares.
#[derive(Clone, Debug)]
enum Verdict {
    /// All rows agree: so many.
    Equal(usize),
    /// Some do not: the first of them, with what was counted.
    Differs(String, Vec<String>),
    /// The file does not load.
    Broken(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--page") {
        print!("{}", fairyring::import::page());
        return ExitCode::SUCCESS;
    }
    let [ini, table, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: bridge FILE.ini COUNTS.tsv [MOST-NODES] [NAME…]");
        return ExitCode::from(2);
    };
    let most = rest.first().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let names: Vec<&String> = rest.iter().skip(1).collect();
    let read = |path: &String| std::fs::read_to_string(path).unwrap_or_default();
    let rows = rows(&read(table), most);
    let configuration = Configuration::read(&read(ini));
    if !configuration.faults().is_empty() {
        eprintln!("{:?}", configuration.faults());
        return ExitCode::FAILURE;
    }
    let wanted: Vec<String> = configuration
        .names()
        .iter()
        .filter(|name| rows.contains_key(*name) && (names.is_empty() || names.contains(name)))
        .cloned()
        .collect();
    let verdicts = verdicts(&configuration, &wanted, &rows);
    report(&verdicts)
}

fn rows(text: &str, most: u64) -> BTreeMap<String, Vec<Row>> {
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, position, depth, nodes, ..] = fields.as_slice() else { continue };
        let (Ok(depth), Ok(nodes)) = (depth.parse(), nodes.parse()) else { continue };
        if nodes <= most {
            let row = Row { position: (*position).to_owned(), depth, nodes };
            rows.entry((*variant).to_owned()).or_default().push(row);
        }
    }
    rows
}

type Verdicts = BTreeMap<String, (Verdict, Vec<String>)>;

fn verdicts(
    configuration: &Configuration,
    wanted: &[String],
    rows: &BTreeMap<String, Vec<Row>>,
) -> Verdicts {
    let verdicts = Mutex::new(Verdicts::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(name) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let verdict = verdict(configuration, name, &rows[name]);
            if let Ok(mut verdicts) = verdicts.lock() {
                verdicts.insert(name.clone(), verdict);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    verdicts.into_inner().unwrap_or_default()
}

fn verdict(configuration: &Configuration, name: &str, rows: &[Row]) -> (Verdict, Vec<String>) {
    let imported = match configuration.import(name) {
        Ok(imported) => imported,
        Err(faults) => return (Verdict::Broken(format!("{faults:?}")), Vec::new()),
    };
    let losses = imported.losses.clone();
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(IMPORTED, &With(&imported), &[], &mut sources, &mut sink);
    let Some(session) = game.and_then(|game| Session::new(Arc::new(game)).ok()) else {
        let told: Vec<String> =
            sink.into_vec().iter().map(|found| short::one_line(found, &sources)).collect();
        return (Verdict::Broken(told.join("\n    ")), losses);
    };
    let mut wrong = Vec::new();
    for row in rows {
        let position = imported.position(&row.position);
        let counted = match session.elsewhere(&position) {
            Ok(session) => session
                .perft(row.depth)
                .map_or_else(|cut| cut.to_string(), |nodes| nodes.to_string()),
            Err(error) => error.to_string().replace('\n', " "),
        };
        if counted != row.nodes.to_string() {
            wrong.push(format!("depth {} `{position}`: {counted}, not {}", row.depth, row.nodes));
        }
    }
    if wrong.is_empty() {
        (Verdict::Equal(rows.len()), losses)
    } else {
        (Verdict::Differs(format!("{} of {}", wrong.len(), rows.len()), wrong), losses)
    }
}

fn report(verdicts: &Verdicts) -> ExitCode {
    let (mut equal, mut told, mut silent) = (0, 0, 0);
    for (name, (verdict, losses)) in verdicts {
        let noted =
            if losses.is_empty() { String::new() } else { format!(" [{}]", losses.join("; ")) };
        match verdict {
            Verdict::Equal(rows) => {
                equal += 1;
                println!("{name}: equal, {rows} rows{noted}");
            }
            Verdict::Differs(how, wrong) => {
                let is_told = !losses.is_empty();
                told += usize::from(is_told);
                silent += usize::from(!is_told);
                let word = if is_told { "told" } else { "WRONG" };
                println!("{name}: {word}: {how} rows differ{noted}");
                for line in wrong.iter().take(4) {
                    println!("    {line}");
                }
            }
            Verdict::Broken(why) => {
                silent += 1;
                println!("{name}: BROKEN: {why}");
            }
        }
    }
    println!("{} variants: {equal} equal, {told} differ as told, {silent} wrong", verdicts.len());
    if silent == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
