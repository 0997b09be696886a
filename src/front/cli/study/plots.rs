//! Pictures of numbers, as SVG in a page. They are drawn for the width of a phone, and grow on larger pages.

use std::fmt::Write;

use crate::lab::Share;

/// The width of a picture, in its own units; letters of 12 units are legible on a phone then.
const WIDTH: f64 = 360.0;

/// The height of a row with a label and a bar below it.
const ROW: f64 = 38.0;

/// The width of a letter, at most.
const LETTER: f64 = 7.5;

/// A row of a plot of shares.
pub(super) struct Row {
    /// What it is of.
    pub label: String,
    /// What stands at the right.
    pub note: String,
    /// The share.
    pub share: Share,
}

/// Returns a text that can stand in HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn picture(height: f64, name: &str, inside: &str) -> String {
    let name = escaped(name);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{name}\">{inside}</svg>\n"
    )
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, words: &str) {
    let words = escaped(words);
    // Writing to a text cannot fail.
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
}

fn rect(svg: &mut String, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let width = width.max(0.0);
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
    );
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((a, b), (c, d)) = (from, to);
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\"/>"
    );
}

/// Draws who won how many games as one bar: parts with their classes, names and shares of the whole.
pub(super) fn whole(name: &str, parts: &[(&str, &str, f64)]) -> String {
    let (mut svg, mut at) = (String::new(), 0.0);
    for (class, _, share) in parts {
        rect(&mut svg, class, (at, 4.0), (share * WIDTH, 30.0));
        at += share * WIDTH;
    }
    let (mut left, mut height) = (0.0, 52.0);
    for (class, words, share) in parts {
        let words = format!("{words} {:.1} %", 100.0 * share);
        let wide = 18.0 + 6.6 * count(&words);
        if left > 0.0 && left + wide > WIDTH {
            (left, height) = (0.0, height + 18.0);
        }
        rect(&mut svg, class, (left + 0.5, height - 10.0), (11.0, 11.0));
        text(&mut svg, (left + 16.0, height), "start", &words);
        left += wide + 8.0;
    }
    picture(height + 8.0, name, &svg)
}

/// Draws shares as dots, each on the interval in which the true share is expected; a line marks the middle, if it matters.
pub(super) fn shares(name: &str, rows: &[Row], middle: Option<f64>) -> String {
    let low = rows.iter().map(|row| row.share.low).fold(f64::MAX, f64::min);
    let high = rows.iter().map(|row| row.share.high).fold(0.0, f64::max);
    let (low, high) = match middle {
        Some(middle) => (low.min(middle - 0.05), high.max(middle + 0.05)),
        None => (0.0, high.max(0.05)),
    };
    let tick = step((high - low) / 4.0);
    let (low, high) = ((low / tick).floor() * tick, (high / tick).ceil() * tick);
    let place = |share: f64| 8.0 + (share - low) / (high - low) * (WIDTH - 16.0);
    let mut svg = String::new();
    let bottom = ROW * count_of(rows.len()) + 6.0;
    let mut at = low;
    while at < high + tick / 2.0 {
        let class =
            if middle.is_some_and(|middle| (at - middle).abs() < 1e-9) { "middle" } else { "grid" };
        line(&mut svg, class, (place(at), 4.0), (place(at), bottom));
        let words = percent(at);
        // At the edges it stays within the picture, so that printers do not cut it off.
        let half = LETTER * count(&words) / 2.0;
        text(&mut svg, (place(at).clamp(half, WIDTH - half), bottom + 14.0), "middle", &words);
        at += tick;
    }
    for (number, row) in rows.iter().enumerate() {
        let y = ROW * count_of(number) + 18.0;
        text(&mut svg, (0.0, y), "start", &cut(&row.label, 40));
        text(&mut svg, (WIDTH, y), "end", &row.note);
        let (from, to) = (place(row.share.low), place(row.share.high));
        line(&mut svg, "interval", (from, y + 10.0), (to, y + 10.0));
        let _ = write!(
            svg,
            "<circle class=\"found\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\"/>",
            place(row.share.found),
            y + 10.0
        );
    }
    picture(bottom + 20.0, name, &svg)
}

