//! What pawns become, and what other pieces become.

use std::collections::{BTreeMap, BTreeSet};

use super::super::area::Area;
use super::super::betza;
use super::super::tables::{Kind, words};
use super::super::variant::Variant;
use super::royals::late;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now, with};

const FEET: [&str; 8] =
    ["foot.w", "foot.b", "into.w", "into.b", "into.must", "limit", "zone.w", "zone.b"];

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    let both = has_event(job.variant);
    if !both {
        without(job, sheet);
    }
    let turns = !job.variant.turned.is_empty();
    if turns {
        turning(job, sheet);
    } else if job.ground.game.is_some_and(|(game, _)| !game.turned.is_empty()) {
        sheet.rejected = true;
    }
    if both {
        promotion(job, sheet);
    }
    stranding(job, sheet);
}

/// Tells whether something is promoted by coming to a square.
pub(super) fn has_event(variant: &Variant) -> bool {
    feet(variant).is_some() && !variant.settings.flag("sittuyin")
}

/// Tells whether pieces are promoted in place of a move.
pub(super) fn is_in_place(variant: &Variant) -> bool {
    variant.settings.flag("sittuyin") && feet(variant).is_some() && !into(variant).is_empty()
}

/// Writes promotion in place of a move, a choice for each kind that there is.
pub(super) fn in_place(job: &Job<'_>, before: &str, sheet: &mut Sheet) -> Vec<String> {
    let variant = job.variant;
    let set = bracketed(&variant.set(&feet(variant).unwrap_or_default()));
    let zone = bracketed(&job.area(sheet, "promotion-squares", variant.settings.areas("zone")));
    let limits: BTreeMap<Kind, i32> = limited(variant).into_iter().collect();
    let kinds = into(variant);
    let told = |kind: &Kind| {
        let name = variant.name(*kind);
        let more =
            if kinds.len() == 1 { String::new() } else { format!("-{}", name.to_lowercase()) };
        let limit = limits.get(kind).copied().unwrap_or(NO_LIMIT).to_string();
        let places = [
            ("choice", &*format!("promote{more}")),
            ("before", before),
            ("kind", &name),
            ("limit", &limit),
            ("set", &set),
            ("zone", &zone),
            ("moves", &variant.ways(*kind).plain),
            (
                "mark",
                if super::hands::marks_in_place(variant) { words("in-place-mark") } else { "" },
            ),
        ];
        fill("in-place", &places)
    };
    kinds.iter().map(told).collect()
}

/// More than there can ever be of a kind.
const NO_LIMIT: i32 = 99;

/// Returns the kinds that are promoted as pawns are.
fn feet(variant: &Variant) -> Option<BTreeSet<Kind>> {
    let all: BTreeSet<Kind> = ["foot.w", "foot.b"]
        .iter()
        .flat_map(|id| variant.settings.kinds(id))
        .filter(|kind| variant.seen.contains(kind))
        .collect();
    let into = into(variant);
    // What is only said for pieces that become something else anyway has no effect.
    let idle = into.is_empty() && all.iter().all(|kind| variant.turned.contains_key(kind));
    (!all.is_empty() && !idle).then_some(all)
}

/// Returns what they become.
fn into(variant: &Variant) -> BTreeSet<Kind> {
    let kinds = ["into.w", "into.b"].iter().flat_map(|id| variant.settings.kinds(id));
    kinds.filter(|kind| *kind != Kind::All && variant.names.contains_key(kind)).collect()
}

/// What a ground has if nothing is promoted.
fn without(job: &Job<'_>, sheet: &mut Sheet) {
    let Some((ground, _)) = job.ground.game else { return };
    if feet(ground).is_some() {
        let name = if job.variant.turned.is_empty() || is_own_event(job.variant) {
            "no-promotion-event"
        } else {
            "no-promotion"
        };
        sheet.say(Part::Uses, name, &[]);
    }
}

/// Tells whether the promotion of pieces needs an event of its own beside that of pawns.
fn is_own_event(variant: &Variant) -> bool {
    feet(variant).is_some() && !variant.turned.is_empty()
}

/// Tells whether what is promoted as pawns are is all that is promoted as a piece as well: there are further choices then.
fn is_one_event(variant: &Variant) -> bool {
    let feet = feet(variant).unwrap_or_default();
    !variant.turned.is_empty()
        && variant.turned.keys().all(|kind| feet.contains(kind) && !kind.is("foot"))
}

