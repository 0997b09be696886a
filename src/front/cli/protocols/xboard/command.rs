//! Lines of the Chess Engine Communication Protocol, read.

use std::time::Duration;

/// A line of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `protover N`
    Protover,
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `white`, `black`: the side that moves first or second is to move; the engine plays the other
    ToMove(bool),
    /// `level MPS BASE INC`
    Level {
        /// How many turns there are for the base time; 0 for all.
        turns: u32,
        /// The base time.
        base: Duration,
        /// What is added for each turn.
        increment: Duration,
    },
    /// `st TIME`
    TimePerMove(Duration),
    /// `sd DEPTH`
    Depth(u32),
    /// `time N`
    Time(Duration),
    /// `?`
    MoveNow,
    /// `ping N`
    Ping(String),
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`
    Edit,
    /// `hint`
    Hint,
    /// `undo`: this many turns are taken back; `remove` takes back two
    Undo(usize),
    /// `post`, `nopost`
    Post(bool),
    /// `analyze`
    Analyze,
    /// `exit`
    Exit,
    /// `.`
    Status,
    /// `result`
    Result,
    /// `computer`
    Computer,
    /// `memory N`
    Memory(usize),
    /// `cores N`
    Cores(usize),
    /// `option NAME=VALUE`
    Option(String, String),
    /// The answer to a question of ours.
    Answer(String),
    /// `usermove MOVE`
    UserMove(String),
    /// `lift SQUARE`: the user has taken up a piece
    Lift(String),
    /// `put SQUARE`: the user is putting it there
    Put(String),
    /// Nothing that needs an answer.
    Nothing,
    /// What is too little or wrong for the command.
    Wrong,
    /// Something else, perhaps a move.
    Other(String),
}

/// The word by which the interface tells the answer to a question of ours.
pub(super) const ANSWER: &str = "TURN";

/// Commands that ask for nothing here.
const IGNORED: [&str; 18] = [
    "xboard", "accepted", "rejected", "hard", "easy", "random", "otim", "draw", "name", "rating",
    "ics", "nps", "bk", "egtpath", "partner", "ptell", "holding", "hover",
];

/// Reads a line.
pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if IGNORED.contains(&word) || word.is_empty() {
        return Command::Nothing;
    }
    let number = || rest.parse::<u64>().ok();
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let told = match word {
        "protover" => Some(Command::Protover),
        "new" => Some(Command::New),
        "variant" => Some(Command::Variant(rest.to_owned())),
        "quit" => Some(Command::Quit),
        "force" => Some(Command::Force),
        "go" => Some(Command::Go),
        "playother" => Some(Command::PlayOther),
        "white" => Some(Command::ToMove(true)),
        "black" => Some(Command::ToMove(false)),
        "level" => level(rest),
        "st" => time(rest).map(Command::TimePerMove),
        "sd" => number().map(|depth| Command::Depth(small(depth).max(1))),
        // A clock may have run out.
        "time" => rest.parse::<i64>().ok().map(|left| {
            Command::Time(Duration::from_millis(
                u64::try_from(left).unwrap_or(0).saturating_mul(10),
            ))
        }),
        "?" => Some(Command::MoveNow),
        "ping" => Some(Command::Ping(rest.to_owned())),
        "setboard" => Some(Command::SetBoard(rest.to_owned())),
        "edit" => Some(Command::Edit),
        "hint" => Some(Command::Hint),
        "undo" => Some(Command::Undo(1)),
        "remove" => Some(Command::Undo(2)),
        "post" => Some(Command::Post(true)),
        "nopost" => Some(Command::Post(false)),
        "analyze" => Some(Command::Analyze),
        "exit" => Some(Command::Exit),
        "." => Some(Command::Status),
        "result" => Some(Command::Result),
        "computer" => Some(Command::Computer),
        "memory" => number().map(|size| Command::Memory(usize::try_from(size).unwrap_or(1))),
        "cores" => number().map(|count| Command::Cores(usize::try_from(count).unwrap_or(1))),
        "option" => Some(option(rest)),
        "usermove" | "move" => (!rest.is_empty()).then(|| Command::UserMove(rest.to_owned())),
        "lift" => (!rest.is_empty()).then(|| Command::Lift(rest.to_owned())),
        // A comma tells that more is to follow.
        "put" => Some(Command::Put(rest.trim_end_matches(',').to_owned())),
        ANSWER => Some(Command::Answer(rest.to_owned())),
        _ => Some(Command::Other(line.to_owned())),
    };
    told.unwrap_or(Command::Wrong)
}

fn option(text: &str) -> Command {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Command::Option(name.trim().to_owned(), value.trim().to_owned())
}

fn level(text: &str) -> Option<Command> {
    let mut words = text.split_whitespace();
    let turns = words.next()?.parse().ok()?;
    // The base time is in minutes, and may have seconds.
    let base = words.next()?;
    let base = match base.split_once(':') {
        Some(_) => time(base)?,
        None => time(base)?.checked_mul(60)?,
    };
    Some(Command::Level { turns, base, increment: time(words.next()?)? })
}

/// Reads seconds, with a fraction, or minutes and seconds.
fn time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| !seconds.is_nan())?;
    let seconds = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
    seconds.checked_add(Duration::from_secs(u64::from(minutes) * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let millis = Duration::from_millis;
        assert_eq!(parse("st 0.5"), Command::TimePerMove(millis(500)));
        assert_eq!(parse("st 1:30"), Command::TimePerMove(millis(90_000)));
        let level = |turns, base, increment| Command::Level {
            turns,
            base: millis(base),
            increment: millis(increment),
        };
        assert_eq!(parse("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(parse("level 0 0:30 0.5"), level(0, 30_000, 500));
        assert_eq!(parse("time -20"), Command::Time(millis(0)));
        assert_eq!(parse("time 1234"), Command::Time(millis(12_340)));
    }

    #[test]
    fn what_cannot_be_read_is_wrong_and_no_panic() {
        for line in [
            "level",
            "level 1",
            "level a b c",
            "st",
            "st x",
            "st NaN",
            "st 1e999",
            "sd -1",
            "level 0 99999999999999999999 0",
        ] {
            assert_eq!(parse(line), Command::Wrong, "{line}");
        }
        assert_eq!(parse("e2e4"), Command::Other("e2e4".to_owned()));
        assert_eq!(parse("  "), Command::Nothing);
    }
}
