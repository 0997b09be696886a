//! `fairyring list`: the bundled games and what they are.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::{Value, json};

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::bundled::{self, Bundled, EXTENSION};
use crate::diag::Sink;
use crate::diag::suggest::counted;
use crate::front::draw::text;
use crate::ir::Game;
use crate::source::{Files, SourceId};
use crate::syntax::{self, ast};

/// What `list` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// List only games in whose name, title, inventor or summary this stands
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// The same as `--search TEXT`
    #[arg(value_name = "TEXT", conflicts_with = "search")]
    text: Option<String>,
    /// List all games that come with the program, not only the first
    #[arg(long)]
    all: bool,
    /// Print JSON for programs: an array with an object for each game
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// What is looked for, if that is said.
    fn wanted(&self) -> Option<&str> {
        self.search.as_deref().or(self.text.as_deref())
    }
}

/// The columns that a line may have.
const WIDTH: usize = text::PAGE - 1;

/// A line: the name, and what the game is.
type Row = [String; 2];

/// A game as its file describes it.
struct Entry {
    full: &'static str,
    file: ast::File,
}

/// Prints what the first games are, or a line for each of all: first those right in the folder, then the others by the
/// game that they are built on.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let entries: Vec<Entry> = bundled::all_games().filter_map(Entry::read).collect();
    if arguments.json {
        return print_json(arguments, &entries, streams);
    }
    if let Some(wanted) = arguments.wanted() {
        return search(&entries, wanted, streams);
    }
    if !arguments.all {
        return first(&entries, streams);
    }
    let (mut rows, mut families) = (Vec::new(), BTreeMap::<&str, Vec<Row>>::new());
    for entry in &entries {
        if entry.full.contains('/') {
            families.entry(entry.family(&entries)).or_default().push(entry.row());
        } else {
            rows.push((String::new(), entry.row()));
        }
    }
    rows.extend(by_family(families));
    let columns: Vec<Row> = rows.iter().map(|(_, row)| row.clone()).collect();
    for ((heading, _), line) in rows.iter().zip(text::table(&columns)) {
        if !heading.is_empty() {
            writeln!(streams.out, "\n{heading}:")?;
        }
        writeln!(streams.out, "{}", cut(&line))?;
    }
    Ok(Outcome::Fine)
}

/// Says what the games right in the folder are, and how to find the others.
fn first(entries: &[Entry], streams: &mut Streams<'_>) -> Result {
    let (first, others): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().partition(|entry| !entry.full.contains('/'));
    for entry in first {
        let Some(loaded) = Setting::default().load(entry.full, streams)? else {
            return Ok(Outcome::Rejected);
        };
        entry.describe(&text::board_size(&loaded.game), streams)?;
    }
    let told = format!(
        "{} more games come with the program: `fairyring list --all` names them, `fairyring list --search TEXT` finds some.",
        others.len()
    );
    writeln!(streams.out, "\n{}", text::wrap(&told, WIDTH).join("\n"))?;
    Ok(Outcome::Fine)
}

/// Leaves out what does not fit into a line.
fn cut(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let kept: String = line.chars().take(WIDTH - 1).collect();
    format!("{}…", kept.trim_end())
}

/// Prints the games as JSON: all of them, or those that are looked for.
fn print_json(arguments: &Arguments, entries: &[Entry], streams: &mut Streams<'_>) -> Result {
    let wanted = arguments.wanted().map(str::to_lowercase);
    let is_wanted = |entry: &&Entry| match &wanted {
        Some(wanted) => entry.says(wanted),
        None => arguments.all || !entry.full.contains('/'),
    };
    let mut objects = Vec::new();
    for entry in entries.iter().filter(is_wanted) {
        let Some(loaded) = Setting::default().load(entry.full, streams)? else {
            return Ok(Outcome::Rejected);
        };
        objects.push(object(entry.full, &loaded.game));
    }
    writeln!(streams.out, "{:#}", Value::Array(objects))?;
    Ok(Outcome::Fine)
}

/// Puts the largest families first and games without kin last; the first row of each has its heading.
fn by_family(families: BTreeMap<&str, Vec<Row>>) -> Vec<(String, Row)> {
    let (mut large, single): (Vec<_>, Vec<_>) =
        families.into_iter().partition(|(_, rows)| rows.len() > 1);
    large.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    let others = single.into_iter().flat_map(|(_, rows)| rows).collect();
    let large = large.into_iter().map(|(name, rows)| (format!("the family of {name}"), rows));
    large
        .chain([("others".to_owned(), others)])
        .flat_map(|(heading, rows): (String, Vec<Row>)| {
            let headings = std::iter::once(heading).chain(std::iter::repeat(String::new()));
            headings.zip(rows).collect::<Vec<_>>()
        })
        .collect()
}