/// Returns the property that says what a piece becomes.
pub(super) fn property(variant: &Variant) -> Option<&'static str> {
    if variant.settings.flag("turned.back") {
        Some("flipped")
    } else if is_one_event(variant) {
        None
    } else if is_own_event(variant) {
        Some("becomes")
    } else {
        Some("promoted")
    }
}

fn promotion(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let Some(kinds) = feet(variant) else { return };
    let told = |variant: &Variant| {
        let set = feet(variant).map(|kinds| variant.set(&kinds));
        (set, variant.plain_set(&into(variant)), variant.board.ranks, is_own_event(variant))
    };
    let now = match (job.compare(told), job.now(&FEET)) {
        (Now::Same, Now::Same) => return,
        (Now::Other, _) | (_, Now::Other) => Now::Other,
        (now, _) => now,
    };
    if now == Now::Bare {
        sheet.include(Part::Late, "use-promotion");
    } else if now == Now::Other {
        sheet.rejected = true;
    }
    zone(job, sheet);
    let sides = ["w", "b"].map(|side| side_of(variant, side));
    let differ = sides[0] != sides[1];
    let mut set = if differ { sides[0].1.clone() } else { variant.plain_set(&into(variant)) };
    if is_one_event(variant) {
        let more = variant.turned.keys().map(|kind| variant.turned_name(*kind));
        set = [set]
            .into_iter()
            .filter(|set| set != "none")
            .chain(more)
            .collect::<Vec<_>>()
            .join(" or ");
    }
    if set != job.ground.first.plain_set(&into(job.ground.first)) {
        sheet.put(Part::Rules, with("into", "set", &set));
    }
    if differ {
        let names = [("White", "replace ", "promotion"), ("Black", "", "promotion-of-black")];
        for ((side, verb, name), (set, kinds)) in names.into_iter().zip(&sides) {
            let event = Event { side, verb, name, set, kinds };
            event.write(job, sheet);
        }
        limits(variant, sheet);
    } else {
        usual_event(job, &kinds, sheet);
    }
}

/// Returns what a side promotes, and to what.
fn side_of(variant: &Variant, side: &str) -> (String, String) {
    let feet = variant.settings.kinds(&format!("foot.{side}"));
    let feet = feet.into_iter().filter(|kind| variant.seen.contains(kind)).collect();
    let into = variant.settings.kinds(&format!("into.{side}"));
    (bracketed(&variant.set(&feet)), variant.plain_set(&into))
}

/// An event that promotes.
#[derive(Clone, Copy, Debug)]
struct Event<'a> {
    side: &'a str,
    verb: &'a str,
    name: &'a str,
    set: &'a str,
    kinds: &'a str,
}

impl Event<'_> {
    fn write(&self, job: &Job<'_>, sheet: &mut Sheet) {
        let variant = job.variant;
        let optional = !variant.settings.flag("into.must");
        let places = [
            ("verb", self.verb),
            ("side", self.side),
            ("name", self.name),
            ("set", self.set),
            ("kinds", self.kinds),
            ("more", if meets_passing(variant) { words("not-passing") } else { "" }),
            ("nothing", if optional { " or nothing" } else { "" }),
            ("limit", if limited(variant).is_empty() { "" } else { words("promotion-limit") }),
        ];
        if self.set != "none" {
            sheet.say(Part::Rules, "promotion", &places);
        }
    }
}

/// Returns the kinds of which there may be only so many by promotion.
fn limited(variant: &Variant) -> Vec<(Kind, i32)> {
    let limits = variant.settings.numbers("limit");
    let into = into(variant);
    limits.into_iter().filter(|(kind, _)| into.contains(kind)).collect()
}

/// Says how many there may be of each kind.
fn limits(variant: &Variant, sheet: &mut Sheet) {
    let limited = limited(variant);
    if !limited.is_empty() {
        sheet.say(Part::Names, "limit-property", &[]);
    }
    for (kind, count) in limited {
        let line = with("limit-line", "count", &count.to_string());
        sheet.put(Part::Rules, format!("extend {} {{ {line} }}", variant.name(kind)));
    }
}

