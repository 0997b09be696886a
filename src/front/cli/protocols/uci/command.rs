//! Lines of UCI, read.

use std::time::Duration;

use crate::front::cli::protocols::clock::Clock;
use crate::ir::BySide;
use crate::notation::shown;

/// A line of UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME value VALUE`
    SetOption {
        /// The name, which may have spaces.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// `position`
    Position {
        /// The text of the position; none for the game's own.
        fen: Option<String>,
        /// The turns played from there.
        moves: Vec<String>,
    },
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d`: show the position
    Display,
    /// `quit`
    Quit,
    /// Nothing that needs an answer.
    Nothing,
    /// Something else.
    Unknown,
}

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Only these turns.
    pub(super) search_moves: Vec<String>,
    /// The time left, for each side.
    pub(super) left: BySide<Option<Duration>>,
    /// What is added for each turn, for each side.
    pub(super) increment: BySide<Duration>,
    /// After how many turns more time comes.
    pub(super) turns_left: Option<u32>,
    /// How many turns to look ahead.
    pub(super) depth: Option<u32>,
    /// How many nodes to look at.
    pub(super) nodes: Option<u64>,
    /// In how many of its own turns to look for a win.
    pub(super) mate: Option<u32>,
    /// How long to think.
    pub(super) move_time: Option<Duration>,
    /// To think until told to stop.
    pub(super) infinite: bool,
    /// To think while the other side does.
    pub(super) ponder: bool,
    /// How many turns to count ways to play.
    pub(super) perft: Option<u32>,
    /// What cannot be understood.
    pub(super) troubles: Vec<String>,
}

impl Go {
    /// Returns the clock of a side, if it was told.
    pub(super) fn clock(&self, side: crate::ir::SideId) -> Option<Clock> {
        let increment = self.increment[side];
        self.left[side].map(|left| Clock { left, increment, turns_to_go: self.turns_left })
    }
}

/// Reads a line. Words before the first known one are passed over, as the protocol asks for.
pub(super) fn parse(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() {
        return Command::Nothing;
    }
    (0..words.len().min(8))
        .find_map(|skipped| known(words[skipped], &words[skipped + 1..]))
        .unwrap_or(Command::Unknown)
}

fn known(word: &str, rest: &[&str]) -> Option<Command> {
    Some(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => option(rest),
        "position" => position(rest)?,
        "go" => Command::Go(go(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Nothing,
        _ => return None,
    })
}

fn option(rest: &[&str]) -> Command {
    let rest = rest.strip_prefix(&["name"]).unwrap_or(rest);
    let at = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let value = rest.get(at + 1..).unwrap_or_default().join(" ");
    Command::SetOption { name: rest[..at].join(" "), value }
}

fn position(rest: &[&str]) -> Option<Command> {
    let at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let moves = owned(rest.get(at + 1..).unwrap_or_default());
    let fen = match *rest.first()? {
        "startpos" => None,
        "fen" => Some(rest.get(1..at)?.join(" ")),
        "sfen" => Some(of_sfen(rest.get(1..at)?)),
        _ => return None,
    };
    Some(Command::Position { fen, moves })
}

/// Writes a position in SFEN as a FEN: there, `b` is the side that begins, all pieces in hand have a field of their own, and the
/// number of the move comes last. What is no SFEN stays as it is.
fn of_sfen(fields: &[&str]) -> String {
    let (board, side, hand, number) = match *fields {
        [board, side, hand] => (board, side, hand, "1"),
        [board, side, hand, number] => (board, side, hand, number),
        _ => return fields.join(" "),
    };
    let side = match side {
        "b" => "w",
        "w" => "b",
        _ => return fields.join(" "),
    };
    format!("{board}[{hand}] {side} 0 {number}")
}

/// What is told of clocks: time that has run out may be less than none.
const CLOCK: [&str; 5] = ["wtime", "btime", "winc", "binc", "movetime"];

const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go(rest: &[&str]) -> Go {
    let mut go = Go::default();
    let [first, last] = crate::ir::SideId::ALL;
    let mut words = rest.iter().copied().peekable();
    while let Some(word) = words.next() {
        let troubles = &mut go.troubles;
        // A number that is missing or no number leaves the limit out; a time below 0 counts as 0.
        let mut number = || {
            let text = words.next_if(|next| !WORDS.contains(next));
            let number = text.and_then(|text| text.parse::<i64>().ok());
            if number.is_none_or(|number| number < 0 && !CLOCK.contains(&word)) {
                let found =
                    text.map_or_else(String::new, |text| format!(", not `{}`", shown(text)));
                troubles.push(format!("`{word}` needs a number{found}"));
                return None;
            }
            number.map(|number| u64::try_from(number).unwrap_or(0))
        };
        let small = |number: Option<u64>| number.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.left[first] = number().map(Duration::from_millis),
            "btime" => go.left[last] = number().map(Duration::from_millis),
            "winc" => go.increment[first] = Duration::from_millis(number().unwrap_or(0)),
            "binc" => go.increment[last] = Duration::from_millis(number().unwrap_or(0)),
            "movestogo" => go.turns_left = small(number()),
            "depth" => go.depth = small(number()),
            "nodes" => go.nodes = number(),
            "mate" => go.mate = small(number()),
            "movetime" => go.move_time = number().map(Duration::from_millis),
            "perft" => go.perft = small(number()),
            "searchmoves" => {
                while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                    go.search_moves.push(text.to_owned());
                }
            }
            _ => go.troubles.push(format!("`go` has no word `{}`", shown(word))),
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn positions_are_told_from_moves() {
        let fen = Some("8/8 w - e3 clock:3".to_owned());
        let moves = texts(&["e2e4", "bestow:e2,e2e4"]);
        assert_eq!(
            parse("position fen 8/8 w - e3 clock:3 moves e2e4 bestow:e2,e2e4"),
            Command::Position { fen, moves }
        );
        assert_eq!(parse("position startpos"), Command::Position { fen: None, moves: Vec::new() });
        assert_eq!(parse("position"), Command::Unknown);
    }

    #[test]
    fn sfen_is_read_as_fen() {
        let read = |text: &str| match parse(text) {
            Command::Position { fen, .. } => fen.unwrap_or_default(),
            _ => String::new(),
        };
        assert_eq!(read("position sfen 9/4k4 b - 1 moves 7g7f"), "9/4k4[-] w 0 1");
        assert_eq!(read("position sfen 9/4k4 w 2Pb 30"), "9/4k4[2Pb] b 0 30");
        assert_eq!(read("position sfen 9/4k4 x - 1"), "9/4k4 x - 1");
    }

    #[test]
    fn options_may_have_spaces() {
        let option = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption name A B value c d"), option("A B", "c d"));
        assert_eq!(parse("setoption"), option("", ""));
    }

    #[test]
    fn all_of_go_is_understood() {
        let Command::Go(go) = parse(
            "go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 20 movestogo 7 depth 3 nodes 99 mate 2 \
             movetime 44 infinite ponder perft 5",
        ) else {
            panic!("it is a go")
        };
        assert_eq!(go.search_moves, texts(&["e2e4", "d2d4"]));
        let [first, last] = crate::ir::SideId::ALL;
        assert_eq!(
            (go.left[first], go.left[last]),
            (Some(Duration::from_secs(1)), Some(Duration::ZERO))
        );
        assert_eq!((go.depth, go.nodes, go.mate, go.perft), (Some(3), Some(99), Some(2), Some(5)));
        assert_eq!((go.turns_left, go.move_time), (Some(7), Some(Duration::from_millis(44))));
        assert!(go.infinite && go.ponder);
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        assert_eq!(parse("joho isready"), Command::IsReady);
        assert_eq!(parse("joho"), Command::Unknown);
        assert_eq!(parse(" \t "), Command::Nothing);
        let Command::Go(go) = parse("go depth depth 99999999999999999999 nodes x movetime") else {
            panic!("it is a go")
        };
        assert_eq!(go.troubles.len(), 4, "{:?}", go.troubles);
        assert_eq!(Go { troubles: Vec::new(), ..go }, Go::default());
        let Command::Go(go) = parse("go perft -1 joho") else { panic!("it is a go") };
        assert_eq!((go.perft, go.troubles.len()), (None, 2));
        let Command::Go(go) = parse("go depth 99999999999") else { panic!("it is a go") };
        assert_eq!(go.depth, Some(u32::MAX));
    }
}
