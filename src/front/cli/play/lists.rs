//! What is listed at the table: the commands, turns, the game so far.

use std::io::Write;

use super::Result;
use super::page;
use super::players::Player;
use super::table::Table;
use crate::front::draw::text;
use crate::ir::PieceType;
use crate::notation::shown;
use crate::records::compose;

/// The commands with what they do.
pub(super) const COMMANDS: [(&str, &str); 27] = [
    ("help", "show this list"),
    ("moves [BEGINNING]", "list the legal turns, or those that begin so"),
    ("rules [exactly|all]", "show the page of the rules; exactly: rule by rule what is different"),
    (
        "show PIECE",
        "tell what a piece can do, and where those on the board can go; `show e2` asks for one",
    ),
    ("board", "draw the board again"),
    ("position", "print the position text"),
    ("why [TURN]", "say why a turn is legal or not, or why the game is over or not"),
    ("trace TURN", "follow a turn step by step through the rules, without playing it"),
    ("hint", "say what the computer would play"),
    ("score", "say what the position is worth, and how the computer expects the game to go on"),
    ("analyse [N]", "look for the best turns here, N of them, and say what each is worth"),
    (
        "review",
        "look at all turns of the game: which gave something away, and how well each side played",
    ),
    (
        "undo [COUNT]",
        "take back your last turn and the answers to it, or so many turns of either side",
    ),
    ("go", "let the computer move now, after `undo COUNT`"),
    ("back", "take back the part of a turn that you have typed"),
    ("level [NUMBER]", "say how well the computer plays, or change it: from 1 (a beginner) to 10"),
    ("swap", "change sides with the computer"),
    ("flip", "turn the board round"),
    ("captured", "list the pieces that were captured so far"),
    ("draw", "offer a draw: the other side may agree"),
    ("resign", "give up the game; you are asked whether you mean it"),
    ("new", "begin the game anew"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a game from a file"),
    ("history [san]", "list the turns played so far; with `san`, as people write them down"),
    ("quit", "leave; the game is kept"),
    ("exit", "the same"),
];

/// Words that people try, and the commands that do what they are after.
pub(super) const OTHER_WORDS: [(&str, &str); 12] = [
    ("takeback", "undo"),
    ("take", "undo"),
    ("give", "resign"),
    ("surrender", "resign"),
    ("legal", "moves"),
    ("list", "moves"),
    ("fen", "position"),
    ("eval", "score"),
    ("pgn", "history san"),
    ("print", "board"),
    ("bye", "quit"),
    ("stop", "quit"),
];

/// Returns the first command of whose name there is a choice now, which goes before it.
pub(super) fn hidden_command(table: &Table) -> Option<&'static str> {
    let mut names = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
    names.find(|name| table.is_offered(name))
}

/// With fewer columns than this, what a command does does not fit beside it.
const NARROW: usize = 60;

/// Says which game is played, and by whom.
pub(super) fn greet(table: &Table, out: &mut dyn Write) -> Result<()> {
    let game = table.game();
    writeln!(out, "{}", game.about.title)?;
    if let Some(summary) = &game.about.summary {
        page::paragraph(table, summary, out)?;
    }
    if !table.is_unattended() {
        page::special(table, out)?;
        page::paragraph(table, &letters(table), out)?;
    }
    for (side, player) in game.sides.iter().zip(table.players.into_array()) {
        match player {
            Player::Person => writeln!(out, "{}: you", side.name)?,
            Player::Computer => {
                let (name, opponent, seed) = (&side.name, table.opponent(), table.seed);
                let told = format!("{name}: the computer, {opponent} (--seed {seed})");
                page::paragraph(table, &told, out)?;
            }
        }
    }
    if let (false, Some((example, _))) = (table.is_unattended(), table.turns.first()) {
        let example = example.split(',').next().unwrap_or(example);
        let told = format!("Type a move such as {example}, `rules`, `show PIECE` or `help`.");
        page::paragraph(table, &told, out)?;
    }
    Ok(())
}