/// Draws columns: how many games were how long.
pub(super) fn columns(name: &str, below: &str, bins: &[(u32, u32, u64)]) -> String {
    const HEIGHT: f64 = 130.0;
    let Some(most) = bins.iter().map(|(_, _, games)| *games).max().filter(|most| *most > 0) else {
        return String::new();
    };
    let wide = WIDTH / count_of(bins.len());
    let mut svg = String::new();
    for (number, (from, _, games)) in bins.iter().enumerate() {
        let high = ratio(*games, most) * HEIGHT;
        let x = wide * count_of(number);
        rect(&mut svg, "column", (x + 0.5, 4.0 + HEIGHT - high), (wide - 1.0, high));
        if number % bins.len().div_ceil(6) == 0 {
            text(&mut svg, (x, HEIGHT + 19.0), "start", &from.to_string());
        }
    }
    line(&mut svg, "axis", (0.0, HEIGHT + 4.0), (WIDTH, HEIGHT + 4.0));
    text(&mut svg, (WIDTH, HEIGHT + 34.0), "end", below);
    picture(HEIGHT + 40.0, name, &svg)
}

/// Draws a line: a mean by stretches of turns.
pub(super) fn curve(name: &str, below: &str, points: &[(u32, u32, f64)]) -> String {
    const HEIGHT: f64 = 120.0;
    let (Some(last), Some(first)) = (points.last(), points.first()) else { return String::new() };
    let most = points.iter().map(|(_, _, mean)| *mean).fold(1.0, f64::max);
    let tick = step(most / 3.0);
    let top = (most / tick).ceil() * tick;
    let span = f64::from(last.1 - first.0).max(1.0);
    let across = |turn: f64| 34.0 + (turn - f64::from(first.0)) / span * (WIDTH - 40.0);
    let up = |mean: f64| 8.0 + HEIGHT * (1.0 - mean / top);
    let (mut svg, mut at) = (String::new(), 0.0);
    while at < top + tick / 2.0 {
        line(&mut svg, "grid", (34.0, up(at)), (WIDTH, up(at)));
        text(&mut svg, (28.0, up(at) + 4.0), "end", &format!("{at:.0}"));
        at += tick;
    }
    let spots = points.iter().map(|(from, to, mean)| {
        let middle = f64::from(from + to) / 2.0;
        format!("{:.1},{:.1}", across(middle), up(*mean))
    });
    let spots = spots.collect::<Vec<_>>().join(" ");
    let _ = write!(svg, "<polyline class=\"curve\" points=\"{spots}\"/>");
    let turns = step(span / 5.0).max(5.0);
    let mut at = (f64::from(first.0) / turns).ceil() * turns;
    while at <= f64::from(last.1) {
        text(&mut svg, (across(at), HEIGHT + 23.0), "middle", &format!("{at:.0}"));
        at += turns;
    }
    text(&mut svg, (WIDTH, HEIGHT + 38.0), "end", below);
    picture(HEIGHT + 44.0, name, &svg)
}

/// Draws bars with labels and numbers.
pub(super) fn bars(name: &str, rows: &[(String, String, f64)]) -> String {
    let most = rows.iter().map(|(_, _, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = String::new();
    for (number, (label, note, value)) in rows.iter().enumerate() {
        let y = 30.0 * count_of(number) + 13.0;
        text(&mut svg, (0.0, y), "start", &cut(label, 34));
        text(&mut svg, (WIDTH, y), "end", note);
        rect(&mut svg, "track", (0.0, y + 4.0), (WIDTH, 7.0));
        rect(&mut svg, "column", (0.0, y + 4.0), (value / most * WIDTH, 7.0));
    }
    picture(30.0 * count_of(rows.len()) + 2.0, name, &svg)
}

/// Writes a share in percent.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if (percent - percent.round()).abs() < 1e-6 {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.1} %")
    }
}

/// Returns a round number that is not less.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-6).log10().floor());
    let rounds = [1.0, 2.0, 5.0, 10.0];
    rounds.into_iter().map(|round| round * power).find(|step| *step >= least).unwrap_or(power)
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn count(text: &str) -> f64 {
    count_of(text.chars().count())
}

fn count_of(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
