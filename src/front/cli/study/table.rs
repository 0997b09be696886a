//! The numbers of a study as a table for other programs: CSV, and Parquet where it is built in.

use std::fmt::Write;

use super::Study;
use crate::ir::{Game, SideId};
use crate::lab::{Findings, Method, Share, Values};

/// A row of the table. Numbers are texts here, as CSV has them; an empty one is not known.
#[derive(Default)]
pub(super) struct Row {
    /// Which version of the game it is about, where versions are compared.
    pub(super) version: Option<String>,
    /// How strong the players were.
    pub(super) level: String,
    /// What is counted or measured.
    pub(super) table: String,
    /// Of whom or what.
    pub(super) item: String,
    /// In how many games.
    pub(super) games: u64,
    /// What was found, and between which bounds it lies.
    pub(super) value: String,
    pub(super) low: String,
    pub(super) high: String,
}

/// The rows of one version at one strength.
struct Table<'a> {
    rows: &'a mut Vec<Row>,
    version: Option<String>,
    level: String,
}

/// Returns the report as rows.
pub(super) fn rows(study: &Study) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, one) in study.all.iter().enumerate() {
        let version = (study.all.len() > 1).then(|| one.version.told.name.clone());
        for played in &one.levels {
            let (version, level) = (version.clone(), played.found.strength.to_string());
            let (mut table, game) =
                (Table { rows: &mut rows, version, level }, &one.version.loaded.game);
            table.level(game, &played.found);
            for values in &played.values {
                table.values(game, values);
            }
        }
        for comparison in &study.compared {
            let (version, level) = (version.clone(), comparison.strength.to_string());
            let mut table = Table { rows: &mut rows, version, level };
            let differences = comparison.versions.get(number).map(|one| &one.differences);
            for one in differences.into_iter().flatten() {
                let (name, chance) = (one.measure.name(), format!("{:.5}", one.chance));
                table.share("difference", name, one.pairs, one.interval);
                table.number("difference by chance", name, one.pairs, &chance);
            }
        }
    }
    rows
}

/// Returns the report as CSV: `level,table,item,games,value,low,high`; where versions are compared, with the version in
/// front.
pub(super) fn csv(study: &Study) -> String {
    let is_comparison = study.all.len() > 1;
    let mut text = if is_comparison { "version,".to_owned() } else { String::new() };
    text.push_str("level,table,item,games,value,low,high\n");
    for row in rows(study) {
        let version = row.version.map_or_else(String::new, |name| format!("{},", quoted(&name)));
        let Row { level, table, games, value, low, high, .. } = row;
        let item = quoted(&row.item);
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{version}{level},{table},{item},{games},{value},{low},{high}");
    }
    text
}

impl Table<'_> {
    fn level(&mut self, game: &Game, found: &Findings) {
        let report = &found.report;
        let (results, games) = (&report.results, report.results.games());
        for side in SideId::ALL {
            let name = game.side_name(side);
            self.number("won", name, results.won[side], "");
            self.share("points", name, games, results.share(side));
        }
        self.number("drawn", "", results.drawn, "");
        self.number("unfinished", "", report.unfinished, "");
        self.share("decisive", "", games, results.decisive());
        for reason in &report.reasons {
            let who = reason.winner.map_or("draw", |side| game.side_name(side));
            let item = format!("{who}: {}", reason.ended.text());
            self.share("end", &item, reason.games, reason.share);
        }
        for opening in &report.openings {
            self.share("first turn", &opening.turn, opening.games, opening.share);
        }
        let lengths = report.lengths;
        self.number("turns", "mean", games, &format!("{:.3}", lengths.mean));
        for (item, value) in [
            ("shortest", lengths.least),
            ("median", lengths.median),
            ("nine of ten", lengths.ninth_tenth),
            ("longest", lengths.most),
        ] {
            self.number("turns", item, games, &value.to_string());
        }
        for (from, to, count) in &report.spread {
            self.number("turns from", &format!("{from}-{}", to - 1), *count, "");
        }
        self.number("legal turns", "mean", games, &format!("{:.3}", report.choices));
        for (from, to, mean) in &report.breadth {
            self.number(
                "legal turns at",
                &format!("{from}-{}", to - 1),
                games,
                &format!("{mean:.3}"),
            );
        }
        if let Some(changes) = report.lead_changes {
            self.number("lead changes", "mean", games, &format!("{changes:.3}"));
        }
        self.usage(game, found);
    }

    fn values(&mut self, game: &Game, values: &Values) {
        for worth in &values.worths {
            let table = match values.method {
                Method::Imbalances => "value by imbalances",
                Method::Positions => "value by positions",
            };
            let thing = worth.thing.text(game);
            if let Some(points) = worth.points {
                self.share(table, &thing, values.games, points);
            }
            if let Some(units) = worth.units {
                let unit = game.types.get(values.unit).map_or("", |unit| unit.name.as_str());
                self.share(&format!("{table} in {unit}s"), &thing, values.games, units);
            }
        }
    }

    fn usage(&mut self, game: &Game, found: &Findings) {
        for (kind, uses) in &found.usage.pieces {
            let name = game.types.get(*kind).map_or("", |piece| piece.name.as_str());
            self.number("piece moved", name, uses.moved.games, &uses.moved.times.to_string());
            self.number("piece taken", name, uses.taken.games, &uses.taken.times.to_string());
        }
        for (token, uses) in &found.usage.tokens {
            let name = game.tokens.get(*token).map_or("", |token| token.name.as_str());
            self.number("power used", name, uses.games, &uses.times.to_string());
        }
        for (part, uses) in &found.usage.parts {
            let item = format!("{} {}", part.kind.name(), part.name);
            self.number("rule used", &item, uses.games, &uses.times.to_string());
        }
    }

    fn share(&mut self, table: &str, item: &str, games: u64, share: Share) {
        let [low, value, high] =
            [share.low, share.found, share.high].map(|one| format!("{one:.5}"));
        self.row(table, item, games, Row { value, low, high, ..Row::default() });
    }

    fn number(&mut self, table: &str, item: &str, games: u64, value: &str) {
        self.row(table, item, games, Row { value: value.to_owned(), ..Row::default() });
    }

    fn row(&mut self, table: &str, item: &str, games: u64, row: Row) {
        let (version, level) = (self.version.clone(), self.level.clone());
        let (table, item) = (table.to_owned(), item.to_owned());
        self.rows.push(Row { version, level, table, item, games, ..row });
    }
}

/// Returns a text as a field.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
