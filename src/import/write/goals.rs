//! Games that are won by reaching something: squares, lines, castles.

use super::super::area::Area;
use super::super::tables::Kind;
use super::super::variant::Variant;
use super::royals::late;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now, reversed, with};

const GOALS: [&str; 9] = [
    "goal.w",
    "goal.b",
    "goal.kind.w",
    "goal.kind.b",
    "goal.count",
    "goal.blocked",
    "goal.move",
    "goal.safe",
    "ranks",
];

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    goal(job, sheet);
    lines(job, sheet);
}

/// Whether there are squares to be reached.
pub(super) fn has_goal(variant: &Variant) -> bool {
    variant.settings.areas("goal").iter().any(|area| !area.is_empty())
}

fn goal(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let runners = |variant: &Variant| ["w", "b"].map(|side| runner(variant, side));
    if !has_goal(variant) && !job.ground.game.is_some_and(|(game, _)| has_goal(game)) {
        return;
    }
    let now = match (job.now(&GOALS), job.compare(runners)) {
        (Now::Same, Now::Same) => return,
        (Now::Same, now) | (now, _) => now,
    };
    let simple = |variant: &Variant| {
        let settings = &variant.settings;
        settings.number("goal.count") <= 1
            && !settings.flag("goal.move")
            && !settings.flag("goal.safe")
    };
    let again = now == Now::Other
        && has_goal(variant)
        && simple(variant)
        && job.ground.game.is_some_and(|(game, _)| simple(game) && has_goal(game));
    if now == Now::Other && !again {
        sheet.rejected = true;
    }
    if !has_goal(variant) {
        return;
    }
    if settings.flag("goal.move") && settings.flag("goal.safe") {
        settled(job, "goal-move-safe", sheet);
    } else if settings.flag("goal.safe") {
        settled(job, "goal-safe", sheet);
    } else if settings.flag("goal.move") {
        race(job, sheet);
    } else {
        plain(job, again, sheet);
    }
}

/// Returns what has to come to the goal.
fn runner(variant: &Variant, side: &str) -> String {
    let kinds = variant.settings.kinds(&format!("goal.kind.{side}"));
    variant.set(&kinds)
}

fn plain(job: &Job<'_>, again: bool, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let areas = settings.areas("goal");
    let [white, black] = ["w", "b"].map(|side| runner(variant, side));
    let told = variant.board.words(areas[0], areas[1]);
    // There, only whoever has just moved can have come to its goal.
    let begins_there = (0..2).any(|side| stands_on(variant, areas[side], side == 0));
    if settings.number("goal.count") <= 1
        && white == black
        && !begins_there
        && let Some(area) = told.filter(|_| areas[0] == areas[1] || !areas[1].is_empty())
    {
        if !again {
            sheet.include(late(job), "use-goal");
        }
        let usual = "{d4..e5}";
        if area != usual || again {
            sheet.put(Part::Rules, with("goal", "area", &area));
        }
        if runner_is_special(variant, &white) || again {
            sheet.put(Part::Rules, with("runner", "set", &white));
        }
        return;
    }
    if again {
        sheet.rejected = true;
    }
    for (side, other, area, set) in
        [("White", "Black", areas[0], white), ("Black", "White", areas[1], black)]
    {
        if area.is_empty() {
            continue;
        }
        let truth = is_there(variant, side, area, &set);
        let name = format!("{}-home", side.to_lowercase());
        let places = [("name", &*name), ("side", side), ("other", other), ("truth", &truth)];
        sheet.say(Part::Endings, "goal-side", &places);
    }
}

/// Writes that a side has come to its goal.
fn is_there(variant: &Variant, side: &str, area: Area, set: &str) -> String {
    let settings = &variant.settings;
    let count = settings.number("goal.count").max(1).to_string();
    let form = if settings.flag("goal.blocked") {
        "goal-blocked"
    } else if count == "1" {
        "goal-any"
    } else {
        "goal-count"
    };
    let area = variant.board.set(area);
    fill(form, &[("side", side), ("set", &*bracketed(set)), ("area", &area), ("count", &count)])
}

