//! From what the user wrote for GAME, `--position` and `--set` to a game that can be played.

use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::patched::Patched;
use super::validation::{self, Validation};
use super::{Result, Streams};
use crate::bundled::{self, Bundled, EXTENSION};
use crate::diag::{Diagnostic, Sink, codes, render, suggest};
use crate::front::disk::{DiskFiles, unusable};
use crate::ir::Game;
use crate::notation;
use crate::pipeline;
use crate::records::variants;
use crate::session::{PlayError, Session};
use crate::source::{Files, SourceId, SourceMap, Span};
use crate::syntax;

/// Which game, in which position, with which options.
#[derive(Clone, Debug, Args)]
pub(super) struct GameArguments {
    /// A bundled game or the path of a rules file
    #[arg(value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub setting: Setting,
    #[command(flatten)]
    pub validation: Validation,
}

/// In which position and with which options a game is played.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Setting {
    /// Begin from this position instead of the game's own
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Set one of the game's options; may be given several times
    ///
    /// Where an option is a list of moves, its entries are the names of pieces or moves in Betza's
    /// notation, with commas between them: `--set powers=Queen,Knight`. Put double quotes around an
    /// entry that holds a comma itself, and single quotes around the whole for the shell:
    /// `--set 'powers=Queen,"N,fW"'`.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option)]
    pub options: Vec<(String, String)>,
}

/// A game that could be loaded, and the texts it was made from.
pub(super) struct Loaded {
    pub game: Arc<Game>,
    pub sources: SourceMap,
    /// Whether the game's own file is in the program.
    pub is_bundled: bool,
}

/// Where the files of a game are.
pub(super) enum Origin {
    /// In the program.
    Bundled(&'static str),
    /// On the disk.
    Disk(DiskFiles),
}

impl GameArguments {
    /// Loads the game; tells what is wrong and returns `None` if that cannot be done.
    pub(super) fn load(&self, streams: &mut Streams<'_>) -> Result<Option<Loaded>> {
        self.setting.load(&self.game, streams)
    }

    /// Loads the game and goes to the position; tells what is wrong and returns `None` if that
    /// cannot be done.
    pub(super) fn session(&self, streams: &mut Streams<'_>) -> Result<Option<Session>> {
        let Some(loaded) = self.load(streams)? else { return Ok(None) };
        self.begun(&loaded, streams)
    }

    /// Goes to the position in a game that was loaded; says what is wrong and returns `None` if that cannot be done.
    pub(super) fn begun(
        &self,
        loaded: &Loaded,
        streams: &mut Streams<'_>,
    ) -> Result<Option<Session>> {
        self.begun_with(&self.setting, loaded, streams)
    }

