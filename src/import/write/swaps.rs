//! Castling: who swaps with whom, and where they end up.

use super::super::area::square_name;
use super::super::tables::{Kind, words};
use super::super::variant::Variant;
use super::sheet::{Part, Sheet, fill};
use super::{Job, Now, with};

const IDS: [&str; 15] = [
    "swap",
    "swap.any",
    "swap.dropped",
    "swap.short",
    "swap.long",
    "swap.rank",
    "swap.leader.file",
    "swap.leader.w",
    "swap.leader.b",
    "swap.short.partner",
    "swap.long.partner",
    "swap.partner.w",
    "swap.partner.b",
    "swap.opposite",
    "swap.wins",
];

/// Where everybody stands before and after, as the first side sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Squares {
    home: String,
    short: [String; 3],
    long: [String; 3],
    /// Whether the pieces begin in places that need the general form.
    any: bool,
}

pub(super) fn write(job: &Job<'_>, sheet: &mut Sheet) {
    wins(job, sheet);
    let variant = job.variant;
    let plan = |variant: &Variant| (variant.swaps, squares(variant));
    let same = job.compare(plan);
    let settings = if variant.swaps { job.now(&IDS) } else { Now::Same };
    if same == Now::Same && settings == Now::Same {
        return;
    }
    if same == Now::Bare {
        return;
    }
    if same == Now::Other || settings == Now::Other {
        sheet.rejected = true;
        return;
    }
    if !variant.swaps {
        sheet.include(Part::Uses, "swap-none");
        return;
    }
    if job.ground.game.is_some_and(|(ground, _)| !ground.swaps) {
        sheet.rejected = true;
        return;
    }
    places(job, sheet);
    more(job, sheet);
}

/// Writes the squares that differ from those of chess.
fn places(job: &Job<'_>, sheet: &mut Sheet) {
    let (variant, first) = (job.variant, squares(job.ground.first));
    let own = squares(variant);
    let rank = variant.settings.number("swap.rank");
    if rank != 1 {
        sheet.put(Part::Rules, with("swap-rank", "rank", &rank.to_string()));
    }
    let names = ["swap-short-partner", "swap-short-to", "swap-short-partner-to"];
    let names_long = ["swap-long-partner", "swap-long-to", "swap-long-partner-to"];
    let mut pairs = vec![("swap-home", &own.home, &first.home)];
    for (at, name) in names.into_iter().enumerate() {
        pairs.push((name, &own.short[at], &first.short[at]));
    }
    for (at, name) in names_long.into_iter().enumerate() {
        pairs.push((name, &own.long[at], &first.long[at]));
    }
    for (name, square, usual) in pairs {
        if square != usual && !square.is_empty() {
            sheet.put(Part::Rules, with(name, "square", square));
        }
    }
    for (name, row, usual) in
        [("short", &own.short, &first.short), ("long", &own.long, &first.long)]
    {
        // The way of chess ends on an empty square.
        let is_onto = |row: &[String; 3]| row[0] == row[1] && !row[0].is_empty();
        if is_onto(row) && !is_onto(usual) && !own.any {
            sheet.put(Part::Rules, with("swap-onto", "name", name));
        }
    }
    if own.any {
        sheet.say(Part::Rules, "swap-any", &[]);
    }
    let partners = variant.settings.kinds("swap.partner.w");
    let set = variant
        .plain_set(&partners.iter().copied().filter(|kind| variant.seen.contains(kind)).collect());
    let usual = job.ground.first.plain_set(&job.ground.first.settings.kinds("swap.partner.w"));
    if set != usual {
        sheet.put(Part::Rules, with("swap-partner", "set", &set));
    }
    for id in ["swap.leader", "swap.partner"] {
        let kinds = |side: &str| variant.settings.kinds(&format!("{id}.{side}"));
        if kinds("w") != kinds("b") {
            sheet.lose(
                if id == "swap.leader" { "swap.leader.b" } else { "swap.partner.b" },
                "both sides castle with the same pieces",
            );
        }
    }
    let leader = variant.settings.kinds("swap.leader.w").into_iter().next();
    if leader.is_none_or(|kind| !variant.is_called_like(kind, "k")) {
        sheet.lose("swap.leader.w", "another piece castles than here");
    }
}

/// What else holds of it.
fn more(job: &Job<'_>, sheet: &mut Sheet) {
    let settings = &job.variant.settings;
    if settings.flag("swap.opposite") {
        sheet.say(Part::Rules, "swap-opposite", &[]);
    }
    if settings.flag("swap.dropped") {
        sheet.say(Part::Rules, "swap-dropped", &[]);
    }
}

