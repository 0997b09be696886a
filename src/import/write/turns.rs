//! What a turn is: moves, drops, passing, and what else belongs to it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::betza;
use super::super::tables::{Kind, words};
use super::super::variant::Variant;
use super::royals::late;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now, with};

/// What a turn may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is one thing that a turn can be")]
struct Choices {
    moves: bool,
    drops: bool,
    /// Pieces come from nowhere, without end.
    puts: bool,
    /// Who may pass at all, and who only if nothing else can be done.
    passes: [bool; 2],
    stuck: [bool; 2],
    duck: bool,
    /// Whether who is in check may move the royal piece only to capture what gives it.
    held: bool,
    /// Whether pieces are promoted where they stand, or a step from there, in place of a move.
    in_place: bool,
    /// Whether what is in hand comes in where a piece leaves its first square.
    gates: bool,
}

fn choices(variant: &Variant) -> Choices {
    let settings = &variant.settings;
    let puts = settings.flag("free-drops") && settings.flag("drops");
    let both = |id: &str| ["w", "b"].map(|side| settings.flag(&format!("{id}.{side}")));
    let (free, stuck) = (both("pass"), both("pass.stuck"));
    Choices {
        moves: variant.seen.iter().any(|kind| can_move(variant, *kind)),
        drops: settings.flag("drops") && !puts,
        puts,
        passes: [free[0] || stuck[0], free[1] || stuck[1]],
        // There, who may pass only without another turn may not pass freely, whatever else is said.
        stuck,
        duck: settings.text("walling") == "duck",
        held: settings.flag("makpong") && !variant.royal.is_empty(),
        in_place: super::promotion::is_in_place(variant),
        gates: settings.flag("gating.seirawan")
            && settings.flag("gating")
            && !variant.start.hand.is_empty(),
    }
}

fn can_move(variant: &Variant, kind: Kind) -> bool {
    let row = kind.row();
    let ways = variant.ways(kind);
    kind.is("foot")
        || row.is_some_and(|row| !row.ways.is_empty())
        || !ways.plain.is_empty()
        || !ways.initial.is_empty()
}

impl Choices {
    /// Tells whether anybody may pass.
    fn can_pass(self) -> bool {
        self.passes.contains(&true)
    }

    /// Tells whether the turn is one that no module has.
    fn is_custom(self) -> bool {
        self.held
            || self.in_place
            || self.puts
            || self.can_pass() && (self.drops || self.gates)
            || self.drops && !self.moves
    }

    /// The words before a pass if only one side may.
    fn refusal(self) -> String {
        match self.passes {
            [true, false] => with("pass-refuse", "side", "Black") + " ",
            [false, true] => with("pass-refuse", "side", "White") + " ",
            _ => String::new(),
        }
    }
}

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    let flips = |variant: &Variant| {
        (
            choices(variant),
            variant.settings.text("flipping").to_owned(),
            variant.settings.text("enclosing").to_owned(),
        )
    };
    match job.compare(flips) {
        Now::Same => {}
        Now::Other => sheet.rejected = true,
        _ => turn(job, sheet),
    }
    if job.is_bare() {
        let line = turn_line(job, sheet);
        sheet.put(Part::Turn, line);
    }
    gates(job, choices(job.variant), sheet);
    walls(job, sheet);
}

/// Returns the turn of a game without a ground, before any module changes it.
fn turn_line(job: &Job<'_>, sheet: &mut Sheet) -> String {
    let choices = choices(job.variant);
    if choices.is_custom() {
        own_turn(job, choices, ("", sheet))
    } else {
        "turn { move }".to_owned()
    }
}

/// Tells whether a module will say what a turn is, so that a turn of its own has to come behind it.
fn is_replaced(job: &Job<'_>) -> bool {
    job.is_bare() && job.variant.settings.flag("keep")
}

