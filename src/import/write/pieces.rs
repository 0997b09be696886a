//! The pieces and how they move.

use std::collections::BTreeSet;

use super::super::area::{Area, file_of, square_name};
use super::super::betza;
use super::super::tables::{Kind, words};
use super::super::variant::Variant;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now};

/// A piece as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    name: String,
    symbol: String,
    lines: Vec<String>,
    /// Where it may be dropped, if not anywhere.
    drops: Option<String>,
    /// Whether it makes double steps by the usual way.
    is_stepper: bool,
}

/// Writes all pieces that differ from those of the ground.
pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    let own = blocks(job.variant, job, sheet);
    if !job.variant.settings.area("lines").is_empty() && job.now(&["lines"]) != Now::Same {
        let area = job.variant.board.set(job.variant.settings.area("lines"));
        sheet.say(Part::Names, "lines-area", &[("area", &area)]);
    }
    triple_steps(job, sheet);
    first_leaps(job, sheet);
    let Some((ground, _)) = job.ground.game else {
        for block in own {
            sheet.put(Part::Pieces, block.text("piece "));
        }
        return;
    };
    let theirs = blocks(ground, &Job { variant: ground, ..*job }, &mut Sheet::default());
    let names: BTreeSet<&str> = own.iter().map(|block| block.name.as_str()).collect();
    for block in &own {
        if let Some(before) = theirs.iter().find(|other| other.name == block.name) {
            block.change(before, sheet);
        } else if let Some(before) = theirs
            .iter()
            .find(|other| other.symbol == block.symbol && !names.contains(other.name.as_str()))
        {
            sheet.put(Part::Pieces, block.text(&format!("replace {} with ", before.name)));
        } else {
            sheet.put(Part::Pieces, block.text("piece "));
        }
    }
    for block in &theirs {
        let is_new = |name: &str| !theirs.iter().any(|other| other.name == name);
        let mut others = own.iter().filter(|other| other.symbol == block.symbol);
        let stays = names.contains(block.name.as_str())
            || others.any(|other| is_new(&other.name))
            || is_same_kind(job, ground, &block.name);
        if !stays {
            sheet.put(Part::Names, format!("remove piece {}", block.name));
            // Modules of such games speak of the piece that makes double steps.
            sheet.rejected |= block.is_stepper;
        }
    }
    steps(job, &own, &theirs, sheet);
    passing_area(job, sheet);
    passing_ways(job, sheet);
}

/// Steps over three squares, which the usual pawns make.
fn triple_steps(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let areas = variant.settings.areas("step3");
    let Some(foot) = variant.seen.iter().copied().find(|kind| kind.is("foot")) else { return };
    if areas.iter().all(|area| area.is_empty()) {
        return;
    }
    let name = variant.name(foot);
    let sides = ["White", "Black"];
    if let Some(area) = variant.board.words(areas[0], areas[1]) {
        let places = [("name", &*name), ("area", &*area), ("side", "")];
        sheet.say(Part::Rules, "triple-step", &places);
    } else {
        let only = areas.iter().zip(sides).find(|(area, _)| !area.is_empty());
        if let Some((area, side)) = only {
            let side = format!(" for {side}");
            let places = [("name", &*name), ("area", &*variant.board.set(*area)), ("side", &*side)];
            sheet.say(Part::Rules, "triple-step", &places);
        }
        if areas.iter().all(|area| !area.is_empty()) {
            sheet.lose("step3.b", "only the first side makes triple steps");
        }
    }
    if variant.passing && !job.is_bare() && variant.is_called_like(foot, "p") {
        sheet.say(Part::Rules, "triple-passing", &[]);
    } else if !variant.settings.area("passing.area.w").is_empty() {
        sheet.lose("step3.w", "nobody captures en passant after a triple step");
    }
}

/// Leaps that two kinds of pieces may begin with.
fn first_leaps(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    if !variant.leaps() {
        return;
    }
    if !job.is_bare() {
        sheet.lose("cambodian", "no piece begins with a leap of its own");
        return;
    }
    let last = variant.board.ranks - 1;
    let squares = variant.start.rights.chars().filter_map(|letter| {
        let file = file_of(&letter.to_string())?;
        Some(square_name(file, if letter.is_ascii_uppercase() { 0 } else { last }))
    });
    let squares = format!("{{{}}}", squares.collect::<Vec<_>>().join(" "));
    let find = |key: &str| {
        variant
            .seen
            .iter()
            .copied()
            .find(|kind| kind.row().is_some_and(|row| row.key == key || row.role == key))
    };
    sheet.include(Part::Late, "use-leaps");
    sheet.say(Part::Rules, "leaps", &[("squares", &squares)]);
    let Some(royal) = find("royal") else { return };
    let royal_name = variant.name(royal);
    let when = format!(" {}", words("leap-when").trim_start());
    let places = [("name", &*royal_name), ("moves", "imfsN"), ("when", &*when)];
    sheet.say(Part::Rules, "leap", &places);
    if let Some(minister) = find("minister") {
        let places = [("name", &*variant.name(minister)), ("moves", "ifmD"), ("when", "")];
        sheet.say(Part::Rules, "leap", &places);
    }
    if let Some(tower) = find("tower") {
        let places = [("name", &*variant.name(tower)), ("royal", &*royal_name)];
        sheet.say(Part::Rules, "leap-aimed", &places);
    }
}

