//! Pieces in hand, and pieces that explode.

use std::collections::BTreeSet;

use super::super::area::Area;
use super::super::tables::{Kind, words};
use super::super::variant::Variant;
use super::royals::late;
use super::sheet::{Part, Sheet, bracketed};
use super::{Job, Now, with};

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    blast(job, sheet);
    keep(job, sheet);
    singles(job, sheet);
    colours(job, sheet);
    match job.now(&["must-capture"]) {
        Now::Bare | Now::Usual if job.variant.settings.flag("must-capture") => {
            sheet.include(late(job), "must-capture");
        }
        Now::Other => sheet.rejected = true,
        _ => {}
    }
    if job.variant.settings.flag("must-drop") && job.now(&["must-drop"]) != Now::Same {
        sheet.say(Part::Rules, "must-drop", &[]);
    } else if job.now(&["must-drop"]) == Now::Other {
        sheet.rejected = true;
    }
}

/// Captured pieces change sides.
fn keep(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let turns = |variant: &Variant| {
        (
            variant.settings.flag("keep"),
            variant.settings.flag("drop.loop"),
            !variant.turned.is_empty(),
            promotes(variant),
            variant.settings.flag("blast"),
        )
    };
    match job.compare(turns) {
        Now::Same => return,
        Now::Other => sheet.rejected = true,
        _ if !settings.flag("keep") => return,
        _ => {}
    }
    let turned = !variant.turned.is_empty();
    let is_house = promotes(variant) && !settings.flag("drop.loop");
    let marks = marks_in_place(variant);
    sheet.include(late(job), if is_house && !marks { "use-house" } else { "use-keep" });
    if marks {
        sheet.say(Part::Names, "mark-promoted", &[]);
    }
    if settings.flag("blast") {
        sheet.say(Part::Rules, if is_house { "keep-blast" } else { "keep-blast-plain" }, &[]);
        if turned && is_house {
            sheet.lose("keep", "exploded pieces keep their promotion");
        }
    } else if is_house {
        let foot = variant.main_foot().map(|kind| variant.name(kind)).unwrap_or_default();
        if marks {
            sheet.say(Part::Rules, "keep-marked", &[("foot", &foot)]);
        } else if turned {
            sheet.say(Part::Rules, "keep-both", &[("foot", &foot)]);
        }
        if !marks && !variant.main_foot().is_some_and(|kind| variant.is_called_like(kind, "p")) {
            sheet.lose("keep", "promoted pieces stay so in hand");
        }
    }
}

/// Tells whether what is promoted in place of a move gets a sign of what it was.
pub(super) fn marks_in_place(variant: &Variant) -> bool {
    let settings = &variant.settings;
    settings.flag("keep") && !settings.flag("drop.loop") && super::promotion::is_in_place(variant)
}

/// Tells whether pieces are promoted as pawns are, so that a sign must say which they were.
fn promotes(variant: &Variant) -> bool {
    let feet = ["foot.w", "foot.b"]
        .iter()
        .flat_map(|id| variant.settings.kinds(id))
        .any(|kind| variant.seen.contains(&kind));
    let into = ["into.w", "into.b"].iter().any(|id| !variant.settings.kinds(id).is_empty());
    feet && into
}

/// Kinds of which there may be only so many on a file, and mate by them.
fn singles(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let kinds = settings.kinds("drop.single");
    let count = settings.number("drop.single.count");
    let has_mate = settings.flag("drop.mate");
    let mates = variant
        .names
        .keys()
        .find(|kind| kind.is("dropped-foot") && variant.seen.contains(kind))
        .copied();
    let single = kinds.iter().find(|kind| variant.in_hand(**kind)).copied().filter(|_| count > 0);
    if settings.text("start").is_empty() || !settings.flag("drops") {
        return;
    }
    match job.now(&["drop.single", "drop.single.count", "drop.mate"]) {
        Now::Same => return,
        Now::Other => sheet.rejected = true,
        _ => {}
    }
    let is_usual = single.is_some_and(|kind| variant.is_called_like(kind, "p"));
    if is_usual {
        sheet.include(late(job), "use-drop-single");
        if count != 1 {
            sheet.put(Part::Rules, with("drop-single-count", "count", &count.to_string()));
        }
        if !has_mate || mates != single {
            sheet.say(Part::Rules, "no-drop-mate", &[]);
        }
    } else if let Some(kind) = single {
        let name = variant.name(kind);
        let set = bracketed(&variant.set(&BTreeSet::from([kind])));
        sheet.say(
            Part::Rules,
            "drop-single",
            &[("name", &name), ("set", &set), ("count", &count.to_string())],
        );
    }
    if has_mate
        && let Some(kind) = mates
        && !(is_usual && mates == single)
    {
        sheet.say(Part::Rules, "drop-mate", &[("name", &variant.name(kind))]);
    }
}