/// What has come to its goal wins if it is still there a turn later.
fn stays(variant: &Variant, sheet: &mut Sheet) {
    let areas = variant.settings.areas("goal");
    for (side, area, letter) in [("White", areas[0], "w"), ("Black", areas[1], "b")] {
        if !area.is_empty() {
            let truth = is_there(variant, side, area, &runner(variant, letter));
            let name = format!("{}-stayed", side.to_lowercase());
            let places = [("name", &*name), ("side", side), ("truth", &truth)];
            sheet.say(Part::Endings, "goal-stay", &places);
        }
    }
}

/// Tells whether a side begins with a runner on an area.
fn stands_on(variant: &Variant, area: Area, white: bool) -> bool {
    let kinds = variant.settings.kinds(if white { "goal.kind.w" } else { "goal.kind.b" });
    let board = variant.board;
    (0..board.ranks).any(|rank| {
        let row = variant.start.row(usize::from(board.ranks - 1 - rank));
        (0..board.files).zip(row).any(|(file, letter)| {
            let Some(letter) = letter.filter(|_| area.has(file, rank)) else { return false };
            let kind = variant.settings.kind(letter);
            letter.is_ascii_uppercase() == white
                && kind.is_some_and(|kind| kinds.contains(&kind) || kinds.contains(&Kind::All))
        })
    })
}

/// Tells whether something else runs than the module says.
fn runner_is_special(variant: &Variant, set: &str) -> bool {
    !variant.names.iter().any(|(kind, name)| name == set && variant.is_called_like(*kind, "k"))
}

/// What has come to its goal must be safe there, or stay for a turn.
fn settled(job: &Job<'_>, name: &str, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let areas = settings.areas("goal");
    let [white, black] = areas.map(|area| variant.board.set(area));
    let [white_set, black_set] = ["w", "b"].map(|side| runner(variant, side));
    let more = |side: &str| format!("count {side}-camp > {} or ", settings.number("goal.count"));
    if settings.number("goal.count") != 1 {
        sheet.lose("goal.count", "one piece on its goal is enough");
    }
    let places = [
        ("white", &*white),
        ("black", &*black),
        ("white-set", &*bracketed(&white_set)),
        ("black-set", &*bracketed(&black_set)),
        ("more-white", &more("white")),
        ("more-black", &more("black")),
    ];
    sheet.say(Part::Rules, name, &places);
}

/// The other side has one more turn.
fn race(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let areas = variant.settings.areas("goal");
    let is_royal = |side: &&str| {
        variant.settings.kinds(&format!("goal.kind.{side}")).iter().any(|kind| kind.is("royal"))
    };
    if !["w", "b"].iter().any(is_royal) {
        stays(variant, sheet);
        return;
    }
    let royal = ["w", "b"].iter().all(|side| {
        let kinds = variant.settings.kinds(&format!("goal.kind.{side}"));
        !kinds.is_empty()
            && kinds.iter().all(|kind| kind.is("royal") && variant.is_called_like(*kind, "k"))
    });
    if job.is_bare() || !royal || variant.settings.number("goal.count") != 1 {
        sheet.lose("goal.move", "the other side has no turn more");
        plain(job, false, sheet);
        return;
    }
    sheet.include(Part::Uses, "use-race");
    let area = variant.board.words(areas[0], areas[1]);
    match area.as_deref() {
        Some("own rank 8") => {}
        Some(area) => {
            sheet.put(Part::Rules, with("race-own", "area", area));
            let enemy =
                area.strip_prefix("own ").map_or(area.to_owned(), |area| format!("enemy {area}"));
            sheet.put(Part::Rules, with("race-enemy", "area", &enemy));
        }
        None => sheet.lose("goal.w", "both sides run to the squares of the first"),
    }
    if variant.settings.flag("checking") {
        sheet.say(Part::Rules, "race-checks", &[]);
    }
}