/// Tells whether a piece that never comes into the game is the one that the ground has anyway.
fn is_same_kind(job: &Job<'_>, ground: &Variant, name: &str) -> bool {
    job.variant.called(name).is_some() && job.variant.called(name) == ground.called(name)
}

/// Squares where alone there are captures en passant.
fn passing_area(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let areas = variant.settings.areas("passing.area");
    let all = variant.board.all();
    if variant.passing
        && areas != [all, all]
        && job.now(&["passing.area.w", "passing.area.b"]) != Now::Same
    {
        let area = job.area(sheet, "en-passant-squares", areas);
        sheet.say(Part::Rules, "passing-area", &[("area", &area)]);
    }
}

/// Pawns whose double step is a diagonal one, and who capture straight ahead.
fn passing_ways(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let Some(coat) =
        variant.main_foot().filter(|_| variant.passing).and_then(|kind| variant.coat(kind))
    else {
        return;
    };
    let bends = |step: &betza::Step| step.initial && step.dx != 0;
    if betza::steps(&coat.moves).iter().any(bends) {
        sheet.say(Part::Rules, "passing-bent", &[("moves", &betza::passing(&coat.moves))]);
    }
}

/// Says that there are no double steps, or no captures en passant.
fn steps(job: &Job<'_>, own: &[Block], theirs: &[Block], sheet: &mut Sheet) {
    let (has, had) =
        (own.iter().any(|block| block.is_stepper), theirs.iter().any(|block| block.is_stepper));
    let Some((ground, _)) = job.ground.game else { return };
    if has == had && job.variant.passing == ground.passing {
        return;
    }
    // The module takes a way off the piece that is called so, which a new piece may not have.
    let stays =
        |other: &Block| own.iter().any(|block| block.name == other.name && !block.rewrites(other));
    let is_rewritten = !theirs.iter().any(|other| other.is_stepper && stays(other));
    if !had || has && !ground.passing {
        sheet.rejected = true;
    } else if !has && !is_rewritten {
        sheet.include(Part::Uses, "no-step");
    } else if !job.variant.passing {
        sheet.include(Part::Uses, "no-passing");
    }
}

fn blocks(variant: &Variant, job: &Job<'_>, sheet: &mut Sheet) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut shown: Vec<Kind> = variant.seen.iter().copied().collect();
    shown.sort_by_key(|kind| (!kind.is("foot"), *kind));
    for kind in shown {
        let symbol = variant.coat(kind).map(|coat| coat.letter.to_ascii_uppercase().to_string());
        let mut lines = ways(variant, kind, job, sheet);
        if variant.royal.contains(&kind) {
            lines.insert(0, "royal".to_owned());
        }
        if let Some(into) = variant.turned.get(&kind) {
            if let Some(property) = super::promotion::property(variant) {
                lines.push(format!("{property} = {}", variant.turned_name(kind)));
            }
            if variant.turned.contains_key(into) {
                sheet.lose("turned", "what a piece becomes is not promoted again");
            }
        }
        let is_stepper = lines.iter().any(|line| line.starts_with(STEP));
        let drops = drops(variant, kind, job, sheet);
        blocks.push(Block {
            name: variant.name(kind),
            symbol: symbol.unwrap_or_default(),
            lines,
            drops,
            is_stepper,
        });
    }
    for (from, into) in &variant.turned {
        blocks.push(turned(variant, *from, *into, job, sheet));
    }
    blocks
}

/// How the way of a double step begins.
const STEP: &str = "double-step:";

/// The other side of a piece.
fn turned(variant: &Variant, from: Kind, into: Kind, job: &Job<'_>, sheet: &mut Sheet) -> Block {
    let mut lines = ways(variant, into, job, sheet);
    if variant.royal.contains(&into) && variant.royal.contains(&from) {
        lines.insert(0, "royal".to_owned());
    }
    if variant.settings.flag("turned.back") {
        lines.push(format!("flipped = {}", variant.name(from)));
    }
    if variant.settings.flag("keep") && !variant.settings.flag("drop.loop") {
        lines.push(format!("in-hand = {}", variant.name(from)));
    }
    let letter =
        variant.coat(from).map(|coat| coat.letter.to_ascii_uppercase()).unwrap_or_default();
    let name = variant.turned_name(from);
    Block { name, symbol: format!("+{letter}"), lines, drops: None, is_stepper: false }
}

