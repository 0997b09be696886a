//! The conversation with the player.

use std::io::Write;

use super::computer::DESCRIPTION;
use super::entry::{self, Entry};
use super::input::Input;
use super::save;
use super::table::{Player, Table};
use super::{Result, Streams, ask, resume};
use crate::front::draw::text;

/// The commands with what they do.
const COMMANDS: [(&str, &str); 14] = [
    ("help", "show this list"),
    ("moves [BEGINNING]", "list the legal turns, or those that begin so"),
    ("board", "draw the board again"),
    ("position", "print the position text"),
    ("why [TURN]", "say why a turn is legal or not, or why the game is over or not"),
    ("trace TURN", "follow a turn step by step through the rules, without playing it"),
    ("hint", "say what the computer would play"),
    ("undo", "take back your last turn, or the part of a turn that you have typed"),
    ("back", "take back only the part of a turn that you have typed"),
    ("resign", "give up the game"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a game from a file"),
    ("history", "list the turns played so far"),
    ("quit", "leave"),
];

/// The most turns that the computer plays against itself.
const MAX_UNATTENDED: usize = 10_000;

/// The width of lists.
const PAGE: usize = 79;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// It does; the board is as it was.
    Same,
    /// It does, and the board is to be drawn.
    Draw,
    /// The player leaves.
    Leave,
}

/// Plays until the game is over and the player leaves.
pub(super) fn play(table: &mut Table, input: &mut Input, streams: &mut Streams<'_>) -> Result<()> {
    greet(table, streams.out)?;
    let mut next = Next::Draw;
    let mut played = 0;
    while next != Next::Leave {
        let over = table.result().is_some();
        if !over && table.player() == Player::Computer {
            if table.is_unattended() {
                write!(streams.out, "\n{}", table.drawing())?;
            }
            computer_turn(table, streams.out)?;
            played += 1;
            if table.is_unattended() && played >= MAX_UNATTENDED {
                writeln!(streams.out, "No end is in sight after {played} turns.")?;
                break;
            }
            next = Next::Draw;
            continue;
        }
        if next == Next::Draw {
            write!(streams.out, "\n{}", table.drawing())?;
            announce(table, streams.out)?;
        }
        if over && table.is_unattended() {
            break;
        }
        next = ask(table, input, streams)?;
    }
    streams.out.flush()?;
    Ok(())
}

fn greet(table: &Table, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    writeln!(out, "{}", game.about.title)?;
    if let Some(summary) = &game.about.summary {
        writeln!(out, "{summary}")?;
    }
    for (side, player) in game.sides.iter().zip(table.players) {
        match player {
            Player::Human => writeln!(out, "{}: you", side.name)?,
            Player::Computer => {
                writeln!(
                    out,
                    "{}: the computer, {DESCRIPTION} (--seed {})",
                    side.name, table.seed
                )?;
            }
        }
    }
    if let (false, Some(example)) = (table.is_unattended(), table.texts.first()) {
        writeln!(out, "Type a move such as {example}, or `help`.")?;
    }
    Ok(())
}

fn computer_turn(table: &mut Table, out: &mut dyn Write) -> Result<()> {
    let Some(turn) = table.advice() else {
        // There is no turn and no result: the rules say nothing on this.
        table.resign();
        return Ok(());
    };
    let said = table.play(&turn).map_err(anyhow::Error::msg)?;
    writeln!(out, "{said}")?;
    out.flush()?;
    Ok(())
}

/// Says how the game has ended, or what the first step of the turn can be.
fn announce(table: &Table, out: &mut dyn Write) -> Result<()> {
    if let Some(result) = table.result() {
        let game = table.game();
        match result.winner() {
            Some(side) => writeln!(out, "{} wins: {}.", game.side_name(side), result.reason)?,
            None => writeln!(out, "The game is drawn: {}.", result.reason)?,
        }
    } else if let Some(choices) = entry::first_step(&table.texts) {
        offer(&choices, out)?;
    }
    Ok(())
}

fn ask(table: &mut Table, input: &mut Input, streams: &mut Streams<'_>) -> Result<Next> {
    let prompt = prompt(table);
    let Some(line) = input.ask(&prompt, words(table), streams.out)? else { return Ok(Next::Leave) };
    obey(table, line.trim(), streams)
}

fn prompt(table: &Table) -> String {
    if table.result().is_some() {
        return "game over> ".to_owned();
    }
    let side = table.game().side_name(table.side());
    if table.so_far.is_empty() { format!("{side}> ") } else { format!("{side} {}> ", table.so_far) }
}

/// Returns what the tabulator key completes: the rests of turns, and commands.
fn words(table: &Table) -> Vec<String> {
    let rests = table.texts.iter().filter_map(|text| text.strip_prefix(&table.so_far));
    let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
    rests.chain(commands).map(str::to_owned).collect()
}

