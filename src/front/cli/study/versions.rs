//! Which versions of a game are studied: files, values of options, rules that are added.

use std::fmt;

use super::Arguments;
use crate::front::cli::load::{Loaded, Setting};
use crate::front::cli::{Result, Streams};
use crate::lab;
use crate::session::Session;

/// The most versions of a comparison.
const MOST: usize = 24;

/// An option with the values that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct With {
    name: String,
    values: Vec<String>,
}

/// A version of a game that is studied.
pub(super) struct Version {
    /// What it is called, and the number that makes it differ, if one does.
    pub told: lab::Version,
    /// The rules that were added to it.
    pub patch: Option<String>,
    pub loaded: Loaded,
    pub session: Session,
}

/// What makes a version.
#[derive(Clone, Default)]
struct Made {
    game: String,
    values: Vec<(String, String)>,
    patch: Option<(usize, String)>,
}

impl fmt::Display for With {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.values.iter().any(|value| value.contains(',')) { ";" } else { "," };
        write!(f, "{}={}", self.name, self.values.join(sign))
    }
}

/// Reads `OPTION=A,B,C`. Where a value has commas, semicolons stand between the values.
pub(super) fn with(text: &str) -> std::result::Result<With, String> {
    let (name, values) = Setting::option(text).map_err(|_| {
        "write it as OPTION=A,B,C; with `;` between values that have commas".to_owned()
    })?;
    let sign = if values.contains(';') { ';' } else { ',' };
    let values: Vec<_> = values.split(sign).map(|value| value.trim().to_owned()).collect();
    if values.iter().any(String::is_empty) {
        return Err(format!("a value of `{name}` is missing: write it as OPTION=A,B,C"));
    }
    Ok(With { name, values })
}

/// Loads all versions; says what is wrong and returns nothing if one cannot be loaded.
pub(super) fn load(
    arguments: &Arguments,
    streams: &mut Streams<'_>,
) -> Result<Option<Vec<Version>>> {
    let all = all(arguments);
    if all.len() > MOST {
        streams.error(format!("these are {} versions; at most {MOST} are compared", all.len()))?;
        return Ok(None);
    }
    let mut loaded = Vec::new();
    for made in &all {
        let Some(version) = made.load(arguments, all.len(), streams)? else { return Ok(None) };
        loaded.push(version);
    }
    Ok(Some(loaded))
}

/// Returns what makes each version: every game with every value of every option, without and with each patch.
fn all(arguments: &Arguments) -> Vec<Made> {
    let games = std::iter::once(&arguments.game.game).chain(&arguments.others);
    let mut all: Vec<Made> =
        games.map(|game| Made { game: game.clone(), ..Made::default() }).collect();
    for with in &arguments.with {
        all = all
            .iter()
            .flat_map(|made| {
                with.values.iter().map(|value| {
                    let mut made = made.clone();
                    made.values.push((with.name.clone(), value.clone()));
                    made
                })
            })
            .take(MOST * MOST)
            .collect();
    }
    let patches: Vec<_> = (1..).zip(arguments.also.iter().cloned()).map(Some).collect();
    let patched = all.into_iter().flat_map(|made| {
        std::iter::once(None)
            .chain(patches.clone())
            .map(move |patch| Made { patch, ..made.clone() })
    });
    patched.collect()
}

impl Made {
    fn load(
        &self,
        arguments: &Arguments,
        count: usize,
        streams: &mut Streams<'_>,
    ) -> Result<Option<Version>> {
        let mut setting = arguments.game.setting.clone();
        setting.options.retain(|(name, _)| self.values.iter().all(|(other, _)| other != name));
        setting.options.extend(self.values.iter().cloned());
        let patch = self.patch.as_ref().map(|(number, rules)| (*number, rules.as_str()));
        let Some(loaded) = setting.load_patched(&self.game, patch, streams)? else {
            return Ok(None);
        };
        let Some(session) = arguments.game.begun_with(&setting, &loaded, streams)? else {
            if count > 1 {
                streams.error(format!("that is so in the version `{}`", self.name(arguments)))?;
            }
            return Ok(None);
        };
        session.engine();
        let number = match (&self.values[..], arguments.others.len() + arguments.also.len()) {
            ([(name, value)], 0) => value.parse().ok().map(|number| (name.clone(), number)),
            _ => None,
        };
        Ok(Some(Version {
            told: lab::Version { name: self.name(arguments), number },
            patch: self.patch.as_ref().map(|(_, rules)| rules.clone()),
            loaded,
            session,
        }))
    }

    /// Returns what tells it from the others.
    fn name(&self, arguments: &Arguments) -> String {
        let mut parts = Vec::new();
        if !arguments.others.is_empty() {
            parts.push(self.game.clone());
        }
        parts.extend(self.values.iter().map(|(name, value)| format!("{name}={value}")));
        match &self.patch {
            Some((number, _)) => parts.push(format!("patch {number}")),
            None if parts.is_empty() || !arguments.also.is_empty() => {
                parts.push("as it is".to_owned());
            }
            None => {}
        }
        parts.join(", ")
    }
}
