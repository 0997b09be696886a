//! A study as one page for browsers and paper, which asks nothing of anybody.

use std::fmt::Write;

use super::plots::{self, Row, escaped, percent};
use super::{Arguments, Played, Study, page_versions as versions};
use crate::author::coverage::PartKind;
use crate::front::cli::load::Loaded;
use crate::ir::{Game, SideId};
use crate::lab::{Fault, Findings, Share, Strength};

/// How the page looks.
const STYLE: &str = include_str!("page.css");

/// How many rows a picture has, at most.
const ROWS: usize = 12;

/// What a picture of shares means, for those who have never seen one.
const READING: &str = "Each dot is what these games gave. The band around it says how far chance may have put it \
off: in 95 of 100 such studies, the true value lies within the band. Two bands that hardly touch are a real \
difference; two that overlap widely may be the same.";

/// Writes the page.
pub(super) fn page(arguments: &Arguments, study: &Study) -> String {
    let Some(first) = study.all.first() else { return String::new() };
    let name = &first.version.loaded.game.about.title;
    let is_comparison = !study.compared.is_empty();
    let title =
        if is_comparison { format!("Which {name}?") } else { format!("Is {name} a good game?") };
    let mut out = String::new();
    // Writing to a text cannot fail.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head><body>\n<h1>{title}</h1>\n",
        title = escaped(&title)
    );
    if is_comparison {
        versions::compared(&mut out, study);
    }
    for one in &study.all {
        let loaded = &one.version.loaded;
        if is_comparison {
            let _ = writeln!(
                out,
                "<h2 class=\"version\">{}</h2>",
                escaped(&capital(&one.version.told.name))
            );
            if let Some(rules) = &one.version.patch {
                let _ = writeln!(out, "<p><code>{}</code></p>", escaped(rules));
            }
        }
        overview(&mut out, &loaded.game, &one.levels);
        wrong(&mut out, loaded, &one.levels);
        for played in &one.levels {
            strength(&mut out, loaded, played);
            values(&mut out, &loaded.game, played);
        }
    }
    method(&mut out, arguments, study);
    out.push_str("</body></html>\n");
    out
}

fn overview(out: &mut String, game: &Game, all: &[Played]) {
    let Some(strongest) = all.last() else { return };
    let words = sentences(game, &strongest.found);
    let who = who(strongest.found.strength);
    let _ = writeln!(
        out,
        "<p class=\"lead\">{words}</p>\n<p class=\"soft\">That is how it goes between {who}.</p>"
    );
    let first = strongest.found.report.first;
    let rows = all.iter().map(|played| Row {
        label: capital(&self::who(played.found.strength)),
        note: note(played.found.report.results.share(first)),
        share: played.found.report.results.share(first),
    });
    let name = game.side_name(first);
    figure(
        out,
        &format!("What {name} scores"),
        &plots::shares(&format!("Points of {name}"), &rows.collect::<Vec<_>>(), Some(0.5)),
        &format!(
            "{name} begins. At 50 % (broken line) nobody is favoured; a draw counts half. {READING}"
        ),
    );
}

