//! What may not be lost, and how a game ends for whoever cannot move.

use std::collections::BTreeSet;

use super::super::tables::{Kind, role};
use super::super::variant::Variant;
use super::goals::has_goal;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now, outcome, reversed, with};

/// Returns the name of the ending that special endings go before.
pub(super) fn first_ending(job: &Job<'_>) -> String {
    let name = if has_mate(job.variant) { "checkmate" } else { "stalemate" };
    name.to_owned()
}

/// Tells whether there is an ending by mate.
fn has_mate(variant: &Variant) -> bool {
    !variant.royal.is_empty()
}

/// Tells whether pieces explode that must not be lost.
fn explodes(variant: &Variant) -> bool {
    variant.settings.flag("blast") && variant.settings.flag("extinct.royal")
}

/// Where modules are included.
pub(super) fn late(job: &Job<'_>) -> Part {
    if job.is_bare() { Part::Late } else { Part::Uses }
}

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    royalty(job, sheet);
    crowns(job, sheet);
    stuck(job, sheet);
    checks(job, sheet);
    extinction(job, sheet);
}

/// Names of royal pieces, with whether they are royal for good.
fn royal_names(variant: &Variant) -> BTreeSet<String> {
    variant.royal.iter().map(|kind| variant.name(*kind)).collect()
}

fn royalty(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let blast = explodes(variant);
    match job.compare(|variant| (royal_names(variant).is_empty(), explodes(variant))) {
        Now::Same => {}
        Now::Bare if variant.royal.is_empty() || blast => {
            if blast {
                sheet.rejected = true;
            }
        }
        Now::Bare => sheet.include(Part::Late, "use-royalty"),
        Now::Usual if blast => explosive(job, sheet),
        Now::Usual => {
            // The module writes the piece anew, without its royalty; a piece that is rewritten anyway does not need it.
            sheet.say(Part::Uses, "no-royalty", &[]);
            sheet.say(Part::Uses, "no-mate", &[]);
        }
        Now::Other => sheet.rejected = true,
    }
}

/// Royal pieces that explode: whoever captures them, or beside them, loses its own.
fn explosive(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let kinds: BTreeSet<Kind> = variant.royal.union(&variant.crowns).copied().collect();
    let set = bracketed(&variant.set(&kinds));
    sheet.say(Part::Uses, "no-royalty", &[]);
    sheet.say(Part::Uses, "no-mate", &[]);
    "stalemate".clone_into(&mut sheet.first);
    let refuge =
        if variant.swaps { with("blast-refuge", "set", &set) + "\n" } else { String::new() };
    sheet.say(Part::Rules, "blast-royal", &[("set", &set), ("refuge", &refuge)]);
    sheet.say(Part::Endings, "blast-mate", &[]);
    if variant.settings.number("extinct.count") != 0 {
        sheet.lose("extinct.count", "only the last one is royal");
    }
    if variant
        .crowns
        .iter()
        .any(|kind| variant.count(*kind, true).max(variant.count(*kind, false)) > 1)
    {
        sheet.lose("extinct.royal", "all of them are guarded while there are several");
    }
}

/// Pieces of which only the last ones are royal.
fn crowns(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let key = |variant: &Variant| {
        (crown_names(variant), variant.settings.number("extinct.count"), explodes(variant))
    };
    match job.compare(key) {
        Now::Same => return,
        Now::Other => sheet.rejected = true,
        Now::Bare | Now::Usual => {}
    }
    if variant.crowns.is_empty() || explodes(variant) {
        return;
    }
    sheet.include(late(job), "use-crown");
    let count = variant.settings.number("extinct.count").saturating_add(1).to_string();
    let sets: Vec<String> = crown_names(variant).into_iter().map(|set| bracketed(&set)).collect();
    if let [set] = sets.as_slice() {
        sheet.say(Part::Rules, "crown", &[("set", set)]);
        if count != "1" {
            sheet.say(Part::Rules, "crowns", &[("count", &count)]);
        }
        return;
    }
    let truths =
        sets.iter().map(|set| fill("crown-in-check-one", &[("set", set), ("count", &count)]));
    let truth = truths.collect::<Vec<_>>().join(" or ");
    sheet.say(Part::Rules, "crown-in-check", &[("truth", &truth)]);
}

fn crown_names(variant: &Variant) -> Vec<String> {
    let seen = |kind: &&Kind| {
        variant.seen.contains(kind) || variant.turned.values().any(|into| into == *kind)
    };
    variant.crowns.iter().filter(seen).map(|kind| variant.set(&BTreeSet::from([*kind]))).collect()
}