/// Pieces in a line, in a square, or on a row.
fn lines(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let ids = [
        "line",
        "line.kinds",
        "line.v",
        "line.h",
        "line.d",
        "block",
        "scattered",
        "line.value",
        "chain.from.w",
        "chain.from.b",
    ];
    match job.now(&ids) {
        Now::Same => return,
        Now::Other => sheet.rejected = true,
        _ => {}
    }
    let outcome = reversed(settings.text("line.value"));
    let kinds = settings.kinds("line.kinds");
    let all = variant.seen.iter().all(|kind| kinds.contains(kind)) || kinds.contains(&Kind::All);
    let set = if all { String::new() } else { format!(" {}", bracketed(&variant.set(&kinds))) };
    let length = settings.number("line");
    if length > 1 {
        let ways = [settings.flag("line.h"), settings.flag("line.v"), settings.flag("line.d")];
        let directions = directions(ways);
        let count = (length - 1).to_string();
        if directions.is_empty() {
            sheet.lose("line", "no line of any direction counts");
        } else {
            let places = [
                ("directions", &*directions),
                ("count", &count),
                ("set", &set),
                ("outcome", outcome),
            ];
            sheet.say(Part::Endings, "line", &places);
        }
    }
    chain(job, &set, sheet);
    match settings.number("block") {
        0 | 1 => {}
        2 => sheet.say(Part::Endings, "block", &[("set", &set), ("outcome", outcome)]),
        _ => sheet.lose("block", "no square of that size counts"),
    }
    scattered(job, &set, outcome, sheet);
}

/// Writes the directions across, up and down, and diagonally that count.
fn directions(ways: [bool; 3]) -> String {
    if ways == [true; 3] {
        return "in any direction".to_owned();
    }
    if ways == [true, true, false] {
        return "orthogonally".to_owned();
    }
    let names = ["sideways", "forward or backward", "diagonally"];
    let there = ways.iter().zip(names).filter(|(there, _)| **there);
    there.map(|(_, name)| name).collect::<Vec<_>>().join(" or ")
}

/// Chains from some squares to others.
fn chain(job: &Job<'_>, set: &str, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    let areas = ["from", "to"].map(|end| settings.areas(&format!("chain.{end}")));
    if areas.iter().flatten().all(|area| area.is_empty()) {
        return;
    }
    let [[white, black], [white_to, black_to]] =
        areas.map(|areas| areas.map(|area| job.variant.board.set(area)));
    let ways = [settings.flag("line.h"), settings.flag("line.v"), settings.flag("line.d")];
    let outcome = match settings.text("line.value") {
        "win" => "own wins",
        "loss" => "own loses",
        _ => "draw",
    };
    let places = [
        ("set", set),
        ("white-from", &*white),
        ("black-from", &*black),
        ("white-to", &*white_to),
        ("black-to", &*black_to),
        ("directions", &*directions(ways)),
        ("outcome", outcome),
    ];
    sheet.say(Part::Rules, "chain", &places);
    sheet.lose(
        "chain.from.w",
        "a chain may also turn back on its way, which Fairy-Stockfish overlooks",
    );
}

/// Pieces on one row, with anything between them.
fn scattered(job: &Job<'_>, set: &str, outcome: &str, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    let length = settings.number("scattered");
    if length < 2 {
        return;
    }
    let places = [("set", set), ("count", &*length.to_string())];
    let mut truths = Vec::new();
    if settings.flag("line.h") {
        truths.push(fill("scattered-row", &places));
    }
    if settings.flag("line.v") {
        truths.push(fill("scattered-column", &places));
    }
    if settings.flag("line.d") {
        sheet.lose("scattered", "only rows and columns count");
    }
    let truth = truths.join(" or ");
    sheet.say(Part::Endings, "scattered", &[("set", set), ("truth", &truth), ("outcome", outcome)]);
}
