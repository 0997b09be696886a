//! What a turn is: moves, drops, passing, and what else belongs to it.

use super::super::tables::words;
use super::super::variant::Variant;
use super::royals::late;
use super::sheet::{Part, Sheet, bracketed, fill};
use super::{Job, Now};

/// What a turn may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is one thing that a turn can be")]
struct Choices {
    moves: bool,
    drops: bool,
    /// Pieces come from nowhere, without end.
    puts: bool,
    passes: bool,
    /// Only if nothing else can be done.
    stuck: bool,
    duck: bool,
}

fn choices(variant: &Variant) -> Choices {
    let settings = &variant.settings;
    let puts = settings.flag("free-drops") && settings.flag("drops");
    let stuck = settings.flag("pass.stuck.w") || settings.flag("pass.stuck.b");
    Choices {
        moves: variant.seen.iter().any(|kind| can_move(variant, *kind)),
        drops: settings.flag("drops") && !puts,
        puts,
        passes: stuck || settings.flag("pass.w") || settings.flag("pass.b"),
        stuck,
        duck: settings.text("walling") == "duck",
    }
}

fn can_move(variant: &Variant, kind: super::super::tables::Kind) -> bool {
    let row = kind.row();
    let ways = variant.ways(kind);
    kind.is("foot")
        || row.is_some_and(|row| !row.ways.is_empty())
        || !ways.plain.is_empty()
        || !ways.initial.is_empty()
}

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    for id in ["pass", "pass.stuck"] {
        if settings.flag(&format!("{id}.w")) != settings.flag(&format!("{id}.b")) {
            sheet.lose(if id == "pass" { "pass.b" } else { "pass.stuck.b" }, "both sides may pass");
        }
    }
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
        sheet.put(Part::Turn, turn_line(job));
    }
    walls(job, sheet);
}

/// Returns the turn of a game without a ground, before any module changes it.
fn turn_line(job: &Job<'_>) -> String {
    let choices = choices(job.variant);
    if choices.puts || choices.passes && choices.drops || choices.drops && !choices.moves {
        own_turn(job, choices, "")
    } else {
        "turn { move }".to_owned()
    }
}

fn turn(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let settings = &variant.settings;
    let choices = choices(variant);
    let custom = choices.puts || choices.passes && choices.drops || choices.drops && !choices.moves;
    if custom {
        if choices.passes {
            sheet.say(Part::Names, "passes", &[]);
            if !settings.flag("count.full") {
                sheet.say(Part::Endings, "pass-end", &[]);
            }
            if choices.stuck {
                sheet.say(Part::Rules, "pass-prefer", &[]);
            }
        }
        if !job.is_bare() {
            sheet.put(Part::Turn, own_turn(job, choices, "replace "));
        }
    } else if choices.passes {
        sheet.include(late(job), if choices.stuck { "use-pass-stuck" } else { "use-pass" });
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
            "lines end at holes of the board, as one would expect; that program looks over them",
        );
    }
    if settings.text("enclosing") == "anyside" {
        sheet.lose("enclosing", "pieces are dropped anywhere and do not slide in from the sides");
    }
    if settings.text("enclosing") == "quadwrangle" {
        sheet.lose("enclosing", "pieces are dropped anywhere");
    }
}

/// A turn that no module has.
fn own_turn(job: &Job<'_>, choices: Choices, verb: &str) -> String {
    let before = if choices.passes { "set passes to 0; " } else { "" };
    let mut parts = Vec::new();
    if choices.moves {
        parts.push(format!("{{ {before}move }}"));
    }
    if choices.drops {
        parts.push(format!("{{ {before}{} }}", drop_line(job)));
    }
    if choices.puts {
        parts.push(put(job, before));
    }
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        lines.push(format!("    {} {part}", if at == 0 { "either" } else { "or" }));
    }
    if choices.passes {
        let pass = "\"pass\" { set passes to passes + 1 }";
        lines.push(format!("    or {pass}"));
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
fn put(job: &Job<'_>, before: &str) -> String {
    let variant = job.variant;
    let name = variant.seen.iter().next().map(|kind| variant.name(*kind)).unwrap_or_default();
    let area = match variant.settings.text("enclosing") {
        "ataxx" => " in neighbours of own".to_owned(),
        "snort" => " except reach(enemy, by step orthogonally onto empty)".to_owned(),
        "top" => " in ((empty on rank 1) or north of occupied)".to_owned(),
        "reversi" => format!(" in {}", words("enclosing-line")),
        _ => String::new(),
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
    format!("{{ choose empty{area} as spot {{ {before}place {name} on spot{flip} }} }}")
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
            shot(variant),
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
        sheet.say(Part::Rules, "duck-turn", &[("area", &area)]);
        if settings.flag("blast") {
            sheet.say(Part::Rules, "duck-blast", &[]);
        }
        if settings.flag("drops") || settings.flag("pass.w") {
            sheet.lose("walling", "a turn is a move and a wall, nothing else");
        }
        return;
    }
    sheet.include(late(job), "use-walls");
    match rule {
        "arrow" => sheet.say(Part::Rules, "arrow", &[("shot", &shot(variant)), ("area", &area)]),
        "past" if areas == [all, all] => sheet.say(Part::Rules, "trail", &[]),
        "static" => sheet.say(Part::Rules, "static", &[("area", &area)]),
        _ => sheet.lose("walling", "no walls are placed"),
    }
    if rule == "arrow" && variant.seen.len() != 1 {
        sheet.lose("walling", "every arrow flies as one of the pieces moves");
    }
}

/// The squares that an arrow reaches.
fn shot(variant: &Variant) -> String {
    let Some(kind) = variant.seen.iter().next() else { return "none".to_owned() };
    let moves: String = variant.ways(*kind).plain.chars().filter(|letter| *letter != 'm').collect();
    if moves.is_empty() { "none".to_owned() } else { fill("arrow-shot", &[("moves", &moves)]) }
}