/// What gives check is looked for from the royal piece.
fn held(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let mut each = Vec::new();
    let seen = variant.seen.iter().copied();
    for kind in seen.chain(variant.turned.values().copied()).collect::<BTreeSet<_>>() {
        let back = if kind.is("foot") {
            Some("fF".to_owned())
        } else if kind.row().is_some_and(|row| row.ways.is_empty()) && !kind.is("soldier") {
            variant.coat(kind).and_then(|coat| betza::captures_back(&coat.moves))
        } else {
            None
        };
        match back {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => {
                let set = bracketed(&variant.set(&BTreeSet::from([kind])));
                each.push(fill("held-one", &[("set", &set), ("moves", &moves)]));
            }
            None => sheet.lose("makpong", "a royal piece that is in check may not even capture some of the pieces that give it"),
        }
    }
    let checkers = if each.is_empty() { "none".to_owned() } else { each.join(" or ") };
    sheet.say(Part::Names, "held", &[("checkers", &checkers)]);
    sheet.say(Part::Rules, "held-threat", &[]);
}

/// What is in hand comes in where a piece leaves its first square.
fn gates(job: &Job<'_>, choices: Choices, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    if !settings.flag("gating") {
        return;
    }
    let is_usual = !job.is_bare() && variant.swaps;
    if choices.gates {
        if !is_usual || choices.held || choices.in_place || choices.puts || choices.duck {
            sheet.lose("gating", "nothing comes in where a piece leaves");
            if is_usual && !super::swaps::is_general(variant) {
                sheet.say(Part::Rules, "gates", &[]);
            }
            return;
        }
        sheet.include(Part::Uses, "use-gating");
        if choices.drops {
            sheet.say(Part::Rules, "gating-drops", &[]);
        }
    } else if is_usual && !super::swaps::is_general(variant) {
        sheet.say(Part::Rules, "gates", &[]);
    }
}

fn turn(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let choices = choices(variant);
    if choices.can_pass() && variant.royal.is_empty() {
        sheet.say(Part::Rules, "pass-of-none", &[]);
    }
    if choices.is_custom() {
        if choices.can_pass() {
            sheet.say(Part::Names, "passes", &[]);
            if !settings.flag("count.full") {
                sheet.say(Part::Endings, "pass-end", &[]);
            }
            prefer(choices, "", sheet);
        }
        if choices.held {
            held(job, sheet);
        } else if choices.in_place {
            sheet.say(Part::Rules, "held-threat", &[]);
        }
        if !job.is_bare() {
            let turn = own_turn(job, choices, ("replace ", sheet));
            sheet.put(Part::Turn, turn);
        } else if is_replaced(job) {
            let turn = own_turn(job, choices, ("replace ", sheet));
            sheet.put(Part::Rules, turn);
        }
    } else if choices.can_pass() {
        let stuck = choices.stuck.contains(&true);
        sheet.include(late(job), if stuck { "use-pass-stuck" } else { "use-pass" });
        if choices.stuck != choices.passes {
            prefer(choices, "replace ", sheet);
        }
        if choices.passes.contains(&false) {
            sheet.say(Part::Rules, "pass-turn", &[("refuse", &choices.refusal())]);
        }
    } else if choices.drops && !settings.flag("keep") {
        sheet.include(late(job), "use-drops");
    }
    flips(job, choices, sheet);
    if settings.text("enclosing") == "reversi" && settings.area("enclosing.start").is_empty() {
        sheet.lose("enclosing.start", "every drop has to enclose something");
    }
    if settings.text("enclosing") == "reversi" && !super::holes(variant).is_empty() {
        sheet.lose(
            "enclosing",
            "lines end at holes of the board, as one would expect; Fairy-Stockfish looks over them",
        );
    }
    if settings.text("enclosing") == "anyside" {
        sheet.lose("enclosing", "pieces are dropped anywhere and do not slide in from the sides");
    }
    if settings.text("enclosing") == "quadwrangle" {
        sheet.lose("enclosing", "pieces are dropped anywhere");
    }
}

/// Who may pass only if nothing else can be done.
fn prefer(choices: Choices, verb: &str, sheet: &mut Sheet) {
    let more = match choices.stuck {
        [false, false] => return,
        [true, true] => "",
        [true, false] => " or own is Black",
        [false, true] => " or own is White",
    };
    sheet.say(Part::Rules, "pass-prefer", &[("verb", verb), ("more", more)]);
}