/// Writes what may be wrong, once for all strengths.
fn wrong(out: &mut String, loaded: &Loaded, all: &[Played]) {
    out.push_str("<h2>What may be wrong with the game</h2>\n");
    let mut seen: Vec<(&Fault, Vec<&Findings>)> = Vec::new();
    for played in all {
        for fault in &played.found.faults {
            // One rule may have several: a piece that nobody promotes to, and another.
            let is_same = |known: &Fault| {
                (known.kind, known.at) == (fault.kind, fault.at)
                    && (known.at.is_none() || known.words == fault.words)
            };
            match seen.iter_mut().find(|(known, _)| is_same(known)) {
                Some((_, at)) => at.push(&played.found),
                None => seen.push((fault, vec![&played.found])),
            }
        }
    }
    seen.sort_by_key(|(fault, _)| fault.kind);
    if seen.is_empty() {
        out.push_str("<p>Nothing was found: every rule was used, every piece moved, games end, and no side always wins.</p>\n");
        return;
    }
    out.push_str("<ul class=\"faults\">\n");
    for (fault, at) in seen {
        let place = fault.at.map(|span| {
            let line = loaded.sources.line_column(span).line;
            let file = escaped(&loaded.sources.shown_name(span.source));
            format!(" <code>{file}:{line}</code>")
        });
        let among = at.iter().map(|found| who(found.strength)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            out,
            "<li>{}{} <span class=\"soft\">({among})</span>",
            escaped(&capital(&fault.words)),
            place.unwrap_or_default()
        );
        let record =
            fault.example.and_then(|number| Some((number, at.first()?.records.get(&number)?)));
        match record {
            Some((number, record)) => game_text(out, &format!("Game {number} shows it"), record),
            None if !fault.line.is_empty() => {
                game_text(out, "One line of it", &fault.line.join(" "));
            }
            None => {}
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

fn strength(out: &mut String, loaded: &Loaded, played: &Played) {
    let (game, found) = (&*loaded.game, &played.found);
    let report = &found.report;
    let games = report.results.games();
    let _ = writeln!(
        out,
        "<h2>{}: {games} games</h2>\n<p>{}</p>",
        capital(&who(found.strength)),
        sentences(game, found)
    );
    results(out, game, found);
    reasons(out, game, found);
    lengths(out, found);
    openings(out, game, found);
    usage(out, game, found);
}

fn values(out: &mut String, game: &Game, played: &Played) {
    for values in &played.values {
        let unit = super::values::unit(game, values);
        let _ = writeln!(
            out,
            "<h3>What things are worth</h3>\n<p class=\"soft\">From {}, with what the true value lies in in 95 of 100 such \
             studies.</p>\n<div class=\"wide\"><table>\n<tr><th></th><th class=\"n\">in {}s</th><th class=\"n\">in points</th>\
             <th class=\"n\">one more scores</th></tr>",
            super::values::method(values),
            escaped(unit)
        );
        let none = || "<td class=\"n\">–</td>".to_owned();
        for worth in &values.worths {
            let units = worth.units.map_or_else(none, |units| bounds(units, 1.0, 2, ""));
            let points = worth.points.map_or_else(none, |points| bounds(points, 1.0, 0, ""));
            let score = bounds(worth.score, 100.0, 1, "&nbsp;%");
            let thing = escaped(&capital(&worth.thing.text(game)));
            let _ = writeln!(out, "<tr><td>{thing}</td>{units}{points}{score}</tr>");
        }
        out.push_str("</table></div>\n");
    }
    let mut lines = played.values.iter().map(|values| values.lines(game));
    let lines = lines.find(|lines| !lines.is_empty()).unwrap_or_default();
    if !lines.is_empty() {
        let lines = escaped(&lines.join("\n"));
        let _ = writeln!(
            out,
            "<p>As lines of the rules file:</p>\n<div class=\"wide\"><pre><code>{lines}</code></pre></div>"
        );
    }
}

/// Returns a cell with a number and, below it, its bounds.
pub(super) fn bounds(share: Share, scale: f64, digits: usize, sign: &str) -> String {
    let [found, low, high] = [share.found, share.low, share.high].map(|part| scale * part);
    format!(
        "<td class=\"n\">{found:.digits$}{sign}<br><span class=\"soft\">{low:.digits$} to {high:.digits$}</span></td>"
    )
}

fn results(out: &mut String, game: &Game, found: &Findings) {
    let results = &found.report.results;
    let share = |part: u64| Share::of(part, results.games()).found;
    let [one, other] = SideId::ALL;
    let parts = [
        ("first", game.side_name(one), share(results.won[one])),
        ("draw", "Draw", share(results.drawn)),
        ("second", game.side_name(other), share(results.won[other])),
    ];
    figure(out, "Who wins", &plots::whole("Who wins", &parts), "");
}

fn reasons(out: &mut String, game: &Game, found: &Findings) {
    let rows = found.report.reasons.iter().take(ROWS).map(|reason| {
        let who = match reason.winner {
            Some(side) => format!("{} wins", game.side_name(side)),
            None => "draw".to_owned(),
        };
        Row {
            label: capital(&format!("{who}: {}", reason.ended.text())),
            note: note(reason.share),
            share: reason.share,
        }
    });
    figure(
        out,
        "How games end",
        &plots::shares("How games end", &rows.collect::<Vec<_>>(), None),
        "",
    );
    for reason in found.report.reasons.iter().take(3) {
        if let Some(record) = found.records.get(&reason.example) {
            let how = match reason.winner {
                Some(side) => format!("A game that {} wins", game.side_name(side)),
                None => "A drawn game".to_owned(),
            };
            game_text(out, &format!("{how} ({})", reason.ended.text()), record);
        }
    }
}

fn lengths(out: &mut String, found: &Findings) {
    let report = &found.report;
    let lengths = report.lengths;
    let words = format!(
        "Half of the games take {} turns or fewer, nine of ten at most {}; the shortest {}, the longest {}. A turn is \
         one side's; two make what chess players call a move.",
        lengths.median, lengths.ninth_tenth, lengths.least, lengths.most
    );
    let picture = plots::columns("How long games are", "turns of a game", &report.spread);
    figure(out, "How long games are", &picture, &words);
    let mut words =
        format!("There are {:.1} legal turns in a position, on average.", report.choices);
    if let Some(changes) = report.lead_changes {
        let _ = write!(
            words,
            " The lead, as the players judge it, goes to the other side {changes:.1} times in a game."
        );
    }
    if report.breadth.len() > 1 {
        let picture = plots::curve("Legal turns", "turn of the game", &report.breadth);
        figure(out, "How many turns there are to choose from", &picture, &words);
    } else {
        let _ = writeln!(out, "<p>{words}</p>");
    }
}

fn openings(out: &mut String, game: &Game, found: &Findings) {
    let openings = &found.report.openings;
    if openings.is_empty() {
        return;
    }
    let rows = openings.iter().take(ROWS).map(|opening| Row {
        label: format!("{} ({} games)", opening.turn, opening.games),
        note: note(opening.share),
        share: opening.share,
    });
    let name = game.side_name(found.report.first);
    let rows: Vec<_> = rows.collect();
    figure(
        out,
        "First turns",
        &plots::shares("First turns", &rows, Some(0.5)),
        &format!(
            "The points of {name} after each first turn; those that were played most often. With so many \
                  turns beside each other, one in twenty bands misses the truth."
        ),
    );
}

fn usage(out: &mut String, game: &Game, found: &Findings) {
    let usage = &found.usage;
    if usage.games == 0 {
        return;
    }
    let moved: u64 = usage.pieces.values().map(|uses| uses.moved.times).sum();
    let pieces = usage.pieces.iter().filter_map(|(kind, uses)| {
        let share = Share::of(uses.moved.times, moved).found;
        Some((game.types.get(*kind)?.name.clone(), percent(share), share))
    });
    let tokens = usage.tokens.iter().filter_map(|(token, uses)| {
        let share = Share::of(uses.times, moved).found;
        let name = format!("by a power of {}", game.tokens.get(*token)?.name);
        Some((name, percent(share), share))
    });
    let rows: Vec<_> = pieces.chain(tokens).collect();
    let about = format!("Share of all moves, in {} games.", usage.games);
    figure(out, "Which pieces move", &plots::bars("Which pieces move", &rows), &about);
    out.push_str("<details><summary>Every rule, and in how many games it was used</summary><div class=\"wide\"><table>\n");
    out.push_str("<tr><th>rule</th><th class=\"n\">games</th><th class=\"n\">times</th></tr>\n");
    for (part, uses) in usage.parts.iter().filter(|(part, _)| part.kind != PartKind::Statement) {
        let _ = writeln!(
            out,
            "<tr><td>{} {}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            part.kind.name(),
            escaped(&part.name),
            uses.games,
            uses.times
        );
    }
    out.push_str("</table></div></details>\n");
}

fn method(out: &mut String, arguments: &Arguments, study: &Study) {
    let levels = study.all.iter().flat_map(|one| &one.levels);
    let games: u64 = levels.map(|played| played.found.report.results.games()).sum();
    let name = study.all.first().map_or("", |one| one.version.loaded.game.about.title.as_str());
    let command = arguments.command(study);
    let _ = writeln!(
        out,
        "<h2>How this was found</h2>\n<p>The computer played {games} games of {} against itself, both sides equally \
         strong. Games between players begin with four random turns, so that no two are alike. A game that was not over \
         after {} turns counts as drawn. Everything random comes from the number {}: the same command gives the same \
         page.</p>\n<p><code>{}</code></p>",
        escaped(name),
        arguments.limit,
        arguments.seed,
        escaped(&command)
    );
}

pub(super) fn figure(out: &mut String, title: &str, picture: &str, below: &str) {
    let (title, below) = (escaped(title), escaped(below));
    let _ = writeln!(
        out,
        "<h3>{title}</h3>\n<figure>{picture}<figcaption>{below}</figcaption></figure>"
    );
}

fn game_text(out: &mut String, title: &str, turns: &str) {
    let _ = writeln!(
        out,
        "<details><summary>{}</summary><p class=\"turns\">{}</p></details>",
        escaped(title),
        escaped(turns)
    );
}

/// Returns the sentences of a report for the page; no line ends between a number and its percent sign.
fn sentences(game: &Game, found: &Findings) -> String {
    escaped(&found.report.sentences(game)).replace(" %", "&nbsp;%")
}

/// Names the players of a strength.
pub(super) fn who(strength: Strength) -> String {
    match strength {
        Strength::Random => "players who choose at random".to_owned(),
        Strength::Level(level) => format!("players of level {level}"),
    }
}

/// Writes a share with how far it may be off.
pub(super) fn note(share: Share) -> String {
    format!("{:.1} % ± {:.1}", 100.0 * share.found, 100.0 * share.half_width())
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