/// Where pawns are promoted.
fn zone(job: &Job<'_>, sheet: &mut Sheet) {
    let board = job.variant.board;
    let areas = job.variant.settings.areas("zone");
    let usual = [Area::rank(board.ranks - 1).and(board.all()), Area::rank(0).and(board.all())];
    let holes = super::holes(job.variant);
    if areas != usual || !holes.is_empty() {
        let closed = Area::parse(&holes.join(" ")).unwrap_or_default();
        let areas = areas.map(|area| area.except(closed));
        let area = job.area(sheet, "promotion-squares", areas);
        sheet.put(Part::Rules, with("zone", "area", &area));
    }
}

/// Writes the event if it is not just that of the module.
fn usual_event(job: &Job<'_>, kinds: &BTreeSet<Kind>, sheet: &mut Sheet) {
    let variant = job.variant;
    let set = bracketed(&variant.set(kinds));
    let optional = !variant.settings.flag("into.must");
    let first = words("names").lines().next().and_then(|line| line.split_once(' '));
    let is_usual = first.is_some_and(|(_, name)| name == set);
    if is_usual && !optional && limited(variant).is_empty() && !meets_passing(variant) {
        return;
    }
    limits(variant, sheet);
    let kinds = "promotes-to";
    Event { side: "own", verb: "replace ", name: "promotion", set: &set, kinds }.write(job, sheet);
    if steps_into(variant) {
        sheet.say(Part::Rules, "passing-promoted", &[]);
    }
}

/// Tells whether a capture en passant can end where pawns are promoted: there it promotes nothing.
fn meets_passing(variant: &Variant) -> bool {
    if !variant.passing {
        return false;
    }
    let (steps, zones) = (variant.settings.areas("step"), variant.settings.areas("zone"));
    (0..2).any(|side| {
        passed(variant, steps[1 - side], side == 0, 1)
            .iter()
            .any(|(file, rank)| zones[side].has(*file, *rank))
    })
}

/// Tells whether a double step can end where pawns are promoted.
fn steps_into(variant: &Variant) -> bool {
    let (steps, zones) = (variant.settings.areas("step"), variant.settings.areas("zone"));
    variant.passing
        && (0..2).any(|side| {
            passed(variant, steps[side], side == 1, 2)
                .iter()
                .any(|(file, rank)| zones[side].has(*file, *rank))
        })
}

/// Returns the squares so many steps ahead of an area.
fn passed(variant: &Variant, area: Area, down: bool, by: i8) -> Vec<(u8, u8)> {
    let board = variant.board;
    let by = if down { -by } else { by };
    let ahead = |rank: u8| rank.checked_add_signed(by).filter(|rank| *rank < board.ranks);
    let squares = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    squares
        .filter(|(file, rank)| area.has(*file, *rank))
        .filter_map(|(file, rank)| Some((file, ahead(rank)?)))
        .collect()
}

const TURNING: [&str; 7] =
    ["turned", "turned.captures", "turned.must", "turned.back", "zone.w", "zone.b", "into.must"];

fn turning(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let names = |variant: &Variant| {
        let pairs = variant.turned.iter();
        pairs.map(|(from, into)| (variant.name(*from), variant.name(*into))).collect::<Vec<_>>()
    };
    if job.compare(names) == Now::Same
        && job.now(&TURNING) == Now::Same
        && job.compare(|variant| variant.board.ranks) == Now::Same
    {
        return;
    }
    if job.compare(names) == Now::Other {
        sheet.rejected = true;
    }
    if variant.settings.flag("turned.back") {
        flipping(job, sheet);
    } else if is_one_event(variant) {
        // The choices are those of the other event.
    } else if is_own_event(variant) {
        beside_feet(job, sheet);
    } else {
        like_shogi(job, sheet);
    }
}

/// Pieces turn over when they move: everywhere, or from and into a zone, and always or as one likes.
fn flipping(job: &Job<'_>, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    sheet.include(late(job), "use-flipping");
    let all = job.variant.board.all();
    let mut truths = Vec::new();
    let zones = settings.areas("zone");
    if zones != [all, all] {
        let area = bracketed(&job.area(sheet, "promotion-squares", zones));
        truths.push(with("in-zone", "area", &area));
    }
    if settings.flag("turned.captures") {
        truths.push(words("may-turn-captures").to_owned());
    }
    if !truths.is_empty() {
        sheet.put(Part::Rules, with("flips", "truth", &truths.join(" and ")));
    }
    if !settings.flag("turned.must") {
        sheet.say(Part::Rules, "flips-or-not", &[]);
    }
    if !settings.flag("drop.turned") {
        sheet.say(Part::Rules, "no-drop-turned", &[]);
    }
}