    /// The same with another setting.
    pub(super) fn begun_with(
        &self,
        setting: &Setting,
        loaded: &Loaded,
        streams: &mut Streams<'_>,
    ) -> Result<Option<Session>> {
        let facts = match validation::facts() {
            Ok(facts) => facts,
            Err(error) => {
                streams.error(error)?;
                return Ok(None);
            }
        };
        let budget = self.validation.budget(loaded.is_bundled);
        match setting.session(Arc::clone(&loaded.game)) {
            Ok(session) => Ok(Some(session.with_facts(facts, budget))),
            Err(error) => {
                streams.error(error)?;
                Ok(None)
            }
        }
    }
}

impl Setting {
    /// Reads `OPTION=VALUE`.
    pub(super) fn option(text: &str) -> std::result::Result<(String, String), String> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            }
            _ => Err("write it as OPTION=VALUE".to_owned()),
        }
    }

    /// Loads a game with the options that were set and those that the position text tells.
    pub(super) fn load(&self, game: &str, streams: &mut Streams<'_>) -> Result<Option<Loaded>> {
        self.load_patched(game, None, streams)
    }

    /// The same for a game to which some rules are added, with a number that tells them from others.
    pub(super) fn load_patched(
        &self,
        game: &str,
        patch: Option<(usize, &str)>,
        streams: &mut Streams<'_>,
    ) -> Result<Option<Loaded>> {
        let mut sources = SourceMap::new();
        let mut sink = Sink::new();
        let Some(origin) = Origin::find(game, &mut sink) else {
            tell(sink, &sources, streams)?;
            return Ok(None);
        };
        let patched = patch.map(|(number, rules)| Patched::new(&origin, number, rules));
        let load = |options: &[_], sources: &mut _, sink: &mut _| match &patched {
            Some(patched) => pipeline::load(patched.name(), patched, options, sources, sink),
            None => origin.load(options, sources, sink),
        };
        let mut loaded = load(&self.options, &mut sources, &mut sink);
        if let (Some(game), Some(position)) = (&loaded, &self.position)
            && let Some(options) = self.merged(game, position)
        {
            (sources, sink) = (SourceMap::new(), Sink::new());
            loaded = load(&options, &mut sources, &mut sink);
        }
        if loaded.is_none() && !sink.has_errors() {
            streams.error(format!("the game `{game}` could not be loaded"))?;
        }
        tell(sink, &sources, streams)?;
        let is_bundled = matches!(origin, Origin::Bundled(_));
        Ok(loaded.map(|game| Loaded { game: Arc::new(game), sources, is_bundled }))
    }

    /// Returns the options as they are with what the position text says of them; `None` if it says
    /// nothing new.
    fn merged(&self, game: &Game, position: &str) -> Option<Vec<(String, String)>> {
        let current = |name: &str| game.options.iter().find(|option| option.name == name);
        let mut told = notation::options_in(position);
        told.retain(|(name, _)| current(name).is_some());
        if told
            .iter()
            .all(|(name, value)| current(name).is_some_and(|option| option.value == *value))
        {
            return None;
        }
        let is_told = |name: &str| told.iter().any(|(other, _)| other == name);
        let mut options: Vec<_> =
            self.options.iter().filter(|(name, _)| !is_told(name)).cloned().collect();
        options.extend(told);
        Some(options)
    }

    /// Begins the game in the position that was asked for; `startpos`, as interfaces say, is the game's own.
    pub(super) fn session(&self, game: Arc<Game>) -> std::result::Result<Session, PlayError> {
        match self.position.as_deref() {
            None | Some("startpos") => Session::new(game),
            Some(text) => Session::from_position(game, text),
        }
    }
}

/// Returns the turns in a text, without the numbers that stand before them in records: `1. e4 e5 2.Nf3`.
pub(super) fn turns_in(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(unnumbered).filter(|turn| !turn.is_empty())
}

/// Takes the number off a turn.
pub(super) fn unnumbered(turn: &str) -> &str {
    let rest = turn.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < turn.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        turn
    }
}

/// Plays the turns in a text, each as people or other programs write it.
///
/// # Errors
/// The number of the first one that cannot be played, and why.
pub(super) fn play_turns(session: &mut Session, text: &str) -> std::result::Result<(), String> {
    for (number, turn) in (1..).zip(turns_in(text)) {
        let turn = session.meant(turn).into_owned();
        session.play_text(&turn).map_err(|error| format!("turn {number}: {error}"))?;
    }
    Ok(())
}

impl Origin {
    /// Finds the files of a game by its name or path; says in `sink` if there is none.
    pub(super) fn find(game: &str, sink: &mut Sink) -> Option<Self> {
        let is_path = game.contains('/') || game.ends_with(EXTENSION);
        let bundled = bundled::find_game(game);
        let is_path = is_path && bundled != Some(game);
        if !is_path && let Some(name) = bundled {
            return Some(Self::Bundled(name));
        }
        if is_path || Path::new(game).exists() {
            match DiskFiles::open(game) {
                Ok(Some(disk)) => return Some(Self::Disk(disk)),
                Ok(None) => {}
                Err(error) => {
                    sink.push(unusable(game, &error));
                    return None;
                }
            }
        }
        if bundled.is_none() {
            sink.push(unknown(game, is_path));
        }
        bundled.map(Self::Bundled)
    }