/// A turn that no module has.
fn own_turn(job: &Job<'_>, choices: Choices, (verb, sheet): (&str, &mut Sheet)) -> String {
    let before = if choices.can_pass() { "set passes to 0; " } else { "" };
    let mut parts = Vec::new();
    if choices.moves {
        let moves = if choices.held { words("held-move") } else { "move" };
        parts.push(format!("{{ {before}{moves} }}"));
    }
    if choices.drops {
        let drop = if choices.gates { "drop on gating-drops".to_owned() } else { drop_line(job) };
        parts.push(format!("{{ {before}{drop} }}"));
    }
    if choices.gates {
        parts.push(with("gate", "before", before));
    }
    if choices.puts {
        parts.push(put(job, before, sheet));
    }
    if choices.in_place {
        parts.extend(super::promotion::in_place(job, before, sheet));
    }
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        lines.push(format!("    {} {part}", if at == 0 { "either" } else { "or" }));
    }
    if choices.can_pass() {
        let refuse = choices.refusal();
        lines.push(format!("    or \"pass\" {{ {refuse}set passes to passes + 1 }}"));
    }
    if let [only] = lines.as_slice() {
        let inside =
            only.trim_start().strip_prefix("either { ").and_then(|only| only.strip_suffix(" }"));
        let inside = inside.unwrap_or("move");
        return format!("{verb}turn {{ {inside} }}");
    }
    format!("{verb}turn {{\n{}\n}}", lines.join("\n"))
}

fn drop_line(job: &Job<'_>) -> String {
    let settings = &job.variant.settings;
    if settings.text("enclosing") != "reversi" {
        return "drop".to_owned();
    }
    let lines = words("enclosing-line");
    let middle = job.variant.board.set(settings.area("enclosing.start"));
    if settings.area("enclosing.start").is_empty() {
        return format!("drop on {lines}");
    }
    format!("if any empty on {middle} {{ drop on {middle} }} else {{ drop on {lines} }}")
}

/// Pieces that come from nowhere.
fn put(job: &Job<'_>, before: &str, sheet: &mut Sheet) -> String {
    let variant = job.variant;
    let names: Vec<String> = variant.seen.iter().map(|kind| variant.name(*kind)).collect();
    let area = match variant.settings.text("enclosing") {
        "ataxx" => " in neighbours of own".to_owned(),
        "snort" => " except reach(enemy, by step orthogonally onto empty)".to_owned(),
        "top" => " in ((empty on rank 1) or north of occupied)".to_owned(),
        "reversi" => format!(" in {}", words("enclosing-line")),
        _ => String::new(),
    };
    let (regions, all) = (variant.settings.areas("drop"), variant.board.all());
    let region = if regions.iter().all(|area| all.except(*area).is_empty()) {
        String::new()
    } else {
        format!(" in {}", bracketed(&job.area(sheet, "drop-squares", regions)))
    };
    let flip = match variant.settings.text("flipping") {
        "ataxx" => "; convert enemy in neighbours of spot to own".to_owned(),
        "quadwrangle" => {
            "; if any own on neighbours of spot { convert enemy in neighbours of spot to own }"
                .to_owned()
        }
        "reversi" => "; convert passed(spot, by slide in any direction over enemy onto own) to own"
            .to_owned(),
        _ => String::new(),
    };
    let put = |name: &str| {
        format!("choose empty{region}{area} as spot {{ {before}place {name} on spot{flip} }}")
    };
    match names.as_slice() {
        [name] => format!("{{ {} }}", put(name)),
        _ => {
            format!("{{ choose type among {} as kind {{ {} }} }}", names.join(" or "), put("kind"))
        }
    }
}