fn like_shogi(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    sheet.include(late(job), "use-turning");
    let area = job.area(sheet, "promotion-squares", settings.areas("zone"));
    sheet.put(Part::Rules, with("zone", "area", &area));
    let foot = variant.turned.keys().find(|kind| kind.is("foot"));
    let must = settings.flag("turned.must");
    let foot_must = settings.flag("into.must");
    if must && (foot.is_none() || foot_must) {
        sheet.say(Part::Rules, "must-turn", &[]);
    } else if let Some(foot) = foot.filter(|_| must != foot_must) {
        let set = if must {
            format!("everywhere except {}", variant.name(*foot))
        } else {
            format!("{} or stranded", variant.name(*foot))
        };
        sheet.put(Part::Rules, words("must-turn").replace("everywhere", &set));
    }
    let mut truths = Vec::new();
    if settings.flag("turned.captures") {
        truths.push(words("may-turn-captures").to_owned());
    }
    if variant.passing && (meets_passing(variant)) {
        truths.push(words("not-passing").trim_start_matches(" and ").to_owned());
    }
    truths.extend(turning_limit(variant, sheet));
    if foot.is_some() && zone_is_left(variant) {
        truths.push("target is in promotion-zone".to_owned());
    }
    if !truths.is_empty() {
        sheet.put(Part::Rules, with("may-turn", "truth", &truths.join(" and ")));
    }
    if settings.flag("drop.turned") {
        sheet.lose("drop.turned", "pieces are dropped unpromoted");
    }
}

/// Pawns go forward only, so that they never leave a zone that reaches to the end of the board.
fn zone_is_left(variant: &Variant) -> bool {
    let zones = variant.settings.areas("zone");
    let last = variant.board.ranks - 1;
    (0..variant.board.files).any(|file| {
        (0..last).any(|rank| {
            zones[0].has(file, rank) && !zones[0].has(file, rank + 1)
                || zones[1].has(file, rank + 1) && !zones[1].has(file, rank)
        })
    })
}

/// Pieces of which there may be only so many.
fn turning_limit(variant: &Variant, sheet: &mut Sheet) -> Option<String> {
    let limits = variant.settings.numbers("limit");
    let turned: Vec<(&Kind, &Kind)> =
        variant.turned.iter().filter(|(from, _)| !from.is("foot")).collect();
    let limited: Vec<&(&Kind, &Kind)> =
        turned.iter().filter(|(_, into)| limits.contains_key(into)).collect();
    if limited.is_empty() {
        return None;
    }
    if limited.iter().any(|(_, into)| limits.get(into) != Some(&1) || variant.seen.contains(into)) {
        sheet.lose("limit", "there may be one promoted piece of a kind");
    }
    let free: Vec<String> = variant
        .turned
        .iter()
        .filter(|(from, into)| from.is("foot") || !limits.contains_key(into))
        .map(|(from, _)| variant.name(*from))
        .collect();
    let truth = words("may-turn-limit").to_owned();
    Some(if free.is_empty() {
        truth
    } else {
        format!("(target is {} or {truth})", bracketed(&free.join(" or ")))
    })
}

/// Pieces are promoted as well as pawns: by an event of its own.
fn beside_feet(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let kinds: BTreeSet<Kind> = variant.turned.keys().copied().collect();
    if kinds.iter().any(|kind| settings.kinds("foot.w").contains(kind)) {
        sheet.lose("turned", "what is promoted to a choice of pieces is not turned over as well");
    }
    sheet.say(Part::Names, "turning-property", &[]);
    let names = variant.plain_set(&kinds);
    let more = if settings.flag("turned.captures") {
        format!(" and {}", words("may-turn-captures"))
    } else {
        String::new()
    };
    let places = [
        ("set", &*bracketed(&names)),
        ("zone", "origin is in promotion-zone or target is in promotion-zone"),
        ("more", &more),
        ("nothing", if settings.flag("turned.must") { "" } else { " or nothing" }),
    ];
    sheet.say(Part::Rules, "turning", &places);
}

