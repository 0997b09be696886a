//! What things are worth, as it is printed.

use super::Played;
use crate::front::cli::{Result, Streams};
use crate::ir::Game;
use crate::lab::{Method, Share, Values};

/// What is said where nothing could be estimated.
pub(super) const NONE: &str = "values: these games say nothing. It takes 60 games with imbalances, and two kinds of \
    pieces that each side has, besides royal ones; or positions of 30 games in which something differs";

/// Says how values were found.
pub(super) fn method(values: &Values) -> String {
    match values.method {
        Method::Imbalances => {
            format!("{} games in which the sides began with other pieces", values.games)
        }
        Method::Positions => format!("quiet positions of {} ordinary games", values.games),
    }
}

/// Names the piece that everything is measured by.
pub(super) fn unit<'a>(game: &'a Game, values: &Values) -> &'a str {
    game.types.get(values.unit).map_or("", |unit| unit.name.as_str())
}

/// Writes a number with its bounds.
pub(super) fn bounds(share: Share, scale: f64, digits: usize) -> String {
    let [found, low, high] = [share.found, share.low, share.high].map(|part| scale * part);
    format!("{found:.digits$} ({low:.digits$} to {high:.digits$})")
}

/// Prints what things are worth, and the lines for the rules.
pub(super) fn print(game: &Game, played: &Played, streams: &mut Streams<'_>) -> Result<()> {
    let out = &mut *streams.out;
    for values in &played.values {
        let unit = unit(game, values);
        writeln!(out, "values, from {}; intervals of 95 %:", method(values))?;
        let head = format!("in {unit}s");
        writeln!(out, "  {:<28}{head:<24}{:<24}whoever has one more scores", "", "in points")?;
        for worth in &values.worths {
            let units = worth.units.map_or_else(|| "-".to_owned(), |units| bounds(units, 1.0, 2));
            let points =
                worth.points.map_or_else(|| "-".to_owned(), |points| bounds(points, 1.0, 0));
            let score = bounds(worth.score, 100.0, 1);
            writeln!(out, "  {:<28}{units:<24}{points:<24}{score} %", worth.thing.text(game))?;
        }
    }
    let mut lines = played.values.iter().map(|values| values.lines(game));
    let lines = lines.find(|lines| !lines.is_empty()).unwrap_or_default();
    if !lines.is_empty() {
        writeln!(out, "for the rules file:")?;
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