fn obey(table: &mut Table, line: &str, streams: &mut Streams<'_>) -> Result<Next> {
    if line.is_empty() {
        return Ok(Next::Same);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let is_turn = table.texts.iter().any(|text| text == line);
    let out = &mut *streams.out;
    match (word.to_lowercase().as_str(), rest) {
        _ if is_turn => return enter(table, line, out),
        ("help" | "?", "") => help(out)?,
        ("moves", beginning) => list(table, beginning, out)?,
        ("board", "") => return Ok(Next::Draw),
        ("position", "") => writeln!(out, "{}", table.session.position_text())?,
        ("why", turn) => ask::why(table, turn, out)?,
        ("trace", "") => writeln!(out, "Which turn? Type `trace TURN`.")?,
        ("trace", turn) => ask::trace(table, turn, out)?,
        ("hint", "") => hint(table, out)?,
        ("undo", "") => return undo(table, out),
        ("back", "") => table.so_far.clear(),
        ("resign", "") => return resign(table, out),
        ("save" | "load", "") => writeln!(out, "Which file? Type `{word} FILE`.")?,
        ("save", file) => save_to(table, file, out)?,
        ("load", file) => return load_from(table, file, streams),
        ("history", "") => history(table, out)?,
        ("quit" | "exit", "") => return Ok(Next::Leave),
        _ => return enter(table, line, out),
    }
    Ok(Next::Same)
}

/// Plays what was typed, or tells what can follow.
fn enter(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<Next> {
    if table.result().is_some() {
        writeln!(out, "The game is over. You can undo, save, load or quit.")?;
        return Ok(Next::Same);
    }
    match entry::resolve(&table.texts, &table.so_far, typed) {
        Entry::Turn(turn) => match table.play(&turn) {
            Ok(said) => {
                writeln!(out, "{said}")?;
                return Ok(Next::Draw);
            }
            Err(reason) => writeln!(out, "{reason}")?,
        },
        Entry::Open { so_far, choices } => {
            table.so_far = so_far;
            offer(&choices, out)?;
        }
        Entry::Unknown => return unusual(table, typed, out),
    }
    Ok(Next::Same)
}

/// Plays a turn that is written in another way than the game writes it, if it is one.
fn unusual(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<Next> {
    match table.usual_text(typed).and_then(|text| table.play(&text)) {
        Ok(said) => {
            writeln!(out, "{said}")?;
            Ok(Next::Draw)
        }
        Err(reason) => {
            writeln!(out, "{reason} (`moves` lists all turns, `help` the commands)")?;
            Ok(Next::Same)
        }
    }
}

fn offer(choices: &[String], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Choose:")?;
    columns(choices, out)
}

fn help(out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "Type a move in full or its beginning; if it has several steps, you are asked for"
    )?;
    writeln!(out, "each. Squares are written as on the board: from, then to.")?;
    let rows = COMMANDS.map(|(usage, meaning)| [format!("  {usage}"), meaning.to_owned()]);
    for line in text::table(&rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn list(table: &Table, beginning: &str, out: &mut dyn Write) -> Result<()> {
    let beginning = if beginning.is_empty() { table.so_far.as_str() } else { beginning };
    let found: Vec<String> =
        table.texts.iter().filter(|text| text.starts_with(beginning)).cloned().collect();
    if found.is_empty() {
        writeln!(out, "There are none.")?;
    }
    columns(&found, out)
}

fn hint(table: &mut Table, out: &mut dyn Write) -> Result<()> {
    if table.result().is_some() {
        writeln!(out, "The game is over.")?;
    } else if let Some(turn) = table.advice() {
        writeln!(out, "The computer ({DESCRIPTION}) would play {turn}.")?;
    }
    Ok(())
}

fn undo(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    if !table.so_far.is_empty() {
        table.so_far.clear();
        return Ok(Next::Draw);
    }
    if table.undo() {
        return Ok(Next::Draw);
    }
    writeln!(out, "There is nothing to take back.")?;
    Ok(Next::Same)
}

fn resign(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    if table.result().is_some() {
        writeln!(out, "The game is over.")?;
        return Ok(Next::Same);
    }
    table.resign();
    Ok(Next::Draw)
}

fn save_to(table: &Table, file: &str, out: &mut dyn Write) -> Result<()> {
    match save::write_file(file, &table.saved().write()) {
        Ok(false) => writeln!(out, "Saved to {file}.")?,
        Ok(true) => writeln!(out, "Saved to {file}, in place of the older game there.")?,
        Err(error) => writeln!(out, "Not saved: `{file}`: {error}")?,
    }
    Ok(())
}

fn load_from(table: &mut Table, file: &str, streams: &mut Streams<'_>) -> Result<Next> {
    let record = match save::read_file(file) {
        Ok(record) => record,
        Err(reason) => {
            writeln!(streams.out, "Not loaded: {reason}")?;
            return Ok(Next::Same);
        }
    };
    let Some(resumed) = resume(&record, streams)? else { return Ok(Next::Same) };
    table.change(record, resumed);
    Ok(Next::Draw)
}

fn history(table: &Table, out: &mut dyn Write) -> Result<()> {
    let turns: Vec<String> = table.saved().turns.into_iter().map(|(_, text)| text).collect();
    if turns.is_empty() {
        writeln!(out, "Nothing has been played.")?;
    }
    columns(&turns, out)
}

/// Prints short texts side by side.
fn columns(texts: &[String], out: &mut dyn Write) -> Result<()> {
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let across = (PAGE / (widest + 2)).max(1);
    for row in texts.chunks(across) {
        let cells: Vec<String> = row.iter().map(|text| format!("  {text:widest$}")).collect();
        writeln!(out, "{}", cells.concat().trim_end())?;
    }
    Ok(())
}
