//! Variants as rules files.
//!
//! A file builds on a *ground*: on nothing, or on a bundled game whose settings are known as well. Each aspect of a
//! variant (its board, its promotions, how it ends …) is compared with the ground and written only where it differs.

mod ends;
mod goals;
mod hands;
mod pieces;
mod promotion;
mod royals;
pub(super) mod sheet;
mod swaps;
mod turns;

use super::area::Area;
use super::fen::Form;
use super::tables::Kind;
use super::variant::Variant;
use sheet::{Part, Sheet, fill};

/// What a file builds on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'a> {
    /// The bundled game, with its name.
    pub(super) game: Option<(&'a Variant, &'a str)>,
    /// The ground of all games that are built on chess.
    pub(super) first: &'a Variant,
}

/// How an aspect of a variant is related to the same aspect of its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Now {
    /// There is nothing yet.
    Bare,
    /// It is the same.
    Same,
    /// It differs, and the ground has what all games on chess have.
    Usual,
    /// It differs, and the ground has something of its own.
    Other,
}

/// What is needed to write an aspect.
#[derive(Clone, Copy, Debug)]
struct Job<'a> {
    variant: &'a Variant,
    ground: Ground<'a>,
}

impl Job<'_> {
    fn is_bare(&self) -> bool {
        self.ground.game.is_none()
    }

    /// Compares settings with those of the ground.
    fn now(&self, ids: &[&str]) -> Now {
        let Some((ground, _)) = self.ground.game else { return Now::Bare };
        if self.variant.settings.same(&ground.settings, ids) {
            Now::Same
        } else if ground.settings.same(&self.ground.first.settings, ids) {
            Now::Usual
        } else {
            Now::Other
        }
    }

    /// Compares something else with the ground.
    fn compare<T: PartialEq>(&self, of: impl Fn(&Variant) -> T) -> Now {
        let Some((ground, _)) = self.ground.game else { return Now::Bare };
        let there = of(ground);
        if of(self.variant) == there {
            Now::Same
        } else if of(self.ground.first) == there {
            Now::Usual
        } else {
            Now::Other
        }
    }

    /// Begins an item that the ground may have already.
    fn verb(&self) -> &'static str {
        if self.is_bare() { "" } else { "replace " }
    }

    /// Writes the areas of both sides as one expression, with a variable if they differ.
    fn area(&self, sheet: &mut Sheet, name: &str, areas: [super::area::Area; 2]) -> String {
        let board = self.variant.board;
        let told = board.words(areas[0], areas[1]);
        told.unwrap_or_else(|| sheet.variable(name, &board.set(areas[0]), &board.set(areas[1])))
    }
}

/// Writes a variant on a ground, or tells that this ground does not carry it.
pub(super) fn write(variant: &Variant, ground: Ground<'_>) -> Option<Sheet> {
    let job = Job { variant, ground };
    let mut sheet = Sheet::default();
    sheet.first = royals::first_ending(&job);
    board(&job, &mut sheet);
    pieces::write(&job, &mut sheet);
    royals::write(&job, &mut sheet);
    swaps::write(&job, &mut sheet);
    promotion::write(&job, &mut sheet);
    hands::write(&job, &mut sheet);
    turns::write(&job, &mut sheet);
    goals::write(&job, &mut sheet);
    ends::write(&job, &mut sheet);
    fields(&job, &mut sheet);
    lost(variant, &job, &mut sheet);
    (!sheet.rejected).then_some(sheet)
}

fn board(job: &Job<'_>, sheet: &mut Sheet) {
    let variant = job.variant;
    let board = variant.board;
    // The games to build on speak of the second rank.
    sheet.rejected |= board.ranks < 2 && !job.is_bare();
    let holes = if has_walls(variant) { Vec::new() } else { holes(variant) };
    let ground = job.ground.game.map(|(game, _)| game.board);
    if ground == Some(board) && holes.is_empty() {
        return;
    }
    let mut line = format!("{}board {}x{}", job.verb(), board.files, board.ranks);
    let mut parts = Vec::new();
    if board.rotated {
        parts.push("view rotated".to_owned());
    }
    if !holes.is_empty() {
        parts.push(format!("without {{{}}}", holes.join(" ")));
    }
    if !parts.is_empty() {
        line = format!("{line} {{ {} }}", parts.join("; "));
    }
    sheet.put(Part::Board, line);
    if job.is_bare() {
        sheet.say(Part::Board, "sides", &[]);
    }
}

/// Tells whether squares can be closed during the game.
fn has_walls(variant: &Variant) -> bool {
    variant.settings.text("walling") != "none" || !variant.settings.kinds("petrify").is_empty()
}

/// Returns the squares that are closed from the beginning.
fn holes(variant: &Variant) -> Vec<String> {
    let mut holes = Vec::new();
    for rank in 0..variant.board.ranks {
        let row = variant.start.row(usize::from(variant.board.ranks - 1 - rank));
        for (file, _) in
            (0..variant.board.files).zip(row).filter(|(_, letter)| *letter == Some('*'))
        {
            holes.push(super::area::square_name(file, rank));
        }
    }
    holes
}