/// Lists the commands, or those that begin with a word.
pub(super) fn help(table: &Table, about: &str, out: &mut dyn Write) -> Result<()> {
    let is_asked = |usage: &str| about.is_empty() || usage.split(' ').next() == Some(about);
    let asked = || COMMANDS.iter().filter(|(usage, _)| is_asked(usage));
    if asked().next().is_none() {
        let told = format!("There is no command `{}`. `help` lists all commands.", shown(about));
        return page::paragraph(table, &told, out);
    }
    let told = "Type a move in full or its beginning; if it has several steps, you are asked for each. Squares are \
                written as on the board: from, then to. What other programs write is understood too where it can \
                mean only one move: a piece's letter and where it goes. Tab completes.";
    if about.is_empty() {
        page::paragraph(table, told, out)?;
    }
    let usages = asked().map(|(usage, _)| usage.len()).max().unwrap_or(0);
    // Where there is little room, what a command does stands below it.
    let narrow = table.look().width < NARROW;
    let indent = if narrow { 6 } else { usages + 4 };
    let width = table.look().width.saturating_sub(indent + 1);
    for (usage, meaning) in asked() {
        let lines = text::wrap(meaning, width).join(&format!("\n{:indent$}", ""));
        if narrow {
            writeln!(out, "  {usage}\n{:indent$}{lines}", "")?;
        } else {
            writeln!(out, "  {usage:usages$}  {lines}")?;
        }
    }
    Ok(())
}

/// Says what the letters on the board mean.
fn letters(table: &Table) -> String {
    let game = table.game();
    let kind = |kind: &PieceType| {
        let symbol = kind.symbols.iter().flatten().next().cloned().unwrap_or_default();
        format!("{symbol} {}", kind.name)
    };
    let kinds: Vec<String> = game.types.iter().map(kind).collect();
    let [first, second] = game.sides.as_array();
    let small = |kind: &PieceType| match &kind.symbols {
        [Some(one), Some(other), _] => one.to_lowercase() == *other && one != other,
        _ => false,
    };
    let sides = if game.types.iter().all(small) {
        format!("; capitals are {}'s, small letters {}'s", first.name, second.name)
    } else {
        String::new()
    };
    format!("Pieces: {}{sides}.", kinds.join(", "))
}

/// Lists the legal turns that begin so.
pub(super) fn moves(table: &Table, beginning: &str, out: &mut dyn Write) -> Result<()> {
    if let Some(limit) = table.too_much {
        return page::paragraph(table, &(page::capitalised(&limit.to_string()) + "."), out);
    }
    let texts = table.texts();
    let so_far = table.so_far.as_str();
    let whole = format!("{so_far}{beginning}");
    let mut found: Vec<String> =
        texts.iter().filter(|text| text.starts_with(&whole)).cloned().collect();
    if found.is_empty() {
        found = texts.into_iter().filter(|text| text.starts_with(beginning)).collect();
    }
    if found.is_empty() {
        writeln!(out, "There are none.")?;
    }
    columns(&found, table.look().width, out)
}

/// Lists what has been played.
pub(super) fn history(table: &Table, out: &mut dyn Write) -> Result<()> {
    let turns = table.history();
    if turns.is_empty() {
        writeln!(out, "Nothing has been played.")?;
    }
    let mut number = None;
    let mut lines: Vec<String> = Vec::new();
    for (turn_number, side, text) in turns {
        let told = format!("{side} {text}");
        match lines.last_mut() {
            Some(line) if number == Some(turn_number) => line.extend([",  ", &told]),
            _ => lines.push(format!("{turn_number:>4}. {told}")),
        }
        number = Some(turn_number);
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints the turns that were played as people write them down.
pub(super) fn written_history(table: &Table, out: &mut dyn Write) -> Result<()> {
    let session = &table.session;
    let start = session.positions().first().unwrap_or(session.position());
    let composer = compose::Game { session, name: "", options: &[] };
    match composer.compose(start, session.history()) {
        Ok(game) if game.items.is_empty() => writeln!(out, "Nothing has been played.")?,
        Ok(game) => writeln!(out, "{}", game.turns_text())?,
        Err(limit) => writeln!(out, "The turns cannot be written so: {limit}.")?,
    }
    Ok(())
}

/// Prints short texts side by side.
pub(super) fn columns(texts: &[String], width: usize, out: &mut dyn Write) -> Result<()> {
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let across = (width.saturating_sub(1) / (widest + 2)).max(1);
    for row in texts.chunks(across) {
        let cells: Vec<String> = row.iter().map(|text| format!("  {text:widest$}")).collect();
        writeln!(out, "{}", cells.concat().trim_end())?;
    }
    Ok(())
}