/// What it means to be unable to move.
fn stuck(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let verb = job.verb();
    let mated = settings.text("mated");
    if has_mate(variant) && !explodes(variant) {
        let line = fill("mate", &[("outcome", outcome(mated))]);
        match job.now(&["mated"]) {
            Now::Same => {}
            _ => sheet.put(
                if job.is_bare() { Part::Base } else { Part::Endings },
                format!("{verb}{line}"),
            ),
        }
    } else if mated != "loss" && !variant.crowns.is_empty() {
        sheet.lose("mated", "mate of the last pieces of a kind loses");
    }
    let ids = ["stuck", "stuck.count", "count", "count.full"];
    let now = job.now(&ids);
    if now == Now::Same {
        return;
    }
    if settings.flag("stuck.count") || settings.flag("count.full") {
        majority(job, now, sheet);
        return;
    }
    let told = match settings.text("count") {
        "whitedrawodds" if settings.text("stuck") == "draw" => "White wins",
        "blackdrawodds" if settings.text("stuck") == "draw" => "Black wins",
        "none" | "whitedrawodds" | "blackdrawodds" => outcome(settings.text("stuck")),
        _ => {
            sheet.lose("count", "nothing is counted when nobody can go on");
            outcome(settings.text("stuck"))
        }
    };
    let line = fill("stuck", &[("outcome", told)]);
    sheet.put(if job.is_bare() { Part::Base } else { Part::Endings }, format!("{verb}{line}"));
}

/// Whoever has more pieces wins.
fn majority(job: &Job<'_>, now: Now, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    if now == Now::Other || now != Now::Bare && settings.flag("count.full") {
        sheet.rejected = true;
        return;
    }
    if !settings.flag("count.full") && (now != Now::Bare || settings.text("stuck") != "loss") {
        let value = settings.text("stuck");
        let places = [("verb", job.verb()), ("fewer", outcome(value)), ("more", reversed(value))];
        sheet.say(if job.is_bare() { Part::Base } else { Part::Endings }, "stuck-count", &places);
        return;
    }
    let passes = ["pass.w", "pass.b", "pass.stuck.w", "pass.stuck.b"];
    let passes = passes.iter().any(|id| settings.flag(id));
    let mut truths = Vec::new();
    if settings.flag("count.full") {
        truths.push("no empty");
    }
    if passes {
        truths.push("passes = 2");
    }
    truths.push("own cannot move");
    sheet.include(Part::Base, "use-majority");
    sheet.put(Part::Base, with("settled", "truth", &truths.join(" or ")));
    // A name for those endings that go before it.
    "more".clone_into(&mut sheet.first);
    if settings.text("stuck") != "loss" {
        sheet.lose("stuck.count", "the side with more pieces wins");
    }
    let matters = settings.text("count") == "janggi";
    if matters {
        sheet.lose("count", "all pieces are worth the same when they are counted");
    }
}

/// Checks that may not be given, or that win.
fn checks(job: &Job<'_>, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    let royal = role("royal").is_some_and(|kind| job.variant.seen.contains(&kind));
    let is_race = settings.flag("goal.move") && has_goal(job.variant);
    if royal && !settings.flag("checking") && job.now(&["checking"]) != Now::Same && !is_race {
        sheet.say(Part::Rules, "no-checks", &[]);
    }
    if royal && settings.flag("drops") && !settings.flag("drop.checks") {
        sheet.say(Part::Rules, "no-drop-checks", &[]);
    }
    if settings.flag("facing") && royal {
        match job.now(&["facing"]) {
            Now::Same => {}
            _ if job.variant.swaps => sheet.say(Part::Rules, "facing-safe", &[]),
            _ => sheet.include(late(job), "facing"),
        }
    } else if job.now(&["facing"]) == Now::Other {
        sheet.rejected = true;
    }
    let left = |variant: &Variant| (variant.settings.flag("checks"), variant.start.checks.clone());
    match job.compare(left) {
        Now::Same => {}
        Now::Other if !settings.flag("checks") => sheet.rejected = true,
        now if settings.flag("checks") => {
            let checks = job.variant.start.checks.clone().unwrap_or_else(|| "1+1".to_owned());
            let count = checks.trim_start_matches('+').split('+').next().unwrap_or("3").to_owned();
            let mut royal = job.variant.royal.iter();
            let is_usual = has_mate(job.variant) && royal.all(|kind| kind.is("royal"));
            if !is_usual || explodes(job.variant) {
                sheet.rejected |= now == Now::Other;
                checks_for_good(job, &count, sheet);
                return;
            }
            if now != Now::Other {
                sheet.include(late(job), "use-checks");
            }
            if count != "3" || now == Now::Other {
                sheet.put(Part::Rules, with("checks", "count", &count));
            }
        }
        _ => {}
    }
}

