//! Where the games of a match are played, several at a time.

use std::collections::VecDeque;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::super::records::Opening;
use super::pgn::{self, PgnFile};
use super::player::Player;
use super::record::{Entry, Number, Record};
use super::referee::{self, Played, Terms};
use super::report::tally;
use super::{Engine, Kind};
use crate::front::cli::statistics::Verdict;
use crate::ir::{BySide, SideId};
use crate::records::pgn::PgnGame;
use crate::state::Random;

/// How much memory the stack of a thread may take.
const STACK: usize = 64 << 20;

/// The games of a match: those that are over, and those to be played.
pub(super) struct Table {
    shared: Mutex<Shared>,
    sprt: Option<(f64, f64)>,
}

struct Shared {
    record: Option<Record>,
    pgn: Option<PgnFile>,
    done: Vec<Entry>,
    left: VecDeque<Number>,
    all: usize,
    trouble: Option<String>,
}

/// The players at one place, first engine and second; they are kept from game to game.
type Seats = [Option<Box<dyn Player>>; 2];

impl Table {
    /// Makes one with some games done and others left.
    pub(super) fn new(
        (record, pgn): (Option<Record>, Option<PgnFile>),
        done: Vec<Entry>,
        left: Vec<Number>,
        sprt: Option<(f64, f64)>,
    ) -> Self {
        let all = done.len() + left.len();
        let shared = Shared { record, pgn, done, left: left.into(), all, trouble: None };
        Self { shared: Mutex::new(shared), sprt }
    }

    /// Plays all games, so many at a time; returns those that are over, in order, and what kept others from being played.
    pub(super) fn play(
        self,
        kinds: &[Kind],
        engines: &[String; 2],
        terms: &Terms,
        places: usize,
    ) -> (Vec<Entry>, Option<String>) {
        thread::scope(|scope| {
            for _ in 0..places {
                let work = || self.play_here(kinds, engines, terms);
                let begun = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = begun {
                    self.shared().trouble = Some(error.to_string());
                }
            }
        });
        let mut shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.done.sort_by_key(|entry| entry.number);
        (shared.done, shared.trouble)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play_here(&self, kinds: &[Kind], engines: &[String; 2], terms: &Terms) {
        let mut seats: Seats = [None, None];
        while let Some(number) = self.next() {
            match play_game(number, kinds, engines, &mut seats, terms) {
                Ok(played) => {
                    if played.is_fault {
                        // Whoever is in a bad state starts anew.
                        seats = [None, None];
                    }
                    // What takes long is done while others may go on.
                    let text = kinds
                        .get(number.kind)
                        .filter(|_| self.keeps_games())
                        .map(|kind| pgn::game(kind, engines, number, &played));
                    self.add(number, &played, text.as_ref());
                }
                Err(error) => {
                    self.shared().trouble.get_or_insert(error);
                }
            }
        }
    }

    /// Returns the next game to play, if there is one and none of those before has made it needless.
    fn next(&self) -> Option<Number> {
        let mut shared = self.shared();
        if shared.trouble.is_some() {
            return None;
        }
        if let Some((lower, higher)) = self.sprt
            && tally(&shared.done).verdict(lower, higher) != Verdict::Open
        {
            return None;
        }
        shared.left.pop_front()
    }

    /// Tells whether games are written to a file.
    fn keeps_games(&self) -> bool {
        let shared = self.shared();
        shared.record.is_some() || shared.pgn.is_some()
    }

    /// Counts a game, and writes it to the files; `text` is the game as people write it, if there are any.
    fn add(&self, number: Number, played: &Played, text: Option<&Result<PgnGame, String>>) {
        let entry = Entry::of(number, played);
        let mut shared = self.shared();
        let texts: Option<Vec<&str>> = match text {
            Some(Ok(game)) => Some(game.turns().map(|(_, text)| text).collect()),
            _ => None,
        };
        if let Some(record) = &mut shared.record
            && let Err(error) = record.add(&entry, played, texts.as_deref())
        {
            shared.trouble = Some(error);
            return;
        }
        shared.done.push(entry);
        if let (Some(file), Some(text)) = (&mut shared.pgn, text) {
            let written = match text {
                Ok(game) => file.add(&game.to_string()),
                Err(error) => Err(error.clone()),
            };
            if let Err(error) = written {
                shared.trouble.get_or_insert(error);
            }
        }
        self.show_progress(&shared);
    }

    fn show_progress(&self, shared: &Shared) {
        let mut err = std::io::stderr();
        if !err.is_terminal() {
            return;
        }
        let tally = tally(&shared.done);
        let test = self.sprt.map_or_else(String::new, |(lower, higher)| {
            format!(", LLR {:.2}", tally.ratio(lower, higher))
        });
        let (done, all) = (shared.done.len(), shared.all);
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        let score = tally.score().middle * 100.0;
        let line = format!("\r{done}/{all} games: +{wins} ={draws} -{losses}, {score:.1} %{test} ");
        // Whoever does not see it misses nothing.
        drop(err.write_all(line.as_bytes()));
        if done == all {
            drop(err.write_all(b"\n"));
        }
    }
}

fn play_game(
    number: Number,
    kinds: &[Kind],
    engines: &[String; 2],
    seats: &mut Seats,
    terms: &Terms,
) -> Result<Played, String> {
    let kind = &kinds[number.kind];
    for (seat, name) in seats.iter_mut().zip(engines) {
        if seat.is_none() {
            let told = |error: String| format!("{name}: {error}");
            *seat = Some(Engine::read(name)?.start().map_err(told)?);
        }
    }
    let [Some(first), Some(second)] = seats else { return Err("nobody plays".to_owned()) };
    let (first, second): (&mut dyn Player, &mut dyn Player) = (first.as_mut(), second.as_mut());
    let mut players = if number.game.is_multiple_of(2) {
        BySide::new([first, second])
    } else {
        BySide::new([second, first])
    };
    let pair = usize::try_from(number.game / 2).unwrap_or(0);
    let none = Opening::default();
    let opening = kind.openings.get(pair % kind.openings.len().max(1)).unwrap_or(&none);
    let [one, two] = if number.game.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    let names = BySide::new([&engines[one], &engines[two]]);
    let start = (kind.name.as_str(), &kind.variant.start);
    // One more stream than the openings have: their numbers are counted from the other end.
    let random = Random::stream(terms.seed, u64::MAX - number.game);
    referee::play(start, (opening, random), &mut players, terms)
        .map_err(|(side, error): (SideId, String)| format!("{}: {error}", names[side]))
}
