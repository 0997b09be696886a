//! `fairyring show GAME`: a page about a game.

mod json;

use clap::Args;

use super::load::{GameArguments, Loaded, Origin};
use super::{Outcome, Result, Streams};
use crate::author::words::{self, Page};
use crate::diag::Sink;
use crate::front::draw::diagram::{self, Moves};
use crate::front::draw::text;
use crate::ir::{Clause, Game, PieceTypeId, display};
use crate::session::Session;
use crate::source::SourceMap;

/// The width of running text.
pub(super) const TEXT_WIDTH: usize = 73;

/// What `show` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// Print JSON for programs: what is on the page, without the diagrams
    #[arg(long)]
    json: bool,
    /// Print the rules alone, as a person would write them
    #[arg(long, conflicts_with = "json")]
    rules: bool,
}

/// Prints the page.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(loaded) = arguments.game.load(streams)? else { return Ok(Outcome::Rejected) };
    let session = match arguments.game.setting.session(loaded.game.clone()) {
        Ok(session) => session,
        Err(error) => return streams.error(error),
    };
    if arguments.json {
        let parent = parent(&arguments.game.game);
        writeln!(streams.out, "{:#}", json::page(&loaded, &session, parent.as_ref()))?;
        return Ok(Outcome::Fine);
    }
    if arguments.rules {
        let parent = parent(&arguments.game.game);
        write!(streams.out, "{}", rules_text(&loaded.game, parent.as_ref(), TEXT_WIDTH))?;
        return Ok(Outcome::Fine);
    }
    let parts = [
        about(&loaded.game),
        options(&loaded.game),
        start(&session),
        pieces(&loaded),
        powers(&loaded),
        in_words(arguments, &loaded.game),
        rulings(&loaded.game),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    write!(streams.out, "{}", parts.join("\n"))?;
    Ok(Outcome::Fine)
}

/// Writes the rules as a text, the paragraphs in lines of at most so many characters.
pub(super) fn rules_text(game: &Game, parent: Option<&Game>, width: usize) -> String {
    let page = words::rules_page(game, parent);
    let mut lines: Vec<String> =
        page.head.iter().flat_map(|line| text::wrap(line, width)).collect();
    for part in &page.parts {
        lines.extend([String::new(), part.title.clone()]);
        for paragraph in &part.paragraphs {
            let (first, others) = if part.is_list { ("- ", "\n    ") } else { ("", "\n  ") };
            let text = text::wrap(&format!("{first}{paragraph}"), width);
            lines.push(format!("  {}", text.join(others)));
        }
    }
    lines.join("\n") + "\n"
}

fn about(game: &Game) -> String {
    let about = &game.about;
    let mut lines = vec![about.title.clone()];
    lines.extend(about.inventor.iter().map(|name| format!("invented by {name}")));
    lines.extend(about.parent.iter().map(|title| format!("from {title}")));
    lines.extend(about.summary.iter().cloned());
    lines.extend(about.sources.iter().map(|source| format!("source: {source}")));
    lines.push(format!("hash: {}", display::short(&display::hash(game))));
    lines.join("\n") + "\n"
}

fn options(game: &Game) -> String {
    let mut lines = Vec::new();
    for option in &game.options {
        lines.push(format!("  {} = {}  ({})", option.name, option.value, option.kind));
        lines.extend(option.summary.iter().map(|summary| format!("      {summary}")));
    }
    section("Options", &lines)
}

fn start(session: &Session) -> String {
    let (game, position) = (session.game(), session.position());
    let mut page = format!("Board ({})\n", text::board_size(game));
    page.push_str(&text::board(game, position, session.checked().unwrap_or_default()));
    page.push_str(&text::hands(game, position));
    page.push_str(&text::tokens(game, position));
    page.push_str(&session.position_text());
    page.push('\n');
    page
}

fn pieces(loaded: &Loaded) -> String {
    let game = &loaded.game;
    let moves = Moves::of(game);
    let mut page = format!("Pieces\n{}", diagram::LEGEND);
    for (id, _) in game.types.enumerate() {
        page.push('\n');
        page.push_str(&piece(loaded, id, &moves));
    }
    page
}

fn piece(loaded: &Loaded, id: PieceTypeId, moves: &Moves<'_>) -> String {
    let game: &Game = &loaded.game;
    let kind = &game.types[id];
    let symbols: Vec<&str> = kind.symbols.iter().flatten().map(String::as_str).collect();
    let royal = if kind.royal { ", royal" } else { "" };
    let mut page = format!("{} ({}{royal})\n", kind.name, symbols.join(" "));
    page.push_str(&clauses(&kind.clauses, &loaded.sources));
    page.push_str(&diagram::of_type(game, id, moves, text::PAGE));
    page
}

fn powers(loaded: &Loaded) -> String {
    let mut page = String::new();
    for token in &loaded.game.tokens {
        page.extend(["Token ", &token.name, "\n"]);
        for power in &token.powers {
            page.push_str(&clauses(&power.clauses, &loaded.sources));
        }
    }
    page
}

/// Quotes the ways of moving as the author wrote them, each once.
fn clauses(clauses: &[Clause], sources: &SourceMap) -> String {
    let mut items: Vec<String> = Vec::new();
    for clause in clauses {
        let item = indented("", &sources.written(clause.span));
        if !item.is_empty() && !items.contains(&item) {
            items.push(item);
        }
    }
    items.into_iter().map(|item| item + "\n").collect()
}

/// The rules in plain words; what is different from the parent comes first.
fn in_words(arguments: &Arguments, game: &Game) -> String {
    let mut page = String::new();
    if let Some(parent) = parent(&arguments.game.game) {
        let title = format!("Rules in words: what is different from {}", parent.about.title);
        page = sections(&title, &words::differences(game, &parent), TEXT_WIDTH);
        page.push('\n');
    }
    page + &sections("Rules in words", &words::page(game), TEXT_WIDTH)
}

/// Loads the parent with its own options, if there is one.
pub(super) fn parent(game: &str) -> Option<Game> {
    let origin = Origin::find(game, &mut Sink::new())?;
    origin.parent()?.load(&[], &mut SourceMap::new(), &mut Sink::new())
}

/// Sets a page of rules in lines of at most that width.
pub(super) fn sections(title: &str, page: &Page, width: usize) -> String {
    let mut lines = vec![title.to_owned()];
    for section in &page.sections {
        lines.push(format!("  {}", section.title));
        for entry in &section.entries {
            let gone = entry.gone.iter().map(|sentence| format!("No longer: {sentence}"));
            let told: Vec<String> = entry.sentences.iter().cloned().chain(gone).collect();
            let head =
                if entry.subject.is_empty() { String::new() } else { entry.subject.clone() + ":" };
            let text = text::wrap(&format!("{head} {}", told.join(" ")), width);
            lines.push(format!("    {}", text.join("\n      ")));
        }
    }
    lines.join("\n") + "\n"
}

fn rulings(game: &Game) -> String {
    let lines: Vec<String> =
        game.about.rulings.iter().map(|(number, text)| indented(number, text)).collect();
    section("Rulings", &lines)
}

/// Sets a text in from the margin, with something in front of its first line.
fn indented(head: &str, text: &str) -> String {
    let lines = text::wrap(&format!("{head} {text}"), TEXT_WIDTH);
    if lines.is_empty() { String::new() } else { format!("  {}", lines.join("\n      ")) }
}

fn section(title: &str, lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("{title}\n{}\n", lines.join("\n")) }
}