/// Castling that wins; whoever cannot do it any more loses, and the side that has just played is asked first.
fn wins(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let wins = variant.settings.text("swap.wins");
    let mut lost = Vec::new();
    for (side, letters) in [("White", ["K", "Q"]), ("Black", ["k", "q"])] {
        let ways = letters.iter().zip(words("swap-names").lines());
        let names: Vec<&str> =
            ways.filter(|(letter, _)| wins.contains(**letter)).map(|(_, name)| name).collect();
        let mut truth = String::new();
        for name in names.iter().filter(|_| variant.swaps) {
            let low = side.to_lowercase();
            let places = [("name", *name), ("side", side), ("low", &*low)];
            sheet.say(Part::Rules, "swap-wins", &places);
            truth.push(' ');
            truth.push_str(&fill("swap-lost-one", &[("side", side), ("name", name)]));
        }
        if !names.is_empty() {
            lost.push((side, truth));
        }
    }
    if lost.is_empty() {
        return;
    }
    let truth = |is_own: bool| {
        let each = lost.iter().map(|(side, truth)| {
            let other = if *side == "White" { "Black" } else { "White" };
            fill(
                "swap-lost-side",
                &[("side", if is_own { *side } else { other }), ("truth", truth)],
            )
        });
        each.collect::<Vec<_>>().join(" or ")
    };
    sheet.say(Part::Endings, "swap-lost", &[("own", &truth(true)), ("enemy", &truth(false))]);
}

/// Tells whether castling has its general form, in which squares are told by their files.
pub(super) fn is_general(variant: &Variant) -> bool {
    squares(variant).any
}

/// Works out the squares from the beginning of the game.
fn squares(variant: &Variant) -> Squares {
    if !variant.swaps {
        return Squares::default();
    }
    let settings = &variant.settings;
    let rank =
        u8::try_from(settings.number("swap.rank")).unwrap_or(1).clamp(1, variant.board.ranks) - 1;
    let files = variant.board.files;
    let file = |id: &str| u8::try_from(settings.number(id)).unwrap_or(1).clamp(1, files) - 1;
    let sides = [true, false].map(|white| side(variant, white, rank));
    let capital = |white: bool| if white { 'A'..='Z' } else { 'a'..='z' };
    let has_right =
        |white: bool| variant.start.rights.chars().any(|letter| capital(white).contains(&letter));
    let (home, partners) = if has_right(true) || !has_right(false) { sides[0] } else { sides[1] };
    let differ = has_right(true) && has_right(false) && sides[0] != sides[1];
    let name = |file: u8| square_name(file, rank);
    let (short, long) = (file("swap.short"), file("swap.long"));
    let near = |to: u8, partner: Option<u8>| partner.is_some() && home.abs_diff(to) <= 1;
    let rows = |partner: Option<u8>, to: u8, beside: u8| {
        [partner.map(name).unwrap_or_default(), name(to), name(beside)]
    };
    Squares {
        home: name(home),
        short: rows(partners[0], short, short.saturating_sub(1)),
        long: rows(partners[1], long, long + 1),
        any: settings.flag("swap.any")
            || differ
            || near(short, partners[0])
            || near(long, partners[1]),
    }
}

/// Returns the files of a side's leader and of its partners to the right and to the left.
fn side(variant: &Variant, white: bool, rank: u8) -> (u8, [Option<u8>; 2]) {
    let settings = &variant.settings;
    let from_top = if white { variant.board.ranks - 1 - rank } else { rank };
    let row = variant.start.row(usize::from(from_top));
    let is = |file: usize, kinds: &std::collections::BTreeSet<Kind>| {
        let letter = row.get(file).copied().flatten();
        letter.is_some_and(|letter| {
            letter.is_ascii_uppercase() == white
                && settings.kind(letter).is_some_and(|kind| kinds.contains(&kind))
        })
    };
    let side = if white { "w" } else { "b" };
    let leaders = settings.kinds(&format!("swap.leader.{side}"));
    let partners = settings.kinds(&format!("swap.partner.{side}"));
    let files: Vec<usize> =
        (0..usize::from(variant.board.files)).filter(|file| is(*file, &leaders)).collect();
    let most = usize::from(variant.board.files);
    let file = |id: &str| usize::try_from(settings.number(id)).unwrap_or(1).clamp(1, most) - 1;
    let home = if let [only] = files.as_slice() { *only } else { file("swap.leader.file") };
    let (last, begin) = (file("swap.short.partner"), file("swap.long.partner"));
    let mut short = (home + 1..=last).rev().find(|file| is(*file, &partners));
    let mut long = (begin..home).find(|file| is(*file, &partners));
    if settings.flag("swap.dropped") {
        short = short.or(Some(last));
        long = long.or(Some(begin));
    }
    let small = |file: usize| u8::try_from(file).unwrap_or(0);
    (small(home), [short.map(small), long.map(small)])
}
