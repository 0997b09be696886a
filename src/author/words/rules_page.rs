//! The rules of a game on a page: in the author's words where there are some, in the program's where there are none.

use super::filled::{self, filled};
use super::{ending, listed, placement, rules};
use crate::diag::suggest::counted;
use crate::ir::{
    Game, Id, PieceType, PieceTypeId, PropertyId, PropertyValue, Region, SideId, StatementKind,
};

/// The most words of a piece's moves that the page has; what takes more stands under *Exactly*.
const MOST_WORDS: usize = 60;

/// The most kinds of piece that one list names.
pub(super) const MOST_NAMES: usize = 10;

/// The most words of a sentence on the page.
const MOST_WORDS_OF_SENTENCE: usize = 40;

/// The rules of a game as people read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesPage {
    /// The title, and below it who invented the game and what it is built on.
    pub head: Vec<String>,
    /// The parts: what each is about, and its paragraphs.
    pub parts: Vec<Part>,
}

/// A part of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// What it is about.
    pub title: String,
    /// Its paragraphs or items.
    pub paragraphs: Vec<String>,
    /// Whether they are items of a list.
    pub is_list: bool,
}

/// Writes the page of a game; `parent` is the game that it is built on.
pub fn rules_page(game: &Game, parent: Option<&Game>) -> RulesPage {
    let about = &game.about;
    let mut head = vec![about.title.clone()];
    let inventor = about.inventor.as_ref().map(|name| format!("by {name}"));
    let based = about.parent.as_ref().map(|parent| format!("based on {parent}"));
    let below: Vec<String> = inventor.into_iter().chain(based).collect();
    if !below.is_empty() {
        head.push(below.join(", "));
    }
    let mut page = RulesPage { head, parts: Vec::new() };
    page.text("Aim", about.aim.clone().or_else(|| about.summary.clone()));
    let mut begun = vec![set_up(game, parent)];
    begun.extend(regions(game, parent));
    page.add("Set-up", begun, false);
    let title = if parent.is_some() { "What is different" } else { "How it is played" };
    page.add(title, differences(game), false);
    let mut kinds = pieces(game, parent);
    kinds.extend(properties(game, parent));
    page.add("Pieces", kinds, true);
    let mut rules = special(game, parent);
    rules.extend(unsaid(game, parent));
    page.add("Special rules", rules, true);
    page.add("The end", vec![ending::end(game)], false);
    page.add("Notes", notes(game), false);
    page
}

impl RulesPage {
    fn add(&mut self, title: &str, paragraphs: Vec<String>, is_list: bool) {
        let paragraphs: Vec<String> =
            paragraphs.into_iter().filter(|text| !text.is_empty()).collect();
        if !paragraphs.is_empty() {
            self.parts.push(Part { title: title.to_owned(), paragraphs, is_list });
        }
    }

    fn text(&mut self, title: &str, text: Option<String>) {
        self.add(title, text.into_iter().collect(), false);
    }
}

/// Returns what the author says about the game; the line about it, if there is nothing else.
fn differences(game: &Game) -> Vec<String> {
    let about = &game.about;
    let mut told = about.paragraphs.clone();
    if told.is_empty() && about.aim.is_some() {
        told.extend(about.summary.clone());
    }
    told.extend(about.said_of("turn", "turn").map(|text| filled(game, text)));
    told
}

/// Says on what board the game begins, and with what.
fn set_up(game: &Game, parent: Option<&Game>) -> String {
    if let Some(parent) = parent
        && parent.start.text == game.start.text
        && same_names(game, parent)
    {
        return format!("As in {}.", parent.about.title);
    }
    let hands = if game.uses_hands && parent.is_none_or(|parent| !parent.uses_hands) {
        " Each side has a hand of pieces beside the board."
    } else {
        ""
    };
    let first = game.side_name(SideId::FIRST);
    format!("{}{}{hands} {first} moves first.", board(game), placement::begins(game))
}

fn same_names(game: &Game, parent: &Game) -> bool {
    let names =
        |game: &Game| -> Vec<String> { game.types.iter().map(|kind| kind.name.clone()).collect() };
    names(game) == names(parent)
}

