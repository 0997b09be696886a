//! The conversation with the player.

use std::io::Write;

use super::super::records;
use super::entry::{self, Entry, Place};
use super::input::{Complete, Input, Line};
use super::keep::Keeper;
use super::lists::{self, COMMANDS};
use super::players::Player;
use super::table::Table;
use super::{Result, Streams, ask, changes, page, reading, resume, review, save};
use crate::author::words;
use crate::diag::suggest::counted;
use crate::state::TooMuch;

/// The most turns that the computer plays against itself.
const MAX_UNATTENDED: usize = 10_000;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It does; the board is as it was.
    Same,
    /// It does, and the board is to be drawn.
    Draw,
    /// The player leaves.
    Leave,
}

/// Plays until the game is over and the player leaves.
pub(super) fn play(table: &mut Table, input: &mut Input, streams: &mut Streams<'_>) -> Result<()> {
    lists::greet(table, streams.out)?;
    let mut next = Next::Draw;
    let mut played = 0;
    while next != Next::Leave {
        tell_trouble(table, streams)?;
        let over = table.has_stopped();
        if !over && table.player() == Player::Computer && !table.waits {
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
        next = asked(table, input, streams)?;
    }
    tell_trouble(table, streams)?;
    if table.is_kept() && table.result().is_none() {
        writeln!(streams.out, "The game is kept; `fairyring play --resume` goes on with it.")?;
    }
    streams.out.flush()?;
    Ok(())
}

/// Tells once what went wrong in keeping the game, which stops nobody from playing.
fn tell_trouble(table: &mut Table, streams: &mut Streams<'_>) -> Result<()> {
    if let Some(trouble) = table.trouble.take() {
        streams.out.flush()?;
        writeln!(streams.err, "note: {trouble}")?;
    }
    Ok(())
}

fn computer_turn(table: &mut Table, out: &mut dyn Write) -> Result<()> {
    // Whatever the search makes of it, there is a turn, as the game has not stopped.
    let first = || table.texts().into_iter().find(|text| text.starts_with(&table.so_far));
    let turn = table.advice().or_else(first).unwrap_or_default();
    let said = table.play(&turn).map_err(anyhow::Error::msg)?;
    page::paragraph(table, &said, out)?;
    out.flush()?;
    Ok(())
}

/// Says how the game has ended, or what is asked for now.
fn announce(table: &mut Table, out: &mut dyn Write) -> Result<()> {
    if let Some(result) = table.result() {
        page::paragraph(table, &words::result(table.game(), &result), out)?;
        if !table.is_unattended() {
            changes::afterwards(table, out)?;
        }
        return Ok(());
    }
    if let Some(limit) = table.too_much {
        return no_turns(table, limit, out);
    }
    if table.is_stuck() {
        return stuck(table, out);
    }
    if table.waits {
        writeln!(out, "The computer waits: `go` lets it play, or type a turn for it.")?;
    }
    let texts = table.texts();
    if let Some(only) = table.only(|_, _| true) {
        let told = format!("Only one turn is legal: {only}. Press Enter to play it.");
        return page::paragraph(table, &told, out);
    }
    if table.so_far.is_empty() {
        let mut choices = entry::first_step(&texts);
        if let Some([only]) = choices.as_deref() {
            let so_far = format!("{only},");
            writeln!(out, "There is only one choice: {only}.")?;
            table.settle(so_far);
            choices = Some(entry::choices(&texts, &table.so_far));
        }
        if let Some(choices) = choices {
            offer(table, &choices, out)?;
        }
    } else {
        offer(table, &entry::choices(&texts, &table.so_far), out)?;
    }
    Ok(())
}

/// Says that nothing is known of the turns here.
fn no_turns(table: &Table, limit: TooMuch, out: &mut dyn Write) -> Result<()> {
    let told = format!("{}. Nobody can play on here.", page::capitalised(&limit.to_string()));
    page::paragraph(table, &told, out)
}

/// Says that there is no legal turn, and that the rules do not say what that means.
fn stuck(table: &Table, out: &mut dyn Write) -> Result<()> {
    let side = table.game().side_name(table.side());
    let told = format!(
        "{side} has no legal turn, and no rule of this game says what that means: the game stops here without a result."
    );
    page::paragraph(table, &told, out)
}

/// Asks for a line and does what it says.
fn asked(table: &mut Table, input: &mut Input, streams: &mut Streams<'_>) -> Result<Next> {
    let prompt = prompt(table);
    match input.ask(&prompt, Some(completion(table)), streams.out)? {
        Line::Text(line) => obey(table, line.trim(), input, streams),
        Line::End => Ok(Next::Leave),
        Line::Interrupted => interrupted(table, input, streams),
    }
}

/// The first time, a line was cleared; who interrupts again is asked whether to leave.
fn interrupted(table: &mut Table, input: &mut Input, streams: &mut Streams<'_>) -> Result<Next> {
    writeln!(streams.out, "(Ctrl-C once more to leave)")?;
    match input.ask(&prompt(table), Some(completion(table)), streams.out)? {
        Line::Text(line) => return obey(table, line.trim(), input, streams),
        Line::End => return Ok(Next::Leave),
        Line::Interrupted => {}
    }
    let lost =
        if table.is_kept() || table.session.history().is_empty() { "" } else { " It is not kept." };
    let leave = input.ask(&format!("Leave the game?{lost} [y/N] "), None, streams.out)?;
    Ok(match leave {
        Line::Text(answer) if !answer.trim().to_lowercase().starts_with('y') => Next::Same,
        _ => Next::Leave,
    })
}

fn prompt(table: &Table) -> String {
    if table.result().is_some() {
        return "game over> ".to_owned();
    }
    let side = table.game().side_name(table.side());
    if table.so_far.is_empty() { format!("{side}> ") } else { format!("{side} {}> ", table.so_far) }
}

/// Returns what the tabulator key completes: the step that is asked for, and commands.
fn completion(table: &Table) -> Box<Complete> {
    let (texts, so_far) = (table.texts(), table.so_far.clone());
    let heads = table.square_names();
    Box::new(move |typed| {
        let begun = typed.len() - typed.trim_start().len();
        let (word, rest) = typed.split_at(begun);
        let taking = ["why ", "trace ", "moves ", "show "];
        let after = taking.iter().find(|command| rest.starts_with(**command));
        let start = word.len() + after.map_or(0, |command| command.len());
        let (at, mut words) = entry::complete(&texts, &so_far, &heads, &typed[start..]);
        if after.is_none() && at == 0 && !rest.is_empty() {
            // What goes on after the command can be typed at once.
            let commands = COMMANDS.iter().map(|(usage, _)| match usage.split_once(' ') {
                Some((name, _)) => format!("{name} "),
                None => (*usage).to_owned(),
            });
            words.extend(commands.filter(|name| name.starts_with(rest)));
        }
        (start + at, words)
    })
}

/// Tells whether a command is carried out only after it has been asked about.
fn is_asked_about(word: &str, rest: &str) -> bool {
    matches!((word, rest), ("resign" | "new" | "restart", "") | ("draw" | "offer", "" | "draw"))
}

fn obey(
    table: &mut Table,
    line: &str,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Next> {
    if line.is_empty() {
        return match table.only(|_, _| true) {
            Some(turn) if !table.has_stopped() => played(table, &turn, streams.out),
            _ => Ok(Next::Same),
        };
    }
    let is_offered = table.is_offered(line);
    // Where a choice has the name of a command, a stroke before it makes it the command.
    let line = line.strip_prefix('/').filter(|_| !is_offered).unwrap_or(line);
    if is_offered {
        return enter(table, line, streams.out);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let small = word.to_lowercase();
    if is_asked_about(&small, rest) {
        return match small.as_str() {
            "resign" => changes::resign(table, input, streams),
            "draw" | "offer" => changes::draw(table, input, streams),
            _ => changes::anew(table, input, streams),
        };
    }
    command(table, line, (&small, rest), streams)
}

/// Does what needs no further question.
fn command(
    table: &mut Table,
    line: &str,
    (word, rest): (&str, &str),
    streams: &mut Streams<'_>,
) -> Result<Next> {
    let out = &mut *streams.out;
    match (word, rest) {
        ("help" | "?", about) => lists::help(table, about, out)?,
        ("moves", beginning) => lists::moves(table, beginning, out)?,
        ("board", "") => return Ok(Next::Draw),
        ("rules", "" | "exactly" | "all") => page::rules(table, rest, out)?,
        ("show", what) => page::show(table, what, out)?,
        ("position", "") => writeln!(out, "{}", table.session.position_text())?,
        ("why", turn) => ask::why(table, turn, out)?,
        ("trace", "") => writeln!(out, "Which turn? Type `trace TURN`.")?,
        ("trace", turn) => ask::trace(table, turn, out)?,
        ("hint", "") => hint(table, out)?,
        ("score", "") => score(table, out)?,
        ("analyse" | "analyze", count) => review::analyse(table, count, out)?,
        ("review", "") => review::review(table, out)?,
        ("undo", "") => return undo(table, out),
        ("undo", count) => return undo_turns(table, count, out),
        ("go", "") => return go(table, out),
        ("back", "") => return back(table, out),
        ("level", wish) => changes::level(table, wish, out)?,
        ("swap", "") => return changes::swap(table, out),
        ("captured", "") => changes::captured(table, out)?,
        ("flip", "") => {
            table.screen.turned = !table.screen.turned;
            return Ok(Next::Draw);
        }
        ("save" | "load", "") => writeln!(out, "Which file? Type `{word} FILE`.")?,
        ("save", file) => save_to(table, file, out)?,
        ("load", file) => return load_from(table, file, streams),
        ("history", "") => lists::history(table, out)?,
        ("history", "san") => lists::written_history(table, out)?,
        ("quit" | "exit", "") => return Ok(Next::Leave),
        _ => return enter(table, line, out),
    }
    Ok(Next::Same)
}

/// Plays what was typed, or tells what can follow.
fn enter(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<Next> {
    if table.result().is_some() {
        changes::afterwards(table, out)?;
        return Ok(Next::Same);
    }
    if let Some(limit) = table.too_much {
        no_turns(table, limit, out)?;
        return Ok(Next::Same);
    }
    match meaning(table, typed) {
        Entry::Turn(turn) => played(table, &turn, out),
        Entry::Open { so_far, choices } => {
            table.settle(so_far);
            offer(table, &choices, out)?;
            Ok(Next::Same)
        }
        Entry::Unknown => unusual(table, typed, out),
    }
}

/// Finds what is meant by what was typed, as the game writes turns or as people do.
fn meaning(table: &Table, typed: &str) -> Entry {
    let (texts, squares) = (table.texts(), table.square_names());
    let place = Place { texts: &texts, so_far: &table.so_far, squares: &squares };
    let written = || table.written(typed);
    match place.resolve(typed) {
        Entry::Unknown => place.of_several(&written()),
        // A square by itself may be where a move begins or where another one ends.
        Entry::Turn(turn) if squares.iter().any(|name| name == typed) => {
            let mut meant = written();
            meant.retain(|other| *other != turn);
            meant.insert(0, turn);
            place.of_several(&meant)
        }
        known => known,
    }
}

fn played(table: &mut Table, turn: &str, out: &mut dyn Write) -> Result<Next> {
    match table.play(turn) {
        Ok(said) => {
            page::paragraph(table, &said, out)?;
            Ok(Next::Draw)
        }
        Err(reason) => {
            writeln!(out, "{reason}")?;
            Ok(Next::Same)
        }
    }
}

/// Plays a turn that is written in yet another way than the game writes it, or says why it cannot be played.
fn unusual(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<Next> {
    if let Some(told) = table.misplaced(typed) {
        page::paragraph(table, &told, out)?;
        return Ok(Next::Same);
    }
    if let Some(turn) = table.meant_turn(typed) {
        return played(table, &turn, out);
    }
    let bare = reading::bare(typed);
    if bare != typed && !bare.is_empty() {
        return enter(table, &bare, out);
    }
    if let Some((first, rest)) = typed.split_once(' ')
        && table.begins_with_whole_turn(first, rest)
        && matches!(meaning(table, first), Entry::Turn(_))
    {
        let count = counted(typed.split(' ').count(), "turn");
        let told = format!("These are {count}: type one at a time, {first} first.");
        page::paragraph(table, &told, out)?;
        return Ok(Next::Same);
    }
    ask::explain(table, typed, out)?;
    Ok(Next::Same)
}

fn offer(table: &mut Table, choices: &[String], out: &mut dyn Write) -> Result<()> {
    if let Some(rule) = table.asked() {
        page::paragraph(table, &rule, out)?;
    }
    writeln!(out, "Choose:")?;
    lists::columns(choices, table.look().width, out)?;
    if let Some(name) = lists::hidden_command(table) {
        let told = format!("(`{name}` is a choice here; `/{name}` is the command.)");
        page::paragraph(table, &told, out)?;
    }
    Ok(())
}

fn hint(table: &Table, out: &mut dyn Write) -> Result<()> {
    if table.result().is_some() {
        writeln!(out, "The game is over.")?;
    } else if let Some(limit) = table.too_much {
        no_turns(table, limit, out)?;
    } else if table.is_stuck() {
        stuck(table, out)?;
    } else if let Some(turn) = table.advice() {
        let told = format!("The computer ({}) would play {turn}.", table.opponent());
        page::paragraph(table, &told, out)?;
    }
    Ok(())
}

/// Says what the computer makes of the position.
fn score(table: &Table, out: &mut dyn Write) -> Result<()> {
    if table.result().is_some() {
        writeln!(out, "The game is over.")?;
    } else if let Some(limit) = table.too_much {
        no_turns(table, limit, out)?;
    } else if table.is_stuck() {
        stuck(table, out)?;
    } else if let Some(told) = table.judgement() {
        page::paragraph(table, &told, out)?;
    } else {
        let told = "The computer looks only one turn ahead in this game, and has no opinion.";
        page::paragraph(table, told, out)?;
    }
    Ok(())
}

fn back(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    if table.so_far.is_empty() {
        writeln!(out, "No part of a turn has been typed; `undo` takes back whole turns.")?;
        return Ok(Next::Same);
    }
    table.settle(String::new());
    Ok(Next::Draw)
}

fn undo(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    if !table.so_far.is_empty() {
        return back(table, out);
    }
    let undone = table.undo();
    taken_back(undone, out)
}

fn undo_turns(table: &mut Table, count: &str, out: &mut dyn Write) -> Result<Next> {
    let Some(count) = count.parse().ok().filter(|count| *count > 0) else {
        writeln!(out, "How many turns? Type `undo`, or `undo 3` for the last three.")?;
        return Ok(Next::Same);
    };
    table.settle(String::new());
    let undone = table.undo_turns(count);
    taken_back(undone, out)
}

fn taken_back(undone: Option<usize>, out: &mut dyn Write) -> Result<Next> {
    match undone {
        None => {
            writeln!(out, "There is nothing to take back.")?;
            return Ok(Next::Same);
        }
        Some(0) => writeln!(out, "The game goes on.")?,
        Some(1) => writeln!(out, "One turn is taken back.")?,
        Some(count) => writeln!(out, "{count} turns are taken back.")?,
    }
    Ok(Next::Draw)
}

/// Lets the computer play that waits.
fn go(table: &mut Table, out: &mut dyn Write) -> Result<Next> {
    if !table.waits {
        writeln!(out, "It is your turn.")?;
        return Ok(Next::Same);
    }
    table.settle(String::new());
    table.waits = false;
    Ok(Next::Draw)
}

fn save_to(table: &Table, file: &str, out: &mut dyn Write) -> Result<()> {
    let path = save::meant_path(file);
    let shown = path.display();
    if records::is_pgn(&path) {
        match records::add_to(&path, &table.record, &table.session) {
            Ok(()) => writeln!(out, "Added to {shown}.")?,
            Err(error) => writeln!(out, "Not saved: `{shown}`: {error}")?,
        }
        return Ok(());
    }
    match save::write_file(&path, &table.record.to_string()) {
        Ok(false) => writeln!(out, "Saved to {shown}.")?,
        Ok(true) => writeln!(out, "Saved to {shown}, in place of the older game there.")?,
        Err(error) => writeln!(out, "Not saved: `{shown}`: {error}")?,
    }
    Ok(())
}

fn load_from(table: &mut Table, file: &str, streams: &mut Streams<'_>) -> Result<Next> {
    let begun = match resume::open(&save::meant_path(file), false) {
        Ok(begun) => begun,
        Err(reason) => {
            writeln!(streams.out, "Not loaded: {reason}")?;
            return Ok(Next::Same);
        }
    };
    let Some((resumed, keeper)) = super::resumed(begun, streams)? else { return Ok(Next::Same) };
    // What is kept of the game before stays where it is.
    let keeper = keeper.or_else(|| Keeper::standard().ok()).filter(|_| table.keeps);
    table.change(resumed, keeper.unwrap_or(Keeper::Off));
    Ok(Next::Draw)
}