/// Pieces may not go where they could never move again.
fn stranding(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    if !variant.settings.flag("stranding") {
        return;
    }
    if variant.settings.flag("turned.back") {
        sheet.lose(
            "stranding",
            "pieces that turn over are not kept from squares where they could never move",
        );
        return;
    }
    if super::has_walls(variant) {
        walled(job, sheet);
    }
    let mut sets = Vec::new();
    for kind in &variant.seen {
        let area = variant.stranded(*kind);
        let is_fixed = variant.coat(*kind).is_none_or(|coat| betza::steps(&coat.moves).is_empty());
        if area.is_empty() || is_fixed && !variant.in_hand(*kind) {
            continue;
        }
        let place = variant.board.set(area);
        let own = if place == "everywhere" { place } else { format!("own {place}") };
        sets.push(format!("{} on {own}", variant.name(*kind)));
    }
    let has_module = !variant.turned.is_empty()
        && !variant.settings.flag("turned.back")
        && !is_own_event(variant);
    let feet_only = sets
        .iter()
        .all(|set| variant.main_foot().is_some_and(|foot| set.starts_with(&variant.name(foot))));
    let promoted = feet(variant).is_some() && variant.settings.flag("into.must");
    let never = feet_only && promoted && !variant.has_hand();
    if sets.is_empty() || never {
        return;
    }
    let set = sets.join(" or ");
    if has_module {
        sheet.put(Part::Rules, with("stranded", "stranded", &set));
    } else {
        sheet.put(Part::Rules, with("turning-stranded", "stranded", &bracketed(&set)));
        if variant.has_hand() {
            sheet.put(Part::Rules, with("stranded-drop", "stranded", &bracketed(&set)));
        }
    }
}

/// Pieces may not go where walls leave them no square: those that leap, as whatever slides looks over walls there. What a move
/// promotes may, so that pieces are looked at before a promotion, but those that it would promote afterwards.
fn walled(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let mut seen = variant.seen.iter().filter_map(|kind| variant.coat(*kind));
    if seen.any(|coat| betza::slides_narrowly(&coat.moves)) {
        let why = "what slides in few directions may go where walls leave it without a move";
        let is_walled = variant.settings.text("walling") != "none";
        sheet.lose(if is_walled { "walling" } else { "petrify" }, why);
    }
    let ahead = promotable(variant);
    let passing = if variant.passing { words("not-passing") } else { "" };
    let moves = format!("own piece moves{passing}");
    let before = if ahead.is_empty() { ":" } else { " before promotion:" };
    let mut events = vec![
        (format!("walled-in{before}"), &*moves, walled_in(variant, |name| !ahead.contains(name))),
        (
            "walled-in-unpromoted:".to_owned(),
            &*moves,
            walled_in(variant, |name| ahead.contains(name)),
        ),
    ];
    if variant.has_hand() {
        let all = walled_in(variant, |_| true);
        events.push(("walled-in-drop:".to_owned(), "a piece is dropped", all));
    }
    for (name, when, truth) in events.into_iter().filter(|(_, _, truth)| !truth.is_empty()) {
        sheet.say(Part::Rules, "walled", &[("name", &name), ("when", when), ("truth", &truth)]);
    }
}

/// Returns the names of what a move can promote.
fn promotable(variant: &Variant) -> BTreeSet<String> {
    let turned = variant.turned.keys().copied().filter(|_| !variant.settings.flag("turned.back"));
    let feet = feet(variant).filter(|_| has_event(variant)).unwrap_or_default();
    turned.chain(feet).map(|kind| variant.name(kind)).collect()
}

/// Says that a piece of some kinds has no square to go to.
fn walled_in(variant: &Variant, is_asked: impl Fn(&String) -> bool) -> String {
    let each = variant.seen.iter().filter_map(|kind| {
        let moves = if kind.is("foot") {
            "fW".to_owned()
        } else {
            variant.coat(*kind).and_then(|coat| betza::quiet_leaps(&coat.moves))?
        };
        let mut names = variant.set_names(&BTreeSet::from([*kind]));
        names.retain(&is_asked);
        let set = bracketed(&names.join(" or "));
        (!names.is_empty()).then(|| fill("walled-one", &[("set", &set), ("moves", &moves)]))
    });
    each.collect::<Vec<_>>().join(" or ")
}