/// Dropped bishops go on squares of different colours.
fn colours(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    if !variant.settings.flag("drop.colours") || job.now(&["drop.colours"]) == Now::Same {
        return;
    }
    let Some(kind) = variant.seen.iter().find(|kind| kind.is("coloured")) else { return };
    let name = variant.name(*kind);
    sheet.say(Part::Rules, "drop-colours", &[("name", &name)]);
    // Whatever is dropped leaves room for those in hand.
    let regions = variant.settings.areas("drop").map(|area| area.and(variant.board.all()));
    let of_colour = |area: Area, colour: u8| -> Area {
        let squares = (0..variant.board.ranks)
            .flat_map(|rank| (0..variant.board.files).map(move |file| (file, rank)));
        let like =
            squares.filter(|(file, rank)| area.has(*file, *rank) && (file + rank) % 2 == colour);
        like.map(|(file, rank)| Area::square(file, rank)).collect()
    };
    let [first, second] = [0, 1].map(|colour| {
        let areas = [of_colour(regions[0], colour), of_colour(regions[1], 1 - colour)];
        bracketed(&job.area(sheet, "squares-of-a-colour", areas))
    });
    let places = [
        ("low", &*name.to_lowercase()),
        ("name", &name),
        ("first-colour", &first),
        ("second-colour", &second),
    ];
    sheet.say(Part::Rules, "drop-room", &places);
}

/// A capture explodes.
fn blast(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let petrify = !settings.kinds("petrify").is_empty();
    let there = job.ground.game.is_some_and(|(game, _)| game.settings.flag("blast"));
    if there && !settings.flag("blast") {
        sheet.rejected = true;
    }
    if settings.flag("blast") && !there {
        sheet.include(late(job), "use-blast");
    }
    if !settings.flag("blast") {
        if petrify && job.now(&["petrify"]) != Now::Same {
            petrify_alone(job, sheet);
        }
        return;
    }
    let proof = |variant: &Variant| {
        let mut kinds = variant.settings.kinds("blast.immune");
        kinds.extend(variant.seen.iter().copied().filter(|kind| kind.is("foot")));
        let walls = !variant.settings.kinds("petrify").is_empty()
            || variant.settings.text("walling") != "none";
        (bracketed(&variant.set(&kinds)), walls)
    };
    let usual = words("names")
        .lines()
        .next()
        .and_then(|line| line.split_once(' '))
        .map_or("", |(_, name)| name);
    let before = job
        .ground
        .game
        .filter(|_| there)
        .map_or((usual.to_owned(), false), |(game, _)| proof(game));
    let now = proof(variant);
    if now != before {
        let set = match (now.0.as_str(), now.1) {
            ("none", true) => "neutral".to_owned(),
            (set, true) => format!("{} or neutral", set.trim_matches(['(', ')'])),
            (set, false) => set.trim_matches(['(', ')']).to_owned(),
        };
        sheet.put(Part::Rules, with("blast-proof", "set", &set));
    }
    let immune: BTreeSet<Kind> = settings.kinds("blast.immune");
    if !immune.is_empty() && job.now(&["blast.immune"]) != Now::Same {
        sheet.put(Part::Rules, with("blast-captor", "set", &variant.set(&immune)));
    }
    stones(job, &settings.kinds("petrify"), sheet);
}

/// What captured turns to stone, and nothing explodes.
fn petrify_alone(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let kinds = variant.settings.kinds("petrify");
    let set = bracketed(&variant.set(&kinds));
    if set == "none" {
        return;
    }
    sheet.include(late(job), "use-walls");
    sheet.say(Part::Names, "stone", &[]);
    let hand = stone_hand(variant);
    sheet.say(Part::Rules, "stone-events", &[("set", &set), ("hand", &hand)]);
    if variant.royal.iter().any(|kind| kinds.contains(kind)) {
        sheet.say(Part::Rules, "stone-royal", &[]);
    }
    if variant.settings.flag("extinct.royal") {
        sheet.lose("petrify", SHIELD);
    }
}

/// Where captured pieces go to the hand, what turns to stone goes to that of the other side.
fn stone_hand(variant: &Variant) -> String {
    let settings = &variant.settings;
    if !settings.flag("keep") {
        String::new()
    } else if promotes(variant) && !settings.flag("drop.loop") {
        let foot = variant.main_foot().map(|kind| variant.name(kind)).unwrap_or_default();
        with("stone-hand-house", "foot", &foot) + "; "
    } else {
        words("stone-hand").to_owned() + "; "
    }
}

/// How that program judges checks when something turns to stone.
const SHIELD: &str = "a stone shields what is behind it at once; Fairy-Stockfish judges checks as if its square were still empty";

/// What captured leaves a stone.
fn stones(job: &Job<'_>, kinds: &BTreeSet<Kind>, sheet: &mut Sheet) {
    if kinds.is_empty() || job.now(&["petrify"]) == Now::Same {
        return;
    }
    let variant = job.variant;
    sheet.include(late(job), "use-walls");
    sheet.say(Part::Rules, "petrify", &[]);
    if variant.settings.flag("extinct.royal") {
        sheet.lose("petrify", SHIELD);
    }
    let captures = |kind: &Kind| {
        !kinds.contains(kind) && !variant.royal.contains(kind) && !variant.crowns.contains(kind)
    };
    if variant.seen.iter().any(captures) {
        sheet.lose("petrify", "whatever captures turns to stone");
    }
}
