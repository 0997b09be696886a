//! A program that speaks the protocol of `XBoard`.

use std::time::{Duration, Instant};

use super::player::{Answer, Pace, Place, Player};
use super::process::Process;
use super::rationed::Rationed;
use crate::front::cli::protocols::turns;
use crate::front::cli::protocols::variants;
use crate::front::cli::protocols::xboard::{Board, seen_as};
use crate::session::Session;

/// How long a program may take to tell its features, if it does not say that it is done.
const FEATURES: Duration = Duration::from_secs(3);
/// How long it may take for what is no thinking.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take for a turn, whatever its pace.
const LONGEST: Duration = Duration::from_secs(120);
/// Tells it to play at once.
const STOP: &str = "?";

/// A program that speaks the protocol of `XBoard`.
pub(super) struct Xboard {
    process: Process,
    features: String,
    /// How many turns of the game it knows.
    told: usize,
    pings: u32,
    /// Its clock, if it cannot be told to stop.
    rationed: Option<Rationed>,
}

/// What it says when a turn is expected.
enum Said {
    Move(String),
    Other(Answer),
}

impl Xboard {
    /// Starts it; the command may be followed by options: `CMD;Resign=0`.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut parts = command.split(';');
        let mut process = Process::start(parts.next().unwrap_or_default())?;
        process.tell("xboard")?;
        process.tell("protover 2")?;
        let (mut features, begun) = (String::new(), Instant::now());
        while begun.elapsed() < FEATURES && !features.contains("done=1") {
            if let Some(line) = process.line(Duration::from_millis(50))?
                && let Some(rest) = line.trim().strip_prefix("feature ")
            {
                features.push_str(rest);
                features.push(' ');
            }
        }
        for part in parts {
            process.tell(&format!("option {part}"))?;
        }
        let mut made = Self { process, features, told: 0, pings: 0, rationed: None };
        if !made.can_stop()? {
            made.rationed = Some(Rationed::new());
        }
        Ok(made)
    }

    /// Finds out whether it knows how to stop: nothing is to be stopped now, so that only one that does not will complain.
    fn can_stop(&mut self) -> Result<bool, String> {
        let mut complains = false;
        self.process.tell(STOP)?;
        self.ready(|line| complains |= is_unknown_command(line))?;
        Ok(!complains)
    }

    fn has(&self, feature: &str) -> bool {
        self.features.split_whitespace().any(|word| word == feature)
    }

    fn knows(&self, variant: &str) -> bool {
        let Some((_, rest)) = self.features.split_once("variants=\"") else { return true };
        let names = rest.split('"').next().unwrap_or_default();
        names.split(',').any(|name| name.trim() == variant)
    }

    /// Waits until it has done what it was told, and hands on what it says meanwhile.
    fn ready(&mut self, mut heard: impl FnMut(&str)) -> Result<(), String> {
        if !self.has("ping=1") {
            return Ok(());
        }
        self.pings += 1;
        self.process.tell(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        self.process.until(PATIENCE, |line| {
            heard(line);
            line.contains(&pong).then_some(())
        })
    }

    fn set_pace(&mut self, pace: Pace) -> Result<(), String> {
        let seconds = |time: Duration| time.as_secs_f64();
        if let (Pace::Cpu(most), Some(rationed)) = (pace, &mut self.rationed) {
            let worked = self.process.cpu().unwrap_or_default();
            let centiseconds = rationed.show(worked, most).as_millis() / 10;
            self.process.tell("level 0 5 0")?;
            return self.process.tell(&format!("time {centiseconds}"));
        }
        match pace {
            Pace::Depth(depth) => {
                self.process.tell("st 3600")?;
                self.process.tell(&format!("sd {depth}"))
            }
            Pace::Time(time) => self.process.tell(&format!("st {}", seconds(time))),
            // It cannot be told; it is stopped.
            Pace::Cpu(_) | Pace::Nodes(_) => self.process.tell("st 60"),
            Pace::Clock(base, increment) => {
                let (minutes, rest) = (base.as_secs() / 60, base.as_secs() % 60);
                self.process.tell(&format!("level 0 {minutes}:{rest:02} {}", seconds(increment)))
            }
        }
    }
}

