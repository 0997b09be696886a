//! The games of a study, shared out among threads and kept in a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use serde_json::json;

use super::keep::{self, Keeper, Kept};
use super::versions::Version;
use super::{Arguments, GAMES, MOST, Played, STEP, Studied};
use crate::front::cli::progress::Progress;
use crate::lab::{
    DESIGN, Fault, Findings, Guess, LOOKED, Outline, Report, Results, Strength, Study, Terms,
    Usage, Values, forced,
};
use crate::session::Session;

/// Which games of a version a file keeps.
#[derive(Clone, Copy)]
enum Kind {
    /// Those that begin as the game does.
    Ordinary,
    /// Those with imbalances.
    Uneven,
}

/// The file that games are kept in, if any.
struct Store {
    keeper: Option<Mutex<Keeper>>,
    kept: Kept,
}

/// Plays the games of all versions at all strengths.
///
/// # Errors
/// If they cannot be played or kept.
pub(super) fn play_all(
    arguments: &Arguments,
    versions: Vec<Version>,
) -> std::result::Result<Vec<Studied>, String> {
    // Whether games can be kept is known before any is played.
    let stores = (1..).zip(&versions).map(|(number, version)| {
        let guesses = guesses(arguments, &version.session);
        let open = |kind| store(arguments, number, (&version.session, &guesses), kind);
        let ordinary = open(Kind::Ordinary)?;
        let uneven = arguments.values.map(|_| open(Kind::Uneven)).transpose()?;
        Ok((ordinary, uneven.map(|store| (store, guesses))))
    });
    let stores = stores.collect::<std::result::Result<Vec<_>, String>>()?;
    let studied = versions.into_iter().zip(stores).map(|(version, stores)| {
        let levels = play_version(arguments, &version.session, stores)?;
        Ok(Studied { version, levels })
    });
    studied.collect()
}

/// Plays the games of one version at all strengths; those with imbalances too, if there is a store for them.
fn play_version(
    arguments: &Arguments,
    session: &Session,
    (mut store, mut uneven): (Store, Option<(Store, Vec<Guess>)>),
) -> std::result::Result<Vec<Played>, String> {
    let forced = forced(session);
    let mut all = Vec::new();
    for strength in arguments.strengths() {
        let study = arguments.study(session, strength)?;
        let mut played = play(arguments, &study, forced.as_ref(), &mut store)?;
        if let Some((store, guesses)) = &mut uneven {
            values(arguments, (&study, guesses), store, &mut played)?;
        }
        all.push(played);
    }
    Ok(all)
}

/// Plays the games of one part, and returns how many there are of it and how many of them had to be played.
///
/// # Errors
/// If they cannot be played or kept.
pub(super) fn play_part(
    arguments: &Arguments,
    session: &Session,
) -> std::result::Result<(usize, u64), String> {
    let guesses = guesses(arguments, session);
    let mut store = store(arguments, 1, (session, &guesses), Kind::Ordinary)?;
    let (mut all, mut now) = (0, 0);
    for strength in arguments.strengths() {
        let (study, mut games) = (arguments.study(session, strength)?, Vec::new());
        let target = arguments.games.unwrap_or(GAMES);
        now += more(arguments, &study, (strength, target), (&mut store, &mut games))?;
        all += games.len();
    }
    Ok((all, now))
}

/// Plays games with imbalances, as many as asked for or as there are others, and finds what things are worth in them and in the others.
fn values(
    arguments: &Arguments,
    (study, guesses): (&Study, &[Guess]),
    store: &mut Store,
    played: &mut Played,
) -> std::result::Result<(), String> {
    let begun = Instant::now();
    if let Some(uneven) = Study::with_imbalances(study.start(), study.terms(), guesses) {
        let mut games = Vec::new();
        let ordinary = u64::try_from(played.games.len()).unwrap_or(u64::MAX);
        let target = arguments.values.filter(|games| *games > 0).unwrap_or(ordinary);
        let now = more(arguments, &uneven, (study.terms().strength, target), (store, &mut games))?;
        played.values.extend(Values::of_imbalances(&uneven, guesses, &games));
        played.now += now;
    }
    played.values.extend(Values::of_positions(study, guesses, &played.games));
    played.seconds += begun.elapsed().as_secs_f64();
    Ok(())
}

/// Returns what the computer takes pieces to be worth, if it is asked for by values or by a file.
fn guesses(arguments: &Arguments, session: &Session) -> Vec<Guess> {
    let is_asked = arguments.values.is_some() || arguments.keep.is_some();
    if is_asked { keep::guesses(session) } else { Vec::new() }
}

/// Opens the file that the games of a version are kept in, if they are; those with imbalances have one of their own.
fn store(
    arguments: &Arguments,
    number: usize,
    (session, guesses): (&Session, &[Guess]),
    kind: Kind,
) -> std::result::Result<Store, String> {
    let Some(path) = &arguments.keep else {
        return Ok(Store { keeper: None, kept: Kept::new() });
    };
    let path = if number == 1 { path.clone() } else { beside(path, &number.to_string()) };
    let mut head = keep::head_with(session, guesses, arguments.seed, arguments.limit);
    let path = match kind {
        Kind::Ordinary => path,
        Kind::Uneven => {
            head["design"] = json!(DESIGN);
            beside(&path, "values")
        }
    };
    let (keeper, kept) = Keeper::open(&path, &head)?;
    Ok(Store { keeper: Some(Mutex::new(keeper)), kept })
}