/// Pieces that change sides after a move or a drop.
fn flips(job: &Job<'_>, choices: Choices, sheet: &mut Sheet) {
    let kind = job.variant.settings.text("flipping");
    if matches!(kind, "ataxx" | "quadwrangle") {
        if choices.moves {
            sheet.say(Part::Rules, "flip-near", &[]);
        }
        if choices.drops {
            let more = if kind == "ataxx" { "" } else { " and any own on neighbours of target" };
            sheet.say(Part::Rules, "flip-drop", &[("more", more)]);
        }
    } else if kind == "reversi" && choices.drops {
        sheet.say(Part::Rules, "flip-line", &[]);
        if choices.moves {
            sheet.lose("flipping", "only drops turn pieces over");
        }
    }
}

fn walls(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let rule = settings.text("walling");
    let key = |variant: &Variant| {
        (
            variant.settings.text("walling").to_owned(),
            (variant.settings.text("walling") == "arrow").then(|| shot(variant)),
            variant.settings.areas("walling"),
        )
    };
    match job.compare(key) {
        Now::Same => return,
        Now::Other => sheet.rejected = true,
        _ => {}
    }
    if rule == "none" {
        return;
    }
    let areas = settings.areas("walling");
    let all = variant.board.all();
    let told = job.area(sheet, "wall-squares", areas);
    let area =
        if areas == [all, all] { String::new() } else { format!(" in {}", bracketed(&told)) };
    if rule == "duck" {
        sheet.say(Part::Pieces, "duck", &[]);
        let drops = settings.flag("drops") && !settings.flag("free-drops");
        let turn = if drops { "duck-turn-or-drop" } else { "duck-turn" };
        sheet.say(Part::Rules, turn, &[("area", &area)]);
        if settings.flag("blast") {
            sheet.say(Part::Rules, "duck-blast", &[]);
        }
        if settings.flag("drops") && !drops || settings.flag("pass.w") {
            sheet.lose("walling", "a turn is a move and a wall, nothing else");
        }
        return;
    }
    sheet.include(late(job), "use-walls");
    match rule {
        "arrow" => arrow(variant, &area, sheet),
        "past" if areas == [all, all] => {
            // There, the wall does not yet stand when checks are judged.
            let guard = if variant.royal.is_empty() {
                String::new()
            } else {
                words("trail-guard").to_owned() + " "
            };
            sheet.say(Part::Rules, "trail", &[("guard", &guard)]);
        }
        "static" => sheet.say(Part::Rules, "static", &[("area", &area)]),
        "edge" if areas == [all, all] => {
            let edge = variant.board.set(variant.board.edge());
            let area = format!(" in {}", with("edge", "edge", &edge));
            sheet.say(Part::Rules, "static", &[("area", &area)]);
        }
        _ => sheet.lose("walling", "no walls are placed"),
    }
}

/// A wall where an arrow lands that flies as what has moved, and not as what that is promoted to.
fn arrow(variant: &Variant, area: &str, sheet: &mut Sheet) {
    let before = if super::promotion::has_event(variant) { " before promotion" } else { "" };
    let places = [("shot", &*shot(variant)), ("area", area), ("before", before)];
    sheet.say(Part::Rules, "arrow", &places);
    let is_odd = |kind: &Kind| kind.row().is_some_and(|row| !row.ways.is_empty());
    if variant.seen.iter().any(is_odd) {
        let why = "arrows do not fly as pieces whose moves cannot be written as letters";
        sheet.lose("walling", why);
    }
}

/// The squares that an arrow reaches.
fn shot(variant: &Variant) -> String {
    let moves = |kind: &Kind| variant.coat(*kind).map(|coat| betza::quiet(&coat.moves));
    let mut ways: BTreeMap<String, BTreeSet<Kind>> = BTreeMap::new();
    for kind in &variant.seen {
        if let Some(moves) = moves(kind).filter(|moves| !moves.is_empty()) {
            ways.entry(moves).or_default().insert(*kind);
        }
    }
    if let (1, Some((moves, _))) = (variant.seen.len(), ways.first_key_value()) {
        return fill("arrow-shot", &[("moves", moves)]);
    }
    let told = ways.iter().map(|(moves, kinds)| {
        let set = bracketed(&variant.set(kinds));
        fill("arrow-shot-of", &[("set", &set), ("moves", moves)])
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "none".to_owned() } else { told.join(" or ") }
}
