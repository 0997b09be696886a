//! Which game a record is of, and what other programs call games in their files.

use crate::bundled;

/// Foreign names, own names, options, and whether we write a name so too.
const TABLE: &str = include_str!("variants.tsv");

/// A game by the name that others have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What others call it.
    pub foreign: &'static str,
    /// The name of the game here.
    pub own: &'static str,
    /// Its options, as `NAME=VALUE` with blanks between them.
    options: &'static str,
    is_written: bool,
}

impl Foreign {
    /// Returns the options that the name stands for.
    pub fn options(&self) -> Vec<(String, String)> {
        let pairs = self.options.split_whitespace().filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// Returns all the names.
pub fn all() -> impl Iterator<Item = Foreign> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut cells = line.split('\t');
        let (foreign, own) = (cells.next()?, cells.next()?);
        let options = cells.next().unwrap_or_default();
        let is_written = cells.next() == Some("w");
        Some(Foreign { foreign, own, options, is_written })
    })
}

/// Finds the game that others call so, whatever the capitals, blanks and hyphens.
pub fn named(name: &str) -> Option<Foreign> {
    let wanted = plain(name);
    all().find(|row| plain(row.foreign) == wanted)
}

/// Finds the bundled game that a record calls so: by its name here, by the name that others have for it, or by its title. With
/// it come the options that the name stands for.
pub fn known(told: &str) -> Option<(&'static str, Vec<(String, String)>)> {
    if let Some(full) = bundled::find_game(told) {
        return Some((bundled::own_name(full), Vec::new()));
    }
    if let Some(row) = named(told) {
        return Some((row.own, row.options()));
    }
    let wanted = plain(told);
    let own = bundled::all_games().map(bundled::own_name).find(|own| plain(own) == wanted);
    let titled = || bundled::titles().find(|(_, title)| plain(title) == wanted);
    Some((own.or_else(|| titled().map(|(own, _)| own))?, Vec::new()))
}

/// Returns the game that a record names, with its options, of which some are set apart from the name. What is not
/// [known](self::known) keeps its name, and what has none is of the first bundled game.
pub fn of_record(
    told: Option<&str>,
    set: impl IntoIterator<Item = (String, String)>,
) -> (String, Vec<(String, String)>) {
    let told = told.map(str::trim).filter(|told| !told.is_empty());
    let told = told.or_else(|| bundled::games().next()).unwrap_or_default();
    let (name, mut options) = known(told).unwrap_or((told, Vec::new()));
    options.extend(set);
    (name.to_owned(), options)
}

/// Reads options as they stand in a tag: `NAME=VALUE`, with `; ` between them.
pub fn options(text: &str) -> impl Iterator<Item = (String, String)> {
    let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
}

/// Returns the name that others read for a game with options.
pub fn name_for(own: &str, options: &[(String, String)]) -> Option<&'static str> {
    let mut rows = all().filter(|row| row.is_written && row.own == own);
    rows.find(|row| row.options() == options).map(|row| row.foreign)
}

/// Returns the letters and digits of a name, in small letters: what names of games are compared by.
pub fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(|char| char.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        let own = |name: &str| named(name).map(|row| row.own);
        assert_eq!(own("King of the Hill"), Some("kingofthehill"));
        assert_eq!(own("king-of-the-hill"), Some("kingofthehill"));
        assert_eq!(own("three-Check"), Some("3check"));
        assert_eq!(own("From Position"), Some("chess"));
        assert_eq!(own("no such game"), None);
        let random = named("Fischerandom").unwrap();
        assert_eq!(random.options(), [("chess960".to_owned(), "on".to_owned())]);
        assert_eq!(name_for("chess", &random.options()), Some("Chess960"));
    }
}