/// Returns whether it complains that it does not know a command.
fn is_unknown_command(line: &str) -> bool {
    line.trim_start().starts_with("Error (unknown command)")
}

/// Reads what it says when a turn is expected.
fn said(line: &str) -> Option<Said> {
    let line = line.trim();
    for before in ["move ", "My move is: ", "my move is "] {
        if let Some(text) = line.strip_prefix(before) {
            return Some(Said::Move(text.trim().to_owned()));
        }
    }
    if line == "resign" || line.starts_with("tellics resign") {
        return Some(Said::Other(Answer::Resigns));
    }
    let is_result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result));
    if is_result {
        let resigns = line.to_ascii_lowercase().contains("resign");
        let answer = if resigns { Answer::Resigns } else { Answer::Claims(line.to_owned()) };
        return Some(Said::Other(answer));
    }
    // A word that it does not know says nothing of the game.
    let refuses = line.starts_with("Illegal move")
        || (line.starts_with("Error") && !is_unknown_command(line));
    refuses.then(|| Said::Other(Answer::Claims(line.to_owned())))
}

impl Player for Xboard {
    fn begin(&mut self, variant: &str, session: &Session) -> Result<(), String> {
        self.told = 0;
        let theirs = variants::xboard_name(variant).to_owned();
        let is_usual = variant == variants::default_name();
        let theirs =
            [theirs.as_str(), variant].into_iter().find(|name| self.knows(name)).map(str::to_owned);
        let Some(theirs) = theirs
            .or_else(|| variants::others(variant).find(|name| self.knows(name)).map(str::to_owned))
        else {
            return Err(format!("it does not play {variant}"));
        };
        self.process.tell("new")?;
        if !is_usual {
            self.process.tell(&format!("variant {theirs}"))?;
        }
        // Programs that know no features of their own may not know this word either, and one ends on hearing it.
        if self.has("usermove=1") {
            self.process.tell("computer")?;
        }
        for line in ["easy", "nopost", "force"] {
            self.process.tell(line)?;
        }
        if session.start_text() != session.game().start.text {
            if !self.has("setboard=1") {
                return Err("it cannot begin from a position".to_owned());
            }
            self.process.tell(&format!("setboard {}", session.start_text()))?;
        }
        self.ready(|_| {})
    }

    fn turn(&mut self, place: &Place<'_>) -> Result<Answer, String> {
        let session = place.session;
        let game = session.game();
        let word = if self.has("usermove=1") { "usermove " } else { "" };
        for turn in session.history().iter().skip(self.told) {
            self.process.tell(&format!("{word}{}", turns::write(game, &Board::of(game), turn)))?;
        }
        self.told = session.history().len();
        self.set_pace(place.pace)?;
        if let Pace::Clock(..) = place.pace {
            let side = session.side_to_move();
            let other =
                crate::ir::SideId::ALL.into_iter().find(|other| *other != side).unwrap_or(side);
            let centiseconds = |side| place.left[side].as_millis() / 10;
            self.process.tell(&format!("time {}", centiseconds(side)))?;
            self.process.tell(&format!("otim {}", centiseconds(other)))?;
        }
        self.process.tell("go")?;
        let heard = match place.pace {
            Pace::Cpu(_) if self.rationed.is_some() => self.process.until(LONGEST, said)?,
            Pace::Cpu(most) => self.process.until_busy(most, (STOP, LONGEST), said)?,
            _ => self.process.until(LONGEST, said)?,
        };
        // What it plays itself is told to everybody afterwards, but it knows it.
        self.process.tell("force")?;
        let text = match heard {
            Said::Move(text) => text,
            Said::Other(answer) => return Ok(answer),
        };
        self.told += 1;
        let legal = session.legal().map_err(|limit| limit.to_string())?;
        if let Some(seen) = seen_as(game, &text, &legal).first() {
            return Ok(Answer::Plays(seen.turn.clone()));
        }
        Ok(match turns::read(session, &Board::of(game), &text, &legal) {
            Ok(found) => Answer::Plays(legal[found].turn.clone()),
            Err(_) => Answer::Illegal(text),
        })
    }

    fn cpu(&self) -> Option<Duration> {
        self.process.cpu()
    }
}