fn board(game: &Game) -> String {
    let (low, high) = game.board.bounds();
    let (files, ranks, layers) = (high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1);
    let count = game.board.squares.len();
    if ranks == 1 || files == 1 {
        return format!("The board is a line of {}.", counted(count, "square"));
    }
    let size = format!("{} and {}", counted(files, "file"), counted(ranks, "rank"));
    let layers =
        if layers > 1 { format!(" on {}", counted(layers, "layer")) } else { String::new() };
    let full = i32::from(files) * i32::from(ranks) * i32::from(high.z - low.z + 1);
    if usize::try_from(full) == Ok(count) {
        format!("The board has {size}{layers}.")
    } else {
        format!("The board has {} on {size}{layers}.", counted(count, "square"))
    }
}

/// Returns the name of a kind as people write it: `royal knight` for `Royal-knight`.
pub(super) fn name_of(game: &Game, kind: PieceTypeId) -> String {
    game.types[kind].name.replace(['-', '_'], " ")
}

/// Says how each kind of piece moves; those that move as in the parent together.
fn pieces(game: &Game, parent: Option<&Game>) -> Vec<String> {
    let (mut own, mut same) = (Vec::new(), Vec::new());
    for (id, kind) in game.types.enumerate() {
        let said = game.about.said_of("piece", &kind.name);
        let is_inherited = parent.is_some_and(|parent| is_unchanged(game, kind, parent));
        match said {
            Some("") => {}
            _ if is_inherited && !has_own_words(parent, &kind.name, said) => {
                same.push(name_of(game, id).to_lowercase());
            }
            Some(text) => own.push((name_of(game, id), lowered(&filled(game, text)))),
            None => own.push((name_of(game, id), moves(game, kind))),
        }
    }
    let mut told = together(own);
    for names in same.chunks(MOST_NAMES) {
        let title = parent.map_or("", |parent| parent.about.title.as_str());
        told.push(format!("{}: as in {title}.", capital(&listed(names, "and"))));
    }
    told
}

/// Tells whether the game's own file says something else of a piece than the parent does.
fn has_own_words(parent: Option<&Game>, name: &str, said: Option<&str>) -> bool {
    said.is_some_and(|_| said != parent.and_then(|parent| parent.about.said_of("piece", name)))
}

/// Tells whether a kind of piece moves as one of the same name does in the parent.
fn is_unchanged(game: &Game, kind: &PieceType, parent: &Game) -> bool {
    let other = parent.types.iter().find(|other| other.name == kind.name);
    other.is_some_and(|other| {
        let own = rules::moves_only(game, kind);
        own == rules::moves_only(parent, other)
    })
}

/// Says how a piece moves, as long as that is short enough to be read.
fn moves(game: &Game, kind: &PieceType) -> String {
    let worked_out = rules::moves_only(game, kind);
    let mut told: Vec<String> = worked_out.iter().map(|text| as_people_say(kind, text)).collect();
    let all = told.len();
    told.retain(|sentence| {
        let is_short = sentence.split_whitespace().count() <= MOST_WORDS_OF_SENTENCE;
        is_short && !sentence.starts_with('(') && !sentence.contains(['`', '…'])
    });
    let mut words = 0;
    told.retain(|sentence| {
        words += sentence.split_whitespace().count();
        words <= MOST_WORDS
    });
    if kind.clauses.is_empty() {
        return "does not move.".to_owned();
    }
    let is_described = !differences(game).is_empty();
    if told.is_empty() {
        let place = if is_described { "as described above" } else { "as the exact rules have it" };
        return format!("moves {place}.");
    }
    if told.len() < all && !is_described {
        told.push("The exact rules have further ways.".to_owned());
    }
    lowered(&told.join(" "))
}

/// Returns what the author says about regions of the board, each with its squares: `The traps (c3, f3, c6 or f6).`
fn regions(game: &Game, parent: Option<&Game>) -> Vec<String> {
    let is_known = |region: &Region| parent.is_some_and(|parent| parent.regions.contains(region));
    let told = game.regions.iter().filter(|region| !is_known(region)).map(|region| {
        let text = filled(game, &region.text);
        let squares = filled::region(game, region.squares);
        format!("{} ({squares}).", text.trim_end_matches('.'))
    });
    told.collect()
}