    /// Finds the file that the game names as its parent, if it does.
    pub(super) fn parent(&self) -> Option<Self> {
        let name = self.name();
        let text = self.files().read(&name).ok()??;
        let file = syntax::parse(SourceId(0), &text, &mut Sink::new())?;
        let parent = file.header.parent?.text;
        if let Self::Disk(_) = self {
            let folder = name.rfind('/').map_or("", |end| &name[..=end]);
            let beside = ["", "lib/", "variants/"].into_iter().find_map(|below| {
                DiskFiles::open(format!("{folder}{below}{parent}{EXTENSION}")).ok()?
            });
            if let Some(disk) = beside {
                return Some(Self::Disk(disk));
            }
        }
        let is_parent = |name: &&str| name.rsplit('/').next() == Some(parent.as_str());
        bundled::all_games().find(is_parent).map(Self::Bundled)
    }

    /// Loads the game with these options.
    pub(super) fn load(
        &self,
        options: &[(String, String)],
        sources: &mut SourceMap,
        sink: &mut Sink,
    ) -> Option<Game> {
        pipeline::load(&self.name(), self.files(), options, sources, sink)
    }

    /// Returns the name of the game's own file.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Bundled(name) => format!("{name}{EXTENSION}"),
            Self::Disk(disk) => disk.name().to_owned(),
        }
    }

    /// Returns what reads the files.
    pub(super) fn files(&self) -> &dyn Files {
        match self {
            Self::Bundled(_) => &Bundled,
            Self::Disk(disk) => disk,
        }
    }
}

/// Shows diagnostics to people.
pub(super) fn tell(sink: Sink, sources: &SourceMap, streams: &mut Streams<'_>) -> Result<()> {
    let found = sink.into_vec();
    if !found.is_empty() {
        writeln!(streams.err, "{}", render::render_all(&found, sources, streams.style).trim_end())?;
    }
    Ok(())
}

fn unknown(game: &str, is_path: bool) -> Diagnostic {
    if is_path {
        let stem = game.rsplit('/').next().unwrap_or(game);
        let stem = stem.strip_suffix(EXTENSION).unwrap_or(stem);
        let found = codes::UNKNOWN_FILE.at(Span::NONE, format!("there is no file `{game}`"));
        return match bundled::find_game(stem) {
            Some(_) => found.help(format!("`{stem}` alone is the bundled game of that name")),
            None => found.did_you_mean(suggest::closest(stem, own_names())),
        };
    }
    let found = codes::UNKNOWN_FILE
        .at(Span::NONE, format!("there is neither a bundled game nor a file called `{game}`"));
    let file = format!("{game}{EXTENSION}");
    if Path::new(&file).exists() {
        return found.help(format!("the file here is called by its whole name: `{file}`"));
    }
    let close = suggest::closest(game, own_names());
    let titles = titled(game);
    // What is nearly a name was hardly meant as the beginning of a title.
    if (close.is_none() || titles.len() == 1 && titles.first() != close.as_ref())
        && let Some(titled) = suggest::short_list(titles)
    {
        return found
            .help(format!("games are called by their names; that title belongs to {titled}"));
    }
    found
        .did_you_mean(close)
        .help("`fairyring list` shows the bundled games; a path holds a `/` or ends in `.rules`")
}

/// Returns the names of the bundled games whose title is so, or begins so if none is, whatever its capitals and signs.
fn titled(wanted: &str) -> Vec<&'static str> {
    let wanted = variants::plain(wanted);
    if wanted.is_empty() {
        return Vec::new();
    }
    let titles: Vec<(&str, String)> =
        bundled::titles().map(|(name, title)| (name, variants::plain(title))).collect();
    let by = |is: &dyn Fn(&str) -> bool| -> Vec<&'static str> {
        titles.iter().filter(|(_, title)| is(title)).map(|(name, _)| *name).collect()
    };
    let same = by(&|title| title == wanted);
    if same.is_empty() { by(&|title| title.starts_with(&wanted)) } else { same }
}

fn own_names() -> impl Iterator<Item = &'static str> {
    bundled::all_games().map(bundled::own_name)
}
