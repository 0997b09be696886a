//! Saved games of the first version, which are still read: lines of words.
//!
//! ```text
//! fairyring game 1
//! game magic-ring
//! set powers=Queen,Knight
//! start rnbqkbnr/… w …
//! play e2e4
//! play e7e5
//! resigned Black
//! ```

use super::record::Record;

/// The first line: what it is and in which version.
const HEADER: &str = "fairyring game 1";

/// Tells whether a text is a saved game of that version.
pub(super) fn is_one(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim() == HEADER)
}

/// Reads the text of such a saved game.
///
/// # Errors
///
/// Says which line is wrong, and why.
pub(super) fn read(text: &str) -> Result<Record, String> {
    let lines = text.lines().enumerate().skip(1).map(|(index, line)| (index + 1, line.trim()));
    let mut record = Record::default();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        read_line(&mut record, number, line)
            .map_err(|reason| format!("line {number}: {reason}"))?;
    }
    if record.game.is_empty() {
        return Err("there is no line `game …`".to_owned());
    }
    Ok(record)
}

fn read_line(record: &mut Record, number: usize, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim().to_owned();
    if rest.is_empty() {
        return Err(format!("something is missing after `{word}`"));
    }
    match word {
        "game" => record.game = rest,
        "set" => {
            let (name, value) = rest.split_once('=').ok_or("write `set OPTION=VALUE`")?;
            record.options.push((name.to_owned(), value.to_owned()));
        }
        "start" => record.start = Some(rest),
        "play" => record.turns.push((number, rest)),
        "resigned" => record.resigned = Some(rest),
        _ => return Err(format!("`{word}` is none of game, set, start, play, resigned")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_the_first_version_is_read() {
        let text = "fairyring game 1\ngame some game.rules\nset powers=Queen,\"N,fW\"\nstart 8/8 w 1\n\
                    play a2a4\nplay a7a5,sac:@P\nresigned White\n";
        let record = Record {
            game: "some game.rules".to_owned(),
            options: vec![("powers".to_owned(), "Queen,\"N,fW\"".to_owned())],
            start: Some("8/8 w 1".to_owned()),
            turns: vec![(5, "a2a4".to_owned()), (6, "a7a5,sac:@P".to_owned())],
            resigned: Some("White".to_owned()),
            ..Record::default()
        };
        assert_eq!(Record::read(text).map(|reading| reading.record), Ok(record));
    }

    #[test]
    fn wrong_lines_are_named() {
        let refused = |text: &str| Record::read(text).unwrap_err();
        assert!(refused("fairyring game 1\n").contains("`game …`"));
        assert!(refused("fairyring game 1\ngame a\nx y\n").starts_with("line 3: `x`"));
        assert!(refused("fairyring game 1\ngame\n").starts_with("line 2: something is missing"));
        assert!(refused("fairyring game 1\nset a\n").contains("OPTION=VALUE"));
    }
}
