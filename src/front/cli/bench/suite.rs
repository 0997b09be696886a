//! What is measured: the rows of `benches/suite.tsv`.

use crate::front::cli::load::Setting;

/// The table, which is read by people and other programs as well.
const TABLE: &str = include_str!("../../../../benches/suite.tsv");

/// One thing to be measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Whether it is measured by default.
    pub is_short: bool,
    /// What it is called.
    pub name: &'static str,
    /// The bundled game.
    pub game: &'static str,
    /// What is done.
    pub work: Work,
    /// Where it begins; the game's own start if there is none.
    pub position: Option<&'static str>,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// All sequences of so many turns are counted, and so many there are.
    Perft(u32, u64),
    /// So many random games are played.
    Playouts(u64),
    /// The legal turns are asked for, with their texts, so many times: what a front end does before each turn.
    Moves(u64),
    /// A turn is played and taken back so many times.
    Plays(u64),
}

impl Row {
    fn read(line: &'static str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [set, name, game, work, nodes, position] = fields[..] else { return None };
        let work = match work.split_once(' ')? {
            ("perft", depth) => Work::Perft(depth.parse().ok()?, nodes.parse().ok()?),
            ("playouts", games) => Work::Playouts(games.parse().ok()?),
            ("moves", times) => Work::Moves(times.parse().ok()?),
            ("plays", times) => Work::Plays(times.parse().ok()?),
            _ => return None,
        };
        let is_short = set == "short";
        Some(Self { is_short, name, game, work, position: (position != "-").then_some(position) })
    }

    /// Returns the position it begins from, and no options.
    pub(super) fn setting(&self) -> Setting {
        Setting { position: self.position.map(str::to_owned), ..Setting::default() }
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

/// Returns all rows in order; a test sees to it that each line is one.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    lines().filter_map(Row::read)
}

#[cfg(test)]
mod tests {
    use super::{Work, lines, rows};
    use crate::bundled;

    #[test]
    fn every_line_is_a_row_of_a_bundled_game() {
        assert_eq!(rows().count(), lines().count());
        for row in rows() {
            assert!(bundled::all_games().any(|name| name == row.game), "{row:?}");
        }
        assert!(rows().any(|row| matches!(row.work, Work::Playouts(_))));
    }
}