/// Checks where something is royal only as the last of its kind: there, those of what is royal for good alone are counted.
fn checks_for_good(job: &Job<'_>, count: &str, sheet: &mut Sheet) {
    let variant = job.variant;
    sheet.say(Part::Late, "checks-own", &[("count", count)]);
    let kinds: BTreeSet<Kind> = variant.royal_for_good().collect();
    if !kinds.is_empty() {
        let set = bracketed(&variant.set(&kinds));
        sheet.say(Part::Endings, "checks-for-good", &[("set", &set)]);
    }
}

/// What happens when there is nothing left of a kind.
fn extinction(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let ids = [
        "extinct",
        "extinct.kinds",
        "extinct.count",
        "extinct.other",
        "extinct.claim",
        "extinct.royal",
        "blast",
    ];
    let now = job.now(&ids);
    if now == Now::Same && job.compare(Variant::has_hand) == Now::Same {
        return;
    }
    let is_there = |game: &Variant| game.settings.text("extinct") != "none";
    if now == Now::Other || job.ground.game.is_some_and(|(game, _)| is_there(game)) {
        sheet.rejected = true;
    }
    let value = settings.text("extinct");
    // A kind that was taken out of the game counts there, too: none is left of it from the beginning.
    let kinds: Vec<Kind> = settings.kinds("extinct.kinds").into_iter().collect();
    let is_told_elsewhere = settings.flag("extinct.royal") && !settings.flag("blast");
    if value == "none" || is_told_elsewhere || kinds.is_empty() {
        return;
    }
    let truth = |side: &str, other: &str, more: i32| {
        let each = kinds.iter().map(|kind| gone(variant, *kind, side, other, more));
        each.collect::<Vec<_>>().join(" or ")
    };
    let claim = i32::from(settings.flag("extinct.claim"));
    let set = variant.set(&kinds.iter().copied().collect());
    let numbers = ["extinct.count", "extinct.other"].map(|id| settings.number(id));
    if let [kind] = kinds[..]
        && kind != Kind::All
        && value == "loss"
        && !variant.in_hand(kind)
        && (numbers, claim) == ([0, 0], 0)
    {
        sheet.include(late(job), "use-last");
        if !variant.is_called_like(kind, "k") {
            sheet.put(Part::Rules, with("vital", "set", &set));
        }
        return;
    }
    let why = match (settings.number("extinct.count"), kinds.as_slice()) {
        (0, [Kind::All]) => "nothing is left".to_owned(),
        (0, [_]) => format!("no {} is left", set.to_lowercase()),
        (0, _) => "there is none left of a kind".to_owned(),
        _ => "too little is left".to_owned(),
    };
    let endings = [
        ("enemy-extinct", truth("enemy", "own", 0), reversed(value)),
        ("own-extinct", truth("own", "enemy", claim), outcome(value)),
    ];
    for (name, truth, outcome) in endings {
        let places = [("name", name), ("truth", &*truth), ("outcome", outcome), ("why", &*why)];
        sheet.say(Part::Endings, "extinct", &places);
    }
}

/// The condition that a side has lost what it must not lose.
fn gone(variant: &Variant, kind: Kind, side: &str, other: &str, more: i32) -> String {
    let settings = &variant.settings;
    let set = bracketed(&variant.set(&BTreeSet::from([kind])));
    let hand = |side: &str| match kind {
        _ if !variant.has_hand() => String::new(),
        Kind::All => format!(" + count hand of {side}"),
        Kind::Row(_) if !variant.in_hand(kind) => String::new(),
        Kind::Row(_) => format!(" + count {} in hand of {side}", variant.name(kind)),
    };
    let most = settings.number("extinct.count");
    let needed = settings.number("extinct.other").saturating_add(more);
    if set == "none" {
        return if most >= 0 { "count none = 0".to_owned() } else { "count none = 1".to_owned() };
    }
    let mut truth = match (most, hand(side)) {
        (0, hand) if hand.is_empty() => format!("no {side} {set}"),
        (_, hand) => format!("count {side} {set}{hand} <= {most}"),
    };
    if needed > 0 {
        truth = format!("{truth} and count {other} {set}{} >= {needed}", hand(other));
    }
    truth
}