/// Returns what the positions of a variant show.
pub(super) fn form(variant: &Variant) -> Form {
    Form {
        hand: variant.has_hand(),
        rights: variant.swaps || variant.leaps(),
        passing: variant.passing,
        checks: variant.settings.flag("checks"),
        counting: variant.settings.text("counting") != "none",
    }
}

fn fields(job: &Job<'_>, sheet: &mut Sheet) {
    if job.is_bare() {
        let counting = job.variant.settings.text("counting") != "none";
        sheet.include(Part::Base, if counting { "use-counting" } else { "use-fields" });
        if job.variant.swaps || job.variant.passing {
            sheet.rejected = true;
        }
    } else if job.now(&["counting"]) != Now::Same {
        sheet.rejected = true;
    }
    let text = job.variant.start.told(form(job.variant)).replace('"', "'");
    let same = job.ground.game.is_some_and(|(game, _)| game.start.told(form(game)) == text);
    if !same {
        sheet.put(Part::Setup, format!("{}setup \"{text}\"", job.verb()));
    }
}

/// Settings that are not translated at all, unless the ground has them too.
const LOST: [(&str, &str); 10] = [
    ("two-boards", "nothing comes from another board"),
    ("petrify.blast", "what explodes leaves nothing behind"),
    ("must-drop.kind", "all that is in hand has to be dropped, whatever it is"),
    ("walling.or", "a wall and a move are not alternatives here"),
    ("fold.move", "moving to and fro is a repetition like any other"),
    ("fold.chase", "chasing is a repetition like any other"),
    ("shatar", "every mate counts, whoever gives it"),
    ("bikjang", "facing royal pieces end nothing"),
    ("extinct.duple", "several royal pieces may be attacked at once"),
    ("counting", "the count is kept, but nothing ends by it"),
];

fn lost(variant: &Variant, job: &Job<'_>, sheet: &mut Sheet) {
    for (id, why) in LOST {
        let is_usual = variant.settings.same(&job.ground.first.settings, &[id]);
        let is_there =
            job.ground.game.is_some_and(|(game, _)| variant.settings.same(&game.settings, &[id]));
        let stays = id.starts_with("fold.") || id == "counting";
        if !is_usual && (!is_there || stays) {
            sheet.lose(id, why);
        }
    }
    together(variant, sheet);
}

/// Settings that are translated alone, but not what one does to the other.
fn together(variant: &Variant, sheet: &mut Sheet) {
    let settings = &variant.settings;
    let is_everywhere = |area: &Area| variant.board.all().except(*area).is_empty();
    let gates = settings.flag("gating") || settings.flag("gating.seirawan");
    if gates && !settings.areas("drop").iter().all(is_everywhere) {
        sheet.lose("drop.w", "pieces come in behind others on any square");
    }
    odd_walls(variant, sheet);
    let is_bounded = |kind: &Kind| {
        variant
            .coat(*kind)
            .is_some_and(|coat| coat.region.iter().flatten().any(|area| !is_everywhere(area)))
    };
    let forbids =
        !settings.flag("checking") || settings.flag("drops") && !settings.flag("drop.checks");
    if forbids && !variant.royal.is_empty() && variant.seen.iter().any(is_bounded) {
        sheet.lose(
            if settings.flag("checking") { "drop.checks" } else { "checking" },
            "a piece gives check only where it may go; there, it gives check outside its region, too",
        );
    }
    let has_royal = variant.seen.iter().any(|kind| kind.is("royal"));
    let why = match (settings.flag("blast"), settings.flag("checking")) {
        (true, false) => "what explodes gives no check, even while it captures",
        (true, true) if has_royal => {
            "an explosion may not open a line to a royal piece of one's own, which Fairy-Stockfish overlooks"
        }
        _ => return,
    };
    sheet.lose("blast", why);
}

/// Turns that place a wall there where nobody would look for one.
fn odd_walls(variant: &Variant, sheet: &mut Sheet) {
    let settings = &variant.settings;
    if settings.text("walling") == "none" || settings.flag("walling.or") {
        return;
    }
    if variant.seen.iter().any(|kind| variant.in_hand(*kind)) {
        let why = "a drop places no wall; Fairy-Stockfish closes a square by the number of the piece that is dropped";
        sheet.lose("walling", why);
    }
    if variant.turned.keys().any(|kind| !kind.is("foot")) {
        let why = "a move that promotes a piece places its wall as any other does; Fairy-Stockfish closes a1";
        sheet.lose("walling", why);
    }
    if ["pass.w", "pass.b"].iter().any(|id| settings.flag(id)) {
        sheet.lose("walling", "who passes places no wall; Fairy-Stockfish closes a1");
    }
}

/// Returns who wins, from the side that is about to move.
fn outcome(value: &str) -> &'static str {
    match value {
        "win" => "own wins",
        "loss" => "own loses",
        _ => "draw",
    }
}

/// The other way round.
fn reversed(value: &str) -> &'static str {
    match value {
        "win" => "own loses",
        "loss" => "own wins",
        _ => "draw",
    }
}

/// A short way to fill in a single place.
fn with(name: &str, place: &str, value: &str) -> String {
    fill(name, &[(place, value)])
}
