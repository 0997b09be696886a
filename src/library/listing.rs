//! The games that come with the library.

use super::game::Game;
use crate::bundled;
use crate::pipeline::{self, About};

/// A game that comes with the library, as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundledGame {
    /// The name by which [`Game::bundled`] finds it.
    pub name: &'static str,
    /// The title.
    pub title: String,
    /// Who invented it, if the file says so.
    pub inventor: Option<String>,
    /// A line about it, if there is one.
    pub summary: Option<String>,
}

impl Game {
    /// Lists the games that come with the library, in the order of their files. Each is read when it is asked for, and none
    /// is loaded.
    ///
    /// ```
    /// use fairyring::Game;
    ///
    /// for game in Game::list_bundled().take(3) {
    ///     println!("{}: {}", game.name, game.title);
    /// }
    /// assert!(Game::list_bundled().any(|game| game.name == "mono"));
    /// ```
    pub fn list_bundled() -> impl Iterator<Item = BundledGame> {
        bundled::all_games().filter_map(|full| {
            let (_, text) = bundled::find(full)?;
            let About { title, inventor, summary } = pipeline::about(text)?;
            Some(BundledGame { name: bundled::own_name(full), title, inventor, summary })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_listed_as_they_are_loaded() {
        let listed: Vec<BundledGame> = Game::list_bundled().collect();
        assert_eq!(listed.len(), bundled::all_games().count());
        for wanted in listed.iter().step_by(listed.len() / 12) {
            assert_eq!(Game::bundled(wanted.name).unwrap().title(), wanted.title, "{wanted:?}");
        }
        let mono = listed.iter().find(|game| game.name == "mono").unwrap();
        assert_eq!(mono.inventor.as_deref(), Some("Luiz Carlos Campos"));
        assert!(mono.summary.is_some());
    }
}
