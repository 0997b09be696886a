//! Which game is gone on with, if one is.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::super::{Result, Streams};
use super::input::{Input, Line};
use super::keep::{self, Keeper, Kept};
use super::save::{self, Reading};
use super::{Arguments, identity};
use crate::diag::suggest::counted;
use crate::library::Record;

/// The most games that are offered.
const MAX_OFFERED: usize = 9;

/// The game that is gone on with.
pub(super) struct Begun {
    /// How it began and what was played.
    pub record: Record,
    /// Where it is kept already, if it is.
    pub keeper: Option<Keeper>,
}

/// Finds the game that is meant, the last one if nothing is said; tells what is wrong and returns `None` if there is none.
pub(super) fn find(
    arguments: &Arguments,
    wish: &str,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Option<Begun>> {
    if wish.is_empty() {
        let game = arguments.game.as_deref().map(identity);
        return last(game.as_deref(), arguments.no_save, input, streams);
    }
    let path = save::meant_path(wish);
    let is_game = !path.exists() && crate::bundled::all_games().any(|name| name == wish);
    if is_game && arguments.game.is_none() {
        return last(Some(wish), arguments.no_save, input, streams);
    }
    match open(&path, arguments.no_save) {
        Ok(mut begun) => {
            if let Some(game) = &arguments.game {
                begun.record = begun.record.with("game", identity(game).into());
            }
            Ok(Some(begun))
        }
        Err(reason) => {
            streams.error(reason)?;
            Ok(None)
        }
    }
}

/// Reads the saved game in a file; it is kept there from here on if that is where it was kept.
///
/// # Errors
///
/// Says what is wrong with it.
pub(super) fn open(path: &Path, no_save: bool) -> std::result::Result<Begun, String> {
    let failed = |error: std::io::Error| format!("`{}`: {error}", path.display());
    let file = if keep::is_kept(path) && !no_save {
        Some(Keeper::take(path).map_err(failed)?)
    } else {
        None
    };
    let Reading { record, whole } = save::read_file(path)?;
    let keeper = match (file, whole) {
        (Some(file), Some(whole)) => Some(Keeper::go_on(file, whole).map_err(failed)?),
        _ => None,
    };
    Ok(Begun { record, keeper })
}

/// Goes on with the game that was played last, or lets a person choose where there are several.
fn last(
    game: Option<&str>,
    no_save: bool,
    input: &mut Input,
    streams: &mut Streams<'_>,
) -> Result<Option<Begun>> {
    let mut kept = match keep::unfinished(game) {
        Ok(kept) => kept,
        Err(reason) => {
            streams.error(reason)?;
            return Ok(None);
        }
    };
    kept.truncate(MAX_OFFERED);
    if kept.is_empty() {
        let which = game.map_or_else(String::new, |game| format!(" of `{game}`"));
        streams.error(format!("there is no unfinished game{which} to go on with"))?;
        return Ok(None);
    }
    let chosen = if kept.len() > 1 && input.is_terminal() {
        choose(&kept, input, streams)?
    } else {
        Some(0)
    };
    let Some(chosen) = chosen else { return Ok(None) };
    let chosen = kept.swap_remove(chosen);
    writeln!(streams.out, "Going on with {}.", described(&chosen))?;
    match open(&chosen.path, no_save) {
        Ok(begun) => Ok(Some(begun)),
        Err(reason) => {
            streams.error(reason)?;
            Ok(None)
        }
    }
}

/// Asks which of several games is meant; `None` if none is.
fn choose(kept: &[Kept], input: &mut Input, streams: &mut Streams<'_>) -> Result<Option<usize>> {
    writeln!(streams.out, "Games that are not over, the last one first:")?;
    for (index, kept) in kept.iter().enumerate() {
        writeln!(streams.out, "  {}  {}", index + 1, described(kept))?;
    }
    loop {
        let Line::Text(line) = input.ask("Which one? [1] ", None, streams.out)? else {
            return Ok(None);
        };
        match line.trim() {
            "" => return Ok(Some(0)),
            "q" | "quit" | "exit" => return Ok(None),
            number => match number.parse::<usize>() {
                Ok(number) if (1..=kept.len()).contains(&number) => return Ok(Some(number - 1)),
                _ => writeln!(streams.out, "Type a number from 1 to {}, or `quit`.", kept.len())?,
            },
        }
    }
}

/// Says which game it is, how far it is and how long ago it was played.
fn described(kept: &Kept) -> String {
    let turns = kept.reading.record.turns().len();
    let turns = counted(turns, "turn");
    let ago = SystemTime::now().duration_since(kept.changed).unwrap_or_default();
    format!("{}, {turns} played, the last {}", kept.reading.record.game_name(), ago_text(ago))
}

fn ago_text(ago: Duration) -> String {
    let minutes = ago.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", counted(count, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_ago() {
        let told = |seconds| ago_text(Duration::from_secs(seconds));
        assert_eq!(told(59), "just now");
        assert_eq!(told(60), "1 minute ago");
        assert_eq!(told(7200), "2 hours ago");
        assert_eq!(told(86400 * 3), "3 days ago");
    }
}
