//! Games that end by their length: repetition, and moves without progress.

use super::super::variant::Variant;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now, outcome};

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    perpetual(job, sheet);
    fold(job, sheet);
    clock(job, sheet);
}

/// How often a position must have occurred for the module on perpetual check.
const PERPETUAL: i32 = 4;

fn perpetual(job: &Job<'_>, sheet: &mut Sheet) {
    let there = job.ground.game.is_some_and(|(game, _)| forbids_perpetual_check(game));
    let count = job.variant.settings.number("fold");
    match (forbids_perpetual_check(job.variant), there) {
        (true, false) => {
            sheet.include(Part::Records, "use-perpetual");
            if count != PERPETUAL {
                sheet.say(Part::Records, "perpetual-count", &[("count", &count.to_string())]);
            }
        }
        (true, true) if job.now(&["fold"]) != Now::Same => {
            sheet.say(Part::Records, "perpetual-count", &[("count", &count.to_string())]);
        }
        (false, true) => sheet.say(Part::Records, "no-perpetual", &[]),
        (true, true) | (false, false) => {}
    }
}

/// Tells whether checks alone must not bring a position back.
fn forbids_perpetual_check(variant: &Variant) -> bool {
    variant.settings.flag("fold.check") && variant.settings.number("fold") > 1
}

fn fold(job: &Job<'_>, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    let ids = ["fold", "fold.value", "fold.absolute"];
    let now = job.now(&ids);
    if now == Now::Same {
        return;
    }
    let count = settings.number("fold");
    let there = job.ground.game.is_some_and(|(game, _)| game.settings.number("fold") > 0);
    if count < 2 {
        if there {
            sheet.say(Part::Records, "no-fold", &[]);
        }
        return;
    }
    let value = settings.text("fold.value");
    if now == Now::Bare && count == 3 && value == "draw" {
        sheet.include(Part::Records, "use-fold");
        return;
    }
    let told = match (settings.flag("fold.absolute"), value) {
        (true, "win") => "White wins",
        (true, "loss") => "White loses",
        _ => outcome(value),
    };
    // The module on perpetual check brings one along.
    let is_given = there || forbids_perpetual_check(job.variant);
    let verb = if is_given { "replace " } else { "" };
    sheet.say(
        Part::Records,
        "fold",
        &[("verb", verb), ("outcome", told), ("count", &count.to_string())],
    );
}

fn clock(job: &Job<'_>, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    let feet = |variant: &Variant| {
        let kinds = ["clock.w", "clock.b"].iter().flat_map(|id| variant.settings.kinds(id));
        variant.set(&kinds.filter(|kind| variant.seen.contains(kind)).collect())
    };
    if job.now(&["clock"]) == Now::Same && job.compare(feet) == Now::Same {
        return;
    }
    let moves = settings.number("clock");
    let there = job.ground.game.is_some_and(|(game, _)| game.settings.number("clock") > 0);
    if moves == 0 {
        if there {
            sheet.say(Part::Records, "no-clock", &[]);
        }
        return;
    }
    let places = [
        ("verb", if there { "replace " } else { "" }),
        ("moves", &*moves.to_string()),
        ("count", &*moves.saturating_mul(2).to_string()),
    ];
    let set = feet(job.variant);
    if job.now(&["clock"]) != Now::Same {
        sheet.say(Part::Records, "clock", &places);
    }
    if job.is_bare() {
        if job.variant.has_hand() {
            sheet.say(Part::Rules, "clock-drop", &[]);
        }
        if set != "none" {
            let places = [("set", &*bracketed(&set)), ("name", "forward")];
            sheet.say(Part::Rules, "clock-kind", &places);
        }
    } else if set != "none" && set != job.ground.game.map_or(String::new(), |(game, _)| feet(game))
    {
        sheet
            .put(Part::Rules, fill("clock-kind", &[("set", &*bracketed(&set)), ("name", "other")]));
    }
}