/// The most kinds of piece that are named for one property.
const MOST_VALUES: usize = 30;

/// The most of them that one sentence names.
const VALUES_IN_SENTENCE: usize = 9;

/// Says what the properties of pieces are: `Promoted: pawn (tokin), silver (gold).`
fn properties(game: &Game, parent: Option<&Game>) -> Vec<String> {
    let told = game.properties.enumerate().filter_map(|(id, property)| {
        let name = &property.name;
        let said = game.about.said_of("property", name);
        let intro = match said {
            Some("") => return None,
            Some(text) => format!("{}:", filled(game, text).trim_end_matches(['.', ':'])),
            None => format!("{}:", capital(&name.replace(['-', '_'], " "))),
        };
        let values = values(game, id);
        let same = parent.and_then(|parent| {
            let (id, _) = parent.properties.enumerate().find(|(_, other)| other.name == *name)?;
            Some(self::values(parent, id))
        });
        let is_short = (1..=MOST_VALUES).contains(&values.len());
        (is_short && same.is_none_or(|same| same != values)).then(|| {
            let sentences: Vec<String> =
                values.chunks(VALUES_IN_SENTENCE).map(|values| values.join(", ")).collect();
            format!("{intro} {}.", sentences.join(". Then "))
        })
    });
    told.collect()
}

/// Returns the kinds that have another value of a property than most, each with its value.
fn values(game: &Game, property: PropertyId) -> Vec<String> {
    let value = |kind: &PieceType| kind.properties.get(property.index()).copied();
    let valued = game.types.iter().filter_map(|kind| {
        let text = match value(kind)? {
            PropertyValue::Number(0) | PropertyValue::None => return None,
            PropertyValue::Type(other) if game.types[other].name == kind.name => return None,
            PropertyValue::Number(number) => number.to_string(),
            PropertyValue::Type(other) => name_of(game, other).to_lowercase(),
        };
        Some(format!("{} ({text})", kind.name.replace(['-', '_'], " ").to_lowercase()))
    });
    valued.collect()
}

/// Returns what the author says about events, bans, tokens and modules; what is said of the parent too by its name alone.
fn special(game: &Game, parent: Option<&Game>) -> Vec<String> {
    let kinds = ["token", "event", "forbid", "prefer", "module", "variable", "option", "mark"];
    let (mut own, mut same) = (Vec::new(), Vec::new());
    for said in game.about.said.iter().filter(|said| kinds.contains(&said.kind.as_str())) {
        let text = filled(game, &said.text);
        let before = parent
            .and_then(|parent| Some(filled(parent, parent.about.said_of(&said.kind, &said.name)?)));
        if before.is_some_and(|before| before == text) {
            same.push(said.name.replace(['-', '_'], " "));
        } else {
            own.push(text);
        }
    }
    own.retain(|text| !text.is_empty());
    if let (Some(parent), false) = (parent, same.is_empty()) {
        own.push(format!("{}: as in {}.", capital(&listed(&same, "and")), parent.about.title));
    }
    own
}

/// Names the rules of which the page has nothing, as the author has not said anything about the game.
fn unsaid(game: &Game, parent: Option<&Game>) -> Option<String> {
    if parent.is_some() || !differences(game).is_empty() {
        return None;
    }
    let is_unsaid = |kind: &str, name: &str| game.about.said_of(kind, name).is_none();
    let is_plain_turn =
        matches!(game.turn.as_slice(), [one] if matches!(one.kind, StatementKind::Move(_)));
    let mut names = Vec::new();
    if !is_plain_turn {
        names.push("what a turn consists of".to_owned());
    }
    let events = game.triggers.iter().map(|event| ("event", &event.name));
    let forbids = game.forbids.iter().map(|rule| ("forbid", &rule.name));
    let named = events.chain(forbids).filter(|(kind, name)| is_unsaid(kind, name));
    names.extend(named.map(|(_, name)| format!("“{}”", name.replace(['-', '_'], " "))));
    names.truncate(MOST_NAMES);
    (!names.is_empty()).then(|| format!("The exact rules have more: {}.", listed(&names, "and")))
}