fn search(entries: &[Entry], wanted: &str, streams: &mut Streams<'_>) -> Result {
    let small = wanted.to_lowercase();
    let found: Vec<&Entry> = entries.iter().filter(|entry| entry.says(&small)).collect();
    if found.is_empty() {
        return streams.error(format!(
            "no bundled game has `{wanted}` in its name, title, inventor or summary"
        ));
    }
    for entry in found {
        entry.describe(&entry.board(entries), streams)?;
    }
    Ok(Outcome::Fine)
}

impl Entry {
    fn read(full: &'static str) -> Option<Self> {
        let text = Bundled.read(&format!("{full}{EXTENSION}")).ok()??;
        let file = syntax::parse(SourceId(0), &text, &mut Sink::new())?;
        Some(Self { full, file })
    }

    fn parent<'a>(&self, entries: &'a [Self]) -> Option<&'a Self> {
        let full = bundled::find_game(&self.file.header.parent.as_ref()?.text)?;
        entries.iter().find(|entry| entry.full == full)
    }

    /// Returns the name of the game that it and its parents go back to; the loader has seen to it that none is its
    /// own parent.
    fn family(&self, entries: &[Self]) -> &'static str {
        let mut oldest = self.full;
        let mut next = self.parent(entries);
        for _ in entries {
            let Some(entry) = next else { break };
            oldest = entry.full;
            next = entry.parent(entries);
        }
        bundled::own_name(oldest)
    }

    fn about(&self, kind: ast::AboutKind) -> Option<&str> {
        self.file.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::About(of, text) if *of == kind => Some(text.text.as_str()),
            _ => None,
        })
    }

    /// Tells whether a text, in small letters, stands in what the game is called.
    fn says(&self, wanted: &str) -> bool {
        let title = self.file.header.title.text.as_str();
        let about =
            [ast::AboutKind::Inventor, ast::AboutKind::Summary].map(|kind| self.about(kind));
        let names = [Some(bundled::own_name(self.full)), Some(title)];
        names.into_iter().chain(about).flatten().any(|text| text.to_lowercase().contains(wanted))
    }

    /// Returns its name, and its title with its summary.
    fn row(&self) -> Row {
        let title = &self.file.header.title.text;
        let summary = self.about(ast::AboutKind::Summary);
        let told = summary.map_or_else(|| title.clone(), |summary| format!("{title}: {summary}"));
        [bundled::own_name(self.full).to_owned(), told]
    }

    /// Says in a few lines what it is.
    fn describe(&self, board: &str, streams: &mut Streams<'_>) -> Result<()> {
        let name = bundled::own_name(self.full);
        let title = &self.file.header.title.text;
        let inventor = self.about(ast::AboutKind::Inventor);
        let by = inventor.map_or_else(String::new, |inventor| format!(", by {inventor}"));
        let board = if board == "-" { String::new() } else { format!(" ({board})") };
        let head = text::wrap(&format!("{name}: {title}{by}{board}"), WIDTH - 4);
        writeln!(streams.out, "{}", head.join("\n    "))?;
        if let Some(summary) = self.about(ast::AboutKind::Summary) {
            let told = text::wrap(summary, WIDTH - 4);
            writeln!(streams.out, "    {}", told.join("\n    "))?;
        }
        Ok(())
    }

    /// Returns the outline of the board, from the parents if the file has none of its own.
    fn board(&self, entries: &[Self]) -> String {
        let own = self.file.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Board(board) => Some(board),
            _ => None,
        });
        match own.map(|board| board.shape.as_ref()) {
            Some(Some(ast::BoardShape::Rectangle { files, ranks, layers: 1 })) => {
                format!("{files}x{ranks}")
            }
            Some(Some(ast::BoardShape::Rectangle { files, ranks, layers })) => {
                format!("{files}x{ranks}x{layers}")
            }
            Some(Some(ast::BoardShape::Line(squares))) => counted(*squares, "square"),
            Some(None) => "-".to_owned(),
            None => {
                self.parent(entries).map_or_else(|| "-".to_owned(), |parent| parent.board(entries))
            }
        }
    }
}

fn object(name: &str, game: &Game) -> Value {
    let about = &game.about;
    json!({
        "name": name,
        "title": about.title,
        "inventor": about.inventor,
        "parent": about.parent,
        "summary": about.summary,
        "board": text::board_size(game),
        "squares": game.board.squares.len(),
    })
}
