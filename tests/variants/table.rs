//! The table of node counts made by independent programs, and how our counts compare with it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use fairyring::diag::{Sink, short};
use fairyring::ir::Game;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{FileError, Files, SourceMap};

/// One row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    pub variant: String,
    pub position: String,
    pub depth: u32,
    pub nodes: u64,
    pub tier: u8,
    pub option: String,
}

/// What we count for a row.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub row: Row,
    /// Our count, or why there is none.
    pub counted: Result<u64, String>,
}

impl Outcome {
    /// Tells whether we agree.
    pub fn agrees(&self) -> bool {
        self.counted.as_ref() == Ok(&self.row.nodes)
    }
}

/// The rules files of the repository, read from the disk so that a change needs no new build.
pub struct Disk(pub PathBuf);

impl Files for Disk {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        let name = name.strip_suffix(".rules").unwrap_or(name);
        let path = self.0.join(format!("{name}.rules"));
        if !path.is_file() {
            return Ok(None);
        }
        std::fs::read_to_string(path)
            .map(Some)
            .map_err(|error| FileError::Unreadable(error.to_string()))
    }
}

/// Returns the folder of the repository: the current one if it has games, else the one this was built in.
pub fn root() -> PathBuf {
    if Path::new("games").is_dir() {
        PathBuf::from(".")
    } else {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }
}

/// Reads the table.
pub fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("tests/cases/perft.tsv")).unwrap_or_default();
    text.lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
}

/// Reads why variants of the table are not there, or disagree: by hand, a variant and a reason on each line.
pub fn reasons() -> BTreeMap<String, String> {
    pairs("absent.tsv")
}

/// Reads a table of `tests/cases` with two columns.
fn pairs(table: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("tests/cases").join(table)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(first, second)| (first.to_owned(), second.to_owned()))
        .collect()
}

/// Reads the rows on which we disagree for a reason: variant, position, depth, reason.
pub fn known_disagreements() -> BTreeMap<String, String> {
    let path = root().join("tests/cases/disagreements.tsv");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once('\t'))
        .map(|(key, why)| (key.to_owned(), why.to_owned()))
        .collect()
}

/// Returns what a row is called among the known disagreements: variant, position, depth.
pub fn key(row: &Row) -> String {
    format!("{}\t{}\t{}", row.variant, row.position, row.depth)
}

fn row(line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split('\t').collect();
    Some(Row {
        variant: (*fields.first()?).to_owned(),
        position: (*fields.get(1)?).to_owned(),
        depth: fields.get(2)?.parse().ok()?,
        nodes: fields.get(3)?.parse().ok()?,
        tier: fields.get(4)?.parse().ok()?,
        option: fields.get(5).copied().unwrap_or_default().to_owned(),
    })
}

/// Returns the path below `games/` of the rules file of a variant, without its ending, if there is one. The file is
/// named like the variant, or as `tests/cases/own-names.tsv` tells.
pub fn file_of(variant: &str) -> Option<String> {
    static OWN_NAMES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| pairs("own-names.tsv"));
    let name = OWN_NAMES.get(variant).cloned().unwrap_or_else(|| variant.replace(':', "-"));
    ["", "variants/"]
        .into_iter()
        .map(|folder| format!("{folder}{name}"))
        .find(|name| Path::new(&root().join("games").join(format!("{name}.rules"))).is_file())
}

/// Loads the game of a variant, with its errors as text.
pub fn load(file: &str, option: &str) -> Result<Arc<Game>, String> {
    let mut sources = SourceMap::new();
    let mut sink = Sink::new();
    let options: Vec<(String, String)> =
        if option.is_empty() { Vec::new() } else { vec![(option.to_owned(), "on".to_owned())] };
    let game = pipeline::load(file, &Disk(root().join("games")), &options, &mut sources, &mut sink);
    game.map(Arc::new).ok_or_else(|| {
        sink.into_vec()
            .iter()
            .map(|diagnostic| short::one_line(diagnostic, &sources))
            .collect::<Vec<_>>()
            .join("\n")
    })
}

/// The games loaded and compiled so far, by variant and option.
type Games = HashMap<(String, String), Result<Session, String>>;

/// Counts every row, on all processors.
pub fn count(rows: &[Row]) -> Vec<Outcome> {
    let games: Mutex<Games> = Mutex::new(HashMap::new());
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; rows.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(index) else { break };
            let counted = game_of(&games, row).and_then(|game| count_row(&game, row));
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes[index] = Some(Outcome { row: row.clone(), counted });
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    outcomes
        .into_inner()
        .map(|outcomes| outcomes.into_iter().flatten().collect())
        .unwrap_or_default()
}

fn game_of(games: &Mutex<Games>, row: &Row) -> Result<Session, String> {
    let key = (row.variant.clone(), row.option.clone());
    let known = games.lock().map_err(|_| "a worker failed")?.get(&key).cloned();
    if let Some(game) = known {
        return game;
    }
    let file = file_of(&row.variant).ok_or("there is no rules file")?;
    let game = load(&file, &row.option)
        .and_then(|game| Session::new(game).map_err(|error| error.to_string()))
        .inspect(|session| _ = session.engine());
    games.lock().map_err(|_| "a worker failed")?.insert(key, game.clone());
    game
}

/// The word some programs put where their game begins.
const START: &str = "initial";

fn count_row(game: &Session, row: &Row) -> Result<u64, String> {
    let start = game.start_text();
    let position = if row.position == START { start } else { &row.position };
    let session = game.elsewhere(position);
    let counted = session.map_err(|error| error.to_string())?.perft(row.depth);
    counted.map_err(|error| error.to_string())
}