/// The ways of a kind.
fn ways(variant: &Variant, kind: Kind, job: &Job<'_>, sheet: &mut Sheet) -> Vec<String> {
    let mut lines = Vec::new();
    let Some(row) = kind.row() else { return lines };
    if kind.is("foot") {
        lines.push("moves fmW".to_owned());
        lines.push("captures fF".to_owned());
        if variant.steppers.contains(&kind) {
            lines.push(step(variant, "fmnD", job, sheet));
        }
        return bounded(variant, kind, lines);
    }
    if kind.is("soldier") && variant.settings.number("soldier") > 1 {
        let from = u8::try_from(variant.settings.number("soldier") - 1).unwrap_or(0);
        let beyond: Area = (from..variant.board.ranks).map(Area::rank).collect();
        lines.push("moves fW".to_owned());
        lines.push(format!("moves sW from own {}", variant.board.set(beyond)));
        return bounded(variant, kind, lines);
    }
    if row.ways.is_empty() {
        lines.extend(moves(variant, kind, job, sheet));
    } else {
        lines.push(row.ways.replace("<name>", &variant.name(kind)));
    }
    lines.extend(along_lines(variant, kind));
    bounded(variant, kind, lines)
}

/// The ways that a text of moves means.
fn moves(variant: &Variant, kind: Kind, job: &Job<'_>, sheet: &mut Sheet) -> Vec<String> {
    let mut lines = Vec::new();
    let ways = variant.ways(kind);
    for odd in ways.odd {
        sheet.lose("moves", odd);
    }
    if !ways.plain.is_empty() {
        lines.push(format!("moves {}", immune(variant, kind, &ways.plain)));
    }
    let mut initial = ways.initial.into_iter();
    if variant.steppers.contains(&kind)
        && let Some(first) = initial.next()
    {
        lines.push(step(variant, &first, job, sheet));
        if initial.next().is_some() || variant.steppers.len() > 1 {
            sheet.lose("step", "only one kind of first move is translated");
        }
    }
    lines
}

/// A kind that may not capture its like.
fn immune(variant: &Variant, kind: Kind, moves: &str) -> String {
    if variant.settings.kinds("immune").contains(&kind) {
        format!("{moves} of enemy except {}", variant.name(kind))
    } else {
        moves.to_owned()
    }
}

fn step(variant: &Variant, moves: &str, job: &Job<'_>, sheet: &mut Sheet) -> String {
    let job = Job { variant, ..*job };
    let area = job.area(sheet, "double-step-squares", variant.settings.areas("step"));
    fill("step", &[("moves", moves), ("area", &area)])
}

/// Further ways along lines that are drawn on the board.
fn along_lines(variant: &Variant, kind: Kind) -> Vec<String> {
    if variant.settings.area("lines").is_empty() {
        return Vec::new();
    }
    let moves = variant.ways(kind).plain;
    let limit = "from palace-lines to palace-lines";
    if kind.is("screened") {
        let name = variant.name(kind);
        return vec![format!(
            "moves slide diagonally over (empty on palace-lines) onto (occupied on palace-lines except {name}) \
             then slide diagonally onward over (empty on palace-lines) of enemy except {name} {limit}"
        )];
    }
    if kind.is("tower") {
        return vec![format!("moves slide diagonally over (empty on palace-lines) {limit}")];
    }
    let is_step = moves == "W" && (kind.is("royal") || !kind.is("custom"));
    let line = if kind.is("soldier") {
        "fF"
    } else if is_step {
        "F"
    } else {
        return Vec::new();
    };
    vec![format!("moves {line} {limit}")]
}

/// Keeps a kind inside the region where it may be.
fn bounded(variant: &Variant, kind: Kind, lines: Vec<String>) -> Vec<String> {
    let board = variant.board;
    let region = variant.coat(kind).map_or([None; 2], |coat| coat.region);
    if region == [None; 2] {
        return lines;
    }
    let areas = region
        .map(|area| area.filter(|area| !area.is_empty()).unwrap_or(Area::ALL).and(board.all()));
    if let Some(area) = board.words(areas[0], areas[1]) {
        return lines.into_iter().map(|line| to(&line, &area)).collect();
    }
    let side = |line: &String| {
        let (line, name) = (line.clone(), line.split_once(": "));
        let sides = [("White", areas[0]), ("Black", areas[1])];
        let is_named = name.is_some();
        sides.map(|(side, area)| {
            let told = if area == board.all() { line.clone() } else { to(&line, &board.set(area)) };
            // Two ways cannot have one name.
            let told = if is_named && side == "Black" {
                told.split_once(": ").map_or(told.clone(), |(_, way)| way.to_owned())
            } else {
                told
            };
            format!("{told} for {side}")
        })
    };
    lines.iter().flat_map(side).collect()
}