fn notes(game: &Game) -> Vec<String> {
    let about = &game.about;
    let mut told: Vec<String> =
        about.sources.iter().map(|source| format!("Source: {source}")).collect();
    if !about.rulings.is_empty() {
        told.push(format!(
            "{} below the full page say what the source leaves open.",
            capital(&counted(about.rulings.len(), "ruling"))
        ));
    }
    told
}

/// Returns the plural of a noun, by the usual rules of English.
pub fn plural(name: &str) -> String {
    let (stem, end) = if let Some(stem) = name.strip_suffix("man") {
        (stem, "men")
    } else if let Some(stem) = name.strip_suffix("wolf") {
        (stem, "wolves")
    } else if let Some(stem) = name.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'o', 'u'])
    {
        (stem, "ies")
    } else if ["s", "x", "ch", "sh", "z"].iter().any(|end| name.ends_with(end)) {
        (name, "es")
    } else {
        (name, "s")
    };
    format!("{stem}{end}")
}

/// What people say in place of what is worked out from the moves.
const SAYINGS: [(&str, &str); 8] = [
    (
        "Leaps 1 and 2 squares at a right angle, any way round",
        "Leaps two squares in a line and one to the side",
    ),
    ("Slides any distance orthogonally", "Moves any distance along ranks and files"),
    ("Slides any distance diagonally.", "Moves any distance diagonally."),
    ("Slides any distance in any direction", "Moves any distance in any direction"),
    ("Steps one square orthogonally", "Steps one square straight"),
    ("Slides any distance", "Moves any distance"),
    ("Slides exactly 2 squares", "Moves two squares"),
    ("; only if the start square is on rank", ", only from rank"),
];

/// Puts well-known ways of moving as chess players do, and leaves out what a way is called in the rules.
fn as_people_say(kind: &PieceType, sentence: &str) -> String {
    let names = kind.clauses.iter().filter_map(|clause| clause.name.as_deref());
    let unnamed = names.filter_map(|name| sentence.strip_prefix(&format!("{}: ", capital(name))));
    let mut text = unnamed.map(capital).next().unwrap_or_else(|| sentence.to_owned());
    for (worked_out, said) in SAYINGS {
        text = text.replace(worked_out, said);
    }
    text
}

/// Puts together what is said in the same words about several.
fn together(items: Vec<(String, String)>) -> Vec<String> {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (name, text) in items {
        match groups.iter_mut().find(|(_, other)| *other == text) {
            Some((names, _)) => names.push(name.to_lowercase()),
            None => groups.push((vec![name], text)),
        }
    }
    let written = |(names, text): (Vec<String>, String)| {
        let text = if names.len() > 1 { of_several(&text) } else { text };
        format!("{}: {text}", listed(&names, "and"))
    };
    groups.into_iter().map(written).collect()
}

/// Verbs with which sentences about one kind of piece begin, and the same of several kinds.
const VERBS: [(&str, &str); 12] = [
    ("moves", "move"),
    ("steps", "step"),
    ("leaps", "leap"),
    ("jumps", "jump"),
    ("slides", "slide"),
    ("captures", "capture"),
    ("goes", "go"),
    ("holds", "hold"),
    ("rides", "ride"),
    ("does", "do"),
    ("hops", "hop"),
    ("runs", "run"),
];

/// Turns sentences that begin with what one does into what several do.
fn of_several(text: &str) -> String {
    let sentences: Vec<String> = text
        .split(". ")
        .map(|sentence| {
            let (verb, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
            let lower = verb.to_lowercase();
            let Some((_, many)) = VERBS.iter().find(|(one, _)| *one == lower) else {
                return sentence.to_owned();
            };
            let many = if lower == verb { (*many).to_owned() } else { capital(many) };
            format!("{many} {rest}")
        })
        .collect();
    sentences.join(". ")
}

/// Begins a text with a capital.
pub(in crate::author) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
