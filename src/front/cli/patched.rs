//! Rules of a file with a few more, as if somebody had written a file that builds on it.

use super::load::Origin;
use crate::bundled::EXTENSION;
use crate::pipeline;
use crate::source::{FileError, Files};

/// What stands for a file whose own name is not one that rules can give.
const STAND_IN: &str = "the-game";

/// A file that is nowhere, beside the one that it builds on.
pub(super) struct Patched<'a> {
    origin: &'a Origin,
    folder: String,
    name: String,
    text: String,
    stand_in: Option<String>,
}

impl<'a> Patched<'a> {
    /// Makes the file: rules that are added to those of a game, or replace some of them. `number` tells it from others.
    pub(super) fn new(origin: &'a Origin, number: usize, rules: &str) -> Self {
        let base = origin.name();
        let (folder, file) =
            base.rfind('/').map_or(("", base.as_str()), |at| base.split_at(at + 1));
        let stem = file.strip_suffix(EXTENSION).unwrap_or(file);
        let letters = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
        let stand_in = (!stem.chars().all(letters)).then(|| base.clone());
        let parent = if stand_in.is_some() { STAND_IN } else { stem };
        let title = origin.files().read(&base).ok().flatten();
        let title = title
            .and_then(|text| pipeline::about(&text))
            .map_or_else(|| stem.to_owned(), |about| about.title);
        let text =
            format!("rules 2\ngame \"{}\" from {parent}\n{rules}\n", title.replace('"', "'"));
        Self {
            origin,
            folder: folder.to_owned(),
            name: format!("{folder}also-{number}{EXTENSION}"),
            text,
            stand_in,
        }
    }

    /// Returns the name of the file.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Files for Patched<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == self.name {
            return Ok(Some(self.text.clone()));
        }
        match &self.stand_in {
            Some(base) if name == format!("{}{STAND_IN}{EXTENSION}", self.folder) => {
                self.origin.files().read(base)
            }
            _ => self.origin.files().read(name),
        }
    }

    fn names(&self) -> Vec<String> {
        self.origin.files().names()
    }
}
