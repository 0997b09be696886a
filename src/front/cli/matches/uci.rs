//! A program that speaks UCI.

use std::time::Duration;

use super::player::{Answer, Pace, Place, Player};
use super::process::Process;
use crate::front::cli::protocols::outward::{self, Place as Board};
use crate::front::cli::protocols::variants;
use crate::ir::SideId;
use crate::session::Session;

/// How long a program may take for what is no thinking.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take for a turn, whatever its pace.
const LONGEST: Duration = Duration::from_secs(120);

/// A program that speaks UCI.
pub(super) struct Uci {
    process: Process,
    /// The names of its options, with their lines.
    options: Vec<(String, String)>,
    /// The game it plays.
    variant: Option<String>,
}

impl Uci {
    /// Starts it; the command may be followed by options: `CMD;Hash=16`.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut parts = command.split(';');
        let mut process = Process::start(parts.next().unwrap_or_default())?;
        process.tell("uci")?;
        let mut options = Vec::new();
        process.until(PATIENCE, |line| {
            if let Some(rest) = line.strip_prefix("option name ")
                && let Some((name, kind)) = rest.split_once(" type ")
            {
                options.push((name.to_owned(), kind.to_owned()));
            }
            (line.trim() == "uciok").then_some(())
        })?;
        let mut player = Self { process, options, variant: None };
        player.set("Threads", "1")?;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            player.process.tell(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    fn kind_of(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(other, _)| other == name).map(|(_, kind)| kind.as_str())
    }

    /// Sets an option, if there is one.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if self.kind_of(name).is_some() {
            self.process.tell(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    fn ready(&mut self) -> Result<(), String> {
        self.process.tell("isready")?;
        self.process.until(PATIENCE, |line| (line.trim() == "readyok").then_some(()))
    }

    fn go(place: &Place<'_>) -> String {
        match place.pace {
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
            Pace::Depth(depth) => format!("go depth {depth}"),
            Pace::Time(time) => format!("go movetime {}", time.as_millis()),
            Pace::Cpu(_) => "go infinite".to_owned(),
            Pace::Clock(_, increment) => {
                let [first, last] = SideId::ALL.map(|side| place.left[side].as_millis());
                let increment = increment.as_millis();
                format!("go wtime {first} btime {last} winc {increment} binc {increment}")
            }
        }
    }
}

impl Player for Uci {
    fn begin(&mut self, variant: &str, _session: &Session) -> Result<(), String> {
        if self.variant.as_deref() != Some(variant) {
            let kind = self.kind_of("UCI_Variant").map(str::to_owned);
            let knows = kind
                .as_ref()
                .is_some_and(|kind| kind.split_whitespace().any(|word| word == variant));
            if !knows && variant != variants::default_name() {
                return Err(format!("it does not play {variant}"));
            }
            self.set("UCI_Variant", variant)?;
            self.variant = Some(variant.to_owned());
        }
        self.process.tell("ucinewgame")?;
        self.ready()
    }

    fn turn(&mut self, place: &Place<'_>) -> Result<Answer, String> {
        let session = place.session;
        let mut line = if session.start_text() == session.game().start.text {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", session.start_text())
        };
        if !session.history().is_empty() {
            line.push_str(" moves");
        }
        line.push_str(&Board::at_start(session).write_line(session.history()));
        self.process.tell(&line)?;
        self.process.tell(&Self::go(place))?;
        let best = |line: &str| {
            let rest = line.strip_prefix("bestmove")?;
            Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
        };
        let text = match place.pace {
            Pace::Cpu(most) => self.process.until_busy(most, ("stop", LONGEST), best)?,
            _ => self.process.until(LONGEST, best)?,
        };
        let legal = session.legal().map_err(|limit| limit.to_string())?;
        Ok(match outward::read(session, &text, &legal) {
            Ok(found) => Answer::Plays(legal[found].turn.clone()),
            Err(_) => Answer::Illegal(text),
        })
    }

    fn cpu(&self) -> Option<Duration> {
        self.process.cpu()
    }
}
