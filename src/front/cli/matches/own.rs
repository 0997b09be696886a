//! This program as a player, in its own process.

use std::time::{Duration, Instant};

use super::player::{Answer, Pace, Place, Player};
use crate::front::cli::bench::clock;
use crate::front::cli::protocols::clock::{Budget, Clock};
use crate::front::cli::protocols::thinker::{
    self, Control, LEVELS, Limits, Setup, Thinker, Thought,
};
use crate::session::Session;
use crate::state::Random;

/// By what it finds its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// By searching.
    #[default]
    Search,
    /// By looking one turn ahead.
    OnePly,
    /// By chance: each legal turn is as likely as any other.
    Chance,
}

/// How it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) setup: Setup,
    pub(super) way: Way,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl Settings {
    /// Reads `level=7`, `random`, `one-ply`, `nodes=5000`, `depth=3`, `hash=16`, `threads=2` and lists of these with
    /// commas; nothing if it is none of these.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut settings = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let wrong = || {
                format!(
                    "`{part}` is not a setting: write `level=7`, `random`, `one-ply`, `nodes=5000`, `depth=3`, `hash=16` or `threads=2`, or `uci:COMMAND` or `xboard:COMMAND` for another program"
                )
            };
            match name {
                "one-ply" => settings.way = Way::OnePly,
                "random" => settings.way = Way::Chance,
                "level" => {
                    let level = value.parse().ok().filter(|level| (1..=LEVELS).contains(level));
                    settings.setup.level = level.ok_or_else(wrong)?;
                }
                "nodes" => settings.nodes = Some(value.parse().map_err(|_| wrong())?),
                "depth" => settings.depth = Some(value.parse().map_err(|_| wrong())?),
                "hash" => {
                    let size =
                        value.parse().ok().filter(|size| (1..=thinker::MAX_HASH).contains(size));
                    settings.setup.hash = size.ok_or_else(wrong)?;
                }
                "threads" => {
                    let known = 1..=thinker::MAX_THREADS;
                    let threads = value.parse().ok().filter(|threads| known.contains(threads));
                    settings.setup.threads = threads.ok_or_else(wrong)?;
                }
                _ => return Err(wrong()),
            }
        }
        Ok(settings)
    }
}

/// This program as a player.
pub(super) struct Own {
    settings: Settings,
    thinker: Option<(String, Box<dyn Thinker>)>,
    used: Duration,
}

impl Own {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, thinker: None, used: Duration::ZERO }
    }
}

impl Player for Own {
    fn begin(&mut self, variant: &str, session: &Session) -> Result<(), String> {
        match &mut self.thinker {
            Some((known, thinker)) if known == variant => thinker.forget(),
            _ => {
                let thinker = match self.settings.way {
                    Way::OnePly => thinker::one_ply(session, &self.settings.setup),
                    Way::Search => thinker::employ(session, &self.settings.setup),
                    Way::Chance => return Ok(()),
                };
                self.thinker = Some((variant.to_owned(), thinker));
            }
        }
        Ok(())
    }

    fn turn(&mut self, place: &Place<'_>) -> Result<Answer, String> {
        if self.settings.way == Way::Chance {
            let mut random = Random::new(place.chance);
            let turn = match place.session.legal_turns() {
                Ok(turns) => turns.get(random.below(turns.len())).cloned(),
                Err(_) => place.session.turn_by_chance(&mut random),
            };
            return turn.map(Answer::Plays).ok_or_else(|| "no turn was found".to_owned());
        }
        let Some((_, thinker)) = &mut self.thinker else {
            return Err("no game has begun".to_owned());
        };
        let mut limits = Limits { lines: 1, ..Limits::default() };
        let mut stop =
            Stop { begun: Instant::now(), busy: busy(), budget: Budget::default(), cpu: None };
        if self.settings.nodes.is_some() || self.settings.depth.is_some() {
            (limits.nodes, limits.depth) = (self.settings.nodes, self.settings.depth);
        } else {
            match place.pace {
                Pace::Nodes(nodes) => limits.nodes = Some(nodes),
                Pace::Depth(depth) => limits.depth = Some(depth),
                Pace::Time(time) => stop.budget = Budget::exactly(time, Duration::ZERO),
                Pace::Cpu(time) => stop.cpu = Some(time),
                Pace::Clock(_, increment) => {
                    let left = place.left[place.session.side_to_move()];
                    let clock = Clock { left, increment, turns_to_go: None };
                    stop.budget = Budget::of_clock(clock, Duration::from_millis(10));
                }
            }
        }
        let turn = thinker.think(place.session, &limits, &stop, &mut |_| {});
        self.used += busy().saturating_sub(stop.busy);
        turn.map(Answer::Plays).ok_or_else(|| "no turn was found".to_owned())
    }

    fn cpu(&self) -> Option<Duration> {
        Some(self.used)
    }
}

/// Returns how long this thread has been at work.
fn busy() -> Duration {
    Duration::try_from_secs_f64(clock::seconds()).unwrap_or_default()
}

/// When to stop: by the wall clock, or by the time on the processor.
struct Stop {
    begun: Instant,
    busy: Duration,
    budget: Budget,
    cpu: Option<Duration>,
}

impl Control for Stop {
    fn stops(&self, _nodes: u64) -> bool {
        self.cpu.is_some_and(|most| busy().saturating_sub(self.busy) >= most)
            || self.budget.hard.is_some_and(|most| self.begun.elapsed() >= most)
    }

    fn goes_on(&self, thought: &Thought) -> bool {
        !self.stops(thought.nodes)
            && self.budget.soft.is_none_or(|most| self.begun.elapsed() < most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let settings = Settings::read("level=7,nodes=5000").unwrap();
        assert_eq!((settings.setup.level, settings.nodes), (7, Some(5000)));
        assert_eq!(Settings::read("one-ply").unwrap().way, Way::OnePly);
        assert_eq!(Settings::read("random").unwrap().way, Way::Chance);
        for text in ["", "level=11", "level", "nodes=x", "speed=3", "hash=0"] {
            assert!(Settings::read(text).is_err(), "{text}");
        }
    }
}