/// Returns a path with something after its name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    PathBuf::from(name)
}

/// Plays the games of one strength, as many as were asked for or until enough is known.
fn play(
    arguments: &Arguments,
    study: &Study,
    forced: Option<&Fault>,
    store: &mut Store,
) -> std::result::Result<Played, String> {
    let begun = Instant::now();
    let (strength, first) = (study.terms().strength, study.start().side_to_move());
    let (mut games, mut now) = (Vec::new(), 0);
    let count = arguments.games.unwrap_or(GAMES);
    let mut target = if arguments.precision.is_some() { STEP } else { count };
    loop {
        now += more(arguments, study, (strength, target), (&mut *store, &mut games))?;
        let report = Report::of(first, &games);
        let width = report.results.share(first).half_width();
        if arguments.precision.is_none_or(|wanted| width <= wanted) || target >= MOST {
            let seconds = begun.elapsed().as_secs_f64();
            let usage = usage(arguments, study, &games)?;
            let found = Findings::new(study, &games, usage, forced);
            return Ok(Played { found, games, values: Vec::new(), seconds, now });
        }
        target = (target + STEP).min(MOST);
    }
}

/// Looks what the first games used.
fn usage(
    arguments: &Arguments,
    study: &Study,
    games: &[Outline],
) -> std::result::Result<Usage, String> {
    let looked: Vec<&Outline> = games.iter().filter(|game| game.number < LOOKED).collect();
    let used = arguments.threads.run(|| {
        let used = looked.par_iter().filter_map(|game| Usage::of_game(study, game));
        used.reduce(Usage::default, Usage::with)
    });
    used.map_err(|error| error.to_string())
}

/// Adds games until there are so many, and returns how many of them had to be played.
fn more(
    arguments: &Arguments,
    study: &Study,
    (strength, target): (Strength, u64),
    (store, games): (&mut Store, &mut Vec<Outline>),
) -> std::result::Result<u64, String> {
    let from = u64::try_from(games.len()).unwrap_or(u64::MAX);
    let (mut known, mut left) = (Vec::new(), Vec::new());
    let is_wanted = |number: &u64| arguments.part.is_none_or(|part| part.has(*number));
    for number in (from..target).filter(is_wanted) {
        match store.kept.remove(&(strength, number)) {
            Some(game) => known.push(game),
            None => left.push(number),
        }
    }
    let progress = Progress::new(u64::try_from(left.len()).unwrap_or(u64::MAX), "games");
    let so_far = Mutex::new(Results::none());
    for game in games.iter().chain(&known) {
        note(&so_far, game);
    }
    let (is_failed, now) = (AtomicBool::new(false), left.len());
    let played = arguments.threads.run(|| {
        let games = left.into_par_iter().map_init(
            || study.worker(),
            |worker, number| {
                if is_failed.load(Ordering::Relaxed) {
                    return Err("another game could not be kept".to_owned());
                }
                let game = worker.play(number);
                store
                    .add(strength, &game)
                    .inspect_err(|_| is_failed.store(true, Ordering::Relaxed))?;
                note(&so_far, &game);
                progress.step_with(&|| known_so_far(study, &so_far));
                Ok(game)
            },
        );
        games.collect::<std::result::Result<Vec<_>, String>>()
    });
    games.append(&mut known);
    games.extend(played.map_err(|error| error.to_string())??);
    Ok(u64::try_from(now).unwrap_or(u64::MAX))
}

/// Counts a game.
fn note(so_far: &Mutex<Results>, game: &Outline) {
    so_far.lock().unwrap_or_else(PoisonError::into_inner).add(game.winner);
}

/// Says what the side that begins scores, as far as games have been played.
fn known_so_far(study: &Study, so_far: &Mutex<Results>) -> String {
    let start = study.start();
    let side = start.side_to_move();
    let share = so_far.lock().unwrap_or_else(PoisonError::into_inner).share(side);
    format!("{} scores {}", start.game().side_name(side), super::page::note(share))
}

impl Arguments {
    /// Makes the study of one strength.
    fn study(&self, session: &Session, strength: Strength) -> std::result::Result<Study, String> {
        let terms = Terms { strength, seed: self.seed, limit: self.limit };
        Study::new(session, terms).ok_or_else(|| {
            "this game is not compiled, so that the computer cannot play it".to_owned()
        })
    }
}

impl Store {
    /// Keeps a game, if games are kept.
    fn add(&self, strength: Strength, game: &Outline) -> std::result::Result<(), String> {
        let Some(keeper) = &self.keeper else { return Ok(()) };
        let added = keeper.lock().unwrap_or_else(PoisonError::into_inner).add(strength, game);
        added.map_err(|error| {
            format!(
                "a game could not be kept: {error}; all games before it are, and the same command goes on with them"
            )
        })
    }
}