fn to(line: &str, area: &str) -> String {
    match line.rsplit_once(" to ") {
        Some((way, before)) if !before.contains(' ') => format!("{way} to {area} {before}"),
        _ => format!("{line} to {area}"),
    }
}

/// Where a kind may be dropped, if that is said.
fn drops(variant: &Variant, kind: Kind, job: &Job<'_>, sheet: &mut Sheet) -> Option<String> {
    let settings = &variant.settings;
    let board = variant.board;
    let usual = kind.is("foot").then(|| "empty except (own rank 1 or promotion-zone)".to_owned());
    if !variant.in_hand(kind) {
        return usual.filter(|_| !job.is_bare());
    }
    let coat = variant.coat(kind)?;
    let first = [Area::rank(0), Area::rank(board.ranks - 1)];
    let zones = settings.areas("zone");
    let regions = settings.areas("drop");
    let all = board.all();
    let area = |side: usize| {
        let mut area =
            regions[side].and(coat.region[side].filter(|area| !area.is_empty()).unwrap_or(all));
        if kind.is("foot") && !settings.flag("drop.zone") {
            area = area.except(zones[side]);
        }
        if kind.is("foot") && !settings.flag("drop.first") {
            area = area.except(first[side]);
        }
        if kind.is("tower") && settings.flag("drop.edge") {
            area = area.and(first[side]);
        }
        if settings.kinds("drop.single").contains(&kind)
            && settings.number("drop.single.count") == 0
        {
            area = Area::NONE;
        }
        area
    };
    let areas = [area(0), area(1)];
    let natural = [0, 1].map(|side| all.except(zones[side]).except(first[side]));
    if areas == natural && usual.is_some() && !job.is_bare() {
        return usual;
    }
    let mut told = match variant.drops_for(kind) {
        [true, false] => board.set(areas[0]),
        [false, true] => board.set(areas[1]),
        _ => Job { variant, ..*job }.area(sheet, "drop-squares", areas),
    };
    let enclosing = settings.text("enclosing");
    if matches!(enclosing, "top" | "ataxx" | "snort") {
        let more = match enclosing {
            "top" => words("enclosing-top"),
            "ataxx" => words("enclosing-near"),
            _ => words("enclosing-snort"),
        };
        told = if told == "everywhere" {
            more.to_owned()
        } else {
            format!("{} in {}", bracketed(&told), bracketed(more))
        };
    }
    if told == "everywhere" {
        return usual.filter(|_| !job.is_bare()).map(|_| "empty".to_owned());
    }
    Some(told)
}

impl Block {
    fn text(&self, verb: &str) -> String {
        let mut lines = self.lines.clone();
        lines.extend(self.drops.iter().map(|drops| format!("drops on {drops}")));
        let head = format!("{verb}{} \"{}\"", self.name, self.symbol);
        let short = format!("{head} {{ {} }}", lines.join("; "));
        if lines.is_empty() {
            format!("{head} {{ }}")
        } else if short.len() <= 100 {
            short
        } else {
            format!("{head} {{\n    {}\n}}", lines.join("\n    "))
        }
    }

    /// Tells whether the piece has lost something that one of the same name has, so that it is written anew.
    fn rewrites(&self, before: &Self) -> bool {
        let mut missing = before.lines.iter().filter(|line| !self.lines.contains(line));
        self.symbol != before.symbol || missing.any(|line| !line.starts_with(STEP))
    }

    /// Says how the piece differs from one of the same name.
    fn change(&self, before: &Self, sheet: &mut Sheet) {
        if self == before {
            return;
        }
        if self.rewrites(before) {
            sheet.put(Part::Pieces, self.text("replace piece "));
            return;
        }
        let mut parts = Vec::new();
        for line in self.lines.iter().filter(|line| !before.lines.contains(line)) {
            let again = line.starts_with(STEP) && before.is_stepper;
            parts.push(if again { format!("replace {line}") } else { line.clone() });
        }
        if self.drops != before.drops {
            let drops = self.drops.clone().unwrap_or_else(|| "empty".to_owned());
            let verb = if before.drops.is_some() { "replace " } else { "" };
            parts.push(format!("{verb}drops on {drops}"));
        }
        if !parts.is_empty() {
            sheet.put(Part::Pieces, format!("extend {} {{ {} }}", self.name, parts.join("; ")));
        }
    }
}
